"""Piquet, for two: deals of declarations and tricks, in a Rubicon of six or four deals or au cent.

What is asked is in `_piquet_deal`, the counting of a deal in `_piquet_count`, its errors in `_piquet_check`, the typing
in `_piquet_screen`.

The marks of its lines, for statistics and for the sheet: carte_blanche, pique, repique, capot; doubled: the deal counts
twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from scorekeeper.rules import _piquet_facts as counting, _piquet_screen as typing_screen
from scorekeeper.rules._piquet_check import problems
from scorekeeper.rules._piquet_count import count_deal
from scorekeeper.rules._piquet_deal import Entry, Options, dealt_again
from scorekeeper.rules._piquet_guide import GUIDE, LEGEND
from scorekeeper.rules._piquet_match import DEALS, DOUBLED, HUNDRED, au_cent, deals_played, rubicon
from scorekeeper.rules.base import Column, Hand, Line, Outcome, Problem, Rules, Sheet, Table, column_points
from scorekeeper.rules.declaration import Ask, Draft, Value
from scorekeeper.rules.facts import Fact
from scorekeeper.rules.screens import Board, Duty, Step
from scorekeeper.rules.words import Half, Text, gettext as _, points

__all__ = ["Entry", "Options", "Piquet"]


class Piquet(Rules[Options, Entry]):
    """Two players; the one who does not deal is elder."""

    slug = "piquet"
    name = _("Piquet")
    players = range(2, 3)
    stages = (("deal", _("Deal")), ("declarations", _("Declarations")), ("play", _("Play")))
    legend = LEGEND
    guide = GUIDE
    figures = counting.FIGURES
    feats = counting.FEATS
    options = Options
    entry = Entry
    typing: ClassVar[type[typing_screen.Typing]] = typing_screen.Typing

    def target(self, table: Table[Options], column: Column) -> Half | None:
        """Only au cent ends by a total. Rules page: Match."""
        return HUNDRED if table.options.match == "au_cent" else None

    def dealer(self, sheet: Sheet[Options, Entry]) -> int:
        """The deal alternates; after a carte blanche by option the same dealer deals again. Rules page: Options."""
        if sheet.hands and dealt_again(sheet.table.options, sheet.hands[-1].entry):
            return sheet.hands[-1].dealer
        return super().dealer(sheet)

    def duties(self, table: Table[Options], dealer: int, draft: Draft) -> tuple[Duty, ...]:
        """The dealer is younger, the other elder."""
        return (
            *super().duties(table, dealer, draft),
            Duty(seat=table.after(dealer), key="elder", label=_("elder, leads first")),
        )

    def asks(self) -> tuple[Ask, ...]:
        """Everything that the hand screen may ask, in the order of the table."""
        return typing_screen.ASKS

    def asked(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft, each: Ask, index: int | None) -> bool:
        """Whether the deal leaves this open."""
        return typing_screen.asked(sheet.table.options, draft, each)

    def board(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft, each: Ask, index: int | None) -> Board:
        """Only what fits the rest of the deal."""
        usual = super().board(sheet, dealer, draft, each, index)
        return typing_screen.board(sheet.table.options, draft, each, usual)

    def steps(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> Iterator[Step]:
        """What is asked of a deal, with the players' names."""
        for step in super().steps(sheet, dealer, draft):
            yield typing_screen.dressed(sheet.table, dealer, draft, step)

    def hints(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> tuple[Text, ...]:
        """Who is elder, and what was declared so far."""
        return typing_screen.hints(sheet.table, dealer, draft)

    def entry_of(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> Entry:
        """The entry that a draft stands for."""
        return typing_screen.read(sheet.table.options, draft)

    def draft_of(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> dict[str, Value]:
        """The draft in which an entry is corrected."""
        return typing_screen.draft_of(entry)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """Rules page: Fields; Play points check."""
        yield from problems(sheet.table.options, typing_screen.names_of(sheet.table, dealer), entry)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """Rules page: Values. By option the first and the fourth deal count twice, by a line of its own."""
        table = sheet.table
        columns = {"elder": str(table.after(dealer)), "younger": str(dealer)}
        lines = [
            Line(column=columns[count.role], points=points(count.worth), reason=count.reason, mark=count.mark)
            for count in count_deal(entry, typing_screen.names_of(table, dealer))
        ]
        yield from lines
        number = deals_played(sheet) + 1
        if number in DOUBLED[table.options.match] and not dealt_again(table.options, entry):
            for column, amount in column_points(sheet.totals, lines).items():
                if amount:
                    reason = _("doubled: deal {number} counts twice", number=number)
                    yield Line(column=column, points=amount, reason=reason, mark="doubled")

    def facts(self, table: Table[Options], hand: Hand[Entry]) -> Iterator[Fact]:
        """What the statistics count of a deal."""
        yield from super().facts(table, hand)
        yield from counting.facts(table, hand, again=dealt_again(table.options, hand.entry))

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """Rules page: Match."""
        if not sheet.hands:
            return None
        if sheet.table.options.match in DEALS:
            return rubicon(sheet, self.ranking(sheet))
        return au_cent(sheet)
