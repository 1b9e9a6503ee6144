"""Tontine: nine groups of cards count instead of card points, and three players or two sides settle up."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.games.tarot.card_points import HONOURS, LEGEND, MOST, SIDES, VARIANT_OPTION, VARIANTS, mark_of
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import Choice, choice, fields_of, number, seat
from scorekeeper.rules.game import CardGame, Guide
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Column, Line, Problem, ScoredHand, Seats, Sheet, Table
from scorekeeper.rules.statistics import HANDS, Fact, Figure, Statistics
from scorekeeper.rules.steps import Stage
from scorekeeper.rules.text import NOTHING, Text, both, gettext as _, ngettext, points

# Option `base` -> the number of players, which is also the default number of hands. RULES.md: Players and sides.
PLAYERS = {"scarto": 3, "tarocchi": 4, "conference": 4}
COURT = {"kings": 20, "queens": 16, "cavaliers": 12, "jacks": 8, "honours": 15}
# Group -> its points, 111 in all. RULES.md: Tontine groups.
GROUPS = COURT | dict.fromkeys(("pips_1", "pips_2", "pips_3", "pips_4"), 10)
# What each player's points are compared with in a three-player game: a third of 111. RULES.md: Tontine for three.
THIRD = 37
MAJORITY = 56  # The points a side needs in order to score: more than half of 111. RULES.md: Tontine for four.
BASE_HELP = _("Partners sit opposite each other in Tarocchi, side by side in Conference.")
BASES = (Choice("scarto", _("Scarto")), Choice("tarocchi", _("Tarocchi")), Choice("conference", _("Conference")))
SETTLE_HELP = _("Against a third of all points, or against each of the others.")
SETTLEMENTS = (Choice("against_37", _("Against 37")), Choice("pairs", _("Pair by pair")))
NOBODY_AT_56_HELP = _("When forfeits leave neither side with 56.")
NOBODY_AT_56 = (Choice("no_score", _("No score")), Choice("difference", _("Difference")))
CARDS_HELP = _("Who took the last one played and left it face up; nobody if it was turned face down.")
PIPS_HELP = _("Who took the last pip played of this suit and left it face up. The suits can be in any order.")
GROUP_NAMES = {
    "kings": _("the Kings"),
    "queens": _("the Queens"),
    "cavaliers": _("the Cavaliers"),
    "jacks": _("the Jacks"),
    "honours": _("the Honors"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    base: str = choice(_("Played as"), BASE_HELP, BASES, default="scarto", upfront=True)
    settle: str = choice(_("Settling up"), SETTLE_HELP, SETTLEMENTS, default="against_37", players=(3,))
    nobody_at_56: str = choice(
        _("Neither side has 56"), NOBODY_AT_56_HELP, NOBODY_AT_56, default="no_score", players=(4,)
    )
    hands: int = number(_("Hands"), _("How many hands you play. Leave blank for one deal each."), low=1)
    variant: str = choice(*VARIANT_OPTION, default="none")

    def __post_init__(self) -> None:
        """Use the base game's default number of hands if none is given."""
        if self.hands is None:
            object.__setattr__(self, "hands", PLAYERS[self.base])


