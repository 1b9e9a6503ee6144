"""Error pages, which look like the rest of the app and need no database."""

import pytest
from django.test import Client

from scorekeeper.web import refusals
from tests.web.browser import parse

HEADINGS = {
    400: "Something went wrong with that request",
    403: "This page was out of date",
    404: "Page not found",
    500: "Something went wrong",
}
WHYS = {
    400: "Go back and try again.",
    403: "Nothing was changed. Go back, reload the page and try again. Your browser must accept cookies.",
    404: "If this is your group’s page, ask someone in your group for a link.",
    500: "Everything you saved is safe. Reload the page; if it happens again, check the app’s log.",
}


def provoke(status):
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    if status == 403:
        return client.post("/", {"name": "Wednesday"})
    if status == 404:
        return client.get("/nowhere/")
    return client.get("/", headers={"Host": "evil.example"} if status == 400 else {})


@pytest.mark.parametrize("status", HEADINGS)
def test_an_error_page_needs_no_database(status, monkeypatch):
    """Any query would fail, since this test has no `db` fixture."""
    monkeypatch.setattr("scorekeeper.web.access.memberships", lambda request: 1 / 0)
    response = provoke(status)
    assert response.status_code == status
    page = parse(response.content.decode())
    assert page.one("main").one("h1").text == HEADINGS[status]
    assert list(page.one("main").all("svg")), "its face"
    assert [*page.one("main").all("p")][-1].text == WHYS[status], "which a phone tells of what waited"
    assert page.one("link", rel="stylesheet").attrs["href"].endswith(".css")
    links = [link.attrs["href"] for link in page.one(id="page").all("a", class_="button")]
    assert links == (["/sign-in/", "/"] if status == 404 else ["/"])
    (main,) = page.one(id="page").all(class_="main")
    assert (main.text, "invite" in page.text) == ("Home", False), "that command is for whoever runs the app"
    assert "ZeroDivisionError" not in response.content.decode()


def test_a_member_is_not_asked_to_sign_in(cast):
    client = Client(raise_request_exception=False)
    client.force_login(cast.owner.user)
    assert "/sign-in/" not in client.get("/nowhere/").content.decode()


def test_the_page_for_a_forbidden_request_says_why(rf):
    page = parse(refusals.forbidden(rf.get("/"), PermissionError("Only the <owner>.")).content.decode())
    assert page.one("h1").text == "You don’t have permission"
    assert "Only the <owner>." in page.one("main").text


def test_an_oversized_form_is_a_bad_request(client, db):
    response = client.post("/", {"name": "x" * 3_000_000})
    assert response.status_code == 400
    assert "Something went wrong with that request" in response.content.decode()


def test_a_dead_link_has_its_own_page(client, db):
    response = client.get("/j/nothing/")
    assert response.status_code == 410
    assert parse(response.content.decode()).one("h1").text == "This link has expired or was turned off"
