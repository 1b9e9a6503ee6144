"""How a game of Trumplestiltskin ends by its rules page, row for row: who won, and why."""

import pytest

from scorekeeper.text import sentence
from tests.games.notation import RULES, all_passed, blank, halves, hand, standing


@pytest.mark.parametrize(
    ("totals", "last_taker", "options", "winners", "reason"),
    [
        pytest.param(
            "204 215 90 10 | 100",
            "A",
            {},
            "0",
            "Ann and Bob reached 200; Ann took the bid and has more than 200, so Ann wins although Bob has 215",
            id="E1 the last taker wins with fewer points",
        ),
        pytest.param(
            "200 215 90 10 | 100",
            "A",
            {},
            "1",
            "Ann and Bob reached 200; Bob has the most points, 215, and wins",
            id="E2 200 is not more than 200",
        ),
        pytest.param(
            "120 118 60 -9 | 351",
            "B",
            {},
            "0",
            "The Gnome reached 350; Ann has the most points, 120, and wins",
            id="E3 the Gnome ends it and never wins",
        ),
        pytest.param(
            "150 203 203 0 | 120",
            "A",
            {},
            "12",
            "Bob and Cy reached 200; Bob and Cy have the most points, 203 each, and share the win",
            id="E4 equal most points share the win",
        ),
        pytest.param("199 199½ 0 0 | 349½", "A", {}, None, None, id="E5 halves count: nobody is there yet"),
        pytest.param(
            "150 203 203 0 | 120",
            "B",
            {},
            "1",
            "Bob and Cy reached 200; Bob took the bid and has more than 200, so Bob wins although Cy also has 203",
            id="E6 the last taker beats an equal",
        ),
        pytest.param("150 203 203 0 | 120", "A", {"tie": "play_on"}, None, None, id="E7 equals play on"),
        pytest.param(
            "150 193 203 0 | 151", "B", {"tie": "play_on"}, "2", "Cy reached 200", id="E7 and then one of them is left"
        ),
        pytest.param(
            "120 120 60 -9 | 351",
            "B",
            {},
            "01",
            "The Gnome reached 350; Ann and Bob have the most points, 120 each, and share the win",
            id="E8 equals below the target share it when the Gnome ends it",
        ),
        pytest.param("120 120 60 -9 | 351", "B", {"tie": "play_on"}, None, None, id="E8 or play on"),
        pytest.param(
            "200½ 215 90 10 | 100",
            "A",
            {},
            "0",
            "Ann and Bob reached 200; Ann took the bid and has more than 200, so Ann wins although Bob has 215",
            id="200½ is more than 200",
        ),
        pytest.param(
            "200 215 215 10 | 100",
            "A",
            {"priority": "from_200"},
            "0",
            "Ann, Bob and Cy reached 200; "
            "Ann took the bid and has at least 200, so Ann wins although Bob and Cy have 215",
            id="priority from the target on",
        ),
        pytest.param(
            "204 215 90 10 | 100",
            "A",
            {"priority": "none"},
            "1",
            "Ann and Bob reached 200; Bob has the most points, 215, and wins",
            id="no priority",
        ),
        pytest.param(
            "201 100 90 10 | 350",
            "A",
            {},
            "0",
            "Ann reached 200 and the Gnome reached 350",
            id="a player is named before the Gnome",
        ),
        pytest.param("100 20 10 0 | 30", "B", {"player_target": 100}, "0", "Ann reached 100", id="a shorter evening"),
        pytest.param(
            "101 120 10 0 | 30",
            "A",
            {"player_target": 100},
            "0",
            "Ann and Bob reached 100; Ann took the bid and has more than 100, so Ann wins although Bob has 120",
            id="the priority follows the target",
        ),
        pytest.param(
            "5 -3 2 | 20",
            "A",
            {"gnome_target": 20},
            "0",
            "The Gnome reached 20; Ann has the most points, 5, and wins",
            id="a lower target for the Gnome",
        ),
        pytest.param(
            "204 203 203 0 | 1",
            "D",
            {"tie": "play_on"},
            "0",
            "Ann, Bob and Cy reached 200; Ann has the most points, 204, and wins",
            id="equals behind the winner do not play on",
        ),
    ],
)
def test_the_end_says_who_won_and_why(totals, last_taker, options, winners, reason):
    outcome = standing(totals, last_taker, **options).outcome
    assert (outcome and "".join(outcome.winners)) == winners
    assert (outcome and sentence(outcome.reason)) == reason


def test_e7_is_played_on_by_one_hand():
    sheet = standing("150 203 203 0 | 120", "A", tie="play_on")
    sheet = RULES.record(sheet, 0, hand("- 10 - -", taken="8 9 7 7"))
    assert list(sheet.totals.values()) == halves("150 193 203 0 151")
    assert sheet.outcome.winners == ("2",)


def test_the_winner_leads_the_ranking_and_the_gnome_is_not_in_it():
    assert standing("204 215 90 90 | 100", "A").outcome.ranking == (("0",), ("1",), ("2", "3"))


def test_after_an_all_passed_hand_the_last_taker_is_the_last_real_one():
    sheet = standing("204 204 90 10 | 100", "B", tie="play_on", priority="none")
    assert sheet.outcome is None
    shared = RULES.record(standing("204 204 90 10 | 100", "B"), 0, all_passed())
    assert shared.outcome.winners == ("1",)


def test_the_last_taker_is_the_one_of_the_latest_hand():
    sheet = RULES.record(blank(player_target=20), 3, hand("- 8 - -", taken="6 8 9 7"))
    sheet = RULES.record(sheet, 0, hand("11 10 - -", taken="11 10 5 4"))
    assert list(sheet.totals.values()) == halves("22 26 0 0 31")
    assert sheet.outcome.winners == ("0",)
