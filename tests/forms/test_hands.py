"""The hand form: how a button, a typed number, or counted cards are read in any game."""

import pytest

from scorekeeper.forms.hands import UnreadableTap, read_tap
from scorekeeper.games import all_games
from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.text import sentence
from scorekeeper.views.shared import whole_number

GAME = TRUMPLESTILTSKIN
OUT_OF_RANGE = "Enter a whole number from 0 to 9999."


def read(tap, **data):
    return read_tap(GAME, {"tap": tap, **{key.replace("__", "."): value for key, value in data.items()}})


@pytest.mark.parametrize(
    ("tap", "path", "value"),
    [
        pytest.param("players.2.bid=12", "players.2.bid", 12, id="a number"),
        pytest.param("players.2.bid=0", "players.2.bid", 0, id="zero is a number"),
        pytest.param("players.2.bid=", "players.2.bid", None, id="nothing"),
        pytest.param("players.2.bid=١٢", "players.2.bid", 12, id="Arabic digits"),
        pytest.param("players.2.peeked=true", "players.2.peeked", True, id="yes"),
        pytest.param("players.2.passed=false", "players.2.passed", False, id="no"),
        pytest.param("hand.gnome=9S", "hand.gnome", "9S", id="a card"),
        pytest.param("dealer=3", "dealer", 3, id="the dealer"),
        pytest.param("hand.gnome=a=b", "hand.gnome", "a=b", id="only the first = is a separator"),
        pytest.param("hand.gnome=" + "x" * 500, "hand.gnome", "x" * 100, id="a long value is cut off"),
        pytest.param("nothing", "nothing", None, id="no value"),
        pytest.param("", "", None, id="an empty tap"),
    ],
)
def test_a_button_submits_a_path_and_a_value(tap, path, value):
    typed = read(tap)
    assert typed == (path, value)
    assert type(typed[1]) is type(value)


@pytest.mark.parametrize(
    "raw", ["x", "-1", "1.5", "²", "½", "1e3", "0x1", "10000", "9" * 5000, "1\x00", "\ud800", "1 2"]
)
@pytest.mark.parametrize("path", ["players.2.bid", "players.2.taken", "dealer"])
def test_anything_but_a_number_is_refused(path, raw):
    for data in ({"tap": f"{path}={raw}"}, {"tap": f"{path}=", "other": raw}):
        with pytest.raises(UnreadableTap) as unreadable:
            read_tap(GAME, data)
        assert unreadable.value.path == path
        assert sentence(unreadable.value.message) == OUT_OF_RANGE


def test_a_typed_number_replaces_the_buttons_value():
    assert read("players.2.bid=", other=" 17 ")[1] == 17


@pytest.mark.parametrize("raw", ["", "  ", "\t\n"])
def test_an_empty_field_asks_for_a_number(raw):
    with pytest.raises(UnreadableTap) as unreadable:
        read("players.2.bid=", other=raw)
    assert sentence(unreadable.value.message) == "Enter a number first."


@pytest.mark.parametrize(
    ("counted", "points"),
    [
        pytest.param({"tally__0": "3", "tally__1": "4", "tally__2": "1"}, 9, id="aces and kings, trumps, a Joker"),
        pytest.param({"tally__0": "", "tally__1": "", "tally__2": ""}, 0, id="no cards, so no points"),
        pytest.param({"tally__0": " 2 ", "tally__2": "2"}, 6, id="a missing field"),
        pytest.param({"tally__0": "1", "tally__9": "7"}, 1, id="an unknown field"),
    ],
)
def test_counted_cards_are_worth_what_the_game_says(counted, points):
    assert read("players.2.taken=", **counted)[1] == points


def test_cards_are_counted_only_where_the_game_allows_it():
    assert read("players.2.bid=7", tally__0="3")[1] == 7


@pytest.mark.parametrize(
    ("raw", "total"),
    [
        pytest.param("12+7", 19, id="a sum"),
        pytest.param("12+7+3", 22, id="three numbers"),
        pytest.param(" 12 + 7 ", 19, id="spaces"),
        pytest.param("12-7", 5, id="a hyphen"),
        pytest.param("12−7", 5, id="a minus sign"),
        pytest.param("12 – 7+1", 6, id="a dash"),
        pytest.param("7-7", 0, id="nothing left"),
        pytest.param("-5+12", 7, id="a negative number first"),
        pytest.param("5-12+7", 0, id="below zero on the way"),
        pytest.param("007+08", 15, id="zeros in front"),
        pytest.param("9000+999", 9999, id="the largest result"),
        pytest.param("99999-90000", 9999, id="larger numbers than the result can be"),
        pytest.param("+".join("1" * 21), 21, id="twenty-one numbers"),
    ],
)
def test_a_typed_sum_is_added_up(raw, total):
    assert read("players.2.bid=", other=raw) == ("players.2.bid", total)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param("+".join("1" * 22), id="too many numbers"),
        pytest.param("9000+1000", id="too large a result"),
        pytest.param("5-7", id="a negative result"),
        pytest.param("12+", id="nothing after the plus"),
        pytest.param("+12", id="nothing before the plus"),
        pytest.param("12++7", id="two pluses"),
        pytest.param("12+-7", id="a plus and a minus"),
        pytest.param("1 2+7", id="a space inside a number"),
        pytest.param("12+7=19", id="with its result"),
        pytest.param("3*4", id="a product"),
        pytest.param("1.5+1.5", id="fractions"),
        pytest.param("١+٢", id="Arabic digits"),
        pytest.param("1e3+1", id="an exponent"),
        pytest.param("1000000+1-1", id="a number with seven digits"),
        pytest.param("12\n+7", id="a line break"),
    ],
)
def test_anything_else_is_not_a_sum(raw):
    with pytest.raises(UnreadableTap) as unreadable:
        read("players.2.bid=", other=raw)
    assert unreadable.value.path == "players.2.bid"
    assert sentence(unreadable.value.message) == OUT_OF_RANGE


