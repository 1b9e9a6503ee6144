"""What a deal of Piquet is worth, counted in the order in which it is counted at the table.

Numbers of points are whole points. Rules page: Values; Match, for the order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scorekeeper.games.piquet.deal import ELDER, TRICKS, YOUNGER, Entry
from scorekeeper.rules.words import Text, both, gettext as _, ngettext

CARTE_BLANCHE = 10
SEQUENCES = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
"""The cards of a sequence -> what it is worth."""

QUATORZE, TRIO = 14, 3
CARDS, CAPOT = 10, 40
PIQUE, REPIQUE = 30, 60
REACHED = 30
"""What a repique reaches by declarations, and a pique by declarations and play."""

OTHER = {ELDER: YOUNGER, YOUNGER: ELDER}


@dataclass(frozen=True, slots=True)
class Count:
    """Something that was counted for elder or for younger; `worth` is whole points, `step` says when it was counted."""

    role: str
    worth: int
    reason: Text
    step: Text
    mark: str = ""


def count_deal(entry: Entry, names: Mapping[str, str]) -> Iterator[Count]:
    """Everything that a deal is worth, in its order; in each step elder before younger. `names` are by role."""
    if entry.quick:
        total = _("total of the deal")
        yield Count(ELDER, entry.quick_elder or 0, total, total)
        yield Count(YOUNGER, entry.quick_younger or 0, total, total)
        return
    repique = repique_of(entry)
    for count in declarations(entry):
        yield count
        if count == repique:
            reason = _("repique: 30 in declarations while {other} had nothing", other=names[OTHER[count.role]])
            yield replace(count, worth=REPIQUE, reason=reason, mark="repique")
    yield from _play(entry, names)


def declarations(entry: Entry) -> Iterator[Count]:
    """Carte blanche, point, sequences and sets, in this order."""
    if entry.carte_blanche is not None:
        yield Count(entry.carte_blanche, CARTE_BLANCHE, _("carte blanche"), _("by carte blanche"), "carte_blanche")
    if entry.point_winner is not None:
        cards = entry.point_cards or 0
        yield Count(entry.point_winner, cards, _("point of {cards}", cards=cards), _("at the point"))
    if entry.sequences_winner is not None:
        lengths = entry.sequences_lengths or ()
        worth = sum(SEQUENCES[length] for length in lengths)
        reason = ngettext(
            "sequence of {lengths}", "{count} sequences, of {lengths}", len(lengths), lengths=both(lengths)
        )
        yield Count(entry.sequences_winner, worth, reason, _("at the sequences"))
    if entry.sets_winner is not None:
        quatorzes, trios = entry.quatorzes or 0, entry.trios or 0
        fours = [ngettext("a quatorze", "{count} quatorzes", quatorzes)] if quatorzes else []
        threes = [ngettext("a trio", "{count} trios", trios)] if trios else []
        reason = _("{sets}", sets=both([*fours, *threes]))
        yield Count(entry.sets_winner, QUATORZE * quatorzes + TRIO * trios, reason, _("at the sets"))


def declared(entry: Entry, role: str) -> int:
    """What somebody declared, without the 60 of a repique."""
    return sum(count.worth for count in declarations(entry) if count.role == role)


def repique_of(entry: Entry) -> Count | None:
    """The declaration by which somebody reached 30 while the other had nothing."""
    so_far = {ELDER: 0, YOUNGER: 0}
    for count in declarations(entry):
        so_far[count.role] += count.worth
        if so_far[count.role] >= REACHED and so_far[OTHER[count.role]] == 0:
            return count
    return None


def needed_for_pique(entry: Entry) -> int | None:
    """The tricks that elder must win before younger's first for a pique; None where there can be none."""
    if declared(entry, YOUNGER) or repique_of(entry) is not None:
        return None
    return REACHED - 1 - declared(entry, ELDER)


def pique_is_open(entry: Entry) -> bool:
    """Whether the play leaves open if elder has a pique, so that the tricks before younger's first must be told."""
    needed = needed_for_pique(entry)
    return needed is not None and needed - 1 in entry.first_tricks and needed in entry.first_tricks


def has_pique(entry: Entry) -> bool:
    """Whether elder reached 30 in declarations and play before younger had anything."""
    needed, possible = needed_for_pique(entry), entry.first_tricks
    if needed is None or not possible:
        return False
    told = entry.elder_first_tricks
    return (possible[0] if told is None else told) >= needed


def _play(entry: Entry, names: Mapping[str, str]) -> Iterator[Count]:
    if entry.elder_tricks is None:
        return
    counted, step = _("counted in play"), _("in play")
    if entry.play_elder:
        yield Count(ELDER, entry.play_elder, counted, step)
    if has_pique(entry):
        reason = _("pique: 30 in play before {other} had anything", other=names[YOUNGER])
        yield Count(ELDER, PIQUE, reason, step, "pique")
    if entry.play_younger:
        yield Count(YOUNGER, entry.play_younger, counted, step)
    step = _("at the cards")
    for role, tricks in ((ELDER, entry.elder_tricks), (YOUNGER, TRICKS - entry.elder_tricks)):
        if tricks == TRICKS:
            yield Count(role, CAPOT, _("capot: won all twelve tricks"), step, "capot")
        elif 2 * tricks > TRICKS:
            yield Count(role, CARDS, _("won the cards with {tricks} of 12 tricks", tricks=tricks), step)
