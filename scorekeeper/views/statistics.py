"""The pages for a group's statistics and for a single player."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.queries.looking_back import players, statistics as statistics_queries
from scorekeeper.views.shared import of_group, whole_number


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
