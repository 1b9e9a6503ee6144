"""Fields and paths that no form would send: the character NUL, and the longest text that Django takes.

PostgreSQL can neither store a NUL nor look for it. SQLite takes it, so what is sent to the database is watched. The
longest text is refused or cut before it takes any time.
"""

import re
from itertools import chain
from time import perf_counter

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

LONGEST_FORM = 2_500_000  # bytes; Django takes no larger one
LONGEST_ADDRESS = 60_000  # characters
SECONDS = 5
UNITS = ("a", " ", "1,", "1+", "a\n", "\u0300", "/t/a?", "= 1 ", "3 2,")


@pytest.fixture
def watched(world):
    """The world, in which neither a NUL nor a very long text may reach the database."""
    with connection.execute_wrapper(check):
        yield world


def check(execute, sql, params, many, context):
    for row in params if many else [params]:
        for text in (text for text in row or () if isinstance(text, str)):
            assert "\0" not in text, sql
            assert "\\u0000" not in text, sql
            assert len(text) < 30_000, sql
    return execute(sql, params, many, context)


def with_nul(fields):
    """Yield the fields once for each of them, and for a new one, with a NUL in its value."""
    for position, (name, value) in enumerate([*fields, ("more", "")]):
        for bad in ("\0", f"{value}\0", f"\0{value}"):
            yield name, [*fields[:position], (name, bad), *fields[position + 1 :]]


def with_long(fields, size):
    """Yield each field's name, and all fields with the longest text in it."""
    for position, (name, value) in enumerate(fields):
        for unit in UNITS:
            long = value + unit * ((size - len(value)) // len(unit.encode())) + "\nx"
            yield f"{name}: {unit!r}", [*fields[:position], (name, long), *fields[position + 1 :]]


def assert_answered_soon(world, what, *request):
    began = perf_counter()
    assert world.undone(*request) < 500, what
    assert perf_counter() - began < SECONDS, what


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_a_form_is_answered_soon_and_passes_no_nul_on(watched, part):
    for route in [*FORMS][part::4]:
        fields, address = watched.fields(route, FORMS), watched.address(route, "owner")
        for what, hostile in chain(with_nul(fields), with_long(fields, LONGEST_FORM)):
            assert_answered_soon(watched, f"{route} {what}", "POST", address, *sent_as("parts", hostile, ""))


@pytest.mark.slow
def test_a_query_string_is_answered_soon_and_passes_no_nul_on(watched):
    for route in READ:
        fields, address = watched.fields(route, READ), watched.address(route, "owner")
        for what, hostile in chain(with_nul(fields), with_long(fields, LONGEST_ADDRESS)):
            assert_answered_soon(watched, f"{route} {what}", "GET", f"{address}?{encoded(hostile)}")


def test_no_path_passes_a_nul_on(watched):
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
def test_no_file_passes_a_nul_on(read):
    """Every string of a file, and every key, is refused with a NUL in it."""
    written = FULL_SHEET if read is read_sheets else write_recipe(supplied()[UNO])
    assert read(written).messages == ()
    for place in (match.end() for match in re.finditer(rb'"[^"]', written)):
        raw = written[:place] + b"\\u0000" + written[place:]
        assert any(message.level == "error" for message in read(raw).messages), raw[place - 40 : place + 40]
