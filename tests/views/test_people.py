"""People and links of a group as its members see and change them, and coming in by a link."""

import datetime

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from scorekeeper.models import Link, Membership, Player, Playgroup, User
from scorekeeper.queries.links import token_of
from scorekeeper.services import links, throttle
from scorekeeper.services.games import hide_game
from tests.cast import Phone, seat_players, start_game
from tests.views.browser import Browser

NOW = timezone.now()


@pytest.fixture
def people(cast):
    return f"/groups/{cast.group.pk}/people/"


@pytest.fixture
def rex(cast):
    return Browser(cast.recorder)


def path_of(browser):
    """The address that is shown to be scanned, without its host."""
    address = browser.page.one("p", class_="address").text
    assert address.startswith("http://testserver/")
    return address.removeprefix("http://testserver")


# Links


@pytest.mark.parametrize(
    ("button", "typed", "kind", "lasts"),
    [
        pytest.param("Link to join and record", {}, "join", datetime.timedelta(hours=24), id="to join"),
        pytest.param("Link to watch all games", {}, "watch", datetime.timedelta(days=30), id="to watch"),
        pytest.param("Link to watch all games", {"forever": "on"}, "watch", None, id="to watch for ever"),
        pytest.param(
            "Link to join", {"forever": "on"}, "join", datetime.timedelta(hours=24), id="not to join for ever"
        ),
    ],
)
def test_a_link_is_made_and_shown_to_be_scanned(olga, people, button, typed, kind, lasts):
    olga.open(people).press(button, label="  for the  aunts ", **typed)
    link = Link.objects.get()
    assert (link.kind, link.label, link.member.name) == (kind, "for the aunts", "Olga")
    assert (link.expires_at and link.expires_at - link.created_at) in (None, lasts) or abs(
        link.expires_at - link.created_at - lasts
    ) < datetime.timedelta(seconds=5)
    assert (link.expires_at is None) == (lasts is None)
    assert path_of(olga) == f"/{kind[0]}/{token_of(link)}/"
    assert olga.page.one("svg")
    assert "for the aunts" in olga.open(people).text


@pytest.mark.parametrize("what", ["game", "night"])
def test_a_game_and_its_night_are_shown_from_the_sheet(cast, olga, game, what):
    olga.open(f"/games/{game.pk}/").press("Let others watch th" + {"game": "is game", "night": "e whole night"}[what])
    link = Link.objects.get()
    assert (link.game, link.night) == ((game, None) if what == "game" else (None, game.night))
    assert path_of(olga) == f"/w/{token_of(link)}/"


def test_a_link_can_be_shown_again_renewed_and_revoked(olga, people):
    olga.open(people).press("Link to watch all games")
    first = path_of(olga)
    assert path_of(olga.open(people).follow("Watch all games")) == first
    second = path_of(olga.press("Give it another address"))
    assert [Client().get(path).status_code for path in (first, second)] == [410, 200]
    olga.press("Revoke")
    assert olga.path == people
    assert "No link is open." in olga.text
    assert Client().get(second).status_code == 410
    assert olga.open(f"/groups/{Link.objects.get().group_id}/links/{Link.objects.get().pk}/").status == 404


def test_the_list_says_for_what_for_whom_how_long_and_when_last(cast, olga, people):
    link = links.make_watch_link(group=cast.group, by=cast.owner, label="TV")
    links.make_join_link(group=cast.group, by=cast.owner, label="Tom")
    shown = olga.open(people).page.one("section", **{"aria-labelledby": "links"}).text
    assert all(words in shown for words in ("Watch all games · TV", "Join and record · Tom", "10 uses left", "until"))
    assert "last used" not in shown
    Client().get(f"/w/{token_of(link)}/")
    assert "last used" in olga.open(people).page.one("section", **{"aria-labelledby": "links"}).text


@pytest.mark.parametrize("what", ["game", "night"])
def test_what_is_of_another_group_is_not_shown_by_a_link(cast, people, what):
    game = start_game(cast.stranger)
    for owner in (cast.owner, Membership(user=two_groups(cast))):
        client = Client()
        client.force_login(owner.user)
        data = {"kind": "watch", what: game.pk if what == "game" else game.night_id}
        assert client.post(f"/groups/{cast.group.pk}/links/", data).status_code in (404, 422)
    assert not Link.objects.exists()


