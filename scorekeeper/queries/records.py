"""One read model of a game, for the sheet, the hand screen and the services alike: everything stored, read at once.

Two queries, however long the game is and however many games are read. Whether a game's rules are known is decided
here, once: a `GameRecord` has them and can be replayed; of any other game there is only a `StoredGame`.
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
from scorekeeper.queries.taps import DEALER, Tap, typed
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import Value, options_from_record, places
from scorekeeper.rules.entries import Record, answers_from_record
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.replay import Replay, replay
from scorekeeper.rules.sheet import Column, Outcome, Problem, Sheet, Table
from scorekeeper.rules.words import Text, gettext as _

AnyRules = Rules[Any, Any]
AnySheet = Sheet[Any, Any]
AnyReplay = Replay[Any, Any]
AnyScreen = HandScreen[Any, Any]


@dataclass(frozen=True, kw_only=True)
class HandRecord:
    """One stored hand. `entry` is None until it is saved; `revisions` and `corrections` are how many there are; a
    correction that was taken back is none."""

    id: int
    number: int
    dealer: int
    entry: Record | None
    taps: list[Tap]
    revisions: int
    corrections: int

    @property
    def accepted(self) -> bool:
        """Whether a warning was answered with "Score it anyway"."""
        return bool(self.entry and self.entry.get("score_anyway"))


@dataclass(frozen=True, kw_only=True)
class Contradiction:
    """A saved hand that cannot be true after the hands before it, and why."""

    number: int
    errors: tuple[Problem, ...]

    @property
    def why(self) -> Text:
        """The errors, each sentence once."""
        messages = [error.message for error in self.errors]
        first, *rest = (message for at, message in enumerate(messages) if message not in messages[:at])
        return reduce(lambda said, more: _("{said} {more}", said=said, more=more), rest, first)


@dataclass(frozen=True, kw_only=True)
class StoredGame:
    """Everything stored of one game. Without rules it can be shown as it was stored, never replayed or changed.

    `setup` is the number of its set-up: what a page had seen of who sits where. `marks` are the players' colours and
    signs by seat.
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
        """Who deals. In a game whose rules are unknown somebody did."""
        return self.names[seat]

    @property
    def saved(self) -> tuple[HandRecord, ...]:
        """The hands that have been saved, in order; also those after the end."""
        return tuple(hand for hand in self.hands if hand.entry is not None)

    def hand(self, number: int) -> HandRecord | None:
        """A hand by its number."""
        return next((hand for hand in self.hands if hand.number == number), None)

    @property
    def new_number(self) -> int:
        """The number of the hand that is being typed now, or would be the next."""
        waiting = [hand.number for hand in self.hands if hand.entry is None]
        return min(waiting, default=len(self.hands) + 1)

    @property
    def next_number(self) -> int:
        """The number of the hand that is to be recorded next."""
        return self.new_number


@dataclass(frozen=True, kw_only=True)
class GameRecord(StoredGame):
    """A stored game with its rules: its hands replayed, and the one that is being typed."""

    card_game: AnyGame
    _screens: dict[int, AnyScreen] = field(default_factory=dict, init=False, compare=False, repr=False)
    """The screens on which saved hands are corrected, before anything was typed there."""

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""
        return self.card_game.rules

    @cached_property
    def table(self) -> Table[Any]:
        """Who sits where, and by which house rules."""
        options = options_from_record(self.rules.options, self.options)
        return Table(names=self.names, options=options, first_dealer=self.first_dealer)

    def mark(self, column: Column) -> int | None:
        """The mark of a player's column; a column of several, or of none, has none."""
        return self.marks[column.seats[0]] if len(column.seats) == 1 else None

    def dealer_name(self, seat: int) -> str:
        """Who deals; empty in a game in which nobody does."""
        return self.names[seat] if self.rules.has_dealer else ""

    @cached_property
    def replays(self) -> tuple[AnyReplay, ...]:
        """Where the replay stands before the first saved hand, and after each."""
        hands = ((hand.dealer, self.entry(hand)) for hand in self.saved)
        return tuple(replay(self.rules, self.table, hands))

    @property
    def sheet(self) -> AnySheet:
        """The hands that count: up to the end, or to the first that can't be true after those before."""
        return self.replays[-1].sheet

    @property
    def contradiction(self) -> Contradiction | None:
        """The first hand that can't be true any more since an earlier one was corrected: from it on nothing counts."""
        errors = self.replays[-1].contradiction
        return Contradiction(number=self.saved[len(self.sheet.hands)].number, errors=errors) if errors else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: by its rules, or because it was stopped; None while it goes on."""
        if self.sheet.outcome is None and self.game.stopped:
            return self.rules.stop(self.sheet, "no_winner" if self.game.stopped == "no_winner" else "leader_wins")
        return self.sheet.outcome

    def replay_before(self, number: int) -> AnyReplay:
        """Where the replay stood when this hand was dealt."""
        return self.replays[sum(hand.number < number for hand in self.saved)]

    def before(self, number: int) -> AnySheet:
        """The sheet as it was when this hand was dealt."""
        return self.replay_before(number).sheet

    def with_hand(self, number: int, dealer: int, entry: Record) -> Self:
        """The same game with another entry for one hand, as it would be if that were saved.

        A later dealer who couldn't deal any more (of two the other does) follows by itself again; those behind a hand
        that can't be true wait until that one is fixed.
        """
        now, hands = Replay.of(self.rules, self.table), list(self.hands)
        for index, hand in enumerate(hands):
            if hand.number == number:
                hand = replace(hand, dealer=dealer, entry=entry)
            elif hand.number > number and not now.can_deal(hand.dealer):
                hand = replace(hand, dealer=now.dealer)
            hands[index] = hand
            if hand.entry is not None:
                now = now.deal(hand.dealer, self.entry(hand))
        return replace(self, hands=tuple(hands))

    def with_taps(self, hand: HandRecord, taps: list[Tap]) -> Self:
        """The same game after something was typed in a hand: nothing that was saved is made anew."""
        hands = tuple(each for each in self.hands if each.number != hand.number)
        after = replace(self, hands=tuple(sorted((*hands, replace(hand, taps=taps)), key=lambda each: each.number)))
        vars(after).update(replays=self.replays)
        after._screens.update(self._screens)
        return after

    def entry(self, hand: HandRecord) -> Any:
        """The entry of a saved hand."""
        return self.rules.entry_from(answers_from_record(hand.entry or {}), self.table)

    def may_ask(self, path: str) -> bool:
        """Whether a path is of this table and can be asked, though perhaps not now."""
        declared = (self.rules.entry, *([self.card_game.screen.typing] if self.card_game.screen.typing else []))
        size = len(self.names), len(self.rules.sides(self.table))
        return any(place == path and not field.derived for one in declared for place, field, _at in places(one, *size))

    def refuse_dealer(self, number: int, dealer: int) -> Text | None:
        """Why this seat can't deal a hand, or None; once the game is over nobody is out or in any more."""
        before = self.before(number)
        return self.rules.refuse_dealer(before, dealer) if before.outcome is None else None

    def problems(self, number: int, dealer: int, entry: Any) -> tuple[Problem, ...]:
        """What is wrong with a hand, or unlikely, before it is saved."""
        why = self.refuse_dealer(number, dealer)
        problems = self.rules.problems(self.before(number), dealer, entry)
        return (*([Problem(path=DEALER, message=why)] if why else []), *problems)

    @property
    def next_number(self) -> int:
        """The number of the hand that must be fixed first, else of the one that is typed now, or is next."""
        return self.contradiction.number if self.contradiction else self.new_number

    def dealer_of(self, hand: HandRecord | None, number: int) -> int:
        """Who deals a hand: what was typed, else what is stored, else whose turn it is."""
        if hand is None:
            return self.rules.dealer(self.before(number))
        dealer = typed({}, hand.taps).get(DEALER)
        return dealer if isinstance(dealer, int) else hand.dealer

    def screen(self, number: int) -> AnyScreen:
        """The hand screen of a hand as it is being typed; a saved hand begins with its entry."""
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
        """The hand screen of a hand before anything was typed: with what was saved of it."""
        if hand.number not in self._screens:
            screen = self.card_game.type(self.before(hand.number), hand.dealer)
            self._screens[hand.number] = screen if hand.entry is None else screen.correcting(self.entry(hand))
        return self._screens[hand.number]


