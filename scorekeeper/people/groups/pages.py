"""The start page, the page for joining through a link, and a group's members and settings."""

import uuid
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.models import Membership
from scorekeeper.people.groups import reading, writing
from scorekeeper.people.groups.forms import GroupForm, RedeemForm, StartGroupForm
from scorekeeper.people.links import reading as links_reading
from scorekeeper.people.links.forms import LinkForm
from scorekeeper.people.roster import reading as roster_reading
from scorekeeper.web import access, throttle
from scorekeeper.web.pages import ask, confirmed, name_elsewhere, of_group, security, sent, version_seen, whole_number
from scorekeeper.web.refusals import Refusal, Refused, or_404, refusals
from scorekeeper.web.sessions import let_in


@access.public
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Start a group, or show this browser's groups."""
    user, form = access.user_of(request), StartGroupForm(sent(request), initial={"uid": uuid.uuid4()})
    with refusals(form) as refused:
        if form.is_valid():
            if not settings.GROUPS_ARE_OPEN and not access.memberships(user):
                raise PermissionDenied(_("Only members of a group can start new ones here."))
            throttle.count(throttle.GROUPS.by(str(user.pk) if user else access.address_of(request)))
            chosen = form.cleaned_data | {"uid": access.own_uid(request, form.cleaned_data["uid"])}
            member = writing.start_group(**chosen, time_zone=settings.TIME_ZONE, user=user)
            let_in(request, member.user)
            return redirect("group", member.group_id)
    groups = [member.group for member in access.memberships(user)]
    context = {
        "form": form,
        "groups": [group for group in groups if not group.archived],
        "archived": [group for group in groups if group.archived],
        "account": user.name if user else None,
        "elsewhere": name_elsewhere(request) if groups or (user and user.has_account) else "",
        "sign_up_is_open": settings.SIGN_UP_IS_OPEN,
        "may_start": settings.GROUPS_ARE_OPEN or bool(groups),
    }
    return render(request, "people/groups/start.html", context, status=refused.status)


@access.public
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Join a group through a link. Opening it changes nothing; only submitting the form lets this browser in."""
    link = links_reading.find_link(token, "join")
    if link is None:
        return render(request, "people/groups/gone.html", status=410)
    form = RedeemForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            throttle.count(throttle.LINKS.by(access.address_of(request)))
            try:
                member = writing.redeem(link=link, name=form.cleaned_data["name"], user=access.user_of(request))
            except Refused:
                return render(request, "people/groups/gone.html", status=410)
            security(request, "link used", member, link=link.pk)
            let_in(request, member.user)
            return redirect("group", member.group_id)
    context = {"form": form, "link": link, "members": reading.faces_of(link.group)}
    return render(request, "people/groups/join.html", context, status=refused.status)


@require_safe
def people(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show a group's members, this member's player and, if this member is an owner, the links."""
    return show_people(request, access.member(request, group_id), Refusal(None))


@require_safe
def log(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show a group's owners who came in, left or was removed, what was done with links, and exports and imports."""
    member = access.owner(request, group_id)
    log = reading.log_page(member.group, whole_number(request.GET, "page"))
    return render(request, "people/groups/log.html", of_group(member, where="files") | {"log": log})


def by_owner(write: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let an owner write with this function, which gets the member. If it refuses, show the group's people and why."""

    @require_POST
    @wraps(write)
    def page(request: HttpRequest, group_id: int, **ids: int) -> HttpResponse:
        member = access.owner(request, group_id)
        with refusals() as refused:
            return write(request, member, **ids)
        # This member may have just lost the owner role, and with it access to the links, or even to the whole group.
        return show_people(request, access.member(request, group_id), refused)

    return page


@by_owner
def change_member(request: HttpRequest, member: Membership, member_id: int) -> HttpResponse:
    """Remove a member once the user confirms, or change the member's role."""
    removing = request.POST.get("remove") == "true"
    if removing and not confirmed(request):
        removed = or_404(next((row for row in reading.members_of(member.group) if row.pk == member_id), None))
        return ask(
            request,
            _("Remove {name}?").format(name=removed.name),
            _(
                "{name} won’t be able to open this group anymore, and links they made stop working. Everything they"
                " recorded stays. This can’t be undone."
            ).format(name=removed.name),
            _("Remove {name}").format(name=removed.name),
            reverse("people", args=[member.group_id]),
            remove="true",
        )
    if removing:
        writing.remove_member(group=member.group, member_id=member_id, by=member)
        security(request, "member removed", member, removed=member_id)
    else:
        role, as_of = request.POST.get("role", ""), version_seen(request)
        writing.change_role(group=member.group, member_id=member_id, role=role, by=member, as_of=as_of)
        security(request, "role changed", member, changed=member_id, role=role)
    return redirect("people", member.group_id)


@require_http_methods(["GET", "HEAD", "POST"])
def change_group(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show the group's settings. Rename it, put it aside, bring it back, or choose if sheets say what players need."""
    member = access.owner(request, group_id)
    form = GroupForm(sent(request), initial={name: getattr(member.group, name) for name in GroupForm.base_fields})
    with refusals(form) as refused:
        if form.is_valid():
            writing.change_group(group=member.group, **form.cleaned_data, by=member, as_of=version_seen(request))
            return redirect("change_group", group_id)
    context = of_group(member, where="people") | {"form": form}
    return render(request, "people/groups/settings.html", context, status=refused.status)


@require_http_methods(["GET", "HEAD", "POST"])
def delete_group(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show an owner what deleting the group would delete. Plan its deletion, or stop it."""
    member = access.owner(request, group_id)
    with refusals() as refused:
        if request.POST.get("stop") == "true":
            writing.stop_deletion(group=member.group, by=member)
            security(request, "group deletion stopped", member)
            return redirect("group", group_id)
        if confirmed(request):
            writing.plan_deletion(group=member.group, by=member)
            security(request, "group deletion planned", member)
            return redirect("group", group_id)
    context = of_group(member) | {"holdings": reading.holdings(member.group), "problem": refused.message}
    return render(request, "people/groups/delete.html", context, status=refused.status)


@require_POST
def claim(request: HttpRequest, group_id: int) -> HttpResponse:
    """Set which player this member is, if any."""
    member = access.member(request, group_id)
    with refusals() as refused:
        writing.claim_player(group=member.group, player_id=whole_number(request.POST, "player") or None, by=member)
        return redirect("people", group_id)
    return show_people(request, member, refused)


def show_people(request: HttpRequest, member: Membership, refused: Refusal, **forms: Form) -> HttpResponse:
    """Show a group's people again, with the reason if a write was refused, or a form that wasn't valid."""
    links = links_reading.links_of(member.group) if member.is_owner else []
    players = roster_reading.claimable(member)
    context = of_group(member, where="people") | {
        "members": reading.members_of(member.group),
        "links": links,
        "full": links_reading.why_full(links),
        "exposed": links_reading.are_exposed(member.group, links),
        "players": players,
        "plays": any(player.member_id == member.pk for player in players),
        "form": LinkForm(),
        "problem": "" if "form" in forms else refused.message,  # the form says it beside its field
    }
    return render(request, "people/groups/people.html", context | forms, status=refused.status)
