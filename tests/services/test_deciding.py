"""Decisions are made before the group is locked, on rows that may be out of date by the time it is."""

from contextlib import contextmanager

import pytest
from django.db import DatabaseError, connection

from scorekeeper.models import Hand, Playgroup
from scorekeeper.queries.recording.loading import load
from scorekeeper.queries.recording.setups import Setting
from scorekeeper.rules.base import Rules
from scorekeeper.rules.replay import Replay
from scorekeeper.services import deciding, games, hands, members, settle
from scorekeeper.services.errors import NotFound, Refused, Stale
from tests.cast import A_HAND, Phone, enter_hand, make_cast, play, refresh, start_game
from tests.services.hands import stored
from tests.trials.seam import meanwhile

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast():
    return make_cast()


@pytest.fixture
def game(cast):
    return start_game(cast.owner)


@pytest.fixture
def decided(monkeypatch):
    """The versions of the game that decisions were based on, in order."""
    versions, known = [], deciding._known

    def counted(game):
        versions.append(game.version)
        return known(game)

    monkeypatch.setattr(deciding, "_known", counted)
    return versions


def columns(row):
    """Return a row's own values, without the rows that it refers to."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def is_current(game):
    """Return whether a row, and its group's name and notice, are as they are stored."""
    group = Playgroup.objects.get(pk=game.group_id)
    same_group = (game.group.name, game.group.notice) == (group.name, group.notice)
    return same_group and columns(game) == columns(refresh(game))


def test_a_decision_is_made_once_if_nothing_has_changed(cast, game, decided):
    phone = Phone(refresh(game), cast.owner)
    for word in ("A bid 10", "A bid 10", "B bid 12"):
        version = phone.game.version
        phone.tap(word)
        assert (decided.pop(), decided) == (version, [])
        assert is_current(phone.game)


def test_a_refusal_is_decided_once_if_nothing_has_changed(cast, game, decided):
    phone = Phone(refresh(game), cast.owner)
    with pytest.raises(Refused):
        phone.write("players.0.bid", True)
    assert decided == [phone.game.version]
    assert is_current(phone.game)


def test_a_decision_is_made_again_if_the_game_has_changed_meanwhile(cast, game, decided, monkeypatch):
    phone, other = Phone(refresh(game), cast.owner), Phone(refresh(game), cast.recorder)
    with meanwhile(monkeypatch, lambda: other.tap("B bid 12")):
        phone.tap("A bid 10")
    first = phone.game.version - 2
    assert decided == [first, first, first + 1]
    assert Phone(game, cast.owner).draft == {"players.0.bid": 10, "players.1.bid": 12}
    assert is_current(phone.game)
    assert phone.page == load(refresh(phone.game))


def test_a_value_that_somebody_else_has_changed_meanwhile_is_not_overwritten(cast, game, monkeypatch):
    phone, other = Phone(refresh(game), cast.owner), Phone(refresh(game), cast.recorder)
    with meanwhile(monkeypatch, lambda: other.tap("A bid 12")), pytest.raises(Stale) as refused:
        phone.tap("A bid 10")
    assert (refused.value.conflict.stands, refused.value.conflict.member) == (12, cast.recorder.pk)
    assert is_current(phone.game)


def test_a_hand_that_was_changed_meanwhile_is_not_saved(cast, game, monkeypatch):
    phone, other = enter_hand(game, A_HAND, cast.owner), Phone(refresh(game), cast.recorder, 1)
    with meanwhile(monkeypatch, lambda: other.tap("A peeked")), pytest.raises(Stale):
        phone.save()
    assert stored(game).entry is None
    assert is_current(phone.game)


def test_a_refusal_based_on_an_outdated_row_is_decided_again(cast, game, decided, monkeypatch):
    games.stop_game(game=game, how="no_winner", by=cast.owner)
    phone = Phone(refresh(game), cast.owner)
    decided.clear()
    with meanwhile(monkeypatch, lambda: games.resume_game(game=game, by=cast.owner)):
        phone.tap("A bid 10")
    first = phone.game.version - 2
    assert decided == [first, first, first + 1]
    assert is_current(phone.game)


def test_a_second_refusal_is_the_one_that_is_raised(cast, game, monkeypatch):
    phone = Phone(refresh(game), cast.owner)

    def other():
        Phone(refresh(game), cast.recorder).tap("A bid 12")

    with meanwhile(monkeypatch, other), pytest.raises(Stale):
        phone.write("players.0.bid", True)
    assert is_current(phone.game)


@pytest.mark.parametrize("value", [pytest.param(10, id="allowed"), pytest.param(True, id="refused")])
def test_a_member_who_was_removed_meanwhile_writes_nothing(cast, game, monkeypatch, value):
    phone = Phone(refresh(game), cast.recorder)
    removal = {"group": cast.group, "member_id": cast.recorder.pk, "by": cast.owner}
    with meanwhile(monkeypatch, lambda: members.remove_member(**removal)), pytest.raises(NotFound):
        phone.write("players.0.bid", value)
    assert not Hand.objects.exists()


def test_a_member_of_another_group_writes_nothing(cast, game):
    with pytest.raises(NotFound):
        Phone(refresh(game), cast.stranger).tap("A bid 10")
    assert not Hand.objects.exists()


@contextmanager
def only_rows_under_the_lock(monkeypatch):
    """Make rules fail while the group is locked."""

    def outside(function):
        def checked(*given, **named):
            assert not connection.in_atomic_block, f"{function.__qualname__} under the lock"
            return function(*given, **named)

        return checked

    with monkeypatch.context() as patch:
        for owner, name in ((Replay, "deal"), (Rules, "record"), (Rules, "problems")):
            patch.setattr(owner, name, outside(getattr(owner, name)))
        yield


def swap_seats(phone):
    record = load(refresh(phone.game))
    players = (record.players[1], record.players[0], *record.players[2:])
    setting = Setting(players=players, first_dealer=record.first_dealer, options=record.options)
    games.correct_setup(game=record.game, setting=setting, seen=record.setup, by=phone.by)


WRITES = {
    "tap": lambda phone: phone.tap("A bid 11"),
    "step back": Phone.back,
    "start over": Phone.over,
    "save": Phone.save,
    "set-up": swap_seats,
    "stop": lambda phone: games.stop_game(game=refresh(phone.game), how="leader_wins", by=phone.by),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_no_hand_is_replayed_under_the_lock(cast, game, monkeypatch, write):
    play(game, A_HAND, A_HAND, by=cast.owner)
    phone = enter_hand(refresh(game), A_HAND, cast.owner)
    with only_rows_under_the_lock(monkeypatch):
        write(phone)


def test_undoing_a_save_replays_no_hand_under_the_lock(cast, game, monkeypatch):
    play(game, A_HAND, by=cast.owner)
    revision = enter_hand(refresh(game), A_HAND, cast.owner).save()
    with only_rows_under_the_lock(monkeypatch):
        hands.undo(game=refresh(game), number=2, revision=revision.number, by=cast.owner)


def test_a_write_that_fails_leaves_the_version_by_which_pages_are_cached(cast, game, monkeypatch):
    play(game, A_HAND, by=cast.owner)
    phone = enter_hand(refresh(game), A_HAND, cast.owner)
    version = phone.game.version
    with monkeypatch.context() as patch, pytest.raises(DatabaseError):
        patch.setattr(settle, "_bump_group", lambda *_group: connection.cursor().execute("SELECT nothing"))
        phone.save()
    assert (phone.game.version, refresh(game).version) == (version, version)
    assert phone.save().number == 1
