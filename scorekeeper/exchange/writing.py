"""Write score sheet files: replayed games in, text out, one hand per line. FORMAT.md: Results; Exporting."""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from io import BytesIO
from typing import Any, cast

from scorekeeper import limits
from scorekeeper.exchange.comparing import labels, number, winners
from scorekeeper.exchange.foreign import SHEETS
from scorekeeper.exchange.sheets import GameFile, HandFile
from scorekeeper.games import OPTIONS
from scorekeeper.rules.declaration import fields_of, options_record
from scorekeeper.rules.sheet import ScoredHand
from scorekeeper.rules.words import Text
from scorekeeper.text import sentences

Say = Callable[[Text], str]
ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False).encode


class TooLargeError(ValueError):
    """There are more games or bytes than a file may contain. FORMAT.md: Limits."""


def write_document(games: Iterable[GameFile]) -> bytes:
    """Return the whole document. Raise `TooLargeError` if it is too large to be read back in."""
    return joined(write_sheets(_counted(games)))


def joined(pieces: Iterable[str]) -> bytes:
    """Return the whole file. Raise `TooLargeError` as soon as it is too large."""
    content = BytesIO()
    for piece in pieces:
        content.write(piece.encode())
        if content.tell() > limits.LARGEST_FILE:
            raise TooLargeError
    return content.getvalue()


def _counted(games: Iterable[GameFile]) -> Iterator[GameFile]:
    for index, game in enumerate(games):
        if index == limits.MOST_GAMES:
            raise TooLargeError
        yield game


def write_sheets(games: Iterable[GameFile]) -> Iterator[str]:
    """Yield the document piece by piece. A game's ID, night, times, place, and note are left out if they are empty."""
    yield f'{{\n"format": {ENCODE(SHEETS)},\n"games": ['
    said = sentences()
    for index, game in enumerate(games):
        yield (",\n" if index else "\n") + "".join(_game(game, said))
    yield "\n]\n}\n"


def write_entries(game: GameFile) -> str:
    """Return a document with one game and without its results, which an import doesn't need."""
    hands = [_entry(game, hand) for hand in game.hands]
    return ENCODE({"format": SHEETS, "games": [_head(game) | {"hands": hands}]})


def _game(game: GameFile, said: Say) -> Iterator[str]:
    yield "  {\n"
    for key, value in _head(game).items():
        yield f"    {ENCODE(key)}: {ENCODE(value)},\n"
    yield '    "hands": ['
    for index, hand in enumerate(_hands(game, said)):
        yield f"{',' if index else ''}\n      {ENCODE(hand)}"
    yield f'\n    ],\n    "outcome": {ENCODE(_outcome(game, said))}\n  }}'


def _head(game: GameFile) -> dict[str, Any]:
    head: dict[str, Any] = {"id": game.id} if game.id else {}
    head |= {"rules": game.rules.slug.partition(OPTIONS)[0], "options": options_record(game.table.options)}
    given = {
        "night": game.night and game.night.isoformat(),
        "started": game.started and game.started.isoformat(),
        "ended": game.ended and game.ended.isoformat(),
        "stopped": game.stopped,
        "place": game.place,
        "note": game.note,
    }
    head |= {key: value for key, value in given.items() if value}
    names = game.table.names
    head |= {"players": list(names)}
    return head | {"first_dealer": names[game.table.first_dealer]} if game.rules.has_dealer else head


def _hands(game: GameFile, said: Say) -> Iterator[dict[str, Any]]:
    named = labels(game.sheet)
    counted = iter(game.sheet.hands)
    for hand in game.hands:
        scored = None if hand.after_end else next(counted)
        yield _entry(game, hand) | {"result": _result(game, scored, named, said)}


def _entry(game: GameFile, hand: HandFile) -> dict[str, Any]:
    names, rules = game.table.names, game.rules
    whole: dict[str, Any] = {}
    players: dict[str, dict[str, Any]] = {name: {} for name in names}
    sides: list[dict[str, Any]] = [{} for _side in rules.sides(game.table)]
    for path, value in game.answers(hand).items():
        group, index, branches, key = _steps(path)
        place = whole if index is None else players[names[index]] if group == "players" else sides[index]
        for branch in branches:
            place = place.setdefault(branch, {})
        place[key] = value
    written: dict[str, Any] = {"dealer": names[hand.dealer]} if rules.has_dealer else {}
    written["hand"] = whole | ({"sides": sides} if any(sides) else {})
    if _asks_players(cast(Hashable, rules.entry)):
        written["players"] = {name: given for name, given in players.items() if given}
    flags = {"score_anyway": hand.score_anyway, "after_end": hand.after_end}
    return written | {key: True for key, is_set in flags.items() if is_set}


@cache
def _asks_players(entry: Any) -> bool:
    return any(field.per == "player" for field in fields_of(entry))


@cache
def _steps(path: str) -> tuple[str, int | None, tuple[str, ...], str]:
    """Split a path into its group, its seat or side (if any), its branches, and its key."""
    group, *keys = path.split(".")
    index = None if group == "hand" else int(keys.pop(0))
    return group, index, tuple(keys[:-1]), keys[-1]


def _result(game: GameFile, hand: ScoredHand[Any] | None, named: dict[str, str], said: Say) -> dict[str, Any]:
    lines = hand.lines if hand else ()
    totals = hand.totals if hand else game.sheet.totals
    points = hand.points if hand else {}
    return {
        "lines": [
            {"column": named[line.column], "points": number(line.points), "reason": said(line.reason)} for line in lines
        ],
        "points": {name: number(points[key]) if key in points else 0 for key, name in named.items()},
        "totals": {name: number(totals[key]) for key, name in named.items()},
    }


def _outcome(game: GameFile, said: Say) -> dict[str, Any] | None:
    if game.outcome is None:
        return None
    return {
        "reason": said(game.outcome.reason),
        "winners": winners(game.sheet, game.outcome),
        "totals": {name: number(game.sheet.totals[key]) for key, name in labels(game.sheet).items()},
    }
