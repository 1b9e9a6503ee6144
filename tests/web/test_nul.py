"""The character NUL, which PostgreSQL can't store or look for: it never gets as far as the database.

SQLite takes it, so what is sent to the database is watched.
"""

import re

import pytest
from django.db import connection, transaction
from django.urls import reverse

from scorekeeper.formats.recipes import read_recipe, write_recipe
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.recording.own_games.reading import supplied
from tests.asking import FORMS, PARAMETERS, READ, encoded, sent_as
from tests.formats.documents import document, game as a_game
from tests.own_games import UNO

FULL_SHEET = document(
    a_game(
        id="x", night="2026-02-20", started="2026-02-20T20:00Z", ended="2026-02-20T22:00Z", place="Home", note="Rain."
    )
)
TEXTS = [route for route, names in PARAMETERS.items() if {"token", "packed", "rules"} & {*names}]


@pytest.fixture
def watched(world):
    """The world, in which no NUL may reach the database."""
    with connection.execute_wrapper(without_nul):
        yield world


def without_nul(execute, sql, params, many, context):
    for row in params if many else [params]:
        assert not any("\0" in text or "\\u0000" in text for text in row or () if isinstance(text, str)), sql
    return execute(sql, params, many, context)


def status_of(world, method, address, body=b"", kind="text/plain"):
    """Send a request as the owner, undo what it did, and return the response's status."""
    browser = world.browsers["owner"]
    browser.cookies.clear()
    browser.cookies.update(world.keys["owner"])
    with transaction.atomic():
        status = browser.generic(method, address, body, kind).status_code
        transaction.set_rollback(True)
    return status


def with_nul(fields):
    """Yield the fields once for each of them, and for a new one, with a NUL in its value."""
    for position, (name, value) in enumerate([*fields, ("more", "")]):
        for bad in ("\0", f"{value}\0", f"\0{value}"):
            yield name, [*fields[:position], (name, bad), *fields[position + 1 :]]


@pytest.mark.slow
@pytest.mark.parametrize("route", FORMS)
def test_no_form_passes_it_on(watched, route):
    for name, fields in with_nul(watched.fields(route, FORMS)):
        body, kind = sent_as("parts" if "file" in FORMS[route] else "form", fields, "")
        assert status_of(watched, "POST", watched.address(route, "owner"), body, kind) < 500, name


@pytest.mark.slow
@pytest.mark.parametrize("route", READ)
def test_no_query_string_passes_it_on(watched, route):
    for name, fields in with_nul(watched.fields(route, READ)):
        assert status_of(watched, "GET", f"{watched.address(route, 'owner')}?{encoded(fields)}") < 500, name


@pytest.mark.parametrize("route", TEXTS)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_path_passes_it_on(watched, route, method):
    names = dict.fromkeys(PARAMETERS[route], 7) | dict.fromkeys(("token", "packed", "rules"), "text")
    address = reverse(route, kwargs={name: names[name] for name in PARAMETERS[route]})
    for bad in ("%00", "any_game%00", "%00any_game", "any_game:uno%00"):
        bad_address = address.replace("/text/", f"/{bad}/").replace("/groups/7/", f"/groups/{watched.cast.group.pk}/")
        status = status_of(watched, method, bad_address)
        assert status < 500, bad_address
        assert status == 404 or "rules" not in PARAMETERS[route], bad_address


@pytest.mark.parametrize("read", [read_sheets, read_recipe])
def test_no_file_passes_it_on(read):
    """Every string of a file, and every key, is refused with a NUL in it."""
    written = FULL_SHEET if read is read_sheets else write_recipe(supplied()[UNO])
    assert read(written).messages == ()
    texts = [match.end() for match in re.finditer(rb'"[^"]', written)]
    for place in texts:
        raw = written[:place] + b"\\u0000" + written[place:]
        assert any(message.level == "error" for message in read(raw).messages), raw[place - 40 : place + 40]
