"""A group's page, a night, statistics, a player, what watch links open, and the versions that open pages poll for."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.functional import SimpleLazyObject
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.looking_back import milestones, nights, pictures, players, rankings, recaps, rivals, writing, years
from scorekeeper.looking_back.figures import everybody
from scorekeeper.looking_back.forms import FilterForm, NightForm
from scorekeeper.looking_back.watching import Watched
from scorekeeper.models import Night
from scorekeeper.people.links import reading as links_reading, writing as links_writing
from scorekeeper.recording.game import reading as game_reading
from scorekeeper.web import access, ledger
from scorekeeper.web.pages import name_elsewhere, of_group, page, shareable, version_seen, wants_part, whole_number
from scorekeeper.web.refusals import NotFound, or_404, refusals, refuse_unknown

PICTURE_POLICY = {"default-src": ["'none'"], "style-src": ["'unsafe-inline'"], "font-src": ["data:"]}


@require_safe
def group(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show a group's nights and its games in progress, or the nights that match a search."""
    member, number = access.member(request, group_id), whole_number(request.GET, "page")
    hidden = member.is_owner and whole_number(request.GET, "hidden") == 1
    # Everybody opens the first page of all nights, so the template keeps its parts in the cache, and reads what is lazy
    # here only for those that it doesn't have.
    is_plain = number <= 1 and not hidden and FilterForm.base_fields.keys().isdisjoint(request.GET)
    choices: Any = SimpleLazyObject(lambda: nights.choices(member.group))

    def find() -> dict[str, Any]:
        """Return the form, what is chosen in it as a query string, and a page of nights, or None if it is invalid."""
        form = FilterForm(choices, request.GET)
        chosen = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
        found = nights.nights_page(member.group, number, hidden=hidden, **chosen) if form.is_valid() else None
        return {"form": form, "kept": urlencode(chosen | ({"hidden": 1} if hidden else {})), "page": found}

    search = SimpleLazyObject(find)
    is_first = is_plain or (search["page"] is not None and search["page"].number == 1 and not search["kept"])
    in_progress = nights.in_progress(member.group) if is_first else []
    context = of_group(member, where=ledger.GROUP) | {
        "choices": choices,
        "search": search,
        "is_plain": is_plain,
        "is_first": is_first,
        "hidden": hidden,
        "playing": [each for each in in_progress if not game_reading.is_dormant(each[0])],
        "dormant": [each for each in in_progress if game_reading.is_dormant(each[0])],
        "live": game_reading.member_token(member),
        "version": game_reading.group_version(member.pk),
        "elsewhere": name_elsewhere(request),
    }
    status = 200 if is_plain or search["form"].is_valid() else 422
    return page(request, "looking_back/group/group", context, status=status)


@require_safe
def night(request: HttpRequest, night_id: int) -> HttpResponse:
    """Show a night with its games."""
    evening = access.night(request, night_id)
    initial = {"place": evening.row.place, "note": evening.row.note, "seen": recaps.words_digest(evening.row)}
    return _show_night(request, evening, NightForm(initial=initial))


@require_POST
def change_night(request: HttpRequest, night_id: int) -> HttpResponse:
    """Change a night's place and note."""
    evening = access.night(request, night_id)
    form = NightForm(request.POST)
    if not form.is_valid():
        return _show_night(request, evening, form, status=422)
    changes = form.cleaned_data
    with refusals() as refused:
        writing.change_night(night=evening.row, **changes, by=evening.member, as_of=version_seen(request))
        return redirect("night", night_id)
    # The page now shows the conflicting text, so submitting the form again deliberately overwrites it.
    form = NightForm(initial=changes | {"seen": recaps.words_digest(evening.row)})
    return _show_night(request, evening, form, stale=refused.message, status=refused.status)


def _show_night(
    request: HttpRequest, evening: access.Granted[Night], form: NightForm, *, stale: str = "", status: int = 200
) -> HttpResponse:
    context = of_group(evening.member, where="night") | {
        "night": evening.row,
        "page": recaps.night_page(evening.row, whole_number(request.GET, "page"), with_hidden=evening.member.is_owner),
        "reached": SimpleLazyObject(lambda: milestones.of_night(evening.member.group, evening.row.pk)),
        "form": form,
        "stale": stale,
        "live": game_reading.member_token(evening.member),
        "version": game_reading.group_version(evening.member.pk),
    }
    return page(request, "looking_back/night/night", context, status=status)


