"""Trumplestiltskin, by Jonathan A. Leistiko (2003): everyone plays alone, and the Gnome scores without having a seat.

A column gets each mark at most once per hand. Whoever peeked has its mark even if that changed nothing.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from scorekeeper.games.trumplestiltskin.hand import GNOMES, HIGHEST_SUM, PEEKED, TRUMPS, Entry, Options, taker_of
from scorekeeper.games.trumplestiltskin.needs import needs
from scorekeeper.games.trumplestiltskin.parts import GNOME, PRIORITY, cached_lines, part_of
from scorekeeper.games.trumplestiltskin.screen import TAKER, TrumplestiltskinScreen
from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import SUITS
from scorekeeper.rules.ends import labels, reached, won_by
from scorekeeper.rules.game import CardGame, Guide
from scorekeeper.rules.sheet import Column, Line, Outcome, Problem, ScoredHand, Sheet, Table
from scorekeeper.rules.statistics import BEST_HAND, HANDS, Comparison, Fact, Feat, Figure, Moved, Statistics
from scorekeeper.rules.text import Amount, Half, Text, both, either, gettext as _, ngettext, points


class Trumplestiltskin(Rules[Options, Entry]):
    """RULES.md: Players and cards."""

    slug = "trumplestiltskin"
    name = _("Trumplestiltskin")
    picture = "gnome"
    players = range(3, 6)
    options = Options
    entry = Entry
    seatless = (Column(key=GNOME, label=_("Gnome"), picture="gnome"),)
    legend = (
        TAKER,
        Mark(
            key="blind", sign="×2", label=_("doubled: made the bid without peeking"), word=_("no peek"), role="double"
        ),
        Mark(key="failed", sign="✗", label=_("missed the bid"), word=_("missed"), role="missed"),
        Mark(key="capped", sign="↓", label=_("outbid and over their bid: the rest went to the Gnome"), word=_("over")),
        PEEKED,
        Mark(key="unbid", label=_("never bid")),
    )

    def target(self, table: Table[Options], column: Column) -> Half:
        """RULES.md: The end and the winner."""
        return points(table.options.player_target if column.seats else table.options.gnome_target)

    def dealer(self, sheet: Sheet[Options, Entry]) -> int:
        """Return the next dealer. An option keeps the same dealer if everyone passed. RULES.md: All passed."""
        if sheet.hands and sheet.hands[-1].entry.all_passed and sheet.table.options.all_passed == "same_dealer":
            return sheet.hands[-1].dealer
        return super().dealer(sheet)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """RULES.md: What is recorded for a hand; What may be trump; Bidding; Possible sums."""
        table, gnome, trump = sheet.table, entry.gnome, entry.trump
        if entry.all_passed:
            for seat in table.seats:
                if entry.bid[seat] is not None:
                    yield Problem(f"players.{seat}.bid", _("Everyone passed, so nobody bid."))
                if entry.taken[seat] is not None:
                    yield Problem(f"players.{seat}.taken", _("Everyone passed, so nobody took points."))
            if trump is not None:
                yield Problem("hand.trump", _("Everyone passed, so there’s no trump."))
            if entry.taker is not None:
                yield Problem("hand.taker", _("Everyone passed, so nobody took the bid."))
            return
        if gnome is not None and trump is not None and trump not in TRUMPS[gnome]:
            label = next(choice.label for choice in GNOMES if choice.value == gnome)
            suits = either(suit.label for suit in SUITS if suit.value in TRUMPS[gnome])
            yield Problem("hand.trump", _("With this Gnome ({gnome}), trump is {suits}.", gnome=label, suits=suits))
        bids = [bid for bid in entry.bid if bid is not None]
        if not bids:
            yield Problem("", _("Nobody bid. If everyone passed, record that."))
        for seat, bid in enumerate(entry.bid):
            if bid is not None and bid < table.options.lowest_bid:
                yield Problem(f"players.{seat}.bid", _("The lowest bid is {lowest}.", lowest=table.options.lowest_bid))
            if bid is not None and bid > HIGHEST_SUM:
                message = _("A bid above {highest} can never be made.", highest=HIGHEST_SUM)
                yield Problem(f"players.{seat}.bid", message, level="warning")
        for bid in sorted({bid for bid in bids if bids.count(bid) > 1}):
            names = both(table.names[seat] for seat in table.seats if entry.bid[seat] == bid)
            yield Problem("players", _("{names} have the same bid, {bid}.", names=names, bid=bid))
        if entry.taker is not None and entry.taker != taker_of(entry.bid):
            yield Problem("hand.taker", _("{name} isn’t the highest bidder.", name=table.names[entry.taker]))
        total, possible = sum(filter(None, entry.taken)), table.options.possible_sums(len(table.names), gnome)
        if None not in entry.taken and total not in possible:
            least, most = min(possible), max(possible)
            is_range = len(possible) == most - least + 1 > 2
            sums = _("{least}–{most}", least=least, most=most) if is_range else either(sorted(possible))
            message = _("The points taken add up to {total}, not {sums}.", total=total, sums=sums)
            yield Problem("players", message, level="warning")

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """RULES.md: Scoring a hand."""
        for seat, name in enumerate(() if entry.all_passed else sheet.table.names):
            yield from cached_lines(name, seat, part_of(entry, seat), sheet.table.options)

    def told(self, table: Table[Options], hand: ScoredHand[Entry]) -> Text | None:
        """Tell who took the bid, and what came of it."""
        taker = taker_of(hand.entry.bid)
        if taker is None:
            return _("Everyone passed")
        part = part_of(hand.entry, taker)
        return replace(TOLD[part.form], values={"name": table.names[taker], "bid": part.bid or 0})

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """RULES.md: The end and the winner; All passed."""
        options, totals, gnome = sheet.table.options, sheet.totals, sheet.totals[GNOME]
        # Halves count: 199½ is below 200.
        there = tuple(key for key in map(str, sheet.table.seats) if totals[key] >= points(options.player_target))
        if there:
            target = reached(options.player_target, [(sheet.table.names[int(key)], totals[key]) for key in there])
            if gnome >= points(options.gnome_target):
                target = _(
                    "{players}, and the Gnome reached {target} with {total}",
                    players=target,
                    target=options.gnome_target,
                    total=Amount(half=gnome),
                )
        elif gnome >= points(options.gnome_target):
            target = reached(options.gnome_target, [(_("The Gnome"), gnome)])
        else:
            return None
        ranking = self.ranking(sheet)
        winners, why = ranking[0], None
        names, most = labels(sheet, winners), Amount(half=totals[winners[0]])
        takers = (str(taker_of(hand.entry.bid)) for hand in reversed(sheet.hands) if not hand.entry.all_passed)
        taker = next(takers, None)
        if taker is not None and totals[taker] >= points(options.player_target) + PRIORITY[options.priority]:
            if winners != (taker,):
                why = _("{name} took the last bid, and the taker wins with {target} or more")
                if options.priority == "above_200":
                    why = _("{name} took the last bid, and the taker wins with anything over {target}")
                winners = (taker,)
                why = replace(why, values={"name": labels(sheet, winners), "target": options.player_target})
        elif len(winners) > 1:
            why = _("{names} are tied for the most points, {most}", names=names, most=most)
        elif winners != there:
            why = _("{name} has the most points, {most}", name=names, most=most)
        if len(winners) > 1 and options.tie == "play_on":
            return None
        return won_by(ranking, winners, target if why is None else _("{target}; {why}", target=target, why=why))


# The form of a taker's part -> what happened.
TOLD = {
    "made_blind": _("{name} took it at {bid} and doubled"),
    "made_peeked": _("{name} took it at {bid} and made it"),
    "missed": _("{name} took it at {bid} and missed"),
}
# The form of a taker's part -> what else the bid counts as, besides a bid.
STAKES = {"made_blind": ("taker", "made", "blind"), "made_peeked": ("taker", "made"), "missed": ("taker", "failed")}
_BIDDING = _("Bids and points taken")
_PEEKING = _("Does peeking pay? Points per hand")


class TrumplestiltskinStatistics(Statistics[Options, Entry]):
    """All amounts are half points, even bids and points taken. RULES.md: Statistics."""

    marks = ("capped",)
    moved: ClassVar = {
        "capped": Moved(mark="capped", lost=True),
        "to_gnome": Moved(column=GNOME),
        **dict.fromkeys(("taker_blind", "taker_peeked", "other_blind", "other_peeked"), Moved()),
    }
    figures = (
        Figure(label=_("Points per hand"), key=HANDS, show="each"),
        Figure(label=_("Best hand"), key=HANDS, show="most"),
        Figure(label=_("Took the bid"), key="taker", show="share"),
        Figure(label=_("Made the bid"), key="made", show="share", of="taker"),
        Figure(label=_("Made the bid without peeking"), key="blind", show="share", of="taker"),
        Figure(label=_("Boldest blind bid made"), key="blind", show="most"),
        Figure(label=_("Peeked at the Gnome"), key="peeked", show="share"),
        Figure(label=_("Points lost by taking more than bid"), key="capped", show="points"),
        Figure(label=_("Points given to the Gnome"), key="to_gnome", show="points"),
        Figure(label=_("Average bid"), key="bid", show="each", heading=_BIDDING),
        Figure(label=_("Average points taken with a bid"), key="bid_taken", show="each", heading=_BIDDING),
        Figure(
            label=_("Took the bid without peeking"), key="taker_blind", show="each", heading=_PEEKING, picture="blind"
        ),
        Figure(
            label=_("Took the bid after peeking"), key="taker_peeked", show="each", heading=_PEEKING, picture="peeked"
        ),
        Figure(label=_("Outbid, without peeking"), key="other_blind", show="each", heading=_PEEKING),
        Figure(label=_("Outbid, after peeking"), key="other_peeked", show="each", heading=_PEEKING),
        Figure(label=_("Points per hand"), key=HANDS, show="each", seatless=True),
        Figure(label=_("Total points"), key=HANDS, show="points", seatless=True),
        Figure(label=_("Best hand"), key=HANDS, show="most", seatless=True),
    )
    feats = (
        BEST_HAND,
        Feat(label=_("Boldest blind bid made"), key="blind"),
        Feat(label=_("Costliest missed bid"), key="failed"),
        Feat(label=_("The Gnome’s best customer"), key="to_gnome", whole=True),
    )
    of_year = (
        Figure(label=_("The Gnome’s haul"), key=HANDS, show="points", of="to_gnome", seatless=True),
        Feat(label=_("Boldest bidder, without a peek"), key="blind"),
    )
    comparisons = (
        Comparison(
            keys=("taker_peeked", "other_peeked"),
            others=("taker_blind", "other_blind"),
            more=ngettext(
                "Hands with a peek averaged {count} point more.", "Hands with a peek averaged {count} points more.", 1
            ),
            less=ngettext(
                "Hands with a peek averaged {count} point fewer.", "Hands with a peek averaged {count} points fewer.", 1
            ),
        ),
    )

    def counted(self, sheet: Sheet[Options, Entry], hand: ScoredHand[Entry]) -> Iterator[Fact]:
        """Count for each seat. If everyone passed, only that the hand was played and who peeked."""
        yield from super().counted(sheet, hand)
        entry = hand.entry
        yield from (Fact(str(seat), "peeked") for seat, peeked in enumerate(entry.peeked) if peeked)
        yield from (Fact(str(seat), "to_gnome") for seat in {line.by for line in hand.lines} - {None})
        for seat, bid in enumerate(entry.bid):
            if bid is not None:
                part = part_of(entry, seat)
                yield from (Fact(str(seat), key, points(bid)) for key in ("bid", *STAKES.get(part.form, ())))
                yield Fact(str(seat), "bid_taken", points(part.taken))
                yield Fact(str(seat), f"{'taker' if part.takes else 'other'}_{'peeked' if part.peeked else 'blind'}")


GUIDE = (
    Guide(
        _("The game in brief"),
        _(
            "Bid how many points you’ll take in tricks. Bid highest and make it, and you score double. Peek at the "
            "hidden trump first, and the Gnome gets half of what you make."
        ),
    ),
    Guide(
        _("Cards and deal"),
        _("A Pinochle deck (two each of A K Q J 10 9 in every suit) and two Jokers, ✦ and ✧."),
        _(
            "Six cards are the Blanket: 9♠ 9♥ 9♦ 9♣, one of each, and both Jokers. The player on the dealer’s right "
            "secretly picks one of them: the Gnome, which decides trump. Each player gets one of the other five, and "
            "the rest of the deck is dealt."
        ),
        _(
            "A nine makes its own suit trump. With the Red Joker ✦, the taker picks diamonds ♦ or hearts ♥; with the "
            "Black Joker ✧, spades ♠ or clubs ♣."
        ),
    ),
    Guide(
        _("Bidding"),
        _(
            "The player on the dealer’s left bids first. Each bid must be higher than the last; once you pass, you’re "
            "out of the bidding. On any of your turns, you may peek at the Gnome."
        ),
        _("The highest bidder takes the bid and leads to the first trick. If everyone passes, nobody scores."),
    ),
    Guide(
        _("What the cards are worth"),
        table=(
            (_("Card"), _("Points"), _("As trump")),
            (_("A K"), _("1"), _("2")),
            (_("Q J 10 9"), _("0"), _("1")),
            (_("Joker ✦ ✧"), _("2"), _("3")),
        ),
    ),
    Guide(
        _("What a hand is worth"),
        table=(
            (_("You"), _("You score"), _("The Gnome scores")),
            (_("took the bid and made it"), _("twice what you took"), _("nothing")),
            (_("peeked, took the bid and made it"), _("half of what you took"), _("the other half")),
            (_("took the bid and missed it"), _("minus the bid"), _("what you took")),
            (_("peeked, took the bid and missed it"), _("minus the bid"), _("twice what you took")),
            (_("bid, but someone bid higher"), _("what you took, up to your bid"), _("anything over your bid")),
            (_("peeked and bid, but someone bid higher"), _("half of that"), _("the rest of what you took")),
            (_("never bid"), _("nothing"), _("what you took")),
        ),
    ),
    Guide(
        _("The end"),
        _("The game ends when a player reaches 200 points or the Gnome reaches 350."),
        _(
            "If the player who took the last bid has more than 200, that player wins, even if someone has more. "
            "Otherwise the highest total wins, and ties share the win. The Gnome never wins."
        ),
    ),
)

TRUMPLESTILTSKIN = CardGame(
    featured=True,
    rules=Trumplestiltskin(),
    screen=TrumplestiltskinScreen,
    statistics=TrumplestiltskinStatistics(),
    guide=GUIDE,
    needs=needs,
)
