"""What a deal of Piquet is worth in whole points, counted in the same order as at the table, and how a match ends.

RULES.md: Values; Order of the count; Repique; Pique; Rubicon; Au cent.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from scorekeeper.games.piquet.deal import ELDER, TRICKS, YOUNGER, Entry, Options, names_of, seats_of
from scorekeeper.rules.ends import reached
from scorekeeper.rules.sheet import Line, Outcome, Sheet
from scorekeeper.rules.text import Amount, Half, Text, TextValue, both, gettext as _, ngettext, points

CARTE_BLANCHE = 10
SEQUENCES = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
# Length of a sequence -> its points, and what one or more of them are called.
SEQUENCE_NAMES: dict[int, Callable[[int], Text]] = {
    3: lambda count: ngettext("a tierce", "{count} tierces", count),
    4: lambda count: ngettext("a quart", "{count} quarts", count),
    5: lambda count: ngettext("a quint", "{count} quints", count),
    6: lambda count: ngettext("a sixième", "{count} sixièmes", count),
    7: lambda count: ngettext("a septième", "{count} septièmes", count),
    8: lambda count: ngettext("a huitième", "{count} huitièmes", count),
}
QUATORZE, TRIO = 14, 3
CARDS, CAPOT = 10, 40
PIQUE, REPIQUE = 30, 60
THRESHOLD = 30  # The points needed for a repique (in declarations alone) or a pique (in declarations and play)
OTHER = {ELDER: YOUNGER, YOUNGER: ELDER}
DEALS = {"rubicon_6": 6, "rubicon_4": 4}  # Option `match` -> the number of deals in a Rubicon
EXTRA_DEALS = 2  # How many deals are added if the totals are tied after the last one
HUNDRED = points(100)

Counted = tuple[Text, Line]  # A step of the count, and a line in it; the line's column is a role


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
    step, possible, first = _("in play"), entry.possible_first_tricks, entry.elder_first_tricks
    if entry.play_elder:
        yield step, Line(ELDER, points(entry.play_elder), step)
    if possible and (possible[0] if first is None else first) >= tricks_for_pique(entry):
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
        line = Line(entry.carte_blanche, points(CARTE_BLANCHE), _("carte blanche"), "carte_blanche declared")
        yield _("with carte blanche"), line
    if entry.point_winner is not None:
        cards = entry.point_cards or 0
        line = Line(entry.point_winner, points(cards), _("point of {cards}", cards=cards), "declared")
        yield _("with the point"), line
    if entry.sequences_winner is not None:
        lengths = entry.sequences_lengths or ()
        worth = sum(SEQUENCES[length] for length in lengths)
        named = both(SEQUENCE_NAMES[length](lengths.count(length)) for length in dict.fromkeys(lengths))
        line = Line(entry.sequences_winner, points(worth), _("{sequences}", sequences=named), "declared")
        yield _("with the sequences"), line
    if entry.sets_winner is not None:
        quatorzes, trios = entry.quatorzes or 0, entry.trios or 0
        fours = [ngettext("a quatorze", "{count} quatorzes", quatorzes)] if quatorzes else []
        threes = [ngettext("a trio", "{count} trios", trios)] if trios else []
        worth, reason = QUATORZE * quatorzes + TRIO * trios, _("{sets}", sets=both([*fours, *threes]))
        yield _("with the sets"), Line(entry.sets_winner, points(worth), reason, "declared")


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


def tricks_for_pique(entry: Entry) -> int:
    """Return how many tricks elder must win before younger's first for a pique: too many if it is impossible."""
    impossible = declared(entry, YOUNGER) or repique_of(entry)
    return TRICKS + 1 if impossible else THRESHOLD - 1 - declared(entry, ELDER)


def pique_is_undecided(entry: Entry) -> bool:
    """Return whether elder's pique depends on how many tricks elder won before younger's first."""
    needed, possible = tricks_for_pique(entry), entry.possible_first_tricks
    return needed - 1 in possible and needed in possible


