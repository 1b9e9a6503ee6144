"""Start a new game, and make, change, share and add the games of a group's own that it can be."""

import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import access, limits
from scorekeeper.exchange.recipes import AnyGame, Reading, pack, read_link, read_recipe, write_recipe
from scorekeeper.forms.games import NewGameForm, seat_list, seat_text
from scorekeeper.forms.people import PlayerForm
from scorekeeper.forms.recipes import AddRecipeForm, RecipeForm
from scorekeeper.language import file_name
from scorekeeper.models import Membership
from scorekeeper.queries.people import groups
from scorekeeper.queries.recording import made_up, recipes as recipe_queries
from scorekeeper.queries.recording.records import AnyRules
from scorekeeper.services import games, people, recipes
from scorekeeper.services.errors import SeatedAlready
from scorekeeper.views.shared import of_group, or_404, refusals, sent, shareable, whole_number


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: HttpRequest, group_id: int) -> HttpResponse:
    """Let the user choose the rules and lineup with links, then start the game with the form."""
    member = access.member(request, group_id)
    asked = request.POST if request.method == "POST" else request.GET
    seats, rules = seat_list(asked.get("seats", "")), groups.rules_to_play(member.group, asked.get("rules", ""))
    if rules is None:
        return _choose_rules(request, member, seats)
    context = _context(asked, member, rules, seats, sent(request))
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
    rules = groups.rules_to_play(member.group, request.POST.get("rules", ""))
    form = PlayerForm(request.POST)
    with refusals(form):
        if form.is_valid():
            player = people.add_player(group=member.group, name=form.cleaned_data["name"], by=member)
            if player.pk in seats:
                raise SeatedAlready(player.name)
            return redirect(_address(group_id, (*seats, player.pk), _kept(request.POST, rules)) + "#add")
    if rules is None:
        return _choose_rules(request, member, seats)
    context = _context(request.POST, member, rules, seats) | {"player_form": form, "form": None}
    return render(request, "game/new.html", context, status=422)


def _choose_rules(request: HttpRequest, member: Membership, seats: tuple[int, ...]) -> HttpResponse:
    choices = [
        (rules, last_played, _address(member.group_id, seats, {"rules": rules.slug}))
        for rules, last_played in groups.playable(member.group)
        if len(seats) <= rules.players[-1]
    ]
    context = of_group(member) | {"choices": choices}
    return render(request, "game/which.html", context, status=422 if request.method == "POST" else 200)


def _context(
    asked: QueryDict, member: Membership, rules: AnyRules, seats: tuple[int, ...], data: QueryDict | None = None
) -> dict[str, Any]:
    roster = {player.pk: player for player in groups.roster(member.group)}
    seats = tuple(seat for seat in seats if seat in roster)
    seated = [roster[seat].name for seat in seats]
    lineup = groups.last_line_up(member.group, rules)
    kept = _kept(asked, rules)
    dealer = seats.index(kept["first"]) if kept.get("first") in seats else 0
    initial: dict[str, Any] = {"uid": uuid.uuid4(), "seats": seat_text(seats), "dealer": dealer}
    as_last_time = {"rules": rules.slug, "first": lineup.players[lineup.dealer], "again": 1} if lineup else {}
    if lineup is not None and kept.get("again"):
        initial |= {f"option_{key}": value for key, value in lineup.options.items()}
    fewest, most = rules.players[0], rules.players[-1]
    # After the taken seats come those still needed or, if none are, one that may stay empty.
    free = range(len(seats) + 1, max(fewest, min(len(seats) + 1, most)) + 1)
    chips = dict[int, dict[str, Any]]()
    for pk, player in roster.items():
        # A tap adds the player to the next free seat or removes them from their seat.
        tapped = tuple(seat for seat in seats if seat != pk) if pk in seats else (*seats, pk)
        chips[pk] = {"name": player.name, "mark": player.mark, "address": _address(member.group_id, tapped, kept)}
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


def _kept(asked: QueryDict, rules: AnyRules | None) -> dict[str, Any]:
    """Return the query parameters to keep while the user taps names: rules, first dealer, and reuse of house rules."""
    slug = {"rules": rules.slug} if rules else {}
    return slug | {name: number for name in ("first", "again") if (number := whole_number(asked, name))}


def _address(group_id: int, seats: tuple[int, ...], kept: Mapping[str, Any]) -> str:
    query = {"seats": seat_text(seats), **kept} if seats else kept
    return f"{reverse('new_game', args=[group_id])}?{urlencode(query, safe=',')}"


# The most characters of a packed recipe that a camera can still read off a screen.
LARGEST_CODE = 1200


@require_http_methods(["GET", "HEAD", "POST"])
def another_game(request: HttpRequest, group_id: int) -> HttpResponse:
    """Offer the games that come with the app as recipes, a form to make another, and one to add a shared one."""
    return _form_page(request, access.member(request, group_id))


