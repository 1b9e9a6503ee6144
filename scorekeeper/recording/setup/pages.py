"""Start a game or repeat one, correct its setup, and let people join or leave it."""

import uuid
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.games import AnyGame
from scorekeeper.models import Membership, Player, night_of
from scorekeeper.people.roster import reading as roster_reading, writing as roster_writing
from scorekeeper.people.roster.forms import PlayerForm
from scorekeeper.recording.game import effects, reading as game_reading, setups
from scorekeeper.recording.game.forms import seat_list, seat_text
from scorekeeper.recording.setup import reading, writing
from scorekeeper.recording.setup.forms import CorrectSetupForm, JoinForm, NewGameForm
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import options_record
from scorekeeper.web import access, throttle
from scorekeeper.web.forms import uid_sent
from scorekeeper.web.pages import ask, confirmed, of_group, sent, version_seen, whole_number
from scorekeeper.web.refusals import Refused, refusals, refuse_unknown


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, group_id: int) -> HttpResponse:
    """Let the user choose the rules and lineup with links, then start the game with the form."""
    member = access.member(request, group_id)
    asked = request.POST if request.method == "POST" else request.GET
    seats, game = seat_list(asked.get("seats", "")), reading.game_to_play(member.group, asked.get("rules", ""))
    if game is None:
        return _choose_rules(request, member, seats)
    rules = game.rules
    # Where just the result is to be written down, another game is asked for on the same page.
    if "result" in asked and "seats" not in asked:
        kept = urlencode({"rules": rules.slug, "result": asked["result"]})
        return redirect(f"{reverse('result', args=[group_id])}?{kept}")
    if "seats" not in asked and (query := reading.tonight(member.group, rules)):
        return redirect(f"{reverse('new_game', args=[group_id])}?{query}")
    page = reading.NewGamePage(member.group, game, seats, _kept(asked, game))
    form = NewGameForm(rules, page.names, sent(request), initial={"uid": uuid.uuid4(), **page.initial})
    with refusals(form) as refused:
        if form.is_valid():
            new = writing.NewGame(
                uid=form.cleaned_data["uid"],
                rules=form.rules,
                players=form.cleaned_data["seats"],
                first_dealer=form.chosen_dealer(),
                options=options_record(form.chosen()),
                night=form.cleaned_data["night"],
            )
            return begin(member, new)
    dealers = [*zip(form["dealer"], page.taken, strict=True)] if rules.has_dealer else []
    context = of_group(member, where="players") | {"page": page, "form": form, "dealers": dealers}
    context |= {"player_form": PlayerForm()}
    return render(request, "recording/setup/new.html", context, status=refused.status)


@require_POST
def add_player(request: HttpRequest, group_id: int) -> HttpResponse:
    """Add a player to the roster, and give them the new game's next seat."""
    member = access.member(request, group_id)
    seats = seat_list(request.POST.get("seats", ""))
    game, form = reading.game_to_play(member.group, request.POST.get("rules", "")), PlayerForm(request.POST)
    with refusals(form):
        if form.is_valid():
            player = roster_writing.add_player(group=member.group, name=form.cleaned_data["name"], by=member)
            if player.pk in seats:
                raise Refused(reading.why_seated(player.name), path="name")
            query = reading.query((*seats, player.pk), _kept(request.POST, game))
            return redirect(f"{reverse('new_game', args=[group_id])}?{query}#add")
    if game is None:
        return _choose_rules(request, member, seats)
    page = reading.NewGamePage(member.group, game, seats, _kept(request.POST, game))
    context = of_group(member, where="players") | {"page": page, "player_form": form}
    return render(request, "recording/setup/new.html", context, status=422)


def _choose_rules(request: HttpRequest, member: Membership, seats: tuple[int, ...]) -> HttpResponse:
    day = reading.day_in(request.GET.get("result", ""))
    ours, last_played, others = reading.playable(member.group, len(seats))
    kinds = [(kind, title, [game for game in others if game.kind == kind]) for kind, title in reading.KINDS.items()]
    context = {
        "result": day and day.isoformat(),
        "ours": ours,
        "last_played": last_played,
        "kinds": kinds,
        "seats": seat_text(seats),
    }
    context |= of_group(member) | {"longest": limits.LONGEST_NAME}
    return render(request, "recording/setup/which.html", context, status=422 if request.method == "POST" else 200)


def _kept(asked: QueryDict, game: AnyGame | None) -> dict[str, Any]:
    """Return the query parameters to keep while the user taps names: rules, first dealer, and reuse of house rules."""
    slug = {"rules": game.rules.slug} if game else {}
    if day := reading.day_in(asked.get("result", "")):
        slug["result"] = day.isoformat()
        if totals := reading.totals_in(asked.get("totals", "")):
            slug["totals"] = ",".join(f"{player}:{half}" for player, half in totals.items())
    return slug | {name: number for name in ("first", "again") if (number := whole_number(asked, name))}


