"""What every write of a group begins and ends with: the lock, the versions that open pages poll, and the notice."""

from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.db.models import F

from scorekeeper.models import Game, Playgroup
from scorekeeper.queries.people.notices import Notice, notice_record
from scorekeeper.rules.text import gettext as _
from scorekeeper.services.errors import Stale


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
