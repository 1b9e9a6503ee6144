"""The points of a tally as they were made: known from its taps, so not of a game that came in a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.recording.game.records import AnyScreen, Faces, GameRecord, Tap, answers_of, counting_positions
from scorekeeper.rules.declaration import Answers
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import Half

MOST = 60  # of the newest points are shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A tap of a tally: how many points it gave a column, one or minus one, and the total then. Both are half points."""

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
    for position in counting_positions(taps):
        for path, value in answers_of(taps[position]):
            if path in columns and isinstance(value, int):
                column, change = columns[path], Half(each * (value - made[path]))
                total = Half(screen.before.totals[column.key] + each * value)
                points.append(Point(column=column, faces=record.faces(column), change=change, total=total))
                made[path] = value
    return points[: -MOST - 1 : -1]
