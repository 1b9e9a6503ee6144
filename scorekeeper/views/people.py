"""A group's members, links and settings, and the roster of all past and present players, which its owners change."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import access
from scorekeeper.forms.people import ChangePlayerForm, GroupForm, LinkForm, MergePlayerForm
from scorekeeper.logs import security
from scorekeeper.models import Membership
from scorekeeper.queries.people import events, groups, links as link_queries, roster as roster_queries, sharing
from scorekeeper.services import (
    leaving,
    links as link_service,
    members,
    people as people_service,
    roster as roster_service,
    throttle,
)
from scorekeeper.views.shared import (
    ask,
    confirmed,
    of_group,
    or_404,
    refusals,
    sent,
    shareable,
    version_seen,
    whole_number,
)


@require_safe
def people(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show a group's members, this member's player and, if this member is an owner, the links."""
    return _page(request, access.member(request, group_id))


@require_POST
def make_link(request: HttpRequest, group_id: int) -> HttpResponse:
    """Create a link and show it, so that others at the table can scan it."""
    member = access.owner(request, group_id)
    form = LinkForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            choices = form.cleaned_data
            game = access.game(request, choices["game"]).for_owner().row if choices["game"] else None
            night = or_404(groups.night_of_group(member.group, choices["night"])) if choices["night"] else None
            throttle.count(throttle.LINKS, access.address_of(request))
            if choices["kind"] == "join":
                link = link_service.make_join_link(group=member.group, label=choices["label"], by=member)
            else:
                target = {"game": None if night else game, "night": night, "forever": choices["forever"]}
                link = link_service.make_watch_link(group=member.group, label=choices["label"], by=member, **target)
            _log(request, "link made", member, link=link.pk)
            return redirect("link", group_id, link.pk)
    return _page(request, member, form=form, status=refused.status)


@require_safe
def link(request: HttpRequest, group_id: int, link_id: int) -> HttpResponse:
    """Show a link as a QR code, large enough to scan from across the table."""
    member = access.owner(request, group_id)
    shown_link = or_404(link_queries.find_open_link(member.group, link_id))
    name = "join" if shown_link.kind == "join" else "watch"
    shared = shareable(request, reverse(name, args=[link_queries.token_of(shown_link)]))
    context = of_group(member) | {"link": shown_link, "shared": shared, "message": sharing.message(shown_link)}
    return render(request, "people/link.html", context)


@require_POST
def revoke(request: HttpRequest, group_id: int, link_id: int) -> HttpResponse:
    """Revoke a link once the user confirms, or renew its address."""
    member = access.owner(request, group_id)
    if request.POST.get("renew") != "true" and not confirmed(request):
        or_404(link_queries.find_open_link(member.group, link_id))
        return ask(
            request,
            _("Turn off this link?"),
            _("It’ll stop working right away for everyone who has it. This can’t be undone."),
            _("Turn off this link"),
            reverse("link", args=[group_id, link_id]),
        )
    with refusals() as refused:
        if request.POST.get("renew") == "true":
            renewed = link_service.renew_link(group=member.group, link_id=link_id, by=member)
            _log(request, "link renewed", member, link=link_id)
            return redirect("link", group_id, renewed.pk)
        link_service.revoke_link(group=member.group, link_id=link_id, by=member)
        _log(request, "link revoked", member, link=link_id)
        return redirect("people", group_id)
    return _page(request, access.member(request, group_id), problem=refused.message, status=refused.status)


@require_POST
def renew_links(request: HttpRequest, group_id: int) -> HttpResponse:
    """Give all open join links new addresses, after a member was removed."""
    member = access.owner(request, group_id)
    with refusals() as refused:
        link_service.renew_join_links(group=member.group, by=member)
        _log(request, "links renewed", member)
        return redirect("people", group_id)
    return _page(request, access.member(request, group_id), problem=refused.message, status=refused.status)


