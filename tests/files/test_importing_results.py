"""Importing games of which only the result is known: each is recognized by its totals and who won, and counted."""

import json
from collections import Counter

import pytest
from django.db import transaction

from scorekeeper.files.importing import store_upload
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.models import Game, Setup
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.reading import is_dormant
from scorekeeper.recording.sheet.writing import write_result
from tests.cast import differences, refresh
from tests.files.imports import add, counts, exported
from tests.formats.documents import PASSED, document, game as a_game
from tests.results import write_down
from tests.rounds import record

TOTALS = {"Ann": 203.5, "Bob": 10, "Cy": -1.5}
EVENING = {"night": "2024-03-09"}


def result(**changes):
    """Return the result of a game as a file has it, with these changes."""
    return a_game(**{"hands": [], "totals": TOTALS} | EVENING | changes)


def test_an_imported_result_is_like_one_that_was_written_down(cast):
    assert counts(add(cast.owner, result(won=["Bob"], place="At Ann’s"))) == (1, 0, 3, 0)
    game = Game.objects.select_related("night").get()
    assert (game.state, game.stopped, str(game.night.date), game.night.place) == ("over", "", "2024-03-09", "At Ann’s")
    ann, bob, cy = game.seats.order_by("number").values_list("player_id", flat=True)
    assert Setup.objects.get().result == {"won": [bob], "totals": {str(ann): 407, str(bob): 20, str(cy): -3}}
    assert [*game.standings.order_by("seat__number").values_list("half_points", "rank", "winner")] == [
        (407, 2, False),
        (20, 1, True),
        (-3, 3, False),
    ]
    assert (record(game).is_result, differences(game)) == (True, 0)


KNOWN = {
    "a result": ({}, [{}], [{"totals": {**TOTALS, "Bob": 11}}, {"won": ["Bob"]}, {"night": "2024-03-10"}]),
    "with who won": ({"won": ["Bob"]}, [{"won": ["Bob"]}], [{}, {"won": []}, {"won": ["Ann", "Bob"]}]),
    "only who won": ({"totals": {}, "won": ["Bob"]}, [], [{"totals": {}, "won": []}, {"won": ["Bob"]}]),
    "other players": ({}, [{"players": ["ANN", "Bob", "Cy"], "totals": {**TOTALS}}], []),
    "a game before the first hand": ({"totals": ...}, [{"totals": ...}], [{}]),
    "one with an id": ({"id": "a"}, [{"id": "a", "totals": {**TOTALS, "Bob": 11}}, {}], [{"id": "b"}]),
    "without a night": ({}, [{"night": ...}], []),
}
KNOWN["other players"][1][0]["totals"] = {"ANN": 203.5, "Bob": 10, "Cy": -1.5}


@pytest.mark.parametrize(("given", "same", "different"), [pytest.param(*row, id=name) for name, row in KNOWN.items()])
def test_a_result_is_recognized_by_its_totals_and_who_won(cast, given, same, different):
    assert add(cast.owner, result(**given)).games == 1
    for more in same:
        assert counts(add(cast.owner, result(**more))) == (0, 0, 0, 1), more
    for more in different:
        with transaction.atomic():
            assert counts(add(cast.owner, result(**more))) == (1, 0, 0, 0), more
            transaction.set_rollback(True)


class TestEqualOnes:
    """Cy won three times in a row, and nothing else was written down."""

    ONE = result(totals={}, won=["Cy"])

    def test_each_is_added_and_the_same_file_again_adds_none(self, cast):
        assert counts(add(cast.owner, self.ONE, self.ONE, result(), self.ONE)) == (4, 0, 3, 0)
        assert counts(add(cast.owner, self.ONE, self.ONE, result(), self.ONE)) == (0, 0, 0, 4)
        assert counts(add(cast.owner, *[self.ONE] * 5)) == (2, 0, 0, 3)
        assert Counter(record(game).won for game in Game.objects.all()) == {(2,): 5, None: 1}

    def test_those_that_were_written_down_here_are_counted(self, cast):
        options = {"rules": "trumplestiltskin", "night": "2024-03-09"}
        for _game in range(2):
            write_down(cast.owner, won="Cy", **options)
        assert counts(add(cast.owner, *[self.ONE] * 3)) == (1, 0, 0, 2)
        assert counts(add(cast.owner, *[self.ONE] * 3)) == (0, 0, 0, 3)

    def test_one_that_got_points_since_is_still_the_same(self, cast):
        add(cast.owner, self.ONE, self.ONE)
        for game in Game.objects.all():
            ids = [str(player) for player in record(game).players]
            write_result(game=game, result={"totals": dict.fromkeys(ids, 8)}, seen=0, by=cast.owner)
        assert counts(add(cast.owner, self.ONE, self.ONE)) == (0, 0, 0, 2)

    def test_without_a_date_they_are_counted_too(self, cast):
        undated = result(totals={}, won=["Cy"], night=...)
        assert counts(add(cast.owner, undated, undated)) == (2, 0, 3, 0)
        assert counts(add(cast.owner, undated, undated)) == (0, 0, 0, 2)

    def test_games_of_hands_that_are_equal_are_one_as_ever(self, cast):
        assert counts(add(cast.owner, a_game(), a_game())) == (1, 1, 3, 1)

    def test_another_groups_results_are_its_own(self, cast):
        add(cast.owner, self.ONE, self.ONE)
        assert counts(add(cast.stranger, self.ONE, self.ONE)) == (2, 0, 3, 0)


