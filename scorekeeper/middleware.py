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
# The only phone feature that pages use is the screen wake lock, while a hand is being entered.
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)"


class ClosedDoors(MiddlewareMixin):
    """Middleware that gives strangers a 404 page, with a button to sign in, for every view that isn't public.

    It doesn't redirect, because polling pages would swap in the sign-in page. Former members get a 410 and the reason.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., object], args: object, kwargs: object
    ) -> HttpResponse | None:
        """Let in any browser that has a user; the view checks what that user may open."""
        if access.is_public(view) or access.user_of(request) is not None:
            return None
        return render(request, "errors/404.html", status=404)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Show a page explaining that a membership was removed or that a game is hidden."""
        if not isinstance(exception, access.Gone):
            return None
        # A polling page gets a fragment to swap in, and then stops polling.
        template = "errors/_410.html" if request.headers.get("HX-Target") == "page" else "errors/410.html"
        return render(request, template, {"said": exception.said, "more": exception.more}, status=410)


def session_renewal(get_response: GetResponse) -> GetResponse:
    """Renew a browser's 400-day session when it is used, but only once a day, so that most page views write nothing."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        session = request.session
        # A request that hasn't read its session (such as a watcher's poll) must not load it now.
        used = session.accessed and response.status_code < 500 and not session.is_empty()
        if used and session.get(RENEWED) != today():
            session[RENEWED] = today()
        return response

    return middleware


def mark_new_session(request: HttpRequest, **kwargs: Any) -> None:
    """Mark a new session as already renewed, so that the first page after signing in doesn't renew it again."""
    request.session[RENEWED] = today()


def today() -> str:
    """Return today's date, in the format in which a session stores its last renewal."""
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
    """Reject encodings other than UTF-8. Django would use any declared codec, and some fail or yield surrogates."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.encoding is not None and codecs.lookup(request.encoding).name != "utf-8":
            raise BadRequest("Only UTF-8 is supported.")
        return get_response(request)

    return middleware


def limit_body_size(get_response: GetResponse) -> GetResponse:
    """Reject a body whose declared length is too large, storing none of it, so that uploads can't fill the disk.

    Unless the length is absurd, read and discard the body: a browser cut off while sending wouldn't show the error.
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
