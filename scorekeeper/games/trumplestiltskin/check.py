"""Checks for what is impossible or unlikely in a hand of Trumplestiltskin. RULES.md: What is recorded for a hand."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.games.trumplestiltskin.hand import (
    GNOMES,
    HIGHEST_SUM,
    TRUMPS,
    Entry,
    Options,
    possible_sums,
    taker_of,
)
from scorekeeper.rules.cards import SUITS
from scorekeeper.rules.sheet import Problem, Table
from scorekeeper.rules.words import both, either, gettext as _


def problems(table: Table[Options], entry: Entry) -> Iterator[Problem]:
    """Yield an entry's errors and warnings, except those about missing points."""
    if entry.all_passed:
        yield from _check_all_passed(entry)
        return
    yield from _check_trump(entry)
    yield from _check_bids(table, entry)
    yield from _check_taken(table, entry)


def _check_all_passed(entry: Entry) -> Iterator[Problem]:
    for seat, (bid, taken) in enumerate(zip(entry.bid, entry.taken, strict=True)):
        if bid is not None:
            yield Problem(path=f"players.{seat}.bid", message=_("Everyone passed, so nobody bid."))
        if taken is not None:
            yield Problem(path=f"players.{seat}.taken", message=_("Everyone passed, so nobody took points."))
    if entry.trump is not None:
        yield Problem(path="hand.trump", message=_("Everyone passed, so there’s no trump."))
    if entry.taker is not None:
        yield Problem(path="hand.taker", message=_("Everyone passed, so nobody took the bid."))


def _check_trump(entry: Entry) -> Iterator[Problem]:
    """RULES.md: What may be trump."""
    if entry.gnome is None or entry.trump is None or entry.trump in TRUMPS[entry.gnome]:
        return
    gnome = next(choice.label for choice in GNOMES if choice.value == entry.gnome)
    suits = either(suit.label for suit in SUITS if suit.value in TRUMPS[entry.gnome])
    yield Problem(
        path="hand.trump", message=_("With this Gnome ({gnome}), trump is {suits}.", gnome=gnome, suits=suits)
    )


def _check_bids(table: Table[Options], entry: Entry) -> Iterator[Problem]:
    """RULES.md: Bidding."""
    if all(bid is None for bid in entry.bid):
        yield Problem(path="", message=_("Nobody bid. If everyone passed, record that."))
    for seat, bid in enumerate(entry.bid):
        if bid is not None and bid < table.options.lowest_bid:
            message = _("The lowest bid is {lowest}.", lowest=table.options.lowest_bid)
            yield Problem(path=f"players.{seat}.bid", message=message)
        if bid is not None and bid > HIGHEST_SUM:
            message = _("A bid above {highest} can never be made.", highest=HIGHEST_SUM)
            yield Problem(path=f"players.{seat}.bid", message=message, level="warning")
    yield from _check_equal_bids(table, entry)
    if entry.taker is not None and entry.taker != taker_of(entry.bid):
        message = _("{name} isn’t the highest bidder.", name=table.names[entry.taker])
        yield Problem(path="hand.taker", message=message)


def _check_equal_bids(table: Table[Options], entry: Entry) -> Iterator[Problem]:
    """Reject equal bids: every bid must be higher than all earlier ones."""
    for bid in sorted({bid for bid in entry.bid if bid is not None and entry.bid.count(bid) > 1}):
        names = both(table.names[seat] for seat in table.seats if entry.bid[seat] == bid)
        yield Problem(path="players", message=_("{names} have the same bid, {bid}.", names=names, bid=bid))


def _check_taken(table: Table[Options], entry: Entry) -> Iterator[Problem]:
    """RULES.md: Possible sums."""
    total = sum(taken or 0 for taken in entry.taken)
    possible = possible_sums(table.options, len(table.names), entry.gnome)
    if None not in entry.taken and total not in possible:
        message = _("The points taken add up to {total}, not {sums}.", total=total, sums=either(sorted(possible)))
        yield Problem(path="players", message=message, level="warning")
