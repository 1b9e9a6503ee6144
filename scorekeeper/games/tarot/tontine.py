"""Tontine: nine groups of cards instead of card points, settled among three players or between two sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.games.tarot.card_points import LEGEND, MOST, SIDES, VARIANT, MostStatistics, mark_of
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import Choice, choice, number, seat
from scorekeeper.rules.ends import outcome_after
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.screens import Stage
from scorekeeper.rules.sheet import Column, Hand, Line, Outcome, Problem, Seats, Sheet, Table
from scorekeeper.rules.statistics import HANDS, Fact, Figure
from scorekeeper.rules.words import NOTHING, Text, both, gettext as _, ngettext, points

PLAYERS = {"scarto": 3, "tarocchi": 4, "conference": 4}
"""Base -> how many play it, and how many hands it has where the house does not say otherwise."""

GROUPS = {"kings": 20, "queens": 16, "cavaliers": 12, "jacks": 8, "honours": 15}
GROUPS |= dict.fromkeys(("pips_1", "pips_2", "pips_3", "pips_4"), 10)
"""What each group counts: 111 together. Rules page: Tontine."""

SHARE, ENOUGH = 37, 56
"""A third of 111, what each of three players is measured against; more than half, with which a side scores."""

BASE = _("The game whose tricks are played: it decides who plays together.")
BASES = (
    Choice("scarto", _("Scarto"), _("Three players, each alone.")),
    Choice("tarocchi", _("Tarocchi"), _("Four players; those who face are partners.")),
    Choice("conference", _("Conference"), _("Four players; the first and the second against the others.")),
)
SETTLE = _("How each of three players is paid; with four this changes nothing.")
SETTLEMENTS = (
    Choice("against_37", _("Once against 37"), _("The own points less 37.")),
    Choice("pairs", _("Pair by pair"), _("With each of the others: the own points less theirs.")),
)
NOBODY_AT_56 = _("What four players do when too much was forfeited; with three this changes nothing.")
LITTLE = (
    Choice("no_score", _("No score"), _("Nobody scores.")),
    Choice("difference", _("Difference"), _("The higher side scores what it has more.")),
)
LENGTH = _("The game ends after so many hands. Left empty, it is 3 when played as Scarto, else 4.")
OF_CARDS = _("Who took the last of them that was played, and left it face up; nobody where it was turned down.")
OF_PIPS = _("Who took the last pip of this suit that was played, and left it face up; the suits in any order.")
NAMES = {
    "kings": _("the Kings"),
    "queens": _("the Queens"),
    "cavaliers": _("the Cavaliers"),
    "jacks": _("the Jacks"),
    "honours": _("the Honours"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules. Rules page: Tontine, Options."""

    base: str = choice(_("Played as"), BASE, BASES, default="scarto")
    settle: str = choice(_("Three players settle"), SETTLE, SETTLEMENTS, default="against_37")
    nobody_at_56: str = choice(_("No side has 56"), NOBODY_AT_56, LITTLE, default="no_score")
    hands: int = number(_("Hands"), LENGTH, low=1)
    variant: str = choice(*VARIANT, default="none")

    def __post_init__(self) -> None:
        """A game is as long as its base, where nothing else is said."""
        if self.hands is None:
            object.__setattr__(self, "hands", PLAYERS[self.base])


