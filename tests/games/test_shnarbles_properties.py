"""Properties of every hand and every game of Shnarbles, for any bids, folds, and tricks."""

from dataclasses import replace

from hypothesis import given, strategies as st

from scorekeeper.games.shnarbles import Entry, Options
from scorekeeper.rules.sheet import Table, column_points
from scorekeeper.rules.statistics import HANDS
from scorekeeper.rules.words import points
from tests.games.shnarbles_notation import GAME, NAMES, RULES

SUITS = ("spades", "hearts", "diamonds", "clubs")


@st.composite
def tables(draw, **fixed):
    """Generate a table of two to ten players with any options; its games end after only a few points."""
    players, out_at = draw(st.integers(2, 10)), draw(st.integers(2, 40))
    drawn = {
        "failed_bid": draw(st.sampled_from(["flat", "net"])),
        "goal": draw(st.sampled_from(["zero_or_below", "exactly_zero"])),
        "both_at_zero": draw(st.sampled_from(["shared", "bidder", "lowest"])),
        "start": draw(st.integers(1, out_at - 1)),
        "out_at": out_at,
    }
    return Table(
        names=NAMES[:players], options=Options(**(drawn | fixed)), first_dealer=draw(st.integers(0, players - 1))
    )


@st.composite
def entries(draw, sheet):
    """Generate a hand without errors."""
    dealt_in, players = RULES.seats(sheet), len(sheet.table.names)
    nobody = (None,) * players
    if draw(st.integers(0, 9)) == 0:
        return Entry(all_passed=True, folded=(False,) * players, tricks=nobody)
    bidder, trump = draw(st.sampled_from(dealt_in)), draw(st.sampled_from(SUITS))
    can_fold = {seat for seat in dealt_in if seat != bidder and trump != "spades" and may_fold(sheet, seat)}
    folders = {seat for seat in can_fold if draw(st.booleans())}
    playing = [seat for seat in dealt_in if seat not in folders]
    winners = draw(st.lists(st.sampled_from(playing), min_size=5, max_size=5))
    return Entry(
        bidder=bidder,
        bid=draw(st.integers(1, 5)),
        trump=trump,
        folded=tuple(seat in folders for seat in range(players)),
        tricks=tuple(winners.count(seat) if seat in playing and len(playing) > 1 else None for seat in range(players)),
    )


def may_fold(sheet, seat):
    """Return whether a player can fold. As a cross-check, this is implemented differently from the rules."""
    played = [hand.entry.folded[seat] for hand in sheet.hands if not hand.entry.all_passed]
    return played[-2:] != [True, True]


@st.composite
def games(draw, most=12, **fixed):
    """Generate a game of at most `most` hands, finished or not."""
    sheet = RULES.blank(draw(tables(**fixed)))
    for _hand in range(draw(st.integers(1, most))):
        if sheet.outcome is None:
            sheet = RULES.record(sheet, RULES.dealer(sheet), draw(entries(sheet)))
    return sheet


def before(sheet, number):
    """Return the sheet before a hand; hands are numbered from 0."""
    return replace(sheet, hands=sheet.hands[:number], outcome=None)


def every_hand(sheet):
    """Return each hand with the sheet before it."""
    return [(before(sheet, number), hand) for number, hand in enumerate(sheet.hands)]


@given(games())
def test_recorded_hands_have_no_errors(sheet):
    for earlier, hand in every_hand(sheet):
        assert list(RULES.problems(earlier, hand.dealer, hand.entry)) == []


@given(games(failed_bid="flat"))
def test_score_changes_total_the_penalties_minus_the_counted_tricks(sheet):
    for _earlier, hand in every_hand(sheet):
        entry, marks = hand.entry, [line.mark for line in hand.lines]
        counted = sum(tricks or 0 for seat, tricks in enumerate(entry.tricks) if seat != entry.bidder)
        paying = marks.count("failed") + marks.count("trickless")
        bidder = 0 if entry.bidder is None or "failed" in marks else entry.tricks[entry.bidder]
        bidder = 5 if bidder is None else bidder
        assert sum(hand.points.values()) == points(5 * paying - counted - bidder)


@given(games())
def test_no_score_changes_by_more_than_five_and_folding_changes_none(sheet):
    for _earlier, hand in every_hand(sheet):
        assert all(abs(moved) <= points(5) for moved in hand.points.values())
        assert all(hand.points[str(seat)] == 0 for seat, folded in enumerate(hand.entry.folded) if folded)
        assert hand.points == column_points(hand.totals, hand.lines)


@given(games())
def test_a_player_who_is_out_stays_out_and_keeps_the_same_score(sheet):
    for earlier, hand in every_hand(sheet):
        out = {str(seat) for seat in sheet.table.seats} - {str(seat) for seat in RULES.seats(earlier)}
        assert out.isdisjoint(line.column for line in hand.lines)
        assert out.isdisjoint(fact.column for fact in GAME.statistics.facts(sheet.table, hand) if fact.key == HANDS)
        assert hand.dealer in RULES.seats(earlier)


@given(games())
def test_somebody_always_stays_in_and_the_last_one_wins(sheet):
    dealt_in = RULES.seats(sheet)
    assert dealt_in
    if len(dealt_in) == 1:
        assert sheet.outcome is not None


@given(games())
def test_winners_are_still_in_and_everybody_is_ranked(sheet):
    if sheet.outcome is None:
        return
    assert sheet.outcome.winners
    assert {int(key) for key in sheet.outcome.winners} <= {*RULES.seats(sheet)}
    assert sheet.outcome.ranking[0] == sheet.outcome.winners
    assert sorted(key for equal in sheet.outcome.ranking for key in equal) == sorted(sheet.totals)


@given(games())
def test_a_player_goes_out_only_once(sheet):
    out = [line.column for hand in sheet.hands for line in hand.lines if line.mark == "out"]
    assert len(out) == len({*out})
    if sheet.outcome is None:
        assert {int(column) for column in out} == {*sheet.table.seats} - {*RULES.seats(sheet)}


@given(games(most=3), st.data())
def test_seating_makes_no_difference_to_a_hand(sheet, data):
    order = data.draw(st.permutations(sheet.table.seats))
    hand = sheet.hands[0]
    entry = hand.entry
    moved = replace(
        entry,
        bidder=None if entry.bidder is None else order.index(entry.bidder),
        folded=tuple(entry.folded[seat] for seat in order),
        tricks=tuple(entry.tricks[seat] for seat in order),
    )
    reseated = RULES.record(RULES.blank(sheet.table), 0, moved).hands[0]
    assert [reseated.points[str(place)] for place in sheet.table.seats] == [hand.points[str(seat)] for seat in order]


@given(games())
def test_every_recorded_hand_can_be_corrected(sheet):
    for earlier, hand in every_hand(sheet):
        correction = GAME.type(earlier, hand.dealer).correcting(hand.entry)
        assert correction.entry() == hand.entry
        assert correction.view().complete