def deals_played(sheet: Sheet[Options, Entry]) -> int:
    """Return how many deals count toward the match, excluding hands that were dealt again."""
    return sum(1 for hand in sheet.hands if not hand.entry.dealt_again(sheet.table.options))


def rubicon(sheet: Sheet[Options, Entry], ranking: tuple[tuple[str, ...], ...]) -> Outcome | None:
    """Return how a Rubicon ended, or None if it is still in progress."""
    options = sheet.table.options
    last, played = DEALS[options.match], deals_played(sheet)
    equal = len(ranking) == 1
    goes_on = played < last or (played == last and equal) or last < played < last + EXTRA_DEALS
    # A hand that is dealt again never ends the match. Even if its 10 points break a tie, both extra deals are played.
    if goes_on or sheet.hands[-1].entry.dealt_again(options):
        return None
    if equal:
        total = Amount(half=sheet.totals[ranking[0][0]])
        reason = _("After two more deals, both have {total}: the match is drawn", total=total)
        return Outcome(reason=reason, winners=ranking[0], ranking=ranking, says_who_won=True)
    (winner,), (loser,) = ranking
    higher, lower = sheet.totals[winner], sheet.totals[loser]
    names: dict[str, TextValue] = {"name": _name(sheet, winner), "loser": _name(sheet, loser)}
    if lower < HUNDRED:
        sums = {"won": higher + lower + HUNDRED, "higher": higher, "lower": lower}
        reason = _("{name} wins {won}: {loser} is rubiconed, so it’s {higher} and {lower}, plus 100 for the game")
    else:
        sums = {"won": higher - lower + HUNDRED, "ahead": higher - lower}
        reason = _("{name} wins by {ahead}, plus 100 for the game: {won}")
    values = names | {key: Amount(half=Half(amount)) for key, amount in sums.items()}
    return Outcome(reason=replace(reason, values=values), winners=(winner,), ranking=ranking, says_who_won=True)


def au_cent(sheet: Sheet[Options, Entry]) -> Outcome | None:
    """Return how a game au cent ended, or None if it is still in progress."""
    reachers = [column for column, total in sheet.totals.items() if total >= HUNDRED]
    if not reachers:
        return None
    winner, why, hand = reachers[0], None, sheet.hands[-1]
    if len(reachers) > 1 and hand.entry.quick:
        elder, younger = (str(seat) for seat in seats_of(sheet.table, hand.dealer).values())
        winner = max(elder, younger, key=lambda column: sheet.totals[column])
        why = _("on the totals alone, {name} is ahead", name=_name(sheet, winner))
        if sheet.totals[elder] == sheet.totals[younger]:
            why = _("the totals are equal, but {name} counts first as elder", name=_name(sheet, elder))
    elif len(reachers) > 1:
        totals = dict(sheet.hands[-2].totals if len(sheet.hands) > 1 else sheet.start)
        counted = count_deal(hand.entry, names_of(sheet.table, hand.dealer))
        steps: dict[str, Text] = {}
        for line, (step, _line) in zip(hand.lines, counted, strict=True):
            totals[line.column] = Half(totals[line.column] + line.points)
            if totals[line.column] >= HUNDRED:
                steps.setdefault(line.column, step)
        (winner, step), (_second, next_step) = steps.items()
        why = _("{name} got there first {step}", name=_name(sheet, winner), step=step)
        if step == next_step:
            why = _("both got there {step}, but {name} counts first as elder", step=step, name=_name(sheet, winner))
    loser = next(column for column in sheet.totals if column != winner)
    target = reached(100, [(_name(sheet, column), sheet.totals[column]) for column in reachers])
    if why is not None:
        reason = _("{target}; {why} and wins one game", target=target, why=why)
    elif sheet.totals[loser] < points(50):
        loser_name = _name(sheet, loser)
        reason = _("{target} and wins two games, because {loser} has fewer than 50", target=target, loser=loser_name)
    else:
        reason = _("{target} and wins one game", target=target)
    return Outcome(reason=reason, winners=(winner,), ranking=((winner,), (loser,)), says_who_won=True)


def _name(sheet: Sheet[Options, Entry], column: str) -> str:
    return sheet.table.names[int(column)]
