"""The parts of a hand screen: a game's steps, their boards and buttons, and how they look at one moment."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field as dataclass_field, replace
from typing import Any, Literal

from scorekeeper.rules.base import Mark
from scorekeeper.rules.declaration import Answers, Field, Toggle, Value, in_words
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import Text, gettext as _, ngettext

Look = Literal["", "number", "wide", "toggle", "face"]
State = Literal["", "other", "refused", "unlikely"]
LARGEST_BOARD = 60  # buttons of a board of numbers; numbers from a larger range are typed


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One button: its label, and the path and value that it submits. `pressed` means that this is the current value.

    `sign` is a short form of the label, shown in large type if the button looks like a card. Buttons with the same
    `card` are parts of one playing card, and `name` says in full what a button with a short label is for. `state` is
    "other" if the value has an unusual meaning, "refused" if it can't be chosen, and "unlikely" if it doesn't fit.
    `shown` is how a toggle looks.
    """

    label: Text
    path: str
    value: Value
    pressed: bool = False
    look: Look = ""
    sign: str = ""
    card: str = ""
    name: Text | None = None
    hint: Text | None = None
    state: State = ""
    likely: bool = False
    shown: Toggle | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the hand screen that can be reopened, with its `answer` so far. The one on the screen is `now`."""

    key: str
    label: Text
    watched: bool = True
    answer: Text | None = None
    now: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What the hand screen shows at one moment. The `question` is a step with buttons, or None if nothing is asked.

    `stage` is the key of the stage on screen; `facts` are shown above the question. Each of the `rows` is a step's
    line, with its answer; tapping it reopens the question.
    """

    stage: str
    title: Text
    facts: tuple[Text, ...] = ()
    rows: "tuple[Step, ...]" = ()
    question: "Step | None" = None
    stages: tuple[Stage, ...] = ()
    complete: bool = False
    ahead: "tuple[Ahead, ...]" = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """A question that may follow, sent early so that a page can show it before the server has answered the next tap.

    `then` maps the last part of a tapped path to the index of the next question, if it is known. `shown` maps the same
    keys to the text that the answer's line then shows, with {value} for a number. The key `less`, if present, is used
    for a number that is below `least`, or no higher than the last number tapped.
    """

    path: str
    title: Text
    then: Mapping[str, int]
    least: int = 0
    shown: Mapping[str, Text] = dataclass_field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The possible answers, in the order of their buttons. The `likely` ones stand out, the `unlikely` ones don't fit.

    If `other` is set, a number can also be typed; boards for large ranges have no buttons at all. `refused` says why
    certain values can't be chosen now. `means` maps a value to the answers it stands for, by path, unless it simply
    stands for itself. `labels` and `look` override the buttons' usual labels and look, and `offers` whole buttons.
    `accepted` answers have no button, because others stand for them together with more.
    """

    values: tuple[Value, ...] = ()
    likely: tuple[Value, ...] = ()
    unlikely: tuple[Value, ...] = ()
    other: bool = False
    note: Text | None = None
    refused: Mapping[Value, Text] = dataclass_field(default_factory=dict)
    means: Mapping[Value, Answers] = dataclass_field(default_factory=dict)
    labels: Mapping[Value, Text] = dataclass_field(default_factory=dict)
    look: Look = ""
    offers: Mapping[Value, Offer] = dataclass_field(default_factory=dict)
    accepted: tuple[Value, ...] = ()

    def refusal(self, answer: Value) -> Text | None:
        """Return why a value can't be chosen now, or None."""
        return None if self.has(answer) else self.refused.get(answer, _("You can’t choose that now."))

    def has(self, answer: Value) -> bool:
        """Return whether a value is a possible answer."""
        listed = (*self.values, *self.likely, *self.accepted)
        offered = self.other or not (self.values or self.likely) or answer in listed
        return offered and answer not in self.refused


