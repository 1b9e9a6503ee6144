"""Going on at the app's name, as the same user and only once, in a browser that came by address."""

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
from tests.test_query_counts import Counter
from tests.web.browser import Browser

ADDRESS, NAME = "192.168.1.5:8000", "scorekeeper.local:8000"
LINK = "Go on at scorekeeper.local"
GOOD = "a good word"
GOING_ON = {"go_elsewhere": 4, "go_on": 2, "go_on, somebody else": 5, "go_on sent": 17, "go_on again": 4}


@pytest.fixture(autouse=True)
def named(settings):
    """The app has a name on the network."""
    settings.LOCAL_NAME = "scorekeeper.local"
    settings.ALLOWED_HOSTS = ["192.168.1.5", "[fd00::7]", "scorekeeper.local", "testserver"]


def at(host, member=None):
    """Return a browser that opens the app by this host. Each one has cookies of its own, as for another address."""
    browser = Browser(member)
    browser.client.defaults["HTTP_HOST"] = host
    return browser


def sent_on(browser, page):
    """Press the button, and return the address that the browser is sent to."""
    form = browser.open(page).page.one("form", action="/go-on/")
    button = form.one("button")
    assert button.text == LINK
    data = dict(browser.fields(form)) | {button.attrs.get("name", "x"): button.attrs.get("value", "")}
    response = browser.client.post("/go-on/", data)
    assert response.status_code == 302
    return response["Location"]


def send(browser, address):
    """Send a form without fields to this address, and return the answer."""
    form = browser.open("/").page.one("form", action="/theme/")
    return browser.client.post(address, dict(browser.fields(form)))


def path(address):
    """Return an address without its host."""
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}"


@pytest.fixture
def group(cast):
    """The address of the group's page."""
    return f"/groups/{cast.group.pk}/"


@pytest.fixture
def offer(cast, group):
    """A personal link of the owner's, from the group's page."""
    return path(sent_on(at(ADDRESS, cast.owner), group))


@pytest.fixture
def there():
    """A browser at the app's name, where nobody is signed in."""
    return at(NAME)


# Making a link


def test_it_leads_to_the_page_that_it_came_from_and_the_database_holds_no_token(cast, group):
    for host, name in (
        (ADDRESS, NAME),
        ("192.168.1.5", "scorekeeper.local"),  # the usual port stays unsaid
        ("[fd00::7]", "scorekeeper.local"),
    ):
        address = sent_on(at(host, cast.owner), group)
        assert re.fullmatch(rf"http://{name}/go-on/[A-Za-z0-9_-]{{43}}/\?group={cast.group.pk}", address)
    token = address.split("/")[4]
    assert token not in str(list(PersonalLink.objects.values()))


def test_nobody_is_offered_to_go_where_there_is_nothing_or_where_they_are(cast, group, settings):
    for host, name in ((ADDRESS, ""), (NAME, "scorekeeper.local"), ("SCOREKEEPER.local", "scorekeeper.local")):
        settings.LOCAL_NAME = name
        browser = at(host, cast.owner)
        assert not [page for page in ("/", group) if LINK in browser.open(page).text], host
    settings.LOCAL_NAME = ""
    assert send(at(ADDRESS, cast.owner), "/go-on/")["Location"] == "/"
    settings.LOCAL_NAME = "scorekeeper.local"
    Membership.objects.filter(pk=cast.owner.pk).update(removed_at=timezone.now())
    assert send(at(ADDRESS, cast.owner), "/go-on/")["Location"] == "/", "without a group, there is nothing to go on to"
    assert not PersonalLink.objects.exists()


def test_the_sheet_and_the_hand_have_no_such_link(cast):
    game = start_game(cast.owner)
    play(game, by=cast.owner)
    for page in (f"/games/{game.pk}/", f"/games/{game.pk}/hands/2/"):
        assert LINK not in at(ADDRESS, cast.owner).open(page).text


# Going on


def test_the_page_asks_and_changes_nothing(cast, there, offer):
    before = list(PersonalLink.objects.values())
    assert there.open(offer).status == 200
    assert there.page.one("h1").text == "Go on as Olga at scorekeeper.local?"
    assert [item.text for item in there.page.one(class_="list").all("li")] == ["Wednesday Olga"]
    assert "You can then open your groups at scorekeeper.local:8000." in there.text
    assert there.page.one("meta", name="robots").attrs["content"] == "noindex"
    assert there.client.head(offer).status_code == 200
    assert list(PersonalLink.objects.values()) == before
    assert "scorekeeper" not in there.client.cookies


def test_the_button_lets_the_browser_in_as_the_same_user(cast, group, there, offer):
    there.open(offer).press("Go on as Olga")
    assert (there.status, there.path) == (200, group)
    assert "Import and export" in there.text, "an owner there as well"
    assert signed_in() == [cast.owner.user.pk] * 2
    assert Membership.objects.filter(removed_at=None).count() == 3


