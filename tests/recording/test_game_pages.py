"""Pages for the game as a whole: stopping, resuming, hiding, and correcting the setup."""

import pytest

from scorekeeper.models import Game, Setup
from tests.cast import A_HAND, differences, play, start_game, totals
from tests.web.browser import Browser


class TestStopping:
    def test_the_leader_wins_a_game_that_is_stopped_and_can_be_resumed(self, cast, olga, game):
        olga.open(f"/games/{game.pk}/stop/")
        form = olga.page.one("form", class_="dock")
        for typed, why in (
            ({}, "Tap who won."),
            ({"how": "leader_wins"}, "Nobody’s ahead yet"),
        ):
            data = dict(olga.fields(form)) | typed
            response = olga.client.post(olga.path, data)
            assert (response.status_code, why in response.content.decode()) == (422, True)
            assert not Game.objects.get().stopped
        play(game, A_HAND, by=cast.owner)
        olga.open(f"/games/{game.pk}/").follow("End game early")
        assert "Ann is ahead" in olga.text
        olga.press("End the game")
        assert olga.page.one("h1", id="end").text == "Ann wins"
        assert "Record hand" not in olga.text
        assert "ended early" in olga.open(f"/nights/{game.night_id}/").text
        olga.open(f"/games/{game.pk}/").press("Resume this game")
        assert "Record hand 2" in olga.text
        assert totals(game) == "24 6 0 7 | 6"


class TestHiding:
    def test_a_hidden_game_is_not_listed_until_it_is_shown_again(self, cast, olga, game):
        play(game, A_HAND, by=cast.owner)
        olga.open(f"/games/{game.pk}/").press("Hide this game").press("Hide this game")
        assert olga.address == f"/groups/{cast.group.pk}/"
        assert "Ann" not in olga.text
        assert "In progress" in olga.follow("Hidden games").text
        recorder = Browser(cast.recorder).open(f"/groups/{cast.group.pk}/")
        assert "Ann" not in recorder.text
        assert "Hidden games" not in recorder.text
        assert "Ann" not in recorder.open(f"/groups/{cast.group.pk}/?hidden=1").text
        olga.open(f"/games/{game.pk}/").press("Unhide this game")
        assert "Record hand 2" in olga.text
        assert "Ann" in recorder.open(recorder.address).text


class TestSetupCorrections:
    @pytest.fixture
    def setup(self, cast, olga, game):
        play(game, A_HAND, by=cast.owner)
        return olga.open(f"/games/{game.pk}/").follow("Setup")

    def test_the_effect_is_shown_setup_is_saved(self, setup, game):
        setup.press("Preview changes", option_player_target="20")
        assert setup.status == 200
        effects = [item.text for item in setup.page.one(class_="effect").all("li")]
        assert effects == [
            "Player target: 200 → 20",
            "This ends the game: Ann wins.",
            "Ann reached the target of 20 with 24 points",
        ]
        assert Game.objects.get().options["player_target"] == 200
        setup.press("Save setup", option_player_target="21")
        assert (setup.status, Setup.objects.count()) == (200, 1), "a change after the preview gets a new preview"
        assert "Ann reached the target of 21" in setup.text
        setup.press("Save setup")
        assert setup.address == f"/games/{game.pk}/"
        assert "● Ann wins" in setup.text
        assert (Setup.objects.count(), differences(game)) == (2, 0)

    def test_an_invalid_setup_is_refused(self, setup):
        for typed, why in (
            ({"option_player_target": "0"}, "Use a whole number from 1 to"),
            ({"seen": "x"}, "Enter a whole number."),
        ):
            setup.open(setup.address).press("Preview changes", **typed)
            assert (setup.status, why in " ".join(setup.problems)) == (422, True), why
        assert Setup.objects.count() == 1

    def test_the_preview_warns_of_a_hand_that_becomes_impossible_and_must_be_fixed(self, cast, olga):
        game = start_game(cast.owner, lowest_bid=0)
        play(game, "0 - - - | | 10 10 6 5", by=cast.owner)
        olga.open(f"/games/{game.pk}/setup/").press("Preview changes", option_lowest_bid="1")
        assert "Hand 1 is no longer possible: The lowest bid is 1." in olga.text
        olga.press("Save setup")
        assert olga.problems == ["Hand 1 is no longer possible: The lowest bid is 1."]
        olga.follow("Fix hand 1")
        assert olga.problems[0] == "No longer possible: The lowest bid is 1."

    def test_a_stale_confirmation_shows_the_current_setup(self, cast, setup, game):
        late = Browser(cast.recorder).open(f"/games/{game.pk}/setup/")
        late.press("Preview changes", option_odd_half="player")
        setup.press("Preview changes", option_odd_half="gnome").press("Save setup")
        late.press("Save setup")
        assert late.status == 409
        assert late.problems == ["The setup has changed in the meantime. Here it is now."]
        fields = dict(late.fields(late.page.one("form", class_="stack")))
        assert (fields["option_odd_half"], fields["seen"]) == ("gnome", "1")
        late.press("Preview changes", option_odd_half="player").press("Save setup")
        assert Game.objects.get().options["odd_half"] == "player"
