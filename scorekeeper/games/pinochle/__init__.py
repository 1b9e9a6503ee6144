"""Pinochle with 80 cards, for two pairs of partners: what a hand is worth, and who wins. RULES.md has the rules."""

from collections.abc import Iterator
from itertools import product

from scorekeeper.games.pinochle.hand import (
    COUNTERS,
    LAST_TRICK,
    LOWEST_BID,
    MELDS,
    SIDES,
    STEPS_FROM,
    Entry,
    Options,
    PinochleScreen,
)
from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.ends import reached, won_by
from scorekeeper.rules.game import CardGame, Guide, Need
from scorekeeper.rules.sheet import Column, Line, Outcome, Problem, ScoredHand, Seats, Sheet, Table
from scorekeeper.rules.statistics import BEST_HAND, HANDS, Fact, Feat, Figure, Statistics
from scorekeeper.rules.text import NOTHING, Half, gettext as _, pgettext, points

HIGHEST_LIKELY_BID = 2000

LOWEST_MELD = 4  # The value of the marriage in trump, which the bidding side must hold. RULES.md: No marriage.


def meld_counts(options: Options, tricks: int) -> bool:
    """Return whether a side with these trick points scores its meld. RULES.md: Meld without a trick."""
    return options.meld_counts == "always" or tricks > 0


class Pinochle(Rules[Options, Entry]):
    slug = "pinochle"
    name = _("Pinochle")
    players = range(4, 5)
    options = Options
    entry = Entry
    legend = (
        Mark(key="made", sign="▸", label=_("took the bid and made it"), word=_("made it"), role="made"),
        Mark(key="failed", sign="✗", label=_("missed the bid"), word=_("missed"), role="missed"),
        Mark(key="no_marriage", sign="≠", label=_("no marriage: lost the bid"), word=_("no marriage"), role="missed"),
        Mark(key="void", sign="∅", label=_("took no tricks with points: no meld"), word=_("no points")),
    )

    def sides(self, table: Table[Options]) -> tuple[Seats, ...]:
        return SIDES

    def target(self, table: Table[Options], column: Column) -> Half:
        return points(table.options.target)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """RULES.md: Bidding; No marriage; Tricks."""
        bid, meld, side = entry.bid, entry.meld[entry.bidding_side], entry.bidding_side
        if entry.bidder is None:
            yield Problem("hand.bidder", _("If everyone else passes, the dealer must bid."))
        if bid is not None and bid < LOWEST_BID:
            yield Problem("hand.bid", _("The lowest bid is {lowest}.", lowest=LOWEST_BID))
        elif bid is not None and sheet.table.options.steps == "multiples_of_five" and bid > STEPS_FROM and bid % 5:
            yield Problem("hand.bid", _("Above {number}, a bid must be a multiple of 5.", number=STEPS_FROM))
        if bid is not None and bid > HIGHEST_LIKELY_BID:
            message = _("A bid above {highest} is very unlikely.", highest=HIGHEST_LIKELY_BID)
            yield Problem("hand.bid", message, level="warning")
        if entry.no_marriage:
            if entry.trump is not None:
                yield Problem("hand.trump", _("Without a marriage, there’s no trump."))
            melds, tricks = _("Without a marriage, nobody melds."), _("Without a marriage, no tricks are played.")
            keys = (("meld", melds), ("counters", tricks), ("last_trick", tricks))
            for number, (key, message) in product(range(len(SIDES)), keys):
                if getattr(entry, key)[number] is not None:
                    yield Problem(f"sides.{number}.{key}", message)
            return
        if entry.trump is None:
            yield Problem("hand.trump", _("Which suit is trump? If the bidder had no marriage, record that."))
        last_tricks = sum(map(bool, entry.last_trick))
        if last_tricks == 0 and None not in entry.last_trick:
            yield Problem("sides", _("Which side took the last trick?"))
        elif last_tricks > 1:
            yield Problem("sides", _("Only one side can take the last trick."))
        total, whole = sum(map(entry.tricks, range(len(SIDES)))), COUNTERS + LAST_TRICK
        if None not in (*entry.counters, *entry.last_trick) and total != whole:
            yield Problem("sides", _("The trick points add up to {total}, not {all}.", total=total, all=whole))
        if entry.bidder is not None and meld is not None and meld < LOWEST_MELD:
            message = _(
                "{side} must hold the trump marriage, so their meld is at least {least}.",
                side=sheet.table.partners(SIDES[side]),
                least=LOWEST_MELD,
            )
            yield Problem(f"sides.{side}.meld", message, level="warning")

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """RULES.md: Scoring; No marriage; Meld without a trick."""
        bid = entry.bid or 0
        if entry.no_marriage:
            reason, column = _("no marriage: lost the bid of {bid}", bid=bid), f"side{entry.bidding_side}"
            yield Line(column, points(-bid), reason, "no_marriage")
            return
        for side, column in enumerate(sheet.totals):
            meld, counters, is_bidding = entry.meld[side] or 0, entry.counters[side] or 0, side == entry.bidding_side
            counts = meld_counts(sheet.table.options, entry.tricks(side))
            made = entry.tricks(side) + counts * meld
            if is_bidding and made >= bid:
                yield Line(column, NOTHING, _("made the bid of {bid} with {made}", made=made, bid=bid), "made")
            if meld and not counts:
                reason = _("no trick points, so the meld of {meld} doesn’t count", meld=meld)
                yield Line(column, NOTHING, reason, "void")
            if is_bidding and made < bid:
                yield Line(column, points(-bid), _("missed the bid of {bid} with {made}", made=made, bid=bid), "failed")
                continue
            if meld and counts:
                yield Line(column, points(meld), _("meld"))
            if counters:
                yield Line(column, points(counters), _("counters"))
            if entry.last_trick[side]:
                yield Line(column, points(LAST_TRICK), _("last trick"))

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """RULES.md: The end."""
        options = sheet.table.options
        out = [column for column in sheet.columns if sheet.totals[column.key] >= points(options.target)]
        if not out:
            return None
        reason = reached(options.target, [(column.label, sheet.totals[column.key]) for column in out])
        if len(out) == 1:
            return won_by(self.ranking(sheet), (out[0].key,), reason)
        side = sheet.hands[-1].entry.bidding_side
        winner, other = out[side], out[1 - side]
        if options.both_at_target == "bidder":
            why = _("{side} had the bid, and the bidding side goes out first", side=winner.label)
        elif sheet.totals[winner.key] == sheet.totals[other.key]:
            why = _("they’re tied, and {side} had the bid", side=winner.label)
        else:
            winner = max(out, key=lambda column: sheet.totals[column.key])
            why = _("the higher total wins")
        return won_by(self.ranking(sheet), (winner.key,), _("{reached}; {why}", reached=reason, why=why))


