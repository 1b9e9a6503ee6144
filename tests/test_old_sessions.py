"""Sessions of the previous version: nobody is signed out by an update, even while both versions run side by side."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session as PlainSession

from scorekeeper.models import Installation, Session, User
from scorekeeper.services.sessions import hash_plain_sessions
from tests.test_sessions import FOREIGN, NAME, NOW, is_in, keys, plain_cookie, rows

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
