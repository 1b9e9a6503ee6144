"""Simultaneous writes, from real threads with their own connections to a database file.

A barrier starts all threads at once; the outcome must be correct no matter which one the database serves first. Each
thread has read the game's row by itself, as each request does.
"""

import threading
import uuid
from functools import partial

import pytest
from django.db import connection

from scorekeeper.models import Game, Hand, Membership, Night, Player, Playgroup, Revision, User
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.setup.writing import join_game
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.web.refusals import Stale
from tests.cast import (
    A_HAND,
    Phone,
    differences,
    enter_hand,
    make_cast,
    new_game,
    refresh,
    start_game,
    tap_from_words,
    totals,
)
from tests.rounds import setups, start_rounds

AT_ONCE = 8
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast():
    return make_cast()


@pytest.fixture
def game(cast):
    return start_game(cast.owner)


def at_once(*writes):
    """Start all writes at once and return their results, each of which is a return value or an exception."""
    ready, results = threading.Barrier(len(writes), timeout=20), [None] * len(writes)

    def run(number, write):
        try:
            ready.wait()
            results[number] = write()
        except Exception as error:  # each test decides which errors are acceptable
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=numbered) for numbered in enumerate(writes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return results


@pytest.mark.parametrize("attempt", range(3))
def test_eight_identical_saves_or_undos_all_succeed_and_count_once(cast, game, attempt):
    phones = [enter_hand(refresh(game), A_HAND, cast.owner)]
    phones += [Phone(refresh(game), cast.owner, 1) for _more in range(AT_ONCE - 1)]
    answers = at_once(*(phone.save for phone in phones))
    revision = Revision.objects.get()
    assert answers == [revision] * AT_ONCE
    assert totals(game) == "24 6 0 7 | 6"
    undone = at_once(*(partial(phone.undo, revision) for phone in phones))
    assert undone == [Revision.objects.get(kind="undo")] * AT_ONCE
    assert differences(game) == 0


@pytest.mark.parametrize("attempt", range(2))
def test_simultaneous_taps_in_different_fields_are_all_kept(cast, game, attempt):
    words = ["A peeked", "B peeked", "C took 3", "D took 7", "gnome 9S", "A bid 10", "B took 9", "dealer B"]
    phones = [Phone(refresh(game), by) for by in (cast.owner, cast.recorder) * 4]
    answers = at_once(*(partial(phone.tap, word) for phone, word in zip(phones, words, strict=True)))
    assert answers == phones
    hand = Hand.objects.get()
    assert len(hand.taps) == AT_ONCE
    assert Phone(game, cast.owner).draft == dict(map(tap_from_words, words))


@pytest.mark.parametrize("attempt", range(2))
def test_two_simultaneous_values_for_one_field_conflict(cast, game, attempt):
    first, second = Phone(refresh(game), cast.owner), Phone(refresh(game), cast.recorder)
    answers = at_once(lambda: first.tap("A bid 10"), lambda: second.tap("A bid 12"))
    (refused,) = [answer for answer in answers if isinstance(answer, Exception)]
    assert isinstance(refused, Stale)
    assert {refused.conflict.stands, refused.conflict.wanted} == {10, 12}
    assert Phone(game, cast.owner).draft == {"players.0.bid": refused.conflict.stands}


def test_tapping_and_saving_simultaneously_loses_nothing(cast, game):
    saver, tapper = enter_hand(refresh(game), A_HAND, cast.owner), Phone(refresh(game), cast.recorder, 1)
    saved, tapped = at_once(saver.save, lambda: tapper.tap("A peeked"))
    peeked = Phone(game, cast.owner, 1).draft.get("players.0.peeked")
    if isinstance(saved, Stale):
        assert (tapped, peeked) == (tapper, True)
    else:
        assert isinstance(tapped, Stale)
        assert (saved, peeked) == (Revision.objects.get(), None)


def test_simultaneous_identical_requests_start_one_game_one_player_and_one_group(cast):
    new, uid = new_game(cast.group), uuid.uuid4()
    started = at_once(*[lambda: setup_writing.start_game(group=cast.group, new=new, by=cast.owner)] * AT_ONCE)
    assert started == [Game.objects.get()] * AT_ONCE
    assert Night.objects.count() == 1
    added = at_once(*[lambda: roster_writing.add_player(group=cast.group, name="Zoë")] * AT_ONCE)
    assert added == [Player.objects.get(name="Zoë")] * AT_ONCE
    groups, users = Playgroup.objects.count(), User.objects.count()
    more = {"name": "W", "owner_name": "Olga", "time_zone": "UTC", "user": None}
    owners = at_once(*[lambda: groups_writing.start_group(uid=uid, **more)] * AT_ONCE)
    assert owners == [Membership.objects.get(group__name="W")] * AT_ONCE
    assert (Playgroup.objects.count(), User.objects.count()) == (groups + 1, users + 1)


def test_stopping_and_saving_simultaneously_leaves_the_game_consistent(cast, game):
    phone = enter_hand(refresh(game), A_HAND, cast.owner)
    saved, stopped = at_once(phone.save, lambda: sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner))
    assert stopped is None
    assert Revision.objects.count() == isinstance(saved, Revision)
    assert (refresh(game).state, differences(game)) == ("over", 0)


def test_whoever_joins_eight_times_at_once_has_one_seat_and_of_two_players_one_has_to_ask_again(cast):
    game = start_rounds(cast.owner)

    def join(name):
        return partial(join_game, game=refresh(game), player=name, start=0, seen=setups(game), by=cast.owner)

    assert [error for error in at_once(*[join("Zoe")] * AT_ONCE) if isinstance(error, Exception)] == []
    assert list(game.seats.order_by("number").values_list("player__name", flat=True)) == ["Ann", "Bob", "Cy", "Zoe"]
    assert (setups(game), differences(game)) == (1, 0)
    results = at_once(join("Xi"), join("Yan"))
    assert [type(result) for result in results if isinstance(result, Exception)] == [Stale]
    assert (game.seats.count(), setups(game), differences(game)) == (5, 2, 0)
