"""Going on as the same user where a browser's cookie isn't sent: at the app's name on the network, or on a home screen.

A hand-over's page only asks. Its button lets the browser in as the same user, so nothing is copied.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import access
from scorekeeper.logs import security
from scorekeeper.queries.people import hand_overs
from scorekeeper.services import hand_overs as hand_over_service, throttle
from scorekeeper.sessions import session_of
from scorekeeper.views.shared import host_of, let_in, name_elsewhere, named_address, next_page, refusals, whole_number

if TYPE_CHECKING:
    from scorekeeper.models import HandOver, Membership, User


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A browser that has opened a hand-over, by which it can go on as `user`, in these `memberships`.

    `browser` identifies it to the hand-over, and `here` is who it is now. If it has `kept` memberships of its own, it
    can't go on.
    """

    hand_over: "HandOver"
    user: "User"
    memberships: "list[Membership]"
    browser: UUID
    here: "User | None"
    kept: "list[Membership]"
    group: int

    @property
    def name(self) -> str:
        """The account's name, or else the user's name in the group they came from."""
        names = {membership.group_id: membership.name for membership in self.memberships}
        return self.user.name or names.get(self.group) or self.memberships[0].name

    @property
    def follows(self) -> tuple[str, ...]:
        """The page that follows, to redirect to: the group, or home if that isn't one of the user's groups."""
        is_own = any(membership.group_id == self.group for membership in self.memberships)
        return ("group", str(self.group)) if is_own else ("start",)


@require_POST
def hand_over(request: HttpRequest) -> HttpResponse:
    """Send this browser to the app's name, with a token that lets it go on there as the same user."""
    user = access.user_of(request)
    if user is None or not name_elsewhere(request) or not (user.has_account or access.memberships_of(user)):
        return redirect("start")
    token = hand_over_service.make_hand_over(session=session_of(request).row_key)
    page = reverse("go_on", args=[token])
    return redirect(f"{named_address(request)}{page}?group={whole_number(request.POST, 'group')}")


@access.public
@require_http_methods(["GET", "HEAD", "POST"])
def go_on(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether this browser should go on as a hand-over's user, and let it in. Opening the page changes nothing."""
    more = _("Open the app by its address, and tap the link there again.")
    return answer(request, token, place=str(host_of(request).hostname), more=more)


def answer(request: HttpRequest, token: str, *, place: str = "", more: str) -> HttpResponse:
    """Ask whether to go on here or, if it is named, at another place; `more` says how to get a token that works."""
    arrival = _arrival(request, token, more)
    if arrival.here == arrival.user:
        return redirect(*arrival.follows)
    with refusals() as refused:
        if request.method == "POST" and not arrival.kept:
            throttle.count(throttle.LINKS, access.address_of(request))
            return _let_in(request, arrival, more)
    context: dict[str, object] = {"arrival": arrival, "place": place, "problem": refused.message}
    context["sign_up_is_open"] = settings.SIGN_UP_IS_OPEN
    status = 409 if request.method == "POST" and arrival.kept else refused.status
    return render(request, "going_on/go_on.html", context, status=status)


def _arrival(request: HttpRequest, token: str, more: str) -> Arrival:
    """Return who has opened a hand-over. Raise `Gone` if this browser can't use it, or not anymore."""
    found, here = hand_overs.find_hand_over(token), access.user_of(request)
    user = found.session.user if found else None
    memberships = access.memberships_of(user)
    if found is None or user is None or not (user.has_account or memberships):
        raise _gone(more)
    # It ties the hand-over to this browser, which can then send its request again if the answer was lost.
    browser = access.own_uid(request, found.key)
    if found.used_by not in (None, browser) and here != user:
        raise _gone(more)
    # Without an account, nobody can sign out again, so a browser that has groups of its own stays who it is.
    is_kept = not user.has_account and here is not None and not here.has_account and here != user
    return Arrival(
        hand_over=found,
        user=user,
        memberships=memberships,
        browser=browser,
        here=here,
        kept=access.memberships_of(here) if is_kept else [],
        group=whole_number(request.GET, "group"),
    )


def _let_in(request: HttpRequest, arrival: Arrival, more: str) -> HttpResponse:
    """Use the hand-over up. If the browser has groups of its own, ask next whether the account should have them."""
    if not hand_over_service.use_hand_over(hand_over=arrival.hand_over, browser=arrival.browser):
        raise _gone(more)
    security("hand-over used", access.client_of(request), user=arrival.user.pk)
    let_in(request, arrival.user)
    after = next_page(request)
    return redirect(after) if after == "give_groups" else redirect(*arrival.follows)


def _gone(more: str) -> access.Gone:
    return access.Gone(_("This link has expired or has already been used."), more)
