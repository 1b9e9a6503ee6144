"""Phones that write in the same moment: real threads, each with a connection of its own, on the database file.

A barrier lets all threads go at once; whatever order the database makes of it, the promise must hold.
"""

import threading
import uuid

import pytest
from django.db import connection

from scorekeeper.models import Game, Hand, Membership, Night, Player, Playgroup, Revision
from scorekeeper.services import games, people
from scorekeeper.services.errors import Stale
from tests.cast import A_HAND, Phone, differences, make_cast, new_game, refresh, start_game, totals, type_hand

AT_ONCE = 8
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast():
    return make_cast()


@pytest.fixture
def game(cast):
    return start_game(cast.owner)


def at_once(*writes):
    """What each write answered or raised, all of them started together."""
    ready, answers = threading.Barrier(len(writes), timeout=20), [None] * len(writes)

    def run(number, write):
        try:
            ready.wait()
            answers[number] = write()
        except Exception as error:  # whatever it is, the test looks at it
            answers[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(writes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return answers


@pytest.mark.parametrize("attempt", range(5))
def test_eight_identical_saves_make_one_hand_and_all_succeed(cast, game, attempt):
    phones = [type_hand(game, A_HAND, cast.owner)]
    phones += [Phone(game, cast.owner, 1) for _more in range(AT_ONCE - 1)]
    answers = at_once(*(phone.save for phone in phones))
    revision = Revision.objects.get()
    assert answers == [revision] * AT_ONCE
    assert totals(game) == "24 6 0 7 | 6"
    assert differences(game) == 0


def test_eight_identical_undos_make_one(cast, game):
    phone = type_hand(game, A_HAND, cast.owner)
    revision = phone.save()
    answers = at_once(*[lambda: phone.undo(revision)] * AT_ONCE)
    assert answers == [Revision.objects.get(kind="undo")] * AT_ONCE
    assert differences(game) == 0


@pytest.mark.parametrize("attempt", range(3))
def test_different_fields_at_once_are_all_kept(cast, game, attempt):
    words = ["A peeked", "B peeked", "C took 3", "D took 7", "gnome 9S", "A bid 10", "B took 9", "dealer B"]
    phones = [Phone(game, by) for by in (cast.owner, cast.recorder) * 4]
    answers = at_once(
        *(lambda phone=phone, word=word: phone.tap(word) for phone, word in zip(phones, words, strict=True))
    )
    assert answers == phones
    hand = Hand.objects.get()
    assert len(hand.taps) == AT_ONCE
    assert Phone(game, cast.owner).draft == {
        "players.0.bid": 10,
        "players.0.peeked": True,
        "players.1.peeked": True,
        "players.1.taken": 9,
        "players.2.taken": 3,
        "players.3.taken": 7,
        "hand.gnome": "9S",
        "dealer": 1,
    }


@pytest.mark.parametrize("attempt", range(3))
def test_the_same_field_at_once_keeps_one_and_tells_the_other(cast, game, attempt):
    one, other = Phone(game, cast.owner), Phone(game, cast.recorder)
    answers = at_once(lambda: one.tap("A bid 10"), lambda: other.tap("A bid 12"))
    (refused,) = [answer for answer in answers if isinstance(answer, Exception)]
    assert isinstance(refused, Stale)
    assert {refused.conflict.stands, refused.conflict.wanted} == {10, 12}
    assert Phone(game, cast.owner).draft == {"players.0.bid": refused.conflict.stands}


def test_a_tap_and_a_save_at_once_lose_neither(cast, game):
    saver, tapper = type_hand(game, A_HAND, cast.owner), Phone(game, cast.recorder, 1)
    saved, tapped = at_once(saver.save, lambda: tapper.tap("A peeked"))
    peeked = Phone(game, cast.owner, 1).draft.get("players.0.peeked")
    if isinstance(saved, Stale):
        assert (tapped, peeked) == (tapper, True)
    else:
        assert isinstance(tapped, Stale)
        assert (saved, peeked) == (Revision.objects.get(), None)


def test_one_game_is_started_however_often_it_is_asked_for(cast):
    new = new_game(cast.group)
    answers = at_once(*[lambda: games.start_game(group=cast.group, new=new, by=cast.owner)] * AT_ONCE)
    assert answers == [Game.objects.get()] * AT_ONCE
    assert Night.objects.count() == 1


def test_games_of_two_phones_share_the_night(cast):
    new = [new_game(cast.group) for _each in range(4)]
    answers = at_once(*(lambda each=each: games.start_game(group=cast.group, new=each, by=cast.owner) for each in new))
    assert {answer.night for answer in answers} == {Night.objects.get()}


def test_one_player_of_a_name(cast):
    answers = at_once(*[lambda: people.add_player(group=cast.group, name="Zoë")] * AT_ONCE)
    assert answers == [Player.objects.get()] * AT_ONCE


def test_one_group_for_one_request(db):
    uid = uuid.uuid4()

    def start():
        return people.start_group(uid=uid, name="W", owner_name="Olga", time_zone="UTC", user=None)

    answers = at_once(*[start] * AT_ONCE)
    assert all(isinstance(answer, Membership) for answer in answers), answers
    assert Playgroup.objects.count() == 1


def test_two_groups_do_not_wait_for_each_other_in_vain(cast):
    ours, theirs = start_game(cast.owner), start_game(cast.stranger)
    phones = [type_hand(ours, A_HAND, cast.owner), type_hand(theirs, A_HAND, cast.stranger)]
    answers = at_once(*(phone.save for phone in phones))
    assert {answer.hand.game for answer in answers} == {refresh(ours), refresh(theirs)}


def test_stopping_and_saving_at_once_agree_in_the_end(cast, game):
    phone = type_hand(game, A_HAND, cast.owner)
    saved, stopped = at_once(phone.save, lambda: games.stop_game(game=game, how="no_winner"))
    assert isinstance(stopped, Game)
    assert Revision.objects.count() == isinstance(saved, Revision)
    assert (refresh(game).state, differences(game)) == ("over", 0)
