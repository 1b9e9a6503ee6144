"""A group's finished games in the order in which they were played, and what follows from that order.

Games are ordered by night, start and id; hidden ones and those of unknown rules are left out. People are ids of main
roster entries, amounts are half points.
"""

import datetime
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, cast

from django.core.cache import cache
from django.db.models import Count, F, Max, QuerySet, Sum

from scorekeeper.games import AnyGame
from scorekeeper.looking_back.figures import Person, everybody
from scorekeeper.models import Game, Playgroup, Tally
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.rules.statistics import GAME, PLACE, WON

MOST_CUPS = 8
MOST_MILESTONES = 3  # a night
ROUND, DRY, ROW = 50, 10, 3  # a round number of games; games without a win, and wins in a row, that are worth saying
FIRST_GAMES = 10  # of a kind, in which a feat that is surpassed is no news yet

VALUES = ("key", "amount", "most", "hand")
Persons = tuple[int, ...]


class Finish(NamedTuple):
    """What a person came to in a game. Partners share the `column`; without a winner, nobody has a place."""

    column: str
    person: int
    total: int
    place: int | None
    won: bool


class Best(NamedTuple):
    """A feat at its best in one game: the amount, who did it first, and in which hand, or 0 if it took all of them."""

    amount: int
    persons: Persons
    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A finished game. `feats` are those, by key, that nobody did as well in an earlier game of that year."""

    id: int
    rules: str
    night: int
    date: datetime.date
    hands: int
    finishes: tuple[Finish, ...]
    feats: Mapping[str, Best] = field(default_factory=dict)

    @property
    def persons(self) -> Persons:
        return tuple(dict.fromkeys(finish.person for finish in self.finishes))

    @property
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestone:
    """Something reached in a game by some people. What its numbers and `others` are depends on the `kind`.

    - "games": they played their `number`th game
    - "first": they won for the first time, in their `number`th game
    - "dry": they hadn't won in `number` games
    - "row": they won three in a row
    - "ended": they lost after `number` wins in a row; `others` won
    - "cup": they took the cup from `others`
    - "feat": the feat with this `key` reached `number`, in this `hand`; it was `before`, by `others`
    """

    kind: str
    game: Ended
    persons: Persons
    number: int = 0
    before: int = 0
    others: Persons = ()
    key: str = ""
    hand: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """How often each of two people was ahead of the other, of how many games that they weren't partners in."""

    ahead: int = 0
    behind: int = 0
    games: int = 0


@dataclass(kw_only=True)
class History:
    """Finished games in the order played, and what follows from it."""

    games: tuple[Ended, ...]

    def among(self, *, year: int | None = None, rules: str = "") -> "History":
        """Return the history of only one year or of only some rules."""
        return History(
            games=tuple(game for game in self.games if year in (None, game.date.year) and rules in ("", game.rules))
        )

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

    def records(self) -> dict[tuple[str, str], tuple[Ended, Best]]:
        """Return the best of each feat, by rules and key, and the game in which it was reached first."""
        found: dict[tuple[str, str], tuple[Ended, Best]] = {}
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
        self.best: dict[tuple[str, str], Best] = {}

    def after(self, game: Ended) -> Iterator[Milestone]:
        """Count a game, and yield what was reached in it."""
        self.of_kind[game.rules] += 1
        self.played.update(game.persons)
        for number, persons in _by_number((self.played[person], person) for person in game.persons):
            if number % ROUND == 0:
                yield Milestone(kind="games", game=game, persons=persons, number=number)
        if game.is_decided:
            yield from self._won(game)
            if cup := self.cups.get(game.rules):
                gained, lost = cup.after(game)
                if gained and lost:
                    yield Milestone(kind="cup", game=game, persons=gained, others=lost)
        for key, best in game.feats.items():
            before = self.best.get((game.rules, key))
            if before is None or best.amount > before.amount:
                self.best[game.rules, key] = best
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
                    )

    def _won(self, game: Ended) -> Iterator[Milestone]:
        winners, before = game.winners, {person: self.runs[person] for person in game.persons}
        firsts = ((self.played[person], person) for person in winners if not before[person].has_won)
        for number, persons in _by_number(firsts):
            yield Milestone(kind="first", game=game, persons=persons, number=number)
        dry = ((runs.dry, person) for person, runs in before.items() if person in winners and runs.has_won)
        for number, persons in _by_number(dry):
            if number >= DRY:
                yield Milestone(kind="dry", game=game, persons=persons, number=number)
        lost = [
            (runs.current.wins, person) for person, runs in before.items() if runs.current and person not in winners
        ]
        for number, persons in _by_number(lost):
            if number >= ROW:
                yield Milestone(kind="ended", game=game, persons=persons, number=number, others=winners)
        for person, runs in before.items():
            runs.after(game, won=person in winners)
        rows = ((run.wins, person) for person in winners if (run := self.runs[person].current))
        for number, persons in _by_number(rows):
            if number == ROW:
                yield Milestone(kind="row", game=game, persons=persons, number=number)


