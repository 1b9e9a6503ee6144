"""Pinochle's hand screen: the bid, the melds, and one side's counters, which determine the other side's.

Each side's melds are entered as a total. Tapping a player's row opens the table of melds instead; once both partners'
melds have been counted, their sum is suggested as the total.
"""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.games.pinochle.hand import COUNTERS, LOWEST_BID, NO_MARRIAGE, SIDES, STEPS_FROM, Entry, Options, Typing
from scorekeeper.rules.boards import rest_board
from scorekeeper.rules.declaration import SUITS, Answers, Field, Value
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Seats
from scorekeeper.rules.steps import Board, Stage, Step
from scorekeeper.rules.text import Text, gettext as _, ngettext

CALL = "hand.call"
FORCED = 4
"""What stands for the dealer among the bidders after three passes, when they must bid the lowest bid; no seat is it."""

FIRST_TOOK, SECOND_TOOK = "sides.0.last_trick", "sides.1.last_trick"
"""The last trick is asked about only once, for the first side: if they didn't take it, the others did."""

BIDS = (*range(LOWEST_BID, STEPS_FROM + 1), *range(STEPS_FROM + 5, 101, 5))
"""The bids that have a button; any other bid must be typed."""


class PinochleScreen(HandScreen[Options, Entry]):
    """Asks about the bidding, each side's meld, and the tricks; without a marriage, only about the bidding."""

    stages = (
        Stage("bid", _("Bid")),
        Stage("meld", _("Meld"), watched=False),
        Stage("tricks", _("Tricks"), watched=False),
    )
    typing = Typing

    def board(self, field: Field, index: int | None) -> Board:
        """Offer the possible answers, suggesting any that the other answers imply."""
        match field.name:
            case "bidder":
                label = _("Everyone else passed: {name} bids {bid}", name=self.table.names[self.dealer], bid=LOWEST_BID)
                as_forced: Answers = {field.path(): self.dealer, self.fields["bid"].path(): LOWEST_BID}
                return Board(values=(*self.table.seats, FORCED), labels={FORCED: label}, means={FORCED: as_forced})
            case "bid":
                return Board(values=BIDS, other=True)
            case "by_cards":
                return Board(other=True, note=_("The king and queen in a run don’t also count as a royal marriage."))
            case "meld":
                melds = self.counted_melds(SIDES[index or 0])
                return Board(likely=(sum(melds),) if len(melds) == 2 else (), other=True)
            case "counters":
                other = self.so_far.counters[1 - (index or 0)]
                left = COUNTERS - (other or 0)
                note = ngettext("{count} of {all} left", "{count} of {all} left", left, all=COUNTERS)
                highest = COUNTERS if field.path(index) in self.answers else left
                return rest_board(
                    [COUNTERS], [other], highest=highest, other=False, note=None if other is None else note
                )
            case "last_trick":
                first, second = map(self.table.partners, SIDES)
                return Board(values=(True, False), labels={True: first, False: second})
        return super().board(field, index)

    def make_steps(self) -> Iterator[Step]:
        yield self.step("bidder")
        bid, bidder = self.step("bid"), self.so_far.bidder
        name = None if bidder is None else self.table.names[bidder]
        yield replace(bid, title=_("What did {name} bid?", name=name)) if name else bid
        yield self.step("call")
        if self.answers.get(CALL) == NO_MARRIAGE:
            return
        for side, seats in enumerate(SIDES):
            # A player's meld is asked for only if either partner's cards have been counted.
            melds, typed = self.counted_melds(seats), self.so_far.meld[side]
            for seat in seats:
                step = self.step("by_cards", seat)
                yield replace(step, settled=step.settled or not melds, skip=None, notes=(_("count the cards"),))
            differs = len(melds) == 2 and typed not in (None, sum(melds))
            notes = (_("counted: {total}", total=sum(melds)),) if differs else ()
            yield replace(self.step("meld", side), notes=notes)
        yield from (self.step("counters", side) for side in range(len(SIDES)))
        # This is a single question, and the answers are the two sides.
        step = self.step("last_trick", 0)
        yield replace(step, label=step.field.label, notes=())

    def counted_melds(self, seats: Seats) -> list[int]:
        """Return the melds of the partners whose cards have been counted."""
        answers = (self.answers.get(f"players.{seat}.meld") for seat in seats)
        return [meld for meld in answers if isinstance(meld, int)]

    def hints(self) -> tuple[Text, ...]:
        """Say who bids first and, in the first hand, who the partners are.

        Later, show the bid, trump, and how many points the bidding side still needs in tricks.
        """
        entry, call, names = self.so_far, self.answers.get(CALL), self.table.names
        hints = []
        if entry.bidder is None:
            hints.append(_("{name} bids first", name=names[self.table.after(self.dealer)]))
            if not self.before.hands:
                first, second = map(self.table.partners, SIDES)
                hints.append(_("{first} play against {second}", first=first, second=second))
        elif entry.bid is None:
            hints.append(_("{name} has the bid", name=names[entry.bidder]))
        else:
            hints.append(_("{name} bid {bid}", name=names[entry.bidder], bid=entry.bid))
        hints += [_("{sign} {suit} are trump", sign=suit.sign, suit=suit.label) for suit in SUITS if suit.value == call]
        if entry.bidder is not None and entry.bid is not None and call != NO_MARRIAGE:
            meld, side = entry.meld[entry.bidding_side], self.table.partners(SIDES[entry.bidding_side])
            if meld is not None and meld < entry.bid:
                hints.append(_("{side} need {points} in tricks", side=side, points=entry.bid - meld))
        return tuple(hints)

    def entry(self) -> Entry:
        """Record the call as trump or as no marriage, and fill in whether the second side took the last trick."""
        answers = self.kept
        call, first = answers.get(CALL), answers.get(FIRST_TOOK)
        answers |= {"hand.no_marriage": True} if call == NO_MARRIAGE else {"hand.trump": call}
        answers[SECOND_TOOK] = None if first is None else not first
        return self.rules.entry_from(answers, self.table)

    def answers_of(self, entry: Entry) -> dict[str, Value]:
        answers = super().answers_of(entry)
        trump, no_marriage = answers.pop("hand.trump", None), answers.pop("hand.no_marriage", False)
        if call := NO_MARRIAGE if no_marriage else trump:
            answers[CALL] = call
        if answers.pop(SECOND_TOOK, False):
            answers[FIRST_TOOK] = False
        return answers
