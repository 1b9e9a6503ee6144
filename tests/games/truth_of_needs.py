"""What a player needs in Trumplestiltskin, by looking at every hand of a small deck: slow, but plain."""

from collections.abc import Collection, Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from scorekeeper.games.trumplestiltskin.hand import Entry, Options, taker_of
from scorekeeper.games.trumplestiltskin.needs import ALWAYS, FORMS, KEEPS, KNOWN, SHARES, TAKES, TERMS, WINS
from scorekeeper.games.trumplestiltskin.parts import Part, part_of
from scorekeeper.rules.sheet import Sheet, Table
from tests.games.notation import NAMES, RULES


class Result(NamedTuple):
    """What a hand scores: the parts, each column's half points (the Gnome's last), and the taker."""

    parts: tuple[Part, ...]
    points: tuple[int, ...]
    taker: int


def entries(sums: tuple[int, int], players: int, lowest: int) -> Iterator[Entry]:
    """Yield every hand of a deck but the one in which everyone passed."""
    most = max(sums)
    numbers: list[int | None] = [None, *range(lowest, most + 1)]
    shares = [each for each in product(range(most + 1), repeat=players) if sum(each) in sums]
    for bids in product(numbers, repeat=players):
        made = [bid for bid in bids if bid is not None]
        if made and len(set(made)) == len(made):
            for peeked, taken in product(product((False, True), repeat=players), shares):
                yield Entry(bid=bids, peeked=peeked, taken=taken)


@cache
def results(sums: tuple[int, int], players: int, options: Options) -> tuple[Result, ...]:
    """Return what every hand of a deck scores."""
    blank = RULES.blank(Table(names=NAMES[:players], options=options, first_dealer=0))
    found = []
    for entry in entries(sums, players, options.lowest_bid):
        taker = taker_of(entry.bid)
        totals = RULES.record(blank, 0, entry).totals
        parts = tuple(part_of(entry, seat) for seat in range(players))
        found.append(Result(parts, tuple(totals.values()), taker or 0))
    return tuple(found)


def fits(answers: dict[str, Any], over: bool, sums: set[int], hand: Result) -> bool:
    """Return whether a hand can still come of what is typed. Until the bidding is over, bids and peeks only grow."""
    if sum(part.taken for part in hand.parts) not in sums:
        return False
    for seat, part in enumerate(hand.parts):
        bid, peeked = answers.get(f"players.{seat}.bid"), answers.get(f"players.{seat}.peeked", False)
        if over or answers.get(f"players.{seat}.passed"):
            if part.bid != bid:
                return False
        elif bid is not None and (part.bid is None or part.bid < bid):
            return False
        if peeked > part.peeked or (over and peeked != part.peeked):
            return False
        if answers.get(f"players.{seat}.taken", part.taken) != part.taken:
            return False
    return True


def is_made(hand: Result) -> bool:
    """Return whether the bid is made; one of 0 always is."""
    return hand.points[hand.taker] >= 0


class Truth:
    """What a player needs, found by looking at every hand."""

    def __init__(self, sheet: Sheet[Any, Any], possible: list[Result], ends: dict[Any, Any], seat: int, passing: bool):
        self.possible, self.seat = possible, seat
        self.totals = [sheet.totals[column.key] for column in sheet.columns]
        self.mine = self.totals[seat]
        better = [total for total in self.totals[:-1] if total > self.mine]
        self.above = [other for other, total in enumerate(self.totals[:-1]) if better and total == min(better)]
        self.hands: dict[str, dict[int, list[tuple[Result, tuple[str, ...]]]]] = {form: {} for form in FORMS}
        self.by_taken: dict[int, list[tuple[Result, tuple[str, ...]]]] = {}
        for hand in {(hand.parts[seat], hand.points, hand.taker): hand for hand in possible}.values():
            part, winners = hand.parts[seat], ends[hand.points, hand.taker]
            self.hands[part.form].setdefault(part.counts, []).append((hand, winners))
            self.by_taken.setdefault(part.taken, []).append((hand, winners))
        if passing:
            self.hands["unbid"].setdefault(0, []).append((replace_points(possible[0], seat), ()))

    def least(self, form, holds):
        least = None
        for number in sorted(self.hands[form], reverse=True):
            if not all(holds(*hand) for hand in self.hands[form][number]):
                return least, False
            least = number
        return least, least is not None

    def wins(self, form):
        return self.least(form, lambda _hand, winners: str(self.seat) in winners)

    def shares(self, form, least):
        there = (hand for number, hands in self.hands[form].items() if number >= least for hand in hands)
        return any(len(winners) > 1 for _hand, winners in there)

    def passes(self, form, others):
        def holds(hand, _winners):
            mine = self.mine + hand.points[self.seat]
            return all(mine > self.totals[other] + hand.points[other] for other in others)

        return self.least(form, holds)

    def leads(self, form):
        return self.passes(form, [other for other in range(len(self.totals) - 1) if other != self.seat])

    def passes_idle(self, form):
        least, _always = self.least(
            form, lambda hand, _w: self.mine + hand.points[self.seat] > self.totals[self.above[0]]
        )
        there = (hand for number, hands in self.hands[form].items() if number >= (least or 0) for hand, _w in hands)
        return least if any(all(hand.points[other] <= 0 for other in self.above) for hand in there) else None

    def at_best(self, options):
        """Return the fewest points that win, whether alone, and what is true of all these hands but not of others."""
        for taken, level in sorted(self.by_taken.items()):
            won = [(hand, winners) for hand, winners in level if str(self.seat) in winners]
            won = [(hand, winners) for hand, winners in won if len(winners) == 1] or won
            if won:
                alone = all(len(winners) == 1 for _hand, winners in won)
                return taken, alone, self._gnome_ends(level, won, options), self._missers(level, won)
        return None

    def _gnome_ends(self, level, won, options):
        def reaches(column, hand, target):
            return self.totals[column] + hand.points[column] >= 2 * target

        for hand, _winners in won:
            if any(reaches(seat, hand, options.player_target) for seat in range(len(self.totals) - 1)):
                return False
        return not all(reaches(-1, hand, options.gnome_target) for hand, _winners in level)

    def _missers(self, level, won):
        if any(is_made(hand) for hand, _winners in won) or not any(is_made(hand) for hand, _winners in level):
            return set()
        return {hand.taker for hand, _winners in won}

    def who_can_end(self, options):
        targets = [2 * options.player_target] * (len(self.totals) - 1) + [2 * options.gnome_target]
        if any(total >= target for total, target in zip(self.totals, targets, strict=True)):
            return
        for column, (total, target) in enumerate(zip(self.totals, targets, strict=True)):
            ending = [hand for hand in self.possible if total < target <= total + hand.points[column]]
            if ending and column == len(self.totals) - 1:
                yield None, target - total
            elif ending:
                yield column, 2 * min(hand.parts[column].taken for hand in ending)


