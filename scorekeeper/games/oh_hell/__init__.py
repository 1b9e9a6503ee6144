"""Oh Hell: everyone bids how many tricks they will take and tries to take exactly that many. RULES.md has the rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import Choice, Field, Value, choice, flag, number, text
from scorekeeper.rules.game import CardGame, Guide, Need
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Column, Line, Problem, Sheet, Table
from scorekeeper.rules.statistics import Figure, Statistics
from scorekeeper.rules.steps import Board, Stage, rest_board
from scorekeeper.rules.text import Half, Text, gettext as _, ngettext, pgettext, points

MOST = 17  # No hand has more cards, whatever is left of two packs. RULES.md: The hands.
TURNED, ORDER = "turned", "order"
COURSES = (
    Choice("up_down", _("Up and down")),
    Choice("up", _("Up")),
    Choice("down_up", _("Down and up")),
    Choice("down", _("Down")),
)
TRUMPS = (
    Choice(TURNED, _("Turned up after the deal")),
    Choice("while_left", _("Turned up if a card is left")),
    Choice(ORDER, _("In an agreed order")),
    Choice("dealer", _("Named by the dealer")),
    Choice("bidder", _("Named by the highest bidder")),
    Choice("fixed", _("Always the same, or no trump")),
)
MISSES = (
    Choice("nothing", _("Nothing")),
    Choice("tricks", _("The tricks")),
    Choice("difference", _("Minus the difference")),
)
TAKEN = _("The tricks this player took.")
TRUMP = _("If a card must be left to turn up, four players get at most 12 cards each, otherwise 13.")
SUITS_HELP = _("Such as: hearts, clubs, diamonds, spades, none. Each hand says which it is.")
MISSED = _("What a missed bid scores: nothing, 1 per trick, or minus 1 for each trick over or under.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    course: str = choice(_("Hands"), _("From one card each to the largest hand."), COURSES, default="up_down")
    two_packs: bool = flag(_("Two packs"), _("You play with 104 cards."))
    trump: str = choice(_("Trump"), TRUMP, TRUMPS, default=TURNED)
    suits: str = text(_("Order of trump"), SUITS_HELP, high=100, applies=lambda options: options.trump == ORDER)
    largest: int | None = number(_("Largest hand"), _("Cards each; blank for all the deck allows."), low=1, high=MOST)
    made: int = number(_("Made bid"), _("What a made bid scores, besides 1 per trick."), default=10, low=1, high=100)
    missed: str = choice(_("Missed bid"), MISSED, MISSES, default="nothing")
    even: bool = flag(_("Even bids"), _("The dealer may make the bids add up to the tricks."))


EACH: dict[str, Any] = {"per": "player", "high": MOST, "needed": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    bid: tuple[int | None, ...] = number(
        _("Bid"), _("The tricks this player bid."), question=_("What does {name} bid?"), stage="bids", **EACH
    )
    tricks: tuple[int | None, ...] = number(
        _("Tricks"), TAKEN, question=_("How many tricks did {name} take?"), stage="tricks", **EACH
    )


def worth(options: Options, bid: int, taken: int) -> int:
    """Return the points for a bid and the tricks taken. RULES.md: Scoring."""
    missed = {"nothing": 0, "tricks": taken, "difference": -abs(bid - taken)}[options.missed]
    return options.made + taken if bid == taken else missed


class OhHell(Rules[Options, Entry]):
    slug = "oh_hell"
    name = _("Oh Hell")
    players = range(3, 11)
    options = Options
    entry = Entry
    legend = (Mark(key="exact", sign="=", label=_("made the bid exactly"), word=_("made it")),)

    def refuse_table(self, table: Table[Options]) -> Problem | None:
        deck = self.most_cards(table)
        why = _("With {players} players, there are at most {cards} cards each.", players=len(table.names), cards=deck)
        return Problem("largest", why) if (table.options.largest or 0) > deck else None

    def most_cards(self, table: Table[Options]) -> int:
        """Return the number of cards that can be dealt to each player. RULES.md: The hands."""
        cards = 104 if table.options.two_packs else 52
        return min((cards - (table.options.trump == TURNED)) // len(table.names), MOST)

    def course(self, table: Table[Options]) -> tuple[int, ...]:
        """Return how many cards each player is dealt in each hand of the game. RULES.md: The hands."""
        deck, largest = self.most_cards(table), table.options.largest
        up = tuple(range(1, min(largest or deck, deck) + 1))
        down = up[::-1]
        return {"up": up, "up_down": up + down[1:], "down_up": down + up[1:], "down": down}[table.options.course]

    def cards(self, sheet: Sheet[Options, Entry]) -> int:
        """Return the number of cards per player in the next hand; after the end, in the last one. RULES.md: The end."""
        return self.course(sheet.table)[: len(sheet.hands) + 1][-1]

    def trump(self, sheet: Sheet[Options, Entry]) -> str:
        """Return what is trump in the next hand, or "" if no order was typed. RULES.md: Trump."""
        suits = [suit.strip() for suit in sheet.table.options.suits.split(",") if suit.strip()]
        return suits[len(sheet.hands) % len(suits)] if suits else ""

    def refused(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> dict[Value, Text]:
        """Map the bid that the dealer may not make, if any, to the reason. RULES.md: Bids and tricks."""
        others = [bid for seat, bid in enumerate(entry.bid) if seat != dealer]
        left = self.cards(sheet) - sum(filter(None, others))
        why = _("The dealer can’t bid {bid}: the bids would come out even.", bid=left)
        return {} if sheet.table.options.even or None in others or left < 0 else {left: why}

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        cards, won = self.cards(sheet), sum(filter(None, entry.tricks))
        for seat in (seat for seat, bid in enumerate(entry.bid) if (bid or 0) > cards):
            yield Problem(f"players.{seat}.bid", _("Nobody can bid more than {cards}.", cards=cards))
        if why := self.refused(sheet, dealer, entry).get(entry.bid[dealer]):
            yield Problem(f"players.{dealer}.bid", why)
        if None not in entry.tricks and won != cards:
            yield Problem("players", _("The tricks add up to {sum}, not {all}.", sum=won, all=cards))

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        for seat in sheet.table.seats:
            bid, taken = entry.bid[seat] or 0, entry.tricks[seat] or 0
            reason, mark = _("bid {bid}, took {taken}", bid=bid, taken=taken), "exact" if bid == taken else ""
            yield Line(str(seat), points(worth(sheet.table.options, bid, taken)), reason, mark)

    def length(self, table: Table[Options]) -> int:
        return len(self.course(table))


class OhHellScreen(HandScreen[Options, Entry]):
    rules: OhHell
    stages = (Stage("bids", _("Bids")), Stage("tricks", _("Tricks")))

    def board(self, field: Field, index: int | None) -> Board:
        cards, refused = self.rules.cards(self.before), self.rules.refused(self.before, self.dealer, self.so_far)
        if field.name == "tricks":
            known = [taken for seat, taken in enumerate(self.so_far.tricks) if seat != index]
            return rest_board([cards], known, highest=cards if field.path(index) in self.answers else None, other=False)
        return Board(values=tuple(range(cards + 1)), refused=refused if index == self.dealer else {})

    def hints(self) -> tuple[Text, ...]:
        cards = ngettext("{count} card each", "{count} cards each", self.rules.cards(self.before))
        suit = self.rules.trump(self.before)
        bids = _("{total} bid", total=sum(filter(None, self.so_far.bid)))
        return (cards, *([_("trump: {suit}", suit=suit)] if suit else ()), bids)


def needs(screen: OhHellScreen, column: Column) -> Iterator[Need]:
    """Yield what makes a player's bid and, in the last hand, whether that wins. RULES.md: What a player needs."""
    sheet, bids, tricks, options = screen.before, screen.so_far.bid, screen.so_far.tricks, screen.table.options
    seat = column.seats[0]
    bid, others = bids[seat], [other for other in screen.table.seats if other != seat]
    left = screen.rules.cards(sheet) - sum(tricks[other] or 0 for other in others)
    unknown = sum(tricks[other] is None for other in others)
    if bid is None or tricks[seat] is not None or left < 0:
        return
    if bid > left or (bid < left and not unknown):
        yield Need(points(bid), _("is the bid, and out of reach"))
        return
    gain = worth(options, bid, bid)
    exactly = ngettext("trick exactly", "tricks exactly", bid)
    yield Need(points(bid), exactly, _("makes the bid, for {gain} points", gain=gain))
    if len(sheet.hands) + 1 < screen.rules.length(screen.table) or None in bids:
        return
    # A player may take any of the other tricks unless everyone else's are known.
    rest = range(left - bid if unknown == 1 else 0, left - bid + 1)
    most = max(
        sheet.totals[str(other)] + points(worth(options, bids[other] or 0, taken))
        for other in others
        for taken in (rest if tricks[other] is None else (tricks[other] or 0,))
    )
    total = Half(sheet.totals[column.key] + points(gain))
    if total >= most:
        aim = _("in all wins the game") if total > most else _("in all wins or shares the win")
        yield Need(total, aim, _("whatever the others do"))


