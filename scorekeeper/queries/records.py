"""One read model of a game, for the sheet, the hand screen and the services alike: everything stored, read at once.

Two queries, however long the game is and however many games are read. The rules replay what was read; nothing here is
written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from scorekeeper.models import Game, Hand, Revision, Seat, Setup
from scorekeeper.queries.taps import DEALER, Tap, typed
from scorekeeper.rules import all_rules, get_rules
from scorekeeper.rules.base import Column, Hand as ScoredHand, Outcome, Problem, Rules, Sheet, Table
from scorekeeper.rules.declaration import (
    Record,
    Value,
    draft_from_record,
    find,
    options_from_record,
)
from scorekeeper.rules.words import Text, gettext as _

AnyRules = Rules[Any, Any]
AnySheet = Sheet[Any, Any]


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
class _Replay:
    """The sheet before each saved hand, and the one after the last."""

    sheets: tuple[AnySheet, ...]
    contradiction: Contradiction | None


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """Everything stored of one game. `rules` is None for a game that this code does not know.

    `setup` is the number of its set-up: what a page had seen of who sits where. `marks` are the players' colours and
    signs by seat.
    """

    game: Game
    rules: AnyRules | None
    players: tuple[int, ...]
    names: tuple[str, ...]
    hands: tuple[HandRecord, ...]
    first_dealer: int
    options: Mapping[str, Value]
    setup: int = 0
    marks: tuple[int, ...] = ()

    @cached_property
    def table(self) -> Table[Any]:
        """Who sits where, and by which house rules."""
        options = options_from_record(self.known_rules.options, self.options)
        return Table(names=self.names, options=options, first_dealer=self.first_dealer)

    @property
    def known_rules(self) -> AnyRules:
        """The rules, where only a game with known rules can be asked. Raises `LookupError`."""
        if self.rules is None:
            raise LookupError(self.game.rules)
        return self.rules

    def mark(self, column: Column) -> int | None:
        """The mark of a player's column; a column of several, or of none, has none."""
        return self.marks[column.seats[0]] if len(column.seats) == 1 else None

    @property
    def has_dealer(self) -> bool:
        """Whether somebody deals; in a game that this code does not know somebody did."""
        return self.rules is None or self.rules.has_dealer

    def dealer_name(self, seat: int) -> str:
        """Who deals; empty in a game in which nobody does."""
        return self.names[seat] if self.has_dealer else ""

    @property
    def saved(self) -> tuple[HandRecord, ...]:
        """The hands that have been saved, in order; also those after the end."""
        return tuple(hand for hand in self.hands if hand.entry is not None)

    @cached_property
    def sheet(self) -> AnySheet:
        """The replay of the hands that count: up to the end, or to the first that cannot be true after those before."""
        return self._replay.sheets[-1]

    @property
    def contradiction(self) -> Contradiction | None:
        """The first hand that cannot be true any more since an earlier one was corrected: from it on nothing counts."""
        return self._replay.contradiction

    @cached_property
    def _replay(self) -> _Replay:
        sheets, contradiction = [self.known_rules.blank(self.table)], None
        for hand in self.saved:
            sheet = sheets[-1]
            if sheet.outcome is None and contradiction is None:
                if errors := self.errors(sheet, hand):
                    contradiction = Contradiction(number=hand.number, errors=errors)
                else:
                    sheet = self.known_rules.record(sheet, hand.dealer, self.entry(hand))
            sheets.append(sheet)
        return _Replay(sheets=tuple(sheets), contradiction=contradiction)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: by its rules, or because it was stopped; None while it goes on."""
        return self.outcome_of(self.sheet)

    def outcome_of(self, sheet: AnySheet) -> Outcome | None:
        """How the game would have ended with another sheet."""
        if sheet.outcome is None and self.game.stopped:
            return self.known_rules.stop(sheet, "no_winner" if self.game.stopped == "no_winner" else "leader_wins")
        return sheet.outcome

    def before(self, number: int) -> AnySheet:
        """The sheet as it was when this hand was dealt."""
        return self._replay.sheets[sum(hand.number < number for hand in self.saved)]

    def deals(self, number: int) -> int:
        """Whose turn it is to deal a hand, by the hands before it; the deal goes round after the end too."""
        sheet = self.known_rules.blank(self.table)
        for hand in self.saved:
            if hand.number < number:
                sheet = self.dealt(sheet, hand)
        return self.known_rules.dealer(sheet)

    def dealt(self, sheet: AnySheet, hand: HandRecord) -> AnySheet:
        """A sheet with one more saved hand, for the deal to go round: also after the end.

        One that cannot be true there moves no total.
        """
        entry = self.entry(hand)
        if not self.errors(sheet, hand):
            return self.known_rules.record(sheet, hand.dealer, entry)
        unscored = ScoredHand(dealer=hand.dealer, entry=entry, lines=(), totals=sheet.totals)
        return replace(sheet, hands=(*sheet.hands, unscored))

    def with_hand(self, number: int, dealer: int, entry: Record) -> GameRecord:
        """The same game with another entry for one hand, as it would be if that were saved.

        A later dealer who could not deal any more (of two the other does) follows by itself again; those behind a hand
        that cannot be true wait until that one is put right.
        """
        rules, sheet, hands = self.known_rules, self.known_rules.blank(self.table), list(self.hands)
        for index, hand in enumerate(hands):
            if hand.number == number:
                hand = replace(hand, dealer=dealer, entry=entry)
            elif hand.number > number and rules.refuse_dealer(sheet, hand.dealer):
                hand = replace(hand, dealer=rules.dealer(sheet))
            hands[index] = hand
            if hand.entry is None:
                continue
            if self.errors(sheet, hand):
                break
            sheet = rules.record(sheet, hand.dealer, self.entry(hand))
            if sheet.outcome is not None:
                break
        return replace(self, hands=tuple(hands))

    def errors(self, sheet: AnySheet, hand: HandRecord) -> tuple[Problem, ...]:
        """Why a saved hand cannot be true after the hands of a sheet."""
        found = self.known_rules.check(sheet, hand.dealer, self.entry(hand))
        return tuple(problem for problem in found if problem.level == "error")

    def entry(self, hand: HandRecord) -> Any:
        """The entry of a saved hand."""
        return self.known_rules.entry_from(draft_from_record(hand.entry or {}), self.table)

    def is_asked_sometimes(self, path: str) -> bool:
        """Whether a path is of this table and can be asked, though perhaps not now."""
        rules, seats, sides = self.known_rules, len(self.names), len(self.known_rules.sides(self.table))
        declared = (rules.entry, *([rules.typing] if rules.typing else []))
        found = next((each for one in declared if (each := find(one, path, seats, sides))), None)
        return found is not None and not found.derived

    def refuse_dealer(self, number: int, dealer: int) -> Text | None:
        """Why this seat cannot deal a hand, or None; once the game is over nobody is out or in any more."""
        before = self.before(number)
        return self.known_rules.refuse_dealer(before, dealer) if before.outcome is None else None

    def problems(self, number: int, dealer: int, entry: Any) -> tuple[Problem, ...]:
        """What is wrong with a hand, or unlikely, before it is saved."""
        why = self.refuse_dealer(number, dealer)
        problems = self.known_rules.check(self.before(number), dealer, entry)
        return (*([Problem(path=DEALER, message=why)] if why else []), *problems)

    def hand(self, number: int) -> HandRecord | None:
        """A hand by its number."""
        return next((hand for hand in self.hands if hand.number == number), None)

    @property
    def next_number(self) -> int:
        """The number of the hand that must be put right first, else of the one that is typed now, or is next."""
        if self.rules is not None and self.contradiction is not None:
            return self.contradiction.number
        return self.new_number

    @property
    def new_number(self) -> int:
        """The number of the hand that is being typed now, or would be the next."""
        waiting = [hand.number for hand in self.hands if hand.entry is None]
        return min(waiting, default=len(self.hands) + 1)

    def dealer_of(self, hand: HandRecord | None, number: int) -> int:
        """Who deals a hand: what was typed, else what is stored, else whose turn it is."""
        if hand is None:
            return self.known_rules.dealer(self.before(number))
        dealer = typed({}, hand.taps).get(DEALER)
        return dealer if isinstance(dealer, int) else hand.dealer

    def draft(self, hand: HandRecord | None) -> dict[str, Value]:
        """What a hand is as it is being typed; a saved hand begins with its entry."""
        if hand is None:
            return {}
        return typed(self.recorded(hand), hand.taps)

    def recorded(self, hand: HandRecord) -> dict[str, Value]:
        """What a hand is before anything is typed: what was saved of it."""
        if hand.entry is None:
            return {}
        return self.known_rules.draft_of(self.before(hand.number), hand.dealer, self.entry(hand))


def rules_of(game: Game) -> AnyRules | None:
    """The rules of a game, or None where this code does not know them."""
    return get_rules(game.rules)


def load(game: Game) -> GameRecord:
    """Read a game: its seats with names, its hands with how often each was changed."""
    return load_many([game])[0]


def load_many(games: Sequence[Game]) -> list[GameRecord]:
    """Read several games at once, in two queries however many they are; they come in the order given."""
    setup = Setup.objects.filter(game=OuterRef("game")).order_by("-number").values("number")[:1]
    seats = Seat.objects.filter(game__in=games).order_by("number").annotate(setup=Subquery(setup))
    # An undo that leaves an entry took a correction back.
    undone = Q(revisions__kind=Revision.Kind.UNDO, revisions__entry__isnull=False)
    corrected = Count("revisions", filter=Q(revisions__kind=Revision.Kind.CORRECT)) - Count("revisions", filter=undone)
    hands = (
        Hand.objects.filter(game__in=games)
        .annotate(changes=Count("revisions"), corrections=corrected)
        .order_by("number")
        .values_list("game_id", "id", "number", "dealer", "entry", "taps", "changes", "corrections")
    )
    fields = ("id", "number", "dealer", "entry", "taps", "revisions", "corrections")
    seated: defaultdict[int, list[tuple[int, str, int, int | None]]] = defaultdict(list)
    # An entry that counts as another has that one's mark.
    its_mark = Coalesce("player__same_as__mark", "player__mark")
    who = seats.values_list("game_id", "player_id", "player__name", its_mark, "setup")
    for game_id, player, name, mark, number in who:
        seated[game_id].append((player, name, mark, number))
    dealt: defaultdict[int, list[HandRecord]] = defaultdict(list)
    for game_id, *row in hands:
        dealt[game_id].append(HandRecord(**dict(zip(fields, row, strict=True))))
    known = all_rules()
    return [_record(game, known.get(game.rules), seated[game.pk], tuple(dealt[game.pk])) for game in games]


def _record(
    game: Game, rules: AnyRules | None, seated: list[tuple[int, str, int, int | None]], hands: tuple[HandRecord, ...]
) -> GameRecord:
    return GameRecord(
        game=game,
        rules=rules,
        players=tuple(player for player, *_rest in seated),
        names=tuple(name for _player, name, *_rest in seated),
        hands=hands,
        first_dealer=game.first_dealer,
        options=game.options,
        setup=max((number or 0 for *_rest, number in seated), default=0),
        marks=tuple(mark for _player, _name, mark, _setup in seated),
    )
