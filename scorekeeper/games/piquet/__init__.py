"""Piquet: two players declare, then play for tricks. A match is a Rubicon of six or four deals, or a game au cent."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from scorekeeper.games.piquet import count
from scorekeeper.games.piquet.deal import ELDER, MOST_SEQUENCES, TRICKS, YOUNGER, Entry, Options, names_of, seats_of
from scorekeeper.games.piquet.screen import PiquetScreen
from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.game import CardGame, Guide
from scorekeeper.rules.sheet import Column, Line, Outcome, Problem, ScoredHand, Sheet, Table, column_points
from scorekeeper.rules.statistics import HANDS, Comparison, Fact, Feat, Figure, Moved, Statistics
from scorekeeper.rules.text import Half, Text, either, gettext as _, ngettext, pgettext, points


class Piquet(Rules[Options, Entry]):
    slug = "piquet"
    name = _("Piquet")
    players = range(2, 3)
    options = Options
    entry = Entry
    legend = (
        Mark(key="carte_blanche", sign="+10", label=_("carte blanche: no court cards"), word=_("carte blanche")),
        Mark(key="repique", sign="+60", label=_("repique: 30 declared before the other scored"), word=_("repique")),
        Mark(key="pique", sign="+30", label=_("pique: 30 with the play before the other scored"), word=_("pique")),
        Mark(key="capot", sign="+40", label=_("capot: won all twelve tricks"), word=_("capot")),
        Mark(key="doubled", sign="×2", label=_("doubled: this deal counts twice"), word=_("doubled")),
        Mark(key="declared", label=_("declared")),
    )

    def target(self, table: Table[Options], column: Column) -> Half | None:
        """RULES.md: Au cent."""
        return count.HUNDRED if table.options.match == "au_cent" else None

    def dealer(self, sheet: Sheet[Options, Entry]) -> int:
        """Return the next dealer: the other player, unless the cards are dealt again. RULES.md: Carte blanche."""
        if sheet.hands and sheet.hands[-1].entry.dealt_again(sheet.table.options):
            return sheet.hands[-1].dealer
        return super().dealer(sheet)

    def hand_name(self, sheet: Sheet[Options, Entry]) -> Text:
        """Number the deals of the match; hands that are dealt again don't count. RULES.md: Rubicon."""
        number, last = count.deals_played(sheet) + 1, count.DEALS.get(sheet.table.options.match)
        if last is not None and number > last:
            last += count.EXTRA_DEALS
        if last is None or number > last:
            return _("deal {number}", number=number)
        return _("deal {number} of {last}", number=number, last=last)

    def problems(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """Name elder and younger hand in what is asked for."""
        names = names_of(sheet.table, dealer)
        for problem in super().problems(sheet, dealer, entry):
            yield replace(problem, asks=replace(problem.asks, values=names)) if problem.asks else problem

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """RULES.md: What is recorded; Play points; Pique."""
        answered = {field.name for field in fields_of(Entry) if getattr(entry, field.name) is not None}
        if entry.quick:
            if answered - {"quick_elder", "quick_younger"}:
                yield Problem("hand", _("Record either the totals or the details, not both."))
            return
        if entry.dealt_again(sheet.table.options):
            if answered != {"carte_blanche"}:
                message = _("After carte blanche, the cards are dealt again, so there’s nothing else to record.")
                yield Problem("hand", message)
            return
        wrong_declarations = tuple(_check_declarations(entry))
        yield from wrong_declarations
        names, tricks, last = names_of(sheet.table, dealer), entry.elder_tricks, entry.last_trick
        first, possible = entry.elder_first_tricks, entry.possible_first_tricks
        if tricks is not None and last is not None and not entry.possible_plays:
            winner = names[ELDER if tricks == TRICKS else YOUNGER]
            yield Problem("hand", _("{name} won all twelve tricks, including the last.", name=winner))
        elif {"elder_tricks", "last_trick", "play_elder", "play_younger"} <= answered and not possible:
            message = ngettext(
                "If {elder} won {count} trick, {last}, play can’t be {play_elder} to {play_younger}.",
                "If {elder} won {count} tricks, {last}, play can’t be {play_elder} to {play_younger}.",
                tricks or 0,
                elder=names[ELDER],
                last=_("including the last") if last == ELDER else _("but not the last"),
                play_elder=entry.play_elder or 0,
                play_younger=entry.play_younger or 0,
            )
            yield Problem("hand", message)
        # The declarations determine whether it is required; the play alone determines which numbers are possible.
        if first is None and not wrong_declarations and count.pique_is_undecided(entry):
            message = _("How many tricks did {elder} win before {younger}’s first? That decides the pique.", **names)
            yield Problem("hand.elder_first_tricks", message)
        elif first is not None and possible and first not in possible:
            message = _(
                "By the play points, {elder}’s tricks before {younger}’s first were {possible}, not {tricks}.",
                possible=either(possible),
                tricks=first,
                **names,
            )
            yield Problem("hand.elder_first_tricks", message)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """RULES.md: Values; Order of the count; Rubicon."""
        table, seats = sheet.table, seats_of(sheet.table, dealer)
        counted = count.count_deal(entry, names_of(table, dealer))
        lines = [replace(line, column=str(seats[line.column])) for _step, line in counted]
        yield from lines
        number = count.deals_played(sheet) + 1
        if table.options.match == "rubicon_4" and number in (1, 4) and not entry.dealt_again(table.options):
            reason = _("doubled: deal {number} counts twice", number=number)
            for column, amount in column_points(sheet.totals, lines).items():
                if amount:
                    yield Line(column, amount, reason, "doubled")

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """RULES.md: Rubicon; Au cent."""
        if not sheet.hands:
            return None
        if sheet.table.options.match == "au_cent":
            return count.au_cent(sheet)
        return count.rubicon(sheet, self.ranking(sheet))


def _check_declarations(entry: Entry) -> Iterator[Problem]:
    lengths, point = entry.sequences_lengths, entry.point_cards
    if lengths is not None:
        longest = max(lengths, default=0)
        if not 1 <= len(lengths) <= MOST_SEQUENCES:
            message = _(
                "A player can have 1 to {most} sequences, not {count}.", most=MOST_SEQUENCES, count=len(lengths)
            )
            yield Problem("hand.sequences.lengths", message)
        elif sum(lengths) > TRICKS:
            message = _("The sequences add up to {cards} cards, but a hand has only 12.", cards=sum(lengths))
            yield Problem("hand.sequences.lengths", message)
        if point is not None and longest > point:
            message = _("A sequence of {length} would make a longer point than {cards}.", length=longest, cards=point)
            yield Problem("hand", message)
    if entry.quatorzes is not None and entry.trios is not None:
        cards = 4 * entry.quatorzes + 3 * entry.trios
        if cards == 0:
            yield Problem("hand.sets", _("The best set must be a quatorze or a trio."))
        if cards > TRICKS:
            yield Problem("hand.sets", _("The sets add up to {cards} cards, but a hand has only 12.", cards=cards))


BY_ROLE = _("Does it pay to be elder? Points per deal")
MORE = ngettext(
    "Deals as elder hand averaged {count} point more.", "Deals as elder hand averaged {count} points more.", 1
)
LESS = ngettext(
    "Deals as elder hand averaged {count} point fewer.", "Deals as elder hand averaged {count} points fewer.", 1
)


class PiquetStatistics(Statistics[Options, Entry]):
    """Elder's and younger's points, declarations, and tricks. All amounts are in half points, including tricks."""

    marks = ("carte_blanche", "repique", "pique", "capot")
    moved: ClassVar = {ELDER: Moved(), YOUNGER: Moved(), **{mark: Moved(mark=mark) for mark in (*marks, "declared")}}
    figures = (
        Figure(label=_("Points per deal"), key=HANDS, show="each"),
        Figure(label=_("Best deal"), key=HANDS, show="most"),
        Figure(label=_("Declared per deal"), key="declared", show="each"),
        Figure(label=_("Tricks per deal"), key="tricks", show="each"),
        Figure(label=_("Piques"), key="pique", show="times"),
        Figure(label=_("Repiques"), key="repique", show="times"),
        Figure(label=_("Capots"), key="capot", show="times"),
        Figure(label=_("As elder"), key=ELDER, show="each", heading=BY_ROLE),
        Figure(label=_("As younger"), key=YOUNGER, show="each", heading=BY_ROLE),
    )
    feats = (
        Feat(label=_("Best deal"), key=HANDS, told=_("{names} had the best deal: {points}.")),
        Feat(label=_("Most declared in a deal"), key="declared"),
    )
    comparisons = (Comparison(keys=(ELDER,), others=(YOUNGER,), more=MORE, less=LESS),)

    def counted(self, sheet: Sheet[Options, Entry], hand: ScoredHand[Entry]) -> Iterator[Fact]:
        """Leave out elder and younger if the cards were dealt again. RULES.md: Statistics."""
        yield from super().counted(sheet, hand)
        if hand.entry.dealt_again(sheet.table.options):
            return
        for role, seat in seats_of(sheet.table, hand.dealer).items():
            column, tricks = str(seat), hand.entry.elder_tricks
            yield Fact(column, role)
            if tricks is not None:
                yield Fact(column, "tricks", points(tricks if role == ELDER else TRICKS - tricks))
                yield Fact(column, "declared")


GUIDE = (
    Guide(
        _("The deal"),
        _(
            "Two players get twelve cards each from a 32-card deck. The deal alternates: the dealer is younger, the"
            " other is elder."
        ),
        _("Before the play, both declare their longest suit (the point), sequences, and sets of three or four."),
        _("In each of these, only the better one scores. If they’re equal, nobody does."),
        _("The player with the best sequence scores all their sequences, and likewise with sets."),
    ),
    Guide(
        _("What it’s worth"),
        table=(
            (_("What"), _("Points")),
            (_("Carte blanche: no K Q J"), _("10")),
            (_("Point"), _("1 per card")),
            (_("Tierce or quart, a sequence of 3 or 4"), _("3 or 4")),
            (_("Quint, sixième, septième or huitième: 5, 6, 7 or 8"), _("15, 16, 17 or 18")),
            (_("Trio, a set of three"), _("3")),
            (_("Quatorze, a set of four"), _("14")),
            (_("Leading to a trick"), _("1")),
            (_("Winning a trick the other player led"), _("1")),
            (_("Winning the last trick"), _("1 more")),
            (_("The cards: 7 to 11 tricks"), _("10")),
            (_("Capot: all twelve tricks, instead of the cards"), _("40")),
            (_("Pique"), _("30")),
            (_("Repique"), _("60")),
        ),
    ),
    Guide(
        _("Pique and repique"),
        _("Repique: you reach 30 in declarations alone, counted in the order above, before the other player scores."),
        _("Pique: elder reaches 30 in declarations and play before younger scores."),
        _("If that isn’t clear, you’ll be asked how many tricks elder won before younger’s first."),
        _("Points for the cards don’t count toward either. Equal declarations score nothing, so they prevent neither."),
    ),
    Guide(
        _("The match"),
        _("Rubicon: after six deals, the higher total wins the difference plus 100."),
        _("A loser with fewer than 100 is rubiconed: the winner wins both totals plus 100."),
        _("A tie is played off in two more deals. If it’s still a tie, the match is drawn."),
        _("In a Rubicon of four deals, the first and the fourth count twice."),
        _("Au cent: the first to reach 100 wins one game, or two if the loser has fewer than 50."),
        _("If both get there in the same deal, count it in order: play before cards, elder first."),
    ),
)
PIQUET = CardGame(
    rules=Piquet(),
    screen=PiquetScreen,
    statistics=PiquetStatistics(),
    also=(pgettext("game", "Picquet"), pgettext("game", "Pikett")),
    guide=GUIDE,
)
