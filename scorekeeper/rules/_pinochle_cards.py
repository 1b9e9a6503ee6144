"""What Pinochle asks, and what its melds are worth: the part that scoring and the hand screen both need.

Nothing is scored here. All numbers are whole points, seats and sides count from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules._suits import SUITS
from scorekeeper.rules.declaration import Ask, Choice, ask
from scorekeeper.rules.words import Text, gettext as _

SIDES = ((0, 2), (1, 3))
"""Partners sit opposite: players 1 and 3, players 2 and 4."""

LOWEST_BID = 50
HIGHEST_LIKELY_BID = 2000
STEPS_FROM = 60
"""Once the bidding has reached this, raises are of at least five. Rules page: Bidding facts."""

COUNTERS = 48
LAST_TRICK = 2
TRICK_POINTS = COUNTERS + LAST_TRICK
"""What the tricks of a hand are worth together. Rules page: Tricks."""

LEAST_MELD = 4
"""Who names trump holds its marriage. Rules page: What is recorded for a hand."""


NO_MARRIAGE = "none"
"""What is called instead of trump. It is no suit of an entry, which says `no_marriage`."""

MELDS: tuple[tuple[Text, tuple[int, int, int, int]], ...] = (
    (_("Run: A 10 K Q J of trump"), (15, 150, 225, 300)),
    (_("Royal marriage: K Q of trump"), (4, 8, 12, 16)),
    (_("Marriage: K Q of another suit"), (2, 4, 6, 8)),
    (_("Pinochle: Q♠ J♦"), (4, 30, 60, 90)),
    (_("Aces around"), (10, 100, 150, 200)),
    (_("Kings around"), (8, 80, 120, 160)),
    (_("Queens around"), (6, 60, 90, 120)),
    (_("Jacks around"), (4, 40, 60, 80)),
)
"""Meld -> its value single, double, triple and quadruple in one hand of cards. Rules page: Melds."""


MARRIAGE, OTHER_SUITS = 2, 3
"""The row of `MELDS` that counts for each suit apart, and how many suits that are."""


def _kinds() -> Iterator[tuple[Text, tuple[int, ...]]]:
    """The melds for the counting helper, which counts the marriages of all other suits together."""
    for row, (label, worth) in enumerate(MELDS):
        most = len(worth) * (OTHER_SUITS if row == MARRIAGE else 1)
        yield label, worth if row != MARRIAGE else tuple(worth[0] * count for count in range(1, most + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules, the rules page's default first. Rules page: Options. The target is whole points."""

    meld_counts: str = ask(
        "always",
        Ask(
            label=_("Meld without a trick"),
            help=_("Whether a side that takes no counter and not the last trick keeps its meld."),
            kind="choice",
            choices=(
                Choice(value="always", label=_("Counts"), help=_("Meld counts whatever the tricks bring.")),
                Choice(
                    value="with_trick",
                    label=_("Counts for nothing"),
                    help=_("A side needs a counter or the last trick to keep its meld, also to make its bid."),
                ),
            ),
        ),
    )
    both_at_target: str = ask(
        "bidder",
        Ask(
            label=_("Both sides at the target"),
            help=_("Who wins when both sides reach the target in the same hand."),
            kind="choice",
            choices=(
                Choice(value="bidder", label=_("The bidding side"), help=_("The side that bid in that hand wins.")),
                Choice(
                    value="higher",
                    label=_("The higher total"),
                    help=_("The side with more points wins; with equal totals the bidding side does."),
                ),
            ),
        ),
    )
    steps: str = ask(
        "five",
        Ask(
            label=_("Bids above 60"),
            help=_("How the bidding goes on once it has reached 60."),
            kind="choice",
            choices=(
                Choice(value="five", label=_("Raises of at least five"), help=_("Any bid is possible: 62 raises 57.")),
                Choice(
                    value="multiples_of_five",
                    label=_("Multiples of five"),
                    help=_("Above 60 only 65, 70, 75 and so on are bid."),
                ),
            ),
        ),
    )
    target: int = ask(
        500,
        Ask(
            label=_("Target"),
            help=_("The game ends when a side has this many points; a lower target makes a shorter evening."),
            kind="number",
            low=1,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the table saw in one hand. Meld, counters and last_trick have one value per side."""

    bidder: int | None = ask(
        None,
        Ask(label=_("Bidder"), help=_("Who won the bidding."), kind="seat", stage="bid", needed=True),
    )
    bid: int | None = ask(
        None,
        Ask(
            label=_("Bid"),
            help=_("The bid that won: at least 50."),
            kind="number",
            low=LOWEST_BID,
            stage="bid",
            needed=True,
        ),
    )
    trump: str | None = ask(
        None,
        Ask(
            label=_("Trump"),
            help=_("The suit that the bidder named."),
            kind="choice",
            choices=SUITS,
            stage="bid",
        ),
    )
    no_marriage: bool = ask(
        False,
        Ask(
            label=_("No marriage"),
            help=_("The bidder had no king and queen of one suit to name trump with; the bid is lost."),
            kind="flag",
            stage="bid",
        ),
    )
    meld: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Meld"),
            help=_("What the melds of both partners are worth together."),
            kind="number",
            per="side",
            stage="meld",
            needed=True,
        ),
    )
    counters: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Counters"),
            help=_("The aces, tens and kings in this side’s tricks, without the 2 for the last trick."),
            kind="number",
            per="side",
            high=COUNTERS,
            stage="tricks",
            needed=True,
        ),
    )
    last_trick: tuple[bool | None, ...] = ask(
        (),
        Ask(
            label=_("Last trick"),
            help=_("Which side took the last trick, for 2 points."),
            kind="flag",
            per="side",
            stage="tricks",
            needed=True,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """What only helps the typing: trump and its absence as one answer, and the melds counted hand by hand."""

    call: str | None = ask(
        None,
        Ask(
            label=_("Trump"),
            help=_("The suit that the bidder named; without a king and queen of one suit, none."),
            kind="choice",
            choices=(
                *SUITS,
                Choice(value=NO_MARRIAGE, label=_("No marriage")),
            ),
            stage="bid",
            needed=True,
        ),
    )
    meld: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Meld"),
            help=_(
                "How many of each meld this hand of cards has. A king and queen of a run are no royal marriage too."
            ),
            kind="number",
            per="player",
            stage="meld",
            tally=tuple(_kinds()),
        ),
    )


def bidding_side(entry: Entry) -> int:
    """The side of the bidder; the first one while nobody is named."""
    return next((number for number, seats in enumerate(SIDES) if entry.bidder in seats), 0)
