"""Manchester Piccadilly and Manchester Truffle: two-player tarot games in which each hand has two parts.

Scores and card points are whole points. Only game points are added to the totals.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import Choice, Field, choice, number
from scorekeeper.rules.game import CardGame, Guide
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Line, Problem, ScoredHand, Seats, Sheet, Table
from scorekeeper.rules.statistics import BEST_HAND, HANDS, Fact, Feat, Figure, Moved, Statistics
from scorekeeper.rules.steps import LARGEST_BOARD, Board, Stage, rest_board
from scorekeeper.rules.text import Amount, Text, both, gettext as _, points

PACKS = {"loka_78": 146, "plain_78": 130}  # Option `pack` -> the card points in the whole pack. RULES.md: The pack.
# The highest possible value of a card that is out of play, and of a trick taken by the dummy. RULES.md: Truffle.
OUT_OF_PLAY, DUMMY_TRICK = 5, 15
ACES = (Choice("loka_78", _("Aces count 5")), Choice("plain_78", _("Aces count 1")))
PACK = _("What an ace is worth, and so what all 78 cards add up to.")
EVEN = _("An even number, so both players deal equally often.")
PARTS = _("The two parts of a hand")
PILE = _("What this player’s pile was worth after the first part, discards included.")
TRICKS = _("The tricks this player took in the second part.")
DUMMY = _("The tricks in the second part that count for nobody.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    pack: str = choice(_("Pack"), PACK, ACES, default="loka_78")
    hands: int = number(_("Hands in a game"), EVEN, default=2, low=2)


FIRST: dict[str, Any] = {"per": "player", "stage": "manchester", "needed": True}
SECOND: dict[str, Any] = FIRST | {"stage": "second"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A hand of Piccadilly. RULES.md: First part; Second part."""

    start: tuple[int | None, ...] = number(
        _("Start"),
        _("What this player’s first 13 cards were worth when announced."),
        question=_("What was {name}’s start worth?"),
        low=13,
        high=63,
        **FIRST,
    )
    pile: tuple[int | None, ...] = number(_("Pile"), PILE, question=_("What was {name}’s pile worth?"), **FIRST)
    points: tuple[int | None, ...] = number(
        _("Card points"),
        _("The card points this player took in the second part."),
        question=_("How many card points did {name} take?"),
        **SECOND,
    )
    tricks: tuple[int | None, ...] = number(
        _("Tricks"), TRICKS, question=_("How many tricks did {name} take?"), **SECOND
    )

    def total(self, name: str) -> int | None:
        """Return the sum of both players' values for a field, or None if one is missing."""
        values = getattr(self, name)
        return None if None in values else sum(values)

    def scores(self, seat: int) -> dict[str, int]:
        """Return a player's first, second, and final scores. RULES.md: First part; Second part; Scoring."""
        first = (self.pile[seat] or 0) - (self.start[seat] or 0)
        second = (self.points[seat] or 0) + (self.tricks[seat] or 0)
        return {"first": first, "second": second, "final": first + second}


@dataclass(frozen=True, slots=True, kw_only=True)
class TruffleEntry(Entry):
    """A hand of Truffle, in which the dummy can also take tricks. RULES.md: Truffle."""

    dummy_tricks: int | None = number(
        _("The dummy’s tricks"), DUMMY, question=_("How many tricks did the dummy take?"), stage="second", needed=True
    )


