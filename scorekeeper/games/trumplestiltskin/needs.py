"""What a player needs in the hand that is next or being typed. RULES.md: What a player needs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, product
from typing import NamedTuple

from scorekeeper.games.trumplestiltskin.hand import HIGHEST_SUM, Options
from scorekeeper.games.trumplestiltskin.reach import FAR, NOBODY, Bounds, Hand, Part, Seat
from scorekeeper.games.trumplestiltskin.screen import TrumplestiltskinScreen
from scorekeeper.rules.sheet import Column, Table
from scorekeeper.rules.text import Amount, Half, Text, TextValue, both, gettext as _, ngettext, pgettext

# Form -> how a player wins with a number of points or more, and with any number.
WINS = {
    "made_blind": (
        _("{name} {wins} with this hand by taking the bid without a peek and making it with {count} or more."),
        _("{name} {wins} with this hand by taking the bid without a peek and making it."),
    ),
    "made_peeked": (
        _("{name} {wins} with this hand by peeking, taking the bid and making it with {count} or more."),
        _("{name} {wins} with this hand by peeking, taking the bid and making it."),
    ),
    "missed": (
        _("{name} {wins} with this hand even by missing the bid, with {count} or more taken."),
        _("{name} {wins} with this hand even by missing the bid."),
    ),
    "outbid_blind": (
        _("{name} {wins} with this hand when outbid without a peek, by keeping {count} or more."),
        _("{name} {wins} with this hand when outbid without a peek."),
    ),
    "outbid_peeked": (
        _("{name} {wins} with this hand when outbid after a peek, by keeping half of {count} or more."),
        _("{name} {wins} with this hand when outbid after a peek."),
    ),
    "unbid": (
        _("{name} {wins} with this hand without a bid, by taking {count} or more."),
        _("{name} {wins} with this hand without a bid."),
    ),
}
# Form -> how to pass somebody with a number of points.
PASSES = {
    "made_blind": _("{count} as the taker, unpeeked"),
    "made_peeked": _("{count} as the taker, after a peek"),
    "outbid_blind": _("{count} kept when outbid, unpeeked"),
    "outbid_peeked": _("half of {count} kept when outbid, after a peek"),
}


class Sure(NamedTuple):
    """The least number that is enough for something, with all parts that have it or more. It is `always` enough if no
    hand of its form has a number that isn't."""

    number: int
    parts: list[Part]
    always: bool = False


