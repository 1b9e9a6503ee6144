"""What a group holds, who is in it, and its log, in sentences."""

from dataclasses import replace
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Exists, Min, OuterRef, Q
from django.utils.translation import gettext

from scorekeeper.models import Event, Game, Hand, Membership, Player, Playgroup, User
from scorekeeper.people.links.reading import open_links
from scorekeeper.rules.text import Text, TextValue, gettext as _, ngettext

EVENTS_PER_PAGE = 50


def holdings(group: Playgroup) -> dict[str, int]:
    """Return how much a group holds, to show what deleting it would delete."""
    games = Game.objects.filter(group=group)
    return {
        "games": games.count(),
        "hands": Hand.objects.filter(game__in=games, entry__isnull=False).count(),
        "players": Player.objects.filter(group=group, same_as=None).count(),
        "members": Membership.objects.filter(group=group, removed_at=None).count(),
        "links": open_links().filter(group=group).count(),
    }


def owned_groups(user: User) -> list[Any]:
    """Return a user's memberships as an owner. A group `needs_an_owner` if it goes on with others, but without one."""
    active = Membership.objects.filter(removed_at=None)
    others = active.filter(group=OuterRef("group")).exclude(user=user)
    needs_an_owner = Exists(others) & ~Exists(others.filter(role=Membership.Role.OWNER)) & Q(group__deletes_at=None)
    mine = active.filter(user=user, role=Membership.Role.OWNER).select_related("group").order_by("group__name", "pk")
    return list(mine.annotate(has_others=Exists(others), needs_an_owner=needs_an_owner))


def is_new(group: Playgroup) -> bool:
    """Return whether nobody has saved a hand in the group yet."""
    return not Hand.objects.filter(game__group=group, entry__isnull=False).exists()


def member_name(member: int | None) -> str:
    """Return the name of the member with this id, to begin a sentence about what they entered, or "" without an id."""
    if member is None:
        return ""
    return Membership.objects.filter(pk=member).values_list("name", flat=True).first() or gettext("A former member")


def members_of(group: Playgroup) -> list[Membership]:
    """Return the members of a group, in the order they joined."""
    members = Membership.objects.filter(group=group, removed_at=None).select_related("user")
    return list(members.prefetch_related("players").order_by("id"))


def faces_of(group: Playgroup) -> list[tuple[str, int | None]]:
    """Return the members' names in the order they joined, each with the mark of the player that they are, if any."""
    members = Membership.objects.filter(group=group, removed_at=None).annotate(mark=Min("players__mark"))
    return list(members.order_by("id").values_list("name", "mark"))


def log_page(group: Playgroup, number: int) -> Page[Any]:
    """Return this page of a group's log, or the nearest one: each event with what happened, newest first.

    Of an import `has_games`, unless it was made before games knew theirs, or they have come in anew.
    """
    has_games = Exists(Game.objects.filter(came_with=OuterRef("pk")))
    events = Event.objects.filter(group=group).annotate(has_games=has_games).order_by("-id")
    page: Page[Any] = Paginator(events, EVENTS_PER_PAGE).get_page(max(1, number))
    page.object_list = [(_said(event), event) for event in page]
    return page


def _said(event: Event) -> Text:
    stored = event.values
    values: dict[str, TextValue] = {
        # Only links are made or used without a member. A name is empty if that member's account was deleted.
        "by": stored.get("by", _("The server’s admin")) or _("A former member"),
        "name": stored.get("name") or _("a former member"),
    }
    said, count = SENTENCES[event.kind], stored.get("games", 1)
    if "link" in stored:
        values["link"] = LINKS[stored["link"]]
        if stored["label"]:
            values["link"] = _("{link} (“{label}”)", link=values["link"], label=stored["label"])
    elif event.kind == Event.Kind.ROLE and stored["role"] == Membership.Role.OWNER:
        said = _("{by} made {name} an owner.")
    elif event.kind == Event.Kind.REMOVED and stored["links"]:
        count = stored["links"]
        said = ngettext(
            "{by} removed {name}. A link that {name} made was turned off.",
            "{by} removed {name}. {count} links that {name} made were turned off.",
            count,
        )
    return replace(said, count=count, values=values | {"count": count})


LINKS: dict[str, Text] = {
    "owner": _("a link to become an owner"),
    "recorder": _("a link to keep score"),
    "game": _("a link to watch one game"),
    "night": _("a link to watch one night"),
    "all": _("a link to watch all games"),
}
SENTENCES: dict[str, Text] = {
    Event.Kind.STARTED: _("{by} started the group."),
    Event.Kind.JOINED: _("{by} joined through {link}."),
    Event.Kind.LEFT: _("{by} deleted their account and left."),
    Event.Kind.REMOVED: _("{by} removed {name}."),
    Event.Kind.ROLE: _("{by} made {name} a scorer."),
    Event.Kind.LINK_MADE: _("{by} made {link}."),
    Event.Kind.LINK_USED: _("Someone opened {link}."),
    Event.Kind.LINK_RENEWED: _("{by} replaced {link}."),
    Event.Kind.LINK_REVOKED: _("{by} turned off {link}."),
    Event.Kind.EXPORTED: ngettext("{by} exported {count} game.", "{by} exported {count} games.", 1),
    Event.Kind.IMPORTED: ngettext("{by} imported {count} game.", "{by} imported {count} games.", 1),
    Event.Kind.DELETION_PLANNED: _("{by} asked for this group to be deleted."),
    Event.Kind.DELETION_STOPPED: _("{by} stopped the deletion of this group."),
}
