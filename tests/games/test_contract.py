"""Checks that every game, present or future, fulfills the contract."""

import random
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest
from django.core.exceptions import ValidationError

from scorekeeper.formats.language import plain, sentence
from scorekeeper.formats.parsing import Report
from scorekeeper.formats.values import Node, read_fields, read_options
from scorekeeper.games import all_games
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import fields_of, in_words, options_from_record, options_record, places, refusal
from scorekeeper.rules.entries import answers_from_entry, answers_from_record, entry_from_answers, record_from_answers
from scorekeeper.rules.sheet import Table, column_points
from scorekeeper.rules.statistics import HANDS
from scorekeeper.rules.text import Text
from scorekeeper.web.forms import option_field
from tests.games import contract
from tests.games.contract import every_game, make_table
from tests.games.entering import complete, enter_hand, entering
from tests.samples import SAMPLES


@cache
def legal_first_hands(game, players):
    """Return legal first hands for `players` players, with the default options."""
    return list(contract.legal_hands(game, game.rules.blank(make_table(game, players))))


def random_value(field, seats, rng):
    """Return a random value that the field allows, or None."""
    if rng.random() < 0.15:
        return None
    match field.kind:
        case "number":
            return rng.randint(field.low, min(field.high, field.low + 33))
        case "choice":
            return rng.choice(field.choices).value
        case "flag":
            return rng.random() < 0.2
        case "seat":
            return None if field.derived else rng.randrange(seats)
        case "numbers":
            return tuple(rng.randint(field.low, min(field.high, field.low + 9)) for _number in range(rng.randint(0, 3)))


def random_answers(game, table, count):
    """Yield `count` sets of random answers for every field of the entry; most of the combinations are impossible."""
    rng, seats = random.Random(contract.SEED), len(table.names)
    asked = places(game.rules.entry, seats, len(game.rules.sides(table)))
    for _answers in range(count):
        yield {path: random_value(field, seats, rng) for path, field, _index in asked}


def sample_hands(game):
    """Yield the game that is made, the sheet and the dealer before each hand of the game's sample, and its taps."""
    names, options, hands, _winners = SAMPLES[game.rules.slug]
    house_rules = game.rules.options(**options)
    made = game.made(house_rules)
    sheet = made.rules.blank(Table(names=tuple(names), options=house_rules, first_dealer=len(names) - 1))
    for taps in hands:
        dealer = made.rules.dealer(sheet)
        yield made, sheet, dealer, taps
        answers, _count = enter_hand(made, sheet, dealer, taps)
        sheet = made.rules.record(sheet, dealer, complete(made, sheet, dealer, answers))
    yield made, sheet, None, []


@cache
def sample_sheet(game):
    """Return the game's sample sheet, which includes rare and late-game events."""
    *_before, (_made, sheet, _dealer, _taps) = sample_hands(game)
    return sheet


def test_games_are_found_by_their_slugs():
    assert {"trumplestiltskin", "oh_hell"} < {*all_games()}
    assert all(game.rules.slug == slug for slug, game in all_games().items())


@every_game
def test_fields_have_labels_and_a_help_text_wherever_one_is_shown(game):
    """The form for house rules shows the options', and a blank sheet those of all fields that it has room for.

    For authors of files, a field that some hands need says which.
    """
    options = fields_of(game.rules.options)
    for field in (*options, *game.fields):
        assert sentence(field.label), field.name
        is_noted = field in fields_of(game.rules.entry) and (field.per != "hand" or field.kind != "flag")
        assert isinstance(field.help, Text) == (field in options or is_noted), field.name
        assert field not in options or not any(choice.help for choice in field.choices), field.name
        in_words = isinstance(field.needed, Text)
        assert not field.needed or in_words == bool(field.when or field.applies), field.name
        assert all(sentence(choice.label) for choice in field.choices)
        values = [choice.value for choice in field.choices]
        assert len({*values}) == len({sentence(choice.label) for choice in field.choices}) == len(values), field.name
        assert (field.kind == "choice") == bool(field.choices)
        assert field.low <= field.high


