"""Corrections that contradict a later hand: which hands are kept and count, how pages show them, how they are fixed."""

import pytest

from scorekeeper.files.exports import of_game
from scorekeeper.formats.language import sentence
from scorekeeper.looking_back.watching import hand_in_progress
from scorekeeper.models import Game
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.game.writing import rescore
from scorekeeper.recording.hand.reading import HandPage
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.web.refusals import Refused
from tests.cast import Phone, counted, play as play_trumplestiltskin, refresh, start_game
from tests.made_up_play import each, entries, play, start, totals
from tests.samples import play_sample
from tests.web.browser import Browser

pytestmark = [pytest.mark.usefixtures("made_up"), pytest.mark.django_db]
TWO_LOST = each("lost", 2, 0, 0, 0)
HANDS = (TWO_LOST, each("lost", 0, 1, 0, 0), each("lost", 0, 0, 1, 0))


@pytest.fixture
def game(cast):
    """Three hands of Knockout. Ann lost two of her three lives in the first."""
    game = start(cast.owner, "knockout")
    play(game, cast.owner, *HANDS)
    return game


@pytest.fixture
def contradicted(cast, game):
    """The same game, corrected: Ann lost all three lives in the first hand, which put her out."""
    correct(game, cast.owner, 1, "players.0.lost", 3)
    return game


def correct(game, by, number, path, value):
    phone = Phone(game, by, number)
    phone.write(path, value)
    return phone.save()


