"""The roster: everybody who ever played, and for the owner each one's name, mark, rest and other names."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import access
from scorekeeper.forms.hands import whole
from scorekeeper.forms.people import ChangePlayerForm, MergePlayerForm
from scorekeeper.queries import roster as queries
from scorekeeper.services import roster as service
from scorekeeper.views.shared import or_404, refusals_on, status_of

if TYPE_CHECKING:
    from scorekeeper.models import Membership


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
    entry = or_404(queries.find(everybody, player_id))
    form = ChangePlayerForm(entry.name, entry.same_as is not None, request.POST)
    twin = None
    if form.is_valid():
        name = form.cleaned_data["name"]
        with refusals_on(form):
            service.change_player(group=member.group, player_id=player_id, **form.cleaned_data)
            return _back(member, player_id)
        # Who has that name already may be the same person.
        twin = queries.called(everybody, name)
    return _opened(request, member, everybody, player_id, change=form, twin=twin, status=status_of(form))


@require_POST
def merge_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """The same person as somebody, or not after all."""
    member = access.owner_of_player(request, player_id)
    everybody = queries.people(member.group)
    form = MergePlayerForm(_choices(everybody, player_id), request.POST)
    if form.is_valid():
        with refusals_on(form):
            same_as = form.cleaned_data["same_as"] or None
            service.merge_player(group=member.group, player_id=player_id, same_as=same_as)
            return _back(member, player_id)
    return _opened(request, member, everybody, player_id, merge=form, status=status_of(form))


def _opened(
    request: HttpRequest,
    member: "Membership",
    everybody: Sequence[queries.Entry],
    player_id: int,
    *,
    change: forms.Form | None = None,
    merge: forms.Form | None = None,
    twin: queries.Entry | None = None,
    status: int = 200,
) -> HttpResponse:
    entry = or_404(queries.find(everybody, player_id))
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


def _choices(everybody: Sequence[queries.Entry], player_id: int) -> list[tuple[int, str]]:
    return [(person.id, person.name) for person in everybody if person.id != player_id]


def _back(member: "Membership", player_id: int) -> HttpResponse:
    return redirect(f"{reverse('roster', args=[member.group_id])}#player-{player_id}")
