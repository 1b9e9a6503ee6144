"""The sheet page: columns with totals, hands with score changes, and how the game ended, all from one `GameRecord`; or,
if its rules are unknown, the stored totals."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import Any

from django.core.cache import cache
from django.utils.functional import cached_property

from scorekeeper.formats.language import distinct, sentence
from scorekeeper.models import Game, Player, Revision, Standing
from scorekeeper.recording.game.needed import columns_with_needs
from scorekeeper.recording.game.rally import Point, rally, saved_rally
from scorekeeper.recording.game.records import GameRecord, HandRecord, StoredGame
from scorekeeper.recording.sheet.columns import CardView, ColumnView, End
from scorekeeper.recording.sheet.stories import Told, story
from scorekeeper.rules.base import TAKING, Mark
from scorekeeper.rules.declaration import ALL_PASSED
from scorekeeper.rules.entries import answers_from_record
from scorekeeper.rules.played import AnySheet
from scorekeeper.rules.sheet import Column, ScoredHand, errors_in, partners, ranks
from scorekeeper.rules.stays import NAMES as JOINING
from scorekeeper.rules.text import Amount, Half, Text, gettext as _, with_commas

PASSED = Mark(key="passed", sign="○", label=_("everyone passed"))
NOTHING = Mark(key="nothing", sign="○", label=_("nobody scored"))
ACCEPTED = Mark(key="accepted", sign="!", label=_("scored despite a warning"), word=_("despite a warning"))
CORRECTED = Mark(key="corrected", sign="✎", label=_("corrected"))
UNCOUNTED = Mark(key="uncounted", sign="⊘", label=_("after the end: doesn’t count"), word=_("doesn’t count"))
CONTRADICTED = Mark(key="contradicted", sign="?", label=_("no longer possible: needs fixing"), word=_("needs fixing"))
WAITING = Mark(key="waiting", sign="⊘", label=_("doesn’t count until an earlier one is fixed"), word=_("waits"))
MARKS = (PASSED, NOTHING, ACCEPTED, CORRECTED, CONTRADICTED, WAITING, UNCOUNTED)


class Cell:
    """A hand's effect on a column: the change, the total `before` and the resulting one, all in half points, and why.

    `gain` is the change, negated if the lowest total wins. A hand that doesn't count has no total. Unless somebody in
    the column `took_part`, nothing is shown.
    """

    def __init__(
        self, record: GameRecord, column: Column, hand: ScoredHand[Any], dealt_in: Container[int], *, counted: bool
    ) -> None:
        self.column, self.change = column, hand.points[column.key]
        self.gain = Half(-self.change) if record.rules.low_wins else self.change
        self.total = hand.totals[column.key] if counted else None
        self.before = Half((self.total or 0) - self.change)
        self.lines = tuple(line for line in hand.lines if line.column == column.key)
        self.took_part = bool(self.lines) or not column.seats or any(seat in dealt_in for seat in column.seats)
        keys = {mark for line in self.lines for mark in line.mark.split()}
        self.marks = tuple(mark for mark in record.rules.legend if mark.sign and mark.key in keys)
        self.faces = record.faces(column)
        doubles = {mark.key for mark in record.rules.legend if mark.role == "double"}
        self.double = next((line for line in self.lines if doubles & {*line.mark.split()}), None)

    @property
    def lost(self) -> bool:
        """Whether points were lost."""
        return self.gain < 0 > self.change

    @property
    def took(self) -> bool:
        """Whether the column took the bid."""
        return any(mark.role in TAKING for mark in self.marks)

    @property
    def look(self) -> str:
        """The cell's CSS classes, besides its color."""
        way = "lost" if self.lost else "" if self.change else "zero"
        return " ".join(filter(None, (way, "took" * self.took)))


