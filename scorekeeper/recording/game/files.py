"""A stored game as a score sheet file has it. FORMAT.md: A game; Warnings."""

import datetime
import unicodedata
import zoneinfo
from dataclasses import replace
from functools import lru_cache

from scorekeeper.formats.sheets import GameFile
from scorekeeper.formats.values import normalized
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.rules.entries import stored_entry


def game_file(record: GameRecord) -> GameFile:
    """Return a stored game as a file has it: without unsaved hands, any contradicted hand, and all later ones."""
    game, rules, replay = record.game, record.rules, record.replay
    zone = zoneinfo.ZoneInfo(game.group.time_zone)
    if replay.contradiction:
        replay = replay.first(len(replay.sheet.hands))
    hands = []
    for index, (hand, scored) in enumerate(zip(record.saved, replay.hands, strict=False)):
        # Correcting an earlier hand can raise a new warning on this one; unless accepted, it would make an import fail.
        warned = any(rules.problems(replay.first(index).sheet, hand.dealer, scored.entry))
        hands.append(replace(hand, entry=stored_entry(hand.entry or {}, anyway=warned)))
    return GameFile(
        card_game=record.card_game,
        names=record.names,
        options=record.options,
        first_dealer=record.first_dealer,
        hands=tuple(hands),
        known=replay,
        id=str(game.uid),
        night=game.night.date,
        started=_local(game.started_at, zone),
        ended=_local(max(game.ended_at, game.started_at), zone) if game.ended_at else None,
        stopped="" if rules.way == "won" else "no_winner" if game.stopped and not rules.has_winner else record.stopped,
        won=record.won,
        given=record.given,
        place=_tidy(game.night.place),
        note=_tidy(game.night.note),
    )


def _local(moment: datetime.datetime, zone: zoneinfo.ZoneInfo) -> datetime.datetime:
    # Use the group's time zone, or UTC if the offset includes seconds, which a file can't represent.
    local = moment.astimezone(zone)
    offset = local.utcoffset() or datetime.timedelta()
    return local if offset % datetime.timedelta(minutes=1) == datetime.timedelta() else moment.astimezone(datetime.UTC)


@lru_cache(maxsize=16)  # all games of a night have the same place and note
def _tidy(text: str) -> str:
    # A file allows only one kind of line break and no other control characters.
    return "".join(" " if unicodedata.category(char) == "Cc" and char != "\n" else char for char in normalized(text))