def group(key: str, label: Text, question: Text) -> Any:
    """Declare a field for the player who holds a group."""
    stage, help_text = ("pips", PIPS_HELP) if key.startswith("pips") else ("court", CARDS_HELP)
    return seat(label, help_text, question=question, key=f"groups.{key}", stage=stage, skip=_("Nobody"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """The seat that holds each of the nine groups, or None if nobody does. RULES.md: Recording groups."""

    kings: int | None = group("kings", _("Kings"), _("Who holds the Kings?"))
    queens: int | None = group("queens", _("Queens"), _("Who holds the Queens?"))
    cavaliers: int | None = group("cavaliers", _("Cavaliers"), _("Who holds the Cavaliers?"))
    jacks: int | None = group("jacks", _("Jacks"), _("Who holds the Jacks?"))
    honours: int | None = group("honours", _("Honors"), _("Who holds the Honors?"))
    pips_1: int | None = group("pips_1", _("Pips of the first suit"), _("Who holds the pips of the first suit?"))
    pips_2: int | None = group("pips_2", _("Pips of the second suit"), _("Who holds the pips of the second suit?"))
    pips_3: int | None = group("pips_3", _("Pips of the third suit"), _("Who holds the pips of the third suit?"))
    pips_4: int | None = group("pips_4", _("Pips of the fourth suit"), _("Who holds the pips of the fourth suit?"))

    def held_by(self, seats: Seats) -> list[str]:
        """Return the groups that these seats hold."""
        return [key for key in GROUPS if getattr(self, key) in seats]

    def sums(self, columns: tuple[Column, ...]) -> dict[str, int]:
        """Return how many points each column holds."""
        return {column.key: sum(GROUPS[key] for key in self.held_by(column.seats)) for column in columns}


class Tontine(Rules[Options, Groups]):
    """A way to score Scarto, Tarocchi, or Conference. RULES.md: Tontine for three; Tontine for four."""

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
        base = next(base.label for base in BASES if base.value == table.options.base)
        return Problem("players", _("Played as {base}, Tontine is for {count} players.", base=base, count=needed))

    def score(self, sheet: Sheet[Options, Groups], dealer: int, entry: Groups) -> Iterator[Line]:
        """Say what each column holds, then what it scores. RULES.md: Tontine for three; Tontine for four."""
        options, sums = sheet.table.options, entry.sums(sheet.columns)
        for column in sheet.columns:
            own, others = sums[column.key], [other for other in sheet.columns if other != column]
            groups = entry.held_by(column.seats)
            names = [GROUP_NAMES[key] for key in groups if key in GROUP_NAMES]
            if suits := len(groups) - len(names):
                names.append(ngettext("the pips of {count} suit", "the pips of {count} suits", suits))
            reason = _("holds {groups}: {own}", groups=both(names), own=own) if names else _("holds no groups")
            yield Line(column.key, NOTHING, reason, mark_of(column.key, sums))
            if self.sides(sheet.table):
                theirs = sums[others[0].key]
                gain, reason = max(own - theirs, 0), _("{own} to {other}")
                if max(own, theirs) < MAJORITY and options.nobody_at_56 == "no_score":
                    gain, reason = 0, _("{own} to {other}: neither side has 56, so nobody scores")
                elif max(own, theirs) < MAJORITY and own == theirs:
                    reason = _("{own} to {other}: neither side has 56, and it’s a tie")
                elif max(own, theirs) < MAJORITY:
                    reason = _("{own} to {other}: neither side has 56, so the higher one scores")
                yield Line(column.key, points(gain), replace(reason, values={"own": own, "other": theirs}))
            elif options.settle == "pairs":
                for other in others:
                    theirs = sums[other.key]
                    reason = _("{own} to {name}’s {other}", own=own, name=other.label, other=theirs)
                    yield Line(column.key, points(own - theirs), reason)
            else:
                yield Line(column.key, points(own - THIRD), _("{own} minus 37", own=own))


class TontineScreen(HandScreen[Options, Groups]):
    stages = (Stage("court", _("Court and Honors"), watched=False), Stage("pips", _("Pips"), watched=False))

    def hints(self) -> tuple[Text, ...]:
        sums = self.so_far.sums(self.before.columns)
        held = (_("{name} {points}", name=column.label, points=sums[column.key]) for column in self.before.columns)
        return tuple(held) if any(sums.values()) else ()


class TontineStatistics(Statistics[Options, Groups]):
    marks = (MOST,)
    figures = (
        Figure(label=_("Points per hand"), key=HANDS, show="each"),
        Figure(label=_("Best hand"), key=HANDS, show="most"),
        Figure(label=_("Groups per hand"), key="groups", show="each"),
        Figure(label=_("Hands with the most points"), key=MOST, show="share"),
        Figure(label=_("Held the Kings"), key="kings", show="share"),
    )

    def counted(self, sheet: Sheet[Options, Groups], hand: ScoredHand[Groups]) -> Iterator[Fact]:
        """Also count how many groups each player held, and who held the Kings."""
        yield from super().counted(sheet, hand)
        for column in sheet.columns:
            for holder in column.seats:
                held = hand.entry.held_by((holder,))
                yield Fact(column.key, "groups", points(len(held)), seat=holder)
                if "kings" in held:
                    yield Fact(column.key, "kings", seat=holder)


TONTINE = CardGame(
    rules=Tontine(),
    screen=TontineScreen,
    statistics=TontineStatistics(),
    guide=(
        Guide(
            _("In brief"),
            _("Another way to score Scarto, Tarocchi or Conference, with the same players and sides."),
            _(
                "The cards form nine groups. Take the last card played from a group and leave it face up, and the whole"
                " group is yours. Turn it face down, and nobody gets the group."
            ),
            _(
                "A game is 3 hands when played as Scarto and 4 otherwise, unless you choose another number. The highest"
                " total wins, and ties share the win."
            ),
        ),
        Guide(
            _("What the groups are worth"),
            HONOURS,
            table=(
                (_("Group"), _("Points")),
                *(
                    (field.label, _("{points}", points=GROUPS[field.name]))
                    for field in fields_of(Groups)
                    if field.name in GROUP_NAMES
                ),
                (_("The pips of each suit"), _("10")),
                (_("All nine groups"), _("{points}", points=sum(GROUPS.values()))),
            ),
        ),
        Guide(
            _("Three players"),
            _("Your score is your points minus 37, a third of 111."),
            _("House rule: settle pair by pair instead. Against each of the others, score your points minus theirs."),
        ),
        Guide(
            _("Four players"),
            _("The side with 56 or more scores the difference. The other side scores nothing."),
            _(
                "If forfeits leave neither side with 56, nobody scores. House rule: the higher side scores the"
                " difference anyway."
            ),
        ),
        VARIANTS,
    ),
)
