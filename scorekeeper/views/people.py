"""Members and links of a group: who may write, who may watch, and who one is."""

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import access
from scorekeeper.forms.hands import whole
from scorekeeper.forms.links import LinkForm
from scorekeeper.forms.people import GroupForm
from scorekeeper.queries import groups, links as link_queries
from scorekeeper.services import links, people as people_service, throttle
from scorekeeper.services.errors import NotThere, Refused
from scorekeeper.text import sentence
from scorekeeper.views.shared import or_404, refusals_on, sent, status_of

if TYPE_CHECKING:
    from scorekeeper.models import Membership


@require_safe
def people(request: HttpRequest, group_id: int) -> HttpResponse:
    """Who is in the group, who one is, and for the owner the links."""
    return _page(request, access.member(request, group_id))


@require_POST
def make_link(request: HttpRequest, group_id: int) -> HttpResponse:
    """Make a link and show it, to be scanned across the table."""
    member = access.owner(request, group_id)
    form = LinkForm(sent(request))
    if form.is_valid():
        chosen = form.cleaned_data
        game = access.owned_game(request, chosen["game"]).game if chosen["game"] else None
        night = or_404(groups.night_of_group(member.group, chosen["night"])) if chosen["night"] else None
        with refusals_on(form):
            throttle.count(throttle.LINKS, access.address_of(request))
            if chosen["kind"] == "join":
                link = links.make_join_link(group=member.group, label=chosen["label"], by=member)
            else:
                shown = {"game": None if night else game, "night": night, "forever": chosen["forever"]}
                link = links.make_watch_link(group=member.group, label=chosen["label"], by=member, **shown)
            return redirect("link", group_id, link.pk)
    return _page(request, member, form=form, status=status_of(form))


@require_safe
def link(request: HttpRequest, group_id: int, link_id: int) -> HttpResponse:
    """One link, large enough to be scanned."""
    member = access.owner(request, group_id)
    found = or_404(next((each for each in link_queries.links_of(member.group) if each.pk == link_id), None))
    name = "join" if found.kind == "join" else "watch"
    address = request.build_absolute_uri(reverse(name, args=[link_queries.token_of(found)]))
    context = {"group": member.group, "link": found, "address": address}
    return render(request, "people/link.html", context)


@require_POST
def revoke(request: HttpRequest, group_id: int, link_id: int) -> HttpResponse:
    """Revoke a link, or give it another address."""
    member = access.owner(request, group_id)
    try:
        if request.POST.get("renew") == "true":
            renewed = links.renew_link(group=member.group, link_id=link_id)
            return redirect("link", group_id, renewed.pk)
        links.revoke_link(group=member.group, link_id=link_id)
    except NotThere:
        raise Http404 from None
    return redirect("people", group_id)


@require_POST
def change_member(request: HttpRequest, group_id: int, member_id: int) -> HttpResponse:
    """Remove a member, or change the member's role."""
    member = access.owner(request, group_id)
    try:
        if request.POST.get("remove") == "true":
            links.remove_member(group=member.group, member_id=member_id, by=member)
        else:
            links.change_role(group=member.group, member_id=member_id, role=request.POST.get("role", ""), by=member)
    except NotThere:
        raise Http404 from None
    except Refused as refused:
        # Who was an owner a moment ago may not see the links any more, or nothing at all.
        member = access.member(request, group_id)
        return _page(request, member, problem=sentence(refused.message), status=422)
    return redirect("people", group_id)


@require_POST
def change_group(request: HttpRequest, group_id: int) -> HttpResponse:
    """Give the group another name, or put it away."""
    member = access.owner(request, group_id)
    form = GroupForm(sent(request))
    if not form.is_valid():
        return _page(request, member, group_form=form, status=422)
    people_service.change_group(group=member.group, **form.cleaned_data)
    return redirect("people", group_id)


@require_POST
def claim(request: HttpRequest, group_id: int) -> HttpResponse:
    """Say which player one is."""
    member = access.member(request, group_id)
    try:
        links.claim_player(group=member.group, player_id=whole(request.POST, "player") or None, by=member)
    except Refused as refused:
        return _page(request, member, problem=sentence(refused.message), status=422)
    return redirect("people", group_id)


def _page(
    request: HttpRequest,
    member: "Membership",
    *,
    form: Any = None,
    group_form: Any = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "group": member.group,
        "member": member,
        "members": link_queries.members_of(member.group),
        "links": link_queries.links_of(member.group) if member.is_owner else [],
        "players": groups.claimable(member),
        "form": form or LinkForm(),
        "group_form": group_form
        or GroupForm(initial={"name": member.group.name, "archived": member.group.archived}, auto_id="group_%s"),
        "problem": problem,
    }
    return render(request, "people/people.html", context, status=status)
