"""What pages of all subjects need: full or partial pages, questions before a write, addresses, and the security log."""

import json
import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from scorekeeper.models import Game, Membership
from scorekeeper.web import access, ledger, network
from scorekeeper.web.sessions import set_cookie

logger = logging.getLogger("scorekeeper.security")


def wants_part(request: HttpRequest) -> bool:
    """Return whether htmx is requesting only the content of `#page`."""
    return request.headers.get("HX-Target") == "page"


def page(
    request: HttpRequest, name: str, context: Mapping[str, Any], *, status: int = 200, address: str = ""
) -> HttpResponse:
    """Render `name.html` or, if htmx wants only a part, `_name.html`, and add any `address` to the history."""
    folder, _slash, last = name.rpartition("/")
    part = wants_part(request)
    template = f"{folder}/_{last}.html" if part else f"{folder}/{last}.html"
    response = render(request, template, {**context, "part": part}, status=status)
    if part and address:
        response["HX-Push-Url"] = address
    return response


def of_group(member: Membership, game: Game | None = None, *, where: str = "") -> dict[str, Any]:
    """Return what all pages of a group or game show, with the notice of the last write if it belongs there."""
    notice = ledger.shown(member, where) if where else None
    return {"group": member.group, "member": member, "game": game, "notice": notice}


def version_seen(request: HttpRequest) -> int | None:
    """Return the group's version when a notice offered the submitted undo, or None if the form isn't an undo."""
    return whole_number(request.POST, "version") or None


def confirmed(request: HttpRequest) -> bool:
    """Return whether the user has confirmed the write that `ask` asked about."""
    return request.POST.get("confirm") == "true"


def ask(request: HttpRequest, question: str, help_text: str, button: str, back: str, **fields: str) -> HttpResponse:
    """Ask the user to confirm a write. The page's button submits these fields again, along with the confirmation."""
    context = {"question": question, "help": help_text, "button": button, "back": back, "fields": fields}
    return render(request, "web/confirm.html", context)


def sent(request: HttpRequest) -> QueryDict | None:
    """Return the data to bind a form to: the POST data, even if empty, or None if the form is only being shown."""
    return request.POST if request.method == "POST" else None


def whole_number(data: Mapping[str, str], name: str) -> int:
    """Return a whole number from a form or query, or 0 if it is missing or invalid."""
    raw = data.get(name, "")
    return int(raw) if raw.isascii() and raw.isdecimal() and len(raw) <= 9 else 0


def shareable(request: HttpRequest, path: str = "") -> dict[str, str]:
    """Return an `address` that other devices can open; if there is none, `alone` says why: the "host" or "network".

    At the server's machine, the host is localhost, and not every device finds the server by its announced name.
    """
    host, shared = host_of(request), {"address": f"{request.scheme}://{request.get_host()}{path}"}
    if host.hostname != settings.LOCAL_NAME and not network.is_this_machine(host.hostname or ""):
        return shared
    listener = network.find(settings.DATA_DIR) or network.Listener(host="0.0.0.0", port=host.port or 80)
    for base in listener.urls(settings.BASE_URL):
        return {"address": f"{base}{path}"}
    return shared | {"alone": "host" if network.is_this_machine(listener.host) else "network"}


def host_of(request: HttpRequest) -> SplitResult:
    """Return the host name and port that this browser has opened the app by."""
    return urlsplit(f"//{request.get_host()}")


def named_address(request: HttpRequest) -> str:
    """Return the app's address by its name on the network, or an empty string if it has none."""
    port = host_of(request).port
    return f"http://{settings.LOCAL_NAME}" + (f":{port}" if port else "") if settings.LOCAL_NAME else ""


def name_elsewhere(request: HttpRequest) -> str:
    """Return the app's name on the network, or an empty string if it has none or the browser is already there."""
    return "" if host_of(request).hostname == settings.LOCAL_NAME else settings.LOCAL_NAME


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


def security(
    request: HttpRequest, event: str, member: Membership | None = None, *, warning: bool = False, **values: Any
) -> None:
    """Log one line about something that concerns security, in a form that programs such as fail2ban can read.

    Values are quoted as in JSON, so nobody can forge a line. Pass no secret, nor a typed name, which may be a password.
    """
    who = {"group": member.group_id, "member": member.pk} if member else {}
    words = [f"{name}={json.dumps(value)}" for name, value in (who | values).items()]
    level = logging.WARNING if warning else logging.INFO
    logger.log(level, "%s", " ".join([event, f"address={access.client_of(request) or '-'}", *words]))
