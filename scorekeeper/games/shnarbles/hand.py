"""What is asked about a hand of Shnarbles: first who took the bid, then who folds, then the tricks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorekeeper.rules.declaration import SUITS, Choice, Field, Toggle, choice, flag, number, seat, skip_path
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Seats, Sheet
from scorekeeper.rules.steps import Board, Offer, Stage, Step, rest_board
from scorekeeper.rules.text import Text, both, gettext as _, ngettext, points

TRICKS = 5
MOST_FOLDS = 2  # The most hands in a row that a player can fold. RULES.md: Checks.
FAILED_BID = (Choice("flat", _("5 points")), Choice("net", _("5 points minus the tricks")))
GOALS = (Choice("zero_or_below", _("0 or below")), Choice("exactly_zero", _("Exactly 0")))
TRUMP_HELP = _("Nobody can fold if it’s spades.")
FOLDED_HELP = _("Stayed out of the hand. Nobody can fold three hands in a row.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    failed_bid: str = choice(
        _("Failed bid"), _("What it costs to take fewer tricks than bid."), FAILED_BID, default="flat"
    )
    goal: str = choice(
        _("Goal"), _("Which score wins. With exactly 0, a player below 0 plays on."), GOALS, default="zero_or_below"
    )
    both_at_zero: str = choice(
        _("More than one at the goal"),
        _("Who wins when two or more get there in the same hand."),
        (Choice("shared", _("Shared win")), Choice("bidder", _("The bidder")), Choice("lowest", _("The lowest score"))),
        default="shared",
    )
    start: int = number(_("Starting score"), _("The score everyone starts with."), default=16, low=1)
    out_at: int = number(_("Out at"), _("A player with this score or more is out."), default=32, low=2)


AnySheet = Sheet[Options, "Entry"]
BID: dict[str, Any] = {
    "stage": "bid",
    "needed": _("unless everyone passed"),
    "when": lambda _sheet, entry, _seat: not entry.all_passed,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What happened in one hand. Nothing is recorded in `tricks` for players who folded. RULES.md: What is recorded."""

    all_passed: bool = flag(_("Everyone passed"), stage="bid")
    bidder: int | None = seat(
        _("Bidder"),
        _("Who made the highest bid."),
        question=_("Who took the bid?"),
        stage="bid",
        skip=_("Everyone passed"),
    )
    bid: int | None = number(
        _("Bid"), _("How many tricks the bidder bid."), question=_("What was the bid?"), low=1, high=TRICKS, **BID
    )
    trump: str | None = choice(_("Trump"), TRUMP_HELP, SUITS, question=_("Which suit is trump?"), **BID)
    folded: tuple[bool, ...] = flag(
        _("Folded"), FOLDED_HELP, per="player", stage="folds", toggle=Toggle(on=_("folded"), off=_("stayed in"))
    )
    tricks: tuple[int | None, ...] = number(
        _("Tricks"),
        _("The tricks taken by everyone who stayed in."),
        question=_("How many tricks did {name} take?"),
        per="player",
        high=TRICKS,
        stage="tricks",
        needed=_("for everyone who stayed in, unless all opponents folded"),
        when=lambda sheet, entry, seat: seat in staying(sheet, entry),
    )

    @property
    def opponents(self) -> Seats:
        """Who stayed in against the bidder, clockwise from seat 0."""
        playing = (seat for seat, taken in enumerate(self.tricks) if taken is not None and not self.folded[seat])
        return tuple(seat for seat in playing if seat != self.bidder)

    @property
    def is_spade_out(self) -> bool:
        """Whether spades are trump and the bidder took every trick. RULES.md: Scoring."""
        return self.bidder is not None and self.trump == "spades" and self.tricks[self.bidder] == TRICKS


def dealt_in(sheet: AnySheet) -> Seats:
    """Return the players who aren't out. RULES.md: The end."""
    out_at = points(sheet.table.options.out_at)
    return tuple(seat for seat in sheet.table.seats if sheet.totals[str(seat)] < out_at)


def staying(sheet: AnySheet, entry: Entry) -> Seats:
    """Return who plays for tricks: everyone who didn't fold, or nobody if all the bidder's opponents did."""
    seats = dealt_in(sheet)
    if sheet.outcome is not None:  # After the end, nobody counts as out. RULES.md: The end.
        seats = tuple(seat for seat, taken in enumerate(entry.tricks) if seat == entry.bidder or taken is not None)
    seats = tuple(seat for seat in seats if not entry.folded[seat])
    return seats if not entry.all_passed and {*seats} - {entry.bidder} else ()


