"""A number that is filled in gives way to what is typed. WebKit drops a selection that is made before the click."""

from tests.browser.engines.phone import Phone
from tests.cast import A_HAND, make_cast, play, start_game

BID = """return document.querySelector('[name="players.0.bid"]');"""


def test_a_number_gives_way_after_a_click(engine_phone: Phone):
    phone, cast = engine_phone, make_cast()
    play(game := start_game(cast.owner), A_HAND, by=cast.owner)
    phone.sign_in(cast.owner).open(f"/games/{game.pk}/hands/1/whole/")
    phone.driver.click(phone.run(BID))
    phone.driver.type(phone.run(BID), "15")
    assert phone.run(f"{BID[:-1]}.value;") == "15"
