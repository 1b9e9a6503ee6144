"""The pages of a hand that is tapped in step by step. Each view that writes calls one write."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.formats.language import sentence
from scorekeeper.people.groups import reading as groups_reading
from scorekeeper.recording.game import reading as game_reading
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.hand import reading, writing
from scorekeeper.recording.hand.forms import read_tap
from scorekeeper.recording.hand.writing import Seen
from scorekeeper.recording.sheet.pages import Reached, show_sheet
from scorekeeper.rules import limits
from scorekeeper.rules.text import gettext as rules_text
from scorekeeper.web import access, ledger
from scorekeeper.web.pages import of_group, page, version_seen, wants_part, whole_number
from scorekeeper.web.refusals import Refusal, Stale, refusals, refuse_unknown


@require_safe
def hand(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Show the hand. In the query string, `at` names a stage, a path or the `LAST` one, and `needs` a player.

    A page that was `writing` the hand goes on if somebody else has saved it.
    """
    playing, query = access.game(request, game_id), request.GET
    return _show(request, playing, number, at=query.get("at", ""), goes_on="writing" in query)


def shows_refusals(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Fetch the game for a view that writes a hand. If the write is refused, show the current hand and the reason."""

    @wraps(view)
    def answer(request: HttpRequest, game_id: int, number: int, **more: Any) -> HttpResponse:
        playing = access.game(request, game_id)
        with refusals() as refused:
            if whole_number(request.POST, "by") not in (0, playing.member.pk):
                raise Stale(rules_text("Someone else tapped this on this phone. Tap again if you mean it, too."))
            return view(request, playing, number, **more)
        # Ask the same question again after a refused value.
        at = "" if isinstance(refused.error, Stale) else request.POST.get("at", "")
        return _show(request, playing, number, at=at, refused=refused)

    return answer


@require_POST
@shows_refusals
def tap(request: HttpRequest, playing: access.Playing, number: int) -> HttpResponse:
    """Record one tap. If it is refused, show the reason next to the question."""
    card_game = refuse_unknown(game_reading.card_game_of(playing.row))
    at = request.POST.get("at", "")
    path, value = read_tap(card_game, request.POST)
    seen, asked, by = hand_seen(request), request.POST.get("asked", ""), playing.member
    saves = request.POST.get("saves") == "true"
    record = writing.tap(
        game=playing.row, number=number, seen=seen, path=path, value=value, asked=asked, at=at, saves=saves, by=by
    )
    if saves and record.new_number > number:
        return _go_on(request, playing, record)
    field = card_game.field_at(path)
    is_beside = field is not None and field.toggle and field.per != "hand"
    return _show_typed(request, playing, number, record, at=at if is_beside else "")


@require_POST
@shows_refusals
def step_back(request: HttpRequest, playing: access.Playing, number: int) -> HttpResponse:
    """Undo the last tap."""
    seen, by, as_of = hand_seen(request), playing.member, version_seen(request)
    record = writing.step_back(game=playing.row, number=number, seen=seen, by=by, as_of=as_of)
    return _show_typed(request, playing, number, record)


@require_POST
@shows_refusals
def start_over(request: HttpRequest, playing: access.Playing, number: int) -> HttpResponse:
    """Discard all unsaved answers for this hand."""
    record = writing.start_over(game=playing.row, number=number, seen=hand_seen(request), by=playing.member)
    return _show_typed(request, playing, number, record)


@require_POST
@shows_refusals
def save(request: HttpRequest, playing: access.Playing, number: int, reached: Reached) -> HttpResponse:
    """Save the hand, then show the sheet with its result or, where hands are written down on one page, the next one."""
    seen, anyway = hand_seen(request), request.POST.get("anyway") == "true"
    _revision, record = writing.save(game=playing.row, number=number, seen=seen, anyway=anyway, by=playing.member)
    return _go_on(request, playing, record, reached)


@require_POST
def undo(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """Undo the last save, then show the hand as it was before saving. If the undo is refused, show the reason there."""
    playing, address = access.game(request, game_id), reverse("hand", args=[game_id, number])
    revision, as_of = whole_number(request.POST, "revision"), version_seen(request)
    row, by, reopens = playing.row, playing.member, request.POST.get("reopens") == "true"
    with refusals() as refused:
        writing.undo(game=row, number=number, revision=revision, by=by, as_of=as_of, reopens=reopens)
        if not wants_part(request):
            card_game = game_reading.card_game_of(playing.row)
            return redirect(f"{address}?at={reading.LAST}" if card_game and card_game.rules.way else address)
    return _show(request, playing, number, at=reading.LAST, refused=refused, address=address)


@require_POST
def bring_back(request: HttpRequest, game_id: int, number: int, version: int) -> HttpResponse:
    """Bring back an old version of a saved hand, then show the hand on the sheet."""
    playing = access.game(request, game_id)
    revisions, by = whole_number(request.POST, "revisions"), playing.member
    with refusals() as refused:
        writing.bring_back(game=playing.row, number=number, version=version, revisions=revisions, by=by)
        return redirect(f"{reverse('sheet', args=[game_id])}?hand={number}")
    return show_sheet(request, playing, opened=number, refused=refused)


def hand_seen(request: HttpRequest) -> Seen:
    """Return what the submitted page had seen of its hand."""
    return Seen(**{name: whole_number(request.POST, name) for name in ("revisions", "taps", "setup")})


def _go_on(
    request: HttpRequest, playing: access.Playing, record: GameRecord, reached: Reached | None = None
) -> HttpResponse:
    """Show the sheet with what was saved or, where hands are written down on one page, the next one."""
    number = record.new_number
    stays = record.rules.way and record.outcome is None and not record.is_full
    address = reverse("hand", args=[playing.row.pk, number]) if stays else reverse("sheet", args=[playing.row.pk])
    if not wants_part(request):
        return redirect(address)
    if stays:
        return _show(request, playing, number, record=record, address=address)
    return show_sheet(request, playing, address=address, written=record, reached=reached)


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
    goes_on: bool = False,
) -> HttpResponse:
    record = record or refuse_unknown(game_reading.load_known(playing.row))
    if goes_on and record.outcome is None and any(saved.number == number for saved in record.saved):
        at, number = "", record.new_number
    is_missing, sent_to = record.is_missing(number), number
    if is_missing and request.method != "POST":
        return redirect(f"{reverse('sheet', args=[playing.row.pk])}?hand={number}")  # which says so
    if is_missing or record.is_later(number):
        if not (is_missing and refused and isinstance(refused.error, Stale)):
            refused = Refusal(None, Stale(record.why_later(number)))
        at, number = "", record.new_number
        address = reverse("hand", args=[playing.row.pk, number])
    hand = record.hand(number)
    problem = refused.message if refused else ""
    if not problem and hand and len(hand.taps) >= limits.MOST_TAPS:
        problem = sentence(reading.NO_MORE_TAPS)
    if refused and isinstance(refused.error, Stale) and (conflict := refused.error.conflict):
        at = conflict.path
        problem = _("{name} answered at the same time: {stands}. You chose {wanted}. Tap again to change it.").format(
            name=groups_reading.member_name(conflict.member),
            stands=sentence(reading.value_text(record, conflict.path, conflict.stands)),
            wanted=sentence(reading.value_text(record, conflict.path, conflict.wanted)),
        )
    first = not record.saved and groups_reading.is_new(playing.member.group)
    hand_page = reading.HandPage(record, number, at, first=first, needs=request.GET.get("needs", ""))
    # What was typed for somebody else, who has left meanwhile, isn't for whoever is asked now.
    is_same = number == sent_to and request.POST.get("asked") in (None, hand_page.asked and hand_page.asked.path)
    writer = None if hand_page.last_writer == playing.member.pk else hand_page.last_writer
    context = of_group(playing.member, playing.row) | {
        "notice": ledger.shown(playing.member, playing.row.pk),
        "hand": hand_page,
        "problem": problem,
        "typed": request.POST.get("other", "") if is_same else "",
        "version": record.game.version,
        "live": game_reading.member_token(playing.member, playing.row),
        "pencil": groups_reading.member_name(writer),
    }
    # Who only looks has sent nothing that could be refused, even if the hand's turn hasn't come.
    status = refused.status if refused and request.method == "POST" else 200
    return page(request, "recording/hand/hand", context, status=status, address=address)
