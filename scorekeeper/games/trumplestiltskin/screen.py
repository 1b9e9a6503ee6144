"""Trumplestiltskin's hand screen: the bidding as it happens, the Gnome, then the points, all of them whole points."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.games.trumplestiltskin.auction import Auction, following, read_auction
from scorekeeper.games.trumplestiltskin.hand import GNOMES, HIGHEST_SUM, JOKERS, PEEKED, TRUMPS, Entry, Options
from scorekeeper.rules.base import Mark
from scorekeeper.rules.declaration import SUITS, Answers, Field, Value, flag, number, skip_path
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.steps import Ahead, Board, Offer, Stage, Step, rest_board
from scorekeeper.rules.text import Text, either, gettext as _, ngettext

CARDS = {choice.value: choice for choice in (*GNOMES, *SUITS)}
ALL_SUITS = tuple(suit.value for suit in SUITS)
# The halves of the Jokers: each records a Joker together with a suit.
HALVES = {  # in the order of the suits
    f"{joker} {suit}": (joker, suit) for joker, suits in JOKERS.items() for suit in ALL_SUITS if suit in suits
}
TAKER = Mark(key="taker", sign="▸", label=_("took the bid"), word=_("took it"), role="took")
# What the tiles of the bidding say besides.
LEADS = Mark(key="leads", label=_("leads"), role="took")
PASSED = Mark(key="passed", label=_("passed"), role="out")
STOPPED = Mark(key="stopped", label=_("out"), role="out")
PEEKING = _("Peeked at the Gnome? Tap the eye.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """What players tap during the bidding, besides the bids. `gave_way` is the bid that a player declined to beat."""

    passed: tuple[bool, ...] = flag(_("Pass"), per="player", stage="bidding")
    gave_way: tuple[int | None, ...] = number(_("Gave way to"), per="player", stage="bidding")
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
        """The trump suit to show; if the Gnome is a nine, trump is the nine's own suit. RULES.md: What may be trump."""
        if len(self._trumps) == 1:
            return self._trumps[0]
        return self.so_far.trump if self.so_far.trump in self._trumps else None

    @cached_property
    def highest(self) -> Text | None:
        """Who has the highest bid, or that everyone passed."""
        auction = self.auction
        if auction.everyone_passed:
            return _("everyone passed")
        if auction.highest is None:
            return None
        return _("{name} {bid}", name=self.table.names[auction.highest], bid=auction.to_beat or 0)

    def board(self, field: Field, index: int | None) -> Board:
        """Offer the bids that nobody else has made, the suits that the Gnome allows, or the points still possible."""
        match field.name:
            case "bid":
                # Every number, in case two players' bids were mixed up.
                lowest = self.table.options.lowest_bid
                why = _("The lowest bid is {lowest}.", lowest=lowest)
                too_low: dict[Value, Text] = dict.fromkeys(range(lowest), why)
                return Board(values=tuple(range(lowest, HIGHEST_SUM + 1)), other=True, refused=too_low)
            case "gnome":
                gnome, trump = field.path(), self.fields["trump"].path()
                halves = HALVES.items()
                means: dict[Value, Answers] = {value: {gnome: card, trump: suit} for value, (card, suit) in halves}
                cards = {card: (card, suits[0]) for card, suits in TRUMPS.items() if card not in JOKERS} | HALVES
                offers: dict[Value, Offer] = {value: self._card(gnome, value, *card) for value, card in cards.items()}
                taker, note = self.auction.highest, _("On a Joker, tap the trump.")
                if taker is not None:
                    name = self.table.names[taker]
                    note = _("A nine makes its suit trump. On a Joker, tap the suit that {name} names.", name=name)
                return Board(values=tuple(offers), offers=offers, means=means, accepted=tuple(JOKERS), note=note)
            case "trump":
                why = _("With this Gnome, trump is {suits}.", suits=either(CARDS[suit].label for suit in self._trumps))
                return Board(values=self._trumps, refused=dict.fromkeys(set(ALL_SUITS) - set(self._trumps), why))
            case "taken":
                # For the last player, the points that complete a possible total stand out.
                complete = None not in self.so_far.taken
                sums = self.options.possible_sums(len(self.table.names), self.so_far.gnome)
                others = [points for seat, points in enumerate(self.so_far.taken) if seat != index]
                so_far = sum(filter(None, others))
                rests = sorted(total - so_far for total in sums if total >= so_far)
                if not rests:
                    note = _("{so_far} points so far: too many", so_far=so_far)
                elif complete and 2 <= rests[-1] - rests[0] < len(rests):
                    note = _("{least} to {most} would fit", least=rests[0], most=rests[-1])
                elif complete:
                    note = _("{points} would fit", points=either(rests))
                elif rests == [0]:
                    note = _("No points left")
                elif len(rests) == 1:
                    note = ngettext("{count} point left", "{count} points left", rests[0])
                else:
                    note = ngettext("Up to {count} left", "Up to {count} left", rests[-1])
                if index == self.auction.highest and self.auction.to_beat:
                    note = _("{left}. Below {bid}, the bid is missed.", left=note, bid=self.auction.to_beat)
                board = rest_board(sums, others, highest=HIGHEST_SUM, note=note)
                # Whoever corrects a complete hand often moves points from one player to another.
                return replace(board, unlikely=()) if complete else board
        return super().board(field, index)

    def make_steps(self) -> Iterator[Step]:
        """Yield the steps. If everyone passed, the Gnome is optional and the bidding stays on screen."""
        bidding = [self._bid(seat) for seat in self.auction.order]
        skip = Offer(label=_("Skip the card"), path=skip_path("hand.gnome"), value=True)
        gnome, card = replace(self.step("gnome"), skip=skip), self.so_far.gnome
        if card is not None:
            gnome = replace(gnome, known=_("{sign}", sign=CARDS[card].sign))
        if card in JOKERS and self.trump:
            known = _("Joker {trump}", trump=CARDS[self.trump].sign)
            answer = _("{joker}, {suit}", joker=CARDS[card].label, suit=CARDS[self.trump].label)
            gnome = replace(gnome, known=known, answer=answer, value=f"{card} {self.trump}")
        if self.auction.everyone_passed:
            yield replace(gnome, settled=True)
            yield from bidding
            return
        yield from bidding
        yield gnome
        if card in JOKERS and self.trump is None:
            # It was recorded without its suit, or the suit was chosen for a different Gnome.
            trump = self.step("trump")
            yield replace(trump, answer=trump.answer if trump.settled else None)
        for seat in self.auction.order:
            taken, bid = self.step("taken", seat), self.auction.bids[seat]
            yield replace(
                taken,
                settled=taken.value is not None,
                notes=(_("passed") if bid is None else _("bid {bid}", bid=bid),),
                marks=self._marks(seat),
            )

    def hints(self) -> tuple[Text, ...]:
        """Once the bidding is over, show who plays first and which suit is trump. The rows say the rest."""
        auction = self.auction
        if auction.everyone_passed:
            return (_("Everyone passed"),)
        if auction.highest is None or not auction.over:
            return ()
        facts = [] if any(self.so_far.taken) else [_("{name} plays first", name=self.table.names[auction.highest])]
        if self.trump:
            facts.append(_("{sign}\u00a0{suit} are trump", sign=CARDS[self.trump].sign, suit=CARDS[self.trump].label))
        return tuple(facts)

    def entry(self) -> Entry:
        """Return the entry. A suit entered earlier is kept though no step asks for it, if it fits the Gnome."""
        passed, gnome, trump = self.auction.everyone_passed, self.so_far.gnome, self.so_far.trump
        fits = not passed and (gnome is None or trump in self._trumps)
        derived: dict[str, Value] = {"hand.trump": trump if fits else None, "hand.all_passed": passed}
        return self.rules.entry_from(self.kept | derived, self.table)

    def answers_of(self, entry: Entry) -> dict[str, Value]:
        """Also mark the bidding as over, and everyone who didn't bid as having passed."""
        passed = {f"players.{seat}.passed": True for seat, bid in enumerate(entry.bid) if bid is None}
        return super().answers_of(entry) | passed | {"hand.bidding_done": True}

    @property
    def _trumps(self) -> tuple[str, ...]:
        return ALL_SUITS if self.so_far.gnome is None else TRUMPS[self.so_far.gnome]

    def _card(self, path: str, value: str, gnome: str, suit: str) -> Offer:
        """Return the button for a nine, or for one suit of a Joker. It shows only the suit."""
        label, sign, name, hint = CARDS[suit].label, CARDS[suit].sign, CARDS[gnome].label, None
        if gnome in JOKERS:
            name, hint = _("{joker}, {suit}", joker=name, suit=label), name
        return Offer(path=path, value=value, label=label, name=name, card=gnome, sign=sign, hint=hint, look="face")

    def _turn_board(self, seat: int, board: Board) -> Board:
        """Return the board for a player whose turn it is. RULES.md: Bidding."""
        auction, names = self.auction, self.table.names
        if auction.highest is None or auction.to_beat is None:
            # RULES.md: Roles in a hand.
            picker = names[self.table.clockwise(self.dealer)[-1]]
            return replace(board, note=_("First, {name} picks the Gnome", name=picker))
        # A number above the highest bid is a raise. A lower number records where the player stopped; it is rejected if
        # someone else bid it or it is below the player's own last bid. Tapping that last bid again is a pass.
        own = auction.bids[seat]
        has = _("{name} already bid {bid}, and each bid must be higher than the last.")
        refused: dict[Value, Text] = {
            bid: _("{name} already bid {bid}, and no two bids are the same.", name=names[other], bid=bid)
            for other, bid in enumerate(auction.bids)
            if bid is not None and other != seat
        }
        path, gave_way, passed = (self.fields[name].path(seat) for name in ("bid", "gave_way", "passed"))
        back: Answers = {passed: None} if passed in self.answers else {}
        means: dict[Value, Answers] = {
            bid: {path: bid, gave_way: auction.to_beat, **back} for bid in range(auction.to_beat)
        }
        if own is not None:
            refused |= dict.fromkeys(range(own), replace(has, values={"name": names[seat], "bid": own}))
            means[own] = {passed: True}
        note = _("{name} leads with {bid}", name=names[auction.highest], bid=auction.to_beat)
        if any(bid in means and bid not in refused and bid != own for bid in board.values):
            note = _("{leads}. Below {bid}: {name} stops there.", leads=note, bid=auction.to_beat, name=names[seat])
        return replace(board, refused={**board.refused, **refused}, means=means, note=note)

    def _bid(self, seat: int) -> Step:
        """Return the step for a player's top bid, with buttons to pass and peek. RULES.md: Bidding."""
        auction, name, bid = self.auction, self.table.names[seat], self.auction.bids[seat]
        done, passes, peeks = (self.fields[key] for key in ("bidding_done", "passed", "peeked"))
        step, passed = self.step("bid", seat), auction.passed[seat]
        out = (passed or auction.over) and seat != auction.highest
        answer, said = None, None
        if bid is not None:
            answer = _("{bid}", bid=bid)
            said = _("{name} stops at {bid}.") if out else _("{name} bids {bid}.")
        elif out:
            answer, said = _("pass"), _("{name} passes.")
        if said is not None:
            said = replace(said, values={"name": name, "bid": bid or 0})
            if auction.next_bidder is not None:
                said = _("{said} {name} to bid.", said=said, name=self.table.names[auction.next_bidder])
        can_pass = Offer(label=passes.label, path=passes.path(seat), value=not passed, pressed=passed, look="wide")
        end = self.highest and replace(_("{name} takes it at {bid}"), values=self.highest.values)
        no_bid = () if bid is None else (Offer(label=_("No bid"), path=step.path, value=None),)
        opened = replace(
            step,
            title=_("What was {name}’s top bid?", name=name),
            extras=(can_pass, *no_bid),
            toggle=replace(self.toggle("peeked", seat, peeks.label), hint=None if self.before.hands else PEEKING),
            answer=answer,
            settled=auction.over or out,
            skip=None
            if auction.over
            else Offer(label=_("End the bidding"), path=done.path(), value=True, hint=end or _("everyone passes")),
            notes=(),
            marks=self._marks(seat) + (PASSED if bid is None else STOPPED,) * out,
            known=self.highest,
            said=said,
        )
        if seat != auction.next_bidder:
            return opened
        board = self._turn_board(seat, step.board)
        turn = replace(opened, board=board, title=step.title, extras=(can_pass,), turn=True)
        return replace(turn, opened=opened, ahead=self._ahead)

    def _ahead(self) -> tuple[Ahead, ...]:
        """Return all questions that can still come up in this bidding."""
        now, shown = self.auction, {"passed": _("pass"), "less": _("{value}", value="{value}")}
        paths = [self.fields["bid"].path(seat) for seat in sorted(now.order)]
        titles = [_("What does {name} bid?", name=name) for name in self.table.names]
        least = 0 if now.to_beat is None else now.to_beat + 1
        return tuple(
            Ahead(path=paths[seat], title=titles[seat], then=then, least=least, shown=shown)
            for seat, then in following(now.outline(now.highest))
        )

    def _marks(self, seat: int) -> tuple[Mark, ...]:
        taker = TAKER if self.auction.over else LEADS
        return (taker,) * (seat == self.auction.highest) + (PEEKED,) * self.so_far.peeked[seat]
