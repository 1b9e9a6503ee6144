"""Going on as the same user and only once: at the app's name, after coming by address, and on a home screen."""

import json
import re
import uuid
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from scorekeeper.models import Membership, PersonalLink
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.accounts.writing import make_personal_link
from scorekeeper.people.groups.writing import start_group
from scorekeeper.web import throttle
from tests.cast import play, signed_in, start_game
from tests.web.browser import Browser

ADDRESS, NAME = "192.168.1.5:8000", "scorekeeper.local:8000"
LINK, ICON = "Switch to scorekeeper.local", "Add to home screen"
GOOD = "a good word"


@pytest.fixture
def group(cast):
    """The address of the group's page."""
    return f"/groups/{cast.group.pk}/"


def send(browser, address, form=None):
    """Send a form of the page, or one without fields of its own, to this address, and return the answer."""
    form = form or browser.open("/").page.one("form", action="/theme/")
    return browser.client.post(address, dict(browser.fields(form)))


def end_membership(member):
    Membership.objects.filter(pk=member.pk).update(removed_at=timezone.now())


class TestAtTheName:
    @pytest.fixture(autouse=True)
    def named(self, settings):
        """The app has a name on the network."""
        settings.LOCAL_NAME = "scorekeeper.local"
        settings.ALLOWED_HOSTS = ["192.168.1.5", "[fd00::7]", "scorekeeper.local", "testserver"]

    def at(self, host, member=None):
        """Return a browser that opens the app by this host. Each has its own cookies, as for another address."""
        browser = Browser(member)
        browser.client.defaults["HTTP_HOST"] = host
        return browser

    def sent_on(self, browser, page):
        """Press the button, and return the address that the browser is sent to."""
        form = browser.open(page).page.one("form", action="/go-on/")
        button = form.one("button")
        assert button.text == LINK
        data = dict(browser.fields(form)) | {button.attrs.get("name", "x"): button.attrs.get("value", "")}
        response = browser.client.post("/go-on/", data)
        assert response.status_code == 302
        return response["Location"]

    @pytest.fixture
    def offer(self, cast, group):
        """The path of a personal link of the owner's, from the group's page."""
        parts = urlsplit(self.sent_on(self.at(ADDRESS, cast.owner), group))
        return f"{parts.path}?{parts.query}"

    @pytest.fixture
    def there(self):
        """A browser at the app's name, where nobody is signed in."""
        return self.at(NAME)

    def test_the_button_leads_to_the_page_that_it_came_from_and_the_database_holds_no_token(self, cast, group):
        for host, name in (
            (ADDRESS, NAME),
            ("192.168.1.5", "scorekeeper.local"),  # the usual port stays unsaid
            ("[fd00::7]", "scorekeeper.local"),
        ):
            address = self.sent_on(self.at(host, cast.owner), group)
            assert re.fullmatch(rf"http://{name}/go-on/[A-Za-z0-9_-]{{43}}/\?group={cast.group.pk}", address)
        assert address.split("/")[4] not in str(list(PersonalLink.objects.values()))

    def test_nobody_is_offered_to_go_where_there_is_nothing_or_where_they_are(self, cast, group, settings):
        for host, name in ((ADDRESS, ""), (NAME, "scorekeeper.local"), ("SCOREKEEPER.local", "scorekeeper.local")):
            settings.LOCAL_NAME = name
            browser = self.at(host, cast.owner)
            assert not [page for page in ("/", group) if LINK in browser.open(page).text], host
        settings.LOCAL_NAME = "scorekeeper.local"
        assert LINK in self.at(ADDRESS, cast.owner).open("/").text
        assert LINK not in self.at(ADDRESS).open("/").text
        settings.LOCAL_NAME, browser = "", self.at(ADDRESS, cast.owner)
        assert send(browser, "/go-on/")["Location"] == "/"
        settings.LOCAL_NAME = "scorekeeper.local"
        end_membership(cast.owner)
        assert send(browser, "/go-on/")["Location"] == "/", "without a group, there is nothing to go on to"
        assert not PersonalLink.objects.exists()

    def test_the_sheet_and_the_hand_have_no_such_link(self, cast):
        game = start_game(cast.owner)
        play(game, by=cast.owner)
        for page in (f"/games/{game.pk}/", f"/games/{game.pk}/hands/2/"):
            assert LINK not in self.at(ADDRESS, cast.owner).open(page).text

    def test_the_page_asks_and_the_button_lets_the_browser_in_as_the_same_user(self, cast, group, there, offer):
        start_group(uid=uuid.uuid4(), name="Second", owner_name="Olga", time_zone="UTC", user=cast.owner.user)
        before = list(PersonalLink.objects.values())
        assert there.open(offer).status == 200
        assert there.page.one("h1").text == "Go on as Olga at scorekeeper.local?"
        assert [item.text for item in there.page.one(class_="list").all("li")] == [
            "Second as Olga",
            "Wednesday as Olga",
        ]
        assert "You can then open your groups at scorekeeper.local:8000." in there.text
        assert there.page.one("meta", name="robots").attrs["content"] == "noindex"
        assert there.client.head(offer).status_code == 200
        assert (list(PersonalLink.objects.values()), "scorekeeper" in there.client.cookies) == (before, False)
        there.press("Go on as Olga")
        assert (there.status, there.path) == (200, group)
        assert "Import and export" in there.text, "an owner there as well"
        assert signed_in() == [cast.owner.user.pk] * 2
        assert Membership.objects.filter(removed_at=None).count() == 4

    def test_no_other_group_can_be_asked_for(self, cast, offer):
        for wanted in (cast.stranger.group_id, "%D9%A1", "9" * 30):
            there = self.at(NAME).open(f"{offer.partition('?')[0]}?group={wanted}").press("Go on as Olga")
            assert there.path == "/"
            PersonalLink.objects.update(used_by=None)

    def test_it_works_once_but_the_same_browser_can_send_it_again_if_the_answer_was_lost(
        self, cast, group, there, offer
    ):
        there.open(offer)
        again, late = self.at(NAME), self.at(NAME).open(offer)
        again.client.cookies["scorekeeper-csrf"] = there.client.cookies["scorekeeper-csrf"].value
        again.open(offer)
        for browser in (there, late, again):
            browser.press("Go on as Olga")
        assert (again.status, again.path) == (200, group)
        assert (late.status, self.at(NAME).open(offer).status, self.at(NAME).open("/go-on/x/").status) == (410,) * 3
        assert "This link has expired or has already been used. Open the app by its address" in late.text
        assert "scorekeeper" not in late.client.cookies
        PersonalLink.objects.all().delete()
        assert there.open(offer).path == group, "whoever is in already is led home"
        assert self.at(NAME, cast.stranger).open(offer).path == "/"

    def test_it_ends_with_the_membership(self, cast, there, offer):
        there.open(offer)
        end_membership(cast.owner)
        there.press("Go on as Olga")
        assert (there.status, "scorekeeper" in there.client.cookies) == (410, False)

    def test_too_many_tries_are_refused_on_the_page(self, there, offer, monkeypatch):
        monkeypatch.setattr(throttle, "LINKS", throttle.Limit(name="links", tries=0))
        there.open(offer).press("Go on as Olga")
        assert (there.status, there.problems) == (429, ["Too many tries. Wait 60 minutes."])
        assert "Go on as Olga" in there.buttons()

    @pytest.mark.parametrize("accounts", ["none", "the other's", "both"])
    def test_somebody_elses_browser_stays_who_it_is(self, cast, accounts):
        for member in {"none": [], "the other's": [cast.stranger], "both": [cast.stranger, cast.owner]}[accounts]:
            accounts_writing.sign_up(user=member.user, name=member.name, password=GOOD)
            member.user.refresh_from_db()
        link = f"/go-on/{make_personal_link(user=cast.owner.user)}/"
        there = self.at(NAME, cast.stranger).open(link)
        heading, help_text = (
            ("This browser has groups of its own here", "create an account where you came from")
            if accounts == "none"
            else ("Sly is signed in on this browser", "To go on as Olga, sign out first, then open this link again.")
        )
        assert (there.status, there.page.one("h1").text, help_text in there.text) == (200, heading, True)
        assert there.page.one("nav").text == "Elsewhere"
        assert "Go on as Olga" not in there.buttons()
        assert send(there, link).status_code == 409
        assert "Elsewhere" in there.open("/").text
        assert PersonalLink.objects.get().used_by is None
        if accounts != "none":
            there.open("/account/").press("Sign out").press("Sign out")
            there.open(link).press("Go on as Olga")
            assert "Wednesday" in there.open("/").text

    @pytest.mark.parametrize("move", [{}, {"move": "on"}], ids=["they stay", "they move"])
    def test_groups_of_a_guest_there_move_to_an_account_or_signing_out_brings_them_back(self, cast, move):
        accounts_writing.sign_up(user=cast.owner.user, name="Olga", password=GOOD)
        cast.owner.user.refresh_from_db()
        there = self.at(NAME, cast.stranger).open(f"/go-on/{make_personal_link(user=cast.owner.user)}/")
        there.press("Go on as Olga", **move)
        assert ("Wednesday" in there.text, "Elsewhere" in there.text) == (True, bool(move))
        there.open("/account/").press("Sign out").press("Sign out")
        assert ("Elsewhere" in there.open("/").text) == (not move)

    def test_the_makers_own_browser_uses_nothing_up(self, cast, group, offer):
        here = self.at(ADDRESS, cast.owner)
        for answer in (here.client.get(offer), send(here, offer)):
            assert (answer.status_code, answer["Location"]) == (302, group)
        assert PersonalLink.objects.get().used_by is None


