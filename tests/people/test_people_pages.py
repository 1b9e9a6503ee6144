"""A group's people and links, as members see and change them, and joining through a link."""

from ipaddress import ip_address

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from scorekeeper.models import Link, Membership, Player, Playgroup, User
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.web import network, throttle
from scorekeeper.web.network import Listener
from tests.cast import Phone, seat_players
from tests.web.browser import Browser, parse

NOW = timezone.now()


@pytest.fixture
def people(cast):
    return f"/groups/{cast.group.pk}/people/"


@pytest.fixture
def rex(cast):
    return Browser(cast.recorder)


def path_of(browser):
    """Return the path of the link shown as a QR code."""
    address = browser.page.one("p", class_="address").text
    assert address.startswith("http://testserver/")
    return address.removeprefix("http://testserver")


# Links


@pytest.mark.parametrize(
    ("button", "typed", "kind"),
    [("Invite someone to keep score", {}, "join"), ("Share a watch-only link", {"forever": "on"}, "watch")],
)
def test_a_new_link_is_shown_as_a_qr_code(olga, people, button, typed, kind):
    olga.open(people).press(button, label="  for the  aunts ", **typed)
    link = Link.objects.get()
    assert (link.kind, link.label, link.expires_at is None) == (kind, "for the aunts", "forever" in typed)
    assert path_of(olga) == f"/{kind[0]}/{token_of(link)}/"
    assert olga.page.one("svg")
    assert "for the aunts" in olga.open(people).text


@pytest.fixture
def link_opened_here(cast, olga):
    """A function that opens the page of a link on the server's own machine, and returns it and the link's path."""
    link = links_writing.make_watch_link(group=cast.group, by=cast.owner)

    def open_link():
        address = f"/groups/{cast.group.pk}/links/{link.pk}/"
        html = olga.client.get(address, headers={"host": "localhost:8000"}).content.decode()
        return parse(html).one("main"), f"/w/{token_of(link)}/"

    return open_link


def test_a_link_opened_on_the_server_itself_has_the_address_that_others_open(link_opened_here, monkeypatch):
    monkeypatch.setattr(network, "addresses", lambda: (ip_address("10.0.0.7"),))
    page, path = link_opened_here()
    assert page.one("p", class_="address").text == f"http://10.0.0.7:8000{path}"
    assert page.one("svg")
    assert not list(page.all(role="alert"))


def test_a_link_that_only_the_server_itself_can_open_says_why(link_opened_here, monkeypatch):
    monkeypatch.setattr(network, "addresses", lambda: ())
    monkeypatch.setattr(network, "find", lambda data: Listener(host="127.0.0.1", port=8000))
    page, path = link_opened_here()
    assert "was started with --host" in page.one(role="alert").text
    assert page.one("p", class_="address").text == f"http://localhost:8000{path}"
    assert not list(page.all("svg"))
    assert "Copy link" not in page.text


@pytest.mark.parametrize("scope", ["game", "night"])
def test_a_game_and_its_night_can_be_shared_from_the_sheet(cast, olga, game, scope):
    olga.open(f"/games/{game.pk}/").press(f"Share this {scope}")
    link = Link.objects.get()
    assert (link.game, link.night) == ((game, None) if scope == "game" else (None, game.night))
    assert path_of(olga) == f"/w/{token_of(link)}/"


def test_a_link_can_be_shown_again_renewed_and_revoked(olga, people):
    olga.open(people).press("Share a watch-only link")
    first = path_of(olga)
    assert path_of(olga.open(people).follow("Watch all games")) == first
    second = path_of(olga.press("Replace this link"))
    assert [Client().get(path).status_code for path in (first, second)] == [410, 200]
    olga.press("Turn off this link")
    assert Client().get(second).status_code == 200, "it asks first"
    olga.press("Turn off this link")
    assert olga.path == people
    assert "Active links" not in olga.text
    assert Client().get(second).status_code == 410
    assert olga.open(f"/groups/{Link.objects.get().group_id}/links/{Link.objects.get().pk}/").status == 404


def test_links_are_listed_with_purpose_label_expiry_and_last_use(cast, olga, people):
    link = links_writing.make_watch_link(group=cast.group, by=cast.owner, label="TV")
    links_writing.make_join_link(group=cast.group, by=cast.owner, label="Tom")
    listed = olga.open(people).page.one("section", **{"aria-labelledby": "links"}).text
    assert all(words in listed for words in ("Watch all games · TV", "Keep score · Tom", "For 10 more people", "Until"))
    assert "last used" not in listed
    Client().get(f"/w/{token_of(link)}/")
    assert "last used" in olga.open(people).page.one("section", **{"aria-labelledby": "links"}).text


def test_an_invalid_link_is_refused(cast, olga, people):
    for label in ("a\u202eb", "\u200b", "x" * 50):
        assert olga.open(people).press("Share a watch-only link", label=label).status == 422
        (problem,) = olga.problems
        assert problem.startswith("A label can have at most 40 characters: ")
    client = Client()
    client.force_login(cast.owner.user)
    for data in ({"kind": "steal"}, {"kind": "watch", "game": "9" * 30}):
        assert client.post(f"/groups/{cast.group.pk}/links/", data).status_code == 422
    assert not Link.objects.exists()