# Made once: to put these together takes Django longer than to run them. An entry that counts as another has that one's
# mark.
SEATS = (
    Seat.objects.order_by("number")
    .annotate(setup=Subquery(Setup.objects.filter(game=OuterRef("game")).order_by("-number").values("number")[:1]))
    .values_list("game_id", "player_id", "player__name", Coalesce("player__same_as__mark", "player__mark"), "setup")
)
# An undo that leaves an entry took a correction back.
HANDS = (
    Hand.objects.annotate(
        changes=Count("revisions"),
        corrections=Count("revisions", filter=Q(revisions__kind=Revision.Kind.CORRECT))
        - Count("revisions", filter=Q(revisions__kind=Revision.Kind.UNDO, revisions__entry__isnull=False)),
    )
    .order_by("number")
    .values_list("game_id", "id", "number", "dealer", "entry", "taps", "changes", "corrections")
)


def load(game: Game) -> StoredGame:
    """Read a game: its seats with names, its hands with how often each was changed."""
    return load_many([game])[0]


def load_known(game: Game) -> GameRecord | None:
    """Read a game, or return None where its rules are unknown."""
    record = load(game)
    return record if isinstance(record, GameRecord) else None


def card_game_of(game: Game) -> AnyGame | None:
    """What is played, without reading more; None where it is unknown."""
    return all_games().get(game.rules)


def load_many(games: Sequence[Game]) -> list[StoredGame]:
    """Read several games at once, in two queries however many they are; they come in the order given."""
    seated: defaultdict[int, list[tuple[int, str, int, int | None]]] = defaultdict(list)
    for game_id, player, name, mark, version in SEATS.filter(game__in=games):
        seated[game_id].append((player, name, mark, version))
    dealt: defaultdict[int, list[HandRecord]] = defaultdict(list)
    for game_id, pk, number, dealer, entry, taps, changes, corrections in HANDS.filter(game__in=games):
        hand = HandRecord(
            id=pk,
            number=number,
            dealer=dealer,
            entry=entry,
            taps=taps,
            revisions=changes,
            corrections=corrections,
        )
        dealt[game_id].append(hand)
    return [_record(game, seated[game.pk], tuple(dealt[game.pk])) for game in games]


def _record(game: Game, seated: list[tuple[int, str, int, int | None]], hands: tuple[HandRecord, ...]) -> StoredGame:
    stored: dict[str, Any] = {
        "game": game,
        "players": tuple(player for player, *_rest in seated),
        "names": tuple(name for _player, name, *_rest in seated),
        "hands": hands,
        "first_dealer": game.first_dealer,
        "options": game.options,
        "setup": max((number or 0 for *_rest, number in seated), default=0),
        "marks": tuple(mark for _player, _name, mark, _setup in seated),
    }
    card_game = card_game_of(game)
    return StoredGame(**stored) if card_game is None else GameRecord(card_game=card_game, **stored)
