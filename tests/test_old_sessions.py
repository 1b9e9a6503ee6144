"""Sessions of the previous version: nobody is signed out by an update, even while both versions run side by side."""

import sqlite3
from contextlib import closing
from copy import deepcopy
from datetime import timedelta

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as PlainStore
from django.contrib.sessions.models import Session as PlainSession
from django.core.management import call_command
from django.test import Client

from scorekeeper.models import Installation, Membership, Session, User
from scorekeeper.services.sessions import hash_plain_sessions
from scorekeeper.sessions import hashed
from tests.test_sessions import BACKEND, FOREIGN, NAME, NOW, is_in, keys, plain_cookie, rows
from tests.test_upgrades import FOLDER, default_database

pytestmark = pytest.mark.slow


@pytest.fixture
def cast(db, module_cast):
    return deepcopy(module_cast)


def test_a_cookie_of_the_previous_version_is_read_and_replaced(cast):
    client = plain_cookie(cast.owner.user)
    old = client.cookies["sessionid"].value
    response = client.get(f"/groups/{cast.group.pk}/")
    assert (response.status_code, keys(client)) == (200, [old])
    assert "sessionid" not in response.cookies, "processes of the previous version may still need it"
    assert PlainSession.objects.filter(session_key=old).exists()
    assert NAME not in client.get(f"/groups/{cast.group.pk}/").cookies, "only once a day"


def test_migrating_a_database_of_the_previous_version_signs_nobody_out(tmp_path, django_db_blocker):
    """On SQLite, the migration hashes the sessions, since no process of that version is running."""
    file = tmp_path / "old.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript(max((FOLDER.glob("*.sql")), key=lambda path: path.name).read_text(encoding="utf-8"))
    with django_db_blocker.unblock(), default_database(file):
        call_command("migrate", "scorekeeper", "0011", verbosity=0)
        call_command("migrate", "sessions", verbosity=0)
        user_id, group_id = Membership.objects.values_list("user_id", "group_id").filter(role="owner").get()
        user = User(pk=user_id, password=User.objects.values_list("password", flat=True).get(pk=user_id))
        store = PlainStore()
        store.update(
            {SESSION_KEY: str(user_id), BACKEND_SESSION_KEY: BACKEND, HASH_SESSION_KEY: user.get_session_auth_hash()}
        )
        store.save()
        call_command("migrate", verbosity=0)
        assert (PlainSession.objects.count(), Session.objects.get().pk) == (0, hashed(store.session_key))
        client = Client()
        client.cookies["sessionid"] = store.session_key
        assert client.get(f"/groups/{group_id}/").status_code == 200


def test_sessions_of_the_previous_version_are_hashed_on_the_second_day(cast, monkeypatch):
    client = plain_cookie(cast.owner.user)
    last_seen = PlainSession.objects.get().expire_date - timedelta(days=400)
    hash_plain_sessions()
    assert (PlainSession.objects.count(), Session.objects.count()) == (1, 0)
    Installation.objects.update_or_create(pk=1, defaults={"days": 2, "today": NOW.date()})
    hash_plain_sessions()
    [row] = rows()
    assert (PlainSession.objects.count(), row["user_id"], row["seen_at"]) == (0, cast.owner.user.pk, last_seen)
    assert is_in(client, cast)
    assert client.cookies["sessionid"].value not in str(rows())


def test_a_session_signed_with_another_key_is_not_hashed_with_this_one(cast, settings):
    client = plain_cookie(cast.owner.user)
    Installation.objects.update_or_create(pk=1, defaults={"days": 2, "today": NOW.date()})
    own_key, settings.SECRET_KEY = settings.SECRET_KEY, FOREIGN
    hash_plain_sessions()
    settings.SECRET_KEY = own_key
    assert is_in(client, cast)
    hash_plain_sessions()
    assert PlainSession.objects.count() == 0
    assert is_in(client, cast)


def test_signing_out_also_ends_a_session_of_the_previous_version(cast):
    User.objects.filter(pk=cast.owner.user.pk).update(name="Olga", name_key="olga")
    client = plain_cookie(cast.owner.user)
    old = client.cookies["sessionid"].value
    client.get("/account/")
    client.post("/sign-out/", {"confirm": "true"})
    assert PlainSession.objects.count() == 0
    assert {client.cookies[name].value for name in (NAME, "sessionid")} == {""}
    client.cookies["sessionid"] = old
    assert not is_in(client, cast)