def test_the_number_of_links_made_from_one_address_is_limited(cast, monkeypatch):
    monkeypatch.setattr(throttle, "LINKS", throttle.Limit(name="links", tries=2))
    client = Client()
    client.force_login(cast.owner.user)
    address = f"/groups/{cast.group.pk}/links/"
    assert [client.post(address, {"kind": "watch"}).status_code for _time in range(3)] == [302, 302, 429]
    elsewhere = client.post(address, {"kind": "watch"}, REMOTE_ADDR="10.0.0.9")
    assert (elsewhere.status_code, Link.objects.count()) == (302, 3)


# Members


def test_a_recorder_sees_the_members_but_no_links(cast, rex, people):
    links_writing.make_watch_link(group=cast.group, by=cast.owner, label="TV")
    rex.open(people)
    assert all(name in rex.text for name in ("Olga", "Rex"))
    assert "TV" not in rex.text
    assert not [button for button in rex.buttons() if "Remove" in button or "Make" in button]


def test_an_owner_can_promote_and_demote_a_member(cast, olga, people):
    olga.open(people).press("Make owner Rex")
    assert Membership.objects.get(pk=cast.recorder.pk).is_owner
    olga.press("Make scorer Rex")
    assert not Membership.objects.get(pk=cast.recorder.pk).is_owner


def test_a_member_can_claim_a_player(cast, rex, people):
    seat_players(cast.group, 2)
    rex.open(people).press("Ann")
    assert Player.objects.get(name="Ann").member == cast.recorder
    assert "plays as Ann" in rex.text
    owner = Client()
    owner.force_login(cast.owner.user)
    response = owner.post(f"/groups/{cast.group.pk}/claim/", {"player": Player.objects.get(name="Ann").pk})
    assert response.status_code == 422
    assert "Someone else is already this player." in response.content.decode()
    rex.press("Ann")
    assert not Player.objects.exclude(member=None).exists()


def test_a_group_can_be_renamed_put_aside_and_brought_back(cast, olga, people):
    def stored():
        return Playgroup.objects.values_list("name", "archived").get(pk=cast.group.pk)

    olga.open(people).press("Rename", name=" Thursday ")
    assert stored() == ("Thursday", False)
    olga.press("Put this group aside It can still be written in")
    assert stored() == ("Thursday", True)
    olga.press("Rename", name="Friday")
    assert stored() == ("Friday", True)
    olga.press("Bring this group back")
    assert stored() == ("Friday", False)
    assert olga.press("Rename", name=" ").status == 422
    assert "Friday" in olga.open("/").text


# Joining


@pytest.fixture
def join_path(cast):
    return f"/j/{token_of(links_writing.make_join_link(group=cast.group, label='', by=cast.owner))}/"


def test_the_invitation_names_its_sender_and_changes_nothing(join_path):
    browser = Browser().open(join_path)
    assert browser.page.one("h1").text == "Wednesday"
    assert "Olga invites you to keep score." in browser.text
    before = (Link.objects.values().get(), User.objects.count(), Session.objects.count())
    for method in ("GET", "HEAD"):
        Client().generic(method, join_path)
    assert (Link.objects.values().get(), User.objects.count(), Session.objects.count()) == before


def test_whoever_joins_becomes_a_recorder_and_no_longer_sees_the_token(cast, join_path):
    browser = Browser().open(join_path).press("Join", name="Zoe")
    assert browser.path == f"/groups/{cast.group.pk}/"
    assert join_path.split("/")[2] not in browser.response.content.decode()
    member = Membership.objects.get(name="Zoe")
    assert (member.role, member.group) == ("recorder", cast.group)
    assert Link.objects.get().uses_left == 9


@pytest.mark.parametrize("who", ["recorder", "stranger"])
def test_a_browser_stays_in_even_if_the_answer_to_joining_is_lost(cast, join_path, who):
    client, unheard = Client(), Client()
    client.force_login(getattr(cast, who).user)
    unheard.cookies["scorekeeper"] = client.cookies["scorekeeper"].value
    unheard.post(join_path, {"name": "Zoe"})
    assert client.get(f"/groups/{cast.group.pk}/").status_code == 200


def test_a_watch_link_cannot_be_used_to_join(cast):
    token = token_of(links_writing.make_watch_link(group=cast.group, by=cast.owner))
    assert Client().post(f"/j/{token}/", {"name": "Zoe"}).status_code == 410
    assert Membership.objects.filter(group=cast.group).count() == 2


# Who typed last


def test_the_page_shows_who_typed_last_but_locks_nobody_out(cast, olga, rex, game):
    address = f"/games/{game.pk}/hands/1/"
    Phone(game, cast.owner).tap("A bid 10")
    assert "Olga made the last entry." in rex.open(address).text
    assert "last entry" not in olga.open(address).text
    rex.press("Pass")
    assert "last entry" not in rex.text
    assert "Rex made the last entry." in olga.open(address).text
