"""Shnarbles as it is typed: who took the bid, who folds, then the tricks.

Beside the paths of the entry a draft may hold `hand.no_bidder` (everyone passed) and `hand.folds_done`. Seats count
from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scorekeeper.rules import steps
from scorekeeper.rules._shnarbles_hand import RUN, TRICKS, Entry, Options, Typing, folds_running, rivals
from scorekeeper.rules._suits import SUITS
from scorekeeper.rules.base import Rules, Sheet
from scorekeeper.rules.declaration import Ask, Draft, asks
from scorekeeper.rules.screens import Board, Offer, Step
from scorekeeper.rules.words import Text, both, gettext as _, ngettext

AnyRules = Rules[Options, Entry]
AnySheet = Sheet[Options, Entry]
ASKS: dict[str, Ask] = {each.name: each for each in (*asks(Typing), *asks(Entry))}
STAGES = (("bid", _("Bid")), ("folds", _("Folds")), ("tricks", _("Tricks")))
LABELS = {suit.value: _("{sign} {suit}", sign=suit.sign, suit=suit.label) for suit in SUITS}


def steps_of(rules: AnyRules, sheet: AnySheet, dealer: int, draft: Draft) -> Iterator[Step]:
    """The bidder, the bid and trump; who folds, unless nobody may; the tricks of everybody who stays in."""

    def asked(name: str, seat: int | None = None) -> Step:
        return steps.step(rules, sheet, dealer, draft, ASKS[name], seat)

    yield asked("bidder")
    if everyone_passed(draft):
        return
    yield asked("bid")
    yield asked("trump")
    if may_fold := _may_fold(rules, sheet, dealer, draft):
        yield _who_folds(rules, sheet, dealer, draft, may_fold)
    for seat in _stay_in(rules, sheet, dealer, draft):
        yield asked("tricks", seat)


def board(rules: AnyRules, sheet: AnySheet, dealer: int, draft: Draft, each: Ask, index: int | None) -> Board:
    """Who is out takes no bid; the last player's tricks are the rest."""
    if each.name == "bidder":
        return Board(values=_in_turn(rules, sheet, dealer))
    if each.name == "tricks":
        return _tricks_board(rules, sheet, dealer, draft, index)
    return replace(steps.usual_board(sheet.table, each), other=False)


def hints(rules: AnyRules, sheet: AnySheet, dealer: int, draft: Draft) -> tuple[Text, ...]:
    """The bid, trump, and who folds."""
    names, bidder, bid, trump = sheet.table.names, _bidder(draft), draft.get("hand.bid"), draft.get("hand.trump")
    if bidder is None or not isinstance(bid, int) or trump is None:
        return ()
    found = [_("{name} bid {bid}", name=names[bidder], bid=bid), _("trump {suit}", suit=LABELS[str(trump)])]
    if folders := [names[seat] for seat in _may_fold(rules, sheet, dealer, draft) if _folds(draft, seat)]:
        found.append(_("folded: {names}", names=both(folders)))
    return tuple(found)


def entry_of(entry: Entry, draft: Draft) -> Entry:
    """The entry of what was typed and is still asked for: who passed is said by the bidder being nobody.

    When all fold, no tricks are entered, though those of the bidder may have been typed before. That no rival has any
    tells it, for who is out has none either.
    """
    if everyone_passed(draft):
        return replace(entry, all_passed=True)
    if any(entry.folded) and not rivals(entry):
        return replace(entry, tricks=(None,) * len(entry.tricks))
    return entry


def everyone_passed(draft: Draft) -> bool:
    """Whether it was said that nobody bid."""
    return draft.get("hand.no_bidder") is True and _bidder(draft) is None


