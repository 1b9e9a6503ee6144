"""Klondike according to RULES.md: the worked round, every option, complete tallies, and the hand screen."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games.klondike import KLONDIKE, Entry, Options
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import points
from tests.games.entering import complete, enter_hand
from tests.pages import rows

PAGE = "games/klondike/RULES.md"
RULES = KLONDIKE.rules
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
SAMPLE = {
    "klondike": (
        ("Ann", "Bob", "Cy"),
        {"scoring": "vegas", "rounds": 2},
        [
            ["players.0.cards=11", "players.1.cards=0", "players.2.cards=25"],
            ["players.0.cards=52", "players.1.cards=7", "players.2.cards=30"],
        ],
        ("Ann",),
    )
}


def blank(players=4, **options):
    return RULES.blank(Table(names=NAMES[:players], options=Options(**options), first_dealer=players - 1))


def cards(*numbers, typed=None):
    return Entry(cards=numbers, points=typed or (None,) * len(numbers))


def played(entries, players=4, **options):
    return Replay.of(RULES, blank(players, **options).table).after((0, entry) for entry in entries).sheet


def totals(sheet):
    return [half // 2 for half in sheet.totals.values()]


def problems(entry, **options):
    sheet = blank(len(entry.cards), **options)
    return [(problem.level, problem.path, sentence(problem.message)) for problem in RULES.problems(sheet, 0, entry)]


@pytest.mark.parametrize(
    ("scoring", "column"),
    [pytest.param("cards_up", "cards up", id="cards up"), pytest.param("vegas", "Vegas", id="Vegas")],
)
def test_the_worked_round_scores_as_the_page_says(scoring, column):
    page = rows(PAGE, "Worked round")
    assert len(page) == 4
    sheet = played([cards(*(int(row["cards"]) for row in page))], scoring=scoring)
    assert totals(sheet) == [int(row[column].replace("−", "-")) for row in page]


def test_typed_points_count_with_or_without_cards():
    sheet = played([cards(None, 52, 3, None, typed=(-9999, 0, 12, 9999))], scoring="typed")
    assert totals(sheet) == [-9999, 0, 12, 9999]
    assert [sentence(line.reason) for line in sheet.hands[0].lines] == [
        "points as entered",
        "points as entered; all 52 cards up",
        "points as entered; 3 cards up",
        "points as entered",
    ]
    assert [line.mark for line in sheet.hands[0].lines] == ["", "all_up", "", ""]


def test_the_defaults_are_one_round_of_cards_up_without_a_dealer():
    assert Options() == Options(scoring="cards_up", rounds=1)
    assert not RULES.has_dealer
    assert [KLONDIKE.type(blank(), seat).seats for seat in (0, 2)] == [(0, 1, 2, 3)] * 2


@pytest.mark.parametrize(
    ("scoring", "reasons"),
    [
        pytest.param("cards_up", ["0 cards up", "1 card up", "all 52 cards up"], id="cards up"),
        pytest.param(
            "vegas",
            [
                "paid 52 for the deck",
                "0 cards up, 5 each",
                "paid 52 for the deck",
                "1 card up, 5 each",
                "paid 52 for the deck",
                "all 52 cards up, 5 each",
            ],
            id="Vegas",
        ),
    ],
)
def test_reasons_are_sentences(scoring, reasons):
    lines = played([cards(0, 1, 52)], 3, scoring=scoring).hands[0].lines
    assert [sentence(line.reason) for line in lines] == reasons
    assert [line.mark for line in lines if line.column == "2"][-1:] == ["all_up"]
    assert {line.mark for line in lines if line.column != "2"} == {""}


@pytest.mark.parametrize("scoring", ["cards_up", "vegas"])
def test_typed_points_are_an_error_when_cards_determine_them(scoring):
    assert problems(cards(3, 4, typed=(None, 0)), scoring=scoring) == [
        ("error", "players.1.points", "Bob’s points come from the cards; don’t enter them.")
    ]


@pytest.mark.parametrize("scoring", ["cards_up", "vegas"])
def test_missing_cards_are_an_error(scoring):
    assert problems(cards(3, None), scoring=scoring) == [("error", "players.1.cards", "Missing: Cards up (Bob).")]


def test_missing_points_are_an_error_when_points_are_typed():
    assert problems(cards(3, None, typed=(None, 5)), scoring="typed") == [
        ("error", "players.0.points", "Missing: Points (Ann).")
    ]
    assert problems(cards(None, None, typed=(-5, 5)), scoring="typed") == []


TALLIES = [
    pytest.param(
        {"scoring": "cards_up", "rounds": 3},
        [(cards(11, 7, 25), [11, 7, 25]), (cards(4, 52, 0), [15, 59, 25]), (cards(30, 1, 9), [45, 60, 34])],
        "1",
        "After 3 rounds, Bob had the best total: 60",
        id="three rounds of cards up",
    ),
    pytest.param(
        {"scoring": "vegas", "rounds": 2},
        [(cards(10, 11, 0), [-2, 3, -52]), (cards(12, 11, 22), [6, 6, 6])],
        "012",
        "After 2 rounds, Ann, Bob and Cy tied for the best total: 6",
        id="all tied at Vegas",
    ),
    pytest.param(
        {"scoring": "typed", "rounds": 2},
        [
            (cards(None, 3, None, typed=(-40, -15, -60)), [-40, -15, -60]),
            (cards(None, None, None, typed=(5, -20, 10)), [-35, -35, -50]),
        ],
        "01",
        "After 2 rounds, Ann and Bob tied for the best total: −35",
        id="typed, all below 0",
    ),
]


@pytest.mark.parametrize(("options", "rounds", "winners", "reason"), TALLIES)
def test_a_tally_is_replayed(options, rounds, winners, reason):
    sheet = blank(3, **options)
    for entry, after in rounds:
        assert sheet.outcome is None
        sheet = RULES.record(sheet, 0, entry)
        assert totals(sheet) == after
    assert "".join(sheet.outcome.winners) == winners
    assert sentence(sheet.outcome.reason) == reason


def test_facts_include_cards_only_if_they_were_recorded():
    sheet = played([cards(52, None, 3, typed=(7, 8, 9))], 3, scoring="typed")
    facts = {(fact.column, fact.key): fact.amount for fact in KLONDIKE.statistics.facts(sheet.table, sheet.hands[0])}
    assert facts == {
        ("0", "hands"): points(7),
        ("1", "hands"): points(8),
        ("2", "hands"): points(9),
        ("0", "cards"): points(52),
        ("0", "all_up"): 0,
        ("2", "cards"): points(3),
    }


def test_a_four_player_round_takes_four_taps_plus_save():
    sheet = blank(scoring="vegas")
    taps = [f"players.{seat}.cards={number}" for seat, number in enumerate((11, 0, 25, 52))]
    answers, count = enter_hand(KLONDIKE, sheet, 0, taps)
    assert count + 1 == 5
    entry = complete(KLONDIKE, sheet, 0, answers)
    assert entry == cards(11, 0, 25, 52)
    assert KLONDIKE.type(sheet, 0).correcting(entry).entry() == entry


def test_every_number_of_cards_has_a_button_and_nothing_can_be_skipped():
    hand = KLONDIKE.type(blank(), 0)
    screen = hand.view()
    assert sentence(screen.title) == "How many cards are on Ann’s foundations?"
    assert [offer.value for offer in screen.question.offers] == list(range(53))
    assert [offer.value for offer in screen.question.offers if offer.likely] == [52]
    assert screen.question.skip is None
    assert screen.stages == ()
    assert hand.refuse("players.0.cards", 53) is not None
