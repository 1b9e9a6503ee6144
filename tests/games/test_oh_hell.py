"""Oh Hell according to the tables of RULES.md: the sizes of the hands, and its options. Its hands are in `oh_hell/`."""

import re
from itertools import product
from random import Random

import pytest

from scorekeeper.formats.language import half_points, sentence
from scorekeeper.games.oh_hell import MISSES, OH_HELL, TRUMPS, Entry, Options
from scorekeeper.rules.declaration import options_from_record
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.sheet import Table
from tests import needing
from tests.games.notations import OhHell
from tests.games.worked import NAMES, numbers
from tests.pages import rows

PAGE = "games/oh_hell/RULES.md"
RULES = OH_HELL.rules
COURSES_OF = {"hands up, or down": ["up", "down"], "hands up and down, or down and up": ["up_down", "down_up"]}
"""Maps each row in the page's table of hands to values of the option."""


def played_out(players, course, **options):
    """Return a whole game and the number of cards in each hand."""
    game, dealt = OhHell(players=str(players), course=course, even="true", **options), []
    while game.sheet.outcome is None:
        dealt.append(RULES.cards(game.sheet))
        game.record(f"{'0 ' * players} / {dealt[-1]}{' 0' * (players - 1)}")
    return game, dealt


def largest(**options):
    """Return the most cards that the deck allows, by number of players."""
    return {players: RULES.most_cards(OhHell(players=str(players), **options).sheet.table) for players in RULES.players}


def on_the_page(row):
    page = next(found for found in rows(PAGE, "The hands") if found["players"] == row)
    return {players: int(page[str(players)]) for players in RULES.players}


@pytest.mark.parametrize(
    ("two_packs", "row", "more"),
    [
        pytest.param("false", "largest hand, one pack", {4: 13}, id="one pack"),
        pytest.param("true", "largest hand, two packs", {8: 13}, id="two packs"),
    ],
)
def test_a_card_is_left_over_if_it_has_to_be_turned_up(two_packs, row, more):
    assert largest(two_packs=two_packs) == on_the_page(row)
    for trump in rows(PAGE, "Trump"):
        (value,) = [option.value for option in TRUMPS if sentence(option.label) == trump["Trump"]]
        expected = on_the_page(row) | (more if trump["all 52 cards can be dealt"] == "yes" else {})
        assert largest(two_packs=two_packs, trump=value) == expected, value


def test_a_game_has_the_number_of_hands_on_the_page():
    sizes = on_the_page("largest hand, one pack")
    for row, courses in COURSES_OF.items():
        for (players, hands), course in product(on_the_page(row).items(), courses):
            game, dealt = played_out(players, course)
            assert (max(dealt), len(dealt)) == (sizes[players], hands)
            assert f": After {hands} hands, " in game.end()


def test_ten_players_with_two_packs_go_up_to_ten_cards_and_back():
    assert played_out(10, "up_down", two_packs="true")[1] == [*range(1, 11), *range(9, 0, -1)]


def test_thirteen_cards_each_can_be_dealt_to_four_if_none_is_turned_up():
    assert OhHell(largest="13", trump="dealer").table("") == "fine"
    assert max(played_out(4, "down", trump="dealer")[1]) == 13


def test_options_from_before_packs_and_trump_mean_what_they_meant():
    stored = {"course": "down_up", "largest": 7, "missed": "tricks", "even": True}
    assert options_from_record(Options, stored) == Options(
        course="down_up", largest=7, missed="tricks", even=True, two_packs=False, trump="turned", suits="", made=10
    )


def test_the_hand_says_which_suit_is_next_in_the_agreed_order():
    for row in rows(PAGE, "Trump", 1):
        game = OhHell(trump="order", suits=row["order"])
        game.before(row["hand"])
        assert f"trump: {row['trump']}" in shown(game)
    assert [hint for hint in shown(OhHell(trump="order", suits=" , ")) if "trump" in hint] == []


def shown(game):
    return [sentence(hint) for hint in OH_HELL.type(game.sheet, game.dealer, {}).hints()]


def test_the_largest_hand_can_be_smaller_than_the_deck_allows():
    for largest, course, cards in (
        ("10", "down_up", [*range(10, 0, -1), *range(2, 11)]),
        ("10", "down", [*range(10, 0, -1)]),
        ("1", "up_down", [1]),
        ("12", "up", [*range(1, 13)]),
        ("-", "up", [*range(1, 13)]),
    ):
        game, dealt = played_out(4, course, largest=largest)
        assert dealt == cards
        assert RULES.cards(game.sheet) == cards[-1]
        assert game.table("") == "fine"


def test_a_hand_larger_than_the_deck_allows_is_refused():
    for players in RULES.players:
        deck = max(played_out(players, "up")[1])
        refused = OhHell(players=str(players), largest=str(deck + 1)).table("")
        assert refused == f"largest: With {players} players, there are at most {deck} cards each."
        assert played_out(players, "up", largest="17")[1] == [*range(1, deck + 1)]


def test_the_worked_hands_score_as_the_page_says():
    for row in rows(PAGE, "Worked hands"):
        game, hand = OhHell(), f"{row['bids']} / {row['tricks']}"
        game.before(row["cards"])
        assert tuple(RULES.refused(game.sheet, 3, game.entry(hand))) == numbers(row["Dee may not bid"]), row
        assert numbers(game.scores(hand)) == numbers(row["points"]), row


