"""What a player needs in the hand that is next or being typed. RULES.md: What a player needs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, product, takewhile
from typing import NamedTuple

from scorekeeper.games.trumplestiltskin.hand import HIGHEST_SUM
from scorekeeper.games.trumplestiltskin.parts import Part
from scorekeeper.games.trumplestiltskin.reach import Known, Reach
from scorekeeper.games.trumplestiltskin.screen import TrumplestiltskinScreen
from scorekeeper.rules.sheet import Column
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
NOBODY = Part(bid=None, taken=0, peeked=False, takes=False)


class Sure(NamedTuple):
    """The least number that is enough, and the parts with it or more; `always` if that is all parts of their form."""

    number: int
    parts: list[Part]
    always: bool = False


class Outlook:
    """What can become of one player in this hand, by the forms that a part can have. Totals are half points."""

    def __init__(self, reach: Reach, seat: int) -> None:
        self.reach, self.me = reach, reach.players[seat]
        self.others = tuple(player for player in reach.players if player is not self.me)
        self.parts, self.forms = list(self._parts()), dict[str, dict[int, list[Part]]]()
        for part in self.parts:
            self.forms.setdefault(part.form, {}).setdefault(part.counts, []).append(part)

    def _parts(self) -> Iterator[Part]:
        """Yield the player's parts, but of the bids that some points make, only the highest, which bars no hand."""
        me, lowest = self.me, self.reach.lowest if self.me.bid is None else self.me.bid
        numbers = list(range(lowest, self.reach.highest + 1)) if me.open else [me.bid] if me.bid is not None else []
        for taken, peeked in product(me.taken, me.peeks):
            if me.bid is None:
                yield Part(None, taken, peeked, takes=False)
            highest_made = max((bid for bid in numbers if bid <= taken), default=None)
            for bid in numbers:
                yield Part(bid, taken, peeked, takes=False)
                if bid > taken or bid == highest_made:
                    yield Part(bid, taken, peeked, takes=True)

    def total(self, part: Part) -> int:
        """Return the player's total after this part."""
        return self.me.total + self.reach.worth(part)[0]

    def is_possible(self, part: Part) -> bool:
        """Return whether a hand has this part."""
        return self.reach.exists(self.me, part, self.reach.bounds())

    def can_be_reached(self, part: Part, players: Sequence[Known], total: int) -> bool:
        """Return whether any of these players can have this total after a hand with this part."""
        return any(self.reach.has_total(self.me, part, player, total) for player in players)

    def wins_outright(self, part: Part) -> bool:
        """Return whether the player wins as the taker, whatever the others have."""
        return part.takes and self.total(part) >= self.reach.outright

    def can_fail(self, part: Part) -> bool:
        """Return whether a hand with this part goes on, or is won by others alone."""
        reach, total = self.reach, self.total(part)
        if self.wins_outright(part):
            return False
        if part.bid is None and part.taken == 0 and reach.all_can_pass:
            return True
        if self.can_be_reached(part, self.others, total + (reach.options.tie == "shared")):
            return True
        if total >= reach.target:
            outright = (reach.has_total(self.me, part, player, reach.outright, takes=True) for player in self.others)
            return not part.takes and any(outright)
        most = reach.gnome_target - 1 - reach.gnome - reach.worth(part)[1]
        return reach.exists(self.me, part, reach.bounds(high=reach.target - 1), most=most)

    def can_win(self, part: Part, *, alone: bool) -> bool:
        """Return whether the player wins a hand with this part, alone or together with others."""
        reach, total = self.reach, self.total(part)
        if self.wins_outright(part):
            return self.is_possible(part)
        high = total - 1 if alone or reach.options.tie == "play_on" else total
        better = [player.total for player in self.others if player.total > high]
        if len(better) > 1 or (better and (part.takes or better[0] - 2 * reach.highest > high)):
            return False  # only the taker can lose points, and no more than the bid
        least = 0 if total >= reach.target else max(0, reach.gnome_target - reach.gnome - reach.worth(part)[1])
        return reach.exists(self.me, part, reach.bounds(high=high, taker=reach.outright - 1), least=least)

    def can_share(self, parts: Sequence[Part]) -> bool:
        """Return whether the player, who wins with all of these parts, shares the win in some hand."""
        level = (part for part in parts if not self.wins_outright(part))
        return any(self.can_be_reached(part, self.others, self.total(part)) for part in level)

    def least(self, form: str, fails: Callable[[Part], bool]) -> Sure | None:
        """Return the least number with which this form can’t fail, nor with more, or None."""
        numbers, sure = self.forms.get(form, {}), None
        for number in sorted(numbers, reverse=True):
            if any(fails(part) for part in numbers[number]):
                return sure
            if any(self.is_possible(part) for part in numbers[number]):
                sure = Sure(number, (sure.parts if sure else []) + numbers[number])
        return sure and sure._replace(always=True)

    @cached_property
    def at_best(self) -> tuple[int, bool] | None:
        """The fewest points taken with which the player can win, and whether that can be alone."""
        reach = self.reach
        there = max(player.total for player in reach.players) >= reach.target or reach.gnome >= reach.gnome_target
        parts = sorted(self.parts, key=lambda part: part.taken) if there or self.can_end else []
        winning = (part for part in parts if self.can_win(part, alone=False))
        best = next(winning, None)
        if best is None:
            return None
        level = takewhile(lambda part: part.taken == best.taken, chain((best,), winning))
        return best.taken, any(self.can_win(part, alone=True) for part in level)

    @cached_property
    def most(self) -> int | None:
        """The most half points that the player can score in this hand, or None if no hand fits what is typed."""
        by_worth = sorted(self.parts, key=lambda part: -self.reach.worth(part)[0])
        return next((self.reach.worth(part)[0] for part in by_worth if self.is_possible(part)), None)

    @property
    def above(self) -> tuple[Known, ...]:
        """The players with the next better total."""
        better = [player for player in self.others if player.total > self.me.total]
        return tuple(player for player in better if player.total == min(each.total for each in better))

    @cached_property
    def can_end(self) -> dict[int | None, int]:
        """What each player by seat, and the Gnome as None, lacks to a target that this hand can take them to."""
        reach, found = self.reach, dict[int | None, int]()
        for player in reach.players:
            lack = reach.target - player.total
            if lack > 0 and reach.has_total(None, NOBODY, player, reach.target):
                found[player.seat] = lack
        lack = reach.gnome_target - reach.gnome
        if lack > 0 and reach.exists(None, NOBODY, reach.bounds(), least=lack):
            found[None] = lack
        return found


