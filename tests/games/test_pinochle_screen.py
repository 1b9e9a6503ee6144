"""Pinochle on the hand screen, in files, and in the statistics, plus properties that hold for every hand."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from scorekeeper.exchange.plain import write_plain
from scorekeeper.exchange.sheets import read_sheets
from scorekeeper.exchange.writing import write_document
from scorekeeper.forms.hands import UnreadableTap, read_tap
from scorekeeper.games.pinochle import PINOCHLE
from scorekeeper.games.pinochle.hand import MELDS, Entry, Options
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.statistics import HANDS
from scorekeeper.text import plain, sentence
from tests.games.entering import complete, enter_hand, likely_values, open_values
from tests.games.test_pinochle import (
    DEE,
    GAME,
    NAMES,
    PAGE,
    PLAIN,
    RULES,
    SAMPLE,
    blank,
    hand,
    problems,
    scored,
    table,
    taps,
)
from tests.pages import cases, rows


def typed(*taps):
    """Return the answers that these taps produce."""
    return enter_hand(PINOCHLE, blank(), DEE, taps)[0]


def hand_screen(answers):
    return PINOCHLE.type(blank(), DEE, answers)


def screen(answers, at=""):
    return hand_screen(answers).view(at)


def corrected(entry):
    return hand_screen({}).correcting(entry).answers


def offered(answers, at=""):
    question = screen(answers, at).question
    return likely_values(question), [offer.value for offer in question.offers], question.other


class TestEnteringHands:
    @pytest.mark.parametrize(
        ("notation", "count"),
        [
            pytest.param(PLAIN, 10, id="P1, a usual hand with two typed melds"),
            pytest.param("B60 -", 3, id="no marriage"),
            pytest.param("C63 -", 4, id="no marriage, with a typed bid"),
            pytest.param("D120 ♣ 150+0 8+50*", 11, id="a typed bid and two typed melds"),
        ],
    )
    def test_entering_a_hand_takes_few_taps_before_save(self, notation, count):
        answers, taps_needed = enter_hand(PINOCHLE, blank(), DEE, taps(notation))
        assert complete(PINOCHLE, blank(), DEE, answers) == hand(notation)
        assert taps_needed == count

    def test_every_bid_up_to_60_has_a_button_and_then_every_fifth_bid(self):
        likely, values, other = offered(typed("hand.bidder=0"))
        assert (likely, other) == ([], True)
        assert values == [*range(50, 61), 65, 70, 75, 80, 85, 90, 95, 100]

    def test_no_marriage_is_a_button_next_to_the_suits(self):
        offers = screen(typed("hand.bidder=0", "hand.bid=50")).question.offers
        assert [(offer.sign, offer.look) for offer in offers] == [
            *((sign, "face") for sign in "♠♥♦♣"),
            ("", "wide"),
        ]
        assert sentence(offers[-1].label) == "No marriage"

    def test_the_remaining_counters_are_the_likely_answer(self):
        answers = typed(*taps(PLAIN)[:5])
        assert offered(answers) == ([], [*range(49)], False)
        answers |= {"sides.0.counters": 31}
        assert offered(answers) == ([17], [*range(49)], False)
        assert open_values(screen(answers).question) == [*range(18)]
        assert sentence(screen(answers).question.note) == "17 of 48 left"
        assert offered(answers | {"sides.1.counters": 17}, "sides.0.counters")[0] == [31]

    def test_corrected_counters_can_be_any_number(self):
        asked = screen(corrected(hand(PLAIN)), "sides.1.counters").question
        assert open_values(asked) == [*range(49)]
        assert likely_values(asked) == [24]

    @pytest.mark.parametrize(("took", "last_trick"), [("true", (True, False)), ("false", (False, True))])
    def test_one_tap_says_which_side_took_the_last_trick(self, took, last_trick):
        asked = screen(typed(*taps(PLAIN)[:-1]))
        assert sentence(asked.title) == "Who took the last trick?"
        assert [sentence(offer.label) for offer in asked.question.offers] == ["Ann & Cy", "Bob & Dee"]
        answers = typed(*taps(PLAIN)[:-1], f"sides.0.last_trick={took}")
        assert complete(PINOCHLE, blank(), DEE, answers).last_trick == last_trick
        shown = [sentence(row.answer) for row in screen(answers).rows]
        assert shown == ["24", "24", "Ann & Cy" if last_trick[0] else "Bob & Dee"]

    def test_the_bid_trump_and_points_needed_are_shown_above_the_question(self):
        typing = taps("D60 ♦ 8+20* 41+30")
        hints = [[sentence(fact) for fact in screen(typed(*typing[:count])).facts] for count in range(6)]
        assert hints == [
            ["Ann bids first", "Ann & Cy play against Bob & Dee"],
            ["Dee has the bid"],
            ["Dee bid 60"],
            ["Dee bid 60", "♦ Diamonds are trump"],
            ["Dee bid 60", "♦ Diamonds are trump"],
            ["Dee bid 60", "♦ Diamonds are trump", "Bob & Dee need 19 in tricks"],
        ]

    def test_without_a_marriage_there_are_no_stages(self):
        assert [stage.key for stage in screen({}).stages] == ["bid", "meld", "tricks"]
        assert screen(typed(*taps("C60 -"))).stages == ()

    def test_no_marriage_hides_earlier_answers_and_a_suit_restores_them(self):
        answers = typed(*taps(PLAIN))
        assert hand_screen(answers | {"hand.call": "none"}).entry() == hand("A50 -")
        assert hand_screen(answers | {"hand.call": "hearts"}).entry() == replace(hand(PLAIN), trump="hearts")

    def test_entering_a_whole_game(self):
        names, options, hands, winners = SAMPLE
        sheet = RULES.blank(Table(names=names, options=Options(**options), first_dealer=DEE))
        for typing in hands:
            dealer = RULES.dealer(sheet)
            answers, _count = enter_hand(PINOCHLE, sheet, dealer, typing)
            sheet = RULES.record(sheet, dealer, complete(PINOCHLE, sheet, dealer, answers))
        reached = tuple(plain(column.label) for column in sheet.columns if column.key in sheet.outcome.winners)
        assert reached == winners


def counted(melds):
    """Return the value of one player's melds, named as on the page: `{"run": 2}` is a double run."""
    names = [row["meld"] for row in rows(PAGE, "Melds")]
    assert {*melds} <= {*names}
    data = {f"tally.{index}": str(melds.get(name, "")) for index, name in enumerate(names)}
    return read_tap(PINOCHLE, {"tap": "players.2.meld=", **data})[1]


