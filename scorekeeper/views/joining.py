"""Join a game in progress, leave it, or come back."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorekeeper import access
from scorekeeper.forms.joining import JoinForm
from scorekeeper.queries.recording import loading, seated
from scorekeeper.services import joining
from scorekeeper.text import sentence
from scorekeeper.views.shared import of_group, or_404, refusals, refuse_unknown, sent, version_seen, whole_number


@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, game_id: int) -> HttpResponse:
    """Let somebody join by the form, or leave or come back by a button."""
    playing = access.game(request, game_id)
    leaves, returns = (whole_number(request.POST, name) for name in ("leave", "back"))
    page = _page(playing)
    form = _form(page, None if leaves or returns else sent(request))
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
        page, problem = _page(access.game(request, game_id)), refused.message
        form = _form(page)
    context = of_group(playing.member) | {"game": playing.row, "page": page, "form": form, "problem": problem}
    return render(request, "game/players.html", context, status=refused.status)


def _page(playing: access.Playing) -> seated.PlayersPage:
    """Return the page of a game. Raise a 404 if its players can't change."""
    record = refuse_unknown(loading.load_known(playing.row))
    return or_404(seated.players_page(record) if record.rules.players_change else None)


def _form(page: seated.PlayersPage, data: QueryDict | None = None) -> JoinForm:
    bench = [(player.pk, player.name) for player in page.bench]
    totals = [(total, sentence(label)) for total, label in page.totals]
    return JoinForm(page.record.rules, bench, totals, data)
