"""The app itself: its look, manifest and service worker, its health and contact, and how a guest's phone finds it."""

import datetime
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from segno.helpers import make_wifi_data

from scorekeeper import access, running
from scorekeeper.queries import installation
from scorekeeper.sessions import set_cookie
from scorekeeper.views.shared import named_address, shareable

# How long a copy of security.txt may be relied on. RFC 9116 recommends less than a year.
LASTS = datetime.timedelta(days=180)
PLAIN = "text/plain; charset=utf-8"
PAPER = "#f3ead7"
WIFI_COOKIE = "wifi"
WIFI_SALT = "scorekeeper.wifi"


@access.public
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Say "ok" if the database answers. This needs no session and writes nothing."""
    if installation.database_answers():
        return HttpResponse("ok\n", content_type=PLAIN)
    return HttpResponse("The database doesn’t answer.\n", content_type=PLAIN, status=503)


@access.public
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Say whom to tell about a security hole, if the operator gives a contact."""
    if not settings.CONTACT:
        raise Http404
    expires = (timezone.now() + LASTS).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: {settings.CONTACT}", f"Expires: {expires}", "Preferred-Languages: en"]
    if settings.BASE_URL:
        lines.append(f"Canonical: {settings.BASE_URL}/.well-known/security.txt")
    return HttpResponse("\n".join(lines) + "\n", content_type=PLAIN)


@access.public
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Remember in a cookie whether this browser wants light or dark pages, or leave it to the device."""
    back, chosen = request.POST.get("back", ""), request.POST.get("theme", "")
    response = HttpResponseRedirect(back if url_has_allowed_host_and_scheme(back, allowed_hosts=None) else "/")
    if chosen in ("light", "dark"):
        set_cookie(response, "theme", chosen)
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


@access.public
@require_safe
def manifest(request: HttpRequest, token: str = "") -> HttpResponse:
    """Describe the app to a browser that can install it. Started by a personal link, it is the same app."""
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
        "start_url": reverse("from_home_screen", args=[token]) if token else "/",
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
    return HttpResponse(Path(str(finders.find("sw.js"))).read_bytes(), content_type="text/javascript")


@access.public
@require_safe
def table(request: HttpRequest) -> HttpResponse:
    """Show where the app is and, only in the browser that first opened what `serve` prints, how to join the Wi-Fi."""
    token = request.GET.get("wifi", "")
    if token and request.method == "GET" and settings.WIFI and running.take_wifi(token):
        response = redirect("table")
        set_cookie(response, WIFI_COOKIE, Signer(salt=WIFI_SALT).sign(token))
        return response
    context = {
        "shared": shareable(request),
        "name": named_address(request),
        "has_wifi": bool(settings.WIFI),
        "wifi": _wifi(request),
    }
    return render(request, "table/table.html", context)


def _wifi(request: HttpRequest) -> dict[str, str] | None:
    """Return the network's name, password and QR code, if this browser took the token of the running server."""
    try:
        token = Signer(salt=WIFI_SALT).unsign(request.COOKIES.get(WIFI_COOKIE, ""))
    except BadSignature:
        return None
    name, password = settings.WIFI, settings.WIFI_PASSWORD
    if not name or token not in running.TAKEN:
        return None
    code = make_wifi_data(name, password or None, security="WPA" if password else "nopass")
    return {"name": name, "password": password, "code": code}
