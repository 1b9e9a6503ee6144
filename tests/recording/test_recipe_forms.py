"""The forms for a group’s own games: what they ask, accept and say."""

from dataclasses import replace

from hypothesis import given

from scorekeeper.recording.own_games.forms import AddRecipeForm, RecipeForm
from scorekeeper.recording.own_games.reading import blank_game, setting_up, supplied
from scorekeeper.rules.declaration import fields_of, options_record, settled
from tests.games.test_any_game_properties import tables
from tests.own_games import UNO, YAHTZEE

BLANK = blank_game()
RULES = BLANK.rules
FIRST = {"option_wins": "most", "option_ends": "target", "option_target": "100"}


def form(picture="round", **data):
    return RecipeForm(BLANK, picture, RULES.house_rules, {"uid": "farkle", "name": "Farkle"} | FIRST | data)


def chosen(picture="round", **data):
    sent = form(picture, **data)
    assert sent.is_valid(), sent.errors
    return sent.chosen()


def problems(picture="round", **data):
    return {name.removeprefix("option_"): list(messages) for name, messages in form(picture, **data).errors.items()}


def first(sent):
    """Return what is asked first: each option with its buttons, and the numbers beside them."""
    return {
        field.name.removeprefix("option_"): {
            button.data["value"]: [number.name.removeprefix("option_") for number in numbers]
            for button, _hint, numbers in buttons
        }
        for field, buttons in sent.first()
    }


def others(sent):
    return [field.name.removeprefix("option_") for field in sent.options()]


TIES = {"shared": [], "play_on": [], "ahead": []}
ENDS = {"target": ["target"], "rounds": ["rounds"], "hand": []}
WINS, SIDES = {"most": [], "least": [], "nobody": []}, {"alone": [], "partners": []}


class TestWhatIsAsked:
    def test_each_picture_has_its_questions_with_their_numbers_beside_the_buttons(self):
        for picture, asked in (
            ("round", {"wins": WINS, "ends": ENDS, "sum": {"free": [], "zero": [], "fixed": ["sums"]}, "sides": SIDES}),
            ("turn", {"wins": WINS, "ends": ENDS, "last_turn": {}, "sides": SIDES}),
            ("point", {"ends": {"target": ["target"], "hand": []}, "ties": TIES, "wins": WINS, "sides": SIDES}),
            ("card", {"rows": {"turns": [], "categories": []}, "wins": WINS, "sides": SIDES}),
            ("who", {"sides": SIDES | {"together": []}}),
        ):
            starts = replace(RULES.house_rules, **setting_up().pictures[picture].starts)
            assert first(RecipeForm(BLANK, picture, starts)) == asked, picture

    def test_what_else_is_asked_depends_on_the_picture_and_the_answers(self):
        for picture, answers, more, less in (
            ("round", {}, {"past", "ties", "bids"}, {"at_once", "back", "worth", "made", "sum", "rows", "categories"}),
            ("round", {"option_sum": "fixed"}, {"all_but_one", "phases"}, {"worth", "sums"}),
            ("round", {"option_bids": "least"}, {"over", "bags"}, {"penalty"}),
            ("turn", {}, {"at_once"}, {"dealer", "sum", "bids", "categories"}),
            (
                "card",
                {"option_rows": "turns", "option_categories": "Ones"},
                {"fewest"},
                {"ties", "at_once", "ends", "target"},
            ),
            ("collects", {"option_sum": "winner"}, {"worth", "bonus"}, {"sides", "bids", "negative"}),
            ("who", {}, {"fewest", "most"}, {"wins", "start", "negative"}),
        ):
            asked = set(others(form(picture, **answers)))
            assert (more - asked, less & asked) == (set(), set()), (picture, answers)

    def test_partners_are_offered_with_how_many_play(self):
        (hint,) = {hint for _field, buttons in form().first() for _button, hint, _numbers in buttons if hint}
        assert hint == "4, 6, 8 or 10 play"

    def test_nothing_is_asked_about_the_recipe_itself(self):
        derived = {field.key for field in fields_of(RULES.options) if field.derived}
        assert derived.isdisjoint({*first(form()), *others(form())})

    def test_the_fields_start_with_the_games_options(self):
        options = supplied()[UNO].rules.house_rules
        shown = RecipeForm(BLANK, "collects", options, initial={"uid": "uno", "name": "Uno"})
        assert (shown["option_target"].value(), shown["option_sum"].value()) == (500, "winner")
        rows = RecipeForm(BLANK, "card", supplied()[YAHTZEE].rules.house_rules).rows()
        assert [(row.name, row.kind) for row in rows][:3] == [("Ones", "dice"), ("Twos", "dice"), ("Threes", "dice")]


