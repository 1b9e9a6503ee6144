"""What Piquet asks, and what the table of a deal allows: the part that counting, checking and typing all need.

Nothing is scored here. Numbers of points are whole points; roles are "elder" (the non-dealer) and "younger" (the
dealer).
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.declaration import Ask, Choice, ask
from scorekeeper.rules.words import gettext as _

ELDER, YOUNGER = "elder", "younger"
ROLES = (
    Choice(value=ELDER, label=_("Elder"), help=_("The player who does not deal.")),
    Choice(value=YOUNGER, label=_("Younger"), help=_("The dealer.")),
)
TRICKS = 12
LONGEST = 8
MOST_LENGTHS = 4
HAND_OF_CARDS = 12
"""A player holds twelve cards, so no more can be shown in sequences, or in sets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules, the rules page's default first. Rules page: Options."""

    match: str = ask(
        "rubicon_6",
        Ask(
            label=_("Match"),
            help=_("When the match is over, and what its winner wins."),
            kind="choice",
            choices=(
                Choice(
                    value="rubicon_6",
                    label=_("Rubicon, six deals"),
                    help=_("The loser pays more for staying below 100."),
                ),
                Choice(
                    value="rubicon_4",
                    label=_("Rubicon, four deals"),
                    help=_("The first and the fourth deal count twice; the limit stays 100."),
                ),
                Choice(
                    value="au_cent",
                    label=_("Au cent"),
                    help=_("The first to reach 100 wins, twice if the other has below 50."),
                ),
            ),
        ),
    )
    after_carte_blanche: str = ask(
        "play",
        Ask(
            label=_("After carte blanche"),
            help=_("What happens when somebody was dealt no king, queen or jack and shows it."),
            kind="choice",
            choices=(
                Choice(value="play", label=_("Play on"), help=_("The deal goes on with the 10 scored.")),
                Choice(
                    value="new_hand",
                    label=_("Deal again"),
                    help=_("The 10 stands, the same dealer deals again, and the deal is not one of the match."),
                ),
            ),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the table saw in one deal, or with the two `quick` totals what it says it was worth, in whole points."""

    carte_blanche: str | None = ask(
        None,
        Ask(
            label=_("Carte blanche"),
            help=_("Who was dealt no king, queen or jack and showed it; nobody as a rule."),
            kind="choice",
            stage="declarations",
            choices=ROLES,
        ),
    )
    point_winner: str | None = ask(
        None,
        Ask(
            label=_("Point"),
            help=_("Who has the longer or better suit; nobody where they are equal."),
            kind="choice",
            key="point.winner",
            stage="declarations",
            choices=ROLES,
        ),
    )
    point_cards: int | None = ask(
        None,
        Ask(
            label=_("Cards of the point"),
            help=_("How many cards the suit has."),
            kind="number",
            key="point.cards",
            stage="declarations",
            low=3,
            high=LONGEST,
            needed=True,
        ),
    )
    sequences_winner: str | None = ask(
        None,
        Ask(
            label=_("Sequences"),
            help=_("Who has the best sequence; nobody where there is none, or where they are equal."),
            kind="choice",
            key="sequences.winner",
            stage="declarations",
            choices=ROLES,
        ),
    )
    sequences_lengths: tuple[int, ...] | None = ask(
        None,
        Ask(
            label=_("Lengths of the sequences"),
            help=_("How many cards each sequence of the player with the best one has."),
            kind="numbers",
            key="sequences.lengths",
            stage="declarations",
            low=3,
            high=LONGEST,
        ),
    )
    sets_winner: str | None = ask(
        None,
        Ask(
            label=_("Sets"),
            help=_("Who has the best quatorze or trio; nobody where there is none."),
            kind="choice",
            key="sets.winner",
            stage="declarations",
            choices=ROLES,
        ),
    )
    quatorzes: int | None = ask(
        None,
        Ask(
            label=_("Quatorzes"),
            help=_("How many sets of four the player with the best set has."),
            kind="number",
            key="sets.quatorzes",
            stage="declarations",
            high=3,
        ),
    )
    trios: int | None = ask(
        None,
        Ask(
            label=_("Trios"),
            help=_("How many sets of three the player with the best set has."),
            kind="number",
            key="sets.trios",
            stage="declarations",
            high=4,
        ),
    )
    elder_tricks: int | None = ask(
        None,
        Ask(
            label=_("Tricks of elder"),
            help=_("How many of the twelve tricks elder won."),
            kind="number",
            stage="play",
            high=TRICKS,
            needed=True,
        ),
    )
    last_trick: str | None = ask(
        None,
        Ask(
            label=_("Last trick"),
            help=_("Who won the last trick."),
            kind="choice",
            stage="play",
            choices=ROLES,
            needed=True,
        ),
    )
    play_elder: int | None = ask(
        None,
        Ask(
            label=_("Play of elder"),
            help=_("What elder counted while playing, the last trick included, without the 10 or 40 for the cards."),
            kind="number",
            key="play.elder",
            stage="play",
            high=13,
            needed=True,
        ),
    )
    play_younger: int | None = ask(
        None,
        Ask(
            label=_("Play of younger"),
            help=_("What younger counted while playing, the last trick included, without the 10 or 40 for the cards."),
            kind="number",
            key="play.younger",
            stage="play",
            high=13,
        ),
    )
    elder_first_tricks: int | None = ask(
        None,
        Ask(
            label=_("Tricks before younger’s first"),
            help=_("How many tricks elder won before younger won one; only where it decides a pique."),
            kind="number",
            stage="play",
            high=TRICKS,
            needed=True,
        ),
    )
    quick_elder: int | None = ask(
        None,
        Ask(
            label=_("Total of elder"),
            help=_("What the whole deal was worth to elder, where only the totals are recorded."),
            kind="number",
            key="quick.elder",
            stage="deal",
            needed=True,
        ),
    )
    quick_younger: int | None = ask(
        None,
        Ask(
            label=_("Total of younger"),
            help=_("What the whole deal was worth to younger, where only the totals are recorded."),
            kind="number",
            key="quick.younger",
            stage="deal",
            needed=True,
        ),
    )

    @property
    def quick(self) -> bool:
        """Whether only totals were recorded."""
        return self.quick_elder is not None or self.quick_younger is not None


def dealt_again(options: Options, entry: Entry) -> bool:
    """Whether a carte blanche made an end of the deal. Rules page: Options, after carte blanche."""
    return options.after_carte_blanche == "new_hand" and entry.carte_blanche is not None


def possible_takes(elder_tricks: int, last_trick: str) -> range:
    """How often younger can have taken a trick that elder led (c). Rules page: Play points check."""
    younger_tricks = TRICKS - elder_tricks
    if last_trick == YOUNGER:
        return range(1, min(younger_tricks, elder_tricks + 1) + 1)
    return range(1) if elder_tricks == TRICKS else range(1, min(elder_tricks, younger_tricks) + 1)


def play_points(elder_tricks: int, last_trick: str, takes: int) -> tuple[int, int]:
    """What elder and younger count while playing. Rules page: Play points check."""
    return elder_tricks + takes + (last_trick == ELDER), TRICKS - elder_tricks + takes


def takes_of(entry: Entry) -> int | None:
    """How often younger took a trick that elder led, from the play; None where nothing fits or something is missing."""
    if entry.elder_tricks is None or entry.last_trick is None:
        return None
    found = (
        takes
        for takes in possible_takes(entry.elder_tricks, entry.last_trick)
        if play_points(entry.elder_tricks, entry.last_trick, takes) == (entry.play_elder, entry.play_younger)
    )
    return next(found, None)


def first_tricks(entry: Entry) -> range:
    """How many tricks elder can have won before younger's first (k); empty where the play does not fit."""
    takes = takes_of(entry)
    if takes is None or entry.elder_tricks is None:
        return range(0)
    if takes == 0:
        return range(TRICKS, TRICKS + 1)
    if entry.last_trick == ELDER:
        return range(entry.elder_tricks - takes + 1)
    if takes == 1:
        return range(entry.elder_tricks, entry.elder_tricks + 1)
    return range(entry.elder_tricks - takes + 2)
