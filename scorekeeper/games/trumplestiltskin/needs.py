"""What a player needs in the hand that is next or being typed. RULES.md: What a player needs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby, product
from typing import NamedTuple

from scorekeeper.games.trumplestiltskin.parts import Part
from scorekeeper.games.trumplestiltskin.reach import FAR, Players, Reach, Way
from scorekeeper.games.trumplestiltskin.screen import TrumplestiltskinScreen
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import Amount, Half, Text, TextValue, both, either, gettext as _, ngettext, pgettext

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
OUTBID = (_("by taking {count} or more"), _("in any case"))
NOBODY = Part(bid=None, taken=0, peeked=False, takes=False)


class Sure(NamedTuple):
    """The least number that is enough, and the parts with it or more; `always` if that is all parts of their form."""

    number: int
    parts: list[Part]
    always: bool = False


class Best(NamedTuple):
    """The fewest points that can win, whether alone, whether the Gnome must end the game, and who must miss the bid."""

    taken: int
    alone: bool
    needs_gnome: bool
    missers: set[int]


class Outlook:
    """What can become of one player in this hand, by the forms that a part can have. Totals are half points."""

    def __init__(self, reach: Reach, seat: int) -> None:
        self.reach, self.me = reach, reach.players[seat]
        self.others = tuple(player for player in reach.players if player is not self.me)
        self.lead = self.me.total - max(player.total for player in self.others)
        self.parts = [part for part in self._parts() if reach.is_possible(self.me, part)]
        self.forms = dict[str, dict[int, list[Part]]]()
        for part in self.parts:
            # While all points are open, whoever takes more than the bid only leaves the others less.
            if part.taken == part.counts or not self.me.open:
                self.forms.setdefault(part.form, {}).setdefault(part.counts, []).append(part)

    def _parts(self) -> Iterator[Part]:
        """Yield the player's parts. Of the bids that score alike, those that bar the fewest hands are enough."""
        me, bids = self.me, {player.bid for player in self.others}
        takes = [bid for bid in self.reach.bids(me) if self.reach.biddings(me, bid, True)]
        for taken, peeked in product(me.taken, me.peeks):
            if me.bid is None:
                yield Part(None, taken, peeked, takes=False)
            for bid in self.reach.bids(me):
                yield Part(bid, taken, peeked, takes=False)
                if bid >= taken and bid not in bids:
                    break
            made = [bid for bid in takes if bid <= taken]
            missed = takes[len(made) :]
            # The lowest bid that is missed costs least; below the highest, the others can have bid most.
            for bid in {*made[-1:], *missed[:1], *missed[-1:]}:
                yield Part(bid, taken, peeked, takes=True)

    def total(self, part: Part) -> int:
        """Return the player's total after this part."""
        return self.me.total + self.reach.worth(*part)[0]

    def can_be_reached(self, part: Part, players: Players, total: float, *, takes: bool = False) -> bool:
        """Return whether any of these players, or only the taker, can have this total after a hand with this part."""
        return any(player.total + self.reach.most(player, self.me, part, takes=takes) >= total for player in players)

    def can_be_caught(self, part: Part) -> bool:
        """Return whether anybody can have as much as the player after a hand with this part."""
        return self.can_be_reached(part, self.others, self.total(part))

    def wins_outright(self, part: Part) -> bool:
        """Return whether the player wins as the taker, whatever the others have."""
        return part.takes and self.total(part) >= self.reach.outright

    def can_go_on(self, part: Part) -> bool:
        """Return whether the Gnome can stay below its target in a hand with this part."""
        reach, bits = self.reach, self.reach.little_given(self.me, part.bid, part.takes)
        lack = reach.gnome_target - reach.gnome - reach.worth(*part)[1]
        less = (1 << max(0, min(lack, reach.row))) - 1
        return any(bits >> (total - part.taken) * reach.row & less for total in reach.sums if total >= part.taken)

    def can_fail(self, part: Part) -> bool:
        """Return whether a hand with this part goes on, or is won by others alone."""
        reach, total = self.reach, self.total(part)
        if self.wins_outright(part):
            return False
        if reach.all_pass(part) or self.can_be_reached(part, self.others, total + (reach.options.tie == "shared")):
            return True
        if total >= reach.target:
            return not part.takes and self.can_be_reached(part, self.others, reach.outright, takes=True)
        return self.can_go_on(part)

    def ways(self, part: Part, *, alone: bool) -> Iterator[Way]:
        """Yield the ways of the hands that the player wins with this part, alone or perhaps together with others."""
        reach, total = self.reach, self.total(part)
        if self.wins_outright(part):
            yield self.me.seat, part.form != "missed"
            return
        high = total - 1 if alone or reach.options.tie == "play_on" else total
        if sum(player.total > high for player in self.others) > (not part.takes):
            return  # only the taker can lose points
        bounds, taker = (
            tuple(FAR if player is self.me else int(most) - player.total for player in reach.players)
            for most in (high, min(high, reach.outright - 1))
        )
        least = 0 if total >= reach.target else max(0, reach.gnome_target - reach.gnome - reach.worth(*part)[1])
        yield from reach.exists(self.me, part, bounds, taker=taker, least=least)

    def can_share(self, parts: Sequence[Part]) -> bool:
        """Return whether the player, who wins with all of these parts, shares the win in some hand."""
        return any(self.can_be_caught(part) for part in parts if not self.wins_outright(part))

    def least(self, form: str, fails: Callable[[Part], bool]) -> Sure | None:
        """Return the least number with which this form can’t fail, nor with more, or None."""
        numbers, sure = self.forms.get(form, {}), None
        for number in sorted(numbers, reverse=True):
            if any(map(fails, numbers[number])):
                return sure
            sure = Sure(number, (sure.parts if sure else []) + numbers[number])
        return sure and sure._replace(always=True)

    def passes(self, form: str, above: Players) -> Sure | None:
        """Return the least number with which, or with more, this form passes these players whatever they do."""
        return self.least(form, lambda part: self.can_be_reached(part, above, self.total(part)))

    def passes_idle(self, form: str, above: Players) -> Sure | None:
        """Return the least number with which, or with more, this form passes these players if they don't gain."""
        idle = self.least(form, lambda part: self.total(part) <= above[0].total)
        nothing = tuple(0 if player in above else FAR for player in self.reach.players)
        parts = (part for part in self.parts if idle and part.form == form and part.counts >= idle.number)
        return idle if any(any(self.reach.exists(self.me, part, nothing)) for part in parts) else None

    @cached_property
    def at_best(self) -> Best | None:
        """What wins with the fewest points taken, preferably alone, and what these hands take that others don't."""
        reach = self.reach
        if not reach.target_is_reached and not self.can_end:
            return None
        for taken, level in groupby(self.parts, key=lambda part: part.taken):
            parts = tuple(level)
            if wins := [(part, way) for part in parts for way in self.ways(part, alone=False)]:
                solo = [(part, way) for part in parts for way in self.ways(part, alone=True)]
                wins = solo or wins
                needs_gnome = all(self.total(part) < reach.target for part, _way in wins)
                made = {made for _part, (_taker, made) in wins}
                could_be_made = any(made for part in parts for _taker, made in reach.exists(self.me, part))
                missers = {taker for _part, (taker, _made) in wins if could_be_made and True not in made}
                return Best(taken, bool(solo), needs_gnome and any(map(self.can_go_on, parts)), missers)
        return None

    @cached_property
    def can_end(self) -> dict[int | None, int]:
        """What each player by seat, and the Gnome as None, lacks to a target that this hand can take them to."""
        reach, found = self.reach, dict[int | None, int]()
        if not reach.target_is_reached:
            for player in reach.players:
                lack = reach.target - player.total
                if reach.most(player, None, NOBODY) >= lack:
                    found[player.seat] = lack
            lack = reach.gnome_target - reach.gnome
            if any(reach.exists(None, NOBODY, least=lack)):
                found[None] = lack
        return found


