"""Models for people: users, the groups they play in, the names on their sheets and the links that let browsers in."""

import uuid
from typing import Any, ClassVar, TypeVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, gettext_lazy as _

from scorekeeper.formats.language import Typed
from scorekeeper.rules import limits

Field = TypeVar("Field", bound="models.Field[Any, Any]")
MARKS = 16  # pairs of a color and a symbol, for players


def typed(field: Field) -> Field:
    """Make a field read its values as `Typed`. To the database and to migrations, it is the same as before."""
    field.from_db_value = lambda value, *_how: None if value is None else Typed(value)  # type: ignore[attr-defined]
    return field


class UserManager(BaseUserManager["User"]):
    def create_browser(self) -> "User":
        """Create a user without an account: somebody with a browser, identified only by their session."""
        user = self.model()
        user.set_unusable_password()
        user.save()
        return user


class User(AbstractBaseUser):
    """Anyone with a browser. A user without an account has no name and no usable password."""

    name = typed(models.CharField(max_length=limits.LONGEST_NAME, unique=True, null=True))
    # Prevents accounts whose names differ only in case, which people would mix up.
    name_key = models.CharField(max_length=4 * limits.LONGEST_NAME, unique=True, null=True)  # noqa: DJ001 - unique only if set
    created_at = models.DateTimeField(auto_now_add=True)
    recovery = models.CharField(max_length=128, blank=True)  # the code, hashed
    sessions = models.PositiveIntegerField(default=0)  # incremented to end all of this user's sessions at once

    USERNAME_FIELD = "name"

    objects: ClassVar[UserManager] = UserManager()

    @property
    def has_account(self) -> bool:
        """Whether this user can sign in from another browser."""
        return self.name is not None

    def get_session_auth_hash(self) -> str:
        """Return the hash that a session must match, made from the password and the count of session resets."""
        if self.sessions == 0:
            return super().get_session_auth_hash()
        return salted_hmac("scorekeeper.sessions", f"{self.password}:{self.sessions}", algorithm="sha256").hexdigest()

    def __str__(self) -> str:
        return self.name or f"browser {self.pk}"


class Playgroup(models.Model):
    """People who play together. Every write except a tap increments `version` under the group's row lock.

    `notice` says what the last write did and how to undo it, or is None if that write left none. If it has `needs`, a
    player's name on a sheet opens what that player needs.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = typed(models.CharField(max_length=limits.LONGEST_NAME))
    time_zone = models.CharField(max_length=64)
    version = models.PositiveBigIntegerField(default=1)
    archived = models.BooleanField(default=False)
    needs = models.BooleanField(default=True)
    notice = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # When the group is to be deleted, if an owner has asked for that, and not before this day of the installation:
    # unlike the clock, its count of days can't jump.
    deletes_at = models.DateTimeField(null=True)
    deletes_day = models.PositiveIntegerField(null=True)


class Membership(models.Model):
    """A user who can record games in a group. Removal keeps the row, and deleting the account empties the name."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        RECORDER = "recorder", _("scorer")

    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    name = typed(models.CharField(max_length=limits.LONGEST_NAME))
    joined_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            UniqueConstraint(fields=["group", "user"], name="one_membership_per_group_and_user"),
            CheckConstraint(condition=Q(role__in=["owner", "recorder"]), name="membership_role_is_known"),
        ]

    @property
    def is_owner(self) -> bool:
        return self.role == self.Role.OWNER

    @property
    def shown_name(self) -> str:
        """The member's name, or words for one whose account was deleted."""
        return self.name or gettext("a former member")


class Player(models.Model):
    """A name on a group's score sheets. Names are compared by `name_key`."""

    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="players")
    name = typed(models.CharField(max_length=limits.LONGEST_NAME))
    # Casefolding can lengthen a name: "ß" becomes "ss", and some letters become three.
    name_key = models.CharField(max_length=4 * limits.LONGEST_NAME)
    member = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True, related_name="players")
    retired = models.BooleanField(default=False)
    # The main entry for the same person, if any. Statistics count for that entry, but old sheets keep this name.
    same_as = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="others")
    mark = models.PositiveSmallIntegerField(default=0)  # of `MARKS`: the player's color and symbol

    class Meta:
        constraints: ClassVar = [
            UniqueConstraint(fields=["group", "name_key"], name="one_player_per_group_and_name"),
            CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            CheckConstraint(condition=Q(mark__lt=MARKS), name="player_mark_is_known"),
            CheckConstraint(condition=Q(same_as=None) | ~Q(same_as=F("pk")), name="nobody_is_the_same_as_self"),
        ]


