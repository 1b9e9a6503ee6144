"""Manchester Piccadilly and Manchester Truffle by their rules page. Hands are written dealer/opposite, as there."""

import pytest
from hypothesis import given, strategies as st

from scorekeeper.exchange.plain import write_plain
from scorekeeper.rules.base import Table
from scorekeeper.rules.manchester import Entry, Options, Piccadilly, Truffle, TruffleEntry
from scorekeeper.text import sentence
from tests.exchange.documents import document, read, said
from tests.rules.typing import complete, type_hand

PICCADILLY, TRUFFLE = Piccadilly(), Truffle()
ANN, BOB = 0, 1

MA1 = "24/31 30/25 50/41 7/6"
MA2 = "28/22 21/29 45/51 6/7"
TR1 = "24/31 30/25 40/35 7/6/3"


def seated(spoken, dealer):
    """A pair "dealer/opposite" by seat; "-" is nothing."""
    pair = tuple(None if word == "-" else int(word) for word in spoken.split("/")[:2])
    return pair if dealer == ANN else pair[::-1]


def hand(spoken, dealer=ANN):
    """An entry from "start pile points tricks"; a third number of tricks is the dummy's, and makes it Truffle."""
    start, pile, points, tricks = spoken.split()
    pairs = {"start": start, "pile": pile, "points": points, "tricks": tricks}
    values = {name: seated(pair, dealer) for name, pair in pairs.items()}
    if tricks.count("/") == 1:
        return Entry(**values)
    dummy = tricks.split("/")[2]
    return TruffleEntry(**values, dummy_tricks=None if dummy == "-" else int(dummy))


def rules_of(entry):
    return TRUFFLE if isinstance(entry, TruffleEntry) else PICCADILLY


def blank(rules=PICCADILLY, **options):
    """Ann and Bob; Bob deals first."""
    return rules.blank(Table(names=("Ann", "Bob"), options=Options(**options), first_dealer=BOB))


def problems(spoken, dealer=ANN, **options):
    entry = hand(spoken, dealer)
    found = rules_of(entry).check(blank(rules_of(entry), **options), dealer, entry)
    return [(problem.level, problem.path, sentence(problem.message)) for problem in found]


def lines(spoken, dealer=ANN):
    entry = hand(spoken, dealer)
    found = rules_of(entry).score(blank(rules_of(entry)), dealer, entry)
    return [(line.column, line.points / 2, sentence(line.reason), line.mark) for line in found]


class TestAHand:
    @pytest.mark.parametrize("dealer", [ANN, BOB])
    @pytest.mark.parametrize(
        ("spoken", "dealers", "opposites"),
        [
            pytest.param(MA1, 22, 0, id="Ma1 final 63 against 41"),
            pytest.param(MA2, 0, 21, id="Ma2 final 44 against 65"),
            pytest.param(TR1, 18, 0, id="Tr1 final 53 against 35, with a dummy"),
            pytest.param("30/30 30/30 46/40 5/8", 3, 0, id="a trick counts 1"),
            pytest.param("30/30 31/29 43/43 5/8", 0, 1, id="the first score is reckoned in"),
            pytest.param("30/30 30/30 44/42 5/7/4", 0, 0, id="equal finals score nothing"),
            pytest.param("63/13 0/76 70/0 13/0", 0, 43, id="a final below 0"),
        ],
    )
    def test_the_higher_final_scores_the_difference(self, spoken, dealers, opposites, dealer):
        found = {column: points for column, points, _reason, _mark in lines(spoken, dealer)}
        assert found == {str(dealer): dealers, str(1 - dealer): opposites}
        assert problems(spoken, dealer) == []

    def test_each_player_has_one_line_with_both_scores(self):
        assert lines(MA1) == [
            ("0", 22, "final 63 (first 6, second 57) against 41 (−6, 47)", "higher"),
            ("1", 0, "final 41 (first −6, second 47) against 63 (6, 57)", ""),
        ]
        assert [mark for _column, _points, _reason, mark in lines("30/30 30/30 44/42 5/7/4")] == ["level", "level"]

    def test_every_mark_of_the_legend_is_given_by_some_hand(self):
        given_marks = {mark for spoken in (MA1, "30/30 30/30 44/42 5/7/4") for *_line, mark in lines(spoken)}
        assert {mark.key for mark in PICCADILLY.legend} <= given_marks


