"""Accounts: who one is with a name and a password, what comes along at signing in, and the way back without either."""

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection

from scorekeeper.models import Membership, Player, User
from scorekeeper.queries.links import members_of
from scorekeeper.services import accounts, links
from scorekeeper.services.errors import Refused
from tests.cast import make_cast, seat_players, start_game, type_hand

GOOD, OTHER = "a good word", "another good word"


@pytest.fixture
def cast(db):
    """Made for each test: where nobody needs it, users are counted."""
    return make_cast()


def sign_up(user=None, name="Olga", password=GOOD):
    return accounts.sign_up(user=user, name=name, password=password)


def anew(user):
    return User.objects.get(pk=user.pk)


def no_transaction(monkeypatch, name):
    """Let hashing fail while a transaction of a service is open: it would keep everybody else from writing."""
    real, depth = getattr(accounts, name), len(connection.savepoint_ids)

    def hashing(*args, **kwargs):
        assert len(connection.savepoint_ids) == depth, "hashed while others wait"
        return real(*args, **kwargs)

    monkeypatch.setattr(accounts, name, hashing)


# Signing up


def test_signing_up_gives_this_browsers_user_a_name(cast):
    user, _code = sign_up(cast.owner.user)
    assert user.pk == cast.owner.user.pk
    assert (anew(user).name, anew(user).has_account) == ("Olga", True)
    assert accounts.sign_in(name="Olga", password=GOOD) == user
    assert members_of(cast.group)[0].user == user


def test_a_stranger_may_sign_up_too(db):
    user, _code = sign_up()
    assert User.objects.get() == user


@pytest.mark.parametrize("name", ["Olga", "OLGA", "oLGA", "O\u200blga"])
def test_a_name_is_one_accounts_in_whatever_case(db, cast, name):
    sign_up(cast.owner.user)
    before = list(User.objects.order_by("pk").values())
    for user in (None, cast.recorder.user):
        with pytest.raises(Refused) as refused:
            sign_up(user, name)
        assert refused.value.path == "name"
    assert list(User.objects.order_by("pk").values()) == before


def test_two_who_take_a_name_at_once_are_not_both_it(db, monkeypatch):
    sign_up()
    monkeypatch.setattr(accounts, "account", lambda name: None)
    with pytest.raises(Refused):
        sign_up()
    assert User.objects.count() == 1


def test_a_browser_signs_up_once_though_it_asks_twice(cast):
    late = anew(cast.owner.user)
    sign_up(cast.owner.user)
    with pytest.raises(Refused):
        sign_up(late, "Another")
    assert anew(late).name == "Olga"


def test_the_recovery_code_is_hashed_and_random(db):
    codes = []
    for number in range(20):
        user, code = sign_up(name=f"Olga {number}")
        codes.append(code)
        assert code.replace("-", "") not in user.recovery
        assert code not in user.recovery
        assert user.recovery != user.password
    assert len(set(codes)) == 20
    assert len(accounts.CODE_LETTERS) ** (accounts.CODE_GROUPS * accounts.CODE_GROUP) > 2**120


def test_nothing_is_hashed_while_others_wait_to_write(cast, monkeypatch):
    for name in ("make_password", "check_password"):
        no_transaction(monkeypatch, name)
    user, code = sign_up(cast.owner.user)
    accounts.sign_in(name="Olga", password=GOOD)
    accounts.recover(name="Olga", code=code, password=OTHER)
    accounts.change_password(user=anew(user), old=OTHER, new=GOOD)


# Signing in


@pytest.mark.parametrize(
    ("name", "password", "found"),
    [
        pytest.param("Olga", GOOD, True, id="as it is written"),
        pytest.param("oLGA", GOOD, True, id="in another case"),
        pytest.param("Olga", GOOD + " ", False, id="with a space behind"),
        pytest.param("Olga", GOOD.upper(), False, id="a password in capitals"),
        pytest.param("Olga", "", False, id="nothing"),
        pytest.param("Rex", GOOD, False, id="somebody else"),
        pytest.param("", GOOD, False, id="nobody"),
    ],
)
def test_signing_in_takes_name_and_password(db, name, password, found):
    user, _code = sign_up()
    assert accounts.sign_in(name=name, password=password) == (user if found else None)


def test_an_unknown_name_takes_as_long_as_a_wrong_password(db, monkeypatch):
    sign_up()
    hashed = []
    monkeypatch.setattr(accounts, "make_password", lambda word: hashed.append("unknown"))
    monkeypatch.setattr(AbstractBaseUser, "check_password", lambda self, word: hashed.append("wrong"))
    for name in ("Olga", "Rex"):
        accounts.sign_in(name=name, password="x")
    assert hashed == ["wrong", "unknown"]


# What comes along


def merge(browser, into):
    accounts.merge(browser=browser.user, into=into)


def test_memberships_go_to_the_account(cast):
    user, _code = sign_up()
    merge(cast.recorder, user)
    moved = Membership.objects.get(pk=cast.recorder.pk)
    assert (moved.user, moved.role, moved.removed_at) == (user, "recorder", None)


