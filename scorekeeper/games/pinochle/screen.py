"""The hand screen of Pinochle: who bid what, the melds, and one count of the tricks, from which the rest follows.

The melds are typed as a total of each side. A tap on a partner's line opens the table of melds for that hand of cards;
what the hands make together is then the likely total.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.games.pinochle.hand import COUNTERS, LOWEST_BID, NO_MARRIAGE, SIDES, STEPS_FROM, Entry, Options, Typing
from scorekeeper.rules.boards import rest_board
from scorekeeper.rules.cards import SUITS
from scorekeeper.rules.declaration import Field, Value
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.screens import Board, Stage, Step
from scorekeeper.rules.words import Text, gettext as _, ngettext

CALL = "hand.call"
FIRST_TOOK, SECOND_TOOK = "sides.0.last_trick", "sides.1.last_trick"
"""The last trick is asked once, of the first side: if it did not take it, the other did."""

BIDS = (*range(LOWEST_BID, STEPS_FROM + 1), *range(STEPS_FROM + 5, 101, 5))
"""The bids with a button of their own; any other is typed."""


class PinochleScreen(HandScreen[Options, Entry]):
    """The bidding, then for each side its meld, then the tricks; without a marriage only the bidding."""

    stages = (
        Stage("bid", _("Bid")),
        Stage("meld", _("Meld"), watched=False),
        Stage("tricks", _("Tricks"), watched=False),
    )
    typing = Typing

    def board(self, field: Field, index: int | None) -> Board:
        """The usual buttons, and what follows from what is typed already as the likely answer."""
        match field.name:
            case "bid":
                return Board(values=BIDS, other=True)
            case "by_cards":
                return Board(other=True)
            case "meld":
                counted = self.counted(SIDES[index or 0])
                return Board(likely=(sum(counted),) if len(counted) == 2 else (), other=True)
            case "counters":
                other = self.so_far.counters[1 - (index or 0)]
                left = COUNTERS - (other or 0)
                note = ngettext("{count} of {all} is left", "{count} of {all} are left", left, all=COUNTERS)
                return rest_board(
                    [COUNTERS], [other], alone=True, other=other is not None, note=None if other is None else note
                )
            case "last_trick":
                took, took_not = map(self.table.partners, SIDES)
                return Board(values=(True, False), labels={True: took, False: took_not})
        return super().board(field, index)

    def make_steps(self) -> Iterator[Step]:
        yield from map(self.step, ("bidder", "bid", "call"))
        if self.answers.get(CALL) == NO_MARRIAGE:
            return
        for side, seats in enumerate(SIDES):
            yield from self.melds(side, seats)
        yield from (self.step("counters", side) for side in range(len(SIDES)))
        # One question, with the sides as its answers.
        trick = self.step("last_trick", 0)
        yield replace(trick, title=trick.field.label, label=trick.field.label, notes=())

    def melds(self, side: int, seats: tuple[int, ...]) -> Iterator[Step]:
        """The hands of the partners, both where somebody counts one; and their total, which may be another."""
        counted, typed = self.counted(seats), self.so_far.meld[side]
        for seat in seats:
            step = self.step("by_cards", seat)
            yield replace(step, settled=step.settled or not counted, skip=None, notes=(_("by the cards"),))
        differs = len(counted) == 2 and typed not in (None, sum(counted))
        notes = (_("the hands make {total}", total=sum(counted)),) if differs else ()
        yield replace(self.step("meld", side), notes=notes)

    def counted(self, seats: tuple[int, ...]) -> list[int]:
        """The melds of those partners whose cards are counted."""
        answers = (self.answers.get(f"players.{seat}.meld") for seat in seats)
        return [meld for meld in answers if isinstance(meld, int)]

    def hints(self) -> tuple[Text, ...]:
        """Who bids first; then who bid what, what is trump, and what the bidding side still needs in tricks."""
        entry, call, names = self.so_far, self.answers.get(CALL), self.table.names
        hints = []
        if entry.bidder is None:
            hints.append(_("{name} bids first", name=names[self.table.after(self.dealer)]))
        elif entry.bid is None:
            hints.append(_("{name} has the bid", name=names[entry.bidder]))
        else:
            hints.append(_("{name} bid {bid}", name=names[entry.bidder], bid=entry.bid))
        hints += [_("trump {sign} {suit}", sign=suit.sign, suit=suit.label) for suit in SUITS if suit.value == call]
        if entry.bidder is not None and entry.bid is not None and call != NO_MARRIAGE:
            meld, side = entry.meld[entry.bidding_side], self.table.partners(SIDES[entry.bidding_side])
            if meld is not None and meld < entry.bid:
                hints.append(_("{side} need {points} in tricks", side=side, points=entry.bid - meld))
        return tuple(hints)

    def entry(self) -> Entry:
        """Trump and its absence apart, and the last trick for both sides."""
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
