"""How a game of a group's own goes on: *Again* leads to the first question, which knows who has won tonight."""

import datetime

import pytest

from scorekeeper.models import Game, Night
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.hand.reading import HandPage
from scorekeeper.recording.hand.tiles import wins_tonight
from scorekeeper.recording.sheet.writing import hide_game, stop_game
from tests.cast import Phone, refresh
from tests.recording.seats import seated
from tests.rounds import play_rounds, player, start_rounds, tap_points

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


class TestTonightsWins:
    def wins(self, game):
        return wins_tonight(load(refresh(game)))

    @pytest.fixture
    def once_more(self, cast, over):
        """Play a game of one round among players with these ids, by default the same ones as in the first."""
        same = tuple(over.seats.values_list("player_id", flat=True))

        def once_more(*rounds, players=same, **options):
            game = start_rounds(cast.owner, players, **ONE_ROUND, dealer=True, **options)
            play_rounds(game, cast.owner, *rounds)
            return game

        return once_more

    def test_a_tie_is_a_win_for_each_and_a_game_in_progress_for_nobody(self, over, once_more):
        assert self.wins(over) == {"0": 1, "1": 0, "2": 0}
        once_more("7 5 7")
        assert self.wins(once_more()) == {"0": 2, "1": 0, "2": 1}

    def test_wins_go_with_the_players_not_with_their_seats(self, over, once_more):
        others = tuple(over.seats.order_by("-number").values_list("player_id", flat=True))
        assert self.wins(once_more(players=others)) == {"0": 0, "1": 0, "2": 1}

    def test_games_among_others_count_for_themselves(self, cast, over, once_more):
        ann, bob, cy = over.seats.values_list("player_id", flat=True)
        with_dee = once_more("1 2 3 9", players=(ann, bob, cy, player(cast.owner, "Dee")))
        once_more("1 2", players=(ann, bob))
        assert (self.wins(once_more()), self.wins(with_dee)) == (
            {"0": 1, "1": 0, "2": 0},
            {"0": 0, "1": 0, "2": 0, "3": 1},
        )

    def test_another_game_another_night_or_no_winner_does_not_count(self, cast, over, once_more):
        uno = once_more("1 2 3", name="Uno", template="uno")
        stop_game(game=once_more(), how="no_winner", by=cast.owner)
        earlier = once_more("1 2 3")
        night = Night.objects.create(group=cast.group, date=datetime.date(2020, 1, 1))
        Game.objects.filter(pk=earlier.pk).update(night=night)
        assert (self.wins(once_more()), self.wins(uno)) == ({"0": 1, "1": 0, "2": 0}, {"0": 0, "1": 0, "2": 1})

    def test_a_hidden_game_does_not_count_until_it_is_shown_again(self, over, once_more):
        game = once_more()
        hide_game(game=over, hidden=True)
        assert self.wins(game) == {"0": 0, "1": 0, "2": 0}
        hide_game(game=refresh(over), hidden=False)
        assert self.wins(game) == {"0": 1, "1": 0, "2": 0}

    def test_a_correction_moves_the_win(self, cast, over, once_more):
        game = once_more()
        tap_points(over, cast.owner, "7 9 5", 1).save()
        assert self.wins(game) == {"0": 0, "1": 1, "2": 0}

    def test_partners_win_together(self, cast):
        four = start_rounds(cast.owner, 4, sides="partners", **ONE_ROUND)
        taps = Phone(four, cast.owner)
        for side, points in enumerate((8, 3)):
            taps.write(f"sides.{side}.points", points, at=f"sides.{side}.points")
        taps.save()
        ann, bob, cy, dee = four.seats.values_list("player_id", flat=True)
        swapped = start_rounds(cast.owner, (ann, cy, bob, dee), sides="partners", **ONE_ROUND)
        crossed = start_rounds(cast.owner, (bob, cy, dee, ann), sides="partners", **ONE_ROUND)
        assert self.wins(four) == {"side0": 1, "side1": 0}
        assert self.wins(swapped) == {"side0": 0, "side1": 0}, "Ann won, but not with Bob"
        assert self.wins(crossed) == {"side0": 0, "side1": 1}

    def test_they_take_one_query_however_many_games_there_were(self, over, once_more, django_assert_num_queries):
        for _time in range(6):
            once_more("1 2 3")
        record = load(refresh(once_more()))
        with django_assert_num_queries(1):
            assert wins_tonight(record) == {"0": 1, "1": 0, "2": 6}

    def test_the_next_game_says_them_of_whoever_has_won(self, olga, over, once_more):
        once_more("7 5 7")
        olga.open(f"/games/{over.pk}/").press("Again")
        tiles = [tile.text for tile in olga.page.one("ol", class_="rows").all("li")]
        assert ["win" in tile for tile in tiles] == [True, False, True]
        assert ("2 wins tonight" in tiles[0], "1 win tonight" in tiles[2]) == (True, True)

    def test_they_follow_what_is_corrected_or_hidden_meanwhile(self, cast, olga, over):
        olga.open(f"/games/{over.pk}/").press("Again")
        assert "1 win tonight" in olga.text
        tap_points(over, cast.owner, "7 9 5", 1).save()
        tiles = [tile.text for tile in olga.open(olga.address).page.one("ol", class_="rows").all("li")]
        assert ["win" in tile for tile in tiles] == [False, True, False]
        hide_game(game=refresh(over), hidden=True)
        assert "tonight" not in olga.open(olga.address).text
