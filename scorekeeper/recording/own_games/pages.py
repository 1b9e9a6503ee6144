"""Make, change, share and add the games of a group's own."""

import uuid
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.formats.language import file_name
from scorekeeper.formats.made_up import made_up_round
from scorekeeper.formats.recipes import Reading, pack, read_link, read_recipe, write_recipe
from scorekeeper.games import AnyGame
from scorekeeper.models import Membership
from scorekeeper.recording.game import reading as game_reading
from scorekeeper.recording.own_games import reading, writing
from scorekeeper.recording.own_games.forms import AddRecipeForm, NoteForm, RecipeForm
from scorekeeper.rules import limits
from scorekeeper.web import access
from scorekeeper.web.pages import of_group, sent, shareable
from scorekeeper.web.refusals import or_404, refusals

# The most characters of a packed recipe that a camera can still read off a screen.
LARGEST_CODE = 1200


@require_http_methods(["GET", "HEAD", "POST"])
def recipe(request: HttpRequest, group_id: int, rules: str = "") -> HttpResponse:
    """Change or share one of the group's own games, or offer those that come with the app, and to make or add one."""
    member = access.member(request, group_id)
    return _form_page(request, member, _found(member, rules)[0] if rules else None)


def _form_page(
    request: HttpRequest, member: Membership, known: AnyGame | None = None, other: forms.Form | None = None
) -> HttpResponse:
    """Show the form for a game's options or save it, unless what was sent is the `other` form, which is wrong."""
    blank = reading.blank_game()
    options = (known or blank).rules.house_rules
    initial = {"uid": options.template or uuid.uuid4().hex[:12], "name": options.name}
    form = RecipeForm(blank.rules, options, None if other else sent(request), initial=initial)
    if "preview" in request.POST:
        options = form.shown()
        initial = {name: request.POST.get(name, "") for name in initial}
        form = RecipeForm(blank.rules, options, initial=initial)
    with refusals(form) as refused:
        if form.is_valid():
            kept = writing.keep_recipe(group=member.group, options=form.chosen(), by=member)
            return _to_new_game(member.group_id, kept.rules)
    context = of_group(member) | {"form": form, "known": known, "made_up": made_up_round(blank.made(form.shown()))}
    context["said"] = blank.summary(form.shown(), None).said
    row = reading.recipe_of(member.group, known.rules.slug) if known else None
    # What was typed stays on the page.
    context["full"] = None if row or form.is_bound or other else reading.why_full(member.group)
    if known is None:
        supplied = reading.not_yet_chosen(member.group)
        context |= {"supplied": supplied, "add_form": other or AddRecipeForm()}
        return render(request, "recording/own_games/another.html", context, status=422 if other else refused.status)
    packed = pack(known)
    context |= {
        # A longer link doesn't fit a QR code.
        "shared": shareable(request, reverse("recipe_link", args=[packed])) if len(packed) <= LARGEST_CODE else None,
        "row": row,
        "note_form": other or NoteForm(initial={"note": row.note if row else ""}),
    }
    return render(request, "recording/own_games/recipe.html", context, status=422 if other else refused.status)


def _found(member: Membership, slug: str) -> tuple[AnyGame, str]:
    """Return one of the group's own games, or one that comes with the app, with the group's note about it."""
    row = reading.recipe_of(member.group, slug)
    found = game_reading.made_game(row.rules, row.options) if row else reading.supplied().get(slug)
    return or_404(found), row.note if row else ""


@require_safe
def download_recipe(request: HttpRequest, group_id: int, rules: str) -> HttpResponse:
    """Download one of the group's own games as a file."""
    known, note = _found(access.member(request, group_id), rules)
    name = file_name(known.rules.house_rules.name, "template.json")
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name)}
    return HttpResponse(write_recipe(known, note), content_type="application/json", headers=headers)


@require_POST
def keep_note(request: HttpRequest, group_id: int, rules: str) -> HttpResponse:
    """Save what a group writes down about one of its own games."""
    member = access.member(request, group_id)
    (known, _note), form = _found(member, rules), NoteForm(request.POST)
    with refusals(form):
        if form.is_valid():
            options, note = known.rules.house_rules, form.cleaned_data["note"]
            writing.keep_recipe(group=member.group, options=options, note=note, by=member, is_shared=True)
            return redirect("recipe", group_id, rules)
    return _form_page(request, member, known, form)


@require_POST
def offer_recipe(request: HttpRequest, group_id: int, rules: str) -> HttpResponse:
    """Offer one of the group's own games for new games, or no longer."""
    member = access.member(request, group_id)
    with refusals():
        writing.retire_recipe(group=member.group, slug=rules, retired=request.POST.get("offered") != "true", by=member)
    return redirect("recipe", group_id, rules)


@require_POST
def add_recipe(request: HttpRequest, group_id: int) -> HttpResponse:
    """Keep a shared game, or show what it is first."""
    member = access.member(request, group_id)
    if "packed" in request.POST:
        packed, note_form = request.POST["packed"], NoteForm(request.POST)
        shared = replace(read_link(packed), note=request.POST.get("note", ""))
        options = or_404(shared.game).rules.house_rules
        with refusals(note_form) as refused:
            if note_form.is_valid():
                note = note_form.cleaned_data["note"] or None
                kept = writing.keep_recipe(group=member.group, options=options, note=note, by=member, is_shared=True)
                return _to_new_game(group_id, kept.rules)
        problem = " ".join(map(str, note_form["note"].errors))
        return _link_page(request, packed, shared, problem, refused.status)
    form = AddRecipeForm(request.POST, request.FILES)
    if form.is_valid():
        file, link = form.cleaned_data["file"], form.cleaned_data["link"]
        shared = read_recipe(file.read(limits.LARGEST_RECIPE + 1)) if file else read_link(link)
        if shared.game is not None:
            packed = pack(shared.game)
            if shared.note:  # which a link doesn't hold
                return _link_page(request, packed, shared)
            return redirect(f"{reverse('recipe_link', args=[packed])}?{urlencode({'group': group_id})}")
        for message in shared.messages[:3]:
            form.add_error("file" if file else "link", message.text)
    return _form_page(request, member, other=form)


@access.public
@require_safe
def recipe_link(request: HttpRequest, packed: str) -> HttpResponse:
    """Show the game in a link. Opening it keeps nothing."""
    shared = read_link(packed)
    return _link_page(request, packed, shared, status=200 if shared.game else 422)


def _link_page(
    request: HttpRequest, packed: str, shared: Reading, problem: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"problem": problem, "messages": shared.messages[:3], "packed": packed}
    if (game := shared.game) is not None:
        members = access.memberships(access.user_of(request))
        chosen = [member for member in members if str(member.group_id) == request.GET.get("group")]
        context |= {
            "game": game,
            "made_up": made_up_round(game),
            "in_short": game.summary(game.rules.house_rules, None),
            "note": shared.note,
            "choices": reading.who_has(chosen or members, game.rules.slug),
        }
    return render(request, "recording/own_games/link.html", context, status=status)


def _to_new_game(group_id: int, rules: str) -> HttpResponse:
    return redirect(f"{reverse('new_game', args=[group_id])}?{urlencode({'rules': rules})}")
