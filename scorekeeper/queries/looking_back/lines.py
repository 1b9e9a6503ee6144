"""One-line summaries of games, for the list of nights and for watch links: what was played, and the totals."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models.functions import Coalesce

from scorekeeper.models import Game, Link, Standing
from scorekeeper.queries.looking_back.figures import Person
from scorekeeper.queries.recording.loading import card_game_of
from scorekeeper.rules.sheet import partners
from scorekeeper.rules.text import Half, Text, gettext as _

WATCHED_PER_PAGE = 50  # games per page


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnScore:
    """A column's total in a game's summary line, in half points. `people` lists its players in seat order."""

    people: tuple[Person, ...]
    total: Half
    won: bool

    @property
    def name(self) -> Text:
        """The column's name: the player's name or the partners' names."""
        return partners([person.name for person in self.people])


@dataclass(frozen=True, slots=True, kw_only=True)
class NextHand:
    """The hand to record next in a game in progress. `dealer` is empty in a game without dealers.

    `typing` says whether it is being entered; `to_fix`, whether it is a saved hand that has become impossible.
    """

    number: int
    name: Text
    dealer: str
    typing: bool
    to_fix: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game's summary line. `name` is the name of its rules, or their slug if they are unknown.

    Only games in progress at the top of a group's page have a `next_hand`, and only if their rules are known.
    """

    game: Game
    name: Text
    over: bool
    scores: tuple[ColumnScore, ...]
    next_hand: NextHand | None = None

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of all winners; partners are listed separately."""
        return tuple(person.name for score in self.scores if score.won for person in score.people)

    def score_of(self, person: Person) -> ColumnScore | None:
        """Return the score of this person's column, or None if they didn't play."""
        return next((score for score in self.scores if person.id in {player.id for player in score.people}), None)


def game_lines(games: Sequence[Game]) -> list[GameLine]:
    """Return these games' summary lines, with one query for all scores. The games must be loaded with their nights."""
    scores: defaultdict[int, dict[str, ColumnScore]] = defaultdict(dict)
    standings = Standing.objects.filter(game__in=games, seat__isnull=False).order_by("rank", "seat__number")
    rows = standings.values_list(
        "game_id",
        "column",
        Coalesce("seat__player__same_as", "seat__player"),
        "seat__player__name",
        Coalesce("seat__player__same_as__mark", "seat__player__mark"),
        "half_points",
        "winner",
    )
    for game_id, column, player, name, mark, total, won in rows:
        people = scores[game_id][column].people if column in scores[game_id] else ()
        person = Person(id=player, name=name, mark=mark)
        scores[game_id][column] = ColumnScore(people=(*people, person), total=Half(total), won=won)
    return [
        GameLine(
            game=game,
            name=card_game.rules.name if (card_game := card_game_of(game)) else _("{rules}", rules=game.rules),
            over=game.state == Game.State.OVER,
            scores=tuple(scores[game.pk].values()),
        )
        for game in games
    ]


def watched_games(link: Link, number: int = 1) -> Page[Any]:
    """Return a page of the games that a group's watch link shows, as lines, newest first, excluding hidden ones."""
    games = Game.objects.filter(group=link.group_id, hidden=False)
    newest_first = games.select_related("night").order_by("-night__date", "-id")
    page: Page[Any] = Paginator(newest_first, WATCHED_PER_PAGE).get_page(max(1, number))
    page.object_list = game_lines(list(page))
    return page
