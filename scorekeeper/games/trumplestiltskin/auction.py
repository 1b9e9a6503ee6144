"""An auction as it is being entered: who has bid what, who has passed, and whose turn it is. RULES.md: Bidding.

Every bid is higher than all earlier ones, so the highest bidder was the last to bid, and everyone who has had a turn
since then has passed. That is why the order of the taps doesn't matter.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.declaration import Answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Auction:
    """Bids and passes by seat. `order` lists the seats in bidding order; `closed` means that nobody will bid again."""

    order: tuple[int, ...]
    bids: tuple[int | None, ...]
    passed: tuple[bool, ...]
    closed: bool = False

    @property
    def highest(self) -> int | None:
        """The seat with the highest bid, or None before the first bid."""
        bidders = [seat for seat in self.order if self.bids[seat] is not None]
        return max(bidders, key=lambda seat: self.bids[seat] or 0, default=None)

    @property
    def to_beat(self) -> int | None:
        """The highest bid so far, or None before the first bid."""
        return None if self.highest is None else self.bids[self.highest]

    @property
    def remaining(self) -> tuple[int, ...]:
        """The highest bidder and the seats that haven't passed, in bidding order."""
        return tuple(seat for seat in self.order if seat == self.highest or not self.passed[seat])

    @property
    def everyone_passed(self) -> bool:
        """Whether nobody has bid and nobody is going to."""
        return self.highest is None and (self.closed or not self.remaining)

    @property
    def over(self) -> bool:
        """Whether the bidding is closed, or everybody but the highest bidder has passed."""
        return self.closed or not self.remaining or self.remaining == (self.highest,)

    @property
    def next_bidder(self) -> int | None:
        """The seat whose turn it is to bid, or None when the bidding is over."""
        if self.over:
            return None
        start = 0 if self.highest is None else self.order.index(self.highest) + 1
        turn = self.order[start:] + self.order[:start]
        return next(seat for seat in turn if seat != self.highest and not self.passed[seat])


def read_auction(answers: Answers, order: tuple[int, ...]) -> Auction:
    """Read the auction from the answers at `players.N.bid`, `players.N.passed`, and `hand.bidding_done`."""
    bids = [answers.get(f"players.{seat}.bid") for seat in sorted(order)]
    return Auction(
        order=order,
        bids=tuple(bid if isinstance(bid, int) else None for bid in bids),
        passed=tuple(answers.get(f"players.{seat}.passed") is True for seat in sorted(order)),
        closed=answers.get("hand.bidding_done") is True,
    )
