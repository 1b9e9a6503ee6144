"""Forms: how a button, a typed number or counted cards are read, and how a game is set up by its declaration."""

import uuid
from dataclasses import replace
from types import SimpleNamespace

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games import all_games
from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN, Trumplestiltskin
from scorekeeper.recording.game.forms import seat_list
from scorekeeper.recording.hand.forms import read_tap
from scorekeeper.recording.own_games.reading import supplied
from scorekeeper.recording.setup.forms import CorrectSetupForm, NewGameForm
from scorekeeper.rules.declaration import fields_of, options_record
from scorekeeper.web.pages import whole_number
from scorekeeper.web.refusals import Refused
from tests.games.contract import make_table
from tests.own_games import SKYJO, UNO
from tests.whole_forms import record_of

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


# Setting up a game


RULES = Trumplestiltskin()
DEFAULTS = {f"option_{key}": value for key, value in options_record(RULES.options()).items()}


def new(**data):
    chosen = {"uid": str(uuid.UUID(int=1)), "seats": "3,1,2", "dealer": "1"} | DEFAULTS | data
    return NewGameForm(RULES, ["Cy", "Ann", "Bob"], chosen)


def setup(game=GAME, players=3, sent=DEFAULTS, usual=None, **options):
    """Return the form for correcting a game of players with the ids 11, 12 and so on, of whom the last deals first."""
    table = make_table(game, players)
    table = replace(table, options=replace(game.rules.house_rules, **options))
    ids = tuple(range(11, 11 + players))
    record = replace(record_of(game, table), players=ids)
    page = SimpleNamespace(record=record, everybody={*ids, 14, 15}, usual=usual or game.rules.house_rules)
    return CorrectSetupForm(page, None if sent is None else {"seen": "0"} | dict(sent))


def test_seats_are_read_from_a_url():
    assert seat_list("3,1,3,1") == (3, 1), "nobody sits twice"
    assert seat_list("x,1.5,-2, 4,5 ,٣,1234567890,6") == (6,), "only plain numbers count"
    assert seat_list(",".join(map(str, range(100)))) == tuple(range(20))


def test_every_house_rule_has_a_field_with_its_default_and_a_help_text():
    for rules in (game.rules for game in all_games().values()):
        forms = [NewGameForm(rules, [f"Player {seat}" for seat in range(players)]) for players in rules.players]
        shown = {field.name for form in forms for field in (*form.upfront(), *form.options())}
        declared, default = fields_of(rules.options), rules.options()
        matter = [rule for rule in declared if not rule.derived and (rule.applies is None or rule.applies(default))]
        assert shown == {f"option_{rule.key}" for rule in matter}, rules.slug
        expected = {rule.key: rule.default for rule in declared}
        for field in (field for form in forms for field in form.options()):
            assert field.initial == expected[field.name.removeprefix("option_")]
            assert field.label
            assert field.help_text


def test_the_form_returns_the_choices_made():
    form = new(option_odd_half="gnome", option_lowest_bid="0", night="2026-02-03")
    assert form.is_valid(), form.errors
    assert (form.cleaned_data["seats"], form.cleaned_data["dealer"]) == ((3, 1, 2), 1)
    assert form.chosen() == RULES.options(odd_half="gnome", lowest_bid=0)


def test_an_invalid_value_is_reported_at_its_field():
    for data, why in (
        ({"seats": "1,2"}, "Choose at least 3 players."),
        ({"seats": "1,2,3,4,5,6"}, "Choose at most 5 players."),
        ({"night": "1899-12-31"}, "Choose a date between 1900 and 2200."),
        ({"dealer": "3"}, "Select a valid choice. 3 is not"),
    ):
        (field,) = new(**data).errors
        assert (field in data, new(**data).errors[field][0].startswith(why)) == (True, True), data


def in_seats(*players):
    """Return the fields of all seats."""
    return {f"seat_{seat}": str(player) for seat, player in enumerate(players, start=1)}


@pytest.mark.parametrize(
    ("sent", "seats", "dealer"),
    [
        pytest.param({}, (11, 12, 13), 13, id="as they are"),
        pytest.param({"seat_1": "13"}, (13, 12, 11), 13, id="two swap, and the dealer stays the dealer"),
        pytest.param({"seats": "13,12,11", "seat_1": "12"}, (12, 13, 11), 13, id="a second swap follows the first"),
        pytest.param({"seat_3": "14"}, (11, 12, 14), 14, id="whoever takes over from the dealer deals"),
        pytest.param({"seats": "11,12,14", "dealer": "14", "seat_3": "15"}, (11, 12, 15), 15, id="and again"),
        pytest.param({"dealer": "12"}, (11, 12, 13), 12, id="another dealer"),
        pytest.param(in_seats(12, 13, 11), (12, 13, 11), 13, id="an undo sends all seats"),
        pytest.param(in_seats(11, 13, 13), (11, 13, 12), 13, id="so did earlier versions"),
        pytest.param(in_seats(14, 11, 13), (14, 11, 13), 13, id="who is replaced leaves"),
        pytest.param({"seats": "11,12", "seat_1": "99", "dealer": "x"}, (11, 12, 13), 13, id="nonsense is left out"),
        pytest.param({"seats": "11,12,99", "dealer": "14"}, (11, 12, 13), 13, id="so are strangers"),
    ],
)
def test_whoever_is_sent_for_a_seat_swaps_with_who_has_it_or_takes_over(sent, seats, dealer):
    form = setup(sent=DEFAULTS | sent)
    assert form.is_valid(), form.errors
    assert (form.seated, form.dealer) == (seats, dealer)


