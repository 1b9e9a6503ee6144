"""Who may do what: every fetch starts from the user's memberships, or from an active link.

| what | by | stranger | recorder | owner | former member | anybody else |
|---|---|---|---|---|---|---|
| start a group, sign in; join or watch by a link | `public` | yes | yes | yes | yes | yes |
| one's account, going on in another browser | `user_of` | 404 | yes | yes | yes | yes |
| see a group; record and correct its games | `member`, `game`, `night`, `player` | 404 | yes | yes | 410 | 404 |
| its people, roster, links and files; hide games | `owner`, `for_owner` | 404 | 403 | yes | 410 | 404 |

A link that has ended gets a 410, and so does a member who asks for a game that an owner has hidden. A game whose rules
the app doesn't know can be read, but not changed: 403. Pages must get their group, game, night or player from here.
"""

import ipaddress
import uuid
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db.models import FilteredRelation, Q, QuerySet
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from scorekeeper.models import Game, Link, Membership, Night, Player, User
from scorekeeper.web.forms import uid_sent
from scorekeeper.web.network import parsed
from scorekeeper.web.refusals import Gone, NotFound, or_404

Row = TypeVar("Row", Game, Night, Player)


@dataclass(frozen=True, kw_only=True)
class Granted(Generic[Row]):
    """A stored row that a browser may see, with its group and the browser's membership."""

    row: Row
    member: Membership

    def for_owner(self) -> Self:
        """Return this object if the member is an owner. Otherwise, raise `PermissionDenied`."""
        _require_owner(self.member)
        return self


Playing = Granted[Game]
public = login_not_required  # decorates a page that is open to everybody; all others are closed to strangers


def user_of(request: HttpRequest) -> User | None:
    """Return this browser's user, or None for a stranger's browser."""
    return request.user if isinstance(request.user, User) else None


def memberships(user: User | None) -> list[Membership]:
    """Return a user's memberships, sorted by group name. A stranger has none."""
    if user is None:
        return []
    return list(user.memberships.filter(removed_at=None).select_related("group").order_by("group__name", "group_id"))


def member(request: HttpRequest, group_id: int) -> Membership:
    """Return this browser's membership in a group, including the group."""
    mine = Membership.objects.select_related("group").filter(group=group_id, user=user_of(request))
    return _active(or_404(mine.first()))


def owner(request: HttpRequest, group_id: int) -> Membership:
    """Return this browser's membership in a group that its user owns. Other members get a 403."""
    return _require_owner(member(request, group_id))


def player(request: HttpRequest, player_id: int) -> Granted[Player]:
    """Return a player in one of the user's groups, along with the group."""
    return _granted(request, Player.objects.filter(pk=player_id))


def game(request: HttpRequest, game_id: int) -> Playing:
    """Return a game in one of the user's groups. Only an owner can open a hidden game; other members get a 410.

    A phone that sends what waited on it names the game and its group by their uids as well, since another game can have
    the number after a restored backup. If there is no such game anymore, it gets a 410, too.
    """
    rows = Game.objects.select_related("night")
    names = [request.POST.get(name, "") for name in ("game_uid", "group_uid")]
    if not all(names):
        playing = _granted(request, rows.filter(pk=game_id))
    else:
        uid, group_uid = map(uid_sent, names)
        try:
            playing = _granted(request, rows.filter(uid=uid, group__uid=group_uid))
        except NotFound as missing:
            more = _("What this phone had for it can be saved as a file.")
            raise Gone(_("This game isn’t on the server anymore."), more) from missing
    if playing.row.hidden and not playing.member.is_owner:
        more = _("An owner of the group hid it and can unhide it. Nothing was deleted.")
        raise Gone(_("This game is hidden now."), more)
    return playing


def night(request: HttpRequest, night_id: int) -> Granted[Night]:
    """Return a night in one of the user's groups, along with the group."""
    return _granted(request, Night.objects.filter(pk=night_id))


def watched_game(link: Link, game_id: int | None) -> Game | None:
    """Return a game that a watch link shows: its own, or one from its night or group. Hidden games are never shown."""
    if link.game is not None:
        shown = None if link.game.hidden or game_id not in (None, link.game_id) else link.game
    else:
        games = Game.objects.select_related("night").filter(pk=game_id or 0, group=link.group_id, hidden=False)
        shown = (games if link.night_id is None else games.filter(night=link.night_id)).first()
    if shown is not None:
        shown.group = link.group
    return shown


def client_of(request: HttpRequest) -> str:
    """Return the client's IP address. `X-Forwarded-For` is trusted only from a trusted proxy."""
    client = parsed(str(request.META.get("REMOTE_ADDR", "")))
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    while client and forwarded and any(client in ipaddress.ip_network(each) for each in settings.TRUSTED_PROXIES):
        nearest = parsed(forwarded.pop().strip())
        if nearest is None:
            break
        client = nearest
    return str(client or "")


def address_of(request: HttpRequest) -> str:
    """Return what attempts are counted by: an IPv4 address, or an IPv6 /64, since a household has all of that."""
    client = client_of(request)
    return str(ipaddress.IPv6Network((client, 64), strict=False)) if ":" in client else client


def own_uid(request: HttpRequest, uid: uuid.UUID) -> uuid.UUID:
    """Return a form's `uid` as only this browser can send it, even without a session: with its CSRF cookie's secret."""
    get_token(request)
    secret = f"{uid}:{request.META['CSRF_COOKIE']}"
    return uuid.UUID(bytes=salted_hmac("scorekeeper.own_uid", secret, algorithm="sha256").digest()[:16])


def _granted(request: HttpRequest, rows: QuerySet[Row]) -> Granted[Row]:
    """Return the queried row with this browser's membership in its group, using a single query."""
    mine = FilteredRelation("group__memberships", condition=Q(group__memberships__user=user_of(request)))
    with_mine = rows.annotate(mine=mine).select_related("group", "mine")  # type: ignore[misc]  # Django allows this
    row = or_404(with_mine.first())
    membership: Membership = _active(or_404(getattr(row, "mine", None)))  # without one, it isn’t set
    membership.group = row.group
    return Granted(row=row, member=membership)


def _active(membership: Membership) -> Membership:
    if membership.removed_at is not None:
        raise Gone(_("You’re no longer in this group."), _("Everything you recorded stays on its sheets."))
    return membership


def _require_owner(membership: Membership) -> Membership:
    if not membership.is_owner:
        raise PermissionDenied(_("Only an owner of the group can do this."))
    return membership
