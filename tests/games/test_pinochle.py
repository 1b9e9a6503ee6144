"""Pinochle according to the tables of RULES.md, and the melds that a player counts. Its hands are in `pinochle/`."""

import re
from itertools import product
from random import Random

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games.pinochle import PINOCHLE
from scorekeeper.games.pinochle.hand import MELDS, Entry, Options
from scorekeeper.recording.hand.forms import read_tap
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.web.refusals import Refused
from tests import needing
from tests.games.notations import Pinochle
from tests.pages import rows

PAGE = "games/pinochle/RULES.md"


def row_hand(row):
    """Convert a row of a table on the page to the notation."""
    return " ".join([row["bid"], row["trump"].replace("no marriage", "-"), row["X"], row["Y"]]).strip()


def cells(row, *columns):
    """Return table cells as the notation writes them."""
    return " ".join(row[column].replace("−", "-").replace("+", "") for column in columns)


class TestRulesTables:
    def test_the_worked_hands_score_as_shown(self):
        for row in rows(PAGE, "Worked hands"):
            assert Pinochle().problems(row_hand(row)) == [], row
            assert Pinochle().scores(row_hand(row)) == cells(row, "X scores", "Y scores"), row

    def test_an_option_decides_whether_meld_without_a_trick_counts(self):
        for row in rows(PAGE, "Meld without a trick"):
            for option, column in (("always", "always"), ("with_trick", "with trick")):
                assert Pinochle(meld_counts=option).scores(row_hand(row)) == cells(row, column), row

    def test_p4_trick_points_must_total_50(self):
        [row] = rows(PAGE, "Worked hands", table=1)
        total = f"sides: The trick points add up to {row['trick points']}, not 50."
        assert (row["hand"], Pinochle().problems(row_hand(row))) == ("P4", [total])

    def test_a_bid_is_accepted_if_the_option_allows_it(self):
        for row in rows(PAGE, "Bidding"):
            for steps, column in (("five", "raises of at least five"), ("multiples_of_five", "multiples of five")):
                found = Pinochle(steps=steps).problems(f"A{row['bid']} -")
                levels = ["warning" if problem.startswith("hand.bid?") else "error" for problem in found]
                assert ", ".join(levels or ["accepted"]) == row[column], row

    def test_p6_both_sides_reach_the_target(self):
        [row] = rows(PAGE, "Worked hands", table=3)
        for choice, column in (("bidder", "the bidding side"), ("higher", "the higher total")):
            game = Pinochle(both_at_target=choice)
            game.before("A50 ♠ 150+24 150+26*; B50 ♠ 150+24 150+26*")
            assert game.totals("C50 ♠ 54+48 126+2*") == row["before"]
            assert game.totals("A50 ♠ 34+26* 12+24") == row["after"]
            assert game.sheet.outcome.winners == ({"X": "side0", "Y": "side1"}[row[column]],)

    def test_the_default_target_matches_the_page(self):
        default = {row["option"]: row["default"] for row in rows(PAGE, "Options")}
        assert str(Options().target) == default["target"]


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

    def test_melds_are_added_up(self):
        *melds, total = rows(PAGE, "Worked hands", table=2)
        assert sum(int(row["points"]) for row in melds) == int(total["points"]) == 71
        assert counted({row["meld"]: int(row["times"]) for row in melds}) == 71
        assert counted({}) == 0
        assert counted({"run": 2}) == 150  # in all
        assert counted({"aces around": 3, "kings around": 2, "queens around": 3, "jacks around": 1}) == 324
        assert counted({"marriage": 12}) == 24

    def test_more_melds_than_the_deck_allows_are_refused(self):
        for melds, why in (
            ({"run": 5}, "Run: A 10 K Q J of trump: at most 4."),
            ({"marriage": 13}, "Marriage: K Q of another suit: at most 12."),
        ):
            with pytest.raises(Refused) as refused:
                counted(melds)
            assert sentence(refused.value.message) == why


def test_a_correction_asks_for_missing_answers():
    hand = PINOCHLE.type(Pinochle().sheet, 3).correcting(
        Entry(bidder=1, bid=50, meld=(1, 2), counters=(None, None), last_trick=(None, None))
    )
    assert hand.answers == {"hand.bidder": 1, "hand.bid": 50, "sides.0.meld": 1, "sides.1.meld": 2}
    assert not hand.view().complete
    assert answers_from_entry(hand.entry()) == hand.answers


def test_the_forced_bid_is_never_an_answer_itself_even_if_its_question_has_been_answered():
    now = Pinochle().hand("bidder=0")
    assert now.asked().path == "hand.bid"
    assert now.meant("hand.bidder", 4) == {"hand.bidder": 3, "hand.bid": 50}


