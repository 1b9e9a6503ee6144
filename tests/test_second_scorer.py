"""The second scorer agrees with the worked hands and endings of the rules."""

from fractions import Fraction

import pytest

from tests.second_scorer import GNOME, House, Play, changes, judge, winners_of

EVERYBODY = "ABCDE"


def deal(bids: str, peeked: str, taken: str) -> dict[str, Play]:
    """Return a deal from a line of the table of worked hands."""
    points = taken.split() or ["0"] * len(bids.split())
    return {
        name: Play(bid=None if bid == "-" else int(bid), peeked=name in peeked, taken=int(took))
        for name, bid, took in zip(EVERYBODY, bids.split(), points, strict=False)
    }


@pytest.mark.parametrize(
    ("bids", "peeked", "taken", "points", "gnome"),
    [
        pytest.param("10 6 - 8", "", "12 9 3 7", "24 6 0 7", "6", id="T1"),
        pytest.param("11 - 9 7", "A", "13 6 8 4", "13/2 0 8 4", "25/2", id="T2"),
        pytest.param("14 10 - 5", "", "11 9 5 6", "-14 9 0 5", "17", id="T3"),
        pytest.param("12 8 - 5", "AD", "10 7 6 8", "-12 7 0 5/2", "63/2", id="T4"),
        pytest.param("13 7 - 4", "B", "14 9 3 5", "28 7/2 0 4", "19/2", id="T5"),
        pytest.param("9 - 8 6", "B", "9 11 4 5", "18 0 4 5", "11", id="T6"),
        pytest.param("12 10 -", "AB", "15 9 5", "15/2 9/2 0", "17", id="T7"),
        pytest.param("- 12 9 7 4", "CE", "4 9 6 8 3", "0 -12 3 7 3/2", "37/2", id="T8"),
        pytest.param("- - - -", "A", "", "0 0 0 0", "0", id="T9"),
        pytest.param("0 - - -", "", "12 9 3 7", "24 0 0 0", "19", id="T12"),
        pytest.param("8 0 - -", "", "7 12 5 7", "-8 0 0 0", "31", id="T13"),
    ],
)
def test_worked_hands(bids, peeked, taken, points, gnome):
    scored = changes(deal(bids, peeked, taken), House())
    assert scored == dict(zip(EVERYBODY, map(Fraction, points.split()), strict=False)) | {GNOME: Fraction(gnome)}


@pytest.mark.parametrize(
    ("halving", "player", "gnome"), [("exact", "13/2", "25/2"), ("gnome", "6", "13"), ("player", "7", "12")]
)
def test_the_odd_point(halving, player, gnome):
    scored = changes(deal("11 - 9 7", "A", "13 6 8 4"), House(halving=halving))
    assert (scored["A"], scored[GNOME]) == (Fraction(player), Fraction(gnome))


@pytest.mark.parametrize(
    ("totals", "taker", "winners"),
    [
        pytest.param("204 215 90 10", "A", "A", id="E1"),
        pytest.param("200 215 90 10", "A", "B", id="E2"),
        pytest.param("120 118 60 -9", "B", "A", id="E3"),
        pytest.param("150 203 203 0", "A", "BC", id="E4"),
        pytest.param("150 203 203 0", "B", "B", id="E6"),
        pytest.param("120 120 60 -9", "B", "AB", id="E8"),
    ],
)
def test_worked_endings(totals, taker, winners):
    columns = dict(zip(EVERYBODY, map(Fraction, totals.split()), strict=False))
    assert winners_of(columns, taker, House()) == set(winners)


def test_hands_after_the_end_do_not_count():
    verdict = judge("ABCD", [deal("10 6 - 8", "", "12 9 3 7")] * 9, House(player_target=48))
    assert (verdict.counted, verdict.over, verdict.winners) == (2, True, {"A"})


def test_level_players_play_on():
    tied = deal("1 2 - -", "AB", "9 2 9 9")
    for tie, over in (("shared", True), ("play_on", False)):
        verdict = judge("ABCD", [tied], House(tie=tie, gnome_target=10, priority="none", halving="player"))
        assert verdict.totals["A"] == verdict.totals["B"] == 1
        assert verdict.over is over