class TestMelds:
    def test_the_melds_match_the_page(self):
        page = rows(PAGE, "Melds")
        assert [row["meld"] for row in page] == [sentence(label).partition(":")[0].lower() for label, _values in MELDS]
        times = ("single", "double", "triple", "quadruple")
        assert [tuple(int(row[column]) for column in times) for row in page] == [values for _label, values in MELDS]

    def test_p5_one_players_melds_are_added_up(self):
        *melds, total = rows(PAGE, "Worked hands", table=2)
        assert sum(int(row["points"]) for row in melds) == int(total["points"]) == 71
        assert counted({row["meld"]: int(row["times"]) for row in melds}) == 71

    @pytest.mark.parametrize("row", cases(PAGE, "Worked hands", table=2)[:-1])
    def test_p5_melds_can_be_counted_one_by_one(self, row):
        assert counted({row["meld"]: int(row["times"])}) == int(row["points"])

    @pytest.mark.parametrize(
        ("melds", "points"),
        [
            pytest.param({}, 0, id="nothing"),
            pytest.param({"run": 2}, 150, id="a double run is 150 in all"),
            pytest.param({"run": 3, "royal marriage": 1}, 229, id="a triple run and a royal marriage"),
            pytest.param({"run": 4}, 300, id="four runs"),
            pytest.param({"royal marriage": 4, "marriage": 6}, 28, id="marriages in several suits"),
            pytest.param({"pinochle": 4, "jacks around": 4}, 170, id="four pinochles"),
            pytest.param(
                {"aces around": 3, "kings around": 2, "queens around": 3, "jacks around": 1},
                324,
                id="aces, kings, queens, and jacks around",
            ),
        ],
    )
    def test_melds_are_added_up(self, melds, points):
        assert counted(melds) == points

    @pytest.mark.parametrize(
        ("melds", "why"),
        [
            pytest.param({"run": 5}, "Run: A 10 K Q J of trump: at most 4.", id="runs"),
            pytest.param({"royal marriage": 5}, "Royal marriage: K Q of trump: at most 4.", id="royal marriages"),
            pytest.param({"marriage": 13}, "Marriage: K Q of another suit: at most 12.", id="marriages in three suits"),
        ],
    )
    def test_more_melds_than_the_deck_allows_are_refused(self, melds, why):
        with pytest.raises(UnreadableTap) as refused:
            counted(melds)
        assert sentence(refused.value.message) == why
        assert counted({"marriage": 12}) == 24

    def test_partners_melds_add_up_to_the_likely_total(self):
        before = taps(PLAIN)[:3]
        shown = screen(typed(*before)).rows
        assert [(sentence(row.label), row.path) for row in shown] == [
            ("Ann", "players.0.meld"),
            ("Cy", "players.2.meld"),
            ("Ann & Cy", "sides.0.meld"),
            ("Bob", "players.1.meld"),
            ("Dee", "players.3.meld"),
            ("Bob & Dee", "sides.1.meld"),
        ]
        assert screen(typed(*before)).question.path == "sides.0.meld"
        answers = typed(*before, "@players.0.meld", "players.0.meld=71")
        assert screen(answers).question.path == "players.2.meld", "then the partner is counted too"
        answers = typed(*before, "@players.0.meld", "players.0.meld=71", "players.2.meld=4")
        assert offered(answers) == ([75], [], True)
        done, count = enter_hand(
            PINOCHLE,
            blank(),
            DEE,
            [*before, "@players.0.meld", "players.0.meld=71", "players.2.meld=4", "sides.0.meld=75", *taps(PLAIN)[4:]],
        )
        assert complete(PINOCHLE, blank(), DEE, done).meld == (75, 12)
        assert count == 14

    def test_a_note_appears_if_the_partners_melds_make_a_different_total(self):
        answers = typed(*taps(PLAIN)) | {"players.0.meld": 20, "players.2.meld": 15}
        notes = {row.path: [sentence(note) for note in row.notes] for row in screen(answers, "meld").rows}
        assert notes["sides.0.meld"] == ["counted: 35"]
        assert notes["sides.1.meld"] == []
        assert complete(PINOCHLE, blank(), DEE, answers).meld == (34, 12)


