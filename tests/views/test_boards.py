"""The buttons of the hand screen, whatever the game: how they are gathered, and where a number is typed."""

import pytest

from scorekeeper.games import all_games
from scorekeeper.rules.screens import Offer
from scorekeeper.rules.words import gettext as _
from scorekeeper.services import games
from scorekeeper.templatetags.scores import group_look
from tests.cast import Phone, new_game
from tests.views.browser import Browser


@pytest.fixture
def hand_of(cast, olga, made_up):
    def hand_of(rules: str, players: int, **taps: int) -> Browser:
        new = new_game(cast.group, players, rules=all_games()[rules].rules)
        game = games.start_game(group=cast.group, new=new, by=cast.owner)
        for path, value in taps.items():
            Phone(game, cast.owner).write(path, value)
        return olga.open(f"/games/{game.pk}/hands/1/")

    return hand_of


STARTS = {"players.1.start": 24, "players.0.start": 31, "players.1.pile": 30}


def typed_in(browser: Browser, folded: bool) -> bool:
    """Whether a number may be typed, in the open or folded away."""
    away = [field for details in browser.page.all("details") for field in details.all("input", name="other")]
    fields = list(browser.page.all("input", name="other"))
    assert len(fields) <= 1
    return bool(away) if folded else len(fields) > len(away)


def test_names_and_choices_get_room(hand_of):
    page = hand_of("partners", 4)
    assert [button.text for button in page.page.one(class_="choices").all("button")] == ["Ann", "Bob", "Cy", "Dee"]
    assert not typed_in(page, folded=True)
    page = hand_of("partners", 4, **{"hand.bidder": 1, "hand.bid": 9})
    assert [button.text for button in page.page.one(class_="choices").all("button")] == ["first side", "second side"]


def test_a_board_of_36_numbers_has_large_buttons_and_a_longer_one_smaller_ones(hand_of):
    page = hand_of("partners", 4, **{"hand.bidder": 1})
    assert "many" not in page.page.one(class_="numbers").attrs["class"]
    assert typed_in(page, folded=True)
    page = hand_of("manchester_piccadilly", 2)
    assert page.page.one(class_="numbers").has(class_="many")
    assert typed_in(page, folded=True)


def test_what_is_likely_alone_is_a_button_and_anything_else_is_folded_away(hand_of):
    page = hand_of("manchester_piccadilly", 2, **STARTS)
    assert [button.text for button in page.page.one(class_="likely").all("button")] == ["25"]
    assert typed_in(page, folded=True)


def test_a_number_without_buttons_is_typed_in_the_open(hand_of):
    page = hand_of("manchester_piccadilly", 2, **STARTS, **{"players.0.pile": 25})
    assert not list(page.page.all(class_="numbers"))
    assert typed_in(page, folded=False)
    page.press("Take it", other="92")
    assert page.problems == []
    page.press("One step back").press("Take it", other="5O")
    assert page.problems != []
    page.press("Take it", other="50")
    assert [button.text for button in page.page.one(class_="likely").all("button")] == ["41"]


@pytest.mark.parametrize(
    ("labels", "look", "expected"),
    [
        pytest.param(["5", "100"], "number", "numbers", id="numbers"),
        pytest.param(["1"] * 41, "number", "numbers many", id="many numbers"),
        pytest.param(["3 + 3", "4 + 3"], "number", "numbers sums", id="sums"),
        pytest.param(["Ann"], "wide", "choices", id="names"),
        pytest.param(["Spades"], "card", "cards", id="cards"),
    ],
)
def test_a_group_looks_like_what_it_is_made_of(labels, look, expected):
    offers = [Offer(label=_("{label}", label=label), path="hand.some", value=label, look=look) for label in labels]
    assert group_look(offers) == expected