@every_game
def test_each_option_is_asked_for_once_per_game_and_allows_its_default(game):
    declared = game.rules.options
    default = declared()
    assert all(field.derived or field.per == "hand" for field in fields_of(declared))
    assert all(field.stage == "" for field in fields_of(declared))
    for field in fields_of(declared):
        assert refusal(field, getattr(default, field.name), 0) is None
    assert options_from_record(declared, options_record(default)) == default


class Untouched(list):
    """A list that only says how many items it has."""

    def __iter__(self):
        raise AssertionError("looked at before it was counted")


def too_much(field):
    """Return what is just more than a field allows, with a value that it might allow inside."""
    match field.kind:
        case "number":
            return field.high + 1
        case "numbers":
            return Untouched([field.low] * (field.most + 1))
        case "text":
            return "x" * (field.high + 1)
        case "choice":
            return "x" * 10_000
        case "seat":
            return limits.MOST_SEATS
        case "flag":
            return 10**30


@every_game
def test_every_field_has_a_maximum_and_nothing_beyond_it_is_taken(game):
    """In files and forms; what a list holds isn't even looked at before it is counted."""
    of_options, of_hands = fields_of(game.rules.options), (*fields_of(game.rules.entry), *game.fields)
    for field in (*of_options, *of_hands):
        assert field.high <= 10**6
        assert (0 < field.most <= 4000) == (field.kind == "numbers")
        assert refusal(field, too_much(field), len(game.rules.players)), field.name
        if field.kind == "numbers":
            assert refusal(field, (field.low,) * field.most, 0) is None
        value = {"it": too_much(field)} if field in of_hands else {field.key: too_much(field)}
        node = Node(value, (), Report())
        if field in of_options:
            read_options(game.rules.options, node)
        else:
            read_fields({"it": (field, "hand.it")}, node, {"Ann": 0}, {})
        assert len(node.report.messages) == 1, field.name


@every_game
def test_the_form_takes_nothing_beyond_an_options_maximum(game):
    for field in fields_of(game.rules.options):
        if field.kind in ("number", "numbers", "text"):
            most = too_much(field)
            typed = ",".join([str(field.low)] * len(most)) if field.kind == "numbers" else str(most)
            with pytest.raises(ValidationError):
                option_field(field, None, required=False).clean(typed)


def words_of(table, field, value):
    """Return how a page writes a recorded value."""
    return "" if value is None or value is True else sentence(in_words(field, value, table.names))


@every_game
def test_everything_that_was_recorded_is_told_about_a_hand(game):
    sheet = sample_sheet(game)
    game, table = game.made(sheet.table.options), sheet.table
    for hand in sheet.hands:
        screen = game.type(sheet, hand.dealer)
        told = {field.name: [sentence(value) for value in values] for field, values in screen.recorded(hand.entry)}
        for path, value in answers_from_entry(hand.entry).items():
            field = next(field for field in screen.fields.values() if field.path(index_of(path)) == path)
            if field.derived or value is False:  # whoever isn't named didn't
                continue
            sides = game.rules.sides(table)
            group, index = path.partition(".")[0], index_of(path)
            seats = () if index is None else sides[index] if group == "sides" else (index,)
            expected = [*(table.names[seat] for seat in seats), words_of(table, field, value)]
            assert any(all(word in text for word in expected) for text in told[field.name]), (path, value, told)


def index_of(path):
    """Return the seat or side in a path, or None."""
    part = path.split(".")[1]
    return int(part) if part.isdecimal() else None


@every_game
def test_what_was_answered_before_stands_beside_what_is_asked(game):
    """A bid is what the taker's tricks are compared with, so it mustn't be on another part of the screen."""
    for made, sheet, dealer, taps in sample_hands(game):
        for answers, _count in entering(made, sheet, dealer, taps) if taps else ():
            assert list(contract.hidden_answers(made.type(sheet, dealer, answers))) == []