@pytest.mark.parametrize(("made", "table"), [("10", 0), ("5", 1)])
def test_a_made_and_a_missed_bid_score_as_the_page_says(made, table):
    page = rows(PAGE, "Scoring", table)
    for option in MISSES:
        game = OhHell(missed=option.value, made=made)
        game.before("6")
        lines = game.lines(" / ".join(" ".join(row[column] for row in page) for column in ("bid", "taken")))
        worth = [row[sentence(option.label)] for row in page]
        assert [line.split(":")[0].split()[1].replace("+", "") for line in lines] == worth, option.value
        assert [line.endswith("[exact]") for line in lines] == [True, True, False, False]


def test_the_recorded_dealer_may_not_make_the_bids_even():
    game = OhHell()
    game.before("5")
    problems = RULES.problems(game.sheet, 1, game.entry("1 2 0 2 / 5 0 0 0"))
    assert [problem.path for problem in problems] == ["players.1.bid"]


def all_hands(sheet, dealer):
    """Return the sheet after every hand that the rules accept, by bids and tricks."""
    each = list(product(range(RULES.cards(sheet) + 1), repeat=len(sheet.table.names)))
    entries = [Entry(bid=bid, tricks=tricks) for bid in each for tricks in each]
    legal = [entry for entry in entries if not list(RULES.problems(sheet, dealer, entry))]
    return {(entry.bid, entry.tricks): RULES.record(sheet, dealer, entry) for entry in legal}


def partly_typed(hands):
    """Return what can have been typed of these hands: some bids or, once all are known, some tricks."""
    masks = list(product((True, False), repeat=3))
    nothing = (None,) * 3

    def part(values, mask):
        return tuple(value if typed else None for value, typed in zip(values, mask, strict=True))

    bids = {(part(bid, mask), nothing) for bid, _tricks in hands for mask in masks}
    return bids | {(bid, part(tricks, mask)) for bid, tricks in hands for mask in masks}


def fits(typed, hand):
    pairs = zip((*typed[0], *typed[1]), (*hand[0], *hand[1]), strict=True)
    return all(value in (None, other) for value, other in pairs)


def expected_needs(sheet, hands, typed, seat):
    """Return what a player needs according to all hands that can still come of what was typed."""
    bid, key = typed[0][seat], str(seat)
    ends = [after for hand, after in hands.items() if fits(typed, hand)]
    if bid is None or typed[1][seat] is not None:
        return []
    made = [after for after in ends if after.hands[-1].entry.tricks[seat] == bid]
    if not made:
        return [f"{bid} is the bid, and out of reach"]
    (gain,) = {after.hands[-1].points[key] // 2 for after in made}
    needed = [f"{bid} trick{'s' * (bid != 1)} exactly (makes the bid, for {gain} points)"]
    outcomes = [after.outcome for after in made]
    if None in outcomes or None in typed[0] or any(key not in outcome.winners for outcome in outcomes):
        return needed
    (total,) = {half_points(after.totals[key]) for after in made}
    aim = "wins or shares the win" if any(len(outcome.winners) > 1 for outcome in outcomes) else "wins the game"
    return [*needed, f"{total} in all {aim} (whatever the others do)"]


@pytest.mark.parametrize(("missed", "made"), [*((option.value, 10) for option in MISSES), ("tricks", 5)])
def test_what_a_player_needs_is_what_all_hands_say(missed, made):
    rng, said = Random(missed), set()
    options = Options(course="down_up", largest=2, missed=missed, made=made)
    for first_dealer in range(3):
        sheet = RULES.blank(Table(names=NAMES[:3], options=options, first_dealer=first_dealer))
        while sheet.outcome is None:
            dealer = RULES.dealer(sheet)
            hands = all_hands(sheet, dealer)
            for typed, seat in product(partly_typed(hands), range(3)):
                entry = Entry(bid=typed[0], tricks=typed[1])
                screen = OH_HELL.type(sheet, dealer, answers_from_entry(entry))
                needs = [*map(needing.said, OH_HELL.needs(screen, sheet.columns[seat]))]
                assert needs == expected_needs(sheet, hands, typed, seat), (typed, seat)
                said |= {words.partition(" ")[2] for words in needs}
            sheet = rng.choice(list(hands.values()))
    assert {"in all wins the game (whatever the others do)", "is the bid, and out of reach"} < said
    assert "in all wins or shares the win (whatever the others do)" in said


def test_what_a_player_needs_is_said_as_on_the_page():
    game = OhHell(players="3")
    game.before("5")
    for row in rows(PAGE, "What a player needs"):
        taken = enumerate(re.findall(r"\d+", row["what the others took"]), start=1)
        answers = {"players.0.bid": int(row["bid"])} | {f"players.{seat}.tricks": int(tricks) for seat, tricks in taken}
        assert RULES.cards(game.sheet) == int(row["cards"])
        needs = OH_HELL.needs(OH_HELL.type(game.sheet, 2, answers), game.sheet.columns[0])
        assert [*map(needing.said, needs)] == [row["said of Ann"]], row