def _who_folds(rules: AnyRules, sheet: AnySheet, dealer: int, draft: Draft, seats: tuple[int, ...]) -> Step:
    """One question with a switch for each opponent who may fold, settled at once when nobody is left to stay in."""
    each, table = ASKS["folds_done"], sheet.table
    folders = [seat for seat in seats if _folds(draft, seat)]
    names = both(table.names[seat] for seat in folders)
    all_fold = not set(_in_turn(rules, sheet, dealer)) - {*folders, _bidder(draft)}
    return Step(
        declared=each,
        path=each.path(),
        title=each.label,
        stage=each.stage,
        label=each.label,
        board=Board(note=_must_play(sheet, dealer, rules, draft)),
        extras=tuple(
            Offer(
                label=_("{name}", name=table.names[seat]),
                path=ASKS["folded"].path(seat),
                value=not _folds(draft, seat),
                pressed=_folds(draft, seat),
                look="toggle",
            )
            for seat in seats
        ),
        answer=_("{names}", names=names) if folders else _("nobody") if draft.get(each.path()) is True else None,
        settled=draft.get(each.path()) is True or all_fold,
        skip=Offer(label=_("Everybody else stays in") if folders else _("Nobody folds"), path=each.path(), value=True),
    )


def _must_play(sheet: AnySheet, dealer: int, rules: AnyRules, draft: Draft) -> Text | None:
    """Who cannot fold a third time running."""
    held = [
        sheet.table.names[seat]
        for seat in _in_turn(rules, sheet, dealer)
        if seat != _bidder(draft) and _has_folded_enough(sheet, seat)
    ]
    if not held:
        return None
    return ngettext(
        "{names} has folded two hands running and stays in",
        "{names} have folded two hands running and stay in",
        len(held),
        names=both(held),
    )


def _may_fold(rules: AnyRules, sheet: AnySheet, dealer: int, draft: Draft) -> tuple[int, ...]:
    """The opponents who have the choice; who has folded already can always take it back."""
    bidder, trump = _bidder(draft), draft.get("hand.trump")
    if bidder is None or trump in (None, "spades"):
        return ()
    return tuple(
        seat
        for seat in _in_turn(rules, sheet, dealer)
        if seat != bidder and (_folds(draft, seat) or not _has_folded_enough(sheet, seat))
    )


def _stay_in(rules: AnyRules, sheet: AnySheet, dealer: int, draft: Draft) -> tuple[int, ...]:
    """Who plays for tricks: the bidder and whoever did not fold; nobody when all fold."""
    folders = {seat for seat in _may_fold(rules, sheet, dealer, draft) if _folds(draft, seat)}
    staying = tuple(seat for seat in _in_turn(rules, sheet, dealer) if seat not in folders)
    return staying if set(staying) - {_bidder(draft)} else ()


def _tricks_board(rules: AnyRules, sheet: AnySheet, dealer: int, draft: Draft, seat: int | None) -> Board:
    others = [draft.get(ASKS["tricks"].path(other)) for other in _stay_in(rules, sheet, dealer, draft) if other != seat]
    known = [tricks for tricks in others if isinstance(tricks, int)]
    left = TRICKS - sum(known)
    # Who has tricks already is being corrected, perhaps before those who have too many or too few for it.
    corrected = left < 0 or draft.get(ASKS["tricks"].path(seat)) is not None
    return Board(
        values=tuple(range((TRICKS if corrected else left) + 1)),
        likely=(left,) if len(known) == len(others) and left >= 0 else (),
        note=ngettext("{count} trick left", "{count} tricks left", left) if left >= 0 else None,
    )


def _in_turn(rules: AnyRules, sheet: AnySheet, dealer: int) -> tuple[int, ...]:
    """Who is dealt in, from the dealer's left."""
    dealt_in = rules.seats(sheet)
    return tuple(seat for seat in sheet.table.clockwise(sheet.table.after(dealer)) if seat in dealt_in)


def _has_folded_enough(sheet: AnySheet, seat: int) -> bool:
    return folds_running([hand.entry for hand in sheet.hands], seat) >= RUN


def _folds(draft: Draft, seat: int) -> bool:
    return draft.get(ASKS["folded"].path(seat)) is True


def _bidder(draft: Draft) -> int | None:
    bidder: Any = draft.get("hand.bidder")
    return bidder if isinstance(bidder, int) else None
