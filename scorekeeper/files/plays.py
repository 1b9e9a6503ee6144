"""Convert a finished game to a play for Board Game Stats."""

import uuid
from datetime import UTC

from scorekeeper.formats.bgstats import Play
from scorekeeper.formats.language import as_data
from scorekeeper.looking_back.figures import everybody
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.rules.declaration import unusual
from scorekeeper.rules.sheet import ranks
from scorekeeper.rules.text import Amount, gettext as _


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
    starter = record.table.after(first_dealer) if record.rules.has_dealer else None
    # In Board Game Stats, a column without a seat can't be a player.
    seatless = [
        _("{name}: {points}", name=column.label, points=Amount(half=sheet.totals[column.key]))
        for column in sheet.columns
        if not column.seats
    ]
    house_rules = [
        _("{name}: {value}", name=label, value=value)
        for label, value in unusual(record.table.options, len(record.players))
    ]
    comments = [as_data(text) for text in (outcome.reason, *seatless, *house_rules)]
    about: dict[str, object] = {"name": as_data(record.rules.name), "sourceGameId": record.rules.slug}
    return {
        # Never change this; the app uses it to recognize our players and games.
        "sourceName": "Scorekeeper",
        "sourcePlayId": str(game.uid),
        "playDate": game.ended_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(round((game.ended_at - game.started_at).total_seconds() / 60), 0),
        "game": about | {"highestWins": not record.rules.low_wins, "noPoints": False},
        "players": [
            # Partners share their side's result.
            {
                "name": record.names[seat],
                # This id never changes for a person, is unique across groups, and is short because it is part of a URL.
                "sourcePlayerId": uuid.uuid5(game.group.uid, str(persons[record.players[seat]].id)).hex[:16],
                "startPlayer": seat == starter,
                "score": sheet.totals[column.key],
                "rank": places[column.key],
                "role": as_data(column.label) if len(column.seats) > 1 else "",
                "winner": column.key in outcome.winners,
            }
            for seat, column in sorted(column_of.items())
        ],
        "location": " ".join(game.night.place.split()),
        "comments": "\n".join(filter(None, [*comments, game.night.note.strip()])),
    }
