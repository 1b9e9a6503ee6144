"""What is printed: a game as it was played, all games of a night, and an empty sheet for an evening without phones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, When

from scorekeeper.models import Game, Night, Player, Playgroup
from scorekeeper.queries.charts import Chart, chart
from scorekeeper.queries.groups import playable
from scorekeeper.queries.records import AnyRules, GameRecord, StoredGame, load, load_many
from scorekeeper.queries.sheets import PASSED, Cell, HandView, SheetView, reasons, scored, sheet_view
from scorekeeper.queries.stored import StoredSheet, stored_sheets
from scorekeeper.rules.base import Mark
from scorekeeper.rules.declaration import Field, fields_of, options_from_record, unusual
from scorekeeper.rules.sheet import Column, Line, Table
from scorekeeper.rules.words import Half, Text

PAPER_HANDS = 14
"""How many hands have room on an empty sheet: more than most games have, and still one page."""


@dataclass(frozen=True, kw_only=True)
class PrintedHand:
    """A row, and the note to it: each column's lines, in half points. An unknown game's has only `changes`."""

    number: int
    dealer: str
    uncounted: Text | None = None
    marks: tuple[Mark, ...] = ()
    cells: tuple[Cell, ...] = ()
    changes: tuple[int, ...] = ()
    reasons: tuple[tuple[Text, tuple[Line, ...]], ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everybody passed."""
        return PASSED in self.marks


@dataclass(frozen=True, kw_only=True)
class PrintedGame:
    """A game for paper, its hands oldest first. `sheet` is None where the rules are unknown: then it is `stored`.

    `house_rules` are those that are not as usual; `start` is what every column began with, where that is not nothing;
    `first_dealer` is empty where nobody deals.
    """

    game: Game
    names: tuple[str, ...]
    first_dealer: str
    hands: tuple[PrintedHand, ...]
    sheet: SheetView | None = None
    stored: StoredSheet | None = None
    house_rules: tuple[tuple[Text, Text], ...] = ()
    start: Half | None = None
    chart: Chart | None = None


def printed_game(game: Game) -> PrintedGame:
    """A game for paper."""
    return _printed([load(game)])[0]


def printed_night(night: Night) -> tuple[PrintedGame, ...]:
    """The games of a night for paper, in the order of playing, without those that are hidden."""
    games = Game.objects.filter(night=night, hidden=False).order_by("started_at", "id")
    return _printed(load_many(list(games)))


def _printed(records: Sequence[StoredGame]) -> tuple[PrintedGame, ...]:
    unknown = [record for record in records if not isinstance(record, GameRecord)]
    stored = {sheet.record.game.pk: sheet for sheet in stored_sheets(unknown)} if unknown else {}
    return tuple(
        _as_played(record) if isinstance(record, GameRecord) else _as_stored(record, stored[record.game.pk])
        for record in records
    )


def _as_played(record: GameRecord) -> PrintedGame:
    view, start = sheet_view(record), record.rules.start(record.table)
    return PrintedGame(
        game=record.game,
        names=record.names,
        first_dealer=record.dealer_name(record.first_dealer),
        hands=tuple(_hand(record, index, hand) for index, hand in enumerate(reversed(view.hands))),
        sheet=view,
        house_rules=unusual(record.table.options),
        start=start or None,
        chart=chart(record),
    )


def _hand(record: GameRecord, index: int, hand: HandView) -> PrintedHand:
    return PrintedHand(
        number=hand.number,
        dealer=hand.dealer,
        uncounted=hand.uncounted,
        marks=hand.marks,
        cells=hand.cells,
        reasons=reasons(record, scored(record, index)),
    )


def _as_stored(record: StoredGame, sheet: StoredSheet) -> PrintedGame:
    dealers = {hand.number: record.names[hand.dealer] for hand in record.hands}
    return PrintedGame(
        game=record.game,
        names=record.names,
        first_dealer=record.names[record.first_dealer],
        hands=tuple(
            PrintedHand(number=number, dealer=dealers[number], changes=changes)
            for number, changes in reversed(sheet.hands)
        ),
        stored=sheet,
    )


