"""Access rules not covered by `test_matrix`: hidden games, invalid IDs, another group's rows, and owner links."""

from contextlib import suppress

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from scorekeeper.models import Game, User
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_owner_link
from tests.web.matrix import PATTERNS, World, accepts, expected, stored

ROUTES = {name: set(pattern.pattern.converters) for name, pattern in PATTERNS.items()}
OF_A_GAME = [name for name, converters in ROUTES.items() if "game_id" in converters]


@pytest.fixture(scope="module")
def module_world(module_db):
    return World()


@pytest.fixture
def world(db, module_world):
    return module_world


@pytest.fixture
def hidden(world):
    """Hide every game."""
    Game.objects.update(hidden=True)


def test_a_hidden_game_is_410_for_a_recorder_and_404_for_a_stranger(world, hidden):
    for role, denied in (("recorder", 410), ("other", 404)):
        browser = world.client(role)
        for route in OF_A_GAME:
            for method in ("GET", "POST"):
                status = browser.generic(method, world.address(route, role)).status_code
                known = denied if accepts(route, method) else expected(route, role, method)
                assert status == known, (role, method, route)


def test_an_open_page_of_a_hidden_game_says_so_and_stops_polling(world, hidden):
    for route in ("sheet", "hand"):
        for headers in ({}, {"HX-Request": "true", "HX-Target": "page"}):
            page = world.send("recorder", "GET", route, headers=headers).content.decode()
            assert "This game is hidden now." in page
            assert "member" not in page
            assert "data-poll" not in page
            assert ("<html" in page) == (not headers)
    assert b"Unhide this game" in world.send("owner", "GET", "sheet").content


def test_an_address_that_takes_only_forms_leads_to_the_nearest_page_above(world):
    """A browser stands there after a refused form, and asks for it again when it reloads the page or restores a tab."""
    browser = world.client("owner")
    for route in PATTERNS:
        if accepts(route, "GET"):
            continue
        address = world.address(route, "owner")
        response = browser.get(f"{address}?hand=1", follow=True)
        page = response.request["PATH_INFO"]
        assert (response.status_code, response.request["QUERY_STRING"]) == (200, ""), address
        assert response.redirect_chain, address
        assert page == nearest_page(address)


def nearest_page(address):
    """Return the longest address above this one that accepts GET."""
    above = address.rstrip("/").rpartition("/")[0] + "/"
    with suppress(Resolver404):
        if accepts(resolve(above).url_name, "GET"):
            return above
    return nearest_page(above)


def test_a_refused_recorder_is_told_that_only_the_owner_can_do_this(world):
    response = world.send("recorder", "POST", "hide")
    assert response.status_code == 403
    assert "Only an owner of the group can do this." in response.content.decode()


def test_an_unknown_id_in_the_address_is_404(world):
    """The last two are more than a database can hold: they lead nowhere at all."""
    browser = world.client("owner")
    for route in [name for name, converters in ROUTES.items() if "group_id" in converters] + OF_A_GAME:
        _, what, known, rest = world.address(route, "owner").split("/", 3)
        assert known.isdigit()
        method = "GET" if accepts(route, "GET") else "POST"
        for number in (0, 99999999):
            assert browser.generic(method, f"/{what}/{number}/{rest}").status_code == 404, (route, number)
        for number in (10**20, "9" * 5000):
            with pytest.raises(Resolver404):
                resolve(f"/{what}/{number}/{rest}")


def test_members_and_links_of_another_group_are_404(world):
    """The group in the address is the owner's own, but the member or link is not."""
    stranger, owner = world.cast.stranger, world.client("owner")
    link, base = make_owner_link(stranger.group), f"/groups/{world.cast.group.pk}"
    before = stored()
    answers = [owner.get(f"{base}/links/{link.pk}/")]
    addresses = [f"{base}/links/{link.pk}/{verb}/" for verb in ("code", "needs", "renew", "revoke")]
    for address in (f"{base}/people/{stranger.pk}/", *addresses):
        for data in ({"remove": "true"}, {"role": "recorder"}, {"confirm": "true"}):
            answers.append(owner.post(address, data))
    # A missing role is refused before the member is looked up.
    assert {answer.status_code for answer in answers} <= {404, 422}
    assert stored() == before


@pytest.fixture
def link(world):
    return make_owner_link(world.cast.group)


@pytest.fixture
def address(link):
    return f"/j/{token_of(link)}/"


def test_an_owner_link_lets_a_new_browser_in_once(client, world, address):
    assert client.get(address).status_code == 200
    response = client.post(address, {"name": "Olga again"})
    assert (response.status_code, response["Location"]) == (302, f"/groups/{world.cast.group.pk}/")
    assert client.get(response["Location"]).status_code == 200
    assert world.cast.group.memberships.get(name="Olga again").is_owner
    assert Client().post(address, {"name": "Late"}).status_code == 410
    assert client.get(address).status_code == 410


def test_a_missing_or_invalid_name_is_asked_for_again_and_uses_nothing_up(client, link, address):
    for fields in ({}, {"name": " "}, {"name": "x" * 41}, {"name": "a\x00b"}):
        assert client.post(address, fields).status_code == 422
    link.refresh_from_db()
    assert link.uses_left == 1


def test_an_owner_link_makes_a_recorder_an_owner_who_stays_the_same_user(world, address):
    users, recorder = User.objects.count(), world.cast.recorder
    world.client("recorder").post(address, {"name": "Rex"})
    assert world.cast.group.memberships.get(pk=recorder.pk).is_owner
    assert User.objects.count() == users


def test_a_forged_token_opens_nothing(client, link):
    token = token_of(link)
    for forged in (token[:22] + "A" * 43, "A" * 22 + token[22:], "é" * 3000):
        assert client.get(f"/j/{forged}/").status_code == 410, forged
        assert client.post(f"/j/{forged}/", {"name": "Guess"}).status_code == 410, forged
