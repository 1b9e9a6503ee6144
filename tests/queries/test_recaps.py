"""A night as it is read: its games, what is told of those that are over, and the nights around it."""

import datetime
import uuid

import pytest

from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.models import Game, Night, Tally
from scorekeeper.queries.recaps import night_page, words_digest
from scorekeeper.queries.records import load, load_many
from scorekeeper.services.games import NewGame, hide_game, start_game as start, stop_game
from scorekeeper.text import sentence
from tests.cast import A_HAND, correct, new_game, play, seat_players, start_game, start_short_game

BLIND = "20 6 - 8 | | 20 5 3 3"
FAILED = "12 6 - 8 | A | 10 7 6 8"


def told(page):
    """What is told, by its label: who, how much, and which hand of which game."""
    return {
        sentence(each.label): (sentence(each.who), sentence(each.much), each.game, each.hand)
        for each in page.recap.told
    }


def test_before_a_game_is_over_nothing_is_told_but_what_is_played(cast, game):
    play(game, A_HAND, by=cast.owner)
    page = night_page(game.night)
    assert page.recap is None
    assert [found.line.game.pk for found in page.playing] == [game.pk]
    assert page.games[0].chart is None


def test_a_night_is_told_with_who_won_what(cast):
    first, second, third = (start_short_game(cast.owner) for _game in range(3))
    play(first, A_HAND, A_HAND, by=cast.owner)
    play(second, A_HAND, A_HAND, by=cast.owner)
    play(third, A_HAND, "5 24 - - | | 3 24 3 1", by=cast.owner)
    start_game(cast.owner)
    page = night_page(first.night)
    assert (page.recap.over, page.recap.wins) == (3, (("Ann", 2), ("Bob", 1)))
    assert [bool(found.chart) for found in page.games] == [True, True, True, False]
    assert [len(found.chart.hands) for found in page.games[:3]] == [2, 2, 2]
    assert [found.line.game.pk for found in page.playing] == [page.games[3].line.game.pk]


def test_the_feats_of_the_rules_are_told_with_their_hand(cast):
    game = start_game(cast.owner, player_target=60)
    play(game, A_HAND, FAILED, BLIND, BLIND, by=cast.owner, anyway=True)
    other = start_short_game(cast.owner)
    play(other, A_HAND, A_HAND, by=cast.owner)
    found = told(night_page(game.night))
    assert found["best hand"] == ("Ann", "40", game.pk, 3)
    assert found["boldest blind bid made"] == ("Ann", "20", game.pk, 3)
    assert found["costliest failed bid"] == ("Ann", "12", game.pk, 2)
    who, much, where, _hand = found["the Gnome’s best customer"]
    assert (who, where) == ("Ann", game.pk)
    whole = Tally.objects.get(game=game, player__name="Ann", key="to_gnome")
    assert (much, whole.amount) == ("20", 40)


def test_the_longest_lead_and_the_closest_finish_are_told(cast):
    wide, close = start_short_game(cast.owner), start_short_game(cast.owner)
    play(wide, A_HAND, A_HAND, by=cast.owner)
    play(close, "20 6 - 18 | | 10 0 3 18", A_HAND, A_HAND, by=cast.owner, anyway=True)
    found = told(night_page(wide.night))
    margins = {tally.game_id: tally.amount for tally in Tally.objects.filter(key="margin", player__isnull=False)}
    nearest = min(margins, key=lambda game: margins[game])
    assert found["closest finish"][2] == nearest
    assert found["closest finish"][1].endswith("apart")
    longest = max(Tally.objects.filter(key="lead"), key=lambda tally: tally.most)
    assert found["longest lead"][:3] == (longest.player.name, f"{longest.most} hands", longest.game_id)


def test_a_shared_win_is_level_and_tells_both(cast, game):
    play(game, "10 10 - - | | 10 10 8 3".replace("10 10 -", "10 9 -"), by=cast.owner, anyway=True)
    stop_game(game=game, how="leader_wins")
    Tally.objects.filter(game=game, key="margin").delete()
    for column, player in (("0", game.seats.get(number=0).player), ("1", game.seats.get(number=1).player)):
        Tally.objects.create(
            game=game,
            group=cast.group,
            player=player,
            rules=game.rules,
            year=2026,
            column=column,
            key="margin",
            count=1,
            amount=0,
            most=0,
            hand=1,
        )
    assert told(night_page(game.night))["closest finish"] == ("Ann and Bob", "level", game.pk, 1)


def test_nobody_wins_a_game_that_was_stopped_without_a_winner(cast, game):
    play(game, A_HAND, by=cast.owner)
    stop_game(game=game, how="no_winner")
    page = night_page(game.night)
    assert (page.recap.over, page.recap.wins) == (1, ())
    assert "closest finish" not in told(page)


def test_a_game_before_its_first_hand_tells_nothing(cast, game):
    stop_game(game=game, how="no_winner")
    assert night_page(game.night).recap.told == ()


def test_a_hidden_game_is_there_for_the_owner_and_told_to_nobody(cast, game):
    over = start_short_game(cast.owner)
    play(over, A_HAND, A_HAND, by=cast.owner)
    hide_game(game=over, hidden=True)
    assert [found.line.game.pk for found in night_page(game.night).games] == [game.pk]
    page = night_page(game.night, with_hidden=True)
    assert [(found.line.game.pk, found.line.game.hidden) for found in page.games] == [(game.pk, False), (over.pk, True)]
    assert page.recap is None
    assert len(page.playing) == 1


def test_a_game_of_unknown_rules_is_listed_with_its_winner(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    Game.objects.update(rules="forgotten")
    page = night_page(game.night)
    assert (sentence(page.games[0].line.name), page.games[0].chart) == ("forgotten", None)
    assert page.recap.wins == (("Ann", 1),)


def test_the_nights_around_it_are_those_with_a_game_to_show(cast):
    dates = [datetime.date(2026, 1, day) for day in range(1, 6)]
    games = [start(group=cast.group, new=new_game(cast.group, night=date), by=cast.owner) for date in dates]
    hide_game(game=games[1], hidden=True)
    Night.objects.create(group=cast.stranger.group, date=dates[1])
    page = night_page(games[2].night)
    assert (page.earlier.date, page.later.date) == (dates[0], dates[3])
    assert (night_page(games[0].night).earlier, night_page(games[4].night).later) == (None, None)


def test_a_digest_tells_whether_something_else_was_told(game):
    night = game.night
    seen = {words_digest(night)}
    for night.place, night.note in (("a", ""), ("", "a"), ("a", "b"), ("ab", "")):
        seen.add(words_digest(night))
    assert len(seen) == 5
    assert "" in seen


@pytest.mark.parametrize("games", [1, 4])
def test_many_games_are_read_as_one_is(cast, games, django_assert_num_queries):
    seats = tuple(player.pk for player in seat_players(cast.group, 5))
    made = []
    for count in range(games):
        chosen = NewGame(
            uid=uuid.uuid4(),
            rules=Trumplestiltskin(),
            players=seats[count % 2 : 4 + count % 2],
            first_dealer=0,
            options={},
        )
        made.append(start(group=cast.group, new=chosen, by=cast.owner))
    play(made[0], *["pass"] * 2, by=cast.owner)
    correct(made[0], 1, A_HAND, cast.owner)
    with django_assert_num_queries(2):
        records = load_many(made[::-1])
    assert [record.game for record in records] == made[::-1]
    for record in records:
        alone = load(record.game)
        assert record == alone
    assert [hand.corrections for hand in records[-1].hands] == [1, 0]


def test_no_games_are_read_too(db):
    assert load_many([]) == []
