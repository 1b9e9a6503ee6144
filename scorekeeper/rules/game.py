"""What a game's package declares: its rules, hand screen, statistics and guide.

So that groups can make games of their own out of it, it declares their pictures, and what can be written in a row.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field as dataclass_field, replace
from functools import cached_property
from typing import Any, Generic, NamedTuple

from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import GROUPS, Answers, Choice, Field, Value, unusual
from scorekeeper.rules.hand_screen import HandScreen, declared_fields
from scorekeeper.rules.sheet import Column, E, O, Sheet
from scorekeeper.rules.statistics import HANDS, Feat, Statistics
from scorekeeper.rules.text import Half, Text, gettext as _


class Guide:
    """A section of a game's short guide: paragraphs and an optional table whose first row is the header."""

    def __init__(self, heading: Text, *paragraphs: Text, table: tuple[tuple[Text, ...], ...] = ()) -> None:
        self.heading, self.paragraphs, self.table = heading, paragraphs, table


class Need(NamedTuple):
    """What a column needs in a hand: a figure, what it is enough for ("to win") and, in small words, on what terms.

    Without a figure, the caption says what is sure already ("keeps the lead").
    """

    figure: Half | None
    caption: Text
    terms: Text | None = None


class Summary(NamedTuple):
    """How a game is scored: what a player would say, if anything, and (label, value) pairs of what else is unusual.

    What its named `rows` are worth is one of these, except beside its card, which says it.
    """

    said: Text | None
    beside_card: tuple[tuple[Text, Text], ...]
    rows: Text | None = None

    @property
    def others(self) -> tuple[tuple[Text, Text], ...]:
        """All that is unusual."""
        return ((_("Rows"), self.rows), *self.beside_card) if self.rows else self.beside_card


class Asked(NamedTuple):
    """An option that is asked first, by its name. Its question, choices and condition can fit better than its own."""

    name: str
    question: Text | None = None
    choices: tuple[Choice, ...] = ()
    applies: Callable[[Any], bool] | None = None


class Picture(NamedTuple):
    """A way to score that is chosen by its picture.

    The `examples` are games that are scored like it. It fixes some options, starts with others, and asks some first.
    `like` is the slug of a game that comes with the app, whose rows can be those to begin with.
    """

    label: Text
    examples: Text
    fixes: Answers
    starts: Answers
    asks: tuple[Asked, ...]
    like: str = ""


class RowKind(NamedTuple):
    """What can be written in a row, and the fields for the numbers that say so. Its name can have the number."""

    label: Text
    fields: tuple[Field, ...] = ()
    example: Text | None = None
    is_named: bool = False


class Row(NamedTuple):
    """A row as it is told in words: its name, and the `kind` and `numbers` that were typed for it."""

    name: str
    kind: str
    numbers: tuple[Value, ...]
    words: Text


class SettingUp(NamedTuple):
    """The pictures by key, which of them shows how options score, and how the rows of a card are read and written.

    The rows are the lines of the text in the option `rows`: `write` makes one out of a name, a kind and its numbers.
    `ends` are the ways to win, with their labels and options, of a game of which only results are known.
    """

    pictures: Mapping[str, Picture]
    pictured: Callable[[Any], str]
    rows: str
    kinds: Mapping[str, RowKind]
    read: Callable[[str], tuple[Row, ...]]
    write: Callable[[str, str, Sequence[Value]], str]
    ends: Mapping[str, tuple[Text, Answers]]


@dataclass(frozen=True, kw_only=True)
class CardGame(Generic[O, E]):
    """A game as the app sees it. `scorekeeper.games` finds all games by walking its own subpackages."""

    rules: Rules[O, E]
    screen: type[HandScreen[Any, Any]] = HandScreen
    statistics: Statistics[O, E] = dataclass_field(default_factory=Statistics)
    kind: str = "cards"  # Or "dice", "tiles" (also board games), "outdoors" (also darts), or "own": a group's.
    also: tuple[Text, ...] = ()  # Other names that people look for.
    guide: tuple[Guide, ...] = ()
    about: Callable[[Any], Mapping[str, Any]] | None = None  # Returns these three of the game that these options make.
    # Yields what a column needs in the hand that this screen asks about: at most three, none of which may be false.
    needs: Callable[[Any, Column], Iterator[Need]] | None = None
    tells_needs: Callable[[Any], bool] = lambda _options: True  # Whether it ever yields anything with these options.
    # Says how a game with these options is scored, by so many players if that is known.
    summary: Callable[[Any, int | None], Summary] = lambda options, players: Summary(None, unusual(options, players))
    featured: bool = False  # Whether to offer this game first to a group that hasn't played anything yet.
    # How groups make games of their own out of this one. Its options then have an id `template` and a `name`.
    setting_up: SettingUp | None = dataclass_field(default=None, hash=False)

    def made(self, options: O) -> "CardGame[O, E]":
        """Return the game that these options make of it."""
        needs = self.needs if self.tells_needs(options) else None
        known = self.about(options) if self.about else {}
        return replace(self, rules=self.rules.for_options(options), needs=needs, **known)

    @property
    def recipe(self) -> bool:
        """Whether groups make games of their own out of this one."""
        return self.setting_up is not None

    @property
    def feats(self) -> tuple[Feat, ...]:
        """The feats worth mentioning. If the fewest points win, the most points in a hand aren't."""
        return tuple(feat for feat in self.statistics.feats if feat.key != HANDS or not self.rules.low_wins)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Every field that the hand screen can ask for."""
        return declared_fields(self.screen, self.rules.entry)

    def field_at(self, path: str) -> Field | None:
        """Return the field at a path, regardless of the seat or side, or None if there is no such field."""
        group, _dot, key = path.partition(".")
        if group != GROUPS["hand"]:
            index, _dot, key = key.partition(".")
            key = key if index.isdecimal() else ""
        return next((field for field in self.fields if (GROUPS[field.per], field.key) == (group, key)), None)

    def type(self, before: Sheet[O, E], dealer: int, answers: Answers | None = None) -> HandScreen[O, E]:
        """Return the hand screen for a hand with these answers."""
        rules = self.rules.for_options(before.table.options)
        return self.screen(rules, before, dealer, answers or {})
