"""The start page, on which groups are started; a group's people, links and settings; and joining through a link."""

import datetime
import uuid
from ipaddress import ip_address

import pytest
from django.contrib.sessions.models import Session
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from scorekeeper.models import Link, Membership, Player, Playgroup, User
from scorekeeper.people.groups.writing import change_group
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.web import access, network, throttle
from tests.cast import Phone, seat_players, start_game
from tests.recording.seats import bench
from tests.web.browser import Browser, parse


@pytest.fixture
def people(cast):
    return f"/groups/{cast.group.pk}/people/"


@pytest.fixture
def rex(cast):
    return Browser(cast.recorder)


def path_of(browser):
    """Return the path of the link shown as a QR code."""
    address = browser.page.one("p", class_="address").one("a").attrs["href"]
    assert address.startswith("http://testserver/")
    return address.removeprefix("http://testserver")


class TestStartPage:
    def folded(self, browser):
        """Return the headings of the folded and of the open sections."""
        sections = [(section.one("summary").text, "open" in section.attrs) for section in browser.page.all("details")]
        return [name for name, is_open in sections if not is_open], [name for name, is_open in sections if is_open]

    def test_a_stranger_sees_what_the_app_is_for_and_starts_a_group(self, db):
        browser = Browser().open("/")
        assert "Keeps the score at your card table" in browser.page.one("header").text
        assert "Ben bid 12 without a peek and took 14: doubled +28" in browser.page.one("header").text
        assert self.folded(browser) == ([], [])
        assert [field.text for field in browser.page.all("label")] == ["Name your group", "Your name"]
        for typed in (
            {},
            {"name": "W", "owner_name": "O", "uid": "x"},
            {"name": "W", "owner_name": "Gnome"},  # a name that no player can have
        ):
            browser.open("/").press("Start a group", **typed)
            assert (browser.status, bool(browser.problems)) == (422, True), typed
            assert browser.page.one("button", class_="main").text == "Start a group"
        browser.open("/").press("Start a group", name="Wednesday", owner_name="Olga")
        assert (browser.status, browser.text.count("Wednesday"), "No games yet" in browser.text) == (200, 1, True)
        assert bench(browser.open("new/?rules=trumplestiltskin")) == ["Olga"]
        assert browser.open("../people/").page.one("ul", class_="list").text == "● Olga owner · that’s you"
        assert "Wednesday" in browser.open("/").text

    def test_a_member_sees_their_groups_and_the_rest_is_folded(self, cast, olga):
        olga.open("/")
        assert olga.page.one("h1").text == "Scorekeeper"
        assert not list(olga.page.all(class_="front"))
        assert self.folded(olga) == (["Start another group"], [])
        olga.press("Start a group", name="x" * 41, owner_name="Olga")
        assert (olga.status, self.folded(olga)) == (422, ([], ["Start another group"]))
        olga.open("/").press("Start a group", name="Sunday", owner_name="Olga", uid=str(uuid.uuid4()))
        assert [link.text for link in olga.open("/").page.one(class_="links").all("a")] == ["Sunday", "Wednesday"]
        change_group(group=cast.group, name="Wednesday", archived=True, needs=True, by=cast.owner)
        assert self.folded(olga.open("/")) == (["Groups put aside", "Start another group"], [])
        assert "They can still be written in." in olga.text
        lists = [[link.text for link in nav.all("a")] for nav in olga.page.one("main").all("nav")]
        assert lists[:2] == [["Sunday"], ["Wednesday"]]


