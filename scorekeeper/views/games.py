"""A game's sheet, and actions on the whole game: stop, resume, hide or repeat it, or correct its setup or players."""

import uuid
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import access
from scorekeeper.forms.fields import uid_sent
from scorekeeper.forms.games import CorrectSetupForm, JoinForm, seat_text
from scorekeeper.language import sentence
from scorekeeper.queries.looking_back import charts
from scorekeeper.queries.people import groups
from scorekeeper.queries.recording import effects, loading, recipes, seated, setups, sheets, stored, watching
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.rules.sheet import STOPS
from scorekeeper.services import games, joining
from scorekeeper.services.errors import Refused
from scorekeeper.views.shared import (
    Refusal,
    ask,
    confirmed,
    of_group,
    or_404,
    page,
    refusals,
    refuse_unknown,
    sent,
    version_seen,
    whole_number,
)


@require_safe
def sheet(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the score sheet. In the query string, `hand` opens a hand."""
    return show_sheet(request, access.game(request, game_id), opened=whole_number(request.GET, "hand"))


def show_sheet(
    request: HttpRequest,
    playing: access.Playing,
    *,
    opened: int = 0,
    refused: Refusal | None = None,
    address: str = "",
    written: GameRecord | None = None,
) -> HttpResponse:
    """Show the sheet as a full or partial page, with the reason if a write was refused, or as it was just `written`."""
    game = playing.row
    context = of_group(playing.member) | {"game": game, "problem": refused.message if refused else ""}
    status = refused.status if refused else 200
    card_game = loading.card_game_of(game)
    if card_game is None:
        context["sheet"] = stored.stored_sheets([loading.load(game)])[0]
        return render(request, "game/stored.html", context, status=status)
    # Most readers find everything cached, so that nothing is loaded or replayed.
    record = cache(lambda: written or refuse_unknown(loading.load_known(game)))
    context |= {
        "rules": card_game.rules,
        "guide": card_game.guide,
        "opened": opened,
        "sheet": cache(lambda: sheets.sheet_view(record(), opened=opened)),
        "chart": cache(lambda: charts.chart(record())),
        "rematch": uuid.uuid4(),
        "live": watching.member_token(playing.member, game),
    }
    return page(request, "game/sheet", context, status=status, address=address)


@require_safe
def guide(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the short guide to the game's rules."""
    playing = access.game(request, game_id)
    guide = or_404(recipes.guide_page(playing.row))
    return render(request, "game/guide.html", of_group(playing.member) | {"game": playing.row, "guide": guide})


@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, game_id: int) -> HttpResponse:
    """End a game early: either the leader wins or nobody does."""
    playing = access.game(request, game_id)
    refuse_unknown(loading.card_game_of(playing.row))
    with refusals() as refused:
        if how := STOPS.get(request.POST.get("how", "")):
            games.stop_game(game=playing.row, how=how, by=playing.member, as_of=version_seen(request))
            return redirect("sheet", game_id)
    problem, status = refused.message, refused.status
    if request.method == "POST" and not problem:
        problem, status = _("Choose how the game ends."), 422
    record = refuse_unknown(loading.load_known(playing.row))
    context = {
        **of_group(playing.member),
        "game": playing.row,
        "record": record,
        "leader": record.ended_early("leader_wins") if record.sheet.hands and record.rules.has_winner else None,
        "problem": problem,
    }
    return render(request, "game/stop.html", context, status=status)


@require_POST
def resume(request: HttpRequest, game_id: int) -> HttpResponse:
    playing = access.game(request, game_id)
    refuse_unknown(loading.card_game_of(playing.row))
    with refusals() as refused:
        games.resume_game(game=playing.row, by=playing.member, as_of=version_seen(request))
        return redirect("sheet", game_id)
    return show_sheet(request, access.game(request, game_id), refused=refused)


@require_POST
def hide(request: HttpRequest, game_id: int) -> HttpResponse:
    """Hide or unhide a game. Hiding a game that is in progress requires confirmation."""
    playing = access.game(request, game_id).for_owner()
    hidden = request.POST.get("hidden") == "true"
    if hidden and playing.row.state == playing.row.State.PLAYING and not confirmed(request):
        return ask(
            request,
            _("Hide this game?"),
            _("It’s still in progress. Only the group’s owners will see it."),
            _("Hide this game"),
            reverse("sheet", args=[game_id]),
            hidden="true",
        )
    with refusals() as refused:
        games.hide_game(game=playing.row, hidden=hidden, by=playing.member, as_of=version_seen(request))
        return redirect("group", playing.row.group_id)
    return show_sheet(request, access.game(request, game_id), refused=refused)


