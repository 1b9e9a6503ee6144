"""The auction as it is typed: who has the bid, who speaks, when it is over."""

import pytest

from scorekeeper.games.trumplestiltskin.auction import read_auction

D_DEALS = (0, 1, 2, 3)


def auction(spoken, order=D_DEALS):
    """An auction from "A10 B- C12": bids by letter, `-` for a pass, `A10-` for a bid and a pass, `done` to close it."""
    answers = {}
    for word in spoken.split():
        if word == "done":
            answers["hand.bidding_done"] = True
            continue
        seat, said = "ABCDE".index(word[0]), word[1:]
        if said.endswith("-"):
            answers[f"players.{seat}.passed"] = True
        if said.strip("-"):
            answers[f"players.{seat}.bid"] = int(said.strip("-"))
    return read_auction(answers, order)


def letter(seat):
    return "" if seat is None else "ABCDE"[seat]


@pytest.mark.parametrize(
    ("spoken", "highest", "speaks"),
    [
        pytest.param("", "", "A", id="the dealer's left begins"),
        pytest.param("A-", "", "B", id="after a pass the next"),
        pytest.param("A10", "A", "B", id="after a bid the next"),
        pytest.param("A10 B-", "A", "C", id="who passed is passed over"),
        pytest.param("A10 B12", "B", "C", id="on from the highest bidder"),
        pytest.param("A10 B12 C- D-", "B", "A", id="it goes round"),
        pytest.param("A14 B12 C- D-", "A", "B", id="and round again"),
        pytest.param("A14 B12- C- D-", "A", "", id="all but one have passed"),
        pytest.param("A- B- C-", "", "D", id="the last one may still bid"),
        pytest.param("A- B- C- D5", "D", "", id="and has it alone"),
        pytest.param("A- B- C- D-", "", "", id="everyone passed"),
        pytest.param("A0", "A", "B", id="a bid of nothing is a bid"),
        pytest.param("A0 B-  C- D-", "A", "", id="and may take the bid"),
        pytest.param("C12", "C", "D", id="typed out of turn"),
        pytest.param("C12 D-", "C", "A", id="out of turn, and round"),
        pytest.param("A10 B12 done", "B", "", id="said to be done"),
        pytest.param("done", "", "", id="done without a bid"),
        pytest.param("A10- B- C- D-", "A", "", id="the highest bidder's pass does not lose the bid"),
        pytest.param("A10- B12 C- D-", "B", "", id="but a pass counts once outbid"),
    ],
)
def test_who_has_it_and_who_speaks(spoken, highest, speaks):
    now = auction(spoken)
    assert (letter(now.highest), letter(now.speaker)) == (highest, speaks)
    assert now.over is (speaks == "")


@pytest.mark.parametrize(
    ("spoken", "passed"),
    [("", False), ("A- B- C-", False), ("A- B- C- D-", True), ("done", True), ("A0 done", False), ("A- done", True)],
)
def test_everyone_passed(spoken, passed):
    assert auction(spoken).everyone_passed is passed


@pytest.mark.parametrize(("spoken", "to_beat"), [("", None), ("A0", 0), ("A10 C7", 10), ("A10- B12 done", 12)], ids=str)
def test_what_is_to_be_beaten(spoken, to_beat):
    assert auction(spoken).to_beat == to_beat


@pytest.mark.parametrize(
    ("order", "said"),
    [((0, 1, 2), "ABC"), ((2, 0, 1), "CAB"), ((4, 0, 1, 2, 3), "EABCD")],
    ids=["three", "another dealer", "five"],
)
def test_all_speak_in_order_until_one_is_left(order, said):
    spoken, turns = "", ""
    for bid in range(1, len(order) + 1):
        speaker = letter(auction(spoken, order).speaker)
        turns += speaker
        spoken += f" {speaker}{bid}"
    assert turns == said
    while (speaker := auction(spoken, order).speaker) is not None:
        turns += letter(speaker)
        spoken += f" {letter(speaker)}-"
    assert turns == said + said[:-1]
