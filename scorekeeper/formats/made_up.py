"""A made-up round, to show how a game is scored or written in a file before anybody has played it."""

from typing import Any

from scorekeeper.formats.sheets import GameFile
from scorekeeper.games import AnyGame
from scorekeeper.rules.declaration import Value, options_record
from scorekeeper.rules.entries import stored_entry
from scorekeeper.rules.played import PlayedHand
from scorekeeper.rules.sheet import Line, Table, errors_in
from scorekeeper.rules.steps import Step
from scorekeeper.rules.text import Half, Text

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
SEATS, FEW, MOST_STEPS = 3, 3, 60
NUMBERS = (12, 7, 25, 18, 0, 4, 9, 30, 15, 6)


def made_up_round(game: AnyGame) -> list[tuple[Text, Half, list[Line]]]:
    """Return labels, half points and reasons of a made-up round, or `[]` if none can be made up."""
    played = made_up_game(game)
    if played is None:
        return []
    (hand,) = played.sheet.hands
    return [
        (column.label, hand.points[column.key], [line for line in hand.lines if line.column == column.key])
        for column in played.sheet.columns
    ]


def made_up_game(game: AnyGame) -> GameFile | None:
    """Return a game with one made-up hand, or None if none can be made up."""
    options = game.rules.house_rules
    sizes = sorted(game.rules.players, key=lambda size: (abs(size - SEATS), size))
    tables: list[Table[Any]] = [Table(names=NAMES[:size], options=options, first_dealer=size - 1) for size in sizes]
    table = next((table for table in tables if game.rules.refuse_table(table) is None), None)
    return _played(game, table) if table else None


def _played(game: AnyGame, table: Table[Any]) -> GameFile | None:
    """Return a game with one hand at a table, by answering whatever is asked next. That may lead to no hand."""
    before, answers = game.rules.blank(table), dict[str, Value]()
    for step in range(MOST_STEPS):
        hand = game.type(before, table.first_dealer, answers)
        screen = hand.view()
        if screen.complete:
            entry = hand.entry()
            problems = tuple(game.rules.problems(before, table.first_dealer, entry))
            if errors_in(problems):
                return None
            stored = stored_entry(game.rules.record_of(entry, table), anyway=bool(problems))
            return GameFile(
                card_game=game,
                names=table.names,
                options=options_record(table.options),
                first_dealer=table.first_dealer,
                hands=(PlayedHand(dealer=table.first_dealer, entry=stored),),
            )
        question = screen.question
        if question is None:
            return None
        if question.likely or question.offers or question.board.other or question.skip is None:
            answers |= hand.meant(question.path, _answer(question, step))
        else:  # nothing but toggles, which can all stay off
            answers |= hand.meant(question.skip.path, question.skip.value)
    return None


def _answer(question: Step, step: int) -> Value:
    """Return an answer that looks as if somebody had given it."""
    offers = [offer for offer in (*question.likely, *question.offers) if offer.state != "refused"]
    # Without buttons, a likely zero only saves typing it; with them, it is what is left of a sum.
    likely = [offer.value for offer in offers if offer.likely and (offer.value != 0 or question.offers)]
    values = [offer.value for offer in question.offers if offer.state != "refused"]
    few = values[1:4] if len(values) > FEW else values
    return likely[0] if likely else few[step % len(few)] if few else NUMBERS[step % len(NUMBERS)]