class Link(models.Model):
    """A way into a group. Its token is `ident` plus a keyed hash of it and `nonce`, so the row alone doesn't reveal it.

    A join link admits up to `uses_left` more people, as members with `role`. A watch link shows a game, a night or, if
    neither is set, all of the group's sheets. A link never expires if its `expires_at` is None. Until `code_until`,
    six letters open a watch link, too, where nobody can type an address; `code_key` is their keyed hash. If it has
    `needs`, as its group must, it shows what players need.
    """

    class Kind(models.TextChoices):
        JOIN = "join", _("to join")
        WATCH = "watch", _("to watch")

    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="links")
    kind = models.CharField(max_length=5, choices=Kind, default=Kind.JOIN)
    role = models.CharField(max_length=10, choices=Membership.Role, blank=True)
    game = models.ForeignKey("Game", on_delete=models.PROTECT, null=True, related_name="links")
    night = models.ForeignKey("Night", on_delete=models.PROTECT, null=True, related_name="links")
    label = typed(models.CharField(max_length=limits.LONGEST_LABEL, blank=True))
    ident = models.CharField(max_length=32, unique=True)
    nonce = models.CharField(max_length=32)
    uses_left = models.PositiveSmallIntegerField(default=1)
    member = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    code_until = models.DateTimeField(null=True)
    code_key = models.UUIDField(unique=True, null=True)
    needs = models.BooleanField(default=False)
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            CheckConstraint(
                condition=Q(kind="join", role__in=["owner", "recorder"], game=None, night=None)
                | Q(kind="watch", role=""),
                name="a_link_joins_or_watches",
            ),
            CheckConstraint(condition=Q(game=None) | Q(night=None), name="a_link_watches_one_thing"),
        ]


class Event(models.Model):
    """What owners should know about a group. `values` has names as they were then; `member` did it, if known.

    An import can be `taken_back`; its `values` then have, under "hid", the ids of the games that this hid. After one of
    them came in anew, that `is_final`.
    """

    class Kind(models.TextChoices):
        STARTED = "started", _("group started")
        JOINED = "joined", _("joined")
        LEFT = "left", _("left")
        REMOVED = "removed", _("removed")
        ROLE = "role", _("role changed")
        LINK_MADE = "link made", _("link made")
        LINK_USED = "link used", _("link used")
        LINK_RENEWED = "link renewed", _("link renewed")
        LINK_REVOKED = "link revoked", _("link turned off")
        EXPORTED = "exported", _("exported")
        IMPORTED = "imported", _("imported")
        DELETION_PLANNED = "deletion planned", _("deletion planned")
        DELETION_STOPPED = "deletion stopped", _("deletion stopped")

    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="events")
    kind = models.CharField(max_length=20, choices=Kind)
    member = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True, related_name="+")
    values = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)
    taken_back = models.BooleanField(default=False)
    is_final = models.BooleanField(default=False)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["group", "-id"], name="events_of_a_group")]


class PersonalLink(models.Model):
    """A way for one more browser, `used_by`, to go on as the same user, once. `key` is a keyed hash of the token."""

    key = models.UUIDField(unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    used_by = models.UUIDField(null=True)
    expires_at = models.DateTimeField()


class Installation(models.Model):
    """The only row about the installation itself. `fingerprint` tells whether the secret key belongs to the database.

    `days` counts the days on which the server ran, up to `today`. If a `rescore_is_due`, the next purge does it.
    """

    fingerprint = models.CharField(max_length=64, blank=True)
    days = models.PositiveIntegerField(default=0)
    today = models.DateField(null=True)
    purged_at = models.DateTimeField(null=True)
    rescore_is_due = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [CheckConstraint(condition=Q(pk=1), name="only_one_installation")]


class Throttle(models.Model):
    """Somebody's attempts at something since a given time. `key` is a hash, so no address or name is stored."""

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()
