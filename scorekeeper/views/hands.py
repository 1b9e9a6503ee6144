"""The hand screen: looking, tapping, stepping back, saving, taking back. Each view calls one service."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import access
from scorekeeper.access import Playing
from scorekeeper.forms.hands import Unreadable, read_tap, whole
from scorekeeper.queries.groups import member_name, version_of
from scorekeeper.queries.hands import hand_page, value_text
from scorekeeper.queries.records import GameRecord, card_game_of, load_known
from scorekeeper.queries.watching import member_token
from scorekeeper.services import hands
from scorekeeper.services.errors import NotThere, Refused, Stale
from scorekeeper.services.hands import Seen
from scorekeeper.text import sentence
from scorekeeper.views.games import refuse_unknown, show_sheet
from scorekeeper.views.shared import page, wants_part


@require_safe
def hand(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """The hand as it stands; `at` asks for a part of it, or for one player's row."""
    return _show(request, access.game(request, game_id), number, at=request.GET.get("at", ""))


@require_POST
def tap(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """One tap: one decision, saved at once."""
    playing = access.game(request, game_id)
    card_game = refuse_unknown(card_game_of(playing.game))
    at = request.POST.get("at", "")
    try:
        typed = read_tap(card_game, request.POST)
    except Unreadable as unreadable:
        return _show(request, playing, number, at=at, problem=sentence(unreadable.message), status=422)

    def write() -> GameRecord:
        """Append the tap to the hand."""
        return hands.tap(
            game=playing.game,
            number=number,
            seen=_seen(request),
            path=typed.path,
            value=typed.value,
            at=at,
            by=playing.member,
        )

    field = card_game.field_at(typed.path)
    stays = at if field is not None and field.toggle else ""
    return _write(request, playing, number, write, at=at, then=stays)


@require_POST
def step_back(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Take the last tap back."""
    playing = access.game(request, game_id)
    return _write(
        request,
        playing,
        number,
        lambda: hands.step_back(game=playing.game, number=number, seen=_seen(request), by=playing.member),
    )


@require_POST
def start_over(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Forget what was typed in this hand."""
    playing = access.game(request, game_id)
    return _write(
        request,
        playing,
        number,
        lambda: hands.start_over(game=playing.game, number=number, seen=_seen(request), by=playing.member),
    )


@require_POST
def save(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Save the hand, then show the sheet and what happened."""
    playing = access.game(request, game_id)
    anyway = request.POST.get("anyway") == "true"
    try:
        revision = hands.save(game=playing.game, number=number, seen=_seen(request), anyway=anyway, by=playing.member)
    except Stale as stale:
        return _show(request, playing, number, stale=stale, status=409)
    except Refused as refused:
        return _show(request, playing, number, problem=sentence(refused.message), status=422)
    except NotThere:
        raise Http404 from None
    said = f"{number}.{revision.number}"
    address = f"{reverse('sheet', args=[game_id])}?said={said}"
    if wants_part(request):
        return show_sheet(request, access.game(request, game_id), said=said, address=address)
    return redirect(address)


@require_POST
def undo(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Take the last save back: the hand is being typed again, as it was."""
    playing = access.game(request, game_id)
    return _write(
        request,
        playing,
        number,
        lambda: hands.undo(
            game=playing.game, number=number, revision=whole(request.POST, "revision"), by=playing.member
        ),
        address=reverse("hand", args=[game_id, number]),
    )


def _seen(request: HttpRequest) -> Seen:
    return Seen(
        revisions=whole(request.POST, "revisions"),
        taps=whole(request.POST, "taps"),
        setup=whole(request.POST, "setup"),
    )


def _write(
    request: HttpRequest,
    playing: Playing,
    number: int,
    write: Callable[[], object],
    *,
    at: str = "",
    then: str = "",
    address: str = "",
) -> HttpResponse:
    """Write, then show the hand as it stands: after a refusal with what was refused, where it was typed."""
    try:
        written = write()
    except Stale as stale:
        # Where two typed the same field, the question for it stays open.
        again = stale.conflict.path if stale.conflict else ""
        return _show(request, playing, number, at=again, stale=stale, status=409)
    except Refused as refused:
        return _show(request, playing, number, at=at, problem=sentence(refused.message), status=422)
    except NotThere:
        raise Http404 from None
    if wants_part(request):
        if isinstance(written, GameRecord):
            # A tap leaves the game's own row as it was.
            return _show(request, playing, number, at=then, version=version_of(playing.game.group_id), record=written)
        return _show(request, access.game(request, playing.game.pk), number, at=then, address=address)
    query = f"?at={then}" if then else ""
    return redirect(reverse("hand", args=[playing.game.pk, number]) + query)


def _told(record: GameRecord, stale: Stale) -> str:
    """A conflict in words, with both values and who typed the one that stands."""
    conflict = stale.conflict
    if conflict is None:
        return sentence(stale.message)
    return _(
        "{name} typed here at the same time. It stands at {stands}; yours was {wanted}. Tap again to change it."
    ).format(
        name=member_name(conflict.member),
        stands=sentence(value_text(record, conflict.path, conflict.stands)),
        wanted=sentence(value_text(record, conflict.path, conflict.wanted)),
    )


def _show(
    request: HttpRequest,
    playing: Playing,
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
    shown = hand_page(record, number, at)
    context: dict[str, Any] = {
        "game": playing.game,
        "member": playing.member,
        "hand": shown,
        "problem": _told(record, stale) if stale else problem,
        "typed": request.POST.get("other", ""),
        "version": version or playing.game.group.version,
        "live": member_token(playing.member),
        "pencil": member_name(shown.last_writer) if shown.last_writer != playing.member.pk else "",
    }
    return page(request, "hand/hand", context, status=status, address=address)
