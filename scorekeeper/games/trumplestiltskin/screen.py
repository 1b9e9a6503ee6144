"""Trumplestiltskin as it is typed: bidding as it happens, the Gnome, then the points.

Beside the paths of the entry the answers may hold what only helps the typing: `players.N.passed`, `hand.bidding_done`,
`hand.no_gnome` and `hand.no_trump` (skipped). Seats count from 0; bids and points taken are whole points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.games.trumplestiltskin.auction import Auction, read_auction
from scorekeeper.games.trumplestiltskin.hand import (
    GNOMES,
    HIGHEST_SUM,
    JOKERS,
    TRUMPS,
    Entry,
    Options,
    possible_sums,
)
from scorekeeper.rules.boards import rest_board
from scorekeeper.rules.cards import SUITS
from scorekeeper.rules.declaration import Field, Value, flag
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.screens import Board, Offer, Stage, Step
from scorekeeper.rules.words import Text, both, either, gettext as _, ngettext

CARDS = {choice.value: choice for choice in (*GNOMES, *SUITS)}
ALL_SUITS = tuple(suit.value for suit in SUITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """What is tapped as the bidding goes on, beside the bids."""

    passed: tuple[bool, ...] = flag(_("Pass"), per="player", stage="bidding")
    bidding_done: bool = flag(_("Bidding is done"), stage="bidding")


class TrumplestiltskinScreen(HandScreen[Options, Entry]):
    """Everybody's top bid, of whom one is to bid now; the Gnome, with trump after a Joker; the points of everybody."""

    stages = (
        Stage("bidding", _("Bids")),
        Stage("gnome", _("Gnome"), watched=False),
        Stage("points", _("Points"), watched=False),
    )
    typing = Typing

    @cached_property
    def auction(self) -> Auction:
        """The bidding so far."""
        return read_auction(self.answers, self.table.clockwise(self.table.after(self.dealer)))

    @cached_property
    def trump(self) -> str | None:
        """The trump suit as it is shown: a nine fills in its own."""
        trump = self.answers.get("hand.trump")
        if len(self._trumps) == 1:
            return self._trumps[0]
        return trump if isinstance(trump, str) and trump in self._trumps else None

    def board(self, field: Field, index: int | None) -> Board:
        """Bids that nobody else has, the suits of a Joker, points that are still possible."""
        match field.name:
            case "bid":
                return self._bid_board(index)
            case "trump":
                why = _("With this Gnome trump is {suits}.", suits=either(CARDS[suit].label for suit in self._trumps))
                return Board(values=self._trumps, refused=dict.fromkeys(set(ALL_SUITS) - set(self._trumps), why))
            case "taken":
                return self._taken_board(field, index)
        return super().board(field, index)

    def make_steps(self) -> Iterator[Step]:
        """The Gnome may be given, and need not be, where everybody passed; what is seen last then is the bidding."""
        bidding = [self._bid(seat) for seat in self.auction.order]
        gnome = replace(self.step("gnome"), title=_("Which card is the Gnome?"), known=self._gnome_in_signs())
        if self.auction.everyone_passed:
            yield replace(gnome, settled=True)
            yield from bidding
            return
        yield from bidding
        yield gnome
        if self.answers.get("hand.gnome") in JOKERS:
            trump = self.step("trump")
            # A suit that was said of another Gnome is asked again.
            yield replace(trump, title=_("Which suit is trump?"), answer=trump.answer if trump.settled else None)
        for seat in self.auction.order:
            yield self._taken(seat)

    def hints(self) -> tuple[Text, ...]:
        """The highest bid; once the bidding is over who leads, what is trump and who peeked."""
        auction, names = self.auction, self.table.names
        if auction.everyone_passed:
            return (_("Everyone passed: nobody scores in this hand."),)
        if auction.highest is None:
            return ()
        name, bid = names[auction.highest], auction.to_beat or 0
        if not auction.over:
            return (_("{name} has {bid}", name=name, bid=bid),)
        facts = [_("{name} took the bid at {bid}", name=name, bid=bid), _("{name} leads", name=name)]
        if self.trump:
            facts.append(_("trump {sign} {suit}", sign=CARDS[self.trump].sign, suit=CARDS[self.trump].label))
        if peekers := [names[seat] for seat in auction.order if self._peeked(seat)]:
            facts.append(_("peeked: {names}", names=both(peekers)))
        return tuple(facts)

    def entry(self) -> Entry:
        """The entry knows that all passed, and a trump that came without a question.

        Such a trump is a recorded one that a nine or a Gnome left out has: the sheet keeps what was typed. One that
        doesn't suit the Gnome is dropped.
        """
        passed, gnome, trump = (
            self.auction.everyone_passed,
            self.answers.get("hand.gnome"),
            self.answers.get("hand.trump"),
        )
        suits = not passed and (gnome is None or trump in self._trumps)
        told: dict[str, Value] = {"hand.trump": trump if suits else None, "hand.all_passed": passed}
        return self.rules.entry_from(self.kept | told, self.table)

    def answers_of(self, entry: Entry) -> dict[str, Value]:
        """The bidding is over, and whoever made no bid has passed."""
        passed = {f"players.{seat}.passed": True for seat, bid in enumerate(entry.bid) if bid is None}
        return super().answers_of(entry) | passed | {"hand.bidding_done": True}

    @property
    def _trumps(self) -> tuple[str, ...]:
        """The suits that may be trump with this Gnome."""
        gnome = self.answers.get("hand.gnome")
        return TRUMPS[gnome] if isinstance(gnome, str) else ALL_SUITS

    def _bid_board(self, seat: int | None) -> Board:
        lowest, bids = self.table.options.lowest_bid, dict(enumerate(self.auction.bids))
        bids.pop(seat or 0)
        taken = _("{name} has bid {bid} already, and every bid is higher than all before it.")
        refused: dict[Value, Text] = dict.fromkeys(range(lowest), _("The lowest bid is {lowest}.", lowest=lowest))
        refused |= {
            bid: replace(taken, values={"name": self.table.names[other], "bid": bid})
            for other, bid in bids.items()
            if bid is not None and bid >= lowest
        }
        values = tuple(bid for bid in range(lowest, HIGHEST_SUM + 1) if bid not in bids.values())
        return Board(values=values, other=True, refused=refused)

    def _bid(self, seat: int) -> Step:
        """The top bid of a player, with pass and peek: whose turn it is raises; any row can be opened out of turn."""
        auction, name, done = self.auction, self.table.names[seat], self.fields["bidding_done"]
        step = self.step("bid", seat)
        said = self._extras(seat)
        opened = replace(
            step,
            title=_("Top bid of {name}", name=name),
            extras=said
            if auction.bids[seat] is None
            else (*said, Offer(label=_("No bid"), path=step.path, value=None)),
            answer=self._spoken(seat),
            settled=auction.over or (auction.passed[seat] and seat != auction.highest),
            skip=None if auction.over else Offer(label=done.label, path=done.path(), value=True),
            notes=self._duties(seat),
            marks=self._marks(seat),
            known=self._highest_in_words(),
        )
        if seat != auction.speaker:
            return opened
        board = step.board
        if auction.highest is not None and auction.to_beat is not None:
            holder = self.table.names[auction.highest]
            why = _("{name} has bid {bid}: say more, or pass.", name=holder, bid=auction.to_beat)
            lower: dict[Value, Text] = dict.fromkeys(range(auction.to_beat), why)
            refused = {**lower, **board.refused}
            board = replace(board, values=tuple(bid for bid in board.values if bid not in refused), refused=refused)
        return replace(
            opened,
            board=board,
            title=_("{name} speaks", name=name),
            extras=said,
            turn=True,
            opened=opened,
        )

    def _extras(self, seat: int) -> tuple[Offer, Offer]:
        """What a player may say or do beside bidding."""
        passes, peeks = self.fields["passed"], self.fields["peeked"]
        passed, peeked = self.auction.passed[seat], self._peeked(seat)
        return (
            Offer(label=passes.label, path=passes.path(seat), value=not passed, pressed=passed, look="wide"),
            Offer(label=peeks.label, path=peeks.path(seat), value=not peeked, pressed=peeked, look="toggle"),
        )

    def _taken(self, seat: int) -> Step:
        taken, bid = self.step("taken", seat), self.auction.bids[seat]
        return replace(
            taken,
            title=_("Points of {name}", name=self.table.names[seat]),
            settled=self.answers.get(taken.path) is not None,
            notes=() if bid is None else (_("bid {bid}", bid=bid),),
            marks=self._marks(seat),
        )

    def _taken_board(self, field: Field, seat: int | None) -> Board:
        """The points still possible for one player; for the last one, first those that make a possible sum."""
        gnome = self.answers.get("hand.gnome")
        sums = possible_sums(self.table.options, len(self.table.names), None if gnome is None else str(gnome))
        others = [self.answers.get(field.path(other)) for other in self.table.seats if other != seat]
        so_far = sum(points for points in others if isinstance(points, int))
        least, most = min((total - so_far for total in sums if total >= so_far), default=0), max(sums) - so_far
        if most < 0:
            note = _("{so_far} so far: more than there can be", so_far=so_far)
        elif least == most:
            note = ngettext("{so_far} so far, {count} left", "{so_far} so far, {count} left", most, so_far=so_far)
        else:
            note = _("{so_far} so far, {least} to {most} left", so_far=so_far, least=least, most=most)
        return rest_board(sums, others, highest=max(most, 0), note=note)

    def _duties(self, seat: int) -> tuple[Text, ...]:
        """What a player does in this hand. Rules page: Table and deck."""
        table, dealer = self.table, self.dealer
        duties = (
            (dealer, _("deals")),
            (table.before(dealer), _("picks the Gnome")),
            (table.after(dealer), _("bids first")),
        )
        return tuple(duty for who, duty in duties if who == seat)

    def _highest_in_words(self) -> Text | None:
        auction = self.auction
        if auction.everyone_passed:
            return _("all passed")
        if auction.highest is None:
            return None
        return _("{name} {bid}", name=self.table.names[auction.highest], bid=auction.to_beat or 0)

    def _gnome_in_signs(self) -> Text | None:
        """The Gnome and a Joker's trump by their signs."""
        gnome = self.answers.get("hand.gnome")
        if not isinstance(gnome, str):
            return None
        sign = CARDS[gnome].sign
        if gnome in JOKERS and self.trump:
            return _("{sign} {trump}", sign=sign, trump=CARDS[self.trump].sign)
        return _("{sign}", sign=sign)

    def _spoken(self, seat: int) -> Text | None:
        """What a player has said."""
        auction, bid = self.auction, self.auction.bids[seat]
        out = auction.passed[seat] and seat != auction.highest
        if bid is None:
            return _("pass") if out or auction.closed else None
        return _("{bid}, then pass", bid=bid) if out else _("{bid}", bid=bid)

    def _marks(self, seat: int) -> tuple[str, ...]:
        return ("taker",) * (seat == self.auction.highest) + ("peeked",) * self._peeked(seat)

    def _peeked(self, seat: int) -> bool:
        return self.answers.get(self.fields["peeked"].path(seat)) is True
