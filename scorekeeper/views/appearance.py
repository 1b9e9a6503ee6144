"""How the app looks: light, dark or as the device prefers, its icon on a home screen, and what browsers keep of it."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import access
from scorekeeper.views.shared import set_cookie

PAPER = "#f3ead7"
THEMES = ("light", "dark")


@access.public
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Remember in a cookie whether this browser wants light or dark pages, or leave it to the device."""
    back, chosen = request.POST.get("back", ""), request.POST.get("theme", "")
    response = HttpResponseRedirect(back if url_has_allowed_host_and_scheme(back, allowed_hosts=None) else "/")
    if chosen in THEMES:
        set_cookie(response, "theme", chosen)
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


@access.public
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Describe the app to a browser that can install it."""
    return described(start="/")


def described(*, start: str) -> HttpResponse:
    """Return the app's manifest. Wherever it `start`s, it is the same app."""
    # The drawing stays inside the circle that every mask shows, so that the large icon can also be cut to any shape.
    files = [("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("icon-512.png", 512, "maskable")]
    icons = [
        {"src": static(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in files
    ]
    content = {
        "name": _("Scorekeeper"),
        "short_name": _("Scorekeeper"),
        "id": "/",
        "scope": "/",
        "start_url": start,
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    return JsonResponse(content, content_type="application/manifest+json")


@access.public
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, which must be at the top to see all pages. Its address changes with every release."""
    return HttpResponse(_worker(), content_type="text/javascript")


@cache
def _worker() -> str:
    return Path(str(finders.find("sw.js"))).read_text(encoding="utf-8")
