"""The project's own middleware: it keeps strangers out, renews sessions, sets headers and limits requests."""

import codecs
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, UnreadablePostError
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

from scorekeeper import access, limits

GetResponse = Callable[[HttpRequest], HttpResponseBase]

RENEWED = "renewed"
ABSURD = 200 * limits.MEGABYTE
# Pages use no phone features except the screen wake lock, while a hand is being typed.
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)"


class ClosedDoors(MiddlewareMixin):
    """Middleware that answers strangers with 404 for every view that isn't public, on a page that offers to sign in.

    Polls would follow a redirect and swap the result into pages. Former members get 410 and the reason.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., object], args: object, kwargs: object
    ) -> HttpResponse | None:
        """Let in browsers with a user; the view checks what they may open."""
        if access.is_public(view) or access.user_of(request) is not None:
            return None
        return render(request, "errors/404.html", status=404)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say plainly that a membership was removed, or that a game is hidden."""
        if not isinstance(exception, access.Gone):
            return None
        # A polling page gets a fragment to swap in, and then stops polling.
        template = "errors/_410.html" if request.headers.get("HX-Target") == "page" else "errors/410.html"
        return render(request, template, {"said": exception.said, "more": exception.more}, status=410)


def session_renewal(get_response: GetResponse) -> GetResponse:
    """Extend a browser's session to 400 days again when it is used: once a day, so that most reads write nothing."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        session = request.session
        # A request that never read its session (a watcher's poll) must not load it now.
        used = session.accessed and response.status_code < 500 and not session.is_empty()
        if used and session.get(RENEWED) != today():
            session[RENEWED] = today()
        return response

    return middleware


def mark_new_session(request: HttpRequest, **kwargs: Any) -> None:
    """Mark a new session as fresh: the first page after signing in need not renew it."""
    request.session[RENEWED] = today()


def today() -> str:
    """Return the date that a session stores as its last renewal."""
    return timezone.now().date().isoformat()


def headers(get_response: GetResponse) -> GetResponse:
    """Keep pages out of shared caches, make browsers revalidate them, and turn off features that no page uses."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware


def only_utf8(get_response: GetResponse) -> GetResponse:
    """Refuse requests that declare another encoding: Django would use it, and some codecs fail or yield surrogates."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.encoding is not None and codecs.lookup(request.encoding).name != "utf-8":
            raise BadRequest("Only UTF-8 is read.")
        return get_response(request)

    return middleware


def not_too_much(get_response: GetResponse) -> GetResponse:
    """Refuse a body whose declared length is too large before storing any of it: uploads could fill the disk.

    Unless the length is absurd, the body is read and discarded: a browser cut off while sending shows no page.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        declared = str(request.META.get("CONTENT_LENGTH") or "0")
        size = int(declared) if declared.isdecimal() and len(declared) < 19 else ABSURD
        if declared == "0" or size <= limits.LARGEST_BODY:
            return get_response(request)
        with suppress(UnreadablePostError):
            while size < ABSURD and request.read(limits.MEGABYTE):
                pass
        return render(request, "errors/413.html", {"limit": limits.LARGEST_FILE // limits.MEGABYTE}, status=413)

    return middleware
