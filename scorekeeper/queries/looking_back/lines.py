"""One-line summaries of games, for the list of nights and for watch links: what was played, and the totals."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from scorekeeper.games import all_games
from scorekeeper.models import Game, Link, Standing
from scorekeeper.rules.sheet import partners
from scorekeeper.rules.words import Half, Text, gettext as _

WATCHED_PER_PAGE = 50  # games per page


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnScore:
    """A column's total in a game's summary line, in half points. `names` lists its players in seat order."""

    names: tuple[str, ...]
    total: Half
    won: bool

    @property
    def name(self) -> Text:
        """The column's name: the player's name or the partners' names."""
        return partners(self.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game's summary line. `name` is the name of its rules, or their slug if they are unknown."""

    game: Game
    name: Text
    over: bool
    scores: tuple[ColumnScore, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of all winners; partners are listed separately."""
        return tuple(name for score in self.scores if score.won for name in score.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedGames:
    """A page of the games that a group's watch link shows."""

    lines: Sequence[GameLine]
    page: Page[Game]


def game_lines(games: Sequence[Game]) -> list[GameLine]:
    """Return these games' summary lines, with one query for all scores. The games must be loaded with their nights."""
    scores: defaultdict[int, dict[str, ColumnScore]] = defaultdict(dict)
    standings = Standing.objects.filter(game__in=games, seat__isnull=False).order_by("rank", "seat__number")
    rows = standings.values_list("game_id", "column", "seat__player__name", "half_points", "winner")
    for game_id, column, name, total, won in rows:
        names = scores[game_id][column].names if column in scores[game_id] else ()
        scores[game_id][column] = ColumnScore(names=(*names, name), total=Half(total), won=won)
    known_games = all_games()
    return [
        GameLine(
            game=game,
            name=known_games[game.rules].rules.name if game.rules in known_games else _("{rules}", rules=game.rules),
            over=game.state == Game.State.OVER,
            scores=tuple(scores[game.pk].values()),
        )
        for game in games
    ]


def watched_games(link: Link, number: int = 1) -> WatchedGames:
    """Return a page of the games that a group's watch link shows, newest first, excluding hidden ones."""
    games = Game.objects.filter(group=link.group_id, hidden=False)
    newest_first = games.select_related("night").order_by("-night__date", "-id")
    page = Paginator(newest_first, WATCHED_PER_PAGE).get_page(max(1, number))
    return WatchedGames(lines=game_lines(list(page)), page=page)
