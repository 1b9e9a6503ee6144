"""Pinochle with 80 cards, for two pairs of partners: what a hand is worth, and who wins. RULES.md has the rules."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.games.pinochle.guide import GUIDE
from scorekeeper.games.pinochle.hand import COUNTERS, LAST_TRICK, LOWEST_BID, SIDES, STEPS_FROM, Entry, Options
from scorekeeper.games.pinochle.screen import PinochleScreen
from scorekeeper.games.pinochle.statistics import PinochleStatistics
from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.ends import reached, won_by
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.sheet import Column, Line, Outcome, Problem, Seats, Sheet, Table
from scorekeeper.rules.words import NOTHING, Half, gettext as _, ngettext, points

HIGHEST_LIKELY_BID = 2000

LOWEST_MELD = 4
"""The value of the marriage in trump, which the bidding side must hold. RULES.md: No marriage."""


class Pinochle(Rules[Options, Entry]):
    """Four players on two sides, with one column per side."""

    slug = "pinochle"
    name = _("Pinochle")
    players = range(4, 5)
    options = Options
    entry = Entry
    legend = (
        Mark(key="made", sign="▸", label=_("took the bid and made it")),
        Mark(key="failed", sign="✗", label=_("missed the bid")),
        Mark(key="no_marriage", sign="≠", label=_("no marriage: lost the bid")),
        Mark(key="void", sign="∅", label=_("took no tricks worth a point: the meld doesn’t count")),
    )

    def sides(self, table: Table[Options]) -> tuple[Seats, ...]:
        return SIDES

    def target(self, table: Table[Options], column: Column) -> Half:
        return points(table.options.target)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """RULES.md: Bidding; No marriage; Tricks."""
        yield from _check_bid(sheet.table.options, entry)
        if entry.no_marriage:
            yield from _check_no_marriage(entry)
            return
        if entry.trump is None:
            message = _("Which suit is trump? If the bidder had no marriage, record that.")
            yield Problem(path="hand.trump", message=message)
        yield from _check_tricks(entry)
        side = entry.bidding_side
        meld = entry.meld[side]
        if entry.bidder is not None and meld is not None and meld < LOWEST_MELD:
            message = _(
                "{side} must hold the trump marriage, so their meld is at least {least}.",
                side=sheet.table.partners(SIDES[side]),
                least=LOWEST_MELD,
            )
            yield Problem(path=f"sides.{side}.meld", message=message, level="warning")

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """RULES.md: Scoring; No marriage."""
        if entry.no_marriage:
            reason, lost = _("no marriage: lost the bid of {bid}", bid=entry.bid or 0), points(-(entry.bid or 0))
            yield Line(column=f"side{entry.bidding_side}", points=lost, reason=reason, mark="no_marriage")
            return
        for side in range(len(SIDES)):
            yield from _score_side(sheet.table.options, entry, side)

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """RULES.md: The end."""
        options = sheet.table.options
        out = [column for column in sheet.columns if sheet.totals[column.key] >= points(options.target)]
        if not out:
            return None
        reason = reached(options.target, [(column.label, sheet.totals[column.key]) for column in out])
        if len(out) == 1:
            return won_by(self, sheet, (out[0].key,), reason)
        side = sheet.hands[-1].entry.bidding_side
        winner, other = out[side], out[1 - side]
        tied = sheet.totals[winner.key] == sheet.totals[other.key]
        if options.both_at_target == "bidder":
            why = _("{side} had the bid, and the bidding side goes out first", side=winner.label)
        elif tied:
            why = _("they’re tied, and {side} had the bid", side=winner.label)
        else:
            winner = max(out, key=lambda column: sheet.totals[column.key])
            why = _("the higher total wins")
        return won_by(self, sheet, (winner.key,), _("{reached}; {why}", reached=reason, why=why))


def _score_side(options: Options, entry: Entry, side: int) -> Iterator[Line]:
    """Yield the lines for what a side made, or for failing to make its bid. RULES.md: Scoring; Meld without a trick."""
    column, meld, counters, bid = f"side{side}", entry.meld[side] or 0, entry.counters[side] or 0, entry.bid or 0
    meld_counts = options.meld_counts == "always" or entry.tricks(side) > 0
    made = entry.tricks(side) + meld_counts * meld
    is_bidding = side == entry.bidding_side
    if is_bidding and made >= bid:
        reason = _("made the bid of {bid} with {made}", made=made, bid=bid)
        yield Line(column=column, points=NOTHING, reason=reason, mark="made")
    if meld and not meld_counts:
        reason = _("no trick points, so the meld of {meld} doesn’t count", meld=meld)
        yield Line(column=column, points=NOTHING, reason=reason, mark="void")
    if is_bidding and made < bid:
        reason = _("missed the bid of {bid} with {made}", made=made, bid=bid)
        yield Line(column=column, points=points(-bid), reason=reason, mark="failed")
        return
    if meld and meld_counts:
        yield Line(column=column, points=points(meld), reason=_("meld"))
    if counters:
        reason = ngettext("{count} counter", "{count} counters", counters)
        yield Line(column=column, points=points(counters), reason=reason)
    if entry.last_trick[side]:
        yield Line(column=column, points=points(LAST_TRICK), reason=_("last trick"))


def _check_bid(options: Options, entry: Entry) -> Iterator[Problem]:
    bid = entry.bid
    if entry.bidder is None:
        yield Problem(path="hand.bidder", message=_("If everyone else passes, the dealer must bid."))
    if bid is None:
        return
    if bid < LOWEST_BID:
        yield Problem(path="hand.bid", message=_("The lowest bid is {lowest}.", lowest=LOWEST_BID))
    elif options.steps == "multiples_of_five" and bid > STEPS_FROM and bid % 5:
        yield Problem(path="hand.bid", message=_("Above {number}, a bid must be a multiple of 5.", number=STEPS_FROM))
    if bid > HIGHEST_LIKELY_BID:
        message = _("A bid above {highest} is very unlikely.", highest=HIGHEST_LIKELY_BID)
        yield Problem(path="hand.bid", message=message, level="warning")


def _check_no_marriage(entry: Entry) -> Iterator[Problem]:
    if entry.trump is not None:
        yield Problem(path="hand.trump", message=_("Without a marriage, there’s no trump."))
    melds, tricks = _("Without a marriage, nobody melds."), _("Without a marriage, no tricks are played.")
    for side in range(len(SIDES)):
        for key, message in (("meld", melds), ("counters", tricks), ("last_trick", tricks)):
            if getattr(entry, key)[side] is not None:
                yield Problem(path=f"sides.{side}.{key}", message=message)


def _check_tricks(entry: Entry) -> Iterator[Problem]:
    """RULES.md: Tricks."""
    last_tricks = sum(map(bool, entry.last_trick))
    if last_tricks == 0 and None not in entry.last_trick:
        yield Problem(path="sides", message=_("Which side took the last trick?"))
    elif last_tricks > 1:
        yield Problem(path="sides", message=_("Only one side can take the last trick."))
    total, whole = sum(map(entry.tricks, range(len(SIDES)))), COUNTERS + LAST_TRICK
    if None not in (*entry.counters, *entry.last_trick) and total != whole:
        message = _("The trick points add up to {total}, not {all}.", total=total, all=whole)
        yield Problem(path="sides", message=message)


PINOCHLE = CardGame(rules=Pinochle(), screen=PinochleScreen, statistics=PinochleStatistics(), guide=GUIDE)
