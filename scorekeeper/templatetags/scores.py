"""Template filters and tags for messages from the rules, points, buttons, players' marks, QR codes, and cached rows."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache as once, lru_cache, partial
from typing import Any
from zoneinfo import ZoneInfo

import segno
from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.template.loader import get_template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from scorekeeper.formats.language import END_ISOLATE, ISOLATE, MINUS, SIGNS, half_points, sentence, signed_points
from scorekeeper.rules.declaration import SUITS, form_text
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.steps import Offer, Step
from scorekeeper.rules.text import Half, Text, TextValue, gettext as _


def release() -> str:
    """Return a text that changes whenever any of the static files does."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))


def key(name: str, _prefix: str, _version: int) -> str:
    """Return the key for a part's name. Parts name static files, so those of each release are kept apart."""
    return f"{get_language()}:{release()}:{name}"


LONG_NUMBER = 4  # A longer label is a sum or a pair ("5 + 4"), and needs more room than a number.
LONG_NAME = 10
MANY_ROWS = 6  # With more, a line holds two of them and long names are cut, or the numbers would be off the screen.
REDS = ("♥", "♦")
LOOKS = {"face": "cards", "wide": "choices"}
RANKS = {"A": _("Ace"), "K": _("King"), "Q": _("Queen"), "J": _("Jack")}
# How a guide writes cards: "Q♠"; "K Q" or "A 10 K" for any suit; or a sign after the name of a suit or a Joker.
CARDS = re.compile(r"(?<!\w)(?:R?[♠♥♦♣]|[✦✧]|[AKQJ](?:(?: R){2,}| [AKQJ]))(?!\w)".replace("R", "(?:10|[2-9AKQJ])"))

register = template.Library()
register.filter("signed", signed_points)
register.filter("written", form_text)  # as buttons submit it
register.simple_tag(release)


@register.filter
def say(text: Text | None) -> str:
    """Return a `Text` from the rules as a sentence in the reader's language."""
    return "" if text is None else sentence(text)


@register.filter
def with_cards(text: Text) -> SafeString:
    """Return a `Text` from a guide as a sentence in which its cards are drawn. All else in it is escaped."""
    return mark_safe(CARDS.sub(lambda cards: " ".join(map(_drawn, cards[0].split())), escape(say(text))))


def _drawn(card: str) -> SafeString:
    rank, suit = card.rstrip("♠♥♦♣✦✧"), next((suit.label for suit in SUITS if suit.sign == card[-1]), None)
    name = RANKS.get(rank, _("{rank}", rank=rank))
    name = _("{rank} of {suit}", rank=name, suit=suit) if suit else name
    spoken = format_html('role="img" aria-label="{}"', say(name)) if rank else mark_safe('aria-hidden="true"')
    return format_html('<b class="pcard{}" {}>{}</b>', " r" * (card[-1] in REDS), spoken, card)


@register.simple_tag
def said(game: Any, key: str, **values: TextValue) -> str:
    """Return what a game's record says under a key, in the reader's language and the game's word for a hand."""
    return sentence(game.said(key, **values))


@register.filter("points")
def shown_points(half: Half | None) -> str:
    """Format half points for people, or return nothing for a column that had no total yet."""
    return "" if half is None else half_points(half)


@register.filter
def average(half: float) -> str:
    """Format an average, given in half points, as points with one decimal place: "8.4", "−0.5"."""
    return decimal(half / 2)


@register.filter
def decimal(value: float) -> str:
    """Format a number with one decimal place."""
    tenths = round(value, 1)
    digits = number_format(abs(tenths), 1)
    return f"{MINUS}{digits}" if tenths < 0 else digits


@register.filter
def grouped(count: int) -> str:
    """Format a count that can be large, such as "2,662"."""
    return number_format(count, force_grouping=True)


@register.filter
def till(ends: datetime, zone: str) -> str:
    """Return when something ends, on the clock of this time zone: "6:00 PM", "tomorrow", "Dec 30"."""
    there, now = (moment.astimezone(ZoneInfo(zone)) for moment in (ends, timezone.now()))
    days = (there.date() - now.date()).days
    return gettext("tomorrow") if days == 1 else date_format(there, "M j" if days else "g:i A")


@register.filter
def percent(share: float) -> int:
    """Convert a fraction to a percentage, rounded to a whole number."""
    return round(100 * share)


@register.simple_tag
@lru_cache(maxsize=100)  # it takes a third of the time of a page on a TV, which comes again with every tap
def qr(content: str) -> SafeString:
    """Return a QR code as inline SVG, which is safe because it contains only shapes, not user input."""
    code = segno.make(content, error="l", micro=False, encoding="utf-8")
    return mark_safe(code.svg_inline(scale=8, dark="#000", light="#fff", omitsize=True))


