"""The hand screen's buttons in any game: how they are grouped, and where a number can be typed."""

import pytest

from scorekeeper.games import all_games
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.rules.steps import Offer
from scorekeeper.rules.text import gettext as _
from scorekeeper.templatetags.scores import group_look
from tests.cast import Phone, new_game
from tests.web.browser import Browser


@pytest.fixture
def hand_of(cast, olga, made_up):
    def hand_of(rules: str, players: int, **taps: int) -> Browser:
        new = new_game(cast.group, players, rules=all_games()[rules].rules)
        game = setup_writing.start_game(group=cast.group, new=new, by=cast.owner)
        for path, value in taps.items():
            Phone(game, cast.owner).write(path, value)
        return olga.open(f"/games/{game.pk}/hands/1/")

    return hand_of


STARTS = {"players.1.start": 24, "players.0.start": 31, "players.1.pile": 30}


def typed_in(browser: Browser, folded: bool) -> bool:
    """Return whether there is a number field inside a collapsible section or, if `folded` is false, outside one."""
    hidden = [field for details in browser.page.all("details") for field in details.all("input", name="other")]
    fields = list(browser.page.all("input", name="other"))
    assert len(fields) <= 1
    return bool(hidden) if folded else len(fields) > len(hidden)


def test_names_and_choices_get_wide_buttons(hand_of):
    browser = hand_of("partners", 4)
    assert [button.text for button in browser.page.one(class_="choices").all("button")] == ["Ann", "Bob", "Cy", "Dee"]
    assert not typed_in(browser, folded=True)
    browser = hand_of("partners", 4, **{"hand.bidder": 1, "hand.bid": 9})
    assert [button.text for button in browser.page.one(class_="choices").all("button")] == ["first side", "second side"]


def test_without_number_buttons_the_number_field_is_not_collapsed(hand_of):
    browser = hand_of("manchester_piccadilly", 2, **STARTS, **{"players.0.pile": 25})
    assert not list(browser.page.all(class_="numbers"))
    assert typed_in(browser, folded=False)
    browser.press("Use this number", other="92")
    assert browser.problems == []
    browser.press("Undo").press("Use this number", other="5O")
    assert browser.problems != []
    browser.press("Use this number", other="50")
    assert [button.text for button in browser.page.one(class_="likely").all("button")] == ["41"]


@pytest.mark.parametrize(
    ("labels", "look", "expected"),
    [
        pytest.param(["5", "100"], "number", "numbers", id="numbers"),
        pytest.param(["1"] * 64, "number", "numbers", id="many numbers"),
        pytest.param(["3 + 3", "4 + 3"], "number", "numbers sums", id="sums"),
        pytest.param(["Ann"], "wide", "choices", id="names"),
        pytest.param(["Spades"], "face", "faces", id="cards"),
    ],
)
def test_a_button_groups_style_depends_on_its_offers(labels, look, expected):
    offers = [Offer(label=_("{label}", label=label), path="hand.some", value=label, look=look) for label in labels]
    assert group_look(offers) == expected