class HandView:
    """A hand's row: what it's `called`, its `label` if it has a name of its own, and why it is `uncounted`, if it is.

    Only an opened hand has what was `recorded`, by label, the `rally` of a tally, and its `versions`, newest first,
    each with its result in words, or with None if it was an undo that left the hand unsaved. The cells that have score
    lines are `reasons`.
    """

    template = "recording/sheet/_row.html"

    def __init__(self, record: GameRecord, index: int, *, opened: bool = False) -> None:
        stored, counted, contradiction = record.saved[index], index < len(record.sheet.hands), record.contradiction
        hand, before = scored(record, index), record.replay.first(index).sheet
        self.number, self.label = stored.number, record.rules.label(before, hand.entry)
        self.called = record.said("named", number=stored.number)
        self.row = hand.row
        self.dealer, self.dealer_mark = record.dealer_name(stored.dealer), record.marks[stored.dealer]
        self.cells, self.passed = cells(record, hand, before, counted=counted), hand.passed
        self.reasons = [cell for cell in self.cells if cell.lines]
        why_not, uncounted = UNCOUNTED, _("After the end, so it doesn’t count.")
        if contradiction is not None and contradiction.number < stored.number:
            why_not, uncounted = WAITING, _("Doesn’t count until an earlier one is fixed.")
        elif contradiction is not None:
            why_not, uncounted = CONTRADICTED, _("No longer possible: {why}", why=contradiction.why)
        self.uncounted = None if counted else uncounted
        self.told = record.rules.told(record.table, hand)
        marks = (
            (PASSED, hand.passed),
            (NOTHING, not hand.lines and not hand.passed and (counted or contradiction is None)),
            (ACCEPTED, stored.accepted),
            (CORRECTED, stored.corrections > 0),
            (why_not, not counted),
        )
        self.marks = tuple(mark for mark, applies in marks if applies)
        self.typing = bool(stored.taps) and record.screen(stored.number).answers != record.recorded(stored).answers
        self.versions, self.recorded = list[tuple[Revision, Text | None]](), list[tuple[Text, tuple[Text, ...]]]()
        self.rally = list[Point]()
        if opened:
            rows = list(Revision.objects.filter(hand=stored.id).select_related("member", "setup").order_by("-number"))
            self.rally = saved_rally(record, stored, rows[::-1])
            names = Player.objects.in_bulk({player for row in rows for player in row.setup.players})
            for row in rows:
                seated = tuple(names[player].name for player in row.setup.players)
                self.versions.append((row, _version_result(record, stored, row, seated)))
            told = record.card_game.type(record.before(stored.number), stored.dealer).recorded(record.entry(stored))
            # A sentence says that everyone passed.
            self.recorded += ((field.label, values) for field, values in told if field.name != ALL_PASSED)

    @property
    def hands(self) -> tuple["HandView"]:
        """The hands of the row: this one alone."""
        return (self,)

    @property
    def digest(self) -> str:
        """A digest of everything that a closed row shows, by which the rendered row is kept."""
        cells = [
            (cell.took_part, cell.change, cell.total, cell.look, str(cell.faces[0]), *map(_shown, cell.marks))
            for cell in self.cells
        ]
        shown = (self.called, self.label, self.uncounted is None, [*map(_shown, self.marks)], cells)
        return hashlib.blake2b(repr(shown).encode(), digest_size=16).hexdigest()


class RoundView:
    """A row of the sheet with its number and its `hands`, oldest first: a round of turns, which may have yet to begin.

    Each of the `columns` has its `turns`: the hands that did something in it. `is_now` says whether the hand that is
    being entered or corrected does, and `is_first`, of a turn, whether no column before it has the same hand.
    """

    template = "recording/sheet/_round.html"

    def __init__(self, record: GameRecord, number: int, hands: Iterable[HandView], now: Container[int] = ()) -> None:
        self.number, self.hands, self.columns, seen = number, tuple(hands), list[dict[str, Any]](), set[int]()
        for at, column in enumerate(record.sheet.columns):
            turns = [
                {"hand": hand, "cell": hand.cells[at], "is_first": hand.number not in seen}
                for hand in self.hands
                if hand.cells[at].took_part
            ]
            seen |= {hand.number for hand in self.hands if hand.cells[at].took_part}
            is_now = any(seat in now for seat in column.seats)
            self.columns.append({"column": column, "faces": record.faces(column), "turns": turns, "is_now": is_now})

    @property
    def digest(self) -> str:
        """A digest of everything that the row shows while its hands are closed."""
        shown = (self.number, [hand.digest for hand in self.hands])
        return hashlib.blake2b(repr(shown).encode(), digest_size=16).hexdigest()


