"""A correction after which a later hand cannot be true any more: what is kept, what counts, how it is put right."""

import pytest

from scorekeeper.exchange.sheets import read_sheets
from scorekeeper.exchange.writing import write_document
from scorekeeper.models import Game, Score
from scorekeeper.queries.files import of_game
from scorekeeper.queries.hands import hand_page
from scorekeeper.queries.records import load
from scorekeeper.queries.setups import Setting
from scorekeeper.queries.watching import hand_in_progress
from scorekeeper.services import games
from scorekeeper.services.errors import Refused
from scorekeeper.services.settle import rescore
from scorekeeper.text import sentence
from tests.cast import Phone, play as play_trumplestiltskin, refresh, start_game
from tests.made_up_play import each, entries, play, start, totals
from tests.samples import play_sample

pytestmark = [pytest.mark.usefixtures("made_up"), pytest.mark.django_db]
TWO_LOST = each("lost", 2, 0, 0, 0)
HANDS = (TWO_LOST, each("lost", 0, 1, 0, 0), each("lost", 0, 0, 1, 0))


@pytest.fixture
def game(cast):
    """Three hands of Knockout; Ann lost two in the first."""
    game = start(cast.owner, "knockout")
    play(game, cast.owner, *HANDS)
    return game


@pytest.fixture
def contradicted(cast, game):
    """The same, corrected: Ann lost three in the first, and was out in the second and third."""
    correct(game, cast.owner, 1, "players.0.lost", 3)
    return game


def correct(game, by, number, path, value):
    phone = Phone(game, by, number)
    phone.write(path, value)
    return phone.save()


def counted(game):
    return sorted(set(Score.objects.filter(hand__game=game).values_list("hand__number", flat=True)))


def effect(game, number):
    return [sentence(text) for text in hand_page(load(refresh(game)), number).preview.effect]


def test_before_it_is_saved_it_says_what_it_would_do(cast, game):
    Phone(game, cast.owner).write("players.0.lost", 3)
    assert effect(game, 1) == [
        "Ann 2 → 3",
        "Bob 1 → 0",
        "Cy 1 → 0",
        "hand 2 must be put right after this: This player is out.",
        "hands 2 and 3 no longer count",
    ]


def test_nothing_is_lost_and_what_is_true_counts(contradicted):
    assert counted(contradicted) == [1]
    assert totals(contradicted) == {"0": 3, "1": 0, "2": 0, "3": 0}
    assert [entry["players"][0] for entry in entries(contradicted)] == [{"lost": 3}, {"lost": 0}, {"lost": 0}]
    assert rescore(contradicted) == 0


def test_it_comes_first(cast, contradicted):
    assert load(contradicted).next_number == 2
    for number in (3, 4):
        phone = Phone(contradicted, cast.recorder, number)
        with pytest.raises(Refused) as refused:
            phone.write("players.1.lost", 1)
        assert sentence(refused.value.message) == "Hand 2 comes first; it cannot be true any more."
        assert hand_page(load(contradicted), number).waits_for == 2
    with pytest.raises(Refused):
        Phone(contradicted, cast.owner, 3).save()


def test_who_is_out_is_not_asked_any_more_so_that_saving_is_enough(cast, contradicted):
    page = hand_page(load(contradicted), 2)
    assert sentence(page.contradicted) == "This player is out."
    assert (page.waits_for, page.changed, page.preview.problems) == (None, True, ())
    assert effect(contradicted, 2) == [
        "Bob 0 → 1",
        "hand 3 must be put right after this: This player is out.",
        "hand 2 counts again",
    ]
    Phone(contradicted, cast.owner).open().save()
    assert (counted(contradicted), load(contradicted).next_number) == ([1, 2], 3)
    Phone(contradicted, cast.owner).open().save()
    assert (counted(contradicted), load(contradicted).next_number) == ([1, 2, 3], 4)
    assert totals(contradicted) == {"0": 3, "1": 1, "2": 1, "3": 0}
    assert rescore(contradicted) == 0


def test_who_deals_follows_when_it_is_put_right(cast, contradicted):
    # The first was dealt by Dee, the second by Ann, who was in then.
    assert [hand.dealer for hand in load(contradicted).hands] == [3, 1, 1]
    Phone(contradicted, cast.owner).open().save()
    assert [hand.dealer for hand in load(contradicted).hands] == [3, 1, 1]


def test_correcting_the_first_once_more_is_enough_too(cast, contradicted):
    correct(contradicted, cast.owner, 1, "players.0.lost", 2)
    assert counted(contradicted) == [1, 2, 3]
    assert totals(contradicted) == {"0": 2, "1": 1, "2": 1, "3": 0}


