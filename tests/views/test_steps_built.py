"""How often a page builds a hand's steps: never twice for the same draft."""

from collections import Counter

import pytest

from scorekeeper.queries.recording.loading import load
from scorekeeper.rules.hand_screen import HandScreen
from tests.cast import refresh
from tests.samples import SAMPLES, enter_taps, play_sample, start_sample
from tests.views.browser import Browser

pytestmark = pytest.mark.slow

TAPPED, OPENED, TAPPED_IN_CORRECTION = 2, 3, 4


@pytest.fixture
def built(monkeypatch):
    """Count how often each draft's steps are built."""
    counts = Counter()

    def counted(screen):
        counts[(screen.dealer, len(screen.before.hands), *sorted(screen.answers.items(), key=str))] += 1
        return tuple(screen.make_steps())

    monkeypatch.setattr(HandScreen.steps, "func", counted)
    return counts


@pytest.fixture(params=[pytest.param(False, id="without JavaScript"), pytest.param(True, id="with htmx")])
def olga(request, cast):
    return Browser(cast.owner, htmx=request.param)


def count_drafts(built):
    """Return the number of drafts whose steps were built; fail if any were built twice."""
    assert set(built.values()) == {1}, built
    return len(built)


def tap_something(olga):
    """Press a button that changes something; if there is none, type a number."""
    buttons = [button for button in olga.page.all("button", name="tap") if button.attrs.get("aria-pressed") != "true"]
    unpressed = next((button for button in buttons if not button.attrs["value"].endswith("=")), None)
    if unpressed is None:
        olga.press(buttons[0].text, other="21")
    else:
        olga.press(unpressed.text)
    assert olga.status == 200


@pytest.mark.parametrize("slug", sorted(SAMPLES))
def test_a_tap_builds_only_the_steps_before_and_after_it(cast, olga, built, slug):
    game = start_sample(slug, cast.owner)
    enter_taps(game, SAMPLES[slug][2][0][:2], cast.owner)
    olga.open(f"/games/{game.pk}/hands/1/")
    built.clear()
    tap_something(olga)
    # Without JavaScript, the tap and the page that follows are two requests.
    assert count_drafts(built) <= TAPPED


@pytest.mark.parametrize("slug", sorted(SAMPLES))
def test_opening_and_tapping_a_correction_builds_few_drafts(cast, slug, built):
    game = play_sample(slug, cast.owner)
    olga = Browser(cast.owner, htmx=True)
    built.clear()
    olga.open(f"/games/{game.pk}/hands/1/")
    assert count_drafts(built) <= OPENED
    steps = load(refresh(game)).screen(1).steps
    row = next((step.path for step in steps if step.board.values), steps[0].path)
    olga.open(f"/games/{game.pk}/hands/1/?at={row}")
    built.clear()
    tap_something(olga)
    assert count_drafts(built) <= TAPPED_IN_CORRECTION
