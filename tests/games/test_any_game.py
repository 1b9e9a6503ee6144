"""Any game: files with strange options, and names. What RULES.md says about hands and games is in `any_game/`."""

import ast
import json
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.formats.recipes import read_recipe
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.games import any_game
from scorekeeper.games.any_game import names as names_module, ready
from scorekeeper.games.any_game.names import rows_of
from scorekeeper.games.any_game.options import Options
from scorekeeper.games.any_game.ready import READY
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import Table
from tests.formats.documents import document, write_document
from tests.games.notations import AnyGame

FILES = {path.stem: path for path in sorted((Path(any_game.__path__[0]) / "recipes").glob("*.json"))}


def test_a_hand_from_before_a_correction_ended_the_game_stays_possible():
    for options, hand, late in (
        ({"rows": "turns", "ends": "target", "target": "9", "at_once": "true"}, "9 - -", "- - 5"),
        ({"wins": "least", "out": "9"}, "9 9 0", "0 0 0"),
    ):
        game = AnyGame(**options)
        game.record(hand)
        assert game.sheet.outcome is not None
        assert game.problems(late) == []
        entry = game.entry(late)
        assert game.game.type(game.sheet, 0).correcting(entry).entry() == entry


def test_a_row_of_the_sheet_is_a_round_of_turns_and_else_a_hand():
    """The last row is that of the next hand."""
    for players, options, hands, rows in (
        (3, {}, ["1 1 1", "2 2 2"], [1, 2, 3]),
        (3, {"rows": "turns"}, ["1 - -", "- 1 -", "- - 1", "1 - -"], [1, 1, 1, 2, 2]),
        (3, {"rows": "turns"}, ["1 - -", "- 1 -", "- - 1"], [1, 1, 1, 2]),
        (1, {"rows": "turns"}, ["1", "1"], [1, 2, 3]),
        (2, {"rows": "turns", "ends": "target", "target": "2", "at_once": "true"}, ["1 -", "- 2"], [1, 1, 2]),
        # Whoever is out has no turns; whoever joins in the middle of a round, after the last turn, still has one.
        (3, {"rows": "turns", "wins": "least", "out": "9"}, ["9 - -", "- 1 -", "- - 1", "- 1 -"], [1, 1, 1, 2, 2]),
        (3, {"rows": "turns", "joined": "0 0 3"}, ["1 - -", "- 1 -", "- - 1", "1 - -"], [1, 1, 1, 2, 2]),
    ):
        game = AnyGame(players=players, **options)
        for hand in hands:
            game.record(hand)
        assert [*(hand.row for hand in game.sheet.hands), game.rules.row(game.sheet)] == rows, (options, hands)


def test_turns_after_the_end_still_make_rounds():
    game = AnyGame(players=2, rows="turns", ends="target", target="2", at_once="true")
    turns = [(0, game.entry(turn)) for turn in ("2 -", "- 1", "1 -", "- 1")]
    replay = Replay.of(game.rules, game.sheet.table).after(turns)
    assert [hand.row for hand in replay.hands] == [1, 1, 2, 2]
    assert [game.rules.played(replay.sheet, hand.entry) for hand in replay.uncounted] == [(1,), (0,), (1,)]


def places(options, hands):
    """Return the places of the messages about a file of a game with these options."""
    game = {"rules": "any_game", "options": options, "players": ["Ann", "Bob", "Cy"], "hands": hands}
    return [message.place for message in read_sheets(document(game)).messages]


def test_a_file_with_contradictory_options_is_refused():
    for options in ({"sides": "partners"}, {"rows": "categories"}, {"joined": (0, 5), "left": (1,)}):
        refused = [
            place.startswith(("games[0].options", "games[0].players")) for place in places(options, [{"players": {}}])
        ]
        assert any(refused), options


def test_a_file_with_options_that_earlier_versions_accepted_is_read():
    for options in (
        {"out": 50, "ends": "target"},
        {"rows": "turns", "categories": "A\na"},
        {"rows": "turns", "categories": "A\nBonus + 0 from 3"},
        {"bids": "exact", "cards": 6, "ends": "rounds", "joined": [0, 0, 3]},
    ):
        assert places(options, []) == [], options