class TestLinks:
    def test_a_new_link_is_shown_as_a_qr_code(self, olga, people):
        for button, typed, kind in (
            ("Invite someone to keep score", {}, "join"),
            ("Share a watch-only link", {"forever": "on"}, "watch"),
        ):
            olga.open(people).press(button, label="  for the  aunts ", **typed)
            link = Link.objects.latest("pk")
            assert (link.kind, link.label, link.expires_at is None) == (kind, "for the aunts", "forever" in typed)
            assert path_of(olga) == f"/{kind[0]}/{token_of(link)}/"
            assert olga.page.one("svg")
        assert olga.open(people).text.count("for the aunts") == 2

    def test_a_link_that_only_the_server_itself_can_open_says_why(self, cast, olga, monkeypatch):
        link = links_writing.make_watch_link(group=cast.group, by=cast.owner)
        address, local = f"/groups/{cast.group.pk}/links/{link.pk}/", {"host": "localhost:8000"}
        for addresses, host, codes in (((ip_address("10.0.0.7"),), "10.0.0.7", 1), ((), "localhost", 0)):
            monkeypatch.setattr(network, "addresses", lambda addresses=addresses: addresses)
            page = parse(olga.client.get(address, headers=local).content.decode()).one("main")
            assert page.one("p", class_="address").one("a").attrs["href"] == f"http://{host}:8000/w/{token_of(link)}/"
            assert (len(list(page.all("svg"))), len(list(page.all(role="alert")))) == (codes, 1 - codes)
        assert "Copy link" not in page.text

    def test_whoever_cant_let_phones_in_is_told_to_ask(self):
        said = render_to_string("web/_alone.html", {"shared": {"alone": "host", "address": "http://localhost/"}})
        assert "Ask whoever set it up to let phones in" in said
        assert "--" not in said

    def test_the_page_of_a_link_shows_only_the_beginning_of_its_address_and_when_it_was_used(self, cast, olga, clock):
        link = links_writing.make_watch_link(group=cast.group, by=cast.owner, label="TV", forever=True)
        address = f"/groups/{cast.group.pk}/links/{link.pk}/"
        assert path_of(olga.open(address)) == f"/w/{token_of(link)}/"
        assert olga.page.one("p", class_="address").text == f"testserver/w/{token_of(link)[:16]}…"
        managed = olga.page.one("section", **{"aria-labelledby": "this-link"})
        assert managed.text.startswith("This link TV · never ends · not used yet")
        Client().get(path_of(olga))
        assert "TV · never ends · last used Mar 2" in olga.open(address).text

    def test_a_game_and_its_night_can_be_shared_from_the_sheet(self, olga, game):
        for button, shared in (("Share", (game, None)), ("Share this night", (None, game.night))):
            olga.open(f"/games/{game.pk}/").press(button)
            link = Link.objects.latest("pk")
            assert ((link.game, link.night), path_of(olga)) == (shared, f"/w/{token_of(link)}/")

    def test_a_link_can_be_shown_again_renewed_and_revoked(self, cast, olga, people):
        olga.open(people).press("Share a watch-only link")
        first = path_of(olga)
        assert path_of(olga.open(people).follow("Watch all games")) == first
        second = path_of(olga.press("Replace this link"))
        assert [Client().get(path).status_code for path in (first, second)] == [410, 200]
        olga.press("Turn off this link")
        assert Client().get(second).status_code == 200, "it asks first"
        olga.press("Turn off this link")
        assert (olga.path, "Active links" in olga.text) == (people, False)
        links_writing.make_watch_link(group=cast.group, by=cast.owner)
        assert olga.open(people).press("Turn off").page.one("h1").text == "Turn off this link?"
        olga.press("Turn off this link")
        assert Client().get(second).status_code == 410
        assert olga.open(f"/groups/{cast.group.pk}/links/{Link.objects.latest('pk').pk}/").status == 404

    @pytest.mark.parametrize("verb", ["code", "needs", "renew", "revoke", ""])
    def test_an_owner_who_has_just_become_a_scorer_is_told_so_and_changes_no_link(self, cast, monkeypatch, verb):
        link = links_writing.make_watch_link(group=cast.group, by=cast.owner)
        before, client, owner = Link.objects.values().get(), Client(), access.owner
        client.force_login(cast.owner.user)

        def demoted(request, group_id):
            member = owner(request, group_id)
            Membership.objects.filter(pk=member.pk).update(role="recorder")
            return member

        monkeypatch.setattr(access, "owner", demoted)
        address = f"/groups/{cast.group.pk}/links/{f'{link.pk}/{verb}' if verb else 'renew'}/"
        response = client.post(address, {"needs": "true", "confirm": "true"})
        page = parse(response.content.decode())
        assert response.status_code == 422
        assert page.one("p", class_="problem").text == "You’re no longer an owner of this group."
        assert not list(page.all("h2", id="links")), "a scorer sees no links"
        assert Link.objects.values().get() == before

    def test_each_link_is_a_line_of_plain_words_for_owners_only(self, cast, olga, rex, people, clock):
        def listed():
            return [row.text for row in olga.open(people).page.all("a", class_="row")]

        game = start_game(cast.owner)
        links_writing.make_watch_link(group=cast.group, by=cast.owner, label="TV", forever=True)
        links_writing.make_join_link(group=cast.group, by=cast.owner, label="Tom")
        links_writing.make_owner_link(cast.group)
        for target in ({"game": game}, {"night": game.night}):
            links_writing.make_watch_link(group=cast.group, by=cast.owner, **target)
        of_night = "Watch a night Mar 2 · till Apr 2", "Watch a game Mar 2 · till Apr 2"
        tv = "Watch all games TV · never ends"
        assert listed() == [
            *of_night,
            "Become an owner 1 use · till tomorrow",
            "Keep score Tom · 10 uses · till tomorrow",
            tv,
        ]
        clock(datetime.timedelta(hours=23))
        joining = "Become an owner 1 use · till 9:00 PM", "Keep score Tom · 10 uses · till 9:00 PM"
        assert listed() == [*of_night, *joining, tv]
        text = rex.open(people).text
        assert ("Olga" in text, "Rex" in text, "TV" in text) == (True, True, False)
        assert not [button for button in rex.buttons() if "Remove" in button or "Make" in button]

    def test_an_invalid_link_is_refused(self, cast, olga, people):
        for label, problem in (
            ("a\u202eb", "A name can’t contain control characters."),
            ("\u200b", "A name needs at least one visible character."),
            ("x" * 50, "A name can have at most 40 characters."),
        ):
            assert olga.open(people).press("Share a watch-only link", label=label).status == 422
            assert olga.problems == [problem]
        client = Client()
        client.force_login(cast.owner.user)
        for data in ({"kind": "steal"}, {"kind": "watch", "game": "9" * 30}):
            assert client.post(f"/groups/{cast.group.pk}/links/", data).status_code == 422
        assert not Link.objects.exists()

    def test_the_number_of_links_made_from_one_address_is_limited(self, cast, monkeypatch):
        monkeypatch.setattr(throttle, "LINKS", throttle.Limit(name="links", tries=2))
        client, address = Client(), f"/groups/{cast.group.pk}/links/"
        client.force_login(cast.owner.user)
        assert [client.post(address, {"kind": "watch"}).status_code for _time in range(3)] == [302, 302, 429]
        elsewhere = client.post(address, {"kind": "watch"}, REMOTE_ADDR="10.0.0.9")
        assert (elsewhere.status_code, Link.objects.count()) == (302, 3)


