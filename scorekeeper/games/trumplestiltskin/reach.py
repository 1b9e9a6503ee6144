"""All hands that can still be played, and what they can come to: RULES.md: What a player needs.

A hand is made of parts, one for each player: the bid, the peek, the points taken, and whether the player took the bid.
`score` values each part by itself, so the others' parts are never listed together. Sets of (points taken, half points
for the Gnome) are whole numbers with a bit for each such pair, and shifting one by a pair adds a player's part to it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from scorekeeper.games.trumplestiltskin.hand import HIGHEST_SUM, Options, possible_sums
from scorekeeper.games.trumplestiltskin.scoring import GNOME, PRIORITY, player_lines
from scorekeeper.games.trumplestiltskin.screen import TrumplestiltskinScreen
from scorekeeper.rules.text import points

FAR = 10**6  # half points out of reach


class Part(NamedTuple):
    """One player's part in a hand, in whole points. `bid` is None for a player who only passed."""

    bid: int | None
    taken: int
    peeked: bool
    takes: bool

    @property
    def form(self) -> str:
        """How a part scores: see `FORMS`."""
        if self.bid is None:
            return "unbid"
        how = "peeked" if self.peeked else "blind"
        if not self.takes:
            return f"outbid_{how}"
        return "missed" if self.taken < self.bid else f"made_{how}"

    @property
    def counts(self) -> int:
        """The points taken that count for the player, before they are doubled or halved."""
        return self.taken if self.takes or self.bid is None else min(self.taken, self.bid)


NOBODY = Part(None, 0, peeked=False, takes=False)


class Seat(NamedTuple):
    """What is known of a player: the total before the hand, in half points, and what their part in it can be.

    While the bidding is `open` to them, they can still bid, but not less than `bid`.
    """

    seat: int
    total: int
    bid: int | None
    open: bool
    peeks: tuple[bool, ...]
    taken: Sequence[int]


class Bounds(NamedTuple):
    """The least and the most half points that each player may score in a hand, and the most as its taker, by seat."""

    low: tuple[int, ...]
    high: tuple[int, ...]
    taker: tuple[int, ...]


@cache
def worth(odd_half: str, bid: int | None, taken: int, peeked: bool, takes: bool) -> tuple[int, int]:
    """Return what a part scores for its player and for the Gnome, in half points. The uncached `player_lines` says it:
    there are up to 4,290 parts, and the cache that replays use holds fewer."""
    own = gnome = 0
    for line in player_lines("", 0, bid, taken, peeked, takes, odd_half):
        if line.column == GNOME:
            gnome += line.points
        else:
            own += line.points
    return own, gnome


