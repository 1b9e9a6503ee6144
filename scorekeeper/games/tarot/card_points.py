"""Scarto, Tarocchi, and Conference, which score card points, and the code that they share with Tontine."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import Choice, Field, choice, number
from scorekeeper.rules.game import CardGame, Guide
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Line, Problem, Seats, Sheet, Table
from scorekeeper.rules.statistics import HANDS, Figure, Statistics
from scorekeeper.rules.steps import Board, Stage, Step, rest_board
from scorekeeper.rules.text import Text, gettext as _, points

# Option `pack` -> the card points in the whole pack. RULES.md: Card points.
PACKS = {"loka_78": 146, "loka_80": 148, "plain_78": 130}
# Game -> the seats of each side; in Scarto, everyone plays alone. RULES.md: Players and sides.
SIDES: dict[str, tuple[Seats, ...]] = {"scarto": (), "tarocchi": ((0, 2), (1, 3)), "conference": ((0, 1), (2, 3))}
MOST = "most"
LEGEND = (Mark(key=MOST, sign="①", label=_("most points in the hand"), word=_("most points")),)
PACK_HELP = _("The cards you play with. Aces count 5 in a Loka pack, 1 in a plain one.")
PACK_CHOICES = (
    Choice("loka_78", _("Loka, 78 cards")),
    Choice("loka_80", _("Loka with Good and Evil, 80 cards")),
    Choice("plain_78", _("Plain, 78 cards")),
)
HANDS_OPTION = (_("Hands"), _("How many hands you play."))
VARIANT_OPTION = (
    _("Variant"),
    _("Shown on the sheet. It changes the play, not the scoring."),
    (Choice("none", _("None")), Choice("last_laugh", _("The Last Laugh")), Choice("courtship", _("Courtship Rules"))),
)
TALLY = (
    (_("Honors and Kings"), 5),
    (_("Aces, unless they count 1"), 5),
    (_("Queens"), 4),
    (_("Cavaliers"), 3),
    (_("Jacks"), 2),
    (_("All other cards"), 1),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules; by default, each of the four players deals once. RULES.md: Options."""

    pack: str = choice(_("Pack"), PACK_HELP, PACK_CHOICES, default="loka_78")
    hands: int = number(*HANDS_OPTION, default=4, low=1)
    variant: str = choice(*VARIANT_OPTION, default="none")


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeHands(Options):
    """The house rules for three players, each of whom deals once by default."""

    hands: int = number(*HANDS_OPTION, default=3, low=1)


def side_of(sheet: Sheet[Any, Any], seat: int | None) -> Seats:
    """Return this seat together with any others that share its score."""
    return next(column.seats for column in sheet.columns if seat in column.seats)


def points_missing(sheet: Sheet[Options, "Entry"], entry: "Entry", seat: int | None) -> bool:
    """Return whether this is a side's first seat and no points have been entered for that side."""
    side = side_of(sheet, seat)
    return seat == side[0] and all(entry.points[partner] is None for partner in side)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Each seat's card points; one partner's number may include the other's points. RULES.md: Recording card points."""

    points: tuple[int | None, ...] = number(
        _("Card points"),
        _("The points in the tricks taken. Partners can count together or separately."),
        question=_("How many card points did {name} take?"),
        per="player",
        high=max(PACKS.values()),
        needed=_("unless a partner has points"),
        when=points_missing,
        tally=TALLY,
    )


class CardPoints(Rules[Options, Entry]):
    """A game in which card points are scored. RULES.md: Players and sides; Scoring card points."""

    entry = Entry
    legend = LEGEND

    def __init__(self, slug: str, name: Text, players: int = 4, options: type[Options] = Options) -> None:
        self.slug, self.name, self.players, self.options = slug, name, range(players, players + 1), options

    def sides(self, table: Table[Options]) -> tuple[Seats, ...]:
        return SIDES[self.slug]

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        total, pack = sum(taken or 0 for taken in entry.points), PACKS[sheet.table.options.pack]
        if total != pack and not any(points_missing(sheet, entry, seat) for seat in sheet.table.seats):
            yield Problem("players", _("The card points add up to {total}, not {pack}.", total=total, pack=pack))

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        sums = {column.key: sum(entry.points[seat] or 0 for seat in column.seats) for column in sheet.columns}
        for column in sheet.columns:
            mark = mark_of(column.key, sums)
            counted = [(seat, taken) for seat in column.seats if (taken := entry.points[seat]) is not None]
            for seat, taken in counted:
                reason = _("card points taken")
                if len(counted) > 1:
                    reason = _("{name}’s card points", name=sheet.table.names[seat])
                yield Line(column.key, points(taken), reason, mark)
                mark = ""


