"""The counts that statistics need from a finished game, by key and player (or column, if it has no players).

The keys in `queries.looking_back.keys` are derived from any game's totals and outcome; all others are for facts that a
game's own rules define.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter

from scorekeeper.models import Tally
from scorekeeper.queries.looking_back.keys import GAME, LEAD, MARGIN, PLACE, WON
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.rules.sheet import Column, Outcome, ranks

TallyKey = tuple[str, int | None, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How many times a fact occurred in a game, its total and maximum in half points, and the hand with the maximum."""

    count: int
    amount: int
    most: int
    hand: int

    @classmethod
    def once(cls, amount: int, hand: int) -> "Count":
        """Return the count for a single occurrence."""
        return cls(count=1, amount=amount, most=amount, hand=hand)

    def plus(self, amount: int, hand: int) -> "Count":
        """Return the count with one more occurrence. If its amount only equals the maximum, keep the earlier hand."""
        most, max_hand = (amount, hand) if amount > self.most else (self.most, self.hand)
        return Count(count=self.count + 1, amount=self.amount + amount, most=most, hand=max_hand)


def tally_rows(record: GameRecord) -> Iterator[Tally]:
    """Yield a game's tallies, or none if the game is in progress or hidden."""
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
    """Return a finished game's counts, by (column, player, key)."""
    counts: dict[TallyKey, Count] = {}
    columns = {column.key: column for column in record.sheet.columns}
    for stored, hand in zip(record.saved, record.sheet.hands, strict=False):
        for fact in record.card_game.statistics.facts(record.table, hand):
            for player in _players(record, columns[fact.column], fact.seat):
                key, occurrence = (fact.column, player, fact.key), (fact.amount, stored.number)
                counts[key] = counts[key].plus(*occurrence) if key in counts else Count.once(*occurrence)
    for kind, column, count in (*_lead_counts(record), *_end_counts(record)):
        counts |= {(column, player, kind): count for player in _players(record, columns[column], None)}
    return counts


def _players(record: GameRecord, column: Column, seat: int | None) -> tuple[int | None, ...]:
    """Return the ids of a column's players, or only the one at `seat`. If the column has no seats, return just None."""
    if not column.seats:
        return (None,)
    return tuple(record.players[column_seat] for column_seat in column.seats if seat in (None, column_seat))


def _lead_counts(record: GameRecord) -> Iterator[tuple[str, str, Count]]:
    runs: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    previous, run = "", 0
    for stored, ranking in zip(record.saved, record.rankings, strict=False):
        leader = ranking[0][0] if ranking and len(ranking[0]) == 1 else ""
        run = run + 1 if leader == previous else 1
        previous = leader
        if leader:
            runs[leader].append((run, stored.number))
    for column, leads in runs.items():
        longest, hand = max(leads, key=itemgetter(0))
        yield LEAD, column, Count(count=len(leads), amount=0, most=longest, hand=hand)


def _end_counts(record: GameRecord) -> Iterator[tuple[str, str, Count]]:
    """Yield the counts for each column's total, place, win and margin, or nothing for a game without hands."""
    outcome, sheet = record.outcome, record.sheet
    if outcome is None or not sheet.hands:
        return
    ends: dict[str, Mapping[str, int]] = {GAME: sheet.totals}
    if outcome.winners:
        won = dict.fromkeys(outcome.winners, 0)
        ends |= {PLACE: ranks(outcome.ranking), WON: won, MARGIN: dict(_margins(outcome, sheet.totals))}
    last = record.saved[len(sheet.hands) - 1].number
    for kind, amounts in ends.items():
        yield from ((kind, column, Count.once(amount, last)) for column, amount in amounts.items())


def _margins(outcome: Outcome, totals: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield each winner's lead over the next-best column, or 0 for a shared win."""
    ranked = [column for equal in outcome.ranking for column in equal]
    for winner in outcome.winners:
        others = [column for column in ranked if column != winner]
        if others:
            yield winner, 0 if len(outcome.winners) > 1 else abs(totals[winner] - totals[others[0]])
