"""Trumplestiltskin as it is typed: bidding as it happens, the Gnome, then the points.

Beside the paths of the entry a draft may hold what only helps the typing: `players.N.passed`, `hand.bidding_done`,
`hand.no_gnome` and `hand.no_trump` (skipped). They never reach the entry. Seats count from 0; bids and points taken are
whole points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.rules import steps
from scorekeeper.rules._auction import Auction, read_auction
from scorekeeper.rules._suits import SUITS
from scorekeeper.rules._trumplestiltskin_cards import (
    GNOMES,
    HIGHEST_SUM,
    JOKERS,
    TRUMPS,
    Entry,
    Options,
    possible_sums,
)
from scorekeeper.rules.base import Rules, Sheet, Table
from scorekeeper.rules.declaration import Ask, Draft, Value, ask, asks
from scorekeeper.rules.screens import Board, Offer, Step
from scorekeeper.rules.words import Text, TextValue, both, either, gettext as _, ngettext

AnyRules = Rules[Options, Entry]
AnySheet = Sheet[Options, Entry]
STAGES = (("bidding", _("Bids")), ("gnome", _("Gnome")), ("points", _("Points")))
SIGNS = {choice.value: choice.sign for choice in (*GNOMES, *SUITS)}
LABELS = {choice.value: choice.label for choice in (*GNOMES, *SUITS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """What is tapped as the bidding goes on, beside the bids."""

    passed: tuple[bool, ...] = ask((), Ask(label=_("Pass"), kind="flag", per="player", stage="bidding"))
    bidding_done: bool = ask(False, Ask(label=_("Bidding is done"), kind="flag", stage="bidding"))


ASKS: dict[str, Ask] = {each.name: each for each in (*asks(Typing), *asks(Entry))}


def steps_of(rules: AnyRules, sheet: AnySheet, dealer: int, draft: Draft) -> Iterator[Step]:
    """Everybody's top bid, of whom one speaks now; the Gnome, with trump after a Joker; the points of everybody."""
    auction = _auction(sheet.table, dealer, draft)
    bidding = [_bid(rules, sheet, dealer, draft, auction, seat) for seat in auction.order]
    gnome = steps.step(rules, sheet, dealer, draft, ASKS["gnome"], None)
    gnome = replace(gnome, title=_("Which card is the Gnome?"))
    if auction.everyone_passed:
        # The Gnome may be given and need not be; what is looked at in the end is the bidding.
        yield replace(gnome, settled=True)
        yield from bidding
        return
    yield from bidding
    yield gnome
    if draft.get("hand.gnome") in JOKERS:
        yield _trump(rules, sheet, dealer, draft)
    for seat in auction.order:
        yield _taken(rules, sheet, dealer, draft, auction, seat)


def board(table: Table[Options], draft: Draft, each: Ask, seat: int | None) -> Board:
    """What may be answered: bids that nobody else has, the suits of a Joker, points that are still possible."""
    match each.name:
        case "bid":
            others = {draft.get(each.path(other)) for other in table.seats if other != seat}
            bids = range(table.options.lowest_bid, HIGHEST_SUM + 1)
            return Board(values=tuple(bid for bid in bids if bid not in others), other=True)
        case "trump":
            return Board(values=TRUMPS[str(draft.get("hand.gnome"))])
        case "taken":
            return _taken_board(table, draft, each, seat)
    return steps.usual_board(table, each)


def hints(rules: AnyRules, table: Table[Options], dealer: int, draft: Draft) -> tuple[Text, ...]:
    """Who has the highest bid; once the bidding is over who leads, what is trump and who peeked."""
    auction = _auction(table, dealer, draft)
    if auction.everyone_passed:
        return (_("Everyone passed: nobody scores in this hand."),)
    if auction.highest is None:
        return ()
    values: dict[str, TextValue] = {"name": table.names[auction.highest], "bid": auction.to_beat or 0}
    if not auction.over:
        return (_("{name} has {bid}", **values),)
    facts = [_("{name} took the bid at {bid}", **values)]
    facts += [
        _("{name} leads", name=table.names[duty.seat])
        for duty in rules.duties(table, dealer, draft)
        if duty.key == "leads"
    ]
    if trump := trump_of(draft):
        facts.append(_("trump {sign} {suit}", sign=SIGNS[trump], suit=LABELS[trump]))
    if peekers := [table.names[seat] for seat in auction.order if _peeked(draft, seat)]:
        facts.append(_("peeked: {names}", names=both(peekers)))
    return tuple(facts)


