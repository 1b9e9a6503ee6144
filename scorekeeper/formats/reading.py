"""What a group brings along, whatever wrote it: bytes and answers in; games, messages and questions out.

Only this module chooses the reader. None of them raises anything, whatever the file contains.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches
from itertools import filterfalse

from django.utils.translation import gettext as _

from scorekeeper.formats.language import name_key
from scorekeeper.formats.parsing import Message
from scorekeeper.formats.sheets import GameFile, read_sheets
from scorekeeper.games import AnyGame
from scorekeeper.rules import limits

SOMEONE_NEW = "-"  # never a name
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


def bring(raw: bytes, answers: Answers, known: KnownHere) -> Brought:
    """Read what a group brings along, and ask about names that are nearly the same as others."""
    document = read_sheets(raw)
    return same_people(Brought(games=document.games, messages=document.messages), answers, known)


def same_people(brought: Brought, answers: Answers, known: KnownHere) -> Brought:
    """Return the games with each name as it was answered, and the questions about those that look alike."""
    new = dict.fromkeys(name for game in brought.games for name in game.names)
    asked = list(_lookalikes([*new], known.players)) if len(new) <= limits.MOST_PLAYERS else []
    questions, same = list[Question](), dict[str, str]()
    for name, like in asked:
        key, values = f"same.{name}", {*like, SOMEONE_NEW}
        answer = answers.get(key, "")
        choices = [(other, _("{name}, yes").format(name=other)) for other in like]
        text = _("Is {name} the same person as {other}?").format(name=name, other=like[0])
        if len(like) > 1:
            text = _("Is {name} one of these?").format(name=name)
        choices.append((SOMEONE_NEW, _("No, someone new")))
        questions.append(Question(key=key, text=text, choices=(*choices,), answer=answer if answer in values else ""))
        same |= {name: answer} if answer in like else {}
    games = tuple(replace(game, names=tuple(same.get(name, name) for name in game.names)) for game in brought.games)
    return replace(brought, games=games if same else brought.games, questions=(*questions, *brought.questions))


def _lookalikes(names: Sequence[str], players: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield names that nearly are earlier ones, or have the same first word, but for accents, with these."""
    earlier = {name_key(name): name for name in players}
    for name in names:
        if name_key(name) in earlier:
            continue
        plain = {_plain(key): other for key, other in earlier.items()}
        own = _plain(name_key(name))
        close = get_close_matches(own, plain, n=len(plain) or 1, cutoff=0.75)
        close += [other for other in plain if other.split()[:1] == own.split()[:1]]
        earlier[name_key(name)] = name
        if close:
            yield name, [plain[other] for other in dict.fromkeys(close)]


def _plain(key: str) -> str:
    return "".join(filterfalse(unicodedata.combining, unicodedata.normalize("NFKD", key)))
