"""A second scorer of Trumplestiltskin, for comparison: it shares no code with the app, and is written from its rules.

It scores by players, not seats: a deal maps each player to what that player did, so that no change of seats matters.
Points are fractions.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

GNOME = "Gnome"


@dataclass(frozen=True, kw_only=True)
class House:
    """The house rules that change points, the end or the winners."""

    halving: str = "exact"
    priority: str = "above_200"
    tie: str = "shared"
    player_target: int = 200
    gnome_target: int = 350


@dataclass(frozen=True, kw_only=True)
class Play:
    """What one player did in a hand. Without a bid it is None."""

    bid: int | None = None
    peeked: bool = False
    taken: int = 0


Deal = Mapping[str, Play]


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The totals after the hands that count, whether the game is over, and who won."""

    totals: dict[str, Fraction]
    over: bool
    winners: frozenset[str] = frozenset()
    counted: int = 0


def taker_of(deal: Deal) -> str | None:
    """Return who took the bid, or None if everyone passed."""
    bidders = [name for name, play in deal.items() if play.bid is not None]
    return max(bidders, key=lambda name: deal[name].bid, default=None)


def shares(points: int, house: House) -> tuple[Fraction, Fraction]:
    """Split points between a player who peeked and the Gnome."""
    half = Fraction(points, 2)
    odd = {"exact": Fraction(0), "player": Fraction(points % 2, 2), "gnome": Fraction(-(points % 2), 2)}[house.halving]
    return half + odd, half - odd


def changes(deal: Deal, house: House) -> dict[str, Fraction]:
    """Return what a hand adds to everybody's total."""
    result = dict.fromkeys([*deal, GNOME], Fraction(0))
    taker = taker_of(deal)
    if taker is None:
        return result
    for name, play in deal.items():
        if play.bid is None:
            kept, given = Fraction(0), Fraction(play.taken)
        elif name != taker:
            capped = min(play.taken, play.bid)
            kept, given = shares(capped, house) if play.peeked else (Fraction(capped), Fraction(0))
            given += play.taken - capped
        elif play.taken < play.bid:
            kept, given = Fraction(-play.bid), Fraction(play.taken * (2 if play.peeked else 1))
        else:
            kept, given = shares(play.taken, house) if play.peeked else (Fraction(2 * play.taken), Fraction(0))
        result[name] = kept
        result[GNOME] += given
    return result


def winners_of(totals: Mapping[str, Fraction], last_taker: str | None, house: House) -> frozenset[str]:
    """Return who would win with these totals: more than one player if they share it."""
    if last_taker is not None:
        own, target = totals[last_taker], house.player_target
        if (house.priority == "above_200" and own > target) or (house.priority == "from_200" and own >= target):
            return frozenset({last_taker})
    return leaders(totals)


def leaders(totals: Mapping[str, Fraction]) -> frozenset[str]:
    """Return the players with the most points."""
    points = {name: total for name, total in totals.items() if name != GNOME}
    most = max(points.values())
    return frozenset(name for name, total in points.items() if total == most)


def judge(players: Iterable[str], deals: Iterable[Deal], house: House) -> Verdict:
    """Score the deals up to the end of the game."""
    totals, last_taker, counted = dict.fromkeys([*players, GNOME], Fraction(0)), None, 0
    for deal in deals:
        counted += 1
        for name, change in changes(deal, house).items():
            totals[name] += change
        last_taker = taker_of(deal) or last_taker
        best = max(total for name, total in totals.items() if name != GNOME)
        if best >= house.player_target or totals[GNOME] >= house.gnome_target:
            winners = winners_of(totals, last_taker, house)
            if len(winners) == 1 or house.tie == "shared":
                return Verdict(totals=totals, over=True, winners=winners, counted=counted)
    return Verdict(totals=totals, over=False, counted=counted)
