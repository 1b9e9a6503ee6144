"""A sheet's columns with their totals, how they rank at the end, and how they stand on a printed card."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.recording.game.records import AnyScreen, GameRecord
from scorekeeper.recording.game.setups import hands_of
from scorekeeper.rules.sheet import Card, Column, Outcome, ranks
from scorekeeper.rules.text import Amount, Half, Text, both, gettext as _, ngettext

# What a seatless column's total would be among the players', of whom there are at most five beside one.
PLACES = (
    _("Highest"),
    _("Second-highest"),
    _("Third-highest"),
    _("Fourth-highest"),
    _("Fifth-highest"),
    _("Sixth-highest"),
)


class ColumnView:
    """A column with its total, if it is known, and the target total that ends the game, both in half points.

    `marks` are its players'. `joined_late` says whether its player wasn't there from the start, and `hands` which ones,
    unless that is all. `before` is the total before the last hand that counts. Its `progress` is at least 0 and at most
    the target, and `to_go` is what it lacks.
    """

    def __init__(self, record: GameRecord, column: Column, leaders: Sequence[str]) -> None:
        sheet, outcome = record.sheet, record.outcome
        self.column, self.faces = column, record.faces(column)
        self.marks = tuple(record.marks[seat] for seat in column.seats)
        self.joined_late = any(record.stays[seat].first > 1 for seat in column.seats)
        self.hands = hands_of(record, record.stays[column.seats[0]]) if column.seats else None
        self.total = record.total(column) if record.has_totals else None
        self.target = record.rules.target(sheet.table, column)
        self.before = sheet.hands[-2].totals[column.key] if len(sheet.hands) > 1 else sheet.start[column.key]
        self.leads = column.key in leaders
        self.won = outcome is not None and column.key in outcome.winners
        self.progress = min(max(self.total or 0, 0), self.target or 0)
        self.to_go = Half((self.target or 0) - (self.total or 0))


class End:
    """How a game ended: why, who won, and the columns as `ranked`, with the seatless ones `beside` them.

    The `winners` are the names of the columns that won, `together` if that is only a side of several players; their
    marks are the `faces`, and the `total` is what each of them has, or None if not all have the same.
    """

    def __init__(self, outcome: Outcome, columns: tuple[ColumnView, ...], *, low_wins: bool) -> None:
        by_key = {view.column.key: view for view in columns}
        self.reason, self.drawn, self.low_wins = outcome.reason, outcome.drawn, low_wins
        self.ranks = ranks(outcome.ranking)
        self.ranked = [by_key[key] for key in self.ranks]
        self.beside = [view for view in columns if not view.column.seats]
        won = [by_key[key] for key in outcome.winners]
        self.winners = [view.column.label for view in won]
        self.together = len(won) == 1 and len(won[0].column.seats) > 1
        self.faces = [mark for view in won for mark in view.marks]
        self.total = won[0].total if len({view.total for view in won}) == 1 else None

    @classmethod
    def of(cls, record: GameRecord, outcome: Outcome) -> "End":
        """Return how a game ended by this outcome."""
        columns = tuple(ColumnView(record, column, ()) for column in record.sheet.columns)
        return cls(outcome, columns, low_wins=record.rules.low_wins)

    @property
    def won(self) -> Text:
        """Who won, in words."""
        if self.drawn or not self.winners:
            return _("It’s a draw") if self.drawn else _("Nobody wins")
        if self.together:
            return _("{names} win together", names=both(self.winners))
        return ngettext("{names} wins", "{names} share the win", len(self.winners), names=both(self.winners))

    @property
    def places(self) -> list[dict[str, Any]]:
        """All columns in words, each with its `gap` to the first one, and its `share` of the highest total in percent.

        Those without a seat have no rank, and without points nobody has if nobody won. The `hands` are those that
        somebody played, unless that is all.
        """
        views = self.ranked + self.beside
        highest = max(1, *(view.total or 0 for view in views))
        return [
            {
                "name": view.column.label,
                "faces": view.faces,
                "rank": self.ranks.get(view.column.key) if self.winners or view.total is not None else None,
                "total": view.total,
                "share": max(0, 100 * (view.total or 0) // highest),
                "won": view.won,
                "gap": self.gap(view),
                "hands": view.hands,
            }
            for view in views
        ]

    def gap(self, view: ColumnView) -> Text | None:
        """Return how far a column is from the winner, whom it can have passed, or where one without a seat would be."""
        first = self.ranked[0].total
        if view.total is None or first is None:
            return None
        if not view.column.seats:
            place = PLACES[sum((other.total or 0) > view.total for other in self.ranked)]
            return _("{place}, but the {name} can’t win", place=place, name=view.column.label)
        behind = first - view.total
        count, by = math.ceil(abs(behind) / 2), Amount(half=Half(abs(behind)))
        if behind < 0:
            return ngettext("{points} point more", "{points} points more", count, points=by)
        if behind and self.low_wins:
            return ngettext("{points} point fewer", "{points} points fewer", count, points=by)
        return _("{points} behind", points=by) if behind else None


class CardView:
    """A card with its `heads`, each with the view of its column, and its `rows` with a cell for each of them.

    A cell has the `hand` that filled it. While a hand is entered on a `screen`, a cell that it can fill `is_open`, and
    the one that the question is about `is_now`. One that it can tick has a `toggle`, and what it `comes_to` so far.
    """

    def __init__(self, record: GameRecord, card: Card, screen: AnyScreen | None = None, at: str = "") -> None:
        rules, sheet, self.screen, self.path = record.rules, record.sheet, screen, card.path
        steps, leaders = screen.steps if screen else (), rules.ranking(sheet)[0] if sheet.hands else ()
        asked = screen.asked(at) if screen else None
        chooser = next((step for step in steps if step.path == card.path), None)
        there = rules.seats(screen.before) if screen and chooser else asked.seats if asked else ()
        due = rules.row(screen.before) if screen else None
        entered = len(screen.before.hands) if screen else None
        toggles = {step.toggle.path: step.toggle for step in steps if step.toggle}
        self.heads, self.rows = list[dict[str, Any]](), list[dict[str, Any]]()
        for seats in card.columns:
            column = next(column for column in sheet.columns if {*seats} <= {*column.seats})
            column = replace(column, seats=seats, label=record.table.partners(seats))
            step = next((step for step in steps if step.seats == seats), None)
            self.heads.append({"view": ColumnView(record, column, leaders), "is_now": seats == there, "step": step})
        for row in card.rows:
            cells = list[dict[str, Any]]()
            for head, box in zip(self.heads, row.boxes, strict=True):
                hand = record.saved[box.hand] if box and box.hand is not None else None
                can_fill = chooser and head["is_now"] and row.number in chooser.board.values
                is_first = hand and (card.path or all(not other["hand"] for other in cells))
                cell = {**head, "box": box, "hand": hand, "is_first": is_first}
                cell["is_open"] = can_fill if card.path else row.number == due and head["step"]
                cell["is_now"] = head["is_now"] and (chooser is None or chooser.value == row.number)
                if head["is_now"] and (toggle := toggles.get(row.path)):
                    ticks = {*(box.ticks if box else ())} - {entered}
                    cell |= {"toggle": toggle, "comes_to": Half(row.each * (len(ticks) + toggle.pressed))}
                cells.append(cell)
            self.rows.append({"row": row, "cells": cells})
