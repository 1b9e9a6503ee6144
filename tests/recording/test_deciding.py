"""Decisions are made before the group is locked, on rows that may be out of date by the time it is."""

import pytest
from django.db import DatabaseError, connection

from scorekeeper.models import Hand
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.recording.game import writing as game_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.web import ledger
from scorekeeper.web.refusals import NotFound, Stale
from tests.cast import A_HAND, Phone, enter_hand, make_cast, play, refresh, start_game
from tests.recording.hands import stored
from tests.trials.seam import meanwhile

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast():
    return make_cast()


@pytest.fixture
def game(cast):
    return start_game(cast.owner)


@pytest.mark.parametrize("value", [pytest.param(10, id="allowed"), pytest.param(True, id="refused")])
def test_a_value_that_somebody_else_has_changed_meanwhile_is_not_overwritten(cast, game, monkeypatch, value):
    phone, other = Phone(refresh(game), cast.owner), Phone(refresh(game), cast.recorder)
    with meanwhile(monkeypatch, lambda: other.tap("A bid 12")), pytest.raises(Stale) as refused:
        phone.write("players.0.bid", value)
    assert (refused.value.conflict.stands, refused.value.conflict.member) == (12, cast.recorder.pk)


def test_what_was_entered_elsewhere_meanwhile_is_kept(cast, game, monkeypatch):
    phone, other = Phone(refresh(game), cast.owner), Phone(refresh(game), cast.recorder)
    with meanwhile(monkeypatch, lambda: other.tap("B bid 12")):
        phone.tap("A bid 10")
    assert phone.draft == {"players.0.bid": 10, "players.1.bid": 12}


def test_a_hand_that_was_changed_meanwhile_is_not_saved(cast, game, monkeypatch):
    phone, other = enter_hand(game, A_HAND, cast.owner), Phone(refresh(game), cast.recorder, 1)
    with meanwhile(monkeypatch, lambda: other.tap("A peeked")), pytest.raises(Stale):
        phone.save()
    assert stored(game).entry is None


def test_what_was_refused_on_an_outdated_row_is_written(cast, game, monkeypatch):
    sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
    phone = Phone(refresh(game), cast.owner)
    with meanwhile(monkeypatch, lambda: sheet_writing.resume_game(game=game, by=cast.owner)):
        phone.tap("A bid 10")
    assert phone.draft == {"players.0.bid": 10}


@pytest.mark.parametrize("value", [pytest.param(10, id="allowed"), pytest.param(True, id="refused")])
def test_a_member_who_was_removed_meanwhile_writes_nothing(cast, game, monkeypatch, value):
    phone = Phone(refresh(game), cast.recorder)
    removal = {"group": cast.group, "member_id": cast.recorder.pk, "by": cast.owner}
    with meanwhile(monkeypatch, lambda: groups_writing.remove_member(**removal)), pytest.raises(NotFound):
        phone.write("players.0.bid", value)
    assert not Hand.objects.exists()


def test_a_member_of_another_group_writes_nothing(cast, game):
    with pytest.raises(NotFound):
        Phone(refresh(game), cast.stranger).tap("A bid 10")
    assert not Hand.objects.exists()


def test_a_write_that_fails_leaves_the_version_by_which_pages_are_cached(cast, game, monkeypatch):
    play(game, A_HAND, by=cast.owner)
    phone = enter_hand(refresh(game), A_HAND, cast.owner)
    version = phone.game.version

    def fail_late(*arguments):
        ledger.bump_game(*arguments)
        connection.cursor().execute("SELECT nothing")

    with monkeypatch.context() as patch:
        patch.setattr(game_writing, "bump_game", fail_late)
        with pytest.raises(DatabaseError):
            phone.save()
    assert (phone.game.version, refresh(game).version) == (version, version)
    assert phone.save().number == 1
