"""Sign up and in, change or recover a password, merge memberships, delete an account, and make personal links."""

import datetime
import hashlib
import secrets
import uuid
from collections.abc import Sequence

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import DateTimeField, F, Q, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.crypto import constant_time_compare, get_random_string

from scorekeeper.formats.language import name_key
from scorekeeper.models import Event, Link, Membership, PersonalLink, Player, Upload, User
from scorekeeper.people.groups.reading import owned_groups
from scorekeeper.people.groups.writing import set_deletion_date
from scorekeeper.people.links.reading import key_of
from scorekeeper.rules.text import both, gettext as _
from scorekeeper.web.ledger import Notice, bump_all, lock, lock_all, note
from scorekeeper.web.refusals import Refused

# Codes are read aloud and typed from paper, so they avoid 0, 1, I, L and O.
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_GROUPS, CODE_GROUP_LENGTH = 5, 5
LASTS = datetime.timedelta(hours=24)  # for a personal link


def sign_up(*, user: User | None, name: str, password: str) -> tuple[User, str]:
    """Turn this browser's user into an account. Return it and its recovery code (stored only as a hash)."""
    taken = Refused(_("That name is taken. Choose another one."), path="name")
    if account(name) is not None:
        raise taken
    # Hashing is deliberately slow, so it is done before the transaction, which blocks all other writers.
    code, fields = _new_secrets(password)
    fields |= {"name": name, "name_key": name_key(name)}
    try:
        with transaction.atomic():
            user = user or User.objects.create_browser()
            if not User.objects.filter(pk=user.pk, name=None).update(**fields):
                raise Refused(_("This browser already has an account."), path="name")
            end_personal_links(user=user)
    except IntegrityError:
        raise taken from None
    user.refresh_from_db()
    return user, code


def account(name: str) -> User | None:
    """Return the account with this name, ignoring case, or None."""
    return User.objects.filter(name_key=name_key(name)).first()


def sign_in(*, name: str, password: str) -> User | None:
    """Return the account with these credentials, or None. Unknown names take as long to reject as wrong passwords."""
    user = account(name)
    if user is None:
        make_password(password)
        return None
    return user if user.check_password(password) else None


def recover(*, name: str, code: str, password: str) -> tuple[User, str] | None:
    """Set a new password and end all sessions. Return the account and its next code, or None if this code is wrong."""
    user = account(name)
    if user is None or not constant_time_compare(user.recovery, _hashed(code)):
        return None
    next_code, fields = _new_secrets(password)
    if not User.objects.filter(pk=user.pk, recovery=user.recovery).update(**fields):  # used since
        return None
    end_personal_links(user=user)
    user.refresh_from_db()
    return user, next_code


def change_password(*, user: User, old: str, new: str) -> User:
    """Change the password and end the account's other sessions. Raise `Refused` if the old password is wrong."""
    if not user.check_password(old):
        raise Refused(_("That isn’t your current password."), path="old")
    user.set_password(new)
    user.save(update_fields=["password"])
    end_personal_links(user=user)
    return user


@transaction.atomic
def end_sessions(*, user: User) -> None:
    """End all of this user's sessions and personal links."""
    User.objects.filter(pk=user.pk).update(sessions=F("sessions") + 1)
    end_personal_links(user=user)
    user.refresh_from_db(fields=["sessions"])


@transaction.atomic
def merge(*, browser: User, into: User) -> None:
    """Move a browser's memberships to the account that signed in on it, unless they already belong to an account."""
    if browser.pk == into.pk or browser.has_account:
        return
    end_sessions(user=browser)
    for membership in Membership.objects.filter(user=browser, removed_at=None).order_by("group_id"):
        lock(membership.group_id)
        existing = Membership.objects.filter(group=membership.group_id, user=into).first()
        if existing is None:
            Membership.objects.filter(pk=membership.pk).update(user=into)
        else:
            owner = membership.is_owner or (existing.is_owner and existing.removed_at is None)
            role = Membership.Role.OWNER if owner else Membership.Role.RECORDER
            Membership.objects.filter(pk=existing.pk).update(role=role, removed_at=None)
            Membership.objects.filter(pk=membership.pk).update(removed_at=timezone.now())
            # A member can be only one player, so if the account has already claimed one, it keeps that one.
            has_player = Player.objects.filter(member=existing).exists()
            Player.objects.filter(member=membership).update(member=None if has_player else existing)
        bump_all(membership.group_id)


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
        if names := [mine.group.name for mine in owned if mine.needs_an_owner]:
            why = _(
                "You’re the only owner of {groups}. First make someone else an owner, or delete the group.",
                groups=both(names),
            )
            raise Refused(why)
        for mine in owned:
            if not mine.has_others and mine.group.deletes_at is None:
                set_deletion_date(mine.group, mine)
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


def _new_secrets(password: str) -> tuple[str, dict[str, str]]:
    """Return a recovery code with 123 bits of randomness, and the fields that store it and the password as hashes."""
    code = "-".join(get_random_string(CODE_GROUP_LENGTH, CODE_LETTERS) for _group in range(CODE_GROUPS))
    return code, {"password": make_password(password), "recovery": _hashed(code)}


def _hashed(code: str) -> str:
    """Return a recovery code as it is stored. Nobody can try out that many codes, so the hash needn't be slow."""
    letters = "".join(letter for letter in code.upper() if letter in CODE_LETTERS)  # without dashes or spaces
    return "sha256$" + hashlib.sha256(letters.encode()).hexdigest()


def make_personal_link(*, user: User) -> str:
    """Return the token of a new link for this user."""
    token = secrets.token_urlsafe(32)
    PersonalLink.objects.create(key=key_of(token), user=user, expires_at=timezone.now() + LASTS)
    return token


def use_personal_link(*, link: PersonalLink, browser: uuid.UUID) -> bool:
    """Use up a link, and return True unless another browser was faster."""
    unused = PersonalLink.objects.filter(Q(used_by=None) | Q(used_by=browser), pk=link.pk)
    return unused.update(used_by=browser) == 1


def end_personal_links(*, user: User) -> None:
    """End all of this user's links."""
    PersonalLink.objects.filter(user=user).delete()


def drop_personal_links() -> None:
    """Delete the links that have expired, and those made by a clock that was ahead."""
    now = timezone.now()
    PersonalLink.objects.exclude(expires_at__range=(now, now + LASTS)).delete()
