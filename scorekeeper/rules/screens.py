"""The parts of a hand screen: a game's steps, and how they look at one moment.

Pure values, and the only code that turns steps into a screen. `HandScreen` decides what to ask, and about whom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field as dataclass_field
from typing import Any, Literal

from scorekeeper.rules.declaration import Field, Value
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.words import Text, gettext as _

Look = Literal["", "number", "wide", "toggle", "card"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One button: its label, and the path and value it writes. `pressed` means that this is the current value.

    `sign` is a short form in large type on a card.
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
    """The current question, for one path. The `likely` buttons come first; with `other`, a value can also be typed."""

    path: str
    title: Text
    offers: tuple[Offer, ...]
    extras: tuple[Offer, ...] = ()
    likely: tuple[Offer, ...] = ()
    note: Text | None = None
    other: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line on the hand screen: what is known about a player, or about `label`. Tapping it asks for `path` again."""

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
    """A part of the hand screen that can be reopened. Watchers only see it being typed if it is `watched`."""

    key: str
    label: Text
    watched: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A tab for a stage: its answer so far, and whether it is the one on screen now."""

    key: str
    label: Text
    answer: Text | None = None
    now: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What the hand screen shows at one moment. `question` is None if there are no more questions.

    `stage` is what a link passes to return here; `facts` are shown above the question.
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
    """The possible answers, in button order; the `likely` ones come first.

    With `other`, a number can also be typed; boards for long ranges have no buttons at all. `refused` says why certain
    values can't be chosen now. `labels` and `look` override the declared ones.
    """

    values: tuple[Value, ...] = ()
    likely: tuple[Value, ...] = ()
    other: bool = False
    note: Text | None = None
    refused: Mapping[Value, Text] = dataclass_field(default_factory=dict)
    labels: Mapping[Value, Text] = dataclass_field(default_factory=dict)
    look: Look = ""

    def refusal(self, answer: Value) -> Text | None:
        """Return why a value can't be chosen now, or None."""
        return None if self.has(answer) else self.refused.get(answer, _("This cannot be chosen now."))

    def has(self, answer: Value) -> bool:
        """Return whether a value is a possible answer."""
        offered = self.other or not (self.values or self.likely) or answer in (*self.values, *self.likely)
        return offered and answer not in self.refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One question about a hand: `value` is the current answer, `answer` the same in words.

    `seat` or `label` says whose line it is. A `settled` step has an answer that is still possible, or was skipped.
    `skip` is the button that skips it; `extras` are buttons beside the question. The first open step is asked, unless
    another has its `turn`; `opened` replaces the step when it is asked out of turn. `known` is what the stage's tab
    shows, if that is more than one answer.
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
    """Return a screen for these steps: it asks the step at `at` (a path or a stage), otherwise an open step."""
    reopened = next((stage for stage in stages if stage.key == at and any(step.stage == at for step in steps)), None)
    current = _step_to_ask(steps, at, within=reopened is not None)
    last = steps[-1].stage if steps else ""
    stage = current.stage if current else at if reopened else last
    visible = [step for step in steps if step.stage == stage]
    return Screen(
        stage=stage,
        title=current.title if current else reopened.label if reopened else _("Everything is in"),
        facts=facts,
        rows=tuple(_row(step, current) for step in visible) if len(visible) > 1 or current is None else (),
        question=_question(current, table) if current else None,
        steps=(current.skip,) if current and current.skip else (),
        stages=_tabs(steps, stages, stage),
        complete=bool(steps) and all(step.settled for step in steps),
    )


def _step_to_ask(steps: Sequence[Step], at: str, *, within: bool) -> Step | None:
    """Return the step the reader opened, otherwise an unsettled one; `within` limits this to the reopened stage.

    A stage with a single step asks it again; if there are several, the reader must open one.
    """
    if opened := next((step for step in steps if step.path == at), None):
        return opened.opened or opened
    candidates = [step for step in steps if step.stage == at or not within]
    if open_steps := [step for step in candidates if not step.settled]:
        return next((step for step in open_steps if step.turn), open_steps[0])
    return candidates[0] if within and len(candidates) == 1 else None


def _row(step: Step, current: Step | None) -> Row:
    return Row(
        path=step.path,
        seat=step.seat,
        label=step.label,
        answer=step.answer,
        now=current is not None and step.path == current.path,
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
    """Return one button. Choices with signs look like cards; whole numbers form a grid; others get their own line."""
    field, current = step.field, step.value
    choice = next((choice for choice in field.choices if choice.value == value), None)
    look: Look = "number" if field.kind in ("number", "numbers") else "card" if choice and choice.sign else "wide"
    return Offer(
        label=step.board.labels.get(value) or in_words(table, field, value) or _("nothing"),
        path=step.path,
        value=value,
        pressed=current is not None and value == current and isinstance(value, bool) == isinstance(current, bool),
        look=step.board.look or look,
        sign=choice.sign if choice else "",
        hint=choice.help if choice else None,
    )


def in_words(table: Table[Any], field: Field, value: Value) -> Text | None:
    """Describe a value: a seat by its name, a choice by its label; return None if there is no value."""
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
    """Return a tab for each stage that has steps, if there are several. A stage with one step shows its answer."""
    tabs = []
    for stage in stages:
        if stage_steps := [step for step in steps if step.stage == stage.key]:
            single = stage_steps[0].answer if len(stage_steps) == 1 else None
            answer = next((step.known for step in stage_steps if step.known), single)
            tabs.append(Tab(key=stage.key, label=stage.label, answer=answer, now=stage.key == now))
    return tuple(tabs) if len(tabs) > 1 else ()