class TestOnAHomeScreen:
    """The app on a home screen, whose phone has cookies of its own."""

    @pytest.fixture
    def phone(self, cast):
        """The recorder's browser."""
        return Browser(cast.recorder)

    @pytest.fixture
    def icon(self):
        """The app on the home screen, with an empty cookie jar."""
        return Browser()

    def manifest(self, phone, page):
        """Return the manifest that a page links, fetched as browsers do, without cookies."""
        (address,) = re.findall(r'<link rel="manifest" href="([^"]+)">', phone.client.get(page).content.decode())
        response = Browser().client.get(address)
        assert response["Content-Type"] == "application/manifest+json"
        return json.loads(response.content)

    @pytest.fixture
    def explained(self, phone):
        """The page that explains the rest, after the button was pressed."""
        form = phone.open("/").page.one("form", action="/home-screen/")
        assert form.one("button").text == ICON
        return send(phone, "/home-screen/", form)["Location"]

    @pytest.fixture
    def start(self, phone, explained):
        """The address that the icon opens."""
        return self.manifest(phone, explained)["start_url"]

    def go_on(self, icon, start):
        """Open the icon, press the button, and return where it leads."""
        return send(icon, start, icon.open(start).page.one("form", id="go"))["Location"]

    def test_only_that_page_links_a_manifest_with_a_token(self, phone, group, start):
        assert re.fullmatch(r"/home-screen/[\w-]{43}/start/", start)
        assert [self.manifest(phone, page)["start_url"] for page in ("/", group)] == ["/", "/"]

    def test_the_icon_asks_and_then_goes_on_as_the_same_person(self, cast, group, phone, icon, explained, start):
        assert "tap Go on as Rex" in phone.open(explained).text
        page = icon.open(start)
        assert (page.status, page.page.one("h1").text) == (200, "Go on here as Rex?")
        assert "From then on, this icon opens your groups." in page.page.text
        assert icon.client.get(group).status_code == 404, "asking changes nothing"
        assert self.go_on(icon, start) == "/"
        assert icon.client.get(group).status_code == 200
        assert Membership.objects.filter(user=cast.recorder.user).count() == 1
        answer = Browser().client.get(start)
        assert answer.status_code == 410, "the token is spent"
        assert "tap Add to home screen there again, and remove this icon." in answer.content.decode()
        PersonalLink.objects.all().delete()
        for _time in range(2):
            assert icon.client.get(start)["Location"] == "/", "afterward the cookie is enough"

    def test_an_icon_that_kept_the_pages_address_gets_in_as_well(self, icon, explained):
        assert icon.client.get(explained)["Location"] == f"{explained}start/"
        self.go_on(icon, f"{explained}start/")
        for _time in range(2):
            assert icon.open(explained).address == "/"
            PersonalLink.objects.all().delete()

    @pytest.mark.parametrize("who", ["recorder", "stranger"])
    def test_the_makers_own_browser_and_somebody_elses_are_sent_home_and_use_nothing_up(self, cast, start, who):
        browser = Browser(getattr(cast, who))
        for answer in (browser.client.get(start), send(browser, start)):
            assert (answer.status_code, answer["Location"]) == (302, "/")
        assert PersonalLink.objects.get().used_by is None

    def test_a_former_member_has_nothing_to_add(self, cast, phone):
        form = phone.open("/").page.one("form", action="/home-screen/")
        end_membership(cast.recorder)
        assert send(phone, "/home-screen/", form)["Location"] == "/"
        assert not PersonalLink.objects.exists()