class Hand:
    """All hands that the rules accept without a warning and that fit what is typed."""

    def __init__(self, screen: TrumplestiltskinScreen) -> None:
        sheet, entry, auction = screen.before, screen.so_far, screen.auction
        self.options: Options = sheet.table.options
        self.lowest, self.highest = self.options.lowest_bid, HIGHEST_SUM
        self.row = 4 * self.highest + 1  # bits for the Gnome: a taker who peeked and missed gives it each point twice
        self.sums = sorted(possible_sums(self.options, len(sheet.table.names), entry.gnome))
        self.target, self.gnome_target = points(self.options.player_target), points(self.options.gnome_target)
        self.outright = self.target + PRIORITY[self.options.priority]
        self.gnome = sheet.totals[GNOME]
        self.all_can_pass = not any(bid is not None for bid in auction.bids) and not auction.over
        self.seats = tuple(
            Seat(
                seat,
                sheet.totals[str(seat)],
                auction.bids[seat],
                not (auction.over or auction.passed[seat]),
                (entry.peeked[seat],) if auction.over or entry.peeked[seat] else (False, True),
                range(self.highest + 1) if not auction.over or taken is None else (taken,),
            )
            for seat, taken in enumerate(entry.taken)
        )
        everyone = len(self.seats)
        self.free = Bounds((-FAR,) * everyone, (FAR,) * everyone, (FAR,) * everyone)
        self._rests: dict[tuple[tuple[Seat, ...], int, int | None, Bounds], int] = {}

    def worth(self, part: Part) -> tuple[int, int]:
        """Return what a part scores for its player and for the Gnome, in half points."""
        return worth(self.options.odd_half, *part)

    def exists(
        self,
        me: Seat | None,
        part: Part,
        bounds: Bounds,
        *,
        least: int = 0,
        most: int = FAR,
        takers: Sequence[Seat] | None = None,
    ) -> bool:
        """Return whether a hand has this part and gives the Gnome `least` to `most` half points from the others' parts.

        Without `me`, the others are all players, and the part is empty.
        """
        if least > most:
            return False
        others = tuple(seat for seat in self.seats if seat is not me)
        left = [total - part.taken for total in self.sums if total >= part.taken]
        if not left:
            return False
        if part.takes and part.bid is not None:
            sets = iter((self._rest(others, part.bid, None, bounds),))
        else:
            sets = self._taken_by(others if takers is None else takers, others, part.bid, bounds, left[-1], least, most)
        window = (1 << (min(most, self.row - 1) - least + 1)) - 1
        return any(bits >> (rest * self.row + least) & window for bits in sets for rest in left)

    def _taken_by(
        self,
        takers: Sequence[Seat],
        others: tuple[Seat, ...],
        mine: int | None,
        bounds: Bounds,
        left: int,
        least: int,
        most: int,
    ) -> Iterator[int]:
        """Yield what all players but one can take and give the Gnome, for each part of each of these takers.

        Of a taker who may bid anything, the highest bid that is made or missed leaves the others most room, and the
        lowest that is missed costs least.
        """
        for taker in takers:
            rest = tuple(seat for seat in others if seat is not taker)
            bids = [bid for bid in (mine, *(seat.bid for seat in rest)) if bid is not None]
            lowest = max(bids, default=self.lowest - 1) + 1
            if taker.bid is not None:
                lowest = max(lowest, taker.bid)
            if not taker.open and taker.bid != lowest:
                continue
            low, high = bounds.low[taker.seat], bounds.taker[taker.seat]
            for taken in reversed([taken for taken in taker.taken if taken <= left]):
                possible = {lowest}
                if taker.open:
                    possible = {bid for bid in (min(taken, self.highest), self.highest) if bid >= lowest}
                    possible |= {max(lowest, taken + 1)} if max(lowest, taken) < self.highest else set()
                for bid, peeked in product(possible, taker.peeks):
                    own, gnome = worth(self.options.odd_half, bid, taken, peeked, True)
                    # The others give the Gnome at most each point that they take.
                    if low <= own <= high and least - 2 * (left - taken) <= gnome <= most:
                        yield self._rest(rest, bid, mine, bounds) << (taken * self.row + gnome)

    def _rest(self, seats: tuple[Seat, ...], limit: int, mine: int | None, bounds: Bounds) -> int:
        """Return what these players can take and give the Gnome with bids below `limit`, of which `mine` is taken.

        Whoever keeps all points that they take may have bid any higher number, so it is enough to give out the highest
        bids that are free. Points that nobody keeps can go to one player, who has bid just what they keep of them.
        """
        key = seats, limit, mine, bounds
        if key in self._rests:
            return self._rests[key]
        row, everything = self.row, (1 << ((self.highest + 1) * self.row)) - 1
        fixed = [seat for seat in seats if not seat.open]
        blocked = {mine, *(seat.bid for seat in fixed)} - {None}
        free = [seat for seat in seats if seat.open]
        slots: list[int | None] = [bid for bid in range(limit - 1, self.lowest - 1, -1) if bid not in blocked]
        slots = (slots + [None] * len(free))[: len(free)]
        # By who has a bid so far: what they can take, without and with a player to whom more points can go.
        states = {frozenset[int](): (1, 0)}
        for slot in slots:
            then: dict[frozenset[int], tuple[int, int]] = {}
            for seat in free:
                kept = self._kept(seat, slot, blocked, bounds)
                for placed, (bits, open_end) in states.items():
                    if seat.seat not in placed:
                        now = placed | {seat.seat}
                        new, new_open = then.get(now, (0, 0))
                        for shift, absorbs in kept:
                            new_open |= (bits | open_end if absorbs else open_end) << shift
                            new |= 0 if absorbs else bits << shift
                        then[now] = new & everything, new_open & everything
            states = then
        bits, open_end = states.get(frozenset(seat.seat for seat in free), (0, 0))
        step = row + 2  # one point more, for the Gnome
        for power in range(self.highest.bit_length()):
            open_end |= open_end << (step << power)
        bits |= open_end
        for seat in fixed:
            together = 0
            if seat.bid is None or (seat.bid < limit and seat.bid != mine):
                for taken, peeked in product(seat.taken, seat.peeks):
                    own, gnome = worth(self.options.odd_half, seat.bid, taken, peeked, False)
                    if bounds.low[seat.seat] <= own <= bounds.high[seat.seat]:
                        together |= bits << (taken * row + gnome)
            bits = together
        self._rests[key] = bits & everything
        return bits & everything

    def _kept(self, seat: Seat, slot: int | None, blocked: set[int | None], bounds: Bounds) -> list[tuple[int, bool]]:
        """Return a bidder's parts in which all points taken are kept or halved, and whether they could take more."""
        if seat.bid is not None and (slot is None or slot < seat.bid):
            return []
        least, low, high = self.lowest if seat.bid is None else seat.bid, bounds.low[seat.seat], bounds.high[seat.seat]
        return [
            (taken * self.row + gnome, (taken >= least and taken not in blocked) or (taken == 0 and seat.bid is None))
            for own, gnome, taken in _kept(self.options.odd_half, slot, seat.peeks)
            if low <= own <= high
        ]


@cache
def _kept(odd_half: str, bid: int | None, peeks: tuple[bool, ...]) -> tuple[tuple[int, int, int], ...]:
    """Return what an outbid player scores, what the Gnome does, and the points taken, if those don't exceed the bid."""
    return tuple(
        (*worth(odd_half, bid, taken, peeked, False), taken) for taken, peeked in product(range((bid or 0) + 1), peeks)
    )