def replace_points(hand: Result, seat: int) -> Result:
    """Return the hand in which everyone passes, in which the game goes on."""
    return Result((Part(None, 0, False, False),) * len(hand.parts), (0,) * len(hand.points), 0)


def claims(
    truth: Truth, options: Options, typed: Collection[int], *, bids_are_in: bool
) -> Iterator[tuple[int | None, str, str]]:
    """Yield all that could be said of a player: the figure in half points, the caption, and the terms.

    `typed` are the seats whose points are.
    """
    best, there = truth.at_best(options), [form for form in FORMS if truth.hands[form]]
    lead = truth.mine - max(total for seat, total in enumerate(truth.totals[:-1]) if seat != truth.seat)
    sure = {form: truth.wins(form) if best else truth.leads(form) for form in there if best or lead >= 0}

    def terms(form: str, always: bool) -> str:
        return (KNOWN if bids_are_in else ALWAYS if always else TERMS)[form].message

    for form, (least, always) in sure.items():
        if least is not None:
            aim = KEEPS if lead else TAKES
            if best:
                aim = SHARES if truth.shares(form, least) else WINS
            yield 2 * least, aim[0].message, terms(form, always)
            if all(always for _least, always in sure.values()):
                yield None, aim[1].message, ""
    for form in there if truth.above else ():
        (least, always), idle = truth.passes(form, truth.above), truth.passes_idle(form)
        if least is not None:
            yield 2 * least, "to pass {names} for sure", terms(form, always)
            if always and len(there) == 1:
                yield None, "passes {names} in any case", ""
        if idle is not None and bids_are_in:
            yield 2 * idle, "to pass {names}", "points taken, if {names} gains nothing"
    if best and all(least is None for least, _always in sure.values()):
        taken, alone, needs_gnome, missers = best
        caption = "can be enough to win" if alone else "can be enough to share the win"
        yield 2 * taken, caption, "points taken, if {conditions}" if needs_gnome or missers else "points taken"
    if best is None:
        short = "{lack} short of {target}" if truth.mine < 2 * options.player_target else ""
        yield None, "can’t win yet", short
    made, missed = ([hand for hand in truth.possible if is_made(hand) is how] for how in (True, False))
    if bids_are_in and made and missed:
        takers = {hand.taker for hand in truth.possible}
        (taker,) = takers
        open_seats = [seat for seat in range(len(made[0].parts)) if seat != taker and seat not in typed]
        others = [sum(hand.parts[seat].taken for seat in open_seats) for hand in made]
        if truth.seat in takers:
            yield 2 * min(hand.parts[truth.seat].taken for hand in made), "to make the bid", "points taken, or {lost}"
        else:
            yield 2 * (max(others) + 1), "and {name} misses", "points taken by {names}"
    ends = {seat: least for seat, least in truth.who_can_end(options) if seat != truth.seat}
    for seat in (seat for seat, least in ends.items() if least == min(ends.values())):
        yield ends[seat], "{whose} ends the game", "or {others}" if len(ends) > 1 else ""
