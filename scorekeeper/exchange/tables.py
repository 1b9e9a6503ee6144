"""Score sheets as tables for a spreadsheet (CSV): one row per column and hand, and one row per game.

Comma-separated with CR LF, as RFC 4180 has it, in UTF-8 with a byte order mark: without it Excel reads "Zoë" as "ZoÃ«".
The keys of the first row are the same in every language. Points are numbers, -12 and 6.5; a text that a spreadsheet
would run as a formula begins with an apostrophe.
"""

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from scorekeeper.exchange.comparing import labels, number, winners
from scorekeeper.exchange.sheets import GameFile, HandFile
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.sheet import Column, Table

MARK = "\ufeff"
# What a cell may not begin with: a spreadsheet might run it.
RUN = frozenset("=+-@\N{MINUS SIGN}|%")
HAND_KEYS = ("game", "rules", "night", "hand", "dealer", "column", "seat", "points", "total", "after_end")
GAME_KEYS = ("game", "rules", "night", "started", "ended", "stopped", "place", "note", "hands", "winners")

AnyRules = Rules[Any, Any]
Cell = str | int | float


def hands_table(games: Iterable[GameFile], rules: Sequence[AnyRules]) -> Iterator[str]:
    """One row per hand and column; what was entered stands in `hand.…` and, for who has the column, in `player.…` and
    `side.…`; what partners have each is there one after the other.

    `seat` counts from 1 and is empty where a column is not one player's. `rules` are those of the games.
    """
    entered = list(dict.fromkeys(f"{each.per}.{each.key}" for one in rules for each in fields_of(one.entry)))
    yield MARK + _line([*HAND_KEYS, *entered])
    for game in games:
        named = labels(game.sheet)
        for index, hand in enumerate(game.hands):
            values = game.answers(hand)
            for column in game.sheet.columns:
                row = _row(game, index, hand, column, named[column.key])
                cells = [_entered(game, key, values, column) for key in entered]
                yield _line([*row, *cells])


def games_table(games: Iterable[GameFile], rules: Sequence[AnyRules]) -> Iterator[str]:
    """One row per game, with all its columns and their totals. `rules` are those of the games."""
    most = max((_most_columns(one) for one in rules), default=0)
    keys = [f"{what}_{place}" for place in range(1, most + 1) for what in ("column", "total")]
    yield MARK + _line([*GAME_KEYS, *keys])
    for game in games:
        row: list[Cell] = [
            _text(game.id),
            game.rules.slug,
            _iso(game.night),
            _iso(game.started),
            _iso(game.ended),
            game.stopped,
            _text(game.place),
            _text(game.note),
            len(game.sheet.hands),
            _text("; ".join(winners(game.sheet, game.outcome))),
        ]
        for key, name in labels(game.sheet).items():
            row += [_text(name), number(game.sheet.totals[key])]
        yield _line(row + [""] * (len(GAME_KEYS) + len(keys) - len(row)))


def _row(game: GameFile, index: int, hand: HandFile, column: Column, name: str) -> list[Cell]:
    # A hand after the end moves nothing.
    counted = None if hand.after_end else game.sheet.hands[index]
    return [
        _text(game.id),
        game.rules.slug,
        _iso(game.night),
        index + 1,
        _text(game.table.names[hand.dealer]) if game.rules.has_dealer else "",
        _text(name),
        column.seats[0] + 1 if len(column.seats) == 1 else "",
        number(counted.points[column.key]) if counted else 0,
        number((counted or game.sheet).totals[column.key]),
        "yes" if hand.after_end else "",
    ]


def _entered(game: GameFile, key: str, values: dict[str, Any], column: Column) -> Cell:
    """What was entered at a key for who has the column, or for the hand as a whole; empty where nothing was."""
    per, _dot, rest = key.partition(".")
    if per == "hand":
        return _cell(values.get(key))
    if per == "side":
        sides = game.rules.sides(game.table)
        return _cell(values.get(f"sides.{sides.index(column.seats)}.{rest}")) if column.seats in sides else ""
    cells = [_cell(values.get(f"players.{seat}.{rest}")) for seat in column.seats]
    return cells[0] if len(cells) == 1 else "; ".join(str(cell) for cell in cells if cell != "")


def _cell(value: Any) -> Cell:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else ""
        case tuple():
            return _text(" ".join(map(str, value)))
        case str():
            return _text(value)
        case _:
            return int(value)


def _iso(moment: date | None) -> str:
    return moment.isoformat() if moment else ""


def _text(text: str) -> str:
    """A text as a cell that is only text: also behind spaces, and in full width, a formula does not begin."""
    seen = next((each for each in text if unicodedata.category(each)[0] not in "ZC"), "")
    runs = unicodedata.normalize("NFKC", seen)[:1] in RUN or text[:1] in ("\t", "\r", "\n")
    return f"'{text}" if seen and runs else text


def _most_columns(rules: AnyRules) -> int:
    """The most columns that a game has with any number of players and any house rule."""
    usual = rules.options()
    others = [
        replace(usual, **{each.name: value})
        for each in fields_of(rules.options)
        for value in ((True, False) if each.kind == "flag" else [choice.value for choice in each.choices])
    ]
    tables = (
        Table(names=tuple(map(str, range(players))), options=options, first_dealer=0)
        for players in rules.players
        for options in (usual, *others)
    )
    return max(len(rules.columns(table)) for table in tables)


def _line(cells: Sequence[Cell]) -> str:
    written = io.StringIO()
    csv.writer(written).writerow(cells)
    return written.getvalue()
