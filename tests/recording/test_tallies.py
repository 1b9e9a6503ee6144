"""Tallies: they are correct, follow every change, and count for the right players."""

import pytest

from scorekeeper.models import Tally
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.rules.statistics import DEFICIT, GAME, LEAD, MARGIN, PLACE, WON
from tests.cast import A_HAND, Phone, correct, differences, play, refresh, start_game, start_short_game
from tests.own_games import ROUNDS, play_own, round_of, start_own
from tests.samples import play_sample

BOB_LEADS = "6 10 - 8 | | 9 12 3 7"


def tallies(game, key):
    """Map each player's name to the tally for this key, written as "count amount most hand"."""
    rows = Tally.objects.filter(game=game, key=key)
    return {
        name: f"{count} {amount} {most} {hand}"
        for name, count, amount, most, hand in rows.values_list("player__name", "count", "amount", "most", "hand")
    }


@pytest.fixture
def ended(cast):
    """A game that Ann won after two hands with 48 points."""
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    return refresh(game)


def test_facts_places_wins_margins_and_totals_are_counted_by_player_or_column(ended):
    hands = {"Ann": "2 96 48 1", "Bob": "2 24 12 1", "Cy": "2 0 0 1", "Dee": "2 28 14 1", None: "2 24 12 1"}
    assert tallies(ended, "hands") == hands
    assert tallies(ended, "blind") == {"Ann": "2 40 20 1"}
    assert tallies(ended, "capped") == {"Bob": "2 12 6 1"}
    row = Tally.objects.get(game=ended, key="hands", player=None)
    shown = (row.column, row.rules, row.year, row.group)
    assert shown == ("gnome", "trumplestiltskin", ended.night.date.year, ended.group)
    assert tallies(ended, PLACE) == {"Ann": "1 1 1 2", "Bob": "1 3 3 2", "Cy": "1 4 4 2", "Dee": "1 2 2 2"}
    assert tallies(ended, WON) == {"Ann": "1 0 0 2"}
    assert tallies(ended, MARGIN) == {"Ann": "1 68 68 2"}
    assert (tallies(ended, GAME)["Dee"], tallies(ended, GAME)[None]) == ("1 28 28 2", "1 24 24 2")


def test_the_maximum_refers_to_the_first_hand_and_only_a_sole_leader_has_led(cast):
    game = start_game(cast.owner, player_target=9999, gnome_target=9999)
    play(game, "9 - - - | | 5 9 9 8", "8 - - - | | 5 9 9 8", "8 - - - | | 5 9 9 8", by=cast.owner)
    sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
    assert tallies(game, "hands")["Ann"] == "3 -50 -16 2"
    assert tallies(game, "failed")["Ann"] == "3 50 18 1"
    game = start_game(cast.owner, player_target=9999, gnome_target=9999)
    # The leaders after each hand: Ann, Ann, a tie, Ann, a tie, Bob.
    play(game, A_HAND, "pass", BOB_LEADS, A_HAND, BOB_LEADS, BOB_LEADS, by=cast.owner)
    sheet_writing.stop_game(game=game, how="leader_wins", by=cast.owner)
    assert tallies(game, LEAD) == {"Ann": "3 0 2 2", "Bob": "1 0 1 6"}


def test_a_winners_deficit_is_the_most_by_which_somebody_led(cast):
    game = start_game(cast.owner, player_target=9999, gnome_target=9999)
    # Ann is ahead of Bob by 18, then by 36 twice, by 18, even, and behind by 18.
    play(game, A_HAND, A_HAND, "pass", *[BOB_LEADS] * 3, by=cast.owner)
    sheet_writing.stop_game(game=game, how="leader_wins", by=cast.owner)
    assert tallies(game, DEFICIT) == {"Bob": "4 0 72 2"}
    sheet_writing.resume_game(game=game, by=cast.owner)
    sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
    assert tallies(game, DEFICIT) == {}, "nobody won"
    golf = start_own(cast.owner, "any_game:golf", 2, **ROUNDS, low_wins=True)
    play_own(golf, round_of((9, 4)), round_of((1, 8)), by=cast.owner)
    sheet_writing.stop_game(game=golf, how="leader_wins", by=cast.owner)
    assert tallies(golf, DEFICIT) == {"Ann": "1 0 10 1"}, "the fewest points win"


