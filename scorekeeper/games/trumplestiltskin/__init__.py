"""Trumplestiltskin, by Jonathan A. Leistiko (2003): everyone plays alone, and the Gnome scores without having a seat.

Lines can have the following marks, but a column gets each mark at most once per hand:

* taker: took the bid; failed: took the bid but didn't make it; blind: made the bid without peeking, for double points
* capped: bid less than the taker, but took more points than bid; unbid: never bid
* peeked: peeked at the Gnome, even if it changed nothing
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.games.trumplestiltskin.check import problems
from scorekeeper.games.trumplestiltskin.ending import outcome
from scorekeeper.games.trumplestiltskin.guide import GUIDE
from scorekeeper.games.trumplestiltskin.hand import Entry, Options
from scorekeeper.games.trumplestiltskin.scoring import GNOME, lines
from scorekeeper.games.trumplestiltskin.screen import TrumplestiltskinScreen
from scorekeeper.games.trumplestiltskin.statistics import TrumplestiltskinStatistics
from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.sheet import Column, Line, Outcome, Problem, Sheet, Table
from scorekeeper.rules.words import Half, gettext as _, points


class Trumplestiltskin(Rules[Options, Entry]):
    """RULES.md: Players and cards."""

    slug = "trumplestiltskin"
    name = _("Trumplestiltskin")
    players = range(3, 6)
    options = Options
    entry = Entry
    seatless = (Column(key=GNOME, label=_("Gnome")),)
    legend = (
        Mark(key="taker", sign="▸", label=_("took the bid")),
        Mark(key="blind", sign="×2", label=_("doubled: made the bid without peeking")),
        Mark(key="failed", sign="✗", label=_("missed the bid")),
        Mark(key="capped", sign="↓", label=_("took more than bid: the rest went to the Gnome")),
        Mark(key="peeked", sign="◉", label=_("peeked at the Gnome")),
        Mark(key="unbid", label=_("never bid")),
    )

    def target(self, table: Table[Options], column: Column) -> Half:
        """RULES.md: The end and the winner."""
        return points(table.options.player_target if column.seats else table.options.gnome_target)

    def dealer(self, sheet: Sheet[Options, Entry]) -> int:
        """Return the next dealer. An option keeps the same dealer if everyone passed. RULES.md: All passed."""
        if sheet.hands and sheet.hands[-1].entry.all_passed and sheet.table.options.all_passed == "same_dealer":
            return sheet.hands[-1].dealer
        return super().dealer(sheet)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """RULES.md: What is recorded for a hand."""
        return problems(sheet.table, entry)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """RULES.md: Scoring a hand."""
        return lines(sheet.table, entry)

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """RULES.md: The end and the winner."""
        return outcome(self, sheet)


TRUMPLESTILTSKIN = CardGame(
    featured=True,
    rules=Trumplestiltskin(),
    screen=TrumplestiltskinScreen,
    statistics=TrumplestiltskinStatistics(),
    guide=GUIDE,
)
