"""The page for the table, to print or to show on a laptop: how a guest's phone finds the app."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from segno.helpers import make_wifi_data

from scorekeeper import access, running
from scorekeeper.views.shared import host_of, named_address, shareable

# What a proxy adds to a request, whichever proxy it is.
FORWARDED = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_FORWARDED", "HTTP_X_REAL_IP")


@access.public
@require_safe
def table(request: HttpRequest) -> HttpResponse:
    """Show the app's address as a QR code and in words and, on this machine only, how to join the Wi-Fi."""
    wifi = _wifi() if settings.WIFI and _is_on_this_machine(request) else None
    return render(
        request, "table/table.html", {"shared": shareable(request), "name": named_address(request), "wifi": wifi}
    )


def _wifi() -> dict[str, str]:
    """Return the network's name and password, and the text of the QR code that joins it."""
    name, password = settings.WIFI, settings.WIFI_PASSWORD
    code = make_wifi_data(name, password or None, security="WPA" if password else "nopass")
    return {"name": name, "password": password, "code": code}


def _is_on_this_machine(request: HttpRequest) -> bool:
    """Return whether the browser runs on the server's own machine.

    A proxy on this machine comes from a loopback address too. Most pass on the host that was asked for, or say that
    they forward a request; nginx does neither unless it's told to, but asks to close each connection, as no browser
    does.
    """
    is_forwarded = any(header.startswith(FORWARDED) for header in request.META)
    closes = request.META.get("HTTP_CONNECTION", "").lower() == "close"
    if is_forwarded or closes or request.META.get("REMOTE_ADDR") in settings.TRUSTED_PROXIES:
        return False
    asked_for = host_of(request).hostname or ""
    return running.is_this_machine(access.client_of(request)) and running.is_this_machine(asked_for)
