"""The page on which a hand is typed as a whole, for every game."""

import datetime
from dataclasses import replace
from typing import get_args

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scorekeeper import access
from scorekeeper.forms.whole_hands import WholeHandForm
from scorekeeper.queries.recording import comparing, loading, whole_hands as whole_hand_queries
from scorekeeper.queries.recording.whole_hands import WholePage
from scorekeeper.services import whole_hands as whole_hand_service
from scorekeeper.services.errors import Refused, Stale
from scorekeeper.services.whole_hands import Choice, Taken, WholeHand
from scorekeeper.text import sentence
from scorekeeper.views.games import show_sheet
from scorekeeper.views.hands import hand_seen
from scorekeeper.views.shared import of_group, or_404, page, refusals, refuse_unknown, wants_part, whole_number


@require_http_methods(["GET", "HEAD", "POST"])
def whole_hand(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Show the form for a hand, or save what was typed into it."""
    playing = access.game(request, game_id)
    whole = _page(playing, number)
    if request.method == "POST":
        return _save(request, playing, whole)
    if not whole.open:
        return redirect("hand", game_id, number)  # which says why
    return _show(request, playing, whole, WholeHandForm(None, whole), choice="mine" if whole.correcting else "")


def _page(playing: access.Playing, number: int) -> WholePage:
    return or_404(whole_hand_queries.whole_page(refuse_unknown(loading.load_known(playing.row)), number))


def _save(request: HttpRequest, playing: access.Playing, whole: WholePage) -> HttpResponse:
    """Save the hand, then show the sheet. If its number belongs to another hand, show both and ask what happened."""
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
            address = reverse("sheet", args=[playing.row.pk])
            response = show_sheet(request, playing, address=address) if wants_part(request) else redirect(address)
            # These tell a phone with more hands what their numbers follow on.
            response["Hand"] = str(recorded.number)
            if recorded.setup is not None:
                response["Setup"] = str(recorded.setup)
            return response
    if isinstance(refused.error, Stale):
        taken = refused.error.number if isinstance(refused.error, Taken) else whole.number + (choice == "after")
        return _show_stale(request, playing, _page(playing, taken), refused.error)
    if isinstance(refused.error, Refused):
        form.add_problems(refused.error.problems)
    is_correction = whole.correcting and choice == "mine"
    whole = replace(whole, **vars(seen), correcting=is_correction)
    return _show(request, playing, whole, form, choice=choice, status=422)


def _show_stale(request: HttpRequest, playing: access.Playing, whole: WholePage, stale: Stale) -> HttpResponse:
    """Show what was typed beside what has changed, which is asked again next time if it is another hand."""
    form = WholeHandForm(request.POST, whole)
    if not isinstance(stale, Taken) or not form.is_valid():
        form.add_error(None, sentence(stale.message))
        return _show(request, playing, whole, form, status=409)
    record = refuse_unknown(loading.load_known(playing.row))
    both = comparing.compare(record, whole.number, form.dealer, form.answers)
    context = of_group(playing.member) | {"game": playing.row, "whole": whole, "form": form, "both": both}
    return page(request, "hand/both", context, status=409)


def _show(
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
