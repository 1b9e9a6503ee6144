"""What else can be done with a game in which somebody joined late and somebody left early."""

import uuid
from dataclasses import replace

import pytest

from scorekeeper.files import importing
from scorekeeper.formats.language import sentence
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.models import Game
from scorekeeper.recording.game.reading import game_file
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.hand import writing as hand_writing
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.setup.writing import join_game, leave_game
from scorekeeper.recording.sheet.reading import SheetView
from scorekeeper.web.refusals import Refused
from tests.cast import differences, refresh
from tests.formats.documents import write_document
from tests.rounds import play_rounds, player, record, start_rounds, tap_points, totals


@pytest.fixture
def game(cast):
    """In hand 3, Dee joins with 7 points; after it, Bob leaves."""
    game = start_rounds(cast.owner, dealer=True)
    play_rounds(game, cast.owner, "12 3 5", "8 4 4")
    join_game(game=refresh(game), player="Dee", start=7, seen=0, by=cast.owner)
    play_rounds(game, cast.owner, "1 1 1 2")
    leave_game(game=refresh(game), player=player(cast.owner, "Bob"), seen=1, by=cast.owner)
    play_rounds(game, cast.owner, "5 - 5 5")
    return game


def test_a_hand_from_before_is_corrected_without_the_newcomer_and_can_be_restored(cast, game):
    phone = tap_points(game, cast.owner, "12 3 6 -", 1)
    assert "players.3.points" not in [step.path for step in phone.page.screen(1).steps]
    phone.save()
    assert totals(game) == {"Ann": 26, "Bob": 8, "Cy": 16, "Dee": 14}
    assert differences(game) == 0
    hand_writing.bring_back(game=refresh(game), number=1, version=1, revisions=2, by=cast.owner)
    assert totals(game)["Cy"] == 15
    results = [sentence(result) for _row, result in SheetView(record(game), opened=1).opened.versions]
    assert results == ["Ann +12, Bob +3, Cy +5", "Ann +12, Bob +3, Cy +6", "Ann +12, Bob +3, Cy +5"]


def test_what_is_said_of_a_player_moves_to_their_new_seat_and_partners_are_refused(cast, game):
    now = record(game)
    partners = Setting(players=now.players, first_dealer=0, options={**now.options, "sides": "partners"})
    with pytest.raises(Refused) as refused:
        setup_writing.correct_setup(game=refresh(game), setting=partners, seen=now.setup, by=cast.owner)
    assert refused.value.path == "sides"
    setting = Setting(players=now.players[3:0:-1] + now.players[:1], first_dealer=now.first_dealer, options=now.options)
    setup_writing.correct_setup(game=refresh(game), setting=setting, seen=now.setup, by=cast.owner)
    assert totals(game) == {"Dee": 14, "Cy": 15, "Bob": 8, "Ann": 26}
    moved = record(game).options
    assert (moved["joined"], moved["joined_with"], moved["left"]) == ([3, 0, 0, 0], [7, 0, 0, 0], [0, 0, 4, 0])
    assert differences(game) == 0


def test_a_rematch_knows_nothing_of_it(cast, game):
    now, key = record(game), uuid.UUID(int=5)
    new = setup_writing.NewGame(uid=key, rules=now.rules, players=now.players, first_dealer=0, options=now.options)
    again = setup_writing.start_game(group=cast.group, new=new, by=cast.owner)
    assert {again.options[key] == [] for key in ("joined", "joined_with", "left")} == {True}


def test_a_file_of_the_game_is_recognized_and_gives_another_group_the_same_game(cast, game):
    file = game_file(record(game))
    document = read_sheets(write_document([file, replace(file, id="")]))
    assert [message.text for message in document.messages if message.level != "note"] == []
    assert importing.incoming(cast.group, document.games).here == 2
    importing.import_games(group=cast.stranger.group, games=document.games[:1], by=cast.stranger)
    theirs = Game.objects.get(group=cast.stranger.group)
    assert totals(theirs) == totals(game)
    assert record(theirs).options == record(game).options
    assert differences(theirs) == 0


def test_the_history_of_a_hand_says_what_it_scored_in_its_place(cast):
    game = start_rounds(cast.owner, rows="categories", categories="Coins ÷ 3\nSets × 7")
    play_rounds(game, cast.owner, "9 6 3", "1 0 2")
    tap_points(game, cast.owner, "1 1 2", 2).save()
    results = [sentence(result) for _row, result in SheetView(record(game), opened=2).opened.versions]
    assert results == ["Ann +7, Bob +7, Cy +14", "Ann +7, Cy +14"]
