"""Checks that the contract detects faulty games. Each of the faulty games here has exactly one fault."""

import sys
from dataclasses import dataclass, make_dataclass, replace

import pytest

import scorekeeper.games
from scorekeeper.games import all_games
from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import number
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.screens import Stage
from scorekeeper.rules.sheet import Line, Outcome, Problem
from scorekeeper.rules.statistics import Figure, Statistics
from scorekeeper.rules.words import gettext as _, points
from tests.games import contract
from tests.made_up import games_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """No house rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    tricks: tuple[int | None, ...] = number(
        _("Tricks"),
        _("Taken."),
        question=_("How many did {name} take?"),
        per="player",
        high=5,
        needed=True,
        stage="play",
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


class RightStatistics(Statistics[Options, Entry]):
    figures = (Figure(label=_("tricks a hand"), key="tricks", show="each"),)


RIGHT = CardGame(rules=Right(), screen=RightScreen, statistics=RightStatistics())


def faults(game):
    """Yield all faults in the fields, a hand's lines, and the figures."""
    sheet = game.rules.blank(contract.make_table(game))
    yield from contract.wrong_fields(game)
    yield from contract.wrong_lines(game, sheet, game.rules.score(sheet, 0, Entry(tricks=(0, 5))))
    yield from contract.wrong_figures(game, {"hands", "tricks"})


def with_rules(**changes):
    return replace(RIGHT, rules=type("WrongRules", (Right,), changes)())


def with_screen(**changes):
    return replace(RIGHT, screen=type("WrongScreen", (RightScreen,), changes))


def with_statistics(**changes):
    return replace(RIGHT, statistics=type("WrongStatistics", (RightStatistics,), changes)())


def typing(**fields):
    """Return a `typing` class with these fields."""
    declared = [(name, object, field) for name, field in fields.items()]
    return make_dataclass("Typing", declared, frozen=True, kw_only=True)


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        pytest.param(
            with_screen(stages=(Stage("bid", _("Bid")), Stage("meld", _("Meld")))),
            "tricks: the screen has no stage 'play' (stages: 'bid', 'meld')",
            id="an unknown stage in the entry",
        ),
        pytest.param(
            with_screen(typing=typing(tricks=number(_("Tricks so far")))),
            "2 fields have the name 'tricks'",
            id="a field name used twice",
        ),
        pytest.param(
            with_rules(keys=("0", "side1")),
            "took 5: the table has no column 'side1' (columns: '0', '1')",
            id="an unknown column",
        ),
        pytest.param(
            with_rules(mark="most"), "took 5: the legend has no mark 'most' (marks: 'all')", id="an unknown mark"
        ),
        pytest.param(
            with_statistics(figures=(Figure(label=_("misses"), key="missed", show="times"),)),
            "the figure 'misses' counts 'missed', which no fact of random hands or of the SAMPLE has as its key",
            id="a figure that nothing counts",
        ),
        pytest.param(
            with_rules(low_wins=True),
            "the feat 'Best hand' is about the most points, but in this game the fewest win",
            id="the usual feat in a game that the fewest points win",
        ),
    ],
)
def test_a_fault_is_reported(game, fault):
    assert list(faults(game)) == [fault]


def test_a_title_that_is_not_a_question_is_reported():
    sheet = RIGHT.rules.blank(contract.make_table(RIGHT))
    assert list(contract.wrong_questions(RIGHT.type(sheet, 1))) == []
    wrong = with_screen(make_steps=steps_without_a_question).type(sheet, 1)
    assert list(contract.wrong_questions(wrong)) == ["players.0.tricks: the title 'Tricks' is not a question"]


def steps_without_a_question(self):
    yield replace(self.step("tricks", 0), title=_("Tricks"))


def test_a_reason_must_be_a_text_object():
    sheet = RIGHT.rules.blank(contract.make_table(RIGHT))
    lines = [Line(column="0", points=points(1), reason="took 1")]
    assert list(contract.wrong_lines(RIGHT, sheet, lines)) == ["the reason 'took 1' is not a Text: write _() around it"]


@pytest.mark.parametrize(
    ("winners", "outcome", "expected"),
    [
        pytest.param(["Player A"], ("0",), [], id="the right winner"),
        pytest.param(["Player A"], None, ["the SAMPLE does not end the game"], id="the game goes on"),
        pytest.param(
            ["Player B"],
            ("0",),
            ["the winners are 'Player B' by the SAMPLE, but 'Player A' by the rules"],
            id="another player wins",
        ),
    ],
)
def test_a_sample_must_end_with_its_winners(winners, outcome, expected):
    sheet = RIGHT.rules.blank(contract.make_table(RIGHT))
    if outcome:
        sheet = replace(sheet, outcome=Outcome(reason=_("over"), winners=outcome, ranking=(("0",), ("1",))))
    assert list(contract.wrong_sample(RIGHT, sheet, winners)) == expected


def refusing(self, sheet, dealer, entry):
    taken = sum(entry.tricks)
    yield Problem(path="players", message=_("All tricks are 11."))
    if taken < 11:
        yield Problem(path="players", message=_("Too few."))
    yield Problem(path="players", message=_("Sure?"), level="warning")


def never_settled(self):
    yield from (replace(step, settled=False) for step in HandScreen.make_steps(self))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        pytest.param(
            with_rules(check=refusing),
            "no legal hand was found for 2 players: 10 × All tricks are 11.; 10 × Too few.",
            id="the rules refuse every hand",
        ),
        pytest.param(
            with_screen(make_steps=never_settled),
            "no legal hand was found for 2 players: 10 × "
            "After 100 taps the screen still asks 'How many did Player A take?'.",
            id="the screen asks forever",
        ),
    ],
)
def test_refusals_are_counted_if_no_hand_is_legal(game, message):
    with pytest.raises(AssertionError) as raised:
        list(contract.legal_hands(game, game.rules.blank(contract.make_table(game))))
    assert str(raised.value).splitlines()[0] == message


@pytest.fixture
def duplicate_slug(tmp_path):
    """Add a game that uses another game's slug."""
    module = """
from scorekeeper.games.klondike import Klondike
from scorekeeper.rules.game import CardGame

class Patience(Klondike):
    pass

PATIENCE = CardGame(rules=Patience())
"""
    (tmp_path / "patience.py").write_text(module, encoding="utf-8")
    with games_of(tmp_path):
        yield
    sys.modules.pop("scorekeeper.games.patience", None)
    vars(scorekeeper.games).pop("patience", None)


def test_a_slug_already_in_use_is_refused(duplicate_slug):
    with pytest.raises(ValueError, match=r"^patience: the slug 'klondike' is taken by Klondike$"):
        all_games()
