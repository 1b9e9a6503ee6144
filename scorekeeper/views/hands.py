"""The hand screen: looking, tapping, stepping back, saving, taking back. Each view calls one service."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import access
from scorekeeper.forms.hands import Unreadable, read_tap, whole
from scorekeeper.queries import groups, hands as hand_queries, watching
from scorekeeper.queries.records import GameRecord, card_game_of, load_known
from scorekeeper.services import hands
from scorekeeper.services.errors import NotThere, Refused, Stale
from scorekeeper.text import sentence
from scorekeeper.views.games import show_sheet
from scorekeeper.views.shared import page, refuse_unknown, wants_part


@require_safe
def hand(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """The hand as it stands; `at` asks for a part of it, or for one player's row."""
    return _show(request, access.game(request, game_id), number, at=request.GET.get("at", ""))


def writing(view: Callable[[HttpRequest, access.Playing, int], HttpResponse]) -> Callable[..., HttpResponse]:
    """Fetch the game for a view that writes a hand; what is refused is shown on the hand as it stands."""

    @wraps(view)
    def answer(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
        playing = access.game(request, game_id)
        try:
            return view(request, playing, number)
        except Stale as stale:
            # Where two typed the same field, the question for it stays open.
            at = stale.conflict.path if stale.conflict else ""
            return _show(request, playing, number, at=at, stale=stale, status=409)
        except Refused as refused:
            return _show(request, playing, number, problem=sentence(refused.message), status=422)
        except NotThere:
            raise Http404 from None

    return answer


@require_POST
@writing
def tap(request: HttpRequest, playing: access.Playing, number: int) -> HttpResponse:
    """One tap: one decision, saved at once. What is refused is shown where it was typed."""
    card_game = refuse_unknown(card_game_of(playing.game))
    at = request.POST.get("at", "")
    seen = _seen(request)
    try:
        typed = read_tap(card_game, request.POST)
        record = hands.tap(
            game=playing.game, number=number, seen=seen, path=typed.path, value=typed.value, at=at, by=playing.member
        )
    except (Unreadable, Refused) as refused:
        return _show(request, playing, number, at=at, problem=sentence(refused.message), status=422)
    field = card_game.field_at(typed.path)
    return _typed(request, playing, number, record, at=at if field is not None and field.toggle else "")


@require_POST
@writing
def step_back(request: HttpRequest, playing: access.Playing, number: int) -> HttpResponse:
    """Take the last tap back."""
    record = hands.step_back(game=playing.game, number=number, seen=_seen(request), by=playing.member)
    return _typed(request, playing, number, record)


@require_POST
@writing
def start_over(request: HttpRequest, playing: access.Playing, number: int) -> HttpResponse:
    """Forget what was typed in this hand."""
    record = hands.start_over(game=playing.game, number=number, seen=_seen(request), by=playing.member)
    return _typed(request, playing, number, record)


@require_POST
@writing
def save(request: HttpRequest, playing: access.Playing, number: int) -> HttpResponse:
    """Save the hand, then show the sheet and what happened."""
    game_id, anyway = playing.game.pk, request.POST.get("anyway") == "true"
    revision = hands.save(game=playing.game, number=number, seen=_seen(request), anyway=anyway, by=playing.member)
    said = f"{number}.{revision.number}"
    address = f"{reverse('sheet', args=[game_id])}?said={said}"
    if wants_part(request):
        return show_sheet(request, access.game(request, game_id), said=said, address=address)
    return redirect(address)


@require_POST
@writing
def undo(request: HttpRequest, playing: access.Playing, number: int) -> HttpResponse:
    """Take the last save back: the hand is being typed again, as it was."""
    game_id, revision = playing.game.pk, whole(request.POST, "revision")
    hands.undo(game=playing.game, number=number, revision=revision, by=playing.member)
    address = reverse("hand", args=[game_id, number])
    if wants_part(request):
        return _show(request, access.game(request, game_id), number, address=address)
    return redirect(address)


def _seen(request: HttpRequest) -> hands.Seen:
    return hands.Seen(**{name: whole(request.POST, name) for name in ("revisions", "taps", "setup")})


def _typed(
    request: HttpRequest, playing: access.Playing, number: int, record: GameRecord, *, at: str = ""
) -> HttpResponse:
    if wants_part(request):
        # A tap leaves the game's own row as it was.
        version = groups.version_of(playing.game.group_id)
        return _show(request, playing, number, at=at, version=version, record=record)
    query = f"?at={at}" if at else ""
    return redirect(reverse("hand", args=[playing.game.pk, number]) + query)


def _told(record: GameRecord, stale: Stale) -> str:
    conflict = stale.conflict
    if conflict is None:
        return sentence(stale.message)
    return _(
        "{name} typed here at the same time. It stands at {stands}; yours was {wanted}. Tap again to change it."
    ).format(
        name=groups.member_name(conflict.member),
        stands=sentence(hand_queries.value_text(record, conflict.path, conflict.stands)),
        wanted=sentence(hand_queries.value_text(record, conflict.path, conflict.wanted)),
    )


def _show(
    request: HttpRequest,
    playing: access.Playing,
    number: int,
    *,
    at: str = "",
    problem: str = "",
    stale: Stale | None = None,
    status: int = 200,
    address: str = "",
    version: int = 0,
    record: GameRecord | None = None,
) -> HttpResponse:
    record = record or refuse_unknown(load_known(playing.game))
    if record.hand(number) is None and number != record.new_number:
        raise Http404
    shown = hand_queries.hand_page(record, number, at)
    context: dict[str, Any] = {
        "game": playing.game,
        "member": playing.member,
        "hand": shown,
        "problem": _told(record, stale) if stale else problem,
        "typed": request.POST.get("other", ""),
        "version": version or playing.game.group.version,
        "live": watching.member_token(playing.member),
        "pencil": groups.member_name(shown.last_writer) if shown.last_writer != playing.member.pk else "",
    }
    return page(request, "hand/hand", context, status=status, address=address)