def known(table: Table[Options], draft: Draft) -> dict[str, Text]:
    """The highest bid, and the Gnome with its trump by their signs."""
    auction, gnome, trump = _auction(table, 0, draft), draft.get("hand.gnome"), trump_of(draft)
    found: dict[str, Text] = {}
    if auction.everyone_passed:
        found["bidding"] = _("all passed")
    elif auction.highest is not None:
        found["bidding"] = _("{name} {bid}", name=table.names[auction.highest], bid=auction.to_beat or 0)
    if isinstance(gnome, str):
        found["gnome"] = _("{sign}", sign=SIGNS[gnome])
        if gnome in JOKERS and trump:
            found["gnome"] = _("{sign} {trump}", sign=SIGNS[gnome], trump=SIGNS[trump])
    return found


def told(table: Table[Options], asked: Draft, draft: Draft) -> dict[str, Value]:
    """What an entry knows of a draft: what is `asked` for, that all passed, and a trump that came without a question.

    Such a trump is a recorded one that a nine or a Gnome left out has: the sheet keeps what was typed. One that does
    not suit the Gnome is dropped.
    """
    auction, trump, gnome = _auction(table, 0, draft), draft.get("hand.trump"), draft.get("hand.gnome")
    suits = gnome is None or trump in TRUMPS[str(gnome)]
    kept = None if auction.everyone_passed or not suits else trump
    return {**asked, "hand.trump": kept, "hand.all_passed": auction.everyone_passed}


def refuse(table: Table[Options], dealer: int, draft: Draft, path: str, value: Value, at: str) -> Text | None:
    """Why a bid or a trump cannot be, in the words of the table. With `at` somebody opened a row, out of turn."""
    if path == "hand.trump" and draft.get("hand.gnome") in JOKERS and value in LABELS:
        suits = TRUMPS[str(draft.get("hand.gnome"))]
        if value not in suits:
            return _("With this Gnome trump is {suits}.", suits=either(LABELS[suit] for suit in suits))
        return None
    seat = next((seat for seat in table.seats if path == ASKS["bid"].path(seat)), None)
    if seat is None or not isinstance(value, int) or isinstance(value, bool):
        return None
    auction = _auction(table, dealer, draft)
    if value < table.options.lowest_bid:
        return _("The lowest bid is {lowest}.", lowest=table.options.lowest_bid)
    for other in table.seats:
        if other != seat and auction.bids[other] == value:
            return _(
                "{name} has bid {bid} already, and every bid is higher than all before it.",
                name=table.names[other],
                bid=value,
            )
    holder, to_beat = auction.highest, auction.to_beat
    in_turn = not at and seat == auction.speaker
    if in_turn and holder is not None and to_beat is not None and value < to_beat:
        return _("{name} has bid {bid}: say more, or pass.", name=table.names[holder], bid=to_beat)
    return None


def trump_of(draft: Draft) -> str | None:
    """The trump suit as it is shown: a nine fills in its own."""
    gnome, trump = draft.get("hand.gnome"), draft.get("hand.trump")
    suits = TRUMPS[gnome] if isinstance(gnome, str) else tuple(choice.value for choice in SUITS)
    if len(suits) == 1:
        return suits[0]
    return trump if isinstance(trump, str) and trump in suits else None


