"""Look up links. A token is an id plus a keyed hash of the id and a nonce; the database alone reveals no tokens."""

import re
import uuid
from collections.abc import Sequence

from django.core.signing import Signer
from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.models import Game, Link, Membership, PersonalLink, Playgroup
from scorekeeper.rules import limits
from scorekeeper.rules.text import Text, gettext as _

IDENT_LENGTH = 22
# Letters that nobody takes for another, across a room; there are 64 million codes.
LETTERS, CODE_LENGTH = "ACDEFHJKLMNPRTUVWXYZ", 6
# Skip the query for strings that can't be tokens: PostgreSQL rejects text that contains a NUL character.
TOKEN = re.compile(r"[A-Za-z0-9_-]+")
# A game's page changes with the game; a list of games changes with every write except a tap. A game that the link
# doesn't show, as `access.watched_game` has it, has no version.
WATCHED = f"""
SELECT link.ident, link.nonce, game.version, playgroup.version, COALESCE(link.code_until > %s, FALSE)
FROM {Link._meta.db_table} AS link
JOIN {Playgroup._meta.db_table} AS playgroup ON playgroup.id = link.group_id
LEFT JOIN {Game._meta.db_table} AS game ON game.id = COALESCE(%s, link.game_id) AND game.group_id = link.group_id
  AND game.id = COALESCE(link.game_id, game.id) AND game.night_id = COALESCE(link.night_id, game.night_id)
  AND NOT game.hidden
WHERE link.ident = %s AND link.kind = %s AND link.revoked_at IS NULL
  AND (link.expires_at IS NULL OR link.expires_at > %s)
  AND (game.id IS NOT NULL OR COALESCE(%s, link.game_id) IS NULL)
"""


def token_of(link: Link) -> str:
    """Return a link's token, as used in its URL."""
    return link.ident + _seal(link.ident, link.nonce)


def code_of(link: Link) -> str:
    """Return the letters that open a watch link on a TV, made as a token is, or nothing once they have expired."""
    if link.code_until is None or link.code_until <= timezone.now():
        return ""
    row = f"{link.ident}:{link.nonce}:{link.code_until}"
    digest = salted_hmac("scorekeeper.codes", row, algorithm="sha256").digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:CODE_LENGTH])


def find_by_code(code: str) -> Link | None:
    """Return the watch link that a code opens, or None."""
    typed = code.replace(" ", "").upper()
    return open_links().filter(code_key=key_of(typed), code_until__gt=timezone.now()).first()


def find_link(token: str, kind: str) -> Link | None:
    """Return the link with this token and kind, or None if there is none or it no longer works."""
    link = open_links().filter(ident=token[:IDENT_LENGTH], kind=kind).first() if TOKEN.fullmatch(token) else None
    return link if link and constant_time_compare(token, token_of(link)) else None


def key_of(token: str) -> uuid.UUID:
    """Return the keyed hash under which a personal link or a code is stored."""
    return uuid.UUID(bytes=salted_hmac("scorekeeper.hand_overs", token, algorithm="sha256").digest()[:16])


def find_personal_link(token: str) -> PersonalLink | None:
    """Return the personal link with this token and its user, or None if it has ended. It may be used up."""
    return PersonalLink.objects.select_related("user").filter(key=key_of(token), expires_at__gt=timezone.now()).first()


def open_links() -> QuerySet[Link]:
    """Return the links that still work: they are neither revoked, nor expired, nor used up."""
    unexpired = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    links = Link.objects.filter(unexpired, revoked_at=None).exclude(kind=Link.Kind.JOIN, uses_left=0)
    return links.select_related("group", "game__night", "night", "member")


def links_of(group: Playgroup) -> list[Link]:
    """Return the open links of a group, newest first."""
    return list(open_links().filter(group=group).order_by("-id"))


def why_full(links: Sequence[Link]) -> Text | None:
    """Return why a group that has these open links can't have another, or None."""
    why = _("This group has {most} active links, as many as it can have. Turn some off first.", most=limits.MOST_LINKS)
    return why if len(links) >= limits.MOST_LINKS else None


def find_open_link(group: Playgroup, link_id: int) -> Link | None:
    """Return the group's open link with this id, or None."""
    return open_links().filter(group=group, pk=link_id).first()


def are_exposed(group: Playgroup, links: Sequence[Link]) -> bool:
    """Return whether a member who was removed may still know one of these links to join, or have passed it on."""
    oldest = min((link.created_at for link in links if link.kind == Link.Kind.JOIN), default=None)
    return oldest is not None and Membership.objects.filter(group=group, removed_at__gte=oldest).exists()


def watched_version(token: str, game: int | None = None, *, is_newest: bool = False) -> str | None:
    """Return the version of what a watch link shows: its game, its list of games, or the `game` chosen from that.

    A game that `is_newest` makes way for the next one. It is None if the link has ended or doesn't show that game. This
    is one indexed query in plain SQL: all watching phones poll, and building it from models took longer than it takes.
    """
    if not TOKEN.fullmatch(token):
        return None
    with connection.cursor() as cursor:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        cursor.execute(WATCHED, [now, game, token[:IDENT_LENGTH], Link.Kind.WATCH.value, now, game])
        row = cursor.fetchone()
    if row is None or not constant_time_compare(token[IDENT_LENGTH:], _seal(row[0], row[1])):
        return None
    return version_text(row[3], row[2], is_newest=is_newest, has_code=row[4])


def version_text(of_group: int, of_game: int | None, *, is_newest: bool, has_code: bool) -> str:
    """Return a version as `watched_version` does, from that of the group and that of the game that is shown, if any."""
    version = f"{of_group}-{of_game}" if is_newest else str(of_group if of_game is None else of_game)
    return f"{version}-code" if has_code else version


def _seal(ident: str, nonce: str) -> str:
    return Signer(salt="scorekeeper.links").signature(f"{ident}:{nonce}")
