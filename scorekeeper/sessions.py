"""Sessions: whose browser is this? The cookie holds random keys; the database holds only keyed hashes of them.

A cookie can hold several keys, newest first, and the first one that is found counts. Keys that aren't found stay in
the cookie: they may belong to another database that is served at the same address, now or tomorrow. Only signing out
removes one. A session never expires by the clock, which can be wrong: the browser drops the cookie after 400 days
without use, and `services/sessions.py` deletes the rows.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import VALID_KEY_CHARS, SessionBase
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.crypto import get_random_string, salted_hmac

from scorekeeper.faults import unless_busy
from scorekeeper.models import Installation, Session

GetResponse = Callable[[HttpRequest], HttpResponseBase]

# The cookie of a server that has gone from http to https since. It is read, but never set.
OLD_COOKIES = ("scorekeeper",)
KEY_LENGTH, MOST_KEYS = 32, 8
KEY = re.compile(rf"[{VALID_KEY_CHARS}]{{{KEY_LENGTH}}}")

# The order matters: Edge and Opera also name Chrome, Chrome also names Safari, and an Android phone also names Linux.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "Chromebook"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def hashed(key: str) -> str:
    """Return the keyed hash under which a session is stored."""
    return salted_hmac("scorekeeper.sessions.key", key, algorithm="sha256").hexdigest()


def device_name(user_agent: str) -> str:
    """Return a short name for a browser, such as "Safari, iPhone". The parts are names, so they need no translation."""
    found = (next((name for sign, name in signs if sign in user_agent), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))


def count_day() -> int:
    """Return the number of days on which the app was used, counting today."""
    today = timezone.now().date()
    here, _is_new = Installation.objects.get_or_create(pk=1)
    # Yesterday's date is that of another machine, whose clock is a little behind; two of them mustn't count in turns.
    if here.today is not None and 0 <= (here.today - today).days <= 1:
        return here.days
    # Two browsers that come at the same time count the day once.
    Installation.objects.filter(pk=1, days=here.days).update(days=F("days") + 1, today=today)
    return here.days + 1


class SessionStore(SessionBase):
    """A browser's session. The name is part of the salt with which Django signs what a session holds.

    Nothing is written before `save`, which the middleware calls once the response is known not to be an error: a
    request that fails leaves the browser the session that it had.
    """

    def __init__(self, session_key: str | None = None, old_keys: str = "", device: str = "") -> None:
        self._sent = _keys(session_key or "")
        self._candidates = tuple(dict.fromkeys((*self._sent, *_keys(old_keys))))
        self._rows: dict[str, Session] = {}
        self._contents: dict[str, dict[str, Any]] = {}
        self.device = device
        self._is_new = False
        self.ended: set[str] = set()
        super().__init__(self._candidates[0] if self._candidates else None)

    def load(self) -> dict[str, Any]:
        """Return what the first session that is found holds. One that was signed with another key counts as missing."""
        hashes = {key: hashed(key) for key in self._candidates}
        rows = Session.objects.in_bulk(hashes.values())
        self._rows = {key: rows[name] for key, name in hashes.items() if name in rows}
        in_order = {key: self.decode(self._rows[key].session_data) for key in self._candidates if key in self._rows}
        self._contents = {key: data for key, data in in_order.items() if data}
        self._session_key = next(iter(self._contents), None)
        return dict(self._contents[self._session_key]) if self._session_key else {}

    @property
    def row_key(self) -> str:
        """The primary key of this session's row, or an empty string if there is none."""
        return hashed(self.session_key) if self.session_key else ""

    @property
    def cookie(self) -> str:
        """The keys that the browser should keep. Those found here come first, so they are the last to be dropped."""
        keys = dict.fromkeys((self.session_key, *self._contents, *self._sent))
        return ".".join([key for key in keys if key and key not in self.ended][:MOST_KEYS])

    @property
    def is_due(self) -> bool:
        """Whether to write down that the browser was seen: once a day, or if its key came in an old cookie."""
        row = self._rows.get(self.session_key or "")
        today = timezone.now().date()
        return row is not None and (self.session_key not in self._sent or row.seen_at.date() != today)

    def behind(self) -> list[dict[str, Any]]:
        """Return what the sessions hold that signing out would bring back."""
        self._load_once()
        return [data for key, data in self._contents.items() if key not in {self.session_key, *self.ended}]

    def set_aside(self) -> None:
        """Begin a new session, but let the browser keep this one, so that signing out brings it back."""
        self._load_once()
        self._session_cache: dict[str, Any] = {}
        self._session_key = None

    def create(self) -> None:
        """Take a new key. It is never one that a browser has sent."""
        self._session_key = get_random_string(KEY_LENGTH, VALID_KEY_CHARS)
        self._is_new = self.modified = True

    def delete(self, session_key: str | None = None) -> None:
        """Mark a session as ended."""
        if key := session_key or self.session_key:
            self.ended.add(key)

    def flush(self) -> None:
        """End the session, once it is known which of the keys it has."""
        self._load_once()
        super().flush()

    def save(self, must_create: bool = False) -> None:
        """Store the session, unless it is empty, and delete those that ended, in one transaction."""
        self._load_once()
        data = self._session_cache
        if data and self.session_key is None:
            self.create()
        with transaction.atomic():
            if data and self._is_new:
                self._insert(data)
            elif data:
                Session.objects.filter(pk=self.row_key).update(session_data=self.encode(data))
            if self.ended:
                Session.objects.filter(pk__in=[*map(hashed, self.ended)]).delete()

    def _insert(self, data: dict[str, Any]) -> None:
        Session.objects.create(
            session_key=self.row_key,
            session_data=self.encode(data),
            user_id=data.get(SESSION_KEY),
            device=self.device,
            seen_at=timezone.now(),
            day=count_day(),
        )
        self._is_new = False

    def renew(self) -> None:
        """Write down that the browser was seen, both for this session and for those behind it."""
        hashes = [row.pk for row in self._rows.values()]
        with transaction.atomic():
            Session.objects.filter(pk__in=hashes).update(seen_at=timezone.now(), day=count_day(), device=self.device)

    def _load_once(self) -> None:
        self.keys()  # asks Django to load the session unless it has already done so


