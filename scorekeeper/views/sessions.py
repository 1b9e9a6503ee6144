"""What follows signing in: give this browser's own groups to the account, sign out, and end sessions elsewhere."""

from typing import TYPE_CHECKING

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import access
from scorekeeper.queries.people import sessions as session_queries
from scorekeeper.services import accounts, sessions as session_service
from scorekeeper.views.shared import ask, confirmed

if TYPE_CHECKING:
    from scorekeeper.models import User


@require_http_methods(["GET", "HEAD", "POST"])
def give_groups(request: HttpRequest) -> HttpResponse:
    """Ask whether the groups of this browser, which were not an account's, should go to the account signed in on it."""
    user, browser = access.user_of(request), access.user_behind(request)
    memberships = access.memberships_of(browser)
    if user is None or not user.has_account or browser is None or not memberships:
        return redirect("start")
    if confirmed(request):
        accounts.merge(browser=browser, into=user)
        return redirect("start")
    groups = [membership.group for membership in memberships]
    return render(request, "account/groups.html", {"account": user, "groups": groups})


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out on this browser, on another one or everywhere, once the user confirms.

    A user without an account stays signed in: they couldn't get back in.
    """
    user = access.user_of(request)
    if user is None or not user.has_account:
        return redirect("start")
    everywhere, row_key = request.POST.get("everywhere") == "true", request.POST.get("session", "")
    if row_key and not row_key.isalnum():
        return redirect("account")  # PostgreSQL can't even look for some characters
    if not confirmed(request):
        return _ask_to_sign_out(request, user, row_key, everywhere=everywhere)
    if row_key:
        session_service.end_session(user=user, row_key=row_key)
        return redirect("account")
    if everywhere:
        accounts.sign_out_everywhere(user=user)
    logout(request)
    return redirect("start")


def _ask_to_sign_out(request: HttpRequest, user: "User", row_key: str, *, everywhere: bool) -> HttpResponse:
    back, help_text = reverse("account"), _("You’ll need your name and password to get back in.")
    if row_key:
        device = session_queries.device_of(user, row_key)
        if device is None:
            return redirect("account")  # it has ended since
        question = _("Sign out {device}?").format(device=device) if device else _("Sign out an unknown browser?")
        return ask(request, question, help_text, _("Sign out"), back, session=row_key)
    if everywhere:
        return ask(request, _("Sign out everywhere?"), help_text, _("Sign out everywhere"), back, everywhere="true")
    return ask(request, _("Sign out?"), help_text, _("Sign out"), back)
