"""Trumplestiltskin as it is typed: bidding as it happens, the Gnome, then the points.

Beside the paths of the entry a draft may hold what only helps the typing: `players.N.passed`, `hand.bidding_done`,
`hand.no_gnome` and `hand.no_trump` (skipped). They never reach the entry. Seats count from 0; bids and points taken are
whole points.
"""

from __future__ import annotations

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
from scorekeeper.rules.declaration import (
    Draft,
    Value,
    draft_from_entry,
    entry_from_draft,
    find,
    refusal,
)
from scorekeeper.rules.screens import Duty, Offer, Question, Row, Screen, Stage
from scorekeeper.rules.words import Text, TextValue, both, either, gettext as _, ngettext

TYPING_FLAGS = ("hand.bidding_done", "hand.no_gnome", "hand.no_trump")
SIGNS = {choice.value: choice.sign for choice in (*GNOMES, *SUITS)}
LABELS = {choice.value: choice.label for choice in (*GNOMES, *SUITS)}


def entry_of(table: Table[Options], draft: Draft) -> Entry:
    """The entry of a draft: a trump that does not suit the Gnome is dropped, the taker follows from the bids."""
    auction = _auction(table, draft)
    known = {path: value for path, value in draft.items() if path != "hand.taker"}
    gnome, trump = draft.get("hand.gnome"), draft.get("hand.trump")
    if gnome is not None and trump is not None and trump not in TRUMPS[str(gnome)]:
        known["hand.trump"] = None
    known["hand.all_passed"] = auction.everyone_passed
    if auction.everyone_passed:
        known = {path: value for path, value in known.items() if not path.endswith(".taken") and path != "hand.trump"}
    return entry_from_draft(Entry, known, len(table.names))


def draft_of(table: Table[Options], entry: Entry) -> dict[str, Value]:
    """The draft in which an entry is corrected: its bidding is over, and what was left out was skipped."""
    draft = draft_from_entry(entry)
    draft.pop("hand.taker", None)
    draft |= {f"players.{seat}.passed": True for seat in table.seats if entry.all_passed or entry.bid[seat] is None}
    draft["hand.bidding_done"] = True
    if entry.gnome is None:
        draft["hand.no_gnome"] = True
    if entry.gnome in JOKERS and entry.trump is None:
        draft["hand.no_trump"] = True
    return draft


def refuse(
    sheet: Sheet[Options, Entry], dealer: int, draft: Draft, path: str, value: Value, at: str = ""
) -> Text | None:
    """Why this cannot be typed now, or None. With `at` somebody opened a row, out of turn. Unknown paths: KeyError."""
    table = sheet.table
    if path in TYPING_FLAGS or path in {f"players.{seat}.passed" for seat in table.seats}:
        return None if isinstance(value, bool) else _("This is yes or no.")
    declared = find(Entry, path, len(table.names))
    if declared is None or declared.derived or declared.name == "all_passed":
        raise KeyError(path)
    if why := refusal(declared, value, len(table.names)):
        return why
    if declared.name == "bid" and isinstance(value, int):
        return _refuse_bid(table, _auction(table, draft, dealer), int(path.split(".")[1]), value, at)
    gnome = draft.get("hand.gnome")
    if declared.name == "trump" and value is not None and gnome is not None and value not in TRUMPS[str(gnome)]:
        suits = either(LABELS[suit] for suit in TRUMPS[str(gnome)])
        return _("With this Gnome trump is {suits}.", suits=suits)
    return None


def _refuse_bid(table: Table[Options], auction: Auction, seat: int, bid: int, at: str) -> Text | None:
    lowest = table.options.lowest_bid
    if bid < lowest:
        return _("The lowest bid is {lowest}.", lowest=lowest)
    for other in table.seats:
        if other != seat and auction.bids[other] == bid:
            return _(
                "{name} has bid {bid} already, and every bid is higher than all before it.",
                name=table.names[other],
                bid=bid,
            )
    holder, to_beat = auction.highest, auction.to_beat
    in_turn = not at and seat == auction.speaker
    if in_turn and holder is not None and to_beat is not None and bid < to_beat:
        return _("{name} has bid {bid}: say more, or pass.", name=table.names[holder], bid=to_beat)
    return None


