"""Write score sheet files: replayed games in, text out, one hand per line. FORMAT.md: Results; Exporting."""

import json
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import Any

from scorekeeper.formats.language import sentences
from scorekeeper.formats.sheets import GameFile, Number, labels, number, winners
from scorekeeper.formats.values import SHEETS
from scorekeeper.games import OPTIONS
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import fields_of, options_record
from scorekeeper.rules.text import Half

ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False).encode


class TooLargeError(ValueError):
    """There are more games or bytes than a file may contain. FORMAT.md: Limits."""


def write_document(games: Iterable[GameFile]) -> bytes:
    """Return the whole document. Raise `TooLargeError` if it is too large to be read back in."""

    def counted() -> Iterator[GameFile]:
        for index, game in enumerate(games):
            if index == limits.MOST_GAMES:
                raise TooLargeError
            yield game

    return joined(write_sheets(counted()))


def joined(pieces: Iterable[str]) -> bytes:
    """Return the whole file. Raise `TooLargeError` as soon as it is too large."""
    content = BytesIO()
    for piece in pieces:
        content.write(piece.encode())
        if content.tell() > limits.LARGEST_FILE:
            raise TooLargeError
    return content.getvalue()


def write_sheets(games: Iterable[GameFile]) -> Iterator[str]:
    """Yield the document piece by piece. A game's ID, night, times, place, and note are left out if they are empty."""
    yield f'{{\n"format": {ENCODE(SHEETS)},\n"games": ['
    said = sentences()
    for index, game in enumerate(games):
        yield ",\n  {\n" if index else "\n  {\n"
        for key, value in _head(game).items():
            yield f"    {ENCODE(key)}: {ENCODE(value)},\n"
        yield '    "hands": ['
        named = labels(game.sheet)
        comma = ""
        for entered, hand in zip(_hands(game), game.scored, strict=True):
            lines = [
                {"column": named[line.column], "points": number(line.points), "reason": said(line.reason)}
                for line in hand.lines
            ]
            result = {"lines": lines, "points": _points(named, hand.points), "totals": _points(named, hand.totals)}
            yield f"{comma}\n      {ENCODE(entered | {'result': result})}"
            comma = ","
        outcome = game.outcome and {
            "reason": said(game.outcome.reason),
            "winners": winners(game.sheet, game.outcome),
            "totals": _points(named, game.sheet.totals),
        }
        yield f'\n    ],\n    "outcome": {ENCODE(outcome)}\n  }}'
    yield "\n]\n}\n"


def write_entries(game: GameFile) -> str:
    """Return a document with one game and without its results, which an import doesn't need."""
    return ENCODE({"format": SHEETS, "games": [_head(game) | {"hands": list(_hands(game))}]})


def _points(named: Mapping[str, str], amounts: Mapping[str, Half]) -> dict[str, Number]:
    return {name: number(amounts[key]) for key, name in named.items()}


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
    head |= {key: value for key, value in given.items() if value} | {"players": list(game.names)}
    return head | {"first_dealer": game.names[game.first_dealer]} if game.rules.has_dealer else head


def _hands(game: GameFile) -> Iterator[dict[str, Any]]:
    names, rules, counting = game.names, game.rules, len(game.sheet.hands)
    asks_players = any(field.per == "player" for field in fields_of(rules.entry))
    for index, (hand, scored) in enumerate(zip(game.saved, game.scored, strict=True)):
        whole: dict[str, Any] = {}
        players: dict[str, dict[str, Any]] = {name: {} for name in names}
        sides: list[dict[str, Any]] = [{} for _side in rules.sides(game.table)]
        for path, value in game.answers(scored).items():
            group, *keys = path.split(".")
            place = whole
            if group != "hand":
                at = int(keys.pop(0))
                place = players[names[at]] if group == "players" else sides[at]
            for branch in keys[:-1]:
                place = place.setdefault(branch, {})
            place[keys[-1]] = value
        written: dict[str, Any] = {"dealer": names[hand.dealer]} if rules.has_dealer else {}
        written["hand"] = whole | ({"sides": sides} if any(sides) else {})
        if asks_players:
            written["players"] = {name: given for name, given in players.items() if given}
        flags = {"score_anyway": hand.accepted, "after_end": index >= counting}
        yield written | {key: True for key, is_set in flags.items() if is_set}
