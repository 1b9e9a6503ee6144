"""Say how one game is written in a sheet file, as it declares it. FORMAT.md: The games."""

import json
from collections.abc import Iterator

from django.utils.translation import gettext as _, ngettext

from scorekeeper.games import AnyGame
from scorekeeper.language import sentence
from scorekeeper.rules.declaration import GROUPS, Field, defaults, fields_of


def write_fields(game: AnyGame) -> Iterator[str]:
    """Yield the lines of a page in Markdown: the game's players, its options, and the fields of a hand."""
    rules = game.rules
    yield f"# {sentence(rules.name)}\n\n"
    yield _("`{slug}`, {count} players").format(slug=rules.slug, count=_span(rules.players[0], rules.players[-1]))
    yield "\n\n" + _row(_("option"), _("value"), _("if left out"), _("meaning")) + _row(*["---"] * 4)
    for field, default in zip(fields_of(rules.options), defaults(rules.options), strict=True):
        yield _row(f"`{field.key}`", values_of(field), f"`{json.dumps(default)}`", _meaning(field))
    yield "\n" + _row(_("in"), _("field"), _("value"), _("required"), _("meaning")) + _row(*["---"] * 5)
    for field in fields_of(rules.entry):
        required = sentence(field.required) if field.required else _("always") if field.needed else _("no")
        yield _row(f"`{GROUPS[field.per]}`", f"`{field.key}`", values_of(field), required, _meaning(field))


def values_of(field: Field) -> str:
    """Return the values that a field can have, in words."""
    match field.kind:
        case "flag":
            return _("true or false")
        case "seat":
            return _("a player")
        case "choice":
            return ", ".join(f"`{choice.value}` ({sentence(choice.label)})" for choice in field.choices)
        case "number":
            return _span(field.low, field.high)
        case "numbers":
            span = _span(field.low, field.high)
            return _("a list of at most {most} numbers, {span}").format(most=field.most, span=span)
        case "text":
            lines = ngettext("at most {count} line", "at most {count} lines", field.lines).format(count=field.lines)
            return _("{lines}, {most} characters").format(lines=lines, most=field.high)


def _span(low: int, high: int) -> str:
    return _("{low} to {high}").format(low=low, high=high) if low < high else str(low)


def _meaning(field: Field) -> str:
    return f"{sentence(field.label)}: {sentence(field.help)}" if field.help else sentence(field.label)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"
