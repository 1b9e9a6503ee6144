"""When players take part in a game, and what else can be done with one in which somebody joined late or left early."""

import uuid
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from scorekeeper.files import importing
from scorekeeper.formats.language import sentence
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.games import all_games
from scorekeeper.games.any_game import Options
from scorekeeper.models import Game
from scorekeeper.recording.game.files import game_file
from scorekeeper.recording.game.setups import Setting, hands_of
from scorekeeper.recording.hand import writing as hand_writing
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.setup.writing import back_from, join_game, joining_options, leave_game, left_before
from scorekeeper.recording.sheet.reading import SheetView
from scorekeeper.rules.declaration import fields_of, options_from_record
from scorekeeper.rules.stays import NAMES, Stay, stays
from scorekeeper.web.refusals import Refused
from tests.cast import differences, refresh
from tests.formats.documents import write_document
from tests.rounds import play_rounds, player, record, start_rounds, tap_points, totals

ROWS = 8
SEATS = 3


def options(joined=(), joined_with=(), left=(), start=5):
    return Options(joined=joined, joined_with=joined_with, left=left, start=start)


def test_who_takes_part_in_which_row(cast):
    game = record(start_rounds(cast.owner))
    for there, rows, words in (
        (options(joined=(0, 3)), "3 4 5 6", "Round 3 onward"),
        (options(left=(0, 4)), "1 2 3", "up to Round 3"),
        (options(joined=(0, 3), left=(0, 5)), "3 4", "Round 3 to Round 4"),
        (options(joined=(0, 0, 0, 5), left=(0, 3)), "1 2 5 6", "up to Round 2 and Round 5 onward"),
    ):
        stay = stays(there, 2)[1]
        assert [row for row in range(1, 7) if stay.covers(row)] == [int(row) for row in rows.split()]
        assert sentence(hands_of(game, stay)) == words
    assert [stay.joined_with for stay in stays(options(joined=(0, 3)), 2)] == [5, 5], "the usual total"


@st.composite
def evenings(draw):
    """Draw players who come and go, with who takes part in each row and the total that each would start with."""
    present = [draw(st.booleans()) for _seat in range(SEATS)]
    all_stays = [Stay(joined_with=draw(st.integers(-9, 9))) for _seat in range(SEATS)]
    first = [1 if there else draw(st.integers(2, ROWS)) for there in present]
    all_stays = [
        stay if row == 1 else Stay(spans=((row, 0),), joined_with=stay.joined_with)
        for stay, row in zip(all_stays, first, strict=True)
    ]
    rows = []
    for row in range(1, ROWS + 1):
        for seat in range(SEATS):
            for _time in range(draw(st.integers(0, 2)) if row > first[seat] else 0):
                is_there = all_stays[seat].covers(row)
                all_stays[seat] = (left_before if is_there else back_from)(all_stays[seat], row)
                present[seat] = not is_there
        present = [there or first[seat] == row for seat, there in enumerate(present)]
        rows.append(tuple(there and row >= first[seat] for seat, there in enumerate(present)))
    return all_stays, rows


@given(evenings())
def test_players_come_and_go_as_often_as_they_like_and_options_say_the_same(evening):
    all_stays, rows = evening
    assert [tuple(stay.covers(row) for stay in all_stays) for row in range(1, ROWS + 1)] == rows
    again = stays(options_from_record(Options, joining_options(all_stays)), SEATS)
    assert [stay.spans for stay in again] == [stay.spans for stay in all_stays]
    late = [seat for seat, stay in enumerate(all_stays) if stay.first > 1]
    assert [again[seat].joined_with for seat in late] == [all_stays[seat].joined_with for seat in late]


def test_a_game_whose_players_change_has_options_that_say_who_did():
    for game in (game for game in all_games().values() if game.rules.players_change):
        declared = {field.name: (field.kind, field.per, field.derived) for field in fields_of(game.rules.options)}
        assert {name: declared.get(name) for name in NAMES} == dict.fromkeys(NAMES, ("numbers", "player", True))


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
    assert importing.Incoming(cast.group, document.games).here == 2
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