def group(key: str, label: Text) -> Any:
    """Declare who holds a group."""
    stage, held = ("pips", OF_PIPS) if key.startswith("pips") else ("court", OF_CARDS)
    return seat(label, held, key=f"groups.{key}", stage=stage, skip=_("Nobody"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """Who holds each of the nine groups after a hand: a seat, or None for nobody."""

    kings: int | None = group("kings", _("Kings"))
    queens: int | None = group("queens", _("Queens"))
    cavaliers: int | None = group("cavaliers", _("Cavaliers"))
    jacks: int | None = group("jacks", _("Jacks"))
    honours: int | None = group("honours", _("Honours"))
    pips_1: int | None = group("pips_1", _("Pips of one suit"))
    pips_2: int | None = group("pips_2", _("Pips of the second suit"))
    pips_3: int | None = group("pips_3", _("Pips of the third suit"))
    pips_4: int | None = group("pips_4", _("Pips of the fourth suit"))

    def held_by(self, seats: Seats) -> list[str]:
        """The groups that these players hold."""
        return [key for key in GROUPS if getattr(self, key) in seats]

    def sums(self, columns: tuple[Column, ...]) -> dict[str, int]:
        """What the groups of each column's players count together."""
        return {column.key: sum(GROUPS[key] for key in self.held_by(column.seats)) for column in columns}


class Tontine(Rules[Options, Groups]):
    """The players and sides are those of its base; any group may be anybody's, or nobody's. Rules page: Tontine."""

    slug = "tontine"
    name = _("Tontine")
    players = range(3, 5)
    options = Options
    entry = Groups
    legend = LEGEND

    def sides(self, table: Table[Options]) -> tuple[Seats, ...]:
        return SIDES[table.options.base] if len(table.names) == 4 else ()

    def refuse_table(self, table: Table[Options]) -> Problem | None:
        needed = PLAYERS[table.options.base]
        if len(table.names) == needed:
            return None
        base = next(choice.label for choice in BASES if choice.value == table.options.base)
        message = _("Played as {base}, Tontine is for {count} players.", base=base, count=needed)
        return Problem(path="players", message=message)

    def score(self, sheet: Sheet[Options, Groups], dealer: int, entry: Groups) -> Iterator[Line]:
        """What each holds, then what it settles to."""
        options, sums = sheet.table.options, entry.sums(sheet.columns)
        for column in sheet.columns:
            own, others = sums[column.key], [other for other in sheet.columns if other != column]
            reason, mark = holding(entry.held_by(column.seats), own), mark_of(column.key, sums)
            yield Line(column=column.key, points=NOTHING, reason=reason, mark=mark)
            if self.sides(sheet.table):
                more, reason = between_sides(own, sums[others[0].key], options.nobody_at_56)
                yield Line(column=column.key, points=points(more), reason=reason)
            elif options.settle == "pairs":
                for other in others:
                    theirs = sums[other.key]
                    reason = _("{own} against {name}’s {other}", own=own, name=other.label, other=theirs)
                    yield Line(column=column.key, points=points(own - theirs), reason=reason)
            else:
                yield Line(column=column.key, points=points(own - SHARE), reason=_("{own} against 37", own=own))

    def outcome(self, sheet: Sheet[Options, Groups]) -> Outcome | None:
        return outcome_after(self, sheet, sheet.table.options.hands)


def holding(groups: list[str], own: int) -> Text:
    """What a column holds, in words."""
    named = [NAMES[key] for key in groups if key in NAMES]
    if suits := len(groups) - len(named):
        named.append(ngettext("the pips of {count} suit", "the pips of {count} suits", suits))
    return _("holds {groups}: {own}", groups=both(named), own=own) if named else _("holds no group")


def between_sides(own: int, other: int, nobody_at_56: str) -> tuple[int, Text]:
    """The side with 56 or more scores the difference; without one nobody does, or by option the higher side."""
    more, reason = max(own - other, 0), _("{own} against {other}")
    if max(own, other) < ENOUGH:
        if nobody_at_56 == "no_score":
            more, reason = 0, _("{own} against {other}; no side has 56, and nobody scores")
        elif own == other:
            reason = _("{own} against {other}; no side has 56, and both are equal")
        else:
            reason = _("{own} against {other}; no side has 56, and the higher scores")
    return more, replace(reason, values={"own": own, "other": other})


class TontineScreen(HandScreen[Options, Groups]):
    stages = (Stage("court", _("Court and Honours"), watched=False), Stage("pips", _("Pips"), watched=False))

    def hints(self) -> tuple[Text, ...]:
        """What each has so far."""
        sums = self.so_far.sums(self.before.columns)
        said = (_("{name} {points}", name=column.label, points=sums[column.key]) for column in self.before.columns)
        return tuple(said) if any(sums.values()) else ()


class TontineStatistics(MostStatistics[Options, Groups]):
    figures = (
        Figure(label=_("points a hand"), key=HANDS, show="each"),
        Figure(label=_("best hand"), key=HANDS, show="most"),
        Figure(label=_("groups a hand"), key="groups", show="each"),
        Figure(label=_("hands with the most points"), key=MOST, show="share"),
        Figure(label=_("took the Kings"), key="kings", show="share"),
    )

    def facts(self, table: Table[Options], hand: Hand[Groups]) -> Iterator[Fact]:
        """Beyond the points: the groups of each player, and the Kings among them."""
        yield from super().facts(table, hand)
        for column in Tontine().columns(table):
            for holder in column.seats:
                held = hand.entry.held_by((holder,))
                yield Fact(column=column.key, seat=holder, key="groups", amount=points(len(held)))
                if "kings" in held:
                    yield Fact(column=column.key, seat=holder, key="kings")
