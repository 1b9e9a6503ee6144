"""Games as files hold them: in the order of playing, as they were recorded, at the same cost however many."""

import datetime
import json

import pytest

from scorekeeper.exchange.sheets import read_sheets
from scorekeeper.exchange.writing import write_document
from scorekeeper.models import Game, Hand, Night
from scorekeeper.queries.files import files_page, of_game, of_group, of_night
from scorekeeper.services.games import hide_game
from tests.cast import A_HAND, correct, play, refresh, start_game, start_short_game, type_hand
from tests.services.hands import IMPOSSIBLE

MOMENT = datetime.datetime(2026, 7, 3, 18, 30, tzinfo=datetime.UTC)


def written(selection):
    content = write_document(selection.files())
    assert [message for message in read_sheets(content).messages if message.level != "note"] == []
    return json.loads(content)["games"]


def test_a_game_is_written_as_it_was_recorded(cast, game):
    play(game, A_HAND, "pass", by=cast.owner)
    Game.objects.update(started_at=MOMENT)
    Night.objects.update(date="2026-07-03", place="At Ann’s", note="Snow.\r\nAnd\twine.")
    (one,) = written(of_game(game))
    assert (one["id"], one["night"], one["started"]) == (str(game.uid), "2026-07-03", "2026-07-03T20:30:00+02:00")
    assert (one["place"], one["note"]) == ("At Ann’s", "Snow.\nAnd wine.")
    assert (one["players"], one["first_dealer"]) == (["Ann", "Bob", "Cy", "Dee"], "Dee")
    assert [hand["dealer"] for hand in one["hands"]] == ["Dee", "Ann"]
    assert one["hands"][0]["result"]["totals"] == {"Ann": 24, "Bob": 6, "Cy": 0, "Dee": 7, "Gnome": 6}
    assert one["outcome"] is None
    assert "ended" not in one


def test_a_hand_being_typed_is_none_yet(cast, game):
    play(game, A_HAND, by=cast.owner)
    type_hand(game, A_HAND, cast.owner)
    assert len(written(of_game(game))[0]["hands"]) == 1


def test_a_hand_after_the_end_is_there_and_says_so(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    correct(game, 1, "20 6 - 8 | | 21 3 3 4", by=cast.owner)
    (one,) = written(of_game(refresh(game)))
    assert [hand.get("after_end") for hand in one["hands"]] == [None, True]
    assert one["outcome"]["winners"] == ["Ann"]
    assert one["ended"]


def test_what_was_scored_anyway_says_so(cast, game):
    play(game, IMPOSSIBLE, by=cast.owner, anyway=True)
    assert written(of_game(game))[0]["hands"][0]["score_anyway"] is True


def test_a_warning_that_nobody_was_told_of_does_not_stop_a_reader(cast, game):
    play(game, IMPOSSIBLE, by=cast.owner, anyway=True)
    entry = Hand.objects.get().entry
    Hand.objects.update(entry={key: value for key, value in entry.items() if key != "score_anyway"})
    assert written(of_game(game))[0]["hands"][0]["score_anyway"] is True


def test_games_come_in_the_order_of_playing(cast):
    games = [start_game(cast.owner) for _game in range(3)]
    old = Night.objects.create(group=cast.group, date="2020-01-01")
    Game.objects.filter(pk=games[1].pk).update(started_at=MOMENT - datetime.timedelta(days=300))
    Game.objects.filter(pk=games[2].pk).update(night=old)
    wanted = [str(games[number].uid) for number in (2, 1, 0)]
    assert [one["id"] for one in written(of_group(cast.group))] == wanted
    assert [one["id"] for one in written(of_group(cast.group, year=2020))] == wanted[:1]
    assert [one["id"] for one in written(of_night(old))] == wanted[:1]


def test_hidden_games_are_left_out_unless_asked_for(cast, game):
    hide_game(game=game, hidden=True)
    assert written(of_group(cast.group)) == written(of_night(game.night)) == []
    assert len(written(of_group(cast.group, with_hidden=True))) == 1
    assert len(written(of_night(game.night, with_hidden=True))) == 1
    assert len(written(of_game(game))) == 1
    assert files_page(cast.group).hidden == 1


def test_a_game_of_unknown_rules_is_left_out_and_counted(cast, game):
    Game.objects.update(rules="whist")
    selection = of_group(cast.group)
    assert (selection.games, selection.left_out) == ((), (game,))
    assert (files_page(cast.group).games, files_page(cast.group).unknown) == (0, 1)


def test_a_game_with_more_hands_than_a_file_may_have_is_left_out(cast, game):
    entry = {"hand": {"all_passed": True}, "players": [{}, {}, {}, {}]}
    Hand.objects.bulk_create(Hand(game=game, number=number, dealer=0, entry=entry) for number in range(1, 202))
    assert of_group(cast.group).left_out == (game,)
    Hand.objects.filter(number=201).delete()
    assert len(written(of_group(cast.group))[0]["hands"]) == 200


def test_a_time_that_differs_by_seconds_is_said_in_utc(cast, game):
    cast.group.time_zone = "Africa/Monrovia"
    cast.group.save()
    Game.objects.update(started_at=MOMENT.replace(year=1960))
    assert written(of_game(game))[0]["started"] == "1960-07-03T18:30:00+00:00"


def test_the_page_counts_by_year(cast):
    start_game(cast.owner)
    old = start_game(cast.owner)
    Game.objects.filter(pk=old.pk).update(night=Night.objects.create(group=cast.group, date="2020-01-01"))
    years = files_page(cast.group).years
    assert list(years.items())[1:] == [(2020, 1)]
    assert files_page(cast.group).games == 2


@pytest.mark.parametrize("games", [1, 6])
def test_what_it_costs(cast, django_assert_num_queries, games):
    for _game in range(games):
        play(start_game(cast.owner), A_HAND, by=cast.owner)
    with django_assert_num_queries(3):
        assert len(list(of_group(cast.group).files())) == games
