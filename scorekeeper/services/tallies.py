"""The counts that statistics need from a finished game, by key and player (or column, if it has no players).

The keys in `queries.looking_back.figures` are derived from any game's totals and outcome; all others are for facts
that a game's own rules define.
"""

from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter

from scorekeeper.models import Tally
from scorekeeper.queries.looking_back.figures import GAME, LEAD, MARGIN, PLACE, WON
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.rules.sheet import ranks

Occurrence = tuple[str, int | None, str, tuple[int, int, int]]
"""Something that is counted: its column, its only seat if not all of them, and its key; what it adds to the amount and
offers as the maximum, both in half points, and the number of the hand."""


def tally_rows(record: GameRecord) -> Iterator[Tally]:
    """Yield a game's tallies, or none if the game is in progress or hidden."""
    game = record.game
    if record.outcome is None or game.hidden:
        return
    seats_of = {column.key: column.seats for column in record.sheet.columns}
    counted: defaultdict[tuple[str, int | None, str], list[tuple[int, int, int]]] = defaultdict(list)
    for column, only, key, occurrence in (*_in_hands(record), *_ends(record)):
        seats = (seat for seat in seats_of[column] if only in (None, seat))
        for player in [record.players[seat] for seat in seats] if seats_of[column] else [None]:
            counted[column, player, key].append(occurrence)
    for (column, player, key), occurrences in counted.items():
        _amount, most, hand = max(occurrences, key=itemgetter(1))  # the earliest of several with the maximum
        yield Tally(
            game_id=game.pk,
            group_id=game.group_id,
            player_id=player,
            rules=game.rules,
            year=game.night.date.year,
            column=column,
            key=key,
            count=len(occurrences),
            amount=sum(amount for amount, _most, _hand in occurrences),
            most=most,
            hand=hand,
        )


def _in_hands(record: GameRecord) -> Iterator[Occurrence]:
    """Yield each hand's facts and, if a column leads alone after it, that with how many times in a row."""
    previous, run = "", 0
    for stored, hand, ranking in zip(record.saved, record.sheet.hands, record.rankings, strict=False):
        for fact in record.card_game.statistics.facts(record.table, hand):
            yield fact.column, fact.seat, fact.key, (fact.amount, fact.amount, stored.number)
        leader = ranking[0][0] if ranking and len(ranking[0]) == 1 else ""
        run = run + 1 if leader == previous else 1
        previous = leader
        if leader:
            yield leader, None, LEAD, (0, run, stored.number)


def _ends(record: GameRecord) -> Iterator[Occurrence]:
    """Yield each column's total, place, win and margin: a winner's lead over the next-best, or 0 for a shared win."""
    outcome, sheet = record.outcome, record.sheet
    if outcome is None or not sheet.hands:
        return
    ends: dict[str, dict[str, int]] = {GAME: dict(sheet.totals)}
    if outcome.winners:
        ends |= {PLACE: ranks(outcome.ranking), WON: dict.fromkeys(outcome.winners, 0), MARGIN: {}}
        ranked = [column for equal in outcome.ranking for column in equal]
        for winner in outcome.winners:
            if others := [column for column in ranked if column != winner]:
                is_shared = len(outcome.winners) > 1
                ends[MARGIN][winner] = 0 if is_shared else abs(sheet.totals[winner] - sheet.totals[others[0]])
    last = record.saved[len(sheet.hands) - 1].number
    for kind, amounts in ends.items():
        yield from ((column, None, kind, (amount, amount, last)) for column, amount in amounts.items())
