"""What a hand of Tontine is worth: the groups that each holds, settled among three players or between two sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorekeeper.rules._tarot_cards import GROUPS, Groups
from scorekeeper.rules.base import Column, Line
from scorekeeper.rules.words import NOTHING, Text, both, gettext as _, ngettext, points

SHARE = 37
"""A third of 111: what each of three players is measured against."""

ENOUGH = 56
"""More than half of 111: the side that has it scores."""

_NAMES = {
    "kings": _("the Kings"),
    "queens": _("the Queens"),
    "cavaliers": _("the Cavaliers"),
    "jacks": _("the Jacks"),
    "honours": _("the Honours"),
}
Sums = Mapping[str, int]


def sums_of(columns: tuple[Column, ...], groups: Groups) -> dict[str, int]:
    """The points of the groups that each column's players hold."""
    held = groups.held()
    return {column.key: sum(GROUPS[key] for key, seat in held.items() if seat in column.seats) for column in columns}


def holding(column: Column, groups: Groups, own: int) -> Text:
    """What a column holds, in words."""
    keys = [key for key, seat in groups.held().items() if seat in column.seats]
    named = [_NAMES[key] for key in keys if key in _NAMES]
    if suits := len(keys) - len(named):
        named.append(ngettext("the pips of {count} suit", "the pips of {count} suits", suits))
    if not named:
        return _("holds no group")
    return _("holds {groups}: {own}", groups=both(named), own=own)


def against_37(column: Column, sums: Sums) -> Iterator[Line]:
    """Each scores points − 37."""
    own = sums[column.key]
    yield Line(column=column.key, points=points(own - SHARE), reason=_("{own} against 37", own=own))


def pair_by_pair(column: Column, sums: Sums, names: Mapping[str, Text]) -> Iterator[Line]:
    """Twice the own points less the others': settled with each of the others."""
    own = sums[column.key]
    for key, other in sums.items():
        if key != column.key:
            reason = _("{own} against {name}’s {other}", own=own, name=names[key], other=other)
            yield Line(column=column.key, points=points(own - other), reason=reason)


def between_sides(column: Column, sums: Sums, nobody_at_56: str) -> Iterator[Line]:
    """The side with 56 or more scores the difference; without one nobody does, or by option the higher side."""
    own = sums[column.key]
    other = next(value for key, value in sums.items() if key != column.key)
    more = points(max(own - other, 0))
    if max(own, other) >= ENOUGH:
        yield Line(column=column.key, points=more, reason=_("{own} against {other}", own=own, other=other))
    elif nobody_at_56 == "difference" and own == other:
        reason = _("{own} against {other}; no side has 56, and both are equal", own=own, other=other)
        yield Line(column=column.key, points=NOTHING, reason=reason)
    elif nobody_at_56 == "difference":
        reason = _("{own} against {other}; no side has 56, and the higher scores", own=own, other=other)
        yield Line(column=column.key, points=more, reason=reason)
    else:
        reason = _("{own} against {other}; no side has 56, and nobody scores", own=own, other=other)
        yield Line(column=column.key, points=NOTHING, reason=reason)
