"""How a finished game turned, in at most three sentences, each about one of its hands."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, takewhile
from typing import Literal

from scorekeeper.recording.game.records import GameRecord
from scorekeeper.rules.played import AnySheet
from scorekeeper.rules.sheet import Column, ScoredHand, ranks
from scorekeeper.rules.text import Amount, Half, Text, TextValue, both, gettext as _

FEWEST = 4  # hands that a story takes
FIRST_BEHIND = 3  # the first hand after which being behind is something to come back from
MOST = 3  # sentences


@dataclass(frozen=True, kw_only=True)
class Told:
    """A sentence of a story, and the number of the hand that it is about."""

    kind: Literal["missed", "lost", "comeback", "turn", "start", "seatless"]
    text: Text
    number: int


def story(record: GameRecord) -> tuple[Told, ...]:
    """Return the sentences about a game that is over, the best first: one if it is too short to be told.

    A tally has no story: how it stood before its end isn't known.
    """
    if record.rules.way == "tally" or record.outcome is None or not record.sheet.hands or len(record.names) < 2:
        return ()
    if len(record.sheet.hands) < FEWEST:
        return (turning_point(record),)
    told = (costliest_hand(record), comeback(record), turning_point(record), seatless_end(record))
    return tuple(each for each in told if each)[:MOST]


def told_on_the_night(record: GameRecord) -> tuple[Told, ...]:
    """Return the best sentence that no highlight of the night can say, too, if there is one."""
    return tuple(told for told in story(record) if told.kind in ("lost", "comeback", "turn"))[:1]


def costliest_hand(record: GameRecord) -> Told | None:
    """Return the hand without whose points one loser alone would have won: a missed bid if any, else the dearest."""
    sheet, rules, outcome = record.sheet, record.rules, record.outcome
    losers = [column for column in sheet.columns if column.seats and outcome and column.key not in outcome.winners]
    missed = {mark.key for mark in rules.legend if mark.role == "missed"}

    def marks(column: Column, hand: ScoredHand[object]) -> list[str]:
        return [key for line in hand.lines if line.column == column.key for key in line.mark.split()]

    candidates = [
        (missed.isdisjoint(marks(column, hand)), -loss, index, column)
        for column in losers
        for index, hand in enumerate(sheet.hands)
        if (loss := hand.points[column.key] * (1 if rules.low_wins else -1)) > 0
        # What somebody joined with, they didn't lose.
        and not any(record.stays[seat].first == index + 1 > 1 for seat in column.seats)
    ]
    for is_other, _loss, index, column in sorted(candidates, key=lambda candidate: candidate[:3]):
        without = _without(sheet, column, index)
        if not _wins_alone(record, without, column.key, index):
            continue
        changed, number = sheet.hands[index], record.saved[index].number
        bids = (line.reason.values.get("bid") for line in changed.lines if line.column == column.key)
        bid = next((bid for bid in bids if isinstance(bid, int)), None)
        hand = _("without its {points}", points=Amount(half=changed.points[column.key]))
        if bid is not None and not is_other:
            hand = _("without the missed bid of {bid}", bid=bid)
        others = [key for tied in rules.ranking_then(without) for key in tied if key != column.key]
        ahead = _ahead(record, without.totals, column.key, others[:1])
        text = _("{hand}, {name} would have won.", hand=hand, name=column.label)
        if ahead > 0:
            by = Amount(half=Half(ahead))
            text = _("{hand}, {name} would have won by {points}.", hand=hand, name=column.label, points=by)
        return Told(kind="lost" if is_other else "missed", text=_at(record, number, text), number=number)
    return None


def _at(record: GameRecord, number: int, text: Text) -> Text:
    """Return a sentence with the hand that it is about."""
    return _("{hand}: {told}", hand=record.said("named", number=number), told=text)


def _without(sheet: AnySheet, column: Column, index: int) -> AnySheet:
    """Return the sheet with totals as if a hand had changed nothing in a column."""
    key, change = column.key, sheet.hands[index].points[column.key]
    hands = list(sheet.hands)
    for at in range(index, len(hands)):
        hands[at] = replace(hands[at], totals={**hands[at].totals, key: Half(hands[at].totals[key] - change)})
    return replace(sheet, hands=tuple(hands), outcome=None)


def _wins_alone(record: GameRecord, sheet: AnySheet, key: str, since: int) -> bool:
    """Return whether such a sheet ends with this column as its only winner, with the same seats dealt in `since`."""
    end = record.rules.outcome(sheet)
    end = record.rules.stopped(sheet, record.stopped) if end is None and record.stopped else end
    if end is None or end.winners != (key,):
        return False
    for count in range(since + 1, len(sheet.hands)):
        was, then = (replace(each, hands=each.hands[:count], outcome=None) for each in (record.sheet, sheet))
        if record.rules.outcome(then) or record.rules.seats(then) != record.rules.seats(was):
            return False
    return True


def _ahead(record: GameRecord, totals: Mapping[str, Half], key: str, others: Iterable[str]) -> int:
    """Return how many half points a column is ahead of the best of these others; negative if it is behind."""
    gaps = (totals[key] - totals[other] for other in others if other != key)
    return min((-gap if record.rules.low_wins else gap for gap in gaps), default=0)


def comeback(record: GameRecord) -> Told | None:
    """Return how far behind a winner was at most, from hand 3 on, unless that is less than an average hand brought."""
    sheet, labels = record.sheet, {column.key: column.label for column in record.sheet.columns}
    behind, last = list[tuple[int, int, str]](), ranks(record.rankings[-1])
    for count in range(FIRST_BEHIND, len(sheet.hands)):
        rank = ranks(record.rankings[count - 1])
        for key in record.outcome.winners if record.outcome else ():
            better = (other for other in rank if rank[other] < rank[key])
            # Nobody comes back against those who have left, or are out, with at least as much.
            met = (each for each in better if last[each] <= last[key] or _ahead(record, sheet.totals, key, [each]) > 0)
            behind.append((-_ahead(record, sheet.hands[count - 1].totals, key, met), -count, key))
    most, count, key = max(behind, key=lambda each: each[:2], default=(0, 0, ""))
    if most <= 0 or most * len(sheet.hands) < abs(sheet.totals[key] - sheet.start[key]):
        return None
    by, number = Amount(half=Half(most)), record.saved[-count - 1].number
    text = _("{name} was {points} behind, and came back.", name=labels[key], points=by)
    return Told(kind="comeback", text=_at(record, number, text), number=number)


def seatless_end(record: GameRecord) -> Told | None:
    """Return who gave how much to a column without a seat that ended the game by reaching its target."""
    sheet = record.sheet
    for column in sheet.columns:
        target = None if column.seats else record.rules.target(sheet.table, column)
        if target is None or sheet.totals[column.key] < target:
            continue
        given = Counter[int]()
        for line in chain.from_iterable(hand.lines for hand in sheet.hands):
            if line.column == column.key and line.by is not None:
                given[line.by] += line.points
        givers = (
            _("{name} ({points})", name=sheet.table.names[seat], points=Amount(half=Half(amount)))
            for seat, amount in sorted(given.items(), key=lambda item: (-item[1], item[0]))
            if amount
        )
        total = Amount(half=sheet.totals[column.key])
        text = _("The {name}’s {points} came from {names}.", name=column.label, points=total, names=both(givers))
        return Told(kind="seatless", text=text, number=record.saved[len(sheet.hands) - 1].number) if given else None
    return None


def turning_point(record: GameRecord) -> Told:
    """Return when the lead last changed, if it ever did. Columns without a seat never lead."""
    rankings = record.rankings
    # Nobody leads until the players' totals first differ.
    level = len(list(takewhile(lambda ranking: len(ranking) == 1, rankings)))
    leads = [() if index < level else ranking[0] for index, ranking in enumerate(rankings)]
    labels = {column.key: column.label for column in record.sheet.columns}
    last = leads[-1]

    def told(text: Text, index: int = 0, *, at: bool = False, **values: TextValue) -> Told:
        number = record.saved[index].number
        text = replace(text, values={"names": both(labels[key] for key in last), **values})
        return Told(kind="turn" if index else "start", text=_at(record, number, text) if at else text, number=number)

    winners = record.outcome.winners if record.outcome else ()
    if not last:
        return told(_("Nobody was ever ahead."))
    if {*last} < {*winners}:
        return told(_("{winners} share the win."), len(leads) - 1, winners=both(labels[key] for key in winners))
    if winners and not {*last} <= {*winners}:
        won, tied = both(labels[key] for key in winners), [labels[key] for key in last if key not in winners]
        if len(tied) < len(last):
            text = _("{winners} won, though tied with {others} at the end.")
            return told(text, len(leads) - 1, winners=won, others=both(tied))
        return told(_("{winners} won, though {names} led at the end."), len(leads) - 1, winners=won)
    if len(last) > 1:
        since = len(leads) - next((i for i, leaders in enumerate(reversed(leads)) if leaders != last), len(leads))
        if since == 0:
            return told(_("{names} shared the lead from start to finish."))
        if since == len(leads) - 1:
            return told(_("{names} tied for the lead at the end."), since)
        return told(_("{names} shared the lead from here on."), since, at=True)
    since = len(leads) - next((i for i, leaders in enumerate(reversed(leads)) if last[0] not in leaders), len(leads))
    others = [key for key in labels if any(key in leaders for leaders in leads[since:]) and key != last[0]]
    if since == 0 and not others:
        return told(_("{names} led from start to finish."))
    if since == 0:
        shared = both(labels[key] for key in others)
        return told(_("{names} led from start to finish, sometimes tied with {others}."), others=shared)
    alone = leads.index(last, since)
    before = next((leaders for leaders in reversed(leads[:since]) if leaders), ())
    # Whoever has left, is out or has come back with the better total was not passed.
    gaps = [_ahead(record, record.sheet.hands[at].totals, last[0], before) for at in (since - 1, alone)]
    if not before or not gaps[0] <= 0 < gaps[1]:
        return told(_("{names} took the lead and kept it."), alone, at=True)
    passed = both(labels[key] for key in before)
    if alone == len(leads) - 1:
        return told(_("{names} passed {others} at the very end."), alone, others=passed)
    return told(_("{names} passed {others} for good."), alone, at=True, others=passed)
