"""What is asked about a hand of Pinochle: the bid, the melds, and one side's counters. All points are whole points.

Each side's melds are entered as a total. Tapping a player's row opens the table of melds instead; once both partners'
melds have been counted, their sum is suggested as the total.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rules.declaration import SUITS, Answers, Choice, Field, Value, choice, flag, number, seat as seat_field
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Seats
from scorekeeper.rules.steps import Board, Stage, Step, rest_board
from scorekeeper.rules.text import Text, gettext as _, ngettext

SIDES = ((0, 2), (1, 3))
LOWEST_BID = 50
STEPS_FROM = 60  # From this bid on, each raise must be at least five. RULES.md: Bidding.
# The total value of the counters in a hand, and the value of the last trick. RULES.md: Tricks.
COUNTERS, LAST_TRICK = 48, 2
# The choice that the screen offers besides the suits. An entry records it as `no_marriage`, not as a trump.
NO_MARRIAGE = "none"
# The value of each meld in one player's hand, from single to quadruple. RULES.md: Melds.
MELDS: tuple[tuple[Text, tuple[int, ...]], ...] = (
    (_("Run: A 10 K Q J of trump"), (15, 150, 225, 300)),
    (_("Royal marriage: K Q of trump"), (4, 8, 12, 16)),
    (_("Marriage: K Q of another suit"), (2, 4, 6, 8)),
    (_("Pinochle: Q♠ J♦"), (4, 30, 60, 90)),
    (_("Aces around"), (10, 100, 150, 200)),
    (_("Kings around"), (8, 80, 120, 160)),
    (_("Queens around"), (6, 60, 90, 120)),
    (_("Jacks around"), (4, 40, 60, 80)),
)
# The melds as the counting aid lists them, with the marriages in the other three suits combined.
TALLY = (*MELDS[:2], (MELDS[2][0], tuple(range(2, 25, 2))), *MELDS[3:])
STEPS = (Choice("five", _("Raises of at least five")), Choice("multiples_of_five", _("Multiples of five")))
TARGET_HELP = _("The score that ends the game; a lower one makes a shorter game.")
MELD_WORTH = _("What is {name}’s meld worth?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    meld_counts: str = choice(
        _("Meld without a trick"),
        _("When a side takes no counters and doesn’t win the last trick."),
        (Choice("always", _("Counts")), Choice("with_trick", _("Doesn’t count"))),
        default="always",
    )
    both_at_target: str = choice(
        _("Both sides at the target"),
        _("Who wins when both sides reach the target in the same hand."),
        (Choice("bidder", _("The bidding side")), Choice("higher", _("The higher total"))),
        default="bidder",
    )
    steps: str = choice(_("Bids above 60"), _("How bids go up from 60."), STEPS, default="five")
    target: int = number(_("Target"), TARGET_HELP, default=500, low=1)


# What is asked about each side only if the hand is played, with melds and tricks. RULES.md: No marriage.
PLAYED: dict[str, Any] = {
    "per": "side",
    "needed": _("unless the bidder had no marriage"),
    "when": lambda _sheet, entry, _side: not entry.no_marriage,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    bidder: int | None = seat_field(
        _("Bidder"), _("Who won the bidding."), question=_("Who won the bidding?"), stage="bid", needed=True
    )
    bid: int | None = number(
        _("Bid"),
        _("The winning bid: at least 50."),
        question=_("What was the bid?"),
        low=LOWEST_BID,
        stage="bid",
        needed=True,
    )
    trump: str | None = choice(_("Trump"), _("The suit the bidder named."), SUITS, stage="bid", skip=_("No marriage"))
    no_marriage: bool = flag(_("No marriage"), stage="bid")
    meld: tuple[int | None, ...] = number(
        _("Meld"), _("Both partners’ meld together."), question=MELD_WORTH, stage="meld", **PLAYED
    )
    counters: tuple[int | None, ...] = number(
        _("Counters"),
        _("Aces, tens and kings in this side’s tricks, without the 2 for the last trick."),
        question=_("How many counters did {name} take?"),
        high=COUNTERS,
        stage="tricks",
        **PLAYED,
    )
    last_trick: tuple[bool | None, ...] = flag(
        _("Last trick"),
        _("The side that took the last trick gets 2."),
        question=_("Who took the last trick?"),
        stage="tricks",
        **PLAYED,
    )

    @property
    def bidding_side(self) -> int:
        """The bidder's side, or the first side if there is no bidder yet."""
        return (self.bidder or 0) % len(SIDES)

    def tricks(self, side: int) -> int:
        """Return a side's trick points: its counters, plus 2 for the last trick."""
        return (self.counters[side] or 0) + LAST_TRICK * bool(self.last_trick[side])


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """Fields that just make entry easier: one answer for trump or no marriage, and melds counted player by player."""

    call: str | None = choice(
        _("Trump"),
        None,
        (*SUITS, Choice(NO_MARRIAGE, _("No marriage"))),
        question=_("Which suit is trump?"),
        stage="bid",
        needed=True,
    )
    by_cards: tuple[int | None, ...] = number(
        _("Meld"), question=MELD_WORTH, per="player", key="meld", stage="meld", tally=TALLY
    )


