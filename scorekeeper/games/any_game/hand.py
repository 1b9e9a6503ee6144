"""What is recorded of a round, a row or a turn, and who takes part in it. All points are whole points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.games.any_game.options import MOST_ROWS, TURNS, Options
from scorekeeper.games.any_game.rows import typed_rows
from scorekeeper.rules.declaration import flag, number, seat
from scorekeeper.rules.sheet import Seats, Sheet, Table
from scorekeeper.rules.words import gettext as _, points

if TYPE_CHECKING:
    AnySheet = Sheet[Options, "Entry"]


def taking_part(sheet: AnySheet) -> Seats:
    """Return the seats that take part in the next hand. RULES.md: Joining late, leaving early; Out."""
    table, row = sheet.table, len(sheet.hands) + 1
    options = table.options
    joined, left = options.joined or (0,) * len(table.names), options.left or (0,) * len(table.names)
    there = (seat for seat in table.seats if joined[seat] <= row and not 0 < left[seat] <= row)
    if options.out is None or not options.alone:
        return tuple(there)
    return tuple(seat for seat in there if not is_out(sheet, seat, options.out))


def is_out(sheet: AnySheet, seat: int, limit: int) -> bool:
    """Return whether a total has reached the number at which its player drops out."""
    total, start = sheet.totals[str(seat)], sheet.start[str(seat)]
    return total <= points(limit) if start > points(limit) else total >= points(limit)


def who_scored(entry: Entry) -> int | None:
    """Return the seat whose turn a recorded turn was."""
    return next((seat for seat, scored in enumerate(entry.points) if scored is not None), None)


def filled(sheet: AnySheet, seat: int) -> frozenset[int]:
    """Return the rows that a player has filled in their turns, counting from 1."""
    turns = (hand.entry for hand in sheet.hands if who_scored(hand.entry) == seat)
    return frozenset(entry.row for entry in turns if entry.row is not None)


def on_turn(sheet: AnySheet) -> int | None:
    """Return the seat whose turn is next, or None if nobody's is. RULES.md: Turns."""
    options, there = sheet.table.options, taking_part(sheet)
    if options.ends_when_full:
        rows = len(typed_rows(options.categories))
        there = tuple(seat for seat in there if len(filled(sheet, seat)) < rows)
    last = who_scored(sheet.hands[-1].entry) if sheet.hands else None
    order = sheet.table.clockwise(0 if last is None else sheet.table.after(last))
    return next((seat for seat in order if seat in there), None)


def _turns(sheet: AnySheet) -> bool:
    return sheet.table.options.rows == TURNS


def _gathers(sheet: AnySheet, _entry: Entry, _index: int | None) -> bool:
    return sheet.table.options.gathers


def _picks_a_row(sheet: AnySheet, _entry: Entry, _index: int | None) -> bool:
    return _turns(sheet) and sheet.table.options.ends_when_full


def _bids(sheet: AnySheet, _entry: Entry, index: int | None) -> bool:
    return sheet.table.options.bidding and index in taking_part(sheet)


def _has_phases(sheet: AnySheet, _entry: Entry, index: int | None) -> bool:
    options = sheet.table.options
    return options.scores_rounds and options.phases > 0 and index in taking_part(sheet)


def _scores(sheet: AnySheet, entry: Entry, index: int | None) -> bool:
    options = sheet.table.options
    if _turns(sheet):
        scored = who_scored(entry)
        return index == (on_turn(sheet) if scored is None else scored)
    if options.bidding or not options.alone or index not in taking_part(sheet):
        return False
    return not options.gathers or entry.winner not in (None, index)


def _score_together(sheet: AnySheet, _entry: Entry, _index: int | None) -> bool:
    options = sheet.table.options
    return not (options.alone or options.bidding or _turns(sheet))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A round, a row or a turn. Most fields hold one value per seat; `together` holds one per side."""

    winner: int | None = seat(
        _("Won the round"),
        _("Who won the round and gets what the others are left with."),
        question=_("Who won the round?"),
        stage="points",
        needed=True,
        when=_gathers,
    )
    row: int | None = number(
        _("Row"),
        _("The number of the row that is filled, from the top."),
        question=_("Which row?"),
        stage="points",
        low=1,
        high=MOST_ROWS,
        needed=True,
        when=_picks_a_row,
    )
    bid: tuple[int | None, ...] = number(
        _("Bid"),
        _("The tricks this player bid."),
        question=_("What does {name} bid?"),
        stage="bids",
        per="player",
        high=60,
        needed=True,
        when=_bids,
    )
    tricks: tuple[int | None, ...] = number(
        _("Tricks"),
        _("The tricks this player took."),
        question=_("How many tricks did {name} take?"),
        stage="tricks",
        per="player",
        high=60,
        needed=True,
        when=_bids,
    )
    phase: tuple[bool, ...] = flag(
        _("Completed a phase"),
        _("Completed the next phase in this round."),
        question=_("Did {name} complete a phase?"),
        stage="points",
        per="player",
        toggle=True,
        when=_has_phases,
    )
    points: tuple[int | None, ...] = number(
        _("Points"),
        _("What this player scored or is left with, or the number that counts in a row."),
        question=_("How many points did {name} score?"),
        stage="points",
        per="player",
        low=-9999,
        needed=True,
        when=_scores,
    )
    together: tuple[int | None, ...] = number(
        _("Points"),
        _("What this side scored, or the number that counts in a row."),
        key="points",
        question=_("How many points did {name} score?"),
        stage="points",
        per="side",
        low=-9999,
        needed=True,
        when=_score_together,
    )

    def typed(self, table: Table[Options]) -> tuple[int | None, ...]:
        """Return what was typed for each column: by side if partners score together, and else by seat."""
        return self.points if table.options.alone or table.options.rows == TURNS else self.together
