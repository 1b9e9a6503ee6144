"""The pages of a hand: tap it in step by step, or type it as a whole. Each view that writes calls one service."""

import datetime
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import get_args

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import access
from scorekeeper.forms.hands import read_tap
from scorekeeper.forms.whole_hands import WholeHandForm
from scorekeeper.language import sentence
from scorekeeper.queries.people import groups
from scorekeeper.queries.recording import (
    comparing,
    hands as hand_queries,
    loading,
    watching,
    whole_hands as whole_hand_queries,
)
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.queries.recording.whole_hands import WholePage
from scorekeeper.services import hands as hand_service, whole_hands as whole_hand_service
from scorekeeper.services.errors import Refused, Stale
from scorekeeper.services.whole_hands import Choice, Taken, WholeHand
from scorekeeper.views.games import show_sheet
from scorekeeper.views.shared import (
    Refusal,
    of_group,
    or_404,
    page,
    refusals,
    refuse_unknown,
    version_seen,
    wants_part,
    whole_number,
)


@require_safe
def hand(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Show the hand. In the query string, `at` names a stage or a path to show."""
    return _show(request, access.game(request, game_id), number, at=request.GET.get("at", ""))


def shows_refusals(view: Callable[[HttpRequest, access.Playing, int], HttpResponse]) -> Callable[..., HttpResponse]:
    """Fetch the game for a view that writes a hand. If the write is refused, show the current hand and the reason."""

    @wraps(view)
    def answer(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
        playing = access.game(request, game_id)
        with refusals() as refused:
            return view(request, playing, number)
        # Ask the same question again after a refused value.
        at = "" if isinstance(refused.error, Stale) else request.POST.get("at", "")
        return _show(request, playing, number, at=at, refused=refused)

    return answer


@require_POST
@shows_refusals
def tap(request: HttpRequest, playing: access.Playing, number: int) -> HttpResponse:
    """Record one tap. If it is refused, show the reason next to the question."""
    card_game = refuse_unknown(loading.card_game_of(playing.row))
    at = request.POST.get("at", "")
    path, value = read_tap(card_game, request.POST)
    seen, asked, by = hand_seen(request), request.POST.get("asked", ""), playing.member
    record = hand_service.tap(
        game=playing.row, number=number, seen=seen, path=path, value=value, asked=asked, at=at, by=by
    )
    field = card_game.field_at(path)
    return _show_typed(request, playing, number, record, at=at if field is not None and field.toggle else "")


@require_POST
@shows_refusals
def step_back(request: HttpRequest, playing: access.Playing, number: int) -> HttpResponse:
    """Undo the last tap."""
    seen, by, as_of = hand_seen(request), playing.member, version_seen(request)
    record = hand_service.step_back(game=playing.row, number=number, seen=seen, by=by, as_of=as_of)
    return _show_typed(request, playing, number, record)


@require_POST
@shows_refusals
def start_over(request: HttpRequest, playing: access.Playing, number: int) -> HttpResponse:
    """Discard all unsaved answers for this hand."""
    record = hand_service.start_over(game=playing.row, number=number, seen=hand_seen(request), by=playing.member)
    return _show_typed(request, playing, number, record)


@require_POST
@shows_refusals
def save(request: HttpRequest, playing: access.Playing, number: int) -> HttpResponse:
    """Save the hand, then show the sheet with its result."""
    seen, anyway = hand_seen(request), request.POST.get("anyway") == "true"
    saved = hand_service.save(game=playing.row, number=number, seen=seen, anyway=anyway, by=playing.member)
    address = reverse("sheet", args=[playing.row.pk])
    if wants_part(request):
        return show_sheet(request, playing, address=address, written=saved.record)
    return redirect(address)


@require_POST
def undo(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Undo the last save, then show the hand as it was before saving. If the undo is refused, show the reason there."""
    playing, address = access.game(request, game_id), reverse("hand", args=[game_id, number])
    revision, as_of = whole_number(request.POST, "revision"), version_seen(request)
    with refusals() as refused:
        hand_service.undo(game=playing.row, number=number, revision=revision, by=playing.member, as_of=as_of)
        if not wants_part(request):
            return redirect(address)
    return _show(request, playing, number, refused=refused, address=address)


@require_POST
def bring_back(request: HttpRequest, game_id: int, number: int, version: int) -> HttpResponse:
    """Bring back an old version of a saved hand, then show the hand on the sheet."""
    playing = access.game(request, game_id)
    revisions, by = whole_number(request.POST, "revisions"), playing.member
    refuse_unknown(loading.card_game_of(playing.row))
    with refusals() as refused:
        hand_service.bring_back(game=playing.row, number=number, version=version, revisions=revisions, by=by)
        return redirect(f"{reverse('sheet', args=[game_id])}?hand={number}")
    return show_sheet(request, playing, opened=number, refused=refused)


def hand_seen(request: HttpRequest) -> hand_service.Seen:
    """Return what the submitted page had seen of its hand."""
    return hand_service.Seen(**{name: whole_number(request.POST, name) for name in ("revisions", "taps", "setup")})


def _show_typed(
    request: HttpRequest, playing: access.Playing, number: int, record: GameRecord, *, at: str = ""
) -> HttpResponse:
    if wants_part(request):
        return _show(request, playing, number, at=at, record=record)
    return redirect(reverse("hand", args=[playing.row.pk, number]) + (f"?at={at}" if at else ""))


def _show(
    request: HttpRequest,
    playing: access.Playing,
    number: int,
    *,
    at: str = "",
    refused: Refusal | None = None,
    address: str = "",
    record: GameRecord | None = None,
) -> HttpResponse:
    record = record or refuse_unknown(loading.load_known(playing.row))
    if record.is_later(number):
        refused, at = Refusal(None, Stale(record.why_later(number))), ""
        number = record.new_number
        address = reverse("hand", args=[playing.row.pk, number])
    if record.hand(number) is None and number != record.new_number:
        raise Http404
    problem = refused.message if refused else ""
    if refused and isinstance(refused.error, Stale) and (conflict := refused.error.conflict):
        at = conflict.path
        problem = _("{name} answered at the same time: {stands}. You chose {wanted}. Tap again to change it.").format(
            name=groups.member_name(conflict.member),
            stands=sentence(hand_queries.value_text(record, conflict.path, conflict.stands)),
            wanted=sentence(hand_queries.value_text(record, conflict.path, conflict.wanted)),
        )
    first = not record.saved and groups.is_new(playing.member.group)
    hand_page = hand_queries.hand_page(record, number, at, first=first)
    context = of_group(playing.member) | {
        "game": playing.row,
        "hand": hand_page,
        "problem": problem,
        "typed": request.POST.get("other", ""),
        "version": record.game.version,
        "live": watching.member_token(playing.member, playing.row),
        "pencil": groups.member_name(hand_page.last_writer) if hand_page.last_writer != playing.member.pk else "",
    }
    return page(request, "hand/hand", context, status=refused.status if refused else 200, address=address)


@require_http_methods(["GET", "HEAD", "POST"])
def whole_hand(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Show the form for a hand, or save it and show the sheet. If its number is another hand's, show both and ask."""
    playing = access.game(request, game_id)
    whole = _whole_page(playing, number)
    if request.method != "POST":
        if not whole.open:
            return redirect("hand", game_id, number)  # which says why
        form = WholeHandForm(None, whole)
        return _show_whole(request, playing, whole, form, choice="mine" if whole.correcting else "")
    form, seen = WholeHandForm(request.POST, whole), hand_seen(request)
    # What the reader said of two hands with one number, if anything.
    choice: Choice = next((choice for choice in get_args(Choice) if choice == request.POST.get("choice")), "")
    # An `age` in seconds says that the hand was recorded without network.
    age = datetime.timedelta(seconds=whole_number(request.POST, "age"))
    with refusals(form) as refused:
        if form.is_valid():
            hand = WholeHand(
                number=form.page.number,
                dealer=form.dealer,
                answers=form.answers,
                seen=seen,
                anyway=form.is_confirmed,
                key=form.key,
                typed_by=whole_number(request.POST, "by"),
                recorded_at=max(timezone.now() - age, playing.row.started_at) if "age" in request.POST else None,
            )
            recorded = whole_hand_service.save_whole(game=playing.row, hand=hand, choice=choice, by=playing.member)
            address = reverse("sheet", args=[game_id])
            response = show_sheet(request, playing, address=address) if wants_part(request) else redirect(address)
            # These tell a phone with more hands what their numbers follow on.
            response["Hand"] = str(recorded.number)
            if recorded.setup is not None:
                response["Setup"] = str(recorded.setup)
            return response
    if isinstance(refused.error, Stale):
        taken = refused.error.number if isinstance(refused.error, Taken) else whole.number + (choice == "after")
        return _show_stale(request, playing, _whole_page(playing, taken), refused.error)
    if isinstance(refused.error, Refused):
        form.add_problems(refused.error.problems)
    whole = replace(whole, **vars(seen), correcting=whole.correcting and choice == "mine")
    return _show_whole(request, playing, whole, form, choice=choice, status=422)


def _whole_page(playing: access.Playing, number: int) -> WholePage:
    return or_404(whole_hand_queries.whole_page(refuse_unknown(loading.load_known(playing.row)), number))


def _show_stale(request: HttpRequest, playing: access.Playing, whole: WholePage, stale: Stale) -> HttpResponse:
    """Show what was typed beside what has changed, which is asked again next time if it is another hand."""
    form = WholeHandForm(request.POST, whole)
    if not isinstance(stale, Taken) or not form.is_valid():
        form.add_error(None, sentence(stale.message))
        return _show_whole(request, playing, whole, form, status=409)
    record = refuse_unknown(loading.load_known(playing.row))
    both = comparing.compare(record, whole.number, form.dealer, form.answers)
    context = of_group(playing.member) | {"game": playing.row, "whole": whole, "form": form, "both": both}
    return page(request, "hand/both", context, status=409)


def _show_whole(
    request: HttpRequest,
    playing: access.Playing,
    whole: WholePage,
    form: WholeHandForm,
    *,
    choice: Choice = "",
    status: int = 200,
) -> HttpResponse:
    """Show the form. It sends `choice` again: what was said of the hand that has its number, if anything."""
    context = of_group(playing.member) | {"game": playing.row, "whole": whole, "form": form, "choice": choice}
    return page(request, "hand/whole", context, status=status)
