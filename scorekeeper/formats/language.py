"""Output for people: the only place where a `Text` becomes words and half points become digits; and clean names."""

import re
import unicodedata
from collections.abc import Sequence
from functools import reduce
from itertools import groupby

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext

from scorekeeper.rules import limits
from scorekeeper.rules.text import Amount, Half, Series, Text, TextValue, folded

MINUS = "\N{MINUS SIGN}"
# The symbols beside players' names, indexed by mark. No phone draws them as emoji, and they can be told apart at 12 px
# and without color.
SIGNS: tuple[tuple[str, Promise], ...] = (
    ("●", gettext_lazy("filled circle")),
    ("■", gettext_lazy("filled square")),
    ("▲", gettext_lazy("filled triangle")),
    ("◆", gettext_lazy("filled diamond")),
    ("★", gettext_lazy("filled star")),
    ("✚", gettext_lazy("cross")),
    ("○", gettext_lazy("empty circle")),
    ("□", gettext_lazy("empty square")),
    ("△", gettext_lazy("empty triangle")),
    ("◇", gettext_lazy("empty diamond")),
    ("☆", gettext_lazy("empty star")),
    ("▼", gettext_lazy("upside-down triangle")),
    ("⬢", gettext_lazy("hexagon")),
    ("☾", gettext_lazy("moon")),
    ("⧗", gettext_lazy("hourglass")),
    ("⬮", gettext_lazy("drop")),  # an ellipse in other fonts: the character for a drop can be an emoji
)
# Bidirectional controls could make one player's line on the sheet read like another's.
BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# What stands between these two has a direction of its own, and the sentence around it keeps its order.
ISOLATE, END_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
# Letters and digits that are written from right to left, and those that Unicode has reserved for more of them.
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
INVISIBLE = {"Cf", "Mn", "Me", "Mc", "Zs", "Zl", "Zp"}  # categories of characters that can't be seen by themselves
# Whitespace without control characters: a tab or a line break inside a name is refused, not replaced.
_SPACES = re.compile(r"[^\S\t-\r\x1c-\x1f\x85]+")
_NO_WORDS = re.compile(r"[\W_]+")


def distinct(marks: Sequence[int]) -> tuple[int, ...]:
    """Return a table's marks, by seat. Of two alike, the later becomes the lowest that nobody at this table has."""
    free = iter(sorted({*range(len(SIGNS))} - {*marks}))
    shown = list[int]()
    for mark in marks:
        shown.append(next(free, mark) if mark in shown else mark)
    return tuple(shown)


def isolated(words: str) -> str:
    """Keep words written from right to left apart from their sentence: a number beside them would change sides."""
    if words.isascii() or not _RIGHT_TO_LEFT.search(words):
        return words
    return ISOLATE + words + END_ISOLATE


class Typed(str):
    """Words that people typed, such as a name. Pages and formatted messages isolate them; as data, they're as typed."""

    __slots__ = ()

    def __html__(self) -> SafeString:
        return escape(isolated(self))

    def __format__(self, spec: str) -> str:
        return format(isolated(str(self)), spec)


def sentence(text: Text) -> str:
    """Return a `Text` in the reader's language."""
    if text.context:
        message = pgettext(text.context, text.message)
    else:
        message = ngettext(text.message, text.many, text.count) if text.many else _(text.message)
    return message.format_map({name: _value(value) for name, value in text.values.items()})


def as_data(text: Text) -> str:
    """Return a `Text` in the reader's language for another program, without the characters that isolate names."""
    return sentence(text).replace(ISOLATE, "").replace(END_ISOLATE, "")


def plain(text: Text) -> str:
    """Return a `Text` as it appears in sheet files (for example, in column names): the same in every language."""
    values = {name: plain(value) if isinstance(value, Text) else str(value) for name, value in text.values.items()}
    return text.message.format(**values)


def half_points(half: Half | int) -> str:
    """Format half points for people: "12", "3½", "½", "−4", "−½"."""
    whole, odd = divmod(abs(half), 2)
    digits = (str(whole) if whole or not odd else "") + ("½" if odd else "")
    return f"{MINUS}{digits}" if half < 0 else digits


def signed_points(half: Half | int) -> str:
    """Format a change in half points for people: "+12", "−3½", "0"."""
    return f"+{half_points(half)}" if half > 0 else half_points(half)


