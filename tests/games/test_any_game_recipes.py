"""The recipes that come with the app: their files, and a whole game of each."""

import json
from collections import namedtuple
from pathlib import Path

import pytest

from scorekeeper.formats.language import sentence, signed_points
from scorekeeper.formats.recipes import pack, read_link, read_recipe, write_recipe
from scorekeeper.games import any_game
from scorekeeper.games.any_game.names import typed_rows
from scorekeeper.rules.declaration import form_text
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import points
from tests.games.any_game_replays import NAMES, ROUNDS
from tests.games.any_game_rows import ROWS
from tests.games.entering import buttons, complete, enter_hand

FOLDER = Path(any_game.__path__[0]) / "recipes"
FILES = sorted(FOLDER.glob("*.json"))
REPLAYS = ROUNDS | ROWS
MOST_IN_A_LINK = 1200
RECORD_AND_SAVE = 2

Played = namedtuple("Played", "sheet totals warned taps")

every_file = pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in FILES])


def recipe_in(path):
    reading = read_recipe(path.read_bytes())
    assert reading.messages == ()
    return reading.game


def table_of(recipe, players):
    names = (*NAMES, "Gus", "Hal", "Ida", "Jo")[:players]
    return Table(names=names, options=recipe.rules.house_rules, first_dealer=players - 1)


def test_the_files_are_those_of_the_26_games():
    assert [path.stem for path in FILES] == sorted(REPLAYS)
    assert len(FILES) == 26


@every_file
def test_a_file_is_read_and_comes_back_from_a_file_and_a_link_with_only_what_differs_from_the_defaults(path):
    recipe = recipe_in(path)
    assert recipe.rules.slug == f"any_game:{path.stem}"
    assert json.loads(path.read_bytes()) == json.loads(write_recipe(recipe))
    packed = pack(recipe)
    for reading in (read_recipe(write_recipe(recipe)), read_link(f"https://cards.example/t/{packed}")):
        assert reading.messages == ()
        assert reading.game.rules.house_rules == recipe.rules.house_rules
    assert len(packed) <= MOST_IN_A_LINK


@every_file
def test_the_fewest_and_the_most_players_can_start_a_game(path):
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
    whose = "players" if options.alone or options.bidding else "sides"
    answers = {}
    for index, word in enumerate(typed.split()):
        answers |= _answers_of(word, f"{whose}.{index}", index)
    return answers


def _answers_of(word, place, seat):
    if word == "*":
        return {"hand.winner": seat}
    if "/" in word:
        bid, made = word.split("/")
        return {f"{place}.bid": int(bid), f"{place}.tricks": int(made)}
    phase = {f"{place}.phase": True} if word.endswith("!") else {}
    return {**phase, f"{place}.points": int(word.removesuffix("!"))}


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
    replay, recipe = REPLAYS[name], recipe_in(FOLDER / f"{name}.json")
    game, rules = recipe, recipe.rules
    sheet = rules.blank(table_of(recipe, replay.players))
    hands = []
    for line, totals in replay.hands:
        after = [points(int(total)) for total in totals.split()]
        for typed in turns_in(sheet, line):
            assert sheet.outcome is None
            dealer, seats, expected = rules.dealer(sheet), rules.seats(sheet), after
            if sheet.table.options.rows == "turns":
                expected = list(sheet.totals.values())
                expected[seats[0]] = after[seats[0]]
            taps, count = taps_for(game, sheet, dealer, answers_for(sheet, seats, typed))
            entry = complete(game, sheet, dealer, enter_hand(game, sheet, dealer, taps)[0])
            warned = list(rules.problems(sheet, dealer, entry)) != []
            sheet = rules.record(sheet, dealer, entry)
            hands.append(Played(sheet=sheet, totals=expected, warned=warned, taps=count))
    return game, hands


def reasons(sheet):
    """Return the last hand's lines in words, such as "Ann +30: scored 30"."""
    names = {column.key: sentence(column.label) for column in sheet.columns}
    return tuple(
        f"{names[line.column]} {signed_points(line.points)}: {sentence(line.reason)}" for line in sheet.hands[-1].lines
    )


@pytest.mark.parametrize("name", REPLAYS)
def test_a_whole_game_is_worth_and_ends_as_worked_out_by_hand(name):
    replay, (game, hands) = REPLAYS[name], replayed(name)
    assert [list(hand.sheet.totals.values()) for hand in hands] == [hand.totals for hand in hands]
    assert hands[0].taps == replay.taps
    assert tuple(number for number, hand in enumerate(hands, start=1) if hand.warned) == replay.warned
    assert {number: reasons(hands[number - 1].sheet) for number in replay.lines} == replay.lines
    sheet = hands[-1].sheet
    assert (sheet.outcome is None) == replay.stopped
    outcome = game.rules.stopped(sheet, "leader_wins") if replay.stopped else sheet.outcome
    assert sentence(outcome.reason) == replay.reason
    assert " ".join(outcome.winners) == replay.winners
    assert " ".join("=".join(tied) for tied in outcome.ranking) == replay.ranking
