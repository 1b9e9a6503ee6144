"""In and out: score sheets as files, for the owner of a group."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import MAXYEAR, MINYEAR
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper import access
from scorekeeper.exchange.reading import MEGABYTE, MOST_BYTES
from scorekeeper.exchange.report import Message, excerpt
from scorekeeper.exchange.sheets import Document, read_sheets
from scorekeeper.exchange.tables import games_table, hands_table
from scorekeeper.exchange.writing import TooLargeError, write_document
from scorekeeper.forms.files import ImportForm
from scorekeeper.forms.hands import whole
from scorekeeper.queries import files as file_queries, incoming
from scorekeeper.services import importing, people, throttle, uploads
from scorekeeper.services.errors import Refused
from scorekeeper.text import file_name, sentence
from scorekeeper.views.shared import or_404

if TYPE_CHECKING:
    from scorekeeper.models import Membership

TYPES = {
    "sheets.json": "application/json",
    "hands.csv": "text/csv; charset=utf-8",
    "games.csv": "text/csv; charset=utf-8",
}
# A larger file keeps the server busy for a while: how often one is looked at is limited.
LARGE = 2 * MEGABYTE
# How many messages about a file are shown: who mends the first ones reads the file again. Notes stop nothing.
SHOWN, NOTES_SHOWN = 20, 5


@require_safe
def files(request: HttpRequest, group_id: int) -> HttpResponse:
    """What can be taken out, and the way in."""
    return _page(request, access.owner(request, group_id))


@require_safe
def export_group(request: HttpRequest, group_id: int, kind: str) -> HttpResponse:
    """All games of a group as a file, or those of a year."""
    member = access.owner(request, group_id)
    year = whole(request.GET, "year") if "year" in request.GET else None
    if year is not None and not MINYEAR <= year <= MAXYEAR:
        raise Http404
    selection = file_queries.of_group(member.group, year=year)
    return _download(request, member, selection, [member.group.name, str(year or "")], kind)


@require_safe
def export_night(request: HttpRequest, night_id: int, kind: str) -> HttpResponse:
    """The games of a night as a file."""
    evening = access.owned_night(request, night_id)
    name = [evening.member.group.name, evening.night.date.isoformat()]
    return _download(request, evening.member, file_queries.of_night(evening.night), name, kind)


@require_safe
def export_game(request: HttpRequest, game_id: int, kind: str) -> HttpResponse:
    """One game as a file."""
    playing = access.owned_game(request, game_id)
    name = [playing.member.group.name, playing.game.night.date.isoformat(), str(game_id)]
    return _download(request, playing.member, file_queries.of_game(playing.game), name, kind)


@require_POST
def import_file(request: HttpRequest, group_id: int) -> HttpResponse:
    """Take a file in, to look at what it would bring."""
    member = access.owner(request, group_id)
    form = ImportForm(MOST_BYTES, request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, member, form=form, status=422)
    upload = uploads.keep_upload(content=form.cleaned_data["file"].read(), by=member)
    return redirect("import_preview", group_id, upload.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def import_preview(request: HttpRequest, group_id: int, upload_id: int) -> HttpResponse:
    """Show what a file would bring, and bring it when that is confirmed."""
    member = access.owner(request, group_id)
    upload = or_404(file_queries.upload_of(member, upload_id))
    try:
        if len(upload.content) > LARGE:
            throttle.count(throttle.LARGE_FILES, f"member {member.pk}")
    except throttle.Throttled as throttled:
        return _page(request, member, problem=sentence(throttled.message), status=429)
    document = read_sheets(bytes(upload.content))
    if request.method == "POST" and not document.stopped:
        with suppress(Refused):  # the preview tells every reason
            added = importing.import_games(group=member.group, games=document.games, by=member)
            return redirect(f"{reverse('files', args=[group_id])}?{urlencode(asdict(added))}")
    return _preview(request, member, document)


def _preview(request: HttpRequest, member: "Membership", document: Document) -> HttpResponse:
    found = None
    faults = [message for message in document.messages if message.level != "note"]
    if not document.stopped:
        found = incoming.incoming(member.group, document.games, most_players=people.MOST_PLAYERS)
        faults += [Message(level="error", place=each.place, text=sentence(each.message)) for each in found.objections]
    notes = [message for message in document.messages if message.level == "note"]
    context = {
        "group": member.group,
        "found": found,
        "faults": excerpt(faults, SHOWN),
        "notes": excerpt(notes, NOTES_SHOWN),
    }
    return render(request, "files/preview.html", context, status=422 if faults else 200)


def _download(
    request: HttpRequest, member: "Membership", selection: file_queries.Selection, name: Sequence[str], kind: str
) -> HttpResponse:
    if selection.left_out and not selection.games:
        return _page(request, member, problem=_("This cannot be written: its rules are not known here."), status=422)
    try:
        content = _content(selection, kind)
    except TooLargeError:
        problem = _("These games are too many for one file. Take them out year by year, or night by night.")
        return _page(request, member, problem=problem, status=422)
    response = HttpResponse(content, content_type=TYPES[kind])
    response["Content-Disposition"] = content_disposition_header(True, file_name(*name, kind))
    return response


def _content(selection: file_queries.Selection, kind: str) -> bytes:
    if kind == "sheets.json":
        return write_document(selection.files())
    table = hands_table if kind == "hands.csv" else games_table
    return "".join(table(selection.files(), selection.rules)).encode()


def _page(request: HttpRequest, member: "Membership", *, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "group": member.group,
        "member": member,
        "page": file_queries.files_page(member.group),
        "form": ImportForm(MOST_BYTES),
        "added": {key: whole(request.GET, key) for key in ("games", "hands", "players", "here")},
        "limit": MOST_BYTES // MEGABYTE,
    }
    return render(request, "files/files.html", context | more, status=status)
