"""What every game must keep, as plain functions that say in sentences what is wrong with a game.

The real games are checked by them in `test_contract`, made-up wrong ones in `test_wrong_games`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scorekeeper.games import AnyGame
from scorekeeper.rules.declaration import Value
from scorekeeper.rules.entries import tapped
from scorekeeper.rules.screens import Screen
from scorekeeper.rules.sheet import Line, Sheet, Table
from scorekeeper.rules.statistics import HANDS
from scorekeeper.rules.words import Text
from scorekeeper.text import plain, sentence
from tests.games.typing import buttons

AnySheet = Sheet[Any, Any]

SEED = 20031114
MOST_TAPS = 100
NOT_COUNTED = "a key that no fact has: not in random hands, and not in the SAMPLE"


def a_table(game: AnyGame, players: int | None = None, **options: Value) -> Table[Any]:
    """A table of so many players, by default as few as can be; the last seat deals first."""
    count = players or game.rules.players[0]
    names = tuple(f"Player {'ABCDEFGHIJ'[seat]}" for seat in range(count))
    return Table(names=names, options=game.rules.options(**options), first_dealer=count - 1)


def wrong_fields(game: AnyGame) -> Iterator[str]:
    """Yield what keeps a hand screen from asking its fields: a stage that it hasn't, or two fields in one place."""
    stages = [stage.key for stage in game.screen.stages]
    for field in game.fields:
        if field.stage and field.stage not in stages:
            yield f"{field.name}: the screen has no stage {field.stage!r}, only {_listed(stages)}"
    for name, times in Counter(field.name for field in game.fields).items():
        if times > 1:
            yield f"{times} fields have the name {name!r}"
    for path, times in Counter(field.path(None if field.per == "hand" else 0) for field in game.fields).items():
        if times > 1:
            yield f"{times} fields have the path {path!r}"


def wrong_lines(game: AnyGame, sheet: AnySheet, lines: Iterable[Line]) -> Iterator[str]:
    """Yield what is wrong with lines: no text as a reason, a column that the table hasn't, a mark without a legend."""
    columns, marks = [column.key for column in sheet.columns], [mark.key for mark in game.rules.legend]
    for line in lines:
        if not isinstance(line.reason, Text):
            yield f"the reason {line.reason!r} is no text: write _() around it"
            continue
        if line.column not in columns:
            yield f"{sentence(line.reason)}: the table has no column {line.column!r}, only {_listed(columns)}"
        if line.mark and line.mark not in marks:
            yield f"{sentence(line.reason)}: the legend has no mark {line.mark!r}, only {_listed(marks)}"


def wrong_figures(game: AnyGame, keys: Iterable[str]) -> Iterator[str]:
    """Yield the figures and feats that can never show anything, when the facts of many hands have these keys."""
    known = set(keys)
    for figure in game.statistics.figures:
        for key in sorted({figure.key, figure.of} - known):
            yield f"the figure {sentence(figure.label)!r} counts {key!r}, {NOT_COUNTED}"
    for feat in game.statistics.feats:
        if feat.key not in known:
            yield f"the feat {sentence(feat.label)!r} counts {feat.key!r}, {NOT_COUNTED}"
        if feat.key == HANDS and game.rules.low_wins:
            yield f"the feat {sentence(feat.label)!r} is about most points, and in this game the fewest win"


def wrong_sample(game: AnyGame, sheet: AnySheet, winners: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with a sample: it must end the game, and with the winners that it names."""
    if sheet.outcome is None:
        yield "the SAMPLE does not end the game"
        return
    won = [plain(column.label) for column in sheet.columns if column.key in sheet.outcome.winners]
    named = [label for label in won if any(name in label for name in winners)]
    if named != won or not all(any(name in label for label in won) for name in winners):
        yield f"by the SAMPLE {_listed([*winners])} should win, by the rules {_listed(won)} does"


def legal_hands(game: AnyGame, sheet: AnySheet) -> Iterator[Any]:
    """Yield hands of a thumb that taps what it likes, more of them where fewer play.

    Raises `AssertionError`, which counts why hands were refused, where none can be true.
    """
    chance, found, refused = random.Random(SEED), False, Counter[str]()
    players = len(sheet.table.names)
    for _try in range(max(2, 20 // players)):
        entry, wrong = _tap_a_hand(game, sheet, chance)
        refused.update(wrong)
        if not wrong:
            found = True
            yield entry
    counted = "; ".join(f"{times} × {why}" for why, times in refused.most_common())
    assert found, f"no legal hand was found for {players} players: {counted}"


def _tap_a_hand(game: AnyGame, sheet: AnySheet, chance: random.Random) -> tuple[Any, list[str]]:
    """The entry that was tapped together, and why it can't be true, or why it was never complete."""
    answers: dict[str, Value] = {}
    dealer = game.rules.dealer(sheet)
    for _tap in range(MOST_TAPS):
        hand = game.type(sheet, dealer, answers)
        screen = hand.view()
        if screen.complete:
            entry = hand.entry()
            problems = game.rules.problems(sheet, dealer, entry)
            return entry, [sentence(problem.message) for problem in problems if problem.level == "error"]
        if screen.question is None:
            return None, ["Nothing more is asked, but the hand is not complete."]
        path, value = _a_tap(game, screen, chance)
        if hand.refuse(path, value) is None:
            answers = tapped(answers, path, value)
    return None, [f"After {MOST_TAPS} taps the screen still asks {sentence(screen.title)!r}."]


def _a_tap(game: AnyGame, screen: Screen, chance: random.Random) -> tuple[str, Value]:
    """One of the buttons that aren't pressed yet, mostly a likely one, or a number where one may only be typed."""
    question = screen.question
    assert question is not None
    offers = [offer for offer in buttons(screen) if not offer.pressed]
    typed = question.other and not question.likely and not question.offers
    if typed and (not offers or chance.random() < 0.5):
        field = game.field_at(question.path)
        assert field is not None
        number = chance.randint(max(field.low, -20), min(field.high, 33))
        return question.path, (number,) if field.kind == "numbers" else number
    offer = chance.choice(question.likely if question.likely and chance.random() < 0.7 else offers)
    return offer.path, offer.value


def _listed(keys: list[str]) -> str:
    return ", ".join(map(repr, keys)) or "none"