@dataclass(frozen=True, kw_only=True)
class PaperColumn:
    """A column of an empty sheet: its label (empty for a name that is written in), and what is noted of each hand.

    `target` is the half points that end the game.
    """

    label: Text
    fields: tuple[Field, ...]
    target: Half | None
    seated: bool


@dataclass(frozen=True, kw_only=True)
class PaperSheet:
    """An empty sheet: `about_hand` is noted once a hand, `helps` are what is noted, `legend` the signs to use.

    `several` are the rules that there are sheets for.
    """

    rules: AnyRules
    several: tuple[AnyRules, ...]
    columns: tuple[PaperColumn, ...]
    about_hand: tuple[Field, ...]
    helps: tuple[Field, ...]
    legend: tuple[Mark, ...]
    house_rules: tuple[tuple[Text, Text], ...]
    hands: range
    roster: tuple[PaperName, ...]

    @property
    def before(self) -> int:
        """How many cells stand between a hand's number and its columns: what is noted of it, or who deals."""
        return len(self.about_hand) or int(self.rules.has_dealer)


@dataclass(frozen=True, kw_only=True)
class PaperName:
    """A player who can be chosen for an empty sheet."""

    id: int
    name: str
    chosen: bool


def paper_sheet(group: Playgroup, chosen: Iterable[int] = (), slug: str = "") -> PaperSheet:
    """An empty sheet for these players, or else for the last line-up; places that are left are blank.

    Its rules are those with this slug, or else the group's usual ones; its house rules are those of the last game of
    them, and so is the line-up, where there was one.
    """
    several = tuple(each.rules for each in playable(group))
    rules = next((each for each in several if each.slug == slug), several[0])
    of_these = Case(When(rules=rules.slug, then=0), default=1)
    last = Game.objects.filter(group=group, hidden=False).order_by(of_these, "-id").first()
    record = load(last) if last else None
    options = options_from_record(rules.options, last.options if last and last.rules == rules.slug else {})
    roster = dict(Player.objects.filter(group=group, retired=False).order_by("name_key").values_list("pk", "name"))
    wanted = [player for player in dict.fromkeys(chosen) if player in roster]
    seated = wanted or [player for player in (record.players if record else ()) if player in roster]
    seated = seated[: rules.players[-1]]
    names = [roster[player] for player in seated]
    # With nobody known there is a line for everybody who may sit down.
    blank = (rules.players[0] if names else rules.players[-1]) - len(names)
    table: Table[Any] = Table(names=(*names, *[""] * max(blank, 0)), options=options, first_dealer=0)
    columns = tuple(_paper_column(rules, table, column) for column in rules.columns(table))
    about_hand = tuple(each for each in _noted(rules) if each.per == "hand" and each.kind != "flag")
    noted = (*about_hand, *(each for column in columns for each in column.fields))
    return PaperSheet(
        rules=rules,
        several=several,
        columns=columns,
        about_hand=about_hand,
        helps=tuple(each for each in _noted(rules) if each in noted),
        legend=tuple(mark for mark in rules.legend if mark.sign),
        house_rules=unusual(options),
        hands=range(1, PAPER_HANDS + 1),
        roster=tuple(PaperName(id=player, name=name, chosen=player in seated) for player, name in roster.items()),
    )


def _noted(rules: AnyRules) -> tuple[Field, ...]:
    return tuple(each for each in fields_of(rules.entry) if not each.derived)


def _paper_column(rules: AnyRules, table: Table[Any], column: Column) -> PaperColumn:
    about = {"player", "side"} if len(column.seats) > 1 else {"player"} if column.seats else set()
    return PaperColumn(
        label=column.label,
        fields=tuple(each for each in _noted(rules) if each.per in about),
        target=rules.target(table, column),
        seated=bool(column.seats),
    )