def two_groups(cast):
    """A user who owns both groups."""
    user = User.objects.create_browser()
    for group in (cast.group, cast.stranger.group):
        Membership.objects.create(group=group, user=user, role="owner", name="Both")
    return user


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"kind": "steal"}, id="no kind"),
        pytest.param({"kind": "watch", "game": "x"}, id="no game"),
        pytest.param({"kind": "watch", "game": "9" * 30}, id="no such number"),
        pytest.param({"kind": "watch", "label": "x" * 61}, id="a label too long"),
        pytest.param({"kind": "watch", "label": "a\u202eb"}, id="a label that turns round"),
    ],
)
def test_what_makes_no_link_is_said(cast, data):
    client = Client()
    client.force_login(cast.owner.user)
    assert client.post(f"/groups/{cast.group.pk}/links/", data).status_code == 422
    assert not Link.objects.exists()


def test_so_many_links_from_one_address_and_no_more(cast, monkeypatch):
    monkeypatch.setattr(throttle, "LINKS", throttle.Limit(name="links", tries=2, window=throttle.HOUR))
    client = Client()
    client.force_login(cast.owner.user)
    address = f"/groups/{cast.group.pk}/links/"
    assert [client.post(address, {"kind": "watch"}).status_code for _time in range(3)] == [302, 302, 429]
    elsewhere = client.post(address, {"kind": "watch"}, REMOTE_ADDR="10.0.0.9")
    assert (elsewhere.status_code, Link.objects.count()) == (302, 3)


# Members


def test_a_recorder_sees_who_is_there_but_no_link(cast, rex, people):
    links.make_watch_link(group=cast.group, by=cast.owner, label="TV")
    rex.open(people)
    assert all(name in rex.text for name in ("Olga", "Rex"))
    assert "TV" not in rex.text
    assert not [button for button in rex.buttons() if "Remove" in button or "Make" in button]


def test_an_owner_makes_another_owner_and_a_recorder_again(cast, olga, people):
    olga.open(people).press("Make owner Rex")
    assert Membership.objects.get(pk=cast.recorder.pk).is_owner
    olga.press("Make recorder Rex")
    assert not Membership.objects.get(pk=cast.recorder.pk).is_owner


@pytest.mark.parametrize(
    ("lost", "status", "said"),
    [
        pytest.param({"role": "recorder"}, 422, "You are not an owner of this group any more.", id="the role"),
        pytest.param({"removed_at": NOW}, 410, "You are not a member of this group any more.", id="the membership"),
    ],
)
def test_who_is_an_owner_no_more_a_moment_later_does_nothing(cast, olga, people, monkeypatch, lost, status, said):
    links.make_watch_link(group=cast.group, by=cast.owner, label="TV")
    olga.open(people)
    remove_member = links.remove_member

    def too_late(**wanted):
        Membership.objects.filter(pk=cast.owner.pk).update(**lost)
        remove_member(**wanted)

    monkeypatch.setattr(links, "remove_member", too_late)
    olga.press("Remove Rex")
    assert olga.status == status
    assert said in olga.text
    assert "TV" not in olga.text
    assert Membership.objects.get(pk=cast.recorder.pk).removed_at is None


def test_a_removed_member_is_out_and_off_the_list(cast, olga, rex, people):
    olga.open(people).press("Remove Rex")
    assert "Rex" not in olga.text
    rex.open(people)
    assert (rex.status, rex.page.one("h1").text) == (410, "This no longer opens")
    assert "Wednesday" not in rex.open("/").text


def test_nobody_removes_themselves(cast, olga, people):
    assert not [button for button in olga.open(people).buttons() if "Olga" in button]
    client = Client()
    client.force_login(cast.owner.user)
    for data in ({"remove": "true"}, {"role": "recorder"}):
        response = client.post(f"{people}{cast.owner.pk}/", data)
        assert response.status_code == 422
        assert "Nobody" in response.content.decode()
    assert Membership.objects.get(pk=cast.owner.pk).is_owner


