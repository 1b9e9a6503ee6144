"""The recipes that come with the app: their files, and a whole game of each, worked out in `any_game/recipes.txt`."""

import json
from collections import namedtuple
from pathlib import Path

import pytest

from scorekeeper.formats.language import plain, sentence, signed_points
from scorekeeper.formats.recipes import pack, read_link, read_recipe, write_recipe
from scorekeeper.games import any_game
from scorekeeper.games.any_game.names import typed_rows
from scorekeeper.rules.declaration import form_text
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import points
from tests.games.entering import buttons, complete, enter_hand
from tests.games.worked import HERE, NAMES, sections

FOLDER = Path(any_game.__path__[0]) / "recipes"
FILES = sorted(FOLDER.glob("*.json"))
REPLAYS = {section.title: section for section in sections(HERE / "any_game/recipes.txt")}
MOST_IN_A_LINK = 1200
RECORD_AND_SAVE = 2

Played = namedtuple("Played", "sheet totals warned taps")


def recipe_in(path):
    reading = read_recipe(path.read_bytes())
    assert reading.messages == ()
    return reading.game


def table_of(recipe, players):
    return Table(names=NAMES[:players], options=recipe.rules.house_rules, first_dealer=players - 1)


def test_the_files_are_those_of_the_26_games():
    assert [path.stem for path in FILES] == sorted(REPLAYS)
    assert len(FILES) == 26


def test_a_file_comes_back_from_a_file_and_a_link_with_only_what_differs_from_the_defaults():
    for path in FILES:
        recipe = recipe_in(path)
        assert recipe.rules.slug == f"any_game:{path.stem}"
        assert json.loads(path.read_bytes()) == json.loads(write_recipe(recipe))
        packed = pack(recipe)
        for reading in (read_recipe(write_recipe(recipe)), read_link(f"https://cards.example/t/{packed}")):
            assert reading.messages == ()
            assert reading.game.rules.house_rules == recipe.rules.house_rules
        assert len(packed) <= MOST_IN_A_LINK, path.stem


def test_the_fewest_and_the_most_players_can_start_a_game():
    for path in FILES:
        recipe = recipe_in(path)
        for players in (recipe.rules.house_rules.fewest, recipe.rules.house_rules.most):
            assert recipe.rules.refuse_table(table_of(recipe, players)) is None
            assert players in recipe.rules.players


def turns_in(sheet, typed):
    """Return what is typed hand by hand: a game of turns has several to a line."""
    options = sheet.table.options
    if options.rows != "turns":
        return [typed]
    return typed.split(", ") if options.categories else typed.split()


def answers_for(sheet, seats, typed):
    """Return the answers, by path, that a hand's notation stands for."""
    options = sheet.table.options
    if options.rows == "turns":
        row, _space, number = typed.rpartition(" ")
        names = [named.name for named in typed_rows(options.categories)]
        picked = {"hand.row": names.index(row) + 1} if row else {}
        return {**picked, f"players.{seats[0]}.points": int(number)}
    whose, answers = "players" if options.alone or options.bidding else "sides", {}
    for index, word in enumerate(typed.split()):
        place = f"{whose}.{index}"
        if word == "*":
            answers["hand.winner"] = index
        elif "/" in word:
            answers |= dict(zip((f"{place}.bid", f"{place}.tricks"), map(int, word.split("/")), strict=True))
        else:
            answers |= {f"{place}.phase": True} if word.endswith("!") else {}
            answers[f"{place}.points"] = int(word.removesuffix("!"))
    return answers


def taps_for(game, sheet, dealer, answers):
    """Return the taps that give these answers, in the order in which the screen asks, and how many they are."""
    taps, count, given = [], 0, {}
    while (screen := game.type(sheet, dealer, given).view()).question is not None:
        beside = [offer.path for offer in screen.question.extras if offer.path in answers and offer.path not in given]
        path = beside[0] if beside else screen.question.path
        value = answers[path]
        offered = any((offer.path, offer.value) == (path, value) for offer in buttons(screen))
        taps.append(f"{path}={form_text(value)}")
        count += 1 if offered else len(str(value)) + 1
        given[path] = value
    assert given == answers
    return taps, count + RECORD_AND_SAVE


def replayed(name):
    """Return the game of a recipe and its hands, entered as its players would."""
    recipe, hands = recipe_in(FOLDER / f"{name}.json"), []
    rules = recipe.rules
    sheet = rules.blank(table_of(recipe, int(REPLAYS[name].options["players"])))
    for row in REPLAYS[name].rows:
        if row.given.startswith("lines ") or row.given in ("end", "stopped"):
            continue
        after = [points(int(total)) for total in row.expected[0].split()]
        for typed in turns_in(sheet, row.given):
            assert sheet.outcome is None
            dealer, seats, expected = rules.dealer(sheet), rules.seats(sheet), after
            if sheet.table.options.rows == "turns":
                expected = list(sheet.totals.values())
                expected[seats[0]] = after[seats[0]]
            taps, count = taps_for(recipe, sheet, dealer, answers_for(sheet, seats, typed))
            entry = complete(recipe, sheet, dealer, enter_hand(recipe, sheet, dealer, taps)[0])
            warned = list(rules.problems(sheet, dealer, entry)) != []
            sheet = rules.record(sheet, dealer, entry)
            hands.append(Played(sheet=sheet, totals=expected, warned=warned, taps=count))
    return recipe, hands


@pytest.mark.parametrize("name", REPLAYS)
def test_a_whole_game_is_worth_and_ends_as_worked_out_by_hand(name):
    replay, (game, hands) = REPLAYS[name], replayed(name)
    assert [list(hand.sheet.totals.values()) for hand in hands] == [hand.totals for hand in hands]
    assert str(hands[0].taps) == replay.options["taps"]
    warned = [str(number) for number, hand in enumerate(hands, start=1) if hand.warned]
    assert warned == replay.options.get("warned", "").split()
    labels = {column.key: plain(column.label) for column in hands[0].sheet.columns}
    for row in replay.rows:
        if row.given.startswith("lines "):
            lines = hands[int(row.given.removeprefix("lines ")) - 1].sheet.hands[-1].lines
            shown = [(labels[line.column], signed_points(line.points), sentence(line.reason)) for line in lines]
            assert ["{} {}: {}".format(*line) for line in shown] == row.expected
    sheet, end = hands[-1].sheet, replay.rows[-1]
    assert end.given == ("stopped" if sheet.outcome is None else "end")
    outcome = sheet.outcome or game.rules.stopped(sheet, "leader_wins")
    ranking = ", ".join("=".join(labels[key] for key in tied) for tied in outcome.ranking)
    assert [f"{ranking}: {sentence(outcome.reason)}"] == end.expected
    assert outcome.winners == outcome.ranking[0]
