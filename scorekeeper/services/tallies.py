"""What statistics count of a game that is over, derived from its hands: one row per player, or column without a seat.

The keys of `queries.keys` are of every game, made of totals and outcome; the others are the facts of its rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from scorekeeper.models import Game, Tally
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

    def plus(self, amount: int, hand: int) -> Count:
        """This, and once more. The first of equal ones is remembered."""
        most, where = (amount, hand) if amount > self.most else (self.most, self.hand)
        return Count(count=self.count + 1, amount=self.amount + amount, most=most, hand=where)


def write_tallies(record: GameRecord, *, over: bool) -> int:
    """Write what differs from a fresh count; answers how many rows were different. A game that goes on has none."""
    game = record.game
    if not over or game.hidden:
        return forget_tallies(game)
    stored = Tally.objects.filter(game=game.pk)
    wanted = derive_tallies(record)
    fields = ("pk", "column", "player_id", "key", "group_id", "rules", "year", "count", "amount", "most", "hand")
    kept: set[TallyKey] = set()
    wrong: list[int] = []
    same = (game.group_id, game.rules, game.night.date.year)
    for pk, column, player, key, *found in stored.values_list(*fields):
        if tuple(found[:3]) == same and wanted.get((column, player, key)) == _count(*found[3:]):
            kept.add((column, player, key))
        else:
            wrong.append(pk)
    new = {key: count for key, count in wanted.items() if key not in kept}
    if wrong:
        Tally.objects.filter(pk__in=wrong).delete()
    Tally.objects.bulk_create(_rows(record, new))
    return max(len(new), len(wrong))


def tally_rows(record: GameRecord) -> Iterator[Tally]:
    """The rows of a game that is over and not hidden, to be written where there are none."""
    yield from _rows(record, derive_tallies(record))


def forget_tallies(game: Game) -> int:
    """Take a game out of the statistics; answers how many rows it had there."""
    gone, _by_model = Tally.objects.filter(game=game.pk).delete()
    return gone


def derive_tallies(record: GameRecord) -> dict[TallyKey, Count]:
    """What should be stored for a game that is over, by (column, player, key)."""
    found: dict[TallyKey, Count] = {}
    columns = {column.key: column for column in record.sheet.columns}
    for stored, hand in zip(record.saved, record.sheet.hands, strict=False):
        for fact in record.card_game.statistics.facts(record.table, hand):
            for player in _players(record, columns[fact.column], fact.seat):
                key = (fact.column, player, fact.key)
                found[key] = (
                    found[key].plus(fact.amount, stored.number)
                    if key in found
                    else Count(count=1, amount=fact.amount, most=fact.amount, hand=stored.number)
                )
    for kind, column, count in (*_leads(record), *_ends(record)):
        found |= {(column, player, kind): count for player in _players(record, columns[column], None)}
    return found


def _players(record: GameRecord, column: Column, seat: int | None) -> tuple[int | None, ...]:
    """Whom a fact counts for: everybody of the column, or one of its seats; nobody where it has none."""
    if not column.seats:
        return (None,)
    return tuple(record.players[each] for each in column.seats if seat in (None, each))


def _leads(record: GameRecord) -> Iterator[tuple[str, str, Count]]:
    """How long each column led alone, by the totals after each hand."""
    sheet, rules = record.sheet, record.rules
    found: dict[str, Count] = {}
    before, run = "", 0
    for number, stored in enumerate(record.saved[: len(sheet.hands)], start=1):
        ranking = rules.ranking(replace(sheet, hands=sheet.hands[:number], outcome=None))
        leader = ranking[0][0] if ranking and len(ranking[0]) == 1 else ""
        run = run + 1 if leader == before else 1
        before = leader
        if leader:
            so_far = found.get(leader, Count(count=0, amount=0, most=0, hand=0))
            most, hand = (run, stored.number) if run > so_far.most else (so_far.most, so_far.hand)
            found[leader] = Count(count=so_far.count + 1, amount=0, most=most, hand=hand)
    yield from ((LEAD, column, count) for column, count in found.items())


def _ends(record: GameRecord) -> Iterator[tuple[str, str, Count]]:
    """What the end says of each column: the total, the place, who won and how far ahead. Nothing without a hand."""
    outcome, sheet = record.outcome, record.sheet
    if outcome is None or not sheet.hands:
        return
    last = record.saved[len(sheet.hands) - 1].number

    def once(amount: int) -> Count:
        return Count(count=1, amount=amount, most=amount, hand=last)

    yield from ((GAME, column, once(total)) for column, total in sheet.totals.items())
    if outcome.winners:
        yield from ((PLACE, column, once(place)) for column, place in places(outcome.ranking).items())
        yield from ((WON, column, once(0)) for column in outcome.winners)
        yield from ((MARGIN, column, once(margin)) for column, margin in _margins(outcome, sheet.totals))


def places(ranking: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """The place of every column that can win, from 1, equal ones together."""
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


def _count(count: int, amount: int, most: int, hand: int) -> Count:
    return Count(count=count, amount=amount, most=most, hand=hand)


def _rows(record: GameRecord, counts: Mapping[TallyKey, Count]) -> Iterator[Tally]:
    game = record.game
    for (column, player, key), count in counts.items():
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
