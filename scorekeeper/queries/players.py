"""A player's page: what this person played, also under other names, of the games that are over and not hidden."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet

from scorekeeper.games import AnyGame, all_games
from scorekeeper.models import Player, Playgroup, Tally
from scorekeeper.queries.figures import (
    Person,
    Results,
    Sum,
    add_up,
    everybody,
    questions,
    record_of,
    sums_by,
)
from scorekeeper.queries.keys import GAME, PLACE, WON

FORM = 10  # games
# Of the picture of the form, in user units: how far games are apart, where the first place is, and the last.
STEP, HIGH, LOW = 24, 10, 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """How one game went: the place (None where there is none) out of how many columns, and whether it was won.

    `x` and `y` say where it stands in the picture of the form: the better the place, the higher; a game without places
    is in the middle.
    """

    game: int
    night: datetime.date
    place: int | None
    of: int
    won: bool
    x: int

    @property
    def y(self) -> int:
        """How far down it stands."""
        if self.place is None or self.of < 2:
            return (HIGH + LOW) // 2
        return HIGH + round((self.place - 1) * (LOW - HIGH) / (self.of - 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The picture: as wide as there are games; `line` leads from place to place."""

    finishes: tuple[Finish, ...]

    @property
    def width(self) -> int:
        """How wide the picture is."""
        return STEP * max(len(self.finishes), 1)

    @property
    def line(self) -> str:
        """The points of the line, as SVG has them."""
        return " ".join(f"{finish.x},{finish.y}" for finish in self.finishes if finish.place is not None)

    @property
    def won(self) -> int:
        """How many of the games were won."""
        return sum(finish.won for finish in self.finishes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """How two finished in the games that both played, not on one side."""

    person: Person
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """In how many they shared a place."""
        return self.games - self.ahead - self.behind


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage:
    """The page. `others` are other names of the same person; `year` is None for all years together."""

    person: Person
    others: tuple[str, ...]
    retired: bool
    years: tuple[int, ...]
    year: int | None
    played: tuple[Results, ...]
    form: Form
    against: tuple[Against, ...]


def main_entry(player: Player) -> int:
    """The entry that figures count for: the player's own, or that of the same person."""
    return player.same_as_id or player.pk


def player_page(group: Playgroup, player: Player, year: int = 0) -> PlayerPage:
    """A player's page, of one year or, where nothing was played in that year, of all."""
    persons = everybody(group)
    mine = [entry for entry, person in persons.items() if person.id == player.pk]
    tallies = Tally.objects.filter(player__in=mine)
    known = all_games()
    games = tallies.filter(key=GAME, rules__in=known).order_by()
    years = tuple(sorted(set(games.values_list("year", flat=True).distinct()), reverse=True))
    chosen = year if year in years else None
    of_year = tallies if chosen is None else tallies.filter(year=chosen)
    names = dict(Player.objects.filter(pk__in=mine).order_by("name_key").values_list("pk", "name"))
    return PlayerPage(
        person=persons[player.pk],
        others=tuple(name for entry, name in names.items() if entry != player.pk),
        retired=player.retired,
        years=years,
        year=chosen,
        played=_played(known, add_up(sums_by(of_year.filter(rules__in=known), "rules", "key"))),
        form=Form(finishes=_form(tallies.filter(rules__in=known), mine)),
        against=_against(of_year.filter(rules__in=known), persons, player.pk),
    )


def _played(known: Mapping[str, AnyGame], found: Mapping[str, Mapping[str, Sum]]) -> tuple[Results, ...]:
    played = [
        Results(
            key=slug,
            name=known[slug].rules.name,
            record=record_of(known[slug].rules, sums),
            questions=questions(known[slug].statistics.of_seats, sums),
        )
        for slug, sums in found.items()
        if GAME in sums
    ]
    return tuple(sorted(played, key=lambda each: (-each.record.games, each.key)))


def _form(tallies: QuerySet[Tally], mine: list[int]) -> tuple[Finish, ...]:
    # The last games, oldest first.
    last = tallies.filter(key=GAME).order_by("-game__night__date", "-game__started_at", "-game_id")
    games = list(last.values_list("game_id", "game__night__date")[:FORM])
    columns: dict[int, set[str]] = {}
    places: dict[int, int] = {}
    won: set[int] = set()
    ended = Tally.objects.filter(game__in=[game for game, _night in games], key__in=(PLACE, WON), player__isnull=False)
    for game, key, column, player, amount in ended.values_list("game_id", "key", "column", "player_id", "amount"):
        columns.setdefault(game, set()).add(column)
        if player in mine and key == WON:
            won.add(game)
        elif player in mine:
            places[game] = amount
    return tuple(
        Finish(
            game=game,
            night=night,
            place=places.get(game),
            of=len(columns.get(game, ())),
            won=game in won,
            x=STEP * index + STEP // 2,
        )
        for index, (game, night) in enumerate(reversed(games))
    )


def _against(tallies: QuerySet[Tally], persons: Mapping[int, Person], main: int) -> tuple[Against, ...]:
    # Whom one met most stands first.
    column = F("game__tallies__column")
    met = tallies.filter(Q(column__lt=column) | Q(column__gt=column), key=PLACE, game__tallies__key=PLACE)
    rows = (
        met.order_by()
        .values_list("game__tallies__player")
        .annotate(
            games=Count("pk"),
            ahead=Count("pk", filter=Q(amount__lt=F("game__tallies__amount"))),
            behind=Count("pk", filter=Q(amount__gt=F("game__tallies__amount"))),
        )
    )
    found: defaultdict[Person, Counter[str]] = defaultdict(Counter)
    for player, games, ahead, behind in rows:
        if player is not None and persons[player].id != main:
            found[persons[player]].update(games=games, ahead=ahead, behind=behind)
    every = [Against(person=person, **counts) for person, counts in found.items()]
    return tuple(sorted(every, key=lambda each: (-each.games, each.person.name)))
