"""Trumplestiltskin by its rules page, row for row, with the odd half points."""

import pytest

from scorekeeper.games.trumplestiltskin.hand import Entry, Options, possible_sums, taker_of
from scorekeeper.text import sentence
from tests.games.notation import GAME, RULES, all_passed, blank, halves, hand, scored


def problems(entry: Entry, **options: object) -> list[tuple[str, str, str]]:
    found = RULES.problems(blank(len(entry.bid), **options), 0, entry)
    return [(problem.level, problem.path, sentence(problem.message)) for problem in found]


@pytest.mark.parametrize(
    ("bids", "peeked", "taken", "points"),
    [
        pytest.param(
            "10 6 - 8", "", "12 9 3 7", "24 6 0 7 6", id="T1 blind and made is doubled, the excess is the Gnome's"
        ),
        pytest.param("11 - 9 7", "A", "13 6 8 4", "6½ 0 8 4 12½", id="T2 peeked and made is halved, not doubled"),
        pytest.param(
            "14 10 - 5", "", "11 9 5 6", "-14 9 0 5 17", id="T3 failed costs the bid, the Gnome gets what was taken"
        ),
        pytest.param("12 8 - 5", "AD", "10 7 6 8", "-12 7 0 2½ 31½", id="T4 peeked and failed gives the Gnome twice"),
        pytest.param(
            "13 7 - 4", "B", "14 9 3 5", "28 3½ 0 4 9½", id="T5 another bidder who peeked: cap first, then halve"
        ),
        pytest.param(
            "9 - 8 6", "B", "9 11 4 5", "18 0 4 5 11", id="T6 exactly the bid is made; peeking without a bid is nothing"
        ),
        pytest.param("12 10 -", "AB", "15 9 5", "7½ 4½ 0 17", id="T7 three players"),
        pytest.param("- 12 9 7 4", "CE", "4 9 6 8 3", "0 -12 3 7 1½ 18½", id="T8 five players"),
    ],
)
def test_a_hand_is_worth_what_the_table_says(bids, peeked, taken, points):
    assert list(scored(hand(bids, peeked, taken)).values()) == halves(points)


def test_t9_all_passed_moves_nothing_even_with_a_peek():
    sheet = RULES.record(blank(), 3, all_passed(peeked="A"))
    assert sheet.hands[-1].lines == ()
    assert set(sheet.totals.values()) == {0}
    assert problems(all_passed(peeked="A")) == []


def test_t10_equal_bids_are_an_error_of_the_players():
    assert problems(hand("10 10 - -", taken="8 8 8 5", gnome="9S")) == [
        ("error", "players", "Ann and Bob have the same bid, 10.")
    ]


def test_t11_an_impossible_sum_is_a_warning_that_names_it_and_the_possible_ones():
    assert problems(hand("10 8 - -", taken="10 9 5 4", gnome="9S")) == [
        ("warning", "players", "The points taken add up to 28, not to 29, 30, 31 or 32.")
    ]


@pytest.mark.parametrize(
    ("bids", "taken", "points"),
    [
        pytest.param("0 - - -", "12 9 3 7", "24 0 0 0 19", id="T12 a blind bid of 0 doubles"),
        pytest.param("8 0 - -", "7 12 5 7", "-8 0 0 0 31", id="T13 a bid of 0 keeps nothing"),
        pytest.param("0 - - -", "0 12 12 7", "0 0 0 0 31", id="a bid of 0 is made with nothing"),
    ],
)
def test_with_lowest_bid_0_a_bid_of_0_is_a_bid(bids, taken, points):
    assert list(scored(hand(bids, taken=taken), lowest_bid=0).values()) == halves(points)
    assert problems(hand(bids, taken=taken), lowest_bid=0) == []


@pytest.mark.parametrize(
    ("odd_half", "ann", "gnome"),
    [
        pytest.param("exact", "6½", "12½", id="both get the half"),
        pytest.param("gnome", "6", "13", id="the Gnome gets the odd point"),
        pytest.param("player", "7", "12", id="the player gets the odd point"),
    ],
)
def test_the_odd_point_goes_where_the_house_says(odd_half, ann, gnome):
    points = scored(hand("11 - 9 7", "A", "13 6 8 4"), odd_half=odd_half)
    assert [points["0"], points["gnome"]] == halves(f"{ann} {gnome}")


