"""A sheet as its printed card, with what can be filled on it while a hand is being entered."""

from dataclasses import replace
from typing import Any

from scorekeeper.recording.game.records import AnyScreen, GameRecord
from scorekeeper.recording.sheet.columns import ColumnView
from scorekeeper.rules.sheet import Card
from scorekeeper.rules.text import Half


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
