"""Make, show, change and end the links that let people into a group or show them its sheets."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.models import Link, Membership
from scorekeeper.people.groups.pages import by_owner, show_people
from scorekeeper.people.links import reading, writing
from scorekeeper.people.links.forms import CodeForm, LinkForm
from scorekeeper.web import access, throttle
from scorekeeper.web.pages import ask, confirmed, of_group, security, sent, shareable
from scorekeeper.web.refusals import or_404, refusals


@require_POST
def make_link(request: HttpRequest, group_id: int) -> HttpResponse:
    """Create a link and show it, so that others at the table can scan it."""
    member = access.owner(request, group_id)
    form = LinkForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            choices = form.cleaned_data
            game = access.game(request, choices["game"]).for_owner().row if choices["game"] else None
            night = access.night(request, choices["night"]).for_owner().row if choices["night"] else None
            throttle.count(throttle.LINKS.by(access.address_of(request)))
            if choices["kind"] == "join":
                link = writing.make_join_link(group=member.group, label=choices["label"], by=member)
            else:
                target = {"game": None if night else game, "night": night, "forever": choices["forever"]}
                link = writing.make_watch_link(group=member.group, label=choices["label"], by=member, **target)
            security(request, "link made", member, link=link.pk)
            return redirect("link", group_id, link.pk)
    return show_people(request, member, refused, form=form)


@require_safe
def show_link(request: HttpRequest, group_id: int, link_id: int, message: Callable[[Link], Any]) -> HttpResponse:
    """Show a link as a QR code to scan from across the table, and what is sent with it: Texts, made by `message`."""
    member = access.owner(request, group_id)
    link = or_404(reading.find_open_link(member.group, link_id))
    context = of_group(member, where="people") | {
        "link": link,
        "shared": shareable(request, reverse(link.kind, args=[reading.token_of(link)])),
        "message": message(link),
        "code": reading.code_of(link),
        "tv": shareable(request, "/tv"),
    }
    return render(request, "people/links/link.html", context)


@by_owner
def make_code(request: HttpRequest, member: Membership, link_id: int) -> HttpResponse:
    """Give a watch link new letters that open it on a TV."""
    writing.make_code(group=member.group, link_id=link_id, by=member)
    return redirect("link", member.group_id, link_id)


@by_owner
def show_needs(request: HttpRequest, member: Membership, link_id: int) -> HttpResponse:
    """Let a watch link show what players need, or no longer."""
    needs = request.POST.get("needs") == "true"
    writing.show_needs(group=member.group, link_id=link_id, needs=needs, by=member)
    return redirect("link", member.group_id, link_id)


@by_owner
def renew_link(request: HttpRequest, member: Membership, link_id: int) -> HttpResponse:
    """Give a link a new address."""
    writing.renew_link(group=member.group, link_id=link_id, by=member)
    security(request, "link renewed", member, link=link_id)
    return redirect("link", member.group_id, link_id)


@by_owner
def renew_links(request: HttpRequest, member: Membership) -> HttpResponse:
    """Give all open join links new addresses, after a member was removed."""
    writing.renew_join_links(group=member.group, by=member)
    security(request, "links renewed", member)
    return redirect("people", member.group_id)


@by_owner
def revoke_link(request: HttpRequest, member: Membership, link_id: int) -> HttpResponse:
    """Revoke a link once the user confirms."""
    if not confirmed(request):
        or_404(reading.find_open_link(member.group, link_id))
        return ask(
            request,
            _("Turn off this link?"),
            _("It’ll stop working right away for everyone who has it. This can’t be undone."),
            _("Turn off this link"),
            reverse("link", args=[member.group_id, link_id]),
        )
    writing.revoke_link(group=member.group, link_id=link_id, by=member)
    security(request, "link revoked", member, link=link_id)
    return redirect("people", member.group_id)


@access.public
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def tv(request: HttpRequest) -> HttpResponse:
    """Open the watch link that a few letters stand for, since nobody types an address with a remote control."""
    form = CodeForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            throttle.count(throttle.CODES.by(access.address_of(request)))
            if link := reading.find_by_code(form.cleaned_data["code"]):
                return redirect("watch", reading.token_of(link))
            form.add_error("code", _("This code doesn’t work. Ask at the table for a new code."))
    return render(request, "people/links/tv.html", {"form": form}, status=refused.status)
