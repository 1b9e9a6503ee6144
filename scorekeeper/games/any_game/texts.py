"""The texts in the templates that come with the app, so that they can be translated. A test compares them."""

from __future__ import annotations

from scorekeeper.rules.words import Text, gettext as _

TEMPLATES = frozenset[str]()
"""The ids of the templates that come with the app."""

NAMES = "the name of a game"
ROW_NAMES = "the name of a row on a score sheet"
TEXTS: tuple[Text, ...] = ()

_KNOWN = {text.message: text for text in TEXTS}


def shown(template: str, words: str) -> Text:
    """Return a game's or a row's name: in the reader's language if it comes with the app, or else as it was typed."""
    known = _KNOWN.get(words) if template in TEMPLATES else None
    return known or _("{name}", name=words)