@pytest.mark.parametrize("tap", ["players.2.bid=12+7", "dealer=1+1"])
def test_only_a_typed_number_can_be_a_sum(tap):
    with pytest.raises(UnreadableTap):
        read(tap)


@pytest.fixture
def typed(made_up):
    """Read input typed into a made-up game's form."""
    card_games = all_games()

    def read_typed(slug, path, raw=None, **data):
        counted = {key.replace("__", "."): value for key, value in data.items()}
        other = {} if raw is None else {"other": raw}
        return read_tap(card_games[slug], {"tap": f"{path}=", **other, **counted})[1]

    return read_typed


@pytest.mark.parametrize(
    ("raw", "number"),
    [
        pytest.param("-9999", -9999, id="a hyphen"),
        pytest.param("−12", -12, id="a minus sign"),
        pytest.param("– 7", -7, id="a dash and a space"),
        pytest.param("99999", 99999, id="as many digits as the game needs"),
    ],
)
def test_negative_and_long_numbers_are_accepted_if_the_game_uses_them(typed, raw, number):
    assert typed("race", "players.1.steps", raw) == number


@pytest.mark.parametrize("raw", ["--1", "-", "100000x", "1000000", "1-", "99999+1", "-99999-1"])
def test_a_malformed_or_out_of_range_number_is_refused(typed, raw):
    with pytest.raises(UnreadableTap) as unreadable:
        typed("race", "players.1.steps", raw)
    assert sentence(unreadable.value.message) == "Enter a whole number from −9999 to 99999."


@pytest.mark.parametrize(
    ("raw", "total"),
    [
        pytest.param("5-12", -7, id="below zero"),
        pytest.param("−5−7", -12, id="only negative numbers"),
        pytest.param("- 5 + 12", 7, id="spaces"),
        pytest.param("90000+9999", 99999, id="as large as the game needs"),
    ],
)
def test_a_sum_can_be_negative_or_long_if_the_game_uses_such_numbers(typed, raw, total):
    assert typed("race", "players.1.steps", raw) == total


@pytest.mark.parametrize(
    ("raw", "numbers"),
    [
        pytest.param("5, 3", (5, 3), id="a comma"),
        pytest.param("5 3 3", (5, 3, 3), id="spaces"),
        pytest.param(" 4;", (4,), id="one"),
        pytest.param(",", (), id="none"),
    ],
)
def test_numbers_in_a_list_can_have_various_separators(typed, raw, numbers):
    assert typed("partners", "hand.point.lengths", raw) == numbers


@pytest.mark.parametrize("raw", ["5, x", "-5", "5.3"])
def test_a_malformed_list_is_refused(typed, raw):
    with pytest.raises(UnreadableTap):
        typed("partners", "hand.point.lengths", raw)


@pytest.mark.parametrize(
    ("counted", "points"),
    [
        pytest.param({"tally__0": "2"}, 150, id="a double replaces the single"),
        pytest.param({"tally__0": "4", "tally__1": "1", "tally__2": "3"}, 313, id="each kind by its own table"),
        pytest.param({"tally__0": "0", "tally__1": ""}, 0, id="nothing"),
    ],
)
def test_several_cards_of_a_kind_are_scored_by_the_table(typed, counted, points):
    assert typed("partners", "sides.1.meld", **counted) == points


def test_more_cards_of_a_kind_than_exist_are_refused(typed):
    with pytest.raises(UnreadableTap) as unreadable:
        typed("partners", "sides.1.meld", tally__0="0", tally__1="3")
    assert sentence(unreadable.value.message) == "Aces: at most 2."


@pytest.mark.parametrize(
    ("raw", "number"),
    [
        pytest.param("12", 12, id="a number"),
        pytest.param("", 0, id="nothing"),
        pytest.param("-1", 0, id="a negative number"),
        pytest.param("x", 0, id="a word"),
        pytest.param("١", 0, id="an Arabic digit"),
        pytest.param("999999999", 999_999_999, id="nine digits"),
        pytest.param("9" * 10, 0, id="ten digits"),
        pytest.param("9" * 5000, 0, id="more digits than Python converts"),
    ],
)
def test_a_malformed_hidden_number_never_causes_an_error(raw, number):
    assert whole_number({"taps": raw}, "taps") == number
    assert whole_number({}, "taps") == 0