class OhHellStatistics(Statistics[Options, Entry]):
    marks = ("exact",)
    numbers = ("bid",)
    figures = (
        Figure(label=_("Bids made exactly"), key="exact", show="share"),
        Figure(label=_("Average bid"), key="bid", show="each"),
    )


GUIDE = Guide(
    _("How to play"),
    _("The first hand has one card each, the next two, and so on up to the largest hand and back down to one."),
    _("The next card is turned up for trump. House rules have other ways, and two packs for a large table."),
    _("Bid how many tricks you’ll take. The dealer bids last, and can’t make the bids come out even."),
    _("Make your bid exactly, and score 10 plus 1 per trick; miss it, and score nothing. The highest total wins."),
    table=((_("Bid"), _("Took"), _("Points")), (_("2"), _("2"), _("12")), (_("2"), _("3"), _("0"))),
)
OH_HELL = CardGame(
    rules=OhHell(),
    screen=OhHellScreen,
    statistics=OhHellStatistics(),
    also=(
        pgettext("game", "Oh Pshaw"),
        pgettext("game", "Blackout"),
        pgettext("game", "Elevator"),
        pgettext("game", "Up and Down the River"),
        pgettext("game", "Nomination Whist"),
    ),
    guide=(GUIDE,),
    needs=needs,
)
