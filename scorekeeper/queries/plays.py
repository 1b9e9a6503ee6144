"""A finished game as the play that is handed to Board Game Stats."""

import uuid

from scorekeeper.exchange.bgstats import Play, Played
from scorekeeper.queries.figures import everybody
from scorekeeper.queries.records import GameRecord
from scorekeeper.queries.sheets import places
from scorekeeper.rules.declaration import unusual
from scorekeeper.rules.sheet import Column, Outcome
from scorekeeper.rules.words import Amount, gettext as _
from scorekeeper.text import sentence


def play_of(record: GameRecord) -> Play | None:
    """The play of a game that is over, by rules that are known; None of any other."""
    game = record.game
    if record.outcome is None or game.ended_at is None:
        return None
    outcome, persons = record.outcome, everybody(game.group)
    column_of = {seat: column for column in record.sheet.columns for seat in column.seats}
    return Play(
        id=str(game.uid),
        game=sentence(record.rules.name),
        game_id=record.rules.slug,
        low_wins=record.rules.low_wins,
        ended=game.ended_at,
        minutes=max(round((game.ended_at - game.started_at).total_seconds() / 60), 0),
        players=tuple(
            _played(record, outcome, column_of[seat], seat, persons[record.players[seat]].id)
            for seat in sorted(column_of)
        ),
        place=" ".join(game.night.place.split()),
        comments=_comments(record, outcome),
    )


def _played(record: GameRecord, outcome: Outcome, column: Column, seat: int, person: int) -> Played:
    # Partners share what is their side's. Who sits after the first dealer, if any, starts.
    dealt = record.saved[0].dealer if record.saved else record.first_dealer
    return Played(
        name=record.names[seat],
        # The same for the same person for ever, and no other group's; short, for it stands in an address.
        id=uuid.uuid5(record.game.group.uid, str(person)).hex[:16],
        starts=record.rules.has_dealer and seat == record.table.after(dealt),
        score=record.sheet.totals[column.key],
        rank=places(outcome.ranking)[column.key],
        winner=column.key in outcome.winners,
        role=sentence(column.label) if len(column.seats) > 1 else "",
    )


def _comments(record: GameRecord, outcome: Outcome) -> str:
    # What has no seat is no player there.
    beside = [
        _("{name}: {points}", name=column.label, points=Amount(half=record.sheet.totals[column.key]))
        for column in record.sheet.columns
        if not column.seats
    ]
    house_rules = [_("{name}: {value}", name=label, value=value) for label, value in unusual(record.table.options)]
    said = [sentence(text) for text in (outcome.reason, *beside, *house_rules)]
    return "\n".join(filter(None, [*said, record.game.night.note.strip()]))
