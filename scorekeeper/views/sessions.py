"""What follows signing in: give this browser's own groups to the account, and sign out here or elsewhere."""

from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import access
from scorekeeper.services import accounts, personal_links
from scorekeeper.views.shared import ask, confirmed


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
    """Sign out on this browser or on all others, once the user confirms.

    A user without an account stays signed in: they couldn't get back in.
    """
    user, elsewhere = access.user_of(request), request.POST.get("elsewhere") == "true"
    if user is None or not user.has_account:
        return redirect("start")
    if not confirmed(request) and elsewhere:
        help_text = _("Your other browsers will need your name and password to get back in.")
        question, button = _("Sign out everywhere else?"), _("Sign out everywhere else")
        return ask(request, question, help_text, button, reverse("account"), elsewhere="true")
    if not confirmed(request):
        help_text = _("You’ll need your name and password to get back in.")
        return ask(request, _("Sign out?"), help_text, _("Sign out"), reverse("account"))
    if elsewhere:
        accounts.end_sessions(user=user)
        update_session_auth_hash(request, user)
        return redirect("account")
    personal_links.end_personal_links(user=user)
    logout(request)
    return redirect("start")