def mark_of(key: str, sums: Mapping[str, int]) -> str:
    """Return a column's mark if it has more points than any other, or an empty string otherwise."""
    return MOST if all(sums[key] > total for other, total in sums.items() if other != key) else ""


class CardPointsScreen(HandScreen[Options, Entry]):
    stages = (Stage("points", _("Points"), watched=False),)

    def board(self, field: Field, index: int | None) -> Board:
        """Suggest the points left in the pack for the last player or side."""
        pack, taken = PACKS[self.table.options.pack], self.so_far.points
        others: list[int | None] = []
        for column in self.before.columns:
            counted = [value for seat in column.seats if seat != index and (value := taken[seat]) is not None]
            others.append(sum(counted) if counted or index in column.seats else None)
        board = rest_board([pack], others)
        note = _("{total} card points in all", total=pack)
        if board.likely:
            note = _("{rest} of {total} card points left", rest=pack - sum(filter(None, others)), total=pack)
        return replace(board, note=note)

    def make_steps(self) -> Iterator[Step]:
        """Yield a step for each player, which is settled as soon as a partner's points are entered."""
        for seat in self.seats:
            step = self.step("points", seat)
            counted = [partner for partner in side_of(self.before, seat) if self.so_far.points[partner] is not None]
            if counted and not step.settled:
                name = self.table.names[counted[0]]
                step = replace(step, settled=True, answer=_("counted with {name}", name=name))
            yield step


class CardPointsStatistics(Statistics[Options, Entry]):
    marks = (MOST,)
    figures = (
        Figure(label=_("Card points per hand"), key=HANDS, show="each"),
        Figure(label=_("Best hand"), key=HANDS, show="most"),
        Figure(label=_("Hands with the most points"), key=MOST, show="share"),
    )


HONOURS = _("The Honors are the Magician, the World and the Fool.")
VARIANTS = Guide(
    _("The Last Laugh and the Courtship Rules"),
    _("These change who wins a trick and who keeps the Fool, but not the scoring."),
)
COUNTING = (
    Guide(
        _("What the cards are worth"),
        HONOURS,
        table=(
            (_("Card"), _("Points")),
            (_("Honor"), _("5")),
            (_("King"), _("5")),
            (_("Queen"), _("4")),
            (_("Cavalier"), _("3")),
            (_("Jack"), _("2")),
            (_("Ace (1 in the plain pack)"), _("5")),
            (_("Any other card"), _("1")),
        ),
    ),
    Guide(
        _("What a hand adds up to"),
        _("Every card is won by someone, so any other total is a miscount."),
        table=(
            (_("Pack"), _("Total")),
            *((pack.label, _("{total}", total=PACKS[pack.value])) for pack in PACK_CHOICES),
        ),
    ),
    VARIANTS,
)
IN_PAIRS = (
    _(
        "A side scores the card points in its tricks. Partners can count together or separately: once one of them "
        "has points, the other can be left out."
    ),
    _("A game is 4 hands, unless you choose otherwise. The highest total wins, and ties share the win."),
)


def _game(rules: CardPoints, *in_brief: Text) -> CardGame[Options, Entry]:
    return CardGame(
        rules=rules,
        screen=CardPointsScreen,
        statistics=CardPointsStatistics(),
        guide=(Guide(_("In brief"), *in_brief), *COUNTING),
    )


CONFERENCE = _game(
    CardPoints("conference", _("Conference")),
    _("Four players: the first and second play as partners against the third and fourth."),
    *IN_PAIRS,
)
SCARTO = _game(
    CardPoints("scarto", _("Scarto"), 3, ThreeHands),
    _("Three players, no partners. You score the card points in your tricks."),
    _("A game is 3 hands, unless you choose otherwise. The highest total wins, and ties share the win."),
)
TAROCCHI = _game(
    CardPoints("tarocchi", _("Tarocchi")), _("Four players, with partners opposite each other."), *IN_PAIRS
)