@require_safe
def log(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show a group's owners who came in, left or was removed, what was done with links, and exports and imports."""
    member = access.owner(request, group_id)
    log = events.log_page(member.group, whole_number(request.GET, "page"))
    return render(request, "people/log.html", of_group(member) | {"log": log})


@require_POST
def change_member(request: HttpRequest, group_id: int, member_id: int) -> HttpResponse:
    """Remove a member once the user confirms, or change the member's role."""
    member = access.owner(request, group_id)
    removing = request.POST.get("remove") == "true"
    if removing and not confirmed(request):
        removed = or_404(next((row for row in link_queries.members_of(member.group) if row.pk == member_id), None))
        return ask(
            request,
            _("Remove {name}?").format(name=removed.name),
            _(
                "{name} won’t be able to open this group anymore, and links they made stop working. Everything they"
                " recorded stays. This can’t be undone."
            ).format(name=removed.name),
            _("Remove {name}").format(name=removed.name),
            reverse("people", args=[group_id]),
            remove="true",
        )
    with refusals() as refused:
        if removing:
            members.remove_member(group=member.group, member_id=member_id, by=member)
            _log(request, "member removed", member, removed=member_id)
        else:
            role = request.POST.get("role", "")
            as_of = version_seen(request)
            members.change_role(group=member.group, member_id=member_id, role=role, by=member, as_of=as_of)
            _log(request, "role changed", member, changed=member_id, role=role)
        return redirect("people", group_id)
    # This member may have just lost the owner role, and with it access to the links, or even to the whole group.
    return _page(request, access.member(request, group_id), problem=refused.message, status=refused.status)


def _log(request: HttpRequest, event: str, member: Membership, **values: Any) -> None:
    security(event, access.client_of(request), group=member.group_id, member=member.pk, **values)


@require_POST
def change_group(request: HttpRequest, group_id: int) -> HttpResponse:
    """Rename the group, put it aside, or bring it back."""
    member = access.owner(request, group_id)
    form = GroupForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            people_service.change_group(group=member.group, **form.cleaned_data, by=member, as_of=version_seen(request))
            return redirect("people", group_id)
    return _page(request, member, group_form=form, problem=refused.message, status=refused.status)


@require_http_methods(["GET", "HEAD", "POST"])
def delete_group(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show an owner what deleting the group would delete. Plan its deletion, or stop it."""
    member = access.owner(request, group_id)
    with refusals() as refused:
        if request.POST.get("stop") == "true":
            leaving.stop_deletion(group=member.group, by=member)
            _log(request, "group deletion stopped", member)
            return redirect("group", group_id)
        if confirmed(request):
            leaving.plan_deletion(group=member.group, by=member)
            _log(request, "group deletion planned", member)
            return redirect("group", group_id)
    context = of_group(member) | {"holdings": groups.holdings(member.group), "problem": refused.message}
    return render(request, "people/delete.html", context, status=refused.status)


@require_POST
def claim(request: HttpRequest, group_id: int) -> HttpResponse:
    """Set which player this member is, if any."""
    member = access.member(request, group_id)
    with refusals() as refused:
        members.claim_player(group=member.group, player_id=whole_number(request.POST, "player") or None, by=member)
        return redirect("people", group_id)
    return _page(request, member, problem=refused.message, status=refused.status)


def _page(
    request: HttpRequest,
    member: Membership,
    *,
    form: Any = None,
    group_form: Any = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    links = link_queries.links_of(member.group) if member.is_owner else []
    context = of_group(member) | {
        "members": link_queries.members_of(member.group),
        "links": links,
        "exposed": link_queries.exposed_links(member.group, links),
        "players": groups.claimable(member),
        "form": form or LinkForm(),
        "group_form": group_form
        or GroupForm(initial={"name": member.group.name, "archived": member.group.archived}, auto_id="group_%s"),
        "problem": problem,
    }
    return render(request, "people/people.html", context, status=status)


@require_safe
def roster(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show the roster or, if an owner's query string names a `player`, the forms for changing that player."""
    member = access.member(request, group_id)
    everybody = roster_queries.people(member.group)
    if member.is_owner and (player_id := whole_number(request.GET, "player")):
        return _show_player(request, member, everybody, player_id)
    context = of_group(member) | {
        "playing": [person for person in everybody if not person.retired],
        "retired": [person for person in everybody if person.retired],
    }
    return render(request, "roster/roster.html", context)


@require_POST
def change_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Change a player's name or mark, or retire or reactivate the player."""
    member = access.player(request, player_id).for_owner().member
    everybody = roster_queries.people(member.group)
    entry = or_404(roster_queries.find(everybody, player_id))
    form = ChangePlayerForm(entry.name, entry.same_as is not None, request.POST)
    twin = None
    with refusals(form) as refused:
        if form.is_valid():
            name = form.cleaned_data["name"]
            roster_service.change_player(
                group=member.group, player_id=player_id, **form.cleaned_data, by=member, as_of=version_seen(request)
            )
            return _to_roster(member, player_id)
    if refused.error:
        # The player who already has this name could be the same person.
        twin = roster_queries.find_by_name(everybody, name)
    return _show_player(request, member, everybody, player_id, change=form, twin=twin, status=refused.status)


@require_POST
def merge_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Merge an entry into another entry for the same person, or undo the merge."""
    member = access.player(request, player_id).for_owner().member
    everybody = roster_queries.people(member.group)
    form = MergePlayerForm(_choices(everybody, player_id), request.POST)
    with refusals(form) as refused:
        if form.is_valid():
            same_as, as_of = form.cleaned_data["same_as"] or None, version_seen(request)
            roster_service.merge_player(
                group=member.group, player_id=player_id, same_as=same_as, by=member, as_of=as_of
            )
            return _to_roster(member, player_id)
    return _show_player(request, member, everybody, player_id, merge=form, status=refused.status)


def _show_player(
    request: HttpRequest,
    member: Membership,
    everybody: Sequence[roster_queries.RosterEntry],
    player_id: int,
    *,
    change: forms.Form | None = None,
    merge: forms.Form | None = None,
    twin: roster_queries.RosterEntry | None = None,
    status: int = 200,
) -> HttpResponse:
    entry = or_404(roster_queries.find(everybody, player_id))
    initial = {"name": entry.name, "mark": entry.mark, "retired": entry.retired}
    context = of_group(member) | {
        "entry": entry,
        "main": roster_queries.find(everybody, entry.same_as or 0),
        "twin": twin if twin is not None and roster_queries.find([twin], player_id) is None else None,
        "change": change or ChangePlayerForm(entry.name, entry.same_as is not None, initial=initial),
        "merge": merge or MergePlayerForm(_choices(everybody, player_id)),
    }
    return render(request, "roster/player.html", context, status=status)


def _choices(everybody: Sequence[roster_queries.RosterEntry], player_id: int) -> list[tuple[int, str]]:
    return [(person.id, person.name) for person in everybody if person.id != player_id]


def _to_roster(member: Membership, player_id: int) -> HttpResponse:
    return redirect(f"{reverse('roster', args=[member.group_id])}#player-{player_id}")
