"""Klondike, scored for a group: in each round, everyone plays one deal of solitaire with their own deck."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import Choice, Field, choice, number
from scorekeeper.rules.ends import best_after
from scorekeeper.rules.game import CardGame, Guide
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Line, Outcome, Problem, Sheet
from scorekeeper.rules.statistics import HANDS, Feat, Figure, Statistics
from scorekeeper.rules.steps import Board, Stage, Step
from scorekeeper.rules.text import Amount, Text, gettext as _, ngettext, pgettext, points

DECK = 52
# In Vegas scoring, the price of the deck and the points for each card on the foundations. RULES.md: Scoring.
PRICE, A_CARD = 52, 5
TYPED, VEGAS = "typed", "vegas"
SCORINGS = (Choice("cards_up", _("Cards up")), Choice(VEGAS, _("Vegas")), Choice(TYPED, _("Enter points")))
SCORING = _("Cards up: 1 point per card. Vegas: pay 52 each round, and get 5 back per card.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    scoring: str = choice(_("Scoring"), SCORING, SCORINGS, default="cards_up")
    rounds: int = number(_("Rounds"), _("How many rounds you play."), default=1, low=1, high=200, upfront=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    cards: tuple[int | None, ...] = number(
        _("Cards up"),
        _("How many cards are on this player’s foundations; all 52 is a win."),
        question=_("How many cards are on {name}’s foundations?"),
        per="player",
        high=DECK,
        stage="cards",
        needed=_("unless points are entered"),
        when=lambda sheet, *_rest: sheet.table.options.scoring != TYPED,
    )
    points: tuple[int | None, ...] = number(
        _("Points"),
        _("This player’s points for the round; they can be negative."),
        question=_("How many points did {name} score?"),
        per="player",
        low=-9999,
        stage="points",
        needed=_("if points are entered"),
        when=lambda sheet, *_rest: sheet.table.options.scoring == TYPED,
    )


class Klondike(Rules[Options, Entry]):
    """Everyone plays alone, and nobody deals. RULES.md: A round."""

    slug = "klondike"
    name = _("Klondike")
    players = range(1, 11)
    options = Options
    entry = Entry
    has_dealer = False
    legend = (Mark(key="all_up", sign="52", label=_("all 52 cards up")),)

    def hand_name(self, sheet: Sheet[Options, Entry]) -> Text:
        number, rounds = len(sheet.hands) + 1, sheet.table.options.rounds
        if number > rounds:
            return _("round {number}", number=number)
        return _("round {number} of {rounds}", number=number, rounds=rounds)

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        for seat, name in enumerate(sheet.table.names):
            if entry.points[seat] is not None and sheet.table.options.scoring != TYPED:
                message = _("{name}’s points come from the cards; don’t enter them.", name=name)
                yield Problem(f"players.{seat}.points", message)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """RULES.md: Scoring."""
        scoring = sheet.table.options.scoring
        for seat, up in enumerate(entry.cards):
            cards, typed = up or 0, entry.points[seat] or 0
            column, mark = str(seat), "all_up" if cards == DECK else ""
            if scoring == TYPED:
                reason = _("points as entered") if up is None else _("points as entered; {cards}", cards=_up(cards))
                yield Line(column, points(typed), reason, mark)
            elif scoring == VEGAS:
                yield Line(column, points(-PRICE), _("paid {price} for the deck", price=PRICE))
                reason = _("{cards}, {each} each", cards=_up(cards), each=A_CARD)
                yield Line(column, points(A_CARD * cards), reason, mark)
            else:
                yield Line(column, points(cards), _up(cards), mark)

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """RULES.md: The end."""
        rounds = sheet.table.options.rounds
        played = ngettext("{count} round", "{count} rounds", rounds)
        return None if len(sheet.hands) < rounds else best_after(sheet, self.ranking(sheet), played)


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
    marks = ("all_up",)
    numbers = ("cards",)
    figures = (
        Figure(label=_("Points per round"), key=HANDS, show="each"),
        Figure(label=_("Best round"), key=HANDS, show="most"),
        Figure(label=_("Average cards up, where recorded"), key="cards", show="each", of="cards"),
        Figure(label=_("Rounds with all 52 up"), key="all_up", show="share"),
    )
    feats = (Feat(label=_("Best round"), key=HANDS, told=_("{names} had the best round: {points}.")),)


def _up(cards: int) -> Text:
    return _("all 52 cards up") if cards == DECK else ngettext("{count} card up", "{count} cards up", cards)


KLONDIKE = CardGame(
    rules=Klondike(),
    screen=KlondikeScreen,
    statistics=KlondikeStatistics(),
    also=(pgettext("game", "Solitaire"), pgettext("game", "Patience")),
    guide=(
        Guide(
            _("Solitaire for the whole table"),
            _("Everyone plays Klondike at the same time, each with their own deck. One deal is a round."),
            _("When nobody can go on, count the cards on each player’s foundations. All 52 is a win."),
            _("After the agreed number of rounds, often just one, the highest total wins. Ties share the win."),
        ),
        Guide(
            _("What the cards are worth"),
            _("Cards up: 1 point per card."),
            _("Vegas: the deck costs 52, and each card pays 5. It takes 11 cards to come out ahead."),
            _("Enter points: count them elsewhere, for example in another app. The cards are optional."),
            table=(
                (_("Cards"), _("Cards up"), _("Vegas")),
                *(
                    tuple(_("{n}", n=Amount(half=points(n))) for n in (cards, cards, A_CARD * cards - PRICE))
                    for cards in (0, 10, 11, 25, 52)
                ),
            ),
        ),
    ),
)
