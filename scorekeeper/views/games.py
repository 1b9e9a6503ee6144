"""A game's sheet, and what happens to a game as a whole: stopping, hiding, a rematch, a corrected set-up."""

import uuid
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import access
from scorekeeper.forms.games import CorrectSetupForm
from scorekeeper.forms.hands import whole
from scorekeeper.queries import charts, effects, groups, guides, saved, setups, sheets, stored, watching
from scorekeeper.queries.records import GameRecord, card_game_of, load, load_known
from scorekeeper.services import games
from scorekeeper.services.errors import Refused, Stale
from scorekeeper.text import sentence
from scorekeeper.views.shared import or_404, page, refuse_unknown, sent, status_of


@require_safe
def sheet(request: HttpRequest, game_id: int) -> HttpResponse:
    """The score sheet; `hand` opens a hand, `said` says what was just saved."""
    return show_sheet(request, access.game(request, game_id), said=request.GET.get("said", ""))


def show_sheet(request: HttpRequest, playing: access.Playing, *, said: str = "", address: str = "") -> HttpResponse:
    """The sheet as a page or a part. `said` is "hand.revision" of what was just saved."""
    record = load(playing.game)
    context: dict[str, Any] = {"game": playing.game, "group": playing.game.group, "member": playing.member}
    if not isinstance(record, GameRecord):
        return render(request, "game/stored.html", context | {"sheet": stored.stored_sheet(record)})
    context |= {
        "sheet": sheets.sheet_view(record, opened=whole(request.GET, "hand")),
        "chart": charts.chart(record) if record.outcome else None,
        "said": saved.said_about(record, said),
        "rematch": uuid.uuid4(),
        "live": watching.member_token(playing.member),
    }
    return page(request, "game/sheet", context, address=address)


@require_safe
def guide(request: HttpRequest, game_id: int) -> HttpResponse:
    """The short rules of what is played."""
    game = access.game(request, game_id).game
    context = {"game": game, "group": game.group, "guide": or_404(guides.guide_page(game))}
    return render(request, "game/guide.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, game_id: int) -> HttpResponse:
    """It is late: the leader wins, or nobody does."""
    playing = access.game(request, game_id)
    refuse_unknown(card_game_of(playing.game))
    problem = ""
    if request.method == "POST":
        how = games.STOPS.get(request.POST.get("how", ""))
        try:
            if how is not None:
                games.stop_game(game=playing.game, how=how)
                return redirect("sheet", game_id)
            problem = _("Choose how the evening ends.")
        except Refused as refused:
            problem = sentence(refused.message)
    record = _known(playing)
    context = {
        "game": playing.game,
        "leader": record.rules.stop(record.sheet, "leader_wins") if record.sheet.hands else None,
        "problem": problem,
    }
    return render(request, "game/stop.html", context, status=422 if problem else 200)


@require_POST
def resume(request: HttpRequest, game_id: int) -> HttpResponse:
    """Take a stopped game up again."""
    playing = access.game(request, game_id)
    refuse_unknown(card_game_of(playing.game))
    games.resume_game(game=playing.game)
    return redirect("sheet", game_id)


@require_POST
def hide(request: HttpRequest, game_id: int) -> HttpResponse:
    """Hide a game that was only a try, or show it again."""
    playing = access.owned_game(request, game_id)
    game = games.hide_game(game=playing.game, hidden=request.POST.get("hidden") == "true")
    return redirect("group", game.group_id)


@require_POST
def rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    """The same seats and house rules again, the deal moved on."""
    playing = access.game(request, game_id)
    record = _known(playing)
    new = games.NewGame(
        uid=_uid(request),
        rules=record.rules,
        players=tuple(player.pk for player in groups.people(record.players)),
        first_dealer=record.rules.dealer(record.sheet),
        options=record.options,
    )
    try:
        game = games.start_game(group=playing.game.group, new=new, by=playing.member)
    except Refused as refused:
        raise PermissionDenied(sentence(refused.message)) from refused
    return redirect("sheet", game.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest, game_id: int) -> HttpResponse:
    """Correct who sat where, the first dealer or a house rule; the effect is shown before it is saved."""
    playing = access.game(request, game_id)
    record = _known(playing)
    names = groups.names(playing.game.group)
    form = CorrectSetupForm(record.rules, names, len(record.players), sent(request), initial=_initial(record))
    versions = setups.setup_versions(record, names)
    context = {"game": playing.game, "form": form, "problems": (), "corrected": None, "versions": versions}
    if form.is_valid():
        setting = setups.Setting(
            players=form.chosen_seats(), first_dealer=form.chosen_dealer(), options=form.chosen_options()
        )
        corrected = setups.reset(record, setting, [names[player] for player in setting.players])
        if corrected.problems:
            context["problems"] = tuple(problem for problem in corrected.problems if not form.shows(problem))
            return render(request, "game/setup.html", context, status=422)
        # What was changed beside the button after its effect was shown is shown again first.
        if request.POST.get("confirm") == setting.digest:
            return _save_setup(request, playing, setting, context)
        effect = effects.setup_effect(record, corrected.record)
        context |= {"corrected": corrected, "effect": effect, "confirm": setting.digest}
    return render(request, "game/setup.html", context, status=status_of(form))


def _save_setup(
    request: HttpRequest, playing: access.Playing, setting: setups.Setting, context: dict[str, Any]
) -> HttpResponse:
    try:
        games.correct_setup(game=playing.game, setting=setting, seen=whole(request.POST, "seen"), by=playing.member)
    except Stale as stale:
        # What was chosen belonged to another set-up; the form begins again with the one that stands.
        record = _known(access.game(request, playing.game.pk))
        form = context["form"]
        fresh = CorrectSetupForm(record.rules, form.players, len(record.players), initial=_initial(record))
        context |= {"form": fresh, "stale": stale.message, "corrected": None}
        return render(request, "game/setup.html", context, status=409)
    except Refused as refused:
        context["form"].refuse(refused.path, sentence(refused.message))
        return render(request, "game/setup.html", context | {"problems": refused.problems}, status=422)
    return redirect("sheet", playing.game.pk)


def _known(playing: access.Playing) -> GameRecord:
    return refuse_unknown(load_known(playing.game))


def _initial(record: GameRecord) -> dict[str, Any]:
    initial: dict[str, Any] = {f"seat_{seat}": player for seat, player in enumerate(record.players, start=1)}
    initial |= {f"option_{key}": value for key, value in record.options.items()}
    return initial | {"dealer": record.players[record.first_dealer], "seen": record.setup}


def _uid(request: HttpRequest) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get("uid", ""))
    except ValueError:  # a hostile one is as good as none
        return uuid.uuid4()
