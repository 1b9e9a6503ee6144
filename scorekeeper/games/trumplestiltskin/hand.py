"""The options and the entry of Trumplestiltskin, and the totals that the points taken can add up to.

No scoring happens here. All points are whole points; seats are numbered clockwise from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.cards import SUITS
from scorekeeper.rules.declaration import Choice, choice, flag, number, seat
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.words import gettext as _

HIGHEST_SUM = 32
"""The most points a hand can contain, so no higher bid can succeed. RULES.md: Possible sums."""

NINES = {"9S": "spades", "9H": "hearts", "9D": "diamonds", "9C": "clubs"}
JOKERS = {"red_joker": ("diamonds", "hearts"), "black_joker": ("spades", "clubs")}
TRUMPS: dict[str, tuple[str, ...]] = {**{nine: (suit,) for nine, suit in NINES.items()}, **JOKERS}
"""Gnome -> the suits that may be trump. RULES.md: What may be trump."""

ALL_DEALT = {  # players -> possible sums of the points taken: (if the Gnome is a nine, if it is a Joker)
    3: (frozenset({27, 29, 30, 31, 32}), frozenset({27, 28, 29, 30})),
    4: (frozenset({29, 30, 31, 32}), frozenset({28, 29, 30})),
    5: (frozenset({31, 32}), frozenset({30})),
}
EQUAL_HANDS = {  # the same, if cards left over from the deal stay out; with four players, there are none
    3: (frozenset(range(23, 33)), frozenset(range(23, 31))),
    4: ALL_DEALT[4],
    5: (frozenset(range(23, 33)), frozenset(range(22, 31))),
}
SUMS = {"all_dealt": ALL_DEALT, "equal_hands": EQUAL_HANDS}
"""RULES.md: Possible sums."""

GNOMES = (
    Choice("9S", _("Nine of spades"), _("Spades are trump."), "9♠"),
    Choice("9H", _("Nine of hearts"), _("Hearts are trump."), "9♥"),
    Choice("9D", _("Nine of diamonds"), _("Diamonds are trump."), "9♦"),
    Choice("9C", _("Nine of clubs"), _("Clubs are trump."), "9♣"),
    Choice("red_joker", _("Red Joker"), _("The taker says diamonds or hearts."), "★"),
    Choice("black_joker", _("Black Joker"), _("The taker says spades or clubs."), "☆"),
)
HALVINGS = (
    Choice("exact", _("Exact half"), _("Both get the half: 13 is 6½ and 6½.")),
    Choice("gnome", _("To the Gnome"), _("The Gnome gets the odd point: 13 is 6 and 7.")),
    Choice("player", _("To the player"), _("The player gets the odd point: 13 is 7 and 6.")),
)
PRIORITIES = (
    Choice(
        "above_200",
        _("More than the player target"),
        _("The last taker wins with more than the player target, even if another has more points."),
    ),
    Choice(
        "from_200",
        _("At least the player target"),
        _("The last taker wins from the player target on, even if another has more points."),
    ),
    Choice("none", _("None"), _("Only the points count.")),
)
ALL_PASSED = (
    Choice("deal_passes", _("The deal passes"), _("The deal passes left, as always.")),
    Choice("same_dealer", _("Same dealer again"), _("The same player deals until somebody takes the bid.")),
)
DEALS = (
    Choice("all_dealt", _("All cards dealt"), _("Some players have one card more.")),
    Choice("equal_hands", _("Equal hands"), _("The cards that are left stay out.")),
)
TIES = (
    Choice("shared", _("Shared win"), _("They win together.")),
    Choice("play_on", _("Play on"), _("The game goes on until one player wins.")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules. The targets are whole points. RULES.md: Options."""

    odd_half: str = choice(
        _("Odd point when halving"),
        _("What happens to the half point when somebody who peeked shares an odd number with the Gnome."),
        HALVINGS,
        default="exact",
    )
    priority: str = choice(
        _("Taker's priority"),
        _("When the game ends, whoever took the bid last may win without having the most points."),
        PRIORITIES,
        default="above_200",
    )
    all_passed: str = choice(
        _("When all pass"), _("Who deals after a hand in which nobody bid."), ALL_PASSED, default="deal_passes"
    )
    lowest_bid: int = number(
        _("Lowest bid"),
        _("With 0, somebody can take the bid with a bid that cannot fail, and still doubles."),
        default=1,
        high=1,
    )
    uneven_deal: str = choice(
        _("Uneven deal"),
        _("With 3 or 5 players the cards do not divide evenly. This changes which sums are possible."),
        DEALS,
        default="all_dealt",
    )
    tie: str = choice(
        _("Equal most points"), _("What happens when players share the most points at the end."), TIES, default="shared"
    )
    player_target: int = number(
        _("Player target"),
        _("The game ends when a player has this many points; a lower target makes a shorter evening."),
        default=200,
        low=1,
    )
    gnome_target: int = number(
        _("Gnome target"), _("The game also ends when the Gnome has this many points."), default=350, low=1
    )


def _is_played(_sheet: Sheet[Options, Entry], entry: Entry, _seat: int | None) -> bool:
    return not entry.all_passed


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One hand. `bid`, `peeked`, and `taken` are indexed by seat. RULES.md: What is recorded for a hand."""

    gnome: str | None = choice(
        _("Gnome"), _("Which card the Gnome was."), GNOMES, question=_("Which card is the Gnome?"), stage="gnome"
    )
    trump: str | None = choice(
        _("Trump"),
        _("A nine makes its own suit trump; with a Joker, the taker says which."),
        SUITS,
        question=_("Which suit is trump?"),
        stage="gnome",
    )
    all_passed: bool = flag(_("All passed"), _("Nobody bid; nobody scores."), stage="bidding")
    taker: int | None = seat(_("Taker"), _("Who took the bid: the highest bidder."), stage="bidding", derived=True)
    bid: tuple[int | None, ...] = number(
        _("Bid"),
        _("The highest number this player bid; none for a player who only passed."),
        question=_("What does {name} bid?"),
        per="player",
        stage="bidding",
    )
    peeked: tuple[bool, ...] = flag(
        _("Peeked"), _("Looked at the Gnome before it was revealed."), per="player", stage="bidding", toggle=True
    )
    taken: tuple[int | None, ...] = number(
        _("Taken"),
        _("The points of the cards in this player's tricks."),
        question=_("How many points did {name} take?"),
        per="player",
        stage="points",
        needed=True,
        when=_is_played,
        tally=((_("Aces and kings"), 1), (_("Trump cards"), 1), (_("Jokers"), 2)),
    )


def possible_sums(options: Options, players: int, gnome: str | None) -> frozenset[int]:
    """Return the possible totals of all the points taken. If no Gnome is recorded, include those for every Gnome."""
    nine, joker = SUMS[options.uneven_deal][players]
    if gnome is None:
        return nine | joker
    return joker if gnome in JOKERS else nine


def taker_of(bids: Sequence[int | None]) -> int | None:
    """Return the seat of the highest bidder, or None if nobody bid. A bid of 0 counts."""
    highest = max((bid for bid in bids if bid is not None), default=None)
    return None if highest is None else bids.index(highest)
