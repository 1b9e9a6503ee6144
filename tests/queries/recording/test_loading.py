"""Games kept in memory: only committed data is kept, and it takes no more memory than estimated."""

import gc
import tracemalloc

import pytest
from django.db import IntegrityError, transaction

from scorekeeper.memory import memory
from scorekeeper.models import Game, Hand, Player
from scorekeeper.queries.recording.loading import load, load_many, read_known
from scorekeeper.queries.recording.setups import Setting
from scorekeeper.queries.recording.taps import tap_of
from scorekeeper.services import games, hands, revising
from scorekeeper.services.roster import change_player
from scorekeeper.services.settle import rescore
from tests.cast import A_HAND, Phone, enter_hand, make_cast, play, refresh, start_game
from tests.samples import play_sample

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


def kept(game):
    """Return the version and the record kept for a game, or None."""
    return memory.get(("game", game.pk))


def test_a_kept_game_is_not_read_again(cast, game, django_assert_num_queries):
    other = start_game(cast.owner)
    row, another = refresh(game), refresh(other)
    with django_assert_num_queries(2):
        records = load_many([another, row])
    with django_assert_num_queries(0):
        assert load_many([row, another]) == records[::-1]
    assert records == [read_known(another), read_known(row)]


def test_a_kept_game_has_the_row_that_load_was_given(game):
    first, second = load(refresh(game)), refresh(game)
    assert load(second).game is second
    assert load(second).replays is first.replays


def test_a_game_with_a_new_version_is_read_again(game):
    load(game)
    Hand.objects.filter(game=game, number=2).update(taps=[])
    assert load(game).hand(2).taps
    Game.objects.filter(pk=game.pk).update(version=game.version + 1)
    assert load(refresh(game)).hand(2).taps == []


def test_a_write_keeps_what_it_wrote(cast, game, django_assert_num_queries):
    phone = Phone(game, cast.owner, 2)
    version = game.version
    phone.tap("A took 11", at="players.0.taken")
    row = refresh(game)
    with django_assert_num_queries(0):
        record = load(row)
    assert (row.version, record.hand(2).taps[-1][:2]) == (version + 1, ["players.0.taken", 11])
    assert record == read_known(row)


def swap(cast, game):
    """Swap the first two players' seats."""
    record = load(refresh(game))
    first, second, *rest = record.players
    setting = Setting(players=(second, first, *rest), first_dealer=0, options=record.options)
    games.correct_setup(game=game, setting=setting, seen=record.setup, by=cast.owner)


def rename(cast, game):
    """Rename a player."""
    change_player(group=cast.group, player_id=Player.objects.get(group=cast.group, name="Ann").pk, name="Zoe")


WRITES = [
    pytest.param(lambda cast, game: Phone(game, cast.owner, 2).tap("A took 11", at="players.0.taken"), id="a tap"),
    pytest.param(lambda cast, game: Phone(game, cast.owner, 2).over(), id="starting over"),
    pytest.param(lambda cast, game: Phone(game, cast.owner, 2).save(), id="a save"),
    pytest.param(lambda cast, game: enter_hand(game, "pass", cast.owner, 1).save(), id="a correction"),
    pytest.param(lambda cast, game: games.stop_game(game=game, how="no_winner", by=cast.owner), id="stopping the game"),
    pytest.param(lambda cast, game: games.hide_game(game=game, hidden=True), id="hiding the game"),
    pytest.param(swap, id="changing the setup"),
    pytest.param(rename, id="renaming a player"),
    pytest.param(lambda cast, game: rescore(game), id="rescoring"),
]


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("known", [True, False], ids=["kept before", "not kept"])
def test_what_is_rolled_back_leaves_no_trace(cast, game, write, known):
    memory.clear()
    if known:
        load(game)
    before = kept(game)
    with transaction.atomic():
        write(cast, refresh(game))
        load(refresh(game))
        transaction.set_rollback(True)
    assert kept(game) is before
    assert refresh(game).version == game.version
    # The next write uses the version number that was rolled back.
    Phone(refresh(game), cast.recorder, 2).tap("B took 10", at="players.1.taken")
    assert load(refresh(game)) == read_known(refresh(game))
    assert kept(game)[0] == game.version + 1