@pytest.mark.parametrize("odd_half", ["exact", "gnome", "player"])
def test_an_even_number_is_halved_alike_in_every_house(odd_half):
    points = scored(hand("12 8 - 5", "AB", "14 9 3 5"), odd_half=odd_half)
    assert list(points.values()) == halves("7 4 0 5 15")


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("uneven_deal", ["all_dealt", "equal_hands"])
@pytest.mark.parametrize("gnome", ["9S", "9H", "9D", "9C", "red_joker", "black_joker", None])
def test_the_possible_sums_are_those_of_the_rules_page(players, uneven_deal, gnome):
    spoken = {
        ("all_dealt", 3): ("27 29 30 31 32", "27 28 29 30", "27 28 29 30 31 32"),
        ("all_dealt", 4): ("29 30 31 32", "28 29 30", "28 29 30 31 32"),
        ("all_dealt", 5): ("31 32", "30", "30 31 32"),
        ("equal_hands", 3): (
            "23 24 25 26 27 28 29 30 31 32",
            "23 24 25 26 27 28 29 30",
            "23 24 25 26 27 28 29 30 31 32",
        ),
        ("equal_hands", 4): ("29 30 31 32", "28 29 30", "28 29 30 31 32"),
        ("equal_hands", 5): (
            "23 24 25 26 27 28 29 30 31 32",
            "22 23 24 25 26 27 28 29 30",
            "22 23 24 25 26 27 28 29 30 31 32",
        ),
    }[uneven_deal, players]
    kind = 2 if gnome is None else 1 if gnome.endswith("joker") else 0
    options = Options(uneven_deal=uneven_deal)
    assert sorted(possible_sums(options, players, gnome)) == [int(word) for word in spoken[kind].split()]


@pytest.mark.parametrize(
    ("gnome", "fits"),
    [
        pytest.param("9S", {"spades"}, id="nine of spades"),
        pytest.param("9H", {"hearts"}, id="nine of hearts"),
        pytest.param("9D", {"diamonds"}, id="nine of diamonds"),
        pytest.param("9C", {"clubs"}, id="nine of clubs"),
        pytest.param("red_joker", {"diamonds", "hearts"}, id="the red Joker is a red suit"),
        pytest.param("black_joker", {"spades", "clubs"}, id="the black Joker is a black suit"),
        pytest.param(None, {"spades", "hearts", "diamonds", "clubs"}, id="without a Gnome any suit"),
    ],
)
def test_trump_suits_the_gnome(gnome, fits):
    suits = ("spades", "hearts", "diamonds", "clubs")
    entry = {suit: hand("10 8 - -", taken="9 8 7 6", gnome=gnome, trump=suit) for suit in suits}
    assert {suit for suit in suits if not problems(entry[suit])} == fits
    refused = [problems(entry[suit])[0][:2] for suit in suits if suit not in fits]
    assert refused == [("error", "hand.trump")] * (4 - len(fits))


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        pytest.param(
            hand("- - - -", taken="8 8 8 6"),
            [("error", "", "Nobody bid. If all passed, the sheet must say so.")],
            id="nobody bids and all passed is not said",
        ),
        pytest.param(
            hand("0 - - -", taken="8 8 8 6"),
            [("error", "players.0.bid", "The lowest bid is 1.")],
            id="a bid below the lowest",
        ),
        pytest.param(
            hand("33 - - -", taken="8 8 8 6"),
            [("warning", "players.0.bid", "A bid above 32 can never be made.")],
            id="a bid above 32",
        ),
        pytest.param(hand("32 - - -", taken="8 8 8 6"), [], id="a bid of 32 could be made"),
        pytest.param(
            hand("9 - 8 -", taken="8 - 8 -"),
            [
                ("error", "players.1.taken", "Missing: Taken (Bob)."),
                ("error", "players.3.taken", "Missing: Taken (Dee)."),
            ],
            id="missing points, and no guess at their sum",
        ),
        pytest.param(
            hand("9 - 10 -", taken="8 8 8 6", taker=0),
            [("error", "hand.taker", "Ann is not the highest bidder.")],
            id="a taker who is not the highest bidder",
        ),
        pytest.param(hand("9 - 10 -", taken="8 8 8 6", taker=2), [], id="the taker that the bids name"),
        pytest.param(
            hand("7 7 5 5", taken="8 8 8 6"),
            [
                ("error", "players", "Cy and Dee have the same bid, 5."),
                ("error", "players", "Ann and Bob have the same bid, 7."),
            ],
            id="two pairs of equal bids",
        ),
        pytest.param(
            hand("- 4 - -", all_passed=True),
            [("error", "players.1.bid", "All passed, so nobody bid.")],
            id="all passed with a bid",
        ),
        pytest.param(
            hand("- - - -", taken="- - 0 -", all_passed=True),
            [("error", "players.2.taken", "All passed, so nobody took points.")],
            id="all passed with points",
        ),
        pytest.param(
            hand("- - - -", trump="hearts", all_passed=True),
            [("error", "hand.trump", "All passed, so nothing was trump.")],
            id="all passed with trump",
        ),
        pytest.param(
            hand("- - - -", taker=1, all_passed=True),
            [("error", "hand.taker", "All passed, so nobody took the bid.")],
            id="all passed with a taker",
        ),
        pytest.param(hand("- - - -", "ABCD", gnome="9S", all_passed=True), [], id="all passed with peeks and a Gnome"),
        pytest.param(
            hand("10 8 - 9", "A", "9 9 9 5", gnome="red_joker"),
            [
                ("warning", "players", "The points taken add up to 32, not to 28, 29 or 30."),
            ],
            id="with a Joker as Gnome the sums are lower",
        ),
    ],
)
def test_a_hand_is_checked(entry, found):
    assert problems(entry) == found


