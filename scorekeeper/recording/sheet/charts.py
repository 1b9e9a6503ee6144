"""The score chart: a game's running totals from the first deal to the last, as SVG coordinates.

All lengths are integers (in user units), since integers are written the same way in every language."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count, pairwise

from scorekeeper.formats.language import END_ISOLATE, ISOLATE, half_points, sentence
from scorekeeper.recording.game import units
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import Amount, Half, Text, both, gettext as _, points, with_commas

TEXT = 28  # the text size on a phone, in user units
# The maximum widths of a lowercase and an uppercase letter, in the display font and its fallbacks.
NARROW, BROAD = 15, 21
ELLIPSIS = "…"
# Never cut a name between a letter and a zero-width mark, or after a joiner.
JOINER = "\N{ZERO WIDTH JOINER}"


def scale(low: int, high: int, start: int, end: int) -> Callable[[float], int]:
    """Return a linear function from amounts to user units, which maps `low` to `start` and `high` to `end`."""
    return lambda amount: start + round((amount - low) * (end - start) / (high - low))


def round_step(span: float, most: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 … that divides a span into at most `most` steps."""
    steps: Iterator[int] = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
    return next(step for step in steps if span / step <= most)


def spread(places: Sequence[int], gap: int, low: int, high: int) -> tuple[int, ...]:
    """Move positions as little as possible, to lie from `low` to `high` and `gap` apart: less, if they don't fit."""
    gap = min(gap, (high - low) // max(len(places) - 1, 1))
    order = sorted(range(len(places)), key=lambda index: places[index])
    # With the gaps subtracted, positions only have to ascend: neighbors that don't are merged at their mean.
    blocks: list[tuple[int, int]] = []
    for rank, index in enumerate(order):
        total, count = places[index] - rank * gap, 1
        while blocks and blocks[-1][0] * count > total * blocks[-1][1]:
            total, count = total + blocks[-1][0], count + blocks[-1][1]
            blocks.pop()
        blocks.append((total, count))
    means = [round(total / count) for total, count in blocks for _member in range(count)]
    highest = high - (len(places) - 1) * gap
    fitted = [min(max(place, low), highest) + rank * gap for rank, place in enumerate(means)]
    place_of = dict(zip(order, fitted, strict=True))
    return tuple(place_of[index] for index in range(len(places)))


def text_width(text: str) -> int:
    """Return a string's maximum width on a phone, in user units."""
    return sum(_width(character) for character in text)


def shorten(text: str, width: int) -> str:
    """Return a string that fits within a width, shortened with an ellipsis if it was too long."""
    if text_width(text) <= width:
        return text
    length = len(text)
    while length > 1 and (
        text_width(text[:length]) + NARROW > width or not _width(text[length]) or text[length - 1] == JOINER
    ):
        length -= 1
    cut = text[:length].rstrip() + ELLIPSIS
    return cut + END_ISOLATE * (cut.count(ISOLATE) - cut.count(END_ISOLATE))


def _width(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    if unicodedata.east_asian_width(character) in {"W", "F"}:
        return TEXT
    return BROAD if character.isupper() or character in "mw@%&—" else NARROW


WIDTH, HEIGHT = 680, 440
TOP, BOTTOM = 40, 396
EDGE = 10
LINE_HEIGHT = 32  # between labels
LEADER = 16  # from the end of a curve to its label
SIGN = 34  # the space for the symbol before a name
LABEL = 190  # the space for a name at the end of its curve; longer names are cut
AXIS = 90  # the space for the word at the end of the lower axis, which is printed slightly larger than a name
# A target above the scores by more than this percentage of their range is only named: its line would flatten curves.
WITHIN_REACH = 15
# The dash pattern of each curve, by index. All are different, so that curves can be told apart in black and white.
DASHES = ("", "14 8", "5 7", "26 8 5 8", "36 14", "5 16", "16 6 4 6 4 6", "30 6 12 6", "9 5", "2 10", "50 6 4 6 4 6")

Running = tuple[Half | None, ...]


class Chart:
    """The whole chart of a game in which at least three rows of the sheet are over, in the reader's language.

    There is a curve for each column, from the first deal on, with a point after each row: a hand or a round of turns.
    Before its player joined and after they left, one of its `totals`, in half points, is None, and it has no point. Its
    `face` is that of the column's first player, or its own.
    `hands` are vertical strips, each around the `middle` of a row's last hand, with the `totals` after it.

    `rows` and `ticks` are the places on the axes with their labels; in a long game, most hands have an empty one. Where
    `targets` have no words, their amounts are among the rows.
    `targets` are the places of lines, or None for all too high to draw, then those of their labels, and the labels.
    A curve's label has a symbol at `label_x` and its name at `name_x`.
    """

    width, height, top, bottom, line_height = WIDTH, HEIGHT, TOP, BOTTOM, LINE_HEIGHT
    text, most_steps = TEXT, 6  # the size of the scale's figures, and how many there are at most
    is_named = True  # whether it counts hands, and has words at its targets and names at the ends of its curves

    def __init__(self, record: GameRecord) -> None:
        self.said = partial(units.said, "round" if record.rules.shares_rows else record.rules.unit)
        sheet, ends = record.sheet, row_ends(record)
        running = [(column, _running(record, column, ends)) for column in sheet.columns]
        drawn = [(column, totals) for column, totals in running if any(total is not None for total in totals)]
        amounts = {total for _column, totals in drawn for total in totals if total is not None} | {Half(0)}
        targets = _targets(record)
        low, high = min(amounts), max(amounts)
        reach = high + (high - low) * WITHIN_REACH // 100
        if not self.is_named:  # it always has the players' target, to show how far it is
            goals = (record.rules.target(record.table, column) for column in sheet.columns if column.seats)
            reach = max(reach, *(Half(goal or 0) for goal in goals))
        high = max([high, *(target for target, _words in targets if target <= reach), Half(low + 2)])
        y, step = scale(low, high, self.bottom, self.top), 2 * round_step((high - low) / 2, self.most_steps)
        self.zero = y(0)
        self.rows = [(y(amount), half_points(amount)) for amount in range(-(-low // step) * step, high + 1, step)]
        if not self.is_named:
            figures = [(y(at), half_points(at)) for at, _words in targets if at <= high]
            self.rows = _apart([*figures, *self.rows], self.text)
        names = [sentence(column.label) for column, _totals in drawn]
        self.left = EDGE + max(NARROW * len(label) for _y, label in self.rows) * self.text // TEXT + EDGE
        room = min(LABEL, max(AXIS, *map(text_width, names))) + EDGE if self.is_named else 0
        self.right = self.width - LEADER - SIGN - room
        self.plot_width, self.label_x = self.right - self.left, self.right + LEADER
        self.name_x = self.label_x + SIGN
        above = [words for at, words in targets if at > high]
        beyond = [(None, f"{sentence(with_commas(above))} ↑")] if above else []
        lines = [(y(at), sentence(words)) for at, words in targets if at <= high]
        self.targets = _target_lines([*beyond, *lines], self.plot_width)
        x = scale(0, len(ends), self.left, self.right)
        paths = [
            [(x(at), y(total)) for at, total in enumerate(totals) if total is not None] for _column, totals in drawn
        ]
        label_places = spread(
            [path[-1][1] for path in paths], self.line_height, self.top - self.line_height // 2, self.bottom - 6
        )
        self.curves = [
            {
                "name": name,
                "label": shorten(name, LABEL),
                "face": record.faces(column)[0],  # a side's is its first player's
                "dashes": DASHES[index % len(DASHES)],
                "totals": totals,
                "points": path,
                "path": "M" + "L".join(f"{x} {y}" for x, y in path),
                "label_y": label_places[index],
            }
            for index, ((column, totals), name, path) in enumerate(zip(drawn, names, paths, strict=True))
        ]
        self._mark_hands(record, ends, x, list(zip(*(totals for _column, totals in drawn), strict=True)))

    def _mark_hands(
        self, record: GameRecord, ends: Sequence[int], x: Callable[[int], int], totals: list[Running]
    ) -> None:
        # The first deal also has a tick. As many ticks are numbered as there is space for.
        last, shared, hands = len(ends), record.rules.shares_rows, [record.saved[end - 1].number for end in ends]
        numbers = (0, *(range(1, last + 1) if shared else hands))
        tick_step = round_step(last, max(self.plot_width // (2 * TEXT), 1))
        self.ticks = [(x(at), "" if number % tick_step else str(number)) for at, number in enumerate(numbers)]
        self.tick_path = "".join(f"M{at} {BOTTOM}v{12 if label else 6}" for at, label in self.ticks)
        # Strips meet halfway between hands.
        edges = [*((x(index) + x(index + 1)) // 2 for index in range(last)), self.label_x]
        self.hands = [
            {
                "number": numbers[at],
                "hand": hands[at - 1],
                "place": f"row-{numbers[at]}" if shared else f"hand-{numbers[at]}",
                "x": start,
                "width": end - start,
                "middle": x(at),
                "totals": totals[at],
            }
            for at, (start, end) in enumerate(pairwise(edges), start=1)
        ]


class OnPaper(Chart):
    """The chart as wide as a page."""

    width = 860


class Strip(Chart):
    """The same curves as low as a strip above the sheet, with faces at their ends and the targets on its scale."""

    height, top, bottom, line_height = 180, 20, 162, SIGN
    most_steps = 3
    is_named = False


class FarAway(Strip):
    """The same curves for a TV."""

    height, top, bottom, line_height = 400, 40, 366, 64
    text = 40


def chart(record: GameRecord, kind: type[Chart] = Chart) -> Chart | None:
    """Return a game's chart, or None if fewer than three rows that count are over."""
    return kind(record) if len(row_ends(record)) > 2 else None


def row_ends(record: GameRecord) -> list[int]:
    """Return how many hands had been played at the end of each row of the sheet, as far as its hands count."""
    sheet = record.sheet
    rows = [*(hand.row for hand in sheet.hands), record.rules.row(sheet) if record.outcome is None else 0]
    return [at for at, (row, following) in enumerate(pairwise(rows), start=1) if row != following]


def _running(record: GameRecord, column: Column, ends: Sequence[int]) -> Running:
    """Return a column's total before the first hand and at the end of each row. Leave out those without its player."""
    sheet, last = record.sheet, len(record.sheet.hands)
    totals: list[Half | None] = [sheet.start[column.key], *(hand.totals[column.key] for hand in sheet.hands)]
    if len(column.seats) != 1:
        return tuple(totals[at] for at in (0, *ends))
    stay = record.stays[column.seats[0]]
    first, end = stay.first - 1, (stay.spans[-1][1] or last + 1) - 1
    if first > 0:
        totals[: first + 1] = [None] * first + [points(stay.joined_with)]
    return tuple(totals[at] if first <= at <= end and first < last else None for at in (0, *ends))


def _targets(record: GameRecord) -> list[tuple[Half, Text]]:
    # Return each target with its label, highest first. The label names the columns unless all players share the target.
    columns_of: dict[Half, list[Column]] = {}
    for column in record.sheet.columns:
        if (target := record.rules.target(record.table, column)) is not None:
            columns_of.setdefault(target, []).append(column)
    targets = []
    for target, columns in sorted(columns_of.items(), reverse=True):
        text = _("target {points}", points=Amount(half=target))
        if not all(column in columns for column in record.sheet.columns if column.seats):
            names = both(column.label for column in columns)
            text = _("{names} {points}", points=Amount(half=target), names=names)
        targets.append((target, text))
    return targets


def _apart(rows: Sequence[tuple[int, str]], gap: int) -> list[tuple[int, str]]:
    """Leave out the rows whose labels would be closer than `gap` to one before them."""
    kept: list[tuple[int, str]] = []
    for y, label in rows:
        if all(abs(y - other) >= gap for other, _label in kept):
            kept.append((y, label))
    return kept


def _target_lines(targets: Sequence[tuple[int | None, str]], room: int) -> list[tuple[int | None, int, str]]:
    wanted: list[int] = []
    for line, _words in targets:
        # A label sits on its line or, without a line, at the top edge; it hangs below its line if there is no room.
        place = (TOP if line is None else line) - 10
        crowded = bool(wanted) and place < wanted[-1] + LINE_HEIGHT
        wanted.append(line + TEXT if crowded and line is not None else place)
    places = spread(wanted, LINE_HEIGHT, TEXT, BOTTOM)
    return [(line, place, shorten(words, room)) for (line, words), place in zip(targets, places, strict=True)]