def test_a_shared_win_has_no_margin_no_winner_none_and_a_game_without_hands_no_tallies(cast):
    game, unplayed = start_game(cast.owner), start_game(cast.owner)
    play(game, by=cast.owner)
    tied = start_game(cast.owner)
    play(tied, "pass", by=cast.owner)
    sheet_writing.stop_game(game=tied, how="leader_wins", by=cast.owner)
    assert tallies(tied, MARGIN) == dict.fromkeys(["Ann", "Bob", "Cy", "Dee"], "1 0 0 1")
    for stopped in (game, unplayed):
        sheet_writing.stop_game(game=stopped, how="no_winner", by=cast.owner)
    assert tallies(game, MARGIN) == tallies(game, PLACE) == tallies(game, WON) == {}
    assert tallies(game, "hands") != {}
    assert not Tally.objects.filter(game=unplayed).exists()
    alone = play_own(start_own(cast.owner, "any_game:yahtzee", 1, **ROUNDS), round_of((7,)), by=cast.owner)
    sheet_writing.stop_game(game=alone, how="leader_wins", by=cast.owner)
    assert (tallies(alone, MARGIN), tallies(alone, PLACE)) == ({}, {"Ann": "1 1 1 1"}), "nobody is behind"


def test_a_game_has_tallies_only_while_it_is_finished_and_not_hidden(cast):
    game = start_short_game(cast.owner)
    play(game, by=cast.owner)
    assert not Tally.objects.exists()
    (revision,) = play(game, by=cast.owner)
    assert Tally.objects.exists()
    Phone(game, cast.owner).open(2).undo(revision)
    assert not Tally.objects.exists()
    sheet_writing.stop_game(game=game, how="leader_wins", by=cast.owner)
    assert tallies(game, "hands")["Ann"] == "1 48 48 1"
    sheet_writing.resume_game(game=game, by=cast.owner)
    assert not Tally.objects.exists()
    play(game, by=cast.owner)
    sheet_writing.hide_game(game=game, hidden=True)
    assert not Tally.objects.exists()
    sheet_writing.hide_game(game=game, hidden=False)
    correct(game, 1, "12 6 - 8 | A | 12 9 3 7", cast.owner)
    sheet_writing.stop_game(game=game, how="leader_wins", by=cast.owner)
    assert tallies(game, "blind") == {"Ann": "1 20 20 2"}
    assert tallies(game, "taker_peeked") == {"Ann": "1 12 12 1"}
    assert differences(game) == 0


def test_tallies_follow_players_to_corrected_seats(cast, ended):
    record = load(ended)
    setting = Setting(
        players=(record.players[1], record.players[0], *record.players[2:]), first_dealer=3, options=record.options
    )
    setup_writing.correct_setup(game=ended, setting=setting, seen=0, by=cast.owner)
    assert tallies(ended, "blind") == {"Ann": "2 40 20 1"}
    assert Tally.objects.get(game=ended, key="blind").column == "1"
    assert differences(ended) == 0


def test_a_sides_fact_counts_for_both_players_unless_it_names_a_seat(cast):
    game = play_sample("pinochle", cast.owner)
    for key in ("meld", WON, LEAD, MARGIN, PLACE, GAME):
        rows = tallies(game, key)
        assert (rows.get("Ann"), rows["Dee"]) == (rows.get("Cy"), rows["Bob"]), key
    assert tallies(game, "made") == {"Ann": "1 100 100 1", "Dee": "1 160 160 4"}
    assert tallies(game, MARGIN) == dict.fromkeys(["Bob", "Dee"], "1 174 174 4")
