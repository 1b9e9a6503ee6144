"""The nights of a group as they are read: newest first, a page at a time, all of them or those that are looked for."""

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Q

from scorekeeper.games import all_games
from scorekeeper.models import Game, Night, Player, Playgroup, Seat
from scorekeeper.queries.figures import Person
from scorekeeper.queries.lines import GameLine, game_lines
from scorekeeper.rules.words import Text

NIGHTS = 20  # on a page
LINES = 12  # of the games of a night, and of those that are being played


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which nights are looked for: those with a game of this player and these rules, of a year, with the words of
    `q` in their place or note. `hidden` asks for hidden games instead of those that are shown."""

    player: int | None = None
    rules: str = ""
    year: int | None = None
    q: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NightLine:
    """A night in the list: who was there, its first games in the order of playing, and how many more there are."""

    night: Night
    there: tuple[Person, ...]
    games: tuple[GameLine, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NightsPage:
    """A page of nights, and on the first page what is being played."""

    nights: tuple[NightLine, ...]
    page: Page[int]
    playing: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What can be looked for in a group: players, rules by slug (None for rules that this code does not know), years.

    `hidden` says whether any game is hidden.
    """

    players: tuple[tuple[int, str], ...]
    rules: tuple[tuple[str, Text | None], ...]
    years: tuple[int, ...]
    hidden: bool

    @property
    def several(self) -> bool:
        """Whether more than one game is played, so that each is named."""
        return len(self.rules) > 1


def choices(group: Playgroup) -> Choices:
    """What can be looked for, in two queries."""
    players = Player.objects.filter(group=group, same_as=None).order_by("name_key").values_list("pk", "name")
    games = Game.objects.filter(group=group).order_by().values_list("hidden", "rules", "night__date__year")
    found = set(games.distinct())
    known = all_games()
    slugs = sorted({slug for hidden, slug, _year in found if not hidden})
    return Choices(
        players=tuple(players),
        rules=tuple((slug, known[slug].rules.name if slug in known else None) for slug in slugs),
        years=tuple(sorted({year for hidden, _slug, year in found if not hidden}, reverse=True)),
        hidden=any(hidden for hidden, _slug, _year in found),
    )


def nights_page(group: Playgroup, wanted: Wanted, number: int = 1) -> NightsPage:
    """A page of the nights that are looked for; a page that there is not is the nearest one."""
    page = Paginator(_found(group, wanted), NIGHTS).get_page(max(1, number))
    games: defaultdict[int, list[Game]] = defaultdict(list)
    rows = Game.objects.filter(night__in=list(page), hidden=wanted.hidden).select_related("night")
    for game in rows.order_by("started_at", "id"):
        games[game.night_id].append(game)
    playing = _playing(group) if page.number == 1 and wanted == Wanted() else []
    lines = game_lines([*playing, *(game for night in page for game in games[night][:LINES])])
    by_id = {line.game.pk: line for line in lines}
    there = who_was_there(list(page), hidden=wanted.hidden)
    return NightsPage(
        nights=tuple(
            NightLine(
                night=night,
                there=there.get(night.pk, ()),
                games=tuple(by_id[game.pk] for game in games[night.pk][:LINES]),
                more=max(0, len(games[night.pk]) - LINES),
            )
            for night in Night.objects.filter(pk__in=list(page)).order_by("-date")
        ),
        page=page,
        playing=tuple(lines[: len(playing)]),
    )


def who_was_there(nights: Sequence[int], *, hidden: bool = False) -> dict[int, tuple[Person, ...]]:
    """Who sat in a game of these nights, by night, in the roster's order; a person with two entries once."""
    seats = Seat.objects.filter(game__night__in=nights, game__hidden=hidden).order_by("player__name_key").distinct()
    rows = seats.values_list(
        "game__night_id", "player_id", "player__same_as_id", "player__name", "player__mark", "player__name_key"
    )
    found: dict[int, dict[int, Person]] = {}
    for night, player, same_as, name, mark, _key in rows:
        person = Person(id=same_as or player, name=name, mark=mark)
        found.setdefault(night, {}).setdefault(person.id, person)
    return {night: tuple(people.values()) for night, people in found.items()}


def _playing(group: Playgroup) -> list[Game]:
    games = Game.objects.filter(group=group, hidden=False, state=Game.State.PLAYING)
    return list(games.select_related("night").order_by("-id")[:LINES])


def _found(group: Playgroup, wanted: Wanted) -> list[int]:
    games = Game.objects.filter(night=OuterRef("pk"), hidden=wanted.hidden)
    if wanted.rules:
        games = games.filter(rules=wanted.rules)
    if wanted.player is not None:
        games = games.filter(Q(seats__player=wanted.player) | Q(seats__player__same_as=wanted.player))
    nights = Night.objects.filter(Exists(games), group=group).order_by("-date")
    if wanted.year is not None:
        nights = nights.filter(date__year=wanted.year)
    words = _folded(wanted.q).split()
    if not words:
        return list(nights.values_list("pk", flat=True))
    # Compared here: SQLite folds only ASCII, and has a limit on what it compares with.
    texts = nights.exclude(place="", note="").values_list("pk", "place", "note")
    return [pk for pk, place, note in texts if all(word in _folded(f"{place}\n{note}") for word in words)]


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
