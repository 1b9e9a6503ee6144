"""The tarot games: Scarto, Tarocchi and Conference, which count cards, and Tontine, which scores any of them by groups.

What they ask is in `_tarot_cards`, counting cards in `_tarot_points`, the settlements of Tontine in `_tontine`. The
mark of their lines: most, more points than any other player or side in this hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from scorekeeper.rules import _tarot_guide as guides
from scorekeeper.rules._so_many_hands import outcome_after
from scorekeeper.rules._tarot_cards import PLAYERS, SIDES, Entry, FourHands, Groups, Options, TontineOptions
from scorekeeper.rules._tarot_points import MOST, CardPoints, alone_at_top, most_facts
from scorekeeper.rules._tontine import against_37, between_sides, holding, pair_by_pair, sums_of
from scorekeeper.rules.base import Guide, Hand, Line, Mark, Outcome, Problem, Rules, Sheet, Table
from scorekeeper.rules.declaration import Ask, Draft, asks
from scorekeeper.rules.facts import HANDS, Fact, Figure
from scorekeeper.rules.words import NOTHING, Text, gettext as _, points

__all__ = ["Conference", "Entry", "FourHands", "Groups", "Options", "Scarto", "Tarocchi", "Tontine", "TontineOptions"]


class Scarto(CardPoints):
    """Three players, each alone. Rules page: the first table."""

    slug = "scarto"
    name = _("Scarto")
    players = range(3, 4)
    guide: ClassVar[tuple[Guide, ...]] = guides.SCARTO
    options = Options
    entry = Entry


class Tarocchi(CardPoints):
    """Four players: 1 and 3 against 2 and 4. Rules page: the first table."""

    slug = "tarocchi"
    name = _("Tarocchi")
    players = range(4, 5)
    guide: ClassVar[tuple[Guide, ...]] = guides.TAROCCHI
    options = FourHands
    entry = Entry


class Conference(CardPoints):
    """Four players: 1 and 2 against 3 and 4. Rules page: the first table."""

    slug = "conference"
    name = _("Conference")
    players = range(4, 5)
    guide: ClassVar[tuple[Guide, ...]] = guides.CONFERENCE
    options = FourHands
    entry = Entry


class Tontine(Rules[TontineOptions, Groups]):
    """Nine groups of cards instead of card points; the players and sides are those of its base."""

    slug = "tontine"
    name = _("Tontine")
    players = range(3, 5)
    watched_stage = None
    stages: ClassVar[tuple[tuple[str, Text], ...]] = (("court", _("Court and Honours")), ("pips", _("Pips")))
    legend: ClassVar[tuple[Mark, ...]] = (Mark(key=MOST, sign="▸", label=_("the most points of the hand")),)
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(label=_("points a hand"), key=HANDS, show="each"),
        Figure(label=_("best hand"), key=HANDS, show="most"),
        Figure(label=_("groups a hand"), key="groups", show="each"),
        Figure(label=_("hands with the most points"), key=MOST, show="share"),
        Figure(label=_("took the Kings"), key="kings", show="share"),
    )
    guide: ClassVar[tuple[Guide, ...]] = guides.TONTINE
    options = TontineOptions
    entry = Groups

    def sides(self, table: Table[TontineOptions]) -> tuple[tuple[int, ...], ...]:
        """The sides of the game whose tricks are played."""
        return SIDES[table.options.base] if len(table.names) == PLAYERS[table.options.base] else ()

    def refuse_table(self, table: Table[TontineOptions]) -> Problem | None:
        """As Scarto it is for 3 players, else for 4. Rules page: Tontine."""
        needed = PLAYERS[table.options.base]
        if len(table.names) == needed:
            return None
        base = next(
            choice.label
            for each in asks(TontineOptions)
            for choice in each.choices
            if choice.value == table.options.base
        )
        message = _("Played as {base}, Tontine is for {count} players.", base=base, count=needed)
        return Problem(path="players", message=message)

    def skipped(self, each: Ask) -> Text:
        """A group that was left to nobody."""
        return _("Nobody")

    def hints(self, sheet: Sheet[TontineOptions, Groups], dealer: int, draft: Draft) -> tuple[Text, ...]:
        """What each has so far."""
        groups = self.entry_from(draft, sheet.table)
        sums = sums_of(sheet.columns, groups)
        if not groups.held():
            return ()
        return tuple(_("{name} {points}", name=column.label, points=sums[column.key]) for column in sheet.columns)

    def check(self, sheet: Sheet[TontineOptions, Groups], dealer: int, entry: Groups) -> Iterator[Problem]:
        """Any group may be anybody's, or nobody's."""
        return iter(())

    def score(self, sheet: Sheet[TontineOptions, Groups], dealer: int, entry: Groups) -> Iterator[Line]:
        """What each holds, then what it settles to. Rules page: Tontine."""
        columns, options = sheet.columns, sheet.table.options
        sums = sums_of(columns, entry)
        for column in columns:
            mark = MOST if column.key == alone_at_top(sums) else ""
            reason = holding(column, entry, sums[column.key])
            yield Line(column=column.key, points=NOTHING, reason=reason, mark=mark)
            if self.sides(sheet.table):
                yield from between_sides(column, sums, options.nobody_at_56)
            elif options.settle == "pairs":
                yield from pair_by_pair(column, sums, {each.key: each.label for each in columns})
            else:
                yield from against_37(column, sums)

    def facts(self, table: Table[TontineOptions], hand: Hand[Groups]) -> Iterator[Fact]:
        """Beyond the points: the groups of each player, the Kings among them, and who had the most."""
        yield from super().facts(table, hand)
        yield from most_facts(hand.lines)
        held = hand.entry.held()
        for column in self.columns(table):
            for seat in column.seats:
                count = sum(1 for holder in held.values() if holder == seat)
                yield Fact(column=column.key, seat=seat, key="groups", amount=points(count))
                if held.get("kings") == seat:
                    yield Fact(column=column.key, seat=seat, key="kings")

    def outcome(self, sheet: Sheet[TontineOptions, Groups]) -> Outcome | None:
        """The game ends after its number of hands; most points win, equal share."""
        return outcome_after(self, sheet, sheet.table.options.hands)