@every_game
def test_the_screen_can_ask_for_every_field_and_every_path_belongs_to_one(game):
    assert list(contract.wrong_fields(game)) == []
    table = make_table(game, game.rules.players[-1])
    asked = places(game.rules.entry, len(table.names), len(game.rules.sides(table)))
    paths = [path for path, _field, _index in asked]
    assert len(paths) == len(set(paths))
    assert all(game.field_at(path) == field for path, field, _index in asked)
    assert game.field_at("hand.nothing") is None


@every_game
def test_columns_have_distinct_keys_and_labels_for_any_number_of_players(game):
    for players in game.rules.players:
        table = make_table(game, players)
        columns = game.rules.columns(table)
        assert (
            len({column.key for column in columns}) == len({plain(column.label) for column in columns}) == len(columns)
        )
        assert sorted(seat for column in columns for seat in column.seats) == list(table.seats)
        assert tuple(column for column in columns if not column.seats) == game.rules.seatless


@every_game
def test_entries_survive_a_round_trip_through_answers_and_records(game):
    table = make_table(game, game.rules.players[-1])
    size = len(table.names), len(game.rules.sides(table))
    for answers in random_answers(game, table, 50):
        entry = entry_from_answers(game.rules.entry, answers, *size)
        again = answers_from_entry(entry)
        assert entry_from_answers(game.rules.entry, again, *size) == entry
        assert answers_from_record(record_from_answers(again, *size)) == again


@every_game
def test_legal_hands_produce_valid_lines_and_can_be_corrected(game):
    for players in game.rules.players:
        sheet = game.rules.blank(make_table(game, players))
        for entry in legal_first_hands(game, players):
            dealer = game.rules.dealer(sheet)
            assert list(contract.wrong_lines(game, sheet, game.rules.score(sheet, dealer, entry))) == []
            after = game.rules.record(sheet, dealer, entry)
            lines = after.hands[-1].lines
            assert after.hands[-1].points == column_points(after.totals, lines)
            assert all(sentence(line.reason) for line in lines)
            correction = game.type(sheet, dealer).correcting(entry)
            assert correction.view().complete
            assert list(game.rules.score(sheet, dealer, correction.entry())) == list(lines)


def tables_for_every_option(game):
    """Return a table with the default options, and one for each other choice, all with as few players as possible."""
    changes = [{}, *({field.name: choice.value} for field in fields_of(game.rules.options) for choice in field.choices)]
    tables = [
        next(filter(lambda table: game.rules.refuse_table(table) is None, playable), None)
        for options in changes
        for playable in [(make_table(game, players, **options) for players in game.rules.players)]
    ]
    return list(dict.fromkeys(filter(None, tables)))


@every_game
def test_every_step_has_a_question_as_its_title(game):
    for table in tables_for_every_option(game):
        made = game.made(table.options)
        sheet = made.rules.blank(table)
        for entry in islice(contract.legal_hands(made, sheet), 2):
            assert list(contract.wrong_questions(made.type(sheet, 0).correcting(entry))) == []


@every_game
def test_what_a_page_asks_for_if_it_is_missing_can_be_said(game):
    table = make_table(game, game.rules.players[0])
    sheet = game.rules.blank(table)
    for answers in ({}, *random_answers(game, table, 50)):
        problems = game.rules.problems(sheet, 0, game.rules.entry_from(answers, table))
        asked = [sentence(problem.asks) for problem in problems if problem.asks]
        assert all(words[-1] in ".?" for words in asked)


@every_game
def test_the_sample_is_a_whole_game(game):
    assert game.rules.slug in SAMPLES, "the folder of a game has a sample.txt"
    sheet = sample_sheet(game)
    assert [fault for hand in sheet.hands for fault in contract.wrong_lines(game, sheet, hand.lines)] == []
    assert sheet.outcome is not None, "the sample does not end the game"


