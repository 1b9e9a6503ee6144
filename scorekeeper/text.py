"""Sentences at the edge: the only place where a `Text` of the rules becomes words, and half points become digits.

Also what counts as a name: the same cleaning for pages and for files.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import reduce

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scorekeeper.rules.words import Amount, Half, Series, Text, TextValue

MINUS = "\N{MINUS SIGN}"
NAME_LENGTH = 40
# What stands beside a player's name, by the number of the mark: plain characters that no phone paints as a picture,
# told apart at 12 px and without colour.
SIGNS: tuple[tuple[str, Promise], ...] = (
    ("●", gettext_lazy("full circle")),
    ("■", gettext_lazy("full square")),
    ("▲", gettext_lazy("full triangle")),
    ("◆", gettext_lazy("full diamond")),
    ("★", gettext_lazy("full star")),
    ("✚", gettext_lazy("cross")),
    ("○", gettext_lazy("empty circle")),
    ("□", gettext_lazy("empty square")),
    ("△", gettext_lazy("empty triangle")),
    ("◇", gettext_lazy("empty diamond")),
    ("☆", gettext_lazy("empty star")),
    ("▼", gettext_lazy("triangle on its tip")),
)
# Bidirectional controls could make one player's line on the sheet read as another's.
BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Categories of characters of which nothing can be seen.
INVISIBLE = {"Cf", "Mn", "Me", "Mc", "Zs", "Zl", "Zp"}
# What separates words and is no control character: a tab or a line break inside a name is refused, not mended.
_SPACES = re.compile(r"[^\S\t-\r\x1c-\x1f\x85]+")


def sentence(text: Text) -> str:
    """A text in the reader's language."""
    message = ngettext(text.message, text.many, text.count) if text.many else _(text.message)
    return message.format(**{name: _value(value) for name, value in text.values.items()})


def plain(text: Text) -> str:
    """A text as it is written in a sheet file, the same in every language: column names are made of it."""
    values = {name: plain(value) if isinstance(value, Text) else str(value) for name, value in text.values.items()}
    return text.message.format(**values)


def half_points(half: Half | int) -> str:
    """Half points for people: "12", "3½", "½", "−4", "−½"."""
    whole, odd = divmod(abs(half), 2)
    digits = (str(whole) if whole or not odd else "") + ("½" if odd else "")
    return f"{MINUS}{digits}" if half < 0 else digits


def signed_points(half: Half | int) -> str:
    """A change for people: "+12", "−3½", "0"."""
    return f"+{half_points(half)}" if half > 0 else half_points(half)


def series(items: Sequence[str], last: str = "and") -> str:
    """Things in a row: "Ann", "Ann and Bob", "27, 29 or 30"."""
    if len(items) < 2:
        return "".join(items)
    *first, tail = items
    head = reduce(lambda so_far, item: _("{head}, {tail}").format(head=so_far, tail=item), first)
    joined = _("{head} or {tail}") if last == "or" else _("{head} and {tail}")
    return joined.format(head=head, tail=tail)


def _value(value: TextValue) -> str:
    if isinstance(value, Text):
        return sentence(value)
    if isinstance(value, Amount):
        return signed_points(value.half) if value.signed else half_points(value.half)
    if isinstance(value, Series):
        return series([_value(item) for item in value.items], value.last)
    return str(value).replace("-", MINUS) if isinstance(value, int) else value


class NameRefused(ValueError):
    """A name that cannot stand on a sheet; its argument says why, in the reader's language."""


def clean_name(raw: str) -> str:
    """A name as it is kept: NFC, trimmed, inner spaces made single, 1-40 characters. Raises `NameRefused`."""
    name = " ".join(_SPACES.split(unicodedata.normalize("NFC", raw).strip()))
    if not name:
        raise NameRefused(_("A name has at least one character."))
    if len(name) > NAME_LENGTH:
        most = ngettext("A name has at most {count} character.", "A name has at most {count} characters.", NAME_LENGTH)
        raise NameRefused(most.format(count=NAME_LENGTH))
    kinds = {unicodedata.category(character) for character in name}
    if kinds & {"Cc", "Cs"} or BIDIRECTIONAL.intersection(name):
        raise NameRefused(_("A name has no control characters."))
    if kinds <= INVISIBLE:
        raise NameRefused(_("A name has at least one character that can be seen."))
    return name


def name_key(name: str) -> str:
    """What two names are compared by, since SQLite folds only ASCII. What cannot be seen makes no other name."""
    seen = "".join(character for character in name if unicodedata.category(character) != "Cf")
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", seen).casefold())


def file_name(*parts: str) -> str:
    """The name of a file made of these, harmless on every disk: letters, digits, hyphens, and points in the last."""
    words = (re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", part)).strip("-") for part in parts[:-1])
    return "-".join([*filter(None, words), parts[-1]])
