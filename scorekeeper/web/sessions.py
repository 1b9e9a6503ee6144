"""Sessions: whose browser is this? They are Django's, but the cookie may hold a second key, and the clock ends none.

The second key is that of the guest on whose browser an account signed in: when it signs out, the guest is back. The
database holds only keyed hashes of the keys. A cookie whose keys aren't found, since another folder or secret key is
served by mistake, stays as it is until somebody comes in.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, login, update_session_auth_hash
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac

from scorekeeper.models import User
from scorekeeper.web.access import user_of
from scorekeeper.web.database import unless_busy

MOST_KEYS = 8  # that are looked for: earlier versions kept so many, also those of other databases
KEY = re.compile(rf"[{VALID_KEY_CHARS}]{{32}}")
MONTH = timedelta(days=30)


def hashed(key: str) -> str:
    """Return the keyed hash under which a session is stored."""
    return salted_hmac("scorekeeper.sessions.key", key, algorithm="sha256").hexdigest()[:40]


class SessionStore(db.SessionStore):
    """A browser's session. The name is part of the salt with which Django signs what a session holds."""

    def __init__(self, session_key: str | None = None) -> None:
        self._keys = list(dict.fromkeys(filter(KEY.fullmatch, (session_key or "").split("."))))[:MOST_KEYS]
        self._rows: dict[str, Session] = {}
        super().__init__(self._keys[0] if self._keys else None)

    def load(self) -> dict[str, Any]:
        """Return what the first session that is found holds. One that was signed with another key counts as missing."""
        rows = Session.objects.in_bulk([hashed(key) for key in self._keys])
        contents = {key: self.decode(rows[hashed(key)].session_data) for key in self._keys if hashed(key) in rows}
        self._rows = {key: rows[hashed(key)] for key, data in contents.items() if data}
        self._session_key = next(iter(self._rows), None)
        return contents[self._session_key] if self._session_key else {}

    @property
    def cookie(self) -> str:
        """The keys that the browser should keep: the one in use, and the guest's behind it."""
        keys = dict.fromkeys((self.session_key, *self._rows))
        return ".".join(list(filter(None, keys))[:2])

    @property
    def is_due(self) -> bool:
        """Whether this session was last renewed a month ago, or by a clock that was ahead."""
        row = self._rows.get(self.session_key or "")
        return row is not None and not -MONTH < row.expire_date - self.get_expiry_date() < MONTH

    def renew(self) -> None:
        """Let this session last, and the one behind it."""
        rows = Session.objects.filter(pk__in=[row.pk for row in self._rows.values()])
        rows.update(expire_date=self.get_expiry_date())

    def set_aside(self) -> None:
        """Begin a new session, but let the browser keep this one, so that signing out brings it back."""
        self._session_cache: dict[str, Any] = {}
        self._session_key = None

    def exists(self, session_key: str) -> bool:
        return super().exists(hashed(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        row = super().create_model_instance(data)
        row.session_key = hashed(self.session_key) if self.session_key else ""
        return row

    def delete(self, session_key: str | None = None) -> None:
        """End a session, and take its key from the browser."""
        if key := session_key or self.session_key:
            self._rows.pop(key, None)
            super().delete(hashed(key))


def set_cookie(response: HttpResponseBase, name: str, value: str) -> None:
    """Let a browser keep a cookie for as long as its session. Scripts can't read it."""
    age, secure = settings.SESSION_COOKIE_AGE, settings.SESSION_COOKIE_SECURE
    response.set_cookie(name, value, max_age=age, secure=secure, httponly=True, samesite="Lax")


def let_in(request: HttpRequest, user: User) -> None:
    """Sign a user in, with a new key. A guest couldn't sign in here again, so signing out brings them back.

    A browser that is the user's keeps its key, which could get lost, unless the password has just changed.
    """
    before = user_of(request)
    if before != user:
        if before is not None and not before.has_account:
            cast(SessionStore, request.session).set_aside()
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    elif request.session[HASH_SESSION_KEY] != user.get_session_auth_hash():
        update_session_auth_hash(request, user)


def session_cookie(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Give each request its session, and keep what it changed. Django's would delete a cookie that isn't found."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        name = settings.SESSION_COOKIE_NAME
        # A server that has gone from http to https since set "scorekeeper". It is read, but never set anymore.
        session = SessionStore(".".join(request.COOKIES.get(each, "") for each in (name, "scorekeeper")))
        request.session = session
        # A form that was open while the app was updated: up to 1.0.0, the cookie had Django's name.
        if "csrftoken" in request.COOKIES:
            request.COOKIES.setdefault(settings.CSRF_COOKIE_NAME, request.COOKIES["csrftoken"])
        response = get_response(request)
        # A request that hasn't read its session (such as a watcher's poll) must not load it now.
        if not session.accessed:
            return response
        patch_vary_headers(response, ("Cookie",))
        is_new = (session.session_key or "") not in request.COOKIES.get(name, "")
        if response.status_code >= 500 or not (session.modified or session.is_due or is_new):
            return response
        if not session.modified:
            unless_busy(session.renew)
        elif not session.is_empty():
            session.save()
        if session.cookie:
            set_cookie(response, name, session.cookie)
        else:
            response.delete_cookie(name, samesite="Lax")
        return response

    return middleware