@require_POST
def rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    """Start another game with the same house rules and whoever hasn't left. Whoever would deal next deals first."""
    playing = access.game(request, game_id)
    record = refuse_unknown(loading.load_known(playing.row))
    people, seats = groups.people(record.players), seated.staying(record)
    dealer = record.rules.dealer(record.sheet)
    new = games.NewGame(
        uid=uid_sent(request.POST.get("uid", "")),
        rules=record.rules,
        players=tuple(people[seat].pk for seat in seats),
        first_dealer=seats.index(dealer) if dealer in seats else 0,
        options=record.options,
    )
    try:
        game = games.start_game(group=playing.row.group, new=new, by=playing.member)
    except Refused as refused:
        raise PermissionDenied(sentence(refused.message)) from refused
    return redirect("sheet", game.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest, game_id: int) -> HttpResponse:
    """Correct the seats, the first dealer or the house rules, after showing what would change."""
    playing = access.game(request, game_id)
    record = refuse_unknown(loading.load_known(playing.row))
    names = groups.names(playing.row.group)
    form = _setup_form(record, names, sent(request))
    versions = setups.setup_versions(record, names)
    context = of_group(playing.member) | {"game": playing.row, "form": form, "versions": versions}
    if not form.is_valid():
        return render(request, "game/setup.html", context, status=422 if form.errors else 200)
    setting = setups.Setting(
        players=form.chosen_seats(), first_dealer=form.chosen_dealer(), options=form.chosen_options()
    )
    corrected = setups.reset(record, setting, [names[player] for player in setting.players])
    if corrected.problems:
        context["problems"] = [problem for problem in corrected.problems if not form.shows(problem)]
        return render(request, "game/setup.html", context, status=422)
    # If the form was changed after its effect was shown, show the new effect first.
    if request.POST.get("confirm") != setting.digest:
        effect = effects.setup_effect(record, corrected.record)
        context |= {"corrected": corrected, "effect": effect, "confirm": setting.digest}
        return render(request, "game/setup.html", context)
    with refusals(form) as refused:
        seen, as_of = whole_number(request.POST, "seen"), version_seen(request)
        games.correct_setup(game=playing.row, setting=setting, seen=seen, by=playing.member, as_of=as_of)
        return redirect("sheet", game_id)
    if isinstance(refused.error, Refused):
        context["problems"] = refused.error.problems
    else:
        # The user's choices were based on an older setup, so restart the form from the current one.
        record = refuse_unknown(loading.load_known(access.game(request, game_id).row))
        context |= {"form": _setup_form(record, names), "stale": refused.message}
    return render(request, "game/setup.html", context, status=refused.status)


def _setup_form(record: GameRecord, names: Mapping[int, str], data: QueryDict | None = None) -> CorrectSetupForm:
    initial: dict[str, Any] = {f"seat_{seat}": player for seat, player in enumerate(record.players, start=1)}
    dealer = record.players[record.first_dealer]
    initial |= {"dealer": dealer, "seen": record.setup, "shown": seat_text(record.players)}
    return CorrectSetupForm(record.rules, record.table.options, names, len(record.players), data, initial=initial)


@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, game_id: int) -> HttpResponse:
    """Let somebody join by the form, or leave or come back by a button."""
    playing = access.game(request, game_id)
    leaves, returns = (whole_number(request.POST, name) for name in ("leave", "back"))
    page, form = _joining(playing, None if leaves or returns else sent(request))
    with refusals(form if form.is_bound else None) as refused:
        seen, as_of, by = whole_number(request.POST, "seen"), version_seen(request), playing.member
        if leaves:
            joining.leave_game(game=playing.row, player=leaves, seen=seen, by=by, as_of=as_of)
            return redirect("sheet", game_id)
        if returns:
            joining.come_back(game=playing.row, player=returns, seen=seen, by=by, as_of=as_of)
            return redirect("sheet", game_id)
        if form.is_valid():
            who, start = form.chosen_player(), form.chosen_start()
            joining.join_game(game=playing.row, player=who, start=start, seen=seen, by=by, as_of=as_of)
            return redirect("sheet", game_id)
    problem = ""
    if refused.error is not None and (refused.status == 409 or not form.is_bound):
        # Whatever was chosen may have been chosen from an older setup, so ask again.
        page, form = _joining(access.game(request, game_id))
        problem = refused.message
    context = of_group(playing.member) | {"game": playing.row, "page": page, "form": form, "problem": problem}
    return render(request, "game/players.html", context, status=refused.status)


def _joining(playing: access.Playing, data: QueryDict | None = None) -> tuple[seated.PlayersPage, JoinForm]:
    """Return who plays, and the form by which others join. Raise a 404 if a game's players can't change."""
    record = refuse_unknown(loading.load_known(playing.row))
    page = or_404(seated.players_page(record) if record.rules.players_change else None)
    bench = [(player.pk, player.name) for player in page.bench]
    totals = [(total, sentence(label)) for total, label in page.totals]
    return page, JoinForm(record.rules, bench, totals, data)