@pytest.mark.parametrize(
    ("browser", "account", "stays"),
    [
        pytest.param("owner", "recorder", "owner", id="the browser's is stronger"),
        pytest.param("recorder", "owner", "owner", id="the account's is stronger"),
        pytest.param("recorder", "recorder", "recorder", id="both the same"),
        pytest.param("recorder", "removed owner", "recorder", id="the account was removed and joined again"),
    ],
)
def test_the_same_group_twice_is_one_membership_with_the_stronger_role(cast, browser, account, stays):
    user, _code = sign_up(cast.recorder.user)
    own, _space, _role = account.partition(" ")
    removed_at = cast.owner.joined_at if own == "removed" else None
    role = account.split()[-1]
    Membership.objects.filter(pk=cast.recorder.pk).update(role=role, removed_at=removed_at)
    other = Membership.objects.create(
        group=cast.group, user=User.objects.create_browser(), role=browser, name="Olga on the other phone"
    )
    merge(other, user)
    kept, gone = Membership.objects.get(pk=cast.recorder.pk), Membership.objects.get(pk=other.pk)
    assert (kept.role, kept.removed_at, kept.user) == (stays, None, user)
    assert gone.removed_at is not None


@pytest.mark.parametrize("said", [False, True], ids=["who had said nobody", "who had said another"])
def test_the_claimed_player_follows(cast, said):
    ann, bob = seat_players(cast.group, 2)
    user, _code = sign_up(cast.owner.user)
    links.claim_player(group=cast.group, player_id=ann.pk, by=cast.recorder)
    if said:
        links.claim_player(group=cast.group, player_id=bob.pk, by=cast.owner)
    merge(cast.recorder, user)
    claimed = dict(Player.objects.values_list("name", "member"))
    assert claimed == ({"Ann": None, "Bob": cast.owner.pk} if said else {"Ann": cast.owner.pk, "Bob": None})


def test_a_removed_membership_does_not_come_along(cast):
    links.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    user, _code = sign_up()
    merge(cast.recorder, user)
    assert not user.memberships.exists()


def test_an_account_is_never_merged_into_another(cast):
    sign_up(cast.owner.user)
    other, _code = sign_up(name="Rex")
    merge(Membership.objects.get(pk=cast.owner.pk), other)
    accounts.merge(browser=other, into=other)
    assert Membership.objects.get(pk=cast.owner.pk).user == cast.owner.user


def test_what_was_typed_before_stays_whose_it_was(cast):
    game = start_game(cast.owner)
    revision = type_hand(game, "pass", cast.recorder).save()
    user, _code = sign_up(cast.owner.user)
    merge(cast.recorder, user)
    revision.refresh_from_db()
    assert revision.member == cast.recorder


# Passwords and the way back


def test_another_password_needs_the_old_one(db):
    user, _code = sign_up()
    with pytest.raises(Refused) as refused:
        accounts.change_password(user=user, old="wrong", new=OTHER)
    assert refused.value.path == "old"
    accounts.change_password(user=user, old=GOOD, new=OTHER)
    assert accounts.sign_in(name="Olga", password=GOOD) is None
    assert accounts.sign_in(name="Olga", password=OTHER) == user


@pytest.mark.parametrize("typed", ["{}", " {} ", "lower"])
def test_the_recovery_code_works_once(db, typed):
    user, code = sign_up()
    said = code.lower().replace("-", " ") if typed == "lower" else typed.format(code)
    found, following = accounts.recover(name="olga", code=said, password=OTHER)
    assert found == user
    assert following != code
    assert accounts.sign_in(name="Olga", password=OTHER) == user
    assert accounts.recover(name="olga", code=code, password=GOOD) is None
    assert accounts.recover(name="olga", code=following, password=GOOD) is not None


@pytest.mark.parametrize(("name", "code"), [("Olga", ""), ("Olga", "-"), ("Olga", "22222-" * 5), ("Rex", "{}")])
def test_a_wrong_code_changes_nothing(db, name, code):
    _user, right = sign_up()
    before = list(User.objects.values())
    assert accounts.recover(name=name, code=code.format(right), password=OTHER) is None
    assert list(User.objects.values()) == before


def test_of_two_who_recover_at_once_one_is_too_late(db, monkeypatch):
    user, code = sign_up()
    stale = anew(user)
    assert accounts.recover(name="Olga", code=code, password=OTHER)
    monkeypatch.setattr(accounts, "account", lambda name: stale)
    assert accounts.recover(name="Olga", code=code, password=GOOD) is None
    assert anew(user).check_password(OTHER)


# Sessions


def test_sessions_of_before_stay_valid_until_one_signs_out_everywhere(db):
    user, code = sign_up()
    assert user.get_session_auth_hash() == AbstractBaseUser.get_session_auth_hash(user)
    seen = {user.get_session_auth_hash()}
    for _time in range(2):
        accounts.sign_out_everywhere(user=user)
        seen.add(anew(user).get_session_auth_hash())
    accounts.recover(name="Olga", code=code, password=GOOD)
    seen.add(anew(user).get_session_auth_hash())
    assert len(seen) == 4
