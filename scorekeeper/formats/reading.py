"""What a group brings along, whatever wrote it: bytes and answers in; games, messages and questions out.

Only this module chooses the reader. None of them raises anything, whatever the file contains.
"""

import unicodedata
from codecs import BOM_UTF8, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from itertools import filterfalse

from django.utils.translation import gettext as _

from scorekeeper.formats.brought import Answers, Brought, KnownHere, Question
from scorekeeper.formats.foreign import SHEETS
from scorekeeper.formats.language import name_key
from scorekeeper.formats.parsing import Message, Unreadable, inside, read_json
from scorekeeper.formats.plays import read_plays
from scorekeeper.formats.results_tables import read_table
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.rules import limits

SOMEONE_NEW = "-"  # never a name
NUMBERS = " 0123456789"
BEFORE = BOM_UTF8 + BOM_UTF16_LE + b"\0 \t\r\n"  # what a file may have before its first sign


def bring(raw: bytes, answers: Answers, known: KnownHere) -> Brought:
    """Read what a group brings along, and ask about names that are nearly the same as others."""
    return same_people(_read(raw, answers, known), answers, known)


def _read(raw: bytes, answers: Answers, known: KnownHere) -> Brought:
    if raw.lstrip(BEFORE)[:1] not in (b"{", b"[", b"<"):
        return read_table(raw, answers, known)
    if b'"plays"' in raw and SHEETS.encode() not in raw:
        with suppress(Unreadable):
            value = read_json(raw)
            if isinstance(value, dict):
                return read_plays(value, answers, known)
    document = read_sheets(raw)
    return Brought(games=document.games, messages=document.messages)


def same_people(brought: Brought, answers: Answers, known: KnownHere) -> Brought:
    """Return the games with each name as it was answered, and the questions about those that look alike."""
    new = dict.fromkeys(name for game in brought.games for name in game.names)
    asked = list(_lookalikes([*new], known.players)) if len(new) <= limits.MOST_PLAYERS else []
    questions, same = list[Question](), dict[str, str]()
    for name, like in asked:
        key, values = f"same.{name}", {*like, SOMEONE_NEW}
        answer = answers.get(key, "")
        choices = [(str(other), _("{name}, yes").format(name=other)) for other in like]
        text = _("Is {name} the same person as {other}?").format(name=name, other=like[0])
        if len(like) > 1:
            text = _("Is {name} one of these?").format(name=name)
        choices.append((SOMEONE_NEW, _("No, someone new")))
        questions.append(Question(key=key, text=text, choices=(*choices,), answer=answer if answer in values else ""))
        same |= {name: answer} if answer in like else {}
    games = tuple(replace(game, names=tuple(same.get(name, name) for name in game.names)) for game in brought.games)
    messages = list(brought.messages)
    for number, game in enumerate(games):
        if len({*map(name_key, game.names)}) < len(game.names):
            text = _("Someone would be in this game twice. Change an answer about the names.")
            messages.append(Message(level="error", place=inside(inside("games", number), "players"), text=text))
    return replace(brought, games=games, messages=(*messages,), questions=(*questions, *brought.questions))


def _lookalikes(names: Sequence[str], players: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield names that nearly are earlier ones, or have the same first word, but for accents, with these."""
    earlier = {name_key(name): name for name in players}
    for name in names:
        if name_key(name) in earlier:
            continue
        own = _plain(name_key(name))
        # "Guest" and "Guest 2" are two.
        plain = {
            _plain(key): other
            for key, other in earlier.items()
            if key.rstrip(NUMBERS) != name_key(name).rstrip(NUMBERS)
        }
        close = get_close_matches(own, plain, n=len(plain) or 1, cutoff=0.75)
        close += [other for other in plain if other.split()[:1] == own.split()[:1]]
        earlier[name_key(name)] = name
        if close:
            yield name, [plain[other] for other in dict.fromkeys(close)]


def _plain(key: str) -> str:
    return "".join(filterfalse(unicodedata.combining, unicodedata.normalize("NFKD", key)))
