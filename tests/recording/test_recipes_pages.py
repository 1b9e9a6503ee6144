"""The pages on which a group makes its own games, changes them, shares them, and adds shared ones."""

from urllib.parse import urlsplit

import pytest

from scorekeeper.formats.recipes import pack, read_link, read_recipe
from scorekeeper.models import Game, Recipe
from scorekeeper.recording.own_games.reading import blank_game, supplied
from scorekeeper.recording.own_games.writing import keep_recipe
from scorekeeper.rules import limits
from tests.cast import differences, seat_players
from tests.own_games import UNO
from tests.recording.seats import seated, sit
from tests.web.browser import Browser

ROWS = "Ones × 1\nTwos × 2\nBonus + 10 from 6"


def options(**changes):
    return blank_game().rules.options(**{"template": "farkle", "name": "Farkle"} | changes)


def keep(by, **changes):
    return keep_recipe(group=by.group, options=options(**changes), by=by)


@pytest.fixture
def another(cast, olga):
    """The page on which a game is made."""
    return olga.open(f"/groups/{cast.group.pk}/games/")


def asked(browser):
    """Return the names of the options that the page asks for."""
    names = (node.attrs.get("name", "") for node in browser.page.one("form", id="scoring").all())
    return {name.removeprefix("option_") for name in names if name.startswith("option_")}


def made_up(browser):
    return browser.page.one(id="made-up").text


class TestMaking:
    def test_a_game_is_made_and_played_to_its_end_without_javascript(self, cast, olga):
        seat_players(cast.group, 3)
        olga.open(f"/groups/{cast.group.pk}/").follow("New game").follow("Another game")
        olga.press("Play this game", name="Pounce", option_wins="least", option_ends="target", option_target="30")
        assert olga.page.one("h1").text == "Pounce"
        sit(olga, "Ann", "Bob", "Cy").press("Start game")
        game = Game.objects.get()
        assert (game.rules, seated(game)) == (
            f"any_game:{Recipe.objects.get().options['template']}",
            ["Ann", "Bob", "Cy"],
        )
        olga.follow("Record round 1")
        assert "How many points did Ann score?" in olga.text
        olga.press("Use this number", other="12+7-1").press("0").press("Use this number", other="9")
        assert "18" in olga.press("Save: ").page.one("table").text
        olga.follow("Record round 2").press("0").press("0")
        olga.press("Use this number", other="5-12")
        assert (olga.status, olga.problems) == (422, ["Enter a whole number from 0 to 99999."])
        olga.press("Use this number", other="23").press("Save: ")
        assert "Bob wins" in olga.text
        assert "Cy reached the target of 30 with 32 points" in olga.text
        assert differences(game) == 0

    @pytest.mark.parametrize(
        ("typed", "field", "problem"),
        [
            pytest.param({"name": " "}, "name", "Enter a name.", id="no name"),
            pytest.param(
                {"option_ends": "target", "option_target": "0"},
                "option_target",
                "The target can’t be what everyone starts with.",
                id="a contradiction",
            ),
        ],
    )
    def test_a_wrong_answer_is_reported_beside_its_field(self, another, typed, field, problem):
        another.press("Play this game", **{"name": "Pounce"} | typed)
        assert (another.status, another.problems) == (422, [problem])
        beside = [node for node in another.page.all("div") if list(node.all("ul", class_="errorlist"))]
        assert list(beside[-1].all(name=field))
        values = dict(another.fields(another.page.one("form", id="scoring")))
        assert {name: values[name].strip() for name in typed} == {name: value.strip() for name, value in typed.items()}
        assert not Recipe.objects.exists()

    def test_too_many_games_are_refused_beside_the_name(self, another, monkeypatch):
        monkeypatch.setattr(limits, "MOST_RECIPES", 0)
        another.press("Play this game", name="Pounce")
        assert (another.status, another.problems) == (422, ["A group can have at most 0 games of its own."])


