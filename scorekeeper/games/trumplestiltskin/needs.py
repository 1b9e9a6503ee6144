"""What a player needs in the hand that is next or being typed. RULES.md: What a player needs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, groupby, product
from typing import NamedTuple

from scorekeeper.games.trumplestiltskin.hand import HIGHEST_SUM
from scorekeeper.games.trumplestiltskin.parts import Part
from scorekeeper.games.trumplestiltskin.reach import FAR, Known, Reach
from scorekeeper.games.trumplestiltskin.screen import TrumplestiltskinScreen
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import Amount, Half, Text, both, either, gettext as _, ngettext, pgettext

# Form -> how a player wins with a number of points or more, and with any number.
WAYS = {
    "made_blind": (_("by making the bid without a peek, with {count} or more"), _("by making the bid without a peek")),
    "made_peeked": (_("by making the bid after a peek, with {count} or more"), _("by making the bid after a peek")),
    "missed": (_("even if the bid is missed with {count} or more"), _("even if the bid is missed")),
    "outbid_blind": (_("if outbid without a peek, with {count} or more within the bid"), _("if outbid without a peek")),
    "outbid_peeked": (_("if outbid after a peek, with {count} or more within the bid"), _("if outbid after a peek")),
    "unbid": (_("without a bid, with {count} or more"), _("without a bid")),
}
# The same once the bids are in.
MADE = (_("by making the bid with {count} or more"), _("by making the bid"))
OUTBID = (_("with {count} or more"), _("in any case"))
# Form -> how to pass somebody with a number of points.
PASSES = {
    "made_blind": _("{count} or more as the taker, unpeeked"),
    "made_peeked": _("{count} or more as the taker, after a peek"),
    "outbid_blind": _("{count} or more within the bid when outbid, unpeeked"),
    "outbid_peeked": _("{count} or more within the bid when outbid, after a peek"),
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
        better = tuple(player for player in self.others if player.total > high)
        if len(better) > 1 or (better and (part.takes or better[0].total - 2 * reach.highest > high)):
            return False  # only the taker can lose points, and no more than the bid
        least = 0 if total >= reach.target else max(0, reach.gnome_target - reach.gnome - reach.worth(part)[1])
        bounds = reach.bounds(high=high, taker=reach.outright - 1)
        return reach.exists(self.me, part, bounds, least=least, takers=better)

    def can_share(self, parts: Sequence[Part]) -> bool:
        """Return whether the player, who wins with all of these parts, shares the win in some hand."""
        ties_count = self.reach.options.tie == "shared"
        level = (part for part in parts if ties_count and not self.wins_outright(part))
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

    def conditions(self, part: Part) -> tuple[bool, Known | None]:
        """Return whether the player wins with this part only if the Gnome ends the game, and who must miss the bid."""
        total = self.total(part)
        high = total - 1 if self.reach.options.tie == "play_on" else total
        better = (player for player in self.others if player.total > high and not self.wins_outright(part))
        return total < self.reach.target, next(better, None)

    def passes_idle(self, form: str, above: Sequence[Known]) -> Sure | None:
        """Return the least number with which, or with more, this form passes these players if they don't gain."""
        idle = self.least(form, lambda part: self.total(part) <= above[0].total)
        nothing = tuple(0 if player in above else FAR for player in self.reach.players)
        bounds = self.reach.bounds()._replace(high=nothing, taker=nothing)
        return idle if idle and any(self.reach.exists(self.me, part, bounds) for part in idle.parts) else None

    @cached_property
    def at_best(self) -> tuple[Part, bool] | None:
        """The part that can win with the fewest points taken, preferably alone, and whether it wins alone."""
        if not self.reach.target_is_reached and not self.can_end:
            return None
        for _taken, level in groupby(sorted(self.parts, key=lambda part: part.taken), key=lambda part: part.taken):
            parts = sorted(level, key=lambda part: sum(map(bool, self.conditions(part))))
            winning = (part for part in parts if self.can_win(part, alone=False))
            for best in winning:
                solo = next((part for part in chain((best,), winning) if self.can_win(part, alone=True)), None)
                return solo or best, solo is not None
        return None

    @cached_property
    def most(self) -> int | None:
        """The most half points that the player can score in this hand, or None if no hand fits what is typed."""
        by_worth = sorted(self.parts, key=lambda part: -self.reach.worth(part)[0])
        return next((self.reach.worth(part)[0] for part in by_worth if self.is_possible(part)), None)

    @cached_property
    def can_end(self) -> dict[int | None, int]:
        """What each player by seat, and the Gnome as None, lacks to a target that this hand can take them to."""
        reach, found = self.reach, dict[int | None, int]()
        for player in () if reach.target_is_reached else reach.players:
            lack = reach.target - player.total
            if reach.has_total(None, NOBODY, player, reach.target):
                found[player.seat] = lack
        lack = reach.gnome_target - reach.gnome
        if not reach.target_is_reached and reach.exists(None, NOBODY, reach.bounds(), least=lack):
            found[None] = lack
        return found


