"""The forms for setting up a game, built from the game's declaration."""

import uuid

from scorekeeper.games import all_games
from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.people.roster.forms import PlayerForm
from scorekeeper.recording.game.forms import seat_list
from scorekeeper.recording.own_games.reading import supplied
from scorekeeper.recording.setup.forms import CorrectSetupForm, NewGameForm
from scorekeeper.rules.declaration import fields_of, options_record
from tests.own_games import SKYJO, UNO

RULES = Trumplestiltskin()
DEFAULTS = {f"option_{key}": value for key, value in options_record(RULES.options()).items()}
PLAYERS = {11: "Ann", 12: "Bob", 13: "Cy", 14: "Dee"}


def new(**data):
    chosen = {"uid": str(uuid.UUID(int=1)), "seats": "3,1,2", "dealer": "1"} | DEFAULTS | data
    return NewGameForm(RULES, ["Cy", "Ann", "Bob"], chosen)


def setup(**data):
    chosen = {"seen": "0", "dealer": "13", "seat_1": "11", "seat_2": "12", "seat_3": "13"} | DEFAULTS | data
    return CorrectSetupForm(RULES, RULES.options(), PLAYERS, 3, chosen)


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
    assert form.chosen_options() == options_record(RULES.options(odd_half="gnome", lowest_bid=0))


def test_an_invalid_value_is_reported_at_its_field():
    for data, why in (
        ({"seats": "1,2"}, "Choose at least 3 players."),
        ({"seats": "1,2,3,4,5,6"}, "Choose at most 5 players."),
        ({"night": "1899-12-31"}, "Choose a date between 1900 and 2200."),
        ({"dealer": "3"}, "Select a valid choice. 3 is not"),
    ):
        (field,) = new(**data).errors
        assert (field in data, new(**data).errors[field][0].startswith(why)) == (True, True), data


def test_choosing_a_player_who_sits_elsewhere_swaps_the_two():
    for shown, chosen, seats in (
        ("11,12,13", "11 13 13", (11, 13, 12)),
        ("11,13,12", "12 13 12", (12, 13, 11)),  # a second swap counts from the seating shown
        ("11,12,13", "14 11 13", (14, 11, 13)),  # who is replaced leaves
        ("11,12,13", "14 12 11", (14, 12, 11)),  # who moves and is replaced doesn't swap
    ):
        seated = {f"seat_{seat}": player for seat, player in enumerate(chosen.split(), start=1)}
        form = setup(shown=shown, **seated, dealer=chosen[:2])
        assert form.is_valid(), form.errors
        assert form.chosen_seats() == tuple(field.value() for field in form.seats()) == seats
        assert form["shown"].value() == ",".join(map(str, seats))


def test_an_invalid_setup_is_reported_at_its_field():
    taken = {"seat_2": "This player already has another seat."}
    for data, errors in (
        ({"seat_2": "11"}, taken),
        ({"shown": "11,12,99", "seat_2": "11"}, taken),
        ({"shown": "11,12,13", "seat_1": "14", "seat_2": "14"}, taken),
        ({"dealer": "\x00"}, {"dealer": "Select a valid choice."}),
        ({"dealer": "14"}, {"dealer": "The first dealer must be one of the players."}),
        ({"seen": "-1"}, {"seen": "Ensure this value is greater"}),
    ):
        form = setup(**data)
        assert set(form.errors) == set(errors)
        assert all(form.errors[field][0].startswith(why) for field, why in errors.items())


def test_a_name_reserved_by_a_game_is_refused():
    for name in ("Gnome", " GNOME "):
        why = f"One of the games uses the name {name.strip()}. Choose another one."
        assert PlayerForm({"name": name}).errors["name"] == [why]


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
    rules = supplied()[slug].rules
    seats = {f"seat_{seat}": str(player) for seat, player in enumerate(list(PLAYERS)[:players], start=1)}
    return CorrectSetupForm(rules, rules.house_rules, PLAYERS, players, {"seen": "0", "dealer": "11"} | seats | data)


def test_a_correction_asks_what_matters_to_the_answers():
    before, after = (set(corrected(UNO, option_sum=value).declared) for value in ("winner", "free"))
    assert {"option_worth", "option_bonus"} <= before - after
    assert {"option_negative", "option_phases"} <= after - before


def test_a_correction_keeps_the_name_and_clears_what_no_longer_matters():
    form = corrected("any_game:skip-bo", option_sum="free", option_target="300", option_dealer="on")
    assert form.is_valid(), form.errors
    chosen = form.chosen()
    assert (chosen.template, chosen.name) == ("skip-bo", "Skip-Bo")
    assert (chosen.sum, chosen.worth, chosen.bonus, chosen.target) == ("free", 1, 0, 300)


def test_a_question_that_appears_with_another_answer_starts_with_its_default():
    form = corrected(UNO, option_sum="free", option_dealer="on", option_bids="least")
    assert form.is_valid(), form.errors
    assert (form["option_each"].value(), form.chosen().each) == (10, 10)
