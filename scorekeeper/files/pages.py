"""Export and import score sheets as files, and pages for paper and for another app."""

from collections.abc import Sequence
from datetime import MAXYEAR, MINYEAR
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.files import exports, importing, printing
from scorekeeper.files.bgstats import QR_LIMITS, play_of, push_link
from scorekeeper.files.forms import ImportForm
from scorekeeper.files.incoming import Incoming, doubles_of, in_short, known_here
from scorekeeper.formats.documents import TooLargeError, joined, write_sheets
from scorekeeper.formats.foreign import OURS, RECIPE
from scorekeeper.formats.language import file_name, sentence
from scorekeeper.formats.parsing import Message, excerpt
from scorekeeper.formats.reading import bring
from scorekeeper.formats.tables import games_table, hands_table
from scorekeeper.models import Event, Membership, Upload
from scorekeeper.recording.game import reading as game_reading
from scorekeeper.recording.game.forms import seat_list
from scorekeeper.web import access, ledger, throttle
from scorekeeper.web.pages import of_group, whole_number
from scorekeeper.web.refusals import or_404, refusals

TABLES = {"hands.csv": hands_table, "games.csv": games_table}
# How many faults and notes are shown. Fixing the first faults leads to a new preview; notes don't block the import.
SHOWN, NOTES_SHOWN = 20, 5
FIRST = 3  # games that are shown of a file
ADDED = ("games", "hands", "players", "here")  # the counts of an upload


