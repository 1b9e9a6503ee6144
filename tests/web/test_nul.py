"""The character NUL, which PostgreSQL can't store or look for: it never gets as far as the database.

SQLite takes it, so what is sent to the database is watched.
"""

import re

import pytest
from django.db import connection
from django.urls import reverse

from scorekeeper.formats.recipes import read_recipe, write_recipe
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.recording.own_games.reading import supplied
from tests.asking import FORMS, PARAMETERS, READ, encoded, sent_as
from tests.formats.documents import document, game as a_game
from tests.own_games import UNO

TIMES = {"night": "2026-02-20", "started": "2026-02-20T20:00Z", "ended": "2026-02-20T22:00Z"}
FULL_SHEET = document(a_game(id="x", place="Home", note="Rain.", **TIMES))
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


def with_nul(fields):
    """Yield the fields once for each of them, and for a new one, with a NUL in its value."""
    for position, (name, value) in enumerate([*fields, ("more", "")]):
        for bad in ("\0", f"{value}\0"):
            yield name, [*fields[:position], (name, bad), *fields[position + 1 :]]


@pytest.mark.slow
def test_no_form_passes_it_on(watched):
    for route, table in FORMS.items():
        for name, fields in with_nul(watched.fields(route, FORMS)):
            body = sent_as("parts" if "file" in table else "form", fields, "")
            assert watched.undone("POST", watched.address(route, "owner"), *body) < 500, (route, name)


@pytest.mark.slow
def test_no_query_string_passes_it_on(watched):
    for route in READ:
        for name, fields in with_nul(watched.fields(route, READ)):
            address = f"{watched.address(route, 'owner')}?{encoded(fields)}"
            assert watched.undone("GET", address) < 500, (route, name)


def test_no_path_passes_it_on(watched):
    for route in TEXTS:
        names = dict.fromkeys(PARAMETERS[route], 7) | dict.fromkeys(("token", "packed", "rules"), "text")
        address = reverse(route, kwargs={name: names[name] for name in PARAMETERS[route]})
        address = address.replace("/groups/7/", f"/groups/{watched.cast.group.pk}/")
        for bad in ("%00", "any_game%00", "%00any_game", "any_game:uno%00"):
            for method in ("GET", "POST"):
                status = watched.undone(method, address.replace("/text/", f"/{bad}/"))
                assert status < 500, (method, route, bad)
                assert status == 404 or "rules" not in PARAMETERS[route], (method, route, bad)


@pytest.mark.parametrize("read", [read_sheets, read_recipe])
def test_no_file_passes_it_on(read):
    """Every string of a file, and every key, is refused with a NUL in it."""
    written = FULL_SHEET if read is read_sheets else write_recipe(supplied()[UNO])
    assert read(written).messages == ()
    texts = [match.end() for match in re.finditer(rb'"[^"]', written)]
    for place in texts:
        raw = written[:place] + b"\\u0000" + written[place:]
        assert any(message.level == "error" for message in read(raw).messages), raw[place - 40 : place + 40]
