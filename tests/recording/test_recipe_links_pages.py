"""Adding a game that somebody shared: by its link, which anybody can open, or by its file."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scorekeeper.formats.recipes import pack, write_recipe
from scorekeeper.models import Membership, Recipe
from scorekeeper.recording.own_games.reading import blank_game, supplied
from scorekeeper.rules import limits
from tests.own_games import UNO, YAHTZEE
from tests.recording.test_recipes_pages import ROWS, keep, made_up, options
from tests.web.browser import Browser


def file_of(recipe, **changes):
    """Return a recipe's file with these changes."""
    return json.dumps(json.loads(write_recipe(recipe)) | changes).encode()


class TestAdding:
    @pytest.fixture
    def theirs(self, cast):
        """The same page in the browser of somebody who owns another group."""
        return Browser(cast.stranger).open(f"/groups/{cast.stranger.group_id}/games/")

    @pytest.mark.parametrize(
        "host", ["https://testserver", "https://score.example.org", "http://192.168.1.20:8000", ""]
    )
    @pytest.mark.parametrize("more", ["", "?group=7", "#x"])
    def test_a_pasted_link_from_any_host_shows_what_it_is_and_a_button_keeps_it(self, theirs, host, more):
        theirs.press("See what it is", link=f"  {host}/t/{pack(blank_game().made(options(wins='least')))}/{more} ")
        assert (theirs.status, theirs.page.one("h1").text) == (200, "Farkle")
        assert "Winner The fewest points" in theirs.text
        assert "scored 12" in made_up(theirs)
        assert not Recipe.objects.exists()
        theirs.press("Add it to Elsewhere")
        assert theirs.page.one("h1").text == "Farkle"
        assert (Recipe.objects.get().rules, Recipe.objects.get().options["wins"]) == ("any_game:farkle", "least")

    def test_a_file_shows_what_it_is_and_a_button_keeps_it(self, theirs):
        file = SimpleUploadedFile("uno.json", write_recipe(supplied()[UNO]))
        theirs.press("See what it is", file=file)
        assert theirs.page.one("h1").text == "Uno"
        theirs.press("Add it to Elsewhere")
        assert Recipe.objects.get().rules == UNO

    @pytest.mark.parametrize(
        ("link", "problem"),
        [
            pytest.param("", "Paste a link, or choose a file.", id="nothing"),
            pytest.param(
                "/t/" + pack(supplied()[YAHTZEE])[:90] + "/", "This isn’t a link to a template.", id="cut off"
            ),
        ],
    )
    def test_a_wrong_link_is_refused_beside_its_field(self, theirs, link, problem):
        theirs.press("See what it is", link=link)
        assert (theirs.status, theirs.problems) == (422, [problem])
        assert problem in next(node.text for node in theirs.page.all(class_="field") if list(node.all(id="id_link")))

    @pytest.mark.parametrize(
        ("content", "problem"),
        [
            pytest.param(
                b'{"a": "' + b"x" * limits.LARGEST_RECIPE + b'"}', "A template can have at most", id="too large"
            ),
            pytest.param(
                file_of(supplied()[UNO], options={"wins": "x"}), "Expected most, least or nobody.", id="a wrong option"
            ),
        ],
    )
    def test_a_wrong_file_is_refused_beside_its_field(self, theirs, content, problem):
        theirs.press("See what it is", file=SimpleUploadedFile("game.json", content))
        assert theirs.status == 422
        assert theirs.problems[0].startswith(problem)
        assert problem in next(node.text for node in theirs.page.all(class_="field") if list(node.all(id="id_file")))
        assert not Recipe.objects.exists()


class TestLink:
    @pytest.fixture
    def link(self):
        return f"/t/{pack(blank_game().made(options(categories=ROWS, rows='turns')))}/"

    def test_a_stranger_sees_the_game_and_is_told_how_to_add_it(self, db, link):
        browser = Browser().open(link)
        assert (browser.status, browser.page.one("h1").text) == (200, "Farkle")
        assert "Ones × 1; Twos × 2; Bonus + 10 from 6" in browser.text
        assert "paste this link into your group’s “New game” page" in browser.text
        assert browser.buttons() == []

    def test_a_member_of_several_groups_chooses_one(self, cast, link):
        Membership.objects.create(group=cast.stranger.group, user=cast.owner.user, role="recorder", name="Olga")
        browser = Browser(cast.owner).open(link)
        assert sorted(browser.buttons()) == ["Add it to Elsewhere", "Add it to Wednesday"]
        assert browser.open(f"{link}?group={cast.group.pk}").buttons() == ["Add it to Wednesday"]
        browser.press("Add it to Wednesday")
        assert Recipe.objects.get().group == cast.group

    def test_a_group_that_has_it_is_told_what_adding_it_again_does(self, cast, link):
        keep(cast.owner, name="Ours")
        browser = Browser(cast.owner).open(link)
        assert "Wednesday has this game. Adding it again changes how new games are scored" in browser.text
        browser.press("Add it to Wednesday")
        assert list(Recipe.objects.values_list("options__name", "options__rows")) == [("Farkle", "turns")]

    @pytest.mark.parametrize("packed", ["x", "%F0%9F%98%80", "a" * 5000, pack(supplied()[UNO])[:-9]])
    def test_a_broken_link_says_so(self, db, packed):
        browser = Browser().open(f"/t/{packed}/")
        assert (browser.status, browser.page.one("h1").text) == (422, "A shared game")
        assert browser.problems == ["This link doesn’t hold a game. Ask for it again, and copy all of it."]