class TestPreview:
    def test_the_made_up_round_and_the_questions_follow_the_answers(self, another):
        assert "Ann +12 +12 scored 12" in made_up(another)
        assert "bonus" not in asked(another)
        another.press("Update the questions", option_sum="winner", option_dealer="on")
        assert "the others are left with 32: Bob 7 and Cy 25" in made_up(another)
        another.press("Update the questions", option_bonus="50")
        assert "won the round" in made_up(another)
        assert {"bonus", "worth"} <= asked(another)
        another.press("Play this game", name="Pounce")
        stored = Recipe.objects.get().options
        assert (stored["sum"], stored["bonus"], stored["dealer"]) == ("winner", 50, True)

    def test_it_keeps_the_name_and_the_id_and_shows_no_errors(self, another):
        uid = another.page.one(id="id_uid").attrs["value"]
        for name in ("", "x" * 50, "Farkle"):
            another.press("Update the questions", name=name, option_rows="categories", option_start="x")
            assert (another.status, another.problems) == (200, [])
            assert another.page.one(id="id_name").attrs.get("value", "") == name
            assert another.page.one(id="id_uid").attrs["value"] == uid
        assert not list(another.page.one(id="made-up").all("dl"))
        assert not Recipe.objects.exists()


class TestSupplied:
    def test_the_supplied_games_are_listed_until_they_are_chosen(self, cast, another):
        seat_players(cast.group, 3)
        listed = [link.text for link in another.page.one(class_="chips").all("a")]
        assert len(listed) == len(supplied())
        assert listed[:2] == ["6 nimmt!", "7 Wonders"]
        another.follow("Uno")
        assert not Recipe.objects.exists()
        sit(another, "Ann", "Bob", "Cy").press("Start game")
        assert Game.objects.get().rules == UNO
        again = another.open(f"/groups/{cast.group.pk}/games/")
        assert "Uno" not in [link.text for link in again.page.one(class_="chips").all("a")]
        assert "Uno 2–10 players" in again.open(f"/groups/{cast.group.pk}/new/").text

    def test_an_unknown_one_is_not_found(self, cast, olga):
        for slug in ("any_game:nothing", "any_game", "trumplestiltskin", "bridge:x"):
            for page in ("", "template.json"):
                assert olga.open(f"/groups/{cast.group.pk}/games/{slug}/{page}").status == 404


class TestChanging:
    @pytest.fixture
    def changing(self, cast, olga):
        keep(cast.owner, ends="target", target=1000)
        return olga.open(f"/groups/{cast.group.pk}/new/?rules=any_game:farkle").follow("Change or share this game")

    def test_a_change_is_saved_and_the_game_can_be_played(self, cast, changing):
        changing.press("Save and play", name="Farkel", option_target="500")
        assert (changing.path, changing.page.one("h1").text) == (f"/groups/{cast.group.pk}/new/", "Farkel")
        assert Recipe.objects.get().options["target"] == 500

    def test_it_is_taken_off_the_list_and_put_back(self, cast, changing):
        changing.press("Take it off the list of games")
        new = Browser(cast.recorder).open(f"/groups/{cast.group.pk}/new/")
        assert "Farkle 1–10 players" not in new.text
        changing.press("Put it back on the list of games")
        assert "Farkle 1–10 players" in new.open(new.address).text


def shared(cast, olga, **changes):
    """Return the link on the page of a game."""
    slug = keep(cast.owner, **changes).rules
    return olga.open(f"/groups/{cast.group.pk}/games/{slug}/").page.one(class_="address").one("a").attrs["href"]


class TestSharing:
    def test_the_link_and_the_file_have_the_whole_game(self, cast, olga):
        link = shared(cast, olga, wins="least", rows="categories", categories=ROWS)
        assert read_link(link).game.rules.house_rules == options(wins="least", rows="categories", categories=ROWS)
        assert urlsplit(link).path.startswith("/t/")
        response = olga.client.get(f"{olga.path}template.json")
        assert response["Content-Disposition"] == 'attachment; filename="Farkle-template.json"'
        assert read_recipe(response.content).game.rules.house_rules == read_link(link).game.rules.house_rules

    @pytest.mark.parametrize(("length", "has_code"), [(1200, True), (1201, False)])
    def test_a_link_too_long_for_a_camera_is_given_as_a_file_only(self, cast, olga, monkeypatch, length, has_code):
        monkeypatch.setattr("scorekeeper.recording.own_games.pages.pack", lambda _recipe: "x" * length)
        keep(cast.owner)
        olga.open(f"/groups/{cast.group.pk}/games/any_game:farkle/")
        assert bool(list(olga.page.all(class_="qr"))) is has_code
        assert bool(list(olga.page.all(class_="address"))) is has_code
        assert "Download it as a file" in olga.text

    def test_every_supplied_game_has_a_code(self):
        assert max(len(pack(recipe)) for recipe in supplied().values()) <= 1200
