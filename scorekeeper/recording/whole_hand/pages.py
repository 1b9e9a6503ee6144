"""The page on which a hand is typed all at once, or sent by a phone that had no network."""

import datetime
from typing import get_args

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scorekeeper.recording.game import reading as game_reading
from scorekeeper.recording.hand.pages import hand_seen
from scorekeeper.recording.sheet.pages import Reached, show_sheet
from scorekeeper.recording.whole_hand import reading, writing
from scorekeeper.recording.whole_hand.deciding import Ask, Choice, Sent, Taken, blank
from scorekeeper.recording.whole_hand.forms import WholeHandForm
from scorekeeper.web import access, ledger
from scorekeeper.web.forms import uid_sent
from scorekeeper.web.pages import of_group, page, wants_part, whole_number
from scorekeeper.web.refusals import refuse_unknown


@require_http_methods(["GET", "HEAD", "POST"])
def whole_hand(request: HttpRequest, game_id: int, number: int, reached: Reached) -> HttpResponse:
    """Show the form for a hand, or save it and show the sheet or, after Enter, the next form; or ask about a clash."""
    playing = access.game(request, game_id)
    if request.method != "POST":
        ask = blank(refuse_unknown(game_reading.load_known(playing.row)), number)
        # The hand's own page says why it can't be recorded now.
        return _ask(request, playing, ask, status=200) if ask else redirect("hand", playing.row.pk, number)
    data = request.POST.dict()
    # An `age` in seconds says that the hand was recorded without network.
    recorded_at = timezone.now() - datetime.timedelta(seconds=whole_number(data, "age"))
    choice: Choice = next((choice for choice in get_args(Choice) if choice == data.get("choice")), "")
    sent = Sent(
        number=number,
        texts=data,
        seen=hand_seen(request),
        choice=choice,
        key=uid_sent(data.get("key", "")),
        typed_by=whole_number(data, "by"),
        recorded_at=max(recorded_at, playing.row.started_at) if "age" in data else None,
    )
    done = writing.save_whole(game=playing.row, sent=sent, by=playing.member)
    if isinstance(done, Ask):
        return _ask(request, playing, done, status=done.refused.status if done.refused else 422)
    address, number = reverse("sheet", args=[playing.row.pk]), done.record.new_number
    following = blank(done.record, number) if "then" in data and not choice else None
    if following:
        address = f"{reverse('whole_hand', args=[playing.row.pk, number])}?then=next"
    response: HttpResponse = redirect(address)
    if wants_part(request) and following:
        response = _ask(request, playing, following, status=200, address=address)
    elif wants_part(request):
        response = show_sheet(request, playing, address=address, written=done.record, reached=reached)
    response["Hand"] = str(done.number)  # tells a phone with more hands what their numbers follow on
    return response


def _ask(request: HttpRequest, playing: access.Playing, ask: Ask, status: int, address: str = "") -> HttpResponse:
    """Show the form for a hand or, if what was typed can be read, that beside another hand that has its number."""
    form, number = WholeHandForm(ask), ask.sent.number
    # `after` says when the hand before was recorded, or nothing if there is none.
    after = "".join(game_reading.first_recorded(playing.row, hand__number=number - 1))
    context = of_group(playing.member, playing.row) | {"form": form, "after": after}
    if not isinstance(ask.refused, Taken) or form.wrong:
        typing = bool(address) or "then" in request.GET
        context |= {"typing": typing, "notice": ledger.shown(playing.member, playing.row.pk) if typing else None}
        return page(request, "recording/whole_hand/whole", context, status=status, address=address)
    context["both"] = reading.compare(ask.record, number, form.answers)
    return page(request, "recording/whole_hand/both", context, status=status)
