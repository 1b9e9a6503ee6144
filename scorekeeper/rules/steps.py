"""The parts of a hand screen: a game's steps, their boards and buttons, and how they look at one moment."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field as dataclass_field, replace
from typing import Any, Literal

from scorekeeper.rules.base import Mark
from scorekeeper.rules.declaration import Answers, Field, Toggle, Value, in_words
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import Text, gettext as _, ngettext

Look = Literal["", "number", "wide", "toggle", "face"]
State = Literal["", "other", "refused", "unlikely"]  # The value has an unusual meaning, can't be chosen, doesn't fit.
LARGEST_BOARD = 60  # buttons of a board of numbers; numbers from a larger range are typed


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One button: its label, and the path and value that it submits."""

    label: Text
    path: str
    value: Value
    pressed: bool = False  # Whether this is the current value.
    look: Look = ""
    sign: str = ""  # A short form of the label, shown in large type if the button looks like a card.
    card: str = ""  # Buttons with the same one are parts of one playing card.
    name: Text | None = None  # What a button with a short label is for, in full.
    hint: Text | None = None
    state: State = ""
    likely: bool = False
    shown: Toggle | None = None  # How a toggle looks.


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
    """What the hand screen shows at one moment. The `question` is a step with buttons, or None if nothing is asked."""

    stage: str  # The key of the stage on screen.
    title: Text
    facts: tuple[Text, ...] = ()  # Shown above the question.
    rows: "tuple[Step, ...]" = ()  # Each is a step's line, with its answer; tapping it reopens the question.
    question: "Step | None" = None
    stages: tuple[Stage, ...] = ()
    complete: bool = False
    ahead: "tuple[Ahead, ...]" = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """A question that may follow, sent early so that a page can show it before the server has answered the next tap."""

    path: str
    title: Text
    # The last part of a tapped path -> the index of the next question, if it is known. The key `less`, if present, is
    # used for a number that is below `least`, or no higher than the last number tapped.
    then: Mapping[str, int]
    least: int = 0
    # The same keys -> the text that the answer's line then shows, with {value} for a number.
    shown: Mapping[str, Text] = dataclass_field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The possible answers, in the order of their buttons. `labels`, `look` and `offers` override what is usual."""

    values: tuple[Value, ...] = ()
    likely: tuple[Value, ...] = ()  # These stand out.
    unlikely: tuple[Value, ...] = ()  # These don't fit.
    other: bool = False  # Whether a number can also be typed; boards for large ranges have no buttons at all.
    note: Text | None = None
    refused: Mapping[Value, Text] = dataclass_field(default_factory=dict)  # Why these can't be chosen now.
    # The answers that a value stands for, by path, unless it simply stands for itself.
    means: Mapping[Value, Answers] = dataclass_field(default_factory=dict)
    labels: Mapping[Value, Text] = dataclass_field(default_factory=dict)
    hints: Mapping[Value, Text] = dataclass_field(default_factory=dict)  # Small below the labels.
    look: Look = ""
    offers: Mapping[Value, Offer] = dataclass_field(default_factory=dict)  # Whole buttons.
    blank: Value = None  # What an empty field stands for.
    adds: bool = False  # Whether its buttons add to the number that is being typed.
    accepted: tuple[Value, ...] = ()  # These have no button, because others stand for them together with more.
    sums: tuple[int, ...] = ()  # What the numbers of everybody can add up to.

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
    board = Board(values=values, likely=likely, unlikely=unlikely, note=note, other=other, refused=refused)
    return replace(board, sums=tuple(sorted(sums)))


def numbers_between(low: int, high: int) -> tuple[int, ...]:
    """Return the numbers that have buttons on a board for this range: all of them, or none if they are too many."""
    return tuple(range(low, high + 1)) if high - low < LARGEST_BOARD else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One question about a hand. The first that isn't settled is the current one, unless it is another one's turn."""

    field: Field
    path: str
    title: Text
    stage: str
    label: Text  # Whose line it is.
    board: Board
    value: Value = None  # The current answer.
    # Only the question on screen has a button for each value of its board, and for likely ones that aren't among them.
    offers: tuple[Offer, ...] = ()
    likely: tuple[Offer, ...] = ()
    extras: tuple[Offer, ...] = ()  # Other buttons beside the question.
    toggle: Offer | None = None  # A button on the step's line.
    answer: Text | None = None  # The current answer in words.
    settled: bool  # Whether it was skipped, or its answer is still possible.
    now: bool = False  # Whether it is asked at the moment.
    skip: Offer | None = None
    seat: int | None = None
    seats: tuple[int, ...] = ()  # Those of the players whose line it is.
    turn: bool = False
    opened: "Step | None" = None  # What replaces this step if the user opens it out of turn.
    notes: tuple[Text, ...] = ()
    marks: tuple[Mark, ...] = ()
    known: Text | None = None  # The answer on the stage's tab; by default, `answer` if the stage has no other steps.
    said: Text | None = None  # A sentence about the latest answer, for screen readers.
    # The questions that may follow; by default, they are the same question about the other seats.
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
            hint=board.hints.get(value) or (choice.help if choice else None),
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
