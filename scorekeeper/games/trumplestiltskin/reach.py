"""All hands that can still be played, and what they can come to. RULES.md: What a player needs.

What the others can come to depends on little of my part, so it is looked up. Whoever is to score most has the highest
bid that the others leave. What players can give the Gnome together is a whole number with a bit for each pair of points
taken and half points given: shifting it by the pair of one more part adds that part to all of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

from scorekeeper.games.trumplestiltskin.hand import HIGHEST_SUM, Options
from scorekeeper.games.trumplestiltskin.parts import GNOME, PRIORITY, Part, worths
from scorekeeper.games.trumplestiltskin.screen import TrumplestiltskinScreen
from scorekeeper.rules.text import points

FAR = 10**6  # half points, out of reach


class Known(NamedTuple):
    """What is known of a player: the total before the hand, in half points, and what their part in it can be."""

    seat: int
    total: int
    bid: int | None
    open: bool  # Whether they can still bid, though not less than `bid`.
    peeks: tuple[bool, ...]
    taken: Sequence[int]


Players = tuple[Known, ...]
Way = tuple[int, bool]  # the taker's seat, and whether they make the bid
# How the bidding can end: the taker, the lowest and the highest bid that takes it, and the others with their lowest.
Bidding = tuple[Known, int, int, Players]


class Reach:
    """All hands that the rules accept without a warning and that fit what is typed. Amounts are half points.

    Most questions are about the hands with my part. Without `me`, they are about all of them, and the part is empty.
    """

    def __init__(self, screen: TrumplestiltskinScreen) -> None:
        sheet, entry, auction = screen.before, screen.so_far, screen.auction
        self.options: Options = sheet.table.options
        self.worth = worths(self.options)
        self.lowest, self.highest = self.options.lowest_bid, HIGHEST_SUM
        self.row = 4 * self.highest + 1  # bits for the Gnome: a taker who peeked and missed gives it each point twice
        self.sums = sorted(self.options.possible_sums(len(sheet.table.names), entry.gnome))
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
        self.typed = sum(player.taken[0] for player in self.players)  # 0 where it isn't
        best = max(player.total for player in self.players)
        self.target_is_reached = best >= self.target or self.gnome >= self.gnome_target
        # Most parts share their answers with others.
        self.biddings, self.roles, self.ways = cache(self._biddings), cache(self._roles), cache(self._ways)
        self.given, self.little_given = cache(self._given), cache(self._little_given)
        self.together = cache(self._together)

    def bids(self, player: Known) -> Sequence[int]:
        """Return the bids that a player can have in the end."""
        if player.open:
            return range(max(self.lowest, player.bid or 0), self.highest + 1)
        return [bid for bid in (player.bid,) if bid is not None and self.lowest <= bid <= self.highest]

    def all_pass(self, part: Part) -> bool:
        """Return whether everybody can pass in a hand with my part."""
        return self.all_can_pass and part.bid is None and part.taken == 0

    def is_possible(self, me: Known, part: Part) -> bool:
        """Return whether a hand has my part."""
        least = part.taken + self.typed - me.taken[0]
        waits = any(len(player.taken) > 1 for player in self.players if player is not me)
        fits = any(total == least or (total > least and waits) for total in self.sums)
        return (fits and bool(self.biddings(me, part.bid, part.takes))) or self.all_pass(part)

    def most(self, player: Known, me: Known | None, part: Part, *, takes: bool = False) -> int:
        """Return the most that a player can score in the hands with my part; if `takes`, as the taker."""
        # Nobody scores less for taking more.
        left = self.sums[-1] - part.taken - self.typed + (me.taken[0] if me else 0)
        taken = player.taken[0] if len(player.taken) == 1 else left
        scores = [
            self.worth(bid, taken, peeked, is_taker)[0]
            for bid, is_taker in self.roles(player, me, part.bid, part.takes)
            for peeked in player.peeks
            if is_taker or not takes
        ]
        return max(scores, default=0 if self.all_pass(part) and not takes else -FAR)

    def least(self, player: Known, lack: int) -> int | None:
        """Return the fewest points with which a player scores this much in some hand, or None."""
        for taken, (bid, takes), peeked in product(player.taken, self.roles(player, None, None, False), player.peeks):
            part = Part(bid, taken, peeked, takes)
            if self.worth(*part)[0] >= lack and self.is_possible(player, part):
                return taken
        return None

    def exists(
        self, me: Known | None, part: Part, high: Sequence[int] = (), *, taker: Sequence[int] = (), least: int = 0
    ) -> Iterator[Way]:
        """Yield the ways of the hands with my part in which the others give the Gnome `least` or more.

        They score at most `high`, by seat, and whoever takes the bid at most `taker`.
        """
        left = [total - part.taken for total in self.sums if total >= part.taken]
        high = high or (FAR,) * len(self.players)
        if left and least <= 4 * left[-1]:
            window = (1 << (self.row - least)) - 1
            for (seat, made), bits in self.ways(me, part.bid, part.takes, high, taker or high):
                if any(bits >> (rest * self.row + least) & window for rest in left):
                    yield seat, part.form != "missed" if part.takes else made

    def _biddings(self, me: Known | None, mine: int | None, takes: bool) -> tuple[Bidding, ...]:
        """Return how the bidding can end with my bid. There I take nothing: what is looked up is what the others do."""
        settled = me._replace(bid=mine, open=False, peeks=(False,), taken=(0,)) if me else None
        players = [settled if settled and player is me else player for player in self.players]
        found = list[Bidding]()
        for taker in players:
            if (taker is settled) is takes:
                for rest in self._lowest_bids([player for player in players if player is not taker]):
                    to_beat = max((player.bid for player in rest if player.bid is not None), default=-1)
                    if bids := [bid for bid in self.bids(taker) if bid > to_beat]:
                        found.append((taker, bids[0], bids[-1], rest))
        return tuple(found)

    def _lowest_bids(self, players: Sequence[Known]) -> set[Players]:
        """Return these players with the lowest bids that they can have: in several ways if it's open who must raise."""
        fixed, waiting = ([player for player in players if player.open is is_open] for is_open in (False, True))
        bids, found = [player.bid for player in players if player.bid is not None], set[Players]()
        for order in [waiting] if len(bids) == len(set(bids)) else permutations(waiting):
            used, settled = set[int | None](), list[Known]()
            for player in (*fixed, *order):
                free = [None] if player.bid is None else [bid for bid in self.bids(player) if bid not in used]
                settled += [player._replace(bid=bid, open=False) for bid in free[:1]]
                used.update(free[:1])
            if len(settled) == len(players):
                found.add(tuple(sorted(settled)))
        return found

    def _highest_bids(self, players: Iterable[Known], limit: int) -> Players:
        """Return these players with the highest bids below `limit`, the lower ones for those who have peeked."""
        settled, waiting = list[Known](), list[Known]()
        for player in sorted(players, key=lambda player: len(player.peeks)):
            (waiting if player.open else settled).append(player)
        used = {player.bid for player in settled}
        free: list[int | None] = [bid for bid in range(limit - 1, self.lowest - 1, -1) if bid not in used]
        for bid in reversed((free + [None] * len(waiting))[: len(waiting)]):
            player = next(each for each in waiting if each.bid is None or (bid is not None and bid >= each.bid))
            waiting.remove(player)
            settled.append(player._replace(bid=bid, open=False))
        return tuple(settled)

    def _roles(self, player: Known, me: Known | None, mine: int | None, takes: bool) -> set[tuple[int | None, bool]]:
        """Return the bids with which a player can score most, each with whether it takes the bid."""
        found = set[tuple[int | None, bool]]()
        for taker, lowest, highest, rest in self.biddings(me, mine, takes):
            others = (player if other.seat == player.seat else other for other in rest)
            bids = {other.seat: other.bid for other in self._highest_bids(others, highest)}
            found.add((lowest, True) if taker is player else (bids[player.seat], False))
        return found

    def _little_given(self, me: Known | None, mine: int | None, takes: bool) -> int:
        """Return what the others can take together with my bid and give the Gnome, where that is little."""
        bits = 0
        for taker, lowest, highest, rest in self.biddings(me, mine, takes):
            # Below the highest bid, which is missed, the others keep most. Whoever makes the lowest can take all points
            # or, after a peek, keep an odd one; then the others, too, need room for one each.
            for bid in {highest, *range(lowest, min(lowest + len(self.players), highest))}:
                others = (other if me and other.seat == me.seat else self.players[other.seat] for other in rest)
                parts = [self.given(other) for other in self._highest_bids(others, bid)]
                bits |= self.together(*parts, self.given(taker._replace(bid=bid), takes=True))
        return bits

    def _ways(
        self, me: Known | None, mine: int | None, takes: bool, high: Sequence[int], most: Sequence[int]
    ) -> list[tuple[Way, int]]:
        """Return the ways with my bid, and what the others can give the Gnome within these bounds."""
        found = list[tuple[Way, int]]()
        for taker, lowest, highest, rest in self.biddings(me, mine, takes):
            parts = [self.given(player, min(high[player.seat], 2 * (player.bid or 0))) for player in rest]
            # The lowest bid is made with the fewest points, and the highest is missed with the most.
            for made, bid in (True, lowest), (False, highest):
                own = taker._replace(bid=bid, taken=tuple(taken for taken in taker.taken if (taken >= bid) is made))
                found.append(((taker.seat, made), self.together(*parts, self.given(own, most[own.seat], takes=True))))
        return found

    def _given(self, player: Known, most: int = FAR, *, takes: bool = False) -> tuple[int, ...]:
        """Return what a player with a settled bid can take and give the Gnome while scoring at most this."""
        worth, bid, more = self.worth, player.bid, product(player.taken, player.peeks)
        scores = ((taken, *worth(bid, taken, peeked, takes)) for taken, peeked in more)
        return tuple({taken * self.row + gnome for taken, own, gnome in scores if own <= most})

    def _together(self, *parts: tuple[int, ...]) -> int:
        """Return what players can take together and give the Gnome, each with one of these parts."""
        bits, everything = 1, (1 << ((self.highest + 1) * self.row)) - 1
        for shifts in parts:
            before, bits = bits, 0
            for shift in shifts:
                bits |= before << shift
            bits &= everything
        return bits
