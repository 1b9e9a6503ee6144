"""A made-up round, to show how a game is scored or written in a file before anybody has played it."""

from typing import Any

from scorekeeper.exchange.sheets import GameFile
from scorekeeper.games import AnyGame
from scorekeeper.rules.declaration import Value, defaults, fields_of, in_words, options_record
from scorekeeper.rules.entries import stored_entry
from scorekeeper.rules.played import PlayedHand
from scorekeeper.rules.sheet import Line, Table, errors_in
from scorekeeper.rules.steps import Question
from scorekeeper.rules.text import Half, Text

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
SEATS, FEW, MOST_STEPS = 3, 3, 60
NUMBERS = (12, 7, 25, 18, 0, 4, 9, 30, 15, 6)


def made_up_round(game: AnyGame) -> list[tuple[Text, Half, list[Line]]]:
    """Return what a made-up round would be worth for everybody, in half points, and why; `[]` if none can be made up.

    Each has a label, the change, and the lines that explain it.
    """
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
    options, players = game.rules.house_rules, game.rules.players
    sizes = sorted(players, key=lambda size: (abs(size - SEATS), size))
    tables: list[Table[Any]] = [Table(names=NAMES[:size], options=options, first_dealer=size - 1) for size in sizes]
    table = next((table for table in tables if game.rules.refuse_table(table) is None), None)
    if table is None:
        return None
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
                options=options_record(options),
                first_dealer=table.first_dealer,
                hands=(PlayedHand(dealer=table.first_dealer, entry=stored),),
            )
        question = screen.question
        if question is None:
            return None
        if question.likely or question.offers or question.other or not screen.steps:
            answers |= hand.meant(question.path, _made_up(question, step))
        else:  # nothing but toggles, which can all stay off
            answers |= hand.meant(screen.steps[0].path, screen.steps[0].value)
    return None


def _made_up(question: Question, step: int) -> Value:
    """Return an answer that looks as if somebody had given it."""
    offers = [offer for offer in (*question.likely, *question.offers) if offer.state != "refused"]
    # Without buttons, a likely zero only saves typing it; with them, it is what is left of a sum.
    likely = [offer.value for offer in offers if offer.likely and (offer.value != 0 or question.offers)]
    values = [offer.value for offer in question.offers if offer.state != "refused"]
    few = values[1:4] if len(values) > FEW else values
    return likely[0] if likely else few[step % len(few)] if few else NUMBERS[step % len(NUMBERS)]


def in_short(options: Any) -> tuple[tuple[Text, Text], ...]:
    """Return how a game is scored as (label, value) pairs: the upfront options, and those that aren't as usual."""
    pairs = zip(fields_of(type(options)), defaults(type(options)), strict=True)
    return tuple(
        (field.label, in_words(field, value))
        for field, default in pairs
        if not field.derived and field.matters(None, options)
        if (value := getattr(options, field.name)) != default or field.upfront
    )