def test_a_member_says_who_one_is(cast, rex, people):
    seat_players(cast.group, 2)
    rex.open(people).press("Ann")
    assert Player.objects.get(name="Ann").member == cast.recorder
    assert "plays as Ann" in rex.text
    rex.press("Bob")
    assert "plays as Bob" in rex.text
    assert "plays as Ann" not in rex.text
    taken = Client()
    taken.force_login(cast.owner.user)
    response = taken.post(f"/groups/{cast.group.pk}/claim/", {"player": Player.objects.get(name="Bob").pk})
    assert response.status_code == 422
    assert "This player is somebody else already." in response.content.decode()
    rex.press("Bob")
    assert not Player.objects.exclude(member=None).exists()


def test_the_group_gets_another_name_and_is_put_away(cast, olga, people):
    olga.open(people).press("Save", name=" Thursday ", archived="on")
    group = Playgroup.objects.get(pk=cast.group.pk)
    assert (group.name, group.archived) == ("Thursday", True)
    assert olga.press("Save", name=" ").status == 422
    assert "Thursday" in olga.open("/").text


# Coming in


@pytest.fixture
def way_in(cast):
    return f"/j/{token_of(links.make_join_link(group=cast.group, label='', by=cast.owner))}/"


def test_the_page_says_who_invites_to_what_and_changes_nothing(way_in):
    browser = Browser().open(way_in)
    assert browser.page.one("h1").text == "Wednesday"
    assert "Olga invites you to write on the group’s score sheets." in browser.text
    before = (Link.objects.values().get(), User.objects.count(), Session.objects.count())
    for method in ("GET", "HEAD"):
        Client().generic(method, way_in)
    assert (Link.objects.values().get(), User.objects.count(), Session.objects.count()) == before


def test_who_comes_in_is_a_recorder_at_an_address_without_token(cast, way_in):
    browser = Browser().open(way_in).press("Come in", name="Zoe")
    assert browser.path == f"/groups/{cast.group.pk}/"
    assert way_in.split("/")[2] not in browser.response.content.decode()
    member = Membership.objects.get(name="Zoe")
    assert (member.role, member.group) == ("recorder", cast.group)
    assert Link.objects.get().uses_left == 9


@pytest.mark.parametrize("who", ["owner", "recorder"])
def test_a_member_who_scans_the_link_spends_none_of_it(cast, way_in, who):
    member = getattr(cast, who)
    browser = Browser(member).open(way_in).press("Come in", name="Somebody")
    assert browser.path == f"/groups/{cast.group.pk}/"
    assert Link.objects.get().uses_left == 10
    assert Membership.objects.get(pk=member.pk).role == member.role


@pytest.mark.parametrize("who", ["nobody", "recorder", "stranger"])
def test_coming_in_rotates_the_session(cast, way_in, who):
    client = Client()
    if who != "nobody":
        client.force_login(getattr(cast, who).user)
    before = client.session.session_key
    client.post(way_in, {"name": "Zoe"})
    assert client.cookies["sessionid"].value != before
    assert not Session.objects.filter(session_key=before).exists()
    assert client.get(f"/groups/{cast.group.pk}/").status_code == 200


def test_a_link_to_watch_lets_nobody_in(cast):
    token = token_of(links.make_watch_link(group=cast.group, by=cast.owner))
    assert Client().post(f"/j/{token}/", {"name": "Zoe"}).status_code == 410
    assert Membership.objects.filter(group=cast.group).count() == 2


def test_after_a_day_the_link_is_gone(monkeypatch, way_in):
    late = timezone.now() + datetime.timedelta(hours=24, seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: late)
    assert Browser().open(way_in).status == 410


# The pencil


def test_who_typed_last_is_shown_and_locks_nothing(cast, olga, rex, game):
    address = f"/games/{game.pk}/hands/1/"
    Phone(game, cast.owner).tap("A bid 10")
    assert "Olga typed last." in rex.open(address).text
    assert "typed last" not in olga.open(address).text
    rex.press("Pass")
    assert "typed last" not in rex.text
    assert "Rex typed last." in olga.open(address).text


def test_a_hidden_game_is_no_members_but_the_owners_to_show(cast, rex, game):
    hide_game(game=game, hidden=True)
    assert rex.open(f"/games/{game.pk}/").status == 410
