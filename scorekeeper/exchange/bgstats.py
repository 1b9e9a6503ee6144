"""Export a finished game as a push link for Board Game Stats: a URL that contains the whole play as JSON.

This module sends nothing itself; players tap the link. The format is described in that app's documentation.
"""

import json
from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from scorekeeper.exchange.comparing import number
from scorekeeper.rules.words import Half

PUSH = "https://app.bgstatsapp.com/createPlay.html?data="
# Never change this; the app uses it to recognize our players and games.
SOURCE = "Scorekeeper"
# The maximum length of a URL, in characters.
LIMIT = 8_000
# The longest URLs that fit in QR codes of versions 26, 31, and 40 (the largest). The fewer squares a code has, the
# easier it is for a camera to read it off a screen.
QR_LIMITS = (1_367, 1_840, 2_953)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A player's result. `score` is in half points; partners share a score and a rank; `role` names their side."""

    name: str
    id: str
    starts: bool
    score: Half
    rank: int
    winner: bool
    role: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A finished game. `ended` includes a time zone; `minutes` is how long the game took; the IDs never change."""

    id: str
    game: str
    game_id: str
    low_wins: bool
    ended: datetime
    minutes: int
    players: tuple[Played, ...]
    place: str = ""
    comments: str = ""


def push_link(play: Play, limit: int = LIMIT) -> str | None:
    """Return a URL of at most `limit` characters, or None if it would be longer even without comments and place.

    Comments are shortened first, then the place, but never the names. Nine players' names always fit within `LIMIT`.
    """

    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": play.ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": play.minutes,
        "game": {"name": play.game, "sourceGameId": play.game_id, "highestWins": not play.low_wins, "noPoints": False},
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.id,
                "startPlayer": player.starts,
                "score": number(player.score),
                "rank": player.rank,
                "role": player.role,
                "winner": player.winner,
            }
            for player in play.players
        ],
    }

    def address(comments: str, place: str) -> str:
        texts = {key: text for key, text in (("location", place), ("comments", comments)) if text}
        return PUSH + quote(json.dumps(data | texts, ensure_ascii=False, separators=(",", ":")), safe="")

    if len(address("", "")) > limit:
        return None
    place = _cut(play.place, lambda text: len(address("", text)) <= limit)
    comments = _cut(play.comments, lambda text: len(address(text, place)) <= limit)
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