@require_safe
def statistics(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show a group's rankings, records and figures, of all games or of one set of rules."""
    member = access.member(request, group_id)
    found = rankings.statistics(member.group, request.GET.get("rules", ""), whole_number(request.GET, "year"))
    context = of_group(member) | {"found": found}
    if found is not None:
        wanted, orders = request.GET.get("by", ""), rankings.ORDERS[: 3 if found["slug"] else 2]
        context["order"] = order = wanted if wanted in orders else orders[0]
        context["leaders"] = rankings.leaders(found["players"])
        context["ranking"] = rankings.ranking(found["players"], order, found["history"])
        # What stays in the address from page to page: links on this page start their query with one of these, or both.
        context["of_rules"] = f"rules={found['slug']}&" if found["slug"] and not found["is_only"] else ""
        context["of_year"] = f"year={found['year']}&" if found["year"] else ""
    return render(request, "looking_back/statistics/statistics.html", context)


@require_safe
def year(request: HttpRequest, group_id: int, year: int) -> HttpResponse:
    """Show a year in which a game was finished."""
    member = access.member(request, group_id)
    key = f"year:{group_id}:{year}:{member.group.version}"
    found = or_404(cache.get_or_set(key, lambda: years.year_page(member.group, year)))
    return render(request, "looking_back/year/year.html", of_group(member) | {"found": found})


@require_safe
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show a player's page. A merged entry redirects to its main entry."""
    sitting = access.player(request, player_id)
    if sitting.row.same_as_id:
        return redirect("player", sitting.row.same_as_id)
    found = players.player_page(sitting.member.group, sitting.row, whole_number(request.GET, "year"))
    context = of_group(sitting.member, where="players") | {"found": found}
    return render(request, "looking_back/player/player.html", context)


@require_safe
def versus(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show who was ahead of whom, and how often."""
    member = access.member(request, group_id)
    found = rivals.rivals_page(member.group, whole_number(request.GET, "year"))
    return render(request, "looking_back/rivals/rivals.html", of_group(member) | {"found": found})


@require_safe
def two(request: HttpRequest, player_id: int, other_id: int) -> HttpResponse:
    """Show two people's games. Merged entries redirect to their main entries, and one person to that person's page."""
    member = access.player(request, player_id).member
    persons = everybody(member.group)
    one, other = persons[player_id], or_404(persons.get(other_id))
    if one == other:
        return redirect("player", one.id)
    if (one.id, other.id) != (player_id, other_id):
        return redirect("two", one.id, other.id)
    found = rivals.two_page(member.group, persons, one, other, whole_number(request.GET, "year"))
    context = of_group(member) | {"one": one, "other": other, "found": found}
    return render(request, "looking_back/rivals/two.html", context)


@require_safe
def game_picture(request: HttpRequest, game_id: int) -> HttpResponse:
    """Return the picture of a finished game."""
    game = access.game(request, game_id).row
    version = f"{game.version}:{game.group.version}"
    return _picture(request, version, lambda: pictures.game_picture(refuse_unknown(game_reading.load_known(game))))


@require_safe
def night_picture(request: HttpRequest, night_id: int) -> HttpResponse:
    """Return the picture of a night's finished games."""
    evening = access.night(request, night_id).row
    return _picture(request, evening.group.version, lambda: pictures.night_picture(evening))


@require_safe
def year_picture(request: HttpRequest, group_id: int, year: int) -> HttpResponse:
    """Return the picture of a year."""
    group = access.member(request, group_id).group
    return _picture(request, group.version, lambda: pictures.year_picture(group, year))


def _picture(request: HttpRequest, version: int | str, draw: Callable[[], pictures.Picture | None]) -> HttpResponse:
    def make() -> str:
        context = {"picture": or_404(draw()), "drawing": pictures.drawing()}
        return render_to_string("looking_back/picture.svg", context)

    content = cache.get_or_set(f"picture:{request.path}:{version}", make)
    response = HttpResponse(content, content_type="image/svg+xml")
    response._csp_config = PICTURE_POLICY  # type: ignore[attr-defined]  # django-csp's decorator takes no such function
    return response


@access.public
@csrf_exempt
@require_safe
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Show a watch link's sheet or sheets, or the guide to a game's rules."""
    link = links_reading.find_link(token, "watch")
    if link is not None:
        links_writing.note_use(link)
    watched = Watched(link, request.GET) if link else None
    if watched is not None and not watched.is_gone:
        content, status = _content(request, token, watched), 200
    elif watched is None or wants_part(request):
        # Perhaps the game was hidden while its page was open: this part stops the polling.
        content, status = render_to_string("looking_back/watch/_gone.html"), 410
    else:
        raise NotFound
    if wants_part(request):
        return HttpResponse(content, status=status)
    card_game = game_reading.card_game_of(link.game) if link and link.game else None
    context = {"watched": watched, "card_game": card_game, "content": content}
    return render(request, "looking_back/watch/page.html", context, status=status)


def _content(request: HttpRequest, token: str, watched: Watched) -> str:
    """Return the part of the page that is the same for everybody who watches."""

    def make() -> str:
        addresses = {"shared": shareable(request, request.path), "tv": shareable(request, "/tv")}
        context = {"watched": watched, "token": token, **watched.content(), **addresses}
        return render_to_string(f"looking_back/watch/_{watched.part}.html", context)

    # Everybody watching a table fetches the same content at the same moment, so render it only once per version.
    # Around it, every browser gets its own page, in light or dark.
    key = f"watched:{token}:{request.get_host()}:{watched.key}"
    return make() if "page" in request.GET else str(cache.get_or_set(key, make))


@access.public
@csrf_exempt
@require_safe
def watch_version(request: HttpRequest, token: str) -> HttpResponse:
    """Respond with 204 if nothing has changed since version `v`, 200 if it has, or 410 if it's no longer shown."""
    newest = whole_number(request.GET, "newest") or None
    game = newest or whole_number(request.GET, "game") or None
    return _version(request, links_reading.watched_version(token, game, is_newest=newest is not None))


@access.public
@csrf_exempt
@require_safe
def group_version(request: HttpRequest, token: str) -> HttpResponse:
    """Respond like `watch_version`, but for a page that a member has open, with the token from `member_token`."""
    return _version(request, game_reading.member_version(token))


def _version(request: HttpRequest, version: str | int | None) -> HttpResponse:
    return HttpResponse(status=410 if version is None else 204 if request.GET.get("v") == str(version) else 200)
