"""Finds the names on a page that aren't isolated from the sentences around them."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from scorekeeper.formats.language import END_ISOLATE, ISOLATE
from tests.web.browser import Node

INSIDE = re.compile(f"{ISOLATE}[^{ISOLATE}{END_ISOLATE}]*{END_ISOLATE}")
DATA = {"value", "href", "action", "data-sheet", "data-players"}
"""Attributes that hold what a browser sends or opens. Nobody reads them, so nothing in them is isolated."""


def exposed(words: str, names: re.Pattern[str]) -> bool:
    """Return whether a string contains any of these names outside of the characters that isolate them."""
    while (outside := INSIDE.sub("", words)) != words:
        words = outside
    return names.search(words) is not None


def faults(node: Node, names: re.Pattern[str], *, apart: bool = False) -> Iterator[str]:
    """Yield every place on a page where a name isn't isolated, or is although it is data."""
    apart = apart or node.attrs.get("dir") == "auto"
    for name, value in node.attrs.items():
        if ISOLATE in unquote(value) if name in DATA else exposed(value, names):
            yield f"{node.tag} {name}: {value}"
    for child in node.children:
        if isinstance(child, Node):
            yield from faults(child, names, apart=apart)
        elif ISOLATE in child if node.tag == "textarea" else not apart and exposed(child, names):
            yield f"{node.tag}: {child}"
