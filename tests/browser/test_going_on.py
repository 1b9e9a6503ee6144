"""A phone goes on at the app's name, where none of its cookies are sent: here, 127.0.0.1 is the address."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from scorekeeper.models import Membership
from tests.browser.driving import Thumb, sign_in
from tests.cast import make_cast, signed_in

LINK, BUTTON = "Switch to localhost", "Go on as Olga"


@pytest.fixture
def address(live_server, console, settings):
    """The app's address, beside its name, which is localhost."""
    port = urlsplit(live_server.url).port
    settings.LOCAL_NAME = "localhost"
    console.expect(r"third-party request: http://127\.0\.0\.1:")
    console.expect("status of (404|410)")
    return f"http://127.0.0.1:{port}"


def cookies(page: Page, host: str) -> list[str]:
    return [
        cookie["value"]
        for cookie in page.context.cookies()
        if (cookie["name"], cookie["domain"]) == ("scorekeeper", host)
    ]


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_member_who_came_by_address_goes_on_at_the_name(open_page, live_server, address, scripts):
    cast, phone = make_cast(), open_page(scripts=scripts)
    thumb = Thumb(phone, scripts=scripts)
    sign_in(phone, cast.owner, address)
    group = f"/groups/{cast.group.pk}/"
    assert phone.goto(live_server.url + group).status == 404, "another address, other cookies"
    phone.goto(address + group)
    phone.get_by_role("button", name="More").tap()
    thumb.tap(LINK)
    asked = phone.url
    assert re.fullmatch(rf"{live_server.url}/go-on/[\w-]{{43}}/\?group={cast.group.pk}", asked)
    assert phone.locator("h1").inner_text() == "Go on as Olga at localhost?"
    thumb.tap(BUTTON)
    assert phone.url == live_server.url + group
    assert phone.locator("h1").inner_text() == "Wednesday"
    assert phone.get_by_role("button", name="Go on").count() == 0, "it is there already"
    assert cookies(phone, "127.0.0.1") != cookies(phone, "localhost")
    assert set(signed_in()) == {cast.owner.user.pk}
    # Back, and a copy of the link in another browser.
    phone.goto(asked)
    assert phone.url == live_server.url + group
    other = open_page()
    assert other.goto(asked).status == 410
    assert "Open the app by its address, and tap the link there again." in other.locator("main").inner_text()
    assert Membership.objects.filter(user=cast.owner.user).count() == 1
