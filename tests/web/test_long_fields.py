"""The longest text that a form can bring, in each of its fields: it is refused or cut before it takes any time."""

from time import perf_counter

import pytest
from django.db import connection, transaction

from tests.asking import FORMS, READ, encoded, sent_as

pytestmark = pytest.mark.slow

SIZE = 2_500_000  # bytes; Django takes no larger form
LONGEST_ADDRESS = 60_000  # characters
SECONDS = 5
END = "\nx"
UNITS = ("a", " ", "1,", "1+", "a\n", "\u0300", "/t/a?", "= 1 ", "3 2,")


def answer(world, method, address, body=b"", kind="text/plain"):
    """Send a request as the owner, undo what it did, and return its status and how many seconds it took."""
    browser = world.browsers["owner"]
    browser.cookies.clear()
    browser.cookies.update(world.keys["owner"])
    began = perf_counter()
    with transaction.atomic(), connection.execute_wrapper(only_short):
        status = browser.generic(method, address, body, kind).status_code
        transaction.set_rollback(True)
    return status, perf_counter() - began


def only_short(execute, sql, params, many, context):
    for row in params if many else [params]:
        assert all(len(text) < 30_000 for text in row or () if isinstance(text, str)), sql
    return execute(sql, params, many, context)


def with_long(fields, size):
    """Yield each field's name, and all fields with the longest text in it."""
    for position, (name, value) in enumerate(fields):
        for unit in UNITS:
            long = value + unit * ((size - len(value)) // len(unit.encode())) + END
            yield f"{name}: {unit!r}", [*fields[:position], (name, long), *fields[position + 1 :]]


@pytest.mark.parametrize("route", [route for route, fields in FORMS.items() if fields])
def test_a_form_with_it_is_answered_soon(world, route):
    for what, fields in with_long(world.fields(route, FORMS), SIZE):
        status, seconds = answer(world, "POST", world.address(route, "owner"), *sent_as("parts", fields, ""))
        assert status < 500, what
        assert seconds < SECONDS, what


@pytest.mark.parametrize("route", [route for route, fields in READ.items() if fields])
def test_an_address_with_it_is_answered_soon(world, route):
    for what, fields in with_long(world.fields(route, READ), LONGEST_ADDRESS):
        status, seconds = answer(world, "GET", f"{world.address(route, 'owner')}?{encoded(fields)}")
        assert status < 500, what
        assert seconds < SECONDS, what
