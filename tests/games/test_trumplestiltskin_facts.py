"""The facts that the statistics count in a hand of Trumplestiltskin."""

import pytest

from scorekeeper.games.trumplestiltskin import GNOME
from tests.games.notation import GAME, RULES, all_passed, blank, hand, worked


def facts_of(entry, **options):
    """Return each column's facts about a hand, written as "key amount", with amounts in half points."""
    sheet = RULES.record(blank(len(entry.bid), **options), len(entry.bid) - 1, entry)
    facts = {column.key: set() for column in sheet.columns}
    for fact in GAME.statistics.facts(sheet.table, sheet.hands[0]):
        assert fact.seat is None
        facts[fact.column].add(f"{fact.key} {fact.amount}")
    return facts


MADE_BLIND = {"hands 48", "bid 20", "bid_taken 24", "taker 20", "made 20", "blind 20", "taker_blind 48"}
FACTS_OF_T1 = {
    "0": MADE_BLIND,
    "1": {"hands 12", "bid 12", "bid_taken 18", "other_blind 12", "capped 6", "to_gnome 6"},
    "2": {"hands 0", "to_gnome 6"},
    "3": {"hands 14", "bid 16", "bid_taken 14", "other_blind 14"},
    GNOME: {"hands 12"},
}


def test_the_facts_for_a_whole_hand():
    assert facts_of(worked("T1")) == FACTS_OF_T1


@pytest.mark.parametrize(
    ("entry", "seat", "expected"),
    [
        pytest.param(
            worked("T2"),
            0,
            {"hands 13", "bid 22", "bid_taken 26", "taker 22", "made 22", "peeked 0", "taker_peeked 13", "to_gnome 13"},
            id="peeked and made: half goes to the Gnome, and the bid is not blind",
        ),
        pytest.param(
            hand("10 8 - -", taken="10 12 4 4"),
            0,
            {"hands 40", "bid 20", "bid_taken 20", "taker 20", "made 20", "blind 20", "taker_blind 40"},
            id="a bid made exactly is made",
        ),
        pytest.param(
            worked("T3"),
            0,
            {"hands -28", "bid 28", "bid_taken 22", "taker 28", "failed 28", "taker_blind -28", "to_gnome 22"},
            id="failed: the Gnome gets what was taken",
        ),
        pytest.param(
            worked("T4"),
            0,
            {
                *{"hands -24", "bid 24", "bid_taken 20", "taker 24", "failed 24", "peeked 0", "taker_peeked -24"},
                "to_gnome 40",
            },
            id="peeked and failed: the Gnome gets the points twice",
        ),
        pytest.param(
            worked("T6"),
            1,
            {"hands 0", "peeked 0", "to_gnome 22"},
            id="never bid: all that was taken goes to the Gnome, peeked or not",
        ),
    ],
)
def test_the_facts_for_one_seat(entry, seat, expected):
    assert facts_of(entry)[str(seat)] == expected


def test_when_everyone_passes_only_a_peek_is_counted():
    assert facts_of(all_passed(4, "B")) == {
        **{column: {"hands 0"} for column in ("0", "2", "3", GNOME)},
        "1": {"hands 0", "peeked 0"},
    }
