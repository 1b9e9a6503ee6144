"""What all views share: the part or the page, chosen by the target; and who is signed in by this browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.contrib.auth import login, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django_htmx.middleware import HtmxDetails

if TYPE_CHECKING:
    from scorekeeper.models import User

PAGE = "page"


def wants_part(request: HttpRequest) -> bool:
    """Whether only what is inside `#page` is asked for."""
    details: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return bool(details) and details.target == PAGE


def page(
    request: HttpRequest, name: str, context: Mapping[str, Any], *, status: int = 200, address: str = ""
) -> HttpResponse:
    """The page `name.html`, or its part `_name.html`. A part that belongs to another address says so."""
    folder, _slash, last = name.rpartition("/")
    part = wants_part(request)
    template = f"{folder}/_{last}.html" if part else f"{folder}/{last}.html"
    response = render(request, template, {**context, "part": part}, status=status)
    if part and address:
        response["HX-Push-Url"] = address
    return response


def let_in(request: HttpRequest, user: User) -> None:
    """From now on this browser is this user. The session gets a new key, also where it was this user's already.

    It is sealed with the user's password, which an account that was just made, or recovered, has only now.
    """
    if request.user == user:
        update_session_auth_hash(request, user)
    else:
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: what was sent, though it be nothing; None when the form is only looked at."""
    return request.POST if request.method == "POST" else None
