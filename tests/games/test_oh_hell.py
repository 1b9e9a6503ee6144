"""Oh Hell by its RULES.md: the course, every option, whole games, and the hand as a thumb types it."""

import pytest
from hypothesis import given, strategies as st

from scorekeeper.games.oh_hell import OH_HELL, Entry, Options
from scorekeeper.rules.replay import replayed
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.words import points
from scorekeeper.text import sentence
from tests.games.typing import complete, type_hand

GAME = OH_HELL
RULES = GAME.rules
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus")
ANN, BOB, CY, DEE = range(4)

UP = (  # bids, tricks and the points after the hand, of Ann to Gus; Gus deals first, then Ann
    ("0 0 0 1 0 0 1", "0 0 0 1 0 0 0", "10 10 10 11 10 10 0"),
    ("1 0 1 0 0 1 0", "0 0 1 0 0 1 0", "10 20 21 21 20 21 10"),
    ("1 1 0 0 0 0 0", "1 1 0 0 0 0 1", "21 31 31 31 30 31 10"),
    ("2 0 1 0 1 0 1", "1 0 1 0 1 0 1", "21 41 42 41 41 41 21"),
    ("0 1 1 1 0 0 1", "0 2 1 1 0 0 1", "31 41 53 52 51 51 32"),
    ("3 0 0 0 0 1 1", "3 1 0 1 0 0 1", "44 41 63 52 61 51 43"),
    ("0 2 0 0 2 1 1", "0 2 0 0 3 1 1", "54 53 73 62 61 62 54"),
)


def numbers(spoken):
    return tuple(None if word == "-" else int(word) for word in spoken.split())


def hand(bids, tricks):
    return Entry(bid=numbers(bids), tricks=numbers(tricks))


def taps(dealer, bids, tricks=""):
    """The taps of a hand, from the dealer's left."""
    said, taken = numbers(bids), numbers(tricks)
    order = [(dealer + step) % len(said) for step in range(1, len(said) + 1)]
    yield from (f"players.{seat}.bid={said[seat]}" for seat in order if said[seat] is not None)
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
    """The sheet before a hand of so many cards on the way up; Dee deals it."""
    sheet = blank(players, **options)
    for so_many in range(1, cards):
        sheet = RULES.record(sheet, players - 2, hand(f"{'0 ' * players}", f"{so_many}{' 0' * (players - 1)}"))
    return sheet