CALL = "hand.call"
# What stands for the dealer among the bidders after three passes, when they must bid the lowest bid; no seat is it.
FORCED = 4
# The last trick is asked about only once, for the first side: if they didn't take it, the others did.
FIRST_TOOK, SECOND_TOOK = "sides.0.last_trick", "sides.1.last_trick"


class PinochleScreen(HandScreen[Options, Entry]):
    stages = (
        Stage("bid", _("Bid")),
        Stage("meld", _("Meld"), watched=False),
        Stage("tricks", _("Tricks"), watched=False),
    )
    typing = Typing

    def board(self, field: Field, index: int | None) -> Board:
        match field.name:
            case "bidder":
                label = _("Everyone else passed: {name} bids {bid}", name=self.table.names[self.dealer], bid=LOWEST_BID)
                as_forced: Answers = {field.path(): self.dealer, self.fields["bid"].path(): LOWEST_BID}
                return Board(values=(*self.table.seats, FORCED), labels={FORCED: label}, means={FORCED: as_forced})
            case "bid":
                return Board(values=(*range(LOWEST_BID, STEPS_FROM + 1), *range(STEPS_FROM + 5, 101, 5)), other=True)
            case "by_cards":
                return Board(other=True, note=_("The king and queen in a run don’t also count as a royal marriage."))
            case "meld":
                melds = self.counted_melds(SIDES[index or 0])
                return Board(likely=(sum(melds),) if len(melds) == 2 else (), other=True)
            case "counters":
                other, note = self.so_far.counters[1 - (index or 0)], None
                if other is not None:
                    left = COUNTERS - other
                    note = ngettext("{count} of {all} left", "{count} of {all} left", left, all=COUNTERS)
                highest = COUNTERS if field.path(index) in self.answers else None
                return rest_board([COUNTERS], [other], highest=highest, other=False, note=note)
            case "last_trick":
                first, second = map(self.table.partners, SIDES)
                return Board(values=(True, False), labels={True: first, False: second})
        return super().board(field, index)

    def make_steps(self) -> Iterator[Step]:
        yield self.step("bidder")
        bid, bidder = self.step("bid"), self.so_far.bidder
        if bidder is not None:
            bid = replace(bid, title=_("What did {name} bid?", name=self.table.names[bidder]))
        yield bid
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
        yield replace(step, label=step.field.label, seats=(), notes=())

    def counted_melds(self, seats: Seats) -> list[int]:
        """Return the melds of the partners whose cards have been counted."""
        answers = (self.answers.get(f"players.{seat}.meld") for seat in seats)
        return [meld for meld in answers if isinstance(meld, int)]

    def hints(self) -> tuple[Text, ...]:
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
