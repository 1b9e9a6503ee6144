"""A sheet as its printed card, with what can be filled on it while a hand is being entered."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.recording.game.records import AnyScreen, GameRecord
from scorekeeper.recording.sheet.columns import ColumnView
from scorekeeper.rules.base import Mark
from scorekeeper.rules.sheet import Card

Marks = Mapping[int, Sequence[Mark]]


class CardView:
    """A card with its `heads`, each with the view of its column, and its `rows` with a cell for each of them.

    A cell that a hand has filled has its number and `marks`. While a hand is entered on a `screen`, a cell that it can
    fill `is_open`, and the one that the question is about `is_now`.
    """

    def __init__(
        self, record: GameRecord, card: Card, marks: Marks, screen: AnyScreen | None = None, at: str = ""
    ) -> None:
        rules, sheet, self.screen, self.path = record.rules, record.sheet, screen, card.path
        steps, leaders = screen.steps if screen else (), rules.ranking(sheet)[0] if sheet.hands else ()
        asked = screen.asked(at) if screen else None
        chooser = next((step for step in steps if step.path == card.path), None)
        there = rules.seats(screen.before) if screen and chooser else asked.seats if asked else ()
        self.heads, self.rows = list[dict[str, Any]](), list[dict[str, Any]]()
        for seats in card.columns:
            column = next(column for column in sheet.columns if {*seats} <= {*column.seats})
            column = replace(column, seats=seats, label=record.table.partners(seats))
            step = next((step for step in steps if step.seats == seats), None)
            view = ColumnView(record, column, leaders)
            self.heads.append({"view": view, "is_now": seats == there, "step": step})
        for row in card.rows:
            is_due, cells = screen and row.number == rules.row(screen.before), list[dict[str, Any]]()
            for head, box in zip(self.heads, row.boxes, strict=True):
                hand = record.saved[box.hand].number if box and box.hand is not None else None
                cell = {**head, "box": box, "hand": hand, "marks": marks.get(hand or 0, ())}
                cell["is_first"] = hand and (card.path or all(not other["hand"] for other in cells))
                cell["is_open"] = (
                    head["is_now"] and row.number in chooser.board.values if chooser else is_due and head["step"]
                )
                cell["is_now"] = head["is_now"] and (chooser is None or chooser.value == row.number)
                cells.append(cell)
            self.rows.append({"row": row, "cells": cells})