def screen(
    rules: Rules[Options, Entry], sheet: Sheet[Options, Entry], dealer: int, draft: Draft, at: str = ""
) -> Screen:
    """What the hand screen shows. `at` is a stage or a path that somebody asked for."""
    auction = _auction(sheet.table, draft, dealer)
    duties = rules.duties(sheet.table, dealer, draft)
    stage = _stage(auction, draft, at)
    show = {"bidding": _bidding, "gnome": _gnome, "points": _points}[stage]
    return show(sheet.table, duties, auction, draft, at)


def _stage(auction: Auction, draft: Draft, at: str) -> str:
    if at in {"bidding", "gnome", "points"}:
        return at
    asked = {"bid": "bidding", "peeked": "bidding", "taken": "points", "gnome": "gnome", "trump": "gnome"}
    if stage := asked.get(at.rpartition(".")[2]):
        return stage
    if not auction.over:
        return "bidding"
    if auction.everyone_passed or _gnome_answered(draft):
        return "points"
    return "gnome"


def _gnome_answered(draft: Draft) -> bool:
    gnome = draft.get("hand.gnome")
    if gnome is None:
        return draft.get("hand.no_gnome") is True
    return gnome not in JOKERS or _trump(draft) is not None or draft.get("hand.no_trump") is True


def _bidding(table: Table[Options], duties: tuple[Duty, ...], auction: Auction, draft: Draft, at: str) -> Screen:
    opened = _seat_at(table, at)
    asked = auction.speaker if opened is None else opened
    rows = tuple(
        Row(
            seat=seat,
            path=f"players.{seat}.bid",
            answer=_spoken(auction, seat),
            now=seat == asked,
            done=auction.passed[seat] and seat != auction.highest,
            notes=tuple(duty.label for duty in duties if duty.seat == seat and duty.key != "leads"),
            marks=_marks(auction, draft, seat),
        )
        for seat in auction.order
    )
    question = None
    if opened is not None:
        question = _row_question(table, auction, draft, opened)
    elif asked is not None:
        question = _turn_question(table, auction, draft, asked)
    done = Offer(label=_("Bidding is done"), path="hand.bidding_done", value=True)
    return Screen(
        stage="bidding",
        title=question.title if question else _("The bidding"),
        facts=(_highest(table, auction),) if auction.highest is not None else (),
        rows=rows,
        question=question,
        steps=() if auction.over else (done,),
        stages=_stages(table, auction, draft, "bidding"),
        complete=auction.everyone_passed,
    )


def _turn_question(table: Table[Options], auction: Auction, draft: Draft, seat: int) -> Question:
    """What whoever speaks may say: pass, peek, or any higher bid."""
    path = f"players.{seat}.bid"
    least = table.options.lowest_bid if auction.to_beat is None else auction.to_beat + 1
    return Question(
        path=path,
        title=_("{name} speaks", name=table.names[seat]),
        offers=tuple(_number(path, bid) for bid in range(least, HIGHEST_SUM + 1)),
        extras=(
            Offer(label=_("Pass"), path=f"players.{seat}.passed", value=True, look="wide"),
            _peek(draft, seat),
        ),
        other=True,
    )


def _row_question(table: Table[Options], auction: Auction, draft: Draft, seat: int) -> Question:
    """A row that was tapped: the top bid, pass and peek of one player, at once and out of turn."""
    path = f"players.{seat}.bid"
    taken = {bid for other, bid in enumerate(auction.bids) if other != seat and bid is not None}
    own, passed = auction.bids[seat], auction.passed[seat]
    extras = [
        Offer(label=_("Pass"), path=f"players.{seat}.passed", value=not passed, pressed=passed, look="wide"),
        _peek(draft, seat),
    ]
    if own is not None:
        extras.append(Offer(label=_("No bid"), path=path, value=None))
    return Question(
        path=path,
        title=_("Top bid of {name}", name=table.names[seat]),
        offers=tuple(
            _number(path, bid, own) for bid in range(table.options.lowest_bid, HIGHEST_SUM + 1) if bid not in taken
        ),
        extras=tuple(extras),
        other=True,
    )


