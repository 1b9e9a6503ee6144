"""What is said about a document, in its order: errors and warnings stop it, notes do not."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from django.utils.translation import gettext as _

from scorekeeper.rules.words import Text
from scorekeeper.text import sentence

Level = Literal["error", "warning", "note"]
MOST_MESSAGES = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One thing to say. `place` is where: `games[0].hands[2].players.Bob.bid`, or empty for the whole document."""

    level: Level
    place: str
    text: str

    def __str__(self) -> str:
        """The message as one line for a terminal."""
        said = " ".join(self.text.split())
        return f"{self.place}: {self.level}: {said}" if self.place else f"{self.level}: {said}"


class EnoughError(Exception):
    """So much is wrong that reading on helps nobody."""


@dataclass(slots=True)
class Report:
    """Collects the messages of one document."""

    messages: list[Message] = field(default_factory=list)

    def add(self, level: Level, place: str, text: str | Text) -> None:
        """Say something of a place. Raises `EnoughError` when that was too much."""
        said = sentence(text) if isinstance(text, Text) else text
        self.messages.append(Message(level=level, place=place, text=said))
        if len(self.messages) >= MOST_MESSAGES:
            text = _("There are more than {count} messages; the rest was not read.").format(count=MOST_MESSAGES)
            self.messages.append(Message(level="error", place="", text=text))
            raise EnoughError

    def error(self, place: str, text: str | Text) -> None:
        """Say what stops the document."""
        self.add("error", place, text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """The first of many messages, and how many `more` there are."""

    messages: tuple[Message, ...]
    more: int


def excerpt(messages: Iterable[Message], most: int) -> Excerpt:
    """As many messages as a page can show."""
    every = tuple(messages)
    return Excerpt(messages=every[:most], more=max(0, len(every) - most))
