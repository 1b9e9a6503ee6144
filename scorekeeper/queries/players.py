"""A player's page: what this person played, also under other names, of the games that are over and not hidden."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet

from scorekeeper.games import AnyGame, all_games
from scorekeeper.models import Player, Playgroup, Tally
from scorekeeper.queries.figures import (
    Person,
    Question,
    Record,
    Sum,
    add_up,
    everybody,
    questions,
    record_of,
    sums_by,
)
from scorekeeper.queries.keys import GAME, PLACE, WON
from scorekeeper.rules.words import Text

FORM = 10
"""How many games show a player's form."""
STEP, HIGH, LOW = 24, 10, 50
"""Of the picture of the form, in user units: how far games are apart, where the first place is, and the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What somebody did in the games of one set of rules."""

    slug: str
    name: Text
    record: Record
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """How one game went: the place (None where there is none) out of how many columns, and whether it was won."""

    game: int
    night: datetime.date
    place: int | None
    of: int
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """A game in the picture of the form: how it went, and where it stands in user units."""

    finish: Finish
    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The picture: as wide as there are games; `line` leads from place to place."""

    width: int
    dots: tuple[Dot, ...]

    @property
    def line(self) -> str:
        """The points of the line, as SVG has them."""
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots if dot.finish.place is not None)

    @property
    def won(self) -> int:
        """How many of the games were won."""
        return sum(dot.finish.won for dot in self.dots)


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
    played: tuple[Played, ...]
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
        form=draw(_form(tallies.filter(rules__in=known), mine)),
        against=_against(of_year.filter(rules__in=known), persons, player.pk),
    )


def draw(finishes: Sequence[Finish]) -> Form:
    """The form as a picture: the better the place, the higher; a game without places is in the middle."""
    return Form(
        width=STEP * max(len(finishes), 1),
        dots=tuple(
            Dot(finish=finish, x=STEP * index + STEP // 2, y=_height(finish)) for index, finish in enumerate(finishes)
        ),
    )


def _height(finish: Finish) -> int:
    if finish.place is None or finish.of < 2:
        return (HIGH + LOW) // 2
    return HIGH + round((finish.place - 1) * (LOW - HIGH) / (finish.of - 1))


def _played(known: Mapping[str, AnyGame], found: Mapping[str, Mapping[str, Sum]]) -> tuple[Played, ...]:
    """What was played of each of the rules, most played first."""
    played = [
        Played(
            slug=slug,
            name=known[slug].rules.name,
            record=record_of(known[slug].rules, sums),
            questions=questions(known[slug].statistics.of_seats, sums),
        )
        for slug, sums in found.items()
        if GAME in sums
    ]
    return tuple(sorted(played, key=lambda each: (-each.record.games, each.slug)))


def _form(tallies: QuerySet[Tally], mine: list[int]) -> tuple[Finish, ...]:
    """The last games, oldest first."""
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
        Finish(game=game, night=night, place=places.get(game), of=len(columns.get(game, ())), won=game in won)
        for game, night in reversed(games)
    )


def _against(tallies: QuerySet[Tally], persons: Mapping[int, Person], main: int) -> tuple[Against, ...]:
    """Head to head against everybody else, whom one met most first."""
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
    found: dict[int, tuple[int, int, int]] = {}
    for player, *counts in rows:
        if player is not None and persons[player].id != main:
            before = found.get(persons[player].id, (0, 0, 0))
            games, ahead, behind = (first + second for first, second in zip(before, counts, strict=True))
            found[persons[player].id] = (games, ahead, behind)
    every = [
        Against(person=persons[player], games=games, ahead=ahead, behind=behind)
        for player, (games, ahead, behind) in found.items()
    ]
    return tuple(sorted(every, key=lambda each: (-each.games, each.person.name)))
