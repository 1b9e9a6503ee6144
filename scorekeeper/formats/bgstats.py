"""Export a finished game as a push link for Board Game Stats: a URL that contains the whole play as JSON.

This module sends nothing itself; players tap the link. The format is described in that app's documentation.
"""

import json
from bisect import bisect
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from scorekeeper.formats.sheets import number

PUSH = "https://app.bgstatsapp.com/createPlay.html?data="
# The maximum length of a URL, in characters.
LIMIT = 8_000
# The longest URLs that fit in QR codes of versions 26, 31, and 40 (the largest). The fewer squares a code has, the
# easier it is for a camera to read it off a screen.
QR_LIMITS = (1_367, 1_840, 2_953)

Play = dict[str, Any]
"""A play as that app has it, but with scores in half points. The texts `location` and `comments` can be empty."""


def push_link(play: Play, limit: int = LIMIT) -> str | None:
    """Return a URL of at most `limit` characters, or None if it would be longer even without comments and place.

    Comments are shortened first, then the place, but never the names. Nine players' names always fit within `LIMIT`.
    """

    players = [player | {"score": number(player["score"])} for player in play["players"]]

    def address(comments: str, place: str) -> str:
        data = play | {"players": players, "location": place, "comments": comments}
        sent = {key: value for key, value in data.items() if value != ""}
        return PUSH + quote(json.dumps(sent, ensure_ascii=False, separators=(",", ":")), safe="")

    if len(address("", "")) > limit:
        return None
    place = _cut(play["location"], lambda text: len(address("", text)) <= limit)
    comments = _cut(play["comments"], lambda text: len(address(text, place)) <= limit)
    return address(comments, place)


def qr_link(play: Play) -> str | None:
    """Return a URL that fits the smallest QR code with room for all names, or None if even the largest is too small."""
    return next((address for limit in QR_LIMITS if (address := push_link(play, limit))), None)


def _cut(text: str, fits: Callable[[str], bool]) -> str:
    """Truncate a string to the longest prefix that fits, adding an ellipsis if anything was cut."""
    if fits(text):
        return text
    # A longer prefix makes a longer URL, so bisection finds the longest prefix that fits.
    fitting = bisect(range(1, len(text)), False, key=lambda end: not fits(text[:end].rstrip() + "…"))
    return text[:fitting].rstrip() + "…" if fitting else ""
