"""Write score sheet files, and say how a game declares its part. FORMAT.md: Results; Exporting; The games."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.formats.foreign import SHEETS
from scorekeeper.formats.language import as_data, sentence
from scorekeeper.formats.sheets import GameFile, labels, number, winners
from scorekeeper.games import AnyGame, base_slug
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import GROUPS, SKIP, Field, fields_of, options_record
from scorekeeper.rules.entries import record_from_answers
from scorekeeper.rules.text import Half, Text

ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False).encode


class TooLargeError(ValueError):
    """There are more games or bytes than a file may contain. FORMAT.md: Limits."""


def joined(pieces: Iterable[str]) -> bytes:
    """Return the whole file. Raise `TooLargeError` as soon as it is too large."""
    content = BytesIO()
    for piece in pieces:
        content.write(piece.encode())
        if content.tell() > limits.LARGEST_FILE:
            raise TooLargeError
    return content.getvalue()


def write_sheets(games: Iterable[GameFile]) -> Iterator[str]:
    """Yield the document piece by piece. Raise `TooLargeError` if there are more games than it may have."""
    yield f'{{\n"format": {ENCODE(SHEETS)},\n"games": ['
    said = cache(as_data)  # most lines of a file have one of the same few reasons
    for index, game in enumerate(games):
        if index == limits.MOST_GAMES:
            raise TooLargeError
        yield ",\n  {\n" if index else "\n  {\n"
        for key, value in _head(game).items():
            yield f"    {ENCODE(key)}: {ENCODE(value)},\n"
        yield '    "hands": ['
        named = labels(game.sheet)
        for position, (entered, hand) in enumerate(zip(_hands(game), game.scored, strict=True)):
            lines = [
                {"column": named[line.column], "points": number(line.points), "reason": said(line.reason)}
                for line in hand.lines
            ]
            result = {"lines": lines, "points": _points(named, hand.points), "totals": _points(named, hand.totals)}
            yield f"{',' if position else ''}\n      {ENCODE(entered | {'result': result})}"
        outcome = game.outcome and {
            "reason": said(game.outcome.reason),
            "winners": winners(game.sheet, game.outcome),
            **({"totals": _points(named, game.sheet.totals)} if game.has_totals else {}),
        }
        yield f'\n    ],\n    "outcome": {ENCODE(outcome)}\n  }}'
    yield "\n]\n}\n"


def write_entries(game: GameFile) -> str:
    """Return a document with one game and without its results, which an import doesn't need."""
    return ENCODE({"format": SHEETS, "games": [_head(game) | {"hands": list(_hands(game))}]})


def _points(named: Mapping[str, str], amounts: Mapping[str, Half]) -> dict[str, float]:
    return {name: number(amounts[key]) for key, name in named.items()}


def _head(game: GameFile) -> dict[str, Any]:
    """Return everything about a game but its hands. What it doesn't have is left out."""
    head = {
        "id": game.id,
        "rules": base_slug(game.rules.slug),
        "options": options_record(game.table.options),
        "night": game.night and game.night.isoformat(),
        "started": game.started and game.started.isoformat(),
        "ended": game.ended and game.ended.isoformat(),
        "stopped": game.stopped,
        "won": None if game.won is None else [game.names[seat] for seat in game.won],
        "totals": None if game.given is None else _points(labels(game.sheet) if game.given else {}, game.given),
        "place": game.place,
        "note": game.note,
        "players": list(game.names),
        "first_dealer": game.names[game.first_dealer] if game.rules.has_dealer else "",
    }
    return {key: value for key, value in head.items() if value not in ("", None)}


def _hands(game: GameFile) -> Iterator[dict[str, Any]]:
    """Yield what was entered for each hand: as it is stored, but with players identified by name."""
    names, sides = game.names, len(game.rules.sides(game.table))
    asks_players = any(field.per == "player" for field in fields_of(game.rules.entry))
    for index, (hand, scored) in enumerate(zip(game.saved, game.scored, strict=True)):
        record = record_from_answers(game.answers(scored), len(names), sides)
        players = {name: given for name, given in zip(names, record["players"], strict=True) if given}
        written = {
            "dealer": names[hand.dealer] if game.rules.has_dealer else None,
            "hand": record["hand"] | ({"sides": record["sides"]} if any(record.get("sides", ())) else {}),
            "players": players if asks_players else None,
            "score_anyway": hand.accepted or None,
            "after_end": index >= len(game.sheet.hands) or None,
        }
        yield {key: value for key, value in written.items() if value is not None}


def write_fields(game: AnyGame) -> Iterator[str]:
    """Yield the lines of a page in Markdown: a table of the game's options and of the fields of its hands."""
    rules = game.rules
    head = _("# {game}\n\n`{slug}`, {count} players\n\n| in | field | value | if left out | meaning |\n")
    count = _span(rules.players[0], rules.players[-1])
    yield head.format(game=sentence(rules.name), slug=rules.slug, count=count) + "|---|---|---|---|---|\n"
    rows = [("options", field, f"`{ENCODE(field.default)}`") for field in fields_of(rules.options)]
    for field in fields_of(rules.entry):
        left_out = _("an error") if field.needed else "`false`" if field.kind == "flag" else "`null`"
        if isinstance(field.needed, Text):
            left_out = _("an error {when}").format(when=sentence(field.needed))
        elif field.skip != SKIP:
            left_out = _("`null`: {what}").format(what=sentence(field.skip))
        rows.append((GROUPS[field.per], field, left_out))
    for group, field, left_out in rows:
        meaning = f"{sentence(field.label)}: {sentence(field.help)}" if field.help else sentence(field.label)
        yield f"| `{group}` | `{field.key}` | {values_of(field)} | {left_out} | {meaning} |\n"


def values_of(field: Field) -> str:
    """Return the values that a field can have, in words."""
    span = _span(field.low, field.high)
    return {
        "flag": _("true or false"),
        "seat": _("a player"),
        "choice": ", ".join(f"`{choice.value}` ({sentence(choice.label)})" for choice in field.choices),
        "number": span,
        "numbers": _("at most {most} numbers, {span}").format(most=field.most, span=span),
        "text": _("at most {most} characters").format(most=field.high),
    }[field.kind]


def _span(low: int, high: int) -> str:
    return _("{low} to {high}").format(low=low, high=high) if low < high else str(low)
