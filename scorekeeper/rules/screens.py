"""What the hand screen is made of: the steps that a game asks, and what they look like at one moment.

Pure values, and the one way from steps to a screen. What is asked, and of whom, is a `HandScreen`'s business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field as value
from typing import Any, Literal

from scorekeeper.rules.declaration import Field, Value
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.words import Text, gettext as _

Look = Literal["", "number", "wide", "toggle", "card"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One button: what it says, and the path and value it writes. `pressed` says that this is the value now.

    `sign` is a short form that stands large on a card.
    """

    label: Text
    path: str
    value: Value
    pressed: bool = False
    look: Look = ""
    sign: str = ""
    hint: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked now at one path: the buttons, first those that are likely; `other` is asked as typed text."""

    path: str
    title: Text
    offers: tuple[Offer, ...]
    extras: tuple[Offer, ...] = ()
    likely: tuple[Offer, ...] = ()
    note: Text | None = None
    other: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line on the hand screen: what is known of a player, or of what `label` says. A tap asks `path` again."""

    path: str
    seat: int | None = None
    label: Text | None = None
    answer: Text | None = None
    now: bool = False
    done: bool = False
    notes: tuple[Text, ...] = ()
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the hand screen that one can go back to. Only a `watched` one is shown to others while it's typed."""

    key: str
    label: Text
    watched: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A stage as it is shown: what is known from it, and whether it is the one on the screen."""

    key: str
    label: Text
    answer: Text | None = None
    now: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What the hand screen shows at one moment. `question` is None when nothing more is asked.

    `stage` is what a link asks for to come here again; `facts` stand above the question.
    """

    stage: str
    title: Text
    facts: tuple[Text, ...] = ()
    rows: tuple[Row, ...] = ()
    question: Question | None = None
    steps: tuple[Offer, ...] = ()
    stages: tuple[Tab, ...] = ()
    complete: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What may be answered: the values in the order of the buttons, first those that are `likely`.

    With `other` a number may be typed as well; the boards of long ranges have no buttons at all. `refused` says why
    single values can't be answered now. `labels` and `look` are those of the buttons where the declaration has others.
    """

    values: tuple[Value, ...] = ()
    likely: tuple[Value, ...] = ()
    other: bool = False
    note: Text | None = None
    refused: Mapping[Value, Text] = value(default_factory=dict)
    labels: Mapping[Value, Text] = value(default_factory=dict)
    look: Look = ""

    def refusal(self, answer: Value) -> Text | None:
        """Return why a value can't be answered now, or None."""
        return None if self.has(answer) else self.refused.get(answer, _("This cannot be chosen now."))

    def has(self, answer: Value) -> bool:
        """Whether a value may be answered."""
        offered = self.other or not (self.values or self.likely) or answer in (*self.values, *self.likely)
        return offered and answer not in self.refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that is asked of a hand, and where it stands: `value` is the answer now, `answer` the same in words.

    `seat` or `label` says whose line it is; `settled` that nothing needs to be asked any more: it is answered with what
    may be answered now, or was skipped. `skip` is the button that leaves it out; `extras` are switched beside the
    question. Of the open steps the first is asked, unless another has its `turn`; `opened` is how it is asked out of
    turn. `known` is what its stage says of itself when it is left, where that is more than one answer.
    """

    field: Field
    path: str
    title: Text
    stage: str
    label: Text
    board: Board
    value: Value = None
    extras: tuple[Offer, ...] = ()
    answer: Text | None = None
    settled: bool = False
    skip: Offer | None = None
    seat: int | None = None
    turn: bool = False
    opened: Step | None = None
    notes: tuple[Text, ...] = ()
    marks: tuple[str, ...] = ()
    known: Text | None = None


def screen_of(
    steps: Sequence[Step], stages: Sequence[Stage], facts: tuple[Text, ...], table: Table[Any], at: str = ""
) -> Screen:
    """The screen of these steps: it asks what `at` names (a path or a stage), else what is open."""
    back_at = next((one for one in stages if one.key == at and any(step.stage == at for step in steps)), None)
    asked = _asked(steps, at, within=back_at is not None)
    last = steps[-1].stage if steps else ""
    stage = asked.stage if asked else at if back_at else last
    shown = [step for step in steps if step.stage == stage]
    return Screen(
        stage=stage,
        title=asked.title if asked else back_at.label if back_at else _("Everything is in"),
        facts=facts,
        rows=tuple(_row(step, asked) for step in shown) if len(shown) > 1 or asked is None else (),
        question=_question(asked, table) if asked else None,
        steps=(asked.skip,) if asked and asked.skip else (),
        stages=_tabs(steps, stages, stage),
        complete=bool(steps) and all(step.settled for step in steps),
    )


def _asked(steps: Sequence[Step], at: str, *, within: bool) -> Step | None:
    """The step that was opened, else one that is open, `within` the stage that was gone back to.

    A stage with a single step asks it again; of several, one must be opened.
    """
    if opened := next((step for step in steps if step.path == at), None):
        return opened.opened or opened
    candidates = [step for step in steps if step.stage == at or not within]
    if open_steps := [step for step in candidates if not step.settled]:
        return next((step for step in open_steps if step.turn), open_steps[0])
    return candidates[0] if within and len(candidates) == 1 else None


def _row(step: Step, asked: Step | None) -> Row:
    return Row(
        path=step.path,
        seat=step.seat,
        label=step.label,
        answer=step.answer,
        now=asked is not None and step.path == asked.path,
        done=step.settled,
        notes=step.notes,
        marks=step.marks,
    )


def _question(step: Step, table: Table[Any]) -> Question:
    board = step.board
    return Question(
        path=step.path,
        title=step.title,
        offers=tuple(_offer(table, step, value) for value in board.values if value not in board.likely),
        extras=step.extras,
        likely=tuple(_offer(table, step, value) for value in board.likely),
        note=board.note,
        other=board.other,
    )


def _offer(table: Table[Any], step: Step, value: Value) -> Offer:
    """One button. Choices with signs are cards; whole numbers stand in a grid; all else takes a line."""
    field, now = step.field, step.value
    choice = next((choice for choice in field.choices if choice.value == value), None)
    look: Look = "number" if field.kind in ("number", "numbers") else "card" if choice and choice.sign else "wide"
    return Offer(
        label=step.board.labels.get(value) or in_words(table, field, value) or _("nothing"),
        path=step.path,
        value=value,
        pressed=now is not None and value == now and isinstance(value, bool) == isinstance(now, bool),
        look=step.board.look or look,
        sign=choice.sign if choice else "",
        hint=choice.help if choice else None,
    )


def in_words(table: Table[Any], field: Field, value: Value) -> Text | None:
    """A value in words: a seat by its name, a choice by its label; None where nothing is known."""
    if value is None:
        return None
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if field.kind == "seat" and isinstance(value, int):
        return _("{name}", name=table.names[value])
    if isinstance(value, tuple):
        return _("{numbers}", numbers=", ".join(map(str, value)))
    return next((choice.label for choice in field.choices if choice.value == value), _("{value}", value=value))


def _tabs(steps: Sequence[Step], stages: Sequence[Stage], now: str) -> tuple[Tab, ...]:
    """The stages that have something to ask; one that asks a single thing says its answer."""
    tabs = []
    for stage in stages:
        if within := [step for step in steps if step.stage == stage.key]:
            single = within[0].answer if len(within) == 1 else None
            known = next((step.known for step in within if step.known), single)
            tabs.append(Tab(key=stage.key, label=stage.label, answer=known, now=stage.key == now))
    return tuple(tabs) if len(tabs) > 1 else ()
