"""What a game declares so that groups can make games of their own out of it: by a picture, and rows in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.rules.declaration import Answers, Choice, Field, Value
from scorekeeper.rules.text import Text


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
    """What can be written in a row, and the fields for the numbers that say so."""

    label: Text
    fields: tuple[Field, ...] = ()


class Row(NamedTuple):
    """A row as it is told in words: its name, and the `kind` and `numbers` that were typed for it."""

    name: str
    kind: str
    numbers: tuple[Value, ...]
    words: Text


class SettingUp(NamedTuple):
    """The pictures by key, which of them shows how options score, and how the rows of a card are read and written.

    The rows are the lines of the text in the option `rows`: `write` makes one out of a name, a kind and its numbers.
    """

    pictures: Mapping[str, Picture]
    pictured: Callable[[Any], str]
    rows: str
    kinds: Mapping[str, RowKind]
    read: Callable[[str], tuple[Row, ...]]
    write: Callable[[str, str, Sequence[Value]], str]
