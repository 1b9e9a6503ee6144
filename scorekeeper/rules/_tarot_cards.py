"""What the tarot games ask: the house rules, the card points of a hand, and the groups of Tontine.

Nothing is scored here. Numbers of points are whole points, seats count clockwise from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.declaration import Ask, Choice, ask
from scorekeeper.rules.words import Text, gettext as _

PACKS = {"loka_78": 146, "loka_80": 148, "plain_78": 130}
"""Option pack -> what all its cards count together. Rules page: Card points."""

SIDES: dict[str, tuple[tuple[int, ...], ...]] = {
    "scarto": (),
    "tarocchi": ((0, 2), (1, 3)),
    "conference": ((0, 1), (2, 3)),
}
"""Game -> the seats of each side; in Scarto everybody plays alone. Rules page: the first table."""

PLAYERS = {"scarto": 3, "tarocchi": 4, "conference": 4}
"""Game -> how many play it, and how many hands it has where the house does not say otherwise."""

GROUPS = {"kings": 20, "queens": 16, "cavaliers": 12, "jacks": 8, "honours": 15} | {
    f"pips_{number}": 10 for number in (1, 2, 3, 4)
}
"""What each group of Tontine counts: 111 together. Rules page: Tontine."""

VARIANT = Ask(
    label=_("Variant"),
    help=_("It changes who wins a trick and who keeps the Fool, never what a card counts; the sheet names it."),
    kind="choice",
    choices=(
        Choice(value="none", label=_("None"), help=_("The usual rules of play.")),
        Choice(value="last_laugh", label=_("The Last Laugh"), help=_("Played as the Last Laugh.")),
        Choice(value="courtship", label=_("Courtship Rules"), help=_("Played by the Courtship Rules.")),
    ),
)
LENGTH = Ask(label=_("Hands"), help=_("The game ends after so many hands."), kind="number", low=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules of a game of three hands, the rules page's default first."""

    pack: str = ask(
        "loka_78",
        Ask(
            label=_("Pack"),
            help=_("Which cards are played with: it decides what the points of a hand add up to."),
            kind="choice",
            choices=(
                Choice(value="loka_78", label=_("Loka, 78 cards"), help=_("Aces count 5: 146 in all.")),
                Choice(
                    value="loka_80",
                    label=_("Loka with Good and Evil, 80 cards"),
                    help=_("Good and Evil count 1 each: 148 in all."),
                ),
                Choice(value="plain_78", label=_("Plain, 78 cards"), help=_("Aces count 1: 130 in all.")),
            ),
        ),
    )
    hands: int = ask(3, LENGTH)
    variant: str = ask("none", VARIANT)


@dataclass(frozen=True, slots=True, kw_only=True)
class FourHands(Options):
    """The same house rules for four players: each deals once."""

    hands: int = ask(4, LENGTH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the table counted after a hand, one value per seat; of partners one may stand for both."""

    points: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Card points"),
            help=_("What the cards count that were won in tricks; partners count together or each alone."),
            kind="number",
            per="player",
            high=max(PACKS.values()),
            needed=True,
            tally=(
                (_("Honours and Kings"), 5),
                (_("Aces, unless they count 1"), 5),
                (_("Queens"), 4),
                (_("Cavaliers"), 3),
                (_("Jacks"), 2),
                (_("All other cards"), 1),
            ),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TontineOptions:
    """The house rules of Tontine. Rules page: Tontine, Options."""

    base: str = ask(
        "scarto",
        Ask(
            label=_("Played as"),
            help=_("The game whose tricks are played: it decides who plays together."),
            kind="choice",
            choices=(
                Choice(value="scarto", label=_("Scarto"), help=_("Three players, each alone.")),
                Choice(value="tarocchi", label=_("Tarocchi"), help=_("Four players; those who face are partners.")),
                Choice(
                    value="conference",
                    label=_("Conference"),
                    help=_("Four players; the first and the second against the others."),
                ),
            ),
        ),
    )
    settle: str = ask(
        "against_37",
        Ask(
            label=_("Three players settle"),
            help=_("How each of three players is paid; with four this changes nothing."),
            kind="choice",
            choices=(
                Choice(value="against_37", label=_("Once against 37"), help=_("The own points less 37.")),
                Choice(
                    value="pairs",
                    label=_("Pair by pair"),
                    help=_("With each of the others: the own points less theirs."),
                ),
            ),
        ),
    )
    nobody_at_56: str = ask(
        "no_score",
        Ask(
            label=_("No side has 56"),
            help=_("What four players do when too much was forfeited; with three this changes nothing."),
            kind="choice",
            choices=(
                Choice(value="no_score", label=_("No score"), help=_("Nobody scores.")),
                Choice(value="difference", label=_("Difference"), help=_("The higher side scores what it has more.")),
            ),
        ),
    )
    hands: int = ask(
        None,
        Ask(
            label=_("Hands"),
            help=_("The game ends after so many hands. Left empty, it is 3 when played as Scarto, else 4."),
            kind="number",
            low=1,
        ),
    )
    variant: str = ask("none", VARIANT)

    def __post_init__(self) -> None:
        """A game is as long as its base, where nothing else is said."""
        if self.hands is None:
            object.__setattr__(self, "hands", PLAYERS[self.base])


def _group(key: str, label: Text, held: Text) -> Any:
    """Who holds a group."""
    stage = "pips" if key.startswith("pips") else "court"
    return ask(None, Ask(label=label, help=held, kind="seat", key=f"groups.{key}", stage=stage))


_OF_CARDS = _("Who took the last of them that was played, and left it face up; nobody where it was turned down.")
_OF_PIPS = _("Who took the last pip of this suit that was played, and left it face up; the suits in any order.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """Who holds each of the nine groups after a hand: a seat, or None for nobody."""

    kings: int | None = _group("kings", _("Kings"), _OF_CARDS)
    queens: int | None = _group("queens", _("Queens"), _OF_CARDS)
    cavaliers: int | None = _group("cavaliers", _("Cavaliers"), _OF_CARDS)
    jacks: int | None = _group("jacks", _("Jacks"), _OF_CARDS)
    honours: int | None = _group("honours", _("Honours"), _OF_CARDS)
    pips_1: int | None = _group("pips_1", _("Pips of one suit"), _OF_PIPS)
    pips_2: int | None = _group("pips_2", _("Pips of the second suit"), _OF_PIPS)
    pips_3: int | None = _group("pips_3", _("Pips of the third suit"), _OF_PIPS)
    pips_4: int | None = _group("pips_4", _("Pips of the fourth suit"), _OF_PIPS)

    def held(self) -> dict[str, int]:
        """Each group that somebody holds, with the seat."""
        seats = {key: getattr(self, key) for key in GROUPS}
        return {key: seat for key, seat in seats.items() if seat is not None}
