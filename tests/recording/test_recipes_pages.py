"""The pages on which a group makes its own games, changes them, shares them, and adds shared ones."""

import json
from urllib.parse import unquote, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scorekeeper.formats.language import sentence
from scorekeeper.formats.recipes import pack, read_link, read_recipe, write_recipe
from scorekeeper.models import Game, Membership, Recipe
from scorekeeper.recording.own_games.reading import blank_game, supplied
from scorekeeper.rules import limits
from tests.cast import differences, seat_players
from tests.own_games import UNO, made_own, start_own
from tests.recording.farkle import keep, options
from tests.recording.seats import seated, sit
from tests.web.browser import Browser

UID = "7b6ad9d2-3c83-4f0e-9a51-6c1c2f2a9d11"
ROWS = "Ones × 1\nTwos × 2\nBonus + 10 from 6"


@pytest.fixture
def another(cast, olga):
    """The page on which a game is made that everybody's numbers are written for."""
    return olga.open(f"/groups/{cast.group.pk}/games/new/?picture=round")


def asked(browser):
    """Return the names of the options that the page asks for."""
    names = (node.attrs.get("name", "") for node in browser.page.one("form", id="scoring").all())
    return {name.removeprefix("option_") for name in names if name.startswith("option_")}


def made_up(browser):
    return browser.page.one(id="made-up").text


class TestMaking:
    def test_a_game_is_made_and_played_to_its_end_without_javascript(self, cast, olga):
        seat_players(cast.group, 3)
        olga.open(f"/groups/{cast.group.pk}/").follow("New game").follow("Something else")
        pictures = [
            button.attrs["value"] for button in olga.page.all("button") if button.attrs.get("name") == "picture"
        ]
        assert pictures == ["round", "turn", "point", "collects", "card", "who"]
        olga.open(f"{olga.page.one('form').attrs['action']}?name=Pounce&picture=round")
        assert olga.page.one("h1").text == "Pounce"
        olga.press("Choose who plays", option_wins="least", option_ends="target", option_target="30")
        assert olga.page.one("h1").text == "Pounce"
        sit(olga, "Ann", "Bob", "Cy").press("Start")
        game = Game.objects.get()
        assert (game.rules, seated(game)) == (
            f"any_game:{Recipe.objects.get().options['template']}",
            ["Ann", "Bob", "Cy"],
        )
        assert "How many points did Ann score?" in olga.text
        olga.press("Next", other="12+7-1").press("0 points").press("Save round 1", other="9")
        assert "18" in olga.page.one("table").text
        olga.press("0 points").press("0 points")
        olga.press("Save round 2", other="5-12")
        assert (olga.status, olga.problems) == (422, ["Enter a whole number from 0 to 99999."])
        olga.press("Save round 2", other="23").press("Save: Bob wins with 0")
        assert "Bob wins" in olga.text
        assert "Cy reached the target of 30 with 32 points" in olga.text
        assert differences(game) == 0

    def test_it_starts_with_whoever_played_last_or_at_the_table(self, cast, olga):
        start_own(cast.owner, UNO, 3)
        page = f"/groups/{cast.group.pk}/games/new/?picture=round&name="
        olga.open(f"{page}Pounce").press("Start Ann, Bob, Cy")
        made = Recipe.objects.get()
        game = Game.objects.get(rules=made.rules)
        assert (olga.path, seated(game)) == (f"/games/{game.pk}/hands/1/", ["Ann", "Bob", "Cy"])
        olga.open(f"{page}Kubb").press("Other seats")
        assert olga.path == f"/groups/{cast.group.pk}/new/"
        assert "Clockwise: Ann, Bob, Cy." in str(olga.page.one(id="seating").attrs)
        olga.open(f"{page}Whist")
        olga.press("Update the questions", option_sides="partners")
        assert ("Start" in olga.text, "Choose who plays" in olga.text) == (False, True), "three are no partners"

    def test_it_never_starts_with_others_than_the_button_says(self, cast, olga):
        start_own(cast.owner, UNO, 4)
        olga.open(f"/groups/{cast.group.pk}/games/new/?picture=round&name=Pounce")
        start_own(cast.owner, UNO, 3)
        olga.press("Start Ann, Bob, Cy, Dee")
        assert (olga.status, olga.problems) == (422, ["Others play now. Look who starts, then tap again."])
        olga.press("Start Ann, Bob, Cy")
        assert seated(Game.objects.last()) == ["Ann", "Bob", "Cy"]

    def test_whoever_comes_back_and_changes_an_answer_starts_another_game(self, cast, olga):
        start_own(cast.owner, UNO, 3)
        for target in (50, 60):
            olga.open(f"/groups/{cast.group.pk}/games/new/?picture=round&name=Pounce&uid=pounce")
            olga.press("Start Ann, Bob, Cy", game=UID, option_target=target)
        made = Game.objects.filter(rules="any_game:pounce").order_by("pk")
        assert [game.options["target"] for game in made] == [50, 60]
        assert Recipe.objects.get().options["target"] == 60

    def test_the_same_request_starts_one_game(self, cast, olga):
        start_own(cast.owner, UNO, 3)
        for _time in range(2):
            olga.open(f"/groups/{cast.group.pk}/games/new/?picture=who&name=Chess&uid=chess")
            olga.press("Start Ann, Bob, Cy", game=UID)
            assert olga.path == f"/games/{Game.objects.last().pk}/stop/"
        assert (Game.objects.count(), Recipe.objects.count()) == (2, 1)

    def test_a_name_that_the_group_has_is_offered_and_no_second_game_made(self, cast, olga):
        keep(cast.owner)
        olga.open(f"/groups/{cast.group.pk}/games/new/?picture=turn&name=farkle")
        assert "Do you mean Farkle?" in olga.text
        olga.press("Choose who plays")
        assert (olga.status, olga.problems) == (422, ["Your group has this game already."])
        olga.follow("Play that")
        assert olga.page.one("h1").text == "Farkle"
        assert "Do you mean Uno?" in olga.open(f"/groups/{cast.group.pk}/games/new/?picture=turn&name=UNO").text
        assert Recipe.objects.count() == 1

    def test_whoever_comes_back_from_the_table_finds_what_they_have_kept(self, cast, olga):
        start_own(cast.owner, UNO, 4)
        page = f"/groups/{cast.group.pk}/games/new/?picture=collects&name=Cornhole&uid=corn"
        olga.open(page).press("Other seats", option_sum="one", option_sides="partners", option_target="21")
        assert "Do you mean" not in olga.open(page).text
        olga.press("Start Ann, Bob, Cy, Dee")
        made = Recipe.objects.get().options
        assert (made["sum"], made["sides"], made["target"]) == ("one", "partners", 21)
        assert olga.open(page.replace("corn", "%00")).status == 200

    def test_a_wrong_answer_is_reported_beside_its_field_and_stays_in_it(self, another, monkeypatch):
        none = {"option_ends": "target", "option_target": "0"}
        for typed, field, problem in (
            ({"name": " "}, "name", "Enter a name."),
            ({"name": "Pounce"} | none, "option_target", "The target can’t be what everyone starts with."),
        ):
            another.press("Choose who plays", **typed)
            assert (another.status, another.problems) == (422, [problem])
            beside = [node for node in another.page.all("div") if list(node.all("ul", class_="errorlist"))]
            assert list(beside[-1].all(name=field))
            values = dict(another.fields(another.page.one("form", id="scoring")))
            assert {name: values[name].strip() for name in typed} == {name: typed[name].strip() for name in typed}
        monkeypatch.setattr(limits, "MOST_RECIPES", 0)
        another.press("Choose who plays", name="Pounce", option_target="30")
        problem = "A group can have at most 0 games of its own. Change one of them instead."
        assert (another.status, another.problems) == (422, [problem])
        assert not Recipe.objects.exists()


