"""What is asked about a hand of Trumplestiltskin, in whole points, and the totals that the points can add up to."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.base import Mark
from scorekeeper.rules.declaration import SUITS, Choice, Toggle, choice, flag, number, seat
from scorekeeper.rules.text import gettext as _

HIGHEST_SUM = 32  # The most points a hand can contain, so no higher bid can succeed. RULES.md: Possible sums.
NINES = {"9S": "spades", "9H": "hearts", "9D": "diamonds", "9C": "clubs"}
JOKERS = {"red_joker": ("diamonds", "hearts"), "black_joker": ("spades", "clubs")}
# Gnome -> the suits that may be trump. RULES.md: What may be trump.
TRUMPS: dict[str, tuple[str, ...]] = {**{nine: (suit,) for nine, suit in NINES.items()}, **JOKERS}
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
SUMS = {"all_dealt": ALL_DEALT, "equal_hands": EQUAL_HANDS}  # RULES.md: Possible sums
GNOMES = (
    Choice("9S", _("Nine of spades"), sign="9♠"),
    Choice("9H", _("Nine of hearts"), sign="9♥"),
    Choice("9D", _("Nine of diamonds"), sign="9♦"),
    Choice("9C", _("Nine of clubs"), sign="9♣"),
    Choice("red_joker", _("Red Joker"), sign="✦"),
    Choice("black_joker", _("Black Joker"), sign="✧"),
)
PEEKED = Mark(key="peeked", sign="◉", label=_("peeked at the Gnome"), word=_("peeked"), picture="peeked")
HALVINGS = (Choice("exact", _("Exact half")), Choice("gnome", _("To the Gnome")), Choice("player", _("To the player")))
ALL_PASSED = (Choice("deal_passes", _("The deal passes")), Choice("same_dealer", _("Same dealer again")))
TIES = (Choice("shared", _("Shared win")), Choice("play_on", _("Play on")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules. The targets are whole points. RULES.md: Options."""

    odd_half: str = choice(
        _("Odd point when halving"),
        _("Who gets the odd point when a player who peeked splits with the Gnome."),
        HALVINGS,
        default="exact",
    )
    priority: str = choice(
        _("Taker’s priority"),
        _("Whether the player who took the last bid can win without the most points."),
        (
            Choice("above_200", _("More than the player target")),
            Choice("from_200", _("At least the player target")),
            Choice("none", _("None")),
        ),
        default="above_200",
    )
    all_passed: str = choice(_("When everyone passes"), _("Who deals next."), ALL_PASSED, default="deal_passes")
    lowest_bid: int = number(
        _("Lowest bid"), _("A bid of 0 can’t miss, and still doubles without a peek."), default=1, high=1
    )
    uneven_deal: str = choice(
        _("Uneven deal"),
        _("The cards don’t come out even with 3 or 5 players. This decides which sums are possible."),
        (Choice("all_dealt", _("All cards dealt")), Choice("equal_hands", _("Equal hands"))),
        default="all_dealt",
        players=(3, 5),
    )
    tie: str = choice(
        _("Tie for the most points"), _("What happens when players are tied at the end."), TIES, default="shared"
    )
    player_target: int = number(
        _("Player target"), _("The score that ends the game; a lower one makes a shorter game."), default=200, low=1
    )
    gnome_target: int = number(
        _("Gnome target"), _("The game also ends when the Gnome reaches this score."), default=350, low=1
    )

    def possible_sums(self, players: int, gnome: str | None) -> frozenset[int]:
        """Return the possible totals of all the points taken. If no Gnome is recorded, include those for every one."""
        nine, joker = SUMS[self.uneven_deal][players]
        if gnome is None:
            return nine | joker
        return joker if gnome in JOKERS else nine


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One hand. `bid`, `peeked`, and `taken` are indexed by seat. RULES.md: What is recorded for a hand."""

    gnome: str | None = choice(
        _("Gnome"), _("Which card the Gnome was."), GNOMES, question=_("Which card is the Gnome?"), stage="gnome"
    )
    trump: str | None = choice(
        _("Trump"),
        _("A nine makes its own suit trump; with a Joker, the taker picks."),
        SUITS,
        question=_("Which suit is trump?"),
        stage="gnome",
    )
    all_passed: bool = flag(_("Everyone passed"), stage="bidding")
    taker: int | None = seat(
        _("Taker"), _("The highest bidder, which the bids say as well."), stage="bidding", derived=True
    )
    bid: tuple[int | None, ...] = number(
        _("Bid"),
        _("This player’s top bid, or none if they only passed."),
        question=_("What does {name} bid?"),
        said=_("{name} bid"),
        per="player",
        stage="bidding",
    )
    peeked: tuple[bool, ...] = flag(
        _("Peeked"),
        _("Looked at the Gnome before it was revealed."),
        per="player",
        stage="bidding",
        toggle=Toggle(on=PEEKED.said, off=_("no peek"), picture=PEEKED.picture, picture_off="blind"),
    )
    taken: tuple[int | None, ...] = number(
        _("Taken"),
        _("The points in this player’s tricks. Count a trump ace, king or Joker twice: as itself and as trump."),
        question=_("How many points did {name} take?"),
        missing=_("Enter {name}’s points"),
        said=_("{name} took"),
        per="player",
        stage="points",
        needed=_("unless everyone passed"),
        when=lambda _sheet, entry, _seat: not entry.all_passed,
        tally=((_("Aces and kings"), 1), (_("Trump cards"), 1), (_("Jokers"), 2)),
    )


def taker_of(bids: Sequence[int | None]) -> int | None:
    """Return the seat of the highest bidder, or None if nobody bid. A bid of 0 counts."""
    highest = max((bid for bid in bids if bid is not None), default=None)
    return None if highest is None else bids.index(highest)