def _gnome(table: Table[Options], _duties: tuple[Duty, ...], auction: Auction, draft: Draft, at: str) -> Screen:
    gnome = draft.get("hand.gnome")
    asks_trump = gnome in JOKERS and (at == "hand.trump" or (not at and not _gnome_answered(draft)))
    question = _trump_question(draft, str(gnome)) if asks_trump else _gnome_question(draft)
    skip = Offer(label=_("Skip"), path="hand.no_trump" if asks_trump else "hand.no_gnome", value=True)
    facts = (_highest(table, auction),) if auction.highest is not None else ()
    return Screen(
        stage="gnome",
        title=question.title,
        facts=facts,
        question=question,
        steps=(skip,),
        stages=_stages(table, auction, draft, "gnome"),
    )


def _gnome_question(draft: Draft) -> Question:
    now = draft.get("hand.gnome")
    return Question(
        path="hand.gnome",
        title=_("Which card is the Gnome?"),
        offers=tuple(
            Offer(
                label=choice.label,
                path="hand.gnome",
                value=choice.value,
                pressed=choice.value == now,
                look="card",
                sign=choice.sign,
                hint=choice.help,
            )
            for choice in GNOMES
        ),
        extras=_trump_offers(draft, str(now)) if now in JOKERS else (),
    )


def _trump_question(draft: Draft, gnome: str) -> Question:
    return Question(path="hand.trump", title=_("Which suit is trump?"), offers=_trump_offers(draft, gnome))


def _trump_offers(draft: Draft, gnome: str) -> tuple[Offer, ...]:
    now = _trump(draft)
    return tuple(
        Offer(label=LABELS[suit], path="hand.trump", value=suit, pressed=suit == now, look="card", sign=SIGNS[suit])
        for suit in JOKERS[gnome]
    )


def _points(table: Table[Options], duties: tuple[Duty, ...], auction: Auction, draft: Draft, at: str) -> Screen:
    if auction.everyone_passed:
        return Screen(
            stage="points",
            title=_("Everyone passed"),
            facts=(_("Nobody scores in this hand."),),
            stages=_stages(table, auction, draft, "points"),
            complete=True,
        )
    taken = {seat: _whole(draft.get(f"players.{seat}.taken")) for seat in auction.order}
    open_seats = [seat for seat in auction.order if taken[seat] is None]
    opened = _seat_at(table, at)
    asked = opened if opened is not None else next(iter(open_seats), None)
    question = None if asked is None else _taken_question(table, draft, taken, asked)
    return Screen(
        stage="points",
        title=question.title if question else _("All points are in"),
        facts=_play_facts(table, duties, auction, draft),
        rows=tuple(
            Row(
                seat=seat,
                path=f"players.{seat}.taken",
                answer=_("{points}", points=taken[seat] or 0) if taken[seat] is not None else None,
                now=seat == asked,
                done=taken[seat] is not None,
                notes=() if auction.bids[seat] is None else (_("bid {bid}", bid=auction.bids[seat] or 0),),
                marks=_marks(auction, draft, seat),
            )
            for seat in auction.order
        ),
        question=question,
        stages=_stages(table, auction, draft, "points"),
        complete=not open_seats and auction.highest is not None,
    )


def _taken_question(table: Table[Options], draft: Draft, taken: dict[int, int | None], seat: int) -> Question:
    """The points still possible for one player; for the last one, first those that make a possible sum."""
    path = f"players.{seat}.taken"
    gnome = draft.get("hand.gnome")
    sums = possible_sums(table.options, len(table.names), str(gnome) if gnome is not None else None)
    so_far = sum(points or 0 for other, points in taken.items() if other != seat)
    last = all(points is not None for other, points in taken.items() if other != seat)
    rest = sorted(total - so_far for total in sums if total >= so_far)
    likely = rest if last else []
    most = rest[-1] if rest else 0
    return Question(
        path=path,
        title=_("Points of {name}", name=table.names[seat]),
        likely=tuple(_number(path, points, taken[seat]) for points in likely),
        offers=tuple(_number(path, points, taken[seat]) for points in range(most + 1) if points not in likely),
        note=_so_far(so_far, rest),
        other=True,
    )


