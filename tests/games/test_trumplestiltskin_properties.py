"""Properties of every hand and game of Trumplestiltskin, for any bids, peeks, and points taken."""

from dataclasses import replace

from hypothesis import given, strategies as st

from scorekeeper.games.trumplestiltskin.hand import taker_of
from scorekeeper.rules.replay import replayed
from scorekeeper.rules.sheet import column_points
from tests.games.notation import RULES
from tests.games.strategies import entries, games, tables


@st.composite
def hands(draw):
    table = draw(tables())
    return RULES.blank(table), draw(entries(table))


def points_of(sheet, entry):
    return RULES.record(sheet, 0, entry).hands[-1].points


@given(hands())
def test_generated_hands_have_no_errors(hand):
    assert [problem for problem in RULES.problems(hand[0], 0, hand[1]) if problem.level == "error"] == []


@given(hands())
def test_no_half_point_is_lost_or_added(hand):
    """RULES.md: Scoring a hand."""
    sheet, entry = hand
    expected = 0
    if not entry.all_passed:
        taker = taker_of(entry.bid)
        bid, taken, peeked = entry.bid[taker], entry.taken[taker], entry.peeked[taker]
        expected = sum(entry.taken)
        expected += taken if (taken >= bid) != peeked else 0
        expected -= bid if taken < bid else 0
    assert sum(points_of(sheet, entry).values()) == 2 * expected


@given(hands())
def test_the_gnomes_lines_are_all_gains(hand):
    sheet, entry = hand
    assert all(line.points > 0 for line in RULES.score(sheet, 0, entry) if line.column == "gnome")


@given(hands())
def test_only_a_taker_who_fails_to_make_the_bid_loses_points(hand):
    sheet, entry = hand
    losers = {key for key, half in points_of(sheet, entry).items() if half < 0}
    failed = {line.column for line in RULES.score(sheet, 0, entry) if line.mark == "failed"}
    assert losers <= failed


@given(hands())
def test_only_the_taker_scores_more_than_the_bid(hand):
    sheet, entry = hand
    points = points_of(sheet, entry)
    for seat in sheet.table.seats:
        if seat != taker_of(entry.bid):
            assert points[str(seat)] <= 2 * (entry.bid[seat] or 0)


@given(hands())
def test_points_are_the_sum_of_the_lines(hand):
    sheet, entry = hand
    lines = tuple(RULES.score(sheet, 0, entry))
    assert points_of(sheet, entry) == column_points(sheet.totals, lines)


@given(hands())
def test_no_mark_appears_twice_in_a_column(hand):
    sheet, entry = hand
    marks = [(line.column, line.mark) for line in RULES.score(sheet, 0, entry) if line.mark]
    assert len(marks) == len(set(marks))


@given(hands())
def test_marks_say_what_happened(hand):
    sheet, entry = hand
    lines = list(RULES.score(sheet, 0, entry))
    marked = {mark: {line.column for line in lines if line.mark == mark} for mark in ("taker", "peeked", "unbid")}
    if entry.all_passed:
        assert lines == []
    else:
        assert marked["taker"] == {str(taker_of(entry.bid))}
        assert marked["peeked"] == {str(seat) for seat, peeked in enumerate(entry.peeked) if peeked}
        assert marked["unbid"] == {str(seat) for seat, bid in enumerate(entry.bid) if bid is None}


@given(hands())
def test_points_move_with_the_players(hand):
    """If all players move over one seat, their points move with them."""
    sheet, entry = hand
    moved = replace(
        entry,
        bid=entry.bid[1:] + entry.bid[:1],
        peeked=entry.peeked[1:] + entry.peeked[:1],
        taken=entry.taken[1:] + entry.taken[:1],
    )
    before, after = list(points_of(sheet, entry).values()), list(points_of(sheet, moved).values())
    assert after == [*before[1:-1], before[0], before[-1]]


@given(hands())
def test_the_halving_option_changes_only_who_gets_the_odd_point(hand):
    sheet, entry = hand
    points = {}
    for odd_half in ("exact", "gnome", "player"):
        options = replace(sheet.table.options, odd_half=odd_half)
        points[odd_half] = points_of(RULES.blank(replace(sheet.table, options=options)), entry)
    for key, exact in points["exact"].items():
        assert abs(points["gnome"][key] - exact) <= len(sheet.table.names)
        assert points["gnome"][key] % 2 == points["player"][key] % 2 == 0
        assert points["gnome"][key] + points["player"][key] == 2 * exact


@given(hands())
def test_the_gnome_and_trump_do_not_affect_points(hand):
    sheet, entry = hand
    assert points_of(sheet, replace(entry, gnome=None, trump=None)) == points_of(sheet, entry)


@given(games())
def test_a_replay_records_each_hand_and_stops_when_the_game_ends(game):
    table, recorded = game
    sheet = RULES.blank(table)
    for dealer, entry in recorded:
        if sheet.outcome is None:
            sheet = RULES.record(sheet, dealer, entry)
    assert replayed(RULES, table, recorded) == sheet
    assert all(replayed(RULES, table, recorded[:count]).outcome is None for count in range(len(sheet.hands)))


@given(games())
def test_totals_are_the_sum_of_the_hands(game):
    sheet = replayed(RULES, *game)
    for key, total in sheet.totals.items():
        assert total == sum(hand.points[key] for hand in sheet.hands)


@given(games())
def test_an_outcome_ranks_every_player_and_has_a_winner(game):
    sheet = replayed(RULES, *game)
    if sheet.outcome is not None:
        assert sheet.outcome.ranking[0] == sheet.outcome.winners != ()
        assert sorted(key for equal in sheet.outcome.ranking for key in equal) == [str(s) for s in sheet.table.seats]


@given(games())
def test_the_game_ends_only_once_a_target_is_reached(game):
    sheet = replayed(RULES, *game)
    options = sheet.table.options
    reached = sheet.totals["gnome"] >= 2 * options.gnome_target or any(
        sheet.totals[str(seat)] >= 2 * options.player_target for seat in sheet.table.seats
    )
    if options.tie == "shared":
        assert (sheet.outcome is not None) == reached
    else:
        assert sheet.outcome is None or (reached and len(sheet.outcome.winners) == 1)


@given(games(priority="none", tie="shared"))
def test_without_priority_the_player_with_the_most_points_wins(game):
    sheet = replayed(RULES, *game)
    if sheet.outcome is not None:
        best = max(sheet.totals[str(seat)] for seat in sheet.table.seats)
        assert {sheet.totals[key] for key in sheet.outcome.winners} == {best}
