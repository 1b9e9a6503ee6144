"""Every way to say no: what is raised, and how a page shows it.

| status | raised | shown |
|---|---|---|
| 403 | `PermissionDenied`: a member may not do this, or a form came from another site | its own page |
| 404 | `NotFound`, a kind of `Http404`: it isn't there, or isn't for this browser | its own page |
| 409 | `Stale`: something has changed since the page was loaded | the page again, as it is now |
| 410 | `Gone`: a member could open it before; also a link that has ended | its own page, also in place of an open one |
| 413 | a body is too large, by the middleware | its own page |
| 422 | `Refused`, or a form with errors: what was sent can't be done | the page again, with what was sent |
| 429 | `Throttled`: not now | the page again, with what was sent |
| 500, 503 | any other exception; 503 if the fault is passing | its own page, which may send the form again |
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render

from scorekeeper.formats.language import sentence
from scorekeeper.rules.declaration import T, Value
from scorekeeper.rules.sheet import Problem
from scorekeeper.rules.text import Text, gettext as _
from scorekeeper.web.database import is_passing

SECRETS = {"password", "old", "new", "code"}  # the names of fields that no page may repeat


class NotFound(Http404):
    """What a page or a write is about doesn't exist, or isn't the group's."""


@dataclass(frozen=True)
class Conflict:
    """Two values for one path: `stands`, stored by `member` (a membership id), and `wanted`, which was rejected."""

    path: str
    stands: Value
    wanted: Value
    member: int | None = None


@dataclass
class Refused(Exception):
    """What was sent can't be done: `message` says why, and `path` names the field at fault."""

    message: Text
    path: str = ""
    problems: tuple[Problem, ...] = ()
    conflict: Conflict | None = None
    status = 422


class Stale(Refused):
    """Something has changed since the page was loaded. `conflict`, if set, is about one value."""

    status = 409


class Gone(Exception):
    """A member can't open something anymore. Its two arguments are sentences: what happened, and what about it."""


@dataclass
class Refusal:
    """Why a page is shown again: something was refused, or the form has errors."""

    form: Form | None
    error: Refused | None = None

    @property
    def message(self) -> str:
        """Why it was refused, in the reader's language, or an empty string."""
        return sentence(self.error.message) if self.error else ""

    @property
    def status(self) -> int:
        """The status of the page."""
        if self.error is None:
            return 422 if self.form is not None and self.form.errors else 200
        return self.error.status


@contextmanager
def refusals(form: Form | None = None) -> Iterator[Refusal]:
    """Catch a refusal and add it to the form, so that the page can show it."""
    refusal = Refusal(form)
    try:
        yield refusal
    except Refused as error:
        refusal.error = error
        if form is not None:
            form.add_error(error.path or None, refusal.message)


def or_404(value: T | None) -> T:
    """Return the value, or raise `NotFound` if it is None."""
    if value is None:
        raise NotFound
    return value


def refuse_unknown(value: T | None) -> T:
    """Return the value, or raise a 403 if it is None: a game with unknown rules is read-only."""
    if value is None:
        raise PermissionDenied(sentence(_("The app doesn’t know this game’s rules, so you can’t change it.")))
    return value


def _handle(name: str, status: int, request: HttpRequest, exception: object = "", reason: str = "") -> HttpResponse:
    """Show the page of a status code. Its template gets the exception's message as `why`."""
    return render(request, f"web/errors/{name}.html", {"why": str(exception)}, status=status)


bad_request = partial(_handle, "400", 400)
forbidden = partial(_handle, "403", 403)
not_found = partial(_handle, "404", 404)
csrf_failure = partial(_handle, "csrf", 403)


def gone(request: HttpRequest, exception: Gone) -> HttpResponse:
    """Tell a member what happened. An open page gets a part of it, which asks for nothing more."""
    template = "web/errors/_410.html" if request.headers.get("HX-Target") == "page" else "web/errors/410.html"
    said, more = exception.args
    return render(request, template, {"said": said, "more": more}, status=410)


def server_error(request: HttpRequest) -> HttpResponse:
    """Show that something went wrong, or only that the same request should be sent again after a passing fault."""
    if not is_passing(sys.exc_info()[1]):
        return render(request, "web/errors/500.html", status=500)
    fields = None
    with suppress(OSError, SuspiciousOperation, MultiPartParserError):
        if SECRETS.isdisjoint(request.POST) and not request.FILES:  # a page can't send these again
            sent = [(name, value) for name, values in request.POST.lists() for value in values]
            fields = [(name, value) for name, value in sent if name != "csrfmiddlewaretoken"]
    response = render(request, "web/errors/503.html", {"fields": fields}, status=503)
    response["Retry-After"] = "2"  # seconds
    response["Cache-Control"] = "no-store"
    return response
