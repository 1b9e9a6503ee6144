"""What a player needs in the hand that is next or being typed. RULES.md: What a player needs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby, product
from typing import NamedTuple

from scorekeeper.games.trumplestiltskin.auction import Auction
from scorekeeper.games.trumplestiltskin.parts import Part
from scorekeeper.games.trumplestiltskin.reach import FAR, Players, Reach, Way
from scorekeeper.games.trumplestiltskin.screen import TrumplestiltskinScreen
from scorekeeper.rules.game import Need
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import NOTHING, Amount, Half, Text, both, either, gettext as _, ngettext, points

# Form -> on what terms a number or more is enough while bids are open.
TERMS = {
    "made_blind": _("points taken, bid made, no peek"),
    "made_peeked": _("points taken, bid made, after a peek"),
    "missed": _("points taken, bid missed"),
    "outbid_blind": _("points taken if outbid after bidding {count} or more, no peek"),
    "outbid_peeked": _("points taken if outbid after bidding {count} or more, after a peek"),
    "unbid": _("points taken without a bid"),
}
ALWAYS = TERMS | {
    "outbid_blind": _("points taken if outbid, no peek"),
    "outbid_peeked": _("points taken if outbid, after a peek"),
}
# The same once the bids are in.
KNOWN = dict.fromkeys(TERMS, _("points taken")) | {"missed": TERMS["missed"]}
# What is said of a number that is enough, and of every number.
WINS = _("to win"), _("wins in any case")
SHARES = _("to win or share the win"), _("wins or shares the win in any case")
KEEPS = _("to keep the lead"), _("keeps the lead in any case")
TAKES = _("to take the lead"), _("takes the lead in any case")
FORMS = tuple(TERMS)
OF_TAKERS, OF_OTHERS = FORMS[:3], FORMS[3:]
MOST_NEEDS = 3
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
    def can_end(self) -> dict[int | None, Half]:
        """What each player by seat must take to reach a target that they can reach, and what the Gnome, None, lacks."""
        reach, found = self.reach, dict[int | None, Half]()
        if not reach.target_is_reached:
            for player in reach.players:
                least = reach.least(player, reach.target - player.total)
                if least is not None:
                    found[player.seat] = points(least)
            lack = reach.gnome_target - reach.gnome
            if any(reach.exists(None, NOBODY, least=lack)):
                found[None] = Half(lack)
        return found


def needs(screen: TrumplestiltskinScreen, column: Column) -> Iterator[Need]:
    """Yield what wins for sure or leads, what passes whoever is next, what makes or stops the bid, who can end it."""
    outlook = Outlook(Reach(screen), column.seats[0]) if column.seats else None
    if outlook is None or not outlook.parts:
        return
    names, bids_are_in = screen.table.names, screen.auction.over
    ways = [*_winning(outlook, bids_are_in=bids_are_in)]
    below = Half(FAR) if not ways else ways[0].figure or NOTHING
    can_win = [_at_best(names, outlook.at_best)] if outlook.at_best and not ways else []
    bid = [*_bid(outlook, names, screen.auction)] if bids_are_in else []
    passing = [*_passing(outlook, names, below, bids_are_in=bids_are_in)]
    cannot, threat = [*_cannot_win(outlook)], [*_threat(outlook, names)]
    kept = [*ways[:1], *can_win, *bid, *passing, *threat, *cannot, *ways[1:]][:MOST_NEEDS]
    yield from (need for need in [*ways, *can_win, *passing, *bid, *cannot, *threat] if need in kept)


def _winning(outlook: Outlook, *, bids_are_in: bool) -> Iterator[Need]:
    """Yield how a player wins or, if no hand can be won, leads, whatever the others do: as the taker, and otherwise."""
    best = outlook.at_best
    fails = outlook.can_fail if best else outlook.can_be_caught
    sures = {form: sure for form in FORMS if (best or outlook.lead >= 0) and (sure := outlook.least(form, fails))}

    def aim(parts: Sequence[Part]) -> tuple[Text, Text]:
        if best is None:
            return KEEPS if outlook.lead else TAKES
        return SHARES if outlook.can_share(parts) else WINS

    if len(sures) == len(outlook.forms) and all(sure.always for sure in sures.values()):
        yield Need(None, aim([part for sure in sures.values() for part in sure.parts])[True])
        return
    found = dict[int, Need]()
    for forms in (OF_TAKERS, OF_OTHERS):
        # Nobody misses a bid on purpose if making it is enough.
        ways = sorted((form == "missed", sures[form].number, form) for form in forms if form in sures)
        for _missed, number, form in ways[:1]:
            terms = _terms(form, sures[form], bids_are_in=bids_are_in)
            found.setdefault(number, Need(points(number), aim(sures[form].parts)[False], terms))
    yield from found.values()


def _terms(form: str, sure: Sure, *, bids_are_in: bool) -> Text:
    """Say with what part a number is enough."""
    terms = KNOWN if bids_are_in else ALWAYS if sure.always else TERMS
    return replace(terms[form], values={"count": sure.number})


def _at_best(names: Sequence[str], best: Best) -> Need:
    """Say with how few points a player can win, and what else it takes then."""
    missers = tuple(best.missers)
    conditions = [_("{name} misses the bid", name=names[missers[0]])] if len(missers) == 1 else []
    conditions += [_("the Gnome ends the game")] if best.needs_gnome else []
    conditions += [_("nobody makes the bid")] if len(missers) > 1 else []
    aim = _("can be enough to win") if best.alone else _("can be enough to share the win")
    terms = _("points taken, if {conditions}", conditions=both(conditions)) if conditions else _("points taken")
    return Need(points(best.taken), aim, terms)


def _bid(outlook: Outlook, names: Sequence[str], auction: Auction) -> Iterator[Need]:
    """Yield what makes the bid or, for the others, what stops whoever took it, as long as both can happen."""
    taker, bid, players = auction.highest, auction.to_beat, outlook.reach.players
    made = {made for part in outlook.parts for _taker, made in outlook.reach.exists(outlook.me, part)}
    if taker is None or bid is None or made != {True, False}:
        return
    if taker == outlook.me.seat:
        lost = Amount(half=points(-bid), signed=True)
        yield Need(points(bid), _("to make the bid"), _("points taken, or {lost}", lost=lost))
    else:
        stop = outlook.reach.sums[-1] - bid + 1 - outlook.reach.typed
        waits = both(names[player.seat] for player in players if len(player.taken) > 1 and player.seat != taker)
        terms = ngettext("points taken by {names}", "points taken by {names} together", len(waits.items), names=waits)
        yield Need(points(stop), _("and {name} misses", name=names[taker]), terms)


def _cannot_win(outlook: Outlook) -> Iterator[Need]:
    """Yield that a player can’t win with this hand, and what they lack to the target."""
    if outlook.at_best is None:
        lack, target = Half(outlook.reach.target - outlook.me.total), outlook.reach.target
        short = _("{lack} short of {target}", lack=Amount(half=lack), target=Amount(half=target))
        yield Need(None, _("can’t win yet"), short if lack > 0 else None)


def _passing(outlook: Outlook, names: Sequence[str], below: Half, *, bids_are_in: bool) -> Iterator[Need]:
    """Yield what passes whoever has the next better total with fewer points than `below`, which win.

    It does so whatever they do or, if it is known who is outbid, at least if they gain nothing.
    """
    better = [player for player in outlook.others if player.total > outlook.me.total]
    above = tuple(player for player in better if player.total == min(other.total for other in better))
    if not above:
        return
    ahead = both(names[player.seat] for player in above)
    nothing = ngettext(
        "points taken, if {names} gains nothing", "points taken, if {names} gain nothing", len(above), names=ahead
    )
    for form in FORMS:
        sure, idle = outlook.passes(form, above), outlook.passes_idle(form, above) if bids_are_in else None
        if sure and sure.always and len(outlook.forms) == 1:
            yield Need(None, _("passes {names} in any case", names=ahead))
            return
        if sure and points(sure.number) < below:
            terms = _terms(form, sure, bids_are_in=bids_are_in)
            yield Need(points(sure.number), _("to pass {names} for sure", names=ahead), terms)
            return
        if idle and points(idle.number) < below:
            yield Need(points(idle.number), _("to pass {names}", names=ahead), nothing)
            return


def _threat(outlook: Outlook, names: Sequence[str]) -> Iterator[Need]:
    """Yield the fewest points with which somebody else ends the game, and what others need for that."""
    can_end = {seat: least for seat, least in outlook.can_end.items() if seat != outlook.me.seat}
    whose = [
        (least, _("to the Gnome") if seat is None else _("by {name}", name=names[seat]))
        for seat, least in sorted(can_end.items(), key=lambda item: item[1])
    ]
    if whose:
        (least, first), *others = whose
        also = either(_("{points} {whose}", points=Amount(half=least), whose=each) for least, each in others[:2])
        yield Need(least, _("{whose} ends the game", whose=first), _("or {others}", others=also) if others else None)