class Piccadilly(Rules[Options, Entry]):
    """Every card that didn't count toward a start is in one of the 13 tricks of the second part."""

    slug = "manchester_piccadilly"
    name = _("Manchester Piccadilly")
    players = range(2, 3)
    options = Options
    entry = Entry
    tricks, has_dummy = 13, False
    legend = (
        Mark(key="higher", sign="①", label=_("most points in the hand"), word=_("most points")),
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
        dummy = entry.dummy_tricks if isinstance(entry, TruffleEntry) else 0
        if starts is not None and piles not in (None, starts):
            message = _("The piles add up to {piles}, but the starts add up to {starts}.", piles=piles, starts=starts)
            yield Problem("players", message)
        if starts is not None and taken is not None:
            pack = PACKS[sheet.table.options.pack]
            left = pack - starts
            sums = {"taken": taken, "left": left, "pack": pack}
            if not self.has_dummy and taken != left:
                message = _("The card points add up to {taken}, not {left} ({pack} minus the starts).", **sums)
                yield Problem("players", message)
            elif taken > left:
                message = _("The card points add up to {taken}, more than {left} ({pack} minus the starts).", **sums)
                yield Problem("players", message)
            elif dummy is not None and taken < (least := left - OUT_OF_PLAY - DUMMY_TRICK * dummy):
                message = _(
                    "The card points add up to only {taken}. With a card out of play and the dummy’s tricks, expect at"
                    " least {least}.",
                    taken=taken,
                    least=least,
                )
                yield Problem("", message, level="warning")
        if tricks is not None and dummy is not None and tricks + dummy != self.tricks:
            message = _("The tricks add up to {tricks}, not {all}.")
            if self.has_dummy:
                message = _("With the dummy’s, the tricks add up to {tricks}, not {all}.")
            message = replace(message, values={"tricks": tricks + dummy, "all": self.tricks})
            yield Problem("" if self.has_dummy else "players", message)
        for seat, name in enumerate(sheet.table.names):
            if entry.tricks[seat] == 0 and entry.points[seat]:
                message = _("{name} took no tricks, so they can’t have card points.", name=name)
                yield Problem(f"players.{seat}", message, level="warning")

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
    tricks, has_dummy = 16, True


class ManchesterStatistics(Statistics[Options, Entry]):
    marks = ("higher",)
    moved: ClassVar = {"higher": Moved(mark="higher")}
    numbers = ("tricks",)
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

    def counted(self, sheet: Sheet[Options, Entry], hand: ScoredHand[Entry]) -> Iterator[Fact]:
        yield from super().counted(sheet, hand)
        for seat in sheet.table.seats:
            for key, amount in hand.entry.scores(seat).items():
                yield Fact(str(seat), key, points(amount))


# Notes about what several numbers add up to. With `TOGETHER`, the last number must be the remainder.
TOGETHER, AT_MOST, WITH_DUMMY = _("{sum} in all"), _("at most {sum} in all"), _("{sum} with the dummy’s")


class PiccadillyScreen(HandScreen[Options, Entry]):
    """Asks the dealer first, then the opponent."""

    rules: Piccadilly
    stages = (Stage("manchester", _("Manchester"), watched=False), Stage("second", _("Piccadilly"), watched=False))
    sum_notes: ClassVar = dict.fromkeys(("pile", "points", "tricks"), TOGETHER)

    @cached_property
    def seats(self) -> Seats:
        return self.table.clockwise(self.dealer)

    def board(self, field: Field, index: int | None) -> Board:
        """Offer every number up to the known sum, and mark the remainder if nothing else is possible."""
        name = "tricks" if index is None else field.name
        sums, starts = {"tricks": self.rules.tricks}, self.so_far.total("start")
        if starts is not None:
            sums |= {"pile": starts, "points": PACKS[self.table.options.pack] - starts}
        if name not in sums:
            return super().board(field, index)
        total = sums[name]
        note = replace(self.sum_notes[name], values={"sum": total})
        # The question about the dummy comes after both players'.
        before = [getattr(self.so_far, name)[seat] for seat in self.seats[: (*self.seats, None).index(index)]]
        if index is None or (self.sum_notes[name] == TOGETHER and len(before) == 1):
            return rest_board([total], before, note=note)
        # A sum that is too large for a board can leave few enough numbers for the second player.
        left = total - sum(filter(None, before))
        return rest_board([total if total < LARGEST_BOARD else left], [None], note=note)

    def hints(self) -> tuple[Text, ...]:
        entry = self.so_far
        if None in (*entry.start, *entry.pile):
            return ()
        scores = (
            _("{name} {points}", name=name, points=Amount(half=points(entry.scores(seat)["first"]), signed=True))
            for seat, name in enumerate(self.table.names)
        )
        return (_("First scores: {scores}", scores=both(scores)),)


class TruffleScreen(PiccadillyScreen):
    """Offers more numbers, because the dummy can also take tricks."""

    stages = (Stage("manchester", _("Manchester"), watched=False), Stage("second", _("Truffle"), watched=False))
    sum_notes: ClassVar = {"pile": TOGETHER, "points": AT_MOST, "tricks": WITH_DUMMY}


FIRST_PART = (
    Guide(
        _("What the cards are worth"),
        _("The 78 cards add up to 146 card points. If your house rule is that aces count 1, they add up to 130."),
        table=(
            (_("Card"), _("Card points")),
            (_("Honor: the Magician, the World, the Fool"), _("5")),
            (_("King"), _("5")),
            (_("Queen"), _("4")),
            (_("Cavalier"), _("3")),
            (_("Jack"), _("2")),
            (_("Ace"), _("5, or 1 by house rule")),
            (_("Any other card"), _("1")),
        ),
    ),
    Guide(
        _("First part: Manchester"),
        _("Each player gets 13 cards and announces what they’re worth, from 13 to 63. That’s the start."),
        _(
            "After the first part, each player counts their own pile. The first three discards are in the piles, so"
            " together they’re worth as much as the two starts."
        ),
        _("Your first score is your pile minus your start. What one player gains, the other loses."),
    ),
)

THE_HAND = (
    Guide(
        _("What a hand is worth"),
        _(
            "Add your first and second scores: that’s your final score. The player with the higher one gets the"
            " difference in game points. On a tie, nobody does."
        ),
        _("With no tricks in the second part, you have no card points."),
    ),
    Guide(
        _("End of the game"),
        _(
            "A game is two hands, so each player deals once. The player with the most game points wins, and a tie is"
            " a shared win."
        ),
    ),
)


def _game(rules: Piccadilly, screen: type[PiccadillyScreen], *second_part: Text) -> CardGame[Options, Entry]:
    guide = (*FIRST_PART, Guide(*second_part), *THE_HAND)
    return CardGame(rules=rules, screen=screen, statistics=ManchesterStatistics(), guide=guide)


PICCADILLY = _game(
    Piccadilly(),
    PiccadillyScreen,
    _("Second part: Piccadilly"),
    _("There are 13 tricks, with all the card points that weren’t in the starts."),
    _("Your second score is the card points you took, plus 1 for each trick."),
)
TRUFFLE = _game(
    Truffle(),
    TruffleScreen,
    _("Second part: Truffle"),
    _("Both players and a dummy get 16 cards each. There are 16 tricks; the dummy’s count for nobody."),
    _(
        "Your second score is the card points you took, plus 1 for each trick. The dealer also counts the three"
        " discards from the second deal. A dealer with no tricks loses them to the other player."
    ),
    _("One card can be out of play, so the card points may come up short."),
)
