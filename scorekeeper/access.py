"""Who may do what: every fetch starts from the user's memberships, or from a link that opens.

Strangers get 404, members who may not get 403, and who has lost a membership, or asks for a game that the owner has
hidden, gets 410. A view gets its group, game or hand from here and from nowhere else.
"""

from __future__ import annotations

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
    user = user_of(request)
    if user is None:
        raise Http404
    return _standing(Membership.objects.select_related("group").filter(group=group_id, user=user).first())


def owner(request: HttpRequest, group_id: int) -> Membership:
    """The owner of a group whose browser this is. Other members get 403."""
    return _owning(member(request, group_id))


def player(request: HttpRequest, player_id: int) -> Sitting:
    """A player of one of the user's groups, with the group."""
    user = user_of(request)
    if user is None:
        raise Http404
    found = _standing(Membership.objects.select_related("group").filter(group__players=player_id, user=user).first())
    row = Player.objects.get(pk=player_id)
    row.group = found.group
    return Sitting(player=row, member=found)


def owner_of_player(request: HttpRequest, player_id: int) -> Membership:
    """The owner, whose browser this is, of the group that has a player on its roster. Other members get 403."""
    user = user_of(request)
    if user is None:
        raise Http404
    found = Membership.objects.select_related("group").filter(group__players=player_id, user=user)
    return _owning(_standing(found.first()))


def game(request: HttpRequest, game_id: int) -> Playing:
    """A game of one of the user's groups, hidden ones only for the owner: to other members they are gone."""
    user = user_of(request)
    if user is None:
        raise Http404
    found = Membership.objects.select_related("group").filter(group__games=game_id, user=user).first()
    row = Game.objects.select_related("night").filter(pk=game_id).first()
    found = _standing(found)
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
    user = user_of(request)
    if user is None:
        raise Http404
    found = _standing(Membership.objects.select_related("group").filter(group__nights=night_id, user=user).first())
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
    found = games.filter(pk=game_id).first() if game_id is not None else games.filter(pk=link.game_id or 0).first()
    if found is None:
        raise Http404
    return found


def address_of(request: HttpRequest) -> str:
    """The client's address, of IPv6 its network. What a proxy says of it counts only if that proxy is configured."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    while address in settings.TRUSTED_PROXIES and forwarded:
        last = forwarded.pop().strip()
        if not _is_address(last):
            break
        address = last
    return _network(address)


def _network(address: str) -> str:
    """A household gets a whole /64 of IPv6 addresses, and may take another for every try: they count as one."""
    found = ipaddress.ip_address(address) if _is_address(address) else None
    if not isinstance(found, ipaddress.IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found), 64), strict=False))


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _standing(found: Membership | None) -> Membership:
    if found is None:
        raise Http404
    if found.removed_at is not None:
        raise Gone(_("You are not a member of this group any more."), _("What you recorded stays on its sheets."))
    return found


def _owning(found: Membership) -> Membership:
    if not found.is_owner:
        raise PermissionDenied(_("Only the owner of the group can do this."))
    return found
