"""Watching by a link: no cookie, no session, no form. And what every open page asks again and again."""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.forms.hands import whole
from scorekeeper.queries import charts, guides, lines, links, recaps, sheets, stored, watching
from scorekeeper.queries.records import GameRecord, load
from scorekeeper.services.links import note_use
from scorekeeper.views.shared import or_404, wants_part

if TYPE_CHECKING:
    from scorekeeper.models import Link


def private(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Never cache the response, whatever its status, nor send its address on, nor have it listed."""

    @wraps(view)
    def answer(request: HttpRequest, token: str) -> HttpResponse:
        try:
            response = view(request, token)
        except Http404:
            response = render(request, "errors/404.html", status=404)
        response["Cache-Control"] = "no-store"
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return answer


@access.public
@csrf_exempt
@private
@require_safe
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """The sheet, or the sheets, that a watch link shows; of a game also its short rules."""
    link = links.find_link(token, "watch")
    if link is None or not links.is_open(link):
        return render(request, _template(request, "gone"), status=410)
    note_use(link)
    chosen, opened = whole(request.GET, "game") or None, whole(request.GET, "hand")
    # All who watch a table fetch the same page at the same moment: it is made once for each version.
    key = f"watch:{token}:{link.group.version}:{chosen}:{wants_part(request)}:{get_language()}"
    is_shared = not opened and not whole(request.GET, "page") and "rules" not in request.GET
    if is_shared and (made := cache.get(key)):
        return HttpResponse(made)
    response = _watched(request, link, token, chosen, opened)
    if is_shared and response.status_code == 200:
        cache.set(key, response.content)
    return response


def _watched(request: HttpRequest, link: "Link", token: str, chosen: int | None, opened: int) -> HttpResponse:
    context: dict[str, Any] = {
        "link": link,
        "token": token,
        "version": link.group.version,
        "several": link.game is None,
    }
    if link.game is None and chosen is None:
        if link.night is not None:
            context["page"] = recaps.night_page(link.night)
            return render(request, _template(request, "night"), context)
        context["games"] = lines.watched_games(link, whole(request.GET, "page"))
        return render(request, _template(request, "games"), context)
    try:
        game = access.watched_game(link, chosen)
    except Http404:
        if not wants_part(request):
            raise
        # An open page whose game was hidden: what it is told makes it stop asking.
        return render(request, "watch/_gone.html", status=410)
    context |= {"game": game, "here": f"game={game.pk}&" if link.game is None else ""}
    if "rules" in request.GET:
        return render(request, "watch/guide.html", context | {"guide": or_404(guides.guide_page(game))})
    record = load(game)
    if not isinstance(record, GameRecord):
        context["stored"] = stored.stored_sheet(record)
    else:
        context |= {
            "sheet": sheets.sheet_view(record, opened=opened),
            "chart": charts.chart(record) if record.outcome else None,
            "progress": watching.hand_in_progress(record),
        }
    return render(request, _template(request, "game"), context)


@access.public
@csrf_exempt
@private
@require_safe
def watch_version(request: HttpRequest, token: str) -> HttpResponse:
    """204 while nothing changed since `v`, 200 when something did, 410 when the link does not open any more."""
    return _version(request, links.watched_version(token))


@access.public
@csrf_exempt
@private
@require_safe
def group_version(request: HttpRequest, token: str) -> HttpResponse:
    """The same for a member's open pages; the token is the membership, sealed."""
    return _version(request, watching.member_version(token))


def _version(request: HttpRequest, version: int | None) -> HttpResponse:
    status = 410 if version is None else 204 if request.GET.get("v") == str(version) else 200
    return HttpResponse(status=status)


def _template(request: HttpRequest, name: str) -> str:
    return f"watch/_{name}.html" if wants_part(request) else f"watch/{name}.html"
