"""Recipes: games made out of any game, as small JSON files and as links. FORMAT.md: Templates."""

import base64
import json
import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.formats.foreign import RECIPE
from scorekeeper.formats.parsing import EnoughError, Message, Report
from scorekeeper.formats.values import open_document, read_options
from scorekeeper.games import AnyGame, all_games, base_slug
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import fields_of, options_record, settled

KEYS = frozenset({"format", "rules", "id", "name", "options", "note"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What reading a recipe gave: the game that it makes, with a `note`, or messages that say what is wrong with it."""

    game: AnyGame | None = None
    note: str = ""
    messages: tuple[Message, ...] = ()


def write_recipe(game: AnyGame, note: str = "") -> bytes:
    """Return a game's recipe as a file with its note, if any, without the options that have their defaults."""
    document = _document(game) | ({"note": note} if note else {})
    return json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n"


def pack(game: AnyGame) -> str:
    """Return a game's recipe as the part of a link that contains it."""
    document = json.dumps(_document(game), ensure_ascii=False, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(zlib.compress(document, 9)).decode().rstrip("=")


def _document(game: AnyGame) -> dict[str, Any]:
    options = game.rules.house_rules
    declared = zip(fields_of(type(options)), options_record(options).values(), strict=True)
    given = {field.key: value for field, value in declared if not field.derived and value != field.default}
    rules = base_slug(game.rules.slug)
    return {"format": RECIPE, "rules": rules, "id": options.template, "name": options.name, "options": given}


def read_recipe(raw: bytes) -> Reading:
    """Read a recipe from a file. Whatever it contains, no exception is raised."""
    report, game, note = Report(), None, ""
    if len(raw) > limits.LARGEST_RECIPE:
        report.add("error", "", _("A template can have at most {most} bytes.").format(most=limits.LARGEST_RECIPE))
    else:
        with suppress(EnoughError):
            game, note = _read(raw, report)
    return Reading(game=None if report.messages else game, note=note, messages=tuple(report.messages))


def read_link(text: str) -> Reading:
    """Read a recipe from a link to any host, or from the part of it that contains the recipe."""
    try:
        if len(text) > limits.LONGEST_LINK:
            raise ValueError("it is too long")
        packed = text.partition("#")[0].partition("?")[0].strip().removesuffix("/").rpartition("/")[2]
        unpacker, compressed = zlib.decompressobj(), base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        raw = unpacker.decompress(compressed, limits.LARGEST_RECIPE + 1)
        if not unpacker.eof:
            raise ValueError("it was cut off, or is too large")
    except (ValueError, zlib.error):
        return Reading(messages=(Message(level="error", place="", text=_("This isn’t a link to a template.")),))
    return read_recipe(raw)


def _read(raw: bytes, report: Report) -> tuple[AnyGame | None, str]:
    node = open_document(raw, RECIPE, KEYS, report)
    known = {slug: game for slug, game in all_games().items() if game.recipe}
    card_game = node.one_of("rules", known) if node else None
    if node is None or card_game is None:
        return None, ""
    identity, name = node.get("id"), node.name(node.get("name"), "name")
    if not isinstance(identity, str) or not identity or len(identity) > limits.LONGEST_RECIPE_ID:
        expected = _("Use 1–{most} lowercase letters, digits and hyphens.")
        node.unexpected("id", expected.format(most=limits.LONGEST_RECIPE_ID))
        return None, ""
    declared, given = card_game.rules.options, node.child("options")
    options = declared()
    if given:
        for field in fields_of(declared):
            if field.derived and given.get(field.key) is not None:
                given.error(_("Unknown field."), field.key)
        options = read_options(declared, given)
    options = settled(replace(options, template=identity, name=name or ""))
    if (refused := card_game.rules.refuse_options(options)) and refused.level == "error":
        node.error(refused.message, *(["id"] if refused.path == "template" else ["options", refused.path]))
        return None, ""
    return card_game.made(options), node.note("note")
