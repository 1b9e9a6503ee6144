"""A night: its recap and its sheets, and what is told of it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import access
from scorekeeper.forms.nights import NightForm
from scorekeeper.queries import recaps, watching
from scorekeeper.services.errors import Stale
from scorekeeper.services.nights import change_night as change
from scorekeeper.views.shared import page, sent


@require_safe
def night(request: HttpRequest, night_id: int) -> HttpResponse:
    """A night with its games."""
    evening = access.night(request, night_id)
    told = {"place": evening.night.place, "note": evening.night.note, "seen": recaps.words_digest(evening.night)}
    return _page(request, evening, NightForm(initial=told))


@require_POST
def change_night(request: HttpRequest, night_id: int) -> HttpResponse:
    """Say where a night was, and what is to be remembered of it."""
    evening = access.night(request, night_id)
    form = NightForm(sent(request))
    if not form.is_valid():
        return _page(request, evening, form, status=422)
    told = form.cleaned_data
    try:
        change(night=evening.night, **told)
    except Stale as stale:
        # The same again, now that what stands is seen, would be meant.
        form = NightForm(initial=told | {"seen": recaps.words_digest(evening.night)})
        return _page(request, evening, form, stale=stale, status=409)
    return redirect("night", night_id)


def _page(
    request: HttpRequest, evening: access.Evening, form: NightForm, *, stale: Stale | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "group": evening.member.group,
        "member": evening.member,
        "night": evening.night,
        "page": recaps.night_page(evening.night, with_hidden=evening.member.is_owner),
        "form": form,
        "stale": stale.message if stale else None,
        "live": watching.member_token(evening.member),
    }
    return page(request, "night/night", context, status=status)
