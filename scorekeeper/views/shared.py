"""What views share: the page or its part, chosen by the target; how a refusal is shown; and who this browser is."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from django.contrib.auth import login, update_session_auth_hash
from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from scorekeeper.services.errors import NotThere, Refused
from scorekeeper.services.throttle import Throttled
from scorekeeper.text import sentence

if TYPE_CHECKING:
    from scorekeeper.models import User

T = TypeVar("T")
THROTTLED = "throttled"


def wants_part(request: HttpRequest) -> bool:
    """Whether only what is inside `#page` is asked for."""
    details: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return bool(details) and details.target == "page"


def page(
    request: HttpRequest, name: str, context: Mapping[str, Any], *, status: int = 200, address: str = ""
) -> HttpResponse:
    """The page `name.html`, or its part `_name.html`. A part that belongs to another address says so."""
    folder, _slash, last = name.rpartition("/")
    part = wants_part(request)
    template = f"{folder}/_{last}.html" if part else f"{folder}/{last}.html"
    response = render(request, template, {**context, "part": part}, status=status)
    if part and address:
        response["HX-Push-Url"] = address
    return response


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form is bound to: what was sent, even if nothing was; None when the form is only looked at."""
    return request.POST if request.method == "POST" else None


@contextmanager
def refusals_on(form: Form) -> Iterator[None]:
    """Say on the form why a service refused what was sent; what isn't there is a 404."""
    try:
        yield
    except Throttled as throttled:
        form.add_error(None, ValidationError(sentence(throttled.message), code=THROTTLED))
    except Refused as refused:
        form.add_error(refused.path or None, sentence(refused.message))
    except NotThere:
        raise Http404 from None


def status_of(form: Form) -> int:
    """The status of a form's page: 429 after too many tries, 422 if anything else is wrong, otherwise 200."""
    if form.has_error(NON_FIELD_ERRORS, THROTTLED):
        return 429
    return 422 if form.errors else 200


def or_404(found: T | None) -> T:
    """Return what was looked for; nothing is a 404."""
    if found is None:
        raise Http404
    return found


def refuse_unknown(found: T | None) -> T:
    """Return what was found of a game whose rules are known. Without them it can only be read, as it was stored."""
    if found is None:
        raise PermissionDenied(_("This game’s rules are not known here: it can be read, not changed."))
    return found


def let_in(request: HttpRequest, user: "User") -> None:
    """Make this browser the user's. The session gets a new key, even if it was this user's already.

    It is sealed with the user's password, which an account that was just made, or recovered, has only now.
    """
    if request.user == user:
        update_session_auth_hash(request, user)
    else:
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