class TestChecks:
    @pytest.mark.parametrize(
        ("spoken", "options", "found"),
        [
            pytest.param(
                "24/31 30/26 50/41 7/6",
                {},
                [("error", "players", "The piles add up to 56, not to 55 like the starts.")],
                id="Ma3 the piles are not the starts",
            ),
            pytest.param(
                "24/31 30/25 50/40 7/6",
                {},
                [("error", "players", "The card points add up to 90, not to 91: 146 less the starts.")],
                id="card points are missing",
            ),
            pytest.param("24/31 30/25 40/35 7/6", {"pack": "plain_78"}, [], id="aces count 1: 130 less the starts"),
            pytest.param(
                MA1,
                {"pack": "plain_78"},
                [("error", "players", "The card points add up to 91, not to 75: 130 less the starts.")],
                id="aces count 1, and too many card points",
            ),
            pytest.param(
                "24/31 30/25 50/41 7/7",
                {},
                [("error", "players", "The tricks add up to 14, not to 13.")],
                id="a trick too many",
            ),
            pytest.param(
                "24/31 30/25 90/1 13/0",
                {},
                [("warning", "players.1.points", "Bob took no trick, and so can have no card points.")],
                id="card points without a trick",
            ),
            pytest.param("24/31 30/25 91/0 13/0", {}, [], id="neither a trick nor card points"),
            pytest.param(
                "24/- -/25 -/- 7/-",
                {},
                [
                    ("error", "players.1.start", "Start of Bob: the number is missing."),
                    ("error", "players.0.pile", "Pile of Ann: the number is missing."),
                    ("error", "players.0.points", "Card points of Ann: the number is missing."),
                    ("error", "players.1.points", "Card points of Bob: the number is missing."),
                    ("error", "players.1.tricks", "Tricks of Bob: the number is missing."),
                ],
                id="what is missing, and no guess at a sum",
            ),
        ],
    )
    def test_piccadilly_is_checked(self, spoken, options, found):
        assert problems(spoken, **options) == found

    @pytest.mark.parametrize(
        ("spoken", "options", "found"),
        [
            pytest.param(
                "24/31 30/26 40/35 7/6/3",
                {},
                [("error", "players", "The piles add up to 56, not to 55 like the starts.")],
                id="the piles are not the starts",
            ),
            pytest.param("24/31 30/25 56/35 7/6/3", {}, [], id="all card points, none with the dummy"),
            pytest.param(
                "24/31 30/25 57/35 7/6/3",
                {},
                [("error", "players", "The card points add up to 92, more than 91: 146 less the starts.")],
                id="too many card points",
            ),
            pytest.param(
                "24/31 30/25 41/35 7/6/3",
                {"pack": "plain_78"},
                [("error", "players", "The card points add up to 76, more than 75: 130 less the starts.")],
                id="aces count 1, and too many card points",
            ),
            pytest.param("24/31 30/25 20/21 7/6/3", {}, [], id="the fewest card points that may be"),
            pytest.param(
                "24/31 30/25 20/20 7/6/3",
                {},
                [
                    (
                        "warning",
                        "players",
                        "The card points add up to 40; even with a card out of play and the dummy’s tricks, at least"
                        " 41 should be there.",
                    )
                ],
                id="too few card points",
            ),
            pytest.param("24/31 30/25 50/36 9/7/0", {}, [], id="no trick of the dummy, a card of 5 out of play"),
            pytest.param(
                "24/31 30/25 50/35 9/7/0",
                {},
                [
                    (
                        "warning",
                        "players",
                        "The card points add up to 85; even with a card out of play and the dummy’s tricks, at least"
                        " 86 should be there.",
                    )
                ],
                id="no trick of the dummy, and more than a card is missing",
            ),
            pytest.param(
                "24/31 30/25 40/35 7/6/2",
                {},
                [("error", "", "The tricks add up to 15 with the dummy’s, not to 16.")],
                id="a trick is missing",
            ),
            pytest.param(
                "24/31 30/25 40/35 0/9/7",
                {},
                [("warning", "players.0.points", "Ann took no trick, and so can have no card points.")],
                id="card points without a trick",
            ),
            pytest.param(
                "24/31 30/25 0/0 7/6/-",
                {},
                [("error", "hand.dummy_tricks", "The dummy’s tricks: the number is missing.")],
                id="without the dummy's tricks no guess at a sum",
            ),
            pytest.param("24/31 30/25 0/0 0/0/16", {}, [], id="everything to the dummy"),
        ],
    )
    def test_truffle_is_checked(self, spoken, options, found):
        assert problems(spoken, **options) == found

    @pytest.mark.parametrize(
        ("hands", "refused"), [(2, None), (3, "hands"), (4, None), (101, "hands")], ids=["2", "3", "4", "101"]
    )
    def test_both_players_deal_equally_often(self, hands, refused):
        found = PICCADILLY.refuse_table(blank(hands=hands).table)
        assert (found and found.path) == refused
        assert found is None or "even number" in sentence(found.message)


