"""Make, change, share and add the games of a group's own."""

import uuid
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.formats.language import file_name
from scorekeeper.formats.made_up import made_up_round
from scorekeeper.formats.recipes import Reading, pack, read_link, read_recipe, write_recipe
from scorekeeper.games import AnyGame
from scorekeeper.models import Membership
from scorekeeper.recording.own_games import reading, writing
from scorekeeper.recording.own_games.forms import AddRecipeForm, NoteForm
from scorekeeper.rules import limits
from scorekeeper.web import access
from scorekeeper.web.pages import of_group, shareable
from scorekeeper.web.refusals import or_404, refusals

# The most characters of a packed recipe that a camera can still read off a screen.
LARGEST_CODE = 1200


@require_safe
def another_game(request: HttpRequest, group_id: int) -> HttpResponse:
    """Offer to make a game by a picture of how it is scored, or to add one that somebody shared."""
    return _another_page(request, access.member(request, group_id), AddRecipeForm())


def _another_page(request: HttpRequest, member: Membership, form: AddRecipeForm) -> HttpResponse:
    context = of_group(member, where="games") | {
        "pictures": reading.setting_up().pictures,
        # Whoever comes back finds the game that they have made.
        "uid": uuid.uuid4().hex[:12],
        "name": request.GET.get("name", "")[: limits.LONGEST_NAME],
        "full": None if form.is_bound else reading.why_full(member.group),
        "add_form": form,
    }
    return render(request, "recording/own_games/another.html", context, status=422 if form.errors else 200)


@require_safe
def recipe(request: HttpRequest, group_id: int, rules: str) -> HttpResponse:
    """Show how one of the group's own games is scored, to change or share it."""
    member = access.member(request, group_id)
    known, note = reading.found(member.group, rules)
    return _recipe_page(request, member, known, NoteForm(initial={"note": note}))


def _recipe_page(request: HttpRequest, member: Membership, known: AnyGame, form: NoteForm) -> HttpResponse:
    packed, row = pack(known), reading.recipe_of(member.group, known.rules.slug)
    context = of_group(member, where="games") | {
        "known": known,
        "in_short": known.summary(known.rules.house_rules, None),
        # A longer link doesn't fit a QR code.
        "shared": shareable(request, reverse("recipe_link", args=[packed])) if len(packed) <= LARGEST_CODE else None,
        "row": row,
        # What was typed stays on the page.
        "full": None if row or form.is_bound else reading.why_full(member.group),
        "note_form": form,
    }
    return render(request, "recording/own_games/recipe.html", context, status=422 if form.errors else 200)


@require_safe
def download_recipe(request: HttpRequest, group_id: int, rules: str) -> HttpResponse:
    """Download one of the group's own games as a file."""
    known, note = reading.found(access.member(request, group_id).group, rules)
    name = file_name(known.rules.house_rules.name, "template.json")
    headers = {"Content-Disposition": content_disposition_header(as_attachment=True, filename=name)}
    return HttpResponse(write_recipe(known, note), content_type="application/json", headers=headers)


@require_POST
def keep_note(request: HttpRequest, group_id: int, rules: str) -> HttpResponse:
    """Save what a group writes down about one of its own games."""
    member = access.member(request, group_id)
    (known, _note), form = reading.found(member.group, rules), NoteForm(request.POST)
    with refusals(form):
        if form.is_valid():
            options, note, group = known.rules.house_rules, form.cleaned_data["note"], member.group
            writing.keep_recipe(group=group, options=options, note=note, by=member, is_shared=True, offer=False)
            return redirect("recipe", group_id, rules)
    return _recipe_page(request, member, known, form)


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
                return redirect(f"{reverse('new_game', args=[group_id])}?{urlencode({'rules': kept.rules})}")
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
    return _another_page(request, member, form)


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
