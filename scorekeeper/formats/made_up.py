"""A made-up round, to show how a game is scored or written in a file before anybody has played it."""

from typing import Any

from scorekeeper.formats.sheets import GameFile
from scorekeeper.games import AnyGame
from scorekeeper.rules.declaration import Value, options_record
from scorekeeper.rules.entries import stored_entry
from scorekeeper.rules.played import PlayedHand
from scorekeeper.rules.sheet import Line, Table, errors_in
from scorekeeper.rules.text import Half, Text

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")
SEATS, FEW, MOST_STEPS = 3, 3, 60
NUMBERS = (12, 7, 25, 18, 0, 4, 9, 30, 15, 6)


def made_up_round(game: AnyGame, players: int = SEATS) -> list[tuple[Text, Half, list[Line]]]:
    """Return labels, half points and reasons of a made-up round of so many, or `[]` if none can be made up."""
    played = made_up_game(game, players)
    if played is None or not played.sheet.hands:
        return []
    (hand,) = played.sheet.hands
    return [
        (column.label, hand.points[column.key], [line for line in hand.lines if line.column == column.key])
        for column in played.sheet.columns
    ]


def made_up_game(game: AnyGame, players: int = SEATS) -> GameFile | None:
    """Return a game of about so many players with one made-up hand, or None if none can be made up."""
    options = game.rules.house_rules
    sizes = sorted(game.rules.players, key=lambda size: (abs(size - players), size))
    tables: list[Table[Any]] = [Table(names=NAMES[:size], options=options, first_dealer=size - 1) for size in sizes]
    table = next((table for table in tables if game.rules.refuse_table(table) is None), None)
    if table is None:
        return None
    before, answers, dealer = game.rules.blank(table), dict[str, Value](), table.first_dealer
    if game.rules.way == "tally":  # which is complete with nothing
        answers = {game.type(before, dealer).steps[0].path: 1}
    for step in range(MOST_STEPS):
        hand = game.type(before, dealer, answers)
        screen = hand.view()
        question = screen.question
        if screen.complete or question is None:
            break
        if question.likely or question.offers or question.board.other or question.skip is None:
            # An answer that looks as if somebody had given it. Without buttons, a likely zero only saves typing it;
            # with them, it is what is left of a sum.
            offers = [offer for offer in (*question.likely, *question.offers) if offer.state != "refused"]
            likely = [offer.value for offer in offers if offer.likely and (offer.value != 0 or question.offers)]
            values = [offer.value for offer in question.offers if offer.state != "refused"]
            few = values[1:4] if len(values) > FEW else values or NUMBERS
            answers |= hand.meant(question.path, likely[0] if likely else few[step % len(few)])
        else:  # nothing but toggles, which can all stay off
            answers |= hand.meant(question.skip.path, question.skip.value)
    if not screen.complete:
        return None
    entry = hand.entry()
    problems = tuple(game.rules.problems(before, dealer, entry))
    if errors_in(problems):
        return None
    stored = stored_entry(game.rules.record_of(entry, table), anyway=bool(problems))
    made_up = (PlayedHand(dealer=dealer, entry=stored),)
    record = options_record(options)
    return GameFile(card_game=game, names=table.names, options=record, first_dealer=dealer, hands=made_up)
