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
    assert (response.status_code, response["Cache-Control"]) == (302, "no-store")
    return response["Location"]


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


def test_it_leads_to_the_same_port_and_the_page_that_it_came_from(cast, group):
    address = sent_on(at(ADDRESS, cast.owner), group)
    assert re.fullmatch(rf"http://scorekeeper\.local:8000/go-on/[A-Za-z0-9_-]{{43}}/\?group={cast.group.pk}", address)


@pytest.mark.parametrize("host", ["192.168.1.5", "[fd00::7]"])
def test_the_usual_port_stays_unsaid(cast, group, host):
    assert urlsplit(sent_on(at(host, cast.owner), group)).netloc == "scorekeeper.local"


@pytest.mark.parametrize("page", ["/", "group"])
@pytest.mark.parametrize(
    ("host", "name"),
    [
        pytest.param(ADDRESS, "", id="no name"),
        pytest.param(NAME, "scorekeeper.local", id="already there"),
        pytest.param("SCOREKEEPER.local", "scorekeeper.local", id="already there, in capitals"),
    ],
)
def test_nobody_is_offered_to_go_where_there_is_nothing_or_where_they_are(cast, group, settings, host, name, page):
    settings.LOCAL_NAME = name
    browser = at(host, cast.owner)
    assert LINK not in browser.open(group if page == "group" else page).text
    response = at(host, cast.owner).client.post("/go-on/")
    assert response.status_code == 403, "the form's token is checked first"
    assert not PersonalLink.objects.exists()


@pytest.mark.parametrize("name", ["", "scorekeeper.local"])
def test_without_a_name_or_a_group_no_link_is_made(cast, settings, name):
    settings.LOCAL_NAME = name
    if name:
        Membership.objects.filter(pk=cast.owner.pk).update(removed_at=timezone.now())
    browser = at(ADDRESS, cast.owner)
    form = browser.open("/").page.one("form", action="/theme/")
    response = browser.client.post("/go-on/", dict(browser.fields(form)))
    assert (response.status_code, response["Location"], PersonalLink.objects.count()) == (302, "/", 0)


def test_the_sheet_and_the_hand_have_no_such_link(cast):
    game = start_game(cast.owner)
    play(game, by=cast.owner)
    for page in (f"/games/{game.pk}/", f"/games/{game.pk}/hands/2/"):
        assert LINK not in at(ADDRESS, cast.owner).open(page).text


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


def test_the_database_holds_no_token(offer):
    token = offer.split("/")[2]
    assert token not in str(list(PersonalLink.objects.values()))


# Going on


def test_the_page_asks_and_changes_nothing(cast, there, offer):
    before = list(PersonalLink.objects.values())
    assert there.open(offer).status == 200
    assert there.page.one("h1").text == "Go on as Olga at scorekeeper.local?"
    assert [item.text for item in there.page.one(class_="list").all("li")] == ["Wednesday Olga"]
    assert "You can then open your groups at scorekeeper.local:8000." in there.text
    assert there.response["Cache-Control"] == "no-store"
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


@pytest.mark.parametrize("wanted", ["stranger", "%D9%A1", "9" * 30])
def test_no_other_group_can_be_asked_for(cast, there, offer, wanted):
    number = cast.stranger.group_id if wanted == "stranger" else wanted
    there.open(f"{offer.partition('?')[0]}?group={number}").press("Go on as Olga")
    assert there.path == "/"


def test_it_works_once(cast, there, offer):
    there.open(offer)
    late = at(NAME).open(offer)
    there.press("Go on as Olga")
    late.press("Go on as Olga")
    assert late.status == 410
    assert "This link has expired or has already been used. Open the app by its address" in late.text
    assert late.response["Cache-Control"] == "no-store"
    assert "scorekeeper" not in late.client.cookies
    assert at(NAME).open(offer).status == 410


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


@pytest.mark.parametrize("token", ["x", "x" * 43, "%00", "%ED%A0%80", "\u0661"])
def test_a_made_up_token_gets_the_same_answer(db, there, token):
    assert there.open(f"/go-on/{token}/").status == 410


def test_too_many_tries_are_refused_on_the_page(cast, there, offer, monkeypatch):
    monkeypatch.setattr(throttle, "LINKS", throttle.Limit(name="links", tries=0))
    there.open(offer).press("Go on as Olga")
    assert (there.status, there.problems) == (429, ["Too many tries. Wait 60 minutes."])
    assert "Go on as Olga" in there.buttons()


# Somebody else's browser


def test_a_browser_with_groups_of_its_own_stays_who_it_is(cast, offer):
    there = at(NAME, cast.stranger).open(offer)
    assert (there.status, there.page.one("h1").text) == (200, "This browser has groups of its own here")
    assert there.page.one(class_="large").text == "Elsewhere"
    assert "create an account where you came from" in there.text
    assert "Go on as Olga" not in there.buttons()
    form = there.open("/").page.one("form", action="/theme/")
    response = there.client.post(offer, dict(there.fields(form)))
    assert response.status_code == 409
    assert "Elsewhere" in there.open("/").text
    assert Membership.objects.get(pk=cast.stranger.pk).user == cast.stranger.user
    assert PersonalLink.objects.get().used_by is None


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


@pytest.mark.parametrize("other", ["a guest", "an account"])
def test_nobody_is_signed_out(cast, other):
    """An account's link doesn't sign another account out, either."""
    accounts_writing.sign_up(user=cast.stranger.user, name="Sly", password=GOOD)
    if other == "an account":
        accounts_writing.sign_up(user=cast.owner.user, name="Olga", password=GOOD)
    for member in (cast.stranger, cast.owner):
        member.user.refresh_from_db()
    link = f"/go-on/{make_personal_link(user=cast.owner.user)}/"
    there = at(NAME, cast.stranger).open(link)
    assert there.page.one("h1").text == "Sly is signed in on this browser"
    assert there.page.one(class_="large").text == "Elsewhere"
    assert "To go on as Olga, sign out first, then open this link again." in there.text
    form = there.open("/").page.one("form", action="/theme/")
    assert there.client.post(link, dict(there.fields(form))).status_code == 409
    assert "Elsewhere" in there.open("/").text
    assert PersonalLink.objects.get().used_by is None
    there.open("/account/").press("Sign out").press("Sign out")
    there.open(link).press("Go on as Olga")
    assert "Wednesday" in there.open("/").text


def test_a_link_that_has_ended_leads_home_whoever_is_in_already(cast, group, there, offer):
    there.open(offer).press("Go on as Olga")
    PersonalLink.objects.all().delete()
    assert there.open(offer).path == group
    assert at(NAME, cast.stranger).open(offer).path == "/"


def test_the_makers_own_browser_uses_nothing_up(cast, group, offer):
    here = at(ADDRESS, cast.owner)
    form = here.open("/").page.one("form", action="/theme/")
    for answer in (here.client.get(offer), here.client.post(offer, dict(here.fields(form)))):
        assert (answer.status_code, answer["Location"]) == (302, group)
    assert PersonalLink.objects.get().used_by is None
