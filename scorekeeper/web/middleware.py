"""The project's own middleware: it keeps strangers out, sets headers and limits requests."""

import codecs
from pathlib import PurePosixPath

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import is_valid_path
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

from scorekeeper.rules import limits
from scorekeeper.web import access
from scorekeeper.web.pages import security
from scorekeeper.web.refusals import Gone, gone, not_found

# The only phone feature that pages use is the screen wake lock, while a hand is being entered.
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)"

TRY_AGAIN = {429: "60", 503: "5"}  # seconds to wait, by status

# Routes that only a token opens, again and again: they stay out of search engines, and of Referer headers.
WATCHED = {"watch", "watch_version", "group_version"}
# Routes whose pages contain a link's token, a password or a recovery code, or that hand out a whole group's games.
NEVER_STORED = WATCHED | (
    {"join", "link", "export_group", "export_night", "export_game", "bgstats", "table", "go_elsewhere"}
    | {"sign_up", "recover", "tv", "go_on", "add_to_home_screen", "home_screen", "home_manifest", "from_home_screen"}
)


class EveryResponse(MiddlewareMixin):
    """Sign every response, since a hotel's portal may answer instead, and keep other sites from embedding it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response["Scorekeeper"] = "1"
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        if request.method == "HEAD" and isinstance(response, HttpResponse):
            response.content = b""  # Waitress would send it; its length stays in the headers
        return response


class ClosedDoors(MiddlewareMixin):
    """Give strangers a 404 page (open pages would swap in what a redirect leads to), and former members a 410."""

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        # A public page needs no user, so none is looked for: open pages ask often.
        is_public = not getattr(view, "login_required", True)
        return None if is_public or access.user_of(request) else not_found(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return gone(request, exception) if isinstance(exception, Gone) else None


class Headers(MiddlewareMixin):
    """Say who may store and use what: no tokens, exports, or parts for htmx, which Back would show alone."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        route = request.resolver_match.url_name if request.resolver_match else None
        if not response.has_header("Cache-Control"):
            is_kept = route not in NEVER_STORED and not request.headers.get("HX-Request")
            patch_cache_control(response, **{"private": True, "no_cache": True} if is_kept else {"no_store": True})
        if route in WATCHED:
            response["Referrer-Policy"] = "no-referrer"
            response["X-Robots-Tag"] = "noindex, nofollow"
        if settings.LOCAL_NAME and not hasattr(response, "_csp_config"):  # a picture's has no forms
            # The form to go on there redirects to it, and browsers check that as well.
            response._csp_update = {"form-action": [f"http://{settings.LOCAL_NAME}:*"]}  # type: ignore[attr-defined]
        if response.status_code in TRY_AGAIN:
            response.headers.setdefault("Retry-After", TRY_AGAIN[response.status_code])
        if response.status_code == 429:
            security(request, "throttled", warning=True, path=request.path)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response


class PageAbove(MiddlewareMixin):
    """Lead a browser that reloads a refused form's address, which takes only forms, to the page above it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code != 405 or request.method not in ("GET", "HEAD"):
            return response
        above = (f"{folder}/".replace("//", "/") for folder in PurePosixPath(request.path).parents)
        return HttpResponseRedirect(next(filter(is_valid_path, above)))


class LimitForms(MiddlewareMixin):
    """Reject a body that is too large or not UTF-8 before anything reads it: some codecs fail or yield surrogates."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        declared = str(request.META.get("CONTENT_LENGTH") or "0")
        if not (declared.isdecimal() and len(declared) <= 18 and int(declared) <= limits.LARGEST_BODY):
            return render(request, "web/errors/413.html", {"limit": limits.MOST_MEGABYTES}, status=413)
        if request.encoding is not None and codecs.lookup(request.encoding).name != "utf-8":
            raise BadRequest("Only UTF-8 is supported.")
        return None
