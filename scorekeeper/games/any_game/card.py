"""Where the points of a game with named rows stand on its card. RULES.md: Rows with names."""

from itertools import accumulate

from scorekeeper.games.any_game.hand import AnySheet
from scorekeeper.games.any_game.names import NamedRow, rows_of, shown, typed_rows
from scorekeeper.games.any_game.options import TURNS
from scorekeeper.games.any_game.scoring import Owner, filled_rows
from scorekeeper.rules.card import Box, Card, CardRow
from scorekeeper.rules.text import NOTHING, Half, Text, gettext as _, points


def card_of(sheet: AnySheet) -> Card | None:
    """Return the card, if the game has rows to fill. In turns, each player has a column, also with a partner."""
    options = sheet.table.options
    if not options.ends_when_full:
        return None
    columns: dict[Owner, tuple[int, ...]] = {column.key: column.seats for column in sheet.columns}
    if options.rows == TURNS:
        columns = {seat: (seat,) for seat in sheet.table.seats}
    filled = {(row, owner): Box(half=points(gained), hand=hand) for hand, row, owner, gained in filled_rows(sheet)}

    def sums(counted: range, bonus: int = 0, least: int = 0) -> tuple[Box, ...]:
        boxes = list[Box]()
        for owner in columns:
            own = (box.half for (row, whose), box in filled.items() if whose == owner and row in counted)
            totals = tuple(accumulate(own))
            total = Half(totals[-1] if totals else NOTHING)
            is_reached = any(each >= points(least) for each in totals)
            lacks = NOTHING if is_reached else Half(points(least) - total)
            boxes.append(Box(half=total, lacks=lacks, gained=points(bonus if is_reached else 0)))
        return tuple(boxes)

    rows, after_bonus = list[CardRow](), 0
    for row in rows_of(options.categories):
        name, hint = shown(options.template, row.name), _hint(row)
        if row.bonus:
            boxes, after_bonus = sums(row.counted, row.bonus, row.least), row.index
            rows.append(CardRow(name=name, hint=hint, boxes=boxes, goal=points(row.least)))
        else:
            own = tuple(filled.get((row.index, owner)) for owner in columns)
            rows.append(CardRow(name=name, hint=hint, boxes=own, number=row.index + 1))
    count = len(typed_rows(options.categories))
    if 0 < after_bonus < count:
        rows.append(CardRow(name=_("Sum"), boxes=sums(range(after_bonus, count))))
    return Card(columns=tuple(columns.values()), rows=tuple(rows), path="hand.row" if options.rows == TURNS else "")


def _hint(row: NamedRow) -> Text | None:
    if row.bonus:
        return _("{bonus} from {least}", bonus=row.bonus, least=row.least)
    if row.factor is not None:
        return _("× {factor}", factor=row.factor)
    return None if row.divisor == 1 else _("÷ {divisor}", divisor=row.divisor)
