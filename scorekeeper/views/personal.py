"""Personal links: going on as the same user where this browser's cookie isn't sent.

That is at the app's name on the network, and on some phones' home screens. A link's page only asks; its button lets the
browser in as the same user, so nothing is copied. Once the browser belongs to somebody, the link only leads home.
"""

from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import access
from scorekeeper.logs import security
from scorekeeper.queries.people import links
from scorekeeper.services import personal_links, throttle
from scorekeeper.views import appearance
from scorekeeper.views.shared import host_of, let_in, name_elsewhere, named_address, next_page, refusals, whole_number

if TYPE_CHECKING:
    from scorekeeper.models import Membership, User


@require_POST
def make_link(request: HttpRequest, *, elsewhere: bool) -> HttpResponse:
    """Make a link, and go on with it at the app's name, or show how to add the app to the home screen."""
    user = access.user_of(request)
    if user is None or not access.belongs_somewhere(request) or (elsewhere and not name_elsewhere(request)):
        return redirect("start")
    token = personal_links.make_personal_link(user=user)
    if not elsewhere:
        return redirect("home_screen", token)
    page, group = reverse("go_on", args=[token]), whole_number(request.POST, "group")
    return redirect(f"{named_address(request)}{page}?group={group}")


@access.public
@require_safe
def home_screen(request: HttpRequest, token: str) -> HttpResponse:
    """Explain to the link's user how to add the app. A phone may also open this page from its icon."""
    user, link = access.user_of(request), links.find_personal_link(token)
    if user is None or link is None or link.used_by is not None or link.user != user:
        return redirect("from_home_screen", token)
    return render(
        request, "personal/home_screen.html", {"token": token, "name": _name(user, access.memberships_of(user))}
    )


@access.public
@require_safe
def manifest(request: HttpRequest, token: str) -> HttpResponse:
    """Describe the app with a start that is the link. Browsers ask for this without cookies."""
    return appearance.described(start=reverse("from_home_screen", args=[token]))


@access.public
@require_http_methods(["GET", "HEAD", "POST"])
def go_on(request: HttpRequest, token: str, *, is_icon: bool = False) -> HttpResponse:
    """Ask whether this browser should go on as the link's user, and let it in. Opening the page changes nothing."""
    link, group = links.find_personal_link(token), whole_number(request.GET, "group")
    # This ties the link to the browser, which can then send its request again if the answer was lost.
    browser = access.own_uid(request, link.key) if link else None
    if link is not None and link.used_by not in (None, browser):
        link = None
    memberships = access.memberships_of(link.user if link else None)
    here, own = access.user_of(request), access.memberships(request)
    is_somebodys = here is not None and (here.has_account or bool(own))
    if is_somebodys and (is_icon or link is None or link.user == here):
        return _home(own, group)
    more = _("Open the app by its address, and tap the link there again.")
    if is_icon:
        more = _("Open the app in your browser, tap Add to home screen there again, and remove this icon.")
    gone = access.Gone(_("This link has expired or has already been used."), more)
    if link is None or browser is None or not (link.user.has_account or memberships):
        raise gone
    # Only what a guest has comes back by signing out, and only an account can sign out.
    is_kept = here is not None and is_somebodys and (here.has_account or not link.user.has_account)
    with refusals() as refused:
        if request.method == "POST" and not is_kept:
            throttle.count(throttle.LINKS, access.address_of(request))
            if not personal_links.use_personal_link(link=link, browser=browser):
                raise gone
            security("personal link used", access.client_of(request), user=link.user.pk)
            let_in(request, link.user)
            after = next_page(request)
            return _home(memberships, group) if after == "start" else redirect(after)
    context = {
        "name": _name(link.user, memberships, group),
        "memberships": memberships,
        "here": here,
        "is_kept": is_kept,
        "kept": own,
        "place": "" if is_icon else host_of(request).hostname,
        "problem": refused.message,
        "sign_up_is_open": settings.SIGN_UP_IS_OPEN,
    }
    status = 409 if request.method == "POST" and is_kept else refused.status
    return render(request, "personal/go_on.html", context, status=status)


def _home(memberships: "list[Membership]", group: int) -> HttpResponse:
    """Redirect to the group, or home if that isn't one of the browser's groups."""
    is_own = any(membership.group_id == group for membership in memberships)
    return redirect("group", group) if is_own else redirect("start")


def _name(user: "User", memberships: "list[Membership]", group: int = 0) -> str:
    """Return the account's name, or else the user's name in the group they came from or in another one."""
    names = {membership.group_id: membership.name for membership in memberships}
    return user.name or names.get(group) or next(iter(names.values()), "")