def test_rules_that_are_not_as_usual_come_first_and_say_what_is_usual():
    form = setup(sent=None, lowest_bid=0, tie="play_on")
    first, others = ([field.name for field in fields()] for fields in (form.unusual_options, form.options))
    assert first == ["option_lowest_bid", "option_tie"]
    assert (len(others), {*first} & {*others}) == (6, set())
    assert form["option_tie"].help_text == "What happens when players are tied at the end. Usually: Shared win."
    assert form["option_lowest_bid"].help_text.endswith("Usually: 1.")
    usual = replace(RULES.house_rules, player_target=150)
    assert [field.name for field in setup(sent=None, usual=usual).unusual_options()] == ["option_player_target"]


def test_an_invalid_setup_is_reported_at_its_field():
    for data, field, why in (
        ({"seen": "-1"}, "seen", "Ensure this value is greater"),
        ({"option_player_target": "0"}, "option_player_target", "Use a whole number from 1"),
    ):
        form = setup(sent=DEFAULTS | data)
        assert [*form.errors] == [field]
        assert form.errors[field][0].startswith(why)


def own(slug, players=3, **data):
    """Return the form for a new game by a recipe that comes with the app."""
    rules = supplied()[slug].rules
    names = [f"Player {seat}" for seat in range(players)]
    seats = ",".join(map(str, range(1, players + 1)))
    sent = {"uid": str(uuid.UUID(int=1)), "seats": seats, "dealer": "0"} | data
    return NewGameForm(rules, names, sent if data else None)


def test_a_new_game_of_the_groups_own_asks_only_for_its_first_number():
    for slug, asked in ((UNO, ["option_target"]), ("any_game:qwirkle", []), ("any_game:golf", ["option_rounds"])):
        form = own(slug)
        assert [field.name for field in (*form.upfront(), *form.options())] == asked


def test_a_game_without_a_dealer_does_not_ask_for_one():
    assert "dealer" in own(UNO).fields
    form = own(SKYJO, option_target="100")
    assert "dealer" not in form.fields
    assert form.is_valid(), form.errors
    assert form.chosen_dealer() == 0


def corrected(slug, players=3, **data):
    return setup(supplied()[slug], players, data)


def test_a_correction_asks_what_matters_to_the_answers():
    before, after = (set(corrected(UNO, option_sum=value).declared) for value in ("winner", "free"))
    assert {"option_worth", "option_bonus"} <= before - after
    assert {"option_negative", "option_phases"} <= after - before


def test_a_correction_shows_an_option_that_may_stay_blank_and_leaves_out_what_follows():
    for slug, options, shown in (
        ("any_game", {"out": 30}, 30),
        ("any_game", {"out": None}, None),
        ("oh_hell", {"largest": 7}, 7),
        ("tontine", {"hands": 5}, 5),
        ("tontine", {}, None),
    ):
        game = all_games()[slug]
        form = setup(game, game.rules.players[0], None, **options)
        assert form[f"option_{[*options, 'hands'][0]}"].value() == shown, slug


def test_a_game_for_another_number_of_players_has_no_sides():
    rules, names = all_games()["pinochle"].rules, [*"ABCDE"]
    assert [bool(NewGameForm(rules, names[:count]).sides()) for count in (4, 5)] == [True, False]


def test_a_correction_keeps_the_name_and_clears_what_no_longer_matters():
    form = corrected("any_game:skip-bo", option_sum="free", option_target="300", option_dealer="on")
    assert form.is_valid(), form.errors
    chosen = form.chosen()
    assert (chosen.template, chosen.name) == ("skip-bo", "Skip-Bo")
    assert (chosen.sum, chosen.worth, chosen.bonus, chosen.target) == ("free", 1, 0, 300)


def test_a_question_that_appears_with_another_answer_starts_with_its_default():
    form = corrected(UNO, option_sum="free", option_dealer="on", option_bids="least")
    assert form.is_valid(), form.errors
    assert (form["option_each"].value(), form.chosen().each) == ("10", 10)
