"""A group's finished games in the order in which they were played, and what follows from that order.

Games are ordered by night, start and id; hidden ones and those of unknown rules are left out. People are ids of main
roster entries, amounts are half points.
"""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Count, F, Max, Q, QuerySet, Sum

from scorekeeper.games import AnyGame
from scorekeeper.looking_back.figures import Everybody, everybody
from scorekeeper.models import Game, Playgroup, Standing, Tally
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.rules.statistics import GAME, UNSCORED

MOST_MILESTONES = 3  # a night
KINDS = ("games", "first", "dry", "ended", "row")  # of milestones that have a number, in the order told
ROUND, DRY, ROW = 50, 10, 3  # a round number of games; games without a win, and wins in a row, that are worth saying
FIRST_GAMES = 10  # of a kind, in which a feat that is surpassed is no news yet

Persons = tuple[int, ...]
Holders = dict[int, tuple["Ended", Persons]]  # of a cup, in the order of seats


class Finish(NamedTuple):
    """What a person came to in a game, if known. Partners share the `column`; without a winner, nobody has a place."""

    column: str
    person: int
    total: int | None
    place: int | None
    won: bool


class Reached(NamedTuple):
    """A feat at its best in one game: the amount, who did it first, and in which hand, or 0 if it took all of them."""

    amount: int
    persons: Persons
    hand: int


@dataclass(frozen=True, kw_only=True)
class Ended:
    """A finished game. `feats` has, by key, only those that beat every earlier game of that year."""

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
    def has_totals(self) -> bool:
        """Whether anything is known of the totals."""
        return any(finish.total is not None for finish in self.finishes)

    @property
    def is_decided(self) -> bool:
        """Whether some won and some didn't."""
        return 0 < len(self.winners) < len(self.persons)


@dataclass(slots=True)
class Runs:
    """A person's current run of wins, the longest one (the earliest of equals), and the games since the last win."""

    current: tuple[Ended, ...] = ()
    longest: tuple[Ended, ...] = ()
    dry: int = 0

    def after(self, game: Ended, *, won: bool) -> None:
        """Count a game that some won and some didn't."""
        self.current, self.dry = ((*self.current, game), 0) if won else ((), self.dry + 1)
        self.longest = max(self.longest, self.current, key=len)


@dataclass(frozen=True, kw_only=True)
class Milestone:
    """What some people reached in a game. What its number and `others` mean depends on the `kind`.

    - "games": they played their `number`th game
    - "first": they won for the first time, in their `number`th game
    - "dry": they hadn't won in `number` games
    - "row": they won three in a row
    - "ended": they lost after `number` wins in a row; `others` won
    - "cup": they took the cup from `others`
    - "feat": they surpassed the feat with this `key`, which was at its best `since` a game
    """

    kind: str
    game: Ended
    persons: Persons
    number: int = 0
    others: Persons = ()
    key: str = ""
    since: Ended | None = None


class Pair(NamedTuple):
    """How often each of two people finished ahead of the other, and in how many games they were rivals."""

    ahead: int
    behind: int
    games: int

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind

    @property
    def edge(self) -> float:
        """How much more often one of two was ahead than behind, as a share of their games."""
        return (self.ahead - self.behind) / self.games


@dataclass(kw_only=True)
class History:
    """Finished games in the order they were played, and what follows from that order."""

    games: tuple[Ended, ...]

    def among(self, *persons: int, year: int | None = None, rules: str = "") -> "History":
        """Return the history of only the games that all of these people played, of one year, or of certain rules."""
        by = (game for game in self.games if year in (None, game.date.year) and rules in ("", game.rules))
        games = tuple(game for game in by if {*persons} <= {*game.persons})
        return self if len(games) == len(self.games) else History(games=games)

    @cached_property
    def years(self) -> list[int]:
        """The years with games, newest first."""
        return sorted({game.date.year for game in self.games}, reverse=True)

    @cached_property
    def kinds(self) -> list[tuple[str, int]]:
        """The rules played, each with how often, the most played first, of equals the one played last."""
        counts = Counter(game.rules for game in reversed(self.games))
        return counts.most_common()

    @cached_property
    def walked(self) -> "Walk":
        """What holds after the last game."""
        walk = Walk(Counter(game.rules for game in reversed(self.games) if game.sides > 1))
        for game in self.games:
            walk.milestones[game.night].extend(walk.after(game))
        return walk

    def told(self, night: int) -> list[Milestone]:
        """Return what to say of a night: first what the group had seen least before it, at most three."""
        seen = Counter[str]()
        for number, milestones in self.walked.milestones.items():
            if number == night:
                return sorted(milestones, key=lambda milestone: seen[milestone.kind])[:MOST_MILESTONES]
            seen.update(milestone.kind for milestone in milestones)
        return []

    def pairs(self) -> dict[tuple[int, int], Pair]:
        """Return what two people did against each other, for both orders of them."""
        ahead, games = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for game in self.games:
            for mine, other in permutations(game.finishes, 2):
                if mine.column != other.column and mine.place is not None and other.place is not None:
                    games[mine.person, other.person] += 1
                    ahead[mine.person, other.person] += mine.place < other.place
        return {(one, two): Pair(ahead[one, two], ahead[two, one], count) for (one, two), count in games.items()}