def test_taking_the_correction_back_is_enough_too(cast, game):
    revision = correct(game, cast.owner, 1, "players.0.lost", 3)
    Phone(game, cast.owner, 1).undo(revision)
    assert (counted(game), load(game).contradiction) == ([1, 2, 3], None)


def test_a_game_that_was_over_is_played_again_until_it_is_put_right(cast):
    game = start(cast.owner, "knockout", 3)
    play(game, cast.owner, each("lost", 2, 0, 0), each("lost", 0, 3, 0), each("lost", 1, None, 0))
    assert refresh(game).state == Game.State.OVER
    correct(game, cast.owner, 1, "players.0.lost", 3)
    assert refresh(game).state == Game.State.PLAYING
    Phone(game, cast.owner).open().save()
    # Ann and Bob are out after the second: the third is after the end.
    assert (refresh(game).state, counted(game)) == (Game.State.OVER, [1, 2])


def test_who_is_in_again_is_asked(cast):
    game = start(cast.owner, "knockout")
    play(game, cast.owner, each("lost", 3, 0, 0, 0), each("lost", None, 1, 0, 0))
    correct(game, cast.owner, 1, "players.0.lost", 2)
    page = hand_page(load(refresh(game)), 2)
    assert (page.screen.complete, page.screen.question.path) == (False, "players.0.lost")
    correct(game, cast.owner, 2, "players.0.lost", 1)
    assert totals(game) == {"0": 3, "1": 1, "2": 0, "3": 0}


def test_watchers_do_not_see_it_typed(cast, contradicted):
    Phone(contradicted, cast.owner).open().write("players.1.lost", 2)
    assert hand_in_progress(load(contradicted)) is None


def test_a_file_holds_what_counts(contradicted):
    (file,) = of_game(contradicted).files()
    assert len(file.hands) == 1


def test_hands_of_shnarbles_after_the_end_go_into_a_file_and_out_of_it(cast):
    game = play_sample("shnarbles", cast.owner, hands=3)
    phone = Phone(game, cast.owner, 1)
    for path, value in (("hand.trump", "spades"), ("players.0.tricks", 5), ("players.1.tricks", 0)):
        phone.write(path, value)
    phone.write("players.3.tricks", 0)
    phone.save()
    assert (refresh(game).state, counted(game)) == (Game.State.OVER, [1])
    files = list(of_game(game).files())
    assert [hand.after_end for hand in files[0].hands] == [False, True, True]
    document = read_sheets(write_document(files))
    assert document.messages == ()
    assert [hand.entry for hand in document.games[0].hands] == [hand.entry for hand in files[0].hands]


def test_why_a_hand_cannot_be_true_is_said_once(cast):
    game = play_sample("shnarbles", cast.owner, hands=3)
    phone = Phone(game, cast.owner, 1)
    for seat, tricks in ((0, 0), (1, 3), (2, 2)):
        phone.write(f"players.{seat}.tricks", tricks)
    phone.save()
    why = sentence(load(refresh(game)).contradiction.why)
    assert why == "Missing: Tricks (Cy). Ann is out, and not in this hand."


def test_what_a_file_says_beyond_need_is_no_correction(cast):
    """A folder's tricks may be left out or 0, and the screen does not ask for them."""
    game = play_sample("shnarbles", cast.owner, hands=1)
    hand = game.hands.get()
    hand.entry["players"][3]["tricks"] = 0
    hand.save()
    phone = Phone(game, cast.owner, 1)
    for bid in (2, 3):
        phone.write("hand.bid", bid)
        assert hand_page(load(refresh(game)), 1).changed == (bid == 2)


@pytest.mark.parametrize("how", ["leader_wins", "no_winner"])
def test_while_no_hand_counts_nobody_leads(cast, how):
    game = start_game(cast.owner, lowest_bid=0)
    play_trumplestiltskin(game, "0 - - - | | 12 9 3 7", by=cast.owner)
    record = load(game)
    setting = Setting(players=record.players, first_dealer=3, options={**record.options, "lowest_bid": 1})
    games.correct_setup(game=game, setting=setting, seen=0, by=cast.owner)
    if how == "leader_wins":
        with pytest.raises(Refused):
            games.stop_game(game=game, how=how)
    else:
        games.stop_game(game=game, how=how)
        assert (refresh(game).state, rescore(game)) == (Game.State.OVER, 0)


def test_a_bidder_who_was_out_is_asked_again(cast):
    game = play_sample("shnarbles", cast.owner, hands=3)
    phone = Phone(game, cast.owner, 1)
    for path, value in (("players.3.folded", False), ("players.3.tricks", 0)):
        phone.write(path, value)
    phone.save()
    page = hand_page(load(refresh(game)), 3)
    assert sentence(page.contradicted).startswith("Dee is out, and not in this hand.")
    assert page.screen.question.path == "hand.bidder"
