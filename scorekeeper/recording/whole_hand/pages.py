"""The page on which a hand is typed all at once, or sent by a phone that had no network."""

import datetime
from dataclasses import replace
from typing import get_args

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scorekeeper.formats.language import sentence
from scorekeeper.recording.game import reading as game_reading
from scorekeeper.recording.hand.pages import hand_seen
from scorekeeper.recording.sheet.pages import show_sheet
from scorekeeper.recording.whole_hand import reading, writing
from scorekeeper.recording.whole_hand.forms import WholeHandForm
from scorekeeper.recording.whole_hand.reading import WholePage
from scorekeeper.recording.whole_hand.writing import Choice, Taken, WholeHand
from scorekeeper.web import access
from scorekeeper.web.pages import of_group, page, wants_part, whole_number
from scorekeeper.web.refusals import Refused, Stale, or_404, refusals, refuse_unknown


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
            recorded, setup = writing.save_whole(game=playing.row, hand=hand, choice=choice, by=playing.member)
            address = reverse("sheet", args=[game_id])
            response = show_sheet(request, playing, address=address) if wants_part(request) else redirect(address)
            # These tell a phone with more hands what their numbers follow on.
            response["Hand"] = str(recorded)
            if setup is not None:
                response["Setup"] = str(setup)
            return response
    if isinstance(refused.error, Stale):
        taken = refused.error.number if isinstance(refused.error, Taken) else whole.number + (choice == "after")
        return _show_stale(request, playing, _whole_page(playing, taken), refused.error)
    if isinstance(refused.error, Refused):
        form.add_problems(refused.error.problems)
    whole = replace(whole, **vars(seen), correcting=whole.correcting and choice == "mine")
    return _show_whole(request, playing, whole, form, choice=choice, status=422)


def _whole_page(playing: access.Playing, number: int) -> WholePage:
    return or_404(reading.whole_page(refuse_unknown(game_reading.load_known(playing.row)), number))


def _show_stale(request: HttpRequest, playing: access.Playing, whole: WholePage, stale: Stale) -> HttpResponse:
    """Show what was typed beside what has changed, which is asked again next time if it is another hand."""
    form = WholeHandForm(request.POST, whole)
    if not isinstance(stale, Taken) or not form.is_valid():
        form.add_error(None, sentence(stale.message))
        return _show_whole(request, playing, whole, form, status=409)
    record = refuse_unknown(game_reading.load_known(playing.row))
    both = reading.compare(record, whole.number, form.dealer, form.answers)
    context = of_group(playing.member) | {"game": playing.row, "whole": whole, "form": form, "both": both}
    return page(request, "recording/whole_hand/both", context, status=409)


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
    return page(request, "recording/whole_hand/whole", context, status=status)
