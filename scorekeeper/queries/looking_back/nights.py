"""List and search a group's nights, newest first and page by page."""

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Q

from scorekeeper.games import all_games
from scorekeeper.models import Game, Night, Player, Playgroup, Seat
from scorekeeper.queries.looking_back.figures import Person
from scorekeeper.queries.looking_back.lines import GameLine, game_lines
from scorekeeper.rules.words import Text

NIGHTS_PER_PAGE = 20
MOST_LINES = 12  # the most lines for a night's games, and for games in progress


@dataclass(frozen=True, slots=True, kw_only=True)
class NightSearch:
    """A search for nights in a year that include a game with this player and these rules. Every criterion is optional.

    Every word in `q` must occur in the night's place or note. If `hidden` is set, only hidden games are searched.
    """

    player: int | None = None
    rules: str = ""
    year: int | None = None
    q: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NightLine:
    """A night in the list: who played, its first games in the order played, and how many more games there are."""

    night: Night
    there: tuple[Person, ...]
    games: tuple[GameLine, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NightsPage:
    """A page of nights. The first page also lists the games in progress."""

    nights: tuple[NightLine, ...]
    page: Page[int]
    playing: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """A group's search options: players as (id, name), rules as (slug, name or None if unknown), and years.

    `hidden` says whether any games are hidden.
    """

    players: tuple[tuple[int, str], ...]
    rules: tuple[tuple[str, Text | None], ...]
    years: tuple[int, ...]
    hidden: bool

    @property
    def several(self) -> bool:
        """Whether the group uses more than one set of rules, in which case each game's rules are shown."""
        return len(self.rules) > 1


def choices(group: Playgroup) -> Choices:
    """Return a group's search options, in two queries."""
    players = Player.objects.filter(group=group, same_as=None).order_by("name_key").values_list("pk", "name")
    games = Game.objects.filter(group=group).order_by().values_list("hidden", "rules", "night__date__year")
    rows = set(games.distinct())
    known_games = all_games()
    slugs = sorted({slug for hidden, slug, _year in rows if not hidden})
    return Choices(
        players=tuple(players),
        rules=tuple((slug, known_games[slug].rules.name if slug in known_games else None) for slug in slugs),
        years=tuple(sorted({year for hidden, _slug, year in rows if not hidden}, reverse=True)),
        hidden=any(hidden for hidden, _slug, _year in rows),
    )


def nights_page(group: Playgroup, wanted: NightSearch, number: int = 1) -> NightsPage:
    """Return a page of matching nights. If the page number is out of range, use the nearest page."""
    page = Paginator(_matching(group, wanted), NIGHTS_PER_PAGE).get_page(max(1, number))
    games: defaultdict[int, list[Game]] = defaultdict(list)
    rows = Game.objects.filter(night__in=list(page), hidden=wanted.hidden).select_related("night")
    for game in rows.order_by("started_at", "id"):
        games[game.night_id].append(game)
    playing = _playing(group) if page.number == 1 and wanted == NightSearch() else []
    lines = game_lines([*playing, *(game for night in page for game in games[night][:MOST_LINES])])
    by_id = {line.game.pk: line for line in lines}
    players_of = who_was_there(list(page), hidden=wanted.hidden)
    return NightsPage(
        nights=tuple(
            NightLine(
                night=night,
                there=players_of.get(night.pk, ()),
                games=tuple(by_id[game.pk] for game in games[night.pk][:MOST_LINES]),
                more=max(0, len(games[night.pk]) - MOST_LINES),
            )
            for night in Night.objects.filter(pk__in=list(page)).order_by("-date")
        ),
        page=page,
        playing=tuple(lines[: len(playing)]),
    )


def who_was_there(nights: Sequence[int], *, hidden: bool = False) -> dict[int, tuple[Person, ...]]:
    """Return who played on each night, by night id and in roster order. People with several entries are listed once."""
    seats = Seat.objects.filter(game__night__in=nights, game__hidden=hidden).order_by("player__name_key").distinct()
    rows = seats.values_list(
        "game__night_id", "player_id", "player__same_as_id", "player__name", "player__mark", "player__name_key"
    )
    persons_of: dict[int, dict[int, Person]] = {}
    for night, player, same_as, name, mark, _key in rows:
        person = Person(id=same_as or player, name=name, mark=mark)
        persons_of.setdefault(night, {}).setdefault(person.id, person)
    return {night: tuple(people.values()) for night, people in persons_of.items()}


def _playing(group: Playgroup) -> list[Game]:
    games = Game.objects.filter(group=group, hidden=False, state=Game.State.PLAYING)
    return list(games.select_related("night").order_by("-id")[:MOST_LINES])


def _matching(group: Playgroup, wanted: NightSearch) -> list[int]:
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
    # Compare in Python, since SQLite ignores case only for ASCII letters and limits the length of patterns.
    texts = nights.exclude(place="", note="").values_list("pk", "place", "note")
    return [pk for pk, place, note in texts if all(word in _folded(f"{place}\n{note}") for word in words)]


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