def test_no_other_group_can_be_asked_for(cast, offer):
    for wanted in (cast.stranger.group_id, "%D9%A1", "9" * 30):
        there = at(NAME).open(f"{offer.partition('?')[0]}?group={wanted}").press("Go on as Olga")
        assert there.path == "/"
        PersonalLink.objects.update(used_by=None)


def test_it_works_once(there, offer):
    there.open(offer)
    late = at(NAME).open(offer)
    there.press("Go on as Olga")
    late.press("Go on as Olga")
    assert (late.status, at(NAME).open(offer).status, at(NAME).open("/go-on/x/").status) == (410, 410, 410)
    assert "This link has expired or has already been used. Open the app by its address" in late.text
    assert "scorekeeper" not in late.client.cookies


def test_the_same_browser_can_send_it_again_if_the_answer_was_lost(cast, group, there, offer):
    there.open(offer)
    again = at(NAME)
    again.client.cookies["csrftoken"] = there.client.cookies["csrftoken"].value
    again.open(offer)
    there.press("Go on as Olga")
    again.press("Go on as Olga")
    assert (again.status, again.path) == (200, group)


def test_it_ends_with_the_membership(cast, there, offer):
    there.open(offer)
    Membership.objects.filter(pk=cast.owner.pk).update(removed_at=timezone.now())
    there.press("Go on as Olga")
    assert there.status == 410
    assert "scorekeeper" not in there.client.cookies


def test_too_many_tries_are_refused_on_the_page(there, offer, monkeypatch):
    monkeypatch.setattr(throttle, "LINKS", throttle.Limit(name="links", tries=0))
    there.open(offer).press("Go on as Olga")
    assert (there.status, there.problems) == (429, ["Too many tries. Wait 60 minutes."])
    assert "Go on as Olga" in there.buttons()


# Somebody else's browser


@pytest.mark.parametrize("accounts", ["none", "the other's", "both"])
def test_a_browser_stays_who_it_is(cast, accounts):
    for member in {"none": [], "the other's": [cast.stranger], "both": [cast.stranger, cast.owner]}[accounts]:
        accounts_writing.sign_up(user=member.user, name=member.name, password=GOOD)
        member.user.refresh_from_db()
    link = f"/go-on/{make_personal_link(user=cast.owner.user)}/"
    there = at(NAME, cast.stranger).open(link)
    heading, help_text = (
        ("This browser has groups of its own here", "create an account where you came from")
        if accounts == "none"
        else ("Sly is signed in on this browser", "To go on as Olga, sign out first, then open this link again.")
    )
    assert (there.status, there.page.one("h1").text, help_text in there.text) == (200, heading, True)
    assert there.page.one(class_="large").text == "Elsewhere"
    assert "Go on as Olga" not in there.buttons()
    assert send(there, link).status_code == 409
    assert "Elsewhere" in there.open("/").text
    assert PersonalLink.objects.get().used_by is None
    if accounts != "none":
        there.open("/account/").press("Sign out").press("Sign out")
        there.open(link).press("Go on as Olga")
        assert "Wednesday" in there.open("/").text


def test_an_account_may_ask_for_them_next_and_signing_out_brings_them_back(cast):
    accounts_writing.sign_up(user=cast.owner.user, name="Olga", password=GOOD)
    cast.owner.user.refresh_from_db()
    offer = path(sent_on(at(ADDRESS, cast.owner), f"/groups/{cast.group.pk}/"))
    there = at(NAME, cast.stranger).open(offer).press("Go on as Olga")
    assert (there.path, there.page.one("h1").text) == ("/account/groups/", "Give these groups to Olga?")
    there.follow("No, keep them on this browser")
    assert ("Wednesday" in there.text, "Elsewhere" in there.text) == (True, False)
    there.open("/account/").press("Sign out").press("Sign out")
    assert "Elsewhere" in there.open("/").text


def test_the_makers_own_browser_uses_nothing_up(cast, group, offer):
    here = at(ADDRESS, cast.owner)
    for answer in (here.client.get(offer), send(here, offer)):
        assert (answer.status_code, answer["Location"]) == (302, group)
    assert PersonalLink.objects.get().used_by is None


@pytest.mark.parametrize("count", [1, 12])
def test_going_on_costs_the_same_however_many_groups_there_are(cast, count):
    for number in range(count):
        start_group(uid=uuid.UUID(int=number), name="G", owner_name="O", time_zone="UTC", user=cast.owner.user)
    here, other, there = Counter(cast.owner), Counter(cast.stranger), Counter()
    here.measure("go_elsewhere", "/go-on/", {"group": cast.group.pk}, 302)
    page = f"/go-on/{make_personal_link(user=cast.owner.user)}/"
    there.measure("go_on", page)
    other.measure("go_on, somebody else", page)
    there.measure("go_on sent", page, {"x": "y"}, 302)
    there.measure("go_on again", page, None, 302)
    assert here.counts | other.counts | there.counts == GOING_ON


def test_a_link_that_has_ended_leads_home_whoever_is_in_already(cast, group, there, offer):
    there.open(offer).press("Go on as Olga")
    PersonalLink.objects.all().delete()
    assert there.open(offer).path == group
    assert at(NAME, cast.stranger).open(offer).path == "/"
