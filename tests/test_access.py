"""Access rules not covered by `test_matrix`: hidden games, GET without side effects, invalid IDs, and owner links."""

from copy import deepcopy
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from scorekeeper.models import Game, Session, User
from scorekeeper.queries.people.links import token_of
from scorekeeper.services.games import hide_game
from scorekeeper.services.links import make_owner_link
from tests.cast import A_HAND, Phone, enter_hand, play, start_game

OPEN = {"start": ("/", "GET POST"), "join": ("/j/{token}/", "GET POST")}
"""Routes open to everybody: name -> (address, methods)."""

OF_A_GROUP = {
    "group": ("/groups/{group}/", "GET"),
    "new_game": ("/groups/{group}/new/", "GET POST"),
    "add_player": ("/groups/{group}/players/", "POST"),
    "people": ("/groups/{group}/people/", "GET"),
    "change_member": ("/groups/{group}/people/{member}/", "POST"),
    "change_group": ("/groups/{group}/change/", "POST"),
    "claim": ("/groups/{group}/claim/", "POST"),
    "make_link": ("/groups/{group}/links/", "POST"),
    "link": ("/groups/{group}/links/{link}/", "GET"),
    "paper": ("/groups/{group}/paper/", "GET"),
    "revoke_link": ("/groups/{group}/links/{link}/revoke/", "POST"),
}
OF_A_GAME = {
    "sheet": ("/games/{game}/", "GET"),
    "guide": ("/games/{game}/rules/", "GET"),
    "stop": ("/games/{game}/stop/", "GET POST"),
    "resume": ("/games/{game}/resume/", "POST"),
    "hide": ("/games/{game}/hide/", "POST"),
    "rematch": ("/games/{game}/rematch/", "POST"),
    "setup": ("/games/{game}/setup/", "GET POST"),
    "print_game": ("/games/{game}/print/", "GET"),
    "hand": ("/games/{game}/hands/1/", "GET"),
    "tap": ("/games/{game}/hands/1/tap/", "POST"),
    "step_back": ("/games/{game}/hands/1/back/", "POST"),
    "start_over": ("/games/{game}/hands/1/over/", "POST"),
    "save": ("/games/{game}/hands/1/save/", "POST"),
    "undo": ("/games/{game}/hands/1/undo/", "POST"),
    "bring_back": ("/games/{game}/hands/1/versions/1/", "POST"),
}
ROUTES = OPEN | OF_A_GROUP | OF_A_GAME

all_routes = pytest.mark.parametrize("name", [pytest.param(name, id=name) for name in ROUTES])
closed_routes = pytest.mark.parametrize("name", [pytest.param(name, id=name) for name in OF_A_GROUP | OF_A_GAME])
game_routes = pytest.mark.parametrize("name", [pytest.param(name, id=name) for name in OF_A_GAME])
methods = pytest.mark.parametrize("method", ["GET", "POST"])


@pytest.fixture(scope="module")
def module_game(module_cast):
    game = start_game(module_cast.owner)
    play(game, A_HAND, by=module_cast.owner)
    enter_hand(game, "pass", module_cast.owner)
    Phone(game, module_cast.owner, 1).tap("A took 11")
    return game


@pytest.fixture
def cast(db, module_cast):
    return deepcopy(module_cast)


@pytest.fixture
def game(db, module_game):
    """A game with one saved hand, now being corrected, and another hand being entered."""
    return deepcopy(module_game)


@pytest.fixture
def address(cast, game):
    link = make_owner_link(cast.group)
    ids = {"group": cast.group.pk, "game": game.pk, "member": cast.recorder.pk, "link": link.pk}
    return lambda name: ROUTES[name][0].format(token=token_of(link), **ids)


def client_of(member):
    client = Client()
    if member is not None:
        client.force_login(member.user)
    return client


def stored():
    """Return everything in the database as text."""
    out = StringIO()
    call_command("dumpdata", "scorekeeper", "sessions", stdout=out)
    return out.getvalue()


@all_routes
def test_a_get_request_changes_nothing(cast, address, name):
    client = client_of(cast.owner)
    before = stored()
    for query in ("", "?at=points", "?hand=1&said=1.1", "?seats=1,2,3&again=1"):
        for method in ("GET", "HEAD"):
            response = client.generic(method, address(name) + query)
            assert response.status_code == (200 if "GET" in ROUTES[name][1] else 405)
    assert stored() == before


@game_routes
@methods
def test_a_hidden_game_is_410_for_a_recorder_and_404_for_a_stranger(cast, game, address, name, method):
    hide_game(game=game, hidden=True)
    has_method = method in ROUTES[name][1]
    for member, denied in ((cast.recorder, 410), (cast.stranger, 404)):
        assert client_of(member).generic(method, address(name)).status_code == (denied if has_method else 405)


def test_an_open_page_of_a_hidden_game_says_so_and_stops_polling(cast, game, address):
    hide_game(game=game, hidden=True)
    client = client_of(cast.recorder)
    for name in ("sheet", "hand"):
        for headers in ({}, {"HX-Request": "true", "HX-Target": "page"}):
            page = client.get(address(name), headers=headers).content.decode()
            assert "This game is hidden now." in page
            assert "member" not in page
            assert "data-poll" not in page
            assert ("<html" in page) == (not headers)


