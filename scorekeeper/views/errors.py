"""Error pages in the app's look. They need no database, so they also work when it is down."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request makes no sense."""
    return render(request, "errors/400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: the member isn't allowed to do this."""
    return render(request, "errors/403.html", {"why": str(exception)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: there is nothing here, or nothing that this browser can see."""
    return render(request, "errors/404.html", status=404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: the form didn't come from this app, or its cookie is gone."""
    return render(request, "errors/csrf.html", status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: the app has a bug."""
    return render(request, "errors/500.html", status=500)
