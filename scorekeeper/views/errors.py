"""Pages for what went wrong, in the app's look. They need no database, so that they can be shown when it is gone."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def _page(name: str, status: int) -> Callable[..., HttpResponse]:
    """Return the handler of a status; `why` is what the exception says to people."""

    def handler(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
        return render(request, f"errors/{name}.html", {"why": str(exception or "")}, status=status)

    return handler


bad_request = _page("400", 400)
forbidden = _page("403", 403)
not_found = _page("404", 404)
csrf_failure = _page("csrf", 403)
server_error = _page("500", 500)
