"""What every game must keep, known or to come: the contract of a rules module."""

import random
from dataclasses import replace
from itertools import chain, islice

import pytest

from scorekeeper.rules import all_rules, get_rules
from scorekeeper.rules.base import Table, column_points
from scorekeeper.rules.declaration import (
    asks,
    draft_from_entry,
    draft_from_record,
    entry_from_draft,
    find,
    options_from_record,
    options_record,
    places,
    record_from_draft,
    refusal,
)
from scorekeeper.rules.facts import HANDS
from scorekeeper.rules.words import Text
from scorekeeper.text import name_key, plain, sentence
from tests.rules.typing import buttons, complete, type_hand
from tests.samples import SAMPLES

GAMES = [pytest.param(rules, id=slug) for slug, rules in all_rules().items()]
every_game = pytest.mark.parametrize("rules", GAMES)


def a_table(rules, players=None):
    count = players or rules.players[0]
    names = tuple(f"Player {'ABCDEFGHIJ'[seat]}" for seat in range(count))
    return Table(names=names, options=rules.options(), first_dealer=count - 1)


def a_value(ask, seats, chance):
    """Something that may be typed, often nothing."""
    if chance.random() < 0.15:
        return None
    match ask.kind:
        case "number":
            return chance.randint(ask.low, min(ask.high, ask.low + 33))
        case "choice":
            return chance.choice(ask.choices).value
        case "flag":
            return chance.random() < 0.2
        case "seat":
            return None if ask.derived else chance.randrange(seats)
        case "numbers":
            return tuple(chance.randint(ask.low, min(ask.high, ask.low + 9)) for _each in range(chance.randint(0, 3)))


def drafts(rules, seats, sides=0, count=400):
    chance = random.Random(20031114)
    for _each in range(count):
        yield {path: a_value(ask, seats, chance) for path, ask, _index in places(rules.entry, seats, sides)}


def legal(rules, sheet, seats, thumbs=8):
    """Hands that may be: guessed ones, and those of a thumb that taps what it likes."""
    dealer, sides = rules.dealer(sheet), len(rules.sides(sheet.table))
    guessed = [entry_from_draft(rules.entry, draft, seats, sides) for draft in drafts(rules, seats, sides)]
    for entry in chain(guessed, tapped(rules, sheet, dealer, thumbs)):
        if all(problem.level != "error" for problem in rules.check(sheet, dealer, entry)):
            yield entry


def tapped(rules, sheet, dealer, count):
    chance = random.Random(20031114)
    for _each in range(count):
        draft = {}
        for _tap in range(200):
            screen = rules.screen(sheet, dealer, draft)
            if screen.complete:
                yield rules.entry_of(sheet, dealer, draft)
                break
            path, value = a_tap(rules, screen, chance)
            if rules.refuse(sheet, dealer, draft, path, value) is None:
                draft[path] = value


def sampled(rules):
    """The sheet of the game's sample: some things can only happen later in a game. Without one it has no hands."""
    names, options, hands, _winners = SAMPLES.get(rules.slug, (a_table(rules).names, {}, (), ()))
    sheet = rules.blank(Table(names=tuple(names), options=rules.options(**options), first_dealer=len(names) - 1))
    for taps in hands:
        dealer = rules.dealer(sheet)
        draft, _count = type_hand(rules, sheet, dealer, taps)
        sheet = rules.record(sheet, dealer, complete(rules, sheet, dealer, draft))
    return sheet


def a_tap(rules, screen, chance):
    """One of the buttons, mostly one that is likely, or a number where only one may be typed."""
    offers = list(buttons(screen))
    likely = screen.question.likely if screen.question else ()
    if screen.question and screen.question.other and not likely and not screen.question.offers:
        ask = rules.ask_at(screen.question.path)
        number = chance.randint(max(ask.low, -20), min(ask.high, 33))
        return screen.question.path, (number,) if ask.kind == "numbers" else number
    offer = chance.choice(likely if likely and chance.random() < 0.7 else offers)
    return offer.path, offer.value


def test_the_games_are_found_by_themselves():
    assert "trumplestiltskin" in all_rules()
    assert get_rules("trumplestiltskin").slug == "trumplestiltskin"
    assert get_rules("bridge") is None
    assert all(rules.slug == slug for slug, rules in all_rules().items())


@every_game
def test_everything_asked_has_a_label_and_a_help(rules):
    for ask in (*asks(rules.options), *asks(rules.entry)):
        assert sentence(ask.label), ask.name
        assert isinstance(ask.help, Text), ask.name
        assert "\n" not in sentence(ask.help)
        assert all(sentence(choice.label) for choice in ask.choices)
        assert (ask.kind == "choice") == bool(ask.choices)
        assert ask.low <= ask.high


@every_game
def test_labels_and_values_of_choices_are_distinct(rules):
    for ask in (*asks(rules.options), *asks(rules.entry)):
        values = [choice.value for choice in ask.choices]
        assert len({*values}) == len({sentence(choice.label) for choice in ask.choices}) == len(values)


@every_game
def test_options_are_asked_once_and_their_defaults_are_allowed(rules):
    usual = rules.options()
    assert all(ask.per == "hand" and ask.stage == "" for ask in asks(rules.options))
    for ask in asks(rules.options):
        assert refusal(ask, getattr(usual, ask.name), 0) is None
    assert options_from_record(rules.options, options_record(usual)) == usual


@every_game
def test_no_two_things_are_asked_at_one_place(rules):
    table = a_table(rules, rules.players[-1])
    size = len(table.names), len(rules.sides(table))
    paths = [path for path, _ask, _index in places(rules.entry, *size)]
    assert len(paths) == len(set(paths))
    assert all(find(rules.entry, path, *size) == rules.ask_at(path) for path in paths)
    assert find(rules.entry, "hand.nothing", *size) is rules.ask_at("hand.nothing") is None


