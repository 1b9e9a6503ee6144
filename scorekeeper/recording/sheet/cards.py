"""A sheet as its printed card, with what can be filled on it while a hand is being entered."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.recording.game.records import AnyScreen, GameRecord
from scorekeeper.recording.sheet.columns import ColumnView
from scorekeeper.rules.base import Mark
from scorekeeper.rules.card import Card
from scorekeeper.rules.steps import Step


class CardView:
    """A card with its `heads`, each of a player or a side with the total that they have, and its `rows` of cells.

    A cell with a box of a hand has that hand's number and marks, and says whether it is its first. While a hand is
    entered on a `screen`, a cell that it can fill has the `tap` that chooses its row, or the `step` that asks for it.
    The cell that is asked about `is_now`, and so is the head of whoever is.
    """

    def __init__(
        self,
        record: GameRecord,
        card: Card,
        marks: Mapping[int, tuple[Mark, ...]] | None = None,
        screen: AnyScreen | None = None,
        asked: Step | None = None,
    ) -> None:
        sheet, self.is_open, self.path = record.sheet, screen is not None, card.path
        leaders = record.rules.ranking(sheet)[0] if sheet.hands else ()
        self.heads, self.rows, seen = list[dict[str, Any]](), list[dict[str, Any]](), set[int]()
        steps: Mapping[Any, Step] = {step.seats: step for step in screen.steps} if screen else {}
        turn = record.rules.seats(screen.before) if screen else ()
        chosen = next((step for step in screen.steps if step.path == card.path), None) if screen else None
        due = record.rules.row(screen.before) if screen and not card.path else None
        for seats in card.columns:
            column = next(column for column in sheet.columns if {*seats} <= {*column.seats})
            view, is_now = ColumnView(record, column, leaders), seats == (turn if chosen else asked and asked.seats)
            head = {"label": record.table.partners(seats), "faces": [record.marks[seat] for seat in seats]}
            self.heads.append(head | {"seats": seats, "view": view, "is_now": is_now})
        for row in card.rows:
            cells = list[dict[str, Any]]()
            for head, box in zip(self.heads, row.boxes, strict=True):
                cell: dict[str, Any] = {"head": head, "box": box, "tap": "", "step": None, "is_now": False}
                if chosen and head["is_now"] and row.number in chosen.board.values:
                    cell |= {"tap": f"{card.path}={row.number}", "is_now": chosen.value == row.number}
                elif row.number == due and (step := steps.get(head["seats"])):
                    cell |= {"step": step, "is_now": bool(asked and asked.path == step.path)}
                if box and box.hand is not None:
                    number = record.saved[box.hand].number
                    cell |= {"hand": number, "marks": (marks or {}).get(number, ()), "is_first": number not in seen}
                    seen.add(number)
                cells.append(cell)
            self.rows.append({"row": row, "cells": cells})
