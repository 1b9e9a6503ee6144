"""Boards that games share: one for all of a field's values, and one for what remains of a known total."""

from scorekeeper.formats.language import sentence
from scorekeeper.rules.declaration import Field
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Sheet, Table
from scorekeeper.rules.steps import LARGEST_BOARD, Board, rest_board
from scorekeeper.rules.text import gettext as _

TABLE = Table(names=("Ann", "Bob"), options=None, first_dealer=0)


def test_values_have_buttons_unless_there_are_too_many():
    screen = HandScreen(rules=None, before=Sheet(table=TABLE, columns=(), start={}), dealer=0, answers={})
    for declared, values, other in (
        ({"kind": "flag"}, (True, False), False),
        ({"kind": "seat"}, (0, 1), False),
        ({"kind": "number", "low": 2, "high": 4}, (2, 3, 4), True),
        ({"kind": "number", "high": LARGEST_BOARD}, (), True),
        ({"kind": "number", "high": LARGEST_BOARD - 1}, tuple(range(60)), True),
    ):
        board = screen.board(Field(label=_("what"), **declared), None)
        assert (board.values, board.other) == (values, other)


def test_every_number_up_to_a_total_has_a_button_and_the_remainder_stands_out():
    for sums, others, more, buttons, likely in (
        ([5], [None, 2], {}, 6, ()),  # somebody has yet to answer
        ([5], [1, 2], {}, 6, (2,)),
        ([5], [3, 2], {}, 6, (0,)),
        ([5], [4, 2], {}, 6, ()),  # the others have too much, so there is no rest
        ([5], [1, 2], {"highest": 9}, 10, (2,)),  # a number can be higher than the sum
        ([29, 30, 31], [10, 20], {}, 32, (0, 1)),  # several sums, of which some are still possible
        ([5], [], {}, 6, (5,)),  # nobody else is asked
    ):
        board = rest_board(sums, others, **more)
        assert (board.values, board.likely, board.other) == (tuple(range(buttons)), likely, True)
        assert board.refused == {}


def test_numbers_that_make_no_possible_total_are_unlikely():
    for others, unlikely in (([None, 2], (4, 5)), ([1, 2], (0, 1, 3, 4, 5)), ([4, 2], (1, 2, 3, 4, 5))):
        assert rest_board([5], others).unlikely == unlikely


def test_numbers_above_the_remainder_are_refused_if_numbers_cannot_be_typed():
    for sums, others, more, refused, why in (
        ([5], [None, 2], {}, [4, 5], "Only 3 left."),
        ([5], [None, 4], {}, [2, 3, 4, 5], "Only 1 left."),
        ([4, 6], [None, 3], {}, [4, 5, 6], "Only 3 left."),  # by the highest sum
        ([5], [None, 2], {"highest": 4}, [5], "Only 4 left."),
        ([5], [4, 2], {}, [1, 2, 3, 4, 5], "Only 0 left."),
        ([5], [None], {}, [], ""),
    ):
        board = rest_board(sums, others, other=False, **more)
        assert board.values == tuple(range(max(sums) + 1))
        assert {value: sentence(text) for value, text in board.refused.items()} == dict.fromkeys(refused, why)


def test_a_refused_value_has_a_reason_and_is_not_accepted():
    board = Board(values=(1, 2, 3), refused={2: _("taken")}, other=True)
    assert sentence(board.refusal(2)) == "taken"
    assert [board.has(value) for value in (1, 2, 7)] == [True, False, True]
    assert sentence(Board(values=(1,)).refusal(2)) == "You can’t choose that now."
    assert Board().refusal(2) is None
