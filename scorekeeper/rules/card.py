"""A sheet as a printed card: rows with names, of which each hand fills one. Pure values, as in `sheet`."""

from dataclasses import dataclass

from scorekeeper.rules.sheet import Seats
from scorekeeper.rules.text import NOTHING, Half, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """What a column has in a row, in half points, and which hand brought it, counting from 0; a sum has no hand.

    The sum that a bonus is given for `lacks` some points, or has `gained` the bonus.
    """

    half: Half
    hand: int | None = None
    lacks: Half = NOTHING
    gained: Half = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """A row with a box for each column, or None where nothing is written yet.

    Its `number` is among the rows to fill, from 1; a row of sums has none, and as its `goal` what a bonus takes.
    """

    name: Text
    boxes: tuple[Box | None, ...]
    number: int | None = None
    hint: Text | None = None
    goal: Half = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The rows as printed. Each of the `columns` has seats, which can share a total on the sheet.

    A hand fills the row whose number it answers at the `path` or, without one, the next row for everybody.
    """

    columns: tuple[Seats, ...]
    rows: tuple[CardRow, ...]
    path: str = ""
