"""The one way to write in a group, in one transaction: lock it, refuse what comes too late, write, then raise the
versions, which open pages poll and caches end with, and leave a notice of what was done, with the form that undoes it.

Every write of every subject goes through here, under `transaction.atomic`; so does the log that owners can read.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.db import connection
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from scorekeeper.formats.language import Typed
from scorekeeper.models import Event, Game, Link, Membership, Playgroup, night_of
from scorekeeper.rules.text import Text, from_record, gettext as _
from scorekeeper.web.refusals import Stale

GROUP = "group"  # where notices of all kinds are said


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """The form that undoes a write: route, ids, fields, and any `label` of its own. Some are only for owners."""

    route: str
    ids: tuple[int, ...]
    fields: Mapping[str, str | int]
    only_owners: bool = False
    label: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """What was done, in words, with `more` only read aloud, and how to undo it. `by` is None if no member did it.

    It is said on the group's page, and `where` such things are changed: "people", "players", "night", "games", "files".
    `before` holds whatever else the undo needs, and is never sent to the browser. What was done in a game is about that
    `game`, unless it is `of_group`, and can be undone only while the game has the version `as_of`.
    """

    said: Text
    by: Membership | None
    more: Text | None = None
    undo: Undo | None = None
    before: Mapping[str, int | bool | None] = field(default_factory=dict)
    of_group: bool = False
    as_of: int | None = None
    game: int | None = None
    about: Text | None = None
    where: str = ""

    def as_stored(self) -> dict[str, Any]:
        """Return the notice as a group stores it: of the member, the id and name."""
        member = {"member": self.by.pk, "name": self.by.name} if self.by else {"member": None, "name": ""}
        return asdict(replace(self, by=None)) | member

    @classmethod
    def of(cls, group: Playgroup) -> "Notice | None":
        """Return the notice of a group's last write, if it left one. Its member has only an id and a name."""
        stored = group.notice  # by version 1.0, with neither `more` nor a game
        return stored and cls(
            said=from_record(stored["said"]),
            more=from_record(stored.get("more")),
            by=Membership(pk=stored["member"], name=stored["name"]) if stored["member"] else None,
            undo=Undo(**stored["undo"] | {"label": from_record(stored["undo"].get("label"))})
            if stored["undo"]
            else None,
            before=stored["before"],
            as_of=stored.get("as_of"),
            game=stored.get("game"),
            about=from_record(stored.get("about")),
            where=stored.get("where", ""),
        )


def bump_all(group_id: int, notice: Notice | None = None) -> None:
    """Raise the versions of a group and of its games, whose pages may all show the change, and replace the notice."""
    Playgroup.objects.filter(pk=group_id).update(notice=notice and notice.as_stored(), version=F("version") + 1)
    Game.objects.filter(group=group_id).update(version=F("version") + 1)


def bump_game(game: Game, notice: Notice | None = None, *, name: Text | None = None, typed: bool = False) -> None:
    """Raise the versions of a game and its group, and replace the notice. If somebody `typed`, only the game's.

    Outside of the game's own pages, the notice has the game's `name`, unless it names the game itself.
    """
    had_notice = game.group.notice is not None
    game.version += 1
    if notice is None or not notice.of_group:  # an import isn't a sign that the game goes on
        game.touched = night_of(timezone.now(), game.group.time_zone)
        notice = notice and replace(notice, as_of=game.version, game=game.pk, about=name)
    game.group.notice = notice and notice.as_stored()
    Game.objects.filter(pk=game.pk).update(version=game.version, touched=game.touched)
    changes = {"notice": game.group.notice} | ({} if typed else {"version": F("version") + 1})
    if notice or had_notice or not typed:
        Playgroup.objects.filter(pk=game.group_id).update(**changes)


def shown(member: Membership, where: str | int) -> dict[str, Any] | None:
    """Return what `_notice.html` says to a member of the last write in the group, or None. This runs no query.

    What was done in a game is said on its own sheet and hands, which pass its id, and by its name on the group's page.
    There, nothing is said of a hand that was saved: its undo belongs to its game.
    """
    notice, of_all = Notice.of(member.group), where == GROUP
    if notice is None or not (of_all or where == (notice.game or notice.where)):
        return None
    said, by, undo = notice.said, notice.by, notice.undo
    hand = undo.ids[1] if undo and undo.route == "undo" else None
    if of_all and hand:
        return None
    if of_all and notice.about and "game" not in said.values:
        said = _("{game}: {said}", game=notice.about, said=said)
    if undo and undo.only_owners and not member.is_owner:
        undo = None
    form = undo and {
        "address": reverse(undo.route, args=undo.ids),
        # It is refused once something else has raised this version.
        "fields": {**undo.fields, "version": notice.as_of or member.group.version},
        # The saved hand, if it is one: only the answer to that undo can replace a part of the page.
        "hand": hand,
        "label": undo.label,
    }
    return {"said": said, "more": notice.more, "by": Typed(by.name if by and by != member else ""), "form": form}


def note(group_id: int, kind: str, by: Membership | None, **values: str | int) -> None:
    """Add an event to a group's log. If it names another member, `who` is their id, so the name can be deleted."""
    names = {} if by is None else {"by": by.name}
    Event.objects.create(group_id=group_id, kind=kind, member=by, values=names | values)


def about(link: Link) -> dict[str, str | int]:
    """Return the values by which an event describes a link: what it is for, and its label."""
    if link.kind == Link.Kind.JOIN:
        return {"link": link.role, "label": link.label}
    scope = "game" if link.game_id else "night" if link.night_id else "all"
    return {"link": scope, "label": link.label}
