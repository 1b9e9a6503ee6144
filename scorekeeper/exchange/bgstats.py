"""Export a finished game as a push link for Board Game Stats: an address containing the whole play as JSON.

Nothing is sent from here; people tap the link. That app's documentation describes the format.
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
# Never change this: the app recognizes our players and games by it.
SOURCE = "Scorekeeper"
# The maximum length of an address, in characters.
LIMIT = 8_000
# The longest addresses that fit QR codes of versions 26, 31 and 40, the largest there is. The fewer squares a code has,
# the easier a camera reads it off a screen.
QR_LIMITS = (1_367, 1_840, 2_953)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A player's part in a play. `score` is in half points; partners share score and rank; `role` names their side."""

    name: str
    id: str
    starts: bool
    score: Half
    rank: int
    winner: bool
    role: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A finished game. `ended` has a time zone; `minutes` is how long it took; the ids never change."""

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
    """Return the address, at most `limit` characters long, or None if the names alone make it longer.

    Comments are cut first, then the place, never a name. The names of nine players always fit into `LIMIT`.
    """

    def address(comments: str, place: str) -> str:
        data = json.dumps(_data(play, comments, place), ensure_ascii=False, separators=(",", ":"))
        return PUSH + quote(data, safe="")

    if len(address("", "")) > limit:
        return None
    place = _cut(play.place, lambda text: len(address("", text)) <= limit)
    comments = _cut(play.comments, lambda text: len(address(text, place)) <= limit)
    return address(comments, place)


def qr_link(play: Play) -> str | None:
    """Return the address for the smallest QR code that has room for all names, or None if even the largest is full."""
    return next((address for limit in QR_LIMITS if (address := push_link(play, limit))), None)


def _cut(text: str, fits: Callable[[str], bool]) -> str:
    """Truncate a string to the longest prefix that fits, adding an ellipsis if anything was cut."""
    if fits(text):
        return text
    # A longer beginning makes a longer address, so bisection finds the longest that fits.
    fitting = bisect(range(1, len(text)), False, key=lambda end: not fits(text[:end].rstrip() + "…"))
    return text[:fitting].rstrip() + "…" if fitting else ""


def _data(play: Play, comments: str, place: str) -> dict[str, Any]:
    """Return the documented fields, leaving out empty strings; required fields are always included."""
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
    return data | {key: text for key, text in (("location", place), ("comments", comments)) if text}
