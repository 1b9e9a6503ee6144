"""Starting a group: it is this browser's, and one however often it is sent."""

import uuid

import pytest

from tests.views.browser import Browser


class TestStartingAGroup:
    def test_this_browser_owns_it(self, db):
        browser = Browser().open("/")
        browser.press("Start the group", name="Wednesday", owner_name="Olga")
        assert (browser.status, browser.text.count("Wednesday")) == (200, 1)
        assert "No game yet." in browser.text
        assert "Wednesday" in browser.open("/").text

    def test_sent_twice_it_is_one_group(self, db):
        browser = Browser().open("/")
        page = browser.page
        browser.press("Start the group", name="Wednesday", owner_name="Olga")
        first, browser.address = browser.address, "/"
        uid = page.one("input", name="uid").attrs["value"]
        browser.open("/").press("Start the group", name="Wednesday", owner_name="Olga", uid=uid)
        assert browser.address == first

    @pytest.mark.parametrize(
        "typed",
        [
            pytest.param({}, id="nothing"),
            pytest.param({"name": "x" * 41, "owner_name": "Olga"}, id="too long"),
            pytest.param({"name": "W", "owner_name": "\u202e"}, id="a hidden character"),
            pytest.param({"name": "W", "owner_name": "O", "uid": "x"}, id="a broken id"),
        ],
    )
    def test_what_cannot_be_is_refused_beside_the_field(self, db, typed):
        browser = Browser().open("/").press("Start the group", **typed)
        assert browser.status == 422
        assert browser.problems
        assert browser.page.one("h2", id="start").text == "Start a group"

    def test_a_second_group_keeps_the_first(self, olga):
        olga.open("/").press("Start the group", name="Sunday", owner_name="Olga", uid=str(uuid.uuid4()))
        links = [link.text for link in olga.open("/").page.one(class_="links").all("a")]
        assert links == ["Sunday", "Wednesday"]
