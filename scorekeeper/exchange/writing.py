"""Score sheet files (`scorekeeper-sheets/1`) on the way out: replayed games in, text out, one line per hand."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from scorekeeper.exchange.comparing import labels, number, winners
from scorekeeper.exchange.reading import MOST_BYTES
from scorekeeper.exchange.sheets import FORMAT, MOST_GAMES, GameFile, HandFile
from scorekeeper.rules.declaration import fields_of, options_record
from scorekeeper.rules.sheet import Hand
from scorekeeper.text import sentence

ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


class TooLargeError(ValueError):
    """More games, or more bytes, than a document may have that is to be read again."""


def write_document(games: Iterable[GameFile]) -> bytes:
    """The whole document, one that can be read back. Raises `TooLargeError`."""
    pieces: list[bytes] = []
    size = 0
    for piece in write_sheets(games):
        pieces.append(piece.encode())
        size += len(pieces[-1])
        # The first piece and the last are no games.
        if size > MOST_BYTES or len(pieces) > MOST_GAMES + 2:
            raise TooLargeError
    return b"".join(pieces)


def write_sheets(games: Iterable[GameFile]) -> Iterator[str]:
    """The document, piece by piece. What was not given (night, id, times, place, note) is not printed."""
    yield f'{{\n"format": {ENCODE(FORMAT)},\n"games": ['
    for number_of, game in enumerate(games):
        yield (",\n" if number_of else "\n") + "".join(_game(game))
    yield "\n]\n}\n"


def _game(game: GameFile) -> Iterator[str]:
    yield "  {\n"
    for key, value in _head(game).items():
        yield f"    {ENCODE(key)}: {ENCODE(value)},\n"
    yield '    "hands": ['
    for number_of, hand in enumerate(_hands(game)):
        yield f"{',' if number_of else ''}\n      {ENCODE(hand)}"
    yield f'\n    ],\n    "outcome": {ENCODE(_outcome(game))}\n  }}'


def _head(game: GameFile) -> dict[str, Any]:
    head: dict[str, Any] = {"id": game.id} if game.id else {}
    head |= {"rules": game.rules.slug, "options": options_record(game.table.options)}
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


def _hands(game: GameFile) -> Iterator[dict[str, Any]]:
    named = labels(game.sheet)
    counted = iter(game.sheet.hands)
    for hand in game.hands:
        scored = None if hand.after_end else next(counted)
        yield _entry(game, hand) | {"result": _result(game, scored, named)}


def _entry(game: GameFile, hand: HandFile) -> dict[str, Any]:
    names, rules = game.table.names, game.rules
    about: dict[str, Any] = {}
    players: dict[str, dict[str, Any]] = {name: {} for name in names}
    sides: list[dict[str, Any]] = [{} for _side in rules.sides(game.table)]
    for path, value in game.answers(hand).items():
        group, *keys = path.split(".")
        place = about
        if group != "hand":
            index = int(keys.pop(0))
            place = players[names[index]] if group == "players" else sides[index]
        for key in keys[:-1]:
            place = place.setdefault(key, {})
        place[keys[-1]] = value
    written: dict[str, Any] = {"dealer": names[hand.dealer]} if rules.has_dealer else {}
    written["hand"] = about | ({"sides": sides} if any(sides) else {})
    if any(each.per == "player" for each in fields_of(type(hand.entry))):
        written["players"] = {name: given for name, given in players.items() if given}
    flags = {"score_anyway": hand.score_anyway, "after_end": hand.after_end}
    return written | {key: True for key, said in flags.items() if said}


def _result(game: GameFile, hand: Hand[Any] | None, named: dict[str, str]) -> dict[str, Any]:
    lines = hand.lines if hand else ()
    totals = hand.totals if hand else game.sheet.totals
    points = hand.points if hand else {}
    return {
        "lines": [
            {"column": named[line.column], "points": number(line.points), "reason": sentence(line.reason)}
            for line in lines
        ],
        "points": {name: number(points[key]) if key in points else 0 for key, name in named.items()},
        "totals": {name: number(totals[key]) for key, name in named.items()},
    }


def _outcome(game: GameFile) -> dict[str, Any] | None:
    if game.outcome is None:
        return None
    return {
        "reason": sentence(game.outcome.reason),
        "winners": winners(game.sheet, game.outcome),
        "totals": {name: number(game.sheet.totals[key]) for key, name in labels(game.sheet).items()},
    }
