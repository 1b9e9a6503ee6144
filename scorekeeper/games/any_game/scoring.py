"""What a round, a row or a turn is worth, and why. RULES.md: Points; Bids; Rows with names; The target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scorekeeper.games.any_game.hand import Entry, taking_part, who_scored
from scorekeeper.games.any_game.options import AT_LEAST, BACK, CATEGORIES, COUNTS, EXACT, TURNS, Options
from scorekeeper.games.any_game.rows import NamedRow, bonuses, typed_rows
from scorekeeper.rules.sheet import Column, Line, Seats
from scorekeeper.rules.words import Amount, Half, Text, both, gettext as _, ngettext, points

if TYPE_CHECKING:
    from scorekeeper.games.any_game.hand import AnySheet


def row_of(before: AnySheet, entry: Entry) -> int | None:
    """Return the index of the row that a hand fills, or None if the game has no rows or they are all filled."""
    options = before.table.options
    count = len(typed_rows(options.categories))
    if options.rows == CATEGORIES and len(before.hands) < count:
        return len(before.hands)
    if options.rows == TURNS and entry.row is not None and entry.row <= count:
        return entry.row - 1
    return None


def typed(sheet: AnySheet, entry: Entry) -> list[tuple[Column, int]]:
    """Return what was typed for each column that has something to score."""
    options = sheet.table.options
    if options.rows == TURNS:
        scored = who_scored(entry)
        if scored is None:
            return []
        return [(column, entry.points[scored] or 0) for column in sheet.columns if scored in column.seats]
    values = entry.points if options.alone else entry.together
    return [(column, value) for column, value in zip(sheet.columns, values, strict=True) if value is not None]


def score_lines(sheet: AnySheet, entry: Entry) -> Iterator[Line]:
    """Yield the lines of a hand."""
    options = sheet.table.options
    yield from _joining(sheet)
    lines = list(_bid_lines(sheet, entry) if options.bidding else _point_lines(sheet, entry))
    yield from lines
    if options.ends_at_target and options.past != COUNTS:
        yield from _past_target(sheet, lines)


def _joining(sheet: AnySheet) -> Iterator[Line]:
    """Say that somebody joins, and with what. RULES.md: Joining late, leaving early."""
    options, row = sheet.table.options, len(sheet.hands) + 1
    for column in sheet.columns:
        (seat,) = column.seats if len(column.seats) == 1 else (None,)
        if seat is not None and options.joined and options.joined[seat] == row > 1:
            start = points(options.joined_with[seat] if options.joined_with else options.start)
            reason = _("joined with {points}", points=Amount(half=start))
            yield Line(column=column.key, points=Half(start - sheet.start[column.key]), reason=reason)


def _point_lines(sheet: AnySheet, entry: Entry) -> Iterator[Line]:
    options = sheet.table.options
    index = row_of(sheet, entry)
    row = None if index is None else typed_rows(options.categories)[index]
    if options.gathers:
        yield from _gathering(sheet, entry)
        return
    for column, value in typed(sheet, entry):
        if row is not None:
            yield Line(column=column.key, points=points(row.worth(value)), reason=_of_row(row, value))
        elif options.counts_down:
            reason = _("scored {points}, taken off", points=Amount(half=points(value)))
            yield Line(column=column.key, points=points(-value), reason=reason)
        else:
            reason = _("scored {points}", points=Amount(half=points(value)))
            yield Line(column=column.key, points=points(value), reason=reason)
        yield from _bonuses(sheet, column, index, 0 if row is None else row.worth(value))


def _of_row(row: NamedRow, value: int) -> Text:
    if not row.counts:
        return _("{row}: {points}", row=row.name, points=Amount(half=points(value)))
    if row.table:
        return _("{row}: {count} for {points}", row=row.name, count=value, points=Amount(half=points(row.worth(value))))
    if row.divisor != 1:
        return _("{row}: {count} ÷ {divisor}", row=row.name, count=value, divisor=row.divisor)
    return _("{row}: {count} × {factor}", row=row.name, count=value, factor=row.factor)


def _bonuses(sheet: AnySheet, column: Column, index: int | None, gained: int) -> Iterator[Line]:
    """Yield the bonuses that a column reaches by gaining points in the row with this index."""
    options = sheet.table.options
    rows = typed_rows(options.categories)
    for bonus in bonuses(options.categories) if index is not None else ():
        if index not in bonus.counted:
            continue
        before = 0
        for number, hand in enumerate(sheet.hands):
            filled = number if options.rows == CATEGORIES else (hand.entry.row or 0) - 1
            values = {scored.key: value for scored, value in typed(sheet, hand.entry)}
            if filled in bonus.counted and column.key in values:
                before += rows[filled].worth(values[column.key])
        if before < bonus.row.least <= before + gained:
            reason = _("{row}: at least {least}", row=bonus.row.name, least=bonus.row.least)
            yield Line(column=column.key, points=points(bonus.row.bonus), reason=reason)


def _gathering(sheet: AnySheet, entry: Entry) -> Iterator[Line]:
    """Give the winner of a round what the others are left with. RULES.md: What a round adds up to."""
    options, names = sheet.table.options, sheet.table.names
    left = [(names[seat], count) for seat, count in enumerate(entry.points) if count]
    cards, column = sum(count for _name, count in left), str(entry.winner)
    if options.bonus:
        yield Line(column=column, points=points(options.bonus), reason=_("won the round"))
    whose = both(_("{name} {count}", name=name, count=count) for name, count in left)
    if not left:
        reason = _("won the round: nobody is left with anything")
    elif options.worth == 1:
        reason = _("the others are left with {points}: {whose}", points=cards, whose=whose)
    else:
        reason = _("{worth} for each card left: {whose}", worth=options.worth, whose=whose)
    yield Line(column=column, points=points(options.worth * cards), reason=reason)


def _past_target(sheet: AnySheet, lines: Sequence[Line]) -> Iterator[Line]:
    """Take back what goes past an exact target. RULES.md: The target."""
    options = sheet.table.options
    gained = Counter[str]()
    for line in lines:
        gained[line.column] += line.points
    for column, gain in gained.items():
        before, target = sheet.totals[column], points(options.target)
        after = before + gain
        if not (after < target if options.counts_down else after > target):
            continue
        if options.past == BACK:
            reason = _("past {target}: back to {back}", target=options.target, back=options.back)
            yield Line(column=column, points=Half(points(options.back) - after), reason=reason)
        else:
            reason = _("past {target}: doesn’t count", target=options.target)
            yield Line(column=column, points=Half(-gain), reason=reason)


def _bid_lines(sheet: AnySheet, entry: Entry) -> Iterator[Line]:
    """Score the bids. RULES.md: Bids."""
    options, there = sheet.table.options, taking_part(sheet)
    for column in sheet.columns:
        seats = tuple(seat for seat in column.seats if seat in there)
        for seat in seats:
            if _is_nil(options, entry, seat):
                yield _nil(options, column, entry.tricks[seat] or 0)
        bidders = tuple(seat for seat in seats if not _is_nil(options, entry, seat))
        if bidders:
            yield _bid(options, column, *_sums(entry, bidders))
        yield from _extra(sheet, column, entry)


def _is_nil(options: Options, entry: Entry, seat: int) -> bool:
    return options.nil > 0 and entry.bid[seat] == 0


def _sums(entry: Entry, seats: Seats) -> tuple[int, int]:
    return sum(entry.bid[seat] or 0 for seat in seats), sum(entry.tricks[seat] or 0 for seat in seats)


def _nil(options: Options, column: Column, tricks: int) -> Line:
    if not tricks:
        return Line(column=column.key, points=points(options.nil), reason=_("bid nil, made it"), mark="made")
    reason = ngettext("bid nil, took {count} trick", "bid nil, took {count} tricks", tricks)
    return Line(column=column.key, points=points(-options.nil), reason=reason)


def _bid(options: Options, column: Column, bid: int, made: int) -> Line:
    values = {"bid": bid, "made": made, "base": options.made, "each": options.each, "off": abs(made - bid)}
    if made == bid or (options.bids == AT_LEAST and made > bid):
        reason = _("bid {bid}, made {made}: {base} + {bid} × {each}", **values)
        if not options.made:
            reason = _("bid {bid}, made {made}: {bid} × {each}", **values)
        return Line(column=column.key, points=points(options.made + bid * options.each), reason=reason, mark="made")
    if options.bids == EXACT:
        reason = _("bid {bid}, made {made}: {off} off, −{each} each", **values)
        return Line(column=column.key, points=points(-options.each * abs(made - bid)), reason=reason)
    reason = _("bid {bid}, made only {made}: −{bid} × {each}", **values)
    return Line(column=column.key, points=points(-options.made - bid * options.each), reason=reason)


def extra_tricks(options: Options, entry: Entry, seats: Seats) -> int:
    """Return a column's tricks beyond its bid, and those of a failed bid of nil."""
    bidders = tuple(seat for seat in seats if not _is_nil(options, entry, seat))
    bid, made = _sums(entry, bidders)
    return max(made - bid, 0) + sum(entry.tricks[seat] or 0 for seat in seats if seat not in bidders)


def _extra(sheet: AnySheet, column: Column, entry: Entry) -> Iterator[Line]:
    options = sheet.table.options
    count = extra_tricks(options, entry, column.seats) if options.bids == AT_LEAST else 0
    if not count:
        return
    if options.over:
        reason = _("{count} extra × {over}", count=count, over=options.over)
        yield Line(column=column.key, points=points(count * options.over), reason=reason)
    if options.bags:
        before = sum(extra_tricks(options, hand.entry, column.seats) for hand in sheet.hands)
        for _time in range(before // options.bags, (before + count) // options.bags):
            reason = _("{count} extra tricks in all", count=options.bags)
            yield Line(column=column.key, points=points(-options.penalty), reason=reason)
