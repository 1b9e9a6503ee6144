"""How texts, half points and typed values look on a page. Formatting only."""

from collections.abc import Sequence

import segno
from django import template
from django.utils.formats import number_format
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.rules.declaration import Value
from scorekeeper.rules.screens import Offer
from scorekeeper.rules.words import Text
from scorekeeper.text import MINUS, SIGNS, half_points, sentence, signed_points

# A board with more numbers than this has smaller ones, so that it still fits on a phone.
LONG_BOARD = 40
# A number of more signs than this is a sum or a pair ("5 + 4"), and wants more room than a number.
LONG_NUMBER = 4
LOOKS = {"card": "cards", "wide": "choices"}

register = template.Library()
register.filter("points", half_points)
register.filter("signed", signed_points)


@register.filter
def say(text: Text | None) -> str:
    """A text of the rules as a sentence in the reader's language."""
    return "" if text is None else sentence(text)


@register.filter
def average(half: float) -> str:
    """An average of half points as points with one decimal: "8.4", "−0.5"."""
    return decimal(half / 2)


@register.filter
def decimal(value: float) -> str:
    """A number with one decimal."""
    tenths = round(value, 1)
    digits = number_format(abs(tenths), 1)
    return f"{MINUS}{digits}" if tenths < 0 else digits


@register.filter
def percent(share: float) -> int:
    """A part of 1 as a whole number of hundredths."""
    return round(100 * share)


@register.filter
def written(value: Value) -> str:
    """A value as a button carries it: "12", "true", and nothing for none."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


@register.simple_tag
def qr(address: str) -> SafeString:
    """An address as a QR code: an SVG made of squares alone, nothing that anybody typed is in it."""
    code = segno.make(address, error="l", micro=False)
    return mark_safe(code.svg_inline(scale=8, dark="#000", light="#fff", omitsize=True))


@register.filter
def direction(half: int) -> str:
    """A word for a style: whether a change is up, down or nothing."""
    return "up" if half > 0 else "down" if half < 0 else "none"


@register.filter
def group_look(offers: Sequence[Offer]) -> str:
    """A word for a style: what a group of buttons is made of."""
    if offers[0].look in LOOKS:
        return LOOKS[offers[0].look]
    if any(len(sentence(offer.label)) > LONG_NUMBER for offer in offers):
        return "numbers sums"
    return "numbers many" if len(offers) > LONG_BOARD else "numbers"


@register.filter
def sign(mark: int) -> str:
    """The sign of a player's mark: "●". Its colour is the class `mark-N`."""
    return SIGNS[mark][0]


@register.filter
def sign_name(mark: int) -> str:
    """The sign of a player's mark in a word, for who hears the page."""
    return str(SIGNS[mark][1])
