"""Who may do what: every fetch starts from the user's memberships. Strangers get 404, members who may not get 403.

A view gets its group, game or hand from here and from nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from scorekeeper.models import Game, Membership, User


@dataclass(frozen=True, kw_only=True)
class Playing:
    """A game, and the member who asks for it."""

    game: Game
    member: Membership


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
    found = Membership.objects.select_related("group").filter(group=group_id, user=user, removed_at=None).first()
    if found is None:
        raise Http404
    return found


def game(request: HttpRequest, game_id: int) -> Playing:
    """A game of one of the user's groups, hidden ones only for the owner."""
    user = user_of(request)
    if user is None:
        raise Http404
    found = Membership.objects.select_related("group").filter(group__games=game_id, user=user, removed_at=None).first()
    row = Game.objects.select_related("night").filter(pk=game_id).first()
    if found is None or row is None or (row.hidden and not found.is_owner):
        raise Http404
    row.group = found.group
    return Playing(game=row, member=found)


def owned_game(request: HttpRequest, game_id: int) -> Playing:
    """A game that only the group's owner may do this with. Other members get 403."""
    playing = game(request, game_id)
    if not playing.member.is_owner:
        raise PermissionDenied(_("Only the owner of the group can do this."))
    return playing
