"""Select a group's games, a night's games or a single game, and prepare them for writing to a file."""

import datetime
import unicodedata
import zoneinfo
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.db.models import Count, Q, QuerySet

from scorekeeper import limits
from scorekeeper.exchange.sheets import GameFile
from scorekeeper.exchange.values import normalized
from scorekeeper.games import known_game
from scorekeeper.models import Game, Membership, Night, Playgroup, Upload
from scorekeeper.queries.recording.loading import load_many
from scorekeeper.queries.recording.records import AnyRules, GameRecord
from scorekeeper.rules.entries import stored_entry

BATCH_SIZE = 50  # how many games are read at once


@dataclass(frozen=True, kw_only=True)
class Selection:
    """The ids of the games to write, in the order they were played, and their rules, without duplicates.

    `left_out` is the number of games that have unknown rules or too many hands.
    """

    games: tuple[int, ...]
    rules: tuple[AnyRules, ...]
    left_out: int

    def files(self) -> Iterator[GameFile]:
        """Yield the games one by one, reading only a few at a time, so that even large groups take little memory."""
        rows = Game.objects.select_related("group", "night")
        for start in range(0, len(self.games), BATCH_SIZE):
            ids = self.games[start : start + BATCH_SIZE]
            games = rows.in_bulk(ids)
            for record in load_many([games[pk] for pk in ids if pk in games]):
                if isinstance(record, GameRecord):
                    yield game_file(record)


def files_page(group: Playgroup) -> dict[str, Any]:
    """Count the `games` that a group can export, also by `years`, newest first, and those `hidden` or `unknown`."""
    rows = list(Game.objects.filter(group=group).values_list("hidden", "night__date__year", "rules"))
    shown = [row for row in rows if not row[0]]
    years = Counter(year for _hidden, year, slug in shown if known_game(slug))
    return {
        "games": years.total(),
        "years": dict(sorted(years.items(), reverse=True)),
        "hidden": len(rows) - len(shown),
        "unknown": len(shown) - years.total(),
    }


def of_group(group: Playgroup, *, year: int | None = None, with_hidden: bool = False) -> Selection:
    """Select a group's games, or only those from one year's nights."""
    games = Game.objects.filter(group=group)
    return _selection(games if year is None else games.filter(night__date__year=year), with_hidden=with_hidden)


def of_night(night: Night, *, with_hidden: bool = False) -> Selection:
    """Select a night's games."""
    return _selection(Game.objects.filter(night=night), with_hidden=with_hidden)


def of_game(game: Game) -> Selection:
    """Select a single game, even a hidden one."""
    return _selection(Game.objects.filter(pk=game.pk), with_hidden=True)


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
        stopped="no_winner" if game.stopped and not rules.has_winner else record.stopped,
        place=_tidy(game.night.place),
        note=_tidy(game.night.note),
    )


def find_night(group: Playgroup, date: datetime.date) -> Night | None:
    """Return the group's night on this date, or None."""
    return Night.objects.filter(group=group, date=date).first()


def find_game(group: Playgroup, number: str) -> Game | None:
    """Return the group's game with this id, or None."""
    return Game.objects.filter(group=group, pk=int(number)).first() if number.isdecimal() and len(number) < 19 else None


def upload_of(member: Membership, upload_id: int) -> Upload | None:
    """Return this member's upload with this id, including its content, or None if the member has no such upload."""
    return Upload.objects.filter(member=member, pk=upload_id).first()


def _selection(games: QuerySet[Game], *, with_hidden: bool) -> Selection:
    games = games if with_hidden else games.filter(hidden=False)
    hand_count = Count("hands", filter=Q(hands__entry__isnull=False))
    ordered = games.annotate(hand_count=hand_count).order_by("night__date", "started_at", "pk")
    rows = list(ordered.values_list("pk", "rules", "hand_count"))
    writable = {pk: slug for pk, slug, hands in rows if known_game(slug) and hands <= limits.MOST_HANDS}
    known = dict.fromkeys(known_game(slug) for slug in sorted({*writable.values()}))
    rules = tuple(game.rules for game in known if game)
    return Selection(games=tuple(writable), rules=rules, left_out=len(rows) - len(writable))


def _local(moment: datetime.datetime, zone: zoneinfo.ZoneInfo) -> datetime.datetime:
    # Use the group's time zone, or UTC if the offset includes seconds, which a file can't represent.
    local = moment.astimezone(zone)
    offset = local.utcoffset() or datetime.timedelta()
    return local if offset % datetime.timedelta(minutes=1) == datetime.timedelta() else moment.astimezone(datetime.UTC)


@lru_cache(maxsize=16)  # all games of a night have the same place and note
def _tidy(text: str) -> str:
    # A file allows only one kind of line break and no other control characters.
    return "".join(" " if unicodedata.category(char) == "Cc" and char != "\n" else char for char in normalized(text))
