"""Trumplestiltskin, by Jonathan A. Leistiko (2003): what a hand is worth, and who wins.

What is asked and what the cards can be worth is in `_trumplestiltskin_cards`, what cannot be true in
`_trumplestiltskin_check`, the typing in `_trumplestiltskin_screen`.

The marks of its lines, for statistics and for the sheet (a column has each at most once in a hand):

* taker: took the bid; failed: took the bid and did not make it; blind: made it unpeeked, which doubles
* capped: took more than was bid without taking the bid; unbid: never bid
* peeked: looked at the Gnome, also where that changed nothing
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.rules import _trumplestiltskin_facts as counting, _trumplestiltskin_screen as typing_screen, steps
from scorekeeper.rules._auction import read_auction
from scorekeeper.rules._trumplestiltskin_cards import Entry, Options, possible_sums, taker_of
from scorekeeper.rules._trumplestiltskin_check import problems
from scorekeeper.rules._trumplestiltskin_guide import GUIDE
from scorekeeper.rules.base import Column, Hand, Line, Mark, Outcome, Problem, Rules, Sheet, Table
from scorekeeper.rules.declaration import Ask, Draft, Value
from scorekeeper.rules.facts import Fact
from scorekeeper.rules.screens import Board, Duty, Step
from scorekeeper.rules.words import (
    Amount,
    Half,
    Series,
    Text,
    TextValue,
    both,
    gettext as _,
    ngettext,
    points,
)

GNOME = "gnome"
Won = tuple[tuple[str, ...], Text | None]
"""Who won, and why where that is not plain from the points."""

HALVES: dict[str, Callable[[int], int]] = {
    "exact": lambda made: made,
    "gnome": lambda made: made - made % 2,
    "player": lambda made: made + made % 2,
}
"""Option odd_half -> the half points that a player who peeked keeps of the whole points made."""

PRIORITY = {"above_200": 1, "from_200": 0, "none": math.inf}
"""Option priority -> the half points beyond the player target that the last taker needs to win with fewer points."""

__all__ = ["GNOME", "Entry", "Options", "Trumplestiltskin", "possible_sums", "taker_of"]


class Trumplestiltskin(Rules[Options, Entry]):
    """Every player alone, and the Gnome, who scores without a seat and never wins."""

    slug = "trumplestiltskin"
    name = _("Trumplestiltskin")
    players = range(3, 6)
    featured = True
    reserved_names: ClassVar[tuple[str, ...]] = ("Gnome",)
    watched_stage = "bidding"
    toggles: ClassVar[frozenset[str]] = frozenset({"peeked"})
    legend: ClassVar[tuple[Mark, ...]] = (
        Mark(key="taker", sign="▸", label=_("took the bid")),
        Mark(key="blind", sign="×2", label=_("made the bid without peeking: doubled")),
        Mark(key="failed", sign="✗", label=_("failed the bid")),
        Mark(key="capped", sign="↓", label=_("took more than was bid: the rest went to the Gnome")),
        Mark(key="peeked", sign="◉", label=_("peeked at the Gnome")),
    )
    guide = GUIDE
    figures = counting.FIGURES
    beside = counting.BESIDE
    feats = counting.FEATS
    options = Options
    entry = Entry
    typing = typing_screen.Typing
    stages = typing_screen.STAGES

    def columns(self, table: Table[Options]) -> tuple[Column, ...]:
        """The players in seat order, then the Gnome."""
        return (*super().columns(table), Column(key=GNOME, seats=(), label=_("Gnome")))

    def target(self, table: Table[Options], column: Column) -> Half:
        """Rules page: End and winner."""
        return points(table.options.player_target if column.seats else table.options.gnome_target)

    def dealer(self, sheet: Sheet[Options, Entry]) -> int:
        """The deal passes left, by option not after a hand that all passed. Rules page: Options, all passed."""
        if sheet.hands and sheet.hands[-1].entry.all_passed and sheet.table.options.all_passed == "same_dealer":
            return sheet.hands[-1].dealer
        return super().dealer(sheet)

    def duties(self, table: Table[Options], dealer: int, draft: Draft) -> tuple[Duty, ...]:
        """Who does what. Rules page: Table and deck."""
        duties = [
            Duty(seat=dealer, key="deals", label=_("deals")),
            Duty(seat=table.before(dealer), key="picks", label=_("picks the Gnome")),
            Duty(seat=table.after(dealer), key="speaks_first", label=_("bids first")),
        ]
        auction = read_auction(draft, table.clockwise(table.after(dealer)))
        if auction.over and auction.highest is not None:
            duties.append(Duty(seat=auction.highest, key="leads", label=_("leads")))
        return tuple(duties)

    def steps(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> Iterator[Step]:
        """The bidding, the Gnome and the points."""
        return typing_screen.steps_of(self, sheet, dealer, draft)

    def board(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft, each: Ask, index: int | None) -> Board:
        """What may be answered."""
        return typing_screen.board(sheet.table, draft, each, index)

    def hints(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> tuple[Text, ...]:
        """The highest bid; once the bidding is over the leader, trump, and who peeked."""
        return typing_screen.hints(self, sheet.table, dealer, draft)

    def known(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> Mapping[str, Text]:
        """The highest bid, and the Gnome."""
        return typing_screen.known(sheet.table, draft)

    def entry_of(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> Entry:
        """The entry that a draft stands for: the taker follows from the bids."""
        asked = steps.kept(self.steps(sheet, dealer, draft), draft)
        return self.entry_from(typing_screen.told(sheet.table, asked, draft), sheet.table)

    def draft_of(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> dict[str, Value]:
        """The draft in which an entry is corrected: its bidding is over, and who made no bid has passed."""
        said = {f"players.{seat}.passed": True for seat in sheet.table.seats if entry.bid[seat] is None}
        return super().draft_of(sheet, dealer, entry) | said | {"hand.bidding_done": True}

    def refuse(
        self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft, path: str, value: Value, at: str = ""
    ) -> Text | None:
        """Why this value cannot be typed at this path now."""
        why = typing_screen.refuse(sheet.table, dealer, draft, path, value, at)
        return why or super().refuse(sheet, dealer, draft, path, value, at)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """Rules page: What is recorded for a hand."""
        yield from problems(sheet.table, entry)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """Rules page: Scoring a hand, in this order."""
        if entry.all_passed:
            return
        taker = taker_of(entry.bid)
        for seat, bid in enumerate(entry.bid):
            case = _case(sheet.table, entry, seat)
            if bid is None:
                yield from case.never_bid()
            elif seat != taker:
                yield from case.another_bidder()
            elif case.taken >= case.bid:
                yield from case.made()
            else:
                yield from case.failed()

    def facts(self, table: Table[Options], hand: Hand[Entry]) -> Iterator[Fact]:
        """What the statistics count of a hand."""
        yield from super().facts(table, hand)
        yield from counting.facts(hand)

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """Rules page: End and winner."""
        reached = _reached(sheet)
        if reached is None:
            return None
        ranking = self.ranking(sheet)
        winners, why = _by_priority(sheet, ranking[0]) or _by_points(sheet, ranking[0])
        if len(winners) > 1 and sheet.table.options.tie == "play_on":
            return None
        rest = (tuple(key for key in equal if key not in winners) for equal in ranking)
        reason = reached if why is None else _("{reached}; {why}", reached=reached, why=why)
        return Outcome(reason=reason, winners=winners, ranking=(winners, *(equal for equal in rest if equal)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """One player's part of a hand, and what it is worth to the player and to the Gnome. Bid and taken are points."""

    name: str
    seat: int
    bid: int
    taken: int
    peeked: bool
    odd_half: str

    def made(self) -> Iterator[Line]:
        """The taker, taken at least the bid: doubled, or halved for peeking."""
        yield self._line(points(self.taken), _("took {taken}, made the bid of {bid}", **self._numbers), "taker")
        if self.peeked:
            yield from self._halved(self.taken)
        else:
            yield self._line(points(self.taken), _("doubled: took the bid without peeking"), "blind")

    def failed(self) -> Iterator[Line]:
        """The taker, taken less than the bid: the bid is lost, and the Gnome gets what was taken, twice for peeking."""
        yield self._line(Half(0), _("took the bid with {bid}", **self._numbers), "taker")
        yield self._line(points(-self.bid), _("took {taken}, failed the bid of {bid}", **self._numbers), "failed")
        yield from self._to_gnome(points(self.taken), _("{name} failed the bid", name=self.name))
        if self.peeked:
            amount = Amount(half=points(self.taken))
            yield self._line(Half(0), _("peeked: {points} once more to the Gnome", points=amount), "peeked")
            yield from self._to_gnome(points(self.taken), _("once more: {name} peeked", name=self.name))

    def another_bidder(self) -> Iterator[Line]:
        """Bid, and did not take the bid: keeps at most the bid, of which peeking costs half."""
        bid = self.bid
        yield self._line(points(self.taken), _("took {taken}, bid {bid}", **self._numbers))
        if (over := self.taken - bid) > 0:
            reason = ngettext(
                "{count} over the bid of {bid} goes to the Gnome",
                "{count} over the bid of {bid} go to the Gnome",
                over,
                bid=bid,
            )
            yield self._line(points(-over), reason, "capped")
            yield from self._to_gnome(
                points(over), _("{name} took more than the bid of {bid}", name=self.name, bid=bid)
            )
        if self.peeked:
            yield from self._halved(min(self.taken, bid))

    def never_bid(self) -> Iterator[Line]:
        """Without a bid nothing is kept, peeked or not."""
        reason = ngettext(
            "never bid: the {count} taken goes to the Gnome", "never bid: the {count} taken go to the Gnome", self.taken
        )
        yield self._line(Half(0), reason, "unbid")
        if self.peeked:
            yield self._line(Half(0), _("peeked, which changes nothing without a bid"), "peeked")
        yield from self._to_gnome(points(self.taken), _("{name} never bid", name=self.name))

    @property
    def _numbers(self) -> dict[str, TextValue]:
        return {"taken": self.taken, "bid": self.bid}

    def _halved(self, made: int) -> Iterator[Line]:
        gnome = Half(points(made) - HALVES[self.odd_half](made))
        yield self._line(
            Half(-gnome), _("half for peeking: {points} to the Gnome", points=Amount(half=gnome)), "peeked"
        )
        yield from self._to_gnome(gnome, _("half of {name}’s {points}, for peeking", name=self.name, points=made))

    def _line(self, amount: Half, reason: Text, mark: str = "") -> Line:
        return Line(column=str(self.seat), points=amount, reason=reason, mark=mark)

    def _to_gnome(self, amount: Half, reason: Text) -> Iterator[Line]:
        if amount:
            yield Line(column=GNOME, points=amount, reason=reason)


