"""Pinochle with 80 cards, two sides of partners: what a hand is worth, and who wins.

What is asked and what the melds are worth is in `_pinochle_cards`, the typing in `_pinochle_screen`.

The marks of its lines, for statistics and for the sheet (a column has each at most once in a hand):

* made, failed: the bidding side and its bid; no_marriage: it failed because nothing could be named trump
* void: meld that did not count, for want of a trick
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from scorekeeper.rules import _pinochle_facts as counting, _pinochle_screen as typing_screen, steps
from scorekeeper.rules._pinochle_cards import (
    HIGHEST_LIKELY_BID,
    LAST_TRICK,
    LEAST_MELD,
    LOWEST_BID,
    SIDES,
    STEPS_FROM,
    TRICK_POINTS,
    Entry,
    Options,
    Typing,
    bidding_side,
)
from scorekeeper.rules.base import Column, Hand, Line, Mark, Outcome, Problem, Rules, Sheet, Table
from scorekeeper.rules.declaration import Ask, Draft, Value
from scorekeeper.rules.facts import Fact
from scorekeeper.rules.screens import Board, Duty, Step
from scorekeeper.rules.words import Amount, Half, Text, both, gettext as _, ngettext, points

__all__ = ["Entry", "Options", "Pinochle"]


class Pinochle(Rules[Options, Entry]):
    """Four players in two sides; the sides are the columns."""

    slug = "pinochle"
    name = _("Pinochle")
    players = range(4, 5)
    stages: ClassVar[tuple[tuple[str, Text], ...]] = (
        ("bid", _("Bid")),
        ("meld", _("Meld")),
        ("tricks", _("Tricks")),
    )
    watched_stage = "bid"
    legend: ClassVar[tuple[Mark, ...]] = (
        Mark(key="made", sign="▸", label=_("made the bid")),
        Mark(key="failed", sign="✗", label=_("failed the bid")),
        Mark(key="no_marriage", sign="∅", label=_("had no marriage to name trump with: the bid is lost")),
        Mark(key="void", sign="↓", label=_("took no trick worth points: the meld does not count")),
    )
    guide = counting.GUIDE
    figures = counting.FIGURES
    feats = counting.FEATS
    options = Options
    entry = Entry
    typing = Typing

    def sides(self, table: Table[Options]) -> tuple[tuple[int, ...], ...]:
        """Rules page: What is recorded for a hand."""
        return SIDES

    def target(self, table: Table[Options], column: Column) -> Half:
        """Rules page: End."""
        return points(table.options.target)

    def duties(self, table: Table[Options], dealer: int, draft: Draft) -> tuple[Duty, ...]:
        """The dealer bids last, so the player on the dealer’s left bids first. Rules page: Bidding facts."""
        first = Duty(seat=table.after(dealer), key="speaks_first", label=_("bids first"))
        return (*super().duties(table, dealer, draft), first)

    def steps(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> Iterator[Step]:
        """The bidding, the melds, the tricks."""
        return typing_screen.steps_of(self, sheet, dealer, draft)

    def board(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft, each: Ask, index: int | None) -> Board:
        """What may be answered, and what follows from the rest."""
        return typing_screen.board(sheet.table, draft, each, index)

    def hints(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> tuple[Text, ...]:
        """Who bids first, who bid what, what is trump, what is still needed."""
        return typing_screen.hints(sheet.table, dealer, draft)

    def entry_of(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> Entry:
        """The entry that a draft stands for."""
        known = steps.kept(self.steps(sheet, dealer, draft), draft)
        return self.entry_from(typing_screen.told(known), sheet.table)

    def draft_of(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> dict[str, Value]:
        """The draft in which an entry is corrected."""
        return typing_screen.draft_of(entry)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """Rules page: What is recorded for a hand, Bidding facts, Tricks."""
        yield from _check_bid(sheet.table.options, entry)
        if entry.no_marriage:
            yield from _check_no_marriage(entry)
            return
        if entry.trump is None:
            message = _("Trump is missing. If the bidder had no marriage, the sheet must say so.")
            yield Problem(path="hand.trump", message=message)
        yield from _check_missing(sheet.table, entry)
        yield from _check_tricks(entry)
        yield from _check_meld(sheet.table, entry)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """Rules page: Scoring."""
        bidding = bidding_side(entry)
        if entry.no_marriage:
            reason = _("no marriage: loses the bid of {bid}", bid=entry.bid or 0)
            yield Line(column=f"side{bidding}", points=points(-(entry.bid or 0)), reason=reason, mark="no_marriage")
            return
        options, bid = sheet.table.options, entry.bid or 0
        made = _made(options, entry, bidding)
        for side in range(len(SIDES)):
            column = f"side{side}"
            if side == bidding and made < bid:
                yield from _void(options, entry, side)
                reason = _("has {made}, failed the bid of {bid}", made=made, bid=bid)
                yield Line(column=column, points=points(-bid), reason=reason, mark="failed")
                continue
            if side == bidding:
                reason = _("has {made}, made the bid of {bid}", made=made, bid=bid)
                yield Line(column=column, points=Half(0), reason=reason, mark="made")
            yield from _adds(options, entry, side)

    def facts(self, table: Table[Options], hand: Hand[Entry]) -> Iterator[Fact]:
        """What the statistics count of a hand."""
        yield from super().facts(table, hand)
        yield from counting.facts(hand)

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """Rules page: End."""
        target = points(sheet.table.options.target)
        reached = [column for column in sheet.columns if sheet.totals[column.key] >= target]
        if not reached:
            return None
        names = both(column.label for column in reached)
        reason = _("{names} reached {target}", names=names, target=sheet.table.options.target)
        winner = reached[0]
        if len(reached) > 1:
            winner, why = _winner_of_both(sheet)
            reason = reason if why is None else _("{reached}; {why}", reached=reason, why=why)
        others = tuple((column.key,) for column in sheet.columns if column is not winner)
        return Outcome(reason=reason, winners=(winner.key,), ranking=((winner.key,), *others))


def _tricks(entry: Entry, side: int) -> int:
    """The trick points of a side: its counters, and 2 for the last trick."""
    return (entry.counters[side] or 0) + LAST_TRICK * bool(entry.last_trick[side])


def _meld_counts(options: Options, entry: Entry, side: int) -> bool:
    """Rules page: Options, Meld counts."""
    return options.meld_counts == "always" or _tricks(entry, side) > 0


def _made(options: Options, entry: Entry, side: int) -> int:
    """What a side has made: meld and trick points."""
    meld = (entry.meld[side] or 0) if _meld_counts(options, entry, side) else 0
    return meld + _tricks(entry, side)


def _adds(options: Options, entry: Entry, side: int) -> Iterator[Line]:
    """A side adds what it has made."""
    column, meld, counters = f"side{side}", entry.meld[side] or 0, entry.counters[side] or 0
    yield from _void(options, entry, side)
    if meld and _meld_counts(options, entry, side):
        yield Line(column=column, points=points(meld), reason=_("meld"))
    if counters:
        reason = ngettext("{count} counter", "{count} counters", counters)
        yield Line(column=column, points=points(counters), reason=reason)
    if entry.last_trick[side]:
        yield Line(column=column, points=points(LAST_TRICK), reason=_("the last trick"))


def _void(options: Options, entry: Entry, side: int) -> Iterator[Line]:
    """Meld that does not count."""
    meld = entry.meld[side] or 0
    if meld and not _meld_counts(options, entry, side):
        reason = _("no trick points, so the meld of {meld} does not count", meld=meld)
        yield Line(column=f"side{side}", points=Half(0), reason=reason, mark="void")


def _check_bid(options: Options, entry: Entry) -> Iterator[Problem]:
    if entry.bidder is None:
        yield Problem(path="hand.bidder", message=_("Who bid is missing; if all others pass, the dealer must bid."))
    bid = entry.bid
    if bid is None:
        yield Problem(path="hand.bid", message=_("The bid is missing."))
    elif bid < LOWEST_BID:
        yield Problem(path="hand.bid", message=_("The lowest bid is {lowest}.", lowest=LOWEST_BID))
    elif options.steps == "multiples_of_five" and bid > STEPS_FROM and bid % 5:
        message = _("Above {number} only multiples of 5 are bid.", number=STEPS_FROM)
        yield Problem(path="hand.bid", message=message)
    if bid is not None and bid > HIGHEST_LIKELY_BID:
        message = _("A bid above {highest} is hardly possible.", highest=HIGHEST_LIKELY_BID)
        yield Problem(path="hand.bid", message=message, level="warning")


def _check_no_marriage(entry: Entry) -> Iterator[Problem]:
    if entry.trump is not None:
        yield Problem(path="hand.trump", message=_("Without a marriage nothing is trump."))
    for side in range(len(SIDES)):
        if entry.meld[side] is not None:
            yield Problem(path=f"sides.{side}.meld", message=_("Without a marriage nobody melds."))
        if entry.counters[side] is not None:
            yield Problem(path=f"sides.{side}.counters", message=_("Without a marriage no trick is played."))
        if entry.last_trick[side] is not None:
            yield Problem(path=f"sides.{side}.last_trick", message=_("Without a marriage no trick is played."))


def _check_missing(table: Table[Options], entry: Entry) -> Iterator[Problem]:
    for side, seats in enumerate(SIDES):
        name = steps.side_label(table, seats)
        if entry.meld[side] is None:
            message = _("The meld of {side} is missing; none is written 0.", side=name)
            yield Problem(path=f"sides.{side}.meld", message=message)
        if entry.counters[side] is None:
            message = _("The counters of {side} are missing; none is written 0.", side=name)
            yield Problem(path=f"sides.{side}.counters", message=message)
        if entry.last_trick[side] is None:
            message = _("Whether {side} took the last trick is missing; for one side it is true.", side=name)
            yield Problem(path=f"sides.{side}.last_trick", message=message)


def _check_tricks(entry: Entry) -> Iterator[Problem]:
    """Rules page: Tricks. What is missing has been told already."""
    took = sum(map(bool, entry.last_trick))
    if took == 0 and None not in entry.last_trick:
        yield Problem(path="sides", message=_("One side took the last trick; the sheet must say which."))
    elif took > 1:
        yield Problem(path="sides", message=_("Only one side can take the last trick."))
    total = sum(_tricks(entry, side) for side in range(len(SIDES)))
    if None not in (*entry.counters, *entry.last_trick) and total != TRICK_POINTS:
        message = _("The trick points add up to {total}, not to {all}.", total=total, all=TRICK_POINTS)
        yield Problem(path="sides", message=message)


def _check_meld(table: Table[Options], entry: Entry) -> Iterator[Problem]:
    """Who names trump holds its king and queen."""
    side = bidding_side(entry)
    meld = entry.meld[side]
    if entry.bidder is not None and meld is not None and meld < LEAST_MELD:
        message = _(
            "{side} must hold the marriage of trump, so their meld is at least {least}.",
            side=steps.side_label(table, SIDES[side]),
            least=LEAST_MELD,
        )
        yield Problem(path=f"sides.{side}.meld", message=message, level="warning")


def _winner_of_both(sheet: Sheet[Options, Entry]) -> tuple[Column, Text | None]:
    """Who wins where both sides reached the target, and why where that is not plain from the totals."""
    bidding = sheet.columns[bidding_side(sheet.hands[-1].entry)]
    other = next(column for column in sheet.columns if column is not bidding)
    ahead = sheet.totals[bidding.key] - sheet.totals[other.key]
    if ahead > 0:
        return bidding, None
    if ahead == 0:
        return bidding, _("both have the same total, and {side} had the bid", side=bidding.label)
    if sheet.table.options.both_at_target == "higher":
        return other, None
    less, more = (Amount(half=sheet.totals[column.key]) for column in (bidding, other))
    return bidding, _("{side} had the bid and win with {less} to {more}", side=bidding.label, less=less, more=more)