class TestPreview:
    def test_the_made_up_round_and_the_questions_follow_the_answers(self, cast, another):
        assert "Ann +12 this round" in made_up(another)
        another.press("Update the questions", option_sum="fixed", option_sums="26", option_dealer="on")
        assert "all_but_one" in asked(another)
        another.open(f"/groups/{cast.group.pk}/games/new/?picture=collects")
        assert "the others are left with 32: Bob 7 and Cy 25" in made_up(another)
        another.press("Update the questions", option_bonus="50", option_dealer="on")
        assert "won the round" in made_up(another)
        assert {"bonus", "worth"} <= asked(another)
        another.press("Choose who plays", name="Pounce")
        stored = Recipe.objects.get().options
        assert (stored["sum"], stored["bonus"], stored["dealer"]) == ("winner", 50, True)

    def test_it_keeps_the_name_and_the_id_and_shows_no_errors(self, another):
        uid = another.page.one(id="id_uid").attrs["value"]
        for name in ("", "x" * 50, "Farkle"):
            another.press("Update the questions", name=name, option_start="x")
            assert (another.status, another.problems) == (200, [])
            assert another.page.one(id="id_name").attrs.get("value", "") == name
            assert another.page.one(id="id_uid").attrs["value"] == uid
        assert not Recipe.objects.exists()


