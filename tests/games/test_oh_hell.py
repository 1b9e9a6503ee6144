"""Oh Hell according to RULES.md: the sizes of the hands, every option, whole games, and the hand screen."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games.oh_hell import MISSES, OH_HELL, Entry, Options
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import points
from tests.games.entering import complete, enter_hand, likely_values, open_values
from tests.pages import cases, rows

PAGE = "games/oh_hell/RULES.md"
GAME = OH_HELL
RULES = GAME.rules
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus")
ANN, BOB, CY, DEE = range(4)
COURSES_OF = {"hands up": ["up"], "hands up and down, or down and up": ["up_down", "down_up"]}
"""Maps each row in the page's table of hands to values of the option."""

UP = (  # bids, tricks, and the totals after the hand, for Ann to Gus; Gus deals first, then Ann
    ("0 0 0 1 0 0 1", "0 0 0 1 0 0 0", "10 10 10 11 10 10 0"),
    ("1 0 1 0 0 1 0", "0 0 1 0 0 1 0", "10 20 21 21 20 21 10"),
    ("1 1 0 0 0 0 0", "1 1 0 0 0 0 1", "21 31 31 31 30 31 10"),
    ("2 0 1 0 1 0 1", "1 0 1 0 1 0 1", "21 41 42 41 41 41 21"),
    ("0 1 1 1 0 0 1", "0 2 1 1 0 0 1", "31 41 53 52 51 51 32"),
    ("3 0 0 0 0 1 1", "3 1 0 1 0 0 1", "44 41 63 52 61 51 43"),
    ("0 2 0 0 2 1 1", "0 2 0 0 3 1 1", "54 53 73 62 61 62 54"),
)


def numbers(written):
    return tuple(None if word == "-" else int(word.replace("−", "-")) for word in written.split())


def hand(bids, tricks):
    return Entry(bid=numbers(bids), tricks=numbers(tricks))


def taps(dealer, bids, tricks=""):
    """Yield the taps that enter a hand, starting on the dealer's left."""
    bid, taken = numbers(bids), numbers(tricks)
    order = [(dealer + step) % len(bid) for step in range(1, len(bid) + 1)]
    yield from (f"players.{seat}.bid={bid[seat]}" for seat in order if bid[seat] is not None)
    yield from (f"players.{seat}.tricks={taken[seat]}" for seat in order if taken and taken[seat] is not None)


SAMPLE = (
    NAMES,
    {"course": "up"},
    [list(taps((6 + number) % 7, bids, tricks)) for number, (bids, tricks, _points) in enumerate(UP)],
    ("Cy",),
)


def blank(players=4, **options):
    return RULES.blank(Table(names=NAMES[:players], options=Options(**options), first_dealer=players - 1))


def before(cards, players=4, **options):
    """Return the sheet just before the last player deals `cards` cards, while the hands are still getting larger."""
    sheet = blank(players, **options)
    for dealt in range(1, cards):
        sheet = RULES.record(sheet, players - 2, hand("0 " * players, f"{dealt}{' 0' * (players - 1)}"))
    return sheet


def played_out(players, course, **options):
    """Return the sheet of a whole game and the number of cards in each hand."""
    sheet, dealt = blank(players, course=course, **options), []
    while sheet.outcome is None:
        dealt.append(RULES.cards(sheet))
        sheet = RULES.record(sheet, RULES.dealer(sheet), hand("0 " * players, f"{dealt[-1]}{' 0' * (players - 1)}"))
    return sheet, dealt


