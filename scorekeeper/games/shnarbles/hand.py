"""What Shnarbles asks, and what can be read off a hand: the part that scoring and the hand screen both need.

Nothing is scored here. Seats count clockwise from 0; bids and tricks are whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.cards import SUITS
from scorekeeper.rules.declaration import Choice, choice, flag, number, seat as a_seat
from scorekeeper.rules.sheet import Seats, Sheet
from scorekeeper.rules.words import gettext as _, points

TRICKS = 5
"""The tricks of a hand: five cards each. Rules page: the head."""

RUN = 2
"""Who has folded so many hands running must play the next one. Rules page: Checks."""

FAILED_BID = (
    Choice("flat", _("5 points"), _("5 points more, whatever was taken.")),
    Choice("net", _("5 points less the tricks"), _("With 2 tricks, 3 points more.")),
)
GOALS = (
    Choice("zero_or_below", _("0 or below"), _("It does not matter by how much.")),
    Choice("exactly_zero", _("Exactly 0"), _("Whoever is below 0 plays on, and may come back up to 0.")),
)
BOTH_AT_ZERO = (
    Choice("shared", _("Shared win"), _("They win together.")),
    Choice("bidder", _("The bidder"), _("The bidder wins alone, if among them.")),
    Choice("lowest", _("The lowest score"), _("Equal lowest scores share the win.")),
)
SEVERAL = _("Who wins when two or more get there in the same hand.")
OUT = _("Whoever has this score or more is out: kept on the sheet, no longer dealt in.")
ALL_PASSED = _("Nobody bid; nobody scores, and the same dealer deals again.")
TRUMP = _("Which suit was trump. With spades nobody may fold.")
TAKEN = _("The tricks of everybody who stayed in.")
FOLDED = _("Stayed out of the hand. Nobody folds three hands running.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules, the rules page's default first. Rules page: Options. Start and out are whole points."""

    failed_bid: str = choice(
        _("Failed bid"), _("What it costs to take fewer tricks than were bid."), FAILED_BID, default="flat"
    )
    goal: str = choice(_("Goal"), _("Which score wins."), GOALS, default="zero_or_below")
    both_at_zero: str = choice(_("Several at the goal"), SEVERAL, BOTH_AT_ZERO, default="shared")
    start: int = number(_("Start"), _("The score with which everybody begins."), default=16, low=1)
    out_at: int = number(_("Out at"), OUT, default=32, low=2)


AnySheet = Sheet[Options, "Entry"]


def has_bid(_sheet: AnySheet, entry: Entry, _seat: int | None) -> bool:
    """Whether somebody bid."""
    return not entry.all_passed


def plays(sheet: AnySheet, entry: Entry, seat: int | None) -> bool:
    """Whether a player is in the hand for its tricks."""
    return seat in staying(sheet, entry)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the table saw in one hand. Folded and tricks have one value per seat; tricks of a folder are left out."""

    all_passed: bool = flag(_("All passed"), ALL_PASSED, stage="bid")
    bidder: int | None = a_seat(_("Bidder"), _("Who made the highest bid."), stage="bid", skip=_("Everyone passed"))
    bid: int | None = number(
        _("Bid"), _("How many tricks the bidder said."), low=1, high=TRICKS, stage="bid", needed=True, when=has_bid
    )
    trump: str | None = choice(_("Trump"), TRUMP, SUITS, stage="bid", needed=True, when=has_bid)
    folded: tuple[bool, ...] = flag(_("Folded"), FOLDED, per="player", stage="folds", toggle=True)
    tricks: tuple[int | None, ...] = number(
        _("Tricks"), TAKEN, per="player", high=TRICKS, stage="tricks", needed=True, when=plays
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """What only helps the typing."""

    folds_done: bool = flag(_("Who folds?"), _("Tap everybody who folds, then go on."), stage="folds")


def dealt_in(sheet: AnySheet) -> Seats:
    """Everybody who is not out. Rules page: End."""
    out_at = points(sheet.table.options.out_at)
    return tuple(seat for seat in sheet.table.seats if sheet.totals[str(seat)] < out_at)


def staying(sheet: AnySheet, entry: Entry) -> Seats:
    """Who plays for the tricks: the bidder and whoever did not fold; nobody when all fold."""
    seats = dealt_in(sheet)
    if sheet.outcome is not None:  # Nobody is out any more: whoever is in the hand was dealt in to it.
        seats = tuple(seat for seat, taken in enumerate(entry.tricks) if seat == entry.bidder or taken is not None)
    seats = tuple(seat for seat in seats if not entry.folded[seat])
    return seats if not entry.all_passed and {*seats} - {entry.bidder} else ()


def rivals(entry: Entry) -> Seats:
    """Who stayed in against the bidder, clockwise from seat 0."""
    played = (seat for seat, taken in enumerate(entry.tricks) if taken is not None and not entry.folded[seat])
    return tuple(seat for seat in played if seat != entry.bidder)


def is_spade_out(entry: Entry) -> bool:
    """Spades are trump and the bidder takes all tricks. Rules page: Scoring, 2."""
    return entry.bidder is not None and entry.trump == "spades" and entry.tricks[entry.bidder] == TRICKS


def must_play(sheet: AnySheet, seat: int) -> bool:
    """Whether a player has folded so often running; a hand that all passed doesn't count. Rules page: Checks."""
    played = [hand.entry.folded[seat] for hand in sheet.hands if not hand.entry.all_passed]
    return len(played) >= RUN and all(played[-RUN:])