def effect(game, number):
    """Return which totals a correction changes, and what else."""
    preview = HandPage(load(refresh(game)), number).preview
    totals = {sentence(column.label): (was // 2, now // 2) for column, _marks, was, now in preview.totals}
    return totals, [sentence(text) for text in preview.effect]


def test_all_hands_are_kept_but_only_those_before_the_contradiction_count(cast, game):
    phone = Phone(game, cast.owner, 1)
    phone.write("players.0.lost", 3)
    assert effect(game, 1) == (
        {"Ann": (2, 3), "Bob": (1, 0), "Cy": (1, 0)},
        ["Hand 2 is no longer possible: This player is out.", "No longer counts: Hand 2 and Hand 3"],
    )
    phone.save()
    assert counted(game) == [1]
    assert totals(game) == {"0": 3, "1": 0, "2": 0, "3": 0}
    assert [entry["players"][0] for entry in entries(game)] == [{"lost": 3}, {"lost": 0}, {"lost": 0}]
    assert rescore(game) == 0
    assert len(next(of_game(game).files()).hands) == 1, "only hands that count are exported"


def test_the_contradicted_hand_must_be_fixed_first(cast, contradicted):
    assert load(contradicted).next_number == 2
    for number in (3, 4):
        phone = Phone(contradicted, cast.recorder, number)
        with pytest.raises(Refused) as refused:
            phone.write("players.1.lost", 1)
        assert sentence(refused.value.message) == "Hand 2 is no longer possible: This player is out."
        assert HandPage(load(contradicted), number).waits_for == 2
    with pytest.raises(Refused):
        Phone(contradicted, cast.owner, 3).save()
    Phone(contradicted, cast.owner).open().write("players.1.lost", 2)
    assert hand_in_progress(load(contradicted)) is None, "watchers do not see the hand being fixed"


def test_saving_fixes_the_hand_because_players_who_are_out_are_not_asked(cast, contradicted):
    page = HandPage(load(contradicted), 2)
    assert sentence(page.contradicted) == "This player is out."
    assert (page.waits_for, page.changed, page.preview.problems) == (None, True, ())
    assert effect(contradicted, 2) == (
        {"Bob": (0, 1)},
        ["Hand 3 is no longer possible: This player is out.", "Counts again: Hand 2"],
    )
    Phone(contradicted, cast.owner).open().save()
    assert (counted(contradicted), load(contradicted).next_number) == ([1, 2], 3)
    Phone(contradicted, cast.owner).open().save()
    assert (counted(contradicted), load(contradicted).next_number) == ([1, 2, 3], 4)
    assert totals(contradicted) == {"0": 3, "1": 1, "2": 1, "3": 0}
    # Dee dealt the first hand; Ann, who was still in at the time, dealt the second.
    assert [hand.dealer for hand in load(contradicted).hands] == [3, 1, 1]
    assert rescore(contradicted) == 0


def test_undoing_the_correction_or_correcting_it_again_resolves_it(cast, game):
    Phone(game, cast.owner, 1).undo(correct(game, cast.owner, 1, "players.0.lost", 3))
    assert counted(game) == [1, 2, 3]
    Phone(game, cast.owner, 1).over()
    for lost in (3, 2):
        correct(game, cast.owner, 1, "players.0.lost", lost)
    assert counted(game) == [1, 2, 3]


def test_a_finished_game_is_in_progress_until_the_hand_is_fixed(cast):
    game = start(cast.owner, "knockout", 3)
    play(game, cast.owner, each("lost", 2, 0, 0), each("lost", 0, 3, 0), each("lost", 1, None, 0))
    assert refresh(game).state == Game.State.OVER
    correct(game, cast.owner, 1, "players.0.lost", 3)
    assert refresh(game).state == Game.State.PLAYING
    Phone(game, cast.owner).open().save()
    # Ann and Bob are out after the second hand, so the third hand comes after the end.
    assert (refresh(game).state, counted(game)) == (Game.State.OVER, [1, 2])


def test_a_player_who_is_back_in_is_asked_for_an_answer(cast):
    game = start(cast.owner, "knockout")
    play(game, cast.owner, each("lost", 3, 0, 0, 0), each("lost", None, 1, 0, 0))
    correct(game, cast.owner, 1, "players.0.lost", 2)
    page = HandPage(load(refresh(game)), 2)
    assert (page.screen.complete, page.screen.question.path) == (False, "players.0.lost")
    correct(game, cast.owner, 2, "players.0.lost", 1)
    assert totals(game) == {"0": 3, "1": 1, "2": 0, "3": 0}


def test_nobody_leads_while_no_hand_counts(cast):
    game = start_game(cast.owner, lowest_bid=0)
    play_trumplestiltskin(game, "0 - - - | | 12 9 3 7", by=cast.owner)
    record = load(game)
    setting = Setting(players=record.players, first_dealer=3, options={**record.options, "lowest_bid": 1})
    setup_writing.correct_setup(game=game, setting=setting, seen=0, by=cast.owner)
    with pytest.raises(Refused):
        sheet_writing.stop_game(game=game, how="leader_wins", by=cast.owner)
    sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
    assert (refresh(game).state, rescore(game)) == (Game.State.OVER, 0)


def test_the_bidder_must_be_chosen_again_if_the_previous_one_is_now_out(cast):
    game = play_sample("shnarbles", cast.owner, hands=3)
    phone = Phone(game, cast.owner, 1)
    for path, value in (("players.3.folded", False), ("players.3.tricks", 0)):
        phone.write(path, value)
    phone.save()
    page = HandPage(load(refresh(game)), 3)
    assert sentence(page.contradicted).startswith("Dee is out and can’t be in this hand.")
    assert page.screen.question.path == "hand.bidder"


# On the pages


def test_every_impossible_hand_can_be_fixed_from_the_sheet(olga, contradicted):
    address = f"/games/{contradicted.pk}/"
    for page in ("", "print/"):
        texts = [olga.open(f"{address}{page}?hand={number}").text for number in (2, 3)]
        assert "No longer possible: This player is out." in texts[0]
        assert "Doesn’t count until an earlier one is fixed." in texts[1]
    olga.open(address)
    assert olga.problems == ["Hand 2 is no longer possible: This player is out."]
    assert "Record hand" not in olga.text
    olga.follow("Fix hand 2")
    assert olga.problems == ["No longer possible: This player is out."]
    olga.press("Save correction")
    assert "Hand 2 corrected. Bob 0 → 1" in olga.text
    olga.follow("Fix hand 3").press("Save correction")
    assert olga.problems == []
    assert "Record hand 4" in olga.text


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_a_stale_page_for_the_next_hand_says_which_hand_comes_first(cast, game, htmx):
    late = Browser(cast.recorder, htmx=htmx).open(f"/games/{game.pk}/hands/4/")
    correct(game, cast.owner, 1, "players.0.lost", 3)
    late.press("1")
    assert (late.status, late.problems) == (422, ["Hand 2 is no longer possible: This player is out."])
