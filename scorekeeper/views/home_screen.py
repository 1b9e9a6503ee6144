"""The app on a home screen, where some phones give it cookies of its own: its icon brings a token along.

The token is in the address that the icon opens, which only the manifest of one page says. It lets the app in once;
from then on, its own cookie does.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import access
from scorekeeper.queries.people import hand_overs
from scorekeeper.services import hand_overs as hand_over_service
from scorekeeper.sessions import session_of
from scorekeeper.views import appearance, going_on


@require_POST
def make_link(request: HttpRequest) -> HttpResponse:
    """Make a token for a home screen, and show the page that explains how to add the app there."""
    if not access.belongs_somewhere(request):
        return redirect("start")
    lasts = hand_over_service.LASTS_FOR_HOME_SCREEN
    return redirect("home_screen", hand_over_service.make_hand_over(session=session_of(request).row_key, lasts=lasts))


@access.public
@require_safe
def home_screen(request: HttpRequest, token: str) -> HttpResponse:
    """Explain to the token's user how to add the app. A phone may also open this page from its icon."""
    user, found = access.user_of(request), hand_overs.find_hand_over(token)
    if user is None or found is None or found.used_by is not None or found.session.user != user:
        return redirect("from_home_screen", token)
    memberships = access.memberships_of(user)
    name = user.name or (memberships[0].name if memberships else "")
    return render(request, "home_screen/home_screen.html", {"token": token, "name": name})


@access.public
@require_safe
def manifest(request: HttpRequest, token: str) -> HttpResponse:
    """Describe the app with a start that brings the token along. Browsers ask for this without cookies."""
    found = hand_overs.find_hand_over(token)
    is_open = found is not None and found.used_by is None
    return appearance.described(start=reverse("from_home_screen", args=[token]) if is_open else "/")


@access.public
@require_http_methods(["GET", "HEAD", "POST"])
def from_home_screen(request: HttpRequest, token: str) -> HttpResponse:
    """Open the app from its icon. Only if it has no user yet, ask whether to go on as the token's, and let it in."""
    if access.belongs_somewhere(request):
        return redirect("start")
    more = _("Open the app in your browser, tap Add to home screen there again, and remove this icon.")
    return going_on.answer(request, token, more=more)
