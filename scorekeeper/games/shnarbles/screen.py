"""Shnarbles's hand screen: first who took the bid, then who folds, then the tricks."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from scorekeeper.games.shnarbles.hand import TRICKS, Entry, Options, Typing, must_play, staying_opponents
from scorekeeper.rules.boards import rest_board
from scorekeeper.rules.declaration import SUITS, Field
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Seats
from scorekeeper.rules.steps import Board, Offer, Stage, Step
from scorekeeper.rules.text import Text, both, gettext as _, ngettext

LABELS = {suit.value: _("{sign} {suit}", sign=suit.sign, suit=suit.label) for suit in SUITS}


class ShnarblesScreen(HandScreen[Options, Entry]):
    """Asks for the bidder, bid, and trump, then who folds (unless nobody can), then the tricks of all who stay in."""

    stages = (
        Stage("bid", _("Bid")),
        Stage("folds", _("Folds"), watched=False),
        Stage("tricks", _("Tricks"), watched=False),
    )
    typing = Typing

    @cached_property
    def all_passed(self) -> bool:
        """Whether the question about the bidder was skipped because everyone passed."""
        return self.so_far.bidder is None and self.answers.get(self.fields["bidder"].skip_path()) is True

    @cached_property
    def must_stay(self) -> Seats:
        """The opponents who have folded too many hands in a row to fold again."""
        return tuple(seat for seat in self.seats if seat != self.so_far.bidder and must_play(self.before, seat))

    @cached_property
    def may_fold(self) -> Seats:
        """The opponents who can choose whether to fold; a fold already entered can always be undone."""
        bidder, folded = self.so_far.bidder, self.so_far.folded
        if bidder is None or self.so_far.trump in (None, "spades"):
            return ()
        return tuple(seat for seat in self.seats if seat != bidder and (folded[seat] or seat not in self.must_stay))

    @cached_property
    def folders(self) -> Seats:
        """The players who fold. Folds entered for players who can't fold are ignored."""
        return tuple(seat for seat in self.may_fold if self.so_far.folded[seat])

    @cached_property
    def staying(self) -> Seats:
        """The players who play for tricks: everyone who doesn't fold, or nobody if all the bidder's opponents fold."""
        seats = tuple(seat for seat in self.seats if seat not in self.folders)
        return seats if {*seats} - {self.so_far.bidder} else ()

    def make_steps(self) -> Iterator[Step]:
        yield self.step("bidder")
        if self.all_passed:
            return
        bid, bidder = self.step("bid"), self.so_far.bidder
        name = None if bidder is None else self.table.names[bidder]
        yield replace(bid, title=_("What did {name} bid?", name=name)) if name else bid
        yield self.step("trump")
        if self.may_fold:
            # One step with a toggle for each opponent who can fold. If all opponents fold, it is settled.
            step, names = self.step("folds_done"), self.table.names
            done = self.answers.get(step.path) is True
            switches = (
                Offer(
                    label=_("{name}", name=names[seat]),
                    path=self.fields["folded"].path(seat),
                    value=seat not in self.folders,
                    pressed=seat in self.folders,
                    look="toggle",
                )
                for seat in self.may_fold
            )
            folders = _("{names}", names=both(names[seat] for seat in self.folders)) if self.folders else None
            go_on = _("Everyone else stays in") if folders else _("Nobody folds")
            must_stay = ngettext(
                "{names} has folded two hands in a row and must stay in",
                "{names} have folded two hands in a row and must stay in",
                len(self.must_stay),
                names=both(names[seat] for seat in self.must_stay),
            )
            yield replace(
                step,
                board=Board(note=must_stay if self.must_stay else None),
                extras=tuple(switches),
                answer=folders or (_("nobody") if done else None),
                settled=done or not self.staying,
                skip=Offer(label=go_on, path=step.path, value=True),
            )
        yield from (self.step("tricks", seat) for seat in self.staying)

    def board(self, field: Field, index: int | None) -> Board:
        """Offer only players who are still in, and only answers that have a button."""
        match field.name:
            case "bidder":
                return Board(values=self.seats)
            case "folds_done":
                return Board()
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
        folded = [_("folded: {names}", names=both(names[seat] for seat in self.folders))] if self.folders else []
        return (bid, _("{suit} are trump", suit=LABELS[so_far.trump]), *folded)

    def entry(self) -> Entry:
        """Record whether everyone passed, and leave out the tricks if all opponents fold."""
        entry = replace(super().entry(), all_passed=self.all_passed)
        if self.folders and not staying_opponents(entry):
            return replace(entry, tricks=(None,) * len(entry.tricks))
        return entry
