"""Hand-overs: what is stored of them, when they end, and who can use them."""

import datetime
import uuid

import pytest
from django.test import Client

from scorekeeper.models import HandOver, Session
from scorekeeper.queries.people.hand_overs import find_hand_over
from scorekeeper.services import accounts, hand_overs, leaving, members, purging, sessions
from tests.services.conftest import NOW

pytestmark = pytest.mark.usefixtures("clock")

MINUTE, HOUR = datetime.timedelta(minutes=1), datetime.timedelta(hours=1)
PASSWORD = "correct horse"
PHONE, OTHER = uuid.UUID(int=1), uuid.UUID(int=2)


@pytest.fixture
def session(cast):
    """The row of the owner's session."""
    client = Client()
    client.force_login(cast.owner.user)
    return Session.objects.get(pk=client.session.row_key)


@pytest.fixture
def token(session):
    """The token of a hand-over that was just made."""
    return hand_overs.make_hand_over(session=session.pk)


def use(token, browser=PHONE):
    return hand_overs.use_hand_over(hand_over=find_hand_over(token), browser=browser)


def test_one_browser_can_use_it_and_try_again(cast, token):
    assert find_hand_over(token).session.user == cast.owner.user
    sessions.end_sessions(user=cast.recorder.user)
    assert [use(token), use(token, OTHER), use(token)] == [True, False, True]


@pytest.mark.parametrize(("lasts", "minutes"), [("LASTS", 10), ("LASTS_FOR_HOME_SCREEN", 24 * 60)])
def test_it_ends_after_ten_minutes_or_after_a_day_if_it_is_for_a_home_screen(clock, session, lasts, minutes):
    token = hand_overs.make_hand_over(session=session.pk, lasts=getattr(hand_overs, lasts))
    clock((minutes - 1) * MINUTE)
    purging.purge()
    assert find_hand_over(token) is not None
    clock(MINUTE)
    assert find_hand_over(token) is None


def test_a_session_keeps_its_latest_few(session):
    tokens = [hand_overs.make_hand_over(session=session.pk) for _token in range(hand_overs.MOST + 1)]
    assert [find_hand_over(token) is not None for token in tokens] == [False] + [True] * hand_overs.MOST


def test_it_ends_with_the_membership(cast):
    client = Client()
    client.force_login(cast.recorder.user)
    token = hand_overs.make_hand_over(session=client.session.row_key)
    members.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    assert find_hand_over(token) is None
    assert not HandOver.objects.exists()


def end_this_session(user):
    sessions.end_session(user=user, row_key=Session.objects.get(user=user).pk)


ENDS = {
    "the password changed": lambda user: accounts.change_password(user=user, old=PASSWORD, new="battery staple"),
    "the account recovered": lambda user: accounts.recover(name="Reginald", code=user.code, password="battery staple"),
    "signed out everywhere": lambda user: accounts.sign_out_everywhere(user=user),
    "signed out from another browser": end_this_session,
    "the account deleted": lambda user: leaving.delete_account(user=user, password=PASSWORD),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_it_ends_with_the_session(cast, end):
    user, code = accounts.sign_up(user=cast.recorder.user, name="Reginald", password=PASSWORD)
    user.code = code
    client = Client()
    client.force_login(user)
    token = hand_overs.make_hand_over(session=client.session.row_key)
    end(user)
    assert find_hand_over(token) is None
    assert HandOver.objects.exists() == (end is end_this_session)


def test_it_ends_when_the_user_creates_an_account_elsewhere(cast, token):
    """That shuts out whoever has a copy of the browser's cookie."""
    accounts.sign_up(user=cast.owner.user, name="Olga", password=PASSWORD)
    assert find_hand_over(token) is None


def test_the_hourly_cleanup_deletes_what_has_expired_or_was_made_by_a_clock_that_was_ahead(clock, session, token):
    def make(key, expires_at):
        return HandOver.objects.create(key=uuid.UUID(int=key), session_id="gone", expires_at=expires_at)

    late, ahead = make(1, NOW), make(2, NOW + 25 * HOUR)
    clock(MINUTE)
    assert purging.purge()
    left = set(HandOver.objects.values_list("pk", flat=True))
    assert (late.pk in left, ahead.pk in left, len(left)) == (False, False, 1)
    assert use(token)
