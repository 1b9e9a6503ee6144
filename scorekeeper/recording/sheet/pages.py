"""A game's sheet, and actions on the whole game: stop, resume or hide it."""

import uuid
from collections.abc import Callable, Sequence
from functools import cache as once, partial
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.models import Game
from scorekeeper.recording.game import reading as game_reading
from scorekeeper.recording.game.forms import seat_list
from scorekeeper.recording.game.needed import columns_with_needs, needs_of
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.own_games import reading as own_games_reading
from scorekeeper.recording.sheet import charts, reading, writing
from scorekeeper.recording.sheet.who_won import NOBODY, WhoWon
from scorekeeper.rules.sheet import STOPS
from scorekeeper.web import access, ledger
from scorekeeper.web.pages import ask, confirmed, of_group, page, version_seen, wants_part, whole_number
from scorekeeper.web.refusals import Refusal, or_404, refusals, refuse_unknown

Reached = Callable[[Game], str]  # returns a part of the page


@require_safe
def sheet(request: HttpRequest, game_id: int, reached: Reached) -> HttpResponse:
    """Show the score sheet. In the query string, `hand` opens a hand, and `needs` what a player needs."""
    playing = access.game(request, game_id)
    return show_sheet(request, playing, opened=whole_number(request.GET, "hand"), reached=reached)


def show_sheet(
    request: HttpRequest,
    playing: access.Playing,
    *,
    opened: int = 0,
    refused: Refusal | None = None,
    address: str = "",
    written: GameRecord | None = None,
    reached: Reached | None = None,
) -> HttpResponse:
    """Show the sheet as a full or partial page, with the reason if a write was refused, or as it was just `written`."""
    game = playing.row
    context = of_group(playing.member, game) | {"problem": refused.message if refused else ""}
    context["notice"] = ledger.shown(playing.member, game.pk)
    status = refused.status if refused else 200
    card_game = game_reading.card_game_of(game)
    if card_game is None:
        context["sheet"] = reading.stored_sheets([game])[game.pk]
        return render(request, "recording/sheet/stored.html", context, status=status)
    # Most readers find everything kept, so that nothing is loaded or replayed.
    record = once(lambda: written or refuse_unknown(game_reading.load_known(game)))
    needs, hand = reading.found(game, record, request.GET.get("needs", ""), opened)
    large = bool(whole_number(request.GET, "chart"))
    key = f"sheet:{game.pk}:{game.version}:{needs}:{hand}:{large}"
    context |= {
        "card_game": card_game,
        "missing": opened if hand is None else None,
        "shared": cache.get_or_set(key, lambda: _shared(record(), needs, hand, large=large)),
        "reached": reached and partial(reached, game),  # called by the template, only once the game is over
        "asks_how": game_reading.is_dormant(game) and not game.stays_open,
        "rematch": uuid.uuid4(),
        "live": game_reading.member_token(playing.member, game),
    }
    return page(request, "recording/sheet/sheet", context, status=status, address=address)


def _shared(record: GameRecord, needs: str | None, hand: int | None, *, large: bool) -> dict[str, Any]:
    """Return what all members are shown. How the game stands is asked of its hands, which were read last."""
    sheet = reading.SheetView(record, opened=hand)
    shown = {
        "game": record.game,
        "sheet": sheet,
        "needs": needs_of(record, needs),
        "tells_needs": columns_with_needs(record),
        "chart": charts.chart(record),
        "strip": None if sheet.end else charts.chart(record, charts.Strip),
        "large": large,
    }
    names = "top", "charts", "standings", "ended", "body", "key", "foot"
    parts = {part: render_to_string(f"recording/sheet/_{part}.html", shown) for part in names}
    faces = sheet.end.faces[:1] if sheet.end else []
    return parts | {"over": sheet.end is not None, "faces": faces, "told": sheet.told, "has_hands": bool(sheet.hands)}


@require_safe
def guide(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the short guide to the game's rules."""
    playing = access.game(request, game_id)
    context = of_group(playing.member, playing.row) | {"guide": or_404(own_games_reading.guide_page(playing.row))}
    return render(request, "recording/sheet/guide.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, game_id: int, reached: Reached) -> HttpResponse:
    """Say who won, where the rules leave it open: this ends a game that isn't over. Then show its sheet."""
    playing = access.game(request, game_id)
    # A form that waits has one value for each name, so each of several winners has one of their own.
    given = [str(value) for name, value in request.POST.items() if name == "how" or name.startswith("won.")]
    with refusals() as refused:
        if _say(request, playing, given):
            address = reverse("sheet", args=[game_id])
            if not wants_part(request):
                return redirect(address)
            return show_sheet(request, access.game(request, game_id), address=address, reached=reached)
    problem, status = refused.message, refused.status
    if request.method == "POST" and not problem:
        problem, status = _("Tap who won."), 422
    playing = access.game(request, game_id) if problem else playing
    record = refuse_unknown(game_reading.load_known(playing.row))
    if record.is_result:
        return redirect("game_result", game_id)
    context = of_group(playing.member, playing.row) | {"who": WhoWon(record), "problem": problem}
    return page(request, "recording/sheet/who_won", context, status=status)


def _say(request: HttpRequest, playing: access.Playing, given: Sequence[str]) -> bool:
    """Write who won, if the form says it: several players, nobody, or whoever the rules name."""
    won = [player for value in given for player in seat_list(value)]
    if not won and STOPS.keys().isdisjoint(given):
        return False
    seen, as_of = whole_number(request.POST, "seen"), version_seen(request)
    of_write: dict[str, Any] = {"game": playing.row, "by": playing.member, "seen": seen, "as_of": as_of}
    if request.POST.get("early", "1") == "1":
        writing.stop_game(how=NOBODY if won else STOPS[given[0]], won=won, **of_write)
    else:
        writing.say_who_won(won=won if won or NOBODY in given else None, **of_write)
    return True


@require_POST
def resume(request: HttpRequest, game_id: int) -> HttpResponse:
    playing = access.game(request, game_id)
    with refusals() as refused:
        writing.resume_game(game=playing.row, by=playing.member, as_of=version_seen(request))
        return redirect("sheet", game_id)
    return show_sheet(request, access.game(request, game_id), refused=refused)


@require_POST
def hide(request: HttpRequest, game_id: int) -> HttpResponse:
    """Hide or unhide a game. Hiding a game that is in progress requires confirmation."""
    playing = access.game(request, game_id).for_owner()
    hidden = request.POST.get("hidden") == "true"
    if hidden and playing.row.state == playing.row.State.PLAYING and not confirmed(request):
        more = _("It’s still in progress. Only the group’s owners will see it.")
        question, button, back = _("Hide this game?"), _("Hide this game"), reverse("sheet", args=[game_id])
        return ask(request, question, more, button, back, hidden="true")
    with refusals() as refused:
        writing.hide_game(game=playing.row, hidden=hidden, by=playing.member, as_of=version_seen(request))
        return redirect("group", playing.row.group_id)
    return show_sheet(request, access.game(request, game_id), refused=refused)
