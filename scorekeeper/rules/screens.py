"""What the hand screen is made of: the steps that a game asks, and what they look like at one moment of the typing.

Pure values, and the one way from steps to a screen. What is asked, and of whom, is the game's: `Rules.steps`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.rules.declaration import Ask, Value, refusal
from scorekeeper.rules.words import Text, gettext as _


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """Who does what in a hand: "deals", "picks the Gnome"."""

    seat: int
    key: str
    label: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One button: what it says, and the path and value it writes. `pressed` says that this is the value now.

    `sign` is a short form that stands large on a card.
    """

    label: Text
    path: str
    value: Value
    pressed: bool = False
    look: Literal["", "number", "wide", "toggle", "card"] = ""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A part of the hand screen that can be gone back to, and what is known from it."""

    key: str
    label: Text
    answer: Text | None = None
    now: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What the hand screen shows at this point of the typing. `question` is None when nothing more is asked.

    `at` is what a link asks for to come here again; `stages` are the parts of the hand, each with whether it is shown.
    """

    stage: str
    title: Text
    facts: tuple[Text, ...] = ()
    rows: tuple[Row, ...] = ()
    question: Question | None = None
    steps: tuple[Offer, ...] = ()
    stages: tuple[Stage, ...] = ()
    complete: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What may be answered: the values in the order of the buttons, first those that are `likely`.

    With `other` a number may be typed as well; the boards of long ranges have no buttons at all.
    """

    values: tuple[Value, ...] = ()
    likely: tuple[Value, ...] = ()
    other: bool = False
    note: Text | None = None

    def has(self, value: Value) -> bool:
        """Whether a value may be answered."""
        return self.other or not (self.values or self.likely) or value in (*self.values, *self.likely)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that is asked of a hand, and where it stands.

    `seat` or `label` says whose line it is; `settled` that nothing needs to be asked any more: it is answered with what
    may be answered now, or was skipped. `skip` is the button that leaves it out; `extras` are switched on and off
    beside the question. Of the steps that are open the first is asked, unless another has its `turn`; `opened` is how
    it is asked out of turn.
    """

    declared: Ask
    path: str
    title: Text
    stage: str
    label: Text
    board: Board
    offers: tuple[Offer, ...] = ()
    likely: tuple[Offer, ...] = ()
    extras: tuple[Offer, ...] = ()
    answer: Text | None = None
    settled: bool = False
    skip: Offer | None = None
    seat: int | None = None
    turn: bool = False
    opened: Step | None = None
    notes: tuple[Text, ...] = ()
    marks: tuple[str, ...] = ()


def screen_of(
    steps: Sequence[Step],
    stages: Sequence[tuple[str, Text]],
    at: str = "",
    facts: tuple[Text, ...] = (),
    known: Mapping[str, Text] | None = None,
) -> Screen:
    """The screen of these steps: asked is what `at` names (a path or a stage), else what is open.

    `facts` stand above the question; `known` is what a stage says of itself, by its key.
    """
    gone_back = next((label for key, label in stages if key == at and any(step.stage == at for step in steps)), None)
    asked = _asked(steps, at, within=gone_back is not None)
    last = steps[-1].stage if steps else ""
    stage = asked.stage if asked else at if gone_back else last
    shown = [step for step in steps if step.stage == stage]
    complete = all(step.settled for step in steps)
    return Screen(
        stage=stage,
        title=asked.title if asked else gone_back or _("Everything is in"),
        facts=facts,
        rows=tuple(_row(step, asked) for step in shown) if len(shown) > 1 or asked is None else (),
        question=_question(asked) if asked else None,
        steps=(asked.skip,) if asked and asked.skip else (),
        stages=_stages(steps, stages, stage, known or {}),
        complete=complete and bool(steps),
    )


def _asked(steps: Sequence[Step], at: str, *, within: bool) -> Step | None:
    """What is asked: the step that was opened, else one that is open, `within` the stage that was gone back to.

    A stage with a single step asks it again; of several, one must be opened.
    """
    if opened := next((step for step in steps if step.path == at), None):
        return opened.opened or opened
    there = [step for step in steps if step.stage == at or not within]
    still_open = [step for step in there if not step.settled]
    if still_open:
        return next((step for step in still_open if step.turn), still_open[0])
    return there[0] if within and len(there) == 1 else None


def refusal_of(steps: Sequence[Step], path: str, value: Value, seats: int) -> Text | None:
    """Why a value cannot be typed at a path now, or None. A path that no step asks is a KeyError."""
    for step in steps:
        if step.path == path:
            if value is None:
                return None
            if why := refusal(step.declared, value, seats):
                return why
            return None if step.board.has(value) else _("This cannot be chosen now.")
        if path in {extra.path for extra in step.extras} or (step.skip and step.skip.path == path):
            return None if isinstance(value, bool) else _("This is yes or no.")
    raise KeyError(path)


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


def _question(step: Step) -> Question:
    return Question(
        path=step.path,
        title=step.title,
        offers=step.offers,
        extras=step.extras,
        likely=step.likely,
        note=step.board.note,
        other=step.board.other,
    )


def _stages(
    steps: Sequence[Step], stages: Sequence[tuple[str, Text]], now: str, known: Mapping[str, Text]
) -> tuple[Stage, ...]:
    """The stages that have something to ask; one that asks a single thing says its answer."""
    found = []
    for key, label in stages:
        there = [step for step in steps if step.stage == key]
        if there:
            answer = known.get(key, there[0].answer if len(there) == 1 else None)
            found.append(Stage(key=key, label=label, answer=answer, now=key == now))
    return tuple(found) if len(found) > 1 else ()