def _bid(rules: AnyRules, sheet: AnySheet, dealer: int, draft: Draft, auction: Auction, seat: int) -> Step:
    """The top bid of a player, with pass and peek: whose turn it is raises; any row can be opened out of turn."""
    table, said = sheet.table, _said(draft, auction, seat)
    done = Offer(label=ASKS["bidding_done"].label, path=ASKS["bidding_done"].path(), value=True)
    none = Offer(label=_("No bid"), path=ASKS["bid"].path(seat), value=None)
    duties = [duty for duty in rules.duties(table, dealer, draft) if duty.seat == seat and duty.key != "leads"]
    opened = replace(
        steps.step(rules, sheet, dealer, draft, ASKS["bid"], seat),
        title=_("Top bid of {name}", name=table.names[seat]),
        extras=said if auction.bids[seat] is None else (*said, none),
        answer=_spoken(auction, seat),
        settled=auction.over or (auction.passed[seat] and seat != auction.highest),
        skip=None if auction.over else done,
        notes=tuple(duty.label for duty in duties),
        marks=_marks(auction, draft, seat),
    )
    if seat != auction.speaker:
        return opened
    least = table.options.lowest_bid if auction.to_beat is None else auction.to_beat + 1
    return replace(
        opened,
        title=_("{name} speaks", name=table.names[seat]),
        offers=tuple(offer for offer in opened.offers if isinstance(offer.value, int) and offer.value >= least),
        extras=said,
        turn=True,
        opened=opened,
    )


def _said(draft: Draft, auction: Auction, seat: int) -> tuple[Offer, Offer]:
    """What a player may say or do beside bidding."""
    (passes, passed), (peeks, peeked) = (ASKS["passed"], auction.passed[seat]), (ASKS["peeked"], _peeked(draft, seat))
    return (
        Offer(label=passes.label, path=passes.path(seat), value=not passed, pressed=passed, look="wide"),
        Offer(label=peeks.label, path=peeks.path(seat), value=not peeked, pressed=peeked, look="toggle"),
    )


def _trump(rules: AnyRules, sheet: AnySheet, dealer: int, draft: Draft) -> Step:
    """The suit of a Joker, asked again where it was said of another Gnome."""
    trump = steps.step(rules, sheet, dealer, draft, ASKS["trump"], None)
    return replace(trump, title=_("Which suit is trump?"), answer=trump.answer if trump.settled else None)


def _taken(rules: AnyRules, sheet: AnySheet, dealer: int, draft: Draft, auction: Auction, seat: int) -> Step:
    taken, bid = steps.step(rules, sheet, dealer, draft, ASKS["taken"], seat), auction.bids[seat]
    return replace(
        taken,
        title=_("Points of {name}", name=sheet.table.names[seat]),
        settled=draft.get(taken.path) is not None,
        skip=None,
        notes=() if bid is None else (_("bid {bid}", bid=bid),),
        marks=_marks(auction, draft, seat),
    )


def _taken_board(table: Table[Options], draft: Draft, each: Ask, seat: int | None) -> Board:
    """The points still possible for one player; for the last one, first those that make a possible sum."""
    gnome = draft.get("hand.gnome")
    sums = possible_sums(table.options, len(table.names), str(gnome) if gnome is not None else None)
    others = [draft.get(each.path(other)) for other in table.seats if other != seat]
    known = [points for points in others if isinstance(points, int)]
    rest = sorted(total - sum(known) for total in sums if total >= sum(known))
    return Board(
        values=tuple(range(rest[-1] + 1 if rest else 1)),
        likely=tuple(rest) if len(known) == len(others) else (),
        note=_so_far(sum(known), rest),
        other=True,
    )


def _so_far(so_far: int, rest: list[int]) -> Text:
    if not rest:
        return _("{so_far} so far: more than there can be", so_far=so_far)
    if rest[0] == rest[-1]:
        return ngettext("{so_far} so far, {count} left", "{so_far} so far, {count} left", rest[0], so_far=so_far)
    return _("{so_far} so far, {least} to {most} left", so_far=so_far, least=rest[0], most=rest[-1])


def _auction(table: Table[Options], dealer: int, draft: Draft) -> Auction:
    return read_auction(draft, table.clockwise(table.after(dealer)))


def _spoken(auction: Auction, seat: int) -> Text | None:
    bid = auction.bids[seat]
    out = auction.passed[seat] and seat != auction.highest
    if bid is None:
        return _("pass") if out or auction.closed else None
    return _("{bid}, then pass", bid=bid) if out else _("{bid}", bid=bid)


def _marks(auction: Auction, draft: Draft, seat: int) -> tuple[str, ...]:
    return ("taker",) * (seat == auction.highest) + ("peeked",) * _peeked(draft, seat)


def _peeked(draft: Draft, seat: int) -> bool:
    return draft.get(ASKS["peeked"].path(seat)) is True
