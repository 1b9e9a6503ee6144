"""Error pages in the app's design. They need no database, so they can be shown even if it is down."""

import sys
from collections.abc import Callable

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render

from scorekeeper.faults import is_passing

SECRETS = {"password", "old", "new", "code"}  # the names of fields that no page may repeat


def _page(name: str, status: int) -> Callable[..., HttpResponse]:
    """Return the handler for a status code. Its template gets the exception's message as `why`."""

    def handler(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
        return render(request, f"errors/{name}.html", {"why": str(exception or "")}, status=status)

    return handler


bad_request = _page("400", 400)
forbidden = _page("403", 403)
not_found = _page("404", 404)
csrf_failure = _page("csrf", 403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Show that something went wrong, or only that the same request should be sent again after a passing fault."""
    if not is_passing(sys.exc_info()[1]):
        return render(request, "errors/500.html", status=500)
    response = render(request, "errors/503.html", {"fields": _fields(request)}, status=503)
    response["Retry-After"] = "2"  # seconds
    response["Cache-Control"] = "no-store"
    return response


def _fields(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return the names and values that a form sent, or None if the page can't send them again: secrets and files."""
    try:
        sent, files = request.POST, request.FILES
    except (OSError, SuspiciousOperation, MultiPartParserError):
        return None
    if files or not SECRETS.isdisjoint(sent):
        return None
    return [(name, value) for name, values in sent.lists() if name != "csrfmiddlewaretoken" for value in values]