def test_the_owner_sees_a_hidden_game(cast, game, address):
    hide_game(game=game, hidden=True)
    response = client_of(cast.owner).get(address("sheet"))
    assert "Unhide this game" in response.content.decode()


def test_a_refused_recorder_is_told_that_only_the_owner_can_do_this(cast, game, address):
    response = client_of(cast.recorder).post(address("hide"), {"hidden": "true"})
    assert response.status_code == 403
    assert "Only an owner of the group can do this." in response.content.decode()
    assert not Game.objects.get(pk=game.pk).hidden


@pytest.mark.parametrize("number", ["0", "99999999", str(10**18), str(10**20), "9" * 5000])
@closed_routes
def test_an_unknown_id_in_the_address_is_404(cast, name, number):
    method = ROUTES[name][1].split()[0]
    address = ROUTES[name][0].format(group=number, game=number, member=number, link=number)
    assert client_of(cast.owner).generic(method, address).status_code == 404


@pytest.mark.parametrize("name", ["change_member", "link", "revoke_link"])
def test_members_and_links_of_another_group_are_404(cast, name):
    """The group in the address is the owner's own, but the member or link is not."""
    foreign = {"member": cast.stranger.pk, "link": make_owner_link(cast.stranger.group).pk}
    address = ROUTES[name][0].format(group=cast.group.pk, **foreign)
    client = client_of(cast.owner)
    before = stored()
    sent = [{}, {"remove": "true"}, {"role": "recorder"}, {"renew": "true"}]
    answers = [client.get(address)] if name == "link" else [client.post(address, data) for data in sent]
    # A missing role is refused before the member is looked up.
    assert {answer.status_code for answer in answers} <= {404, 422}
    assert stored() == before


class TestOwnerLink:
    @pytest.fixture
    def link(self, cast):
        return make_owner_link(cast.group)

    @pytest.fixture
    def address(self, link):
        return f"/j/{token_of(link)}/"

    def test_opening_an_owner_link_shows_the_group_and_does_not_use_up_the_link(self, client, link, address):
        for _time in range(2):
            response = client.get(address)
            assert response.status_code == 200
            assert "Wednesday" in response.content.decode()
        link.refresh_from_db()
        assert link.uses_left == 1
        assert "scorekeeper" not in client.cookies

    def test_an_owner_link_lets_a_new_browser_in_once(self, client, cast, address):
        response = client.post(address, {"name": "Olga again"})
        assert (response.status_code, response["Location"]) == (302, f"/groups/{cast.group.pk}/")
        assert client.get(response["Location"]).status_code == 200
        assert cast.group.memberships.get(name="Olga again").is_owner
        assert Client().post(address, {"name": "Late"}).status_code == 410
        assert client.get(address).status_code == 410

    def test_a_missing_or_invalid_name_is_asked_for_again(self, client, link, address):
        for name in ("", " ", "x" * 41, "a\x00b"):
            assert client.post(address, {"name": name}).status_code == 422
        assert client.post(address).status_code == 422
        link.refresh_from_db()
        assert link.uses_left == 1

    def test_a_recorder_becomes_an_owner_and_stays_the_same_user(self, cast, address):
        client = client_of(cast.recorder)
        client.post(address, {"name": "Rex"})
        cast.recorder.refresh_from_db()
        assert cast.recorder.is_owner
        assert User.objects.count() == 3

    def test_the_address_contains_no_token_afterward(self, client, link, address):
        response = client.post(address, {"name": "Olga"}, follow=True)
        token = token_of(link)
        assert [token in hop for hop, _status in response.redirect_chain] == [False]
        assert token not in response.content.decode()

    def test_an_expired_link_no_longer_works(self, client, link, address):
        link.expires_at = link.created_at
        link.save()
        assert client.get(address).status_code == 410
        assert client.post(address, {"name": "Late"}).status_code == 410

    @pytest.mark.parametrize(
        "spoil",
        [
            pytest.param(lambda token: token[:-1], id="cut off"),
            pytest.param(lambda token: token + "x", id="too long"),
            pytest.param(lambda token: token[:22], id="without its signature"),
            pytest.param(lambda token: token[:22] + "A" * 43, id="with another signature"),
            pytest.param(lambda token: "A" * 22 + token[22:], id="for another link"),
            pytest.param(lambda token: "%00", id="a NUL"),
            pytest.param(lambda token: "é" * 3000, id="very long"),
        ],
    )
    def test_a_forged_token_opens_nothing(self, client, link, spoil):
        address = f"/j/{spoil(token_of(link))}/"
        assert client.get(address).status_code == 410
        assert client.post(address, {"name": "Guess"}).status_code == 410


def test_a_get_request_writes_nothing_but_the_renewed_session(cast, address):
    client = client_of(cast.owner)
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    Session.objects.update(seen_at=long_ago)
    before = stored()
    client.get(address("sheet"))
    assert Session.objects.get().seen_at > long_ago
    Session.objects.update(seen_at=long_ago)
    assert stored() == before