@require_safe
def files(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show the export choices and the import form."""
    return _page(request, access.owner(request, group_id))


@require_safe
def export_group(request: HttpRequest, group_id: int, kind: str) -> HttpResponse:
    """Download a group's games, or only those of one year."""
    member = access.owner(request, group_id)
    year = whole_number(request.GET, "year") if "year" in request.GET else None
    if year is not None and not MINYEAR <= year <= MAXYEAR:
        raise Http404
    selection = exports.of_group(member.group, year=year)
    return _download(request, member, selection, [member.group.name, str(year or "")], kind)


@require_safe
def export_night(request: HttpRequest, night_id: int, kind: str) -> HttpResponse:
    evening = access.night(request, night_id).for_owner()
    name = [evening.member.group.name, evening.row.date.isoformat()]
    return _download(request, evening.member, exports.of_night(evening.row), name, kind)


@require_safe
def export_game(request: HttpRequest, game_id: int, kind: str) -> HttpResponse:
    playing = access.game(request, game_id).for_owner()
    name = [playing.member.group.name, playing.row.night.date.isoformat(), str(game_id)]
    return _download(request, playing.member, exports.of_game(playing.row), name, kind)


@require_POST
def import_file(request: HttpRequest, group_id: int) -> HttpResponse:
    """Store an uploaded file and preview its import."""
    member = access.owner(request, group_id)
    form = ImportForm(request.POST, request.FILES)
    with refusals(form) as refused:
        if form.is_valid():
            throttle.count(throttle.IMPORTS.by(str(member.user_id)))
            upload = importing.store_upload(file=form.content(), by=member)
            return redirect("import_preview", group_id, upload.pk)
    return _page(request, member, form=form, problem=refused.message, status=refused.status)


@require_http_methods(["GET", "HEAD", "POST"])
def import_preview(request: HttpRequest, group_id: int, upload_id: int) -> HttpResponse:
    """Preview the import of a file and, once the user confirms, import it step by step."""
    member = access.owner(request, group_id)
    upload = or_404(importing.upload_of(member, upload_id))
    if not upload.content:
        return _page(request, member, problem=_("This file has already been imported."), status=410)
    if upload.total is not None:
        return _go_on(request, member, upload)
    brought = bring(upload.file, request.POST.dict(), known_here(member.group))
    takes = request.POST.getlist("take")
    with refusals() as refused:
        if request.method == "POST" and "look" not in request.POST and brought.games and not brought.waits:
            importing.begin(upload=upload, games=brought.games, takes=takes)
            return _go_on(request, member, upload)
    faults = [message for message in brought.messages if message.level != "note"]
    found = None if faults else Incoming(member.group, brought.games, takes=takes)
    if found:
        faults += [Message(level="error", place=item.path, text=sentence(item.message)) for item in found.objections]
    # What is wrong with the whole file stands alone.
    alone = faults[0].text if faults and faults[0].place in ("", "format") else ""
    notes = [message for message in brought.messages if message.level == "note"]
    first = found.new[: SHOWN if len(found.new) <= SHOWN else FIRST] if found else ()
    # A row that was mended is no longer broken, but it stays mended.
    asked = {question.key for question in brought.questions} | {f"row.{row.line}" for row in brought.broken}
    asked |= {f"out.{row.line}" for row in brought.broken} | {"look", "take", "csrfmiddlewaretoken"}
    is_unanswered = request.method == "POST" and any(not question.answer for question in brought.questions)
    context = {
        **of_group(member),
        "found": found,
        "brought": brought,
        "open": [question for question in brought.questions if not question.answer],
        "takes": takes,
        "doubles": doubles_of(found, takes) if found else [],
        "games": [in_short(game) for game in first],
        "faults": excerpt(faults, SHOWN),
        "alone": alone,
        "is_shared_game": alone == str(OURS[RECIPE]),
        "counted": any(fault.place.startswith("games[") for fault in faults),
        "unlikely": any(fault.level == "warning" for fault in faults),
        "notes": excerpt(notes, NOTES_SHOWN) | {"rest": notes[NOTES_SHOWN:]},
        "carried": {name: value for name, value in request.POST.items() if name not in asked},
        "problem": refused.message or (_("Answer the other questions first.") if is_unanswered else ""),
    }
    return render(request, "files/preview.html", context, status=422 if faults or is_unanswered else refused.status)


def _go_on(request: HttpRequest, member: Membership, upload: Upload) -> HttpResponse:
    """Add some games and show how far the import has come. A page that was only opened doesn't go on by itself."""
    with refusals() as refused:
        if request.method == "POST" and importing.go_on(upload=upload):
            added = {name: getattr(upload, name) for name in ADDED}
            return redirect(f"{reverse('files', args=[member.group_id])}?{urlencode(added)}")
    goes_on = request.method == "POST" and not refused.error
    context = {**of_group(member), "upload": upload, "problem": refused.message, "goes_on": goes_on}
    return render(request, "files/importing.html", context, status=refused.status)


def _download(
    request: HttpRequest, member: Membership, selection: exports.Selection, name: Sequence[str], kind: str
) -> HttpResponse:
    if selection.left_out and not selection.games:
        return _page(request, member, problem=_("This can’t be exported: the app doesn’t know the rules."), status=422)
    games = selection.files()
    try:
        content = joined(TABLES[kind](games, selection.rules) if kind in TABLES else write_sheets(games))
    except TooLargeError:
        problem = _("These games don’t fit in one file. Export them by year or by night.")
        return _page(request, member, problem=problem, status=422)
    if request.method != "HEAD":
        ledger.note(member.group_id, Event.Kind.EXPORTED, member, games=len(selection.games))
    content_type = "text/csv; charset=utf-8" if kind in TABLES else "application/json"
    headers = {"Content-Disposition": content_disposition_header(True, file_name(*name, kind))}
    return HttpResponse(content, content_type=content_type, headers=headers)


def _page(request: HttpRequest, member: Membership, *, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        **of_group(member, where="files"),
        "page": exports.files_page(member.group),
        "form": ImportForm(),
        "added": {key: whole_number(request.GET, key) for key in ADDED},
    }
    return render(request, "files/files.html", context | more, status=status)


@require_POST
def take_back(request: HttpRequest, group_id: int, event_id: int) -> HttpResponse:
    """Take an import back, or undo that."""
    member = access.owner(request, group_id)
    with refusals() as refused:
        importing.take_back(group=member.group, event=event_id, back=request.POST.get("back") == "True", by=member)
        return redirect("log", group_id)
    return _page(request, member, problem=refused.message, status=refused.status)


@require_safe
def print_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show a game's sheet for printing, with the oldest hand first and the reasons for all points."""
    game = access.game(request, game_id).row
    context = {"night": game.night, "group": game.group, "printed": printing.printed_game(game)}
    return render(request, "files/print/game.html", context)


@require_safe
def print_night(request: HttpRequest, night_id: int) -> HttpResponse:
    """Show a night's sheets for printing, a number of them at a time."""
    night = access.night(request, night_id).row
    page = printing.printed_night(night, whole_number(request.GET, "page"))
    return render(request, "files/print/night.html", {"night": night, "group": night.group, "page": page})


@require_safe
def paper(request: HttpRequest, group_id: int) -> HttpResponse:
    """Show a blank sheet with players' names, for the rules in the URL or else the group's usual ones."""
    member = access.member(request, group_id)
    chosen = seat_list(",".join(request.GET.getlist("players")))
    sheet = printing.paper_sheet(member.group, chosen, request.GET.get("rules", ""))
    return render(request, "files/print/paper.html", {"group": member.group, "sheet": sheet})


@require_safe
def bgstats(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the link that opens a finished game in Board Game Stats. Nothing is sent until somebody taps it."""
    game = access.game(request, game_id).row
    record = game_reading.load_known(game)
    play = or_404(play_of(record) if record else None)
    context = {"game": game, "play": play, "link": push_link(play), "code": push_link(play, QR_LIMITS)}
    return render(request, "files/bgstats.html", context)
