"""Error pages in the app's design. They need no database, so they can be shown even if it is down."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def _page(name: str, status: int) -> Callable[..., HttpResponse]:
    """Return the handler for a status code. Its template gets the exception's message as `why`."""

    def handler(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
        return render(request, f"errors/{name}.html", {"why": str(exception or "")}, status=status)

    return handler


bad_request = _page("400", 400)
forbidden = _page("403", 403)
not_found = _page("404", 404)
csrf_failure = _page("csrf", 403)
server_error = _page("500", 500)