@register.simple_tag
@once
def icon(name: str, size: str = "", file: str = "icons.svg") -> SafeString:
    """Return a drawing of a file in `static`. `size` is a further CSS class."""
    return format_html('<svg class="i {}" aria-hidden="true"><use href="{}#{}"/></svg>', size, static(file), name)


@register.simple_tag
def number(offer: Offer) -> SafeString:
    """Return the button of a number. A board has up to 33, and a template would take most of a tap's time for them."""
    looks = " ".join(("offer number", offer.state, *["likely"] * offer.likely))
    states = ' aria-pressed="true"' * offer.pressed + ' aria-disabled="true"' * (offer.state == "refused")
    return format_html(
        '<button form="board" name="tap" value="{}={}" class="{}"{}>{}</button>',
        offer.path,
        form_text(offer.value),
        looks,
        mark_safe(states),  # the words above
        sentence(offer.label),
    )


@register.filter
def offer_look(offer: Offer) -> str:
    """Return the CSS classes of a button."""
    looks: list[str] = [offer.look]
    if offer.look == "face":
        looks = [] if offer.hint and offer.card else ["pcard", "r" * is_red(offer)]
    return " ".join(filter(None, (*looks, offer.state, "likely" * offer.likely)))


@register.filter
def is_red(offer: Offer) -> bool:
    """Return whether a card is of a red suit."""
    return offer.sign in REDS


@register.filter
def group_look(offers: Sequence[Offer]) -> str:
    """Return the CSS classes for a group of buttons."""
    if offers[0].look in LOOKS:
        return LOOKS[offers[0].look]
    if any(len(sentence(offer.label)) > LONG_NUMBER for offer in offers):
        return "numbers sums"
    return "numbers"


@register.filter
def rows_look(rows: Sequence[Step]) -> str:
    """Return the CSS class for a hand's rows: `one` unless a line has room for two of them, `tight` if it must have."""
    if any(len(say(row.answer)) > LONG_NUMBER for row in rows):
        return "one"
    if all(len(sentence(row.label)) <= LONG_NAME for row in rows):
        return ""
    return "tight" if len(rows) > MANY_ROWS else "one"


@register.filter
def one_of(value: str | None, words: str) -> str:
    """Return the value if it is one of these words, or else an empty string."""
    return value if value and value in words.split() else ""


@register.filter
def seal(face: int | Column, shape: str = "face") -> SafeString:
    """Return the face of a player, by mark, or of a column without a seat. The name beside it says the same."""
    drawn = icon(face.picture) if isinstance(face, Column) and face.picture else sign(face)
    return _seal(shape, hue(face), drawn)


@once
def _seal(shape: str, color: str, drawn: str) -> SafeString:
    return format_html('<span class="{} {}" aria-hidden="true">{}</span>', shape, color, drawn)


@register.filter
def seals(faces: Iterable[int | Column], shape: str = "face") -> SafeString:
    """Return several faces, each as `seal` draws it."""
    return format_html_join("", "{}", ([seal(face, shape)] for face in faces))


@register.simple_tag
def faces(marks: Sequence[int], seats: int | Iterable[int]) -> SafeString:
    """Return the faces for one or more seats of a game whose players have these marks. Any other answer has no face."""
    taken = [seats] if isinstance(seats, int) else seats
    return seals(marks[seat] for seat in taken if seat < len(marks))


@register.simple_tag
def face_of(marks: Sequence[int], names: Sequence[str], answer: Text | None) -> SafeString:
    """Return the sign of the player in a game whose name an answer is, if it is one."""
    name = say(answer).strip(ISOLATE + END_ISOLATE)
    return seal(marks[names.index(name)]) if name in names else SafeString()


@register.filter
def sign(face: int | Column) -> str:
    """Return the symbol for a player's mark, such as "●", or the first letter of a column without a seat."""
    return sentence(face.label)[0] if isinstance(face, Column) else SIGNS[face][0]


@register.filter
def hue(face: int | Column) -> str:
    """Return the CSS class that sets a face's color: `pN` for a player's mark N."""
    return "pg" if isinstance(face, Column) else f"p{face}"


@register.simple_tag
def rows(rows: Iterable[Any], here: str = "") -> SafeString:
    """Return the closed rows of a sheet, rendering only new ones. `here` starts the query string that opens a hand."""
    parts = list[Any]()
    for row in rows:
        render = partial(get_template(row.template).render, {"hand": row.hands[0], "row": row, "here": here})
        parts.append(cache.get_or_set(f"row:{here}:{row.digest}", render))
    return mark_safe("".join(parts))  # each row was rendered by the template engine
