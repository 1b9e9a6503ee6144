"""The points of a tally as they were made: known from its taps, so not of a game that came in a file."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.models import Revision
from scorekeeper.recording.game import records
from scorekeeper.recording.game.records import AnyScreen, Faces, GameRecord, HandRecord, Tap
from scorekeeper.rules.declaration import Answers
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import Half

MOST = 60  # of the newest points are shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A tap of a tally: what it gave a column, one point or minus one, and the total then. Both are half points."""

    column: Column
    faces: Faces
    change: Half
    total: Half


def worth(screen: AnyScreen) -> Half:
    """Return what a point adds to a total, which is less than nothing where the game counts down."""
    one = screen.with_answers({screen.steps[0].path: 1})
    return Half(sum(line.points for line in screen.rules.score(screen.before, screen.dealer, one.so_far)))


def rally(record: GameRecord, screen: AnyScreen, taps: Sequence[Tap], base: Answers) -> list[Point]:
    """Return the points, newest first. `base` contains the answers before the taps."""
    columns = {step.path: column for step, column in zip(screen.steps, screen.before.columns, strict=True)}
    points, each = list[Point](), worth(screen)
    made: dict[str, Any] = {path: base.get(path) or 0 for path in columns}
    for position in records.counting_positions(taps):
        for path, value in records.answers_of(taps[position]):
            if path in columns and isinstance(value, int):
                column, change = columns[path], Half(each * (value - made[path]))
                total = Half(screen.before.totals[column.key] + each * value)
                points.append(Point(column=column, faces=record.faces(column), change=change, total=total))
                made[path] = value
    return points[: -MOST - 1 : -1]


def saved_rally(record: GameRecord, hand: HandRecord, revisions: Iterable[Revision]) -> list[Point]:
    """Return the points of a saved hand, newest first, if all its `revisions`, oldest first, say how it came about."""
    kept = list[list[Tap]]()
    for revision in revisions if record.rules.way == "tally" else ():
        counted = [revision.taps[position] for position in records.counting_positions(revision.taps)]
        kept = kept[:-1] if revision.kind == Revision.Kind.UNDO else [*kept, counted]
    taps, screen = [tap for counted in kept for tap in counted], record.recorded(hand)
    made = records.typed({}, taps)
    is_known = all(made.get(path, 0) == value for path, value in screen.answers.items())
    return rally(record, screen, taps, {}) if taps and is_known else []
