"""What a hand of Trumplestiltskin is worth, line by line, to the players and to the Gnome. RULES.md: Scoring a hand."""

from collections.abc import Callable
from functools import lru_cache

from scorekeeper.rules.sheet import Line
from scorekeeper.rules.text import NOTHING, Amount, Half, Text, gettext as _, ngettext, points

GNOME = "gnome"
HALVES: dict[str, Callable[[int], int]] = {
    "exact": lambda made: made,
    "gnome": lambda made: made - made % 2,
    "player": lambda made: made + made % 2,
}
"""Option `odd_half` -> a function from whole points made to the half points a peeker keeps. RULES.md: The odd point."""


# Cached because every replay scores a game's hands again, and the same names and numbers keep coming up.
@lru_cache(maxsize=2048)
def player_lines(
    name: str, seat: int, bid: int | None, taken: int, peeked: bool, takes: bool, odd_half: str
) -> tuple[Line, ...]:
    """Return the lines of one player's part in a hand, and those that it brings the Gnome."""
    found, own, to_halve = list[Line](), str(seat), None

    def add(column: str, amount: Half, reason: Text, mark: str = "") -> None:
        found.append(Line(column, amount, reason, mark))

    if bid is None:
        reason = ngettext(
            "never bid: the {count} taken went to the Gnome", "never bid: the {count} taken went to the Gnome", taken
        )
        add(own, NOTHING, reason if taken else _("never bid, took nothing"), "unbid")
        if peeked:
            add(own, NOTHING, _("peeked, but that doesn’t matter without a bid"), "peeked")
        add(GNOME, points(taken), _("{name} never bid", name=name))
    elif takes and taken < bid:
        add(own, NOTHING, _("had the high bid, {bid}", bid=bid), "taker")
        add(own, points(-bid), _("took {taken}, missed the bid of {bid}", taken=taken, bid=bid), "failed")
        add(GNOME, points(taken), _("{name} missed the bid", name=name))
        if peeked:
            add(own, NOTHING, _("peeked: another {points} to the Gnome", points=Amount(half=points(taken))), "peeked")
            add(GNOME, points(taken), _("again, because {name} peeked", name=name))
    elif takes:
        to_halve = taken
        add(own, points(taken), _("took {taken}, made the bid of {bid}", taken=taken, bid=bid), "taker")
        if not peeked:
            add(own, points(taken), _("doubled: made it without peeking"), "blind")
    else:
        to_halve, over = min(taken, bid), taken - bid
        add(own, points(taken), _("took {taken}, bid {bid}", taken=taken, bid=bid))
        if over > 0:
            reason = ngettext(
                "{count} over the bid of {bid} went to the Gnome",
                "{count} over the bid of {bid} went to the Gnome",
                over,
                bid=bid,
            )
            add(own, points(-over), reason, "capped")
            add(GNOME, points(over), _("{name} took more than the bid of {bid}", name=name, bid=bid))
    if peeked and to_halve is not None:
        gnome = Half(points(to_halve) - HALVES[odd_half](to_halve))
        add(own, Half(-gnome), _("half for peeking: {points} to the Gnome", points=Amount(half=gnome)), "peeked")
        add(GNOME, gnome, _("half of {name}’s {points}, for peeking", name=name, points=to_halve))
    return tuple(line for line in found if line.column == own or line.points)
