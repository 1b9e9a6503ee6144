"""How a game of Trumplestiltskin ends according to RULES.md: who wins and why."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games.trumplestiltskin.hand import TIES
from tests.games.notation import PAGE, RULES, all_passed, blank, from_page, halves, hand, standing, value_of
from tests.pages import cases, rows

REASONS = {
    "E1": "Ann (204) and Bob (215) reached the target of 200; "
    "Ann took the last bid, and the taker wins with anything over 200",
    "E2": "Ann (200) and Bob (215) reached the target of 200; Bob has the most points, 215",
    "E3": "The Gnome reached the target of 350 with 351 points; Ann has the most points, 120",
    "E4": "Bob (203) and Cy (203) reached the target of 200; Bob and Cy are tied for the most points, 203",
    "E5": None,
    "E6": "Bob (203) and Cy (203) reached the target of 200; "
    "Bob took the last bid, and the taker wins with anything over 200",
    "E7": None,
    "E8": "The Gnome reached the target of 350 with 351 points; Ann and Bob are tied for the most points, 120",
    "E8 played on": None,
}


def end_from_page(row):
    return standing(
        f"{row['points']} {row['the Gnome']}", row["last taker"], tie=value_of(TIES, row["equal most points"])
    )


def letters(outcome):
    return "nobody yet" if outcome is None else " ".join("ABCDE"[int(key)] for key in outcome.winners)


@pytest.mark.parametrize("row", cases(PAGE, "Worked endings"))
def test_a_worked_ending_has_the_winners_shown_on_the_page(row):
    outcome = end_from_page(row).outcome
    assert letters(outcome) == row["wins"]
    assert (outcome and sentence(outcome.reason)) == REASONS[row["end"]]


@pytest.mark.parametrize("row", cases(PAGE, "Worked endings", table=1))
def test_a_worked_ending_can_be_followed_by_one_more_hand(row):
    before = next(end for end in rows(PAGE, "Worked endings") if end["end"] == row["end"])
    sheet = RULES.record(end_from_page(before), 0, from_page(row))
    assert list(sheet.totals.values()) == halves(f"{row['points']} {row['the Gnome']}")
    assert letters(sheet.outcome) == row["wins"]
    assert sentence(sheet.outcome.reason) == "Cy reached the target of 200 with 203 points"


OUTCOMES = [
    (
        "200½ 215 90 10 | 100",
        "A",
        {},
        "0",
        "Ann (200½) and Bob (215) reached the target of 200; "
        "Ann took the last bid, and the taker wins with anything over 200",
    ),
    (
        "200 215 215 10 | 100",
        "A",
        {"priority": "from_200"},
        "0",
        "Ann (200), Bob (215) and Cy (215) reached the target of 200; "
        "Ann took the last bid, and the taker wins with 200 or more",
    ),
    (
        "201 100 90 10 | 350",
        "A",
        {},
        "0",
        "Ann reached the target of 200 with 201 points, and the Gnome reached 350 with 350",
    ),
    (
        "204 203 203 0 | 1",
        "D",
        {"tie": "play_on"},
        "0",
        "Ann (204), Bob (203) and Cy (203) reached the target of 200; Ann has the most points, 204",
    ),
]


def test_the_outcome_says_who_won_and_why():
    for totals, last_taker, options, winners, reason in OUTCOMES:
        outcome = standing(totals, last_taker, **options).outcome
        assert (outcome and "".join(outcome.winners)) == winners
        assert (outcome and sentence(outcome.reason)) == reason, totals


def test_the_winner_leads_the_ranking_and_the_gnome_is_not_ranked():
    assert standing("204 215 90 90 | 100", "A").outcome.ranking == (("0",), ("1",), ("2", "3"))


def test_a_hand_in_which_everyone_passes_does_not_change_the_last_taker():
    sheet = standing("204 204 90 10 | 100", "B", tie="play_on", priority="none")
    assert sheet.outcome is None
    shared = RULES.record(standing("204 204 90 10 | 100", "B"), 0, all_passed())
    assert shared.outcome.winners == ("1",)


def test_the_last_taker_is_whoever_took_the_bid_in_the_latest_hand():
    sheet = RULES.record(blank(player_target=20), 3, hand("- 8 - -", taken="6 8 9 7"))
    sheet = RULES.record(sheet, 0, hand("11 10 - -", taken="11 10 5 4"))
    assert list(sheet.totals.values()) == halves("22 26 0 0 31")
    assert sheet.outcome.winners == ("0",)
