"""Recognize browsers that once signed in to an account, by a signed cookie that outlives the session.

The cookie lets nobody in. It only keeps strangers who try an account's passwords from locking out its owner's browser.
"""

import secrets
from collections.abc import Callable

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

from scorekeeper.text import name_key

COOKIE = "known_accounts"
MOST_ACCOUNTS = 4
SALT = "scorekeeper.browsers"


def remember_account(request: HttpRequest, name: str) -> None:
    """Make the response tell this browser that it signed in to the account with this name."""
    browser, accounts = _read(request)
    accounts = [_digest(name), *(other for other in accounts if other != _digest(name))][:MOST_ACCOUNTS]
    request.known_accounts = ".".join([browser or secrets.token_hex(16), *accounts])  # type: ignore[attr-defined]


def known_as(request: HttpRequest, name: str) -> str:
    """Return what identifies this browser, if it once signed in to the account with this name, or an empty string."""
    browser, accounts = _read(request)
    return browser if _digest(name) in accounts else ""


def remember_accounts(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Send the cookie after `remember_account`."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if content := getattr(request, "known_accounts", ""):
            response.set_cookie(
                COOKIE,
                Signer(salt=SALT).sign(content),
                max_age=settings.SESSION_COOKIE_AGE,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return middleware


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        browser, *accounts = Signer(salt=SALT).unsign(request.COOKIES.get(COOKIE, "")).split(".")
    except BadSignature:
        return "", []
    return browser, accounts


def _digest(name: str) -> str:
    return salted_hmac(SALT, name_key(name), algorithm="sha256").hexdigest()[:20]