def needs(screen: TrumplestiltskinScreen, column: Column) -> Iterator[Text]:
    """Yield what wins for sure or keeps the lead, what passes whoever is next, what can win, and who can end it."""
    if not column.seats:
        return
    outlook, names, bids_are_in = Outlook(Reach(screen), column.seats[0]), screen.table.names, screen.auction.over
    if not outlook.parts:
        return
    best = outlook.at_best
    fails = outlook.can_fail if best else outlook.can_be_caught
    sures = {form: sure for form in WAYS if (best or outlook.lead >= 0) and (sure := outlook.least(form, fails))}
    yield from _surely(outlook, column.label, sures, bids_are_in=bids_are_in)
    if best is None:
        reach, lack = outlook.reach, outlook.reach.target - outlook.me.total
        most = reach.most(outlook.me, None, NOBODY)
        if lack <= most or None in outlook.can_end or reach.target_is_reached:
            yield _("{name} can’t win with this hand.", name=column.label)
        else:
            yield _(
                "{name} can’t win with this hand, {lack} short of {target}: it brings {most} at most.",
                name=column.label,
                lack=Amount(half=Half(lack)),
                target=Amount(half=reach.target),
                most=Amount(half=Half(most)),
            )
    yield from _passing(outlook, column.label, names, bids_are_in=bids_are_in)
    if best and (not best.alone or best.taken not in {sure.number for sure in sures.values()}):
        yield _at_best(column.label, names, best)
    who = []
    for seat, lack in outlook.can_end.items():
        name = _("the Gnome") if seat is None else names[seat]
        who.append(_("{name} by scoring {points}", name=name, points=Amount(half=Half(lack))))
    if who:
        yield _("Who can end it: {names}.", names=either(who))


