"""Tags for rendered parts of pages that are kept in Django's cache."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.core.cache import cache
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from scorekeeper import caching

register = template.Library()
register.simple_tag(caching.release)


@register.simple_tag
def rows(hands: Iterable[Any], here: str = "") -> SafeString:
    """Return the closed rows of a sheet, rendering only those that weren't shown before.

    `here` is the start of the query string that opens a row.
    """
    parts = []
    for hand in hands:
        key = f"row:{here}:{hand.digest}"
        row: str | None = cache.get(key)
        if row is None:
            row = get_template("game/_row.html").render({"hand": hand, "here": here})
            cache.set(key, row)
        parts.append(row)
    return mark_safe("".join(parts))  # each row was rendered by the template engine