def _case(table: Table[Options], entry: Entry, seat: int) -> _Case:
    return _Case(
        name=table.names[seat],
        seat=seat,
        bid=entry.bid[seat] or 0,
        taken=entry.taken[seat] or 0,
        peeked=entry.peeked[seat],
        odd_half=table.options.odd_half,
    )


def _reachers(sheet: Sheet[Options, Entry]) -> tuple[str, ...]:
    """The players who have the player target. Halves count: 199½ is below 200."""
    target = points(sheet.table.options.player_target)
    return tuple(str(seat) for seat in sheet.table.seats if sheet.totals[str(seat)] >= target)


def _reached(sheet: Sheet[Options, Entry]) -> Text | None:
    """What ended the game, the players named before the Gnome, or None while nothing has."""
    options = sheet.table.options
    players = _reachers(sheet)
    values: dict[str, TextValue] = {
        "names": _names(sheet, players),
        "target": options.player_target,
        "gnome": options.gnome_target,
    }
    match bool(players), sheet.totals[GNOME] >= points(options.gnome_target):
        case True, True:
            return _("{names} reached {target} and the Gnome reached {gnome}", **values)
        case True, False:
            return _("{names} reached {target}", **values)
        case False, True:
            return _("The Gnome reached {gnome}", **values)
    return None