class Walk:
    """The state after each game: who is on which run, who holds which cup, and what was reached, by night.

    Whoever won the last of one of the eight kinds of game that were `contested` most holds a cup, since when and from
    whom. `best` is the game in which each feat was at its best first, by rules and key.
    """

    def __init__(self, contested: Counter[str]) -> None:
        self.contested, self.runs = contested, defaultdict[int, Runs](Runs)
        self.cups: dict[str, Holders] = {rules: {} for rules, _games in contested.most_common(8)}
        self.played, self.of_kind = Counter[int](), Counter[str]()
        self.best: dict[tuple[str, str], Ended] = {}
        self.milestones = defaultdict[int, list[Milestone]](list)

    def after(self, game: Ended) -> Iterator[Milestone]:
        """Count a game, and yield what was reached in it."""
        self.of_kind[game.rules] += 1
        numbered = defaultdict[tuple[str, int], Persons](tuple)
        for person in game.persons:
            self.played[person] += 1
            for reached in self._of_one(game, person):
                numbered[reached] += (person,)
        for (kind, number), persons in sorted(numbered.items(), key=lambda each: KINDS.index(each[0][0])):
            others = game.winners if kind == "ended" else ()
            yield Milestone(kind=kind, game=game, persons=persons, number=number, others=others)
        if game.is_decided and game.rules in self.cups:
            before = self.cups[game.rules]
            is_shared = len({finish.column for finish in game.finishes if finish.won}) > 1
            if not is_shared or before.keys().isdisjoint(game.winners):
                lost = tuple(person for person in before if person not in game.winners)
                gained = tuple(person for person in game.winners if person not in before)
                self.cups[game.rules] = {person: before.get(person, (game, lost)) for person in game.winners}
                if gained and lost:
                    yield Milestone(kind="cup", game=game, persons=gained, others=lost)
        for key, best in game.feats.items():
            since = self.best.get((game.rules, key))
            if since is None or best.amount > since.feats[key].amount:
                self.best[game.rules, key] = game
                if since and self.of_kind[game.rules] > FIRST_GAMES:
                    yield Milestone(kind="feat", game=game, persons=best.persons, key=key, since=since)

    def _of_one(self, game: Ended, person: int) -> Iterator[tuple[str, int]]:
        """Yield the kinds and numbers of what somebody reached."""
        played, runs, won = self.played[person], self.runs[person], person in game.winners
        if played % ROUND == 0:
            yield "games", played
        if not game.is_decided:
            return
        if won and not runs.longest:
            yield "first", played
        elif won and runs.dry >= DRY:
            yield "dry", runs.dry
        elif not won and len(runs.current) >= ROW:
            yield "ended", len(runs.current)
        runs.after(game, won=won)
        if len(runs.current) == ROW:
            yield "row", ROW


def history_of(group: Playgroup, persons: Everybody | None = None) -> History:
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
        assert history.walked  # once, and kept so
        cache.set(key, history)
    return history


def _ended(over: QuerySet[Game], group: Playgroup, persons: Everybody) -> Iterator[Ended]:
    in_order = over.filter(tallies__key__in=(GAME, UNSCORED)).order_by("night__date", "started_at", "pk")
    games = list(in_order.values_list("pk", "rules", "night_id", "night__date").annotate(Max("tallies__hand")))
    slugs = {rules for _game, rules, *_more in games}
    known = {slug: game for slug, game in played_games(group.pk, slugs).items() if slug in slugs}
    played = over.filter(rules__in=sorted(known))  # as a subquery, since rows are found fastest by game
    ends = defaultdict[int, list[tuple[str, int, int, int | None, int | None, bool]]](list)
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
            best = {feat.key: feats[game][feat.key] for feat in known[rules].feats if feat.key in feats[game]}
            yield Ended(id=game, rules=rules, night=night, date=date, hands=hands, finishes=finishes, feats=best)


def _feats(
    played: QuerySet[Game],
    known: Mapping[str, AnyGame],
    games: Mapping[int, tuple[str, int]],
    persons: Everybody,
) -> dict[int, dict[str, Reached]]:
    """Return, by game and key, the feats that beat every earlier one of these `games` of the same year."""
    whole = {(slug, feat.key): feat.whole for slug, game in known.items() for feat in game.feats}
    tallies = Tally.objects.filter(key__in={key for _slug, key in whole}, player__isnull=False)
    amounts_of = tallies.filter(game__in=played).order_by().values_list("game_id", "key")
    most = defaultdict[int, list[tuple[str, int, int]]](list)
    for game, *amounts in amounts_of.annotate(Max("amount"), Max("most")):
        most[game].append(tuple(amounts))
    so_far: dict[tuple[int, str, str], int] = {}
    surpassed: dict[tuple[int, str], int] = {}
    for game, (rules, year) in games.items():
        for key, amount, single in most[game]:
            if (rules, key) in whole:
                value = amount if whole[rules, key] else single
                if value > so_far.get((year, rules, key), value - 1):
                    so_far[year, rules, key] = surpassed[game, key] = value
    found: dict[int, dict[str, Reached]] = defaultdict(dict)
    first = dict[tuple[int, str], str]()
    rows = tallies.filter(game__in={game for game, _key in surpassed}, player__seats__game=F("game"))
    in_order = rows.order_by("game_id", "column", "player__seats__number")
    fields = "game_id", "column", "player_id", "key", "amount", "most", "hand"
    for game, column, player, key, amount, single, hand in in_order.values_list(*fields):
        value, at = (amount, 0) if whole.get((games[game][0], key)) else (single, hand)
        if value == surpassed.get((game, key)):
            best = found[game].get(key)
            if best is None or at < best.hand:
                first[game, key], found[game][key] = column, Reached(value, (persons[player].id,), at)
            elif at == best.hand and first[game, key] == column:
                found[game][key] = best._replace(persons=(*best.persons, persons[player].id))
    return found