class TestSupplied:
    @pytest.mark.slow
    def test_each_of_the_forty_is_three_taps_from_the_groups_page(self, cast, olga):
        assert len(supplied()) == 40
        for slug, game in supplied().items():
            start_own(cast.owner, UNO, max(min(game.rules.players), 2))
            olga.open(f"/groups/{cast.group.pk}/").follow("New game")
            links = {
                unquote(link.attrs["href"]).rpartition("rules=")[2]: link for link in olga.page.all("a", class_="card")
            }
            olga.open(links[slug].attrs["href"]).press(f"Start {sentence(game.rules.name)}")
            assert (Game.objects.last().rules, olga.path.split("/")[3]) == (slug, "hands"), slug

    def test_each_can_be_started_and_asks_and_takes_its_first_answer(self, cast, olga):
        for slug in supplied():
            game = start_own(cast.owner, slug, min(supplied()[slug].rules.players))
            olga.open(f"/games/{game.pk}/hands/1/")
            offers = [
                button for button in olga.page.all("button", class_="offer") if "aria-disabled" not in button.attrs
            ]
            if offers:
                olga.send(olga.page.one("form", id=offers[0].attrs["form"]), offers[0])
            elif supplied()[slug].rules.way == "tally":
                olga.press("Ann 0 makes a point")
            else:
                olga.press("Next", other="3")
            assert (olga.status, olga.problems) == (200, []), slug

    def test_an_unknown_one_is_not_found(self, cast, olga):
        for slug in ("any_game:nothing", "any_game", "trumplestiltskin", "bridge:x"):
            for page in ("", "template.json"):
                assert olga.open(f"/groups/{cast.group.pk}/games/{slug}/{page}").status == 404


def test_partners_of_a_game_can_be_told_apart_where_the_winner_gets_what_others_hold(cast, olga):
    olga.open(f"/groups/{cast.group.pk}/games/any_game:euchre/scoring/").press("Save and play", option_sum="winner")
    assert (olga.status, olga.problems) == (422, ["For this, everyone must play alone."])
    olga.press("Save and play", option_sum="winner", option_sides="alone")
    assert (Recipe.objects.get().options["sum"], Recipe.objects.get().options["sides"]) == ("winner", "alone")


def test_what_no_page_lets_anybody_type_is_cut_before_it_is_compared(cast, olga, monkeypatch):
    compared = []
    monkeypatch.setattr(
        "scorekeeper.recording.setup.making.own_games.named", lambda _group, name: compared.append(name)
    )
    page = f"/groups/{cast.group.pk}/games/new/?picture=card"
    olga.open(page).press("Update the questions", name="e\u0301" * 9000, option_categories="e\u0301\n" * 9000)
    assert (olga.status, max(map(len, compared))) == (200, 40)
    assert len(list(olga.page.all("button", class_="row"))) <= 1000


def test_a_game_is_changed_taken_off_the_list_and_put_back(cast, olga):
    keep(cast.owner)
    base = f"/groups/{cast.group.pk}/new/"
    olga.open(f"{base}?rules=any_game:our-farkle").follow("Change or share this game").follow("Change how it’s scored")
    olga.press("Save and play", name="Farkel", option_target="500")
    assert (olga.path, olga.page.one("h1").text) == (base, "Farkel")
    assert Recipe.objects.get().options["target"] == 500
    olga.follow("Change or share this game").press("Take it off the list of games")
    new = Browser(cast.recorder).open(base)
    assert "Farkel 1–10 players" not in new.text
    olga.press("Put it back on the list of games")
    assert "Farkel 1–10 players" in new.open(base).text


class TestSharing:
    def test_the_link_and_the_file_have_the_whole_game(self, cast, olga):
        recipe = {"wins": "least", "rows": "categories", "categories": ROWS, "ends": "hand", "target": 100}
        keep(cast.owner, **recipe)
        olga.open(f"/groups/{cast.group.pk}/games/any_game:our-farkle/")
        link = olga.page.one(class_="address").one("a").attrs["href"]
        assert read_link(link).game.rules.house_rules == options(**recipe)
        assert urlsplit(link).path.startswith("/t/")
        response = olga.client.get(f"{olga.path}template.json")
        assert response["Content-Disposition"] == 'attachment; filename="Farkle-template.json"'
        assert read_recipe(response.content).game.rules.house_rules == options(**recipe)

    def test_a_link_too_long_for_a_camera_is_given_as_a_file_only(self, cast, olga, monkeypatch):
        keep(cast.owner)
        for length, has_code in ((1200, True), (1201, False)):
            packed = "x" * length
            monkeypatch.setattr("scorekeeper.recording.own_games.pages.pack", lambda _recipe, packed=packed: packed)
            olga.open(f"/groups/{cast.group.pk}/games/any_game:our-farkle/")
            assert [bool(list(olga.page.all(class_=name))) for name in ("qr", "address")] == [has_code] * 2
            assert "Download it as a file" in olga.text

    def test_every_supplied_game_has_a_code(self):
        assert max(len(pack(recipe)) for recipe in supplied().values()) <= 1200


