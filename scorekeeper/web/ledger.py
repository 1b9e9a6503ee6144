"""The one way to write in a group, in one transaction: lock it, refuse what comes too late, write, then raise the
versions, which open pages poll and caches end with, and leave a notice of what was done, with the form that undoes it.

Every write of every subject goes through here, under `transaction.atomic`; so does the log that owners can read.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db import connection
from django.db.models import F
from django.urls import reverse

from scorekeeper.formats.language import Typed
from scorekeeper.models import Event, Game, Link, Membership, Playgroup
from scorekeeper.rules.text import Amount, Series, Text, TextValue, gettext as _
from scorekeeper.web.refusals import Stale


def lock(group_id: int) -> Playgroup:
    """Lock the group's row, as every write does first, and return it. On SQLite, IMMEDIATE has locked it already."""
    return Playgroup.objects.select_for_update().get(pk=group_id)


def lock_unread(group_id: int) -> None:
    """Lock the group's row like `lock`, but read nothing of it, which spares SQLite a query."""
    if connection.features.has_select_for_update:
        Playgroup.objects.select_for_update().values_list("pk").get(pk=group_id)


def lock_all(group_ids: Iterable[int]) -> None:
    """Lock several groups in the order of their ids, so that no two such writes wait for each other."""
    list(Playgroup.objects.select_for_update().filter(pk__in=group_ids).order_by("pk"))


def refuse_late(changed: Playgroup | Game, as_of: int | None) -> None:
    """Raise `Stale` if something else has been written since a notice offered this undo, `as_of` a version, if any."""
    if as_of is not None and changed.version != as_of:
        raise Stale(_("Something else has changed since, so that can’t be undone."))


@dataclass(frozen=True, kw_only=True)
class Undo:
    """The form that undoes a write: its route and ids, and its fields. Some writes can be undone only by owners."""

    route: str
    ids: tuple[int, ...]
    fields: Mapping[str, str | int]
    only_owners: bool = False


@dataclass(frozen=True, kw_only=True)
class Notice:
    """What was done, in words, with `more` only read aloud, and how to undo it. `by` is None if no member did it.

    `before` holds whatever else the undo needs, and is never sent to the browser. What is done in a game is about that
    game, unless it is `of_group`.
    """

    said: Text
    by: Membership | None
    more: Text | None = None
    undo: Undo | None = None
    before: Mapping[str, int | bool | None] = field(default_factory=dict)
    of_group: bool = False


def notice_record(
    notice: Notice | None, as_of: int | None = None, game: int | None = None, name: Text | None = None
) -> dict[str, Any] | None:
    """Return a notice as it is stored. `as_of` is the version of the `game` that was written, if it was one."""
    if notice is None:
        return None
    return {
        "said": asdict(notice.said),
        "more": asdict(notice.more) if notice.more else None,
        "member": notice.by.pk if notice.by else None,
        "name": notice.by.name if notice.by else "",
        "undo": asdict(notice.undo) if notice.undo else None,
        "before": dict(notice.before),
        "as_of": as_of,
        "game": None if notice.of_group else game,
        "about": asdict(name) if name and not notice.of_group else None,
    }


def bump_all(group_id: int, notice: Notice | None = None) -> None:
    """Raise the versions of a group and of its games, whose pages may all show the change, and replace the notice."""
    _bump_all(group_id, notice_record(notice))


def bump_unsaid(group: Playgroup) -> None:
    """Raise the same versions for what nobody did there, such as rebuilding derived rows. The notice stays valid."""
    notice = group.notice
    if notice and notice.get("as_of"):
        notice = {**notice, "as_of": notice["as_of"] + 1}
    _bump_all(group.pk, notice)


def bump_game(game: Game, notice: Notice | None = None, *, name: Text | None = None, typed: bool = False) -> None:
    """Raise the versions of a game and its group, and replace the notice. If somebody `typed`, only the game's.

    Outside of the game's own pages, the notice has the game's `name`, unless it names the game itself.
    """
    had_notice = game.group.notice is not None
    game.version += 1
    game.group.notice = notice_record(notice, game.version, game.pk, name)
    Game.objects.filter(pk=game.pk).update(version=game.version)
    changes = {"notice": game.group.notice} | ({} if typed else {"version": F("version") + 1})
    if notice or had_notice or not typed:
        Playgroup.objects.filter(pk=game.group_id).update(**changes)


def _bump_all(group_id: int, notice: Mapping[str, Any] | None) -> None:
    Playgroup.objects.filter(pk=group_id).update(notice=notice, version=F("version") + 1)
    Game.objects.filter(group=group_id).update(version=F("version") + 1)


def shown(member: Membership, game: int | None = None, *, of_all: bool = False) -> dict[str, Any] | None:
    """Return what `_notice.html` says to a member of the last write in the group, or None. This runs no query.

    What was done in a game is said on that game's pages only and, by its name, where the notices `of_all` are.
    """
    notice = member.group.notice
    if notice is None or not (of_all or notice.get("game") == game):
        return None
    by, undo, form = "" if notice["member"] == member.pk else notice["name"], notice["undo"], None
    if undo is not None and (member.is_owner or not undo["only_owners"]):
        fields = undo["fields"] | {"version": notice.get("as_of") or member.group.version}
        # Only the answer to this route can replace a part of the page.
        form = {"address": reverse(undo["route"], args=undo["ids"]), "fields": fields, "swaps": undo["route"] == "undo"}
    said = _value(notice["said"])
    if of_all and notice.get("about") and "game" not in notice["said"]["values"]:
        said = _("{game}: {said}", game=_value(notice["about"]), said=said)
    return {"said": said, "more": _value(notice.get("more")), "by": Typed(by), "form": form}


def _value(record: Any) -> TextValue:
    if not isinstance(record, dict):
        return record  # type: ignore[no-any-return]
    if "half" in record:
        return Amount(**record)
    if "items" in record:
        return Series(items=tuple(_value(item) for item in record["items"]), last=record["last"])
    return Text(**{**record, "values": {name: _value(value) for name, value in record["values"].items()}})


def note(group_id: int, kind: str, by: Membership | None, **values: str | int) -> None:
    """Add an event to a group's log. `by` is None if no member did it.

    If an event names another member, `who` must be that membership's id, so that the name goes with the account.
    """
    names = {} if by is None else {"by": by.name}
    Event.objects.create(group_id=group_id, kind=kind, member=by, values=names | values)


def about(link: Link) -> dict[str, str | int]:
    """Return the values by which an event describes a link: what it is for, and its label."""
    if link.kind == Link.Kind.JOIN:
        return {"link": link.role, "label": link.label}
    scope = "game" if link.game_id else "night" if link.night_id else "all"
    return {"link": scope, "label": link.label}
