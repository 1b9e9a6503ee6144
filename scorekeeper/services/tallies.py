"""What statistics count of a game that is over, derived from its hands: one row per player, or column without a seat.

The keys of `queries.keys` are of every game, made of totals and outcome; the others are the facts of its rules.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import itemgetter

from scorekeeper.models import Tally
from scorekeeper.queries.keys import GAME, LEAD, MARGIN, PLACE, WON
from scorekeeper.queries.records import GameRecord
from scorekeeper.rules.sheet import Column, Outcome

TallyKey = tuple[str, int | None, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What a fact came to in a game: how often, half points together, the most at once, and in which hand."""

    count: int
    amount: int
    most: int
    hand: int

    @classmethod
    def once(cls, amount: int, hand: int) -> "Count":
        """Return the count of what happened once."""
        return cls(count=1, amount=amount, most=amount, hand=hand)

    def plus(self, amount: int, hand: int) -> "Count":
        """Return this and once more. The first of equal ones is remembered."""
        most, where = (amount, hand) if amount > self.most else (self.most, self.hand)
        return Count(count=self.count + 1, amount=self.amount + amount, most=most, hand=where)


def tally_rows(record: GameRecord) -> Iterator[Tally]:
    """Return what is stored of a game for statistics: nothing while it goes on, or while it is hidden."""
    game = record.game
    if record.outcome is None or game.hidden:
        return
    for (column, player, key), count in derive_tallies(record).items():
        yield Tally(
            game_id=game.pk,
            group_id=game.group_id,
            player_id=player,
            rules=game.rules,
            year=game.night.date.year,
            column=column,
            key=key,
            count=count.count,
            amount=count.amount,
            most=count.most,
            hand=count.hand,
        )


def derive_tallies(record: GameRecord) -> dict[TallyKey, Count]:
    """Return the counts of a game that is over, by (column, player, key)."""
    found: dict[TallyKey, Count] = {}
    columns = {column.key: column for column in record.sheet.columns}
    for stored, hand in zip(record.saved, record.sheet.hands, strict=False):
        for fact in record.card_game.statistics.facts(record.table, hand):
            for player in _players(record, columns[fact.column], fact.seat):
                key, again = (fact.column, player, fact.key), (fact.amount, stored.number)
                found[key] = found[key].plus(*again) if key in found else Count.once(*again)
    for kind, column, count in (*_leads(record), *_ends(record)):
        found |= {(column, player, kind): count for player in _players(record, columns[column], None)}
    return found


def _players(record: GameRecord, column: Column, seat: int | None) -> tuple[int | None, ...]:
    """Return whom a fact counts for: everybody of the column, or one of its seats; nobody where it has none."""
    if not column.seats:
        return (None,)
    return tuple(record.players[each] for each in column.seats if seat in (None, each))


def _leads(record: GameRecord) -> Iterator[tuple[str, str, Count]]:
    runs: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    before, run = "", 0
    for number, stored in enumerate(record.saved[: len(record.sheet.hands)], start=1):
        so_far = replace(record.sheet, hands=record.sheet.hands[:number], outcome=None)
        ranking = record.rules.ranking(so_far)
        leader = ranking[0][0] if ranking and len(ranking[0]) == 1 else ""
        run = run + 1 if leader == before else 1
        before = leader
        if leader:
            runs[leader].append((run, stored.number))
    for column, led in runs.items():
        longest, hand = max(led, key=itemgetter(0))
        yield LEAD, column, Count(count=len(led), amount=0, most=longest, hand=hand)


def _ends(record: GameRecord) -> Iterator[tuple[str, str, Count]]:
    """What the end says of each column: the total, the place, who won and how far ahead. Nothing without a hand."""
    outcome, sheet = record.outcome, record.sheet
    if outcome is None or not sheet.hands:
        return
    ends: dict[str, Mapping[str, int]] = {GAME: sheet.totals}
    if outcome.winners:
        won = dict.fromkeys(outcome.winners, 0)
        ends |= {PLACE: places(outcome.ranking), WON: won, MARGIN: dict(_margins(outcome, sheet.totals))}
    last = record.saved[len(sheet.hands) - 1].number
    for kind, amounts in ends.items():
        yield from ((kind, column, Count.once(amount, last)) for column, amount in amounts.items())


def places(ranking: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """Return the place of every column that can win, from 1, equal ones together."""
    found: dict[str, int] = {}
    for equal in ranking:
        found |= dict.fromkeys(equal, len(found) + 1)
    return found


def _margins(outcome: Outcome, totals: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """How far each winner ended from the best of the others; who shares a win is level with somebody."""
    placed = [column for equal in outcome.ranking for column in equal]
    for winner in outcome.winners:
        others = [column for column in placed if column != winner]
        if others:
            yield winner, 0 if len(outcome.winners) > 1 else abs(totals[winner] - totals[others[0]])
