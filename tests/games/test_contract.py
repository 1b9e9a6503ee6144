"""What every game must keep, known or to come: the contract of a game's package."""

import random
from dataclasses import replace
from functools import cache

import pytest

from scorekeeper.games import all_games
from scorekeeper.rules.declaration import fields_of, options_from_record, options_record, places, refusal
from scorekeeper.rules.entries import (
    answers_from_entry,
    answers_from_record,
    entry_from_answers,
    record_from_answers,
)
from scorekeeper.rules.sheet import Table, column_points
from scorekeeper.rules.statistics import HANDS
from scorekeeper.rules.words import Text
from scorekeeper.text import plain, sentence
from tests.games import contract
from tests.games.contract import a_table
from tests.games.typing import complete, type_hand
from tests.samples import SAMPLES

every_game = pytest.mark.parametrize("game", [pytest.param(game, id=slug) for slug, game in all_games().items()])


@cache
def legal(game, players):
    """Hands at a table of so many players, as the game's default options have it."""
    return list(contract.legal_hands(game, game.rules.blank(a_table(game, players))))


def a_value(field, seats, chance):
    """Something that may be typed, often nothing."""
    if chance.random() < 0.15:
        return None
    match field.kind:
        case "number":
            return chance.randint(field.low, min(field.high, field.low + 33))
        case "choice":
            return chance.choice(field.choices).value
        case "flag":
            return chance.random() < 0.2
        case "seat":
            return None if field.derived else chance.randrange(seats)
        case "numbers":
            return tuple(
                chance.randint(field.low, min(field.high, field.low + 9)) for _number in range(chance.randint(0, 3))
            )


def guesses(game, table, count):
    """Answers to whatever the declaration asks, without a look at the screen: most of them can't be true."""
    chance, seats = random.Random(contract.SEED), len(table.names)
    asked = places(game.rules.entry, seats, len(game.rules.sides(table)))
    for _guess in range(count):
        yield {path: a_value(field, seats, chance) for path, field, _index in asked}


def sampled(game):
    """The sheet of the game's sample: some things can only happen later in a game. Without one it has no hands."""
    names, options, hands, _winners = SAMPLES.get(game.rules.slug, (a_table(game).names, {}, (), ()))
    table = Table(names=tuple(names), options=game.rules.options(**options), first_dealer=len(names) - 1)
    sheet = game.rules.blank(table)
    for taps in hands:
        dealer = game.rules.dealer(sheet)
        answers, _count = type_hand(game, sheet, dealer, taps)
        sheet = game.rules.record(sheet, dealer, complete(game, sheet, dealer, answers))
    return sheet


def test_the_games_are_found_by_themselves():
    assert "trumplestiltskin" in all_games()
    assert all_games()["trumplestiltskin"].rules.slug == "trumplestiltskin"
    assert "bridge" not in all_games()
    assert all(game.rules.slug == slug for slug, game in all_games().items())


@every_game
def test_everything_asked_has_a_label_and_a_help(game):
    for field in (*fields_of(game.rules.options), *fields_of(game.rules.entry)):
        assert sentence(field.label), field.name
        assert isinstance(field.help, Text), field.name
        assert "\n" not in sentence(field.help)
        assert all(sentence(choice.label) for choice in field.choices)
        assert (field.kind == "choice") == bool(field.choices)
        assert field.low <= field.high


@every_game
def test_labels_and_values_of_choices_are_distinct(game):
    for field in (*fields_of(game.rules.options), *game.fields):
        values = [choice.value for choice in field.choices]
        assert len({*values}) == len({sentence(choice.label) for choice in field.choices}) == len(values)


@every_game
def test_options_are_asked_once_and_their_defaults_are_allowed(game):
    declared = game.rules.options
    usual = declared()
    assert all(field.per == "hand" and field.stage == "" for field in fields_of(declared))
    for field in fields_of(declared):
        assert refusal(field, getattr(usual, field.name), 0) is None
    assert options_from_record(declared, options_record(usual)) == usual


@every_game
def test_the_screen_can_ask_all_its_fields(game):
    assert list(contract.wrong_fields(game)) == []


@every_game
def test_no_two_things_are_asked_at_one_place(game):
    table = a_table(game, game.rules.players[-1])
    asked = places(game.rules.entry, len(table.names), len(game.rules.sides(table)))
    paths = [path for path, _field, _index in asked]
    assert len(paths) == len(set(paths))
    assert all(game.field_at(path) == field for path, field, _index in asked)
    assert game.field_at("hand.nothing") is None


@every_game
def test_columns_have_distinct_keys_and_names_at_every_size(game):
    for players in game.rules.players:
        table = a_table(game, players)
        columns = game.rules.columns(table)
        assert (
            len({column.key for column in columns}) == len({plain(column.label) for column in columns}) == len(columns)
        )
        assert sorted(seat for column in columns for seat in column.seats) == list(table.seats)
        assert tuple(column for column in columns if not column.seats) == game.rules.seatless


