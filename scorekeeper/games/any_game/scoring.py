"""What a round, a row, a turn or a tally is worth, and why, and where that stands on a card.

RULES.md: Points; Bids; Rows with names; The target.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from scorekeeper.games.any_game.choices import AT_LEAST, BACK, EXACT, TURNS
from scorekeeper.games.any_game.hand import AnySheet, Entry, phases_done, row_of, stay_of, taking_part, who_scored
from scorekeeper.games.any_game.names import NamedRow, row_beside, rows_of, shown, typed_rows
from scorekeeper.games.any_game.options import Options
from scorekeeper.rules.sheet import Box, Card, CardRow, Column, Line, Seats, add_lines, column_points
from scorekeeper.rules.text import NOTHING, Amount, Half, both, gettext as _, ngettext, points

JOINED = "joined"
Owner = int | str | None  # of a row on a card: a seat or, where everybody fills the same row, a column's key


def typed(sheet: AnySheet, entry: Entry) -> list[tuple[Column, int]]:
    """Return what was typed for each column that has something to score."""
    options = sheet.table.options
    if options.rows == TURNS:
        scored = who_scored(entry)
        if scored is None:
            return []
        return [(column, entry.points[scored] or 0) for column in sheet.columns if scored in column.seats]
    values = entry.together or entry.points
    return [(column, value) for column, value in zip(sheet.columns, values, strict=True) if value is not None]


def score_lines(sheet: AnySheet, entry: Entry) -> Iterator[Line]:
    """Yield the lines of a hand. RULES.md: Joining late, leaving early; The target."""
    table, options, row, joining = sheet.table, sheet.table.options, len(sheet.hands) + 1, list[Line]()
    for seat in table.seats:
        stay = stay_of(table, seat)
        if stay.first == row > 1:
            start, column = points(stay.joined_with), str(seat)
            reason = _("joined with {points}", points=Amount(half=start))
            joining.append(Line(column, Half(start - sheet.start[column]), reason, JOINED))
    yield from joining
    score = _bid_lines if options.bidding else _gathering if options.gathers else _point_lines
    lines = tuple(score(sheet, entry))
    if options.counts_down:
        lines = tuple(replace(line, points=Half(-line.points)) for line in lines)
    yield from lines
    target, totals = points(options.target), add_lines(sheet.totals, joining)
    for column, gain in column_points(totals, lines).items() if options.exact else ():
        after = totals[column] + gain
        is_past = after < target if options.counts_down else after > target
        if is_past and options.past == BACK:
            reason = _("past {target}: back to {back}", target=options.target, back=options.back)
            yield Line(column, Half(points(options.back) - after), reason)
        elif is_past:
            yield Line(column, Half(-gain), _("past {target}: doesn’t count", target=options.target))


def _point_lines(sheet: AnySheet, entry: Entry) -> Iterator[Line]:
    """Score what was typed. RULES.md: Points; Rows with names."""
    options, row = sheet.table.options, row_of(sheet, entry)
    for column, value in typed(sheet, entry):
        amount = Amount(half=points(value))
        if row is None:
            up = _("won the round") if options.one_scores else _("this round")
            up = _("this turn") if options.rows == TURNS else _("points made") if options.tallies else up
            down = _("scored {points}, taken off", points=amount)
            yield Line(column.key, points(value), down if options.counts_down else up)
            if options.has_phases and entry.phase[column.seats[0]]:
                reason = _("completed phase {number}", number=phases_done(sheet, column.seats[0]) + 1)
                yield Line(column.key, NOTHING, reason, "phase")
            continue
        name, gained = shown(options.template, row.name), row.worth(value)
        if not row.counts:
            reason = _("{row}", row=name)
        elif row.table:
            reason = _("{row}: {count} for {points}", row=name, count=value, points=Amount(half=points(gained)))
        elif row.factor is None:
            reason = _("{row}: {count} ÷ {divisor}", row=name, count=value, divisor=row.divisor)
        else:
            reason = _("{row}: {count} × {factor}", row=name, count=value, factor=row.factor)
        yield Line(column.key, points(gained), reason)
        # Each bonus is given once.
        owner = who_scored(entry) if options.rows == TURNS else column.key
        for bonus in (bonus for bonus in rows_of(options.categories) if row.index in bonus.counted):
            own = (gain for _n, index, whose, gain in filled_rows(sheet) if whose == owner and index in bonus.counted)
            sums = tuple(accumulate(own))
            total = (sums[-1] if sums else 0) + gained
            if total >= bonus.least and all(earlier < bonus.least for earlier in sums):
                reason = _("{row}: at least {least}", row=shown(options.template, bonus.name), least=bonus.least)
                yield Line(column.key, points(bonus.bonus or 0), reason)
        if entry.beside and (beside := row_beside(options.categories)):
            yield Line(column.key, points(beside.beside), _("{row}", row=shown(options.template, beside.name)))


def filled_rows(sheet: AnySheet) -> Iterator[tuple[int, int, Owner, int]]:
    """Yield each row that was filled: the hand and the row, both counted from 0, whose it is, and what it brought."""
    rows, by_turns = typed_rows(sheet.table.options.categories), sheet.table.options.rows == TURNS
    for number, hand in enumerate(sheet.hands):
        index = (hand.entry.row or 0) - 1 if by_turns else number
        for column, value in typed(sheet, hand.entry):
            yield number, index, who_scored(hand.entry) if by_turns else column.key, rows[index].worth(value)


def _gathering(sheet: AnySheet, entry: Entry) -> Iterator[Line]:
    """Give the winner of a round what the others are left with. RULES.md: What a round adds up to."""
    options, names = sheet.table.options, sheet.table.names
    left = [(names[seat], count) for seat, count in enumerate(entry.points) if count]
    cards, column = sum(count for _name, count in left), str(entry.winner)
    if options.bonus or not left:
        yield Line(column, points(options.bonus), _("won the round"))
    whose = both(_("{name} {count}", name=name, count=count) for name, count in left)
    if left and options.worth == 1:
        yield Line(column, points(cards), _("the others are left with {points}: {whose}", points=cards, whose=whose))
    elif left:
        reason = _("{worth} for each card left: {whose}", worth=options.worth, whose=whose)
        yield Line(column, points(options.worth * cards), reason)
    lost = _("{worth} for each card left: {count}") if options.worth > 1 else _("left with {count}")
    for seat, count in enumerate(entry.points):
        if count and options.lose:
            reason = replace(lost, values={"worth": options.worth, "count": count})
            yield Line(str(seat), points(-options.worth * count), reason)


def _bid_lines(sheet: AnySheet, entry: Entry) -> Iterator[Line]:
    """Score the bids. RULES.md: Bids."""
    options, there = sheet.table.options, taking_part(sheet)
    for column in sheet.columns:
        key, seats = column.key, [seat for seat in column.seats if seat in there]
        bidders = [seat for seat in seats if not _is_nil(options, entry, seat)]
        for tricks in (entry.tricks[seat] or 0 for seat in seats if seat not in bidders):
            reason = ngettext("bid nil, took {count} trick", "bid nil, took {count} tricks", tricks)
            if tricks:
                yield Line(key, points(-options.nil), reason)
            else:
                yield Line(key, points(options.nil), _("bid nil, made it"), "made")
        bid, made = (sum(values[seat] or 0 for seat in bidders) for values in (entry.bid, entry.tricks))
        values = {"bid": bid, "made": made, "base": options.made, "each": options.each, "off": abs(made - bid)}
        if bidders and (made == bid or (options.bids == AT_LEAST and made > bid)):
            reason = _("bid {bid}, made {made}: {base} + {bid} × {each}", **values)
            if not options.made:
                reason = _("bid {bid}, made {made}: {bid} × {each}", **values)
            yield Line(key, points(options.made + bid * options.each), reason, "made")
        elif bidders and options.bids == EXACT:
            reason = _("bid {bid}, made {made}: {off} off, −{each} each", **values)
            yield Line(key, points(-options.each * abs(made - bid)), reason)
        elif bidders:
            reason = _("bid {bid}, made only {made}: −{bid} × {each}", **values)
            yield Line(key, points(-bid * options.each), reason)
        extra = extra_tricks(options, entry, column.seats) if options.bids == AT_LEAST else 0
        if extra and options.over:
            reason = _("{count} extra × {over}", count=extra, over=options.over)
            yield Line(key, points(extra * options.over), reason)
        if extra and options.bags:
            before = sum(extra_tricks(options, hand.entry, column.seats) for hand in sheet.hands)
            for _time in range(before // options.bags, (before + extra) // options.bags):
                yield Line(key, points(-options.penalty), _("{count} extra tricks in all", count=options.bags))


def _is_nil(options: Options, entry: Entry, seat: int) -> bool:
    return options.nil > 0 and entry.bid[seat] == 0


def extra_tricks(options: Options, entry: Entry, seats: Seats) -> int:
    """Return a column's tricks beyond its bid, and those of a failed bid of nil."""
    extra = {seat: (entry.tricks[seat] or 0) - (entry.bid[seat] or 0) for seat in seats}
    nil = sum(extra.pop(seat) for seat in seats if _is_nil(options, entry, seat))
    return nil + max(sum(extra.values()), 0)


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
            boxes = tuple(_toward(row, [gain for whose, gain in above if whose == owner]) for owner in columns)
        elif row.beside:
            own = (tuple(hand for whose, hand in ticks if whose == owner) for owner in columns)
            boxes = tuple(Box(half=points(len(hands) * row.beside), ticks=hands) if hands else None for hands in own)
        name, number = shown(options.template, row.name), row.index + 1 if row.is_filled else 0
        path = "hand.beside" if row.beside else ""
        rows.append(CardRow(name=name, hint=row.hint, number=number, boxes=boxes, path=path, each=points(row.beside)))
    return Card(columns=tuple(columns.values()), rows=tuple(rows), path="hand.row" if options.rows == TURNS else "")


def _toward(row: NamedRow, gains: list[Half]) -> Box:
    """Return the sum so far toward a bonus, which isn't lost again."""
    total, least, bonus = Half(sum(gains)), points(row.least), Amount(half=points(row.bonus or 0), signed=True)
    is_reached = any(so_far >= least for so_far in accumulate(gains))
    lacks = _("{points} to go", points=Amount(half=Half(least - total)))
    return Box(half=total, note=_("{points}", points=bonus) if is_reached else lacks)
