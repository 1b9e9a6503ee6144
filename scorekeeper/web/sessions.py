"""Sessions: whose browser is this? They are Django's, but the cookie holds several keys, and the clock ends none.

The newest key comes first, and the first one that is found counts: an account's comes before that of the guest on whose
browser it signed in. Keys that aren't found stay in the cookie: they may belong to another database that is served at
the same address, now or tomorrow. The database holds only keyed hashes of the keys.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, login, update_session_auth_hash
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.models import User
from scorekeeper.web.access import user_of
from scorekeeper.web.database import unless_busy

MOST_KEYS = 8
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
        self._contents: dict[str, dict[str, Any]] = {}
        super().__init__(self._keys[0] if self._keys else None)

    def load(self) -> dict[str, Any]:
        """Return what the first session that is found holds. One that was signed with another key counts as missing."""
        rows = Session.objects.in_bulk([hashed(key) for key in self._keys])
        self._rows = {key: rows[hashed(key)] for key in self._keys if hashed(key) in rows}
        contents = {key: self.decode(row.session_data) for key, row in self._rows.items()}
        self._contents = {key: data for key, data in contents.items() if data}
        self._session_key = next(iter(self._contents), None)
        return dict(self._contents.get(self._session_key or "", {}))

    @property
    def cookie(self) -> str:
        """The keys that the browser should keep. Those found here come first, so they are the last to be dropped."""
        keys = dict.fromkeys((self.session_key, *self._contents, *self._keys))
        return ".".join(list(filter(None, keys))[:MOST_KEYS])

    @property
    def is_due(self) -> bool:
        """Whether this session was last renewed a month ago, or by a clock that was ahead."""
        row = self._rows.get(self.session_key or "")
        return row is not None and not -MONTH < row.expire_date - self.get_expiry_date() < MONTH

    def renew(self) -> None:
        """Let this session last, and those behind it."""
        rows = Session.objects.filter(pk__in=[row.pk for row in self._rows.values()])
        rows.update(expire_date=self.get_expiry_date())

    def behind(self) -> list[dict[str, Any]]:
        """Return what the sessions hold that signing out would bring back."""
        return [data for key, data in self._contents.items() if key != self.session_key]

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
            self._keys = [other for other in self._keys if other != key]
            self._contents.pop(key, None)
            super().delete(hashed(key))


def set_cookie(response: HttpResponseBase, name: str, value: str) -> None:
    """Let a browser keep a cookie for as long as its session. Scripts can't read it."""
    age, secure = settings.SESSION_COOKIE_AGE, settings.SESSION_COOKIE_SECURE
    response.set_cookie(name, value, max_age=age, secure=secure, httponly=True, samesite="Lax")


def user_behind(request: HttpRequest) -> User | None:
    """Return the user, without an account, that this browser will be again when its account signs out, or None."""
    behind = cast(SessionStore, request.session).behind()
    hashes = {contents[SESSION_KEY]: contents[HASH_SESSION_KEY] for contents in behind}
    user = User.objects.filter(pk__in=hashes, name=None).first() if hashes else None
    if user is None or not constant_time_compare(hashes[str(user.pk)], user.get_session_auth_hash()):
        return None
    return user


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
