"""Manchester Piccadilly and Manchester Truffle: two-player tarot games in which each hand has two parts.

Scores and card points are whole points. Only game points are added to the totals.
"""

from collections.abc import Iterator

from scorekeeper.games.manchester.guide import PICCADILLY_GUIDE, TRUFFLE_GUIDE
from scorekeeper.games.manchester.hand import PACKS, PICCADILLY_TRICKS, TRUFFLE_TRICKS, Entry, Options, TruffleEntry
from scorekeeper.games.manchester.screen import PiccadillyScreen, TruffleScreen
from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.sheet import Line, Problem, ScoredHand, Sheet, Table
from scorekeeper.rules.statistics import BEST_HAND, HANDS, Fact, Feat, Figure, Statistics
from scorekeeper.rules.text import gettext as _, points

OUT_OF_PLAY, DUMMY_TRICK = 5, 15
"""The highest possible value of a card that is out of play, and of a trick taken by the dummy. RULES.md: Truffle."""

PARTS = _("The two parts of a hand")


class Piccadilly(Rules[Options, Entry]):
    """Every card that didn't count toward a start is in one of the 13 tricks of the second part."""

    slug = "manchester_piccadilly"
    name = _("Manchester Piccadilly")
    players = range(2, 3)
    options = Options
    entry = Entry
    legend = (
        Mark(key="higher", sign="①", label=_("most points in the hand")),
        Mark(key="level", sign="±0", label=_("same final score")),
    )

    def refuse_table(self, table: Table[Options]) -> Problem | None:
        """RULES.md: Options."""
        if table.options.hands % 2:
            return Problem("hands", _("Choose an even number of hands, so both players deal equally often."))
        return None

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """RULES.md: First part; Second part; Piccadilly; Truffle."""
        starts, piles, taken, tricks = map(entry.total, ("start", "pile", "points", "tricks"))
        if starts is not None and piles not in (None, starts):
            message = _("The piles add up to {piles}, but the starts add up to {starts}.", piles=piles, starts=starts)
            yield Problem("players", message)
        if starts is not None and taken is not None:
            pack = PACKS[sheet.table.options.pack]
            yield from self.check_points({"taken": taken, "left": pack - starts, "pack": pack}, entry)
        if tricks is not None:
            yield from self.check_tricks(tricks, entry)
        for seat, name in enumerate(sheet.table.names):
            if entry.tricks[seat] == 0 and entry.points[seat]:
                message = _("{name} took no tricks, so they can’t have card points.", name=name)
                yield Problem(f"players.{seat}", message, level="warning")

    def check_points(self, sums: dict[str, int], entry: Entry) -> Iterator[Problem]:
        """Check that the card points `taken` equal those `left`: the points in the `pack` minus the starts."""
        if sums["taken"] != sums["left"]:
            message = _("The card points add up to {taken}, not {left} ({pack} minus the starts).", **sums)
            yield Problem("players", message)

    def check_tricks(self, tricks: int, entry: Entry) -> Iterator[Problem]:
        """Check that both players' tricks add up to the right number."""
        if tricks != PICCADILLY_TRICKS:
            message = _("The tricks add up to {tricks}, not {all}.", tricks=tricks, all=PICCADILLY_TRICKS)
            yield Problem("players", message)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """RULES.md: Scoring."""
        for seat in sheet.table.seats:
            own, other = entry.scores(seat), entry.scores(1 - seat)
            ahead = own["final"] - other["final"]
            reason = _(
                "final score {final} ({first} and {second}) to {other} ({other_first} and {other_second})",
                **own,
                other=other["final"],
                other_first=other["first"],
                other_second=other["second"],
            )
            mark = "higher" if ahead > 0 else "" if ahead < 0 else "level"
            yield Line(str(seat), points(max(ahead, 0)), reason, mark)


class Truffle(Piccadilly):
    """A dummy can take some of the 16 tricks in the second part. RULES.md: Truffle."""

    slug = "manchester_truffle"
    name = _("Manchester Truffle")
    entry = TruffleEntry

    def check_points(self, sums: dict[str, int], entry: Entry) -> Iterator[Problem]:
        taken, left, dummy = sums["taken"], sums["left"], entry.dummy_tricks
        if taken > left:
            message = _("The card points add up to {taken}, more than {left} ({pack} minus the starts).", **sums)
            yield Problem("players", message)
        if dummy is not None and taken < (least := left - OUT_OF_PLAY - DUMMY_TRICK * dummy):
            message = _(
                "The card points add up to only {taken}. With a card out of play and the dummy’s tricks, expect at"
                " least {least}.",
                taken=taken,
                least=least,
            )
            yield Problem("", message, level="warning")

    def check_tricks(self, tricks: int, entry: Entry) -> Iterator[Problem]:
        if entry.dummy_tricks is not None and (together := tricks + entry.dummy_tricks) != TRUFFLE_TRICKS:
            message = _(
                "With the dummy’s, the tricks add up to {tricks}, not {all}.", tricks=together, all=TRUFFLE_TRICKS
            )
            yield Problem("", message)


class ManchesterStatistics(Statistics[Options, Entry]):
    """The scores in both parts, and the tricks in the second. RULES.md: Statistics."""

    figures = (
        Figure(label=_("Points per hand"), key=HANDS, show="each"),
        Figure(label=_("Best hand"), key=HANDS, show="most"),
        Figure(label=_("Had the higher final score"), key="higher", show="share"),
        Figure(label=_("Highest final score"), key="final", show="most"),
        Figure(label=_("Average first score"), key="first", show="each", heading=PARTS),
        Figure(label=_("Average second score"), key="second", show="each", heading=PARTS),
        Figure(label=_("Average tricks in the second part"), key="tricks", show="each", heading=PARTS),
    )
    feats = (
        BEST_HAND,
        Feat(label=_("Highest final score"), key="final"),
        Feat(label=_("Best first score"), key="first"),
    )

    def facts(self, table: Table[Options], hand: ScoredHand[Entry]) -> Iterator[Fact]:
        yield from super().facts(table, hand)
        for line in hand.lines:
            seat = int(line.column)
            for key, amount in (hand.entry.scores(seat) | {"tricks": hand.entry.tricks[seat] or 0}).items():
                yield Fact(line.column, key, points(amount))
            if line.mark == "higher":
                yield Fact(line.column, "higher", line.points)


PICCADILLY = CardGame(
    rules=Piccadilly(), screen=PiccadillyScreen, statistics=ManchesterStatistics(), guide=PICCADILLY_GUIDE
)
TRUFFLE = CardGame(rules=Truffle(), screen=TruffleScreen, statistics=ManchesterStatistics(), guide=TRUFFLE_GUIDE)
