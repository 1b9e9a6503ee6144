"""Templates: games made out of any game, as small JSON files and as links. FORMAT.md: Templates."""

import base64
import json
import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper import limits
from scorekeeper.exchange.foreign import TEMPLATE, read_ours
from scorekeeper.exchange.reading import Unreadable, inside
from scorekeeper.exchange.report import EnoughError, Message, Report
from scorekeeper.exchange.values import Node, read_name, read_options
from scorekeeper.games import OPTIONS, AnyGame, all_games
from scorekeeper.rules.declaration import defaults, fields_of, options_record, settled

KEYS = frozenset({"format", "rules", "id", "name", "options"})


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateFile:
    """A template that was read: the game that it makes, with all its options."""

    game: AnyGame
    options: Any

    @property
    def slug(self) -> str:
        """The slug of its games."""
        return self.game.rules.slug


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What reading a template gave: the template, or the messages that say what is wrong with it."""

    template: TemplateFile | None = None
    messages: tuple[Message, ...] = ()


def template_of(card_game: AnyGame, options: Any) -> TemplateFile:
    """Return the template with these options."""
    return TemplateFile(game=card_game.made(options), options=options)


def write_template(template: TemplateFile) -> bytes:
    """Return a template as a file, without the options that have their defaults."""
    return json.dumps(_document(template), ensure_ascii=False, indent=1).encode() + b"\n"


def pack(template: TemplateFile) -> str:
    """Return a template as the part of a link that contains it."""
    document = json.dumps(_document(template), ensure_ascii=False, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(zlib.compress(document, 9)).decode().rstrip("=")


def _document(template: TemplateFile) -> dict[str, Any]:
    declared = type(template.options)
    usual = dict(zip((field.key for field in fields_of(declared)), defaults(declared), strict=True))
    given = {
        field.key: value
        for field, value in zip(fields_of(declared), options_record(template.options).values(), strict=True)
        if not field.derived and value != usual[field.key]
    }
    rules = template.slug.partition(OPTIONS)[0]
    return {
        "format": TEMPLATE,
        "rules": rules,
        "id": template.options.template,
        "name": template.options.name,
        "options": given,
    }


def read_template(raw: bytes) -> Reading:
    """Read a template from a file. Whatever it contains, no exception is raised."""
    report, template = Report(), None
    try:
        if len(raw) > limits.LARGEST_TEMPLATE:
            raise Unreadable(("", _("A template can have at most {most} bytes.").format(most=limits.LARGEST_TEMPLATE)))
        with suppress(EnoughError):
            template = _read(read_ours(raw, TEMPLATE), report)
    except Unreadable as unreadable:
        for place, why in unreadable.flaws:
            report.error(place, why)
    return Reading(template=None if report.messages else template, messages=tuple(report.messages))


def read_link(text: str) -> Reading:
    """Read a template from a link to any host, or from the part of it that contains the template."""
    try:
        if len(text) > limits.LONGEST_LINK:
            raise ValueError("it is too long")
        packed = text.partition("#")[0].partition("?")[0].strip().removesuffix("/").rpartition("/")[2]
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(
            base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), limits.LARGEST_TEMPLATE + 1
        )
        if not unpacker.eof:
            raise ValueError("it was cut off, or is too large")
    except (ValueError, zlib.error):
        report = Report()
        report.error("", _("This isn’t a link to a template."))
        return Reading(messages=tuple(report.messages))
    return read_template(raw)


def _read(value: Any, report: Report) -> TemplateFile | None:
    if not isinstance(value, dict):
        report.error("", _("Expected an object with “format”, “id”, “name” and “options”."))
        return None
    node = Node(value, (), report)
    node.refuse_unknown(KEYS)
    known = {slug: game for slug, game in all_games().items() if game.template}
    slug = value.get("rules")
    card_game = known.get(slug) if isinstance(slug, str) else None
    if card_game is None:
        node.unexpected("rules", _("Expected one of {names}.").format(names=", ".join(known)))
        return None
    identity, name = node.get("id"), read_name(node.get("name"), "name", report)
    if not isinstance(identity, str) or not identity or len(identity) > limits.LONGEST_TEMPLATE_ID:
        node.unexpected(
            "id", _("Use 1–{most} lowercase letters, digits and hyphens.").format(most=limits.LONGEST_TEMPLATE_ID)
        )
        return None
    options = replace(_options(card_game, node), template=identity, name=name or "")
    return _checked(card_game, settled(options), report)


def _options(card_game: AnyGame, node: Node) -> Any:
    declared, given = card_game.rules.options, node.child("options")
    if given is None:
        return declared()
    for field in fields_of(declared):
        if field.derived and given.get(field.key) is not None:
            given.error(field.key, _("Unknown field."))
    return read_options(declared, given)


def _checked(card_game: AnyGame, options: Any, report: Report) -> TemplateFile | None:
    if (refused := card_game.rules.refuse_options(options)) and refused.level == "error":
        place = "id" if refused.path == "template" else inside("options", refused.path)
        report.error(place, refused.message)
        return None
    return template_of(card_game, options)
