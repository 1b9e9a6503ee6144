"""What is read of what a group brings along: games, messages, and what is asked about them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from scorekeeper.formats.parsing import Message
from scorekeeper.formats.sheets import GameFile
from scorekeeper.games import AnyGame

Answers = Mapping[str, str]
"""What a form says by the keys of questions; whatever it doesn't say is as the reader understood it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownHere:
    """What a reader may ask of the group: its games by name, the names on its roster, and tonight's date."""

    game: Callable[[str], AnyGame | None]
    players: tuple[str, ...]
    today: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a file leaves open (it has no `answer`), or what was understood, and can be answered in another way.

    The `choices` are values and what they are called; without any, a text is typed. A `note` says more.
    """

    key: str
    text: str
    note: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    answer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """A row that can't be read: its cells, those that are wrong, and why. It is typed anew, or left out."""

    line: int  # from 1, in the file
    cells: tuple[str, ...]
    wrong: frozenset[int]
    why: str
    text: str  # the row as it stands, or as it was typed anew
    left_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """What was read. Nothing can be added before each question is answered, and each broken row mended or left out.

    With errors or warnings among the `messages`, there are no games. Notes say what was left out, and why.
    """

    games: tuple[GameFile, ...] = ()
    messages: tuple[Message, ...] = ()
    questions: tuple[Question, ...] = ()
    broken: tuple[Broken, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether something must be answered first."""
        return any(not question.answer for question in self.questions) or any(not row.left_out for row in self.broken)