class Needs:
    """What one player needs, by the forms that a part can have."""

    def __init__(self, hand: Hand, seat: int) -> None:
        self.hand, self.me = hand, hand.seats[seat]
        self.others = tuple(other for other in hand.seats if other is not self.me)
        self.forms: dict[str, dict[int, list[Part]]] = {}
        for part in self._parts():
            self.forms.setdefault(part.form, {}).setdefault(part.counts, []).append(part)

    def _parts(self) -> Iterator[Part]:
        """Yield the player's parts. Of bids that are made with the same points, only the highest: it leaves the others
        all that lower ones do."""
        me, hand = self.me, self.hand
        bids: list[int | None] = [me.bid]
        if me.open:
            bids = [None] * (me.bid is None)
            bids += range(hand.lowest if me.bid is None else me.bid, hand.highest + 1)
        for taken, peeked in product(me.taken, me.peeks):
            made = max((bid for bid in bids if bid is not None and bid <= taken), default=None)
            for bid in bids:
                if bid is not None and (bid > taken or bid == made):
                    yield Part(bid, taken, peeked, takes=True)
                yield Part(bid, taken, peeked, takes=False)

    def bounds(self, *, low: dict[int, int] | None = None, high: int | None = None, taker: float = FAR) -> Bounds:
        """Return bounds for the others' scores from these totals: at least `low`, by seat, and at most `high`."""
        low, mine = low or {}, self.me.seat
        lows = tuple(low[seat.seat] - seat.total if seat.seat in low else -FAR for seat in self.hand.seats)
        highs = [FAR if high is None or seat.seat == mine else high - seat.total for seat in self.hand.seats]
        takers = (int(min(most, taker - seat.total)) for most, seat in zip(highs, self.hand.seats, strict=True))
        return Bounds(lows, tuple(highs), tuple(takers))

    def total(self, part: Part) -> int:
        """Return the player's total after this part, in half points."""
        return self.me.total + self.hand.worth(part)[0]

    def is_possible(self, part: Part) -> bool:
        """Return whether a hand has this part."""
        return self.hand.exists(self.me, part, self.hand.free)

    def can_be_reached(self, part: Part, seats: Sequence[Seat], total: int) -> bool:
        """Return whether any of these players can have this total, in half points, in a hand with this part."""
        left = self.hand.sums[-1] - part.taken
        for seat in seats:
            # As the taker, it's two half points for each point taken, doubled; if outbid, just two.
            takers = (seat, *(other for other in self.others if other is not seat and seat.total + 2 * left >= total))
            if seat.total + 4 * left < total:
                continue
            if self.hand.exists(self.me, part, self.bounds(low={seat.seat: total}), takers=takers):
                return True
        return False

    def wins_outright(self, part: Part) -> bool:
        """Return whether the player wins as the taker, whatever the others have."""
        return part.takes and self.total(part) >= self.hand.outright

    def can_fail(self, part: Part) -> bool:
        """Return whether a hand with this part goes on, or is won by others alone."""
        hand, total = self.hand, self.total(part)
        if self.wins_outright(part):
            return False
        if part.bid is None and part.taken == 0 and hand.all_can_pass:
            return True
        better = total if hand.options.tie == "play_on" else total + 1
        if self.can_be_reached(part, self.others, better):
            return True
        if total >= hand.target:
            return not part.takes and any(self._takes_outright(part, seat) for seat in self.others)
        most = hand.gnome_target - 1 - hand.gnome - hand.worth(part)[1]
        return hand.exists(self.me, part, self.bounds(high=hand.target - 1), most=most)

    def _takes_outright(self, part: Part, seat: Seat) -> bool:
        most, outright = seat.total + 4 * (self.hand.sums[-1] - part.taken), self.hand.outright
        if most < outright:
            return False
        return self.hand.exists(self.me, part, self.bounds(low={seat.seat: int(outright)}), takers=(seat,))

    def can_win(self, part: Part, *, alone: bool) -> bool:
        """Return whether the player wins a hand with this part, alone or together with others."""
        hand, total = self.hand, self.total(part)
        if self.wins_outright(part):
            return self.is_possible(part)
        high = total - 1 if alone or hand.options.tie == "play_on" else total
        above = [seat.total for seat in self.others if seat.total > high]
        if len(above) > 1 or (above and (part.takes or above[0] - 2 * hand.highest > high)):
            return False
        least = 0 if total >= hand.target else max(0, hand.gnome_target - hand.gnome - hand.worth(part)[1])
        if least > 4 * (hand.sums[-1] - part.taken):
            return False
        return hand.exists(self.me, part, self.bounds(high=high, taker=hand.outright - 1), least=least)

    @cached_property
    def most(self) -> int | None:
        """The most half points that the player can score in this hand, or None if no hand fits what is typed."""
        parts = chain.from_iterable(chain.from_iterable(numbers.values()) for numbers in self.forms.values())
        by_worth = sorted(parts, key=lambda part: self.hand.worth(part)[0], reverse=True)
        return next((self.hand.worth(part)[0] for part in by_worth if self.is_possible(part)), None)

    @property
    def above(self) -> tuple[Seat, ...]:
        """The players with the next better total."""
        better = [seat.total for seat in self.others if seat.total > self.me.total]
        return tuple(seat for seat in self.others if better and seat.total == min(better))

    @cached_property
    def can_end(self) -> list[tuple[int | None, int]]:
        """Who can reach a target with this hand that they don't have yet, and the half points that they lack: the
        players by seat, then the Gnome as None."""
        hand, found = self.hand, list[tuple[int | None, int]]()
        for seat in hand.seats:
            lack = hand.target - seat.total
            bounds = self.bounds(low={seat.seat: hand.target})
            if 0 < lack <= 4 * hand.sums[-1] and hand.exists(None, NOBODY, bounds):
                found.append((seat.seat, lack))
        lack = hand.gnome_target - hand.gnome
        if 0 < lack <= 4 * hand.sums[-1] and hand.exists(None, NOBODY, hand.free, least=lack):
            found.append((None, lack))
        return found

    def surely(self, form: str) -> Sure | None:
        """Return the least number with which, or with more, this form wins whatever the others do."""
        return self._least(form, self.can_fail)

    def passes(self, form: str, seats: Sequence[Seat]) -> Sure | None:
        """Return the least number with which, or with more, this form passes these players whatever they do."""
        return self._least(form, lambda part: self.can_be_reached(part, seats, self.total(part)))

    def passes_idle(self, form: str, total: int) -> Sure | None:
        """Return the least number with which, or with more, this form passes players who stay at this total."""
        return self._least(form, lambda part: self.total(part) <= total)

    def _least(self, form: str, fails: Callable[[Part], bool]) -> Sure | None:
        numbers, sure = self.forms.get(form, {}), None
        for number in sorted(numbers, reverse=True):
            if any(fails(part) for part in numbers[number]):
                return sure
            if possible := [part for part in numbers[number] if self.is_possible(part)]:
                sure = Sure(number, (sure.parts if sure else []) + possible)
        return sure and sure._replace(always=True)

    def at_best(self) -> tuple[int, bool] | None:
        """Return the fewest points taken with which the player can win, and whether that can be alone."""
        hand = self.hand
        reached = max(seat.total for seat in hand.seats) >= hand.target or hand.gnome >= hand.gnome_target
        if not reached and not self.can_end:
            return None
        by_taken: dict[int, list[Part]] = {}
        for numbers in self.forms.values():
            for part in chain.from_iterable(numbers.values()):
                by_taken.setdefault(part.taken, []).append(part)
        for taken in sorted(by_taken):
            winning = (part for part in by_taken[taken] if self.can_win(part, alone=False))
            for part in winning:
                return taken, any(self.can_win(each, alone=True) for each in chain((part,), winning))
        return None

    def can_share(self, parts: Sequence[Part]) -> bool:
        """Return whether the player, who wins with all of these parts, shares the win in some hand."""
        return any(
            not self.wins_outright(part) and self.can_be_reached(part, self.others, self.total(part)) for part in parts
        )


