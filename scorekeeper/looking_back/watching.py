"""Pages for watch links (with no cookies, sessions or forms), and the version numbers that open pages poll for."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from scorekeeper.looking_back import nights, recaps
from scorekeeper.models import Game, Link
from scorekeeper.people.links import reading as links_reading, writing as links_writing
from scorekeeper.recording.game import reading as game_reading
from scorekeeper.recording.game.records import GameRecord, counting_positions
from scorekeeper.recording.own_games import reading as own_games_reading
from scorekeeper.recording.sheet import charts, reading as sheet_reading
from scorekeeper.rules.steps import Step
from scorekeeper.rules.text import Text
from scorekeeper.web import access
from scorekeeper.web.pages import wants_part, whole_number
from scorekeeper.web.refusals import or_404


@dataclass(frozen=True, kw_only=True)
class Progress:
    """The hand being entered, as watchers see it: bids, peeks and the taker, but no points until it is saved."""

    number: int
    dealer: str
    facts: tuple[Text, ...]
    rows: tuple[Step, ...]


def hand_in_progress(record: GameRecord) -> Progress | None:
    """Return the hand being entered, as watchers see it, or None between hands and after the end of the game."""
    hand = record.hand(record.next_number)
    if hand is None or hand.entry is not None or record.outcome is not None or not counting_positions(hand.taps):
        return None
    stages = record.card_game.screen.stages
    watched = [stage.key for stage in stages if stage.watched]
    screen = record.screen(hand.number).view("" if len(watched) == len(stages) else watched[0]) if watched else None
    return Progress(
        number=hand.number,
        dealer=record.dealer_name(record.dealer_of(hand, hand.number)),
        facts=screen.facts if screen else (),
        rows=screen.rows if screen else (),
    )


def private(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keep all responses, including errors, out of search engines, and their URLs out of Referer headers."""

    @wraps(view)
    def answer(request: HttpRequest, token: str) -> HttpResponse:
        try:
            response = view(request, token)
        except Http404:
            response = render(request, "web/errors/404.html", status=404)
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return answer


@access.public
@csrf_exempt
@private
@require_safe
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Show a watch link's sheet or sheets, or the guide to a game's rules."""
    link = links_reading.find_link(token, "watch")
    if link is None or not links_reading.is_open(link):
        return _page(request, None, render_to_string("looking_back/watch/_gone.html"), status=410)
    links_writing.note_use(link)
    chosen = whole_number(request.GET, "game") or None
    try:
        game = access.watched_game(link, chosen) if link.game or chosen else None
    except Http404:
        if not wants_part(request):
            raise
        # The game was hidden while its page was open: this part stops the polling.
        return HttpResponse(render_to_string("looking_back/watch/_gone.html"), status=410)
    # Everybody watching a table fetches the same content at the same moment, so render it only once per version.
    # Around it, every browser gets its own page, in light or dark.
    version = link.group.version if game is None else game.version
    key = f"watched:{token}:{game and game.pk}:{version}"
    is_shared = not any(whole_number(request.GET, name) for name in ("hand", "page")) and "rules" not in request.GET
    content: str | None = cache.get(key) if is_shared else None
    if content is None:
        content = _content(request, link, game, {"link": link, "token": token, "version": version})
        if is_shared:
            cache.set(key, content)
    return _page(request, link, content)


def _content(request: HttpRequest, link: Link, game: Game | None, context: dict[str, Any]) -> str:
    """Return the part of the page that is the same for everybody who watches."""
    if game is None:
        if link.night is not None:
            context["page"] = recaps.night_page(link.night, whole_number(request.GET, "page"))
            return render_to_string("looking_back/watch/_night.html", context)
        context["games"] = nights.watched_games(link, whole_number(request.GET, "page"))
        return render_to_string("looking_back/watch/_games.html", context)
    several = link.game is None
    context |= {"game": game, "several": several, "here": f"game={game.pk}&" if several else ""}
    if "rules" in request.GET:
        return render_to_string(
            "looking_back/watch/_guide.html", context | {"guide": or_404(own_games_reading.guide_page(game))}
        )
    record = game_reading.load(game)
    if not isinstance(record, GameRecord):
        context["stored"] = sheet_reading.stored_sheets([game])[game.pk]
    else:
        context |= {
            "sheet": sheet_reading.SheetView(record, opened=whole_number(request.GET, "hand")),
            "chart": charts.chart(record) if record.outcome else None,
            "progress": hand_in_progress(record),
        }
    return render_to_string("looking_back/watch/_game.html", context)


def _page(request: HttpRequest, link: Link | None, content: str, *, status: int = 200) -> HttpResponse:
    """Show the content, inside a whole page unless htmx requests only a part."""
    if wants_part(request):
        return HttpResponse(content, status=status)
    card_game = game_reading.card_game_of(link.game) if link and link.game else None
    return render(
        request,
        "looking_back/watch/page.html",
        {"link": link, "card_game": card_game, "content": content},
        status=status,
    )


@access.public
@csrf_exempt
@private
@require_safe
def watch_version(request: HttpRequest, token: str) -> HttpResponse:
    """Respond with 204 if nothing has changed since version `v`, 200 if it has, or 410 if it's no longer shown."""
    return _version(request, links_reading.watched_version(token, whole_number(request.GET, "game") or None))


@access.public
@csrf_exempt
@private
@require_safe
def group_version(request: HttpRequest, token: str) -> HttpResponse:
    """Respond like `watch_version`, but for a page that a member has open, with the token from `member_token`."""
    return _version(request, game_reading.member_version(token))


def _version(request: HttpRequest, version: str | int | None) -> HttpResponse:
    return HttpResponse(status=410 if version is None else 204 if request.GET.get("v") == str(version) else 200)
