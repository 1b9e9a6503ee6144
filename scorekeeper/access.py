"""Who may do what: every fetch starts from the user's memberships, or from a link that opens.

Strangers get 404, members who may not get 403, and who has lost a membership, or asks for a game that the owner has
hidden, gets 410. A view gets its group, game or hand from here and from nowhere else.
"""

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from scorekeeper.models import Game, Link, Membership, Night, Player, User

View = TypeVar("View", bound=Callable[..., object])


@dataclass
class Gone(Exception):
    """What a member could open once and cannot any more: `said` is what happened, `more` what is to be known of it."""

    said: str
    more: str


@dataclass(frozen=True, kw_only=True)
class Playing:
    """A game, and the member who asks for it."""

    game: Game
    member: Membership


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """A player, and the member who asks for it."""

    player: Player
    member: Membership


@dataclass(frozen=True, kw_only=True)
class Evening:
    """A night, and the member who asks for it."""

    night: Night
    member: Membership


def public(view: View) -> View:
    """Open a view to anybody. Every other view is closed to browsers that are no user's."""
    view.is_public = True  # type: ignore[attr-defined]
    return view


def is_public(view: Callable[..., object]) -> bool:
    """Whether a view is open to anybody."""
    return getattr(view, "is_public", False)


def user_of(request: HttpRequest) -> User | None:
    """The user whose browser this is, or None for a stranger's."""
    return request.user if isinstance(request.user, User) else None


def memberships(request: HttpRequest) -> list[Membership]:
    """All groups of this browser's user, by name."""
    user = user_of(request)
    if user is None:
        return []
    return list(user.memberships.filter(removed_at=None).select_related("group").order_by("group__name", "group_id"))


def member(request: HttpRequest, group_id: int) -> Membership:
    """The member of a group whose browser this is, with the group."""
    return _member(request, group=group_id)


def owner(request: HttpRequest, group_id: int) -> Membership:
    """The owner of a group whose browser this is. Other members get 403."""
    return _owning(member(request, group_id))


def player(request: HttpRequest, player_id: int) -> Sitting:
    """A player of one of the user's groups, with the group."""
    found = _member(request, group__players=player_id)
    row = Player.objects.get(pk=player_id)
    row.group = found.group
    return Sitting(player=row, member=found)


def owner_of_player(request: HttpRequest, player_id: int) -> Membership:
    """The owner, whose browser this is, of the group that has a player on its roster. Other members get 403."""
    return _owning(_member(request, group__players=player_id))


def game(request: HttpRequest, game_id: int) -> Playing:
    """A game of one of the user's groups, hidden ones only for the owner: to other members they are gone."""
    found = _member(request, group__games=game_id)
    row = Game.objects.select_related("night").filter(pk=game_id).first()
    if row is None:
        raise Http404
    if row.hidden and not found.is_owner:
        raise Gone(
            _("This game is not shown any more."),
            _("An owner of the group has hidden it, and can show it again. What was recorded is kept."),
        )
    row.group = found.group
    return Playing(game=row, member=found)


def owned_game(request: HttpRequest, game_id: int) -> Playing:
    """A game that only the group's owner may do this with. Other members get 403."""
    playing = game(request, game_id)
    _owning(playing.member)
    return playing


def night(request: HttpRequest, night_id: int) -> Evening:
    """A night of one of the user's groups, with the group."""
    found = _member(request, group__nights=night_id)
    row = Night.objects.get(pk=night_id)
    row.group = found.group
    return Evening(night=row, member=found)


def owned_night(request: HttpRequest, night_id: int) -> Evening:
    """A night that only the group's owner may do this with. Other members get 403."""
    evening = night(request, night_id)
    _owning(evening.member)
    return evening


def watched_game(link: Link, game_id: int | None) -> Game:
    """The game that a watch link shows: its own, or one of its night's or group's. Hidden ones are not shown."""
    games = Game.objects.select_related("group", "night").filter(group=link.group_id, hidden=False)
    if link.game_id is not None:
        games = games.filter(pk=link.game_id)
    if link.night_id is not None:
        games = games.filter(night=link.night_id)
    found = games.filter(pk=(link.game_id or 0) if game_id is None else game_id).first()
    if found is None:
        raise Http404
    return found


def address_of(request: HttpRequest) -> str:
    """The client's address, of IPv6 its network. What a proxy says of it counts only if that proxy is configured."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    while address in settings.TRUSTED_PROXIES and forwarded:
        last = forwarded.pop().strip()
        if _parsed(last) is None:
            break
        address = last
    found = _parsed(address)
    if not isinstance(found, ipaddress.IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    # A household gets a whole /64 of IPv6 addresses, and may take another for every try: they count as one.
    return str(ipaddress.IPv6Network((int(found), 64), strict=False))


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(address)
    except ValueError:
        return None


def _member(request: HttpRequest, **of_group: int) -> Membership:
    """The member, whose browser this is, of the group that has this. Raises `Gone` for who has been removed."""
    user = user_of(request)
    if user is None:
        raise Http404
    found = Membership.objects.select_related("group").filter(**of_group, user=user).first()
    if found is None:
        raise Http404
    if found.removed_at is not None:
        raise Gone(_("You are not a member of this group any more."), _("What you recorded stays on its sheets."))
    return found


def _owning(found: Membership) -> Membership:
    if not found.is_owner:
        raise PermissionDenied(_("Only the owner of the group can do this."))
    return found
