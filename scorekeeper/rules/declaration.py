"""How a game declares what it asks for: once, as the fields of two frozen dataclasses.

The options and the entry of a game are dataclasses whose fields are made with `number()`, `choice()`, `flag()`,
`seat()`, `numbers()` and `text()`. Forms, number boards, sheet files, imports and tests all read that one declaration.
"""

import dataclasses
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeGuard, TypeVar, cast

from scorekeeper.rules import limits
from scorekeeper.rules.text import Text, either, gettext as _, ngettext

Value = str | int | bool | tuple[int, ...] | None
Answers = Mapping[str, Value]  # A hand's answers by path, such as `players.2.bid` -> 12
Kind = Literal["number", "choice", "flag", "seat", "numbers", "text"]
Per = Literal["hand", "player", "side"]
# Decides whether to ask for a field, given the sheet before the hand, the entry so far, and a seat, side, or None.
When = Callable[[Any, Any, int | None], bool]
GROUPS: dict[Per, str] = {"hand": "hand", "player": "players", "side": "sides"}

ALL_PASSED = "all_passed"  # The field in the entries of each game in which everyone can pass
DEALER = "dealer"  # The path for a hand's dealer, which is entered like a field but isn't part of the entry
SKIP = _("Skip it")  # The default label of the button that leaves an optional field empty

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a choice. `help` is shown on its button; `sign` is a short form such as "9♠", used for cards."""

    value: str
    label: Text
    help: Text | None = None
    sign: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toggle:
    """How a yes-or-no beside another question looks: its words and, in `static/icons.svg`, its pictures, if any."""

    on: Text
    off: Text
    picture: str = ""
    picture_off: str = ""


SUITS = (
    Choice(value="spades", label=_("Spades"), sign="♠"),
    Choice(value="hearts", label=_("Hearts"), sign="♥"),
    Choice(value="diamonds", label=_("Diamonds"), sign="♦"),
    Choice(value="clubs", label=_("Clubs"), sign="♣"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing a game asks for: a form field, a key in the sheet file, and a test strategy, all in one."""

    label: Text
    kind: Kind
    per: Per = "hand"
    name: str = ""
    key: str = ""  # The name in files, if it differs; a dot in it means nesting (`point.winner`).
    default: Any = None  # What means "not given". An option without one is derived from the others.
    help: Text | None = None  # For an option, in the form for house rules; for an entry's field, on a blank sheet.
    question: Text | None = None  # On the hand screen, where `{name}` becomes the player or side, or in the form.
    missing: Text | None = None  # Says to enter it, without a period.
    said: Text | None = None  # Comes before an answer that a correction changes, such as "{name} took".
    # Numbers are integers in this range. Text has at most `high` characters.
    low: int = 0
    high: int = limits.LARGEST_NUMBER
    choices: tuple[Choice, ...] = ()  # Also the names of numbers, where a screen lists these.
    stage: str = ""
    # Whether every hand that asks for it requires it. If some don't ask, it is said which ones do, in words that follow
    # on "it is an error to leave it out …".
    needed: bool | Text = False
    when: When | None = None  # Decides which hands ask for it; by default, all.
    toggle: Toggle | None = None  # Shown beside another question, which stays open when the toggle is tapped.
    derived: bool = False  # It follows from the others, and is checked if a file contains it, but no page asks for it.
    skip: Text = SKIP  # The label of the button that skips what isn't needed; for a flag, no answer means no.
    # For counting cards: what a card of each kind is worth, or what one, two, or more are worth together.
    tally: tuple[tuple[Text, int | tuple[int, ...]], ...] = ()
    upfront: bool = False  # Whether an option is shown before a game starts; the others are collapsed.
    players: Container[int] | None = None  # For how many players an option matters; by default, any number.
    applies: Callable[[Any], bool] | None = None  # Whether an option matters with the others; by default, always.
    lines: int = 1  # At most, in a text.
    most: int = 0  # At most, in a list of numbers.

    def matters(self, players: int | None, options: Any) -> bool:
        """Return whether an option makes a difference for this number of players, if known, and the other options."""
        is_for = self.players is None or players is None or players in self.players
        return is_for and (self.applies is None or self.applies(options))

    def asked(self, sheet: Any, entry: Any, index: int | None) -> bool:
        """Return whether a hand asks for the field: `sheet` is the one before it, and `entry` what is known so far."""
        return self.matters(None, sheet.table.options) and (self.when is None or self.when(sheet, entry, index))

    @property
    def empty(self) -> Value:
        """The value that means "not given" at one path: the default, unless the field has several values."""
        if self.kind == "flag":
            return None if self.needed else False
        return self.default if self.per == "hand" else None

    def value_in(self, entry: Any, index: int | None) -> Value:
        """Return the value that an entry has for a seat, a side or, if `index` is None, the whole hand."""
        values = getattr(entry, self.name)
        value: Value = values if index is None else values[index]
        return value

    def path(self, index: int | None = None) -> str:
        """Return the value's path in the answers, such as `hand.gnome` or `players.2.bid`."""
        return f"{GROUPS[self.per]}.{self.key}" if index is None else f"{GROUPS[self.per]}.{index}.{self.key}"


