"""A group's finished games in the order in which they were played, and what follows from that order.

Games are ordered by night, start and id; hidden ones and those of unknown rules are left out. People are ids of main
roster entries, amounts are half points.
"""

import datetime
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Count, F, Max, Q, QuerySet, Sum

from scorekeeper.games import AnyGame
from scorekeeper.looking_back.figures import Person, everybody
from scorekeeper.models import Game, Playgroup, Standing, Tally
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.rules.statistics import GAME

MOST_CUPS = 8
MOST_MILESTONES = 3  # a night
ROUND, DRY, ROW = 50, 10, 3  # a round number of games; games without a win, and wins in a row, that are worth saying
FIRST_GAMES = 10  # of a kind, in which a feat that is surpassed is no news yet

OF_FEAT = ("game_id", "column", "player_id", "key", "amount", "most", "hand")
Persons = tuple[int, ...]


class Finish(NamedTuple):
    """What a person came to in a game. Partners share the `column`; without a winner, nobody has a place."""

    column: str
    person: int
    total: int
    place: int | None
    won: bool


class Reached(NamedTuple):
    """A feat at its best in one game: the amount, who did it first, and in which hand, or 0 if it took all of them."""

    amount: int
    persons: Persons
    hand: int


@dataclass(frozen=True, kw_only=True)
class Ended:
    """A finished game. `feats` are those, by key, that nobody did as well in an earlier game of that year."""

    id: int
    rules: str
    night: int
    date: datetime.date
    hands: int
    finishes: tuple[Finish, ...]
    feats: Mapping[str, Reached] = field(default_factory=dict)

    @cached_property
    def persons(self) -> Persons:
        return tuple(dict.fromkeys(finish.person for finish in self.finishes))

    @cached_property
    def winners(self) -> Persons:
        return tuple(dict.fromkeys(finish.person for finish in self.finishes if finish.won))

    @property
    def sides(self) -> int:
        return len({finish.column for finish in self.finishes})

    @property
    def is_decided(self) -> bool:
        """Whether somebody won and somebody didn't."""
        return 0 < len(self.winners) < len(self.persons)


class Run(NamedTuple):
    """Wins in a row, from one game to another."""

    wins: int
    first: Ended
    last: Ended


@dataclass(slots=True)
class Runs:
    """A person's run that still goes on, the longest one, the earliest of equals, and the games since the last win."""

    current: Run | None = None
    longest: Run | None = None
    dry: int = 0
    has_won: bool = False

    def after(self, game: Ended, *, won: bool) -> None:
        """Count a game in which somebody won and somebody didn't."""
        if not won:
            self.current, self.dry = None, self.dry + 1
            return
        self.current = Run(self.current.wins + 1, self.current.first, game) if self.current else Run(1, game, game)
        if self.longest is None or self.current.wins > self.longest.wins:
            self.longest = self.current
        self.dry, self.has_won = 0, True


class Held(NamedTuple):
    """Since when somebody holds a cup, and from whom, if from anybody."""

    since: Ended
    before: Persons


@dataclass(slots=True)
class Cup:
    """What whoever won the last game of a kind holds: `holders` says since when, in the order of seats."""

    rules: str
    games: int = 0
    holders: dict[int, Held] = field(default_factory=dict)

    def after(self, game: Ended) -> tuple[Persons, Persons]:
        """Hand the cup over, if need be; return who has it now but didn't before, and who lost it."""
        winners, before = game.winners, tuple(self.holders)
        is_shared = len({finish.column for finish in game.finishes if finish.won}) > 1
        if is_shared and not self.holders.keys().isdisjoint(winners):
            return (), ()
        lost = tuple(person for person in before if person not in winners)
        gained = tuple(person for person in winners if person not in self.holders)
        self.holders = {person: self.holders.get(person) or Held(game, lost) for person in winners}
        return gained, lost


@dataclass(frozen=True, kw_only=True)
class Milestone:
    """Something reached in a game by some people. What its numbers and `others` are depends on the `kind`.

    - "games": they played their `number`th game
    - "first": they won for the first time, in their `number`th game
    - "dry": they hadn't won in `number` games
    - "row": they won three in a row
    - "ended": they lost after `number` wins in a row; `others` won
    - "cup": they took the cup from `others`
    - "feat": the feat with this `key` reached `number`, in this `hand`; it was `before`, by `others`, `since` a game
    """

    kind: str
    game: Ended
    persons: Persons
    number: int = 0
    before: int = 0
    others: Persons = ()
    key: str = ""
    hand: int = 0
    since: Ended | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """How often each of two people was ahead of the other, of how many games that they weren't partners in."""

    ahead: int = 0
    behind: int = 0
    games: int = 0

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind


@dataclass(kw_only=True)
class History:
    """Finished games in the order played, and what follows from it."""

    games: tuple[Ended, ...]

    def among(self, *, year: int | None = None, rules: str = "") -> "History":
        """Return the history of only one year or of only some rules."""
        games = tuple(game for game in self.games if year in (None, game.date.year) and rules in ("", game.rules))
        return self if len(games) == len(self.games) else History(games=games)

    @cached_property
    def years(self) -> list[int]:
        """The years with games, the newest first."""
        return sorted({game.date.year for game in self.games}, reverse=True)

    @cached_property
    def kinds(self) -> list[tuple[str, int]]:
        """The rules played, each with how often, the most played first, of equals the one played last."""
        counts = Counter(game.rules for game in reversed(self.games))
        return counts.most_common()

    @cached_property
    def runs(self) -> dict[int, Runs]:
        """Everybody's runs. Games that nobody or everybody won are passed over."""
        return self._walked[0]

    @cached_property
    def cups(self) -> list[Cup]:
        """The cups of the most played games with two sides or more, and who holds them, in that order."""
        return self._walked[1]

    @cached_property
    def milestones(self) -> dict[int, list[Milestone]]:
        """Everything reached, by night, in the order it was."""
        return self._walked[2]

    @cached_property
    def _walked(self) -> tuple[dict[int, Runs], list[Cup], dict[int, list[Milestone]]]:
        contested = [game for game in self.games if game.sides > 1]
        counts = Counter(game.rules for game in reversed(contested)).most_common(MOST_CUPS)
        walk = Walk({rules: Cup(rules, games) for rules, games in counts})
        reached: dict[int, list[Milestone]] = {}
        for game in self.games:
            reached.setdefault(game.night, []).extend(walk.after(game))
        return dict(walk.runs), list(walk.cups.values()), reached

    def told(self, night: int) -> list[Milestone]:
        """Return what to say of a night: first what the group had seen least before it, at most three."""
        seen = Counter[str]()
        for number, milestones in self.milestones.items():
            if number == night:
                return sorted(milestones, key=lambda milestone: seen[milestone.kind])[:MOST_MILESTONES]
            seen.update(milestone.kind for milestone in milestones)
        return []

    def records(self) -> dict[tuple[str, str], tuple[Ended, Reached]]:
        """Return the best of each feat, by rules and key, and the game in which it was reached first."""
        found: dict[tuple[str, str], tuple[Ended, Reached]] = {}
        for game in self.games:
            for key, best in game.feats.items():
                if (game.rules, key) not in found or best.amount > found[game.rules, key][1].amount:
                    found[game.rules, key] = game, best
        return found

    def pairs(self) -> dict[tuple[int, int], Pair]:
        """Return what two people did against each other, for both orders of them."""
        ahead, games = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for game in self.games:
            for mine in game.finishes:
                for other in game.finishes:
                    if mine.column != other.column and mine.place is not None and other.place is not None:
                        games[mine.person, other.person] += 1
                        ahead[mine.person, other.person] += mine.place < other.place
        return {
            (one, other): Pair(ahead=ahead[one, other], behind=ahead[other, one], games=count)
            for (one, other), count in games.items()
        }


class Walk:
    """What is known after each game: who is on which run, who has which cup, and what the best of each feat is."""

    def __init__(self, cups: dict[str, Cup]) -> None:
        self.cups, self.runs = cups, defaultdict[int, Runs](Runs)
        self.played, self.of_kind = Counter[int](), Counter[str]()
        self.best: dict[tuple[str, str], tuple[Ended, Reached]] = {}

    def after(self, game: Ended) -> Iterator[Milestone]:
        """Count a game, and yield what was reached in it."""
        self.of_kind[game.rules] += 1
        for person in game.persons:
            self.played[person] += 1
        rounds = [(number, person) for person in game.persons if (number := self.played[person]) % ROUND == 0]
        for number, persons in _by_number(rounds):
            yield Milestone(kind="games", game=game, persons=persons, number=number)
        if game.is_decided:
            yield from self._won(game)
            if cup := self.cups.get(game.rules):
                gained, lost = cup.after(game)
                if gained and lost:
                    yield Milestone(kind="cup", game=game, persons=gained, others=lost)
        for key, best in game.feats.items():
            since, before = self.best.get((game.rules, key), (None, None))
            if before is None or best.amount > before.amount:
                self.best[game.rules, key] = game, best
                if before and self.of_kind[game.rules] > FIRST_GAMES:
                    yield Milestone(
                        kind="feat",
                        game=game,
                        persons=best.persons,
                        number=best.amount,
                        before=before.amount,
                        others=before.persons,
                        key=key,
                        hand=best.hand,
                        since=since,
                    )

    def _won(self, game: Ended) -> Iterator[Milestone]:
        winners, numbered = game.winners, defaultdict[str, list[tuple[int, int]]](list)
        for person in game.persons:
            runs, won = self.runs[person], person in winners
            if won and not runs.has_won:
                numbered["first"].append((self.played[person], person))
            elif won and runs.dry >= DRY:
                numbered["dry"].append((runs.dry, person))
            elif not won and runs.current and runs.current.wins >= ROW:
                numbered["ended"].append((runs.current.wins, person))
            runs.after(game, won=won)
            if runs.current and runs.current.wins == ROW:
                numbered["row"].append((ROW, person))
        for kind in ("first", "dry", "ended", "row"):
            for number, persons in _by_number(numbered[kind]):
                others = winners if kind == "ended" else ()
                yield Milestone(kind=kind, game=game, persons=persons, number=number, others=others)


