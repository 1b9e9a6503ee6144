"""Start a new game: choose its rules, seats, dealer and house rules."""

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import access
from scorekeeper.forms.games import NewGameForm, seat_list, seat_text
from scorekeeper.forms.people import PlayerForm
from scorekeeper.queries.people import groups
from scorekeeper.queries.recording import recipes as recipe_queries
from scorekeeper.queries.recording.records import AnyRules
from scorekeeper.services import games, people
from scorekeeper.services.errors import SeatedAlready
from scorekeeper.views.shared import of_group, refusals, sent, whole_number

if TYPE_CHECKING:
    from scorekeeper.models import Membership, Player


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, group_id: int) -> HttpResponse:
    """Let the user choose the rules and lineup with links, then start the game with the form."""
    member = access.member(request, group_id)
    seats = seat_list(request.POST.get("seats", request.GET.get("seats", "")))
    rules = _rules(request, member)
    if rules is None:
        return _choose_rules(request, member, seats)
    context = _context(request, member, rules, seats, sent(request))
    form: NewGameForm = context["form"]
    with refusals(form) as refused:
        if form.is_valid():
            new = games.NewGame(
                uid=form.cleaned_data["uid"],
                rules=form.rules,
                players=form.cleaned_data["seats"],
                first_dealer=form.chosen_dealer(),
                options=form.chosen_options(),
                night=form.cleaned_data["night"],
            )
            return redirect("sheet", games.start_game(group=member.group, new=new, by=member).pk)
    return render(request, "game/new.html", context, status=refused.status)


@require_POST
def add_player(request: HttpRequest, group_id: int) -> HttpResponse:
    """Add a player to the roster, and give them the new game's next seat."""
    member = access.member(request, group_id)
    seats = seat_list(request.POST.get("seats", ""))
    rules = _rules(request, member)
    form = PlayerForm(request.POST)
    with refusals(form):
        if form.is_valid():
            player = people.add_player(group=member.group, name=form.cleaned_data["name"], by=member)
            if player.pk in seats:
                raise SeatedAlready(player.name)
            return redirect(_address(group_id, (*seats, player.pk), _kept(request, rules)) + "#add")
    if rules is None:
        return _choose_rules(request, member, seats)
    context = _context(request, member, rules, seats) | {"player_form": form, "form": None}
    return render(request, "game/new.html", context, status=422)


def _rules(request: HttpRequest, member: "Membership") -> AnyRules | None:
    source = request.POST if request.method == "POST" else request.GET
    return groups.rules_to_play(member.group, source.get("rules", ""))


def _choose_rules(request: HttpRequest, member: "Membership", seats: tuple[int, ...]) -> HttpResponse:
    choices = [
        (rules, last_played, _address(member.group_id, seats, {"rules": rules.slug}))
        for rules, last_played in groups.playable(member.group)
        if len(seats) <= rules.players[-1]
    ]
    context = of_group(member) | {"choices": choices}
    return render(request, "game/which.html", context, status=422 if request.method == "POST" else 200)


def _context(
    request: HttpRequest, member: "Membership", rules: AnyRules, seats: tuple[int, ...], data: QueryDict | None = None
) -> dict[str, Any]:
    roster = {player.pk: player for player in groups.roster(member.group)}
    seats = tuple(seat for seat in seats if seat in roster)
    seated = [roster[seat].name for seat in seats]
    lineup = groups.last_line_up(member.group, rules)
    kept = _kept(request, rules)
    dealer = seats.index(kept["first"]) if kept.get("first") in seats else 0
    initial: dict[str, Any] = {"uid": uuid.uuid4(), "seats": seat_text(seats), "dealer": dealer}
    as_last_time = {"rules": rules.slug, "first": lineup.players[lineup.dealer], "again": 1} if lineup else {}
    if lineup is not None and kept.get("again"):
        initial |= {f"option_{key}": value for key, value in lineup.options.items()}
    fewest, most = rules.players[0], rules.players[-1]
    # After the taken seats come those still needed or, if none are, one that may stay empty.
    free = range(len(seats) + 1, max(fewest, min(len(seats) + 1, most)) + 1)
    chips = {player: _chip(member.group_id, row, seats, kept) for player, row in roster.items()}
    taken = [chips[seat] | {"number": number, "over": number > most} for number, seat in enumerate(seats, start=1)]
    return of_group(member) | {
        "rules": rules,
        "others_address": _address(member.group_id, seats, {}),
        "places": [
            *taken,
            *({"number": number, "next": number == free[0], "optional": number > fewest} for number in free),
        ],
        "bench": [chip for player, chip in chips.items() if player not in seats],
        "full": len(seats) >= most,
        "seats": seats,
        "seated": seated,
        "too_many": len(seats) > most,
        "missing": max(fewest - len(seats), 0),
        "again": lineup,
        "again_address": _address(member.group_id, lineup.players, as_last_time) if lineup else "",
        "is_own": recipe_queries.is_own(rules.slug),
        "kept": kept,
        "player_form": PlayerForm(),
        "form": NewGameForm(rules, seated, data, initial=initial),
    }


def _kept(request: HttpRequest, rules: AnyRules | None) -> dict[str, Any]:
    """Return the query parameters to keep while the user taps names: rules, first dealer, and reuse of house rules."""
    source = request.POST if request.method == "POST" else request.GET
    slug = {"rules": rules.slug} if rules else {}
    return slug | {name: number for name in ("first", "again") if (number := whole_number(source, name))}


def _chip(group_id: int, player: "Player", seats: tuple[int, ...], kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return a player's button, which adds the player to the next free seat or removes them from their seat."""
    seated = player.pk in seats
    new_seats = tuple(seat for seat in seats if seat != player.pk) if seated else (*seats, player.pk)
    return {"name": player.name, "mark": player.mark, "address": _address(group_id, new_seats, kept)}


def _address(group_id: int, seats: tuple[int, ...], kept: Mapping[str, Any]) -> str:
    query = {"seats": seat_text(seats), **kept} if seats else kept
    return f"{reverse('new_game', args=[group_id])}?{urlencode(query, safe=',')}"
