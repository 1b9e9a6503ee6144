"""A new game: what is played, who sits where, who deals, by which house rules."""

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import access
from scorekeeper.forms.games import NewGameForm, seat_list
from scorekeeper.forms.hands import whole
from scorekeeper.forms.people import PlayerForm
from scorekeeper.queries import groups
from scorekeeper.queries.records import AnyRules
from scorekeeper.services import games, people
from scorekeeper.services.errors import Refused
from scorekeeper.text import sentence
from scorekeeper.views.shared import refusals_on, sent, status_of

if TYPE_CHECKING:
    from scorekeeper.models import Membership, Player


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, group_id: int) -> HttpResponse:
    """Choose the game and the line-up by links, then start the game by the form."""
    member = access.member(request, group_id)
    seats = seat_list(request.POST.get("seats", request.GET.get("seats", "")))
    rules = _rules(request)
    if rules is None:
        return _which(request, member, seats)
    context = _context(request, member, rules, seats, sent(request))
    form: NewGameForm = context["form"]
    if form.is_valid():
        new = games.NewGame(
            uid=form.cleaned_data["uid"],
            rules=form.rules,
            players=form.cleaned_data["seats"],
            first_dealer=form.chosen_dealer(),
            options=form.chosen_options(),
            night=form.cleaned_data["night"],
        )
        try:
            return redirect("sheet", games.start_game(group=member.group, new=new, by=member).pk)
        except Refused as refused:
            form.refuse(refused.path, sentence(refused.message))
    return render(request, "game/new.html", context, status=status_of(form))


@require_POST
def add_player(request: HttpRequest, group_id: int) -> HttpResponse:
    """Put a name on the roster, and on the next seat of the game being made."""
    member = access.member(request, group_id)
    seats = seat_list(request.POST.get("seats", ""))
    rules = _rules(request)
    form = PlayerForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            player = people.add_player(group=member.group, name=form.cleaned_data["name"])
            after = tuple(dict.fromkeys((*seats, player.pk)))
            return redirect(_address(group_id, after, _kept(request, rules)) + "#add")
    if rules is None:
        return _which(request, member, seats)
    context = _context(request, member, rules, seats) | {"player_form": form, "form": None}
    return render(request, "game/new.html", context, status=422)


def _rules(request: HttpRequest) -> AnyRules | None:
    source = request.POST if request.method == "POST" else request.GET
    return groups.rules_to_play(source.get("rules", ""))


def _which(request: HttpRequest, member: "Membership", seats: tuple[int, ...]) -> HttpResponse:
    choices = [
        (each, _address(member.group_id, seats, {"rules": each.rules.slug})) for each in groups.playable(member.group)
    ]
    context = {"group": member.group, "member": member, "choices": choices}
    return render(request, "game/which.html", context, status=422 if request.method == "POST" else 200)


def _context(
    request: HttpRequest, member: "Membership", rules: AnyRules, seats: tuple[int, ...], data: QueryDict | None = None
) -> dict[str, Any]:
    roster = groups.roster(member.group)
    names = {player.pk: player.name for player in roster}
    seats = tuple(seat for seat in seats if seat in names)
    again = groups.last_line_up(member.group, rules)
    kept = _kept(request, rules)
    dealer = seats.index(kept["first"]) if kept.get("first") in seats else 0
    initial: dict[str, Any] = {"uid": uuid.uuid4(), "seats": ",".join(map(str, seats)), "dealer": dealer}
    as_last_time = {"rules": rules.slug, "first": again.players[again.dealer], "again": 1} if again else {}
    if again is not None and kept.get("again"):
        initial |= {f"option_{key}": value for key, value in again.options.items()}
    return {
        "group": member.group,
        "member": member,
        "rules": rules,
        "others_address": _address(member.group_id, seats, {}) if groups.rules_to_play("") is None else "",
        "chips": [_chip(member.group_id, player, seats, kept) for player in roster],
        "seats": seats,
        "too_many": len(seats) > rules.players[-1],
        "missing": max(rules.players[0] - len(seats), 0),
        "again": again,
        "again_address": _address(member.group_id, again.players, as_last_time) if again else "",
        "kept": kept,
        "player_form": PlayerForm(),
        "form": NewGameForm(rules, [names[seat] for seat in seats], data, initial=initial),
    }


def _kept(request: HttpRequest, rules: AnyRules | None) -> dict[str, Any]:
    """What stays in the address while names are tapped: the rules, that it is as last time, and who would deal."""
    source = request.POST if request.method == "POST" else request.GET
    slug = {"rules": rules.slug} if rules else {}
    return slug | {name: number for name in ("first", "again") if (number := whole(source, name))}


def _chip(group_id: int, player: "Player", seats: tuple[int, ...], kept: Mapping[str, Any]) -> dict[str, Any]:
    """A name to tap: it takes the next seat, or gives up its own."""
    own = player.pk
    after = tuple(seat for seat in seats if seat != own) if own in seats else (*seats, own)
    number = seats.index(own) + 1 if own in seats else None
    return {"name": player.name, "mark": player.mark, "number": number, "address": _address(group_id, after, kept)}


def _address(group_id: int, seats: tuple[int, ...], kept: Mapping[str, Any]) -> str:
    query = {"seats": ",".join(map(str, seats)), **kept} if seats else kept
    return f"{reverse('new_game', args=[group_id])}?{urlencode(query, safe=',')}"
