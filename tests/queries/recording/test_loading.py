"""Games kept in memory: only what is committed is kept, and it takes no more memory than estimated."""

import gc
import tracemalloc

import pytest
from django.db import IntegrityError, transaction

from scorekeeper.memory import memory
from scorekeeper.models import Game, Hand
from scorekeeper.queries.recording.loading import load, read_known
from scorekeeper.services import revising
from tests.cast import A_HAND, Phone, enter_hand, make_cast, play, refresh, start_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast():
    """An owner, a recorder and a stranger, all committed."""
    return make_cast()


@pytest.fixture
def game(cast):
    """A game with one saved hand and a second one that is entered but not saved."""
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    enter_hand(game, A_HAND, cast.owner)
    return refresh(game)


WRITES = [
    pytest.param(lambda cast, game: Phone(game, cast.owner, 2).tap("A took 11", at="players.0.taken"), id="a tap"),
    pytest.param(lambda cast, game: enter_hand(game, "pass", cast.owner, 1).save(), id="a correction"),
]


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("known", [True, False], ids=["kept before", "not kept"])
def test_what_is_rolled_back_leaves_no_trace(cast, game, write, known):
    memory.clear()
    if known:
        load(game)
    with transaction.atomic():
        write(cast, refresh(game))
        load(refresh(game))
        transaction.set_rollback(True)
    assert refresh(game).version == game.version
    # The next write uses the version number that was rolled back.
    Phone(refresh(game), cast.recorder, 2).tap("B took 10", at="players.1.taken")
    assert load(refresh(game)) == read_known(refresh(game))


def test_a_write_that_fails_leaves_no_trace(cast, game, monkeypatch):
    phone = Phone(game, cast.owner, 2)

    def fail(record):
        raise IntegrityError

    with monkeypatch.context() as patched:
        patched.setattr(revising, "keep_once_committed", fail)
        with pytest.raises(IntegrityError):
            phone.save()
    assert load(refresh(game)) == read_known(refresh(game))
    assert phone.save().number == 1
    assert load(refresh(game)) == read_known(refresh(game))


def long_game(by):
    """Return a game of 200 hands."""
    game = start_game(by, player_target=9999, gnome_target=9999)
    play(game, A_HAND, by=by)
    entry = Hand.objects.get(game=game).entry
    hands = (Hand(game=game, number=number, dealer=number % 4, entry=entry, taps=[]) for number in range(2, 201))
    Hand.objects.bulk_create(hands)
    Game.objects.filter(pk=game.pk).update(version=game.version + 9)
    return refresh(game)


@pytest.mark.slow
def test_a_record_takes_no_more_memory_than_estimated(cast, client, monkeypatch):
    keep = memory.keep
    monkeypatch.setattr(memory, "keep", lambda key, *what: keep(key, *what) if key[0] == "game" else None)
    client.force_login(cast.owner.user)
    first, game = long_game(cast.owner), long_game(cast.owner)
    for shown in (first, game):  # the first creates everything that is created only once
        memory.clear()
        gc.collect()
        tracemalloc.start()
        for address in ("", "?hand=1", "hands/1/", "hands/201/"):
            assert client.get(f"/games/{shown.pk}/{address}").status_code == 200
        gc.collect()
        taken, _most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert taken <= memory.size
