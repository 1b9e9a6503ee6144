"""Set up a game of a group's own, or change how one is scored, and start it with the usual players."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorekeeper.formats.language import Typed
from scorekeeper.formats.made_up import made_up_round
from scorekeeper.games import AnyGame
from scorekeeper.models import Membership, Player
from scorekeeper.recording.game.forms import seat_text
from scorekeeper.recording.own_games import reading as own_games
from scorekeeper.recording.own_games.forms import RecipeForm, RowForm, edit_rows
from scorekeeper.recording.own_games.writing import keep_recipe
from scorekeeper.recording.setup import reading, writing
from scorekeeper.recording.setup.pages import begin, to_seats
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import fields_of, options_record
from scorekeeper.rules.text import gettext as _
from scorekeeper.web import access
from scorekeeper.web.forms import uid_sent
from scorekeeper.web.pages import of_group
from scorekeeper.web.refusals import Refused, refusals


@require_http_methods(["GET", "HEAD", "POST"])
def make_game(request: HttpRequest, group_id: int, rules: str = "") -> HttpResponse:
    """Ask how a game is scored, show a made-up round, then keep it and start it, or let the user choose who plays."""
    member = access.member(request, group_id)
    known = own_games.found(member.group, rules)[0] if rules else None
    setting_up, blank = own_games.setting_up(), own_games.blank_game()
    asked = request.POST if request.method == "POST" else request.GET
    picture = asked.get("picture") or (setting_up.pictured(known.rules.house_rules) if known else "")
    if picture not in setting_up.pictures:
        return redirect("another_game", group_id)
    # Whoever comes back to set up a game finds it as they have kept it.
    kept = known or own_games.kept(member.group, asked.get("uid", ""))
    form, row_form = _forms(request, picture, _first_options(kept, picture, asked.get("like", "")))
    made, name = blank.made(form.shown()), Typed(str(form["name"].value() or "")[: limits.LONGEST_NAME])
    same = own_games.named(member.group, name) if name and not kept else None
    players = reading.usual_players(member.group, made.rules)
    with refusals(form) as refused:
        if form.is_valid():
            if same and own_games.recipe_of(member.group, same.rules.slug):
                raise Refused(_("Your group has this game already."), path="name")
            seats = seat_text(player.pk for player in players)
            if "start" in request.POST and request.POST.get("players", seats) != seats:
                raise Refused(_("Others play now. Look who starts, then tap again."))
            return _go_on(request, member, form.chosen(), players)
    context = of_group(member) | {
        "form": form,
        "row_form": row_form,
        "known": known,
        "name": name,
        "same": same,
        "picture": picture,
        "pictures": setting_up.pictures,
        "like": own_games.supplied().get(form.picture.like) if not form.rows() else None,
        "made_up": made_up_round(made, len(players) or 3),
        "said": made.summary(form.shown(), None).said,
        "players": players,
        "seats": seat_text(player.pk for player in players),
        "game": request.POST.get("game") or uuid.uuid4(),
        # What was typed stays on the page.
        "full": None if known or request.method == "POST" else own_games.why_full(member.group),
    }
    return render(request, "recording/setup/make.html", context, status=422 if row_form.errors else refused.status)


def _go_on(request: HttpRequest, member: Membership, options: Any, players: Sequence[Player]) -> HttpResponse:
    """Keep the game that these options make, and start it with these players or go to its table."""
    if "start" not in request.POST or not players:
        keep_recipe(group=member.group, options=options, by=member)
        return to_seats(member.group_id, options.slug, players)
    record = options_record(options)
    new = writing.NewGame(
        # Whoever comes back and starts with other answers starts another game.
        uid=uuid.uuid5(uid_sent(request.POST.get("game", "")), str(record)),
        rules=own_games.blank_game().made(options).rules,
        players=tuple(player.pk for player in players),
        first_dealer=0,
        options=record,
        makes=options,
    )
    return begin(member, new)


def _first_options(known: AnyGame | None, picture: str, like: str) -> Any:
    """Return the options to start from: the game’s own if this is their picture, or those of one it is `like`."""
    blank, setting_up = own_games.blank_game().rules.house_rules, own_games.setting_up()
    options = known.rules.house_rules if known else blank
    if like in own_games.supplied():
        other = own_games.supplied()[like].rules.house_rules
        return replace(other, template=options.template, name=options.name)
    if known and setting_up.pictured(options) == picture:
        return options
    return replace(blank, template=options.template, name=options.name, **setting_up.pictures[picture].starts)


def _forms(request: HttpRequest, picture: str, options: Any) -> tuple[RecipeForm, RowForm]:
    """Return the form for the game, which is bound only if it is to be saved, and the one for a row of its card."""
    setting_up, blank = own_games.setting_up(), own_games.blank_game()
    row_form, data = RowForm(setting_up), request.POST.copy()
    if request.method != "POST":
        initial = {"uid": options.template or request.GET.get("uid") or uuid.uuid4().hex[:12]}
        initial |= {"name": options.name or request.GET.get("name")}
        return RecipeForm(blank, picture, options, initial=initial), row_form
    is_preview = bool(data.get("preview") or data.get("row"))
    if data.get("preview"):
        row_form = RowForm(setting_up, initial={name: data.get(f"row-{name}") or None for name in row_form.fields})
    # A row that was typed, but not added, is part of the card.
    if button := data.get("row") or ("add" if data.get("row-name") and not is_preview else ""):
        (rows,) = (field for field in fields_of(blank.rules.options) if field.name == setting_up.rows)
        row_form = edit_rows(setting_up, data, f"option_{rows.key}", rows.high, button)
    form = RecipeForm(blank, picture, options, data)
    if is_preview or row_form.errors:
        initial = {"uid": data.get("uid", ""), "name": data.get("name", "")}
        form = RecipeForm(blank, picture, form.shown(), initial=initial)
    return form, row_form
