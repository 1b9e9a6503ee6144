"""What statistics count of a game that is over, derived from its hands: one row per player, or column without a seat.

Two keys are of every game, made of the running totals: `LEAD` and `MARGIN`; the others are the facts of its rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.models import Game, Tally
from scorekeeper.queries.records import GameRecord
from scorekeeper.rules.base import Column

LEAD = "lead"
"""How many hands a player led alone after; the most is the longest run of them, which ended with `hand`."""
MARGIN = "margin"
"""How far the winner ended from the next place, in half points: nothing for those who share a win."""

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
    Tally.objects.bulk_create(_row(record, key, count) for key, count in new.items())
    return max(len(new), len(wrong))


def tally_rows(record: GameRecord) -> Iterator[Tally]:
    """The rows of a game that is over and not hidden, to be written where there are none."""
    for key, count in derive_tallies(record).items():
        yield _row(record, key, count)


def forget_tallies(game: Game) -> int:
    """Take a game out of the statistics; answers how many rows it had there."""
    gone, _by_model = Tally.objects.filter(game=game.pk).delete()
    return gone


def derive_tallies(record: GameRecord) -> dict[TallyKey, Count]:
    """What should be stored for a game that is over, by (column, player, key)."""
    found: dict[TallyKey, Count] = {}
    columns = {column.key: column for column in record.sheet.columns}
    for stored, hand in zip(record.saved, record.sheet.hands, strict=False):
        for fact in record.known_rules.facts(record.table, hand):
            for player in _players(record, columns[fact.column], fact.seat):
                key = (fact.column, player, fact.key)
                found[key] = (
                    found[key].plus(fact.amount, stored.number)
                    if key in found
                    else Count(count=1, amount=fact.amount, most=fact.amount, hand=stored.number)
                )
    for kind, column, count in (*_leads(record), *_margins(record)):
        found |= {(column, player, kind): count for player in _players(record, columns[column], None)}
    return found


def _players(record: GameRecord, column: Column, seat: int | None) -> tuple[int | None, ...]:
    """Whom a fact counts for: everybody of the column, or one of its seats; nobody where it has none."""
    if not column.seats:
        return (None,)
    return tuple(record.players[each] for each in column.seats if seat in (None, each))


def _leads(record: GameRecord) -> Iterator[tuple[str, str, Count]]:
    """How long each column led alone, by the totals after each hand."""
    sheet, rules = record.sheet, record.known_rules
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


def _margins(record: GameRecord) -> Iterator[tuple[str, str, Count]]:
    """How far the winners ended from the best of the others."""
    outcome, sheet = record.outcome, record.sheet
    if outcome is None or not outcome.winners or not sheet.hands:
        return
    last = record.saved[len(sheet.hands) - 1].number
    placed = [key for place in outcome.ranking for key in place]
    for winner in outcome.winners:
        others = [key for key in placed if key != winner]
        if others:
            # Two who share a win may have unlike totals only where rules say so; they are level all the same.
            shared = len(outcome.winners) > 1
            margin = 0 if shared else abs(sheet.totals[winner] - sheet.totals[others[0]])
            yield MARGIN, winner, Count(count=1, amount=margin, most=margin, hand=last)


def _count(count: int, amount: int, most: int, hand: int) -> Count:
    return Count(count=count, amount=amount, most=most, hand=hand)


def _row(record: GameRecord, key: TallyKey, count: Count) -> Tally:
    game, (column, player, fact) = record.game, key
    return Tally(
        game_id=game.pk,
        group_id=game.group_id,
        player_id=player,
        rules=game.rules,
        year=game.night.date.year,
        column=column,
        key=fact,
        count=count.count,
        amount=count.amount,
        most=count.most,
        hand=count.hand,
    )
