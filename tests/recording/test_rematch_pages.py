"""Playing again: the last lineup on the new game page, and a rematch of a finished game."""

import pytest

from scorekeeper.models import Game
from tests.cast import A_HAND, play, start_game, start_short_game
from tests.recording.seats import seated, sit


class TestLastLineup:
    @pytest.fixture
    def again(self, cast, olga):
        play(start_game(cast.owner, odd_half="gnome"), A_HAND, by=cast.owner)
        return olga.open(f"/groups/{cast.group.pk}/new/?rules=trumplestiltskin")

    def test_the_last_lineup_is_offered_with_the_next_dealer_and_its_house_rules(self, again):
        assert "Same as last time: Ann, Bob, Cy, Dee Ann deals" in again.text
        again.follow("Same as last time").press("Start game")
        game = Game.objects.order_by("-pk").first()
        assert seated(game) == ["Ann", "Bob", "Cy", "Dee"]
        assert (game.first_dealer, game.options["odd_half"]) == (0, "gnome")

    def test_one_player_can_be_replaced(self, again):
        again.follow("Same as last time")
        sit(again, "Dee").press("Add", name="Flo").press("Start game")
        game = Game.objects.order_by("-pk").first()
        assert seated(game) == ["Ann", "Bob", "Cy", "Flo"]
        assert (game.first_dealer, game.options["odd_half"]) == (0, "gnome")

    def test_the_next_dealer_still_deals_after_changing_seats(self, cast, again):
        play(Game.objects.get(), A_HAND, by=cast.owner)
        again.open(again.address).follow("Same as last time")
        sit(again, "Ann").press("Start game")
        game = Game.objects.order_by("-pk").first()
        assert seated(game)[game.first_dealer] == "Bob"


class TestRematch:
    @pytest.fixture
    def ended(self, cast, olga):
        game = start_short_game(cast.owner)
        play(game, A_HAND, A_HAND, by=cast.owner)
        return olga.open(f"/games/{game.pk}/")

    def test_a_rematch_has_the_same_seats_and_house_rules_and_the_next_dealer(self, ended):
        assert "same seats and house rules, Bob deals" in ended.text
        ended.press("Rematch")
        game = Game.objects.order_by("-pk").first()
        assert ended.address == f"/games/{game.pk}/"
        assert seated(game) == ["Ann", "Bob", "Cy", "Dee"]
        assert (game.first_dealer, game.options["player_target"]) == (1, 40)
        assert "Record hand 1 Bob deals" in ended.text

    def test_sending_the_id_of_another_groups_game_does_no_harm(self, cast, ended):
        other = start_game(cast.stranger)
        ended.press("Rematch", uid=str(other.uid))
        assert ended.path == f"/games/{cast.group.games.latest('pk').pk}/" != f"/games/{other.pk}/"
