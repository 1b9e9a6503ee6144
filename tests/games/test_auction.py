"""The auction as it is entered: who has the highest bid, who bids next, and when the auction is over."""

import pytest

from scorekeeper.games.trumplestiltskin.auction import read_auction

D_DEALS = (0, 1, 2, 3)


def auction(calls, order=D_DEALS):
    """Return the auction after calls such as "A10 B- C8<10": a bid, a pass, and a top bid that gave way to 10.

    `A10-` is a bid and a pass, and `A10+` a bid by a player whose pass was taken back; `done` closes the auction.
    """
    answers = {}
    for word in calls.split():
        if word == "done":
            answers["hand.bidding_done"] = True
            continue
        seat, call = "ABCDE".index(word[0]), word[1:]
        if call[-1] in "+-":
            answers[f"players.{seat}.passed"] = call[-1] == "-"
        bid, _less, gave_way = call.strip("+-").partition("<")
        answers |= {f"players.{seat}.bid": int(bid)} if bid else {}
        answers |= {f"players.{seat}.gave_way": int(gave_way)} if gave_way else {}
    return read_auction(answers, order)


def letter(seat):
    return "" if seat is None else "ABCDE"[seat]


@pytest.mark.parametrize(
    ("calls", "highest", "next_bidder"),
    [
        pytest.param("", "", "A", id="the player on the dealer's left starts"),
        pytest.param("A10", "A", "B", id="the next player after a bid"),
        pytest.param("A10 B12", "B", "C", id="the bidding goes on from the highest bidder"),
        pytest.param("A10 B12 C- D-", "B", "A", id="the bidding goes around"),
        pytest.param("A14 B12- C- D-", "A", "", id="all but one have passed"),
        pytest.param("A- B- C- D5", "D", "", id="the last player makes the only bid"),
        pytest.param("A- B- C- D-", "", "", id="everyone passed"),
        pytest.param("A0", "A", "B", id="a bid of 0 is a bid"),
        pytest.param("A0 B-  C- D-", "A", "", id="0 can be the highest bid"),
        pytest.param("C12", "C", "D", id="entered out of turn"),
        pytest.param("A10 B12 done", "B", "", id="the bidding is closed"),
        pytest.param("done", "", "", id="closed without a bid"),
        pytest.param("A10- B- C- D-", "A", "", id="the highest bidder's pass does not lose the bid"),
        pytest.param("A10- B12 C- D-", "B", "", id="the pass counts once that player is outbid"),
        pytest.param("A12 B8<12", "A", "C", id="a player who gave way is skipped"),
        pytest.param("A12 B8<12 C- D11<12", "A", "", id="all others gave way or passed"),
        pytest.param("A12 B8<12 C15 D-", "C", "A", id="a player who gave way to a bid gave way to every higher one"),
        pytest.param("A10 B8<12 C- D-", "A", "B", id="the bid that a player gave way to was corrected down"),
        pytest.param("A5 B8<12 C- D-", "B", "A", id="the player who gave way has the highest bid after all"),
        pytest.param("A12 B12<12 C- D-", "A", "B", id="nobody gives way with as high a bid"),
        pytest.param("A12 B<12 C- D-", "A", "B", id="the bid of a player who gave way was removed"),
        pytest.param("A12 B8<12+ C- D-", "A", "B", id="giving way was taken back"),
        pytest.param("A12 B8<12- C- D-", "A", "", id="a player who gave way and passed"),
    ],
)
def test_the_auction_knows_the_highest_and_the_next_bidder(calls, highest, next_bidder):
    now = auction(calls)
    assert (letter(now.highest), letter(now.next_bidder)) == (highest, next_bidder)
    assert now.over is (next_bidder == "")


@pytest.mark.parametrize(
    ("calls", "everyone_passed"),
    [("", False), ("A- B- C-", False), ("A- B- C- D-", True), ("done", True), ("A0 done", False), ("A- done", True)],
)
def test_everyone_has_passed_if_the_bidding_ends_without_a_bid(calls, everyone_passed):
    assert auction(calls).everyone_passed is everyone_passed


@pytest.mark.parametrize(
    ("order", "turns"),
    [((0, 1, 2), "ABC"), ((2, 0, 1), "CAB"), ((4, 0, 1, 2, 3), "EABCD")],
    ids=["three", "another dealer", "five"],
)
def test_players_bid_in_order_until_one_is_left(order, turns):
    calls, bidders = "", ""
    for bid in range(1, len(order) + 1):
        bidder = letter(auction(calls, order).next_bidder)
        bidders += bidder
        calls += f" {bidder}{bid}"
    assert bidders == turns
    while (seat := auction(calls, order).next_bidder) is not None:
        bidders += letter(seat)
        calls += f" {letter(seat)}-"
    assert bidders == turns + turns[:-1]