BIDDING = _("Bidding")
PLAY = _("Points per hand, and where they come from")


def needs(screen: PinochleScreen, column: Column) -> Iterator[Need]:
    """Yield which trick points make the bid or, for the other side, set it. RULES.md: What a side needs."""
    entry, options = screen.entry(), screen.table.options
    side, bid = entry.bidding_side, entry.bid
    meld, own, theirs, last = entry.meld[side], entry.counters[side], entry.counters[1 - side], entry.last_trick[side]
    if entry.bidder is None or bid is None or entry.trump is None or meld is None:
        return
    is_bidding = column.seats == SIDES[side]
    aim = _("to make the bid of {bid}", bid=bid) if is_bidding else _("to set the bid of {bid}", bid=bid)
    possible = [
        counters + LAST_TRICK * took_last
        for counters, took_last in product(range(COUNTERS + 1), (False, True))
        if own in (None, counters) and theirs in (None, COUNTERS - counters) and last in (None, took_last)
    ]
    enough = [tricks for tricks in possible if tricks + meld_counts(options, tricks) * meld >= bid]
    if possible and not enough:
        yield Need(points(bid), _("is the bid, and out of reach"))
    elif len(enough) == len(possible) > 0:
        yield Need(points(bid), _("is the bid, made in any case"))
    elif enough and (own, theirs) != (None, None):
        yield Need(points(LAST_TRICK), aim, _("with the last trick"))
    elif enough:
        least = min(enough) if is_bidding else COUNTERS + LAST_TRICK - min(enough) + 1
        yield Need(points(least), aim, _("in tricks"))


