"""The boards that games share: every value of a field, and what is left of a known sum."""

import pytest

from scorekeeper.rules.boards import LARGEST_BOARD, rest_board, usual_board
from scorekeeper.rules.declaration import Field
from scorekeeper.rules.screens import Board
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.words import gettext as _
from scorekeeper.text import sentence

TABLE = Table(names=("Ann", "Bob"), options=None, first_dealer=0)


@pytest.mark.parametrize(
    ("more", "values", "other"),
    [
        pytest.param({"kind": "flag"}, (True, False), False, id="yes or no"),
        pytest.param({"kind": "seat"}, (0, 1), False, id="the players"),
        pytest.param({"kind": "number", "low": 2, "high": 4}, (2, 3, 4), True, id="a short range"),
        pytest.param({"kind": "number", "high": LARGEST_BOARD}, (), True, id="a range too long for buttons"),
        pytest.param({"kind": "number", "high": LARGEST_BOARD - 1}, tuple(range(60)), True, id="the longest board"),
    ],
)
def test_every_value_has_a_button(more, values, other):
    board = usual_board(TABLE, Field(label=_("what"), **more))
    assert (board.values, board.other) == (values, other)


@pytest.mark.parametrize(
    ("sums", "others", "more", "values", "likely"),
    [
        pytest.param([5], [None, 2], {}, 4, (), id="somebody is still to answer"),
        pytest.param([5], [1, 2], {}, 3, (2,), id="the last one has the rest"),
        pytest.param([5], [3, 2], {}, 1, (0,), id="nothing is left"),
        pytest.param([5], [1, 2], {"alone": True}, 0, (2,), id="the rest alone"),
        pytest.param([5], [None, 2], {"alone": True}, 4, (), id="not yet alone"),
        pytest.param([5], [4, 2], {}, 6, (), id="too many already: any number up to the sum"),
        pytest.param([5], [4, 2], {"alone": True}, 6, (), id="too many already, alone"),
        pytest.param([5], [1, 2], {"highest": 5}, 6, (2,), id="a given highest number"),
        pytest.param([29, 30, 31], [10, 20], {}, 2, (0, 1), id="several sums, of which some are left"),
        pytest.param([5], [], {}, 6, (5,), id="nobody else"),
    ],
)
def test_what_is_left_of_a_sum(sums, others, more, values, likely):
    board = rest_board(sums, others, **more)
    assert (board.values, board.likely, board.other) == (tuple(range(values)), likely, True)


def test_a_refused_value_says_why_and_is_no_answer():
    board = Board(values=(1, 2, 3), refused={2: _("taken")}, other=True)
    assert sentence(board.refusal(2)) == "taken"
    assert [board.has(value) for value in (1, 2, 7)] == [True, False, True]
    assert sentence(Board(values=(1,)).refusal(2)) == "This cannot be chosen now."
    assert Board().refusal(2) is None
