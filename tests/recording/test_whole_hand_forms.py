"""The form for a whole hand: whatever an entry of any game holds can be typed, shown, and read back."""

import pytest
from hypothesis import given, strategies as st

from scorekeeper.games import all_games
from scorekeeper.recording.whole_hand import reading
from scorekeeper.recording.whole_hand.deciding import Ask, Sent, seen_now
from scorekeeper.recording.whole_hand.forms import WholeHandForm
from scorekeeper.rules.declaration import DEALER
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.sheet import Problem
from scorekeeper.rules.text import gettext as _
from scorekeeper.web.refusals import Refused
from tests.formats.test_every_game import TABLES, played
from tests.games.contract import make_table
from tests.games.test_any_game_recipes import REPLAYS, replayed
from tests.whole_forms import record_of, sent_by, typed

pytestmark = pytest.mark.slow

LONGEST = 8


def form_of(record, texts=(), **more):
    sent = Sent(number=1, texts=dict(texts), seen=seen_now(record, 1))
    return WholeHandForm(Ask(record=record, sent=sent, **more))


def read(record, texts):
    """Return the answers that were typed."""
    answers, wrong = reading.read(record, 1, texts)
    assert not wrong
    return answers


def record(slug="trumplestiltskin", players=None, **options):
    card_game = all_games()[slug]
    return record_of(card_game, make_table(card_game, players, **options))


def test_a_hand_that_was_tapped_can_be_typed():
    tables = {}  # one for each game and number of players
    for parameter in TABLES:
        card_game, table = parameter.values
        tables.setdefault((card_game.rules.slug, len(table.names)), (card_game, table))
    for key, (card_game, table) in tables.items():
        game, asked = played(card_game, table), record_of(card_game, table)
        for hand in game.scored:
            answers = read(asked, typed(answers_from_entry(hand.entry)))
            entry = game.rules.entry_from(answers, table)
            assert game.rules.record_of(entry, table) == game.rules.record_of(hand.entry, table), key
            assert DEALER not in answers


@st.composite
def values(draw, answer, seats):
    """Draw a value that the declaration allows, or None."""
    field = answer.field
    number = st.integers(field.low, field.high)
    return draw(
        st.none()
        | {
            "number": number,
            "numbers": st.lists(number, min_size=1, max_size=LONGEST).map(tuple),
            "choice": st.sampled_from([choice.value for choice in field.choices] or [None]),
            "seat": st.integers(0, seats - 1),
            "flag": st.booleans(),
        }[field.kind]
    )


@given(st.data())
def test_whatever_an_entry_holds_is_shown_and_read_back(data):
    card_game, table = data.draw(st.sampled_from([parameter.values for parameter in TABLES]))
    asked = record_of(card_game, table)
    rules = card_game.made(table.options).rules
    fields = [(path, field) for path, field in form_of(asked).fields.items() if path != DEALER]
    answers = {path: data.draw(values(field, len(table.names))) for path, field in fields}
    entry = rules.entry_from({path: value for path, value in answers.items() if value is not None}, table)
    form = form_of(asked)
    form.initial = answers_from_entry(entry)
    assert rules.entry_from(read(asked, sent_by(form)), table) == entry


def test_every_place_of_an_entry_has_an_input_even_for_a_player_who_is_out():
    form = form_of(record("shnarbles", 4))
    assert {*form.fields} <= set(sent_by(form)) | {"hand.all_passed", *(f"players.{seat}.folded" for seat in range(4))}


def test_only_what_the_house_rules_ask_for_is_there():
    rounds, bids = (record("any_game", 2, **options) for options in ({}, {"bids": "over_under"}))
    assert [*form_of(rounds).fields] == ["players.0.points", "players.1.points"]
    assert {field.field.name for path, field in form_of(bids).fields.items() if path != DEALER} == {"bid", "tricks"}


def test_a_game_of_each_recipe_can_be_typed():
    for name in REPLAYS:
        game, hands = replayed(name)
        sheet = hands[-1].sheet
        asked = record_of(game, sheet.table)
        for hand in sheet.hands:
            answers = read(asked, typed(answers_from_entry(hand.entry)))
            assert game.rules.entry_from(answers, sheet.table) == hand.entry, name


def test_a_row_is_chosen_by_its_name():
    game, hands = replayed("yahtzee")
    form = form_of(record_of(game, hands[-1].sheet.table))
    assert form.fields["hand.row"].widget.choices[:3] == [("", "–"), ("1", "Ones"), ("2", "Twos")]


def test_what_is_ticked_beside_a_row_has_its_name():
    game, hands = replayed("yahtzee")
    field = form_of(record_of(game, hands[-1].sheet.table)).fields["hand.beside"]
    assert (field.label, field.help_text) == ("Also in this turn", "Yahtzee bonuses")


@pytest.mark.parametrize(
    ("players", "asked"),
    [(3, ["players.0.points", "players.1.points", "players.2.points"]), (4, ["sides.0.points", "sides.1.points"])],
)
def test_partners_are_asked_together_if_there_are_enough(players, asked):
    form = form_of(record("any_game", players, sides="partners", partners_from=4))
    assert [*form.fields] == asked


def test_a_number_can_be_typed_as_on_the_hand_screen():
    for raw, bid in {" 12 ": 12, "20 − 8": 12, "": None}.items():
        assert read(record(), {"players.1.bid": raw}).get("players.1.bid") == bid


def test_a_value_that_cannot_be_read_is_refused_at_its_input():
    for slug, path, raw, message in (
        ("trumplestiltskin", "players.1.bid", "x", "Enter a whole number from 0 to 9999."),
        ("trumplestiltskin", "hand.gnome", "joker", None),
        ("trumplestiltskin", "hand.gnome", "\ud800", None),
        ("pinochle", "hand.bidder", "4", "This isn’t one of the players."),
        ("pinochle", "sides.0.last_trick", "maybe", "Expected true or false."),
        ("piquet", "hand.sequences.lengths", "4, x", "Enter a whole number from 3 to 9999."),
    ):
        form = form_of(record(slug), {path: raw})
        assert set(form.errors) == {path}
        assert message in (None, form.errors[path][0]), path
        for strange in ("-1", "9" * 5000, "\x00", "²"):
            fields = dict.fromkeys((*form.fields, "players.77.bid", "hand.", "revisions", "taps", "setup"), strange)
            assert not form_of(record(slug), fields).is_valid()


def test_other_paths_are_ignored():
    data = {"players.9.bid": "3", "hand.taker": "1", "hand.bidding_done": "true", "players.0.passed": "true"}
    assert read(record(), data) == {}


def test_an_unchecked_flag_is_not_given_but_no_is_an_answer_where_one_is_needed():
    assert "hand.all_passed" not in read(record(), {})
    assert read(record("pinochle"), {"sides.0.last_trick": "false"}) == {"sides.0.last_trick": False}


def test_only_numbers_that_can_be_negative_need_more_than_digits():
    modes = {path: field.widget.attrs["inputmode"] for path, field in form_of(record("klondike")).fields.items()}
    assert (modes["players.0.cards"], modes["players.0.points"]) == ("numeric", "text")


def test_a_problem_stands_at_its_input_or_at_the_top():
    problems = tuple(Problem(path=path, message=_("No.")) for path in ("players.0.bid", "hand.call"))
    form = form_of(record(), refused=Refused(_("Not yet."), problems=problems))
    assert form.errors == {"players.0.bid": ["No."], "__all__": ["Not yet.", "No."]}
    assert not form.is_unlikely