def rest_board(
    sums: Collection[int],
    others: Sequence[Value],
    *,
    highest: int | None = None,
    other: bool = True,
    note: Text | None = None,
) -> Board:
    """Return a board for the number that, added to the other answers, makes one of the possible `sums`.

    Every number up to the largest sum has a button, so that buttons don't move. Once all `others` are known, whatever
    is left is shown as likely. Unless `other` numbers can be typed, no number above `highest` can be chosen; by
    default, that is the largest possible remainder.
    """
    answered = [answer for answer in others if isinstance(answer, int)]
    rests = sorted(rest for total in sums if (rest := total - sum(answered)) >= 0)
    likely = tuple(rests) if len(answered) == len(others) else ()
    left = max(rests, default=0) if highest is None else highest
    values = numbers_between(0, max(*sums, left))
    why = ngettext("Only {count} left.", "Only {count} left.", left)
    refused: dict[Value, Text] = {} if other else {value: why for value in values if value > left}
    unlikely = tuple(value for value in values if (value not in likely if likely else value > max(rests, default=0)))
    return Board(values=values, likely=likely, unlikely=unlikely, note=note, other=other, refused=refused)


def numbers_between(low: int, high: int) -> tuple[int, ...]:
    """Return the numbers that have buttons on a board for this range: all of them, or none if they are too many."""
    return tuple(range(low, high + 1)) if high - low < LARGEST_BOARD else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One question about a hand. `value` is the current answer; `answer` is the same answer in words.

    `label` says whose line it is, `seats` are those of these players, and `now` that it is asked at the moment. A step
    is `settled` if it was skipped or its answer is still possible. The `skip` button skips it; `extras` are other
    buttons beside the question; `toggle` is a button on the step's line. The first step that isn't settled is the
    current question, unless it is another step's `turn`; `opened` replaces a step that the user opens out of turn.
    `known` is the answer shown on the stage's tab; by default, that is the step's answer if the stage has no other
    steps. `said` is a sentence about the latest answer, for screen readers. `ahead` returns the questions that may
    follow; if it is None, they are the same question about the other seats. Only the question on screen has its
    `offers`, a button for each value of its board, and buttons for `likely` values that aren't among them.
    """

    field: Field
    path: str
    title: Text
    stage: str
    label: Text
    board: Board
    value: Value = None
    offers: tuple[Offer, ...] = ()
    likely: tuple[Offer, ...] = ()
    extras: tuple[Offer, ...] = ()
    toggle: Offer | None = None
    answer: Text | None = None
    settled: bool
    now: bool = False
    skip: Offer | None = None
    seat: int | None = None
    seats: tuple[int, ...] = ()
    turn: bool = False
    opened: "Step | None" = None
    notes: tuple[Text, ...] = ()
    marks: tuple[Mark, ...] = ()
    known: Text | None = None
    said: Text | None = None
    ahead: Callable[[], tuple[Ahead, ...]] | None = None

    @property
    def is_out(self) -> bool:
        """Whether the step is about somebody who no longer takes part."""
        return any(mark.role == "out" for mark in self.marks)

    @property
    def beside(self) -> tuple[Offer, ...]:
        """The buttons that come with the question but answer something else."""
        return (*self.extras, *(button for button in (self.toggle, self.skip) if button is not None))


def with_buttons(table: Table[Any], step: Step) -> Step:
    """Return a step with its buttons. Choices with a `sign` look like cards, numbers form a grid, others get a line."""
    board, field, current = step.board, step.field, step.value

    def button(value: Value) -> Offer:
        choice = next((choice for choice in field.choices if choice.value == value), None)
        look: Look = "number" if field.kind in ("number", "numbers") else "face" if choice and choice.sign else "wide"
        offer = board.offers.get(value) or Offer(
            label=board.labels.get(value) or in_words(field, value, table.names),
            path=step.path,
            value=value,
            look=board.look or look,
            sign=choice.sign if choice else "",
            hint=choice.help if choice else None,
        )
        unlikely: State = "unlikely" if value in board.unlikely else ""
        return replace(
            offer,
            pressed=current is not None and value == current and isinstance(value, bool) == isinstance(current, bool),
            state="refused" if value in board.refused else "other" if value in board.means else unlikely,
            likely=value in board.likely,
        )

    beside = (value for value in board.likely if value not in board.values)
    return replace(step, offers=tuple(map(button, board.values)), likely=tuple(map(button, beside)))
