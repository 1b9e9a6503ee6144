"""What years of games come to: a group's statistics, and the page of a player."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.forms.hands import whole
from scorekeeper.queries import players, statistics as figures


@require_safe
def statistics(request: HttpRequest, group_id: int) -> HttpResponse:
    """Rankings, records, and what the group's hands say of the game."""
    member = access.member(request, group_id)
    found = figures.statistics(member.group, request.GET.get("rules", ""))
    order = request.GET.get("by", "")
    order = order if order in figures.ORDERS else figures.ORDERS[0]
    context = {
        "group": member.group,
        "found": found,
        "order": order,
        "ranking": figures.ranking(member.group, found, order) if found else (),
        # What links within the page begin with: the rules, where there are several.
        "among": f"rules={found.slug}&" if found and len(found.sections) > 1 else "",
    }
    return render(request, "statistics/statistics.html", context)


@require_safe
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """What a player played, and how. Another entry of the same person leads to the one that figures count for."""
    sitting = access.player(request, player_id)
    if (main := players.main_entry(sitting.player)) != player_id:
        return redirect("player", main)
    found = players.player_page(sitting.member.group, sitting.player, whole(request.GET, "year"))
    context = {"group": sitting.member.group, "member": sitting.member, "found": found}
    return render(request, "player/player.html", context)