@every_game
def test_columns_have_distinct_keys_and_names_at_every_size(rules):
    for players in rules.players:
        table = a_table(rules, players)
        columns = rules.columns(table)
        assert (
            len({column.key for column in columns}) == len({plain(column.label) for column in columns}) == len(columns)
        )
        assert sorted(seat for column in columns for seat in column.seats) == list(table.seats)
        seatless = {name_key(plain(column.label)) for column in columns if not column.seats}
        assert seatless <= {name_key(name) for name in rules.reserved_names}


@every_game
def test_entries_survive_drafts_and_records(rules):
    seats = rules.players[-1]
    sides = len(rules.sides(a_table(rules, seats)))
    for draft in drafts(rules, seats, sides, 50):
        entry = entry_from_draft(rules.entry, draft, seats, sides)
        again = draft_from_entry(entry)
        assert entry_from_draft(rules.entry, again, seats, sides) == entry
        assert draft_from_record(record_from_draft(again, seats, sides)) == again


@every_game
def test_a_legal_hand_is_scored_in_lines_of_known_columns(rules):
    for players in rules.players:
        sheet = rules.blank(a_table(rules, players))
        scored = 0
        for entry in legal(rules, sheet, players):
            after = rules.record(sheet, rules.dealer(sheet), entry)
            lines = after.hands[-1].lines
            assert {line.column for line in lines} <= set(after.totals)
            assert after.hands[-1].points == column_points(after.totals, lines)
            assert all(sentence(line.reason) for line in lines)
            scored += 1
        assert scored, "no legal hand was found"


@every_game
def test_every_hand_is_counted_for_statistics(rules):
    keys = set()
    asked = {key for each in (*rules.figures, *rules.beside) for key in (each.key, each.of)}
    asked |= {feat.key for feat in rules.feats}
    for players in rules.players:
        sheet = rules.blank(a_table(rules, players))
        for number, entry in enumerate(legal(rules, sheet, players, thumbs=60)):
            if number > 24 and asked <= keys:
                break
            after = rules.record(sheet, rules.dealer(sheet), entry)
            facts = list(rules.facts(after.table, after.hands[-1]))
            columns = {column.key: column for column in after.columns}
            assert all(fact.seat is None or fact.seat in columns[fact.column].seats for fact in facts)
            once = [(seat, fact.key) for fact in facts for seat in seats_of(columns[fact.column], fact)]
            assert len(once) == len({*once}), "a seat has each key at most once in a hand"
            played = {fact.column: fact.amount for fact in facts if fact.key == HANDS}
            assert played.items() <= after.hands[-1].points.items()
            keys |= {fact.key for fact in facts}
    sample = sampled(rules)
    keys |= {fact.key for hand in sample.hands for fact in rules.facts(sample.table, hand)}
    assert not keys & {"game", "place", "won", "lead", "margin"}, "these are counted of every game"
    assert asked <= keys


def seats_of(column, fact):
    return (fact.column,) if not column.seats else column.seats if fact.seat is None else (fact.seat,)


@every_game
def test_problems_name_places_that_exist(rules):
    seats = rules.players[-1]
    sheet = rules.blank(a_table(rules, seats))
    sides = len(rules.sides(sheet.table))
    known = {path for path, _ask, _index in places(rules.entry, seats, sides)}
    holders = {"", *(path.rsplit(".", cut)[0] for path in known for cut in (1, 2))}
    for draft in drafts(rules, seats, sides):
        for problem in rules.check(sheet, 0, entry_from_draft(rules.entry, draft, seats, sides)):
            assert problem.path in known | holders
            assert sentence(problem.message)


@every_game
def test_a_game_can_be_stopped_at_any_time(rules):
    sheet = rules.blank(a_table(rules))
    everybody = tuple(column.key for column in sheet.columns if column.seats)
    assert rules.stop(sheet, "leader_wins").winners == everybody
    assert rules.stop(sheet, "no_winner").winners == ()
    assert rules.outcome(sheet) is None


@every_game
def test_the_dealer_deals_and_every_duty_has_a_seat(rules):
    for players in rules.players:
        table = a_table(rules, players)
        for dealer in table.seats:
            duties = rules.duties(table, dealer, {})
            assert [duty.seat for duty in duties[:1] if duty.key == "deals"] == [dealer] * rules.has_dealer
            assert all(duty.seat in table.seats and sentence(duty.label) for duty in duties)


@every_game
def test_a_correction_starts_from_what_was_recorded(rules):
    table = a_table(rules)
    sheet = rules.blank(table)
    for entry in list(legal(rules, sheet, len(table.names)))[:50]:
        draft = rules.draft_of(sheet, 0, entry)
        assert rules.screen(sheet, 0, draft).complete
        again = rules.entry_of(sheet, 0, draft)
        assert list(rules.score(sheet, 0, again)) == list(rules.score(sheet, 0, entry))


@every_game
def test_a_hand_of_another_sheet_is_still_typed_to_its_end(rules):
    """An earlier hand was corrected: whatever was recorded after it can be asked for again, or is complete."""
    sample = sampled(rules)
    sheet = replace(sample, hands=sample.hands[:-1], outcome=None)
    dealer, players = rules.dealer(sheet), len(sheet.table.names)
    for entry in islice(legal(rules, rules.blank(sheet.table), players), 20):
        draft = rules.draft_of(sheet, dealer, entry)
        screen = rules.screen(sheet, dealer, draft)
        assert screen.complete == (screen.question is None)
        again = rules.entry_of(sheet, dealer, draft)
        assert rules.entry_of(sheet, dealer, rules.draft_of(sheet, dealer, again)) == again
