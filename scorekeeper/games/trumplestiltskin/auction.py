"""An auction as it is being entered: who has bid what, who has passed, and whose turn it is. RULES.md: Bidding.

Every bid is higher than all earlier ones, so the highest bidder was the last to bid, and everyone who has had a turn
since then has passed. That is why the order of the taps doesn't matter.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from scorekeeper.rules.declaration import Answers


@dataclass(frozen=True, kw_only=True)
class Auction:
    """Bids and passes by seat. `order` lists the seats in bidding order; `closed` means that nobody will bid again."""

    order: tuple[int, ...]
    bids: tuple[int | None, ...]
    passed: tuple[bool, ...]
    closed: bool = False

    @cached_property
    def highest(self) -> int | None:
        """The seat with the highest bid, or None before the first bid."""
        bidders = [seat for seat in self.order if self.bids[seat] is not None]
        return max(bidders, key=lambda seat: self.bids[seat] or 0, default=None)

    @property
    def to_beat(self) -> int | None:
        """The highest bid so far, or None before the first bid."""
        return None if self.highest is None else self.bids[self.highest]

    @cached_property
    def remaining(self) -> tuple[int, ...]:
        """The highest bidder and the seats that haven't passed, in bidding order."""
        return tuple(seat for seat in self.order if seat == self.highest or not self.passed[seat])

    @property
    def everyone_passed(self) -> bool:
        """Whether nobody has bid and nobody will."""
        return self.highest is None and (self.closed or not self.remaining)

    @cached_property
    def over(self) -> bool:
        """Whether the bidding is closed, or everybody but the highest bidder has passed."""
        return self.closed or not self.remaining or self.remaining == (self.highest,)

    @cached_property
    def next_bidder(self) -> int | None:
        """The seat whose turn it is to bid, or None when the bidding is over."""
        if self.over:
            return None
        start = 0 if self.highest is None else self.order.index(self.highest) + 1
        turn = self.order[start:] + self.order[:start]
        return next(seat for seat in turn if seat != self.highest and not self.passed[seat])

    def outline(self, leader: int | None) -> "Auction":
        """Return the auction with this leader, without recording any amounts."""
        return replace(self, bids=tuple(-1 if seat == leader else None for seat in sorted(self.order)))


@lru_cache(maxsize=4096)
def following(auction: Auction) -> tuple[tuple[int, Mapping[str, int]], ...]:
    """Return the seats that can be asked from now on, each with the indexes of those asked after a tap.

    Who is asked next depends only on who leads and who has passed, so pass an auction without amounts, such as the one
    that `outline` returns.
    """
    auctions, found = [auction], []
    for state in auctions:  # the list grows during the loop
        then: dict[str, int] = {}
        passed = tuple(out or seat == state.next_bidder for seat, out in enumerate(state.passed))
        for name, after in ("bid", state.outline(state.next_bidder)), ("passed", replace(state, passed=passed)):
            if after.next_bidder is not None:
                auctions += [] if after in auctions else [after]
                then[name] = auctions.index(after)
        if "passed" in then and state.highest is not None:
            then["less"] = then["passed"]
        found.append((state.next_bidder or 0, then))
    return tuple(found)


def read_auction(answers: Answers, order: tuple[int, ...]) -> Auction:
    """Read the auction from the answers at `players.N.bid`, `.passed` and `.gave_way`, and `hand.bidding_done`."""

    def number(seat: int, name: str) -> int | None:
        value = answers.get(f"players.{seat}.{name}")
        return value if isinstance(value, int) else None

    bids, passed = tuple(number(seat, "bid") for seat in sorted(order)), []
    highest = max((bid for bid in bids if bid is not None), default=-1)
    for seat, bid in enumerate(bids):
        limit, said = number(seat, "gave_way"), answers.get(f"players.{seat}.passed")
        # Whoever gave way to a bid has passed while the highest is at least that high, unless the pass was taken back.
        gave_way = bid is not None and limit is not None and bid < limit <= highest
        passed.append(gave_way if said is None else said is True)
    return Auction(order=order, bids=bids, passed=tuple(passed), closed=answers.get("hand.bidding_done") is True)
