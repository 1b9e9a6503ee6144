"""Answers for machines and researchers: whether the app works, and whom to tell about a security hole."""

import datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scorekeeper import access
from scorekeeper.queries import installation

# How long a copy of security.txt may be relied on. RFC 9116 recommends less than a year.
LASTS = datetime.timedelta(days=180)
PLAIN = "text/plain; charset=utf-8"


@access.public
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Say "ok" if the database answers. This needs no session and writes nothing."""
    if installation.database_answers():
        return HttpResponse("ok\n", content_type=PLAIN)
    return HttpResponse("The database doesn’t answer.\n", content_type=PLAIN, status=503)


@access.public
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Say whom to tell about a security hole, if the operator gives a contact."""
    if not settings.CONTACT:
        raise Http404
    expires = (timezone.now() + LASTS).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: {settings.CONTACT}", f"Expires: {expires}", "Preferred-Languages: en"]
    if settings.BASE_URL:
        lines.append(f"Canonical: {settings.BASE_URL}/.well-known/security.txt")
    return HttpResponse("\n".join(lines) + "\n", content_type=PLAIN)
