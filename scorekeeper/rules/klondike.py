"""Klondike as a group's tally: everybody plays the solitaire with an own deck, one deal a round.

The mark of its lines: all_up, all 52 cards came out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from scorekeeper.rules._so_many_hands import outcome_after
from scorekeeper.rules.base import Guide, Hand, Line, Mark, Outcome, Problem, Rules, Sheet, Table
from scorekeeper.rules.declaration import Ask, Choice, Draft, ask
from scorekeeper.rules.facts import HANDS, Fact, Feat, Figure
from scorekeeper.rules.screens import Board, Step
from scorekeeper.rules.words import Amount, Half, Text, gettext as _, ngettext, points

DECK = 52
"""All cards on the suit stacks: won. Rules page: Klondike, as a group's tally."""

PRICE = 52
A_CARD = 5
"""Vegas: what the deck costs each round, and what every card on the suit stacks brings."""

TYPED = "typed"
VEGAS = "vegas"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules, the rules page's default first."""

    scoring: str = ask(
        "cards_up",
        Ask(
            label=_("Scoring"),
            help=_("What the cards on the suit stacks are worth."),
            kind="choice",
            choices=(
                Choice(value="cards_up", label=_("Cards up"), help=_("A point for every card.")),
                Choice(
                    value=VEGAS,
                    label=_("Vegas"),
                    help=_("The deck costs 52 each round, and every card brings 5; this is added up."),
                ),
                Choice(
                    value=TYPED,
                    label=_("Typed"),
                    help=_("The points are counted elsewhere and typed; they may be less than 0."),
                ),
            ),
        ),
    )
    rounds: int = ask(
        1, Ask(label=_("Rounds"), help=_("The game ends after so many deals."), kind="number", low=1, high=200)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What came of one round. Both have one value per seat."""

    cards: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Cards up"),
            help=_("How many cards lie on this player’s suit stacks; all 52 is won."),
            kind="number",
            per="player",
            high=DECK,
            stage="cards",
            needed=True,
        ),
    )
    points: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Points"),
            help=_("This player’s points of the round, where they are counted elsewhere; below 0 with a minus sign."),
            kind="number",
            per="player",
            low=-9999,
            stage="points",
            needed=True,
        ),
    )


class Klondike(Rules[Options, Entry]):
    """Every player alone; nobody deals. Rules page: Klondike, as a group's tally."""

    slug = "klondike"
    name = _("Klondike")
    players = range(1, 11)
    has_dealer = False
    watched_stage = None
    stages: ClassVar[tuple[tuple[str, Text], ...]] = (("cards", _("Cards")), ("points", _("Points")))
    legend: ClassVar[tuple[Mark, ...]] = (Mark(key="all_up", sign="★", label=_("all 52 cards up: won")),)
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(label=_("points a round"), key=HANDS, show="each"),
        Figure(label=_("best round"), key=HANDS, show="most"),
        Figure(label=_("cards up, of the rounds where they were written"), key="cards", show="each", of="cards"),
        Figure(label=_("rounds in which all 52 came out"), key="all_up", show="share"),
    )
    feats: ClassVar[tuple[Feat, ...]] = (Feat(label=_("best round"), key=HANDS),)
    guide: ClassVar[tuple[Guide, ...]] = (
        Guide(
            heading=_("A solitaire for a table"),
            paragraphs=(
                _("Everybody plays Klondike with an own deck, all at the same time: one deal is a round."),
                _("When nobody can go on, all say how many cards lie on their suit stacks. All 52 is won."),
                _("After the agreed number of rounds, often just one, most points win; equal ones share the win."),
            ),
        ),
        Guide(
            heading=_("What the cards are worth"),
            paragraphs=(
                _("Cards up: a point for every card."),
                _("Vegas: the deck costs 52, and every card brings 5. From 11 cards on, a round brings something."),
                _("Typed: the points are counted elsewhere, by a program for example; cards may be left out."),
            ),
            table=(
                (_("Cards"), _("Cards up"), _("Vegas")),
                *(
                    (_("{n}", n=n), _("{n}", n=n), _("{points}", points=Amount(half=points(A_CARD * n - PRICE))))
                    for n in (0, 10, 11, 25, 52)
                ),
            ),
        ),
    )
    options = Options
    entry = Entry

    def asked(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft, each: Ask, index: int | None) -> bool:
        """Points are only typed where the house counts them elsewhere."""
        return each.name == "cards" or sheet.table.options.scoring == TYPED

    def board(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft, each: Ask, index: int | None) -> Board:
        """Every number of cards, all of them first."""
        if each.name == "cards":
            return Board(values=tuple(range(DECK + 1)), likely=(DECK,))
        return super().board(sheet, dealer, draft, each, index)

    def steps(self, sheet: Sheet[Options, Entry], dealer: int, draft: Draft) -> Iterator[Step]:
        """With typed points the cards need not be known: they wait in their own part of the screen."""
        typed = sheet.table.options.scoring == TYPED
        for step in super().steps(sheet, dealer, draft):
            yield replace(step, settled=True) if typed and step.declared.name == "cards" else step

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        """What must be there, and what must not, by the way of scoring."""
        for seat, name in enumerate(sheet.table.names):
            if sheet.table.options.scoring == TYPED:
                if entry.points[seat] is None:
                    message = _("The points of {name} are missing; none is written 0.", name=name)
                    yield Problem(path=f"players.{seat}.points", message=message)
                continue
            if entry.cards[seat] is None:
                message = _("The cards of {name} are missing; none is written 0.", name=name)
                yield Problem(path=f"players.{seat}.cards", message=message)
            if entry.points[seat] is not None:
                message = _("The points of {name} follow from the cards; they are not typed here.", name=name)
                yield Problem(path=f"players.{seat}.points", message=message)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """Rules page: points = cards; −52 + 5 × cards; or what was typed."""
        scoring = sheet.table.options.scoring
        for seat in sheet.table.seats:
            cards, typed = entry.cards[seat], entry.points[seat] or 0
            column, mark = str(seat), "all_up" if cards == DECK else ""
            if scoring == TYPED:
                reason = _("counted elsewhere") if cards is None else _("counted elsewhere; {cards}", cards=_up(cards))
                yield Line(column=column, points=points(typed), reason=reason, mark=mark)
            elif scoring == VEGAS:
                yield Line(column=column, points=points(-PRICE), reason=_("paid {price} for the deck", price=PRICE))
                reason = _("{cards}, {each} a card", cards=_up(cards or 0), each=A_CARD)
                yield Line(column=column, points=points(A_CARD * (cards or 0)), reason=reason, mark=mark)
            else:
                yield Line(column=column, points=points(cards or 0), reason=_up(cards or 0), mark=mark)

    def facts(self, table: Table[Options], hand: Hand[Entry]) -> Iterator[Fact]:
        """Beyond the points: the cards that came up, where they were written, and that all did."""
        yield from super().facts(table, hand)
        for seat, cards in enumerate(hand.entry.cards):
            if cards is not None:
                yield Fact(column=str(seat), key="cards", amount=points(cards))
            if cards == DECK:
                yield Fact(column=str(seat), key="all_up", amount=Half(0))

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """The game ends after `rounds` rounds; most points win, equal share."""
        rounds = sheet.table.options.rounds
        played = ngettext("{count} round was played", "{count} rounds were played", rounds)
        return outcome_after(self, sheet, rounds, played)


def _up(cards: int) -> Text:
    """How many cards lie on the suit stacks."""
    return _("all 52 cards up: won") if cards == DECK else ngettext("{count} card up", "{count} cards up", cards)