def _by_number(numbered: Iterable[tuple[int, int]]) -> Iterator[tuple[int, Persons]]:
    """Yield each number with all whose it is, in the order of the first of them."""
    together: dict[int, Persons] = {}
    for number, person in numbered:
        together[number] = (*together.get(number, ()), person)
    yield from together.items()


def history_of(group: Playgroup, persons: Mapping[int, Person] | None = None) -> History:
    """Return a group's history, from the cache if no finished game and no merge has changed. One or three queries."""
    persons = persons or everybody(group)
    over = Game.objects.filter(group=group, state=Game.State.OVER, hidden=False)
    # With another game hidden instead, the versions alone can add up to the same.
    stamp = over.aggregate(Count("pk"), Sum("pk"), Sum("version"))
    merged = sorted((entry, person.id) for entry, person in persons.items() if entry != person.id)
    key = f"history:{group.pk}:{hash((*stamp.values(), *merged))}"

    def read() -> History:
        history = History(games=tuple(_ended(group, persons)))
        assert history.milestones is not None  # walked once, and kept so
        return history

    return cast(History, cache.get_or_set(key, read))


def _ended(group: Playgroup, persons: Mapping[int, Person]) -> Iterator[Ended]:
    tallies = Tally.objects.filter(group=group, player__isnull=False)
    rows = (
        tallies.filter(key__in=(GAME, PLACE, WON), player__seats__game=F("game"))
        .order_by("game__night__date", "game__started_at", "game_id", "column", "player__seats__number")
        .values_list("game_id", "rules", "game__night_id", "game__night__date", "column", "player_id", *VALUES)
    )
    of_games = [(game, list(of_game)) for game, of_game in groupby(rows, key=itemgetter(0, 1, 2, 3))]
    known = played_games(group.pk, {rules for (_game, rules, *_night), _rows in of_games})
    of_games = [(game, of_game) for game, of_game in of_games if game[1] in known]
    feats = _feats(tallies, known, {game: date.year for (game, _rules, _night, date), _rows in of_games}, persons)
    for (game, rules, night, date), of_game in of_games:
        ends = defaultdict[tuple[str, int], dict[str, int]](dict)
        for *_game, column, player, key, amount, _most, _hand in of_game:
            ends[column, persons[player].id][key] = amount
        finishes = [
            Finish(column, person, end[GAME], end.get(PLACE), WON in end) for (column, person), end in ends.items()
        ]
        hands = max(hand for *_row, hand in of_game)
        yield Ended(
            id=game,
            rules=rules,
            night=night,
            date=date,
            hands=hands,
            finishes=tuple(finishes),
            feats=feats.get(game, {}),
        )


def _feats(
    tallies: QuerySet[Tally], known: Mapping[str, AnyGame], years: Mapping[int, int], persons: Mapping[int, Person]
) -> dict[int, dict[str, Best]]:
    """Return the feats by game, which are in the order played, if nobody did as much in an earlier game of the year."""
    whole = {(slug, feat.key): feat.whole for slug, game in known.items() for feat in game.feats}
    of_feats = tallies.filter(key__in={key for _slug, key in whole}).order_by()
    most: dict[int, list[tuple[str, str, int]]] = defaultdict(list)
    for game, rules, key, amount, single in of_feats.values_list("game_id", "rules", "key").annotate(
        Max("amount"), Max("most")
    ):
        if (rules, key) in whole:
            most[game].append((rules, key, amount if whole[rules, key] else single))
    so_far: dict[tuple[int, str, str], int] = {}
    surpassed: dict[tuple[int, str], int] = {}
    for game, year in years.items():
        for rules, key, amount in most[game]:
            if amount > so_far.get((year, rules, key), -sys.maxsize):
                so_far[year, rules, key] = surpassed[game, key] = amount
    found: dict[int, dict[str, Best]] = defaultdict(dict)
    first = dict[tuple[int, str], str]()
    rows = of_feats.filter(game__in={game for game, _key in surpassed}, player__seats__game=F("game"))
    in_order = rows.order_by("game_id", "column", "player__seats__number")
    for game, rules, column, player, key, amount, single, hand in in_order.values_list(
        "game_id", "rules", "column", "player_id", *VALUES
    ):
        value, at = (amount, 0) if whole.get((rules, key)) else (single, hand)
        if value == surpassed.get((game, key)):
            best = found[game].get(key)
            if best is None or at < best.hand:
                first[game, key], found[game][key] = column, Best(value, (persons[player].id,), at)
            elif at == best.hand and first[game, key] == column:
                found[game][key] = best._replace(persons=(*best.persons, persons[player].id))
    return found