@require_http_methods(["GET", "HEAD", "POST"])
def recipe(request: HttpRequest, group_id: int, rules: str) -> HttpResponse:
    """Change or share one of the group's own games."""
    member = access.member(request, group_id)
    return _form_page(request, member, _found(member, rules))


def _form_page(
    request: HttpRequest, member: Membership, known: AnyGame | None = None, add_form: AddRecipeForm | None = None
) -> HttpResponse:
    """Show the form for a game's options or save it, unless what was sent is the `add_form` below it."""
    blank = recipe_queries.blank_game()
    options = (known or blank).rules.house_rules
    initial = {"uid": options.template or uuid.uuid4().hex[:12], "name": options.name}
    form = RecipeForm(blank.rules, options, None if add_form else sent(request), initial=initial)
    if "preview" in request.POST:
        options = form.shown()
        initial = {name: request.POST.get(name, "") for name in initial}
        form = RecipeForm(blank.rules, options, initial=initial)
    with refusals(form) as refused:
        if form.is_valid():
            kept = recipes.keep_recipe(group=member.group, game=blank, options=form.chosen(), by=member)
            return _to_new_game(member.group_id, kept.rules)
    context = of_group(member) | {
        "form": form,
        "made_up": made_up.made_up_round(blank.made(form.shown())),
        "known": known,
    }
    if known is None:
        supplied = recipe_queries.not_yet_chosen(member.group)
        context |= {"supplied": supplied, "add_form": add_form or AddRecipeForm()}
        return render(request, "recipe/another.html", context, status=422 if add_form else refused.status)
    packed = pack(known)
    context |= {
        # A longer link doesn't fit a QR code.
        "shared": shareable(request, reverse("recipe_link", args=[packed])) if len(packed) <= LARGEST_CODE else None,
        "row": recipe_queries.recipe_of(member.group, known.rules.slug),
    }
    return render(request, "recipe/recipe.html", context, status=refused.status)


def _found(member: Membership, slug: str) -> AnyGame:
    row = recipe_queries.recipe_of(member.group, slug)
    return or_404(recipe_queries.made_game(row.rules, row.options) if row else recipe_queries.supplied().get(slug))


@require_safe
def download_recipe(request: HttpRequest, group_id: int, rules: str) -> HttpResponse:
    """Download one of the group's own games as a file."""
    known = _found(access.member(request, group_id), rules)
    response = HttpResponse(write_recipe(known), content_type="application/json")
    name = file_name(known.rules.house_rules.name, "template.json")
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response


@require_POST
def offer_recipe(request: HttpRequest, group_id: int, rules: str) -> HttpResponse:
    """Offer one of the group's own games for new games, or no longer."""
    member = access.member(request, group_id)
    with refusals():
        recipes.retire_recipe(group=member.group, slug=rules, retired=request.POST.get("offered") != "true", by=member)
    return redirect("recipe", group_id, rules)


@require_POST
def add_recipe(request: HttpRequest, group_id: int) -> HttpResponse:
    """Keep a shared game, or show what it is first."""
    member = access.member(request, group_id)
    if "packed" in request.POST:
        packed = request.POST["packed"]
        reading = read_link(packed)
        options, blank = or_404(reading.game).rules.house_rules, recipe_queries.blank_game()
        with refusals() as refused:
            kept = recipes.keep_recipe(group=member.group, game=blank, options=options, by=member, is_shared=True)
            return _to_new_game(group_id, kept.rules)
        return _link_page(request, packed, reading, refused.message, refused.status)
    form = AddRecipeForm(request.POST, request.FILES)
    if form.is_valid():
        file, link = form.cleaned_data["file"], form.cleaned_data["link"]
        reading = read_recipe(file.read(limits.LARGEST_RECIPE + 1)) if file else read_link(link)
        if reading.game is not None:
            address = reverse("recipe_link", args=[pack(reading.game)])
            return redirect(f"{address}?{urlencode({'group': group_id})}")
        for message in reading.messages[:3]:
            form.add_error("file" if file else "link", message.text)
    return _form_page(request, member, add_form=form)


@access.public
@require_safe
def recipe_link(request: HttpRequest, packed: str) -> HttpResponse:
    """Show the game in a link. Opening it keeps nothing."""
    reading = read_link(packed)
    return _link_page(request, packed, reading, status=200 if reading.game else 422)


def _link_page(
    request: HttpRequest, packed: str, reading: Reading, problem: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"problem": problem, "messages": reading.messages[:3], "packed": packed}
    if (game := reading.game) is not None:
        members = access.memberships(request)
        chosen = [member for member in members if str(member.group_id) == request.GET.get("group")]
        context |= {
            "game": game,
            "made_up": made_up.made_up_round(game),
            "in_short": made_up.in_short(game.rules.house_rules),
            "choices": recipe_queries.who_has(chosen or members, game.rules.slug),
        }
    return render(request, "recipe/link.html", context, status=status)


def _to_new_game(group_id: int, rules: str) -> HttpResponse:
    return redirect(f"{reverse('new_game', args=[group_id])}?{urlencode({'rules': rules})}")
