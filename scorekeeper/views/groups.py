"""The start page, a group's page, and the page for joining through a link."""

import uuid
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper import access
from scorekeeper.forms.nights import FilterForm
from scorekeeper.forms.people import RedeemForm, StartGroupForm
from scorekeeper.queries.looking_back import nights
from scorekeeper.queries.people import links as link_queries
from scorekeeper.queries.recording import watching
from scorekeeper.services import members, people, throttle
from scorekeeper.services.errors import Refused
from scorekeeper.views.shared import let_in, of_group, page, refusals, sent, whole_number


@access.public
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Start a group, or show this browser's groups."""
    form = StartGroupForm(sent(request), initial={"uid": uuid.uuid4()})
    with refusals(form) as refused:
        if form.is_valid():
            throttle.count(throttle.GROUPS, access.address_of(request))
            user = access.user_of(request)
            member = people.start_group(**form.cleaned_data, time_zone=settings.TIME_ZONE, user=user)
            let_in(request, member.user)
            return redirect("group", member.group_id)
    user = access.user_of(request)
    groups = [member.group for member in access.memberships(request)]
    context = {
        "form": form,
        "groups": [group for group in groups if not group.archived],
        "archived": [group for group in groups if group.archived],
        "account": user.name if user else None,
        "sign_up_is_open": settings.SIGN_UP_IS_OPEN,
    }
    return render(request, "start/start.html", context, status=refused.status)


@require_safe
def group(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show a group's nights and its games in progress, or the nights that match a search."""
    member = access.member(request, group_id)
    choices = nights.choices(member.group)
    form = FilterForm(choices.players, choices.rules, choices.years, request.GET)
    chosen = form.chosen()
    hidden = member.is_owner and whole_number(request.GET, "hidden") == 1
    wanted, number = nights.NightSearch(**chosen, hidden=hidden), whole_number(request.GET, "page")
    context = of_group(member) | {
        "choices": choices,
        "form": form,
        "wanted": wanted,
        "kept": urlencode(chosen | ({"hidden": 1} if hidden else {})),
        "page": nights.nights_page(member.group, wanted, number) if form.is_valid() else None,
        "live": watching.member_token(member),
    }
    return page(request, "group/group", context, status=200 if form.is_valid() else 422)


@access.public
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Join a group through a link. Opening it changes nothing; only submitting the form lets this browser in."""
    link = link_queries.find_link(token, "join")
    if link is None or not link_queries.is_open(link):
        return render(request, "start/gone.html", status=410)
    form = RedeemForm(sent(request))
    with refusals(form) as refused:
        if form.is_valid():
            throttle.count(throttle.LINKS, access.address_of(request))
            try:
                member = members.redeem(link=link, name=form.cleaned_data["name"], user=access.user_of(request))
            except Refused:
                return render(request, "start/gone.html", status=410)
            let_in(request, member.user)
            return redirect("group", member.group_id)
    return render(request, "start/join.html", {"form": form, "link": link}, status=refused.status)
