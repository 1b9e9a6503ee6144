"""The read model of a game, for the sheet, the hand screen and the services.

Loading takes two queries, however many games and hands there are. Only this module decides whether a game's
rules are known: if so, the game is a `GameRecord`, which can be replayed; otherwise, it is only a `StoredGame`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Any, Self

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from scorekeeper.games import AnyGame, all_games
from scorekeeper.models import Game, Hand, Revision, Seat, Setup
from scorekeeper.queries.recording.taps import Tap, typed
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import DEALER, Value, options_from_record, places
from scorekeeper.rules.ends import stopped
from scorekeeper.rules.entries import Record, answers_from_record
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.replay import Replay, replay
from scorekeeper.rules.sheet import STOPS, Column, Outcome, Problem, Sheet, Stopped, Table
from scorekeeper.rules.words import Text, gettext as _

AnyRules = Rules[Any, Any]
AnySheet = Sheet[Any, Any]
AnyReplay = Replay[Any, Any]
AnyScreen = HandScreen[Any, Any]


@dataclass(frozen=True, kw_only=True)
class HandRecord:
    """One stored hand. `entry` is None until the hand is saved.

    `revisions` and `corrections` are counts. Corrections that were undone aren't included.
    """

    id: int
    number: int
    dealer: int
    entry: Record | None
    taps: list[Tap]
    revisions: int
    corrections: int

    @property
    def accepted(self) -> bool:
        """Whether the user answered a warning with "Score it anyway"."""
        return bool(self.entry and self.entry.get("score_anyway"))


@dataclass(frozen=True, kw_only=True)
class Contradiction:
    """A saved hand that is impossible given the hands before it, and why."""

    number: int
    errors: tuple[Problem, ...]

    @property
    def why(self) -> Text:
        """The error messages, without duplicates."""
        messages = [error.message for error in self.errors]
        first, *rest = (message for index, message in enumerate(messages) if message not in messages[:index])
        return reduce(lambda text, next_message: _("{said} {more}", said=text, more=next_message), rest, first)


@dataclass(frozen=True, kw_only=True)
class StoredGame:
    """Everything stored about one game. If its rules are unknown, it can be shown, but not replayed or changed.

    `setup` is the number of its current setup, which pages send back so that we know which seating they showed.
    `marks` contains the players' colors and symbols, by seat.
    """

    game: Game
    players: tuple[int, ...]
    names: tuple[str, ...]
    hands: tuple[HandRecord, ...]
    first_dealer: int
    options: Mapping[str, Value]
    setup: int = 0
    marks: tuple[int, ...] = ()

    def dealer_name(self, seat: int) -> str:
        """Return the dealer's name. If the rules are unknown, assume that the game has dealers."""
        return self.names[seat]

    @property
    def saved(self) -> tuple[HandRecord, ...]:
        """The saved hands in order, including any after the end of the game."""
        return tuple(hand for hand in self.hands if hand.entry is not None)

    def hand(self, number: int) -> HandRecord | None:
        """Return the hand with this number, or None."""
        return next((hand for hand in self.hands if hand.number == number), None)

    @property
    def new_number(self) -> int:
        """The number of the first unsaved hand or, if all are saved, of the next one."""
        unsaved = [hand.number for hand in self.hands if hand.entry is None]
        return min(unsaved, default=len(self.hands) + 1)

    @property
    def next_number(self) -> int:
        """The number of the hand to record next."""
        return self.new_number


