"""A finished game as the play that is handed to Board Game Stats."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from scorekeeper.exchange.bgstats import Play, Played
from scorekeeper.models import Player, Playgroup
from scorekeeper.queries.records import GameRecord
from scorekeeper.rules.declaration import unusual
from scorekeeper.rules.sheet import Column, Outcome
from scorekeeper.rules.words import Amount, gettext as _
from scorekeeper.text import sentence

MINUTE = 60  # seconds


def play_of(record: GameRecord) -> Play | None:
    """The play of a game that is over, by rules that are known; None of any other."""
    game = record.game
    if record.outcome is None or game.ended_at is None:
        return None
    outcome, persons = record.outcome, _persons(game.group)
    column_of = {seat: column for column in record.sheet.columns for seat in column.seats}
    return Play(
        id=str(game.uid),
        game=sentence(record.rules.name),
        game_id=record.rules.slug,
        low_wins=record.rules.low_wins,
        ended=game.ended_at,
        minutes=max(round((game.ended_at - game.started_at).total_seconds() / MINUTE), 0),
        players=tuple(_played(record, outcome, column_of[seat], seat, persons) for seat in sorted(column_of)),
        place=" ".join(game.night.place.split()),
        comments=_comments(record, outcome),
    )


def _played(record: GameRecord, outcome: Outcome, column: Column, seat: int, persons: Mapping[int, int]) -> Played:
    """A seat's part: partners share what is their side's. Who sits after the first dealer, if any, starts."""
    dealt = record.saved[0].dealer if record.saved else record.first_dealer
    ranks = {key: 1 + sum(map(len, outcome.ranking[:at])) for at, tied in enumerate(outcome.ranking) for key in tied}
    return Played(
        name=record.names[seat],
        id=_person_id(record.game.group, persons[record.players[seat]]),
        starts=record.rules.has_dealer and seat == record.table.after(dealt),
        score=record.sheet.totals[column.key],
        rank=ranks[column.key],
        winner=column.key in outcome.winners,
        role=sentence(column.label) if len(column.seats) > 1 else "",
    )


def _comments(record: GameRecord, outcome: Outcome) -> str:
    """How the game ended, what has no seat and so is no player there, and what was noted of the night."""
    beside = [
        _("{name}: {points}", name=column.label, points=Amount(half=record.sheet.totals[column.key]))
        for column in record.sheet.columns
        if not column.seats
    ]
    house_rules = [_("{name}: {value}", name=label, value=value) for label, value in unusual(record.table.options)]
    said = [sentence(text) for text in (outcome.reason, *beside, *house_rules)]
    return "\n".join(filter(None, [*said, record.game.night.note.strip()]))


def _persons(group: Playgroup) -> dict[int, int]:
    """Every player of a group with the one that stands for the person."""
    same_as = dict(Player.objects.filter(group=group).values_list("pk", "same_as"))
    return {player: _root(player, same_as) for player in same_as}


def _root(player: int, same_as: Mapping[int, int | None]) -> int:
    seen: set[int] = set()
    while (other := same_as[player]) is not None and player not in seen:
        seen.add(player)
        player = other
    return player


def _person_id(group: Playgroup, player: int) -> str:
    """The same for the same person for ever, and no other group's; short, for it stands in an address."""
    return uuid.uuid5(group.uid, str(player)).hex[:16]
