"""Writing accounts: a name and a password for this browser's user, signing in elsewhere, a way back without either.

One user is one identity: signing up gives this browser's own row a name; signing in merges what this browser was a
member of into the account.
"""

import secrets

from django.contrib.auth.hashers import check_password, make_password
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from scorekeeper.models import Membership, Player, User
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.errors import Refused
from scorekeeper.services.settle import lock, raise_version
from scorekeeper.text import name_key

# Read aloud and typed from paper: no letter that looks like a digit.
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_GROUPS, CODE_GROUP = 5, 5


def sign_up(*, user: User | None, name: str, password: str) -> tuple[User, str]:
    """Turn this browser's user into an account; answers it and its recovery code, which is nowhere else in clear."""
    taken = Refused(_("Somebody has this name already; choose another."), path="name")
    if account(name) is not None:
        raise taken
    # Hashing takes a while on purpose: it is done before the transaction, which lets nobody else write.
    code, facts = _new_secrets(password)
    facts |= {"name": name, "name_key": name_key(name)}
    try:
        with transaction.atomic():
            user = user or User.objects.create_browser()
            if not User.objects.filter(pk=user.pk, name=None).update(**facts):
                raise Refused(_("This browser has an account already."), path="name")
    except IntegrityError:
        raise taken from None
    user.refresh_from_db()
    return user, code


def account(name: str) -> User | None:
    """The account with this name, in whatever case."""
    return User.objects.filter(name_key=name_key(name)).first()


def sign_in(*, name: str, password: str) -> User | None:
    """The account with this name and password, or None. An unknown name takes as long as a wrong password."""
    user = account(name)
    if user is None:
        make_password(password)
        return None
    return user if user.check_password(password) else None


def recover(*, name: str, code: str, password: str) -> tuple[User, str] | None:
    """A new password by the recovery code, which is spent; answers the account and its next code, or None."""
    user = account(name)
    if user is None or not user.recovery:
        make_password(code)
        return None
    if not check_password(_plain(code), user.recovery):
        return None
    following, facts = _new_secrets(password)
    # The code that was read is a condition: of two who come with it at once, one is too late.
    if not User.objects.filter(pk=user.pk, recovery=user.recovery).update(**facts, sessions=F("sessions") + 1):
        return None
    user.refresh_from_db()
    return user, following


def change_password(*, user: User, old: str, new: str) -> User:
    """Another password; every other session of the account ends. Raises `Refused` if the old one is wrong."""
    if not user.check_password(old):
        raise Refused(_("This is not the password so far."), path="old")
    user.set_password(new)
    user.save(update_fields=["password"])
    return user


@transaction.atomic
def sign_out_everywhere(*, user: User) -> None:
    """End every session of this user, here too."""
    User.objects.filter(pk=user.pk).update(sessions=F("sessions") + 1)


@transaction.atomic
def merge(*, browser: User, into: User) -> None:
    """Give what a browser without an account was a member of to the account that signed in on it."""
    if browser.pk == into.pk or browser.has_account:
        return
    for membership in Membership.objects.filter(user=browser, removed_at=None).order_by("group_id"):
        lock(membership.group_id)
        own = Membership.objects.filter(group=membership.group_id, user=into).first()
        if own is None:
            Membership.objects.filter(pk=membership.pk).update(user=into)
        else:
            owner = membership.is_owner or (own.is_owner and own.removed_at is None)
            role = Membership.Role.OWNER if owner else Membership.Role.RECORDER
            Membership.objects.filter(pk=own.pk).update(role=role, removed_at=None)
            Membership.objects.filter(pk=membership.pk).update(removed_at=timezone.now())
            # Nobody is two players: the claim of the account stays, if it has one.
            claimed = Player.objects.filter(member=own).exists()
            Player.objects.filter(member=membership).update(member=None if claimed else own)
        raise_version(membership.group_id)


def _new_secrets(password: str) -> tuple[str, dict[str, str]]:
    """Return a recovery code of 123 random bits, and what is stored of it and of the password."""
    groups = ("".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_GROUP)) for _group in range(CODE_GROUPS))
    code = "-".join(groups)
    return code, {"password": make_password(password), "recovery": make_password(_plain(code))}


def _plain(code: str) -> str:
    """Return a code as it is compared: without its dashes, spaces and case."""
    return "".join(letter for letter in code.upper() if letter in CODE_LETTERS)
