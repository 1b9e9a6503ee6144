"""Shnarbles: everyone plays alone, starts at 16, tries to get down to 0, and is out at 32. RULES.md has the rules."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from scorekeeper.games.shnarbles.hand import TRICKS, Entry, Options, ShnarblesScreen, dealt_in, must_play, staying
from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.ends import labels, with_totals, won_by
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.game import CardGame, Guide
from scorekeeper.rules.sheet import Column, Line, Outcome, Problem, ScoredHand, Seats, Sheet, Table, add_lines
from scorekeeper.rules.statistics import HANDS, Fact, Feat, Figure, Moved, Statistics
from scorekeeper.rules.text import NOTHING, Amount, Half, gettext as _, ngettext, points

PENALTY = points(5)  # What it costs to fail a bid, or to stay in and take no trick. RULES.md: Scoring.
WALKOVER = points(-5)  # What the bidder gets if all opponents fold, or for a spade-out. RULES.md: Scoring.
# What an entry can't contain if everyone passed, and why.
ALL_PASSED = {
    "bidder": _("Everyone passed, so nobody took the bid."),
    "bid": _("Everyone passed, so nothing was bid."),
    "trump": _("Everyone passed, so there’s no trump."),
    "folded": _("Everyone passed, so nobody folded."),
    "tricks": _("Everyone passed, so nobody took any tricks."),
}


class Shnarbles(Rules[Options, Entry]):
    slug = "shnarbles"
    name = _("Shnarbles")
    players = range(2, 11)
    options = Options
    entry = Entry
    low_wins = True
    legend = (
        Mark(key="bidder", sign="▸", label=_("took the bid"), word=_("took it"), role="took"),
        Mark(key="failed", sign="✗", label=_("missed the bid"), word=_("missed"), role="missed"),
        Mark(key="spade_out", sign="5♠", label=_("spade-out: all five tricks with spades trump"), word=_("spade-out")),
        Mark(key="folded", sign="↷", label=_("folded")),
        Mark(key="trickless", sign="∅", label=_("took no tricks"), word=_("no tricks")),
        Mark(key="out", sign="†", label=_("out of the game"), word=_("out"), role="out"),
    )

    def target(self, table: Table[Options], column: Column) -> Half:
        return NOTHING

    def seats(self, sheet: Sheet[Options, Entry]) -> Seats:
        return dealt_in(sheet)

    def dealer(self, sheet: Sheet[Options, Entry]) -> int:
        """Return the next dealer, which is the same player again if everyone passed. RULES.md: Bidding and dealing."""
        if sheet.hands and sheet.hands[-1].entry.all_passed:
            return sheet.hands[-1].dealer
        dealer, seats = super().dealer(sheet), self.seats(sheet)
        return next((seat for seat in sheet.table.clockwise(dealer) if seat in seats), dealer)

    def refuse_table(self, table: Table[Options]) -> Problem | None:
        """Reject a starting score that would put everyone out. RULES.md: Options."""
        if table.options.start < table.options.out_at:
            return None
        message = _("The starting score must be below {out_at}, where players go out.", out_at=table.options.out_at)
        return Problem("start", message)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """RULES.md: Checks; The end."""
        if entry.all_passed:
            keys = ((path, path.rpartition(".")[2]) for path in answers_from_entry(entry))
            yield from (Problem(path, ALL_PASSED[key]) for path, key in keys if key in ALL_PASSED)
            return
        if entry.bidder is None:
            yield Problem("hand.bidder", _("Who took the bid? If everyone passed, record that."))
        for seat in {*sheet.table.seats} - {*dealt_in(sheet)} if sheet.outcome is None else ():
            message = _("{name} is out and can’t be in this hand.", name=sheet.table.names[seat])
            appearances = (
                ("hand.bidder", seat == entry.bidder),
                (f"players.{seat}.folded", entry.folded[seat]),
                (f"players.{seat}.tricks", entry.tricks[seat] is not None),
            )
            yield from (Problem(path, message) for path, appears in appearances if appears)
        for seat, name in enumerate(sheet.table.names):
            path, folded = f"players.{seat}.folded", entry.folded[seat]
            if folded and seat == entry.bidder:
                yield Problem(path, _("{name} took the bid and can’t fold.", name=name))
            if folded and entry.trump == "spades":
                yield Problem(path, _("Spades are trump, so {name} can’t fold.", name=name))
            if folded and sheet.outcome is None and must_play(sheet, seat):
                yield Problem(path, _("{name} has folded two hands in a row and can’t fold a third.", name=name))
        seats = staying(sheet, entry)
        for seat, name in enumerate(sheet.table.names):
            taken, path = entry.tricks[seat], f"players.{seat}.tricks"
            if taken and entry.folded[seat]:
                yield Problem(path, _("{name} folded and can’t have taken any tricks.", name=name))
            elif taken and not seats:
                yield Problem(path, _("Everyone else folded, so no tricks were played."))
        known = [taken for seat in seats if (taken := entry.tricks[seat]) is not None]
        if seats and len(known) == len(seats) and sum(known) != TRICKS:
            message = _("The tricks add up to {total}, not {tricks}.", total=sum(known), tricks=TRICKS)
            yield Problem("players", message)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """Yield lines for what the hand is worth, then for the players it puts out. RULES.md: Scoring; The end."""
        if entry.bidder is None:
            return
        lines = [line for seat in sheet.table.seats for line in _lines(sheet.table.options, entry, seat)]
        yield from lines
        totals, out_at = add_lines(sheet.totals, lines), sheet.table.options.out_at
        if entry.is_spade_out or _at_goal(sheet.table.options, totals):
            return
        for key in map(str, self.seats(sheet)):
            if totals[key] >= points(out_at):
                reason = _("has {total}, and {out_at} is out", total=Amount(half=totals[key]), out_at=out_at)
                yield Line(key, NOTHING, reason, "out")

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """Check for a spade-out first, then for scores at the goal, then for the last player in. RULES.md: The end."""
        if not sheet.hands:
            return None
        table, totals, ranking = sheet.table, sheet.totals, self.ranking(sheet)
        entry, options = sheet.hands[-1].entry, table.options
        bidder, there = (str(entry.bidder),), _at_goal(options, totals)
        if entry.is_spade_out:
            reason = _("{name} took all 5 tricks with spades as trump: a spade-out", name=labels(sheet, bidder))
            return won_by(ranking, bidder, reason)
        if there:
            if options.goal == "exactly_zero":
                reason = _("{names} got to exactly 0", names=labels(sheet, there))
                if min(totals.values()) < 0:
                    reason = _("{names} got to exactly 0, and below 0 doesn’t count", names=labels(sheet, there))
            elif len(there) > 1:
                names = with_totals([(table.names[int(key)], totals[key]) for key in there])
                reason = _("{names} got down to 0 or below", names=names)
            else:
                total = Amount(half=totals[there[0]])
                reason = _("{name} got down to {total}, and 0 or below wins", name=labels(sheet, there), total=total)
            winners, lowest = there, min(totals[key] for key in there)
            if options.both_at_zero == "lowest":
                winners = tuple(key for key in there if totals[key] == lowest)
            if winners != there:
                reason = _("{reached}; the lowest score wins", reached=reason)
            if len(there) > 1 and options.both_at_zero == "bidder" and bidder[0] in there:
                winners, name = bidder, labels(sheet, bidder)
                reason = _("{reached}; {name} took the bid, and the bidder wins", reached=reason, name=name)
            return won_by(ranking, winners, reason)
        last = tuple(map(str, self.seats(sheet)))
        if len(last) == 1:
            return won_by(ranking, last, _("{name} is the last player left", name=labels(sheet, last)))
        return None


def _lines(options: Options, entry: Entry, seat: int) -> Iterator[Line]:
    """Yield a line for each change to a player's score, or nothing if the player wasn't dealt in."""
    column, recorded, bid = str(seat), entry.tricks[seat], entry.bid or 0
    taken = recorded or 0
    if entry.folded[seat]:
        yield Line(column, NOTHING, _("folded"), "folded")
    elif seat != entry.bidder and taken:
        yield Line(column, points(-taken), ngettext("took {count} trick", "took {count} tricks", taken))
    elif seat != entry.bidder and recorded is not None:
        yield Line(column, PENALTY, _("took no tricks"), "trickless")
    elif seat != entry.bidder:
        return
    elif not entry.opponents:
        yield Line(column, WALKOVER, _("everyone folded against the bid of {bid}", bid=bid), "bidder")
    elif entry.is_spade_out:
        reason = _("took all {tricks} with spades as trump: a spade-out", tricks=TRICKS)
        yield Line(column, WALKOVER, reason, "bidder spade_out")
    elif taken >= bid:
        yield Line(column, points(-taken), _("took {taken}, made the bid of {bid}", taken=taken, bid=bid), "bidder")
    else:
        yield Line(column, PENALTY, _("took {taken}, missed the bid of {bid}", taken=taken, bid=bid), "bidder failed")
        if options.failed_bid == "net" and taken:
            reason = ngettext("minus the trick taken", "minus the {count} tricks taken", taken)
            yield Line(column, points(-taken), reason)


def _at_goal(options: Options, totals: Mapping[str, Half]) -> tuple[str, ...]:
    """Return the columns whose totals are at the goal, in seat order. RULES.md: The end; Exactly 0."""
    exactly = options.goal == "exactly_zero"
    return tuple(key for key, total in totals.items() if total == 0 or (total < 0 and not exactly))


BIDDING = _("Bidding")
FOLDING = _("Folding and staying in")


class ShnarblesStatistics(Statistics[Options, Entry]):
    """How well bidding and folding pay off. `off` is how much a hand lowers a score: fewer points are better."""

    moved: ClassVar = {"off": Moved(lost=True), "stayed": Moved()}
    marks = ("folded", "trickless", "spade_out", "out")
    figures = (
        Figure(label=_("Points per hand (fewer is better)"), key=HANDS, show="each"),
        Figure(label=_("Most points off in a hand"), key="off", show="most"),
        Figure(label=_("Went out"), key="out", show="times"),
        Figure(label=_("Spade-outs"), key="spade_out", show="times"),
        Figure(label=_("Took the bid"), key="bidder", show="share", heading=BIDDING),
        Figure(label=_("Bids made after taking the bid"), key="made", show="share", of="bidder", heading=BIDDING),
        Figure(label=_("Average bid"), key="bidder", show="each", heading=BIDDING),
        Figure(label=_("Highest bid made"), key="made", show="most", heading=BIDDING),
        Figure(label=_("Folded"), key="folded", show="share", heading=FOLDING),
        Figure(label=_("Stayed in but took no tricks"), key="trickless", show="share", of="stayed", heading=FOLDING),
        Figure(label=_("Points per hand when staying in"), key="stayed", show="each", heading=FOLDING),
    )
    feats = (
        Feat(
            label=_("Most points off in a hand"),
            key="off",
            told=_("{names} took the most points off in a hand: {points}."),
        ),
        Feat(label=_("Boldest bid made"), key="made"),
    )

    def counted(self, sheet: Sheet[Options, Entry], hand: ScoredHand[Entry]) -> Iterator[Fact]:
        """Count for everyone who was dealt in, and nothing for players who were already out."""
        out_at, bidder = points(sheet.table.options.out_at), hand.entry.bidder
        there = {column: gain for column, gain in hand.points.items() if hand.totals[column] - gain < out_at}
        yield from (fact for fact in super().counted(sheet, hand) if fact.column in there)
        for column, gain in there.items():
            if gain < 0:
                yield Fact(column, "off")
            if int(column) in hand.entry.opponents:
                yield Fact(column, "stayed")
        if bidder is not None:
            failed = any("failed" in line.mark.split() for line in hand.lines)
            for key in ("bidder", "failed" if failed else "made"):
                yield Fact(str(bidder), key, points(hand.entry.bid or 0))


GUIDE = (
    Guide(
        _("The aim"),
        _("Two to ten players, no partners. Everyone gets five cards from a deck of 52."),
        _("Everyone starts at 16 and tries to get down to 0. At 32, you’re out."),
    ),
    Guide(
        _("Bidding"),
        _("Once around, from the dealer’s left: pass, or bid how many of the five tricks you’ll take."),
        _("No number can be bid twice, so there’s one high bidder."),
        _("If everyone passes, nobody scores and the same dealer deals again. Otherwise the deal passes to the left."),
    ),
    Guide(
        _("Folding"),
        _("Everyone but the bidder may fold and sit out the hand, which costs nothing."),
        _("Nobody can fold when spades ♠ are trump, and nobody can fold three hands in a row."),
        _("Any hand you play ends the run, even as the bidder or with spades. A hand everyone passed doesn’t count."),
    ),
    Guide(
        _("What a hand is worth"),
        table=(
            (_("Who"), _("What happened"), _("Points")),
            (_("Bidder"), _("everyone else folded"), _("−5, whatever the bid")),
            (_("Bidder"), _("made the bid"), _("−1 per trick")),
            (_("Bidder"), _("took fewer tricks than the bid"), _("+5")),
            (_("Bidder"), _("took all five tricks with spades ♠ as trump: a spade-out"), _("wins the game at once")),
            (_("Others"), _("took tricks"), _("−1 per trick")),
            (_("Others"), _("stayed in, but took no tricks"), _("+5")),
            (_("Others"), _("folded"), _("0")),
        ),
    ),
    Guide(
        _("The end"),
        _("A spade-out wins right away, whatever the scores."),
        _("Otherwise, a score of 0 or below wins. Players who get there in the same hand share the win."),
        _("Otherwise, anyone with 32 or more is out, and no longer dealt in. The last player left wins."),
    ),
    Guide(
        _("House rules"),
        _("A failed bid can cost 5 minus the tricks taken."),
        _("Only exactly 0 wins: a player below 0 plays on and may come back up."),
        _("If more than one gets there, the bidder alone or the lowest score can win."),
        _("The starting score and the score that puts you out can be changed."),
    ),
)
SHNARBLES = CardGame(rules=Shnarbles(), screen=ShnarblesScreen, statistics=ShnarblesStatistics(), guide=GUIDE)
