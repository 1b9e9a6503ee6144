"""The contract that every game must fulfill: functions that check a game and yield a sentence for each fault they find.

`test_contract` applies them to the real games, and `test_wrong_games` to made-up games with one fault each.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import wraps
from typing import Any

from scorekeeper.formats.language import sentence
from scorekeeper.games import AnyGame, all_games
from scorekeeper.rules.declaration import Value, fields_of, in_words
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Line, Sheet, Table
from scorekeeper.rules.statistics import HANDS, Feat, Figure, Moved
from scorekeeper.rules.steps import Screen
from scorekeeper.rules.text import Half, Text
from tests.games.entering import after_tap, buttons

AnySheet = Sheet[Any, Any]

SEED = 20031114
MOST_TAPS = 100
NOT_COUNTED = "which no fact of random hands or of the sample has as its key"


def every_game(check: Callable[[AnyGame], None]) -> Callable[[], None]:
    """Make a test of a check, which it runs for every game."""

    @wraps(check)
    def test() -> None:
        for slug, game in all_games().items():
            try:
                check(game)
            except AssertionError as fault:
                raise AssertionError(f"{slug}: {fault}") from fault

    del test.__wrapped__  # its parameter isn't a fixture
    return test


def make_table(game: AnyGame, players: int | None = None, **options: Value) -> Table[Any]:
    """Return a table at which the last seat deals first, by default with the fewest players that the game allows."""
    count = players or game.rules.players[0]
    names = tuple(f"Player {'ABCDEFGHIJ'[seat]}" for seat in range(count))
    return Table(names=names, options=game.rules.options(**options), first_dealer=count - 1)


def wrong_fields(game: AnyGame) -> Iterator[str]:
    """Yield faults in a hand screen's fields: an unknown stage, or two fields with the same name or path."""
    stages = [stage.key for stage in game.screen.stages]
    for field in game.fields:
        if field.stage and field.stage not in stages:
            yield f"{field.name}: the screen has no stage {field.stage!r} (stages: {_listed(stages)})"
    for name, times in Counter(field.name for field in game.fields).items():
        if times > 1:
            yield f"{times} fields have the name {name!r}"
    for path, times in Counter(field.path(None if field.per == "hand" else 0) for field in game.fields).items():
        if times > 1:
            yield f"{times} fields have the path {path!r}"


def wrong_questions(hand: HandScreen[Any, Any]) -> Iterator[str]:
    """Yield faults in the titles of a hand's questions, each of which must be one, except for the rows of a card."""
    for step in hand.steps if hand.rules.card(hand.before) is None else ():
        for title in {sentence(asked.title) for asked in (step, step.opened) if asked is not None}:
            if not title.endswith("?"):
                yield f"{step.path}: the title {title!r} is not a question"


def hidden_answers(hand: HandScreen[Any, Any]) -> Iterator[str]:
    """Yield the paths of earlier stages' answers that the screen doesn't show: a player's on a row of that player.

    What was answered about the whole hand may also stand above the question, or on its stage's tab, if it is a bid.
    """
    screen = hand.view()
    stages = [stage.key for stage in hand.stages]
    earlier = stages[: stages.index(screen.stage)] if screen.stage in stages else []
    around = " ".join(map(sentence, (*screen.facts, *(tab.answer for tab in screen.stages if tab.answer))))
    for field in fields_of(hand.rules.entry):
        for index in (None,) if field.per == "hand" else range(len(hand.table.names)):
            path = field.path(index)
            value = hand.answers.get(path)
            if field.stage not in earlier or value is None or value is False:
                continue
            words = sentence(in_words(field, value, hand.table.names))
            start = path.removesuffix(field.key)
            rows = [row for row in screen.rows if row.path.startswith(start)]
            beside = [note for row in rows for note in map(sentence, row.notes)]
            if field.per == "hand":
                is_hidden = "bid" in field.stage and words not in around
            else:
                is_hidden = bool(rows) and not field.toggle and not any(words in note for note in beside)
            if is_hidden:
                yield path


def wrong_lines(game: AnyGame, sheet: AnySheet, lines: Iterable[Line]) -> Iterator[str]:
    """Yield faults in lines: a reason that isn't a `Text`, an unknown column, or a mark missing from the legend."""
    columns, marks = [column.key for column in sheet.columns], [mark.key for mark in game.rules.legend]
    for line in lines:
        if not isinstance(line.reason, Text):
            yield f"the reason {line.reason!r} is not a Text: write _() around it"
            continue
        if line.column not in columns:
            yield f"{sentence(line.reason)}: the table has no column {line.column!r} (columns: {_listed(columns)})"
        for mark in line.mark.split():
            if mark not in marks:
                yield f"{sentence(line.reason)}: the legend has no mark {mark!r} (marks: {_listed(marks)})"


