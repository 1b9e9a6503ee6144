"""A hand that is written down on one page: the tiles on the table, and what the keys at the thumb do."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.recording.game.rally import worth
from scorekeeper.recording.game.reading import wins_tonight
from scorekeeper.recording.game.records import AnyScreen, GameRecord
from scorekeeper.rules.sheet import Seats, column_points
from scorekeeper.rules.steps import Step
from scorekeeper.rules.text import Half, Text, gettext as _, points


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A player or a side, with the `total` before the hand, and the `step` that asks for their part of it, if any.

    In a tally, the total is what it has come to, from the `start`, with `each` point.

    Whoever `gets` what the others are left with was chosen by the question that the `path` opens again, and the
    `change` is what it comes to so far. Both amounts are half points. The `wins` are tonight's.
    """

    seats: Seats
    label: Text
    total: Half
    start: Half
    each: int
    change: Half
    step: Step | None
    path: str
    now: bool
    wins: int
    leads: bool
    gets: bool
    is_out: bool


def tiles(record: GameRecord, screen: AnyScreen, asked: Step | None) -> Iterator[Tile]:
    """Yield a tile for each column or, if a side's players are asked one by one, for each of these."""
    rules, before, table = record.rules, screen.before, record.table
    sheet = rules.record(before, screen.dealer, screen.so_far) if rules.way == "tally" else before
    each = worth(screen) // points(1) if rules.way == "tally" else 0
    stage = asked.stage if asked else screen.steps[-1].stage if screen.steps else ""
    steps = [step for step in screen.steps if step.stage == stage and step.seats]
    columns = [column for column in before.columns if column.seats]
    is_single = any(len(step.seats) == 1 for step in steps)
    leaders = rules.ranking(sheet)[0] if sheet.hands else ()
    there = table.seats if rules.way == "turns" else rules.seats(before)
    wins = wins_tonight(record)
    chosen = {step.value: step.path for step in screen.steps if step.field.kind == "seat" and step.settled}
    changes = column_points(before.totals, rules.score(before, screen.dealer, screen.so_far) if chosen else ())
    for column in columns:
        for seats in [(seat,) for seat in column.seats] if is_single else [column.seats]:
            step = next((step for step in steps if step.seats == seats), None)
            yield Tile(
                seats=seats,
                label=table.partners(seats),
                total=sheet.totals[column.key],
                start=before.totals[column.key],
                each=each,
                change=changes[column.key],
                step=step,
                path=step.path if step else chosen.get(seats[0], ""),
                now=bool(asked and step and step.path == asked.path),
                wins=wins.get(column.key, 0),
                leads=column.key in leaders and (sheet is before or len(leaders) < len(columns)),
                gets=step is None and seats[0] in chosen,
                is_out=not {*seats} & {*there},
            )


def following(record: GameRecord, screen: AnyScreen, asked: Step) -> tuple[Text | None, int]:
    """Return who comes after the question, if anybody does in this round, and what a point makes of a turn's total.

    The latter is 1 or −1, or 0 if that can't be said.
    """
    if record.rules.way != "turns":
        rest = (step for step in screen.steps if not step.settled and step.path != asked.path)
        return next((step.label for step in rest), None), 0
    before, entry = screen.before, screen.with_answers({**screen.answers, asked.path: 1}).entry()
    after = record.rules.record(before, screen.dealer, entry)
    change = sum(after.hands[-1].points.values())
    seats = record.rules.seats(after) if after.outcome is None else ()
    is_plain = record.rules.label(before, entry) is None and abs(change) == points(1)
    name = _("{name}", name=record.names[seats[0]]) if seats else None
    return name, change // points(1) if is_plain else 0
