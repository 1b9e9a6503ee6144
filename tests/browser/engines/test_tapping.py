"""No quick tap is lost in WebKit: each is recorded for the player whose question was shown, or visibly ignored."""

import pytest

from tests.browser.engines.phone import FIND, Phone
from tests.browser.tapping import LAGS, SCRIPT, check_quick_taps
from tests.cast import make_cast, start_game

pytestmark = [pytest.mark.nightly, pytest.mark.alone]

MIDDLE = """
const box = arguments[0].getBoundingClientRect();
return {x: box.x + box.width / 2, y: box.y + box.height / 2};
"""


@pytest.mark.parametrize("driver", ["WebKit"], indirect=True)
@pytest.mark.parametrize("lag", LAGS.values(), ids=LAGS)
def test_every_tap_is_recorded_in_order_or_visibly_ignored(engine_phone: Phone, lag: int):
    phone, cast = engine_phone, make_cast()
    phone.sign_in(cast.owner)

    def new_hand() -> int:
        game = start_game(cast.owner, players=5)
        phone.open(f"/games/{game.pk}/hands/1/")
        return game.pk

    def run(labels: list[str], *how: int) -> list[dict]:
        places = {label: phone.run(MIDDLE, phone.run(FIND, label, "#page", 0)) for label in set(labels)}
        return phone.driver.run_async(SCRIPT, [places[label] for label in labels], *how)

    check_quick_taps(new_hand, run, lag)
