"""How an own game is scored, in a few words: spoken examples, and no option that matters is left out."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from scorekeeper.formats.language import sentence
from scorekeeper.games.any_game import ANY_GAME, Options
from scorekeeper.recording.own_games.reading import supplied
from scorekeeper.rules.declaration import fields_of, settled
from tests.examples import FULL
from tests.games.test_any_game_properties import RULES, legal_options

NOTATION = re.compile(r"[×÷=*]|\+ ?\d| x \d|\bNone\b|[{}_]")
SCIENCE = "Coins ÷ 3\nScience = 0 1 4 9\nCities × 2\nRoad = 0 2\nBonus + 35 from 63\nOnes = 0 1 2 3\nLoans × -2"


def told(options):
    """Return what is said of a game, and the list of what else is unusual."""
    summary = ANY_GAME.summary(options, None)
    return sentence(summary.said), "; ".join(f"{sentence(label)}: {sentence(value)}" for label, value in summary.others)


SPOKEN = {
    "a plain sheet": ({}, "The most points win. You say when it’s over.", ""),
    "keeping count": ({"wins": "nobody"}, "Nobody wins. You say when it’s over.", ""),
    "the fewest points": ({"wins": "least"}, "The fewest points win. You say when it’s over.", ""),
    "a target that wins": ({"ends": "target", "target": 150}, "First to 150 wins.", ""),
    "a target that loses": (
        {"ends": "target", "wins": "least", "negative": True},
        "The fewest points win. It’s over when someone reaches 100.",
        "Points can be negative: yes",
    ),
    "nine holes": (
        {"ends": "rounds", "rounds": 9, "wins": "least", "dealer": True, "fewest": 2, "most": 8},
        "The fewest points win. It’s over after round 9.",
        "The deal passes: yes; Players: 2 to 8",
    ),
    "exactly, or back": (
        {"ends": "target", "target": 50, "past": "back", "back": 25, "rows": "turns", "ties": "play_on"},
        "First to exactly 50 wins. Whoever goes past is back at 25. You take turns.",
        "If there’s a tie: Play on",
    ),
    "exactly, or back at nothing": (
        {"ends": "target", "target": 50, "past": "back"},
        "First to exactly 50 wins. Whoever goes past is back at 0.",
        "",
    ),
    "counting down": (
        {"ends": "target", "wins": "least", "target": 0, "start": 501, "past": "stays", "rows": "turns"},
        "You count down from 501. First to exactly 0 wins. You take turns.",
        "",
    ),
    "counting down for the most that is left": (
        {"ends": "target", "target": 0, "start": 100},
        "You count down from 100. The most points win. It’s over when someone reaches 0.",
        "",
    ),
    "the winner gets it": (
        {"ends": "target", "target": 500, "sum": "winner"},
        "First to 500 wins. The winner of a round gets what the others hold.",
        "",
    ),
    "the winner gets so much a card": (
        {"ends": "target", "target": 500, "sum": "winner", "worth": 5, "bonus": 25},
        "First to 500 wins. The winner of a round gets 5 points for each card the others hold. "
        "Winning a round brings 25 more.",
        "",
    ),
    "and the others lose it": (
        {"ends": "target", "target": 500, "sum": "winner", "lose": True},
        "First to 500 wins. The winner of a round gets what the others hold, and they lose it.",
        "",
    ),
    "and the others lose so much a card": (
        {"sum": "winner", "worth": 5, "lose": True, "ask_above": 20},
        "The most points win. You say when it’s over. "
        "The winner of a round gets 5 points for each card the others hold. They lose 5 for each.",
        "Question a number above: 20",
    ),
    "only the winner scores": (
        {"ends": "target", "target": 13, "sum": "one", "sides": "partners"},
        "First to 13 wins. Only the winner of a round scores.",
        "Sides: Partners",
    ),
    "ahead by two": (
        {"rows": "tally", "ends": "target", "target": 11, "ties": "ahead", "most": 2},
        "First to 11 wins, ahead by two. Each point counts as it’s made.",
        "Players: 1 to 2",
    ),
    "ahead by two after the rounds": (
        {"ends": "rounds", "ties": "ahead"},
        "The most points win. It’s over after round 10.",
        "If there’s a tie: Play on until someone is ahead by two",
    ),
    "one more turn for the others": (
        {"ends": "target", "target": 10000, "rows": "turns", "last_turn": True},
        "The most points win. Once someone reaches 10000, everyone else has one more turn. You take turns.",
        "",
    ),
    "zero sum": (
        {"sum": "zero", "buttons": (-1, 2)},
        "The most points win. You say when it’s over. What one player gets, the others pay.",
        "Points on buttons: −1, 2",
    ),
    "a fixed sum, with partners": (
        {"sum": "fixed", "sums": (157, 257), "all_but_one": True, "sides": "partners", "fewest": 4, "most": 4},
        "The most points win. You say when it’s over. A round adds up to 157 or 257.",
        "Sides: Partners; All but one can get it: yes; Players: 4",
    ),
    "partners only if there are enough": (
        {"sides": "partners", "partners_from": 4, "fewest": 2, "most": 4},
        "The most points win. You say when it’s over. Partners, from 4 players on.",
        "Players: 2 to 4",
    ),
    "exact bids, as long as the cards last": (
        {"ends": "rounds", "bids": "exact", "made": 20, "cards": 60},
        "The most points win. You play as many rounds as 60 cards go around. "
        "A bid made exactly gets 20 and 10 a trick; each trick off costs 10.",
        "",
    ),
    "bids that may be exceeded": (
        {"bids": "least", "bags": 10, "nil": 50, "tricks": 13},
        "The most points win. You say when it’s over. A bid made gets 10 a trick, a bid missed costs as much. "
        "Each extra trick brings 1. Every 10 extra tricks cost 100.",
        "Points for a bid of 0: 50; Tricks in a round: 13",
    ),
    "phases": (
        {"wins": "least", "phases": 10},
        "First through phase 10 wins; in a tie, the fewest points.",
        "",
    ),
    "the last one in": ({"out": 66}, "Whoever reaches 66 is out; the last one in wins.", ""),
    "points as they are made": (
        {"rows": "tally", "ends": "target", "target": 11, "most": 2},
        "First to 11 wins. Each point counts as it’s made.",
        "Players: 1 to 2",
    ),
    "named rows": (
        {"rows": "categories", "categories": SCIENCE},
        "The most points win. It’s over when all rows are full.",
        "Rows: Coins (a point for every 3), Science (0, 1, 4, 9 points), Cities (2 each), Road (2 or nothing), "
        "Bonus (35 from 63 above), Ones (1 each) and Loans (−2 each)",
    ),
    "rows in which five can be counted": (
        {"rows": "categories", "categories": "Settlements = 0 1 2 3 4 5\nCities = 0 2 4 6 8"},
        "The most points win. It’s over when all rows are full.",
        "Rows: Settlements (1 each) and Cities (2 each)",
    ),
    "dice": (
        {"rows": "turns", "categories": "Ones = 0 1 2 3 4 5"},
        "The most points win. Each turn fills a row, and it’s over when all are full.",
        "Rows: Ones (add up those dice)",
    ),
    "rows that turns fill": (
        {"rows": "turns", "categories": "Ones\nTwos"},
        "The most points win. Each turn fills a row, and it’s over when all are full.",
        "Rows: Ones and Twos",
    ),
    "a row beside": (
        {"rows": "turns", "categories": "Yahtzee = 0 50\nYahtzee bonuses + 100 each time"},
        "The most points win. Each turn fills a row, and it’s over when all are full.",
        "Rows: Yahtzee (50 or nothing) and Yahtzee bonuses (100 each time)",
    ),
    "rounds or phases": (
        {"ends": "rounds", "phases": 1, "out": 0, "start": 5},
        "The most points win. It’s over after round 10. It’s also over when someone is through phase 1. "
        "Whoever reaches 0 is out; the last one in wins.",
        "Everyone starts with: 5",
    ),
    "nobody wins, though someone is out": (
        {"wins": "nobody", "phases": 3, "out": 50},
        "Nobody wins. It’s over when someone is through phase 3.",
        "Out at: 50",
    ),
}


@pytest.mark.parametrize("name", SPOKEN)
def test_a_game_is_described_as_a_player_would(name):
    options, said, others = SPOKEN[name]
    assert RULES.refuse_options(Options(**options)) is None
    assert told(Options(**options)) == (said, others)


def test_the_supplied_games_are_described_without_any_notation():
    for slug, game in supplied().items():
        said, others = told(game.rules.house_rules)
        assert not NOTATION.search(said + others), slug
        assert len(said) <= 160, slug


def others_of(field, options):
    """Return values that an option can have instead."""
    match field.kind:
        case "choice":
            values = [choice.value for choice in field.choices]
        case "flag":
            values = [False, True]
        case "text":
            values = ["Ones × 1", "Ones × 2", "Ones", "Ones = 0 5", "Twos\nBonus + 3 from 4"]
        case "numbers":
            values = [None, (1,), (2, 3)]
        case _:
            values = [None] * (field.default is None) + [max(field.low, 1), 2, 7, 99]
    return [value for value in values if value != getattr(options, field.name)]


ASKED = [field for field in fields_of(Options) if not field.derived]


def unsaid(options, fields=ASKED):
    """Yield what these options can be, alone and without being refused, though nothing is said of it."""
    for field in fields:
        for value in others_of(field, options) if field.matters(None, options) else ():
            changed = settled(replace(options, **{field.name: value}))
            if changed != options and RULES.refuse_options(changed) is None and told(changed) == told(options):
                yield field.name, value


def test_no_option_that_matters_is_left_out():
    bases = [Options(**options) for options, _said, _others in SPOKEN.values()]
    bases += [game.rules.house_rules for game in supplied().values()]
    assert all(any(field.matters(None, base) for base in bases) for field in ASKED)
    assert [(base, *left_out) for base in bases for left_out in unsaid(settled(base))] == []


@settings(max_examples=5000 if settings().max_examples >= FULL else 500)
@given(legal_options(), st.sampled_from(ASKED))
def test_every_game_can_be_described_and_a_change_is_seen(options, field):
    said, others = told(options)
    assert said.endswith(".")
    assert not NOTATION.search((said + others).replace("= 3", ""))  # which is the name of a row
    assert [*unsaid(options, [field])] == []
