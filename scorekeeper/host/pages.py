"""The app itself: its manifest and service worker, its health check, and how a guest's phone finds it."""

from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from segno.helpers import make_wifi_data

from scorekeeper.web import access, network
from scorekeeper.web.pages import named_address, shareable
from scorekeeper.web.sessions import set_cookie

PLAIN = "text/plain; charset=utf-8"
TABLE = "#0b171d"
WIFI_COOKIE = "wifi"


@access.public
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Say "ok" if the database answers. This needs no session and writes nothing."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("The database doesn’t answer.\n", content_type=PLAIN, status=503)
    return HttpResponse("ok\n", content_type=PLAIN)


@access.public
@require_safe
def manifest(request: HttpRequest, token: str = "") -> HttpResponse:
    """Describe the app to a browser that can install it. Started by a personal link, it is the same app."""
    # The drawing stays inside the circle that every mask shows, so that the large icon can also be cut to any shape.
    icons = [
        {"src": static(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size, purpose in ((192, "any"), (512, "any"), (512, "maskable"))
    ]
    content = {
        "name": _("Scorekeeper"),
        "short_name": _("Scorekeeper"),
        "id": "/",
        "scope": "/",
        "start_url": reverse("from_home_screen", args=[token]) if token else "/",
        "display": "standalone",
        "background_color": TABLE,
        "theme_color": TABLE,
        "icons": icons,
    }
    return JsonResponse(content, content_type="application/manifest+json")


@access.public
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, which must be at the top to see all pages. Its address changes with every release."""
    return HttpResponse(Path(str(finders.find("sw.js"))).read_bytes(), content_type="text/javascript")


@access.public
@require_safe
def table(request: HttpRequest) -> HttpResponse:
    """Show where the app is and, only in the browser that first opened what `serve` prints, how to join the Wi-Fi."""
    token = request.GET.get("wifi", "")
    if request.method == "GET" and settings.WIFI and (cookie := network.WIFI_OFFERS.pop(token, "")):
        response = redirect("table")
        set_cookie(response, WIFI_COOKIE, cookie)
        return response
    name, password = settings.WIFI, settings.WIFI_PASSWORD
    context = {"shared": shareable(request), "name": named_address(request), "has_wifi": bool(name)}
    if name and request.COOKIES.get(WIFI_COOKIE) in network.WIFI_COOKIES:
        code = make_wifi_data(name, password or None, security="WPA" if password else "nopass")
        context["wifi"] = {"name": name, "password": password, "code": code}
    return render(request, "host/table.html", context)
