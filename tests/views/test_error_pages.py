"""The pages for what went wrong: in the app's look, without asking the database."""

import pytest
from django.test import Client

from scorekeeper.views import errors
from tests.views.browser import parse

FAULTS = {
    400: "This request makes no sense",
    403: "This form is out of date",
    404: "Nothing here for this browser",
    500: "Something went wrong in the app",
}


def ask(status, monkeypatch):
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    if status == 400:
        return client.get("/", headers={"Host": "evil.example"})
    if status == 403:
        return client.post("/", {"name": "Wednesday"})
    if status == 404:
        return client.get("/nowhere/")

    def broken(request):
        raise RuntimeError("the database is gone")

    monkeypatch.setattr("scorekeeper.access.memberships", broken)
    return client.get("/")


@pytest.mark.parametrize("status", FAULTS)
def test_a_fault_has_its_page_without_a_database(status, monkeypatch):
    """Without the `db` fixture any query fails the test."""
    response = ask(status, monkeypatch)
    assert response.status_code == status
    page = parse(response.content.decode())
    assert page.one("h1").text == FAULTS[status]
    assert page.one("link", rel="stylesheet").attrs["href"].endswith(".css")
    assert page.one("main", id="page")
    ways_on = [link.attrs["href"] for link in page.one("main").all("a", class_="button")]
    assert ways_on == (["/sign-in/", "/"] if status == 404 else ["/"])
    assert "RuntimeError" not in response.content.decode()


def test_what_is_forbidden_says_why(rf):
    page = parse(errors.forbidden(rf.get("/"), PermissionError("Only the <owner>.")).content.decode())
    assert page.one("h1").text == "You may not do this"
    assert "Only the <owner>." in page.one("main").text


def test_a_form_larger_than_any_is_400(client, db):
    response = client.post("/", {"name": "x" * 3_000_000})
    assert response.status_code == 400
    assert "This request makes no sense" in response.content.decode()


def test_a_link_that_is_gone_has_its_page(client, db):
    response = client.get("/j/nothing/")
    assert response.status_code == 410
    assert parse(response.content.decode()).one("h1").text == "This link no longer opens"
