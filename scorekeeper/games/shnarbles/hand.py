"""What is asked about a hand of Shnarbles, and what both scoring and the hand screen derive from the answers."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.declaration import SUITS, Choice, choice, flag, number, seat as seat_field
from scorekeeper.rules.sheet import Seats, Sheet
from scorekeeper.rules.text import gettext as _, points

TRICKS = 5
"""The number of tricks in a hand: everyone is dealt five cards."""

MOST_FOLDS = 2
"""The most hands in a row that a player can fold. RULES.md: Checks."""

FAILED_BID = (Choice("flat", _("5 points")), Choice("net", _("5 points minus the tricks")))
GOALS = (Choice("zero_or_below", _("0 or below")), Choice("exactly_zero", _("Exactly 0")))
TRUMP_HELP = _("Nobody can fold if it’s spades.")
FOLDED_HELP = _("Stayed out of the hand. Nobody can fold three hands in a row.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules. `start` and `out_at` are whole points. RULES.md: Options."""

    failed_bid: str = choice(
        _("Failed bid"), _("What it costs to take fewer tricks than bid."), FAILED_BID, default="flat"
    )
    goal: str = choice(
        _("Goal"), _("Which score wins. With exactly 0, a player below 0 plays on."), GOALS, default="zero_or_below"
    )
    both_at_zero: str = choice(
        _("More than one at the goal"),
        _("Who wins when two or more get there in the same hand."),
        (Choice("shared", _("Shared win")), Choice("bidder", _("The bidder")), Choice("lowest", _("The lowest score"))),
        default="shared",
    )
    start: int = number(_("Starting score"), _("The score everyone starts with."), default=16, low=1)
    out_at: int = number(_("Out at"), _("A player with this score or more is out."), default=32, low=2)


AnySheet = Sheet[Options, "Entry"]
BID: dict[str, Any] = {
    "stage": "bid",
    "needed": _("unless everyone passed"),
    "when": lambda _sheet, entry, _seat: not entry.all_passed,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What happened in one hand. Nothing is recorded in `tricks` for players who folded. RULES.md: What is recorded."""

    all_passed: bool = flag(_("Everyone passed"), stage="bid")
    bidder: int | None = seat_field(
        _("Bidder"),
        _("Who made the highest bid."),
        question=_("Who took the bid?"),
        stage="bid",
        skip=_("Everyone passed"),
    )
    bid: int | None = number(
        _("Bid"),
        _("How many tricks the bidder bid."),
        question=_("What was the bid?"),
        low=1,
        high=TRICKS,
        **BID,
    )
    trump: str | None = choice(_("Trump"), TRUMP_HELP, SUITS, question=_("Which suit is trump?"), **BID)
    folded: tuple[bool, ...] = flag(_("Folded"), FOLDED_HELP, per="player", stage="folds", toggle=True)
    tricks: tuple[int | None, ...] = number(
        _("Tricks"),
        _("The tricks taken by everyone who stayed in."),
        question=_("How many tricks did {name} take?"),
        per="player",
        high=TRICKS,
        stage="tricks",
        needed=_("for everyone who stayed in, unless all opponents folded"),
        when=lambda sheet, entry, seat: seat in staying(sheet, entry),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """A field that just makes entry easier and is not recorded."""

    folds_done: bool = flag(_("Folds"), question=_("Who folds?"), stage="folds")


def dealt_in(sheet: AnySheet) -> Seats:
    """Return the players who aren't out. RULES.md: The end."""
    out_at = points(sheet.table.options.out_at)
    return tuple(seat for seat in sheet.table.seats if sheet.totals[str(seat)] < out_at)


def staying(sheet: AnySheet, entry: Entry) -> Seats:
    """Return who plays for tricks: everyone who didn't fold, or nobody if all the bidder's opponents did."""
    seats = dealt_in(sheet)
    if sheet.outcome is not None:  # After the end, nobody counts as out. RULES.md: The end.
        seats = tuple(seat for seat, taken in enumerate(entry.tricks) if seat == entry.bidder or taken is not None)
    seats = tuple(seat for seat in seats if not entry.folded[seat])
    return seats if not entry.all_passed and {*seats} - {entry.bidder} else ()


def staying_opponents(entry: Entry) -> Seats:
    """Return who stayed in against the bidder, clockwise from seat 0."""
    playing = (seat for seat, taken in enumerate(entry.tricks) if taken is not None and not entry.folded[seat])
    return tuple(seat for seat in playing if seat != entry.bidder)


def is_spade_out(entry: Entry) -> bool:
    """Return whether spades are trump and the bidder took every trick. RULES.md: Scoring."""
    return entry.bidder is not None and entry.trump == "spades" and entry.tricks[entry.bidder] == TRICKS


def must_play(sheet: AnySheet, seat: int) -> bool:
    """Return whether a player has folded too many hands in a row to fold again. RULES.md: Checks."""
    folds = [hand.entry.folded[seat] for hand in sheet.hands if not hand.entry.all_passed]
    return len(folds) >= MOST_FOLDS and all(folds[-MOST_FOLDS:])