def all_tricks(game, side, bid, meld):
    """Return whether the bid is made, by the bidding side's counters and whether it took the last trick."""
    made = {}
    for counters, last in product(range(49), (False, True)):
        shares = ((counters, last), (48 - counters, not last))
        each, took = zip(*(shares if side == 0 else shares[::-1]), strict=True)
        entry = Entry(bidder=side, bid=bid, trump="spades", meld=meld, counters=each, last_trick=took)
        assert [problem for problem in game.rules.problems(game.sheet, 3, entry) if problem.level == "error"] == []
        lines = game.rules.record(game.sheet, 3, entry).hands[-1].lines
        made[counters, last] = any(line.mark == "made" for line in lines)
    return made


def expected_need(made, bid, *, is_bidding, counters_known):
    """Return what a side needs according to how each hand that can still come ends."""
    aim = "make" if is_bidding else "set"
    if all(made.values()):
        return f"{bid} is the bid, made in any case"
    if not any(made.values()):
        return f"{bid} is the bid, and out of reach"
    if counters_known:
        assert all(last == is_made for (_counters, last), is_made in made.items())
        return f"2 to {aim} the bid of {bid} (with the last trick)"
    enough, short = (
        {counters + 2 * last for (counters, last), is_made in made.items() if is_made is how} for how in (True, False)
    )
    assert max(short) < min(enough)
    return f"{min(enough) if is_bidding else 50 - max(short)} to {aim} the bid of {bid} (in tricks)"


def test_what_a_side_needs_is_what_all_hands_say():
    rng, said = Random(36), set()
    for _hand in range(60):
        game = Pinochle(meld_counts=rng.choice(("always", "with_trick")))
        side, bid, meld = rng.randrange(2), rng.randint(50, 110), (rng.randint(0, 70), rng.randint(0, 70))
        ends = all_tricks(game, side, bid, meld)
        taken, took_last = rng.choice(list(ends))
        hand = {"hand.bidder": side, "hand.bid": bid, "hand.call": "spades", f"sides.{side}.meld": meld[side]}
        of_counters = [{}, {f"sides.{side}.counters": taken}, {f"sides.{1 - side}.counters": 48 - taken}]
        for counters, last in product([*of_counters, of_counters[1] | of_counters[2]], (None, took_last)):
            answers = hand | counters | ({} if last is None else {"sides.0.last_trick": last == (side == 0)})
            left = {
                end: made for end, made in ends.items() if last in (None, end[1]) and (not counters or end[0] == taken)
            }
            screen = PINOCHLE.type(game.sheet, 3, answers)
            columns = game.sheet.columns if side == 0 else game.sheet.columns[::-1]
            for column in columns:
                known = {"is_bidding": column is columns[0], "counters_known": bool(counters)}
                needs = [*map(needing.said, PINOCHLE.needs(screen, column))]
                assert needs == [expected_need(left, bid, **known)], (answers, meld)
                said |= {re.sub(r"\d+", "", needs[0])}
    assert len(said) == 6


@pytest.mark.parametrize("left_out", ["hand.bidder", "hand.bid", "hand.call", "sides.0.meld", "no marriage"])
def test_nothing_is_needed_before_there_is_a_bid_with_a_trump_and_a_meld(left_out):
    answers = {"hand.bidder": 0, "hand.bid": 60, "hand.call": "spades", "sides.0.meld": 20}
    answers = answers | {"hand.call": "none"} if left_out == "no marriage" else answers | {left_out: None}
    sheet = Pinochle().sheet
    screen = PINOCHLE.type(sheet, 3, answers)
    assert [need for column in sheet.columns for need in PINOCHLE.needs(screen, column)] == []


def test_what_a_side_needs_is_said_as_on_the_page():
    sheet = Pinochle().sheet
    for row in rows(PAGE, "What a side needs"):
        answers = {
            "hand.bidder": 0,
            "hand.bid": int(row["bid"]),
            "hand.call": "spades",
            "sides.0.meld": int(row["meld"]),
        }
        if counters := re.match(r"\d+", row["tricks"]):
            answers["sides.0.counters"] = int(counters[0])
        bidders, others = (
            [*map(needing.said, PINOCHLE.needs(PINOCHLE.type(sheet, 3, answers), column))] for column in sheet.columns
        )
        is_same = row["said of the other side"] == "the same"
        assert bidders == [row["said of the bidding side"]], row
        assert others == (bidders if is_same else [row["said of the other side"]]), row
