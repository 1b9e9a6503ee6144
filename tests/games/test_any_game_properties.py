"""Properties of any game over sets of options: each that isn't refused makes a game that can be played to its end."""

import json
from dataclasses import replace
from random import Random

from hypothesis import assume, given, strategies as st

from scorekeeper.formats.language import sentence
from scorekeeper.formats.recipes import pack, read_link, read_recipe, write_recipe
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.games.any_game import ANY_GAME, Options
from scorekeeper.rules.declaration import fields_of, options_from_record, options_record, places, settled
from scorekeeper.rules.entries import answers_from_record
from scorekeeper.rules.sheet import Table, add_lines
from tests.formats.documents import file_of, write_document
from tests.games.contract import random_hand, wrong_questions
from tests.games.worked import NAMES

MOST_HANDS = 9
MOST_TRIES = 50
MOST_TAPS = 20
RULES = ANY_GAME.rules
LINES = ["Ones × 1", "Coins ÷ 3", "Science = 0 1 4 9", "Tickets × -2", "Bonus + 35 from 5", "Chance", "Trade", "= 3"]
LINES += ["Extra + 7 each time"]
SMALL = st.integers(-40, 40)
NUMBERS = {  # options whose whole range would hardly ever lead to a game that ends
    "rounds": st.integers(1, 6),
    "tricks": st.integers(0, 5),
    "cards": st.sampled_from([0, 0, 12, 60]),
    "phases": st.integers(0, 2),
    "bags": st.integers(0, 3),
    "partners_from": st.sampled_from([4, 6, 8, 10]),
    "fewest": st.integers(1, 3),
    "most": st.integers(4, 10),
}


def values_of(field):
    """Return a strategy for an option's values."""
    match field.kind:
        case "choice":
            return st.sampled_from([choice.value for choice in field.choices])
        case "flag":
            return st.booleans()
        case "text":
            return st.lists(st.sampled_from(LINES), unique=True, max_size=6).map("\n".join)
        case "numbers":
            return st.lists(SMALL, min_size=1, max_size=3).map(tuple) | st.none()
    return NUMBERS.get(field.name, SMALL.map(lambda number: max(number, field.low)))


@st.composite
def drawn_options(draw):
    """Draw options, some of which contradict each other."""
    asked = [field for field in fields_of(Options) if not field.derived]
    chosen = draw(st.sets(st.sampled_from([field.name for field in asked]), max_size=12))
    return Options(**{field.name: draw(values_of(field)) for field in asked if field.name in chosen})


@st.composite
def legal_options(draw):
    """Draw options that aren't refused, with defaults in place of those that are."""
    options = settled(draw(drawn_options()))
    defaults = Options(categories="A\nB", sums=(26,), most=10, target=41)
    for _attempt in range(9):
        problem = RULES.refuse_options(options)
        if problem is None:
            return options
        options = settled(replace(options, **{problem.path: getattr(defaults, problem.path)}))
    return assume(False)


@st.composite
def tables(draw):
    """Draw a table that isn't refused, at which somebody may join late or leave early."""
    options = draw(legal_options())
    rows = st.just(()) | st.lists(st.sampled_from([0, 0, 2, 3]), min_size=10, max_size=10).map(tuple)
    joined, left = draw(rows), draw(rows)

    def table(players):
        changes = {"joined": joined[:players], "left": left[:players]}
        return Table(names=NAMES[:players], options=replace(options, **changes), first_dealer=players - 1)

    counts = range(options.fewest, options.most + 1)
    legal = [table(count) for count in counts if RULES.refuse_table(table(count)) is None]
    assume(legal)
    return draw(st.sampled_from(legal))


def errors(rules, sheet, entry):
    found = rules.problems(sheet, rules.dealer(sheet), entry)
    return [sentence(problem.message) for problem in found if problem.level == "error"]


def counted(game, sheet, rng):
    """Return a tally of points that were tapped, though nothing is asked, with what is wrong with it."""
    hand = game.type(sheet, game.rules.dealer(sheet))
    assert hand.view().complete
    for _tap in range(rng.randrange(MOST_TAPS)):
        path, number = rng.choice(hand.steps).path, rng.randint(-3, 45)
        if hand.refuse(path, number) is None:
            hand = hand.with_answers({**hand.answers, path: number})
            assert hand.view().complete
            assert hand.asked(path) is None
    return hand.entry(), errors(game.rules, sheet, hand.entry())