class TestMembers:
    def test_an_owner_can_promote_and_demote_a_member(self, cast, olga, people):
        for button, is_owner in (("Make owner Rex", True), ("Make scorer Rex", False)):
            olga.open(people).press(button)
            assert Membership.objects.get(pk=cast.recorder.pk).is_owner == is_owner

    def test_a_member_can_claim_a_player(self, cast, olga, rex, people):
        seat_players(cast.group, 2)
        olga.open(people)
        rex.open(people).press("I’m Ann")
        assert Player.objects.get(name="Ann").member == cast.recorder
        assert "plays as Ann" in rex.text
        olga.press("I’m Ann")
        assert (olga.status, olga.problems) == (422, ["Someone else is already this player."])
        rex.press("I’m Ann")
        assert not Player.objects.exclude(member=None).exists()

    @pytest.mark.parametrize(
        ("players", "claims", "is_open"),
        [
            pytest.param(4, False, True, id="asked as long as it isn’t answered"),
            pytest.param(4, True, False, id="and then folded away"),
            pytest.param(13, False, False, id="as when there are many"),
        ],
    )
    def test_the_question_which_player_one_is_stays_small(self, cast, olga, people, players, claims, is_open):
        names = [f"P{number}" for number in range(players)]
        roster_writing.add_players(group=cast.group, names=names)
        if claims:
            olga.open(people).press("I’m P3")
        question = next(fold for fold in olga.open(people).page.all("details") if "Do you play" in fold.text)
        assert ("open" in question.attrs, len(list(question.all("button")))) == (is_open, players)

    def test_a_group_can_be_renamed_put_aside_and_brought_back(self, cast, olga, people):
        olga.open(people).follow("Settings")
        for button, typed, expected in (
            ("Save", {"name": " Thursday "}, ("Thursday", False, True)),
            ("Put it aside you can still write in it", {}, ("Thursday", True, True)),
            ("Save", {"name": "Friday"}, ("Friday", True, True)),
            ("Bring it back to your groups", {}, ("Friday", False, True)),
        ):
            olga.press(button, **typed)
            assert Playgroup.objects.values_list("name", "archived", "needs").get(pk=cast.group.pk) == expected
        assert olga.press("Save", name=" ").status == 422
        assert olga.problems == ["Enter a name."]
        assert "Friday" in olga.open("/").text

    def test_the_settings_have_a_page_of_their_own_for_owners(self, cast, olga, rex, people):
        address = f"/groups/{cast.group.pk}/change/"
        assert "Group name" not in olga.open(people).text
        assert olga.follow("Settings").path == address
        assert olga.follow("Delete it").page.one("a", class_="back").attrs["href"] == address
        assert "Settings" not in rex.open(people).text
        assert rex.open(address).status == 403

    def test_what_players_need_can_be_switched_off_and_undone(self, cast, olga):
        def switched():
            group = Playgroup.objects.get(pk=cast.group.pk)
            boxes = [box for box in olga.page.all("input", name="needs") if "checked" in box.attrs]
            return group.needs, len(boxes), olga.page.one(class_="said").one("p").text

        settings = f"/groups/{cast.group.pk}/change/"
        assert "Show what players still need when you tap a name" in olga.open(settings).text
        form = olga.page.one("form", id="settings")
        unchecked = {name: value for name, value in olga.fields(form) if name != "needs"}
        olga.client.post(settings, unchecked | {"archived": "false"})
        olga.open(settings)
        assert switched() == (False, 0, "Sheets no longer show what players need.")
        olga.press("Put it aside")
        assert not Playgroup.objects.get(pk=cast.group.pk).needs
        olga.press("Bring it back").press("Save", needs="on")
        assert switched() == (True, 1, "Sheets now show what players need.")
        olga.press("Undo")
        assert switched() == (False, 0, "Sheets no longer show what players need.")

    def test_a_watch_link_can_show_what_players_need(self, cast, olga):
        watching = links_writing.make_watch_link(group=cast.group, by=cast.owner)
        olga.open(f"/groups/{cast.group.pk}/links/{watching.pk}/")
        for button, needs in (("Show what players still need", True), ("Hide what players still need", False)):
            page = olga.path
            assert (olga.press(button).path, Link.objects.get().needs) == (page, needs)
        change_group(group=cast.group, name="Wednesday", archived=False, needs=False, by=cast.owner)
        assert "Show what" not in olga.open(olga.path).text
        joining = links_writing.make_join_link(group=cast.group, label="", by=cast.owner)
        change_group(group=cast.group, name="Wednesday", archived=False, needs=True, by=cast.owner)
        assert "Show what" not in olga.open(f"/groups/{cast.group.pk}/links/{joining.pk}/").text


