"""Pages for the game as a whole: stopping, resuming, hiding, correcting the setup, and unknown rules."""

import pytest

from scorekeeper.models import Game, Revision, Setup
from scorekeeper.recording.sheet.writing import stop_game
from tests.cast import A_HAND, Phone, differences, play, start_game, totals
from tests.web.browser import Browser


class TestStopping:
    def test_the_leader_wins_and_the_game_is_marked_as_stopped(self, cast, olga, game):
        play(game, A_HAND, by=cast.owner)
        olga.open(f"/games/{game.pk}/").follow("End game early")
        assert "The game ended early with Ann in the lead" in olga.text
        olga.press("The leader wins")
        assert olga.page.one("h2", id="end").text == "♛ Ann wins"
        assert "Record hand" not in olga.text
        assert "ended early" in olga.open(f"/groups/{cast.group.pk}/").text

    def test_a_stopped_game_can_be_resumed(self, cast, olga, game):
        play(game, A_HAND, by=cast.owner)
        stop_game(game=game, how="no_winner", by=cast.owner)
        olga.open(f"/games/{game.pk}/").press("Resume this game")
        assert "Record hand 2" in olga.text
        assert totals(game) == "24 6 0 7 | 6"

    @pytest.mark.parametrize(
        ("how", "why"),
        [
            pytest.param({}, "Choose how the game ends.", id="no choice"),
            pytest.param({"how": "leader_wins"}, "Nobody’s ahead before the first hand.", id="without a leader"),
        ],
    )
    def test_an_invalid_ending_is_refused(self, client, cast, game, how, why):
        client.force_login(cast.owner.user)
        response = client.post(f"/games/{game.pk}/stop/", how)
        assert response.status_code == 422
        assert why in response.content.decode()
        assert not Game.objects.get().stopped


class TestHiding:
    def test_a_hidden_game_is_not_listed_until_it_is_shown_again(self, cast, olga, game):
        play(game, A_HAND, by=cast.owner)
        olga.open(f"/games/{game.pk}/").press("Hide this game").press("Hide this game")
        assert olga.address == f"/groups/{cast.group.pk}/"
        assert "Ann" not in olga.text
        assert "● Ann ■ Bob ▲ Cy ◆ Dee in progress 1 24 6 0 7" in olga.follow("Hidden games").text
        recorder = Browser(cast.recorder).open(f"/groups/{cast.group.pk}/")
        assert "Ann" not in recorder.text
        assert "Hidden games" not in recorder.text
        assert "Ann" not in recorder.open(f"/groups/{cast.group.pk}/?hidden=1").text
        olga.open(f"/games/{game.pk}/").press("Unhide this game")
        assert "Continue: hand 2" in olga.text
        assert "Ann" in recorder.open(recorder.address).text


class TestSetupCorrections:
    @pytest.fixture
    def setup(self, cast, olga, game):
        play(game, A_HAND, by=cast.owner)
        return olga.open(f"/games/{game.pk}/").follow("Fix the setup")

    @pytest.fixture
    def ids(self, game):
        return [str(player) for player in game.seats.order_by("number").values_list("player_id", flat=True)]

    def test_the_effect_is_shown_before_the_setup_is_saved(self, setup, game, ids):
        setup.press("Preview changes", option_player_target="20")
        assert setup.status == 200
        effects = [item.text for item in setup.page.one(class_="effect").all("li")]
        assert effects == [
            "Player target: 200 → 20",
            "This ends the game: Ann wins.",
            "Ann reached the target of 20 with 24 points",
        ]
        assert Game.objects.get().options["player_target"] == 200
        setup.press("Save setup")
        assert setup.address == f"/games/{game.pk}/"
        assert "♛ Ann wins" in setup.text
        assert (Setup.objects.count(), differences(game)) == (2, 0)

    def test_a_change_after_the_preview_gets_a_new_preview(self, setup):
        setup.press("Preview changes", option_player_target="20")
        setup.press("Save setup", option_player_target="21")
        assert (setup.status, Setup.objects.count()) == (200, 1)
        assert "Ann reached the target of 21" in setup.text
        setup.press("Save setup")
        assert Game.objects.get().options["player_target"] == 21

    @pytest.mark.parametrize(
        ("typed", "why"),
        [
            pytest.param(
                {"seat_1": "{1}", "shown": ""}, "This player already has another seat.", id="a player in two seats"
            ),
            pytest.param({"option_player_target": "0"}, "Use a whole number from 1 to", id="a target of zero"),
            pytest.param({"seen": "x"}, "Enter a whole number.", id="a broken hidden field"),
        ],
    )
    def test_an_invalid_setup_is_refused(self, setup, ids, typed, why):
        setup.press("Preview changes", **{name: value.format(*ids) for name, value in typed.items()})
        assert setup.status == 422
        assert why in " ".join(setup.problems)
        assert Setup.objects.count() == 1

    def test_the_preview_warns_of_a_hand_that_becomes_impossible_and_must_be_fixed(self, cast, olga):
        game = start_game(cast.owner, lowest_bid=0)
        play(game, "0 - - - | | 10 10 6 5", by=cast.owner)
        olga.open(f"/games/{game.pk}/setup/").press("Preview changes", option_lowest_bid="1")
        assert "Hand 1 will need fixing: The lowest bid is 1." in olga.text
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


class TestUnknownRules:
    @pytest.fixture
    def forgotten(self, cast, game):
        play(game, A_HAND, "10 6 - 8 | AD | 12 9 3 7", by=cast.owner)
        Phone(game, cast.owner).tap("A bid 10")
        Game.objects.update(rules="forgotten")
        return game

    def test_the_sheet_shows_the_stored_totals(self, olga, forgotten):
        olga.open(f"/games/{forgotten.pk}/")
        assert olga.status == 200
        rows = [[cell.text for cell in row.children if not isinstance(cell, str)] for row in olga.page.all("tr")]
        assert rows == [
            ["", "Ann", "Bob", "Cy", "Dee", "gnome"],
            ["Total", "30", "12", "0", "10½", "21½"],
        ]
        assert "no longer knows the rules of “forgotten”" in olga.text

    @pytest.mark.parametrize(
        "path",
        ["stop", "resume", "rematch", "setup", *(f"hands/3/{action}" for action in ("tap", "save", "back", "over"))],
    )
    def test_every_write_is_refused_with_a_reason(self, client, cast, forgotten, path):
        client.force_login(cast.owner.user)
        before = Revision.objects.count()
        response = client.post(f"/games/{forgotten.pk}/{path}/", {"how": "no_winner", "tap": "players.0.bid=12"})
        assert response.status_code == 403
        assert "so you can’t change it" in response.content.decode()
        assert (Revision.objects.count(), Game.objects.count()) == (before, 1)

    @pytest.mark.parametrize("path", ["stop", "setup", "hands/1", "hands/3"])
    def test_every_form_is_replaced_by_an_explanation(self, olga, forgotten, path):
        olga.open(f"/games/{forgotten.pk}/{path}/")
        assert olga.status == 403
        assert "so you can’t change it" in olga.text