@cache
def skip_path(path: str) -> str:
    """Return the path that marks another path as skipped on purpose: `players.2.tricks` -> `players.2.no_tricks`."""
    group, *keys = path.split(".")
    node = f"{group}.{keys.pop(0)}" if group != GROUPS["hand"] and keys else group
    return f"{node}.no_{'_'.join(keys)}"


def number(label: Text, help: Text | None = None, *, default: int | None = None, **more: Any) -> Any:
    """Declare a field for a whole number. `more` is passed on to `Field`."""
    return _field(default, Field(label=label, help=help, kind="number", **more))


def numbers(label: Text, help: Text | None = None, *, most: int, **more: Any) -> Any:
    """Declare a field for a list of at most so many whole numbers."""
    return _field(None, Field(label=label, help=help, kind="numbers", most=most, **more))


def choice(
    label: Text, help: Text | None, choices: Sequence[Choice], *, default: str | None = None, **more: Any
) -> Any:
    """Declare a field with several values to choose from."""
    return _field(default, Field(label=label, help=help, kind="choice", choices=tuple(choices), **more))


def flag(label: Text, help: Text | None = None, **more: Any) -> Any:
    """Declare a field whose answer is yes or no."""
    return _field(None if more.get("needed") else False, Field(label=label, help=help, kind="flag", **more))


def seat(label: Text, help: Text | None = None, **more: Any) -> Any:
    """Declare a field whose answer is one of the players, identified by seat."""
    return _field(None, Field(label=label, help=help, kind="seat", **more))


def text(label: Text, help: Text | None = None, *, high: int, **more: Any) -> Any:
    """Declare a field for text of at most `high` characters, which is empty by default."""
    return _field("", Field(label=label, help=help, kind="text", high=high, **more))


def _field(default: Value, declared: Field) -> Any:
    return dataclasses.field(default=default if declared.per == "hand" else (), metadata={"declared": declared})


def remembered(function: F) -> F:
    """Cache a function of declarations, which mypy takes for classes that can't be hashed."""
    return cast(F, cache(function))


@remembered
def fields_of(declared: type[Any]) -> tuple[Field, ...]:
    """Return the fields of an options or entry class, in order."""
    pairs = [(field, field.metadata["declared"]) for field in dataclasses.fields(declared)]
    return tuple(
        dataclasses.replace(named, name=field.name, key=named.key or field.name, default=field.default)
        for field, named in pairs
    )


@remembered
def places(declared: type[Any], seats: int, sides: int = 0) -> tuple[tuple[str, Field, int | None], ...]:
    """Return every path in an entry with its field and index (a seat, a side, or None for the hand itself)."""
    return tuple(
        (field.path(index), field, index) for field in fields_of(declared) for index in indexes(field, seats, sides)
    )


def indexes(field: Field, seats: int, sides: int) -> tuple[int | None, ...]:
    """Return the seats or sides that a field has values for, or `(None,)` if it has one value for the whole hand."""
    counts: dict[Per, int] = {"player": seats, "side": sides}
    return (None,) if field.per == "hand" else tuple(range(counts[field.per]))