def _by_priority(sheet: Sheet[Options, Entry], best: tuple[str, ...]) -> Won | None:
    """Whoever took the bid last and has enough wins before any who has more. Why is only said where it matters."""
    options, taker = sheet.table.options, _last_taker(sheet)
    if taker is None or sheet.totals[taker] < points(options.player_target) + PRIORITY[options.priority]:
        return None
    rivals = tuple(key for key in best if key != taker)
    if not rivals:
        return (taker,), None
    name = _names(sheet, (taker,))
    if options.priority == "above_200":
        took = _("{name} took the bid and has more than {target}", name=name, target=options.player_target)
    else:
        took = _("{name} took the bid and has at least {target}", name=name, target=options.player_target)
    why = _("{took}, so {name} wins although {rivals}", took=took, name=name, rivals=_have(sheet, rivals, taker))
    return (taker,), why


def _have(sheet: Sheet[Options, Entry], rivals: tuple[str, ...], taker: str) -> Text:
    """What those have who would have won, had the bid not counted."""
    names, most = _names(sheet, rivals), Amount(half=sheet.totals[rivals[0]])
    if sheet.totals[rivals[0]] == sheet.totals[taker]:
        return ngettext("{names} also has {most}", "{names} also have {most}", len(rivals), names=names, most=most)
    return ngettext("{names} has {most}", "{names} have {most}", len(rivals), names=names, most=most)


def _by_points(sheet: Sheet[Options, Entry], best: tuple[str, ...]) -> Won:
    """Most points win, equal most points together."""
    names, most = _names(sheet, best), Amount(half=sheet.totals[best[0]])
    if len(best) > 1:
        return best, _("{names} have the most points, {most} each, and share the win", names=names, most=most)
    if best == _reachers(sheet):
        return best, None
    return best, _("{name} has the most points, {most}, and wins", name=names, most=most)


def _last_taker(sheet: Sheet[Options, Entry]) -> str | None:
    """The column of the most recent taker; hands that all passed are skipped."""
    for hand in reversed(sheet.hands):
        if not hand.entry.all_passed:
            return str(taker_of(hand.entry.bid))
    return None


def _names(sheet: Sheet[Options, Entry], columns: tuple[str, ...]) -> Series:
    return both(sheet.table.names[int(key)] for key in columns)
