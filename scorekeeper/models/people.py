"""People: users, the groups they play in, the names on their sheets and the links that let a browser in."""

import uuid
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 40
# How many pairs of a colour and a sign there are for players.
MARKS = 12


class UserManager(BaseUserManager["User"]):
    """Makes users."""

    def create_browser(self) -> "User":
        """A user without an account: somebody with a browser, known by its session alone."""
        user = self.model()
        user.set_unusable_password()
        user.save()
        return user


class User(AbstractBaseUser):
    """Anyone with a browser. Without an account there is no name and no usable password."""

    name = models.CharField(max_length=NAME_LENGTH, unique=True, null=True)  # noqa: DJ001 - unique only where given
    # Two accounts whose names differ only in case would be mistaken for each other.
    name_key = models.CharField(max_length=4 * NAME_LENGTH, unique=True, null=True)  # noqa: DJ001 - likewise
    created_at = models.DateTimeField(auto_now_add=True)
    # The recovery code as a password is kept: hashed.
    recovery = models.CharField(max_length=128, blank=True)
    # Raised to end every session of this user at once.
    sessions = models.PositiveIntegerField(default=0)

    USERNAME_FIELD = "name"

    objects: ClassVar[UserManager] = UserManager()

    @property
    def has_account(self) -> bool:
        """Whether this user can sign in from another browser."""
        return self.name is not None

    def get_session_auth_hash(self) -> str:
        """What a session must still match: the password, and that nobody signed out everywhere since."""
        if self.sessions == 0:
            return super().get_session_auth_hash()
        return salted_hmac("scorekeeper.sessions", f"{self.password}:{self.sessions}", algorithm="sha256").hexdigest()

    def __str__(self) -> str:
        return self.name or f"browser {self.pk}"


class Playgroup(models.Model):
    """People who play together. `version` is raised by every write in the group, under the group's row lock."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    time_zone = models.CharField(max_length=64)
    version = models.PositiveBigIntegerField(default=1)
    archived = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A user who may write in a group. A removed member's row stays, for what the member recorded."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        RECORDER = "recorder", _("recorder")

    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    name = models.CharField(max_length=NAME_LENGTH)
    joined_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group", "user"], name="one_membership_per_group_and_user"),
            models.CheckConstraint(condition=models.Q(role__in=["owner", "recorder"]), name="membership_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.name} in {self.group_id}"

    @property
    def is_owner(self) -> bool:
        """Whether this member owns the group."""
        return self.role == self.Role.OWNER


class Player(models.Model):
    """A name on the score sheets of a group. `name_key` is what names are compared by."""

    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=NAME_LENGTH)
    # Folding can lengthen a name: "ß" becomes "ss", and some letters three.
    name_key = models.CharField(max_length=4 * NAME_LENGTH)
    member = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True, related_name="players")
    retired = models.BooleanField(default=False)
    # Another entry of the same person: figures count for that one, old sheets keep their name.
    same_as = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="others")
    # Which colour and sign: below `MARKS`.
    mark = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group", "name_key"], name="one_player_per_group_and_name"),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=models.Q(mark__lt=MARKS), name="player_mark_is_known"),
            models.CheckConstraint(
                condition=models.Q(same_as=None) | ~models.Q(same_as=models.F("pk")), name="nobody_is_the_same_as_self"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Link(models.Model):
    """A way into a group. Its token is `ident` and a keyed hash of ident and nonce: the row alone reveals nothing.

    A join link makes its redeemer a member with `role`, as often as `uses_left` says. A watch link shows a game, a
    night, or with neither all sheets of the group. `expires_at` None is never.
    """

    class Kind(models.TextChoices):
        JOIN = "join", _("to join")
        WATCH = "watch", _("to watch")

    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="links")
    kind = models.CharField(max_length=5, choices=Kind, default=Kind.JOIN)
    role = models.CharField(max_length=10, choices=Membership.Role, blank=True)
    game = models.ForeignKey("Game", on_delete=models.PROTECT, null=True, related_name="links")
    night = models.ForeignKey("Night", on_delete=models.PROTECT, null=True, related_name="links")
    label = models.CharField(max_length=60, blank=True)
    ident = models.CharField(max_length=32, unique=True)
    nonce = models.CharField(max_length=32)
    uses_left = models.PositiveSmallIntegerField(default=1)
    member = models.ForeignKey(Membership, on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(kind="join", role__in=["owner", "recorder"], game=None, night=None)
                | models.Q(kind="watch", role=""),
                name="a_link_joins_or_watches",
            ),
            models.CheckConstraint(
                condition=models.Q(game=None) | models.Q(night=None), name="a_link_watches_one_thing"
            ),
        ]

    def __str__(self) -> str:
        return f"link into {self.group_id}"


class Throttle(models.Model):
    """How often something was tried by somebody since a moment. `key` is a hash: no address or name is kept."""

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.count} since {self.since}"