FOUR_HANDS = [
    ("20/30 25/25 38/42 6/7", "0 5"),  # first +5 −5, final 49 against 44
    ("35/15 35/15 50/30 8/5", "23 5"),  # first 0 0, final 58 against 35
    ("13/13 0/26 104/0 13/0", "23 96"),  # first −13 +13, final 104 against 13
    ("40/22 31/31 40/28 7/6", "23 101"),  # first −9 +9, final 38 against 43
]
GAMES = [
    pytest.param({}, [(MA1, "0 22"), (MA2, "0 43")], "1", "2 hands were played", id="Bob deals well, and twice"),
    pytest.param({"pack": "plain_78", "hands": 4}, FOUR_HANDS, "1", "4 hands were played", id="four hands"),
    pytest.param(
        {},
        [(TR1, "0 18"), (TR1, "18 18")],
        "01",
        "2 hands were played; Ann and Bob have the most points, 18 each, and share the win",
        id="an equal share",
    ),
    pytest.param(
        {},
        [("30/30 33/27 40/38 8/6/2", "0 10"), ("25/45 20/50 44/32 9/7/0", "4 10")],
        "1",
        "2 hands were played",
        id="Truffle",
    ),
    pytest.param(
        {},
        [("30/30 30/30 44/42 5/7/4", "0 0"), ("30/30 30/30 44/42 5/7/4", "0 0")],
        "01",
        "2 hands were played; Ann and Bob have the most points, 0 each, and share the win",
        id="nobody has any point",
    ),
]


@pytest.mark.parametrize(("options", "hands", "winners", "reason"), GAMES)
def test_a_game_is_replayed(options, hands, winners, reason):
    rules = rules_of(hand(hands[0][0]))
    sheet = blank(rules, **options)
    for number, (spoken, totals) in enumerate(hands):
        dealer = rules.dealer(sheet)
        assert (sheet.outcome, dealer) == (None, BOB if number % 2 == 0 else ANN)
        assert problems(spoken, dealer, **options) == []
        sheet = rules.record(sheet, dealer, hand(spoken, dealer))
        assert [total / 2 for total in sheet.totals.values()] == [float(word) for word in totals.split()]
    assert "".join(sheet.outcome.winners) == winners
    assert sentence(sheet.outcome.reason) == reason
    assert "".join(sheet.outcome.ranking[0]) == winners


def test_the_other_player_deals_next():
    sheet = PICCADILLY.record(blank(), BOB, hand(MA1, BOB))
    assert PICCADILLY.refuse_dealer(sheet, ANN) is None
    assert sentence(PICCADILLY.refuse_dealer(sheet, BOB)) == "It is Ann’s deal."


@st.composite
def hands(draw, truffle):
    """A hand that can be: the sums are right, and who took no trick has no card points."""
    starts = tuple(draw(st.integers(13, 63)) for _seat in range(2))
    pile = draw(st.integers(0, sum(starts)))
    left = 146 - sum(starts)
    dummy = draw(st.integers(0, 16)) if truffle else 0
    tricks = draw(st.integers(0, (16 if truffle else 13) - dummy))
    others = (16 if truffle else 13) - dummy - tricks
    taken = draw(st.integers(max(left - 5 - 15 * dummy, 0), left)) if truffle else left
    points = taken if not others else draw(st.integers(0, taken)) if tricks else 0
    values = {
        "start": starts,
        "pile": (pile, sum(starts) - pile),
        "points": (points if tricks else 0, taken - points if others else 0),
        "tricks": (tricks, others),
    }
    return TruffleEntry(**values, dummy_tricks=dummy) if truffle else Entry(**values)


