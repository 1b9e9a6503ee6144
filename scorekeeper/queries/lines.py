"""Games in one line each: what was played, and who ended with how much. For the nights, and for who watches."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from scorekeeper.games import all_games
from scorekeeper.models import Game, Link, Standing
from scorekeeper.rules.sheet import partners
from scorekeeper.rules.words import Half, Text, gettext as _

WATCHED = 50  # games on a page of a watch link


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
    """A game in one line. `name` is what is played: its slug, where this code doesn't know the rules."""

    game: Game
    name: Text
    over: bool
    scores: tuple[Score, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won; partners each."""
        return tuple(name for score in self.scores if score.won for name in score.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedGames:
    """A page of the games that a watch link shows."""

    lines: Sequence[GameLine]
    page: Page[Game]


def game_lines(games: Sequence[Game]) -> list[GameLine]:
    """These games, read with their nights, in one line each, with one query for all their scores."""
    scores: defaultdict[int, dict[str, Score]] = defaultdict(dict)
    standings = Standing.objects.filter(game__in=games, seat__isnull=False).order_by("rank", "seat__number")
    rows = standings.values_list("game_id", "column", "seat__player__name", "half_points", "winner")
    for game_id, column, name, total, won in rows:
        others = scores[game_id][column].names if column in scores[game_id] else ()
        scores[game_id][column] = Score(names=(*others, name), total=Half(total), won=won)
    known = all_games()
    return [
        GameLine(
            game=game,
            name=known[game.rules].rules.name if game.rules in known else _("{rules}", rules=game.rules),
            over=game.state == Game.State.OVER,
            scores=tuple(scores[game.pk].values()),
        )
        for game in games
    ]


def watched_games(link: Link, wanted: int = 1) -> WatchedGames:
    """The games that a watch link of a group shows, newest first; hidden ones are nobody's to watch."""
    games = Game.objects.filter(group=link.group_id, hidden=False)
    newest_first = games.select_related("night").order_by("-night__date", "-id")
    page = Paginator(newest_first, WATCHED).get_page(max(1, wanted))
    return WatchedGames(lines=game_lines(list(page)), page=page)
