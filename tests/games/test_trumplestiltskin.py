"""Which hands of Trumplestiltskin are allowed and what they score according to RULES.md, including halved points."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games.trumplestiltskin.hand import GNOMES, HALVINGS, Entry, Options, possible_sums
from scorekeeper.rules.declaration import SUITS, fields_of, unusual
from tests.games.notation import (
    GAME,
    PAGE,
    RULES,
    all_passed,
    blank,
    from_page,
    halves,
    hand,
    scored,
    value_of,
    worked,
)
from tests.pages import cases, rows


def problems(entry: Entry, **options: object) -> list[tuple[str, str, str]]:
    found = RULES.problems(blank(len(entry.bid), **options), 0, entry)
    return [(problem.level, problem.path, sentence(problem.message)) for problem in found]


def sums(written: str) -> set[int]:
    """Return the numbers in a list such as "27, 29–32"."""
    ranges = [part.partition("–") for part in written.split(", ")]
    return {number for low, _dash, high in ranges for number in range(int(low), int(high or low) + 1)}


@pytest.mark.parametrize("row", cases(PAGE, "Worked hands"))
def test_a_worked_hand_scores_as_the_page_says(row):
    entry = from_page(row)
    assert problems(entry) == []
    assert list(scored(entry).values()) == halves(f"{row['points']} {row['to the Gnome']}")


@pytest.mark.parametrize("row", cases(PAGE, "Worked hands with a lowest bid of 0"))
def test_a_bid_of_0_counts_as_a_bid_if_the_lowest_bid_is_0(row):
    entry = from_page(row)
    assert problems(entry, lowest_bid=0) == []
    assert list(scored(entry, lowest_bid=0).values()) == halves(f"{row['points']} {row['to the Gnome']}")


@pytest.mark.parametrize("row", cases(PAGE, "Hands that are refused or questioned"))
def test_a_hand_gets_the_error_or_warning_on_the_page(row):
    message = {
        "T10": "Ann and Bob have the same bid, 10.",
        "T11": "The points taken add up to 28, not 29, 30, 31 or 32.",
    }[row["hand"]]
    assert problems(from_page(row)) == [(row["answer"], "players", message)]


def test_a_hand_in_which_everyone_passes_has_no_lines_even_after_a_peek():
    sheet = RULES.record(blank(), 3, all_passed(peeked="A"))
    assert sheet.hands[-1].lines == ()
    assert set(sheet.totals.values()) == {0}


@pytest.mark.parametrize("row", cases(PAGE, "The odd point"))
def test_the_odd_point_goes_where_the_option_says(row):
    points = scored(worked("T2"), odd_half=value_of(HALVINGS, row["odd point when halving"]))
    assert [points["0"], points["gnome"]] == halves(f"{row['A']} {row['the Gnome']}")


@pytest.mark.parametrize("odd_half", ["exact", "gnome", "player"])
def test_every_option_halves_an_even_number_the_same_way(odd_half):
    points = scored(hand("12 8 - 5", "AB", "14 9 3 5"), odd_half=odd_half)
    assert list(points.values()) == halves("7 4 0 5 15")


@pytest.mark.parametrize("row", cases(PAGE, "Possible sums"))
@pytest.mark.parametrize("gnome", ["9S", "9H", "9D", "9C", "red_joker", "black_joker", None])
def test_the_possible_totals_match_the_page(row, gnome):
    players, _sign, deal = row["deal"].partition(" players")
    options = Options(uneven_deal="equal_hands" if deal == ", equal hands" else "all_dealt")
    kind = "not recorded" if gnome is None else "is a Joker" if gnome.endswith("joker") else "is a nine"
    assert possible_sums(options, int(players), gnome) == sums(row[f"Gnome {kind}"])


def test_card_points_match_the_page():
    (taken,) = (field for field in fields_of(Entry) if field.name == "taken")
    page = [(row["cards"], int(row["points each"])) for row in rows(PAGE, "Card points")]
    assert [(sentence(label), points) for label, points in taken.tally] == page


@pytest.mark.parametrize("row", cases(PAGE, "What may be trump"))
def test_trump_must_match_the_gnome(row):
    gnome = value_of(GNOMES, row["Gnome"].removeprefix("not recorded"))
    fitting = {value_of(SUITS, label) for label in row["trump"].split(", ")}
    for suit in ("spades", "hearts", "diamonds", "clubs"):
        found = problems(hand("10 8 - -", taken="9 8 7 6", gnome=gnome, trump=suit))
        assert [problem[:2] for problem in found] == ([] if suit in fitting else [("error", "hand.trump")])


def test_the_options_match_the_page():
    page = {row["option"]: row["values, the default first"].split("; ") for row in rows(PAGE, "Options")}
    for field in fields_of(Options):
        labels = {choice.value: sentence(choice.label) for choice in field.choices}
        written = page.pop(sentence(field.label))
        assert written[0] == labels.get(field.default, str(field.default))
        assert written == list(labels.values()) or not labels
    assert page == {}


def test_an_uneven_deal_only_matters_if_the_cards_do_not_divide():
    options = Options(uneven_deal="equal_hands")
    assert [len(unusual(options, players)) for players in (3, 4, 5)] == [1, 0, 1]


CHECKED = [
    (
        hand("10 8 - -", taken="9 8 7 6", gnome="9S", trump="hearts"),
        [("error", "hand.trump", "With this Gnome (Nine of spades), trump is Spades.")],
    ),
    (hand("- - - -", taken="8 8 8 6"), [("error", "", "Nobody bid. If everyone passed, record that.")]),
    (hand("0 - - -", taken="8 8 8 6"), [("error", "players.0.bid", "The lowest bid is 1.")]),
    (hand("33 - - -", taken="8 8 8 6"), [("warning", "players.0.bid", "A bid above 32 can never be made.")]),
    (hand("9 - 10 -", taken="8 8 8 6", taker=0), [("error", "hand.taker", "Ann isn’t the highest bidder.")]),
    (
        hand("7 7 5 5", taken="8 8 8 6"),
        [
            ("error", "players", "Cy and Dee have the same bid, 5."),
            ("error", "players", "Ann and Bob have the same bid, 7."),
        ],
    ),
    (hand("- 4 - -", all_passed=True), [("error", "players.1.bid", "Everyone passed, so nobody bid.")]),
    (
        hand("- - - -", taken="- - 0 -", all_passed=True),
        [("error", "players.2.taken", "Everyone passed, so nobody took points.")],
    ),
    (
        hand("- - - -", trump="hearts", all_passed=True),
        [("error", "hand.trump", "Everyone passed, so there’s no trump.")],
    ),
    (hand("- - - -", taker=1, all_passed=True), [("error", "hand.taker", "Everyone passed, so nobody took the bid.")]),
    (hand("- - - -", "ABCD", gnome="9S", all_passed=True), []),
]


def test_a_hand_is_checked():
    for entry, expected in CHECKED:
        assert problems(entry) == expected, entry


@pytest.mark.parametrize(
    ("option", "dealers"),
    [
        pytest.param("deal_passes", [3, 0, 1, 2], id="the deal passes left"),
        pytest.param("same_dealer", [3, 3, 3, 0], id="the same dealer deals again"),
    ],
)
def test_an_option_decides_who_deals_after_everyone_passes(option, dealers):
    sheet, dealt = blank(all_passed=option), []
    for entry in (all_passed(), all_passed(), hand("9 - - -", taken="9 8 7 6")):
        dealt.append(RULES.dealer(sheet))
        sheet = RULES.record(sheet, dealt[-1], entry)
    assert [*dealt, RULES.dealer(sheet)] == dealers


def test_the_player_on_the_dealers_right_picks_the_gnome():
    notes = [sentence(GAME.type(blank(), dealer, {}).view().question.board.note) for dealer in range(4)]
    assert notes == [f"{name} picks the Gnome" for name in ("Dee", "Ann", "Bob", "Cy")]


def test_reasons_are_sentences_that_a_player_would_say():
    lines = RULES.score(blank(5), 0, hand("12 6 8 - -", "ACD", "10 9 7 4 1"))
    assert [(line.column, line.points / 2, sentence(line.reason), line.mark) for line in lines] == [
        ("0", 0, "had the high bid, 12", "taker"),
        ("0", -12, "took 10, missed the bid of 12", "failed"),
        ("gnome", 10, "Ann missed the bid", ""),
        ("0", 0, "peeked: another 10 to the Gnome", "peeked"),
        ("gnome", 10, "again, because Ann peeked", ""),
        ("1", 9, "took 9, bid 6", ""),
        ("1", -3, "3 over the bid of 6 went to the Gnome", "capped"),
        ("gnome", 3, "Bob took more than the bid of 6", ""),
        ("2", 7, "took 7, bid 8", ""),
        ("2", -3.5, "half for peeking: 3½ to the Gnome", "peeked"),
        ("gnome", 3.5, "half of Cy’s 7, for peeking", ""),
        ("3", 0, "never bid: the 4 taken went to the Gnome", "unbid"),
        ("3", 0, "peeked, but that doesn’t matter without a bid", "peeked"),
        ("gnome", 4, "Dee never bid", ""),
        ("4", 0, "never bid: the 1 taken went to the Gnome", "unbid"),
        ("gnome", 1, "Eve never bid", ""),
    ]
    blind = [sentence(line.reason) for line in RULES.score(blank(3), 0, hand("12 - -", "", "14 9 7"))]
    assert blind[:2] == ["took 14, made the bid of 12", "doubled: made it without peeking"]
