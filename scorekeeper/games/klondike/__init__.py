"""Klondike, scored for a group: in each round, everyone plays one deal of solitaire with their own deck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import Choice, Field, choice, number
from scorekeeper.rules.ends import outcome_after
from scorekeeper.rules.game import CardGame, Guide
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.screens import Board, Stage, Step
from scorekeeper.rules.sheet import Line, Outcome, Problem, ScoredHand, Sheet, Table
from scorekeeper.rules.statistics import HANDS, Fact, Feat, Figure, Statistics
from scorekeeper.rules.words import Amount, Text, gettext as _, ngettext, points

DECK = 52
"""The number of cards on the suit stacks needed to win. RULES.md: A round."""

PRICE, A_CARD = 52, 5
"""In Vegas scoring, the price of the deck and the points for each card on the suit stacks. RULES.md: Scoring."""

TYPED, VEGAS = "typed", "vegas"
SCORINGS = (
    Choice("cards_up", _("Cards up"), _("A point for every card.")),
    Choice(VEGAS, _("Vegas"), _("The deck costs 52 each round, and every card brings 5; this is added up.")),
    Choice(TYPED, _("Typed"), _("The points are counted elsewhere and typed; they may be less than 0.")),
)
CARDS = _("How many cards lie on this player’s suit stacks; all 52 is won.")
CARDS_UP = _("How many cards are on {name}’s suit stacks?")
POINTS = _("This player’s points of the round, where they are counted elsewhere; below 0 with a minus sign.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules. RULES.md: Scoring; The end."""

    scoring: str = choice(_("Scoring"), _("What the cards on the suit stacks are worth."), SCORINGS, default="cards_up")
    rounds: int = number(_("Rounds"), _("The game ends after so many deals."), default=1, low=1, high=200, upfront=True)


def _points_are_typed(sheet: Sheet[Options, Entry], _entry: Entry, _seat: int | None) -> bool:
    return sheet.table.options.scoring == TYPED


def _points_follow_from_cards(sheet: Sheet[Options, Entry], _entry: Entry, _seat: int | None) -> bool:
    return sheet.table.options.scoring != TYPED


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One round. Each field holds one value per seat."""

    cards: tuple[int | None, ...] = number(
        _("Cards up"),
        CARDS,
        question=CARDS_UP,
        per="player",
        high=DECK,
        stage="cards",
        needed=True,
        when=_points_follow_from_cards,
    )
    points: tuple[int | None, ...] = number(
        _("Points"),
        POINTS,
        question=_("How many points did {name} make?"),
        per="player",
        low=-9999,
        stage="points",
        needed=True,
        when=_points_are_typed,
    )


class Klondike(Rules[Options, Entry]):
    """Everyone plays alone, and nobody deals. RULES.md: A round."""

    slug = "klondike"
    name = _("Klondike")
    players = range(1, 11)
    options = Options
    entry = Entry
    has_dealer = False
    legend = (Mark(key="all_up", sign="★", label=_("all 52 cards up: won")),)

    def hand_name(self, sheet: Sheet[Options, Entry]) -> Text:
        number, rounds = len(sheet.hands) + 1, sheet.table.options.rounds
        if number > rounds:
            return _("Round {number}", number=number)
        return _("Round {number} of {rounds}", number=number, rounds=rounds)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        for seat, name in enumerate(sheet.table.names):
            if entry.points[seat] is not None and sheet.table.options.scoring != TYPED:
                message = _("The points of {name} follow from the cards; they are not typed here.", name=name)
                yield Problem(path=f"players.{seat}.points", message=message)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """RULES.md: Scoring."""
        scoring = sheet.table.options.scoring
        for seat, up in enumerate(entry.cards):
            cards, typed = up or 0, entry.points[seat] or 0
            column, mark = str(seat), "all_up" if cards == DECK else ""
            if scoring == TYPED:
                reason = _("counted elsewhere") if up is None else _("counted elsewhere; {cards}", cards=_up(cards))
                yield Line(column=column, points=points(typed), reason=reason, mark=mark)
            elif scoring == VEGAS:
                yield Line(column=column, points=points(-PRICE), reason=_("paid {price} for the deck", price=PRICE))
                reason = _("{cards}, {each} a card", cards=_up(cards), each=A_CARD)
                yield Line(column=column, points=points(A_CARD * cards), reason=reason, mark=mark)
            else:
                yield Line(column=column, points=points(cards), reason=_up(cards), mark=mark)

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """RULES.md: The end."""
        rounds = sheet.table.options.rounds
        played = ngettext("{count} round was played", "{count} rounds were played", rounds)
        return outcome_after(self, sheet, rounds, played)


class KlondikeScreen(HandScreen[Options, Entry]):
    """Asks for each player's cards. If points are entered directly, asks for those instead; the cards are optional."""

    stages = (Stage("cards", _("Cards"), watched=False), Stage("points", _("Points"), watched=False))

    def board(self, field: Field, index: int | None) -> Board:
        """Offer every number of cards, starting with all 52."""
        cards = Board(values=tuple(range(DECK + 1)), likely=(DECK,))
        return cards if field.name == "cards" else super().board(field, index)

    def make_steps(self) -> Iterator[Step]:
        """Don't ask for the cards if points are entered directly, but let players open that stage and enter them."""
        if self.table.options.scoring == TYPED:
            yield from (replace(self.step("cards", seat), settled=True) for seat in self.seats)
        yield from super().make_steps()


class KlondikeStatistics(Statistics[Options, Entry]):
    figures = (
        Figure(label=_("points a round"), key=HANDS, show="each"),
        Figure(label=_("best round"), key=HANDS, show="most"),
        Figure(label=_("cards up, of the rounds where they were written"), key="cards", show="each", of="cards"),
        Figure(label=_("rounds in which all 52 came out"), key="all_up", show="share"),
    )
    feats = (Feat(label=_("best round"), key=HANDS),)

    def facts(self, table: Table[Options], hand: ScoredHand[Entry]) -> Iterator[Fact]:
        yield from super().facts(table, hand)
        for seat, cards in enumerate(hand.entry.cards):
            if cards is not None:
                yield Fact(column=str(seat), key="cards", amount=points(cards))
            if cards == DECK:
                yield Fact(column=str(seat), key="all_up")


def _up(cards: int) -> Text:
    """Say how many cards lie on the suit stacks."""
    return _("all 52 cards up: won") if cards == DECK else ngettext("{count} card up", "{count} cards up", cards)


def _row(cards: int) -> tuple[Text, ...]:
    """Return the row of the guide's table for this number of cards."""
    return tuple(_("{n}", n=Amount(half=points(n))) for n in (cards, cards, A_CARD * cards - PRICE))


KLONDIKE = CardGame(
    rules=Klondike(),
    screen=KlondikeScreen,
    statistics=KlondikeStatistics(),
    guide=(
        Guide(
            _("A solitaire for a table"),
            _("Everybody plays Klondike with an own deck, all at the same time: one deal is a round."),
            _("When nobody can go on, all say how many cards lie on their suit stacks. All 52 is won."),
            _("After the agreed number of rounds, often just one, most points win; equal ones share the win."),
        ),
        Guide(
            _("What the cards are worth"),
            _("Cards up: a point for every card."),
            _("Vegas: the deck costs 52, and every card brings 5. From 11 cards on, a round brings something."),
            _("Typed: the points are counted elsewhere, by a program for example; cards may be left out."),
            table=((_("Cards"), _("Cards up"), _("Vegas")), *map(_row, (0, 10, 11, 25, 52))),
        ),
    ),
)