class TestWhatIsChosen:
    def test_the_options_have_the_recipes_id_and_name(self):
        options = chosen(option_target="10000", option_negative="on")
        assert (options.template, options.name, options.slug) == ("farkle", "Farkle", "any_game:farkle")
        assert (options.ends, options.target, options.negative) == ("target", 10000, True)
        assert chosen(name="  Farkle   for two ").name == "Farkle for two"

    def test_answers_that_no_longer_matter_have_their_defaults(self):
        options = chosen(option_ends="hand", option_target="77", option_past="back", option_back="5")
        assert options == RULES.options(template="farkle", name="Farkle")

    def test_answers_that_were_not_sent_stay_as_they_were(self):
        options = replace(supplied()[UNO].rules.house_rules, bonus=25)
        sent = RecipeForm(BLANK, "collects", options, {"uid": "uno", "name": "Uno", "option_wins": "least"})
        assert sent.is_valid(), sent.errors
        assert (sent.chosen().wins, sent.chosen().bonus, sent.chosen().sum) == ("least", 25, "winner")

    def test_named_rows_are_tidied_and_any_other_text_is_refused(self):
        for raw, text in (
            ("\n  Ones \n\n\t Twos\n ", "Ones\nTwos"),
            ("Ones\t=  0\u00a01 2", "Ones = 0 1 2"),
            ("Ones\x0bTwos\u2028Threes", "Ones\nTwos\nThrees"),
        ):
            assert chosen("card", option_rows="turns", option_categories=raw).categories == text
        for raw, why in (
            ("\n".join(map(str, range(31))), "Use at most 30 lines of plain text."),
            ("Ones\x07", "Use at most 30 lines of plain text."),
            ("x" * 1001, "Ensure this value has at most 1000 characters (it has 1001)."),
        ):
            assert problems("card", option_rows="turns", option_categories=raw) == {"categories": [why]}

    def test_numbers_are_read_from_a_list(self):
        for raw, numbers in (("1 5;10,", (1, 5, 10)), ("-5, −10, –1", (-5, -10, -1)), ("", None)):
            assert chosen(option_buttons=raw, option_negative="on").buttons == numbers
        assert problems(option_buttons="1, five") == {"buttons": ["Enter whole numbers, separated by commas."]}
        assert problems(option_buttons="100000") == {"buttons": ["Enter a whole number from −99999 to 99999."]}

    def test_a_wrong_answer_is_reported_at_its_field(self):
        for data, key, why in (
            ({"option_target": "x"}, "target", "Use a whole number from −99999 to 99999."),
            ({"option_most": "11"}, "most", "Use a whole number from 1 to 10."),
            ({"option_wins": "x"}, "wins", "Select a valid choice."),
            ({"name": ""}, "name", "Enter a name."),
            ({"name": "Far\x07kle"}, "name", "A name can’t contain control characters."),
            *(({"uid": uid}, "uid", "") for uid in ("", "Farkle", "a b", "x" * 31, "a/b", "a:b", "é")),
        ):
            (found,) = problems(**data).items()
            assert (found[0], found[1][0].startswith(why)) == (key, True)

    def test_a_number_beside_a_button_that_was_not_chosen_is_ignored(self):
        for target in ("100000", "x", ""):
            options = chosen(option_ends="rounds", option_rounds="7", option_target=target)
            assert (options.ends, options.rounds, options.target) == ("rounds", 7, 100)


class TestWhatIsShown:
    def test_a_preview_has_what_can_be_read_without_a_name_or_id(self):
        shown = form("collects", option_sum="winner", option_bonus="x", option_worth="5", name="").shown()
        assert shown == RULES.options(ends="target", sum="winner", worth=5)

    def test_the_other_options_are_unfolded_only_if_one_of_them_is_wrong(self):
        for data, wrong in (({"option_target": "x"}, False), ({"option_buttons": "x"}, True)):
            assert form(**data).others_wrong() is wrong

    def test_a_number_that_can_be_negative_has_a_keyboard_with_a_minus(self):
        assert "inputmode" not in str(form()["option_target"])
        assert 'inputmode="numeric"' in str(form()["option_rounds"])


def test_a_shared_game_needs_a_link_or_a_file():
    assert AddRecipeForm({"link": "https://example.com/t/abc/"}, {}).errors == {}
    assert AddRecipeForm({"link": ""}, {}).errors == {"link": ["Paste a link, or choose a file."]}


def written(value):
    """Return an option as its form field submits it."""
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


@given(tables())
def test_any_options_that_are_not_refused_can_be_chosen(table):
    options = replace(table.options, joined=(), joined_with=(), left=(), template="farkle", name="Farkle")
    data = {f"option_{key}": written(value) for key, value in options_record(options).items() if value is not False}
    picture = setting_up().pictured(options)
    sent = RecipeForm(BLANK, picture, options, {"uid": "farkle", "name": "Farkle"} | data)
    assert sent.is_valid(), sent.errors
    assert settled(sent.chosen()) == settled(options)
