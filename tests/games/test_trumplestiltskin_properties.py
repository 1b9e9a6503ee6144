"""Properties of every hand and game of Trumplestiltskin, for any bids, peeks, and points taken."""

from dataclasses import replace

from hypothesis import given, strategies as st

from scorekeeper.games.trumplestiltskin.hand import taker_of
from scorekeeper.rules.replay import Replay
from tests.games.notation import RULES
from tests.games.strategies import entries, games, tables


@st.composite
def hands(draw):
    table = draw(tables())
    return RULES.blank(table), draw(entries(table))


def points_of(sheet, entry):
    return RULES.record(sheet, 0, entry).hands[-1].points


@given(hands())
def test_whoever_is_outbid_or_never_bids_keeps_each_half_point_or_gives_it_to_the_gnome(hand):
    """RULES.md: Scoring a hand."""
    sheet, entry = hand
    lines = RULES.record(sheet, 0, entry).hands[-1].lines
    for seat in () if entry.all_passed else {*sheet.table.seats} - {taker_of(entry.bid)}:
        came_through = [line.points for line in lines if line.column == str(seat) or line.by == seat]
        assert sum(came_through) == 2 * entry.taken[seat]


@given(hands())
def test_whoever_peeked_has_the_mark(hand):
    sheet, entry = hand
    marked = {line.column for line in RULES.record(sheet, 0, entry).hands[-1].lines if "peeked" in line.mark.split()}
    assert entry.all_passed or marked == {str(seat) for seat, peeked in enumerate(entry.peeked) if peeked}


@given(hands())
def test_only_the_taker_scores_more_than_the_bid(hand):
    sheet, entry = hand
    points = points_of(sheet, entry)
    for seat in sheet.table.seats:
        if seat != taker_of(entry.bid):
            assert points[str(seat)] <= 2 * (entry.bid[seat] or 0)


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


@given(games())
def test_the_game_ends_only_once_a_target_is_reached(game):
    sheet = Replay.of(RULES, game[0]).after(game[1]).sheet
    options = sheet.table.options
    reached = sheet.totals["gnome"] >= 2 * options.gnome_target or any(
        sheet.totals[str(seat)] >= 2 * options.player_target for seat in sheet.table.seats
    )
    if options.tie == "shared":
        assert (sheet.outcome is not None) == reached
    else:
        assert sheet.outcome is None or (reached and len(sheet.outcome.winners) == 1)
