"""Boards that games share: one for all of a field's values, and one for what remains of a known total."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.rules.declaration import Field
from scorekeeper.rules.hand_screen import Draft, HandScreen
from scorekeeper.rules.sheet import Sheet, Table
from scorekeeper.rules.steps import LARGEST_BOARD, Board, rest_board
from scorekeeper.rules.text import gettext as _

TABLE = Table(names=("Ann", "Bob"), options=None, first_dealer=0)


@pytest.mark.parametrize(
    ("declared", "values", "other"),
    [
        pytest.param({"kind": "flag"}, (True, False), False, id="yes or no"),
        pytest.param({"kind": "seat"}, (0, 1), False, id="the players"),
        pytest.param({"kind": "number", "low": 2, "high": 4}, (2, 3, 4), True, id="a short range"),
        pytest.param({"kind": "number", "high": LARGEST_BOARD}, (), True, id="a range too long for buttons"),
        pytest.param({"kind": "number", "high": LARGEST_BOARD - 1}, tuple(range(60)), True, id="the longest board"),
    ],
)
def test_values_have_buttons_unless_there_are_too_many(declared, values, other):
    before = Sheet(table=TABLE, columns=(), start={})
    screen = HandScreen(Draft(rules=None, before=before, dealer=0, answers={}))
    board = screen.board(Field(label=_("what"), **declared), None)
    assert (board.values, board.other) == (values, other)


@pytest.mark.parametrize(
    ("sums", "others", "more", "buttons", "likely"),
    [
        pytest.param([5], [None, 2], {}, 6, (), id="somebody has yet to answer"),
        pytest.param([5], [1, 2], {}, 6, (2,), id="the rest is likely for the last one"),
        pytest.param([5], [3, 2], {}, 6, (0,), id="nothing is left"),
        pytest.param([5], [4, 2], {}, 6, (), id="the others have too much, so there is no rest"),
        pytest.param([5], [1, 2], {"highest": 9}, 10, (2,), id="a number can be higher than the sum"),
        pytest.param([29, 30, 31], [10, 20], {}, 32, (0, 1), id="several sums, of which some are still possible"),
        pytest.param([5], [], {}, 6, (5,), id="nobody else is asked"),
    ],
)
def test_every_number_up_to_a_total_has_a_button_and_the_remainder_stands_out(sums, others, more, buttons, likely):
    board = rest_board(sums, others, **more)
    assert (board.values, board.likely, board.other) == (tuple(range(buttons)), likely, True)
    assert board.refused == {}


@pytest.mark.parametrize(
    ("sums", "others", "more", "refused", "why"),
    [
        pytest.param([5], [None, 2], {}, [4, 5], "Only 3 left.", id="more than is left"),
        pytest.param([5], [None, 4], {}, [2, 3, 4, 5], "Only 1 left.", id="just one is left"),
        pytest.param([4, 6], [None, 3], {}, [4, 5, 6], "Only 3 left.", id="by the highest sum"),
        pytest.param([5], [None, 2], {"highest": 4}, [5], "Only 4 left.", id="more than the highest number"),
        pytest.param([5], [4, 2], {}, [1, 2, 3, 4, 5], "Only 0 left.", id="the others have too much"),
        pytest.param([5], [None], {}, [], "", id="all are left"),
    ],
)
def test_numbers_above_the_remainder_are_refused_if_numbers_cannot_be_typed(sums, others, more, refused, why):
    board = rest_board(sums, others, other=False, **more)
    assert board.values == tuple(range(max(sums) + 1))
    assert {value: sentence(text) for value, text in board.refused.items()} == dict.fromkeys(refused, why)


def test_a_refused_value_has_a_reason_and_is_not_accepted():
    board = Board(values=(1, 2, 3), refused={2: _("taken")}, other=True)
    assert sentence(board.refusal(2)) == "taken"
    assert [board.has(value) for value in (1, 2, 7)] == [True, False, True]
    assert sentence(Board(values=(1,)).refusal(2)) == "You can’t choose that now."
    assert Board().refusal(2) is None