def mirrored(entry):
    """The same hand with the players changed."""
    pairs = {name: getattr(entry, name)[::-1] for name in ("start", "pile", "points", "tricks")}
    return type(entry)(**pairs, **({"dummy_tricks": entry.dummy_tricks} if isinstance(entry, TruffleEntry) else {}))


def points_of(entry):
    rules = rules_of(entry)
    sheet = rules.record(blank(rules), BOB, entry)
    return tuple(sheet.hands[-1].points.values())


@given(st.one_of(hands(truffle=False), hands(truffle=True)))
def test_only_the_better_one_scores_and_nobody_ever_loses_points(entry):
    rules = rules_of(entry)
    assert [problem for problem in rules.check(blank(rules), BOB, entry) if problem.level == "error"] == []
    finals = [entry.pile[seat] - entry.start[seat] + entry.points[seat] + entry.tricks[seat] for seat in (ANN, BOB)]
    assert points_of(entry) == (2 * max(finals[0] - finals[1], 0), 2 * max(finals[1] - finals[0], 0))


@given(st.one_of(hands(truffle=False), hands(truffle=True)))
def test_neither_the_dealer_nor_the_seat_matters(entry):
    rules = rules_of(entry)
    assert points_of(mirrored(entry)) == points_of(entry)[::-1]
    assert list(rules.score(blank(rules), ANN, entry)) == list(rules.score(blank(rules), BOB, entry))


@given(hands(truffle=False), st.integers(1, 40), st.sampled_from([ANN, BOB]))
def test_a_pile_that_is_wrong_is_always_an_error(entry, more, seat):
    pile = [points + (more if at == seat else 0) for at, points in enumerate(entry.pile)]
    wrong = Entry(start=entry.start, pile=tuple(pile), points=entry.points, tricks=entry.tricks)
    assert [(found.level, found.path) for found in PICCADILLY.check(blank(), BOB, wrong)] == [("error", "players")]


@given(st.one_of(hands(truffle=False), hands(truffle=True)))
def test_a_correction_starts_from_what_was_recorded(entry):
    rules, sheet = rules_of(entry), blank(rules_of(entry))
    draft = rules.draft_of(sheet, BOB, entry)
    assert rules.entry_of(sheet, BOB, draft) == entry
    assert rules.screen(sheet, BOB, draft).complete


def taps(spoken, dealer):
    """The taps of a hand in the order in which it is asked: the dealer first, at last the dummy."""
    start, pile, points, tricks = (part.split("/") for part in spoken.split())
    named = {"start": start, "pile": pile, "points": points, "tricks": tricks[:2]}
    seats = (dealer, 1 - dealer)
    found = [
        f"players.{seat}.{name}={value}"
        for name, values in named.items()
        for seat, value in zip(seats, values, strict=True)
    ]
    return [*found, *(f"hand.dummy_tricks={dummy}" for dummy in tricks[2:])]


SAMPLE = {
    "manchester_piccadilly": (("Ann", "Bob"), {}, [taps(MA1, BOB), taps(MA2, ANN)], ("Bob",)),
    "manchester_truffle": (
        ("Ann", "Bob"),
        {},
        [taps("30/30 33/27 40/38 8/6/2", BOB), taps(TR1, ANN)],
        ("Ann",),
    ),
}


