"""How a game of a group's own goes on: *Again* leads to the first question."""

import datetime

import pytest

from scorekeeper.models import Game, Night
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.hand.reading import HandPage
from tests.cast import Phone, refresh
from tests.recording.seats import seated
from tests.rounds import play_rounds, start_rounds, tap_points

ONE_ROUND = {"ends": "rounds", "rounds": 1}


@pytest.fixture
def over(cast):
    """A game of one round among Ann, Bob and Cy, which Ann has won."""
    game = start_rounds(cast.owner, **ONE_ROUND, dealer=True)
    play_rounds(game, cast.owner, "7 5 5")
    return game


class TestAgain:
    def test_the_same_players_go_on_at_the_first_question_by_the_same_rules(self, cast, olga, over):
        olga.open(f"/games/{over.pk}/")
        assert ("Again same seats and house rules, Ann deals" in olga.text, "Rematch" in olga.text) == (True, False)
        olga.press("Again")
        again = Game.objects.latest("pk")
        assert (olga.status, olga.address) == (200, f"/games/{again.pk}/hands/1/")
        assert (again.pk > over.pk, seated(again), again.first_dealer) == (True, ["Ann", "Bob", "Cy"], 0)
        assert (again.rules, again.options) == (over.rules, over.options)
        olga.press("Next", other="3")
        assert HandPage(load(refresh(again)), 1).taps == 1

    def test_in_turns_the_first_player_is_asked(self, cast, olga):
        game = start_rounds(cast.owner, 2, rows="turns", **ONE_ROUND)
        play_rounds(game, cast.owner, "12 -", "- 7")
        olga.open(f"/games/{game.pk}/").press("Again")
        assert (olga.address, "Ann’s turn" in olga.text) == (f"/games/{Game.objects.latest('pk').pk}/hands/1/", True)

    def test_tapped_twice_it_starts_one_game(self, cast, olga, over):
        olga.open(f"/games/{over.pk}/")
        page, at = olga.page, olga.address
        olga.press("Again")
        first, hand = olga.address, Game.objects.latest("pk")
        Phone(hand, cast.owner).write("players.1.points", 3)
        olga.page, olga.address = page, at
        assert (olga.press("Again").address, Game.objects.count()) == (first, 2)
        tap_points(hand, cast.owner, "1 3 2").save()
        olga.page, olga.address = page, at
        olga.press("Again")
        assert (olga.address, Game.objects.count()) == (f"/games/{hand.pk}/", 2), "not a correction of what was saved"

    def test_on_another_day_it_asks_first(self, olga, over):
        Night.objects.update(date=datetime.date(2025, 11, 24))
        olga.open(f"/games/{over.pk}/").press("Again")
        assert ("Play again today?" in olga.text, Game.objects.count()) == (True, 1)
        olga.press("Again")
        assert olga.address == f"/games/{Game.objects.latest('pk').pk}/hands/1/"

    def test_what_is_refused_can_be_pressed_again(self, cast, olga, over):
        cast.group.players.filter(name="Bob").update(same_as=cast.group.players.get(name="Ann"))
        olga.open(f"/games/{over.pk}/").press("Again")
        assert (olga.status, olga.page.one("h1").text, Game.objects.count()) == (422, "Again", 1)
        assert "Again" in olga.buttons()
