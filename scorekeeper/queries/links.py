"""Reading links into a group. A token is a random id and a keyed hash of id and nonce, so the database reveals none."""

from __future__ import annotations

import re

from django.core.signing import Signer
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scorekeeper.models import Link

IDENT_LENGTH = 22
# What is no token is not looked for: PostgreSQL refuses to compare a text with a NUL.
TOKEN = re.compile(r"[A-Za-z0-9_-]+")


def token_of(link: Link) -> str:
    """The token that an address carries for a link."""
    return link.ident + _seal(link)


def find_link(token: str) -> Link | None:
    """The link that a token is for, spent and expired ones too; None for a token that was never given."""
    if not TOKEN.fullmatch(token):
        return None
    link = Link.objects.select_related("group").filter(ident=token[:IDENT_LENGTH]).first()
    if link is None or not constant_time_compare(token[IDENT_LENGTH:], _seal(link)):
        return None
    return link


def is_open(link: Link) -> bool:
    """Whether a link can still be redeemed."""
    return link.uses_left > 0 and link.expires_at > timezone.now()


def _seal(link: Link) -> str:
    return Signer(salt="scorekeeper.links").signature(f"{link.ident}:{link.nonce}")
