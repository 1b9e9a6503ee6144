"""A game's sheet, and what happens to a game as a whole: stopping, hiding, a rematch, a corrected set-up."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import access
from scorekeeper.access import Playing
from scorekeeper.forms.games import CorrectSetupForm
from scorekeeper.forms.hands import whole
from scorekeeper.queries import groups, setups
from scorekeeper.queries.charts import chart
from scorekeeper.queries.effects import setup_effect
from scorekeeper.queries.guides import guide_page
from scorekeeper.queries.records import GameRecord, card_game_of, load, load_known
from scorekeeper.queries.saved import said_about
from scorekeeper.queries.sheets import sheet_view
from scorekeeper.queries.stored import stored_sheet
from scorekeeper.queries.watching import member_token
from scorekeeper.services import games
from scorekeeper.services.errors import Refused, Stale
from scorekeeper.text import sentence
from scorekeeper.views.shared import page, sent

if TYPE_CHECKING:
    from scorekeeper.rules.sheet import Problem

T = TypeVar("T")


@require_safe
def sheet(request: HttpRequest, game_id: int) -> HttpResponse:
    """The score sheet; `hand` opens a hand, `said` says what was just saved."""
    return show_sheet(request, access.game(request, game_id), said=request.GET.get("said", ""))


def show_sheet(request: HttpRequest, playing: Playing, *, said: str = "", address: str = "") -> HttpResponse:
    """The sheet as a page or a part. `said` is "hand.revision" of what was just saved."""
    record = load(playing.game)
    context: dict[str, Any] = {"game": playing.game, "group": playing.game.group, "member": playing.member}
    if not isinstance(record, GameRecord):
        return render(request, "game/stored.html", context | {"sheet": stored_sheet(record)})
    context["sheet"] = sheet_view(record, opened=whole(request.GET, "hand"))
    context["chart"] = chart(record) if record.outcome else None
    context["said"] = said_about(record, said)
    context["rematch"] = uuid.uuid4()
    context["live"] = member_token(playing.member)
    return page(request, "game/sheet", context, address=address)


@require_safe
def guide(request: HttpRequest, game_id: int) -> HttpResponse:
    """The short rules of what is played."""
    game = access.game(request, game_id).game
    found = guide_page(game)
    if found is None:
        raise Http404
    return render(request, "game/guide.html", {"game": game, "group": game.group, "guide": found})


@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, game_id: int) -> HttpResponse:
    """It is late: the leader wins, or nobody does."""
    playing = access.game(request, game_id)
    refuse_unknown(card_game_of(playing.game))
    problem, status = "", 200
    if request.method == "POST":
        how = games.STOPS.get(request.POST.get("how", ""))
        try:
            if how is not None:
                games.stop_game(game=playing.game, how=how)
                return redirect("sheet", game_id)
            problem, status = _("Choose how the evening ends."), 422
        except Refused as refused:
            problem, status = sentence(refused.message), 422
    record = _known(playing)
    context = {
        "game": playing.game,
        "sheet": sheet_view(record),
        "leader": record.rules.stop(record.sheet, "leader_wins") if record.sheet.hands else None,
        "problem": problem,
    }
    return render(request, "game/stop.html", context, status=status)


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
    context: dict[str, Any] = {"game": playing.game, "form": form, "problems": (), "corrected": None}
    context["versions"] = setups.setup_versions(record, names)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            setting = setups.Setting(
                players=form.chosen_seats(), first_dealer=form.chosen_dealer(), options=form.chosen_options()
            )
            corrected = setups.reset(record, setting, [names[player] for player in setting.players])
            context["problems"] = tuple(each for each in corrected.problems if not _beside(form, each))
            if not corrected.problems:
                status = 200
                # What was changed beside the button after its effect was shown is shown again first.
                if request.POST.get("confirm") == setting.digest:
                    return _save_setup(request, playing, setting, context)
                told = setup_effect(record, corrected.record)
                context |= {"corrected": corrected, "effect": told, "confirm": setting.digest}
    return render(request, "game/setup.html", context, status=status)


def _save_setup(
    request: HttpRequest, playing: Playing, setting: setups.Setting, context: dict[str, Any]
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


def _beside(form: CorrectSetupForm, problem: Problem) -> bool:
    """Say what is wrong with the form's own fields beside them; all else is about hands."""
    if problem.path != "seats" and f"option_{problem.path}" not in form.fields:
        return False
    form.refuse(problem.path, sentence(problem.message))
    return True


def _known(playing: Playing) -> GameRecord:
    """The game's record, where its rules are known."""
    return refuse_unknown(load_known(playing.game))


def refuse_unknown(found: T | None) -> T:
    """What was found of a game, where its rules are known. Without them it can be read, as it was stored."""
    if found is None:
        raise PermissionDenied(_("This game’s rules are not known here: it can be read, not changed."))
    return found


def _initial(record: GameRecord) -> dict[str, Any]:
    initial: dict[str, Any] = {f"seat_{seat}": player for seat, player in enumerate(record.players, start=1)}
    initial |= {f"option_{key}": value for key, value in record.options.items()}
    return initial | {"dealer": record.players[record.first_dealer], "seen": record.setup}


def _uid(request: HttpRequest) -> uuid.UUID:
    """The id that makes the same request twice one game; a hostile one is as good as none."""
    try:
        return uuid.UUID(request.POST.get("uid", ""))
    except ValueError:
        return uuid.uuid4()