def session_of(request: HttpRequest) -> SessionStore:
    """Return the session that the middleware gave a request."""
    return cast(SessionStore, request.session)


def session_cookie(get_response: GetResponse) -> GetResponse:
    """Give each request its session, and keep what it changed in the database and in the browser's cookie."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        old_keys = ".".join(request.COOKIES.get(name, "") for name in OLD_COOKIES)
        device = device_name(request.headers.get("User-Agent", ""))
        session = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME), old_keys, device)
        request.session = session
        response = get_response(request)
        # A request that hasn't read its session (such as a watcher's poll) must not load it now.
        if session.accessed:
            patch_vary_headers(response, ("Cookie",))
            if response.status_code < 500:
                _keep(session, request, response)
        return response

    return middleware


def _keep(session: SessionStore, request: HttpRequest, response: HttpResponseBase) -> None:
    """Store a session that has changed, or note once a day that the browser was seen, and set the cookie."""
    if session.modified:
        session.save()
    elif session.is_due:
        unless_busy(session.renew)()
    else:
        return
    name = settings.SESSION_COOKIE_NAME
    if session.cookie:
        response.set_cookie(
            name,
            session.cookie,
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    else:
        response.delete_cookie(name, samesite="Lax")
    for old in set(OLD_COOKIES) - {name}:
        if session.ended.intersection(_keys(request.COOKIES.get(old, ""))):
            response.delete_cookie(old, samesite="Lax")


def lifetime() -> timedelta:
    """Return how long a browser keeps its cookie without using it."""
    return timedelta(seconds=settings.SESSION_COOKIE_AGE)


def _keys(cookie: str) -> tuple[str, ...]:
    """Return the keys in a cookie, without anything that can't be one."""
    return tuple(filter(KEY.fullmatch, cookie.split(".")[:MOST_KEYS]))
