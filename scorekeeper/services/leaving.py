"""Delete what people give up: a group, after two weeks in which any owner can stop it, and an account, at once."""

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.db.models import DateTimeField, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.models import Event, Installation, Link, Membership, Player, Playgroup, Upload, User
from scorekeeper.queries.people.groups import owned_groups
from scorekeeper.queries.people.notices import Notice
from scorekeeper.rules.text import both, gettext as _
from scorekeeper.services.errors import Refused
from scorekeeper.services.events import note
from scorekeeper.services.ledger import bump_all, lock
from scorekeeper.services.members import require_owner
from scorekeeper.services.personal_links import end_personal_links

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
        # In the order of their ids, as everywhere: two writes that lock several groups mustn't wait for each other.
        groups = Playgroup.objects.filter(pk__in=[membership.group_id for membership in memberships])
        list(groups.select_for_update().order_by("pk"))
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
