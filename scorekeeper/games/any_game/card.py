"""Where the points of a game with named rows stand on its card. RULES.md: Rows with names."""

from itertools import accumulate

from scorekeeper.games.any_game.choices import TURNS
from scorekeeper.games.any_game.hand import AnySheet, who_scored
from scorekeeper.games.any_game.names import NamedRow, rows_of, shown
from scorekeeper.games.any_game.scoring import Owner, filled_rows
from scorekeeper.rules.sheet import Box, Card, CardRow, Seats
from scorekeeper.rules.text import Amount, Half, gettext as _, points


def card_of(sheet: AnySheet) -> Card | None:
    """Return the card, if the game has rows to fill. In turns, each player has a column, also with a partner."""
    options = sheet.table.options
    if not options.ends_when_full:
        return None
    columns: dict[Owner, Seats] = {column.key: column.seats for column in sheet.columns}
    if options.rows == TURNS:
        columns = {seat: (seat,) for seat in sheet.table.seats}
    filled = {(row, owner): Box(half=points(gain), hand=hand) for hand, row, owner, gain in filled_rows(sheet)}
    ticks = [(who_scored(hand.entry), number) for number, hand in enumerate(sheet.hands) if hand.entry.beside]
    rows = list[CardRow]()
    for row in rows_of(options.categories):
        boxes = tuple(filled.get((row.index, owner)) for owner in columns)
        if row.bonus:
            above = [(whose, box.half) for (index, whose), box in filled.items() if index in row.counted]
            boxes = tuple(_sum(row, [gain for whose, gain in above if whose == owner]) for owner in columns)
        elif row.beside:
            own = (tuple(hand for whose, hand in ticks if whose == owner) for owner in columns)
            boxes = tuple(Box(half=points(len(hands) * row.beside), ticks=hands) if hands else None for hands in own)
        name, number = shown(options.template, row.name), row.index + 1 if row.is_filled else 0
        path = "hand.beside" if row.beside else ""
        rows.append(CardRow(name=name, hint=row.hint, number=number, boxes=boxes, path=path, each=points(row.beside)))
    return Card(columns=tuple(columns.values()), rows=tuple(rows), path="hand.row" if options.rows == TURNS else "")


def _sum(row: NamedRow, gains: list[Half]) -> Box:
    """Return the sum so far for a bonus, which isn't lost again."""
    total, least, bonus = Half(sum(gains)), points(row.least), Amount(half=points(row.bonus or 0), signed=True)
    is_reached = any(so_far >= least for so_far in accumulate(gains))
    lacks = _("{points} to go", points=Amount(half=Half(least - total)))
    return Box(half=total, note=_("{points}", points=bonus) if is_reached else lacks)