@require_POST
def rematch(request: HttpRequest, game_id: int) -> HttpResponse:
    """Start another game with the same house rules and whoever hasn't left. Unless it was tonight, ask first.

    A game that has a way of its own to write a hand goes on at the first question.
    """
    playing = access.game(request, game_id)
    record = refuse_unknown(game_reading.load_known(playing.row))
    date, back = playing.row.night.date, reverse("sheet", args=[game_id])
    button = gettext("Again") if record.rules.way else gettext("Rematch")
    if date != night_of(timezone.now(), playing.row.group.time_zone) and not confirmed(request):
        was = gettext("This game was on {date}.").format(date=date_format(date, "D M j"))
        uid = request.POST.get("uid", "")
        return ask(request, gettext("Play again today?"), was, button, back, uid=uid)
    people, seats = roster_reading.people(record.players), reading.staying(record)
    dealer = record.rules.dealer(record.sheet)
    new = writing.NewGame(
        uid=uid_sent(request.POST.get("uid", "")),
        rules=record.rules,
        players=tuple(people[seat].pk for seat in seats),
        first_dealer=seats.index(dealer) if dealer in seats else 0,
        options=record.options,
    )
    with refusals() as refused:
        return begin(playing.member, new)
    response = ask(request, button, refused.message, button, back, uid=str(new.uid))
    response.status_code = refused.status
    return response


def begin(member: Membership, new: writing.NewGame) -> HttpResponse:
    """Start a game and go on at its first question, if it has a way of its own to write a hand, or at its sheet."""
    throttle.count(throttle.GAMES.by(str(member.pk)))
    game = writing.start_game(group=member.group, new=new, by=member)
    # Sent again, it finds the game that was played meanwhile.
    if new.rules.way == "won" and game.state == game.State.PLAYING:
        return redirect("stop", game.pk)
    if new.rules.way and not reading.has_saved_hands(game):
        return redirect("hand", game.pk, 1)
    return redirect("sheet", game.pk)


def to_seats(group_id: int, rules: str, players: Sequence[Player] = ()) -> HttpResponse:
    """Go to the table of a new game, where these players have seats already."""
    seats = tuple(player.pk for player in players) or None
    return redirect(f"{reverse('new_game', args=[group_id])}?{reading.query(seats, {'rules': rules})}")


@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest, game_id: int) -> HttpResponse:
    """Correct the seats, the first dealer or the house rules, after showing what would change."""
    playing = access.game(request, game_id)
    page = reading.SetupPage(playing.row)
    form = CorrectSetupForm(page, sent(request))
    if not form.is_valid():
        return _show(request, playing, 422 if form.errors else 200, page=page, form=form)
    dealer = form.seated.index(form.dealer) if page.record.rules.has_dealer else 0
    setting = setups.Setting(players=form.seated, first_dealer=dealer, options=options_record(form.chosen()))
    try:
        after, warnings = setups.reset(page.record, setting, [page.names[player] for player in form.seated])
    except Refused as impossible:
        problems = [problem for problem in impossible.problems if not form.shows(problem)]
        return _show(request, playing, 422, page=page, form=form, problems=problems)
    # If the form was changed after its effect was shown, show the new effect first.
    if request.POST.get("confirm") != setting.digest:
        effect, totals = effects.setup_effect(page.record, after), effects.moved(page.record, after)
        told = {"effect": effect, "totals": totals, "warnings": warnings}
        return _show(request, playing, page=page, form=form, confirm=setting.digest, told=told)
    with refusals(form) as refused:
        seen, as_of = whole_number(request.POST, "seen"), version_seen(request)
        writing.correct_setup(game=playing.row, setting=setting, seen=seen, by=playing.member, as_of=as_of)
        return redirect("sheet", game_id)
    if refused.error is not None and refused.status != 409:
        return _show(request, playing, refused.status, page=page, form=form, problems=refused.error.problems)
    # The user's choices were based on an older setup, so restart the form from the current one.
    page = reading.SetupPage(access.game(request, game_id).row)
    return _show(request, playing, refused.status, page=page, problem=refused.message)


@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, game_id: int) -> HttpResponse:
    """Let somebody join by the form, or leave or come back by a button."""
    playing = access.game(request, game_id)
    leaves, returns = (whole_number(request.POST, name) for name in ("leave", "back"))
    page = reading.SetupPage(playing.row)
    if not page.record.rules.players_change:
        raise Http404
    form = JoinForm(page, None if leaves or returns else sent(request))
    with refusals(form if form.is_bound else None) as refused:
        seen, as_of, by = whole_number(request.POST, "seen"), version_seen(request), playing.member
        if leaves or returns:
            change = writing.leave_game if leaves else writing.come_back
            change(game=playing.row, player=leaves or returns, seen=seen, by=by, as_of=as_of)
            return redirect("sheet", game_id)
        if form.is_valid():
            who, start = form.chosen_player(), form.chosen_start()
            writing.join_game(game=playing.row, player=who, start=start, seen=seen, by=by, as_of=as_of)
            return redirect("sheet", game_id)
    problem = ""
    if refused.error is not None and (refused.status == 409 or not form.is_bound):
        # Whatever was chosen may have been chosen from an older setup, so ask again.
        page, problem = reading.SetupPage(access.game(request, game_id).row), refused.message
        form = JoinForm(page)
    return _show(request, playing, refused.status, page=page, problem=problem, join=form)


def _show(request: HttpRequest, playing: access.Playing, status: int = 200, **shown: Any) -> HttpResponse:
    """Show a `page` with the table, a `form` for another setup, and one by which others `join`, if that was sent."""
    page = shown["page"]
    form = shown.setdefault("form", CorrectSetupForm(page))
    page.seat(form.seated, form.dealer)
    shown["joins"] = "join" in shown
    if page.change:
        join = shown.setdefault("join", JoinForm(page))
        shown["joiners"] = zip(join["player"], page.bench, strict=True) if page.bench else ()
        shown["roster_full"] = roster_reading.why_full(playing.row.group)
    shown["versions"] = setups.setup_versions(page.record, page.names)
    return render(request, "recording/setup/setup.html", of_group(playing.member, playing.row) | shown, status=status)