def needs(screen: TrumplestiltskinScreen, column: Column) -> Iterator[Text]:
    """Yield what a player needs: to win for sure, to win at all, to pass whoever is next, and who can end the game."""
    if not column.seats or screen.auction.everyone_passed or (screen.auction.to_beat or 0) > HIGHEST_SUM:
        return
    needed = Needs(Hand(screen), column.seats[0])
    if needed.most is None:
        return
    yield from _winning(needed, column.label)
    yield from _passing(needed, screen.table)
    if needed.can_end:
        names: dict[int | None, TextValue] = dict(enumerate(screen.table.names))
        names[None] = _("the Gnome")
        lacks = ((seat, Amount(half=Half(lack))) for seat, lack in needed.can_end)
        who = both(_("{name} with {points} more", name=names[seat], points=lack) for seat, lack in lacks)
        yield _("Who can end it: {names}.", names=who)


def _winning(needed: Needs, name: Text) -> Iterator[Text]:
    """Yield how a player wins for sure, and with how few points at best."""
    best, numbers = needed.at_best(), set[int]()
    if best is None:
        lack, most = needed.hand.target - needed.me.total, needed.most or 0
        why = _("{name} can’t win with this hand.", name=name)
        if lack > most and None not in dict(needed.can_end) and needed.hand.gnome < needed.hand.gnome_target:
            amounts = {"points": Amount(half=Half(lack)), "most": Amount(half=Half(most))}
            why = _("{name} can’t win with this hand: that takes {points}, and it brings {most} at most.")
            why = replace(why, values={"name": name, **amounts})
        yield why
        return
    for form, (some, always) in WINS.items():
        if sure := needed.surely(form):
            numbers.add(sure.number)
            how = pgettext("Ann … with this hand", "wins")
            if needed.can_share(sure.parts):
                how = pgettext("Ann … with this hand", "wins or shares the win")
            yield replace(always if sure.always else some, values={"name": name, "wins": how, "count": sure.number})
    taken, alone = best
    if taken == 0:
        can = _("{name} can win without a point.") if alone else _("{name} can share the win without a point.")
        yield replace(can, values={"name": name})
    elif alone and taken not in numbers:
        yield ngettext("{name} can win with {count} point.", "{name} can win with {count} points.", taken, name=name)
    elif not alone:
        one, many = "{name} can share the win with {count} point.", "{name} can share the win with {count} points."
        yield ngettext(one, many, taken, name=name)


def _passing(needed: Needs, table: Table[Options]) -> Iterator[Text]:
    """Yield how to pass whoever has the next better total: whatever they do, and if they gain nothing."""
    above, total = needed.above, needed.me.total
    for form, words in PASSES.items() if above else ():
        sure, idle = needed.passes(form, above), needed.passes_idle(form, above[0].total)
        if idle is None:
            continue
        values: dict[str, TextValue] = {
            "names": both(table.names[seat.seat] for seat in above),
            "gap": Amount(half=Half(above[0].total - total)),
            "form": replace(words, values={"count": (sure or idle).number}),
            "idle": idle.number,
        }
        message = _("To pass {names} ({gap} ahead) for sure: {form}.")
        if sure is None:
            message = _("To pass {names} ({gap} ahead), who then must not gain: {form}.")
        elif idle.number < sure.number:
            message = _("To pass {names} ({gap} ahead) for sure: {form}; {idle} if {names} gain nothing.")
            if len(above) == 1:
                message = _("To pass {names} ({gap} ahead) for sure: {form}; {idle} if {names} gains nothing.")
        yield replace(message, values=values)
        return
