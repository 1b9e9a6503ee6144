"""The app on a home screen, whose phone has cookies of its own: a token takes it in, once."""

import json
import re

import pytest

from scorekeeper.models import Membership, PersonalLink
from scorekeeper.people.groups import writing as groups_writing
from tests.web.browser import Browser

NAME = "Add to home screen"


@pytest.fixture
def phone(cast):
    """The recorder's browser."""
    return Browser(cast.recorder)


@pytest.fixture
def icon():
    """The app on the home screen, with an empty cookie jar."""
    return Browser()


def add(phone, page="/"):
    """Press the button, and return the page that explains the rest."""
    form = phone.open(page).page.one("form", action="/home-screen/")
    assert form.one("button").text == NAME
    return send(phone, form, "/home-screen/")["Location"]


def send(phone, form, address):
    """Send a form, and return the answer to it."""
    answer = phone.client.post(address, dict(phone.fields(form)))
    assert answer.status_code == 302
    return answer


def go_on(icon, start):
    """Open the icon, press the button, and return the answer."""
    form = icon.open(start).page.one("form", class_="stack")
    return send(icon, form, start)


def manifest(phone, page):
    """Return the manifest that a page links, fetched as browsers do, without cookies."""
    (address,) = re.findall(r'<link rel="manifest" href="([^"]+)">', phone.client.get(page).content.decode())
    response = Browser().client.get(address)
    assert response["Content-Type"] == "application/manifest+json"
    return json.loads(response.content)


@pytest.fixture
def start(phone):
    """The address that the icon opens."""
    return manifest(phone, add(phone))["start_url"]


def test_only_that_page_links_a_manifest_with_a_token(phone, cast, start):
    assert re.fullmatch(r"/home-screen/[\w-]{43}/start/", start)
    for page in ("/", f"/groups/{cast.group.pk}/"):
        assert manifest(phone, page)["start_url"] == "/"


def test_the_icon_asks_and_then_goes_on_as_the_same_person(cast, phone, icon, start):
    assert "tap Go on as Rex" in phone.open(add(phone)).text
    page = icon.open(start)
    assert (page.status, page.page.one("h1").text) == (200, "Go on here as Rex?")
    assert "From then on, this icon opens your groups." in page.page.text
    assert icon.client.get(f"/groups/{cast.group.pk}/").status_code == 404, "asking changes nothing"
    assert go_on(icon, start)["Location"] == "/"
    assert icon.client.get(f"/groups/{cast.group.pk}/").status_code == 200
    assert Membership.objects.filter(user=cast.recorder.user).count() == 1


def test_afterward_the_cookie_is_enough_and_the_token_is_spent(icon, start):
    go_on(icon, start)
    answer = Browser().client.get(start)
    assert answer.status_code == 410
    assert "tap Add to home screen there again, and remove this icon." in answer.content.decode()
    PersonalLink.objects.all().delete()
    for _time in range(2):
        answer = icon.client.get(start)
        assert (answer.status_code, answer["Location"]) == (302, "/")


def test_an_icon_that_kept_the_pages_address_gets_in_as_well(phone, icon):
    page = add(phone)
    answer = icon.client.get(page)
    assert (answer.status_code, answer["Location"]) == (302, f"{page}start/")
    go_on(icon, f"{page}start/")
    for _time in range(2):
        assert icon.open(page).address == "/"
        PersonalLink.objects.all().delete()


@pytest.mark.parametrize("who", ["recorder", "stranger"])
def test_the_makers_own_browser_and_somebody_elses_are_sent_home_and_use_nothing_up(cast, start, who):
    browser = Browser(getattr(cast, who))
    form = browser.open("/").page.one("form", action="/theme/")
    for answer in (browser.client.get(start), browser.client.post(start, dict(browser.fields(form)))):
        assert (answer.status_code, answer["Location"]) == (302, "/")
    assert PersonalLink.objects.get().used_by is None


def test_a_former_member_has_nothing_to_add(cast, phone):
    form = phone.open("/").page.one("form", action="/home-screen/")
    groups_writing.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    assert send(phone, form, "/home-screen/")["Location"] == "/"
    assert not PersonalLink.objects.exists()
