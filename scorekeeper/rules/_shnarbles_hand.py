"""What Shnarbles asks, and what can be read off a hand: the part that scoring and the hand screen both need.

Nothing is scored here. Seats count clockwise from 0; bids and tricks are whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules._suits import SUITS
from scorekeeper.rules.declaration import Ask, Choice, ask
from scorekeeper.rules.words import gettext as _

TRICKS = 5
"""The tricks of a hand: five cards each. Rules page: the head."""

RUN = 2
"""Who has folded so many hands running must play the next one. Rules page: Checks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules, the rules page's default first. Rules page: Options. Start and out are whole points."""

    failed_bid: str = ask(
        "flat",
        Ask(
            label=_("Failed bid"),
            help=_("What it costs to take fewer tricks than were bid."),
            kind="choice",
            choices=(
                Choice(value="flat", label=_("5 points"), help=_("5 points more, whatever was taken.")),
                Choice(value="net", label=_("5 points less the tricks"), help=_("With 2 tricks, 3 points more.")),
            ),
        ),
    )
    goal: str = ask(
        "zero_or_below",
        Ask(
            label=_("Goal"),
            help=_("Which score wins."),
            kind="choice",
            choices=(
                Choice(value="zero_or_below", label=_("0 or below"), help=_("It does not matter by how much.")),
                Choice(
                    value="exactly_zero",
                    label=_("Exactly 0"),
                    help=_("Whoever is below 0 plays on, and may come back up to 0."),
                ),
            ),
        ),
    )
    both_at_zero: str = ask(
        "shared",
        Ask(
            label=_("Several at the goal"),
            help=_("Who wins when two or more get there in the same hand."),
            kind="choice",
            choices=(
                Choice(value="shared", label=_("Shared win"), help=_("They win together.")),
                Choice(value="bidder", label=_("The bidder"), help=_("The bidder wins alone, if among them.")),
                Choice(value="lowest", label=_("The lowest score"), help=_("Equal lowest scores share the win.")),
            ),
        ),
    )
    start: int = ask(
        16,
        Ask(label=_("Start"), help=_("The score with which everybody begins."), kind="number", low=1),
    )
    out_at: int = ask(
        32,
        Ask(
            label=_("Out at"),
            help=_("Whoever has this score or more is out: kept on the sheet, no longer dealt in."),
            kind="number",
            low=2,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the table saw in one hand. Folded and tricks have one value per seat; tricks of a folder are left out."""

    all_passed: bool = ask(
        False,
        Ask(
            label=_("All passed"),
            help=_("Nobody bid; nobody scores, and the same dealer deals again."),
            kind="flag",
            stage="bid",
        ),
    )
    bidder: int | None = ask(
        None,
        Ask(label=_("Bidder"), help=_("Who made the highest bid."), kind="seat", stage="bid"),
    )
    bid: int | None = ask(
        None,
        Ask(
            label=_("Bid"),
            help=_("How many tricks the bidder said."),
            kind="number",
            low=1,
            high=TRICKS,
            stage="bid",
            needed=True,
        ),
    )
    trump: str | None = ask(
        None,
        Ask(
            label=_("Trump"),
            help=_("Which suit was trump. With spades nobody may fold."),
            kind="choice",
            choices=SUITS,
            stage="bid",
            needed=True,
        ),
    )
    folded: tuple[bool, ...] = ask(
        (),
        Ask(
            label=_("Folded"),
            help=_("Stayed out of the hand. Nobody folds three hands running."),
            kind="flag",
            per="player",
            stage="folds",
        ),
    )
    tricks: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Tricks"),
            help=_("The tricks of everybody who stayed in."),
            kind="number",
            per="player",
            high=TRICKS,
            stage="tricks",
            needed=True,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """What only helps the typing."""

    folds_done: bool = ask(
        False,
        Ask(
            label=_("Who folds?"),
            help=_("Tap everybody who folds, then go on."),
            kind="flag",
            stage="folds",
        ),
    )


def rivals(entry: Entry) -> tuple[int, ...]:
    """Who stayed in against the bidder, clockwise from seat 0."""
    return tuple(
        seat
        for seat, tricks in enumerate(entry.tricks)
        if seat != entry.bidder and tricks is not None and not entry.folded[seat]
    )


def is_spade_out(entry: Entry) -> bool:
    """Spades are trump and the bidder takes all tricks. Rules page: Scoring, 2."""
    return entry.bidder is not None and entry.trump == "spades" and entry.tricks[entry.bidder] == TRICKS


def folds_running(entries: Sequence[Entry], seat: int) -> int:
    """How many hands running a player has folded until now. Rules page: Checks.

    A hand that all passed neither counts nor breaks it.
    """
    run = 0
    for entry in reversed(entries):
        if entry.all_passed:
            continue
        if not entry.folded[seat]:
            break
        run += 1
    return run
