"""A player's part in a hand. What it scores depends on nothing else in the hand."""

import math
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from scorekeeper.games.trumplestiltskin.hand import Entry, Options, taker_of
from scorekeeper.rules.sheet import Line
from scorekeeper.rules.text import NOTHING, Amount, Half, Text, gettext as _, ngettext, points

GNOME = "gnome"
# Option `odd_half` -> a function from whole points made to the half points a peeker keeps. RULES.md: The odd point.
HALVES: dict[str, Callable[[int], int]] = {
    "exact": lambda made: made,
    "gnome": lambda made: made - made % 2,
    "player": lambda made: made + made % 2,
}
# Option `priority` -> how many half points above the player target the last taker needs to win outright.
PRIORITY = {"above_200": 1, "from_200": 0, "none": math.inf}


class Part(NamedTuple):
    """One player's part in a hand, in whole points. `bid` is None for a player who only passed."""

    bid: int | None
    taken: int
    peeked: bool
    takes: bool

    @property
    def form(self) -> str:
        """How the part scores: "made", "missed", or "outbid", and for all but "missed", whether after a peek."""
        if self.bid is None:
            return "unbid"
        if self.takes and self.taken < self.bid:
            return "missed"
        return f"{'made' if self.takes else 'outbid'}_{'peeked' if self.peeked else 'blind'}"

    @property
    def counts(self) -> int:
        """The points taken that count for the player, before they are doubled or halved."""
        return self.taken if self.takes or self.bid is None else min(self.taken, self.bid)


def part_of(entry: Entry, seat: int) -> Part:
    """Return a player's part in a hand."""
    return Part(entry.bid[seat], entry.taken[seat] or 0, entry.peeked[seat], seat == taker_of(entry.bid))


def player_lines(name: str, seat: int, part: Part, options: Options) -> tuple[Line, ...]:
    """Return what one player's part in a hand scores, for the player and the Gnome. RULES.md: Scoring a hand."""
    found, own, to_halve = list[Line](), str(seat), None
    bid, taken, peeked, _takes = part

    def add(column: str, amount: Half, reason: Text, mark: str = "") -> None:
        found.append(Line(column, amount, reason, mark, by=seat if column == GNOME else None))

    if bid is None:
        reason = ngettext("never bid: {count} point to the Gnome", "never bid: {count} points to the Gnome", taken)
        add(own, NOTHING, reason if taken else _("never bid, took nothing"), "unbid")
        if peeked:
            add(own, NOTHING, _("peeked, but that doesn’t matter without a bid"), "peeked")
        add(GNOME, points(taken), _("{name} never bid", name=name))
    elif part.form == "missed":
        add(own, points(-bid), _("took {taken}, missed the bid of {bid}", taken=taken, bid=bid), "taker failed")
        add(GNOME, points(taken), _("{name} missed the bid", name=name))
        if peeked:
            add(own, NOTHING, _("peeked: another {points} to the Gnome", points=Amount(half=points(taken))), "peeked")
            add(GNOME, points(taken), _("again, because {name} peeked", name=name))
    elif part.takes:
        to_halve = taken
        add(own, points(taken), _("took {taken}, made the bid of {bid}", taken=taken, bid=bid), "taker")
        if not peeked:
            add(own, points(taken), _("doubled: made it without peeking"), "blind")
    else:
        to_halve, over = part.counts, taken - bid
        add(own, points(taken), _("took {taken}, bid {bid}", taken=taken, bid=bid))
        if over > 0:
            add(own, points(-over), _("over the bid: to the Gnome"), "capped")
            add(GNOME, points(over), _("over {name}’s bid of {bid}", name=name, bid=bid))
    if peeked and to_halve is not None:
        gnome = Half(points(to_halve) - HALVES[options.odd_half](to_halve))
        reason = _("half for peeking: to the Gnome") if gnome else _("peeked, but there’s nothing to give the Gnome")
        add(own, Half(-gnome), reason, "peeked")
        add(GNOME, gnome, _("half of {name}’s {points}, for peeking", name=name, points=to_halve))
    return tuple(line for line in found if line.column == own or line.points)


# Every replay scores a game's hands again, and the same names and numbers keep coming up.
cached_lines = lru_cache(maxsize=2048)(player_lines)


@lru_cache(maxsize=16)
def worths(options: Options) -> Callable[[int | None, int, bool, bool], tuple[int, int]]:
    """Return the function that says what one of some 4,290 parts scores for its player and for the Gnome."""

    @cache
    def worth(bid: int | None, taken: int, peeked: bool, takes: bool) -> tuple[int, int]:
        lines = player_lines("", 0, Part(bid, taken, peeked, takes), options)
        gnome = sum(line.points for line in lines if line.column == GNOME)
        return sum(line.points for line in lines) - gnome, gnome

    return worth
