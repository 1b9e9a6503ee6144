"""The page on which a hand is typed all at once, or sent by a phone that had no network."""

import datetime
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scorekeeper.formats.language import sentence
from scorekeeper.recording.game import reading as game_reading
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.game.setups import move_sent
from scorekeeper.recording.hand.pages import hand_seen
from scorekeeper.recording.hand.writing import Seen
from scorekeeper.recording.sheet.pages import show_sheet
from scorekeeper.recording.whole_hand import reading, writing
from scorekeeper.recording.whole_hand.forms import WholeHandForm
from scorekeeper.recording.whole_hand.writing import Choice, Taken, WholeHand
from scorekeeper.rules.text import Text
from scorekeeper.web import access
from scorekeeper.web.pages import of_group, page, wants_part, whole_number
from scorekeeper.web.refusals import Refused, Stale, refusals, refuse_unknown


@require_http_methods(["GET", "HEAD", "POST"])
def whole_hand(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Show the form for a hand, or save it and show the sheet. If its number is another hand's, show both and ask."""
    playing = access.game(request, game_id)
    data: Mapping[str, str] | None = request.POST if request.method == "POST" else None
    record, seen, moved = refuse_unknown(game_reading.load_known(playing.row)), hand_seen(request), None
    now = seen
    if data and "setup" in data:
        data, seen, now, moved = _move(record, number, data, seen)
    if record.is_missing(number) and (form := WholeHandForm(data or {}, record, record.new_number)).open:
        form.seen = {**form.seen, "taps": 0}  # nobody has seen anything of that number
        return _show_stale(request, playing, form, Stale(record.why_later(number)), moved)
    form = WholeHandForm(data, record, number)
    if data is None:
        if not form.open:
            return redirect("hand", playing.row.pk, number)  # which says why
        return _show_whole(request, playing, form, choice="mine" if form.correcting else "")
    # What the reader said of two hands with one number, if anything.
    choice: Choice = next((choice for choice in get_args(Choice) if choice == request.POST.get("choice")), "")
    # An `age` in seconds says that the hand was recorded without network.
    age = datetime.timedelta(seconds=whole_number(request.POST, "age"))
    with refusals(form) as refused:
        if form.is_valid():
            typed = WholeHand(
                number=number,
                dealer=form.dealer,
                answers=form.answers,
                seen=seen,
                anyway=form.is_confirmed,
                key=form.key,
                typed_by=whole_number(request.POST, "by"),
                after=request.POST.get("after", ""),
                recorded_at=max(timezone.now() - age, playing.row.started_at) if "age" in request.POST else None,
            )
            recorded = writing.save_whole(game=playing.row, hand=typed, choice=choice, by=playing.member)
            address = reverse("sheet", args=[playing.row.pk])
            response = show_sheet(request, playing, address=address) if wants_part(request) else redirect(address)
            response["Hand"] = str(recorded)  # tells a phone with more hands what their numbers follow on
            return response
    if isinstance(refused.error, Stale):
        taken = refused.error.number if isinstance(refused.error, Taken) else number + (choice == "after")
        record = refuse_unknown(game_reading.load_known(playing.row))
        return _show_stale(request, playing, WholeHandForm(data, record, taken), refused.error, moved)
    if isinstance(refused.error, Refused):
        form.add_problems(refused.error.problems)
    if moved:
        form.add_error(None, sentence(moved))
    form.seen, form.correcting = vars(now), form.correcting and choice == "mine"
    return _show_whole(request, playing, form, choice=choice, status=422)


def _move(
    record: GameRecord, number: int, data: Mapping[str, str], seen: Seen
) -> tuple[Mapping[str, str], Seen, Seen, Text | None]:
    """Move answers to where their players sit now. Also return what was seen, what is there now, and who moved."""
    showed = game_reading.older_setup(record, seen.setup, data.get("seats", ""))
    if showed is None:
        return data, seen, seen, None
    data, moved = move_sent(record, showed, data)
    hand, now = record.hand(number), replace(seen, setup=record.setup)
    if (hand is None or hand.entry is None) and (*showed.players,) == record.players:
        seen = replace(seen, setup=None)  # a new hand, and everybody sits where they sat
    elif seen.setup == record.setup:
        seen = replace(seen, setup=-1)  # before a restored backup, it was another one
    return data, seen, now, moved


def _show_stale(
    request: HttpRequest, playing: access.Playing, form: WholeHandForm, stale: Stale, moved: Text | None
) -> HttpResponse:
    """Show what was typed beside what has changed. `moved` says whose answers are at other seats, if any are."""
    if not isinstance(stale, Taken) or not form.is_valid():
        for said in filter(None, (stale.message, moved)):
            form.add_error(None, sentence(said))
        return _show_whole(request, playing, form, status=409 if request.method == "POST" else 200)
    both = reading.compare(form.record, form.number, form.dealer, form.answers)
    return page(request, "recording/whole_hand/both", _context(playing, form) | {"both": both}, status=409)


def _show_whole(
    request: HttpRequest, playing: access.Playing, form: WholeHandForm, *, choice: Choice = "", status: int = 200
) -> HttpResponse:
    """Show the form. It sends `choice` again: what was said of the hand that has its number, if anything."""
    return page(request, "recording/whole_hand/whole", _context(playing, form) | {"choice": choice}, status=status)


def _context(playing: access.Playing, form: WholeHandForm) -> dict[str, Any]:
    """Return what both pages show, and `after`: when the hand before was recorded, or nothing if there is none."""
    after = "".join(game_reading.first_recorded(playing.row, hand__number=form.number - 1))
    return of_group(playing.member, playing.row) | {"form": form, "after": after}
