"""Select a group's games, a night's games or a single game, and prepare them for writing to a file."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from scorekeeper.formats.sheets import GameFile
from scorekeeper.games import known_game
from scorekeeper.models import Game, Night, Playgroup
from scorekeeper.recording.game.files import game_file
from scorekeeper.recording.game.reading import load_many, made_game
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.rules.played import AnyRules

BATCH_SIZE = 50  # how many games are read at once


@dataclass(frozen=True, kw_only=True)
class Selection:
    """The ids of the games to write, in playing order, and their rules. `left_out` counts those it can't write."""

    games: tuple[int, ...]
    rules: tuple[AnyRules, ...] = ()
    left_out: int = 0

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


def _selection(games: QuerySet[Game], *, with_hidden: bool) -> Selection:
    games = games if with_hidden else games.filter(hidden=False)
    hand_count = Count("hands", filter=Q(hands__entry__isnull=False))
    ordered = games.annotate(hand_count=hand_count).order_by("night__date", "started_at", "pk")
    rows = list(ordered.values_list("pk", "rules", "options", "hand_count"))
    made = ((pk, slug, made_game(slug, options), hands) for pk, slug, options, hands in rows)
    writable = {pk: slug for pk, slug, game, hands in made if game and hands <= game.rules.most_hands}
    known = dict.fromkeys(known_game(slug) for slug in sorted({*writable.values()}))
    rules = tuple(game.rules for game in known if game)
    return Selection(games=tuple(writable), rules=rules, left_out=len(rows) - len(writable))