class TestTyping:
    @pytest.mark.parametrize(
        ("spoken", "count"),
        [
            pytest.param(MA1, 9, id="Piccadilly: one number is typed, which takes two"),
            pytest.param(TR1, 10, id="Truffle: and the dummy's tricks"),
            pytest.param("40/31 36/35 35/40 7/6", 10, id="starts above the board: a pile is typed too"),
        ],
    )
    @pytest.mark.parametrize("dealer", [ANN, BOB])
    def test_a_hand_is_typed_in_few_taps_and_save_is_one_more(self, spoken, count, dealer):
        entry = hand(spoken, dealer)
        rules = rules_of(entry)
        draft, tapped = type_hand(rules, blank(rules), dealer, taps(spoken, dealer))
        assert complete(rules, blank(rules), dealer, draft) == entry
        assert tapped == count

    def test_the_hand_has_two_parts(self):
        now = TRUFFLE.screen(blank(TRUFFLE), BOB, {})
        assert [(stage.key, sentence(stage.label)) for stage in now.stages] == [
            ("manchester", "Manchester"),
            ("second", "Truffle"),
        ]
        assert [row.path for row in now.rows] == [
            "players.1.start",
            "players.0.start",
            "players.1.pile",
            "players.0.pile",
        ]

    @pytest.mark.parametrize(
        ("typed", "likely", "values", "note"),
        [
            pytest.param(0, [], (13, 63), None, id="a start"),
            pytest.param(2, [], (0, 55), "55 together", id="the first pile, up to both starts"),
            pytest.param(3, [25], None, "55 together", id="the second pile is the rest"),
            pytest.param(4, [], None, "91 together", id="the first card points are typed"),
            pytest.param(5, [41], None, "91 together", id="the second are the rest"),
            pytest.param(6, [], (0, 13), "13 together", id="the first tricks"),
            pytest.param(7, [6], None, "13 together", id="the second are the rest"),
        ],
    )
    def test_the_rest_is_offered_where_a_sum_forces_it(self, typed, likely, values, note):
        draft, _count = type_hand(PICCADILLY, blank(), ANN, taps(MA1, ANN)[:typed])
        assert offered(PICCADILLY, draft) == (likely, values, note)

    @pytest.mark.parametrize(
        ("typed", "likely", "values", "note"),
        [
            pytest.param(4, [], None, "at most 91 together", id="the first card points are typed"),
            pytest.param(5, [], (0, 51), "at most 91 together", id="the second are forced by nothing"),
            pytest.param(6, [], (0, 16), "16 with the dummy’s", id="the first tricks"),
            pytest.param(7, [], (0, 9), "16 with the dummy’s", id="the second may leave some to the dummy"),
            pytest.param(8, [3], None, "16 with the dummy’s", id="the dummy has the rest"),
        ],
    )
    def test_the_dummy_leaves_more_open(self, typed, likely, values, note):
        draft, _count = type_hand(TRUFFLE, blank(TRUFFLE), ANN, taps(TR1, ANN)[:typed])
        assert offered(TRUFFLE, draft) == (likely, values, note)

    def test_a_first_number_above_its_sum_offers_all_again(self):
        draft, _count = type_hand(PICCADILLY, blank(), ANN, [*taps(MA1, ANN)[:2], "players.0.pile=60"])
        assert offered(PICCADILLY, draft) == ([], (0, 55), "55 together")

    def test_a_row_is_opened_again_with_every_value(self):
        draft, _count = type_hand(PICCADILLY, blank(), ANN, taps(MA1, ANN))
        again = PICCADILLY.screen(blank(), ANN, draft, "players.0.pile").question
        assert [offer.value for offer in again.offers if offer.pressed] == [30]
        assert len(again.offers) == 56

    def test_the_first_scores_stand_above_the_second_part(self):
        draft, _count = type_hand(PICCADILLY, blank(), ANN, taps(MA1, ANN)[:4])
        assert [sentence(fact) for fact in PICCADILLY.screen(blank(), ANN, draft).facts] == [
            "First scores: Ann +6 and Bob −6"
        ]
        assert PICCADILLY.screen(blank(), ANN, {}).facts == ()

    def test_the_numbers_of_a_start_are_bounded(self):
        refused = PICCADILLY.refuse(blank(), ANN, {}, "players.0.start", 12)
        assert sentence(refused) == "This is a whole number from 13 to 63."

    @pytest.mark.parametrize("slug", SAMPLE)
    def test_a_sample_game_is_played_to_its_end(self, slug):
        rules = {rules.slug: rules for rules in (PICCADILLY, TRUFFLE)}[slug]
        names, options, typed, winners = SAMPLE[slug]
        sheet = rules.blank(Table(names=names, options=Options(**options), first_dealer=BOB))
        for each in typed:
            dealer = rules.dealer(sheet)
            draft, _count = type_hand(rules, sheet, dealer, each)
            sheet = rules.record(sheet, dealer, complete(rules, sheet, dealer, draft))
        assert tuple(names[int(column)] for column in sheet.outcome.winners) == winners


