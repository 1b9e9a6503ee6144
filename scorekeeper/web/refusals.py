"""Every way to say no: what a write raises when it refuses, how a page shows that, and the pages for errors."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render

from scorekeeper.formats.language import sentence
from scorekeeper.rules.declaration import Value
from scorekeeper.rules.sheet import Problem
from scorekeeper.rules.text import Text, gettext as _
from scorekeeper.web.database import is_passing

T = TypeVar("T")
SECRETS = {"password", "old", "new", "code"}  # the names of fields that no page may repeat


class ServiceError(Exception):
    """A write that was refused. A page that says why has this `status`."""

    status = 422


@dataclass(frozen=True)
class Conflict:
    """Two values for one path: `stands`, stored by `member` (a membership id), and `wanted`, which was rejected."""

    path: str
    stands: Value
    wanted: Value
    member: int | None = None


@dataclass
class Stale(ServiceError):
    """The page was out of date: something has changed since it was loaded. `conflict`, if set, holds both values."""

    message: Text
    conflict: Conflict | None = None
    status = 409


@dataclass
class Refused(ServiceError):
    """The write is not allowed: `message` says why, and `path` is the field at fault."""

    message: Text
    path: str = ""
    problems: tuple[Problem, ...] = ()


class SeatedAlready(Refused):
    """A name that was entered has a seat already. It may be somebody else's, since two people often share one."""

    def __init__(self, name: str) -> None:
        said = _("{name} is seated already. If this is another {name}, add a letter.", name=name)
        super().__init__(said, path="name")


class NotFound(ServiceError):
    """The row or the field doesn't exist."""


@dataclass
class UnreadableTap(Exception):
    """A typed value can't be read. `path` is the path of the field it was typed into."""

    status = 422

    path: str
    message: Text


@dataclass
class Refusal:
    """The reason for showing a page again: a service refused the write, or the form has errors."""

    form: Form | None
    error: Refused | Stale | UnreadableTap | None = None

    @property
    def message(self) -> str:
        """The service's message in the reader's language, or an empty string if no service refused the write."""
        return sentence(self.error.message) if self.error else ""

    @property
    def status(self) -> int:
        """The HTTP status: 409 for an outdated page, 429 and 503 for later, 422 for other errors, or 200."""
        if self.error is None:
            return 422 if self.form is not None and self.form.errors else 200
        return self.error.status


@contextmanager
def refusals(form: Form | None = None) -> Iterator[Refusal]:
    """Catch a service's refusal and add it to the form, so that the view can show it. Turn `NotFound` into a 404."""
    refusal = Refusal(form)
    try:
        yield refusal
    except NotFound:
        raise Http404 from None
    except (Refused, Stale, UnreadableTap) as error:
        refusal.error = error
        if form is not None:
            form.add_error(getattr(error, "path", "") or None, refusal.message)


def or_404(value: T | None) -> T:
    """Return the value, or raise a 404 if it is None."""
    if value is None:
        raise Http404
    return value


def refuse_unknown(value: T | None) -> T:
    """Return the value, or raise a 403 if it is None: a game with unknown rules is read-only."""
    if value is None:
        raise PermissionDenied(sentence(_("The app doesn’t know this game’s rules, so you can’t change it.")))
    return value


def _page(name: str, status: int) -> Callable[..., HttpResponse]:
    """Return the handler for a status code. Its template gets the exception's message as `why`."""

    def handler(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
        return render(request, f"web/errors/{name}.html", {"why": str(exception or "")}, status=status)

    return handler


bad_request = _page("400", 400)
forbidden = _page("403", 403)
not_found = _page("404", 404)
csrf_failure = _page("csrf", 403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Show that something went wrong, or only that the same request should be sent again after a passing fault."""
    if not is_passing(sys.exc_info()[1]):
        return render(request, "web/errors/500.html", status=500)
    response = render(request, "web/errors/503.html", {"fields": _fields(request)}, status=503)
    response["Retry-After"] = "2"  # seconds
    response["Cache-Control"] = "no-store"
    return response


def _fields(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return the names and values that a form sent, or None if the page can't send them again: secrets and files."""
    try:
        sent, files = request.POST, request.FILES
    except (OSError, SuspiciousOperation, MultiPartParserError):
        return None
    if files or not SECRETS.isdisjoint(sent):
        return None
    return [(name, value) for name, values in sent.lists() if name != "csrfmiddlewaretoken" for value in values]
