"""Score sheets as CSV tables for spreadsheets: one with a row per hand and column, one with a row per game.

The files follow RFC 4180 and are in UTF-8 with a byte order mark, without which Excel would read "Zoë" as "ZoÃ«". The
header row is the same in every language. Points are numbers such as -12 and 6.5. Whatever a spreadsheet might run as a
formula gets a leading apostrophe.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scorekeeper.formats.language import plain
from scorekeeper.formats.sheets import GameFile, labels, number, winners
from scorekeeper.games import is_own
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.played import AnyRules
from scorekeeper.rules.sheet import Column

MARK = "\ufeff"
FORMULA_SIGNS = (*"=+-@\N{MINUS SIGN}|%\t\r\n",)  # A spreadsheet might run a cell that starts with one of these.
HAND_KEYS = ("game", "rules", "night", "hand", "dealer", "column", "seat", "points", "total", "after_end")
GAME_KEYS = ("game", "rules", "night", "started", "ended", "stopped", "place", "note", "hands", "winners")


def hands_table(games: Iterable[GameFile], rules: Sequence[AnyRules]) -> Iterator[str]:
    """Yield a row per hand and column, with the values entered for the hand and for that column's players or side.

    Partners' values are separated by semicolons. `seat` counts from 1 and is empty unless the column belongs to a
    single player. `rules` must include the rules of all these games.
    """
    fields = [field for game_rules in rules for field in fields_of(game_rules.entry)]
    keys = list(dict.fromkeys(f"{field.per}.{field.key}" for field in fields))
    yield MARK + _line([*HAND_KEYS, *keys])
    for game in games:
        named, about = labels(game.sheet), _about(game)
        for index, hand in enumerate(game.scored):
            values, points = game.answers(hand), hand.points
            dealer = _text(game.names[hand.dealer]) if game.rules.has_dealer else ""
            after_end = "yes" if index >= len(game.sheet.hands) else ""
            for column in game.sheet.columns:
                seat = column.seats[0] + 1 if len(column.seats) == 1 else ""
                amounts = number(points[column.key]), number(hand.totals[column.key])
                entered = (_entered(game, key, values, column) for key in keys)
                of_column = (_text(named[column.key]), seat, *amounts, after_end, *entered)
                yield _line([*about, index + 1, dealer, *of_column])


def games_table(games: Iterable[GameFile], rules: Sequence[AnyRules]) -> Iterator[str]:
    """Yield a row per game, with its columns and their totals. `rules` must include the rules of all these games."""
    most = max((each.players[-1] + len(each.seatless) for each in rules), default=0)
    keys = [f"{key}_{number}" for number in range(1, most + 1) for key in ("column", "total")]
    yield MARK + _line([*GAME_KEYS, *keys])
    for game in games:
        times = (time and time.isoformat() for time in (game.started, game.ended))
        won = _text("; ".join(winners(game.sheet, game.outcome)))
        row = [*_about(game), *times, game.stopped, _text(game.place), _text(game.note), len(game.sheet.hands), won]
        for key, name in labels(game.sheet).items():
            row += [_text(name), number(game.sheet.totals[key]) if game.has_totals else ""]
        yield _line(row + [""] * (len(GAME_KEYS) + len(keys) - len(row)))


def _about(game: GameFile) -> list[object]:
    """Return the first cells of any row: the game, its rules (by name if they're a group's own), and its night."""
    rules = _text(plain(game.rules.name)) if is_own(game.rules.slug) else game.rules.slug
    return [_text(game.id), rules, game.night and game.night.isoformat()]


def _entered(game: GameFile, key: str, values: dict[str, Any], column: Column) -> object:
    """Return the value entered at a key for the whole hand, for the column's players, or for its side."""
    per, _dot, rest = key.partition(".")
    sides = game.rules.sides(game.table)
    paths = {
        "hand": [key],
        "side": [f"sides.{sides.index(column.seats)}.{rest}"] if column.seats in sides else [],
        "player": [f"players.{seat}.{rest}" for seat in column.seats],
    }
    cells = [_cell(values.get(path)) for path in paths[per]]
    return cells[0] if len(cells) == 1 else "; ".join(str(cell) for cell in cells if cell != "")


def _cell(value: Any) -> object:
    if value is None or isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, tuple):
        value = " ".join(map(str, value))
    return _text(value) if isinstance(value, str) else int(value)


def _text(text: str) -> str:
    """Keep a spreadsheet from running a string as a formula."""
    return f"'{text}" if text.lstrip(' "').startswith(FORMULA_SIGNS) else text


def _line(cells: Sequence[object]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()
