"""Printable pages: a single game, all of a night's games, or a blank sheet for an evening without phones."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Case, When

from scorekeeper.games import all_games, base_slug, is_own
from scorekeeper.models import Game, Night, Playgroup
from scorekeeper.people.roster.reading import people, roster
from scorekeeper.recording.game import units
from scorekeeper.recording.game.reading import load, load_many
from scorekeeper.recording.game.records import GameRecord, StoredGame
from scorekeeper.recording.setup.reading import playable
from scorekeeper.recording.sheet.charts import OnPaper, chart
from scorekeeper.recording.sheet.reading import SheetView, stored_sheets
from scorekeeper.rules.declaration import options_from_record
from scorekeeper.rules.sheet import Table

GAMES_PER_PAGE = 20  # of a night
PAPER_HANDS = 14  # more than most games need, but they still fit on a page


def printed_game(game: Game) -> dict[str, Any]:
    """Return a game ready to print: its `sheet` or, if its rules are unknown, its `stored` sheet."""
    return _printed([load(game)])[0]


def printed_night(night: Night, number: int = 1) -> Page[Any]:
    """Return a page of a night's games, except hidden ones, ready to print in the order they were played."""
    games = Game.objects.filter(night=night, hidden=False).order_by("started_at", "id")
    page: Page[Any] = Paginator(games, GAMES_PER_PAGE).get_page(max(1, number))
    page.object_list = _printed(load_many(list(page)))
    return page


def _printed(records: Sequence[StoredGame]) -> list[dict[str, Any]]:
    stored = stored_sheets([record.game for record in records if not isinstance(record, GameRecord)])
    printed = []
    for record in records:
        dealer = record.dealer_name(record.first_dealer)
        if isinstance(record, GameRecord):
            dealer = "" if record.is_result else dealer
            start = record.rules.start(record.table) or None
            shown: dict[str, Any] = {"sheet": SheetView(record), "start": start, "chart": chart(record, OnPaper)}
        else:
            shown = {"stored": stored[record.game.pk]}
        printed.append({"record": record, "first_dealer": dealer, **shown})
    return printed


def paper_sheet(group: Playgroup, chosen: Iterable[int] = (), slug: str = "") -> dict[str, Any]:
    """Return a blank sheet for the chosen players or, by default, the last lineup. Other columns have no names.

    Each of the `columns` has the fields to fill in for each hand, and as its `target` the total that ends the game.
    Without a `slug`, the rules are the group's usual ones; the lineup is preferably of a game with the same rules. The
    `hands` have numbers, and `before` cells for what `about_hand` asks; `helps` are the fields to explain.
    """
    ours, _last_played, others = playable(group)
    # A ready game has a sheet where it is played.
    several = tuple(game.rules for game in (*ours, *(game for game in others if not game.recipe)))
    rules = next((known for known in several if known.slug == slug), several[0])
    same_rules_first = Case(When(rules=rules.slug, then=0), default=1)
    last = Game.objects.filter(group=group, hidden=False).order_by(same_rules_first, "-id").first()
    options = rules.house_rules
    # The house rules of an own game are all in its recipe.
    if last is not None and last.rules == rules.slug and not is_own(rules.slug):
        options = options_from_record(rules.options, last.options)
    names_of = {player.pk: player.name for player in roster(group)}
    last_players = [player.pk for player in people(load(last).players)] if last else ()
    listed = [player for player in dict.fromkeys(chosen) if player in names_of]
    seated = (listed or [player for player in last_players if player in names_of])[: rules.players[-1]]
    names = [names_of[player] for player in seated]
    # If no players are known, leave room for as many as can play.
    blank = (rules.players[0] if names else rules.players[-1]) - len(names)
    table: Table[Any] = Table(names=(*names, *[""] * max(blank, 0)), options=options, first_dealer=0)
    noted_fields = [field for field in rules.fields(table) if not field.derived]
    columns = list[dict[str, Any]]()
    for column in rules.columns(table):
        levels = {"player", "side"} if len(column.seats) > 1 else {"player"} if column.seats else set()
        fields = [field for field in noted_fields if field.per in levels]
        columns.append({"column": column, "fields": fields, "target": rules.target(table, column)})
    about_hand = [field for field in noted_fields if field.per == "hand" and field.kind != "flag"]
    noted = [*about_hand, *(field for column in columns for field in column["fields"])]
    return {
        "rules": rules,
        "several": several,
        "card": rules.card(rules.blank(table)),
        "names": table.names,
        "columns": columns,
        "about_hand": about_hand,
        "before": len(about_hand) or int(rules.has_dealer),  # any dealer's name takes a cell
        "helps": [field for field in noted_fields if field in noted],
        "legend": [mark for mark in rules.legend if mark.sign],
        "in_short": all_games()[base_slug(rules.slug)].summary(options, len(table.names)),
        "hands": range(1, 2 if rules.way == "tally" else PAPER_HANDS + 1),
        "row": units.said(rules.unit, "row"),
        "roster": names_of,
        "seated": seated,
    }
