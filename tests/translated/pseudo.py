"""The pseudo-language: every message is written as ⟦...⟧, the values in it stand outside.

What stands outside the marks may be a name, a number or a sign.
"""

import re
from functools import cache

from scorekeeper.games import all_games
from tests.views.browser import UNSEEN, Node

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
SAID = ("title", "aria-label", "placeholder", "alt", "data-say", "data-retrying", "data-failed", "summary")
SAID += ("data-now", "data-ago", "data-minutes", "data-lost", "data-hand")
NO_WORDS = r"⟦[^⟧]*⟧|\{\w+\}|http://testserver\S*|\b[2-9A-Z]{5}(-[2-9A-Z]{5}){4}\b"
"""What is marked; the place of a value in a script's sentence; a link to be scanned; a recovery code."""


def mark(message):
    """The message with its own words in marks, the places of its values outside."""
    parts = re.split(r"(\{\w*\}|%\(\w+\)[sd])", str(message))
    return "".join(part if re.match(r"\{|%\(", part) else f"⟦{part}⟧" for part in parts if part)


@cache
def _no_words(names):
    return re.compile(rf"{NO_WORDS}|\b(?:{'|'.join(sorted(names, key=len, reverse=True))})\b")


def bare(said):
    """What is left of a text without marked words and names: nothing with letters in it."""
    left = _no_words(NAMES).sub(" ", said)
    return " ".join(word for word in left.split() if any(character.isalpha() for character in word))


def said_on(node):
    """Every text that a reader meets: words, and the attributes that are read aloud or shown."""
    for child in node.children:
        if isinstance(child, str):
            yield child
        elif child.tag not in UNSEEN:
            yield from (child.attrs[name] for name in SAID if name in child.attrs)
            yield from said_on(child)


def assert_translated(page: Node):
    found = [bare(said) for said in said_on(page)]
    assert [words for words in found if words] == []
    assert "⟦" in page.text


def check(browser, *, status=200):
    assert browser.status == status, browser.text
    assert_translated(browser.page)
    return browser


def open_at(browser, address, **more):
    return check(browser.open(address), **more)
