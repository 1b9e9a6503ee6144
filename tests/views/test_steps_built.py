"""How often the steps of a hand are made for one page: never twice for the same draft."""

from collections import Counter

import pytest

from scorekeeper.queries.records import load
from scorekeeper.rules.hand_screen import HandScreen
from tests.cast import refresh
from tests.samples import SAMPLES, play_sample, start_sample, type_taps
from tests.views.browser import Browser

TAPPED, OPENED, TAPPED_IN_CORRECTION = 2, 3, 4


@pytest.fixture
def built(monkeypatch):
    """How often the steps of each draft have been made."""
    times = Counter()

    def counted(screen):
        times[(screen.dealer, len(screen.before.hands), *sorted(screen.answers.items(), key=str))] += 1
        return tuple(screen.make_steps())

    monkeypatch.setattr(HandScreen.steps, "func", counted)
    return times


@pytest.fixture(params=[pytest.param(False, id="without scripts"), pytest.param(True, id="with htmx")])
def olga(request, cast):
    return Browser(cast.owner, htmx=request.param)


def most(built):
    """How many drafts had their steps made, none of them twice."""
    assert set(built.values()) == {1}, built
    return len(built)


def tap_something(olga):
    """Press a button that changes something, or type a number where there is none."""
    buttons = [each for each in olga.page.all("button", name="tap") if each.attrs.get("aria-pressed") != "true"]
    offered = next((button for button in buttons if not button.attrs["value"].endswith("=")), None)
    if offered is None:
        olga.press(buttons[0].text, other="21")
    else:
        olga.press(offered.text)
    assert olga.status == 200


@pytest.mark.parametrize("slug", sorted(SAMPLES))
def test_a_tap_makes_the_steps_before_it_and_after_it(cast, olga, built, slug):
    game = start_sample(slug, cast.owner)
    type_taps(game, SAMPLES[slug][2][0][:2], cast.owner)
    olga.open(f"/games/{game.pk}/hands/1/")
    built.clear()
    tap_something(olga)
    # Without scripts the tap and the page after it are two requests.
    assert most(built) <= TAPPED


@pytest.mark.parametrize("slug", sorted(SAMPLES))
def test_a_correction_is_opened_and_tapped_in(cast, slug, built):
    game = play_sample(slug, cast.owner)
    olga = Browser(cast.owner, htmx=True)
    built.clear()
    olga.open(f"/games/{game.pk}/hands/1/")
    assert most(built) <= OPENED
    steps = load(refresh(game)).screen(1).steps
    row = next((step.path for step in steps if step.board.values), steps[0].path)
    olga.open(f"/games/{game.pk}/hands/1/?at={row}")
    built.clear()
    tap_something(olga)
    assert most(built) <= TAPPED_IN_CORRECTION
