"""Helpers shared by all views: render a full or partial page, show refusals, and sign in a user."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from scorekeeper import access, running
from scorekeeper.forms.hands import UnreadableTap
from scorekeeper.language import sentence
from scorekeeper.models import Membership, User
from scorekeeper.queries.people import notices
from scorekeeper.services.errors import NotFound, Refused, Stale
from scorekeeper.services.throttle import Busy, Throttled
from scorekeeper.sessions import session_of

T = TypeVar("T")


def wants_part(request: HttpRequest) -> bool:
    """Return whether htmx is requesting only the content of `#page`."""
    details: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return bool(details) and details.target == "page"


def page(
    request: HttpRequest, name: str, context: Mapping[str, Any], *, status: int = 200, address: str = ""
) -> HttpResponse:
    """Render `name.html` or, if htmx wants only a part, `_name.html`, and add any `address` to the history."""
    folder, _slash, last = name.rpartition("/")
    part = wants_part(request)
    recipe = f"{folder}/_{last}.html" if part else f"{folder}/{last}.html"
    response = render(request, recipe, {**context, "part": part}, status=status)
    if part and address:
        response["HX-Push-Url"] = address
    return response


def of_group(member: Membership) -> dict[str, Any]:
    """Return what every page of a group shows: the group, the reader, and the notice of the last write."""
    return {"group": member.group, "member": member, "notice": notices.shown(member)}


def version_seen(request: HttpRequest) -> int | None:
    """Return the group's version when a notice offered the submitted undo, or None if the form isn't an undo."""
    return whole_number(request.POST, "version") or None


def confirmed(request: HttpRequest) -> bool:
    """Return whether the user has confirmed the write that `ask` asked about."""
    return request.POST.get("confirm") == "true"


def ask(request: HttpRequest, question: str, help_text: str, button: str, back: str, **fields: str) -> HttpResponse:
    """Ask the user to confirm a write. The page's button submits these fields again, along with the confirmation."""
    context = {"question": question, "help": help_text, "button": button, "back": back, "fields": fields}
    return render(request, "confirm.html", context)


def sent(request: HttpRequest) -> QueryDict | None:
    """Return the data to bind a form to: the POST data, even if empty, or None if the form is only being shown."""
    return request.POST if request.method == "POST" else None


@dataclass
class Refusal:
    """The reason for showing a page again: a service refused the write, or the form has errors."""

    form: Form | None
    error: Refused | Stale | UnreadableTap | None = None

    @property
    def message(self) -> str:
        """The service's message in the reader's language, or an empty string if no service refused the write."""
        return sentence(self.error.message) if self.error else ""

    @property
    def status(self) -> int:
        """The HTTP status: 409 for an outdated page, 429 and 503 for later, 422 for other errors, or 200."""
        if self.error is None:
            return 422 if self.form is not None and self.form.errors else 200
        return {Stale: 409, Throttled: 429, Busy: 503}.get(type(self.error), 422)


@contextmanager
def refusals(form: Form | None = None) -> Iterator[Refusal]:
    """Catch a service's refusal and add it to the form, so that the view can show it. Turn `NotFound` into a 404."""
    refusal = Refusal(form)
    try:
        yield refusal
    except NotFound:
        raise Http404 from None
    except (Refused, Stale, UnreadableTap) as error:
        refusal.error = error
        if form is not None:
            form.add_error(getattr(error, "path", "") or None, refusal.message)


def whole_number(data: Mapping[str, str], name: str) -> int:
    """Return a whole number from a form or query, or 0 if it is missing or invalid."""
    raw = data.get(name, "")
    return int(raw) if raw.isascii() and raw.isdecimal() and len(raw) <= 9 else 0


def or_404(value: T | None) -> T:
    """Return the value, or raise a 404 if it is None."""
    if value is None:
        raise Http404
    return value


def refuse_unknown(value: T | None) -> T:
    """Return the value, or raise a 403 if it is None: a game with unknown rules is read-only."""
    if value is None:
        raise PermissionDenied(_("The app doesn’t know this game’s rules, so you can’t change it."))
    return value


def shareable(request: HttpRequest, path: str = "") -> running.Shared:
    """Return an address of this app that other devices can open, if there is one."""
    return running.shareable(
        f"{request.scheme}://{request.get_host()}{path}",
        data=settings.DATA_DIR,
        base_url=settings.BASE_URL,
        local_name=settings.LOCAL_NAME,
    )


def let_in(request: HttpRequest, user: User) -> None:
    """Sign a user in, with a new key. A guest couldn't sign in here again, so signing out brings them back."""
    if request.user == user:
        # The session's hash depends on the password, which has just changed.
        update_session_auth_hash(request, user)
    else:
        before = access.user_of(request)
        if before is not None and not before.has_account:
            session_of(request).set_aside()
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")


def next_page(request: HttpRequest) -> str:
    """Return the name of the page that follows signing in."""
    return "give_groups" if access.memberships_of(access.user_behind(request)) else "start"


def host_of(request: HttpRequest) -> SplitResult:
    """Return the host name and port that this browser has opened the app by."""
    return urlsplit(f"//{request.get_host()}")


def named_address(request: HttpRequest) -> str:
    """Return the app's address by its name on the network, or an empty string if it has none."""
    port = host_of(request).port
    return f"http://{settings.LOCAL_NAME}" + (f":{port}" if port else "") if settings.LOCAL_NAME else ""


def name_elsewhere(request: HttpRequest) -> str:
    """Return the app's name on the network, or an empty string if it has none or the browser is already there."""
    return "" if host_of(request).hostname == settings.LOCAL_NAME else settings.LOCAL_NAME


def enter(request: HttpRequest, member: Membership) -> None:
    """Sign a new member in, unless this browser is theirs: if a new key got lost, a guest couldn't get back in."""
    if access.user_of(request) != member.user:
        let_in(request, member.user)