def must_play(sheet: AnySheet, seat: int) -> bool:
    """Return whether a player has folded too many hands in a row to fold again. RULES.md: Checks."""
    folds = [hand.entry.folded[seat] for hand in sheet.hands if not hand.entry.all_passed]
    return len(folds) >= MOST_FOLDS and all(folds[-MOST_FOLDS:])


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    folds_done: bool = flag(_("Folds"), question=_("Who folds?"), stage="folds")


class ShnarblesScreen(HandScreen[Options, Entry]):
    stages = (
        Stage("bid", _("Bid")),
        Stage("folds", _("Folds"), watched=False),
        Stage("tricks", _("Tricks"), watched=False),
    )
    typing = Typing

    @cached_property
    def all_passed(self) -> bool:
        """Whether the question about the bidder was skipped because everyone passed."""
        return self.so_far.bidder is None and self.answers.get(skip_path("hand.bidder")) is True

    @cached_property
    def opponents(self) -> dict[int, bool]:
        """Each of the bidder's opponents, and whether they have folded too many hands in a row to fold again."""
        return {seat: must_play(self.before, seat) for seat in self.seats if seat != self.so_far.bidder}

    @cached_property
    def may_fold(self) -> Seats:
        """The opponents who can choose whether to fold; a fold already entered can always be undone."""
        if self.so_far.bidder is None or self.so_far.trump in (None, "spades"):
            return ()
        return tuple(seat for seat, stays in self.opponents.items() if self.so_far.folded[seat] or not stays)

    @cached_property
    def folders(self) -> Seats:
        """The players who fold. Folds entered for players who can't fold are ignored."""
        return tuple(seat for seat in self.may_fold if self.so_far.folded[seat])

    @cached_property
    def staying(self) -> Seats:
        """The players who play for tricks: everyone who doesn't fold, or nobody if all the bidder's opponents fold."""
        if len(self.folders) == len(self.opponents):
            return ()
        return tuple(seat for seat in self.seats if seat not in self.folders)

    def make_steps(self) -> Iterator[Step]:
        yield self.step("bidder")
        if self.all_passed:
            return
        bid, names = self.step("bid"), self.table.names
        if self.so_far.bidder is not None:
            bid = replace(bid, title=_("What did {name} bid?", name=names[self.so_far.bidder]))
        yield bid
        yield self.step("trump")
        if self.may_fold:
            # One step with a toggle for each opponent who can fold. If all opponents fold, it is settled.
            step = self.step("folds_done")
            done = self.answers.get(step.path) is True
            switches = (self.toggle("folded", seat, _("{name}", name=names[seat])) for seat in self.may_fold)
            folders = _("{names}", names=both(names[seat] for seat in self.folders)) if self.folders else None
            go_on = _("Everyone else stays in") if folders else _("Nobody folds")
            held = [names[seat] for seat, stays in self.opponents.items() if stays]
            note = ngettext(
                "{names} has folded two hands in a row and must stay in",
                "{names} have folded two hands in a row and must stay in",
                len(held),
                names=both(held),
            )
            yield replace(
                step,
                board=Board(note=note if held else None),
                extras=tuple(switches),
                answer=folders or (_("nobody") if done else None),
                settled=done or not self.staying,
                skip=Offer(label=go_on, path=step.path, value=True),
            )
        yield from (self.step("tricks", seat) for seat in self.staying)

    def board(self, field: Field, index: int | None) -> Board:
        match field.name:
            case "bidder":
                return Board(values=self.seats)
            case "tricks":
                # The tricks that are left, or any number if a player's tricks are being corrected.
                others = [self.so_far.tricks[other] for other in self.staying if other != index]
                left = TRICKS - sum(filter(None, others))
                highest = TRICKS if left < 0 or field.path(index) in self.answers else left
                note = ngettext("{count} trick left", "{count} tricks left", left) if left >= 0 else None
                return rest_board([TRICKS], others, highest=highest, note=note, other=False)
            case _usual:
                return replace(super().board(field, index), other=False)

    def hints(self) -> tuple[Text, ...]:
        names, so_far = self.table.names, self.so_far
        if so_far.bidder is None or so_far.bid is None or so_far.trump is None:
            return ()
        bid = _("{name} bid {bid}", name=names[so_far.bidder], bid=so_far.bid)
        suit = next(suit for suit in SUITS if suit.value == so_far.trump)
        trump = _("{sign} {suit} are trump", sign=suit.sign, suit=suit.label)
        folded = [_("folded: {names}", names=both(names[seat] for seat in self.folders))] if self.folders else []
        return (bid, trump, *folded)

    def entry(self) -> Entry:
        return replace(super().entry(), all_passed=self.all_passed)
