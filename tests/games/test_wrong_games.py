"""Checks that the contract says what is wrong with a game. Each of the games here has exactly one fault."""

import sys
from dataclasses import dataclass, make_dataclass, replace

import pytest

import scorekeeper.games
from scorekeeper.games import all_games
from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import number
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Line, Problem
from scorekeeper.rules.statistics import Figure, Statistics
from scorekeeper.rules.steps import Stage
from scorekeeper.rules.text import gettext as _, points
from tests.games import contract
from tests.made_up import games_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """No house rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    tricks: tuple[int | None, ...] = number(
        _("Tricks"), _("Taken."), question=_("How many?"), per="player", high=5, needed=True, stage="play"
    )


class Right(Rules[Options, Entry]):
    """A correct game for two players, with one point for each trick."""

    slug = "right"
    name = _("Right")
    players = range(2, 3)
    options = Options
    entry = Entry
    legend = (Mark(key="all", sign="★", label=_("took all tricks")),)
    keys, mark = ("0", "1"), "all"

    def score(self, sheet, dealer, entry):
        for key, taken in zip(self.keys, entry.tricks, strict=True):
            mark = self.mark if taken == 5 else ""
            yield Line(column=key, points=points(taken), reason=_("took {taken}", taken=taken), mark=mark)

    def outcome(self, sheet):
        return None


class RightScreen(HandScreen[Options, Entry]):
    stages = (Stage("bid", _("Bid")), Stage("play", _("Play")))


RIGHT = CardGame(rules=Right(), screen=RightScreen)


def with_rules(**changes):
    return replace(RIGHT, rules=type("WrongRules", (Right,), changes)())


def with_screen(**changes):
    return replace(RIGHT, screen=type("WrongScreen", (RightScreen,), changes))


def untitled(self):
    yield replace(self.step("tricks", 0), title=_("Tricks"))


def refusing(self, sheet, dealer, entry):
    yield Problem(path="players", message=_("All tricks are 11."))
    yield Problem(path="players", message=_("Sure?"), level="warning")


def never_settled(self):
    yield from (replace(step, settled=False) for step in HandScreen.make_steps(self))


def faults(game):
    """Yield all faults in the fields, the questions, a hand's lines, and the figures."""
    sheet = game.rules.blank(contract.make_table(game))
    if wrong := list(contract.wrong_fields(game)):  # with which no hand can be typed
        yield from wrong
        return
    yield from contract.wrong_questions(game.type(sheet, 1))
    yield from contract.wrong_lines(game, sheet, game.rules.score(sheet, 0, Entry(tricks=(0, 5))))
    yield from contract.wrong_figures(game, {"hands"})


TYPING = make_dataclass("Typing", [("tricks", object, number(_("Tricks so far")))], frozen=True, kw_only=True)
UNCOUNTED = type("Uncounted", (Statistics,), {"figures": (Figure(label=_("misses"), key="missed", show="times"),)})
WRONG = [
    (RIGHT, []),
    (
        with_screen(stages=(Stage("bid", _("Bid")), Stage("meld", _("Meld")))),
        ["tricks: the screen has no stage 'play' (stages: 'bid', 'meld')"],
    ),
    (with_screen(typing=TYPING), ["2 fields have the name 'tricks'"]),
    (with_screen(make_steps=untitled), ["players.0.tricks: the title 'Tricks' is not a question"]),
    (with_rules(keys=("0", "side1")), ["took 5: the table has no column 'side1' (columns: '0', '1')"]),
    (with_rules(mark="most"), ["took 5: the legend has no mark 'most' (marks: 'all')"]),
    (
        replace(RIGHT, statistics=UNCOUNTED()),
        ["the figure 'misses' counts 'missed', which no fact of random hands or of the sample has as its key"],
    ),
    (
        with_rules(low_wins=True),
        ["the feat 'Best hand' is about the most points, but in this game the fewest win"],
    ),
]


def test_each_fault_is_reported():
    for game, expected in WRONG:
        assert list(faults(game)) == expected


def test_refusals_are_counted_if_no_hand_is_legal():
    for game, reason in (
        (with_rules(check=refusing), "All tricks are 11."),
        (with_screen(make_steps=never_settled), "After 100 taps the screen still asks 'How many?'."),
    ):
        with pytest.raises(AssertionError) as raised:
            list(contract.legal_hands(game, game.rules.blank(contract.make_table(game))))
        assert str(raised.value).splitlines()[0] == f"no legal hand was found for 2 players: 10 × {reason}"


def test_a_slug_already_in_use_is_refused(tmp_path):
    module = """
from scorekeeper.games.klondike import Klondike
from scorekeeper.rules.game import CardGame

PATIENCE = CardGame(rules=type("Patience", (Klondike,), {})())
"""
    (tmp_path / "patience.py").write_text(module, encoding="utf-8")
    try:
        with (
            games_of(tmp_path),
            pytest.raises(ValueError, match=r"^patience: the slug 'klondike' is taken by Klondike$"),
        ):
            all_games()
    finally:
        sys.modules.pop("scorekeeper.games.patience", None)
        vars(scorekeeper.games).pop("patience", None)
