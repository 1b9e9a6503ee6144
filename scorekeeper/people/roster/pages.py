"""The roster of all past and present players, which a group's owners change."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.models import Membership
from scorekeeper.people.roster import reading, writing
from scorekeeper.people.roster.forms import ChangePlayerForm, MergePlayerForm
from scorekeeper.web import access
from scorekeeper.web.pages import of_group, version_seen, whole_number
from scorekeeper.web.refusals import or_404, refusals


@require_safe
def roster(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show the roster or, if an owner's query string names a `player`, the forms for changing that player."""
    member = access.member(request, group_id)
    everybody = reading.everybody_on(member.group)
    if member.is_owner and (player_id := whole_number(request.GET, "player")):
        return _show_player(request, member, everybody, player_id)
    context = of_group(member, where="players") | {
        "playing": [person for person in everybody if not person["retired"]],
        "retired": [person for person in everybody if person["retired"]],
    }
    return render(request, "people/roster/roster.html", context)


@require_POST
def change_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Change a player's name or mark, or retire or reactivate the player."""
    member = access.player(request, player_id).for_owner().member
    everybody = reading.everybody_on(member.group)
    entry = or_404(reading.find(everybody, player_id))
    form = ChangePlayerForm(everybody, entry, request.POST)
    with refusals(form) as refused:
        if form.is_valid():
            name = form.cleaned_data["name"]
            writing.change_player(
                group=member.group, player_id=player_id, **form.cleaned_data, by=member, as_of=version_seen(request)
            )
            return redirect("player", player_id)
    # The player who already has this name could be the same person, unless that is known.
    twin = reading.find_by_name(everybody, name) if refused.error else None
    twin = None if twin and reading.find([twin], player_id) else twin
    return _show_player(request, member, everybody, player_id, change=form, twin=twin, status=refused.status)


@require_POST
def merge_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Merge an entry into another entry for the same person, or undo the merge."""
    member = access.player(request, player_id).for_owner().member
    everybody = reading.everybody_on(member.group)
    form = MergePlayerForm(everybody, player_id, request.POST)
    with refusals(form) as refused:
        if form.is_valid():
            same_as, as_of = form.cleaned_data["same_as"] or None, version_seen(request)
            writing.merge_player(group=member.group, player_id=player_id, same_as=same_as, by=member, as_of=as_of)
            return redirect("player", player_id)
    return _show_player(request, member, everybody, player_id, merge=form, status=refused.status)


def _show_player(
    request: HttpRequest, member: Membership, everybody: Sequence[dict[str, Any]], player_id: int, **sent: Any
) -> HttpResponse:
    """Show a player with the forms for changing it, of which one may have been `sent`, and the `status` that it got."""
    entry = or_404(reading.find(everybody, player_id))
    context = of_group(member, where="players") | {
        "entry": entry,
        "main": reading.find(everybody, entry["same_as"] or 0),
        "change": ChangePlayerForm(everybody, entry),
        "merge": MergePlayerForm(everybody, player_id),
    }
    return render(request, "people/roster/player.html", context | sent, status=sent.get("status", 200))