@st.composite
def entries(draw):
    """Generate a hand without errors."""
    bidder, bid = draw(st.integers(0, 3)), draw(st.integers(50, 300))
    if draw(st.integers(0, 9)) == 0:
        return hand(f"{'ABCD'[bidder]}{bid} -")
    first, last = draw(st.integers(0, 48)), draw(st.booleans())
    return Entry(
        bidder=bidder,
        bid=bid,
        trump=draw(st.sampled_from(["spades", "hearts", "diamonds", "clubs"])),
        meld=(draw(st.integers(0, 300)), draw(st.integers(0, 300))),
        counters=(first, 48 - first),
        last_trick=(last, not last),
    )


meld_counts = st.sampled_from(["always", "with_trick"])


class TestEveryHand:
    @given(entries())
    def test_a_correction_starts_from_the_recorded_hand(self, entry):
        answers = corrected(entry)
        assert screen(answers).complete
        assert complete(PINOCHLE, blank(), DEE, answers) == entry

    @given(entries(), meld_counts)
    def test_points_total_the_melds_plus_50_unless_the_bid_is_lost(self, entry, meld_counts):
        first, second = scored(entry, meld_counts=meld_counts)
        bidding, other = (first, second) if entry.bidder in (0, 2) else (second, first)
        if bidding > 0:
            melds = [
                0 if meld_counts == "with_trick" and not counters and not last else meld
                for meld, counters, last in zip(entry.meld, entry.counters, entry.last_trick, strict=True)
            ]
            assert bidding >= entry.bid
            assert bidding + other == sum(melds) + 50
        else:
            assert bidding == -entry.bid

    @given(entries(), meld_counts)
    def test_only_the_bidding_side_loses_points(self, entry, meld_counts):
        points = scored(entry, meld_counts=meld_counts)
        assert points[0 if entry.bidder in (1, 3) else 1] >= 0

    @given(entries(), meld_counts)
    def test_points_move_with_the_players(self, entry, meld_counts):
        moved = replace(
            entry,
            bidder=(entry.bidder + 1) % 4,
            meld=entry.meld[::-1],
            counters=entry.counters[::-1],
            last_trick=entry.last_trick[::-1],
        )
        assert scored(moved, meld_counts=meld_counts) == scored(entry, meld_counts=meld_counts)[::-1]

    @given(entries(), st.integers(1, 100))
    def test_a_higher_bid_never_pays_more(self, entry, more):
        side = entry.bidder % 2
        assert scored(replace(entry, bid=entry.bid + more))[side] <= scored(entry)[side]

    @given(entries(), st.integers(-50, 50).filter(bool))
    def test_counters_must_total_48(self, entry, change):
        if not entry.no_marriage:
            wrong = replace(entry, counters=(entry.counters[0] + change, entry.counters[1]))
            assert ("error", "sides", f"The trick points add up to {50 + change}, not 50.") in problems(wrong)


def in_file(notation):
    """Return a hand as it appears in a sheet file."""
    entry = hand(notation)
    bidding = {"bidder": NAMES[entry.bidder], "bid": entry.bid}
    if entry.no_marriage:
        return {"hand": bidding | {"no_marriage": True}}
    sides = [
        {"meld": meld, "counters": counters, "last_trick": last}
        for meld, counters, last in zip(entry.meld, entry.counters, entry.last_trick, strict=True)
    ]
    return {"hand": bidding | {"trump": entry.trump, "sides": sides}}


