"""Pinochle's pages: the bid that three passes force on the dealer is filled in and shown, and it can be changed."""

from tests.samples import start_sample


def test_a_forced_bid_is_filled_in_with_one_tap_and_changed_with_another(cast, olga):
    game = start_sample("pinochle", cast.owner)
    olga.open(f"/games/{game.pk}/hands/1/")
    assert olga.page.one(id="asked").text == "Who won the bidding?"
    olga.press("Everyone else passed: Dee bids 50")
    assert olga.page.one(id="asked").text == "Which suit is trump?"
    rows = [row.text for row in olga.page.one(class_="rows").all("li")]
    assert rows[0].endswith("Dee")
    assert rows[1].endswith("50")
    olga.open(f"/games/{game.pk}/hands/1/?at=hand.bid")
    assert olga.page.one(id="asked").text == "What did Dee bid?"
    olga.press("55")
    assert [row.text for row in olga.page.one(class_="rows").all("li")][1].endswith("55")