def needs(screen: TrumplestiltskinScreen, column: Column) -> Iterator[Text]:
    """Yield what a player needs: to win for sure, to win at all, to pass whoever is next, and who can end the game."""
    if not column.seats or screen.auction.everyone_passed or (screen.auction.to_beat or 0) > HIGHEST_SUM:
        return
    outlook, names = Outlook(Reach(screen), column.seats[0]), screen.table.names
    if outlook.most is None:
        return
    yield from _winning(outlook, column.label)
    yield from _passing(outlook, names)
    if outlook.can_end:
        who = []
        for seat, lack in outlook.can_end.items():
            name = _("the Gnome") if seat is None else names[seat]
            who.append(_("{name} with {points} more", name=name, points=Amount(half=Half(lack))))
        yield _("Who can end it: {names}.", names=both(who))


def _winning(outlook: Outlook, name: Text) -> Iterator[Text]:
    """Yield how a player wins for sure, and with how few points at best."""
    best, numbers, reach = outlook.at_best, set[int](), outlook.reach
    if best is None:
        lack, most = Half(reach.target - outlook.me.total), Half(outlook.most or 0)
        why = _("{name} can’t win with this hand.")
        if lack > most and None not in outlook.can_end and reach.gnome < reach.gnome_target:
            why = _("{name} can’t win with this hand: that takes {points}, and it brings {most} at most.")
        yield replace(why, values={"name": name, "points": Amount(half=lack), "most": Amount(half=most)})
        return
    for form, (some, always) in WINS.items():
        if sure := outlook.least(form, outlook.can_fail):
            numbers.add(sure.number)
            how = pgettext("Ann … with this hand", "wins")
            if outlook.can_share(sure.parts):
                how = pgettext("Ann … with this hand", "wins or shares the win")
            yield replace(always if sure.always else some, values={"name": name, "wins": how, "count": sure.number})
    taken, alone = best
    if taken == 0:
        can = _("{name} can win without a point.") if alone else _("{name} can share the win without a point.")
        yield replace(can, values={"name": name})
    elif not alone:
        one, many = "{name} can share the win with {count} point.", "{name} can share the win with {count} points."
        yield ngettext(one, many, taken, name=name)
    elif taken not in numbers:
        yield ngettext("{name} can win with {count} point.", "{name} can win with {count} points.", taken, name=name)


def _passing(outlook: Outlook, names: Sequence[str]) -> Iterator[Text]:
    """Yield how to pass whoever has the next better total: whatever they do, and if they gain nothing."""
    above = outlook.above
    for form, words in PASSES.items() if above else ():
        idle = outlook.least(form, lambda part: outlook.total(part) <= above[0].total)
        sure = outlook.least(form, lambda part: outlook.can_be_reached(part, above, outlook.total(part)))
        if idle is None:
            continue
        values: dict[str, TextValue] = {
            "names": both(names[player.seat] for player in above),
            "gap": Amount(half=Half(above[0].total - outlook.me.total)),
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
