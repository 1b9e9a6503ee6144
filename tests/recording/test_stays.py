"""When players take part in a game: as options, in words, and row by row."""

from hypothesis import given, strategies as st

from scorekeeper.formats.language import sentence
from scorekeeper.games import all_games
from scorekeeper.games.any_game import Options
from scorekeeper.recording.game.setups import hands_of
from scorekeeper.recording.setup.writing import back_from, joining_options, left_before
from scorekeeper.rules.declaration import fields_of, options_from_record
from scorekeeper.rules.stays import NAMES, Stay, stays

ROWS = 8
SEATS = 3


def options(joined=(), joined_with=(), left=(), start=5):
    return Options(joined=joined, joined_with=joined_with, left=left, start=start)


def test_who_takes_part_in_which_row():
    for there, rows, words in (
        (options(joined=(0, 3)), "3 4 5 6", "from hand 3 on"),
        (options(left=(0, 4)), "1 2 3", "until hand 3"),
        (options(joined=(0, 3), left=(0, 5)), "3 4", "hands 3–4"),
        (options(joined=(0, 0, 0, 5), left=(0, 3)), "1 2 5 6", "until hand 2 and from hand 5 on"),
    ):
        stay = stays(there, 2)[1]
        assert [row for row in range(1, 7) if stay.covers(row)] == [int(row) for row in rows.split()]
        assert sentence(hands_of(stay)) == words
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
