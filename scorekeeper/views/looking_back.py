"""Looking back: a night, statistics, a player, and what is for paper or another app."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import access
from scorekeeper.exchange.bgstats import push_link, qr_link
from scorekeeper.forms.games import seat_list
from scorekeeper.forms.nights import NightForm
from scorekeeper.models import Night
from scorekeeper.queries.files import printing
from scorekeeper.queries.looking_back import players, plays, recaps, statistics as statistics_queries
from scorekeeper.queries.recording import loading, watching
from scorekeeper.services import nights
from scorekeeper.views.shared import of_group, or_404, page, refusals, sent, version_seen, whole_number


@require_safe
def night(request: HttpRequest, night_id: int) -> HttpResponse:
    """Show a night with its games."""
    evening = access.night(request, night_id)
    initial = {"place": evening.row.place, "note": evening.row.note, "seen": recaps.words_digest(evening.row)}
    return _page(request, evening, NightForm(initial=initial))


@require_POST
def change_night(request: HttpRequest, night_id: int) -> HttpResponse:
    """Change a night's place and note."""
    evening = access.night(request, night_id)
    form = NightForm(sent(request))
    if not form.is_valid():
        return _page(request, evening, form, status=422)
    changes = form.cleaned_data
    with refusals() as refused:
        nights.change_night(night=evening.row, **changes, by=evening.member, as_of=version_seen(request))
        return redirect("night", night_id)
    # The page now shows the conflicting text, so submitting the form again deliberately overwrites it.
    form = NightForm(initial=changes | {"seen": recaps.words_digest(evening.row)})
    return _page(request, evening, form, stale=refused.message, status=refused.status)


def _page(
    request: HttpRequest, evening: access.Granted[Night], form: NightForm, *, stale: str = "", status: int = 200
) -> HttpResponse:
    context = of_group(evening.member) | {
        "night": evening.row,
        "page": recaps.night_page(evening.row, whole_number(request.GET, "page"), with_hidden=evening.member.is_owner),
        "form": form,
        "stale": stale,
        "live": watching.member_token(evening.member),
        "version": watching.group_version(evening.member.pk),
    }
    return page(request, "night/night", context, status=status)


@require_safe
def statistics(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show a group's rankings, records and figures for one set of rules."""
    member = access.member(request, group_id)
    group_statistics = statistics_queries.statistics(member.group, request.GET.get("rules", ""))
    order = request.GET.get("by", "")
    order = order if order in statistics_queries.ORDERS else statistics_queries.ORDERS[0]
    context = of_group(member) | {
        "found": group_statistics,
        "order": order,
        "ranking": statistics_queries.ranking(member.group, group_statistics, order) if group_statistics else (),
        # The links on this page start their query with this: the rules, if there are several to choose from.
        "among": f"rules={group_statistics.slug}&" if group_statistics and len(group_statistics.sections) > 1 else "",
    }
    return render(request, "statistics/statistics.html", context)


@require_safe
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show a player's page. A merged entry redirects to its main entry."""
    sitting = access.player(request, player_id)
    if sitting.row.same_as_id:
        return redirect("player", sitting.row.same_as_id)
    found = players.player_page(sitting.member.group, sitting.row, whole_number(request.GET, "year"))
    return render(request, "player/player.html", of_group(sitting.member) | {"found": found})


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
