"""Play hands of Trumplestiltskin as people might: with real cards, an auction, and tricks won mostly by strong hands.

This is only as realistic as a demo needs to be. But the cards come from the real deck, so a hand's points are always
possible, and the auction follows the rules, so it can be entered in order. Points are whole points, and seats are
numbered clockwise from 0.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.games.trumplestiltskin.hand import JOKERS, TRUMPS
from scorekeeper.rules.declaration import Value

Card = tuple[str, str]  # a suit and a rank; a Joker's suit is the Joker itself
Tap = tuple[str, Value]

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
BLANKET: dict[str, Card] = {f"9{letter}": (suit, "9") for letter, suit in SUITS.items()}
BLANKET |= {joker: (joker, "joker") for joker in JOKERS}
MAIN_PACK: list[Card] = [(suit, rank) for suit in SUITS.values() for rank in "AAKKQQJJTT9"]
WORTH = {"A": 1, "K": 1, "joker": 2}
# How much each card helps to win tricks.
WEIGHT = {"A": 4.0, "K": 2.0, "Q": 0.9, "J": 0.6, "T": 0.5, "9": 0.3, "joker": 5.0}
TRUMP_HELPS = 3.2
BLIND_HELPS = (3 + TRUMP_HELPS) / 4  # the average, while any of the four suits could be trump
LEADING = 2.6  # how much the taker gains by leading and playing for the bid
STRONGER_WINS = 1.4  # an exponent: above 1, stronger hands win more than their share
POINTS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A player who bids up to `nerve` points more than a hand promises, and who peeks with probability `peeks`."""

    name: str
    nerve: float = 0.0
    peeks: float = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedHand:
    """The taps for a hand. `auction` is in bidding order; `rest` is for the Gnome, the trump suit and the points."""

    auction: tuple[Tap, ...]
    rest: tuple[Tap, ...]

    @property
    def taps(self) -> tuple[Tap, ...]:
        """All taps for the hand, in order."""
        return self.auction + self.rest


def play_hand(chance: random.Random, table: Sequence[Character], dealer: int) -> PlayedHand:
    """Deal, bid and play one hand."""
    gnome, hands = _deal(chance, len(table))
    order = [(dealer + step) % len(table) for step in range(1, len(table) + 1)]
    auction, bids = _bid(chance, table, order, gnome, hands)
    if not bids:
        return PlayedHand(auction=auction, rest=())
    taker = max(bids, key=lambda seat: bids[seat])
    trump = max(TRUMPS[gnome], key=lambda suit: _strength(hands[taker], suit))
    taken = _take(chance, hands, trump, taker)
    cards: tuple[Tap, ...] = (("hand.gnome", gnome), *([("hand.trump", trump)] if gnome in JOKERS else []))
    points: tuple[Tap, ...] = tuple((f"players.{seat}.taken", taken[seat]) for seat in order)
    return PlayedHand(auction=auction, rest=cards + points)


def all_pass(dealer: int, seats: int) -> PlayedHand:
    """Return a hand in which everyone passes; the first player peeks before passing."""
    order = [(dealer + step) % seats for step in range(1, seats + 1)]
    peek: Tap = (f"players.{order[0]}.peeked", True)
    return PlayedHand(auction=(peek, *((f"players.{seat}.passed", True) for seat in order)), rest=())


def _deal(chance: random.Random, seats: int) -> tuple[str, list[list[Card]]]:
    # Everybody gets a share of the main pack and, once the Gnome is out, one of the Blanket's other cards.
    gnome, *blanket = chance.sample(list(BLANKET), k=len(BLANKET))
    pack = chance.sample(MAIN_PACK, k=len(MAIN_PACK))
    return gnome, [[*pack[seat::seats], BLANKET[blanket[seat]]] for seat in range(seats)]


def _bid(
    chance: random.Random, table: Sequence[Character], order: Sequence[int], gnome: str, hands: list[list[Card]]
) -> tuple[tuple[Tap, ...], dict[int, int]]:
    # Each player raises up to a limit. A player who peeked knows the trump suit if the Gnome is a nine.
    taps: list[Tap] = []
    bids: dict[int, int] = {}
    known = TRUMPS[gnome][0] if gnome not in JOKERS else ""
    peeked = {seat for seat in order if chance.random() < table[seat].peeks}
    limits = {
        seat: _limit(chance, table[seat], hands[seat], known if seat in peeked else "", len(table)) for seat in order
    }
    bidding = list(order)
    while bidding and bidding != [max(bids, key=lambda seat: bids[seat], default=-1)]:
        seat = bidding.pop(0)
        if seat in peeked and seat not in bids:
            taps.append((f"players.{seat}.peeked", True))
        highest = max(bids.values(), default=0)
        if limits[seat] > highest:
            bid = highest + 1 if seat in bids else round(limits[seat] * chance.uniform(0.6, 0.9))
            bids[seat] = max(highest + 1, bid)
            taps.append((f"players.{seat}.bid", bids[seat]))
            bidding.append(seat)
        else:
            taps.append((f"players.{seat}.passed", True))
    return tuple(taps), bids


def _limit(chance: random.Random, character: Character, hand: list[Card], trump: str, seats: int) -> int:
    """Return the highest bid a player would make with this hand; `trump` is empty if it is unknown."""
    pack = [*MAIN_PACK, *BLANKET.values()]
    usual = _strength(pack, "") * len(hand) / len(pack)
    mine, others = LEADING * _strength(hand, trump) ** STRONGER_WINS, (seats - 1) * usual**STRONGER_WINS
    promised: float = POINTS * mine / (mine + others)
    return max(0, round(promised + character.nerve + chance.gauss(0, 1.2)))


def _strength(hand: list[Card], trump: str) -> float:
    """Return a hand's strength, in arbitrary units; `trump` is empty if it is unknown."""
    return sum(WEIGHT[rank] * _helps(suit, trump) for suit, rank in hand)


def _helps(suit: str, trump: str) -> float:
    if not trump:
        return BLIND_HELPS
    return TRUMP_HELPS if suit == trump or suit in JOKERS else 1.0


def _take(chance: random.Random, hands: list[list[Card]], trump: str, taker: int) -> list[int]:
    # The stronger a hand, the more likely it is to win a trick.
    points = sum(WORTH.get(rank, 0) + (trump in JOKERS.get(suit, (suit,))) for hand in hands for suit, rank in hand)
    weights = [
        _strength(hand, trump) ** STRONGER_WINS * (LEADING if seat == taker else 1) for seat, hand in enumerate(hands)
    ]
    winners = chance.choices(range(len(hands)), weights=weights, k=max(map(len, hands)))
    taken = [0] * len(hands)
    for _point in range(points):
        taken[chance.choice(winners)] += 1
    return taken
