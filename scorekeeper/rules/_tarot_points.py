"""Scarto, Tarocchi and Conference have one way of scoring: card points, counted after the tricks.

The mark of its lines: most, more card points than any other player or side in this hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from scorekeeper.rules._so_many_hands import outcome_after
from scorekeeper.rules._tarot_cards import PACKS, SIDES, Entry, Options
from scorekeeper.rules.base import Hand, Line, Mark, Outcome, Problem, Rules, Sheet, Table
from scorekeeper.rules.declaration import Ask, Draft
from scorekeeper.rules.facts import HANDS, Fact, Figure
from scorekeeper.rules.screens import Board, Step
from scorekeeper.rules.steps import side_label
from scorekeeper.rules.words import Half, Text, gettext as _, ngettext, points

MOST = "most"


class CardPoints(Rules[Options, Entry]):
    """A game in which the card points of a hand are the score. Rules page: the first table, and Card points."""

    watched_stage = None
    stages: ClassVar[tuple[tuple[str, Text], ...]] = (("points", _("Points")),)
    legend: ClassVar[tuple[Mark, ...]] = (Mark(key=MOST, sign="▸", label=_("the most points of the hand")),)
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(label=_("card points a hand"), key=HANDS, show="each"),
        Figure(label=_("best hand"), key=HANDS, show="most"),
        Figure(label=_("hands with the most points"), key=MOST, show="share"),
    )

    def sides(self, table: Table[Options]) -> tuple[tuple[int, ...], ...]:
        """Who plays with whom."""
        return SIDES[self.slug]

    def board(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft, each: Ask, index: int | None) -> Board:
        """A typed number; for the last player or side what is left of the pack is likely."""
        total = PACKS[sheet.table.options.pack]
        known = {seat: value for seat, value in _typed(sheet.table, draft, each).items() if seat != index}
        own = _party(self.parties(sheet.table), index or 0)
        others = [seats for seats in self.parties(sheet.table) if seats != own]
        if all(any(seat in known for seat in seats) for seats in others) and (rest := total - sum(known.values())) >= 0:
            note = _("{rest} are left of {total}.", rest=rest, total=total)
            return Board(likely=(rest,), other=True, note=note)
        return Board(other=True, note=_("All card points together are {total}.", total=total))

    def steps(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> Iterator[Step]:
        """Of partners only one must be asked: the first who is, or the one whose points somebody chose to type."""
        for step in super().steps(sheet, dealer, draft):
            typed = _typed(sheet.table, draft, step.declared)
            mates = [seat for seat in _party(self.parties(sheet.table), step.seat or 0) if seat in typed]
            if mates and not step.settled:
                counted = _("counted with {name}", name=sheet.table.names[mates[0]])
                step = replace(step, settled=True, answer=counted)
            yield step

    def parties(self, table: Table[Options]) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, or of each player who plays alone."""
        return self.sides(table) or tuple((seat,) for seat in table.seats)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """Of partners not both may be left out; all add up to the pack's total. Rules page: Card points."""
        missing = False
        for seats in self.parties(sheet.table):
            if all(entry.points[seat] is None for seat in seats):
                missing = True
                message = _("The points of {name} are missing; none is written 0.", name=side_label(sheet.table, seats))
                yield Problem(path="players" if len(seats) > 1 else f"players.{seats[0]}.points", message=message)
        total, pack = sum(value or 0 for value in entry.points), PACKS[sheet.table.options.pack]
        if not missing and total != pack:
            message = _("The card points add up to {total}, not to {pack}.", total=total, pack=pack)
            yield Problem(path="players", message=message)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """What was won is what is scored; partners' points together."""
        columns = self.columns(sheet.table)
        sums = {column.key: sum(entry.points[seat] or 0 for seat in column.seats) for column in columns}
        for column in columns:
            mark = MOST if column.key == alone_at_top(sums) else ""
            counted = [seat for seat in column.seats if entry.points[seat] is not None]
            for seat in counted:
                taken = entry.points[seat] or 0
                reason = ngettext("took {count} card point", "took {count} card points", taken)
                if len(counted) > 1:
                    reason = _("{name} {took}", name=sheet.table.names[seat], took=reason)
                yield Line(
                    column=column.key, points=points(taken), reason=reason, mark=mark if seat == counted[0] else ""
                )

    def facts(self, table: Table[Options], hand: Hand[Entry]) -> Iterator[Fact]:
        """Beyond the points: who had the most of the hand."""
        yield from super().facts(table, hand)
        yield from most_facts(hand.lines)

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """The game ends after its number of hands; most points win, equal share."""
        return outcome_after(self, sheet, sheet.table.options.hands)


def alone_at_top(sums: Mapping[str, int]) -> str | None:
    """The column that has more than any other, or None where several have the most."""
    best = [key for key, value in sums.items() if value == max(sums.values())]
    return best[0] if len(best) == 1 else None


def most_facts(lines: tuple[Line, ...]) -> Iterator[Fact]:
    """Who had the most of a hand, told from the marks of its lines."""
    yield from (Fact(column=line.column, key=MOST, amount=Half(0)) for line in lines if line.mark == MOST)


def _typed(table: Table[Options], draft: Draft, each: Ask) -> dict[int, int]:
    """The points that are typed so far, by seat."""
    values = {seat: draft.get(each.path(seat)) for seat in table.seats}
    return {seat: value for seat, value in values.items() if isinstance(value, int)}


def _party(parties: tuple[tuple[int, ...], ...], seat: int) -> tuple[int, ...]:
    """Who counts together with a seat, itself too."""
    return next(seats for seats in parties if seat in seats)
