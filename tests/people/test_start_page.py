"""Starting a group, which then belongs to this browser, and the start page."""

import uuid

import pytest

from scorekeeper.people.groups.writing import change_group
from tests.recording.seats import bench
from tests.web.browser import Browser


class TestStartingGroups:
    def test_the_browser_that_starts_a_group_owns_it(self, db):
        browser = Browser().open("/")
        browser.press("Start group", name="Wednesday", owner_name="Olga")
        assert (browser.status, browser.text.count("Wednesday")) == (200, 1)
        assert "No games yet." in browser.text
        assert "Wednesday" in browser.open("/").text

    def test_its_owner_is_offered_for_the_first_game(self, db):
        browser = Browser().open("/").press("Start group", name="Wednesday", owner_name="Olga")
        assert bench(browser.open("new/?rules=trumplestiltskin")) == ["Olga"]
        assert "plays as Olga" in browser.open("../people/").text

    @pytest.mark.parametrize(
        "typed",
        [
            pytest.param({}, id="nothing"),
            pytest.param({"name": "W", "owner_name": "O", "uid": "x"}, id="a broken id"),
            pytest.param({"name": "W", "owner_name": "Gnome"}, id="a name that no player can have"),
        ],
    )
    def test_invalid_input_is_refused_and_explained(self, db, typed):
        browser = Browser().open("/").press("Start group", **typed)
        assert browser.status == 422
        assert browser.problems
        assert browser.page.one("button", class_="main").text == "Start group"

    def test_starting_a_second_group_keeps_the_first(self, olga):
        olga.open("/").press("Start group", name="Sunday", owner_name="Olga", uid=str(uuid.uuid4()))
        links = [link.text for link in olga.open("/").page.one(class_="links").all("a")]
        assert links == ["Sunday", "Wednesday"]


class TestTheStartPage:
    def folded(self, browser):
        """Return the headings of the folded and of the open sections."""
        sections = [(section.one("summary").text, "open" in section.attrs) for section in browser.page.all("details")]
        return [name for name, is_open in sections if not is_open], [name for name, is_open in sections if is_open]

    def test_a_stranger_sees_what_the_app_is_for_and_starts_a_group(self, db):
        browser = Browser().open("/")
        assert "One phone keeps score" in browser.page.one("header", class_="cover").text
        assert self.folded(browser) == ([], [])
        assert [field.text for field in browser.page.all("label")] == ["Group name", "Your name"]

    def test_a_member_sees_their_groups_and_the_rest_is_folded(self, olga):
        olga.open("/")
        assert olga.page.one("h1").text == "Scorekeeper"
        assert not list(olga.page.all(class_="cover"))
        assert [link.text for link in olga.page.one("nav", **{"aria-labelledby": "groups"}).all("a")] == ["Wednesday"]
        assert self.folded(olga) == (["Start another group"], [])

    def test_a_refused_group_is_shown_again_unfolded(self, olga):
        olga.open("/").press("Start group", name="x" * 41, owner_name="Olga")
        assert (olga.status, self.folded(olga)) == (422, ([], ["Start another group"]))

    def test_a_group_put_aside_is_folded_away(self, olga, cast):
        olga.open("/").press("Start group", name="Sunday", owner_name="Olga", uid=str(uuid.uuid4()))
        change_group(group=cast.group, name="Wednesday", archived=True, by=cast.owner)
        olga.open("/")
        assert self.folded(olga) == (["Groups put aside", "Start another group"], [])
        assert "They can still be written in." in olga.text
        lists = [[link.text for link in nav.all("a")] for nav in olga.page.one("main").all("nav")]
        assert lists[:2] == [["Sunday"], ["Wednesday"]]
