"""Games of which only the result is known, for tests: in a file, or written down by a member."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from scorekeeper.formats.sheets import GameFile
from scorekeeper.games import AnyGame
from scorekeeper.models import Game, Membership
from scorekeeper.recording.own_games.reading import known_games
from scorekeeper.recording.setup.writing import NewGame, start_game
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.sheet import Column, Seats, Table
from scorekeeper.rules.text import Half
from tests.formats.documents import file_of
from tests.rounds import player


def columns_of(card_game: AnyGame, table: Table[Any]) -> list[Column]:
    """Return the columns of which a result has totals."""
    return [column for column in card_game.rules.for_options(table.options).columns(table) if column.seats]


def result_file(
    card_game: AnyGame, table: Table[Any], totals: Sequence[int] = (), won: Seats | None = None
) -> GameFile:
    """Return a game as a file has it, with these totals in half points by column, or none."""
    keys = [column.key for column in columns_of(card_game, table)]
    given = dict(zip(keys, map(Half, totals), strict=True)) if totals else {}
    return replace(file_of(card_game, table, ()), given=given, won=won, known=None)


def write_down(
    by: Membership,
    names: str = "Ann Bob Cy",
    totals: str = "",
    won: str | None = None,
    rules: str = "any_game:uno",
    night: str = "",
    **options: Any,
) -> Game:
    """Write down the result of a game, with totals in points by seat, as in "12 7½ −3"."""
    ids = {name: player(by, name) for name in names.split()}
    halves = [int(2 * float(text.replace("½", ".5").replace("−", "-"))) for text in totals.split()]
    result: dict[str, Any] = {"totals": dict(zip(map(str, ids.values()), halves, strict=bool(halves)))}
    if won is not None:
        result["won"] = [ids[name] for name in won.split()]
    card_game = known_games(by.group_id)[rules]
    new = NewGame(
        uid=uuid.uuid4(),
        rules=card_game.rules,
        players=tuple(ids.values()),
        first_dealer=len(ids) - 1,
        options=options_record(card_game.rules.house_rules) | options,
        night=date.fromisoformat(night) if night else None,
        result=result,
    )
    return start_game(group=by.group, new=new, by=by)
