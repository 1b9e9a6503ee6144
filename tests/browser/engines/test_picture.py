"""A picture becomes a PNG in every engine: none takes it for another site's."""

import base64
import io

import pytest
from PIL import Image

from tests.browser.engines.driver import wait_until
from tests.browser.engines.phone import Phone
from tests.cast import A_HAND, make_cast, play, start_game

SHARING = """
navigator.canShare = () => true;
navigator.share = async ({ files: [file] }) => {
  const reader = new FileReader();
  reader.onload = () => { window.shared = reader.result; };
  reader.readAsDataURL(file);
};
"""
SHARE = "window.shared = ''; document.querySelector('[data-picture]').click();"


@pytest.mark.nightly
def test_a_picture_becomes_a_png(engine_phone: Phone):
    phone, cast = engine_phone, make_cast()
    play(game := start_game(cast.owner, player_target=20), A_HAND, by=cast.owner)
    phone.sign_in(cast.owner).open(f"/games/{game.pk}/")
    phone.run(SHARING)
    phone.run(SHARE)
    shared = wait_until(lambda: phone.run("return window.shared"), lambda: "nothing is shared")
    image = Image.open(io.BytesIO(base64.b64decode(shared.partition(",")[2])))
    assert (image.format, image.size) == ("PNG", (1080, 1350))
    gold = [
        color
        for color in image.convert("RGB").crop((400, 560, 680, 700)).get_flattened_data()
        if color == (255, 209, 92)
    ]
    assert len(gold) > 1000, "the total is there"
