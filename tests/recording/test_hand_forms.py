"""The hand form: how a button, a typed number, or counted cards are read in any game."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games import all_games
from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.recording.hand.forms import read_tap
from scorekeeper.web.pages import whole_number
from scorekeeper.web.refusals import Refused

GAME = TRUMPLESTILTSKIN


def read(tap, game=GAME, **data):
    return read_tap(game, {"tap": tap, **{key.replace("__", "."): value for key, value in data.items()}})


def refused(tap, game=GAME, **data):
    """Return what is said of a tap that cannot be read, at its own path."""
    with pytest.raises(Refused) as unreadable:
        read(tap, game, **data)
    assert unreadable.value.path == tap.partition("=")[0]
    return sentence(unreadable.value.message)


NO_NUMBER = "Enter a whole number from 0 to 9999."


def test_a_button_submits_a_path_and_a_value():
    for tap, path, value in (
        ("players.2.bid=12", "players.2.bid", 12),
        ("players.2.bid=", "players.2.bid", None),
        ("players.2.bid=١٢", "players.2.bid", 12),
        ("players.2.peeked=true", "players.2.peeked", True),
        ("players.2.passed=false", "players.2.passed", False),
        ("dealer=3", "dealer", 3),
        ("nobody.asks=3", "nobody.asks", "3"),
        ("hand.gnome=a=b", "hand.gnome", "a=b"),
        ("hand.gnome=" + "x" * 500, "hand.gnome", "x" * 100),
        ("", "", None),
    ):
        typed = read(tap)
        assert typed == (path, value)
        assert type(typed[1]) is type(value)


def test_anything_but_a_number_is_refused():
    for raw in ("x", "-1", "1.5", "²", "1e3", "10000", "9" * 5000, "1\x00", "\ud800", "1 2"):
        for path in ("players.2.bid", "dealer"):
            assert refused(f"{path}={raw}") == refused(f"{path}=", other=raw) == NO_NUMBER


def test_a_typed_number_replaces_the_buttons_value_and_may_not_be_empty():
    assert read("players.2.bid=", other=" 17 ")[1] == 17
    assert refused("players.2.bid=", other=" \t\n") == "Enter a number first."


def test_a_typed_sum_is_added_up_and_anything_else_is_not_a_sum():
    sums = {" 12 + 7+3": 22, "12-7": 5, "12 – 7−1": 4, "5-12+7": 0, "99999-90000": 9999, "+".join("1" * 21): 21}
    for raw, total in sums.items():
        assert read("players.2.bid=", other=raw) == ("players.2.bid", total)
    for raw in (
        "+".join("1" * 22),  # too many numbers
        *("9000+1000", "5-7"),  # too large a result, or negative
        *("12+", "12++7", "1 2+7", "1.5+1.5", "12\n+7"),
        "1000000+1-1",  # a number with seven digits
    ):
        assert refused("players.2.bid=", other=raw) == NO_NUMBER


def test_only_a_typed_number_can_be_a_sum():
    assert refused("players.2.bid=12+7") == refused("dealer=1+1")


def test_negative_and_long_numbers_and_sums_are_accepted_if_the_game_uses_them(made_up):
    race = all_games()["race"]
    numbers = {"-9999": -9999, "– 7": -7, "99999": 99999, "−5−7": -12, "- 5 + 12": 7}
    for raw, number in numbers.items():
        assert read("players.1.steps=", race, other=raw)[1] == number
    for raw in ("--1", "-", "1000000", "1-", "99999+1", "-99999-1"):
        assert refused("players.1.steps=", race, other=raw) == "Enter a whole number from −9999 to 99999."


def test_numbers_in_a_list_can_have_various_separators(made_up):
    partners = all_games()["partners"]
    for raw, numbers in {"5, 3": (5, 3), "5 3 3": (5, 3, 3), " 4;": (4,), ",": ()}.items():
        assert read("hand.point.lengths=", partners, other=raw)[1] == numbers
    for raw in ("5, x", "-5", "5.3"):
        assert refused("hand.point.lengths=", partners, other=raw)


def test_counted_cards_are_worth_what_the_game_says():
    for counted, points in (
        ({"tally__0": "3", "tally__1": "4", "tally__2": "1"}, 9),
        ({"tally__0": "", "tally__1": "", "tally__2": ""}, 0),
        ({"tally__0": " 2 ", "tally__2": "2", "tally__9": "7"}, 6),
    ):
        assert read("players.2.taken=", **counted)[1] == points
    assert read("players.2.taken=9")[1] == 9, "only if cards were counted"
    assert read("players.2.bid=7", tally__0="3")[1] == 7, "only where the game allows it"


def test_several_cards_of_a_kind_are_scored_by_the_table(made_up):
    partners = all_games()["partners"]
    assert read("sides.1.meld=", partners, tally__0="2")[1] == 150, "a double replaces the single"
    assert read("sides.1.meld=", partners, tally__0="4", tally__1="1", tally__2="3")[1] == 313
    assert refused("sides.1.meld=", partners, tally__0="0", tally__1="3") == "Aces: at most 2."


def test_a_malformed_hidden_number_never_causes_an_error():
    assert whole_number({"taps": "999999999"}, "taps") == 999_999_999
    assert whole_number({}, "taps") == 0
    for raw in ("", "-1", "x", "١", "9" * 10, "9" * 5000):
        assert whole_number({"taps": raw}, "taps") == 0