def test_a_tally_comes_back_from_a_file_and_whoever_is_left_out_has_made_no_point():
    options = {"rows": "tally", "ends": "target", "target": 11}
    short = {"rules": "any_game", "options": options, "players": ["Ann", "Bob", "Cy"]}
    reading = read_sheets(document({**short, "hands": [{"players": {"Bob": {"points": 11}}}]}))
    assert reading.messages == ()
    (game,) = reading.games
    assert (game.sheet.hands[0].entry.points, game.outcome.winners) == ((0, 11, 0), ("1",))
    written = read_sheets(write_document(reading.games))
    assert (written.messages, written.games[0].sheet) == ((), game.sheet)
    assert places(options, [{"players": {"Bob": {"points": 11}}}] * 2) == ["games[0].hands"]


@pytest.fixture
def translated(monkeypatch):
    monkeypatch.setattr("scorekeeper.formats.language.pgettext", lambda context, message: f"{context}: {message}")


class TestNames:
    """The names in the recipes that come with the app can be translated, and what people typed stays as it is."""

    def test_every_recipe_has_texts_for_its_name_and_its_rows(self):
        assert sorted(READY) == list(FILES)
        for stem, path in FILES.items():
            recipe = json.loads(path.read_bytes())
            rows = rows_of(recipe["options"].get("categories", ""))
            names = [("game", recipe["name"]), *(("row", row.name) for row in rows)]
            assert [(text.context, text.message) for text in (READY[stem].name, *READY[stem].rows)] == names

    def test_makemessages_can_find_every_text(self):
        """It reads only literals, and the context comes first."""
        trees = [ast.parse(path.read_text()) for path in Path(ready.__path__[0]).glob("*.py")]
        calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
        found = [call for call in calls if getattr(call.func, "id", "") == "pgettext"]
        assert len(found) == sum(1 + len(game.rows + game.once + game.also) for game in READY.values())
        assert all(len(call.args) == 2 and not call.keywords for call in found)
        assert all(isinstance(ast.literal_eval(argument), str) for call in found for argument in call.args)

    def test_only_what_came_with_the_app_is_translated(self, translated):
        for recipe, words, context, shown in (
            ("hearts", "Hearts", "game", "game: Hearts"),
            ("catan", "Cities", "row", "row: Cities"),
            ("yahtzee", "Yahtzee", "game", "game: Yahtzee"),
            ("yahtzee", "Yahtzee", "row", "row: Yahtzee"),
            ("hearts", "Black Lady", "game", "Black Lady"),
            ("hearts", "Spades", "game", "Spades"),
            ("catan", "Towns", "row", "Towns"),
            ("catan", "Coins", "row", "Coins"),
            ("hearts-2", "Hearts", "game", "Hearts"),
            ("", "Chance", "row", "Chance"),
            ("ours", "{name} & {row}", "game", "{name} & {row}"),
        ):
            assert sentence(names_module.shown(recipe, words, context)) == shown

    def made(self, stem, **changes):
        """Return a recipe's game, with any changes a group made, and its blank sheet."""
        reading = read_recipe(FILES[stem].read_bytes()).game
        options = replace(reading.rules.house_rules, **changes)
        game = reading.made(options)
        return game, game.rules.blank(Table(names=("Ann", "Bob", "Cy"), options=options, first_dealer=0))

    def test_names_are_translated_wherever_a_game_is_shown(self, translated):
        game, sheet = self.made("catan")
        screen = game.type(sheet, 0).view()
        entry = game.type(sheet, 0, {f"players.{seat}.points": 2 for seat in range(3)}).entry()
        after = game.rules.record(sheet, 0, entry)
        assert sentence(game.rules.name) == "game: Catan"
        assert sentence(screen.question.title).startswith("row: Settlements: ")
        assert sentence(game.rules.hand_name(sheet)) == "row: Settlements"
        assert sentence(game.rules.label(sheet, entry)) == "row: Settlements"
        assert sentence(after.hands[0].lines[0].reason).startswith("row: Settlements: ")
        game, sheet = self.made("yahtzee")
        offers = game.type(sheet, 0).view().question.offers
        assert [sentence(offer.label) for offer in offers][:2] == ["row: Ones", "row: Twos"]

    def test_names_that_a_group_changed_stay_as_they_are(self, translated):
        game, sheet = self.made("catan", name="Siedler", categories="Towns\nCities × 2")
        assert sentence(game.rules.name) == "Siedler"
        assert sentence(game.rules.hand_name(sheet)) == "Towns"
        assert sentence(any_game.AnyGame(Options(name="Catan")).name) == "Catan"