def file(*hands, **options):
    game = {"rules": "pinochle", "players": list(NAMES), "options": options, "hands": list(hands)}
    return json.dumps({"format": "scorekeeper-sheets/1", "games": [game]}).encode()


class TestFiles:
    def test_a_whole_game_is_read_and_written_again(self):
        document = read_sheets(file(*map(in_file, GAME), target=150))
        assert document.messages == ()
        (game,) = document.games
        assert [stored.entry for stored in game.hands] == [hand(notation) for notation in GAME]
        assert [half / 2 for half in game.sheet.totals.values()] == [64, 151]
        written = json.loads(write_document([game]))["games"][0]
        assert written["outcome"] == {
            "reason": "Bob & Dee reached the target of 150 with 151 points",
            "winners": ["Bob & Dee"],
            "totals": {"Ann & Cy": 64, "Bob & Dee": 151},
        }
        assert written["hands"][2]["hand"] == {"bidder": "Cy", "bid": 62, "no_marriage": True}
        assert read_sheets(json.dumps({"format": "scorekeeper-sheets/1", "games": [written]}).encode()).messages == ()

    @pytest.mark.parametrize(
        ("changes", "place"),
        [
            pytest.param({"bid": 49}, "hand.bid", id="a bid below 50"),
            pytest.param({"bidder": None}, "hand.bidder", id="no bidder"),
            pytest.param({"trump": "stars"}, "hand.trump", id="an unknown suit"),
            pytest.param({"no_marriage": True}, "hand.trump", id="trump without a marriage"),
            pytest.param({"call": "spades"}, "hand.call", id="a field that only helps with entering the hand"),
        ],
    )
    def test_each_error_names_its_location(self, changes, place):
        wrong = in_file(PLAIN)
        wrong["hand"] |= changes
        document = read_sheets(file(wrong))
        assert document.stopped
        assert document.messages[0].place == f"games[0].hands[0].{place}"

    @pytest.mark.parametrize("key", ["meld", "counters", "last_trick"])
    @pytest.mark.parametrize("side", [0, 1])
    def test_an_answer_left_out_for_a_side_is_reported_as_missing(self, side, key):
        wrong = in_file(PLAIN)
        del wrong["hand"]["sides"][side][key]
        document = read_sheets(file(wrong))
        assert document.stopped
        assert document.messages[0].place == f"games[0].hands[0].hand.sides[{side}].{key}"

    def test_a_game_is_written_as_text(self):
        document = read_sheets(file(*map(in_file, GAME), target=150))
        text = "".join(write_plain(document.games))
        for line in ("Target: 150", "made the bid of 50", "no marriage: lost the bid of 62", "Won by Bob & Dee."):
            assert line in text


def test_bids_count_for_the_player_and_melds_and_tricks_for_the_side():
    def facts(notation):
        counted = PINOCHLE.statistics.facts(table(), RULES.record(blank(), DEE, hand(notation)).hands[-1])
        return {(fact.seat if fact.seat is not None else fact.column, fact.key): fact.amount / 2 for fact in counted}

    both = {("side0", "meld"): 34, ("side0", "tricks"): 26, ("side1", "meld"): 12, ("side1", "tricks"): 24}
    assert facts(PLAIN) == both | {("side0", HANDS): 60, ("side1", HANDS): 36, (0, "bid"): 50, (0, "made"): 50}
    failed = both | {("side0", HANDS): 60, ("side1", HANDS): -50, (3, "bid"): 50, (3, "failed"): 50}
    assert facts("D50 ♠ 34+26* 12+24") == failed
    assert facts("C62 -") == {
        ("side0", HANDS): -62,
        ("side1", HANDS): 0,
        (2, "bid"): 62,
        (2, "failed"): 62,
        (2, "no_marriage"): 62,
    }


def test_the_guide_has_a_table_of_melds():
    tables = [part.table for part in PINOCHLE.guide if part.table]
    assert [sentence(cell) for cell in tables[0][1]] == ["Run: A 10 K Q J of trump", "15", "150", "225", "300"]
    assert all(len({len(row) for row in rows}) == 1 for rows in tables)
    assert all(sentence(text) for part in PINOCHLE.guide for text in (part.heading, *part.paragraphs))


def test_a_correction_asks_for_missing_answers():
    answers = corrected(Entry(bidder=1, bid=50, meld=(1, 2), counters=(None, None), last_trick=(None, None)))
    assert answers == {"hand.bidder": 1, "hand.bid": 50, "sides.0.meld": 1, "sides.1.meld": 2}
    assert not screen(answers).complete
    assert answers_from_entry(hand_screen(answers).entry()) == answers
