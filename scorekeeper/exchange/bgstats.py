"""A finished game as the push link of Board Game Stats: an address that carries the whole play as JSON.

Nothing is sent from here: the link is for somebody to tap. The format is the one that the app documents for others.
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
# The app remembers which of its players and games are ours by this name: it never changes.
SOURCE = "Scorekeeper"
# How many characters the address has at most.
LIMIT = 8_000
# How long an address in a QR code may be: what fits into versions 26, 31 and 40, the largest there is. The fewer
# squares, the easier a camera reads them from a screen.
QR_LIMITS = (1_367, 1_840, 2_953)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """Somebody's part of a play. `score` is half points; partners share score and rank; `role` names their side."""

    name: str
    id: str
    starts: bool
    score: Half
    rank: int
    winner: bool
    role: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A finished game. `ended` has a time zone; `minutes` is how long it took; the ids stay the same for ever."""

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
    """The address, at most so long: the comments are shortened first, then the place, and never a name.

    None where the names alone are too long, which they are not for `LIMIT` and up to nine players.
    """

    def address(comments: str, place: str) -> str:
        written = json.dumps(_data(play, comments, place), ensure_ascii=False, separators=(",", ":"))
        return PUSH + quote(written, safe="")

    if len(address("", "")) > limit:
        return None
    place = _longest(play.place, lambda text: len(address("", text)) <= limit)
    comments = _longest(play.comments, lambda text: len(address(text, place)) <= limit)
    return address(comments, place)


def qr_link(play: Play) -> str | None:
    """The address for a QR code: in the smallest that has room for all names, or None where none has."""
    return next((address for limit in QR_LIMITS if (address := push_link(play, limit))), None)


def _longest(text: str, fits: Callable[[str], bool]) -> str:
    """As much of the beginning of a text as fits, with a sign that something is missing."""
    if fits(text):
        return text
    # The longer the beginning, the longer the address: so the last that fits can be searched by halves.
    fitting = bisect(range(1, len(text)), False, key=lambda end: not fits(text[:end].rstrip() + "…"))
    return text[:fitting].rstrip() + "…" if fitting else ""


def _data(play: Play, comments: str, place: str) -> dict[str, Any]:
    """The documented fields. What has nothing to say is left out; what the app insists on is always there."""
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": play.ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": play.minutes,
        "game": {
            "name": play.game,
            "sourceGameId": play.game_id,
            "highestWins": not play.low_wins,
            "noPoints": False,
        },
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