class SheetView:
    """Everything the sheet page shows, newest hand first. Only the hand whose number is `opened` includes its versions.

    `rows` are the hands or, where they share rows, rounds of them. `newer` and `older` are the rows above and below
    that of the opened hand; if none is opened, all are `newer`. In games without a dealer, both dealers' names are
    empty. `latest` is the result of the `newest` hand that counts, in one line. A `card` has no place for hands that
    don't count. It has no table where nothing but the result is written down.
    """

    def __init__(self, record: GameRecord, opened: int | None = None) -> None:
        rules, sheet, outcome = record.rules, record.sheet, record.outcome
        leaders = rules.ranking(record.so_far)[0] if record.so_far.hands else ()
        waiting = record.hand(record.next_number)
        self.record = record
        self.columns = tuple(ColumnView(record, column, leaders) for column in sheet.columns)
        newest_first = [*enumerate(record.saved)][::-1]
        self.hands = tuple(HandView(record, index, opened=hand.number == opened) for index, hand in newest_first)
        self.rows: Sequence[HandView | RoundView] = self.hands
        if rules.shares_rows:
            rounds = groupby(self.hands, lambda hand: hand.row)
            self.rows = [RoundView(record, row, [*hands][::-1]) for row, hands in rounds]
        self.has_table = rules.way != "won" and not record.is_result
        card = rules.card(sheet) if self.has_table and len(sheet.hands) == len(self.hands) else None
        self.card = CardView(record, card) if card else None
        self.opened = next((hand for hand in self.hands if hand.versions), None)
        at = next((at for at, row in enumerate(self.rows) if self.opened in row.hands), len(self.rows))
        self.newer, self.older = self.rows[:at], self.rows[at + 1 :]
        self.opened_row = self.rows[at] if self.opened else None
        marks = [marks for hand in self.hands for marks in (hand.marks, *(cell.marks for cell in hand.cells))]
        used = {mark.key for mark in chain(*marks)}
        self.legend = tuple(mark for mark in (*rules.legend, *MARKS) if mark.key in used)
        self.end = End(outcome, self.columns, low_wins=rules.low_wins) if outcome else None
        self.next_hand = rules.hand_name(record.before(record.next_number))
        self.next_dealer = record.dealer_name(record.dealer_of(waiting, record.next_number))
        self.rematch_dealer = record.dealer_name(rules.dealer(sheet))
        self.typing = waiting is not None
        self.latest = result_text(record, sheet.hands[-1].points) if sheet.hands else None
        self.newest = next((hand for hand in self.hands if hand.uncounted is None), None)
        self.newest_row = next((row for row in self.rows if self.newest in row.hands), None)

    @cached_property
    def standings(self) -> list[tuple[ColumnView, Text | None]]:
        """The columns from first to last, those without a seat after the players, each with its gap at the end."""
        if self.end:
            return [(view, self.end.gap(view)) for view in self.end.ranked + self.end.beside]
        by_key = {view.column.key: view for view in self.columns}
        players = [by_key[key] for key in ranks(self.record.rules.ranking(self.record.so_far))]
        return [(view, None) for view in players + [view for view in self.columns if not view.column.seats]]

    @property
    def rally(self) -> list[Point]:
        """The points of a tally that is being tapped, newest first."""
        record, begun = self.record, self.record.begun
        if begun is None or record.so_far is record.sheet:
            return []
        return rally(record, record.screen(begun), record.hands[-1].taps, {})

    @cached_property
    def told(self) -> Text | None:
        """What happened in the newest hand: as its game tells it, with what the taker got, or else its result."""
        if self.newest is None or self.newest.told is None:
            return self.latest
        got = next((Amount(half=cell.change, signed=True) for cell in self.newest.cells if cell.took), None)
        return _("{told}: {points}", told=self.newest.told, points=got) if got else self.newest.told

    @cached_property
    def story(self) -> tuple[Told, ...]:
        """How the game turned, once it is over."""
        return story(self.record)

    @cached_property
    def question(self) -> Text | None:
        """What the hand being entered asks next."""
        return self.record.screen(self.record.next_number).view("").title if self.typing else None


