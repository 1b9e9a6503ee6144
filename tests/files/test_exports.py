"""Exports: order, contents, omissions, and the number of queries."""

import datetime
import json

from scorekeeper.files.exports import files_page, of_game, of_group, of_night
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.models import Game, Hand, Night
from scorekeeper.recording.sheet.writing import hide_game
from tests.cast import A_HAND, correct, enter_hand, play, refresh, start_game, start_short_game
from tests.formats.documents import write_document
from tests.recording.hands import IMPOSSIBLE

MOMENT = datetime.datetime(2026, 7, 3, 18, 30, tzinfo=datetime.UTC)


def export(selection):
    content = write_document(selection.files())
    assert [message for message in read_sheets(content).messages if message.level != "note"] == []
    return json.loads(content)["games"]


def test_a_game_is_exported_as_recorded(cast, game):
    play(game, A_HAND, "pass", by=cast.owner)
    enter_hand(game, A_HAND, cast.owner)
    Game.objects.update(started_at=MOMENT)
    Night.objects.update(date="2026-07-03", place="At Ann’s", note="Snow.\r\nAnd\twine.")
    (exported,) = export(of_game(game))
    expected = {
        "id": str(game.uid),
        "night": "2026-07-03",
        "started": "2026-07-03T20:30:00+02:00",
        "place": "At Ann’s",
        "note": "Snow.\nAnd wine.",
        "players": ["Ann", "Bob", "Cy", "Dee"],
        "first_dealer": "Dee",
        "outcome": None,
        "ended": None,
    }
    assert {name: exported.get(name) for name in expected} == expected
    assert [hand["dealer"] for hand in exported["hands"]] == ["Dee", "Ann"]
    assert exported["hands"][0]["result"]["totals"] == {"Ann": 24, "Bob": 6, "Cy": 0, "Dee": 7, "Gnome": 6}


def test_a_hand_after_the_end_is_marked(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    correct(game, 1, "20 6 - 8 | | 21 3 3 4", by=cast.owner)
    (exported,) = export(of_game(refresh(game)))
    assert [hand.get("after_end") for hand in exported["hands"]] == [None, True]
    assert exported["outcome"]["winners"] == ["Ann"]
    assert exported["ended"]


def test_a_hand_with_a_warning_is_marked_as_accepted_even_if_it_is_new(cast, game):
    play(game, IMPOSSIBLE, by=cast.owner, anyway=True)
    assert export(of_game(game))[0]["hands"][0]["score_anyway"] is True
    entry = Hand.objects.get().entry
    Hand.objects.update(entry={key: value for key, value in entry.items() if key != "score_anyway"})
    assert export(of_game(game))[0]["hands"][0]["score_anyway"] is True


def test_games_are_exported_in_the_order_played(cast):
    games = [start_game(cast.owner) for _game in range(3)]
    old = Night.objects.create(group=cast.group, date="2020-01-01")
    Game.objects.filter(pk=games[1].pk).update(started_at=MOMENT - datetime.timedelta(days=300))
    Game.objects.filter(pk=games[2].pk).update(night=old)
    expected = [str(games[number].uid) for number in (2, 1, 0)]
    assert [game["id"] for game in export(of_group(cast.group))] == expected
    assert [game["id"] for game in export(of_group(cast.group, year=2020))] == expected[:1]
    assert [game["id"] for game in export(of_night(old))] == expected[:1]
    assert list(files_page(cast.group)["years"].values()) == [2, 1]


def test_hidden_games_are_exported_only_on_request(cast, game):
    hide_game(game=game, hidden=True)
    assert export(of_group(cast.group)) == export(of_night(game.night)) == []
    assert len(export(of_group(cast.group, with_hidden=True))) == 1
    assert len(export(of_night(game.night, with_hidden=True))) == 1
    assert len(export(of_game(game))) == 1
    assert files_page(cast.group)["hidden"] == 1


def test_games_with_unknown_rules_or_too_many_hands_are_skipped_and_counted(cast, game):
    entry = {"hand": {"all_passed": True}, "players": [{}, {}, {}, {}]}
    Hand.objects.bulk_create(Hand(game=game, number=number, dealer=0, entry=entry) for number in range(1, 202))
    assert of_group(cast.group).left_out == 1
    Hand.objects.filter(number=201).delete()
    assert len(export(of_group(cast.group))[0]["hands"]) == 200
    Game.objects.update(rules="whist")
    selection = of_group(cast.group)
    assert (selection.games, selection.left_out) == ((), 1)
    assert tuple(files_page(cast.group)[key] for key in ("games", "unknown")) == (0, 1)