def wrong_figures(game: AnyGame, keys: Iterable[str]) -> Iterator[str]:
    """Yield faults in the statistics: a key that no fact has, or a feat for the most points if the fewest win."""
    known = set(keys)
    for figure in game.statistics.figures:
        for key in sorted({figure.key, figure.of} - known):
            yield f"the figure {sentence(figure.label)!r} counts {key!r}, {NOT_COUNTED}"
    for feat in game.statistics.feats:
        if feat.key not in known:
            yield f"the feat {sentence(feat.label)!r} counts {feat.key!r}, {NOT_COUNTED}"
        if feat.key == HANDS and game.rules.low_wins:
            yield f"the feat {sentence(feat.label)!r} is about the most points, but in this game the fewest win"
    for of_year in game.statistics.of_year:
        declared = game.rules.seatless if isinstance(of_year, Figure) else {feat.key for feat in game.statistics.feats}
        if not declared or (isinstance(of_year, Feat) and of_year.key not in declared):
            yield f"{sentence(of_year.label)!r} of a year is of no column without a seat, and of no feat"
    for comparison in game.statistics.comparisons:
        for key in sorted({*comparison.keys, *comparison.others} - known):
            yield f"the comparison {sentence(comparison.more)!r} counts {key!r}, {NOT_COUNTED}"


Owner = tuple[str, int | None, str]
"""A fact's column, its only seat if not all of them, and its key."""


def followers(game: AnyGame, after: AnySheet, index: int) -> dict[Owner, int]:
    """Return by how many half points facts of the last hand change if one of its lines is a half point larger."""
    hand = after.hands[-1]
    line = hand.lines[index]
    larger = replace(line, points=Half(line.points + 1))
    lines = (*hand.lines[:index], larger, *hand.lines[index + 1 :])
    totals = hand.totals | {line.column: Half(hand.totals[line.column] + 1)}
    before, now = (
        {(fact.column, fact.seat, fact.key): fact.amount for fact in game.statistics.facts(after, each)}
        for each in (hand, replace(hand, lines=lines, totals=totals))
    )
    assert before.keys() == now.keys()
    return {owner: now[owner] - before[owner] for owner in now if now[owner] != before[owner]}


def declared_followers(game: AnyGame, after: AnySheet, line: Line) -> dict[Owner, int]:
    """Return what `followers` should, by what the statistics declare as moved."""
    columns, declared = {column.key: column for column in after.columns}, {HANDS: Moved(), **game.statistics.moved}
    found = {}
    one = replace(line, points=Half(1))
    for fact in game.statistics.facts(after, after.hands[-1]):
        moved = declared.get(fact.key)
        if moved and (worth := moved.amount([one], columns[fact.column])):
            found[fact.column, fact.seat, fact.key] = worth
    return found


def legal_hands(game: AnyGame, sheet: AnySheet) -> Iterator[Any]:
    """Yield randomly tapped hands that the rules accept. The fewer players there are, the more hands are tried.

    Raises `AssertionError` if every hand was rejected, listing each reason and how often it occurred.
    """
    if game.rules.for_options(sheet.table.options).most_hands == 0:
        return
    rng, found, refused = random.Random(SEED), False, Counter[str]()
    players = len(sheet.table.names)
    for _try in range(max(2, 20 // players)):
        entry, reasons = random_hand(game, sheet, rng)
        refused.update(reasons)
        if not reasons:
            found = True
            yield entry
    counted = "; ".join(f"{times} × {reason}" for reason, times in refused.most_common())
    assert found, f"no legal hand was found for {players} players: {counted}"


def random_hand(game: AnyGame, sheet: AnySheet, rng: random.Random) -> tuple[Any, list[str]]:
    """Return a randomly tapped entry with a list of its errors, or None with the reason it was never complete."""
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
        path, value = random_tap(game, screen, rng)
        if hand.refuse(path, value) is None:
            answers = after_tap(hand, path, value)
    return None, [f"After {MOST_TAPS} taps the screen still asks {sentence(screen.title)!r}."]


def random_tap(game: AnyGame, screen: Screen, rng: random.Random) -> tuple[str, Value]:
    """Return a random tap: a button that isn't pressed yet, preferably a likely one, or a number that has no button."""
    question = screen.question
    assert question is not None
    offers = [offer for offer in buttons(screen) if not offer.pressed and offer.state != "refused"]
    likely = [offer for offer in offers if offer.likely]
    only_typed = question.board.other and not question.likely and not question.offers
    if only_typed and (not offers or rng.random() < 0.5):
        field = game.field_at(question.path)
        assert field is not None
        number = rng.randint(max(field.low, -20), min(field.high, 33))
        return question.path, (number,) if field.kind == "numbers" else number
    offer = rng.choice(likely if likely and rng.random() < 0.7 else offers)
    return offer.path, offer.value


def _listed(keys: list[str]) -> str:
    return ", ".join(map(repr, keys)) or "none"
