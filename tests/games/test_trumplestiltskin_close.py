"""How much is looked up to say what a player needs at a close finish, when everybody asks.

The sheets are the worst that `climb` has found so far. Calls are counted, since a time would depend on the machine.
"""

import random
from collections import Counter
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.games.trumplestiltskin.needs import needs
from scorekeeper.games.trumplestiltskin.reach import Reach
from scorekeeper.rules.text import Half
from tests.games.notation import blank
from tests.games.test_trumplestiltskin_needs import RULED, values_of

# What calls cost, about in microseconds on a slow machine: at most 2,000 sets of what players can come to together.
COSTS = {"_together": 50, "_given": 30, "exists": 20, "most": 5}
LIMIT = 100_000
OPTIONS = {field.name: values_of(field) for field in RULED}
STEPS = 2000


class Question(NamedTuple):
    """A question: a seat, the totals in half points (the Gnome's last), what is typed by seat, and the options."""

    seat: int
    totals: list[int]
    typed: dict[str, Any]
    options: dict[str, Any]


CLOSE = [396, 396, 396, 200, 200, 500]
EQUAL = {"uneven_deal": "equal_hands"}
LOW = {"lowest_bid": 0, "priority": "none"}
PLAYED_ON = LOW | {"tie": "play_on"}
WORST = {
    "two have passed, a low bid": Question(2, CLOSE, {"0.passed": True, "1.passed": True, "2.bid": 2}, {}),
    "two have passed, a higher bid": Question(2, CLOSE, {"0.passed": True, "1.passed": True, "2.bid": 9}, {}),
    "three lack a point or less": Question(
        2,
        [398, 398, 399, -22, -6, 484],
        {"0.passed": True, "1.passed": True, "2.bid": 2},
        EQUAL | {"odd_half": "gnome", "priority": "from_200"},
    ),
    "a leader far ahead, equal bids": Question(
        2,
        [-70, -64, 272, -64, -71, 482],
        {"0.bid": 0, "1.bid": 3, "1.peeked": True, "3.bid": 2, "4.bid": 2, "4.peeked": True},
        LOW,
    ),
    "a leader, equal bids": Question(
        1, [207, 272, 206, 202, 572], {"0.bid": 2, "2.bid": 7, "3.bid": 7, "3.peeked": True}, EQUAL | PLAYED_ON
    ),
    "bids of 0, a Joker": Question(
        2,
        [15, 103, 282, 76, 274],
        {"0.bid": 1, "1.bid": 0, "1.peeked": True, "3.bid": 0, "hand.gnome": "red_joker"},
        EQUAL | PLAYED_ON,
    ),
    "a leader without a bid, a Joker": Question(
        0,
        [283, 5, 5, 96, 417],
        {"1.bid": 1, "1.peeked": True, "2.bid": 3, "3.bid": 4, "3.peeked": True, "hand.gnome": "red_joker"},
        PLAYED_ON,
    ),
    "odd points are the player’s": Question(
        1, [109, 272, 149, 339], {"0.bid": 1, "2.bid": 0, "2.peeked": True}, EQUAL | PLAYED_ON | {"odd_half": "player"}
    ),
    "only the Gnome can end it": Question(
        2, [-182, 288, -105, 696], {"1.peeked": True}, PLAYED_ON | {"odd_half": "gnome", "priority": "from_200"}
    ),
    "the highest bid of all": Question(
        1, [361, 338, 255, 208, 123], {"0.bid": 32, "2.bid": 20, "3.bid": 20}, EQUAL | {"lowest_bid": 0}
    ),
}


def cost(asked: Question) -> int:
    """Return what it costs to answer a question."""
    counts = Counter[str]()

    def counted(name: str, method: Any) -> Any:
        def call(*given: Any, **more: Any) -> Any:
            counts[name] += 1
            return method(*given, **more)

        return call

    players = len(asked.totals) - 1
    totals = {str(seat): Half(total) for seat, total in enumerate(asked.totals[:-1])}
    sheet = replace(blank(players, **asked.options), start=totals | {"gnome": Half(asked.totals[-1])})
    answers = {path if path.startswith("hand") else f"players.{path}": value for path, value in asked.typed.items()}
    screen = TRUMPLESTILTSKIN.type(sheet, players - 1, answers)
    with pytest.MonkeyPatch.context() as patch:
        for name in COSTS:
            patch.setattr(Reach, name, counted(name, getattr(Reach, name)))
        list(needs(screen, sheet.columns[asked.seat]))
    return sum(COSTS[name] * count for name, count in counts.items())


def changed(chance: random.Random, asked: Question) -> Question:
    """Return a question that differs in one thing, or in a few."""
    seat, totals, typed, options = asked.seat, list(asked.totals), dict(asked.typed), dict(asked.options)
    for _change in range(chance.choice((1, 1, 1, 2, 3))):
        player = chance.randrange(len(totals) - 1)
        match chance.randrange(6):
            case 0:
                totals[player] = min(410, totals[player] + chance.choice((-40, -10, -2, -1, 1, 2, 10, 40)))
            case 1:
                totals[player] = totals[chance.randrange(len(totals) - 1)]
            case 2:
                totals[-1] = min(710, max(0, totals[-1] + chance.choice((-60, -20, -5, -1, 1, 5, 20, 60))))
            case 3:
                key = chance.choice(("bid", "passed", "peeked", "taken"))
                typed[f"{player}.{key}"] = chance.randrange(33) if key in ("bid", "taken") else True
            case 4 if typed:
                del typed[chance.choice(list(typed))]
            case _:
                seat = player
                name = chance.choice(list(OPTIONS))
                options[name] = chance.choice(OPTIONS[name])
                typed |= chance.choice(({}, {}, {"hand.bidding_done": True}, {"hand.gnome": "red_joker"}))
    return Question(seat, totals, typed, options)


def climb(chance: random.Random, steps: int) -> tuple[int, Question]:
    """Return the costliest question that is found from a random one, and what it costs."""
    players = chance.randint(3, 5)
    asked = Question(0, [chance.randrange(400) for _seat in range(players)] + [chance.randrange(700)], {}, {})
    worst = cost(asked), asked
    for _step in range(steps):
        asked = changed(chance, worst[1])
        worst = max((cost(asked), asked), worst, key=lambda found: found[0])
    return worst


@pytest.mark.parametrize("question", WORST.values(), ids=WORST)
def test_no_question_takes_a_search(question):
    assert cost(question) <= LIMIT


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(5))
def test_no_climb_finds_a_question_that_takes_one(seed):
    most, asked = climb(random.Random(seed), STEPS)
    assert most <= LIMIT, asked
