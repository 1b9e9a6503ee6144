"""A finished game as a push link for Board Game Stats: a URL that contains the whole play, as that app documents it."""

import json
import uuid
from collections.abc import Sequence
from datetime import UTC
from itertools import product
from typing import Any
from urllib.parse import quote

from scorekeeper.formats.language import as_data
from scorekeeper.formats.sheets import number
from scorekeeper.looking_back.figures import everybody
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.rules.sheet import ranks
from scorekeeper.rules.text import Amount, Text, TextValue, gettext as _

PUSH = "https://app.bgstatsapp.com/createPlay.html?data="
LIMIT = 8_000  # the maximum length of a URL, in characters
# The longest URLs that fit in QR codes of versions 26, 31, and 40 (the largest). The fewer squares a code has, the
# easier it is for a camera to read it off a screen.
QR_LIMITS = (1_367, 1_840, 2_953)

# A play as that app has it, but with scores in half points. The texts `location` and `comments` can be empty.
Play = dict[str, Any]


def play_of(record: GameRecord) -> Play | None:
    """Return a game as a play, or None if it isn't over."""
    game = record.game
    if record.outcome is None or game.ended_at is None:
        return None
    sheet, outcome, persons = record.sheet, record.outcome, everybody(game.group)
    column_of = {seat: column for column in sheet.columns for seat in column.seats}
    places = ranks(outcome.ranking)
    # If there are dealers, the player after the first dealer starts.
    first_dealer = record.saved[0].dealer if record.saved else record.first_dealer
    starter = record.table.after(first_dealer) if record.rules.has_dealer and not record.is_result else None
    # In Board Game Stats, a column without a seat can't be a player.
    seatless = [(column.label, Amount(half=sheet.totals[column.key])) for column in sheet.columns if not column.seats]
    noted: list[tuple[Text, TextValue]] = [*seatless, *record.in_short.others]
    remarks = [_("{name}: {value}", name=name, value=value) for name, value in noted]
    comments = [as_data(text) for text in (outcome.reason, record.in_short.said, *remarks) if text]
    about: dict[str, object] = {"name": as_data(record.rules.name), "sourceGameId": record.rules.slug}
    return {
        # Never change this; the app uses it to recognize our players and games.
        "sourceName": "Scorekeeper",
        "sourcePlayId": str(game.uid),
        "playDate": game.ended_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(round((game.ended_at - game.started_at).total_seconds() / 60), 0),
        "game": about | {"highestWins": not record.rules.low_wins, "noPoints": not record.has_totals},
        "players": [
            # Partners share their side's result.
            {
                "name": record.names[seat],
                # This id never changes for a person, is unique across groups, and is short because it is part of a URL.
                "sourcePlayerId": uuid.uuid5(game.group.uid, str(persons[record.players[seat]].id)).hex[:16],
                "startPlayer": seat == starter,
                "score": sheet.totals[column.key] if record.has_totals else 0,
                "rank": places[column.key],
                "role": as_data(column.label) if len(column.seats) > 1 else "",
                "winner": column.key in outcome.winners,
            }
            for seat, column in sorted(column_of.items())
        ],
        "location": " ".join(game.night.place.split()),
        "comments": "\n".join(filter(None, [*comments, game.night.note.strip()])),
    }


def push_link(play: Play, limits: Sequence[int] = (LIMIT,)) -> str | None:
    """Return a URL within the lowest limit that has room for all names, or None if even the highest is too low.

    If need be, it is without comments or place.
    """
    players = [player | {"score": number(player["score"])} for player in play["players"]]
    for limit, left_out in product(limits, ((), ("comments",), ("comments", "location"))):
        data = play | {"players": players} | dict.fromkeys(left_out, "")
        sent = {key: value for key, value in data.items() if value != ""}
        address = PUSH + quote(json.dumps(sent, ensure_ascii=False, separators=(",", ":")), safe="")
        if len(address) <= limit:
            return address
    return None
