"""The longest text that a form can bring, in each of its fields: it is refused or cut before it takes any time."""

from time import thread_time

import pytest
from django.db import connection

from tests.asking import FORMS, READ, encoded, sent_as

pytestmark = pytest.mark.slow

SIZE = 2_500_000  # bytes; Django takes no larger form
LONGEST_ADDRESS = 60_000  # characters
SECONDS = 5  # of the processor
END = "\nx"
UNITS = ("a", " ", "1,", "1+", "a\n", "\u0300", "/t/a?", "= 1 ", "3 2,")


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


def assert_answered_soon(world, what, *request):
    began = thread_time()
    with connection.execute_wrapper(only_short):
        assert world.undone(*request) < 500, what
    assert thread_time() - began < SECONDS, what


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
def test_a_form_with_it_is_answered_soon(world, part):
    for route in [*FORMS][part::4]:
        for what, fields in with_long(world.fields(route, FORMS), SIZE):
            body = sent_as("parts", fields, "")
            assert_answered_soon(world, f"{route} {what}", "POST", world.address(route, "owner"), *body)


@pytest.mark.nightly
def test_an_address_with_it_is_answered_soon(world):
    for route in READ:
        for what, fields in with_long(world.fields(route, READ), LONGEST_ADDRESS):
            address = f"{world.address(route, 'owner')}?{encoded(fields)}"
            assert_answered_soon(world, f"{route} {what}", "GET", address)
