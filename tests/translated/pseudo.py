"""The pseudo-language: the words of every message are wrapped in ⟦...⟧, but inserted values are not.

Only names, numbers and symbols may appear outside the marks.
"""

import re
from functools import cache

from scorekeeper.formats.language import END_ISOLATE, ISOLATE
from scorekeeper.games import all_games
from tests.web.browser import UNSEEN, Node
from tests.web.isolating import faults

NAMES = (
    "Ann",
    "Anne",
    *all_games(),
    "Bob",
    "Cy",
    "Dee",
    "Eve",
    "Wednesday",
    "Elsewhere",
    "Olga",
    "Rex",
    "Sly",
    "forgotten",
    "gnome",
    "GNOME",
)
SPOKEN_ATTRIBUTES = ("title", "aria-label", "placeholder", "alt", "data-say", "data-retrying", "data-failed", "summary")
SPOKEN_ATTRIBUTES += ("data-waiting", "data-wait", "data-early", "data-behind", "data-left")
SPOKEN_ATTRIBUTES += ("data-silent", "data-asks", "data-unsaved", "data-stay", "data-turn", "data-copied", "data-sure")
SPOKEN_ATTRIBUTES += ("data-lost", "data-hand", "data-named", "data-count", "data-save-new", "data-deals")
TYPED = re.compile(r"(?<!⟦)\b(Ann|Anne|Bob|Cy|Dee|Eve|Wednesday|Elsewhere|Olga|Rex|Sly)\b")
"""Names that somebody typed. A day of the week is marked, so it isn’t taken for the group Wednesday."""
NOT_WORDS = r"⟦[^⟧]*⟧|\{\w+\}|(?:http://)?(?:testserver|localhost)[^\s⟦]*|\b[A-Z]{6}\b|\b[2-9A-Z]{5}(-[2-9A-Z]{5}){4}\b"
"""Marked text; a placeholder in a script’s sentence; a link to scan; a code for a TV; a recovery code."""


def mark(message):
    """Wrap the words of a message in marks, but not its placeholders."""
    parts = re.split(r"(\{\w*\}|%\(\w+\)[sd])", str(message))
    return "".join(part if re.match(r"\{|%\(", part) else f"⟦{part}⟧" for part in parts if part)


def isolate(words):
    """Isolate every name, as if all of them were written from right to left."""
    return f"{ISOLATE}{words}{END_ISOLATE}" if TYPED.search(words) else words


@cache
def _not_words(names):
    return re.compile(rf"{NOT_WORDS}|\b(?:{'|'.join(sorted(names, key=len, reverse=True))})\b")


def bare(text):
    """Return the words in a string that are neither marked nor names, or nothing if all are translated."""
    left = _not_words(NAMES).sub(" ", text)
    return " ".join(word for word in left.split() if any(character.isalpha() for character in word))


def strings_on(node):
    """Yield every string on the page: its text, and the attributes that are shown or read aloud."""
    sentence = ""
    for child in node.children:
        if isinstance(child, str):
            sentence += child
        elif child.tag not in UNSEEN:
            yield from (child.attrs[name] for name in SPOKEN_ATTRIBUTES if name in child.attrs)
            if "pcard" in child.attrs.get("class", ""):  # a card that is drawn stays in its sentence
                sentence += child.text
            else:
                yield from strings_on(child)
    yield sentence


def assert_translated(page: Node):
    untranslated = [bare(text) for text in strings_on(page)]
    assert [words for words in untranslated if words] == []
    assert list(faults(page, TYPED)) == []
    assert "⟦" in page.text


def check(browser, *, status=200):
    assert browser.status == status, browser.text
    assert_translated(browser.page)
    return browser


def open_at(browser, address, **more):
    return check(browser.open(address), **more)
