"""Recognize browsers that once signed in to an account, by a signed cookie that outlives the session.

The cookie lets nobody in. It only keeps strangers who try an account's passwords from locking out its owner's browser.
"""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from scorekeeper import limits
from scorekeeper.language import name_key

COOKIE = "known_accounts"


def known_as(request: HttpRequest, name: str) -> str:
    """Return what identifies this browser, if it once signed in to the account with this name, or an empty string."""
    browser, *accounts = _read(request)
    return browser if _digest(name) in accounts else ""


def remember_account(request: HttpRequest, response: HttpResponse, name: str) -> HttpResponse:
    """Make the response tell this browser that it signed in to the account with this name. Return the response."""
    browser, *accounts = _read(request)
    others = [other for other in accounts if other != _digest(name)]
    response.set_signed_cookie(
        COOKIE,
        ".".join([browser or secrets.token_hex(16), _digest(name), *others[: limits.MOST_ACCOUNTS - 1]]),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _read(request: HttpRequest) -> list[str]:
    return str(request.get_signed_cookie(COOKIE, default="")).split(".")


def _digest(name: str) -> str:
    return salted_hmac("scorekeeper.browsers", name_key(name), algorithm="sha256").hexdigest()[:20]
