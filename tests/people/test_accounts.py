"""Signing up, signing in, merging memberships, passwords, and recovery."""

import pytest
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection

from scorekeeper.models import Membership, Player, User
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.accounts.writing import delete_account
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.groups.reading import members_of
from scorekeeper.web.refusals import Refused
from tests.cast import seat_players

PASSWORD, OTHER = "a good word", "another good word"


def sign_up(user=None, name="Olga", password=PASSWORD):
    return accounts_writing.sign_up(user=user, name=name, password=password)


def recover(name, code, password):
    return accounts_writing.recover(name=name, code=code, password=password)


def reload(user):
    return User.objects.get(pk=user.pk)


def test_signing_up_turns_the_browsers_user_into_an_account(cast):
    late = reload(cast.owner.user)
    user, _code = sign_up(cast.owner.user)
    assert user.pk == cast.owner.user.pk
    assert (reload(user).name, reload(user).has_account) == ("Olga", True)
    assert accounts_writing.sign_in(name="Olga", password=PASSWORD) == user
    assert members_of(cast.group)[0].user == user
    with pytest.raises(Refused):
        sign_up(late, "Another")
    assert reload(user).name == "Olga"


def test_the_recovery_code_is_hashed_and_random(db):
    made = [sign_up(name=f"Olga {number}") for number in range(5)]
    assert not [code for user, code in made if code.replace("-", "") in user.recovery]
    letters = accounts_writing.CODE_GROUPS * accounts_writing.CODE_GROUP_LENGTH
    assert (len({code for _user, code in made}), len(accounts_writing.CODE_LETTERS) ** letters > 2**120) == (5, True)


def test_account_names_are_unique_ignoring_case(cast, monkeypatch):
    sign_up(cast.owner.user)
    before = list(User.objects.order_by("pk").values())
    for user, name in ((None, "OLGA"), (cast.recorder.user, "O\u200blga")):
        with pytest.raises(Refused) as refused:
            sign_up(user, name)
        assert refused.value.path == "name"
    monkeypatch.setattr(accounts_writing, "account", lambda name: None)  # as if both had looked at the same time
    with pytest.raises(Refused):
        sign_up()
    assert list(User.objects.order_by("pk").values()) == before


def test_signing_in_requires_the_right_name_and_password(db):
    user, _code = sign_up()
    for name, password, expected in (
        ("Olga", PASSWORD, user),
        ("oLGA", PASSWORD, user),
        ("Rex", PASSWORD, None),
        ("Olga", PASSWORD.upper(), None),
    ):
        assert accounts_writing.sign_in(name=name, password=password) == expected, (name, password)


def test_an_unknown_name_takes_as_long_as_a_wrong_password(db, monkeypatch):
    sign_up()
    hashed = []
    monkeypatch.setattr(accounts_writing, "make_password", lambda word: hashed.append("unknown"))
    monkeypatch.setattr(AbstractBaseUser, "check_password", lambda self, word: hashed.append("wrong"))
    for name in ("Olga", "Rex"):
        accounts_writing.sign_in(name=name, password="x")
    assert hashed == ["wrong", "unknown"]


def merge(browser, into):
    accounts_writing.merge(browser=browser.user, into=into)


def test_two_memberships_in_a_group_merge_into_the_stronger_role(cast):
    user, _code = sign_up(cast.recorder.user)
    for browser, account, removed_at, expected in (
        ("owner", "recorder", None, "owner"),
        ("recorder", "owner", None, "owner"),
        ("recorder", "owner", cast.owner.joined_at, "recorder"),
    ):
        Membership.objects.filter(pk=cast.recorder.pk).update(role=account, removed_at=removed_at)
        other = Membership.objects.create(
            group=cast.group, user=User.objects.create_browser(), role=browser, name="Olga on the other phone"
        )
        merge(other, user)
        merged, removed = (Membership.objects.get(pk=member.pk) for member in (cast.recorder, other))
        assert (merged.role, merged.removed_at, merged.user) == (expected, None, user), (browser, account, removed_at)
        assert removed.removed_at is not None


@pytest.mark.parametrize("has_claim", [False, True], ids=["without a claim", "with another claim"])
def test_the_claimed_player_moves_to_the_account(cast, has_claim):
    ann, bob = seat_players(cast.group, 2)
    user, _code = sign_up(cast.owner.user)
    groups_writing.claim_player(group=cast.group, player_id=ann.pk, by=cast.recorder)
    if has_claim:
        groups_writing.claim_player(group=cast.group, player_id=bob.pk, by=cast.owner)
    merge(cast.recorder, user)
    claimed = dict(Player.objects.values_list("name", "member"))
    assert claimed == ({"Ann": None, "Bob": cast.owner.pk} if has_claim else {"Ann": cast.owner.pk, "Bob": None})


