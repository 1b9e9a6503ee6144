"""How a group's own game is scored, said wherever it is played or shared; and the group's own note about it."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scorekeeper.formats.recipes import pack, read_recipe, write_recipe
from scorekeeper.models import Recipe
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.own_games.reading import blank_game, supplied
from scorekeeper.rules import limits
from tests.cast import refresh
from tests.own_games import SCRABBLE, UNO, YAHTZEE, play_own, round_of, start_own
from tests.recording.farkle import FARKLE, keep, options, start
from tests.web.browser import Browser

SAID = {
    UNO: "First to 500 wins. The winner of a round gets what the others hold.",
    YAHTZEE: "The most points win. Each turn fills a row, and it’s over when all are full.",
    "any_game:darts-501": "You count down from 501. First to exactly 0 wins. You take turns.",
    "any_game:wizard": "The most points win. You play as many rounds as 60 cards go around.",
    "any_game:catan": "The most points win. It’s over when all rows are full.",
}
NOTE = "Draw until you can play.\nThe double blank counts 25."
PLAYED = "Draw until you can play. The double blank counts 25."


@pytest.mark.parametrize("slug", SAID)
def test_every_page_that_names_the_rules_says_how_the_game_is_scored_without_any_notation(cast, olga, slug):
    game = start_own(cast.owner, slug, 4)
    link = make_watch_link(group=cast.group, game=game, by=cast.owner)
    watcher = Browser().open(f"/w/{token_of(link)}/")
    sheet, of_group = f"/games/{game.pk}/", f"/groups/{cast.group.pk}/"
    shown = {page: olga.open(page).text for page in (sheet, f"{sheet}rules/", f"{sheet}print/")}
    shown[f"{of_group}paper/"] = olga.open(f"{of_group}paper/?rules={slug}").text
    shown["/t/"] = next(olga.open(f"/t/{pack(supplied()[slug])}/").page.all("section")).text
    shown |= {"/w/": watcher.text, "/w/?rules=1": watcher.follow("Rules of").text}
    for page, text in shown.items():
        assert SAID[slug] in text, page
        assert not re.search("[×÷]|= 0", text), page
    for page in (f"{sheet}setup/", f"{of_group}new/?rules={slug}", f"{of_group}games/{slug}/"):
        assert SAID[slug] in olga.open(page).text, page


def test_the_end_of_a_game_says_it_below_the_sheet(cast, olga):
    game = start_own(cast.owner, UNO, 3, target=30)
    assert olga.open(f"/games/{game.pk}/").text.count("First to 30 wins.") == 1
    play_own(game, round_of((None, 12, 25), 0), by=cast.owner)
    assert refresh(game).state == "over"
    assert olga.open(f"/games/{game.pk}/").text.count("First to 30 wins.") == 1


def test_what_the_answers_make_of_a_game_is_said_while_it_is_made(cast, olga):
    olga.open(f"/groups/{cast.group.pk}/games/new/?picture=round")
    assert "First to 100 wins." in olga.text
    olga.press("Update the questions", option_ends="target", option_target="70")
    assert "First to 70 wins." in olga.text


class TestNote:
    def test_it_is_written_on_the_games_page_and_read_on_the_page_of_its_rules(self, cast, olga):
        keep(cast.owner, target=300)
        game = start(cast.owner)
        olga.open(f"/games/{game.pk}/").follow("Rules")
        assert "How we play it" in olga.text
        olga.follow("Add a note").press("Save note", note=f"  {NOTE}<b>\r\nPass & play. ")
        assert Recipe.objects.get().note == f"{NOTE}<b>\nPass & play."
        assert Recipe.objects.get().options["target"] == 300
        olga.open(f"/games/{game.pk}/rules/")
        shown = next(olga.page.all("p", class_="note"))
        assert (shown.text, len([*shown.all("br")])) == (f"{PLAYED}<b> Pass & play.", 2)
        assert olga.follow("Edit").page.one(id="id_note").text.strip().endswith("Pass & play.")
        assert game.options == refresh(game).options
        watcher = Browser().open(f"/w/{token_of(make_watch_link(group=cast.group, game=game, by=cast.owner))}/")
        watcher.follow("Rules of")
        assert PLAYED in watcher.text
        assert "Edit" not in watcher.text

    def test_a_ready_game_becomes_the_groups_own_and_a_note_can_be_removed(self, cast, olga):
        address = f"/groups/{cast.group.pk}/games/{SCRABBLE}/"
        olga.open(address).press("Save note", note="House dictionary.")
        assert (olga.path, Recipe.objects.get().rules, Recipe.objects.get().note) == (
            address,
            SCRABBLE,
            "House dictionary.",
        )
        olga.follow("Change how it’s scored").press("Save and play", option_ends="target", option_target="200")
        assert (Recipe.objects.get().options["target"], Recipe.objects.get().note) == (200, "House dictionary.")
        olga.open(address).press("Save note", note=" ")
        assert (Recipe.objects.get().options["target"], Recipe.objects.get().note) == (200, "")

    def test_a_game_that_is_off_the_list_stays_off_it(self, cast, olga):
        keep(cast.owner)
        address = f"/groups/{cast.group.pk}/games/{FARKLE}/"
        Recipe.objects.update(retired=True)
        olga.open(address).press("Save note", note=NOTE)
        assert (Recipe.objects.get().note, Recipe.objects.get().retired) == (NOTE, True)
        keep(cast.owner)
        assert (Recipe.objects.get().note, Recipe.objects.get().retired) == (NOTE, False)

    def test_it_is_refused_in_words_and_stays_in_the_form(self, cast, olga):
        keep(cast.owner)
        olga.open(f"/groups/{cast.group.pk}/games/{FARKLE}/")
        for note, problem in (
            ("x" * 2001, "Use at most 2000 characters; this has 2001."),
            ("a\0b", "Null characters are not allowed."),
            ("a\x07b", "Control characters aren’t allowed."),
            ("a\u202eb", "Control characters aren’t allowed."),
        ):
            olga.press("Save note", note=note)
            assert (olga.status, olga.problems) == (422, [problem])
            assert olga.page.one("h1").text == "Farkle"
        assert Recipe.objects.get().note == ""

    def test_a_group_that_cannot_have_another_game_is_told_so(self, cast, olga, monkeypatch):
        address = f"/groups/{cast.group.pk}/games/{SCRABBLE}/"
        olga.open(address)
        monkeypatch.setattr(limits, "MOST_RECIPES", 0)
        olga.press("Save note", note="House dictionary.")
        full = "A group can have at most 0 games of its own. Change one of them instead."
        assert (olga.status, olga.problems) == (422, [full])
        assert "Save note" not in olga.open(address).buttons()
        assert full in olga.text
        data = {"packed": pack(blank_game().made(options())), "note": ""}
        client = Client()
        client.force_login(cast.owner.user)
        response = client.post(f"/groups/{cast.group.pk}/games/add/", data)
        assert (response.status_code, full in response.content.decode()) == (422, True)

    def test_strangers_can_neither_read_nor_write_it(self, cast):
        keep(cast.owner)
        client = Client()
        client.force_login(cast.stranger.user)
        response = client.post(f"/groups/{cast.group.pk}/games/{FARKLE}/note/", {"note": "x"})
        assert (response.status_code, Recipe.objects.get().note) == (404, "")

    def test_it_is_in_the_file_and_whoever_is_given_that_has_it_but_not_in_the_link(self, cast, olga):
        keep(cast.owner)
        Recipe.objects.update(note=NOTE)
        olga.open(f"/groups/{cast.group.pk}/games/{FARKLE}/")
        assert "double blank" not in olga.page.one(class_="address").one("a").attrs["href"]
        file = olga.client.get(f"{olga.path}template.json").content
        assert read_recipe(file).note == NOTE
        theirs = Browser(cast.stranger).open(f"/groups/{cast.stranger.group_id}/games/")
        theirs.press("See what it is", file=SimpleUploadedFile("farkle.json", file))
        assert (theirs.status, theirs.page.one("h1").text) == (200, "Farkle")
        assert PLAYED in theirs.text
        assert theirs.buttons() == ["Add it to Elsewhere"]
        theirs.press("Add it to Elsewhere")
        assert Recipe.objects.get(group=cast.stranger.group).note == NOTE
        link = f"/t/{pack(blank_game().made(options(target=70)))}/"
        theirs.open(link).press("Add it to Elsewhere")
        kept = Recipe.objects.get(group=cast.stranger.group)
        assert (kept.options["target"], kept.note) == (70, NOTE), "a link without a note removes none"

    def test_a_forged_note_is_refused_where_a_game_is_added(self, cast):
        client = Client()
        client.force_login(cast.stranger.user)
        data = {"packed": pack(blank_game().made(options())), "note": "x" * 2001}
        response = client.post(f"/groups/{cast.stranger.group_id}/games/add/", data)
        assert (response.status_code, Recipe.objects.exists()) == (422, False)
        assert "Use at most 2000 characters" in response.content.decode()

    def test_a_file_is_written_without_an_empty_note(self):
        assert "note" not in json.loads(write_recipe(supplied()[UNO]))
