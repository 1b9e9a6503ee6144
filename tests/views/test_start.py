"""Starting a group, which then belongs to this browser; sending the form twice starts only one group."""

import uuid

import pytest

from tests.views.browser import Browser
from tests.views.seats import chips


class TestStartingGroups:
    def test_the_browser_that_starts_a_group_owns_it(self, db):
        browser = Browser().open("/")
        browser.press("Start the group", name="Wednesday", owner_name="Olga")
        assert (browser.status, browser.text.count("Wednesday")) == (200, 1)
        assert "No game yet." in browser.text
        assert "Wednesday" in browser.open("/").text

    def test_its_owner_is_offered_for_the_first_game(self, db):
        browser = Browser().open("/").press("Start the group", name="Wednesday", owner_name="Olga")
        assert chips(browser.open("new/?rules=trumplestiltskin")) == ["Olga"]
        assert "plays as Olga" in browser.open("../people/").text

    def test_sending_the_form_twice_starts_one_group(self, db):
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
            pytest.param({"name": "W", "owner_name": "Gnome"}, id="a name that no player can have"),
        ],
    )
    def test_invalid_input_is_refused_and_explained(self, db, typed):
        browser = Browser().open("/").press("Start the group", **typed)
        assert browser.status == 422
        assert browser.problems
        assert browser.page.one("h2", id="start").text == "Start a group"

    def test_starting_a_second_group_keeps_the_first(self, olga):
        olga.open("/").press("Start the group", name="Sunday", owner_name="Olga", uid=str(uuid.uuid4()))
        links = [link.text for link in olga.open("/").page.one(class_="links").all("a")]
        assert links == ["Sunday", "Wednesday"]