@pytest.mark.parametrize(
    ("all_passed_option", "dealers"),
    [
        pytest.param("deal_passes", [3, 0, 1, 2], id="the deal passes left"),
        pytest.param("same_dealer", [3, 3, 3, 0], id="the same dealer deals again"),
    ],
)
def test_who_deals_after_all_passed(all_passed_option, dealers):
    sheet, found = blank(all_passed=all_passed_option), []
    for entry in (all_passed(), all_passed(), hand("9 - - -", taken="9 8 7 6")):
        found.append(RULES.dealer(sheet))
        sheet = RULES.record(sheet, found[-1], entry)
    assert [*found, RULES.dealer(sheet)] == dealers


def test_the_deal_passes_from_the_dealer_that_was_recorded():
    sheet = RULES.record(blank(), 1, hand("9 - - -", taken="9 8 7 6"))
    assert RULES.dealer(sheet) == 2


def test_who_does_what_stands_beside_the_bids():
    rows = GAME.type(blank(), 3, {}).view().rows
    notes = {row.seat: [sentence(note) for note in row.notes] for row in rows}
    assert notes == {0: ["bids first"], 1: [], 2: ["picks the Gnome"], 3: ["deals"]}


def test_the_taker_leads():
    answers = {"players.0.bid": 4, "players.2.bid": 7}
    assert [sentence(hint) for hint in GAME.type(blank(), 3, answers).hints()] == ["Cy has 7"]
    hints = GAME.type(blank(), 3, answers | {"hand.bidding_done": True}).hints()
    assert [sentence(hint) for hint in hints] == ["Cy took the bid at 7", "Cy leads"]


@pytest.mark.parametrize(
    ("bids", "seat"),
    [
        pytest.param((None, None, None), None, id="nobody bid"),
        pytest.param((None, 0, None), 1, id="0 is a bid"),
        pytest.param((4, 9, 7), 1, id="the highest"),
    ],
)
def test_the_taker_is_the_highest_bidder(bids, seat):
    assert taker_of(bids) == seat


def test_reasons_are_what_a_player_would_say():
    lines = RULES.score(blank(5), 0, hand("12 6 8 - -", "ACD", "10 9 7 4 1"))
    assert [(line.column, line.points / 2, sentence(line.reason), line.mark) for line in lines] == [
        ("0", 0, "took the bid with 12", "taker"),
        ("0", -12, "took 10, failed the bid of 12", "failed"),
        ("gnome", 10, "Ann failed the bid", ""),
        ("0", 0, "peeked: 10 once more to the Gnome", "peeked"),
        ("gnome", 10, "once more: Ann peeked", ""),
        ("1", 9, "took 9, bid 6", ""),
        ("1", -3, "3 over the bid of 6 go to the Gnome", "capped"),
        ("gnome", 3, "Bob took more than the bid of 6", ""),
        ("2", 7, "took 7, bid 8", ""),
        ("2", -3.5, "half for peeking: 3½ to the Gnome", "peeked"),
        ("gnome", 3.5, "half of Cy’s 7, for peeking", ""),
        ("3", 0, "never bid: the 4 taken go to the Gnome", "unbid"),
        ("3", 0, "peeked, which changes nothing without a bid", "peeked"),
        ("gnome", 4, "Dee never bid", ""),
        ("4", 0, "never bid: the 1 taken goes to the Gnome", "unbid"),
        ("gnome", 1, "Eve never bid", ""),
    ]
    blind = [sentence(line.reason) for line in RULES.score(blank(3), 0, hand("12 - -", "", "14 9 7"))]
    assert blind[:2] == ["took 14, made the bid of 12", "doubled: took the bid without peeking"]


def test_every_mark_of_the_legend_is_given_by_some_hand():
    entries = [hand("12 6 8 - -", "ACD", "10 9 7 4 1"), hand("9 - - - -", "", "12 9 5 5 1")]
    given = {line.mark for entry in entries for line in RULES.score(blank(5), 0, entry)}
    assert {mark.key for mark in RULES.legend} <= given