def needs(screen: TrumplestiltskinScreen, column: Column) -> Iterator[Text]:
    """Yield what a player needs: to win for sure, to win at all, to pass whoever is next, and who can end the game."""
    if not column.seats or screen.auction.everyone_passed or (screen.auction.to_beat or 0) > HIGHEST_SUM:
        return
    outlook, names = Outlook(Reach(screen), column.seats[0]), screen.table.names
    if outlook.most is None:
        return
    best, bids_are_in = outlook.at_best, screen.auction.over
    if best is None:
        yield _cannot_win(outlook, column.label)
    sures = {form: outlook.least(form, outlook.can_fail) for form in WAYS} if best else {}
    yield from _surely(outlook, column.label, sures, bids_are_in=bids_are_in)
    yield from _passing(outlook, names, bids_are_in=bids_are_in)
    if best and (not best[1] or best[0].taken not in {sure.number for sure in sures.values() if sure}):
        yield _at_best(outlook, column.label, names, *best)
    who = []
    for seat, lack in outlook.can_end.items():
        name = _("the Gnome") if seat is None else names[seat]
        who.append(_("{name} by scoring {points}", name=name, points=Amount(half=Half(lack))))
    if who:
        yield _("Who can end it: {names}.", names=either(who))


def _cannot_win(outlook: Outlook, name: Text) -> Text:
    """Say that a player can't win and, if that is why, how many points are missing."""
    reach, lack, most = outlook.reach, outlook.reach.target - outlook.me.total, outlook.most or 0
    if lack <= most or None in outlook.can_end or reach.target_is_reached:
        return _("{name} can’t win with this hand.", name=name)
    amounts = {"lack": lack, "target": reach.target, "most": most}
    why = _("{name} can’t win with this hand, {lack} short of {target}: it brings {most} at most.", name=name)
    return replace(why, values={**why.values, **{key: Amount(half=Half(amount)) for key, amount in amounts.items()}})


def _surely(outlook: Outlook, name: Text, sures: dict[str, Sure | None], *, bids_are_in: bool) -> Iterator[Text]:
    """Yield how a player wins whatever the others do, a line for each way."""
    ways, wins = list[Text](), pgettext("Ann … with this hand", "wins")
    for form, sure in sures.items():
        if sure:
            if outlook.can_share(sure.parts):
                wins = pgettext("Ann … with this hand", "wins or shares the win")
            way = WAYS[form]
            if bids_are_in and form != "missed":
                way = MADE if form.startswith("made") else OUTBID
            ways.append(replace(way[sure.always], values={"count": sure.number}))
    if ways:
        yield _("{name} {wins} with this hand {way}.", name=name, wins=wins, way=ways[0])
    yield from (_("– or {way}.", way=other) for other in ways[1:])


def _at_best(outlook: Outlook, name: Text, names: Sequence[str], part: Part, alone: bool) -> Text:
    """Say with how few points a player can win, and what else it takes then."""
    how = ngettext("with {count} point", "with {count} points", part.taken) if part.taken else _("without a point")
    needs_gnome, misser = outlook.conditions(part)
    conditions = [_("{name} misses the bid", name=names[misser.seat])] if misser else []
    conditions += [_("the Gnome ends the game")] if needs_gnome else []
    can = _("{name} can win {how}") if alone else _("{name} can share the win {how}")
    can = replace(can, values={"name": name, "how": how})
    return _("{can}, if {conditions}.", can=can, conditions=both(conditions)) if conditions else _("{can}.", can=can)


def _passing(outlook: Outlook, names: Sequence[str], *, bids_are_in: bool) -> Iterator[Text]:
    """Yield how to pass whoever has the next better total: whatever they do, and if they gain nothing."""
    better = [player for player in outlook.others if player.total > outlook.me.total]
    above = [player for player in better if player.total == min(each.total for each in better)]
    for form, words in PASSES.items() if above else ():
        idle = outlook.passes_idle(form, above)
        sure = outlook.least(form, lambda part: outlook.can_be_reached(part, above, outlook.total(part)))
        if least := sure or idle:
            message = _("To pass {names} ({gap} ahead) for sure: {form}.")
            if sure is None:
                message = _("To pass {names} ({gap} ahead), who then must not gain: {form}.")
            elif idle and idle.number < sure.number:
                message = _("To pass {names} ({gap} ahead) for sure: {form}; {idle} if {names} gain nothing.")
                if len(above) == 1:
                    message = _("To pass {names} ({gap} ahead) for sure: {form}; {idle} if {names} gains nothing.")
            how = replace(OUTBID[least.always] if bids_are_in else words, values={"count": least.number})
            gap = Amount(half=Half(above[0].total - outlook.me.total))
            ahead = both(names[player.seat] for player in above)
            yield replace(message, values={"names": ahead, "gap": gap, "form": how, "idle": idle.number if idle else 0})
            return
