"""What is asked about a hand of Pinochle, and what melds are worth, all in whole points."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.declaration import SUITS, Choice, Tally, choice, flag, number, seat
from scorekeeper.rules.text import Text, gettext as _

SIDES = ((0, 2), (1, 3))
"""The seats of each side; partners sit opposite each other."""

LOWEST_BID = 50
STEPS_FROM = 60
"""From this bid on, each raise must be at least five. RULES.md: Bidding."""

COUNTERS, LAST_TRICK = 48, 2
"""The total value of the counters in a hand, and the value of the last trick. RULES.md: Tricks."""

NO_MARRIAGE = "none"
"""The choice that the screen offers besides the suits. An entry records it as `no_marriage`, not as a trump."""

MELDS: tuple[tuple[Text, tuple[int, ...]], ...] = (
    (_("Run: A 10 K Q J of trump"), (15, 150, 225, 300)),
    (_("Royal marriage: K Q of trump"), (4, 8, 12, 16)),
    (_("Marriage: K Q of another suit"), (2, 4, 6, 8)),
    (_("Pinochle: Q♠ J♦"), (4, 30, 60, 90)),
    (_("Aces around"), (10, 100, 150, 200)),
    (_("Kings around"), (8, 80, 120, 160)),
    (_("Queens around"), (6, 60, 90, 120)),
    (_("Jacks around"), (4, 40, 60, 80)),
)
"""The value of each meld in one player's hand, from single to quadruple. RULES.md: Melds."""

TALLY: Tally = (*MELDS[:2], (MELDS[2][0], tuple(range(2, 25, 2))), *MELDS[3:])
"""The melds as the counting aid lists them, with the marriages in the other three suits combined."""

STEPS = (Choice("five", _("Raises of at least five")), Choice("multiples_of_five", _("Multiples of five")))
TARGET_HELP = _("The score that ends the game; a lower one makes a shorter game.")
MELD_WORTH = _("What is {name}’s meld worth?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules. The target is in whole points. RULES.md: Options."""

    meld_counts: str = choice(
        _("Meld without a trick"),
        _("When a side takes no counters and doesn’t win the last trick."),
        (Choice("always", _("Counts")), Choice("with_trick", _("Doesn’t count"))),
        default="always",
    )
    both_at_target: str = choice(
        _("Both sides at the target"),
        _("Who wins when both sides reach the target in the same hand."),
        (Choice("bidder", _("The bidding side")), Choice("higher", _("The higher total"))),
        default="bidder",
    )
    steps: str = choice(_("Bids above 60"), _("How bids go up from 60."), STEPS, default="five")
    target: int = number(_("Target"), TARGET_HELP, default=500, low=1)


PLAYED: dict[str, Any] = {
    "per": "side",
    "needed": _("unless the bidder had no marriage"),
    "when": lambda _sheet, entry, _side: not entry.no_marriage,
}
"""What is asked about each side only if the hand is played, with melds and tricks. RULES.md: No marriage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What happened in one hand. RULES.md: What is recorded."""

    bidder: int | None = seat(
        _("Bidder"), _("Who won the bidding."), question=_("Who won the bidding?"), stage="bid", needed=True
    )
    bid: int | None = number(
        _("Bid"),
        _("The winning bid: at least 50."),
        question=_("What was the bid?"),
        low=LOWEST_BID,
        stage="bid",
        needed=True,
    )
    trump: str | None = choice(_("Trump"), _("The suit the bidder named."), SUITS, stage="bid", skip=_("No marriage"))
    no_marriage: bool = flag(_("No marriage"), stage="bid")
    meld: tuple[int | None, ...] = number(
        _("Meld"), _("Both partners’ meld together."), question=MELD_WORTH, stage="meld", **PLAYED
    )
    counters: tuple[int | None, ...] = number(
        _("Counters"),
        _("Aces, tens and kings in this side’s tricks, without the 2 for the last trick."),
        question=_("How many counters did {name} take?"),
        high=COUNTERS,
        stage="tricks",
        **PLAYED,
    )
    last_trick: tuple[bool | None, ...] = flag(
        _("Last trick"),
        _("The side that took the last trick gets 2."),
        question=_("Who took the last trick?"),
        stage="tricks",
        **PLAYED,
    )

    @property
    def bidding_side(self) -> int:
        """The bidder's side, or the first side if there is no bidder yet."""
        return (self.bidder or 0) % len(SIDES)

    def tricks(self, side: int) -> int:
        """Return a side's trick points: its counters, plus 2 for the last trick."""
        return (self.counters[side] or 0) + LAST_TRICK * bool(self.last_trick[side])


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """Fields that just make entry easier: one answer for trump or no marriage, and melds counted player by player."""

    call: str | None = choice(
        _("Trump"),
        None,
        (*SUITS, Choice(NO_MARRIAGE, _("No marriage"))),
        question=_("Which suit is trump?"),
        stage="bid",
        needed=True,
    )
    by_cards: tuple[int | None, ...] = number(
        _("Meld"), question=MELD_WORTH, per="player", key="meld", stage="meld", tally=TALLY
    )