def series(items: Sequence[str], last: str = "and") -> str:
    """Join items: "Ann", "Ann and Bob", "27, 29 or 30"."""
    if len(items) < 2:
        return "".join(items)
    *first, tail = items
    head = reduce(lambda so_far, item: _("{head}, {tail}").format(head=so_far, tail=item), first)
    joined = _("{head} or {tail}") if last == "or" else _("{head} and {tail}")
    return joined.format(head=head, tail=tail)


def _value(value: TextValue) -> str:
    if isinstance(value, str):
        return isolated(value)
    if isinstance(value, int):
        return str(value) if value >= 0 else str(value).replace("-", MINUS)
    if isinstance(value, Amount):
        return signed_points(value.half) if value.signed else half_points(value.half)
    if isinstance(value, Series):
        return series([_value(item) for item in value.items], value.last)
    return sentence(value)


def has_too_many_marks(text: str) -> bool:
    """Return whether a string has so many combining characters in a row that normalizing it would take very long."""
    runs = groupby(text, key=lambda character: unicodedata.category(character)[0] == "M")
    return not text.isascii() and any(is_mark and len([*run]) > limits.MOST_MARKS for is_mark, run in runs)


class NameRefused(ValueError):
    """A name isn't allowed on a sheet. The exception's argument says why, in the reader's language."""


def clean_name(raw: str) -> Typed:
    """Return a name ready to store: in NFC, trimmed, with spaces collapsed. Raise `NameRefused` if it isn't allowed."""
    too_long = len(raw) > limits.TOO_LONG * limits.LONGEST_NAME
    # Somebody may have copied the name from a page, which isolates it.
    bare = raw if too_long else raw.strip().removeprefix(ISOLATE).removesuffix(END_ISOLATE).strip()
    name = bare if too_long else unicodedata.normalize("NFC", " ".join(_SPACES.split(bare)))
    if not name:
        raise NameRefused(_("Enter a name."))
    if len(name) > limits.LONGEST_NAME:
        raise NameRefused(_("A name can have at most {most} characters.").format(most=limits.LONGEST_NAME))
    categories = {unicodedata.category(character) for character in name}
    if categories & {"Cc", "Cs"} or BIDIRECTIONAL.intersection(name):
        raise NameRefused(_("A name can’t contain control characters."))
    if categories <= INVISIBLE:
        raise NameRefused(_("A name needs at least one visible character."))
    return Typed(name)


def clean_text(raw: str, longest: int, breaks: str = "") -> str:
    """Return a text ready to store: in NFC and trimmed. `breaks` are the control characters that it can contain."""
    text = raw
    if len(raw) <= limits.TOO_LONG * longest:
        if has_too_many_marks(raw):
            raise ValidationError(_("A character can have at most {most} accents.").format(most=limits.MOST_MARKS))
        text = unicodedata.normalize("NFC", raw).strip()
    if len(text) > longest:
        message = _("Use at most {most} characters; this has {length}.")
        raise ValidationError(message.format(most=longest, length=len(text)))
    hidden = (letter for letter in text if unicodedata.category(letter) in {"Cc", "Cs"} or letter in BIDIRECTIONAL)
    if any(letter not in breaks for letter in hidden):
        raise ValidationError(_("Control characters aren’t allowed."))
    return text


def column_name(name: object) -> str:
    """Return a column's name in a file, cleaned. A side's name joins several names, which are cleaned separately."""
    if not isinstance(name, str) or len(name) > limits.LONGEST_KEY:
        return ""
    try:
        return " & ".join(clean_name(part) for part in name.split(" & "))
    except NameRefused:
        return repr(name)[:40]


def name_key(name: str) -> str:
    """Return a key for comparing names that ignores case and invisible characters. SQLite itself folds only ASCII."""
    visible = "".join(character for character in name if unicodedata.category(character) != "Cf")
    return folded(visible)


def file_name(*parts: str) -> str:
    """Build a file name that is safe on every system: letters, digits and hyphens, plus dots in the last part."""
    words = (_NO_WORDS.sub("-", unicodedata.normalize("NFC", part)).strip("-") for part in parts[:-1])
    return "-".join([*filter(None, words), parts[-1]])
