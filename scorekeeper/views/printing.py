"""Output for use outside the app: printed sheets, blank paper sheets, and links to Board Game Stats."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.exchange.bgstats import push_link, qr_link
from scorekeeper.forms.games import seat_list
from scorekeeper.queries.files import printing
from scorekeeper.queries.looking_back import plays
from scorekeeper.queries.recording import loading
from scorekeeper.views.shared import or_404, whole_number


@require_safe
def print_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show a game's sheet for printing, with the oldest hand first and the reasons for all points."""
    game = access.game(request, game_id).row
    context = {"night": game.night, "group": game.group, "printed": printing.printed_game(game)}
    return render(request, "print/game.html", context)


@require_safe
def print_night(request: HttpRequest, night_id: int) -> HttpResponse:
    """Show a night's sheets for printing, a number of them at a time."""
    night = access.night(request, night_id).row
    page = printing.printed_night(night, whole_number(request.GET, "page"))
    return render(request, "print/night.html", {"night": night, "group": night.group, "page": page})


@require_safe
def paper(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show a blank sheet with players' names, for the rules in the URL or else the group's usual ones."""
    member = access.member(request, group_id)
    chosen = seat_list(",".join(request.GET.getlist("players")))
    sheet = printing.paper_sheet(member.group, chosen, request.GET.get("rules", ""))
    return render(request, "print/paper.html", {"group": member.group, "sheet": sheet})


@require_safe
def bgstats(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the link that opens a finished game in Board Game Stats. Nothing is sent until somebody taps it."""
    game = access.game(request, game_id).row
    record = loading.load_known(game)
    play = or_404(plays.play_of(record) if record else None)
    context = {"game": game, "play": play, "link": push_link(play), "code": qr_link(play)}
    return render(request, "game/bgstats.html", context)