def test_a_browser_is_merged_into_an_account_but_no_account_or_removed_membership(cast):
    sign_up(cast.owner.user)
    other, _code = sign_up(name="Rex")
    merge(Membership.objects.get(pk=cast.owner.pk), other)
    accounts_writing.merge(browser=other, into=other)
    assert Membership.objects.get(pk=cast.owner.pk).user == cast.owner.user
    Membership.objects.filter(pk=cast.recorder.pk).update(removed_at=cast.owner.joined_at)
    merge(cast.recorder, other)
    assert not other.memberships.exists()
    Membership.objects.filter(pk=cast.recorder.pk).update(removed_at=None)
    merge(cast.recorder, other)
    moved = Membership.objects.get(pk=cast.recorder.pk)
    assert (moved.user, moved.role, moved.removed_at) == (other, "recorder", None)


def test_changing_the_password_requires_the_old_one(db):
    user, _code = sign_up()
    with pytest.raises(Refused) as refused:
        accounts_writing.change_password(user=user, old="wrong", new=OTHER)
    assert refused.value.path == "old"
    accounts_writing.change_password(user=user, old=PASSWORD, new=OTHER)
    assert accounts_writing.sign_in(name="Olga", password=PASSWORD) is None
    assert accounts_writing.sign_in(name="Olga", password=OTHER) == user


def test_the_recovery_code_works_once(db, monkeypatch):
    user, code = sign_up()
    stale = reload(user)
    recovered, next_code = recover("olga", f" {code.lower().replace('-', ' ')} ", OTHER)
    assert recovered == user
    assert next_code != code
    assert accounts_writing.sign_in(name="Olga", password=OTHER) == user
    assert recover("olga", code, PASSWORD) is None
    assert recover("olga", next_code, PASSWORD) is not None
    monkeypatch.setattr(accounts_writing, "account", lambda name: stale)
    assert recover("olga", code, PASSWORD) is None, "checked at the same time"


def test_a_wrong_code_changes_nothing_and_costs_no_hash(db, monkeypatch):
    _user, right = sign_up()
    before = list(User.objects.values())
    monkeypatch.setattr(accounts_writing, "make_password", lambda word: pytest.fail("hashed"))
    for name, code in (("Olga", ""), ("Olga", "22222-" * 5), ("Rex", right)):
        assert recover(name, code, OTHER) is None
    assert list(User.objects.values()) == before


HASHING = {
    "signing up": lambda user, code: sign_up(name="Rex"),
    "signing in": lambda user, code: accounts_writing.sign_in(name="Olga", password=PASSWORD),
    "an unknown name": lambda user, code: accounts_writing.sign_in(name="Zoe", password=PASSWORD),
    "changing the password": lambda user, code: accounts_writing.change_password(user=user, old=PASSWORD, new=OTHER),
    "recovering": lambda user, code: recover("Olga", code, OTHER),
    "deleting the account": lambda user, code: delete_account(user=user, password=OTHER),
}


def test_nothing_is_hashed_inside_a_transaction(db, monkeypatch):
    """It would keep everybody else from writing for as long as the hash takes."""
    user, code = sign_up()
    outside, hashed = len(connection.atomic_blocks), []
    for method in ("verify", "encode"):
        real = getattr(MD5PasswordHasher, method)

        def hash_it(*given, real=real):
            hashed.append(len(connection.atomic_blocks) - outside)
            return real(*given)

        monkeypatch.setattr(MD5PasswordHasher, method, hash_it)
    for name, write in HASHING.items():
        hashed.clear()
        write(reload(user), code)
        assert hashed, name
        assert not any(hashed), name


def test_sessions_stay_valid_until_the_user_ends_them(db):
    user, code = sign_up()
    assert user.get_session_auth_hash() == AbstractBaseUser.get_session_auth_hash(user)
    seen = {user.get_session_auth_hash()}
    for _time in range(2):
        accounts_writing.end_sessions(user=user)
        seen.add(reload(user).get_session_auth_hash())
    recover("Olga", code, PASSWORD)
    seen.add(reload(user).get_session_auth_hash())
    assert len(seen) == 4
