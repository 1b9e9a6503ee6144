"""The page for the table, to print or to show on a laptop: how a guest's phone finds the app."""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe
from segno.helpers import make_wifi_data

from scorekeeper import access, running
from scorekeeper.views.shared import named_address, set_cookie, shareable

COOKIE = "wifi"
SALT = "scorekeeper.wifi"


@access.public
@require_safe
def table(request: HttpRequest) -> HttpResponse:
    """Show the app's address as a QR code and in words and, in one browser only, how to join the Wi-Fi.

    That is the first browser that opens the address which `serve` prints: its token is then replaced by a cookie.
    """
    token = request.GET.get("wifi", "")
    if token and request.method == "GET" and settings.WIFI and running.take_wifi(token):
        return _remember(token)
    context = {
        "shared": shareable(request),
        "name": named_address(request),
        "has_wifi": bool(settings.WIFI),
        "wifi": _wifi(request),
    }
    return render(request, "table/table.html", context)


def _remember(token: str) -> HttpResponse:
    response = redirect("table")
    set_cookie(response, COOKIE, Signer(salt=SALT).sign(token))
    return response


def _wifi(request: HttpRequest) -> dict[str, str] | None:
    """Return the network's name, password and QR code, if this browser took the token of the running server."""
    try:
        token = Signer(salt=SALT).unsign(request.COOKIES.get(COOKIE, ""))
    except BadSignature:
        return None
    name, password = settings.WIFI, settings.WIFI_PASSWORD
    if not name or token not in running.TAKEN:
        return None
    code = make_wifi_data(name, password or None, security="WPA" if password else "nopass")
    return {"name": name, "password": password, "code": code}
