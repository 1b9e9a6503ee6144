"""Personal links: what is stored of them, when they end, and who can use them."""

import datetime
import uuid

import pytest

from scorekeeper.host import purging
from scorekeeper.models import PersonalLink
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.links.reading import find_personal_link
from tests.conftest import NOW

pytestmark = pytest.mark.usefixtures("clock")

MINUTE, HOUR = datetime.timedelta(minutes=1), datetime.timedelta(hours=1)
PASSWORD = "correct horse"
PHONE, OTHER = uuid.UUID(int=1), uuid.UUID(int=2)


@pytest.fixture
def token(cast):
    """The token of a link of the owner's that was just made."""
    return accounts_writing.make_personal_link(user=cast.owner.user)


def use(token, browser=PHONE):
    return accounts_writing.use_personal_link(link=find_personal_link(token), browser=browser)


def test_one_browser_can_use_it_and_try_again(cast, token):
    assert find_personal_link(token).user == cast.owner.user
    accounts_writing.end_sessions(user=cast.recorder.user)
    assert [use(token), use(token, OTHER), use(token)] == [True, False, True]


def test_it_ends_after_a_day(clock, token):
    clock(24 * HOUR - MINUTE)
    purging.purge()
    assert find_personal_link(token) is not None
    clock(MINUTE)
    assert find_personal_link(token) is None


def test_it_ends_with_the_sessions(cast):
    user, other, token = cast.recorder.user, "battery staple", accounts_writing.make_personal_link
    made = [token(user=user)]
    _user, code = accounts_writing.sign_up(user=user, name="Reginald", password=PASSWORD)
    for end in (
        lambda: accounts_writing.change_password(user=user, old=PASSWORD, new=other),
        lambda: accounts_writing.recover(name="Reginald", code=code, password=PASSWORD),
        lambda: accounts_writing.end_sessions(user=user),
        lambda: accounts_writing.delete_account(user=user, password=PASSWORD),
    ):
        assert [find_personal_link(link) for link in made] == [None] * len(made)
        user.refresh_from_db()
        made.append(token(user=user))
        end()
    assert not PersonalLink.objects.exists()


def test_the_hourly_cleanup_deletes_what_has_expired_or_was_made_by_a_clock_that_was_ahead(cast, clock, token):
    def make(key, expires_at):
        return PersonalLink.objects.create(key=uuid.UUID(int=key), user=cast.owner.user, expires_at=expires_at)

    late, ahead = make(1, NOW), make(2, NOW + 25 * HOUR)
    clock(MINUTE)
    assert purging.purge()
    left = set(PersonalLink.objects.values_list("pk", flat=True))
    assert (late.pk in left, ahead.pk in left, len(left)) == (False, False, 1)
    assert use(token)
