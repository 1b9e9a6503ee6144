"""What a deal of Piquet is worth, counted in the order in which it is counted at the table.

Numbers of points are whole points. Rules page: Values; Match, for the order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from scorekeeper.rules._piquet_deal import ELDER, TRICKS, YOUNGER, Entry, first_tricks
from scorekeeper.rules.words import Text, both, gettext as _, ngettext

Step = Literal["carte_blanche", "point", "sequences", "sets", "play", "cards", "quick"]
CARTE_BLANCHE = 10
SEQUENCES = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
"""The cards of a sequence -> what it is worth."""

QUATORZE, TRIO = 14, 3
CARDS, CAPOT = 10, 40
PIQUE, REPIQUE = 30, 60
REACHED = 30
"""What a repique reaches by declarations, and a pique by declarations and play."""

OTHER = {ELDER: YOUNGER, YOUNGER: ELDER}


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Something that was counted in a step of a deal, for elder or for younger; `worth` is whole points."""

    step: Step
    role: str
    worth: int
    reason: Text
    mark: str = ""


def count_deal(entry: Entry, names: Mapping[str, str]) -> Iterator[Count]:
    """Everything that a deal is worth, in its order; in each step elder before younger. `names` are by role."""
    if entry.quick:
        yield _quick(ELDER, entry.quick_elder)
        yield _quick(YOUNGER, entry.quick_younger)
        return
    repique = repique_of(entry)
    for count in declarations(entry):
        yield count
        if repique == (count.step, count.role):
            reason = _("repique: 30 in declarations while {other} had nothing", other=names[OTHER[count.role]])
            yield Count(step=count.step, role=count.role, worth=REPIQUE, reason=reason, mark="repique")
    yield from _play(entry, names)
    yield from _cards(entry)


def declarations(entry: Entry) -> Iterator[Count]:
    """Carte blanche, point, sequences and sets, in this order."""
    if entry.carte_blanche is not None:
        yield Count(
            step="carte_blanche",
            role=entry.carte_blanche,
            worth=CARTE_BLANCHE,
            reason=_("carte blanche"),
            mark="carte_blanche",
        )
    if entry.point_winner is not None:
        cards = entry.point_cards or 0
        yield Count(step="point", role=entry.point_winner, worth=cards, reason=_("point of {cards}", cards=cards))
    if entry.sequences_winner is not None:
        lengths = entry.sequences_lengths or ()
        reason = ngettext(
            "sequence of {lengths}", "{count} sequences, of {lengths}", len(lengths), lengths=both(lengths)
        )
        worth = sum(SEQUENCES[length] for length in lengths)
        yield Count(step="sequences", role=entry.sequences_winner, worth=worth, reason=reason)
    if entry.sets_winner is not None:
        quatorzes, trios = entry.quatorzes or 0, entry.trios or 0
        worth = QUATORZE * quatorzes + TRIO * trios
        yield Count(step="sets", role=entry.sets_winner, worth=worth, reason=_sets(quatorzes, trios))


def declared(entry: Entry, role: str) -> int:
    """What somebody declared, without the 60 of a repique."""
    return sum(count.worth for count in declarations(entry) if count.role == role)


def repique_of(entry: Entry) -> tuple[Step, str] | None:
    """In which step and by whom 30 was reached in declarations while the other had nothing."""
    so_far = {ELDER: 0, YOUNGER: 0}
    for count in declarations(entry):
        so_far[count.role] += count.worth
        if so_far[count.role] >= REACHED and so_far[OTHER[count.role]] == 0:
            return count.step, count.role
    return None


def needed_for_pique(entry: Entry) -> int | None:
    """The tricks that elder must win before younger's first for a pique; None where there can be none."""
    if declared(entry, YOUNGER) or repique_of(entry) is not None:
        return None
    return REACHED - 1 - declared(entry, ELDER)


def pique_is_open(entry: Entry) -> bool:
    """Whether the play leaves open if elder has a pique, so that the tricks before younger's first must be told."""
    needed, possible = needed_for_pique(entry), first_tricks(entry)
    return needed is not None and len(possible) > 0 and possible[0] < needed <= possible[-1]


def has_pique(entry: Entry) -> bool:
    """Whether elder reached 30 in declarations and play before younger had anything."""
    needed, possible = needed_for_pique(entry), first_tricks(entry)
    if needed is None or not possible:
        return False
    told = entry.elder_first_tricks
    return (possible[0] if told is None else told) >= needed


def _play(entry: Entry, names: Mapping[str, str]) -> Iterator[Count]:
    if entry.play_elder:
        yield Count(step="play", role=ELDER, worth=entry.play_elder, reason=_("counted in play"))
    if has_pique(entry):
        reason = _("pique: 30 in play before {other} had anything", other=names[YOUNGER])
        yield Count(step="play", role=ELDER, worth=PIQUE, reason=reason, mark="pique")
    if entry.play_younger:
        yield Count(step="play", role=YOUNGER, worth=entry.play_younger, reason=_("counted in play"))


def _cards(entry: Entry) -> Iterator[Count]:
    if entry.elder_tricks is None or 2 * entry.elder_tricks == TRICKS:
        return
    role = ELDER if 2 * entry.elder_tricks > TRICKS else YOUNGER
    tricks = entry.elder_tricks if role == ELDER else TRICKS - entry.elder_tricks
    if tricks == TRICKS:
        yield Count(step="cards", role=role, worth=CAPOT, reason=_("capot: won all twelve tricks"), mark="capot")
    else:
        reason = _("won the cards with {tricks} of 12 tricks", tricks=tricks)
        yield Count(step="cards", role=role, worth=CARDS, reason=reason)


def _quick(role: str, total: int | None) -> Count:
    return Count(step="quick", role=role, worth=total or 0, reason=_("total of the deal"))


def _sets(quatorzes: int, trios: int) -> Text:
    fours = ngettext("a quatorze", "{count} quatorzes", quatorzes)
    threes = ngettext("a trio", "{count} trios", trios)
    if quatorzes and trios:
        return _("{quatorzes} and {trios}", quatorzes=fours, trios=threes)
    return fours if quatorzes else threes
