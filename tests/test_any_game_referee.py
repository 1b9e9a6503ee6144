"""The referee of Another game agrees with the worked examples of its format and rules, and with endings by hand."""

import json
import re
from pathlib import Path

import pytest

from tests.any_game_options import contradicts_itself
from tests.any_game_referee import Referee

FORMAT = Path(__file__).parents[1] / "scorekeeper" / "exchange" / "FORMAT.md"
NAMES = ["Ann", "Bob", "Cy", "Dee"]


def examples():
    """Return the games of the format that have results."""
    blocks = re.findall(r"```json\n(.*?)```", FORMAT.read_text(encoding="utf-8"), re.DOTALL)
    games = (json.loads(block) for block in blocks)
    return [game for game in games if game.get("rules") == "any_game" and "hands" in game]


@pytest.mark.parametrize("game", examples(), ids=lambda game: ", ".join(game["options"]))
def test_examples_of_the_format(game):
    referee = Referee(game["options"], game["players"], game["players"][-1])
    for hand in game["hands"]:
        before = dict(referee.totals)
        assert referee.verdict(hand) == "fine"
        referee.record(hand)
        points = [referee.totals[key] - before[key] for key in referee.columns]
        assert points == list(hand["result"]["points"].values())


@pytest.mark.parametrize(
    ("bid", "made", "exactly", "at_least"), [(3, 3, 50, 30), (3, 5, -20, 32), (3, 1, -20, -30), (0, 0, 20, 0)]
)
def test_worked_bids(bid, made, exactly, at_least):
    for options, points in (({"bids": "exact", "made": 20}, exactly), ({"bids": "least"}, at_least)):
        referee = Referee(options, ["Ann"], "Ann")
        referee.record({"players": {"Ann": {"bid": bid, "tricks": made}}})
        assert referee.totals == {"0": points}


def judged(options, count, *hands):
    """Return the referee after hands such as "A=1 B=2", none of which may come after the end."""
    referee = Referee(options, NAMES[:count], NAMES[count - 1])
    for number, hand in enumerate(hands, start=1):
        scored = {next(name for name in NAMES if name[0] == word[0]): int(word[2:]) for word in hand.split()}
        given = {name: {"points": points} for name, points in scored.items()}
        if referee.options["bids"] != "none":
            given = {name: {"bid": points, "tricks": points} for name, points in scored.items()}
        assert not referee.over, f"over before hand {number}"
        assert referee.verdict({"players": given}) != "refused", f"hand {number} is refused"
        referee.record({"players": given})
    return referee


TARGET = {"ends": "target", "target": 15, "rows": "turns"}
LEAST = {**TARGET, "at_once": True, "wins": "least", "ties": "play_on"}
PLAY_ON = {"ends": "target", "target": 10, "ties": "play_on"}
ROUNDS = {"ends": "rounds", "rounds": 3, "rows": "turns"}
DECK = {"bids": "exact", "cards": 6, "tricks": 1, "ends": "rounds"}


@pytest.mark.parametrize(
    ("options", "count", "hands", "winners"),
    [
        pytest.param({**PLAY_ON, "negative": True}, 2, ["A=10 B=10", "A=-3 B=-5"], "A", id="ahead after a tie"),
        pytest.param({**PLAY_ON, "past": "back"}, 2, ["A=10 B=10", "A=1 B=0"], "B", id="led back after a tie"),
        pytest.param({"out": 20}, 1, ["A=20"], "A", id="out alone"),
        pytest.param({"out": 20}, 3, ["A=20 B=1 C=25"], "B", id="last one in"),
        pytest.param({"out": 20}, 2, ["A=21 B=21"], "AB", id="nobody left in"),
        pytest.param(LEAST, 3, ["A=16", "B=1"], "", id="a tie at once, which goes on to the end of the round"),
        pytest.param(LEAST, 3, ["A=16", "B=1", "C=2"], "B", id="a tie at once, and then the end of the round"),
        pytest.param(
            {**TARGET, "left": [2, 0, 0]}, 3, ["A=16", "B=1", "C=2"], "C", id="left after reaching the target"
        ),
        pytest.param({"ends": "target", "target": 20, "left": [0, 2]}, 2, ["A=1 B=22"], "B", id="left after winning"),
        pytest.param({"out": 10, "joined": [0, 0, 2]}, 3, ["A=10 B=12"], "B", id="a newcomer without a row"),
        pytest.param({**ROUNDS, "left": [3, 0], "joined": [0, 3]}, 2, ["A=1", "A=1", "B=5"], "", id="two rounds"),
        pytest.param(
            {**ROUNDS, "left": [3, 0], "joined": [0, 3]}, 2, ["A=1", "A=1", "B=5", "B=5"], "B", id="three rounds"
        ),
        pytest.param(
            {**DECK, "joined": [0, 0, 0, 3]},
            4,
            ["A=0 B=1 C=1", "A=0 B=0 C=1"],
            "C",
            id="a deck for those who took part",
        ),
    ],
)
def test_worked_endings(options, count, hands, winners):
    referee = judged(options, count, *hands)
    assert referee.over == bool(winners)
    assert "".join(NAMES[int(key)][0] for key in referee.winners) == winners


def test_options_that_contradict_each_other():
    refused = [
        {"rows": "categories"},
        {"rows": "categories", "categories": "Coins\nCoins × 3"},
        {"ends": "target", "target": 5, "start": 5},
        {"out": 0},
        {"ends": "target", "past": "back", "back": 100},
        {"sum": "fixed"},
        {"buttons": [-1]},
        {"fewest": 5, "most": 4},
        {"sides": "partners", "most": 3},
        {"sides": "partners", "sum": "winner"},
    ]
    assert all(map(contradicts_itself, refused))
    assert not contradicts_itself({"past": "back", "back": 100, "sums": [1], "sides": "partners"})