class PinochleStatistics(Statistics[Options, Entry]):
    numbers = ("meld",)
    figures = (
        Figure(label=_("Points per hand"), key=HANDS, show="each"),
        Figure(label=_("Best hand"), key=HANDS, show="most"),
        Figure(label=_("Won the bidding"), key="bid", show="share", heading=BIDDING),
        Figure(label=_("Average bid"), key="bid", show="each", heading=BIDDING),
        Figure(label=_("Bids made after winning the auction"), key="made", show="share", of="bid", heading=BIDDING),
        Figure(label=_("Highest bid made"), key="made", show="most", heading=BIDDING),
        Figure(label=_("Won the bid without a marriage"), key="no_marriage", show="share", of="bid", heading=BIDDING),
        Figure(label=_("Meld"), key="meld", show="each", heading=PLAY),
        Figure(label=_("Highest meld"), key="meld", show="most", heading=PLAY),
        Figure(label=_("Trick points"), key="tricks", show="each", heading=PLAY),
    )
    feats = (
        BEST_HAND,
        Feat(label=_("Highest meld"), key="meld"),
        Feat(label=_("Highest bid made"), key="made"),
        Feat(label=_("Costliest missed bid"), key="failed"),
    )

    def counted(self, sheet: Sheet[Options, Entry], hand: ScoredHand[Entry]) -> Iterator[Fact]:
        yield from super().counted(sheet, hand)
        entry, stake = hand.entry, points(hand.entry.bid or 0)
        made = any(line.mark == "made" for line in hand.lines)
        for key in ("bid", "made" if made else "failed", *["no_marriage"] * entry.no_marriage):
            yield Fact(f"side{entry.bidding_side}", key, stake, seat=entry.bidder)
        for side in () if entry.no_marriage else range(len(SIDES)):
            yield Fact(f"side{side}", "tricks", points(entry.tricks(side)))


GUIDE = (
    Guide(
        _("Table and deck"),
        _(
            "Four players, with partners opposite each other. The deck has four each of A 10 K Q J in every suit,"
            " ranking in that order."
        ),
        _("Everyone gets 20 cards. The first side to 500 wins."),
    ),
    Guide(
        _("Bidding"),
        _("Bidding opens at 50 or more. Raise by 1 or more, and from 60 on by 5 or more."),
        _("Once you pass, you’re out of the bidding. If the first three players pass, the dealer must bid."),
        _(
            "The high bidder names trump, but must hold its K Q. Without a K Q of any one suit,"
            " the bidding side loses the bid, the other side scores nothing, and the hand is over."
        ),
    ),
    Guide(
        _("Melds"),
        _("Each player counts their own melds, and partners add theirs together."),
        _("Doubles, triples and quadruples have their own values: a double run is 150 in all."),
        _("K Q of trump can’t count in both a run and a royal marriage. Otherwise a card can count in several melds."),
        table=(
            (_("Meld"), *(_("×{times}", times=times) for times in range(1, 5))),
            *((label, *(_("{points}", points=worth) for worth in values)) for label, values in MELDS),
        ),
    ),
    Guide(
        _("Tricks"),
        _("The tricks in a hand are worth 50 in all."),
        table=(
            (_("Taken"), _("Points")),
            (_("each A 10 K"), _("{points}", points=1)),
            (_("the last trick"), _("{points}", points=LAST_TRICK)),
        ),
    ),
    Guide(
        _("Scoring"),
        _("Add up each side’s meld and trick points."),
        _("If the bidding side made its bid, both sides score what they have."),
        _("If not, the bidding side loses the bid, and the other side scores what it has."),
        _("If both sides reach the target in the same hand, the bidding side wins. Totals can go below 0."),
    ),
)
PINOCHLE = CardGame(
    rules=Pinochle(),
    screen=PinochleScreen,
    statistics=PinochleStatistics(),
    also=(pgettext("game", "Double-deck Pinochle"),),
    guide=GUIDE,
    needs=needs,
)