def totals(sheet):
    return [half // 2 for half in sheet.totals.values()]


def problems(sheet, entry, dealer=DEE):
    return [(problem.path, sentence(problem.message)) for problem in RULES.problems(sheet, dealer, entry)]


def screen(*typed, cards=5, at="", **options):
    sheet = before(cards, **options)
    answers, _count = type_hand(GAME, sheet, DEE, typed)
    return GAME.type(sheet, DEE, answers).view(at)


@pytest.mark.parametrize(
    ("players", "course", "cards"),
    [
        pytest.param(7, "up", [1, 2, 3, 4, 5, 6, 7], id="up"),
        pytest.param(7, "up_down", [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1], id="up and down"),
        pytest.param(7, "down_up", [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7], id="down and up"),
        pytest.param(3, "up", [*range(1, 18)], id="three players, 17 cards"),
        pytest.param(4, "up", [*range(1, 13)], id="four players, 12 cards and 4 left over"),
        pytest.param(5, "up", [*range(1, 11)], id="five players, 10 cards"),
        pytest.param(6, "up", [*range(1, 9)], id="six players, 8 cards"),
    ],
)
def test_the_course_is_played_to_its_end_and_no_further(players, course, cards):
    sheet, seen = blank(players, course=course), []
    while sheet.outcome is None:
        seen.append(RULES.cards(sheet))
        sheet = RULES.record(sheet, RULES.dealer(sheet), hand("0 " * players, f"{seen[-1]}{' 0' * (players - 1)}"))
    assert seen == cards
    assert RULES.cards(sheet) == cards[-1]
    assert sentence(sheet.outcome.reason).startswith(f"{len(cards)} hands were played")


@pytest.mark.parametrize(
    ("cards", "bids", "tricks", "worth"),
    [
        pytest.param(1, "0 0 1 1", "0 0 1 0", "10 10 11 0", id="one card"),
        pytest.param(5, "1 2 0 1", "1 1 0 3", "11 0 10 0", id="too few and too many"),
        pytest.param(5, "3 2 1 0", "3 2 0 0", "13 12 0 10", id="six are bid already"),
    ],
)
def test_the_worked_hands(cards, bids, tricks, worth):
    sheet = before(cards)
    assert problems(sheet, hand(bids, tricks)) == []
    recorded = RULES.record(sheet, DEE, hand(bids, tricks))
    assert list(recorded.hands[-1].points.values()) == [points(each) for each in numbers(worth)]


@pytest.mark.parametrize(
    ("missed", "worth"),
    [
        pytest.param("nothing", [10, 13, 0, 0], id="nothing"),
        pytest.param("tricks", [10, 13, 2, 1], id="a point for each trick"),
        pytest.param("difference", [10, 13, -2, -3], id="minus the difference"),
    ],
)
def test_what_a_missed_bid_is_worth(missed, worth):
    recorded = RULES.record(before(6, missed=missed), DEE, hand("0 3 0 4", "0 3 2 1")).hands[-1]
    assert [line.points for line in recorded.lines] == [points(each) for each in worth]
    assert [line.mark for line in recorded.lines] == ["exact", "exact", "", ""]
    assert sentence(recorded.lines[3].reason) == "bid 4, took 1"


@pytest.mark.parametrize(
    ("bids", "tricks", "even", "found"),
    [
        pytest.param("1 2 0 1", "1 1 0 3", False, [], id="a hand"),
        pytest.param("1 - 0 1", "1 1 0 3", False, [("players.1.bid", "Missing: Bid (Bob).")], id="no bid"),
        pytest.param("1 2 0 1", "1 1 0 -", False, [("players.3.tricks", "Missing: Tricks (Dee).")], id="no tricks"),
        pytest.param("1 6 0 1", "5 0 0 0", False, [("players.1.bid", "Nobody can bid more than 5.")], id="6 of 5"),
        pytest.param(
            "1 2 0 2",
            "1 2 0 2",
            False,
            [("players.3.bid", "The dealer cannot bid 2: the bids would come out even.")],
            id="the bids come out even",
        ),
        pytest.param("1 2 0 2", "1 2 0 2", True, [], id="which they may by option"),
        pytest.param(
            "1 1 0 -", "5 0 0 0", False, [("players.3.bid", "Missing: Bid (Dee).")], id="no bid of the dealer"
        ),
        pytest.param("3 3 0 0", "5 0 0 0", False, [], id="they can't any more"),
        pytest.param(
            "1 2 0 1", "1 1 1 1", False, [("players", "The tricks add up to 4, not to 5.")], id="a trick is lost"
        ),
    ],
)
def test_a_hand_is_checked(bids, tricks, even, found):
    assert problems(before(5, even=even), hand(bids, tricks)) == found


def test_the_dealer_of_the_hand_is_who_may_not_make_it_even():
    assert [path for path, _said in problems(before(5), hand("1 2 0 2", "5 0 0 0"), dealer=BOB)] == ["players.1.bid"]


def test_all_bids_come_first_the_dealers_last_and_then_the_tricks():
    paths = [row.path for row in screen().rows]
    order = (ANN, BOB, CY, DEE)
    assert paths == [f"players.{seat}.{key}" for key in ("bid", "tricks") for seat in order]
    assert [offer.value for offer in screen().question.offers] == [0, 1, 2, 3, 4, 5]
    assert not screen().question.other


def test_what_the_dealer_may_not_bid_is_no_button_and_it_is_said_why():
    why = "The dealer cannot bid 2: the bids would come out even."
    asked = screen(*taps(DEE, "1 2 0 -")).question
    assert (asked.path, sentence(asked.note)) == ("players.3.bid", why)
    assert [offer.value for offer in asked.offers] == [0, 1, 3, 4, 5]
    answers, _count = type_hand(GAME, before(5), DEE, taps(DEE, "1 2 0 -"))
    typed = GAME.type(before(5), DEE, answers)
    assert sentence(typed.refuse("players.3.bid", 2)) == why
    assert typed.refuse("players.3.bid", 3) is None


@pytest.mark.parametrize(
    ("bids", "options"),
    [
        pytest.param("1 2 0 -", {"even": True}, id="by option"),
        pytest.param("3 3 0 -", {}, id="more is bid already"),
    ],
)
def test_the_dealer_may_bid_anything(bids, options):
    asked = screen(*taps(DEE, bids), **options).question
    assert [offer.value for offer in asked.offers] == [0, 1, 2, 3, 4, 5]
    assert asked.note is None


def test_a_dealer_whose_bid_comes_out_even_after_a_correction_is_asked_again():
    shown = screen(*taps(DEE, "1 2 0 1", "1 1 0 3"), "@players.0.bid", "players.0.bid=2")
    assert (shown.question.path, shown.complete) == ("players.3.bid", False)


@pytest.mark.parametrize(
    ("tricks", "likely", "others"),
    [
        pytest.param("- - - -", [], [0, 1, 2, 3, 4, 5], id="the first"),
        pytest.param("2 - - -", [], [0, 1, 2, 3], id="what is left"),
        pytest.param("2 1 0 -", [2], [0, 1], id="the last one's first"),
    ],
)
def test_the_tricks_that_are_left_are_offered(tricks, likely, others):
    asked = screen(*taps(DEE, "1 2 0 1", tricks)).question
    assert [offer.value for offer in asked.likely] == likely
    assert [offer.value for offer in asked.offers] == others


def test_tricks_that_are_corrected_may_be_any_number():
    asked = screen(*taps(DEE, "1 2 0 1", "2 1 0 2"), at="players.0.tricks").question
    assert [offer.value for offer in asked.offers] == [0, 1, 3, 4, 5]
    assert [offer.value for offer in asked.likely] == [2]


@pytest.mark.parametrize(
    ("cards", "bids", "hints"),
    [
        pytest.param(1, "- - - -", ["1 card each", "bids add up to 0"], id="one card"),
        pytest.param(5, "1 2 - -", ["5 cards each", "bids add up to 3"], id="two have bid"),
    ],
)
def test_the_cards_and_the_bids_stand_above_the_question(cards, bids, hints):
    assert [sentence(fact) for fact in screen(*taps(DEE, bids), cards=cards).facts] == hints


def test_a_hand_is_typed_and_corrected():
    sheet, entry = before(5), hand("1 2 0 1", "1 1 0 3")
    answers, count = type_hand(GAME, sheet, DEE, taps(DEE, "1 2 0 1", "1 1 0 3"))
    assert (complete(GAME, sheet, DEE, answers), count) == (entry, 8)
    correction = GAME.type(sheet, DEE).correcting(entry)
    assert correction.view().complete
    assert correction.entry() == entry


def test_what_a_hand_counts():
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
        assert sentence(sheet.outcome.reason) == "7 hands were played"
        assert sheet.outcome.ranking == (("2",), ("3", "5"), ("4",), ("0", "6"), ("1",))

    def test_a_game_is_typed(self):
        names, options, typed, winners = SAMPLE
        sheet = RULES.blank(Table(names=names, options=Options(**options), first_dealer=len(names) - 1))
        for spoken in typed:
            dealer = RULES.dealer(sheet)
            answers, _count = type_hand(GAME, sheet, dealer, spoken)
            sheet = RULES.record(sheet, dealer, complete(GAME, sheet, dealer, answers))
        assert totals(sheet) == list(numbers(UP[-1][2]))
        assert tuple(names[int(key)] for key in sheet.outcome.winners) == winners

    def test_equal_ones_share_the_win(self):
        hands = [(0, hand("0 0 0 0 0 0 0", f"{cards} 0 0 0 0 0 0")) for cards in range(1, 8)]
        sheet = replayed(RULES, blank(7, course="up", even=True).table, hands)
        assert sheet.outcome.winners == ("1", "2", "3", "4", "5", "6")
        assert sentence(sheet.outcome.reason).endswith("have the most points, 70 each, and share the win")


@st.composite
def games(draw):
    """A whole game without errors, by any house rules."""
    players = draw(st.integers(6, 7))
    options = {
        "course": draw(st.sampled_from(["up", "up_down", "down_up"])),
        "missed": draw(st.sampled_from(["nothing", "tricks", "difference"])),
        "even": draw(st.booleans()),
    }
    sheet = blank(players, **options)
    while sheet.outcome is None:
        cards, dealer = RULES.cards(sheet), RULES.dealer(sheet)
        bids = draw(st.lists(st.integers(0, cards), min_size=players, max_size=players))
        if not options["even"] and sum(bids) == cards:
            bids[dealer] += 1 if bids[dealer] < cards else -1
        winners = draw(st.lists(st.integers(0, players - 1), min_size=cards, max_size=cards))
        entry = Entry(bid=tuple(bids), tricks=tuple(winners.count(seat) for seat in range(players)))
        assert problems(sheet, entry, dealer) == []
        sheet = RULES.record(sheet, dealer, entry)
    return sheet


@given(games())
def test_only_who_took_what_they_bid_has_ten_points_or_more(sheet):
    for recorded in sheet.hands:
        for seat, moved in enumerate(recorded.points.values()):
            bid, taken = recorded.entry.bid[seat], recorded.entry.tricks[seat]
            assert (moved == points(10 + taken)) == (bid == taken)
            assert bid == taken or moved in (0, points(taken), points(-abs(bid - taken)))


@given(games())
def test_not_all_can_be_right_unless_the_bids_may_come_out_even(sheet):
    all_right = [all(line.mark == "exact" for line in recorded.lines) for recorded in sheet.hands]
    assert sheet.table.options.even or not any(all_right)


@given(games())
def test_every_hand_can_be_corrected_from_what_was_recorded(sheet):
    now = RULES.blank(sheet.table)
    for recorded in sheet.hands:
        correction = GAME.type(now, recorded.dealer).correcting(recorded.entry)
        assert correction.view().complete
        assert correction.entry() == recorded.entry
        now = RULES.record(now, recorded.dealer, recorded.entry)