def _so_far(so_far: int, rest: list[int]) -> Text:
    if not rest:
        return _("{so_far} so far: more than there can be", so_far=so_far)
    if rest[0] == rest[-1]:
        return ngettext("{so_far} so far, {count} left", "{so_far} so far, {count} left", rest[0], so_far=so_far)
    return _("{so_far} so far, {least} to {most} left", so_far=so_far, least=rest[0], most=rest[-1])


def _play_facts(table: Table[Options], duties: tuple[Duty, ...], auction: Auction, draft: Draft) -> tuple[Text, ...]:
    peekers: list[TextValue] = [
        table.names[seat] for seat in auction.order if draft.get(f"players.{seat}.peeked") is True
    ]
    trump = _trump(draft)
    facts = [_highest(table, auction)] if auction.highest is not None else []
    facts += [_("{name} leads", name=table.names[duty.seat]) for duty in duties if duty.key == "leads"]
    facts += [_("trump {sign} {suit}", sign=SIGNS[trump], suit=LABELS[trump])] if trump else []
    facts += [_("peeked: {names}", names=both(peekers))] if peekers else []
    return tuple(facts)


def _stages(table: Table[Options], auction: Auction, draft: Draft, now: str) -> tuple[Stage, ...]:
    gnome, trump = draft.get("hand.gnome"), _trump(draft)
    bidding = None
    if auction.highest is not None:
        bidding = _("{name} {bid}", name=table.names[auction.highest], bid=auction.to_beat or 0)
    if auction.everyone_passed:
        bidding = _("all passed")
    card = None
    if isinstance(gnome, str):
        card = _("{sign}", sign=SIGNS[gnome])
        if gnome in JOKERS and trump:
            card = _("{sign} {trump}", sign=SIGNS[gnome], trump=SIGNS[trump])
    return (
        Stage(key="bidding", label=_("Bids"), answer=bidding, now=now == "bidding"),
        Stage(key="gnome", label=_("Gnome"), answer=card, now=now == "gnome"),
        Stage(key="points", label=_("Points"), now=now == "points"),
    )


def _auction(table: Table[Options], draft: Draft, dealer: int | None = None) -> Auction:
    first = 0 if dealer is None else table.after(dealer)
    return read_auction(draft, table.clockwise(first))


def _highest(table: Table[Options], auction: Auction) -> Text:
    values: dict[str, TextValue] = {"name": table.names[auction.highest or 0], "bid": auction.to_beat or 0}
    return _("{name} took the bid at {bid}", **values) if auction.over else _("{name} has {bid}", **values)


def _spoken(auction: Auction, seat: int) -> Text | None:
    bid = auction.bids[seat]
    out = auction.passed[seat] and seat != auction.highest
    if bid is None:
        return _("pass") if out or auction.closed else None
    return _("{bid}, then pass", bid=bid) if out else _("{bid}", bid=bid)


def _marks(auction: Auction, draft: Draft, seat: int) -> tuple[str, ...]:
    peeked = draft.get(f"players.{seat}.peeked") is True
    return ("taker",) * (seat == auction.highest) + ("peeked",) * peeked


def _peek(draft: Draft, seat: int) -> Offer:
    path = f"players.{seat}.peeked"
    peeked = draft.get(path) is True
    return Offer(label=_("Peeked"), path=path, value=not peeked, pressed=peeked, look="toggle")


def _number(path: str, number: int, now: int | None = None) -> Offer:
    return Offer(label=_("{number}", number=number), path=path, value=number, pressed=number == now, look="number")


def _trump(draft: Draft) -> str | None:
    """The trump suit as it is shown: a nine fills in its own."""
    gnome, trump = draft.get("hand.gnome"), draft.get("hand.trump")
    suits = TRUMPS[gnome] if isinstance(gnome, str) else tuple(choice.value for choice in SUITS)
    if len(suits) == 1:
        return suits[0]
    return trump if isinstance(trump, str) and trump in suits else None


def _seat_at(table: Table[Options], at: str) -> int | None:
    """The seat whose row was opened. What a link asks for comes from outside: it may name nobody."""
    group, _dot, rest = at.partition(".")
    return next((seat for seat in table.seats if group == "players" and rest.partition(".")[0] == str(seat)), None)


def _whole(value: Value) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
