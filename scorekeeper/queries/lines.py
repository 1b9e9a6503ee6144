"""Games in one line each: what was played, and who ended with how much. For the nights, and for who watches."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games import all_games
from scorekeeper.models import Game, Link, Standing
from scorekeeper.rules.sheet import partners
from scorekeeper.rules.words import Half, Text

WATCHED = 50
"""How many games a page of a watch link has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A column's total in a line about a game, in half points. `names` are those who have it, in seat order."""

    names: tuple[str, ...]
    total: Half
    won: bool

    @property
    def name(self) -> Text:
        """What the column is called: a player, or partners."""
        return partners(self.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game in one line. `name` is None for rules that this code does not know."""

    id: int
    name: Text | None
    slug: str
    night: datetime.date
    over: bool
    stopped: bool
    hidden: bool
    scores: tuple[Score, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won; partners each."""
        return tuple(name for score in self.scores if score.won for name in score.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Which page of a list this is, of how many; both count from 1."""

    number: int
    pages: int

    @property
    def newer(self) -> int | None:
        """The page before this one."""
        return self.number - 1 if self.number > 1 else None

    @property
    def older(self) -> int | None:
        """The page after this one."""
        return self.number + 1 if self.number < self.pages else None


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedGames:
    """A page of the games that a watch link shows."""

    lines: tuple[GameLine, ...]
    page: Page


def page_of(found: int, size: int, wanted: int) -> Page:
    """The page that is asked for, or the nearest that there is."""
    pages = max(1, -(-found // size))
    return Page(number=min(max(1, wanted), pages), pages=pages)


def game_lines(games: Sequence[Game]) -> list[GameLine]:
    """These games, read with their nights, in one line each, with one query for all their scores."""
    scores: defaultdict[int, dict[str, Score]] = defaultdict(dict)
    standings = Standing.objects.filter(game__in=games, seat__isnull=False).order_by("rank", "seat__number")
    rows = standings.values_list("game_id", "column", "seat__player__name", "half_points", "winner")
    for game_id, column, name, total, won in rows:
        others = scores[game_id][column].names if column in scores[game_id] else ()
        scores[game_id][column] = Score(names=(*others, name), total=Half(total), won=won)
    names = {slug: game.rules.name for slug, game in all_games().items()}
    return [
        GameLine(
            id=game.pk,
            name=names.get(game.rules),
            slug=game.rules,
            night=game.night.date,
            over=game.state == Game.State.OVER,
            stopped=bool(game.stopped),
            hidden=game.hidden,
            scores=tuple(scores[game.pk].values()),
        )
        for game in games
    ]


def watched_games(link: Link, wanted: int = 1) -> WatchedGames:
    """The games that a watch link of a group shows, newest first; hidden ones are nobody's to watch."""
    games = Game.objects.filter(group=link.group_id, hidden=False)
    page = page_of(games.count(), WATCHED, wanted)
    start = WATCHED * (page.number - 1)
    shown = games.select_related("night").order_by("-night__date", "-id")[start : start + WATCHED]
    return WatchedGames(lines=tuple(game_lines(list(shown))), page=page)
