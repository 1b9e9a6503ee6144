"""No tap is lost: quick taps, on one spot and on several, with a quick server and a slow one."""

import pytest
from playwright.sync_api import Page

from scorekeeper.models import Hand
from tests.browser.driving import Held, Thumb, sign_in
from tests.browser.tapping import LAGS, PACES, SCRIPT, check_quick_taps
from tests.cast import Cast, Phone, make_cast, start_game

MIDDLE = """e => {
  const box = e.getBoundingClientRect();
  return {x: box.x + box.width / 2, y: box.y + box.height / 2};
}"""
RUN = f"given => new Promise((done) => (function () {{ {SCRIPT} }})(...given, done))"


@pytest.fixture
def cast(live_server, phone: Page) -> Cast:
    cast = make_cast()
    sign_in(phone, cast.owner, live_server.url)
    return cast


@pytest.mark.parametrize(
    "lag",
    [pytest.param(lag, id=name, marks=[pytest.mark.nightly] * (name != "slow server")) for name, lag in LAGS.items()],
)
def test_every_tap_is_recorded_in_order_or_visibly_ignored(phone: Page, cast, lag, full):
    thumb = Thumb(phone, scripts=False)

    def new_hand() -> int:
        return thumb.open(game := start_game(cast.owner, players=5), 1) and game.pk

    def run(labels: list[str], *how: int) -> list[dict]:
        boxes = {label: thumb.find(label).first.bounding_box() for label in labels}
        places = {
            key: {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for key, box in boxes.items()
        }
        return phone.evaluate(RUN, [[places[label] for label in labels], *how])

    check_quick_taps(new_hand, run, lag, PACES if full else PACES[:2])


def test_if_the_server_disagrees_the_tap_and_all_later_ones_are_refused(phone: Page, cast, console):
    console.expect("status of 409")
    game, thumb = start_game(cast.owner), Thumb(phone)
    thumb.open(game, 1)
    held = Held(phone, "**/tap/", most=1)
    for label in ("Pass", "12", "Pass"):
        thumb.rest()
        thumb.find(label).first.tap()
    # Meanwhile, another phone records Bob's pass.
    route = held.take()
    Phone(game, cast.recorder).tap("A passed", "B passed")
    route.continue_()
    problem = phone.locator("[data-refused]")
    problem.wait_for()
    assert "The tap for Bob wasn’t recorded. Now: What does Cy bid?" in problem.inner_text()
    assert "Not recorded either: Cy: Pass." in problem.inner_text()
    assert [path for path, *_rest in Hand.objects.get().taps] == ["players.0.passed", "players.1.passed"]
