"""What a deal of Piquet is worth in whole points, counted in the same order as at the table.

RULES.md: Values; Order of the count; Repique; Pique.
"""

from collections.abc import Callable, Iterator, Mapping

from scorekeeper.games.piquet.deal import ELDER, TRICKS, YOUNGER, Entry
from scorekeeper.rules.sheet import Line
from scorekeeper.rules.text import Text, both, gettext as _, ngettext, points

CARTE_BLANCHE = 10
SEQUENCES = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
"""Length of a sequence -> its points."""

SEQUENCE_NAMES: dict[int, Callable[[int], Text]] = {
    3: lambda count: ngettext("a tierce", "{count} tierces", count),
    4: lambda count: ngettext("a quart", "{count} quarts", count),
    5: lambda count: ngettext("a quint", "{count} quints", count),
    6: lambda count: ngettext("a sixième", "{count} sixièmes", count),
    7: lambda count: ngettext("a septième", "{count} septièmes", count),
    8: lambda count: ngettext("a huitième", "{count} huitièmes", count),
}
"""Length of a sequence -> what one or more of them are called."""

QUATORZE, TRIO = 14, 3
CARDS, CAPOT = 10, 40
PIQUE, REPIQUE = 30, 60
THRESHOLD = 30
"""The points needed for a repique (in declarations alone) or a pique (in declarations and play)."""

OTHER = {ELDER: YOUNGER, YOUNGER: ELDER}


Counted = tuple[Text, Line]
"""A step of the count, and a line in it; the line's column is a role."""


def count_deal(entry: Entry, names: Mapping[str, str]) -> Iterator[Counted]:
    """Yield everything scored in a deal, in the order of the count. `names` maps each role to a player's name."""
    if entry.quick:
        total = _("deal total")
        yield total, Line(ELDER, points(entry.quick_elder or 0), total)
        yield total, Line(YOUNGER, points(entry.quick_younger or 0), total)
        return
    repique = repique_of(entry)
    for step, line in declarations(entry):
        yield step, line
        if line == repique:
            reason = _("repique: 30 in declarations before {other} scored", other=names[OTHER[line.column]])
            yield step, Line(line.column, points(REPIQUE), reason, "repique")
    if entry.elder_tricks is None:
        return
    step = _("in play")
    if entry.play_elder:
        yield step, Line(ELDER, points(entry.play_elder), step)
    if has_pique(entry):
        counted = declared(entry, ELDER)
        reason = _(
            "pique: {declared} declared and {played} in play made 30 before {other} scored",
            declared=counted,
            played=THRESHOLD - counted,
            other=names[YOUNGER],
        )
        yield step, Line(ELDER, points(PIQUE), reason, "pique")
    if entry.play_younger:
        yield step, Line(YOUNGER, points(entry.play_younger), step)
    step = _("with the cards")
    for role, tricks in ((ELDER, entry.elder_tricks), (YOUNGER, TRICKS - entry.elder_tricks)):
        if tricks == TRICKS:
            yield step, Line(role, points(CAPOT), _("capot: won all twelve tricks"), "capot")
        elif 2 * tricks > TRICKS:
            yield step, Line(role, points(CARDS), _("won the cards with {tricks} tricks", tricks=tricks))


def declarations(entry: Entry) -> Iterator[Counted]:
    """Yield what was scored for carte blanche, the point, sequences, and sets, in that order."""
    if entry.carte_blanche is not None:
        line = Line(entry.carte_blanche, points(CARTE_BLANCHE), _("carte blanche"), "carte_blanche")
        yield _("with carte blanche"), line
    if entry.point_winner is not None:
        cards = entry.point_cards or 0
        yield _("with the point"), Line(entry.point_winner, points(cards), _("point of {cards}", cards=cards))
    if entry.sequences_winner is not None:
        lengths = entry.sequences_lengths or ()
        worth = sum(SEQUENCES[length] for length in lengths)
        named = both(SEQUENCE_NAMES[length](lengths.count(length)) for length in dict.fromkeys(lengths))
        line = Line(entry.sequences_winner, points(worth), _("{sequences}", sequences=named))
        yield _("with the sequences"), line
    if entry.sets_winner is not None:
        quatorzes, trios = entry.quatorzes or 0, entry.trios or 0
        fours = [ngettext("a quatorze", "{count} quatorzes", quatorzes)] if quatorzes else []
        threes = [ngettext("a trio", "{count} trios", trios)] if trios else []
        worth, reason = QUATORZE * quatorzes + TRIO * trios, _("{sets}", sets=both([*fours, *threes]))
        yield _("with the sets"), Line(entry.sets_winner, points(worth), reason)


def declared(entry: Entry, role: str) -> int:
    """Return the whole points of a player's declarations, without the 60 for a repique."""
    return sum(line.points for _step, line in declarations(entry) if line.column == role) // 2


def repique_of(entry: Entry) -> Line | None:
    """Return the declaration that earned a repique, or None."""
    so_far = {ELDER: 0, YOUNGER: 0}
    for _step, line in declarations(entry):
        so_far[line.column] += line.points
        if so_far[line.column] >= points(THRESHOLD) and so_far[OTHER[line.column]] == 0:
            return line
    return None


def tricks_for_pique(entry: Entry) -> int | None:
    """Return how many tricks elder needs for a pique before younger wins any, or None if a pique is impossible."""
    if declared(entry, YOUNGER) or repique_of(entry) is not None:
        return None
    return THRESHOLD - 1 - declared(entry, ELDER)


def pique_is_undecided(entry: Entry) -> bool:
    """Return whether elder's pique depends on how many tricks elder won before younger's first."""
    needed, possible = tricks_for_pique(entry), entry.possible_first_tricks
    return needed is not None and needed - 1 in possible and needed in possible


def has_pique(entry: Entry) -> bool:
    """Return whether elder reached 30 in declarations and play before younger scored anything."""
    needed, possible = tricks_for_pique(entry), entry.possible_first_tricks
    if needed is None or not possible:
        return False
    recorded = entry.elder_first_tricks
    return (possible[0] if recorded is None else recorded) >= needed
