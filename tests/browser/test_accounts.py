"""Account pages in a browser: signing up, signing in and out, changing the password, and recovering the account."""

import re

import pytest
from playwright.sync_api import Page

from scorekeeper.models import Membership, User
from tests.browser.driving import Thumb, sign_in
from tests.browser.test_evening import start_a_group
from tests.cast import make_cast

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD, LATER = "tin soldier on a shelf", "another tin soldier"
CODE = re.compile(r"([2-9A-Z]{5}-){4}[2-9A-Z]{5}")
REFUSED = "status of (404|410|422|429)"


@pytest.fixture
def thumb(phone: Page, console) -> Thumb:
    """The first browser, in which some requests are refused."""
    console.expect(REFUSED)
    return Thumb(phone)


@pytest.fixture
def other(other_phone: Page) -> Thumb:
    """A second browser."""
    return Thumb(other_phone)


def go(thumb: Thumb, path: str) -> Thumb:
    """Open an address."""
    thumb.page.goto(path)
    return thumb


def groups(thumb: Thumb) -> list[str]:
    """Return the groups listed on the start page."""
    return go(thumb, "/").page.locator(".links.large a").all_inner_texts()


def refusal(thumb: Thumb) -> str:
    """Return the text of the only error on the page."""
    return thumb.page.locator(".errorlist").inner_text()


def sign_up(thumb: Thumb, name: str = "Olga") -> str:
    """Create an account through the pages and return its recovery code."""
    go(thumb, "/").tap("Create an account").fill(name=name, password=PASSWORD).tap("Create account")
    return thumb.page.locator(".code").inner_text()


def test_an_account_from_sign_up_to_recovery(thumb: Thumb, other: Thumb):
    start_a_group(thumb, "Wednesday", "Olga")
    start_a_group(other, "Sunday", "Olga")

    # The browser's groups now belong to the account; the code is shown once.
    code = sign_up(thumb)
    assert CODE.fullmatch(code)
    thumb.tap("I’ve saved it")
    assert thumb.page.get_by_role("link", name="Olga Password and sign-out").is_visible()
    assert thumb.page.locator(".links.large a").all_inner_texts() == ["Wednesday"]
    assert go(thumb, "/sign-up/").page.url.endswith("/account/")
    assert code not in thumb.page.content()

    # Signing in elsewhere brings both browsers' groups together, after a question.
    go(other, "/sign-in/").fill(name="olga", password="wrong").tap("Sign in")
    assert "Wrong name or password." in refusal(other)
    assert other.page.locator("input[name=name]").input_value() == "olga"
    assert other.page.locator("input[name=password]").input_value() == ""
    other.fill(password=PASSWORD).tap("Sign in", "Yes, give them to Olga")
    assert groups(other) == groups(thumb) == ["Sunday", "Wednesday"]
    assert Membership.objects.filter(user=User.objects.get(name="Olga"), removed_at=None).count() == 2

    # Changing the password signs out other browsers.
    thumb.tap("Olga").fill(old="wrong", new=LATER).tap("Change password")
    assert "isn’t your current password" in refusal(thumb)
    thumb.fill(old=PASSWORD, new=LATER).tap("Change password")
    assert "Password changed." in thumb.page.locator(".said").inner_text()
    assert (groups(thumb), groups(other)) == (["Sunday", "Wednesday"], [])

    # Signing out everywhere signs out here too.
    go(other, "/sign-in/").fill(name="Olga", password=LATER).tap("Sign in", "Olga")
    other.tap("Sign out everywhere", "Sign out everywhere")
    assert (groups(thumb), groups(other)) == ([], [])

    # The recovery code works only once, no matter how it is typed, and is replaced by another.
    go(thumb, "/sign-in/").tap("Forgot your password?")
    thumb.fill(name="Olga", code="AAAAA-BBBBB-CCCCC-DDDDD-EEEEE", new=PASSWORD).tap("Reset password")
    assert "Wrong name or recovery code." in refusal(thumb)
    thumb.fill(code=code.lower().replace("-", " "), new=PASSWORD).tap("Reset password")
    next_code = thumb.page.locator(".code").inner_text()
    assert CODE.fullmatch(next_code)
    assert next_code != code
    assert groups(thumb) == ["Sunday", "Wednesday"]
    go(other, "/recover/").fill(name="Olga", code=code, new=LATER).tap("Reset password")
    assert "Wrong name or recovery code." in refusal(other)


def test_signing_up_signs_out_a_browser_with_a_copied_cookie(thumb: Thumb, other: Thumb, live_server):
    cast = make_cast()
    for browser in (thumb, other):
        sign_in(browser.page, cast.owner, live_server.url)
    sign_up(thumb)
    assert groups(other) == []
    assert groups(thumb) == ["Wednesday"]
    assert other.page.get_by_role("link", name="Sign in").is_visible()


def test_a_taken_name_and_a_bad_password_are_refused(thumb: Thumb):
    sign_up(thumb)
    thumb.page.context.clear_cookies()
    go(thumb, "/sign-up/").fill(name="OLGA", password="12345678").tap("Create account")
    assert thumb.page.locator(".errorlist").count() == 1
    thumb.fill(password=PASSWORD).tap("Create account")
    assert "That name is taken" in refusal(thumb)


def test_after_too_many_attempts_the_page_says_how_long_to_wait(thumb: Thumb):
    go(thumb, "/sign-in/")
    for _try in range(9):
        thumb.fill(name="Olga", password="wrong").tap("Sign in")
    assert re.search(r"Too many tries. Wait \d+ minutes.", refusal(thumb))


def test_a_stranger_is_offered_a_sign_in_link(thumb: Thumb):
    go(thumb, "/games/1/").tap("Sign in")
    assert thumb.page.locator("h1").inner_text() == "Sign in"
