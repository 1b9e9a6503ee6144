"""Delete what people give up: a group, after two weeks in which any owner can stop it, and an account, at once.

A group is deleted for good in short transactions. A deletion that is cut off can be repeated."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import DateTimeField, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.models import (
    Event,
    Game,
    Hand,
    Installation,
    Link,
    Membership,
    Night,
    Player,
    Playgroup,
    Recipe,
    Revision,
    Seat,
    Setup,
    Standing,
    Tally,
    Upload,
    User,
)
from scorekeeper.people.accounts.writing import end_personal_links
from scorekeeper.people.groups.reading import owned_groups
from scorekeeper.people.groups.writing import require_owner
from scorekeeper.rules.text import both, gettext as _
from scorekeeper.web.ledger import Notice, bump_all, lock, lock_all, note
from scorekeeper.web.refusals import Refused

REPRIEVE = datetime.timedelta(days=14)
# If the clock jumps ahead, a group still lives until the server has run on this many more days.
MORE_DAYS = 7


@transaction.atomic
def plan_deletion(*, group: Playgroup, by: Membership) -> None:
    """Have a group deleted in two weeks, unless an owner stops that."""
    group = lock(group.pk)
    require_owner(by)
    if group.deletes_at is None:
        _plan(group, by)
        # Until it is deleted or kept, every page says so and lets an owner stop it.
        bump_all(group.pk)


@transaction.atomic
def stop_deletion(*, group: Playgroup, by: Membership) -> None:
    """Keep a group that was to be deleted."""
    group = lock(group.pk)
    require_owner(by)
    if group.deletes_at is not None:
        Playgroup.objects.filter(pk=group.pk).update(deletes_at=None, deletes_day=None)
        note(group.pk, Event.Kind.DELETION_STOPPED, by)
        bump_all(group.pk, Notice(said=_("This group won’t be deleted."), by=by))


def delete_account(*, user: User, password: str) -> None:
    """Delete an account: its name, password, sessions and memberships. What it recorded stays, by "a former member".

    Groups that nobody else is in are deleted as well, after the usual two weeks. Raise `Refused` for a wrong password,
    or if a group with other members would have no owner.
    """
    if not user.check_password(password):
        raise Refused(_("That isn’t your current password."), path="password")
    with transaction.atomic():
        memberships = list(Membership.objects.filter(user=user))
        lock_all(membership.group_id for membership in memberships)
        owned = owned_groups(user)
        if names := [row.group.name for row in owned if row.needs_an_owner]:
            why = _(
                "You’re the only owner of {groups}. First make someone else an owner, or delete the group.",
                groups=both(names),
            )
            raise Refused(why)
        for alone in owned:
            if not alone.has_others and alone.group.deletes_at is None:
                _plan(alone.group, next(row for row in memberships if row.group_id == alone.group.pk))
        _forget_members(memberships)
        end_personal_links(user=user)
        if not memberships:  # nothing refers to the row
            User.objects.filter(pk=user.pk).delete()
            return
        user.name = user.name_key = user.last_login = None
        user.recovery = ""
        user.set_unusable_password()
        user.sessions += 1
        user.save()


def _plan(group: Playgroup, by: Membership) -> None:
    days = Installation.objects.filter(pk=1).values_list("days", flat=True).first() or 0
    Playgroup.objects.filter(pk=group.pk).update(deletes_at=timezone.now() + REPRIEVE, deletes_day=days + MORE_DAYS)
    note(group.pk, Event.Kind.DELETION_PLANNED, by)


def _forget_members(memberships: Sequence[Membership]) -> None:
    """Take a user out of all groups, and the name off everything but the score sheets. The groups are locked."""
    for membership in memberships:
        if membership.removed_at is None:
            note(membership.group_id, Event.Kind.LEFT, membership)
    now, ids = timezone.now(), [membership.pk for membership in memberships]
    Link.objects.filter(member__in=ids, revoked_at=None).update(revoked_at=now)
    Player.objects.filter(member__in=ids).update(member=None)
    Upload.objects.filter(member__in=ids).delete()
    for name, events in (("by", {"member__in": ids}), ("name", {"values__who__in": ids})):
        nameless = list(Event.objects.filter(**events, group__memberships__in=ids))
        for event in nameless:
            event.values[name] = ""
        Event.objects.bulk_update(nameless, ["values"], batch_size=500)
    removed_at = Coalesce("removed_at", Value(now, output_field=DateTimeField()))
    Membership.objects.filter(pk__in=ids).update(name="", role=Membership.Role.RECORDER, removed_at=removed_at)
    for membership in memberships:
        # This also replaces the notice of the last write, which may name the member.
        bump_all(membership.group_id, Notice(said=_("A member has left the group."), by=None))


# Writers to SQLite wait while rows are deleted, so only a few are deleted at once.
ROWS, GAMES = 1000, 100


def delete_group(group_id: int) -> None:
    """Delete a group and everything in it, which can take a while, so nobody must be let into it anymore."""
    _delete(Link.objects.filter(group=group_id))
    _delete(Recipe.objects.filter(group=group_id))
    while games := list(Game.objects.filter(group=group_id).order_by("pk").values_list("pk", flat=True)[:GAMES]):
        of_games, of_hands = {"game__in": games}, {"hand__game__in": games}
        for rows in (
            *(Tally.objects.filter(**of_games), Standing.objects.filter(**of_games)),
            *(Revision.objects.filter(**of_hands), Hand.objects.filter(**of_games)),
            *(Setup.objects.filter(**of_games), Seat.objects.filter(**of_games)),
            Game.objects.filter(pk__in=games),
        ):
            _delete(rows)
    Player.objects.filter(group=group_id).exclude(same_as=None).update(same_as=None)
    for other in (Night.objects, Upload.objects, Event.objects, Player.objects, Membership.objects):
        _delete(other.filter(group=group_id))
    _delete(Playgroup.objects.filter(pk=group_id))


def _delete(rows: QuerySet[Any]) -> None:
    """Delete rows to which no others refer. Django would first look for those that do."""
    while keys := list(rows.order_by().values_list("pk", flat=True)[:ROWS]):
        with transaction.atomic():
            rows.model._default_manager.filter(pk__in=keys)._raw_delete(DEFAULT_DB_ALIAS)