@dataclass(frozen=True, kw_only=True)
class GameRecord(StoredGame):
    """A stored game with its rules, which are used to replay and show its hands."""

    card_game: AnyGame
    _screens: dict[int, AnyScreen] = field(default_factory=dict, init=False, compare=False, repr=False)
    """The screens of stored hands without their taps, by hand number."""

    @property
    def rules(self) -> AnyRules:
        """The game's rules."""
        return self.card_game.rules

    @cached_property
    def table(self) -> Table[Any]:
        """Who sits where, and the house rules."""
        options = options_from_record(self.rules.options, self.options)
        return Table(names=self.names, options=options, first_dealer=self.first_dealer)

    def mark(self, column: Column) -> int | None:
        """Return the mark of a column's only player, or None if the column has several players or none."""
        return self.marks[column.seats[0]] if len(column.seats) == 1 else None

    def dealer_name(self, seat: int) -> str:
        """Return the dealer's name, or an empty string if the game has no dealers."""
        return self.names[seat] if self.rules.has_dealer else ""

    @cached_property
    def replays(self) -> tuple[AnyReplay, ...]:
        """The replay before the first saved hand, followed by the replay after each saved hand."""
        hands = ((hand.dealer, self.entry(hand)) for hand in self.saved)
        return tuple(replay(self.rules, self.table, hands))

    @property
    def sheet(self) -> AnySheet:
        """The sheet with all hands that count: those up to the end of the game, or those before a contradiction."""
        return self.replays[-1].sheet

    @cached_property
    def rankings(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The ranking after each hand that counts."""
        sheet = self.sheet
        so_far = (replace(sheet, hands=sheet.hands[:count], outcome=None) for count in range(1, len(sheet.hands) + 1))
        return tuple(map(self.rules.ranking, so_far))

    @property
    def contradiction(self) -> Contradiction | None:
        """The first hand that a correction has made impossible. Neither that hand nor any later one counts."""
        errors = self.replays[-1].contradiction
        return Contradiction(number=self.saved[len(self.sheet.hands)].number, errors=errors) if errors else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, whether by its rules or because someone stopped it; None while it is in progress."""
        if self.sheet.outcome is None and self.game.stopped:
            return self.ended_early(STOPS[self.game.stopped])
        return self.sheet.outcome

    def ended_early(self, how: Stopped) -> Outcome:
        """Return what the outcome would be if the game were stopped now."""
        return stopped(self.rules, self.sheet, how)

    def replay_before(self, number: int) -> AnyReplay:
        """Return the replay just before this hand."""
        return self.replays[sum(hand.number < number for hand in self.saved)]

    def before(self, number: int) -> AnySheet:
        """Return the sheet just before this hand."""
        return self.replay_before(number).sheet

    def with_hand(self, number: int, dealer: int, entry: Record) -> Self:
        """Return the game as it would be with another entry saved for one hand.

        If a later hand's dealer can no longer deal it, the next player in turn becomes its dealer instead. After a
        contradiction, dealers stay the same until it is fixed.
        """
        so_far, hands = Replay.of(self.rules, self.table), list(self.hands)
        for index, hand in enumerate(hands):
            if hand.number == number:
                hand = replace(hand, dealer=dealer, entry=entry)
            elif hand.number > number and not so_far.can_deal(hand.dealer):
                hand = replace(hand, dealer=so_far.dealer)
            hands[index] = hand
            if hand.entry is not None:
                so_far = so_far.deal(hand.dealer, self.entry(hand))
        return replace(self, hands=tuple(hands))

    def with_taps(self, hand: HandRecord, taps: list[Tap]) -> Self:
        """Return the game with these taps for a hand, without replaying the saved hands."""
        hands = tuple(other for other in self.hands if other.number != hand.number)
        record = replace(self, hands=tuple(sorted((*hands, replace(hand, taps=taps)), key=lambda row: row.number)))
        vars(record).update(replays=self.replays)
        record._screens.update(self._screens)
        return record

    def entry(self, hand: HandRecord) -> Any:
        """Return a saved hand's entry."""
        return self.rules.entry_from(answers_from_record(hand.entry or {}), self.table)

    def can_ask(self, path: str) -> bool:
        """Return whether the game can ever ask for a path at this table, even if it isn't asking for it right now."""
        declarations = (self.rules.entry, *([self.card_game.screen.typing] if self.card_game.screen.typing else []))
        counts = len(self.names), len(self.rules.sides(self.table))
        return any(
            place == path and not field.derived
            for declaration in declarations
            for place, field, _at in places(declaration, *counts)
        )

    def refuse_dealer(self, number: int, dealer: int) -> Text | None:
        """Return why this seat can't deal a hand, or None if it can. After the end of the game, any seat can."""
        before = self.before(number)
        return self.rules.refuse_dealer(before, dealer) if before.outcome is None else None

    def problems(self, number: int, dealer: int, entry: Any) -> tuple[Problem, ...]:
        """Return the errors and warnings that saving this hand would cause."""
        why = self.refuse_dealer(number, dealer)
        problems = self.rules.problems(self.before(number), dealer, entry)
        return (*([Problem(path=DEALER, message=why)] if why else []), *problems)

    @property
    def next_number(self) -> int:
        """The number of the contradicted hand or, if there is none, of the first unsaved hand or the next one."""
        return self.contradiction.number if self.contradiction else self.new_number

    def dealer_of(self, hand: HandRecord | None, number: int) -> int:
        """Return the seat that deals a hand: the one tapped, else the one stored, else the one whose turn it is."""
        if hand is None:
            return self.rules.dealer(self.before(number))
        dealer = typed({}, hand.taps).get(DEALER)
        return dealer if isinstance(dealer, int) else hand.dealer

    def screen(self, number: int) -> AnyScreen:
        """Return a hand's screen with its taps applied; in a saved hand, they change the entry."""
        hand = self.hand(number)
        dealer = self.dealer_of(hand, number)
        if hand is None:
            return self.card_game.type(self.before(number), dealer)
        recorded = self.recorded(hand)
        answers = typed(recorded.answers, hand.taps)
        if dealer == recorded.dealer and answers == recorded.answers:
            return recorded
        return self.card_game.type(self.before(number), dealer, answers)

    def recorded(self, hand: HandRecord) -> AnyScreen:
        """Return a stored hand's screen without its taps."""
        if hand.number not in self._screens:
            screen = self.card_game.type(self.before(hand.number), hand.dealer)
            self._screens[hand.number] = screen if hand.entry is None else screen.correcting(self.entry(hand))
        return self._screens[hand.number]


# Built once, since Django takes longer to build these querysets than to run them. A merged entry uses the mark of its
# main entry.
SEATS_QUERY = (
    Seat.objects.order_by("number")
    .annotate(setup=Subquery(Setup.objects.filter(game=OuterRef("game")).order_by("-number").values("number")[:1]))
    .values_list("game_id", "player_id", "player__name", Coalesce("player__same_as__mark", "player__mark"), "setup")
)
# An undo that leaves an entry has undone a correction.
HANDS_QUERY = (
    Hand.objects.annotate(
        changes=Count("revisions"),
        corrections=Count("revisions", filter=Q(revisions__kind=Revision.Kind.CORRECT))
        - Count("revisions", filter=Q(revisions__kind=Revision.Kind.UNDO, revisions__entry__isnull=False)),
    )
    .order_by("number")
    .values_list("game_id", "id", "number", "dealer", "entry", "taps", "changes", "corrections")
)


def load(game: Game) -> StoredGame:
    """Read a game: its seats with the players' names, and its hands with their revision counts."""
    return load_many([game])[0]


def load_known(game: Game) -> GameRecord | None:
    """Read a game, or return None if its rules are unknown."""
    record = load(game)
    return record if isinstance(record, GameRecord) else None


def card_game_of(game: Game) -> AnyGame | None:
    """Return the card game being played, or None if it is unknown. This runs no query."""
    return all_games().get(game.rules)


def load_many(games: Sequence[Game]) -> list[StoredGame]:
    """Read any number of games in two queries, and return them in the same order."""
    seats_of: defaultdict[int, list[tuple[int, str, int, int | None]]] = defaultdict(list)
    for game_id, player, name, mark, setup in SEATS_QUERY.filter(game__in=games):
        seats_of[game_id].append((player, name, mark, setup))
    hands_of: defaultdict[int, list[HandRecord]] = defaultdict(list)
    for game_id, pk, number, dealer, entry, taps, changes, corrections in HANDS_QUERY.filter(game__in=games):
        hand = HandRecord(
            id=pk, number=number, dealer=dealer, entry=entry, taps=taps, revisions=changes, corrections=corrections
        )
        hands_of[game_id].append(hand)
    return [_record(game, seats_of[game.pk], tuple(hands_of[game.pk])) for game in games]


def _record(game: Game, seats: list[tuple[int, str, int, int | None]], hands: tuple[HandRecord, ...]) -> StoredGame:
    stored: dict[str, Any] = {
        "game": game,
        "players": tuple(player for player, *_rest in seats),
        "names": tuple(name for _player, name, *_rest in seats),
        "hands": hands,
        "first_dealer": game.first_dealer,
        "options": game.options,
        "setup": max((number or 0 for *_rest, number in seats), default=0),
        "marks": tuple(mark for _player, _name, mark, _setup in seats),
    }
    card_game = card_game_of(game)
    return StoredGame(**stored) if card_game is None else GameRecord(card_game=card_game, **stored)