def offered(rules, draft):
    """The likely values, the ends of the board (None without one), and the note of what is asked of Ann's deal."""
    question = rules.screen(blank(rules), ANN, draft).question
    values = [offer.value for offer in question.offers]
    assert values == (list(range(values[0], values[-1] + 1)) if values else [])
    ends = (values[0], values[-1]) if values else None
    return [offer.value for offer in question.likely], ends, question.note and sentence(question.note)


def facts(spoken):
    entry = hand(spoken)
    rules = rules_of(entry)
    sheet = rules.record(blank(rules), ANN, entry)
    found = rules.facts(sheet.table, sheet.hands[-1])
    return {(fact.column, fact.key): fact.amount / 2 for fact in found}


def test_the_statistics_count_scores_and_tricks():
    assert facts(MA1) == {
        ("0", "hands"): 22,
        ("1", "hands"): 0,
        ("0", "first"): 6,
        ("0", "second"): 57,
        ("0", "final"): 63,
        ("0", "tricks"): 7,
        ("0", "higher"): 22,
        ("1", "first"): -6,
        ("1", "second"): 47,
        ("1", "final"): 41,
        ("1", "tricks"): 6,
    }


FILE_HANDS = [
    {
        "players": {
            "Bob": {"start": 24, "pile": 30, "points": 50, "tricks": 7},
            "Ann": {"start": 31, "pile": 25, "points": 41, "tricks": 6},
        }
    },
    {
        "players": {
            "Ann": {"start": 28, "pile": 21, "points": 45, "tricks": 6},
            "Bob": {"start": 22, "pile": 29, "points": 51, "tricks": 7},
        }
    },
]
PLAIN = """\
Manchester Piccadilly
Ann, Bob; Bob deals first

      dealer     Ann     Bob
────────────────────────────
   1  Bob          0     +22
                   0      22
      Ann       0  final 41 (first −6, second 47) against 63 (6, 57)
      Bob     +22  final 63 (first 6, second 57) against 41 (−6, 47)

   2  Ann          0     +21
                   0      43
      Ann       0  final 44 (first −7, second 51) against 65 (7, 58)
      Bob     +21  final 65 (first 7, second 58) against 44 (−7, 51)


2 hands were played. Won by Bob.
"""


class TestFiles:
    def test_a_game_is_read_and_written_for_a_terminal(self):
        game = read(file(*FILE_HANDS))
        assert [each.entry for each in game.hands] == [hand(MA1, BOB), hand(MA2, ANN)]
        assert "".join(write_plain([game])) == PLAIN

    def test_truffle_has_the_dummys_tricks_in_the_hand(self):
        players = {
            "Bob": {"start": 24, "pile": 30, "points": 40, "tricks": 7},
            "Ann": {"start": 31, "pile": 25, "points": 35, "tricks": 6},
        }
        game = read(file({"hand": {"dummy_tricks": 3}, "players": players}, rules="manchester_truffle"))
        assert game.hands[0].entry == hand(TR1, BOB)
        assert said(document(file({"players": players}, rules="manchester_truffle"))) == [
            "games[0].hands[0].hand.dummy_tricks: error: The dummy’s tricks: the number is missing."
        ]

    def test_an_odd_number_of_hands_is_refused(self):
        found = said(document(file(options={"hands": 3})))
        assert len(found) == 1
        assert found[0].startswith("games[0].options.hands: error: ")

    def test_the_dealers_alternate(self):
        twice = [FILE_HANDS[0], FILE_HANDS[1] | {"dealer": "Bob"}]
        assert [message.split(": ")[0] for message in said(document(file(*twice)))] == ["games[0].hands[1].dealer"]


def file(*played, **more):
    """A game of a file."""
    return {"rules": "manchester_piccadilly", "players": ["Ann", "Bob"], "hands": list(played)} | more
