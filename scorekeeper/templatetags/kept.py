"""Tags that keep rendered parts of pages in memory, for parts that look the same to every reader.

A part's key contains everything that the part shows, or a version that changes with it.
"""

import sys
from collections.abc import Iterable
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from scorekeeper.memory import memory

SIZE_WITH_KEY = 4
"""The size of a part and its key as a multiple of the part's, if the key contains everything that the part shows."""

register = template.Library()


@register.tag
def kept(parser: Parser, token: Token) -> "Kept":
    """Keep what is between `{% kept %}` and `{% endkept %}`, which must depend only on the tag's values.

    The first value names the part. The last one is its content or its version; if that is None, nothing is kept.
    """
    _name, *values = token.split_contents()
    nodes = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(nodes, [parser.compile_filter(value) for value in values])


class Kept(template.Node):
    """A part of a page that is rendered once per language and then taken from this process's memory."""

    def __init__(self, nodelist: NodeList, values: list[FilterExpression]) -> None:
        self.nodelist, self.values = nodelist, values

    def render(self, context: Context) -> SafeString:
        """Return the part from memory, or else render and keep it."""
        *values, version = (value.resolve(context, ignore_failures=True) for value in self.values)
        if version is None:
            return self.nodelist.render(context)
        key = ("part", get_language(), *values, version)
        part: SafeString | None = memory.get(key)
        if part is None:
            part = self.nodelist.render(context)
            memory.keep(key, part, SIZE_WITH_KEY * sys.getsizeof(part))
        return part


@register.simple_tag
def release() -> str:
    """Return a text that changes whenever any of the static files does."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))


@register.simple_tag
def rows(hands: Iterable[Any], here: str = "") -> SafeString:
    """Return the closed rows of a sheet, rendering only those whose content is new.

    `here` is the start of the query string that opens a row.
    """
    language, parts = get_language(), list[str]()
    for hand in hands:
        key = "row", language, here, hand.content
        row: str | None = memory.get(key)
        if row is None:
            row = get_template("game/_row.html").render({"hand": hand, "here": here})
            memory.keep(key, row, SIZE_WITH_KEY * sys.getsizeof(row))
        parts.append(row)
    return mark_safe("".join(parts))  # each row was rendered by the template engine