@every_game
def test_entries_survive_answers_and_records(game):
    table = a_table(game, game.rules.players[-1])
    size = len(table.names), len(game.rules.sides(table))
    for answers in guesses(game, table, 50):
        entry = entry_from_answers(game.rules.entry, answers, *size)
        again = answers_from_entry(entry)
        assert entry_from_answers(game.rules.entry, again, *size) == entry
        assert answers_from_record(record_from_answers(again, *size)) == again


@every_game
def test_a_legal_hand_is_scored_in_lines_of_known_columns(game):
    for players in game.rules.players:
        sheet = game.rules.blank(a_table(game, players))
        for entry in legal(game, players):
            dealer = game.rules.dealer(sheet)
            assert list(contract.wrong_lines(game, sheet, game.rules.score(sheet, dealer, entry))) == []
            after = game.rules.record(sheet, dealer, entry)
            lines = after.hands[-1].lines
            assert after.hands[-1].points == column_points(after.totals, lines)
            assert all(sentence(line.reason) for line in lines)


@every_game
def test_its_sample_is_a_whole_game(game):
    assert game.rules.slug in SAMPLES, "the test module of a game has a SAMPLE"
    sheet, winners = sampled(game), SAMPLES[game.rules.slug][3]
    assert [wrong for hand in sheet.hands for wrong in contract.wrong_lines(game, sheet, hand.lines)] == []
    assert list(contract.wrong_sample(game, sheet, winners)) == []


@every_game
def test_every_hand_is_counted_for_statistics(game):
    keys = set()
    for players in game.rules.players:
        sheet = game.rules.blank(a_table(game, players))
        for entry in legal(game, players):
            keys |= counted(game, game.rules.record(sheet, game.rules.dealer(sheet), entry))
    sample = sampled(game)
    keys |= {fact.key for hand in sample.hands for fact in game.statistics.facts(sample.table, hand)}
    assert not keys & {"game", "place", "won", "lead", "margin"}, "these are counted of every game"
    assert list(contract.wrong_figures(game, keys)) == []


def counted(game, after):
    """The keys of the facts of the last hand, each of which is right."""
    facts = list(game.statistics.facts(after.table, after.hands[-1]))
    columns = {column.key: column for column in after.columns}
    assert all(fact.seat is None or fact.seat in columns[fact.column].seats for fact in facts)
    once = [(seat, fact.key) for fact in facts for seat in seats_of(columns[fact.column], fact)]
    assert len(once) == len({*once}), "a seat has each key at most once in a hand"
    played = {fact.column: fact.amount for fact in facts if fact.key == HANDS}
    assert played.items() <= after.hands[-1].points.items()
    return {fact.key for fact in facts}


def seats_of(column, fact):
    return (fact.column,) if not column.seats else column.seats if fact.seat is None else (fact.seat,)


@every_game
def test_problems_name_places_that_exist(game):
    table = a_table(game, game.rules.players[-1])
    sheet = game.rules.blank(table)
    known = {path for path, _field, _index in places(game.rules.entry, len(table.names), len(game.rules.sides(table)))}
    holders = {"", *(path.rsplit(".", cut)[0] for path in known for cut in (1, 2))}
    for answers in guesses(game, table, 400):
        for problem in game.rules.problems(sheet, 0, game.rules.entry_from(answers, table)):
            assert problem.path in known | holders
            assert sentence(problem.message)


@every_game
def test_a_game_can_be_stopped_at_any_time(game):
    sheet = game.rules.blank(a_table(game))
    everybody = tuple(column.key for column in sheet.columns if column.seats)
    assert game.rules.stop(sheet, "leader_wins").winners == everybody
    assert game.rules.stop(sheet, "no_winner").winners == ()
    assert game.rules.outcome(sheet) is None


@every_game
def test_whoever_is_first_deals_and_may(game):
    for players in game.rules.players:
        for seat in range(players):
            sheet = game.rules.blank(replace(a_table(game, players), first_dealer=seat))
            assert game.rules.dealer(sheet) == seat
            assert game.rules.refuse_dealer(sheet, seat) is None


@every_game
def test_a_correction_starts_from_what_was_recorded(game):
    for players in game.rules.players:
        sheet = game.rules.blank(a_table(game, players))
        for entry in legal(game, players):
            hand = game.type(sheet, 0).correcting(entry)
            assert hand.view().complete
            assert list(game.rules.score(sheet, 0, hand.entry())) == list(game.rules.score(sheet, 0, entry))


@every_game
def test_a_hand_of_another_sheet_is_still_typed_to_its_end(game):
    """An earlier hand was corrected: whatever was recorded after it can be asked for again, or is complete."""
    sample = sampled(game)
    sheet = replace(sample, hands=sample.hands[:-1], outcome=None)
    dealer = game.rules.dealer(sheet)
    for entry in contract.legal_hands(game, game.rules.blank(sheet.table)):
        hand = game.type(sheet, dealer).correcting(entry)
        screen = hand.view()
        assert screen.complete == (screen.question is None)
        again = hand.entry()
        assert hand.correcting(again).entry() == again
