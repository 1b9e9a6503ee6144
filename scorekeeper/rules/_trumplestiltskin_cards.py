"""What Trumplestiltskin asks and what its cards can be worth: the part that scoring and the hand screen both need.

Nothing is scored here. Numbers of points are whole points, seats count clockwise from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules._suits import SUITS
from scorekeeper.rules.declaration import Ask, Choice, ask
from scorekeeper.rules.words import gettext as _

HIGHEST_SUM = 32
"""No hand has more points than this, so a higher bid can never be made. Rules page: What is recorded for a hand."""

NINES = {"9S": "spades", "9H": "hearts", "9D": "diamonds", "9C": "clubs"}
JOKERS = {"red_joker": ("diamonds", "hearts"), "black_joker": ("spades", "clubs")}
TRUMPS: dict[str, tuple[str, ...]] = {**{nine: (suit,) for nine, suit in NINES.items()}, **JOKERS}
"""Gnome -> the suits that may be trump. Rules page: What is recorded for a hand, trump."""

ALL_DEALT = {  # players -> possible sums of the points taken (Gnome a nine, Gnome a Joker)
    3: (frozenset({27, 29, 30, 31, 32}), frozenset({27, 28, 29, 30})),
    4: (frozenset({29, 30, 31, 32}), frozenset({28, 29, 30})),
    5: (frozenset({31, 32}), frozenset({30})),
}
EQUAL_HANDS = {  # the same with the cards that do not divide left out; four hands are equal anyhow
    3: (frozenset(range(23, 33)), frozenset(range(23, 31))),
    4: ALL_DEALT[4],
    5: (frozenset(range(23, 33)), frozenset(range(22, 31))),
}
SUMS = {"all_dealt": ALL_DEALT, "equal_hands": EQUAL_HANDS}
"""Rules page: The points of a hand must be possible."""

GNOMES = (
    Choice(value="9S", label=_("Nine of spades"), sign="9♠", help=_("Spades are trump.")),
    Choice(value="9H", label=_("Nine of hearts"), sign="9♥", help=_("Hearts are trump.")),
    Choice(value="9D", label=_("Nine of diamonds"), sign="9♦", help=_("Diamonds are trump.")),
    Choice(value="9C", label=_("Nine of clubs"), sign="9♣", help=_("Clubs are trump.")),
    Choice(value="red_joker", label=_("Red Joker"), sign="★", help=_("The taker says diamonds or hearts.")),
    Choice(value="black_joker", label=_("Black Joker"), sign="☆", help=_("The taker says spades or clubs.")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules, the rules page's default first. Rules page: Options. The targets are whole points."""

    odd_half: str = ask(
        "exact",
        Ask(
            label=_("Odd point when halving"),
            help=_("What happens to the half point when somebody who peeked shares an odd number with the Gnome."),
            kind="choice",
            choices=(
                Choice(value="exact", label=_("Exact half"), help=_("Both get the half: 13 is 6½ and 6½.")),
                Choice(value="gnome", label=_("To the Gnome"), help=_("The Gnome gets the odd point: 13 is 6 and 7.")),
                Choice(
                    value="player", label=_("To the player"), help=_("The player gets the odd point: 13 is 7 and 6.")
                ),
            ),
        ),
    )
    priority: str = ask(
        "above_200",
        Ask(
            label=_("Taker's priority"),
            help=_("When the game ends, whoever took the bid last may win without having the most points."),
            kind="choice",
            choices=(
                Choice(
                    value="above_200",
                    label=_("More than the player target"),
                    help=_("The last taker wins with more than the player target, even if another has more points."),
                ),
                Choice(
                    value="from_200",
                    label=_("At least the player target"),
                    help=_("The last taker wins from the player target on, even if another has more points."),
                ),
                Choice(value="none", label=_("None"), help=_("Only the points count.")),
            ),
        ),
    )
    all_passed: str = ask(
        "deal_passes",
        Ask(
            label=_("When all pass"),
            help=_("Who deals after a hand in which nobody bid."),
            kind="choice",
            choices=(
                Choice(value="deal_passes", label=_("The deal passes"), help=_("The deal passes left, as always.")),
                Choice(
                    value="same_dealer",
                    label=_("Same dealer again"),
                    help=_("The same player deals until somebody takes the bid."),
                ),
            ),
        ),
    )
    lowest_bid: int = ask(
        1,
        Ask(
            label=_("Lowest bid"),
            help=_("With 0, somebody can take the bid with a bid that cannot fail, and still doubles."),
            kind="number",
            low=0,
            high=1,
        ),
    )
    uneven_deal: str = ask(
        "all_dealt",
        Ask(
            label=_("Uneven deal"),
            help=_("With 3 or 5 players the cards do not divide evenly. This changes which sums are possible."),
            kind="choice",
            choices=(
                Choice(value="all_dealt", label=_("All cards dealt"), help=_("Some players have one card more.")),
                Choice(value="equal_hands", label=_("Equal hands"), help=_("The cards that are left stay out.")),
            ),
        ),
    )
    tie: str = ask(
        "shared",
        Ask(
            label=_("Equal most points"),
            help=_("What happens when players share the most points at the end."),
            kind="choice",
            choices=(
                Choice(value="shared", label=_("Shared win"), help=_("They win together.")),
                Choice(value="play_on", label=_("Play on"), help=_("The game goes on until one player wins.")),
            ),
        ),
    )
    player_target: int = ask(
        200,
        Ask(
            label=_("Player target"),
            help=_("The game ends when a player has this many points; a lower target makes a shorter evening."),
            kind="number",
            low=1,
        ),
    )
    gnome_target: int = ask(
        350,
        Ask(
            label=_("Gnome target"),
            help=_("The game also ends when the Gnome has this many points."),
            kind="number",
            low=1,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the table saw in one hand. Bid, peeked and taken have one value per seat; bid and taken are whole points."""

    gnome: str | None = ask(
        None, Ask(label=_("Gnome"), help=_("Which card the Gnome was."), kind="choice", stage="gnome", choices=GNOMES)
    )
    trump: str | None = ask(
        None,
        Ask(
            label=_("Trump"),
            help=_("A nine makes its own suit trump; with a Joker, the taker says which."),
            kind="choice",
            stage="gnome",
            choices=SUITS,
        ),
    )
    all_passed: bool = ask(
        False, Ask(label=_("All passed"), help=_("Nobody bid; nobody scores."), kind="flag", stage="bidding")
    )
    taker: int | None = ask(
        None,
        Ask(
            label=_("Taker"),
            help=_("Who took the bid: the highest bidder."),
            kind="seat",
            stage="bidding",
            derived=True,
        ),
    )
    bid: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Bid"),
            help=_("The highest number this player bid; none for a player who only passed."),
            kind="number",
            per="player",
            stage="bidding",
        ),
    )
    peeked: tuple[bool, ...] = ask(
        (),
        Ask(
            label=_("Peeked"),
            help=_("Looked at the Gnome before it was revealed."),
            kind="flag",
            per="player",
            stage="bidding",
        ),
    )
    taken: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Taken"),
            help=_("The points of the cards in this player's tricks."),
            kind="number",
            per="player",
            stage="points",
            tally=((_("Aces and kings"), 1), (_("Trump cards"), 1), (_("Jokers"), 2)),
        ),
    )


def possible_sums(options: Options, players: int, gnome: str | None) -> frozenset[int]:
    """The sums that the points taken by all can have; with the Gnome not recorded, those of any Gnome."""
    nine, joker = SUMS[options.uneven_deal][players]
    if gnome is None:
        return nine | joker
    return joker if gnome in JOKERS else nine


def taker_of(bids: Sequence[int | None]) -> int | None:
    """The seat of the highest bidder, or None where nobody bid. 0 is a bid."""
    highest = max((bid for bid in bids if bid is not None), default=None)
    return None if highest is None else bids.index(highest)
