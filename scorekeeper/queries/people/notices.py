"""The notice about a group's last write: what was done, by whom, and the form that undoes it.

The write itself stores its notice with the group, as JSON. The next write in the group replaces or removes it. A page
that still shows a notice about a game can undo that write until the game itself changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from scorekeeper.language import Typed
from scorekeeper.models import Membership
from scorekeeper.rules.text import Amount, Half, Series, Text, TextValue


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
