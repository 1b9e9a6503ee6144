"""Shnarbles: everybody alone, down from 16 to 0, and out at 32.

What is asked is in `_shnarbles_hand`, the typing in `_shnarbles_screen`, the statistics in `_shnarbles_facts`.

The marks of its lines, for statistics and for the sheet (a column has each at most once in a hand):

* bidder: took the bid; failed: took the bid and did not make it; spade_out: won the game with all tricks in spades
* folded: stayed out of the hand; trickless: stayed in and took no trick
* out: reached the score at which one is not dealt in any more
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from scorekeeper.rules import _shnarbles_facts as counting, _shnarbles_screen as typing_screen
from scorekeeper.rules._shnarbles_guide import GUIDE
from scorekeeper.rules._shnarbles_hand import (
    RUN,
    TRICKS,
    Entry,
    Options,
    Typing,
    folds_running,
    is_spade_out,
    rivals,
)
from scorekeeper.rules.base import Column, Hand, Line, Mark, Outcome, Problem, Rules, Sheet, Table, column_points
from scorekeeper.rules.declaration import Ask, Draft
from scorekeeper.rules.facts import Fact
from scorekeeper.rules.screens import Board, Step
from scorekeeper.rules.words import Amount, Half, Series, Text, both, gettext as _, ngettext, points

PENALTY = points(5)
"""What a failed bid costs, and staying in without a trick. Rules page: Scoring, 3."""

WALKOVER = points(-5)
"""What the bidder gets when all opponents fold, and for a spade-out. Rules page: Scoring, 1 and 2."""

GOAL = points(0)

__all__ = ["Entry", "Options", "Shnarbles"]


class Shnarbles(Rules[Options, Entry]):
    """Every player alone; the fewest points win."""

    slug = "shnarbles"
    name = _("Shnarbles")
    players = range(2, 11)
    low_wins = True
    stages = typing_screen.STAGES
    guide = GUIDE
    toggles: ClassVar[frozenset[str]] = frozenset({"folded"})
    watched_stage = "bid"
    legend: ClassVar[tuple[Mark, ...]] = (
        Mark(key="bidder", sign="▸", label=_("took the bid")),
        Mark(key="failed", sign="✗", label=_("failed the bid")),
        Mark(key="spade_out", sign="♠", label=_("spade-out: all five tricks with spades as trump")),
        Mark(key="folded", sign="↷", label=_("folded")),
        Mark(key="trickless", sign="∅", label=_("stayed in and took no trick")),
        Mark(key="out", sign="†", label=_("out of the game")),
    )
    figures = counting.FIGURES
    feats = counting.FEATS
    options = Options
    entry = Entry
    typing = Typing

    def start(self, table: Table[Options]) -> Half:
        """Rules page: the head, and Options."""
        return points(table.options.start)

    def target(self, table: Table[Options], column: Column) -> Half:
        """Rules page: End."""
        return GOAL

    def seats(self, sheet: Sheet[Options, Entry]) -> tuple[int, ...]:
        """Everybody who is not out. Rules page: End."""
        out_at = points(sheet.table.options.out_at)
        return tuple(seat for seat in sheet.table.seats if sheet.totals[str(seat)] < out_at)

    def dealer(self, sheet: Sheet[Options, Entry]) -> int:
        """The same dealer after all passed; else the deal passes left, past who is out. Rules page: Bidding facts."""
        if sheet.hands and sheet.hands[-1].entry.all_passed:
            return sheet.hands[-1].dealer
        dealer, dealt_in = super().dealer(sheet), self.seats(sheet)
        return next((seat for seat in sheet.table.clockwise(dealer) if seat in dealt_in), dealer)

    def refuse_table(self, table: Table[Options]) -> Problem | None:
        """Nobody is out from the start. Rules page: Options."""
        if table.options.start < table.options.out_at:
            return None
        return Problem(
            path="start", message=_("The start must be below {out_at}, which is out.", out_at=table.options.out_at)
        )

    def steps(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> Iterator[Step]:
        """The bid, the folds and the tricks."""
        return typing_screen.steps_of(self, sheet, dealer, draft)

    def board(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft, each: Ask, index: int | None) -> Board:
        """What may be answered."""
        return typing_screen.board(self, sheet, dealer, draft, each, index)

    def skipped(self, each: Ask) -> Text:
        """Without a bidder everyone passed."""
        return _("Everyone passed")

    def hints(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> tuple[Text, ...]:
        """The bid, trump, and who folds."""
        return typing_screen.hints(self, sheet, dealer, draft)

    def entry_of(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> Entry:
        """The entry that a draft stands for."""
        return typing_screen.entry_of(super().entry_of(sheet, dealer, draft), draft)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """Rules page: Checks."""
        if entry.all_passed:
            yield from _check_all_passed(entry)
            return
        yield from _check_bid(entry)
        if sheet.outcome is not None:
            # After the end nobody is out, and no run of folds goes on: whoever is in the hand was dealt in to it.
            yield from _check_folds(sheet.table, entry, ())
            yield from _check_tricks(sheet.table, _appearing(entry), entry)
            return
        dealt_in = self.seats(sheet)
        yield from _check_out(sheet.table, dealt_in, entry)
        yield from _check_folds(sheet.table, entry, [hand.entry for hand in sheet.hands])
        yield from _check_tricks(sheet.table, dealt_in, entry)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """Rules page: Scoring; then who is out by it."""
        if entry.all_passed or entry.bidder is None:
            return
        lines = [line for seat in sheet.table.seats for line in _score_seat(sheet.table.options, entry, seat)]
        yield from lines
        moved = column_points(sheet.totals, lines)
        totals = {key: Half(total + moved[key]) for key, total in sheet.totals.items()}
        if is_spade_out(entry) or _at_goal(sheet.table.options, totals):
            return
        for seat in self.seats(sheet):
            total = totals[str(seat)]
            if total >= points(sheet.table.options.out_at):
                reason = _("has {total} and is out", total=Amount(half=total))
                yield Line(column=str(seat), points=Half(0), reason=reason, mark="out")

    def facts(self, table: Table[Options], hand: Hand[Entry]) -> Iterator[Fact]:
        """What the statistics count of a hand."""
        return counting.facts(hand, points(table.options.out_at))

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """Rules page: Order after a hand: spade-out, goal, out, last one in."""
        if not sheet.hands:
            return None
        entry = sheet.hands[-1].entry
        winners: tuple[str, ...]
        if is_spade_out(entry):
            winners = (str(entry.bidder),)
            name = _names(sheet, winners)
            reason = _("{name} took all 5 tricks with spades as trump, a spade-out, and wins at once", name=name)
        elif reached := _at_goal(sheet.table.options, sheet.totals):
            winners, reason = _first_at_goal(sheet, entry, reached)
        elif len(left := self.seats(sheet)) == 1:
            winners = (str(left[0]),)
            reason = _("{name} is the last one in", name=_names(sheet, winners))
        else:
            return None
        rest = (tuple(key for key in equal if key not in winners) for equal in self.ranking(sheet))
        return Outcome(reason=reason, winners=winners, ranking=(winners, *(equal for equal in rest if equal)))


def _score_seat(options: Options, entry: Entry, seat: int) -> Iterator[Line]:
    """What the hand is worth to one player; nothing is said of who was not dealt in."""
    column, taken = str(seat), entry.tricks[seat]
    if entry.folded[seat]:
        yield Line(column=column, points=Half(0), reason=_("folded"), mark="folded")
    elif seat == entry.bidder:
        yield from _score_bidder(options, entry, column)
    elif taken:
        reason = ngettext("took {count} trick", "took {count} tricks", taken)
        yield Line(column=column, points=points(-taken), reason=reason)
    elif taken is not None:
        yield Line(column=column, points=PENALTY, reason=_("took no trick"), mark="trickless")


def _score_bidder(options: Options, entry: Entry, column: str) -> Iterator[Line]:
    bid, taken = entry.bid or 0, entry.tricks[int(column)] or 0
    if not rivals(entry):
        reason = _("nobody stayed in against the bid of {bid}", bid=bid)
        yield Line(column=column, points=WALKOVER, reason=reason, mark="bidder")
        return
    if taken >= bid and not is_spade_out(entry):
        reason = _("took {taken}, made the bid of {bid}", taken=taken, bid=bid)
        yield Line(column=column, points=points(-taken), reason=reason, mark="bidder")
        return
    yield Line(column=column, points=Half(0), reason=_("took the bid with {bid}", bid=bid), mark="bidder")
    if is_spade_out(entry):
        reason = _("took all {tricks} with spades as trump: a spade-out", tricks=TRICKS)
        yield Line(column=column, points=WALKOVER, reason=reason, mark="spade_out")
        return
    reason = _("took {taken}, failed the bid of {bid}", taken=taken, bid=bid)
    yield Line(column=column, points=PENALTY, reason=reason, mark="failed")
    if options.failed_bid == "net" and taken:
        reason = ngettext("less the {count} trick taken", "less the {count} tricks taken", taken)
        yield Line(column=column, points=points(-taken), reason=reason)


def _check_all_passed(entry: Entry) -> Iterator[Problem]:
    if entry.bidder is not None:
        yield Problem(path="hand.bidder", message=_("All passed, so nobody took the bid."))
    if entry.bid is not None:
        yield Problem(path="hand.bid", message=_("All passed, so nothing was bid."))
    if entry.trump is not None:
        yield Problem(path="hand.trump", message=_("All passed, so nothing was trump."))
    for seat, folded in enumerate(entry.folded):
        if folded:
            yield Problem(path=f"players.{seat}.folded", message=_("All passed, so nobody folded."))
    for seat, taken in enumerate(entry.tricks):
        if taken is not None:
            yield Problem(path=f"players.{seat}.tricks", message=_("All passed, so nobody took tricks."))


def _check_bid(entry: Entry) -> Iterator[Problem]:
    """Required unless all passed."""
    if entry.bidder is None:
        yield Problem(path="hand.bidder", message=_("The bidder is missing. If all passed, the sheet must say so."))
    if entry.bid is None:
        yield Problem(path="hand.bid", message=_("The bid is missing."))
    if entry.trump is None:
        yield Problem(path="hand.trump", message=_("The trump suit is missing."))


def _check_out(table: Table[Options], dealt_in: tuple[int, ...], entry: Entry) -> Iterator[Problem]:
    """A player who is out may not appear in the hand."""
    for seat in table.seats:
        if seat in dealt_in:
            continue
        message = _("{name} is out, and not in this hand.", name=table.names[seat])
        there = (
            ("hand.bidder", seat == entry.bidder),
            (f"players.{seat}.folded", entry.folded[seat]),
            (f"players.{seat}.tricks", entry.tricks[seat] is not None),
        )
        yield from (Problem(path=path, message=message) for path, appears in there if appears)


def _appearing(entry: Entry) -> tuple[int, ...]:
    """Everybody of whom a hand says anything."""
    return tuple(
        seat
        for seat, tricks in enumerate(entry.tricks)
        if seat == entry.bidder or entry.folded[seat] or tricks is not None
    )


def _check_folds(table: Table[Options], entry: Entry, before: Sequence[Entry]) -> Iterator[Problem]:
    for seat, name in enumerate(table.names):
        path = f"players.{seat}.folded"
        if not entry.folded[seat]:
            continue
        if seat == entry.bidder:
            yield Problem(path=path, message=_("{name} is the bidder and cannot fold.", name=name))
        if entry.trump == "spades":
            yield Problem(path=path, message=_("Spades are trump, so {name} cannot fold.", name=name))
        if folds_running(before, seat) >= RUN:
            message = _("{name} has folded two hands running and cannot fold a third.", name=name)
            yield Problem(path=path, message=message)


def _check_tricks(table: Table[Options], dealt_in: tuple[int, ...], entry: Entry) -> Iterator[Problem]:
    """Everybody who stayed in has tricks, which add up to five; a folder has none, nor has anybody when all fold."""
    staying = [seat for seat in dealt_in if not entry.folded[seat]]
    all_fold = not [seat for seat in staying if seat != entry.bidder]
    for seat in table.seats:
        if entry.tricks[seat] and entry.folded[seat]:
            message = _("{name} folded, and so took no tricks.", name=table.names[seat])
            yield Problem(path=f"players.{seat}.tricks", message=message)
        elif entry.tricks[seat] and all_fold:
            yield Problem(path=f"players.{seat}.tricks", message=_("All others folded, so no tricks were played."))
    if all_fold:
        return
    missing = [seat for seat in staying if entry.tricks[seat] is None]
    for seat in missing:
        message = _("The tricks that {name} took are missing; none is written 0.", name=table.names[seat])
        yield Problem(path=f"players.{seat}.tricks", message=message)
    total = sum(entry.tricks[seat] or 0 for seat in staying)
    if not missing and total != TRICKS:
        message = _("The tricks add up to {total}, not to {tricks}.", total=total, tricks=TRICKS)
        yield Problem(path="players", message=message)


def _at_goal(options: Options, totals: Mapping[str, Half]) -> tuple[str, ...]:
    """The columns whose score wins, in the order of the seats. Rules page: End, and Options, goal."""
    exactly = options.goal == "exactly_zero"
    return tuple(key for key, total in totals.items() if (total == GOAL if exactly else total <= GOAL))


def _first_at_goal(
    sheet: Sheet[Options, Entry], entry: Entry, reached: tuple[str, ...]
) -> tuple[tuple[str, ...], Text]:
    """Who of those at the goal wins, and why. Rules page: Options, two or more at the goal."""
    there = _("{names} reached 0", names=_names(sheet, reached))
    if min(sheet.totals.values()) < min(sheet.totals[key] for key in reached):
        there = _("{names} reached exactly 0, and below 0 nobody wins", names=_names(sheet, reached))
    bidder = str(entry.bidder)
    if len(reached) == 1:
        return reached, there
    if sheet.table.options.both_at_zero == "bidder" and bidder in reached:
        name = _names(sheet, (bidder,))
        return (bidder,), _("{reached}; {name} took the bid, so {name} wins", reached=there, name=name)
    lowest = min(sheet.totals[key] for key in reached)
    best = tuple(key for key in reached if sheet.totals[key] == lowest)
    if sheet.table.options.both_at_zero != "lowest" or best == reached:
        return reached, _("{reached} and share the win", reached=there)
    names, score = _names(sheet, best), Amount(half=lowest)
    if len(best) == 1:
        return best, _(
            "{reached}; {names} has the lowest score, {score}, and wins", reached=there, names=names, score=score
        )
    why = _("{names} have the lowest score, {score} each, and share the win", names=names, score=score)
    return best, _("{reached}; {why}", reached=there, why=why)


def _names(sheet: Sheet[Options, Entry], columns: tuple[str, ...]) -> Series:
    return both(sheet.table.names[int(key)] for key in columns)