def _surely(outlook: Outlook, name: Text, sures: dict[str, Sure], *, bids_are_in: bool) -> Iterator[Text]:
    """Yield how a player wins or, if no hand can be won, leads, whatever the others do: a line for each way."""
    wins = pgettext("Ann … by making the bid", "wins with this hand")
    if outlook.at_best is None and outlook.lead == 0:
        wins = pgettext("Ann … by making the bid", "takes the lead")
    elif outlook.at_best is None:
        wins = pgettext("Ann … by making the bid", "keeps the lead")
    elif any(outlook.can_share(sure.parts) for sure in sures.values()):
        wins = pgettext("Ann … by making the bid", "wins or shares the win with this hand")
    ways = [_way(form, sure, bids_are_in=bids_are_in) for form, sure in sures.items()]
    if len(sures) == len(outlook.forms) and all(sure.always for sure in sures.values()):
        ways = [OUTBID[True]]
    if ways:
        yield _("{name} {wins} {way}.", name=name, wins=wins, way=ways[0])
    yield from (_("– or {way}.", way=other) for other in ways[1:])


def _way(form: str, sure: Sure, *, bids_are_in: bool) -> Text:
    """Say with what part something is sure, and with how many points."""
    way = WAYS[form]
    if bids_are_in and form != "missed":
        way = MADE if form.startswith("made") else OUTBID
    return replace(way[sure.always], values={"count": sure.number})


def _at_best(name: Text, names: Sequence[str], best: Best) -> Text:
    """Say with how few points a player can win, and what else it takes then."""
    taken, missers = best.taken, tuple(best.missers)
    how = ngettext("with {count} point", "with {count} points", taken) if taken else _("without a point")
    conditions = [_("{name} misses the bid", name=names[missers[0]])] if len(missers) == 1 else []
    conditions += [_("the Gnome ends the game")] if best.needs_gnome else []
    conditions += [_("nobody makes the bid")] if len(missers) > 1 else []
    can = _("{name} can win {how}") if best.alone else _("{name} can share the win {how}")
    can = replace(can, values={"name": name, "how": how})
    return _("{can}, if {conditions}.", can=can, conditions=both(conditions)) if conditions else _("{can}.", can=can)


def _passing(outlook: Outlook, name: Text, names: Sequence[str], *, bids_are_in: bool) -> Iterator[Text]:
    """Yield how to pass whoever has the next better total: whatever they do, and if they gain nothing."""
    better = [player for player in outlook.others if player.total > outlook.me.total]
    above = tuple(player for player in better if player.total == min(other.total for other in better))
    if not above:
        return
    ahead, gap = both(names[player.seat] for player in above), Amount(half=Half(above[0].total - outlook.me.total))
    nothing = ngettext("{names} gains nothing", "{names} gain nothing", len(above), names=ahead)
    for form in WAYS:
        sure, idle = outlook.passes(form, above), outlook.passes_idle(form, above)
        if least := sure or idle:
            way = _way(form, least, bids_are_in=bids_are_in)
            message = _("{name} passes {names} ({gap} ahead) {way}.")
            if sure is None and way.message == OUTBID[True].message:
                message = _("{name} passes {names} ({gap} ahead) if {nothing}.")
            elif sure is None:
                message = _("{name} passes {names} ({gap} ahead) {way}, if {nothing}.")
            elif idle and idle.number < sure.number:
                message = _("{name} passes {names} ({gap} ahead) {way}; with {idle} if {nothing}.")
            values: dict[str, TextValue] = {"name": name, "names": ahead, "gap": gap, "nothing": nothing}
            yield replace(message, values={**values, "way": way, "idle": idle.number if idle else 0})
            return
