"""The permission matrix: every route, method and role, with requests that would change something if allowed.

A denied request changes nothing, and every response has the headers of its route.
"""

from http.cookies import SimpleCookie

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from scorekeeper.web import access
from tests.cast import Phone
from tests.web.matrix import MATRIX, PATTERNS, ROLES, World, expected, stored
from tests.web.test_headers import PICTURE, POLICY, headers_of, policy_of, wanted

pytestmark = pytest.mark.slow

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
CHANGE_NOTHING = {"join", "go_on", "from_home_screen", "theme", "sign_in", "sign_out", "sign_up"}
CHANGE_NOTHING |= {"resume", "tv"}
"""Routes where the owner's POST succeeds but changes no row, for example because the game is not stopped."""
FORMS_MAY_LEAD = {"form-action": "'self' http://scorekeeper.local:*"}
"""Forms may lead to the app's name on the network as well."""


@pytest.fixture(scope="module")
def world(module_db):
    """A world that is created only once; every test undoes the changes that its requests make."""
    return World()


@pytest.fixture(autouse=True)
def named(settings):
    """The app has a name on the network, and members can go on there."""
    settings.LOCAL_NAME = "scorekeeper.local"


def test_every_route_is_in_the_table():
    assert {pattern.name for pattern in get_resolver().url_patterns} == set(MATRIX)
    assert all(len(cells) == len(ROLES) for row in MATRIX.values() for cells in row)


def test_every_route_is_of_a_kind_that_the_table_of_who_may_do_what_has():
    _head, _line, *kinds = [line.split(" | ")[2:] for line in (access.__doc__ or "").splitlines() if line[:1] == "|"]
    by_link = {route for route in MATRIX if "<str:token>" in str(PATTERNS[route].pattern)}
    for route in MATRIX.keys() - by_link:
        for row in MATRIX[route]:
            said = ["yes" if cell < "403" or cell == "422" else cell for cell in row if cell != "-"]
            anonymous, watcher, expired, revoked, recorder, removed, owner, other = said or ["-"] * 8
            assert watcher == expired == revoked == anonymous, route
            assert not said or [anonymous, recorder, owner, removed, f"{other} |"] in kinds, route


@pytest.mark.parametrize("role", ROLES)
def test_every_route_answers_a_role_as_the_table_says(world, db, role):
    before, wrong = stored(), []
    for route in MATRIX:
        table = {method: expected(route, role, method) for method in METHODS}
        may_change = {method for method in METHODS if table[method] < 400} - {"GET", "HEAD"}
        with transaction.atomic():
            wrong += faults(world, route, role, table, set(METHODS) - may_change)
            wrong += [f"{role} changed something at {route}"] if stored() != before else []
            transaction.set_rollback(True)
        with transaction.atomic():
            wrong += faults(world, route, role, table, may_change)
            if role == "owner" and may_change and route not in CHANGE_NOTHING and stored() == before:
                # What the owner may do must really happen, or a denial proves nothing.
                wrong.append(f"{role} changed nothing at {route}")
            transaction.set_rollback(True)
    assert not wrong, "\n".join(wrong)


def faults(world, route, role, table, methods):
    """Send a request with each method. Yield what is wrong with its status, its headers or its page."""
    for method in methods:
        response = world.send(role, method, route)
        if response.status_code != table[method]:
            yield f"{role} {method} {route}: {response.status_code}, not {table[method]}"
        policy = PICTURE if response["Content-Type"] == "image/svg+xml" else POLICY | FORMS_MAY_LEAD
        if headers_of(response) != wanted(route) or policy_of(response) != policy:
            yield f"{role} {method} {route}: {response.headers}"
        if response.status_code == 404 and b"Wednesday" in response.content:
            yield f"{role} {method} {route}: the page names the group"


def test_a_form_from_another_site_is_refused(world, db):
    before = stored()
    for route in MATRIX:
        client = Client(enforce_csrf_checks=True)
        client.cookies = SimpleCookie(world.cookies["owner"])
        status = client.generic("POST", world.address(route, "owner"), *world.form(route)).status_code
        # Watching and polling have no form, and whoever watches has no cookie, so there is nothing to check.
        watching = {"watch": 405, "watch_version": 405, "group_version": 405, "tv": 302}
        assert status == watching.get(route, 403), route
    assert stored() == before


def test_the_world_contains_a_hand_being_entered(world, db):
    """Without a hand to change, the requests above would prove nothing."""
    assert Phone(world.game, world.cast.owner).open().number == world.hand.number == 2
    assert world.hand.taps
