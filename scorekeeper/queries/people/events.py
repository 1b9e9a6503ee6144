"""Read a group's log, in sentences."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.paginator import Page, Paginator

from scorekeeper.models import Event, Playgroup
from scorekeeper.rules.text import Text, gettext as _, ngettext

EVENTS_PER_PAGE = 50


def log_page(group: Playgroup, number: int) -> Page[Any]:
    """Return a page of a group's log, newest first: what happened, and when.

    If the page number is out of range, use the nearest page.
    """
    events = Event.objects.filter(group=group).order_by("-id")
    page: Page[Any] = Paginator(events, EVENTS_PER_PAGE).get_page(max(1, number))
    lines = []
    for event in page:
        # Only links are made or used without a member. A name is empty if that member's account was deleted.
        by = event.values.get("by", _("Someone at the server")) or _("A former member")
        lines.append((SENTENCES[event.kind](by, event.values), event.at))
    page.object_list = lines
    return page


def _removed(by: Any, values: Mapping[str, Any]) -> Text:
    said = {"by": by, "name": _name(values)}
    if not values["links"]:
        return _("{by} removed {name}.", **said)
    return ngettext(
        "{by} removed {name}. A link that {name} made was turned off.",
        "{by} removed {name}. {count} links that {name} made were turned off.",
        values["links"],
        **said,
    )


def _name(values: Mapping[str, Any]) -> Any:
    return values["name"] or _("a former member")


def _link(values: Mapping[str, Any]) -> Text:
    link = LINKS[values["link"]]
    return _("{link} (“{label}”)", link=link, label=values["label"]) if values["label"] else link


LINKS: dict[str, Text] = {
    "owner": _("a link to become an owner"),
    "recorder": _("a link to keep score"),
    "game": _("a link to watch one game"),
    "night": _("a link to watch one night"),
    "all": _("a link to watch all games"),
}
SENTENCES: dict[str, Callable[[Any, Mapping[str, Any]], Text]] = {
    Event.Kind.STARTED: lambda by, _values: _("{by} started the group.", by=by),
    Event.Kind.JOINED: lambda by, values: _("{by} joined through {link}.", by=by, link=_link(values)),
    Event.Kind.LEFT: lambda by, _values: _("{by} deleted their account and left.", by=by),
    Event.Kind.REMOVED: _removed,
    Event.Kind.ROLE: lambda by, values: (
        _("{by} made {name} an owner.", by=by, name=_name(values))
        if values["role"] == "owner"
        else _("{by} made {name} a scorer.", by=by, name=_name(values))
    ),
    Event.Kind.LINK_MADE: lambda by, values: _("{by} made {link}.", by=by, link=_link(values)),
    Event.Kind.LINK_USED: lambda _by, values: _("Someone opened {link}.", link=_link(values)),
    Event.Kind.LINK_RENEWED: lambda by, values: _("{by} replaced {link}.", by=by, link=_link(values)),
    Event.Kind.LINK_REVOKED: lambda by, values: _("{by} turned off {link}.", by=by, link=_link(values)),
    Event.Kind.EXPORTED: lambda by, values: ngettext(
        "{by} exported {count} game.", "{by} exported {count} games.", values["games"], by=by
    ),
    Event.Kind.IMPORTED: lambda by, values: ngettext(
        "{by} imported {count} game.", "{by} imported {count} games.", values["games"], by=by
    ),
    Event.Kind.DELETION_PLANNED: lambda by, _values: _("{by} asked for this group to be deleted.", by=by),
    Event.Kind.DELETION_STOPPED: lambda by, _values: _("{by} stopped the deletion of this group.", by=by),
}
