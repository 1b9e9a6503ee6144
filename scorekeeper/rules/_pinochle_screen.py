"""The hand screen of Pinochle: who bid what, the melds, and one count of the tricks, from which the rest follows.

The melds are typed as a total of each side. A tap on a partner's line opens the table of melds for that hand of cards;
what the hands make together is then the likely total.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.rules import steps
from scorekeeper.rules._pinochle_cards import (
    COUNTERS,
    LOWEST_BID,
    NO_MARRIAGE,
    SIDES,
    STEPS_FROM,
    Entry,
    Options,
)
from scorekeeper.rules._suits import SUITS
from scorekeeper.rules.declaration import Ask, Draft, Value, draft_from_entry
from scorekeeper.rules.screens import Board, Offer, Step
from scorekeeper.rules.words import Text, gettext as _, ngettext

if TYPE_CHECKING:
    from scorekeeper.rules.base import Rules, Sheet, Table

CALL = "hand.call"
LAST_TRICK = "sides.0.last_trick"
"""Asked once, of the first side: if it did not take the last trick, the other did."""

BIDS = (*range(LOWEST_BID, STEPS_FROM + 1), *range(STEPS_FROM + 5, 101, 5))
"""The bids with a button of their own; any other is typed."""


def steps_of(rules: Rules[Options, Entry], sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> Iterator[Step]:
    """The bidding, then for each side its meld, then the tricks; without a marriage only the bidding."""
    declared = {(each.per, each.key): each for each in rules.asks()}

    def step(each: Ask, index: int | None = None) -> Step:
        return steps.step(rules, sheet, dealer, draft, each, index)

    yield step(declared["hand", "bidder"])
    yield step(declared["hand", "bid"])
    yield step(declared["hand", "call"])
    if draft.get(CALL) == NO_MARRIAGE:
        return
    for side, seats in enumerate(SIDES):
        for seat in seats:
            yield _hand(step(declared["player", "meld"], seat), draft, seats)
        yield _total(step(declared["side", "meld"], side), draft, seats)
    for side in range(len(SIDES)):
        yield step(declared["side", "counters"], side)
    yield _last_trick(step(declared["side", "last_trick"], 0), sheet.table)


def board(table: Table[Options], draft: Draft, each: Ask, index: int | None) -> Board:
    """The usual buttons, and what follows from what is typed already as the likely answer."""
    match each.per, each.key:
        case "hand", "bid":
            return Board(values=BIDS, other=True)
        case "side", "meld":
            total = by_hands(draft, SIDES[index or 0])
            return Board(likely=() if total is None else (total,), other=True)
        case "side", "counters":
            other = draft.get(f"sides.{1 - (index or 0)}.counters")
            if not isinstance(other, int):
                return Board(values=tuple(range(COUNTERS + 1)))
            note = ngettext("{count} of {all} is left", "{count} of {all} are left", COUNTERS - other, all=COUNTERS)
            return Board(likely=(COUNTERS - other,), other=True, note=note)
        case "player", "meld":
            return Board(other=True)
    return steps.usual_board(table, each)


def hints(table: Table[Options], dealer: int, draft: Draft) -> tuple[Text, ...]:
    """Who bids first; then who bid what, what is trump, and what the bidding side still needs in tricks."""
    bidder, bid, call = draft.get("hand.bidder"), draft.get("hand.bid"), draft.get(CALL)
    found: list[Text] = []
    if bidder is None:
        found.append(_("{name} bids first", name=table.names[table.after(dealer)]))
    if isinstance(bidder, int):
        name = table.names[bidder]
        found.append(
            _("{name} bid {bid}", name=name, bid=bid) if isinstance(bid, int) else _("{name} has the bid", name=name)
        )
    found += [_("trump {sign} {suit}", sign=suit.sign, suit=suit.label) for suit in SUITS if suit.value == call]
    if isinstance(bidder, int) and isinstance(bid, int):
        seats = next(seats for seats in SIDES if bidder in seats)
        meld = draft.get(f"sides.{SIDES.index(seats)}.meld")
        if isinstance(meld, int) and meld < bid and call != NO_MARRIAGE:
            side = steps.side_label(table, seats)
            found.append(_("{side} need {points} in tricks", side=side, points=bid - meld))
    return tuple(found)


def by_hands(draft: Draft, seats: tuple[int, ...]) -> int | None:
    """What the melds of the partners make together, or None while they are not both counted."""
    counted = [meld for seat in seats if isinstance(meld := draft.get(f"players.{seat}.meld"), int)]
    return sum(counted) if len(counted) == len(seats) else None


def told(known: Draft) -> dict[str, Value]:
    """What an entry knows of a draft: trump and its absence apart, and the last trick for both sides."""
    draft = dict(known)
    call = draft.pop(CALL, None)
    if call == NO_MARRIAGE:
        draft["hand.no_marriage"] = True
    elif call is not None:
        draft["hand.trump"] = call
    if draft.get(LAST_TRICK) is not None:
        draft["sides.1.last_trick"] = not draft[LAST_TRICK]
    return draft


def draft_of(entry: Entry) -> dict[str, Value]:
    """The draft in which an entry is corrected: as if it had just been typed."""
    draft = draft_from_entry(entry)
    trump, no_marriage = draft.pop("hand.trump", None), draft.pop("hand.no_marriage", False)
    if no_marriage or trump is not None:
        draft[CALL] = NO_MARRIAGE if no_marriage else trump
    if draft.pop("sides.1.last_trick", None):
        draft[LAST_TRICK] = False
    return draft


def _hand(step: Step, draft: Draft, seats: tuple[int, ...]) -> Step:
    """The hand of one partner: counted where somebody asks for it, and then the other's too."""
    counting = any(draft.get(f"players.{seat}.meld") is not None for seat in seats)
    return replace(step, settled=step.settled or not counting, skip=None, notes=(_("by the cards"),))


def _total(step: Step, draft: Draft, seats: tuple[int, ...]) -> Step:
    """The total of a side; where the counted hands make another, its line says so."""
    total, typed = by_hands(draft, seats), draft.get(step.path)
    differs = typed is not None and total is not None and total != typed
    return replace(step, notes=(_("the hands make {total}", total=total or 0),) if differs else ())


def _last_trick(step: Step, table: Table[Options]) -> Step:
    """One question with the sides as its answers."""
    labels = {True: steps.side_label(table, SIDES[0]), False: steps.side_label(table, SIDES[1])}

    def named(offer: Offer) -> Offer:
        return replace(offer, label=labels[offer.value is True])

    answer = next((labels[offer.value is True] for offer in step.offers if offer.pressed), None)
    label = step.declared.label
    return replace(step, title=label, label=label, offers=tuple(map(named, step.offers)), answer=answer, notes=())
