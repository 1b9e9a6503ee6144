"""The roster: everybody who ever played, and for the owner each one's name, mark, rest and other names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import access
from scorekeeper.forms.hands import whole
from scorekeeper.forms.people import ChangePlayerForm, MergePlayerForm
from scorekeeper.queries import roster as queries
from scorekeeper.services import roster as service
from scorekeeper.services.errors import NotThere, Refused
from scorekeeper.text import sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.models import Membership
    from scorekeeper.queries.roster import Entry


@require_safe
def roster(request: HttpRequest, group_id: int) -> HttpResponse:
    """Everybody; with `player` one of them, for the owner to change."""
    member = access.member(request, group_id)
    everybody = queries.people(member.group)
    if member.is_owner and (wanted := whole(request.GET, "player")):
        return _opened(request, member, everybody, wanted)
    context = {
        "group": member.group,
        "member": member,
        "playing": [person for person in everybody if not person.retired],
        "retired": [person for person in everybody if person.retired],
    }
    return render(request, "roster/roster.html", context)


@require_POST
def change_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Another name or mark, or rest."""
    member = access.owner_of_player(request, player_id)
    everybody = queries.people(member.group)
    entry = _entry(everybody, player_id)
    form = ChangePlayerForm(entry.name, entry.same_as is not None, request.POST)
    if form.is_valid():
        chosen = form.cleaned_data
        try:
            service.change_player(
                group=member.group,
                player_id=player_id,
                name=chosen["name"],
                mark=chosen.get("mark"),
                retired=chosen.get("retired"),
            )
        except Refused as refused:
            # Who has that name already may be the same person.
            twin = queries.called(everybody, chosen["name"])
            form.add_error("name", sentence(refused.message))
            return _opened(request, member, everybody, player_id, change=form, twin=twin, status=422)
        return _back(member, player_id)
    return _opened(request, member, everybody, player_id, change=form, status=422)


@require_POST
def merge_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """The same person as somebody, or not after all."""
    member = access.owner_of_player(request, player_id)
    everybody = queries.people(member.group)
    form = MergePlayerForm(_choices(everybody, player_id), request.POST)
    if form.is_valid():
        try:
            same_as = form.cleaned_data["same_as"] or None
            service.merge_player(group=member.group, player_id=player_id, same_as=same_as)
        except NotThere:
            raise Http404 from None
        except Refused as refused:
            form.add_error("same_as", sentence(refused.message))
        else:
            return _back(member, player_id)
    return _opened(request, member, everybody, player_id, merge=form, status=422)


def _opened(
    request: HttpRequest,
    member: Membership,
    everybody: Sequence[Entry],
    player_id: int,
    *,
    change: forms.Form | None = None,
    merge: forms.Form | None = None,
    twin: Entry | None = None,
    status: int = 200,
) -> HttpResponse:
    """One entry with its forms, and with what was wrong in one of them."""
    entry = _entry(everybody, player_id)
    initial = {"name": entry.name, "mark": entry.mark, "retired": entry.retired}
    context = {
        "group": member.group,
        "entry": entry,
        "main": queries.find(everybody, entry.same_as or 0),
        "twin": twin if twin is not None and queries.find([twin], player_id) is None else None,
        "change": change or ChangePlayerForm(entry.name, entry.same_as is not None, initial=initial),
        "merge": merge or MergePlayerForm(_choices(everybody, player_id)),
    }
    return render(request, "roster/player.html", context, status=status)


def _entry(everybody: Sequence[Entry], player_id: int) -> Entry:
    entry = queries.find(everybody, player_id)
    if entry is None:
        raise Http404
    return entry


def _choices(everybody: Sequence[Entry], player_id: int) -> list[tuple[int, str]]:
    return [(person.id, person.name) for person in everybody if person.id != player_id]


def _back(member: Membership, player_id: int) -> HttpResponse:
    return redirect(f"{reverse('roster', args=[member.group_id])}#player-{player_id}")
