"""What every request needs besides Django's: closed doors, a membership that lasts while it is used, and headers."""

import codecs
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, UnreadablePostError
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

from scorekeeper import access

GetResponse = Callable[[HttpRequest], HttpResponseBase]

RENEWED = "renewed"
MEGABYTE = 1024 * 1024
ABSURD = 200 * MEGABYTE
# Nothing of the phone is asked for but its screen: kept awake while a hand is typed, where the browser can.
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)"


class ClosedDoors(MiddlewareMixin):
    """Every view that is not said to be public answers a stranger's browser 404, with a page that offers to sign in.

    A redirect would be followed by polls and swapped into pages. Who has lost access is told so, with 410.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., object], args: object, kwargs: object
    ) -> HttpResponse | None:
        """Let in who may be a member; the view finds out of what."""
        if access.is_public(view) or access.user_of(request) is not None:
            return None
        return render(request, "errors/404.html", status=404)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say plainly that a membership was taken back, or that a game is hidden."""
        if not isinstance(exception, access.Gone):
            return None
        # An open page that asks gets what belongs into it, and then has nothing to ask any more.
        template = "errors/_410.html" if request.headers.get("HX-Target") == "page" else "errors/410.html"
        return render(request, template, {"said": exception.said, "more": exception.more}, status=410)


def session_renewal(get_response: GetResponse) -> GetResponse:
    """Let a browser's session start its 400 days anew when it is used; once a day, so that reading stays reading."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        session = request.session
        # A request that never looked at its session (a watcher's poll) must not cost one now.
        used = session.accessed and response.status_code < 500 and not session.is_empty()
        if used and session.get(RENEWED) != today():
            session[RENEWED] = today()
        return response

    return middleware


def mark_new_session(request: HttpRequest, **kwargs: Any) -> None:
    """A session that begins now has its 400 days: the first page after signing in need not renew it."""
    request.session[RENEWED] = today()


def today() -> str:
    """The day that a session remembers as that of its last renewal."""
    return timezone.now().date().isoformat()


def headers(get_response: GetResponse) -> GetResponse:
    """Keep pages out of shared caches, ask again before a kept one is shown, and give up what no page needs."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware


def only_utf8(get_response: GetResponse) -> GetResponse:
    """Refuse what says that it is not in UTF-8: Django would decode it so, and some codecs fail or make surrogates."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.encoding is not None and codecs.lookup(request.encoding).name != "utf-8":
            raise BadRequest("Only UTF-8 is read.")
        return get_response(request)

    return middleware


def not_too_much(get_response: GetResponse) -> GetResponse:
    """Refuse a body by the size it says it has, before anything of it is kept: files would fill the disk unasked.

    What is not absurdly large is let pass by: a browser that may not send to the end shows no page.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        said = str(request.META.get("CONTENT_LENGTH") or "0")
        size = int(said) if said.isdecimal() and len(said) < 19 else ABSURD
        if said == "0" or size <= settings.MOST_BODY:
            return get_response(request)
        with suppress(UnreadablePostError):
            while size < ABSURD and request.read(MEGABYTE):
                pass
        return render(request, "errors/413.html", {"limit": settings.MOST_BODY // MEGABYTE - 1}, status=413)

    return middleware
