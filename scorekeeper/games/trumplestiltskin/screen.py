"""Trumplestiltskin's hand screen: the bidding as it happens, the Gnome, then the points.

Besides the entry's paths, the answers may contain `players.N.passed` and `hand.bidding_done`, which only make entry
easier, and `hand.no_gnome` and `hand.no_trump` for skipped questions. Seats are numbered from 0; all points are whole.
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
    """What players tap during the bidding, in addition to the bids."""

    passed: tuple[bool, ...] = flag(_("Pass"), per="player", stage="bidding")
    bidding_done: bool = flag(_("Bidding is done"), stage="bidding")


class TrumplestiltskinScreen(HandScreen[Options, Entry]):
    """Asks for each player's top bid, the Gnome (and trump if it is a Joker), and then everyone's points."""

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
        """The trump suit to show; if the Gnome is a nine, that is its own suit. RULES.md: What may be trump."""
        trump = self.answers.get("hand.trump")
        if len(self._trumps) == 1:
            return self._trumps[0]
        return trump if isinstance(trump, str) and trump in self._trumps else None

    def board(self, field: Field, index: int | None) -> Board:
        """Offer the bids that nobody else has made, the suits that the Gnome allows, or the points still possible."""
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
        """Yield the steps. If everyone passed, the Gnome is optional and the bidding stays on screen."""
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
            # If the suit was chosen for a different Gnome, ask for it again.
            yield replace(trump, title=_("Which suit is trump?"), answer=trump.answer if trump.settled else None)
        for seat in self.auction.order:
            yield self._taken(seat)

    def hints(self) -> tuple[Text, ...]:
        """Show the highest bid; once the bidding is over, who leads, what is trump, and who peeked."""
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
        """Return the entry, including whether everyone passed and any trump that was entered.

        If the Gnome is a nine or unknown, no step asks for trump, but one that was entered before is kept. A trump
        that doesn't fit the Gnome is dropped.
        """
        passed, gnome = self.auction.everyone_passed, self.answers.get("hand.gnome")
        trump = self.answers.get("hand.trump")
        fits = not passed and (gnome is None or trump in self._trumps)
        derived: dict[str, Value] = {"hand.trump": trump if fits else None, "hand.all_passed": passed}
        return self.rules.entry_from(self.kept | derived, self.table)

    def answers_of(self, entry: Entry) -> dict[str, Value]:
        """Also mark the bidding as over and everyone without a bid as having passed."""
        passed = {f"players.{seat}.passed": True for seat, bid in enumerate(entry.bid) if bid is None}
        return super().answers_of(entry) | passed | {"hand.bidding_done": True}

    @property
    def _trumps(self) -> tuple[str, ...]:
        """The suits that this Gnome allows as trump."""
        gnome = self.answers.get("hand.gnome")
        return TRUMPS[gnome] if isinstance(gnome, str) else ALL_SUITS

    def _bid_board(self, seat: int | None) -> Board:
        lowest, others = self.table.options.lowest_bid, dict(enumerate(self.auction.bids))
        others.pop(seat or 0)
        equal = _("{name} has bid {bid} already, and every bid is higher than all before it.")
        refused: dict[Value, Text] = dict.fromkeys(range(lowest), _("The lowest bid is {lowest}.", lowest=lowest))
        refused |= {
            bid: replace(equal, values={"name": self.table.names[other], "bid": bid})
            for other, bid in others.items()
            if bid is not None and bid >= lowest
        }
        values = tuple(bid for bid in range(lowest, HIGHEST_SUM + 1) if bid not in others.values())
        return Board(values=values, other=True, refused=refused)

    def _bid(self, seat: int) -> Step:
        """Return the step for a player's top bid, with buttons to pass and peek. RULES.md: Bidding."""
        auction, name, done = self.auction, self.table.names[seat], self.fields["bidding_done"]
        step = self.step("bid", seat)
        extras = self._extras(seat)
        opened = replace(
            step,
            title=_("Top bid of {name}", name=name),
            extras=extras
            if auction.bids[seat] is None
            else (*extras, Offer(label=_("No bid"), path=step.path, value=None)),
            answer=self._bid_in_words(seat),
            settled=auction.over or (auction.passed[seat] and seat != auction.highest),
            skip=None if auction.over else Offer(label=done.label, path=done.path(), value=True),
            notes=self._roles(seat),
            marks=self._marks(seat),
            known=self._highest_in_words(),
        )
        if seat != auction.next_bidder:
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
            extras=extras,
            turn=True,
            opened=opened,
        )

    def _extras(self, seat: int) -> tuple[Offer, Offer]:
        """Return the buttons for passing and peeking."""
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
        """Offer the points that are left; for the last player, values that complete a possible total come first."""
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

    def _roles(self, seat: int) -> tuple[Text, ...]:
        """RULES.md: Roles in a hand."""
        table, dealer = self.table, self.dealer
        roles = (
            (dealer, _("deals")),
            (table.before(dealer), _("picks the Gnome")),
            (table.after(dealer), _("bids first")),
        )
        return tuple(role for player, role in roles if player == seat)

    def _highest_in_words(self) -> Text | None:
        auction = self.auction
        if auction.everyone_passed:
            return _("all passed")
        if auction.highest is None:
            return None
        return _("{name} {bid}", name=self.table.names[auction.highest], bid=auction.to_beat or 0)

    def _gnome_in_signs(self) -> Text | None:
        """Return the Gnome's sign, followed by the trump suit's sign if the Gnome is a Joker."""
        gnome = self.answers.get("hand.gnome")
        if not isinstance(gnome, str):
            return None
        sign = CARDS[gnome].sign
        if gnome in JOKERS and self.trump:
            return _("{sign} {trump}", sign=sign, trump=CARDS[self.trump].sign)
        return _("{sign}", sign=sign)

    def _bid_in_words(self, seat: int) -> Text | None:
        """Describe a player's top bid and pass, or return None if the player has done neither."""
        auction, bid = self.auction, self.auction.bids[seat]
        out = auction.passed[seat] and seat != auction.highest
        if bid is None:
            return _("pass") if out or auction.closed else None
        return _("{bid}, then pass", bid=bid) if out else _("{bid}", bid=bid)

    def _marks(self, seat: int) -> tuple[str, ...]:
        return ("taker",) * (seat == self.auction.highest) + ("peeked",) * self._peeked(seat)

    def _peeked(self, seat: int) -> bool:
        return self.answers.get(self.fields["peeked"].path(seat)) is True