def test_a_group_with_results_is_equal_after_export_and_import(cast):
    """Whatever can be written down: totals, halves, sides, who won, both, nobody; merged, hidden and corrected."""
    add(cast.owner, a_game(**EVENING), a_game(id="open", night="2024-03-08"))
    write_down(cast.owner, "Ann Bob Cy", "203½ 12 −7½", rules="trumplestiltskin")
    write_down(cast.owner, "Ann Bob Cy", "203½ 12 −7½", won="Bob", rules="trumplestiltskin", night="2024-03-09")
    write_down(cast.owner, "Cy Ann", won="Cy", night="2023-12-31")
    write_down(cast.owner, "Cy Ann", won="", night="2023-12-31")
    write_down(cast.owner, "Cy Ann", "5000 −5000", night="2023-12-31")
    write_down(cast.owner, "Ann Bob Cy Dee", "1010 1010 1010 1010", rules="any_game:tichu")
    write_down(cast.owner, "Zoe Zoë", "12 12", rules="any_game:skyjo")
    kubb = {"template": "kubb", "name": "Kubb", "rows": "won", "sides": "together"}
    write_down(cast.owner, "Ann Bob", won="Ann Bob", rules="any_game", **kubb)
    double, ann = (roster_writing.add_player(group=cast.group, name=name) for name in ("Zoe", "Ann"))
    roster_writing.merge_player(group=cast.group, player_id=double.pk, same_as=ann.pk, by=cast.owner)
    corrected = Game.objects.filter(rules="any_game:skyjo").get()
    one, other = record(corrected).players
    write_result(game=corrected, result={"totals": {str(one): 3, str(other): 4}}, seen=0, by=cast.owner)
    file = exported(cast.group)
    assert len(json.loads(file)["games"]) == 10
    reread = read_sheets(file)
    assert reread.messages == ()
    assert add(cast.stranger, *json.loads(file)["games"]).games == 10
    assert exported(cast.stranger.group) == file
    assert [differences(game) for game in Game.objects.all()] == [0] * 20
    assert add(cast.stranger, *json.loads(file)["games"]).games == 0
    without_ids = [{key: value for key, value in game.items() if key != "id"} for game in json.loads(file)["games"]]
    assert add(cast.stranger, *without_ids).games == 0, "each is recognized by its contents"


def test_an_old_game_that_is_imported_unfinished_does_not_go_on_tonight(cast):
    add(cast.owner, a_game(night="2024-03-09"))
    assert is_dormant(refresh(Game.objects.get()))
    add(cast.owner, a_game(PASSED))
    assert not is_dormant(refresh(Game.objects.latest("pk")))


@pytest.mark.usefixtures("one_by_one")
def test_its_preview_says_who_won_and_nothing_of_hands(cast, olga):
    raw = document(result(), result(totals={}, won=[]), result(totals={}, won=["Cy", "Bob"]))
    upload = store_upload(file=raw, by=cast.owner)
    olga.open(f"/groups/{cast.group.pk}/files/import/{upload.pk}/")
    assert all(words in olga.text for words in ("3 games", "Ann won 203½", "Ann · Bob · Cy", "Ann · Bob won · Cy won"))
    assert not any(words in olga.text for words in ("hand", "over yet", "In progress"))
    olga.press("Import 3 games")
    assert "3 games imported. 3 new players." in olga.text
