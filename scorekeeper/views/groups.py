"""The start page, a group's page, and the page for joining through a link."""

import uuid
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper import access
from scorekeeper.forms.nights import FilterForm
from scorekeeper.forms.people import RedeemForm, StartGroupForm
from scorekeeper.logs import security
from scorekeeper.models import Membership
from scorekeeper.queries.looking_back import nights
from scorekeeper.queries.people import links as link_queries
from scorekeeper.queries.recording import watching
from scorekeeper.services import members, people, throttle
from scorekeeper.services.errors import Refused
from scorekeeper.views.shared import enter, name_elsewhere, of_group, page, refusals, sent, whole_number


@access.public
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Start a group, or show this browser's groups."""
    user, form = access.user_of(request), StartGroupForm(sent(request), initial={"uid": uuid.uuid4()})
    with refusals(form) as refused:
        if form.is_valid():
            if not settings.GROUPS_ARE_OPEN and not access.memberships(request):
                raise PermissionDenied(_("Only members of a group can start new ones here."))
            throttle.count(throttle.GROUPS, str(user.pk) if user else access.address_of(request))
            chosen = form.cleaned_data | {"uid": access.own_uid(request, form.cleaned_data["uid"])}
            member = people.start_group(**chosen, time_zone=settings.TIME_ZONE, user=user)
            enter(request, member)
            return redirect("group", member.group_id)
    groups = [member.group for member in access.memberships(request)]
    context = {
        "form": form,
        "groups": [group for group in groups if not group.archived],
        "archived": [group for group in groups if group.archived],
        "account": user.name if user else None,
        "elsewhere": name_elsewhere(request) if groups or (user and user.has_account) else "",
        "sign_up_is_open": settings.SIGN_UP_IS_OPEN,
        "may_start": settings.GROUPS_ARE_OPEN or bool(groups),
    }
    return render(request, "start/start.html", context, status=refused.status)


class Search:
    """A search on a group's page and what it finds, which is read only when first used."""

    def __init__(self, member: Membership, data: QueryDict) -> None:
        self._group, self._data = member.group, data
        self.hidden = member.is_owner and whole_number(data, "hidden") == 1
        self._number = whole_number(data, "page")

    @property
    def is_plain(self) -> bool:
        """Whether this is the first page of all nights, which everybody opens, and not a later one or a search."""
        is_searched = self.hidden or not FilterForm.base_fields.keys().isdisjoint(self._data)
        return not is_searched and self._number <= 1

    @cached_property
    def choices(self) -> nights.Choices:
        return nights.choices(self._group)

    @cached_property
    def form(self) -> FilterForm:
        return FilterForm(self.choices.players, self.choices.rules, self.choices.years, self._data)

    @property
    def kept(self) -> str:
        """The search as a query string."""
        return urlencode(self.form.chosen() | ({"hidden": 1} if self.hidden else {}))

    @cached_property
    def page(self) -> Page[Any] | None:
        """A page of matching nights, or None if the form is invalid."""
        if not self.form.is_valid():
            return None
        return nights.nights_page(self._group, self._number, hidden=self.hidden, **self.form.chosen())

    @cached_property
    def playing(self) -> tuple[nights.GameInProgress, ...]:
        """The games in progress, which are shown only on the first page of all nights."""
        is_first = self.is_plain or (not self.kept and self.page is not None and self.page.number == 1)
        return nights.in_progress(self._group) if is_first else ()


@require_safe
def group(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show a group's nights and its games in progress, or the nights that match a search."""
    member = access.member(request, group_id)
    search = Search(member, request.GET)
    context = of_group(member) | {
        "search": search,
        "live": watching.member_token(member),
        "version": watching.group_version(member.pk),
        "elsewhere": name_elsewhere(request),
    }
    return page(request, "group/group", context, status=200 if search.is_plain or search.form.is_valid() else 422)


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
            security("link used", access.client_of(request), group=member.group_id, member=member.pk, link=link.pk)
            enter(request, member)
            return redirect("group", member.group_id)
    return render(request, "start/join.html", {"form": form, "link": link}, status=refused.status)
