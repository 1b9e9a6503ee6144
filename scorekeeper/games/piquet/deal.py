"""What is recorded for a deal of Piquet, and which play points its tricks allow. Nothing is scored here.

Roles are "elder" (the nondealer) and "younger" (the dealer). All points are whole points.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.declaration import Choice, choice, number, numbers
from scorekeeper.rules.sheet import Sheet, Table
from scorekeeper.rules.text import Text, gettext as _

ELDER, YOUNGER = "elder", "younger"
ROLES = (Choice(ELDER, _("Elder")), Choice(YOUNGER, _("Younger")))
# The number of tricks, and so of the cards that a player has for all their sequences, or for all their sets.
TRICKS = 12
LONGEST, MOST_SEQUENCES = 8, 4

MATCHES = (
    Choice("rubicon_6", _("Rubicon, six deals")),
    Choice("rubicon_4", _("Rubicon, four deals")),
    Choice("au_cent", _("Au cent")),
)
MATCH_HELP = _("Of four deals, the first and the last count twice. Au cent is a race to 100.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    match: str = choice(_("Match"), MATCH_HELP, MATCHES, default="rubicon_6")
    after_carte_blanche: str = choice(
        _("After carte blanche"),
        _("When a player shows a hand without a king, queen or jack."),
        (Choice("play", _("Play on")), Choice("new_hand", _("Deal again"))),
        default="play",
    )


def _part(stage: str, needed: Text, *names: str) -> dict[str, Any]:
    """Return the settings of the fields in a part of a full deal. If one in `names` has a value, all need one."""

    def when(sheet: Sheet[Options, "Entry"], entry: "Entry", _index: int | None) -> bool:
        full = not entry.quick and not entry.dealt_again(sheet.table.options)
        return full and (not names or any(getattr(entry, name) is not None for name in names))

    return {"stage": stage, "needed": needed, "when": when}


SCORED = _("if somebody scores it, in a full deal")
POINT = _part("declarations", SCORED, "point_winner", "point_cards")
SEQUENCES = _part("declarations", SCORED, "sequences_winner", "sequences_lengths")
SETS = _part("declarations", SCORED, "sets_winner", "quatorzes", "trios")
PLAY = _part("play", _("in a full deal"))
TOTALS: dict[str, Any] = {
    "stage": "deal",
    "needed": _("if only totals are recorded"),
    "when": lambda _sheet, entry, _index: entry.quick,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A deal, recorded in full or as just two totals. RULES.md: What is recorded."""

    carte_blanche: str | None = choice(
        _("Carte blanche"),
        _("Who showed a hand without a king, queen or jack; usually nobody."),
        ROLES,
        stage="declarations",
    )
    point_winner: str | None = choice(
        _("Point"), _("Who has the better point; nobody if they’re equal."), ROLES, key="point.winner", **POINT
    )
    point_cards: int | None = number(
        _("Cards in the point"),
        _("How many cards are in that suit."),
        question=_("How many cards are in the point?"),
        key="point.cards",
        low=3,
        high=LONGEST,
        **POINT,
    )
    sequences_winner: str | None = choice(
        _("Sequences"),
        _("Who has the best sequence; nobody if there’s none or they’re equal."),
        ROLES,
        key="sequences.winner",
        **SEQUENCES,
    )
    sequences_lengths: tuple[int, ...] | None = numbers(
        _("Sequence lengths"),
        _("How many cards are in each of that player’s sequences."),
        key="sequences.lengths",
        most=MOST_SEQUENCES,
        low=3,
        high=LONGEST,
        **SEQUENCES,
    )
    sets_winner: str | None = choice(
        _("Sets"), _("Who has the best quatorze or trio; nobody if there’s none."), ROLES, key="sets.winner", **SETS
    )
    quatorzes: int | None = number(
        _("Quatorzes"), _("How many sets of four that player has."), key="sets.quatorzes", high=3, **SETS
    )
    trios: int | None = number(
        _("Trios"), _("How many sets of three that player has."), key="sets.trios", high=4, **SETS
    )
    elder_tricks: int | None = number(
        _("Elder’s tricks"),
        _("How many of the twelve tricks elder won."),
        question=_("How many tricks did {elder} win?"),
        high=TRICKS,
        **PLAY,
    )
    last_trick: str | None = choice(
        _("Last trick"), _("Who won the last trick."), ROLES, question=_("Who won the last trick?"), **PLAY
    )
    play_elder: int | None = number(
        _("Elder’s play"),
        _("What elder scored in play, including the last trick but not the 10 or 40 for the cards."),
        question=_("What did {elder} and {younger} score in play?"),
        key="play.elder",
        high=13,
        **PLAY,
    )
    play_younger: int | None = number(
        _("Younger’s play"),
        _("What younger scored in play, including the last trick but not the 10 or 40 for the cards."),
        key="play.younger",
        high=13,
        **PLAY,
    )
    elder_first_tricks: int | None = number(
        _("Tricks before younger’s first"),
        _("How many tricks elder won before younger won one; only needed if it decides a pique."),
        question=_("How many tricks did {elder} win before {younger}’s first?"),
        stage="play",
        high=TRICKS,
    )
    quick_elder: int | None = number(
        _("Elder’s total"),
        _("Elder’s points for the whole deal, if only totals are recorded."),
        question=_("How many points did {elder} score?"),
        key="quick.elder",
        **TOTALS,
    )
    quick_younger: int | None = number(
        _("Younger’s total"),
        _("Younger’s points for the whole deal, if only totals are recorded."),
        question=_("How many points did {younger} score?"),
        key="quick.younger",
        **TOTALS,
    )

    @property
    def quick(self) -> bool:
        """Whether only the totals are recorded."""
        return self.quick_elder is not None or self.quick_younger is not None

    def dealt_again(self, options: Options) -> bool:
        """Return whether a carte blanche ended the hand, so that the cards are dealt again. RULES.md: Carte blanche."""
        return options.after_carte_blanche == "new_hand" and self.carte_blanche is not None

    @property
    def possible_plays(self) -> Mapping[int, int]:
        """Elder's possible play points, each mapped to the play points it leaves younger. RULES.md: Play points."""
        elder, last = self.elder_tricks, self.last_trick
        if elder is None or last is None:
            return {}
        younger = TRICKS - elder
        if last == YOUNGER:
            captures = range(1, min(younger, elder + 1) + 1)
        else:
            captures = range(1, min(elder, younger) + 1) if younger else range(1)
        return {elder + captured + (last == ELDER): younger + captured for captured in captures}

    @property
    def possible_first_tricks(self) -> range:
        """The possible numbers of tricks elder won before younger's first; empty if unknown. RULES.md: Pique."""
        tricks, elder, younger = self.elder_tricks, self.play_elder, self.play_younger
        if tricks is None or elder is None or younger is None or self.possible_plays.get(elder) != younger:
            return range(0)
        captured = younger - (TRICKS - tricks)
        if captured == 0:
            return range(TRICKS, TRICKS + 1)
        if self.last_trick == ELDER:
            return range(tricks - captured + 1)
        return range(tricks, tricks + 1) if captured == 1 else range(tricks - captured + 2)


def seats_of(table: Table[Options], dealer: int) -> dict[str, int]:
    """Return the seat of the player in each role."""
    return {ELDER: table.after(dealer), YOUNGER: dealer}


def names_of(table: Table[Options], dealer: int) -> dict[str, str]:
    """Return the name of the player in each role."""
    return {role: table.names[seat] for role, seat in seats_of(table, dealer).items()}
