"""All hands that can still be played, and which totals they can come to. RULES.md: What a player needs.

Since each player's part in a hand is worth something by itself, the others' parts are never listed together. A set of
what players can take together, and give the Gnome, is a whole number with a bit for each such pair of points and half
points. Shifting it by the pair of one more part adds that part to all of them.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from scorekeeper.games.trumplestiltskin.hand import HIGHEST_SUM, Options, possible_sums
from scorekeeper.games.trumplestiltskin.parts import GNOME, PRIORITY, Part, kept, worth
from scorekeeper.games.trumplestiltskin.screen import TrumplestiltskinScreen
from scorekeeper.rules.text import points

FAR = 10**6  # half points, out of reach


class Known(NamedTuple):
    """What is known of a player: the total before the hand, in half points, and what their part in it can be.

    While the bidding is `open` to them, they can still bid, but not less than `bid`.
    """

    seat: int
    total: int
    bid: int | None
    open: bool
    peeks: tuple[bool, ...]
    taken: Sequence[int]


Players = tuple[Known, ...]


class Bounds(NamedTuple):
    """The least and the most half points that each player may score in a hand, and the most as its taker, by seat."""

    low: tuple[int, ...]
    high: tuple[int, ...]
    taker: tuple[int, ...]


class Reach:
    """All hands that the rules accept without a warning and that fit what is typed. Amounts are half points."""

    def __init__(self, screen: TrumplestiltskinScreen) -> None:
        sheet, entry, auction = screen.before, screen.so_far, screen.auction
        self.options: Options = sheet.table.options
        self.lowest, self.highest = self.options.lowest_bid, HIGHEST_SUM
        self.row = 4 * self.highest + 1  # bits for the Gnome: a taker who peeked and missed gives it each point twice
        self.sums = sorted(possible_sums(self.options, len(sheet.table.names), entry.gnome))
        self.target, self.gnome_target = points(self.options.player_target), points(self.options.gnome_target)
        self.outright = self.target + PRIORITY[self.options.priority]
        self.gnome = sheet.totals[GNOME]
        self.all_can_pass = auction.highest is None and not auction.over
        self.players = tuple(
            Known(
                seat=seat,
                total=sheet.totals[str(seat)],
                bid=auction.bids[seat],
                open=not (auction.over or auction.passed[seat]),
                peeks=(entry.peeked[seat],) if auction.over or entry.peeked[seat] else (False, True),
                taken=range(self.highest + 1) if not auction.over or taken is None else (taken,),
            )
            for seat, taken in enumerate(entry.taken)
        )
        best = max(player.total for player in self.players)
        self.target_is_reached = best >= self.target or self.gnome >= self.gnome_target
        self._together: dict[tuple[Players, int, int | None, Bounds], int] = {}

    def worth(self, part: Part) -> tuple[int, int]:
        """Return what a part scores for its player and for the Gnome."""
        return worth(self.options.odd_half, *part)

    def bounds(self, low: dict[int, int] | None = None, high: int = FAR, taker: float = FAR) -> Bounds:
        """Return bounds for these totals: at least `low`, by seat, and at most `high`, or for the taker `taker`."""
        lows = tuple((low or {}).get(player.seat, -FAR) - player.total for player in self.players)
        highs = tuple(high - player.total for player in self.players)
        takers = tuple(int(min(high, taker)) - player.total for player in self.players)
        return Bounds(lows, highs, takers)

    def exists(
        self, me: Known | None, part: Part, bounds: Bounds, *, least: int = 0, most: int = FAR, takers: Players = ()
    ) -> bool:
        """Return whether a hand has my part, others within these bounds, and `least` to `most` for the Gnome from them.

        One of the `takers` takes the bid if I don't. Without `me`, the others are all players, and the part is empty.
        """
        others = tuple(player for player in self.players if player is not me)
        left = [total - part.taken for total in self.sums if total >= part.taken]
        most = min(most, self.row - 1)
        if not left or least > min(most, 4 * left[-1]):
            return False
        if part.takes and part.bid is not None:
            sets = iter((self._outbid(others, part.bid, None, bounds),))
        else:
            sets = self._taken_by(takers or others, others, part.bid, bounds, left[-1], range(least, most + 1))
        window = (1 << (most - least + 1)) - 1
        return any(bits >> (rest * self.row + least) & window for bits in sets for rest in left)

    def has_total(self, me: Known | None, part: Part, player: Known, total: float, *, takes: bool = False) -> bool:
        """Return whether a hand with my part gives a player this total; if `takes`, as the taker."""
        left = self.sums[-1] - part.taken
        # A point is worth two half points, doubled for the taker.
        if player.total + 4 * left < total:
            return False
        others = () if takes or player.total + 2 * left < total else self.players
        takers = (player, *(other for other in others if other is not me and other is not player))
        return self.exists(me, part, self.bounds({player.seat: int(total)}), takers=takers)

    def _taken_by(
        self, takers: Players, others: Players, mine: int | None, bounds: Bounds, left: int, for_gnome: range
    ) -> Iterator[int]:
        """Yield what the others can take together, for each part of each of these takers."""
        for taker in takers:
            rest = tuple(player for player in others if player is not taker)
            bids = (bid for bid in (mine, *(player.bid for player in rest)) if bid is not None)
            lowest = max(max(bids, default=self.lowest - 1) + 1, taker.bid or 0)
            if not taker.open and taker.bid != lowest:
                continue
            low, high = bounds.low[taker.seat], bounds.taker[taker.seat]
            kept_by_rest = sum(max(0, bounds.low[player.seat]) for player in rest)
            for taken in reversed([taken for taken in taker.taken if 2 * taken + kept_by_rest <= 2 * left]):
                possible = {lowest}
                if taker.open:
                    # The highest bid that is made or missed leaves the others most room; the lowest missed costs least.
                    possible = {min(taken, self.highest), self.highest, min(max(lowest, taken + 1), self.highest)}
                for bid, peeked in product(possible, taker.peeks):
                    own, gnome = worth(self.options.odd_half, bid, taken, peeked, True)
                    # The others give the Gnome at most each point that they take.
                    in_reach = for_gnome.start - 2 * (left - taken) <= gnome < for_gnome.stop
                    if bid >= lowest and low <= own <= high and in_reach:
                        yield self._outbid(rest, bid, mine, bounds) << (taken * self.row + gnome)

    def _outbid(self, players: Players, limit: int, mine: int | None, bounds: Bounds) -> int:
        """Return what these players can take together with bids below `limit`, but not mine.

        Whoever keeps all points that they take may have bid any higher number, so it is enough to give out the highest
        bids that are free. Points that nobody keeps can go to one player, who has bid just what they keep of them.
        """
        key = players, limit, mine, bounds
        if key in self._together:
            return self._together[key]
        row, everything = self.row, (1 << ((self.highest + 1) * self.row)) - 1
        free, fixed = ([player for player in players if player.open is is_open] for is_open in (True, False))
        blocked = {mine, *(player.bid for player in fixed)} - {None}
        slots: list[int | None] = [bid for bid in range(limit - 1, self.lowest - 1, -1) if bid not in blocked]
        # By who has a bid so far: what they take without, and with a player who could take more.
        states = {frozenset[int](): (1, 0)}
        for slot in (slots + [None] * len(free))[: len(free)]:
            then: dict[frozenset[int], tuple[int, int]] = {}
            for player in free:
                parts = self._kept(player, slot, blocked, bounds)
                for placed, (exact, open_end) in states.items():
                    if player.seat not in placed:
                        new, new_open = then.get(placed | {player.seat}, (0, 0))
                        for shift, could_take_more in parts:
                            new_open |= (exact | open_end if could_take_more else open_end) << shift
                            new |= 0 if could_take_more else exact << shift
                        then[placed | {player.seat}] = new & everything, new_open & everything
            states = then
        bits, open_end = states.get(frozenset(player.seat for player in free), (0, 0))
        for power in range(self.highest.bit_length()):
            open_end |= open_end << ((row + 2) << power)  # more and more points, all for the Gnome
        bits |= open_end
        for player in fixed:
            before, bits = bits, 0
            if player.bid is None or (player.bid < limit and player.bid != mine):
                for taken, peeked in product(player.taken, player.peeks):
                    own, gnome = worth(self.options.odd_half, player.bid, taken, peeked, False)
                    if bounds.low[player.seat] <= own <= bounds.high[player.seat]:
                        bits |= before << (taken * row + gnome)
        self._together[key] = bits & everything
        return self._together[key]

    def _kept(
        self, player: Known, slot: int | None, blocked: set[int | None], bounds: Bounds
    ) -> list[tuple[int, bool]]:
        """Return the parts in which an outbid player keeps or halves all points, and whether they could take more."""
        if player.bid is not None and (slot is None or slot < player.bid):
            return []
        least, low, high = player.bid or self.lowest, bounds.low[player.seat], bounds.high[player.seat]
        return [
            (taken * self.row + gnome, (taken >= least and taken not in blocked) or (taken == 0 and not player.bid))
            for own, gnome, taken in kept(self.options.odd_half, slot, player.peeks)
            if low <= own <= high
        ]