def played(table, seed):
    """Return the sheet and the hands of a game, entered through the hand screen alone."""
    rng, game = Random(seed), ANY_GAME.made(table.options)
    rules, hands = game.rules, []
    sheet = rules.blank(table)
    while sheet.outcome is None and len(hands) < MOST_HANDS:
        if not game.type(sheet, rules.dealer(sheet)).steps:
            assert not rules.seats(sheet), "somebody takes part, but nothing is asked"
            break
        hand = counted if table.options.tallies else random_hand
        tries = (hand(game, sheet, rng) for _try in range(MOST_TRIES))
        entry = next(entry for entry, wrong in tries if not wrong)
        hands.append((rules.dealer(sheet), entry))
        sheet = rules.record(sheet, *hands[-1])
    return sheet, hands


@given(tables(), st.integers())
def test_every_game_can_be_entered_to_its_end(table, seed):
    sheet, _hands = played(table, seed)
    game = ANY_GAME.made(table.options)
    columns, before = {column.key for column in sheet.columns}, game.rules.blank(table)
    for hand in sheet.hands:
        assert all(sentence(line.reason) and line.column in columns for line in hand.lines)
        assert hand.totals == add_lines(before.totals, hand.lines)
        assert sentence(game.rules.hand_name(before))
        record = json.loads(json.dumps(game.rules.record_of(hand.entry, table)))
        assert game.rules.entry_from(answers_from_record(record), table) == hand.entry
        assert game.type(before, hand.dealer).correcting(hand.entry).entry() == hand.entry
        assert list(wrong_questions(game.type(before, hand.dealer).correcting(hand.entry))) == []
        assert {fact.column for fact in game.statistics.facts(sheet, hand)} <= columns
        before = game.rules.record(before, hand.dealer, hand.entry)
        assert sorted(key for tied in game.rules.ranking(before) for key in tied) == sorted(columns)
    assert sheet.outcome is not None or not table.options.tallies
    outcome = sheet.outcome or game.rules.stopped(sheet, "leader_wins")
    assert sentence(outcome.reason)
    assert bool(outcome.winners) == game.rules.has_winner
    assert set(outcome.winners) <= set(outcome.ranking[0])


@given(tables(), st.integers())
def test_a_game_survives_a_file(table, seed):
    sheet, hands = played(table, seed)
    file = file_of(ANY_GAME, table, hands)
    written = write_document([file])
    document = read_sheets(written)
    assert [str(message) for message in document.messages] == []
    (game,) = document.games
    assert (game.table.options, game.hands, game.sheet) == (table.options, file.hands, sheet)
    assert game.outcome == sheet.outcome
    assert write_document(document.games) == written


@given(legal_options())
def test_options_survive_a_record_a_recipe_and_a_link(options):
    assert options_from_record(Options, json.loads(json.dumps(options_record(options)))) == options
    recipe = ANY_GAME.made(replace(options, template="ours", name="Trail"))
    for reading in (read_recipe(write_recipe(recipe)), read_link(f"https://example.org/t/{pack(recipe)}")):
        assert [str(message) for message in reading.messages] == []
        assert reading.game.rules.house_rules == recipe.rules.house_rules
        assert reading.game.rules.slug == "any_game:ours"


@given(drawn_options(), st.integers(1, 6), st.integers())
def test_no_options_and_no_entry_are_too_strange(options, players, seed):
    """A file is read to its end even if its options contradict each other."""
    rng, rules = Random(seed), ANY_GAME.rules.for_options(options)
    table = Table(names=NAMES[:players], options=options, first_dealer=0)
    sheet = rules.blank(table)
    for _hand in range(4):
        answers = {
            path: anything(field, players, rng)
            for path, field, _index in places(rules.entry, players, len(rules.sides(table)))
            if rng.random() < 0.6
        }
        entry = rules.entry_from(answers, table)
        if not errors(rules, sheet, entry):
            sheet = rules.record(sheet, rules.dealer(sheet), entry)


def anything(field, players, rng):
    """Return a value that a file can contain."""
    match field.kind:
        case "flag":
            return rng.random() < 0.5
        case "seat":
            return rng.randrange(players)
    return max(rng.choice([field.low, field.high, 0, 1, 2, 13]), field.low)