def totals(sheet):
    return [half // 2 for half in sheet.totals.values()]


def problems(sheet, entry, dealer=DEE):
    return [(problem.path, sentence(problem.message)) for problem in RULES.problems(sheet, dealer, entry)]


def screen(*taps, cards=5, at="", **options):
    sheet = before(cards, **options)
    answers, _count = enter_hand(GAME, sheet, DEE, taps)
    return GAME.type(sheet, DEE, answers).view(at)


@pytest.mark.parametrize("players", RULES.players)
@pytest.mark.parametrize(("row", "courses"), [pytest.param(*item, id=item[0]) for item in COURSES_OF.items()])
def test_a_game_has_the_number_of_hands_on_the_page(players, row, courses):
    page = {row["players"]: int(row[str(players)]) for row in rows(PAGE, "The hands")}
    for course in courses:
        sheet, dealt = played_out(players, course)
        assert (max(dealt), len(dealt)) == (page["largest hand"], page[row])
        assert sentence(sheet.outcome.reason).startswith(f"After {page[row]} hands, ")


@pytest.mark.parametrize(
    ("largest", "course", "cards"),
    [
        pytest.param(10, "down_up", [*range(10, 0, -1), *range(2, 11)], id="ten down to one and up"),
        pytest.param(1, "up_down", [1], id="a hand of one card"),
        pytest.param(12, "up", [*range(1, 13)], id="all that the deck allows"),
        pytest.param(None, "up", [*range(1, 13)], id="blank"),
    ],
)
def test_the_largest_hand_can_be_smaller_than_the_deck_allows(largest, course, cards):
    sheet, dealt = played_out(4, course, largest=largest)
    assert dealt == cards
    assert RULES.cards(sheet) == cards[-1]
    assert RULES.refuse_table(sheet.table) is None


@pytest.mark.parametrize("players", RULES.players)
def test_a_hand_larger_than_the_deck_allows_is_refused(players):
    deck = max(played_out(players, "up")[1])
    problem = RULES.refuse_table(blank(players, largest=deck + 1).table)
    why = f"With {players} players, there are at most {deck} cards each."
    assert (problem.path, sentence(problem.message)) == ("largest", why)
    assert played_out(players, "up", largest=17)[1] == [*range(1, deck + 1)]


@pytest.mark.parametrize("row", cases(PAGE, "Worked hands"))
def test_a_worked_hand_scores_as_the_page_says(row):
    sheet, entry = before(int(row["cards"])), hand(row["bids"], row["tricks"])
    assert problems(sheet, entry) == []
    scored = RULES.record(sheet, DEE, entry).hands[-1]
    assert list(scored.points.values()) == [points(worth) for worth in numbers(row["points"])]
    assert tuple(RULES.refused(sheet, DEE, entry)) == numbers(row["Dee may not bid"])


@pytest.mark.parametrize("option", MISSES, ids=lambda option: option.value)
def test_a_missed_bid_scores_as_the_page_says(option):
    page = rows(PAGE, "Scoring")
    bids, tricks = ([int(row[column]) for row in page] for column in ("bid", "taken"))
    entry = Entry(bid=tuple(bids), tricks=tuple(tricks))
    recorded = RULES.record(before(6, missed=option.value), DEE, entry).hands[-1]
    worth = [int(row[sentence(option.label)].replace("−", "-")) for row in page]
    assert [line.points for line in recorded.lines] == [points(whole) for whole in worth]
    assert [line.mark for line in recorded.lines] == ["exact", "exact", "", ""]
    assert sentence(recorded.lines[3].reason) == "bid 4, took 1"


CHECKED = [
    ("1 2 0 1", "1 1 0 3", False, []),
    ("1 - 0 1", "1 1 0 3", False, [("players.1.bid", "Missing: Bid (Bob).")]),
    ("1 2 0 1", "1 1 0 -", False, [("players.3.tricks", "Missing: Tricks (Dee).")]),
    ("1 6 0 1", "5 0 0 0", False, [("players.1.bid", "Nobody can bid more than 5.")]),
    ("1 2 0 2", "1 2 0 2", False, [("players.3.bid", "The dealer can’t bid 2: the bids would come out even.")]),
    ("1 2 0 2", "1 2 0 2", True, []),
    ("1 1 0 -", "5 0 0 0", False, [("players.3.bid", "Missing: Bid (Dee).")]),
    ("3 3 0 0", "5 0 0 0", False, []),
    ("1 2 0 1", "1 1 1 1", False, [("players", "The tricks add up to 4, not 5.")]),
]


def test_a_hand_is_checked():
    for bids, tricks, even, expected in CHECKED:
        assert problems(before(5, even=even), hand(bids, tricks)) == expected, bids


def test_the_recorded_dealer_may_not_make_the_bids_even():
    assert [path for path, _message in problems(before(5), hand("1 2 0 2", "5 0 0 0"), dealer=BOB)] == ["players.1.bid"]


def test_bids_come_before_tricks_and_the_dealer_bids_last():
    order = (ANN, BOB, CY, DEE)
    for stage, key in (("bids", "bid"), ("tricks", "tricks")):
        assert [row.path for row in screen(at=stage).rows] == [f"players.{seat}.{key}" for seat in order]
    assert screen().stage == "bids"
    assert [offer.value for offer in screen().question.offers] == [0, 1, 2, 3, 4, 5]
    assert not screen().question.board.other


def test_a_bid_forbidden_to_the_dealer_keeps_its_place_but_is_refused_with_a_reason():
    asked = screen(*taps(DEE, "1 2 0 -")).question
    assert (asked.path, sentence(asked.title)) == ("players.3.bid", "What does Dee bid?")
    assert [offer.value for offer in asked.offers] == [0, 1, 2, 3, 4, 5]
    assert open_values(asked) == [0, 1, 3, 4, 5]
    answers, _count = enter_hand(GAME, before(5), DEE, taps(DEE, "1 2 0 -"))
    typed = GAME.type(before(5), DEE, answers)
    why = "The dealer can’t bid 2: the bids would come out even."
    assert sentence(typed.refuse("players.3.bid", 2)) == why
    assert typed.refuse("players.3.bid", 3) is None


def test_the_dealer_is_asked_again_when_a_correction_makes_the_bids_even():
    shown = screen(*taps(DEE, "1 2 0 1", "1 1 0 3"), "@bids", "@players.0.bid", "players.0.bid=2")
    assert (shown.question.path, shown.complete) == ("players.3.bid", False)


@pytest.mark.parametrize(
    ("tricks", "likely", "most"),
    [
        pytest.param("2 - - -", [], 3, id="the tricks that are left"),
        pytest.param("2 1 0 -", [2], 2, id="the last player gets the rest"),
    ],
)
def test_every_number_of_tricks_keeps_its_place_but_only_those_left_can_be_chosen(tricks, likely, most):
    asked = screen(*taps(DEE, "1 2 0 1", tricks)).question
    assert [offer.value for offer in asked.offers] == [0, 1, 2, 3, 4, 5]
    assert open_values(asked) == list(range(most + 1))
    assert likely_values(asked) == likely


def test_corrected_tricks_may_be_any_number():
    asked = screen(*taps(DEE, "1 2 0 1", "2 1 0 2"), at="players.0.tricks").question
    assert open_values(asked) == [0, 1, 2, 3, 4, 5]
    assert likely_values(asked) == [2]


def test_the_hints_show_the_cards_and_the_bids():
    assert [sentence(fact) for fact in screen(*taps(DEE, "1 2 - -")).facts] == ["5 cards each", "bids add up to 3"]
    assert [sentence(fact) for fact in screen(cards=1).facts] == ["1 card each", "bids add up to 0"]


def test_a_hand_is_entered_and_corrected():
    sheet, entry = before(5), hand("1 2 0 1", "1 1 0 3")
    answers, count = enter_hand(GAME, sheet, DEE, taps(DEE, "1 2 0 1", "1 1 0 3"))
    assert (complete(GAME, sheet, DEE, answers), count) == (entry, 8)
    correction = GAME.type(sheet, DEE).correcting(entry)
    assert correction.view().complete
    assert correction.entry() == entry


def test_the_facts_of_a_hand():
    recorded = RULES.record(before(5), DEE, hand("1 2 0 1", "1 1 0 3"))
    counted = {"hands": {}, "bid": {}, "exact": {}}
    for fact in GAME.statistics.facts(recorded.table, recorded.hands[-1]):
        counted[fact.key][NAMES[int(fact.column)]] = fact.amount // 2
    assert counted == {
        "hands": {"Ann": 11, "Bob": 0, "Cy": 10, "Dee": 0},
        "bid": {"Ann": 1, "Bob": 2, "Cy": 0, "Dee": 1},
        "exact": {"Ann": 0, "Cy": 0},
    }


class TestWholeGames:
    def test_a_game_is_replayed(self):
        sheet = blank(7, course="up")
        for bids, tricks, after in UP:
            dealer = RULES.dealer(sheet)
            assert problems(sheet, hand(bids, tricks), dealer) == []
            sheet = RULES.record(sheet, dealer, hand(bids, tricks))
            assert totals(sheet) == list(numbers(after))
        assert sheet.outcome.winners == ("2",)
        assert sentence(sheet.outcome.reason) == "After 7 hands, Cy had the best total: 73"
        assert sheet.outcome.ranking == (("2",), ("3", "5"), ("4",), ("0", "6"), ("1",))

    def test_players_tied_for_most_points_share_the_win(self):
        hands = [(0, hand("0 0 0 0 0 0 0", f"{cards} 0 0 0 0 0 0")) for cards in range(1, 8)]
        sheet = Replay.of(RULES, blank(7, course="up", even=True).table).after(hands).sheet
        assert sheet.outcome.winners == ("1", "2", "3", "4", "5", "6")
        assert sentence(sheet.outcome.reason).endswith("tied for the best total: 70")
