"""A player's page, which covers the person's finished games under any of their names, except hidden games."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet

from scorekeeper.looking_back.figures import (
    FEW_GAMES,
    Person,
    Results,
    add_up,
    everybody,
    questions,
    record_of,
    sums_of,
)
from scorekeeper.looking_back.sentences import find, sentences, wins_sentence
from scorekeeper.models import Player, Playgroup, Tally
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.rules.statistics import GAME, PLACE, WON
from scorekeeper.rules.text import Text, ngettext

FORM = 10  # the number of games in the chart of recent results
# The distances in that chart, in user units: from game to game, and from the top down to first and last place.
STEP, HIGH, LOW = 24, 10, 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """One game's result: the place (None if there is none), how many columns took part, and whether the player won.

    `x` and `y` are its position in the chart: better places are higher, and games without places are in the middle.
    """

    game: int
    night: datetime.date
    place: int | None
    of: int
    won: bool
    x: int

    @property
    def y(self) -> int:
        """The distance from the top of the chart."""
        if self.place is None or self.of < 2:
            return (HIGH + LOW) // 2
        return HIGH + round((self.place - 1) * (LOW - HIGH) / (self.of - 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The chart of recent results, with a line connecting the places."""

    finishes: tuple[Finish, ...]

    @property
    def width(self) -> int:
        return STEP * max(len(self.finishes), 1)

    @property
    def line(self) -> str:
        return " ".join(f"{finish.x},{finish.y}" for finish in self.finishes if finish.place is not None)

    @property
    def won(self) -> int:
        return sum(finish.won for finish in self.finishes)

    @property
    def sentence(self) -> Text:
        return ngettext(
            "{count} win in the last {games} games.",
            "{count} wins in the last {games} games.",
            self.won,
            games=len(self.finishes),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead:
    """A player's results against another person, based on the games in which they weren't partners."""

    person: Person
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage:
    """Everything a player's page shows. `others` are the person's other names; `year` is None for all years."""

    person: Person
    others: tuple[str, ...]
    retired: bool
    years: tuple[int, ...]
    year: int | None
    played: tuple[Results, ...]
    form: Form
    against: tuple[HeadToHead, ...]

    @property
    def sentences(self) -> tuple[Text, ...]:
        """What the figures say, in brief: wins, findings, and opponents."""
        name, games = self.person.name, sum(results.record.games for results in self.played)
        wins = wins_sentence(name, games, sum(results.record.wins for results in self.played))
        findings = (results.finding for results in self.played)
        recent = self.form.sentence if self.year is None and games > FORM else None
        return sentences(games, wins, *findings, one_sided(name, self.against), recent)


def one_sided(name: str, against: Sequence[HeadToHead]) -> Text | None:
    """Return the most one-sided head-to-head record with enough games, or None if there is none."""
    known = [row for row in against if row.games >= FEW_GAMES and row.ahead != row.behind]
    if not known:
        return None
    row = max(known, key=lambda row: abs(row.ahead - row.behind))
    first, second = (name, row.person.name) if row.ahead > row.behind else (row.person.name, name)
    return ngettext(
        "{first} has finished ahead of {second} in {times} of {count} game.",
        "{first} has finished ahead of {second} in {times} of {count} games.",
        row.games,
        first=first,
        second=second,
        times=max(row.ahead, row.behind),
    )


def player_page(group: Playgroup, player: Player, year: int = 0) -> PlayerPage:
    """Return a player's page for one year, or for all years if the player has no games in that year."""
    persons = everybody(group)
    entries = [entry for entry, person in persons.items() if person.id == player.pk]
    of_player = Tally.objects.filter(player__in=entries)
    played = set(of_player.filter(key=GAME).values_list("year", "rules"))
    known = played_games(group.pk, (slug for _year, slug in played))
    tallies = of_player.filter(rules__in=known)
    years = tuple(sorted({year for year, slug in played if slug in known}, reverse=True))
    chosen = {"year": year} if year in years else {}
    names = dict(Player.objects.filter(pk__in=entries).order_by("name_key").values_list("pk", "name"))
    sums_by_rules = add_up(sums_of(tallies.filter(**chosen), "rules", "key"))
    results = [
        Results(
            key=slug,
            name=known[slug].rules.name,
            record=record_of(known[slug].rules, sums),
            questions=questions(known[slug].statistics.figures_of(seatless=False), sums),
            finding=find(known[slug].statistics.comparisons, sums),
        )
        for slug, sums in sums_by_rules.items()
        if GAME in sums
    ]
    return PlayerPage(
        person=persons[player.pk],
        others=tuple(name for entry, name in names.items() if entry != player.pk),
        retired=player.retired,
        years=years,
        year=chosen.get("year"),
        played=tuple(sorted(results, key=lambda result: (-result.record.games, result.key))),
        form=Form(finishes=_form(tallies, entries)),
        against=_against(tallies.filter(**chosen), persons, player.pk),
    )


def _form(tallies: QuerySet[Tally], entries: list[int]) -> tuple[Finish, ...]:
    # The last games, oldest first.
    last = tallies.filter(key=GAME).order_by("-game__night__date", "-game__started_at", "-game_id")
    games = list(last.values_list("game_id", "game__night__date")[:FORM])
    columns: dict[int, set[str]] = {}
    places: dict[int, int] = {}
    won: set[int] = set()
    ended = Tally.objects.filter(game__in=[game for game, _night in games], key__in=(PLACE, WON), player__isnull=False)
    for game, key, column, player, amount in ended.values_list("game_id", "key", "column", "player_id", "amount"):
        columns.setdefault(game, set()).add(column)
        if player in entries and key == WON:
            won.add(game)
        elif player in entries:
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


def _against(tallies: QuerySet[Tally], persons: Mapping[int, Person], main: int) -> tuple[HeadToHead, ...]:
    # The most frequent opponent comes first.
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
    by_person: defaultdict[Person, Counter[str]] = defaultdict(Counter)
    for player, games, ahead, behind in rows:
        if player is not None and persons[player].id != main:
            by_person[persons[player]].update(games=games, ahead=ahead, behind=behind)
    opponents = [HeadToHead(person=person, **counts) for person, counts in by_person.items()]
    return tuple(sorted(opponents, key=lambda against: (-against.games, against.person.name)))
