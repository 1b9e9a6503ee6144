"""What is printed: a game as it was played, all games of a night, and an empty sheet for an evening without phones."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, When

from scorekeeper.models import Game, Night, Player, Playgroup
from scorekeeper.queries.charts import Chart, chart
from scorekeeper.queries.groups import playable
from scorekeeper.queries.records import AnyRules, GameRecord, StoredGame, load, load_many
from scorekeeper.queries.sheets import SheetView, sheet_view
from scorekeeper.queries.stored import StoredSheet, stored_sheets
from scorekeeper.rules.base import Mark
from scorekeeper.rules.declaration import Field, fields_of, options_from_record, unusual
from scorekeeper.rules.sheet import Column, Table
from scorekeeper.rules.words import Half, Text

PAPER_HANDS = 14  # more than most games have, and still one page


@dataclass(frozen=True, kw_only=True)
class PrintedGame:
    """A game for paper: its `sheet`, or where its rules are unknown, what was `stored`.

    `first_dealer` is empty where nobody deals; `start` is what every column began with, where that is not nothing.
    """

    record: StoredGame
    first_dealer: str
    sheet: SheetView | None = None
    stored: StoredSheet | None = None
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
        PrintedGame(
            record=record,
            first_dealer=record.dealer_name(record.first_dealer),
            sheet=sheet_view(record),
            start=record.rules.start(record.table) or None,
            chart=chart(record),
        )
        if isinstance(record, GameRecord)
        else PrintedGame(
            record=record, first_dealer=record.dealer_name(record.first_dealer), stored=stored[record.game.pk]
        )
        for record in records
    )


@dataclass(frozen=True, kw_only=True)
class PaperColumn:
    """A column of an empty sheet (its label is empty for a name to be written in), and what is noted of each hand.

    `target` is the half points that end the game.
    """

    column: Column
    fields: tuple[Field, ...]
    target: Half | None


@dataclass(frozen=True, kw_only=True)
class PaperSheet:
    """An empty sheet: `about_hand` is noted once a hand, `helps` are what is noted, `legend` the signs to use.

    `several` are the rules that there are sheets for; `roster` has the names of those who can be chosen, `seated` are
    those who are.
    """

    rules: AnyRules
    several: tuple[AnyRules, ...]
    columns: tuple[PaperColumn, ...]
    about_hand: tuple[Field, ...]
    helps: tuple[Field, ...]
    legend: tuple[Mark, ...]
    house_rules: tuple[tuple[Text, Text], ...]
    hands: range
    roster: Mapping[int, str]
    seated: Sequence[int]

    @property
    def before(self) -> int:
        """How many cells stand between a hand's number and its columns: what is noted of it, or who deals."""
        return len(self.about_hand) or int(self.rules.has_dealer)


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
    usual = [player for player in record.players if player in roster] if record else []
    seated = (wanted or usual)[: rules.players[-1]]
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
        roster=roster,
        seated=seated,
    )


def _noted(rules: AnyRules) -> tuple[Field, ...]:
    return tuple(each for each in fields_of(rules.entry) if not each.derived)


def _paper_column(rules: AnyRules, table: Table[Any], column: Column) -> PaperColumn:
    about = {"player", "side"} if len(column.seats) > 1 else {"player"} if column.seats else set()
    fields = tuple(each for each in _noted(rules) if each.per in about)
    return PaperColumn(column=column, fields=fields, target=rules.target(table, column))