def test_what_is_rolled_back_to_a_savepoint_leaves_no_trace(cast, game):
    memory.clear()
    with transaction.atomic():
        with transaction.atomic():
            Phone(game, cast.owner, 2).tap("A took 11", at="players.0.taken")
            transaction.set_rollback(True)
        Phone(refresh(game), cast.owner, 2).tap("B took 10", at="players.1.taken")
        assert kept(game) is None
    assert load(refresh(game)) == read_known(refresh(game))
    assert load(refresh(game)).hand(2).taps[-1][0] == "players.1.taken"


@pytest.mark.parametrize("known", [True, False], ids=["kept before", "not kept"])
def test_a_write_that_fails_leaves_no_trace(cast, game, known, monkeypatch):
    phone = Phone(game, cast.owner, 2)
    if not known:
        memory.clear()

    def fail(record):
        raise IntegrityError

    with monkeypatch.context() as patched:
        patched.setattr(revising, "keep_once_committed", fail)
        with pytest.raises(IntegrityError):
            phone.save()
    row = refresh(game)
    assert (row.version, kept(row)[0], load(row).game.version) == (game.version,) * 3
    assert load(row) == read_known(row)
    assert phone.save().number == 1
    assert load(refresh(game)) == read_known(refresh(game))


def test_a_game_that_is_read_in_a_transaction_is_not_kept(game):
    memory.clear()
    with transaction.atomic():
        load(game)
        assert memory.size == 0
    load(game)
    assert kept(game)[0] == game.version


# Sizes

LONG = {"trumplestiltskin": {"player_target": 9999, "gnome_target": 9999}, "pinochle": {"target": 9999}}


def long_game(slug, count, by):
    """Return a game with `count` hands, which repeat the sample's. Some kinds of games are over before that."""
    game = play_sample(slug, by)
    played, seats = list(game.hands.order_by("number")), game.seats.count()
    again = (
        Hand(game=game, number=index + 1, dealer=index % seats, entry=played[index % len(played)].entry, taps=[])
        for index in range(len(played), count)
    )
    Hand.objects.bulk_create(again)
    state = {"state": "playing", "ended_at": None, "version": game.version + 9}
    Game.objects.filter(pk=game.pk).update(**state, options=game.options | LONG.get(slug, {}))
    return refresh(game)


def taken(make):
    """Return how many bytes `make` allocates and keeps in memory."""
    memory.clear()
    gc.collect()
    tracemalloc.start()
    try:
        make()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


@pytest.fixture
def only_records(monkeypatch):
    """Keep only games in memory, and nothing rendered from them."""
    keep = memory.keep
    monkeypatch.setattr(memory, "keep", lambda key, *what: keep(key, *what) if key[0] == "game" else None)


def show(game, browser):
    """Open a game's sheet, its sheet with an open hand, its first hand and its next hand."""
    for address in ("", "?hand=1", "hands/1/", f"hands/{load(game).new_number}/"):
        assert browser.get(f"/games/{game.pk}/{address}").status_code == 200


@pytest.mark.slow
@pytest.mark.usefixtures("only_records")
@pytest.mark.parametrize("count", [20, 200])
@pytest.mark.parametrize("slug", ["trumplestiltskin", "tontine"])
def test_a_record_takes_no_more_memory_than_estimated(cast, client, slug, count):
    client.force_login(cast.owner.user)
    first, game = (long_game(slug, count, cast.owner) for _game in range(2))
    show(first, client)  # creates everything that is created only once
    assert taken(lambda: show(game, client)) <= memory.size


@pytest.mark.usefixtures("only_records")
@pytest.mark.parametrize("answers", [1, 3], ids=["one answer each", "several answers each"])
def test_the_taps_of_a_record_are_part_of_its_size(cast, answers):
    game, seats = start_game(cast.owner), range(answers)
    tap = tap_of({f"players.{seat}.taken": 1000 + seat for seat in seats}, cast.owner.pk)
    Hand.objects.create(game=game, number=1, dealer=3, taps=[tap] * hands.MOST_TAPS)
    load(start_game(cast.owner)).screen(1)
    assert taken(lambda: load(refresh(game)).screen(1)) <= memory.size