def refusal(field: Field, value: Value, seats: int) -> Text | None:
    """Return why the field can't have this value, or None. The value None is always allowed: it means "not given"."""
    if value is None:
        return None
    match field.kind:
        case "flag":
            return None if isinstance(value, bool) else _("Expected true or false.")
        case "choice":
            allowed = [choice.value for choice in field.choices]
            fits = isinstance(value, str) and value in allowed
            return None if fits else _("Expected {values}.", values=either(allowed))
        case "seat":
            return None if _is_whole(value) and 0 <= value < seats else _("This isn’t one of the players.")
        case "number":
            return _out_of_range(field, value)
        case "numbers":
            if not isinstance(value, tuple | list):
                return _("Expected a list of whole numbers.")
            if len(value) > field.most:
                return ngettext("Enter at most {count} number.", "Enter at most {count} numbers.", field.most)
            return next((reason for item in value if (reason := _out_of_range(field, item))), None)
        case "text":
            fits = isinstance(value, str) and len(value) <= field.high and value.count("\n") < field.lines
            if fits and all(line.isprintable() for line in str(value).split("\n")):
                return None
            if field.lines > 1:
                return _("Use at most {lines} lines of plain text.", lines=field.lines)
            return _("Use at most {most} characters on one line.", most=field.high)


def _out_of_range(field: Field, value: Value) -> Text | None:
    if not _is_whole(value):
        return _("Enter a whole number.")
    if not field.low <= value <= field.high:
        return _("Enter a whole number from {low} to {high}.", low=field.low, high=field.high)
    return None


def _is_whole(value: Value) -> TypeGuard[int]:
    return type(value) is int


def options_from_record(declared: type[T], record: Mapping[str, Value]) -> T:
    """Return the stored options, using the default for any that are missing."""
    names = {field.key: field.name for field in fields_of(declared)}
    given = {names[key]: value for key, value in record.items() if key in names}
    return declared(**{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()})


def options_record(options: Any) -> dict[str, Any]:
    """Return all options by key, as they are permanently stored with a game: in JSON, which has no tuples."""
    values = {field.key: getattr(options, field.name) for field in fields_of(type(options))}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


def settled(options: T) -> T:
    """Return the options with a default in place of each one that the others keep from mattering."""
    return _with_defaults(options, lambda field: not field.matters(None, options))


def seatless(options: T) -> T:
    """Return the options without what they say about single seats, which another game doesn't share."""
    return _with_defaults(options, lambda field: field.per != "hand")


def _with_defaults(options: T, chosen: Callable[[Field], bool]) -> T:
    given = {field.name: field.default for field in fields_of(type(options)) if chosen(field)}
    return cast(T, dataclasses.replace(cast(Any, options), **given))


def unusual(options: Any, players: int | None = None, said: Container[str] = ()) -> tuple[tuple[Text, Text], ...]:
    """Return label and value of each option that matters to so many `players`, and isn't `said` or the default."""
    return tuple(
        (field.label, in_words(field, getattr(options, field.name)))
        for field in fields_of(type(options))
        if not (field.derived or field.name in said)
        and dataclasses.replace(options, **{field.name: field.default}) != options
        and field.matters(players, options)
    )


def in_words(field: Field, value: Value, names: Sequence[str] = ()) -> Text:
    """Return a value in words: the label of a choice, or whose seat it is of those with these `names`."""
    if value is None or value in ("", ()):
        return _("none")
    if isinstance(value, bool):
        yes, no = (field.toggle.on, field.toggle.off) if field.toggle else (_("yes"), _("no"))
        return yes if value else no
    if field.kind == "seat" and value in range(len(names)):
        return _("{name}", name=names[cast(int, value)])
    if isinstance(value, tuple):
        return _("{numbers}", numbers=", ".join(map(str, value)).replace("-", "\N{MINUS SIGN}"))
    if field.kind == "text":
        return _("{text}", text=str(value).replace("\n", "; "))
    labels = (choice.label for choice in field.choices if choice.value == str(value))
    return next(labels, _("{value}", value=value if _is_whole(value) else str(value)))


def is_told(value: Value) -> bool:
    """Return whether an answer says anything: "no" doesn't, but 0 does."""
    return value is not None and value is not False


def form_text(value: object) -> str:
    """Return a value as it is typed into a form."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
