"""Endings that games share."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.rules.base import Rules
from scorekeeper.rules.ends import won_by
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import gettext as _
from tests.made_up.race import RACE, Entry, Options

LOW = type("LowRace", (type(RACE.rules),), {"outcome": Rules.outcome, "length": lambda _rules, _table: 2})()
HIGH = type("HighRace", (type(LOW),), {"low_wins": False})()


def after(rules, *steps):
    sheet = rules.blank(Table(names=("Ann", "Bob", "Cy"), options=Options(), first_dealer=2))
    for hand in steps:
        sheet = rules.record(sheet, 0, Entry(steps=hand))
    return sheet


@pytest.mark.parametrize(
    ("rules", "steps", "winners", "reason"),
    [
        pytest.param(
            HIGH, [(1, 2, 3), (0, 0, 0)], ("2",), "After 2 hands, Cy had the best total: 3", id="most points win"
        ),
        pytest.param(
            LOW, [(1, 2, 3), (0, 0, 0)], ("0",), "After 2 hands, Ann had the best total: 1", id="fewest points win"
        ),
        pytest.param(
            HIGH,
            [(1, 3, 3), (0, 0, 0)],
            ("1", "2"),
            "After 2 hands, Bob and Cy tied for the best total: 3",
            id="a shared win",
        ),
        pytest.param(
            LOW,
            [(1, 1, 3), (0, 0, 0)],
            ("0", "1"),
            "After 2 hands, Ann and Bob tied for the best total: 1",
            id="a shared win with the fewest points",
        ),
    ],
)
def test_the_best_score_wins_after_the_last_hand(rules, steps, winners, reason):
    assert rules.outcome(after(rules, steps[0])) is None
    outcome = rules.outcome(after(rules, *steps))
    assert (outcome.winners, sentence(outcome.reason)) == (winners, reason)


def test_other_players_rank_below_the_winner_by_total():
    outcome = won_by(HIGH.ranking(after(HIGH, (5, 3, 3))), ("2",), _("by the bid"))
    assert outcome.ranking == (("2",), ("0",), ("1",))
