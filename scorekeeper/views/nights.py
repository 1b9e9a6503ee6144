"""A night's page: its recap, games, place and note."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from scorekeeper import access
from scorekeeper.forms.nights import NightForm
from scorekeeper.queries.looking_back import recaps
from scorekeeper.queries.recording import watching
from scorekeeper.services import nights
from scorekeeper.views.shared import of_group, page, refusals, sent, version_seen, whole_number


@require_safe
def night(request: HttpRequest, night_id: int) -> HttpResponse:
    """Show a night with its games."""
    evening = access.night(request, night_id)
    initial = {"place": evening.row.place, "note": evening.row.note, "seen": recaps.words_digest(evening.row)}
    return _page(request, evening, NightForm(initial=initial))


@require_POST
def change_night(request: HttpRequest, night_id: int) -> HttpResponse:
    """Change a night's place and note."""
    evening = access.night(request, night_id)
    form = NightForm(sent(request))
    if not form.is_valid():
        return _page(request, evening, form, status=422)
    changes = form.cleaned_data
    with refusals() as refused:
        nights.change_night(night=evening.row, **changes, by=evening.member, as_of=version_seen(request))
        return redirect("night", night_id)
    # The page now shows the conflicting text, so submitting the form again deliberately overwrites it.
    form = NightForm(initial=changes | {"seen": recaps.words_digest(evening.row)})
    return _page(request, evening, form, stale=refused.message, status=refused.status)


def _page(
    request: HttpRequest, evening: access.Evening, form: NightForm, *, stale: str = "", status: int = 200
) -> HttpResponse:
    context = of_group(evening.member) | {
        "night": evening.row,
        "page": recaps.night_page(evening.row, whole_number(request.GET, "page"), with_hidden=evening.member.is_owner),
        "form": form,
        "stale": stale,
        "live": watching.member_token(evening.member),
        "version": watching.group_version(evening.member.pk),
    }
    return page(request, "night/night", context, status=status)