class TestJoining:
    @pytest.fixture
    def join_path(self, cast):
        return f"/j/{token_of(links_writing.make_join_link(group=cast.group, label='', by=cast.owner))}/"

    def test_the_invitation_names_its_sender_and_changes_nothing(self, cast, join_path):
        def stored():
            return Link.objects.values().get(), User.objects.count(), Session.objects.count()

        before, browser = stored(), Browser().open(join_path)
        assert browser.page.one("h1").text == "Wednesday"
        assert "Olga invites you to keep score." in browser.text
        assert "You’re joining as a scorer" in browser.text
        Client().head(join_path)
        assert stored() == before
        browser.press("Join", name="Zoe")
        assert browser.path == f"/groups/{cast.group.pk}/"
        assert join_path.split("/")[2] not in browser.response.content.decode()
        member = Membership.objects.get(name="Zoe")
        assert (member.role, member.group, Link.objects.get().uses_left) == ("recorder", cast.group, 9)

    def test_the_page_says_who_is_in_the_group_and_what_an_owner_may_do(self, cast):
        token = token_of(links_writing.make_owner_link(cast.group))
        Player.objects.create(group=cast.group, name="Rexy", name_key="rexy", member=cast.recorder, mark=2)
        page = Browser().open(f"/j/{token}/").page
        assert page.one("ul").text == "Olga ▲ Rex"
        assert "You’re joining as an owner. " in page.text
        Membership.objects.filter(pk=cast.recorder.pk).update(removed_at=timezone.now())
        assert "Rex" not in Browser().open(f"/j/{token}/").text

    @pytest.mark.parametrize("who", ["recorder", "stranger"])
    def test_a_browser_stays_in_even_if_the_answer_to_joining_is_lost(self, cast, join_path, who):
        client, unheard = Client(), Client()
        client.force_login(getattr(cast, who).user)
        unheard.cookies["scorekeeper"] = client.cookies["scorekeeper"].value
        unheard.post(join_path, {"name": "Zoe"})
        assert client.get(f"/groups/{cast.group.pk}/").status_code == 200


def test_the_page_shows_who_typed_last_but_locks_nobody_out(cast, olga, rex, game):
    address = f"/games/{game.pk}/hands/1/"
    Phone(game, cast.owner).tap("A bid 10")
    assert "Olga made the last entry." in rex.open(address).text
    assert "last entry" not in olga.open(address).text
    rex.press("Pass")
    assert "last entry" not in rex.text
    assert "Rex made the last entry." in olga.open(address).text
