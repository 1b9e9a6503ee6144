"""A night: its recap and its sheets, and what is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import access
from scorekeeper.access import Evening
from scorekeeper.forms.nights import NightForm
from scorekeeper.queries import recaps
from scorekeeper.queries.watching import member_token
from scorekeeper.services.errors import Stale
from scorekeeper.services.nights import change_night as change
from scorekeeper.views.shared import page, sent

if TYPE_CHECKING:
    from scorekeeper.rules.words import Text


@require_safe
def night(request: HttpRequest, night_id: int) -> HttpResponse:
    """A night with its games."""
    evening = access.night(request, night_id)
    return _page(request, evening, _form(evening))


@require_POST
def change_night(request: HttpRequest, night_id: int) -> HttpResponse:
    """Say where a night was, and what is to be remembered of it."""
    evening = access.night(request, night_id)
    form = NightForm(sent(request))
    if not form.is_valid():
        return _page(request, evening, form, status=422)
    told = form.cleaned_data
    try:
        change(night=evening.night, place=told["place"], note=told["note"], seen=told["seen"])
    except Stale as stale:
        # The same again, now that what stands is seen, would be meant.
        form = NightForm(initial=told | {"seen": recaps.words_digest(evening.night)})
        return _page(request, evening, form, stale=stale.message, status=409)
    return redirect("night", night_id)


def _form(evening: Evening) -> NightForm:
    night = evening.night
    return NightForm(initial={"place": night.place, "note": night.note, "seen": recaps.words_digest(night)})


def _page(
    request: HttpRequest, evening: Evening, form: NightForm, *, stale: Text | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "group": evening.member.group,
        "member": evening.member,
        "night": evening.night,
        "page": recaps.night_page(evening.night, with_hidden=evening.member.is_owner),
        "form": form,
        "stale": stale,
        "live": member_token(evening.member),
    }
    return page(request, "night/night", context, status=status)
