"""A made-up round, to show how a game is scored before anybody has played it."""

from typing import Any

from scorekeeper.games import AnyGame
from scorekeeper.rules.declaration import Value, fields_of, in_words
from scorekeeper.rules.sheet import Line, Table, errors_in
from scorekeeper.rules.steps import Step
from scorekeeper.rules.text import Half, Text

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
SEATS, FEW, MOST_STEPS = 3, 3, 60
NUMBERS = (12, 7, 25, 18, 0, 4, 9, 30, 15, 6)


def made_up_round(game: AnyGame) -> list[tuple[Text, Half, list[Line]]]:
    """Return what a made-up round would be worth for everybody, in half points, and why; `[]` if none can be made up.

    Each has a label, the change, and the lines that explain it.
    """
    options, players = game.rules.house_rules, game.rules.players
    sizes = sorted(players, key=lambda size: (abs(size - SEATS), size))
    tables: list[Table[Any]] = [Table(names=NAMES[:size], options=options, first_dealer=size - 1) for size in sizes]
    table = next((table for table in tables if game.rules.refuse_table(table) is None), None)
    if table is None:
        return []
    before, answers = game.rules.blank(table), dict[str, Value]()
    for step in range(MOST_STEPS):
        hand = game.type(before, table.first_dealer, answers)
        screen = hand.view()
        if screen.complete:
            entry = hand.entry()
            if errors_in(game.rules.problems(before, table.first_dealer, entry)):
                return []
            after = game.rules.record(before, table.first_dealer, entry)
            lines, points = after.hands[-1].lines, after.hands[-1].points
            return [
                (column.label, points[column.key], [line for line in lines if line.column == column.key])
                for column in after.columns
            ]
        if screen.question is None:
            return []
        answers |= hand.meant(screen.question.path, _made_up(screen.question, step))
    return []


def _made_up(question: Step, step: int) -> Value:
    """Return an answer that looks as if somebody had given it."""
    offers = [offer for offer in (*question.likely, *question.offers) if offer.state != "refused"]
    # Without buttons, a likely zero only saves typing it; with them, it is what is left of a sum.
    likely = [offer.value for offer in offers if offer.likely and (offer.value != 0 or question.offers)]
    values = [offer.value for offer in question.offers if offer.state != "refused"]
    few = values[1:4] if len(values) > FEW else values
    return likely[0] if likely else few[step % len(few)] if few else NUMBERS[step % len(NUMBERS)]


def in_short(options: Any) -> tuple[tuple[Text, Text], ...]:
    """Return how a game is scored as (label, value) pairs: the upfront options, and those that aren't as usual."""
    return tuple(
        (field.label, in_words(field, value))
        for field in fields_of(type(options))
        if not field.derived and field.matters(None, options)
        if (value := getattr(options, field.name)) != field.default or field.upfront
    )
