"""The steps of the hand screen made from a game's declaration: what it asks, of whom, with which buttons.

What `Rules` does by default. A game with conditions says them in `asked` and `board`; one with an order of its own, an
auction for example, makes its steps itself of the same parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.declaration import GROUPS, Ask, Draft, Value, draft_from_entry
from scorekeeper.rules.screens import Board, Offer, Step
from scorekeeper.rules.words import Text, gettext as _

if TYPE_CHECKING:
    from scorekeeper.rules.base import Rules, Sheet, Table

SKIP = _("Skip")
"""What it is called to leave something out where a game has no word of its own for it: no answer, then."""

LARGEST_BOARD = 60
"""More numbers than this are no buttons: they are typed."""


def steps_of(rules: Rules[Any, Any], sheet: Sheet[Any, Any], dealer: int, draft: Draft) -> Iterator[Step]:
    """What a game asks, in the order of its declaration; of players clockwise from the one who is first."""
    for each in rules.asks():
        if each.derived:
            continue
        for index in indexes(rules, sheet, dealer, each):
            if rules.asked(sheet, dealer, draft, each, index):
                yield step(rules, sheet, dealer, draft, each, index)


def indexes(rules: Rules[Any, Any], sheet: Sheet[Any, Any], dealer: int, each: Ask) -> tuple[int | None, ...]:
    """The seats or sides that something is asked of; None for the hand itself."""
    table = sheet.table
    if each.per == "hand":
        return (None,)
    if each.per == "side":
        return tuple(range(len(rules.sides(table))))
    dealt_in = rules.seats(sheet)
    first = table.after(dealer) if rules.has_dealer else 0
    return tuple(seat for seat in table.clockwise(first) if seat in dealt_in)


def step(
    rules: Rules[Any, Any], sheet: Sheet[Any, Any], dealer: int, draft: Draft, each: Ask, index: int | None
) -> Step:
    """One thing that is asked of the hand, a seat or a side, where it stands now."""
    table, path = sheet.table, each.path(index)
    board = rules.board(sheet, dealer, draft, each, index)
    value = draft.get(path)
    optional = not each.needed and each.kind != "flag"
    skip = Offer(label=rules.skipped(each), path=skip_path(each, index), value=True) if optional else None
    several = sum(1 for other in rules.asks() if other.stage == each.stage and other.per == each.per) > 1
    return Step(
        declared=each,
        path=path,
        title=title(rules, table, each, index),
        stage=each.stage or rules.stages[0][0],
        label=whose(rules, table, each, index),
        board=board,
        offers=tuple(offer(table, each, path, one, value) for one in board.values if one not in board.likely),
        likely=tuple(offer(table, each, path, one, value) for one in board.likely),
        answer=_said(rules, table, each, draft, index),
        settled=board.has(value) if value is not None else optional and draft.get(skip_path(each, index)) is True,
        skip=skip,
        seat=index if each.per == "player" else None,
        notes=(each.label,) if several and each.per != "hand" else (),
    )


def usual_board(table: Table[Any], each: Ask) -> Board:
    """Every value of what is asked as a button; long ranges of numbers are typed."""
    match each.kind:
        case "flag":
            return Board(values=(True, False))
        case "choice":
            return Board(values=tuple(choice.value for choice in each.choices))
        case "seat":
            return Board(values=tuple(table.seats))
        case _numbers:
            if each.high - each.low < LARGEST_BOARD:
                return Board(values=tuple(range(each.low, each.high + 1)), other=True)
            return Board(other=True)


def offer(table: Table[Any], each: Ask, path: str, value: Value, now: Value) -> Offer:
    """One button. Choices with signs are cards; whole numbers stand in a grid; all else takes a line."""
    choice = next((choice for choice in each.choices if choice.value == value), None)
    pressed = now is not None and value == now and isinstance(value, bool) == isinstance(now, bool)
    if choice is not None:
        look: Any = "card" if choice.sign else "wide"
        return Offer(
            label=choice.label, path=path, value=value, pressed=pressed, look=look, sign=choice.sign, hint=choice.help
        )
    look = "number" if each.kind in ("number", "numbers") else "wide"
    return Offer(label=said(table, each, value) or _("nothing"), path=path, value=value, pressed=pressed, look=look)


def said(table: Table[Any], each: Ask, value: Value) -> Text | None:
    """A value in words: a seat by its name, a choice by its label; None where nothing is known."""
    if value is None:
        return None
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if each.kind == "seat" and isinstance(value, int):
        return _("{name}", name=table.names[value])
    if isinstance(value, tuple):
        return _("{numbers}", numbers=", ".join(map(str, value)))
    return next((choice.label for choice in each.choices if choice.value == value), _("{value}", value=value))


def whose(rules: Rules[Any, Any], table: Table[Any], each: Ask, index: int | None) -> Text:
    """Whose line it is: a player's, a side's, or that of the thing itself."""
    if index is None:
        return each.label
    if each.per == "player":
        return _("{name}", name=table.names[index])
    return side_label(table, rules.sides(table)[index])


def side_label(table: Table[Any], seats: tuple[int, ...]) -> Text:
    """What a side is called: its partners in seat order."""
    return partners([table.names[seat] for seat in seats])


def partners(names: Sequence[str]) -> Text:
    """Those who share a column, as one name: "Ann & Cy"."""
    first, *rest = names
    label = _("{name}", name=first)
    for name in rest:
        label = _("{side} & {name}", side=label, name=name)
    return label


def title(rules: Rules[Any, Any], table: Table[Any], each: Ask, index: int | None) -> Text:
    """What is asked, as a heading."""
    if index is None:
        return each.label
    return _("{what}: {whose}", what=each.label, whose=whose(rules, table, each, index))


def skip_path(each: Ask, index: int | None) -> str:
    """Where a draft says that something was left out on purpose."""
    return _skipping(each.path(index))


def _skipping(path: str) -> str:
    group, *keys = path.split(".")
    place = f"{group}.{keys.pop(0)}" if group != GROUPS["hand"] and keys else group
    return f"{place}.no_{'_'.join(keys)}"


def kept(steps: Iterator[Step], draft: Draft) -> dict[str, Value]:
    """What of a draft is asked for: an answer to a question that is not asked any more does not count."""
    paths = {path for step in steps for path in (step.path, *(extra.path for extra in step.extras))}
    return {path: value for path, value in draft.items() if path in paths}


def tapped(draft: Draft, path: str, value: Value) -> dict[str, Value]:
    """The draft with one more tap: what is answered is not skipped any more, and what is skipped has no answer."""
    still = {each: one for each, one in draft.items() if _skipping(each) != path and _skipping(path) != each}
    return still | {path: value}


def as_typed(rules: Rules[Any, Any], sheet: Sheet[Any, Any], dealer: int, entry: Any) -> dict[str, Value]:
    """The draft of a recorded entry as if it had just been typed: what it leaves out was skipped or denied."""
    draft = draft_from_entry(entry)
    while True:
        # What has an answer that cannot be any more is asked again: nobody skipped it.
        left_out = [step for step in rules.steps(sheet, dealer, draft) if not step.settled and step.path not in draft]
        answers: dict[str, Value] = {}
        for each in left_out:
            if each.skip is not None:
                answers[each.skip.path] = True
            elif each.declared.kind == "flag":
                answers[each.path] = False
        if answers.items() <= draft.items():
            return draft
        draft |= answers


def _said(rules: Rules[Any, Any], table: Table[Any], each: Ask, draft: Draft, index: int | None) -> Text | None:
    value = draft.get(each.path(index))
    if value is not None:
        return said(table, each, value)
    skipped = rules.skipped(each)
    return skipped if draft.get(skip_path(each, index)) is True and skipped != SKIP else None