# Adding a shared game: by its link, which anybody can open, or by its file


@pytest.fixture
def theirs(cast):
    """The page on which games are made, in the browser of somebody who owns another group."""
    return Browser(cast.stranger).open(f"/groups/{cast.stranger.group_id}/games/")


class TestAdding:
    def test_a_pasted_link_shows_what_it_is_and_a_button_keeps_it(self, theirs):
        packed = pack(blank_game().made(options(wins="least")))
        theirs.press("See what it is", link=f"  https://score.example.org/t/{packed}/?group=7 ")
        assert (theirs.status, theirs.page.one("h1").text) == (200, "Farkle")
        assert "The fewest points win. It’s over when someone reaches 1000." in theirs.text
        assert "+12 this round" in made_up(theirs)
        assert not Recipe.objects.exists()
        theirs.press("Add it to Elsewhere")
        assert theirs.page.one("h1").text == "Farkle"
        assert (Recipe.objects.get().rules, Recipe.objects.get().options["wins"]) == ("any_game:our-farkle", "least")

    def test_a_file_shows_what_it_is_and_a_button_keeps_it(self, theirs):
        file = SimpleUploadedFile("uno.json", write_recipe(made_own(UNO, target=300)))
        assert theirs.press("See what it is", file=file).page.one("h1").text == "Uno"
        theirs.press("Add it to Elsewhere")
        assert (Recipe.objects.get().rules, Recipe.objects.get().options["target"]) == (UNO, 300)

    def test_a_ready_game_is_chosen_and_not_copied(self, theirs):
        theirs.press("See what it is", link=f"/t/{pack(supplied()[UNO])}/").press("Add it to Elsewhere")
        assert (theirs.page.one("h1").text, Recipe.objects.exists()) == ("Uno", False)

    def test_a_wrong_link_or_file_is_refused_beside_its_field(self, theirs):
        uno = supplied()[UNO]
        wrong = json.dumps(json.loads(write_recipe(uno)) | {"options": {"wins": "x"}}).encode()
        for field, value, problem in (
            ("link", "", "Paste a link, or choose a file."),
            ("link", f"/t/{pack(uno)[:-9]}/", "This isn’t a link to a template."),
            ("file", b'{"a": "' + b"x" * limits.LARGEST_RECIPE + b'"}', "A template can have at most"),
            ("file", wrong, "Expected most, least or nobody."),
        ):
            sent = SimpleUploadedFile("game.json", value) if field == "file" else value
            theirs.press("See what it is", **{"link": "", field: sent})
            assert (theirs.status, theirs.problems[0].startswith(problem)) == (422, True), problem
            beside = next(node for node in theirs.page.all(class_="field") if list(node.all(id=f"id_{field}")))
            assert problem in beside.text
        assert not Recipe.objects.exists()


class TestLink:
    @pytest.fixture
    def link(self):
        return f"/t/{pack(blank_game().made(options(categories=ROWS, rows='turns')))}/"

    def test_a_stranger_sees_the_game_and_is_told_how_to_add_it(self, db, link):
        browser = Browser().open(link)
        assert (browser.status, browser.page.one("h1").text) == (200, "Farkle")
        assert "Rows: Ones (1 each), Twos (2 each) and Bonus (10 from 6 above)" in browser.text
        assert "paste this link into your group’s “New game” page" in browser.text
        assert browser.buttons() == []

    def test_a_member_of_several_groups_chooses_one_and_is_told_if_it_has_the_game(self, cast, olga, link):
        Membership.objects.create(group=cast.stranger.group, user=cast.owner.user, role="recorder", name="Olga")
        keep(cast.owner, name="Ours")
        assert sorted(olga.open(link).buttons()) == ["Add it to Elsewhere", "Add it to Wednesday"]
        assert olga.open(f"{link}?group={cast.group.pk}").buttons() == ["Add it to Wednesday"]
        assert "Wednesday has this game. Adding it again changes how new games are scored" in olga.text
        olga.press("Add it to Wednesday")
        assert list(Recipe.objects.values_list("group", "options__name", "options__rows")) == [
            (cast.group.pk, "Farkle", "turns")
        ]

    def test_a_broken_link_says_so(self, db):
        for packed in ("x", "%F0%9F%98%80", "a" * 5000, pack(supplied()[UNO])[:-9]):
            browser = Browser().open(f"/t/{packed}/")
            assert (browser.status, browser.page.one("h1").text) == (422, "A shared game")
            assert browser.problems == ["This link doesn’t hold a game. Ask for it again, and copy all of it."]