@every_game
def test_statistics_count_every_hand_and_show_only_what_is_counted(game):
    keys = set()
    for players in game.rules.players:
        sheet = game.rules.blank(make_table(game, players))
        for entry in legal_first_hands(game, players):
            keys |= counted(game, game.rules.record(sheet, game.rules.dealer(sheet), entry))
    sample = sample_sheet(game)
    keys |= {fact.key for hand in sample.hands for fact in game.statistics.facts(sample, hand)}
    assert not keys & {"game", "place", "won", "lead", "margin"}, "the app counts these itself"
    assert list(contract.wrong_figures(game, keys)) == []


@every_game
def test_a_half_point_more_on_a_line_is_a_half_point_more_in_what_counts_that_line_and_nowhere_else(game):
    for players in game.rules.players:
        sheet = game.rules.blank(make_table(game, players))
        for entry in legal_first_hands(game, players):
            after = game.rules.record(sheet, game.rules.dealer(sheet), entry)
            for index, line in enumerate(after.hands[-1].lines):
                assert contract.followers(game, after, index) == contract.declared_followers(game, after, line)


def counted(game, after):
    """Check the last hand's facts and return their keys."""
    facts = list(game.statistics.facts(after, after.hands[-1]))
    columns = {column.key: column for column in after.columns}
    assert all(fact.seat is None or fact.seat in columns[fact.column].seats for fact in facts)
    counts = [(seat, fact.key) for fact in facts for seat in seats_of(columns[fact.column], fact)]
    assert len(counts) == len({*counts}), "a seat has each key at most once in a hand"
    played = {fact.column: fact.amount for fact in facts if fact.key == HANDS}
    assert played.items() <= after.hands[-1].points.items()
    return {fact.key for fact in facts}


def seats_of(column, fact):
    return (fact.column,) if not column.seats else column.seats if fact.seat is None else (fact.seat,)


@every_game
def test_problems_name_paths_that_exist(game):
    table = make_table(game, game.rules.players[-1])
    sheet = game.rules.blank(table)
    paths = {path for path, _field, _index in places(game.rules.entry, len(table.names), len(game.rules.sides(table)))}
    parents = {"", *(path.rsplit(".", cut)[0] for path in paths for cut in (1, 2))}
    for answers in random_answers(game, table, 400):
        for problem in game.rules.problems(sheet, 0, game.rules.entry_from(answers, table)):
            assert problem.path in paths | parents
            assert sentence(problem.message)


@every_game
def test_a_game_can_be_stopped_at_any_time_and_the_first_dealer_deals_the_first_hand(game):
    sheet = game.rules.blank(make_table(game))
    columns = tuple(column.key for column in sheet.columns if column.seats)
    assert game.rules.stopped(sheet, "leader_wins").winners == columns
    assert game.rules.stopped(sheet, "no_winner").winners == ()
    assert game.rules.outcome(sheet) is None
    for players in game.rules.players:
        for seat in range(players):
            sheet = game.rules.blank(replace(make_table(game, players), first_dealer=seat))
            assert game.rules.dealer(sheet) == seat
            assert game.rules.refuse_dealer(sheet, seat) is None


@every_game
def test_a_hand_can_be_corrected_after_an_earlier_correction(game):
    """Questions whose answers an earlier correction made impossible are asked again until the hand is complete."""
    sample = sample_sheet(game)
    sheet = replace(sample, hands=sample.hands[:-1], outcome=None)
    dealer = game.rules.dealer(sheet)
    for entry in contract.legal_hands(game, game.rules.blank(sheet.table)):
        hand = game.type(sheet, dealer).correcting(entry)
        screen = hand.view()
        assert screen.complete == (screen.question is None)
        again = hand.entry()
        assert hand.correcting(again).entry() == again


@every_game
def test_what_a_column_needs_is_said_in_at_most_three_figures_at_every_tap(game):
    for made, sheet, dealer, taps in sample_hands(game):
        for answers, _count in entering(made, sheet, dealer, taps) if made.needs and taps else ():
            for column in sheet.columns:
                needs = list(made.needs(made.type(sheet, dealer, answers), column))
                assert len(needs) <= 3, needs
                assert all(sentence(need.caption) for need in needs), needs