def brief(record: GameRecord, number: int, most: int = 6) -> list[RoundView]:
    """Return the row that the hand with this number is in and those before it, newest first, if they have begun."""
    rules, before, hand = record.rules, record.before(number), record.hand(number)
    if hand is None or hand.entry is None:
        last, seats = rules.row(before), rules.seats(before)
    else:
        entered = record.scored[sum(saved.number < number for saved in record.saved)]
        last, seats = entered.row, rules.played(before, entered.entry)
    begun = {last: list[int]()} if rules.shares_rows else {}
    for index, scored in enumerate(record.scored):
        begun.setdefault(scored.row, []).append(index)
    now = {last: seats} if rules.shares_rows else {}
    return [
        RoundView(record, row, [HandView(record, index) for index in begun[row]], now.get(row, ()))
        for row in [row for row in range(last, 0, -1) if row in begun][:most]
    ]


def found(game: Game, read: Callable[[], StoredGame], needs: str, hand: int) -> tuple[str | None, int | None]:
    """Return the column and the hand that a page opens, as far as there are any. What there is, is kept."""
    there: Any = cache.get_or_set(
        f"found:{game.pk}:{game.version}",
        lambda: {*(column.key for column in columns_with_needs(read())), *(saved.number for saved in read().saved)},
    )
    return needs if needs in there else None, hand if hand in there else None


def _shown(mark: Mark) -> tuple[str, str]:
    return mark.sign, mark.label.message


def result_text(record: GameRecord, points: Mapping[str, Half]) -> Text:
    """Return a hand's result in one line, such as "Ann +24, Bob +6" or "nobody scores"."""
    changes = [
        _("{name} {points}", name=column.label, points=Amount(half=points[column.key], signed=True))
        for column in record.sheet.columns
        if points.get(column.key)
    ]
    return with_commas(changes) if changes else _("nobody scores")


def scored(record: GameRecord, index: int) -> ScoredHand[Any]:
    """Return a saved hand with its score lines: hypothetical ones if it doesn't count, and none if it is impossible."""
    hand = record.scored[index]
    if index < len(record.sheet.hands) or record.replay.errors(hand.dealer, hand.entry):
        return hand
    return replace(hand, lines=tuple(record.rules.score(record.sheet, hand.dealer, hand.entry)))


def cells(record: GameRecord, hand: ScoredHand[Any], before: AnySheet, *, counted: bool) -> tuple[Cell, ...]:
    """Return a hand's actual or potential effect on each column, given the sheet before it."""
    dealt_in = record.rules.played(before, hand.entry)
    return tuple(Cell(record, column, hand, dealt_in, counted=counted) for column in record.sheet.columns)


def _version_result(record: GameRecord, stored: HandRecord, row: Revision, names: tuple[str, ...]) -> Text | None:
    """Return what a version scored: in its place in the game, if its setup is still the same and it is possible."""
    if row.entry is None:
        return None
    setup, answers, before = row.setup, answers_from_record(row.entry), record.before(stored.number)
    # Who joins or leaves later doesn't matter to a hand.
    same = record.names[: len(names)] == names and _played_by(setup.options) == _played_by(record.options)
    if same and before.outcome is None:
        entry = record.rules.entry_from(answers, record.table)
        if not errors_in(record.rules.problems(before, row.dealer, entry)):
            return result_text(record, record.rules.record(before, row.dealer, entry).hands[-1].points)
    old_record = replace(record, names=names, hands=(), first_dealer=setup.first_dealer, options=setup.options)
    entry = record.rules.entry_from(answers, old_record.table)
    return result_text(old_record, record.rules.record(old_record.sheet, row.dealer, entry).hands[0].points)


def _played_by(options: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if key not in JOINING}


def stored_sheets(games: Iterable[Game]) -> dict[int, list[dict[str, Any]]]:
    """Return the columns of these games' sheets as stored, by game id. One without players is named by its key."""
    stored: defaultdict[int, dict[str, dict[str, Any]]] = defaultdict(dict)
    rows = Standing.objects.filter(game__in=games).order_by("column", "seat__number")
    players = "seat__player__name", "seat__player__mark"
    for game, key, points, name, mark in rows.values_list("game_id", "column", "half_points", *players):
        column = stored[game].setdefault(key, {"name": key, "names": [], "marks": [], "total": points})
        if name:
            column["names"].append(name)
            column["marks"].append(mark)
            column["name"] = sentence(partners(column["names"]))
    for columns in stored.values():
        shown = iter(distinct([mark for column in columns.values() for mark in column["marks"]]))
        for column in columns.values():
            column["marks"] = [next(shown) for _mark in column["marks"]]
    return {game.pk: list(stored[game.pk].values()) for game in games}
