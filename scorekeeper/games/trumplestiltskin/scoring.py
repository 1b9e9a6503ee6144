"""What a hand of Trumplestiltskin is worth, line by line, to the players and to the Gnome. RULES.md: Scoring a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.games.trumplestiltskin.hand import Entry, Options, taker_of
from scorekeeper.rules.sheet import Line, Table
from scorekeeper.rules.words import Amount, Half, Text, TextValue, gettext as _, ngettext, points

GNOME = "gnome"
HALVES: dict[str, Callable[[int], int]] = {
    "exact": lambda made: made,
    "gnome": lambda made: made - made % 2,
    "player": lambda made: made + made % 2,
}
"""Option `odd_half` -> a function from whole points made to the half points a peeker keeps. RULES.md: The odd point."""


def lines(table: Table[Options], entry: Entry) -> Iterator[Line]:
    """Yield the lines for a hand without errors, seat by seat."""
    if entry.all_passed:
        return
    taker, odd_half = taker_of(entry.bid), table.options.odd_half
    for seat, (bid, taken, peeked) in enumerate(zip(entry.bid, entry.taken, entry.peeked, strict=True)):
        yield from _player_lines(table.names[seat], seat, bid, taken or 0, peeked, seat == taker, odd_half)


@lru_cache(maxsize=2048)
def _player_lines(
    name: str, seat: int, bid: int | None, taken: int, peeked: bool, takes: bool, odd_half: str
) -> tuple[Line, ...]:
    # Cached because every replay scores a game's hands again, and the same names and numbers keep coming up.
    player = _PlayerHand(name=name, seat=seat, bid=bid or 0, taken=taken, peeked=peeked, odd_half=odd_half)
    if bid is None:
        return tuple(player.never_bid())
    if not takes:
        return tuple(player.another_bidder())
    return tuple(player.made() if taken >= bid else player.failed())


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlayerHand:
    """One player's part of a hand. `bid` and `taken` are whole points."""

    name: str
    seat: int
    bid: int
    taken: int
    peeked: bool
    odd_half: str

    def made(self) -> Iterator[Line]:
        """Double the points of a taker who made the bid, or halve them if the taker peeked."""
        yield self._line(points(self.taken), _("took {taken}, made the bid of {bid}", **self._numbers), "taker")
        if self.peeked:
            yield from self._halved(self.taken)
        else:
            yield self._line(points(self.taken), _("doubled: made it without peeking"), "blind")

    def failed(self) -> Iterator[Line]:
        """Charge a taker who didn't make the bid. The Gnome gets the points taken, or double if the taker peeked."""
        yield self._line(Half(0), _("had the high bid, {bid}", **self._numbers), "taker")
        yield self._line(points(-self.bid), _("took {taken}, missed the bid of {bid}", **self._numbers), "failed")
        yield from self._to_gnome(points(self.taken), _("{name} missed the bid", name=self.name))
        if self.peeked:
            amount = Amount(half=points(self.taken))
            yield self._line(Half(0), _("peeked: another {points} to the Gnome", points=amount), "peeked")
            yield from self._to_gnome(points(self.taken), _("again, because {name} peeked", name=self.name))

    def another_bidder(self) -> Iterator[Line]:
        """Score a bidder who isn't the taker: the points taken up to the bid, halved if the bidder peeked."""
        bid = self.bid
        yield self._line(points(self.taken), _("took {taken}, bid {bid}", **self._numbers))
        if (over := self.taken - bid) > 0:
            reason = ngettext(
                "{count} over the bid of {bid} went to the Gnome",
                "{count} over the bid of {bid} went to the Gnome",
                over,
                bid=bid,
            )
            yield self._line(points(-over), reason, "capped")
            yield from self._to_gnome(
                points(over), _("{name} took more than the bid of {bid}", name=self.name, bid=bid)
            )
        if self.peeked:
            yield from self._halved(min(self.taken, bid))

    def never_bid(self) -> Iterator[Line]:
        """Give the Gnome all the points taken by a player who never bid, whether or not the player peeked."""
        reason = ngettext(
            "never bid: the {count} taken went to the Gnome",
            "never bid: the {count} taken went to the Gnome",
            self.taken,
        )
        yield self._line(Half(0), reason if self.taken else _("never bid, took nothing"), "unbid")
        if self.peeked:
            yield self._line(Half(0), _("peeked, but that doesn’t matter without a bid"), "peeked")
        yield from self._to_gnome(points(self.taken), _("{name} never bid", name=self.name))

    @property
    def _numbers(self) -> dict[str, TextValue]:
        return {"taken": self.taken, "bid": self.bid}

    def _halved(self, made: int) -> Iterator[Line]:
        gnome = Half(points(made) - HALVES[self.odd_half](made))
        yield self._line(
            Half(-gnome), _("half for peeking: {points} to the Gnome", points=Amount(half=gnome)), "peeked"
        )
        yield from self._to_gnome(gnome, _("half of {name}’s {points}, for peeking", name=self.name, points=made))

    def _line(self, amount: Half, reason: Text, mark: str = "") -> Line:
        return Line(column=str(self.seat), points=amount, reason=reason, mark=mark)

    def _to_gnome(self, amount: Half, reason: Text) -> Iterator[Line]:
        if amount:
            yield Line(column=GNOME, points=amount, reason=reason)
