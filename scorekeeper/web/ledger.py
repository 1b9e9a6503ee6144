"""What every write of a group begins and ends with: the lock, the versions that open pages poll, the notice of what was
done with the form that undoes it, and the log that the group's owners can read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.db.models import F
from django.urls import reverse

from scorekeeper.formats.language import Typed
from scorekeeper.models import Event, Game, Link, Membership, Playgroup
from scorekeeper.rules.text import Amount, Half, Series, Text, TextValue, gettext as _
from scorekeeper.web.refusals import Stale


@dataclass(frozen=True, kw_only=True)
class Undo:
    """The form that undoes a write: its route and ids, and its fields. Some writes can be undone only by owners."""

    route: str
    ids: tuple[int, ...]
    fields: Mapping[str, str | int]
    only_owners: bool = False


@dataclass(frozen=True, kw_only=True)
class Notice:
    """What was done, in words, and how to undo it. `by` is None if no member did it.

    `before` holds whatever else the undo needs, and is never sent to the browser.
    """

    said: Text
    by: Membership | None
    undo: Undo | None = None
    before: Mapping[str, int | bool | None] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ShownNotice:
    """The notice as shown to a member. `by` is the name of whoever made the change, or empty if it was that member.

    `address` and `fields` are the form that undoes the write, if there is one. `swaps` says whether its response can
    replace part of the page.
    """

    said: Text
    by: Typed
    address: str = ""
    fields: Mapping[str, str | int] = field(default_factory=dict)
    swaps: bool = False


def notice_record(notice: Notice, as_of: int | None = None) -> dict[str, Any]:
    """Return a notice as JSON. If the write changed a game, `as_of` is the game's version after it."""
    undo = notice.undo
    return {
        "said": _text_record(notice.said),
        "member": notice.by.pk if notice.by else None,
        "name": notice.by.name if notice.by else "",
        "undo": None if undo is None else {**vars(undo), "ids": list(undo.ids), "fields": dict(undo.fields)},
        "before": dict(notice.before),
        "as_of": as_of,
    }


def shown(member: Membership) -> ShownNotice | None:
    """Return the notice about the last write in a member's group, or None if there is none. This runs no query."""
    notice = member.group.notice
    if notice is None:
        return None
    undo, form = notice["undo"], {}
    if undo is not None and (member.is_owner or not undo["only_owners"]):
        fields = undo["fields"] | {"version": notice.get("as_of") or member.group.version}
        form = {"address": reverse(undo["route"], args=undo["ids"]), "fields": fields, "swaps": undo["route"] == "undo"}
    by = Typed("" if notice["member"] == member.pk else notice["name"])
    return ShownNotice(said=_text(notice["said"]), by=by, **form)


def _text_record(text: Text) -> dict[str, Any]:
    values = {name: _value_record(value) for name, value in text.values.items()}
    parts = {"message": text.message, "many": text.many, "count": text.count, "values": values}
    return parts | ({"context": text.context} if text.context else {})


def _value_record(value: TextValue) -> Any:
    if isinstance(value, Text):
        return _text_record(value)
    if isinstance(value, Amount):
        return {"half": value.half, "signed": value.signed}
    if isinstance(value, Series):
        return {"items": [_value_record(item) for item in value.items], "last": value.last}
    return value


def _text(record: Mapping[str, Any]) -> Text:
    values = {name: _value(value) for name, value in record["values"].items()}
    more = {"many": record["many"], "count": record["count"], "context": record.get("context", "")}
    return Text(message=record["message"], values=values, **more)


def _value(record: Any) -> TextValue:
    if not isinstance(record, dict):
        return record  # type: ignore[no-any-return]
    if "half" in record:
        return Amount(half=Half(record["half"]), signed=record["signed"])
    if "items" in record:
        return Series(items=tuple(_value(item) for item in record["items"]), last=record["last"])
    return _text(record)


def lock(group_id: int) -> Playgroup:
    """Lock the group's row until the transaction ends, and return it. Every write in a group takes this lock first.

    SQLite has no row locks; instead, every transaction begins as IMMEDIATE, which makes it the only writer.
    """
    return Playgroup.objects.select_for_update().get(pk=group_id)


def lock_unread(group_id: int) -> None:
    """Lock the group's row like `lock`, for those who need nothing of it: SQLite is spared a query."""
    if connection.features.has_select_for_update:
        Playgroup.objects.select_for_update().values_list("pk").get(pk=group_id)


def refuse_late(changed: Playgroup | Game, as_of: int | None) -> None:
    """Raise `Stale` if a group or game has changed since `as_of`, its version when a notice offered an undo.

    The group must be locked. If `as_of` is None, the write isn't an undo and is always allowed.
    """
    if as_of is not None and changed.version != as_of:
        raise Stale(_("Something else has changed since, so that can’t be undone."))


def bump_all(group_id: int, notice: Notice | None = None) -> None:
    """Increment the versions of a group and its games, whose pages may all show the change, and replace the notice."""
    _bump_all(group_id, notice_record(notice) if notice else None)


def bump_unsaid(group: Playgroup) -> None:
    """Increment the same versions of a locked group for what nobody did there, such as rebuilding derived rows.

    The group's notice stays, and so does the undo that it offers.
    """
    notice = group.notice
    if notice and notice.get("as_of"):
        notice = {**notice, "as_of": notice["as_of"] + 1}
    _bump_all(group.pk, notice)


def bump_game(game: Game, notice: Notice | None = None, *, typed: bool = False) -> None:
    """Increment the versions of a game and its group, and replace the group's notice.

    What it says can be undone until the next increment. If somebody only `typed`, the group's version stays.
    """
    before = game.group.notice
    game.version += 1
    game.group.notice = notice_record(notice, as_of=game.version) if notice else None
    Game.objects.filter(pk=game.pk).update(version=game.version)
    changes = {"notice": game.group.notice} | ({} if typed else {"version": F("version") + 1})
    if notice or before or not typed:
        Playgroup.objects.filter(pk=game.group_id).update(**changes)


def _bump_all(group_id: int, notice: Mapping[str, Any] | None) -> None:
    Playgroup.objects.filter(pk=group_id).update(notice=notice, version=F("version") + 1)
    Game.objects.filter(group=group_id).update(version=F("version") + 1)


def note(group_id: int, kind: str, by: Membership | None, **values: str | int) -> None:
    """Add an event to a group's log. `by` is None if no member did it.

    Names are stored as they are now. If an event names another member, `who` must hold that membership's id, so that
    deleting an account can remove the name.
    """
    names = {} if by is None else {"by": by.name}
    Event.objects.create(group_id=group_id, kind=kind, member=by, values=names | values)


def about(link: Link) -> dict[str, str | int]:
    """Return the values by which an event describes a link: what it is for, and its label."""
    if link.kind == Link.Kind.JOIN:
        return {"link": link.role, "label": link.label}
    scope = "game" if link.game_id else "night" if link.night_id else "all"
    return {"link": scope, "label": link.label}


def note_export(*, by: Membership, games: int) -> None:
    """Note that a member has exported this many games."""
    note(by.group_id, Event.Kind.EXPORTED, by, games=games)