def _by_number(numbered: Sequence[tuple[int, int]]) -> Iterable[tuple[int, Persons]]:
    """Return each number with all whose it is, in the order of the first of them."""
    together: dict[int, Persons] = {}
    for number, person in numbered:
        together[number] = (*together.get(number, ()), person)
    return together.items()


def history_of(group: Playgroup, persons: Mapping[int, Person] | None = None) -> History:
    """Return a group's history, from the cache if no finished game and no merge has changed. One or six queries."""
    persons = persons or everybody(group)
    over = Game.objects.filter(group=group, state=Game.State.OVER, hidden=False)
    # With another game hidden instead, the versions alone can add up to the same.
    stamp = over.aggregate(Count("pk"), Sum("pk"), Sum("version"))
    merged = sorted((entry, person.id) for entry, person in persons.items() if entry != person.id)
    key = f"history:{group.pk}:{hash((*stamp.values(), *merged))}"

    # `get_or_set` would read again what it has just stored, which takes a while.
    history: History | None = cache.get(key)
    if history is None:
        history = History(games=tuple(_ended(over, group, persons)))
        assert history.milestones is not None  # walked once, and kept so
        cache.set(key, history)
    return history


def _ended(over: QuerySet[Game], group: Playgroup, persons: Mapping[int, Person]) -> Iterator[Ended]:
    in_order = over.filter(tallies__key=GAME).order_by("night__date", "started_at", "pk")
    games = list(in_order.values_list("pk", "rules", "night_id", "night__date").annotate(Max("tallies__hand")))
    slugs = {rules for _game, rules, *_more in games}
    known = {slug: game for slug, game in played_games(group.pk, slugs).items() if slug in slugs}
    played = over.filter(rules__in=sorted(known))  # as a subquery, since rows are found fastest by game
    ends = defaultdict[int, list[tuple[str, int, int, int, int | None, bool]]](list)
    of_seats = "column", "seat__number", "seat__player", "half_points", "rank", "winner"
    seated = Standing.objects.filter(Q(seat__isnull=False) | Q(winner=True), game__in=played)
    for game, *end in seated.values_list("game_id", *of_seats):
        ends[game].append(tuple(end))
    feats = _feats(played, known, {game: (rules, date.year) for game, rules, _night, date, _hands in games}, persons)
    for game, rules, night, date, hands in games:
        if rules in known:
            is_won = any(won for *_end, won in ends[game])
            finishes = tuple(
                Finish(column, persons[player].id, total, rank if is_won else None, won)
                for column, _number, player, total, rank, won in sorted(ends[game])
                if player is not None
            )
            best = feats.get(game, {})
            yield Ended(id=game, rules=rules, night=night, date=date, hands=hands, finishes=finishes, feats=best)


def _feats(
    played: QuerySet[Game],
    known: Mapping[str, AnyGame],
    games: Mapping[int, tuple[str, int]],
    persons: Mapping[int, Person],
) -> dict[int, dict[str, Reached]]:
    """Return the feats by game if nobody did as much in an earlier game of the year.

    The `games` are in the order played, each with its rules and year.
    """
    whole = {(slug, feat.key): feat.whole for slug, game in known.items() for feat in game.feats}
    tallies = Tally.objects.filter(key__in={key for _slug, key in whole}, player__isnull=False)
    highest = (
        tallies.filter(game__in=played).order_by().values_list("game_id", "key").annotate(Max("amount"), Max("most"))
    )
    most: dict[int, list[tuple[str, int, int]]] = defaultdict(list)
    for game, *amounts in highest:
        most[game].append(tuple(amounts))
    so_far: dict[tuple[int, str, str], int] = {}
    surpassed: dict[tuple[int, str], int] = {}
    for game, (rules, year) in games.items():
        for key, amount, single in most[game]:
            if (rules, key) in whole:
                value = amount if whole[rules, key] else single
                if value > so_far.get((year, rules, key), -sys.maxsize):
                    so_far[year, rules, key] = surpassed[game, key] = value
    found: dict[int, dict[str, Reached]] = defaultdict(dict)
    first = dict[tuple[int, str], str]()
    rows = tallies.filter(game__in={game for game, _key in surpassed}, player__seats__game=F("game"))
    in_order = rows.order_by("game_id", "column", "player__seats__number")
    for game, column, player, key, amount, single, hand in in_order.values_list(*OF_FEAT):
        value, at = (amount, 0) if whole.get((games[game][0], key)) else (single, hand)
        if value == surpassed.get((game, key)):
            best = found[game].get(key)
            if best is None or at < best.hand:
                first[game, key], found[game][key] = column, Reached(value, (persons[player].id,), at)
            elif at == best.hand and first[game, key] == column:
                found[game][key] = best._replace(persons=(*best.persons, persons[player].id))
    return found
