"""Messages about a document, in document order. Errors and warnings cause rejection; notes don't. FORMAT.md: Errors."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from django.utils.translation import gettext as _

from scorekeeper import limits
from scorekeeper.language import sentence
from scorekeeper.rules.text import Text

Level = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message. `place` is a location like `games[0].hands[2].players.Bob.bid`, or empty for the whole document."""

    level: Level
    place: str
    text: str

    def __str__(self) -> str:
        text = " ".join(self.text.split())
        return f"{self.place}: {self.level}: {text}" if self.place else f"{self.level}: {text}"


class EnoughError(Exception):
    """So many problems were found that there is no point in reading further."""


@dataclass(slots=True)
class Report:
    """Collects all messages about a document."""

    messages: list[Message] = field(default_factory=list)
    notes: int = 0

    @property
    def flaws(self) -> int:
        """How many messages there are that aren't notes."""
        return len(self.messages) - min(self.notes, limits.MOST_MESSAGES)

    def add(self, level: Level, place: str, text: str | Text) -> None:
        """Add a message. Raise `EnoughError` if there are too many errors and warnings; drop notes beyond the limit."""
        self.notes += level == "note"
        if level == "note" and self.notes > limits.MOST_MESSAGES:
            return
        text = sentence(text) if isinstance(text, Text) else text
        self.messages.append(Message(level=level, place=place, text=text))
        if level != "note" and self.flaws >= limits.MOST_MESSAGES:
            text = _("Stopped reading after {count} problems.").format(count=limits.MOST_MESSAGES)
            self.messages.append(Message(level="error", place="", text=text))
            raise EnoughError

    def error(self, place: str, text: str | Text) -> None:
        """Add an error, which causes the document to be rejected."""
        self.add("error", place, text)


def excerpt(messages: Sequence[Message], most: int) -> dict[str, Any]:
    """Return at most the first `most` of these `messages`, and how many `more` there are."""
    return {"messages": messages[:most], "more": max(0, len(messages) - most)}
