"""What must hold in every hand and every game of Shnarbles, whatever was bid, folded and taken."""

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
    """Two to ten players, by any house rules, with few points between the start and the end."""
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
    """A hand without errors for whoever is dealt in."""
    dealt_in, players = RULES.seats(sheet), len(sheet.table.names)
    nobody = (None,) * players
    if draw(st.integers(0, 9)) == 0:
        return Entry(all_passed=True, folded=(False,) * players, tricks=nobody)
    bidder, trump = draw(st.sampled_from(dealt_in)), draw(st.sampled_from(SUITS))
    folds = {seat for seat in dealt_in if seat != bidder and trump != "spades" and may_fold(sheet, seat)}
    folds = {seat for seat in folds if draw(st.booleans())}
    playing = [seat for seat in dealt_in if seat not in folds]
    winners = draw(st.lists(st.sampled_from(playing), min_size=5, max_size=5))
    return Entry(
        bidder=bidder,
        bid=draw(st.integers(1, 5)),
        trump=trump,
        folded=tuple(seat in folds for seat in range(players)),
        tricks=tuple(winners.count(seat) if seat in playing and len(playing) > 1 else None for seat in range(players)),
    )


def may_fold(sheet, seat):
    """Whether the last two hands that were played are not both folded; written otherwise than in the rules."""
    played = [hand.entry.folded[seat] for hand in sheet.hands if not hand.entry.all_passed]
    return played[-2:] != [True, True]


@st.composite
def games(draw, most=12, **fixed):
    """A game of some hands, perhaps to its end."""
    sheet = RULES.blank(draw(tables(**fixed)))
    for _each in range(draw(st.integers(1, most))):
        if sheet.outcome is None:
            sheet = RULES.record(sheet, RULES.dealer(sheet), draw(entries(sheet)))
    return sheet


def before(sheet, number):
    """The sheet before a hand, from 0."""
    return replace(sheet, hands=sheet.hands[:number], outcome=None)


def every_hand(sheet):
    """Each hand with the sheet before it."""
    return [(before(sheet, number), hand) for number, hand in enumerate(sheet.hands)]


@given(games())
def test_a_hand_without_errors_stays_without_errors(sheet):
    for earlier, hand in every_hand(sheet):
        assert list(RULES.problems(earlier, hand.dealer, hand.entry)) == []


@given(games(failed_bid="flat"))
def test_all_changes_together_are_the_tricks_that_count_and_five_for_each_who_pays(sheet):
    for _earlier, hand in every_hand(sheet):
        entry, marks = hand.entry, [line.mark for line in hand.lines]
        counted = sum(tricks or 0 for seat, tricks in enumerate(entry.tricks) if seat != entry.bidder)
        paying = marks.count("failed") + marks.count("trickless")
        bidder = 0 if entry.bidder is None or "failed" in marks else entry.tricks[entry.bidder]
        bidder = 5 if bidder is None else bidder
        assert sum(hand.points.values()) == points(5 * paying - counted - bidder)


@given(games())
def test_nobody_moves_by_more_than_five_and_folders_not_at_all(sheet):
    for _earlier, hand in every_hand(sheet):
        assert all(abs(moved) <= points(5) for moved in hand.points.values())
        assert all(hand.points[str(seat)] == 0 for seat, folded in enumerate(hand.entry.folded) if folded)
        assert hand.points == column_points(hand.totals, hand.lines)


@given(games())
def test_who_is_out_stays_out_and_moves_no_more(sheet):
    for earlier, hand in every_hand(sheet):
        out = {str(seat) for seat in sheet.table.seats} - {str(seat) for seat in RULES.seats(earlier)}
        assert out.isdisjoint(line.column for line in hand.lines)
        assert out.isdisjoint(fact.column for fact in GAME.statistics.facts(sheet.table, hand) if fact.key == HANDS)
        assert hand.dealer in RULES.seats(earlier)


@given(games())
def test_somebody_always_stays_in_and_the_last_one_wins(sheet):
    within = RULES.seats(sheet)
    assert within
    if len(within) == 1:
        assert sheet.outcome is not None


@given(games())
def test_an_end_has_winners_who_are_in_and_a_place_for_everybody(sheet):
    if sheet.outcome is None:
        return
    assert sheet.outcome.winners
    assert {int(key) for key in sheet.outcome.winners} <= {*RULES.seats(sheet)}
    assert sheet.outcome.ranking[0] == sheet.outcome.winners
    assert sorted(key for equal in sheet.outcome.ranking for key in equal) == sorted(sheet.totals)


@given(games())
def test_out_is_said_once_of_whoever_reaches_it_while_the_game_goes_on(sheet):
    said = [line.column for hand in sheet.hands for line in hand.lines if line.mark == "out"]
    assert len(said) == len({*said})
    if sheet.outcome is None:
        assert {int(column) for column in said} == {*sheet.table.seats} - {*RULES.seats(sheet)}


@given(games(most=3), st.data())
def test_a_hand_does_not_depend_on_who_sits_where(sheet, data):
    order = data.draw(st.permutations(sheet.table.seats))
    hand = sheet.hands[0]
    entry = hand.entry
    moved = replace(
        entry,
        bidder=None if entry.bidder is None else order.index(entry.bidder),
        folded=tuple(entry.folded[seat] for seat in order),
        tricks=tuple(entry.tricks[seat] for seat in order),
    )
    other = RULES.record(RULES.blank(sheet.table), 0, moved).hands[0]
    assert [other.points[str(place)] for place in sheet.table.seats] == [hand.points[str(seat)] for seat in order]


@given(games())
def test_every_hand_can_be_corrected_from_what_was_recorded(sheet):
    for earlier, hand in every_hand(sheet):
        correction = GAME.type(earlier, hand.dealer).correcting(hand.entry)
        assert correction.entry() == hand.entry
        assert correction.view().complete
