"""The hand page of any game: its name, its hint and its buttons."""

from types import SimpleNamespace

import pytest

from scorekeeper.games import all_games
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet.writing import hide_game
from scorekeeper.rules.steps import Offer
from scorekeeper.rules.text import gettext as _
from scorekeeper.templatetags.scores import group_look, rows_look
from tests.cast import A_HAND, Phone, enter_hand, new_game, start_game
from tests.samples import play_sample
from tests.web.browser import Browser

STARTS = {"players.1.start": 24, "players.0.start": 31, "players.1.pile": 30}


@pytest.fixture
def hand_of(cast, olga, made_up):
    def hand_of(rules: str, players: int, **taps: int) -> Browser:
        new = new_game(cast.group, players, rules=all_games()[rules].rules)
        game = setup_writing.start_game(group=cast.group, new=new, by=cast.owner)
        for path, value in taps.items():
            Phone(game, cast.owner).write(path, value)
        return olga.open(f"/games/{game.pk}/hands/1/")

    return hand_of


def test_names_and_choices_get_wide_buttons(hand_of):
    browser = hand_of("partners", 4)
    assert [button.spoken for button in browser.page.one(class_="choices").all("button")] == ["Ann", "Bob", "Cy", "Dee"]
    assert not list(browser.page.all("input", name="other"))
    browser = hand_of("partners", 4, **{"hand.bidder": 1, "hand.bid": 9})
    assert [button.spoken for button in browser.page.one(class_="choices").all("button")] == [
        "first side",
        "second side",
    ]


def test_without_number_buttons_the_number_field_is_not_collapsed(hand_of):
    browser = hand_of("manchester_piccadilly", 2, **STARTS, **{"players.0.pile": 25})
    assert not list(browser.page.all(class_="numbers"))
    assert len([*browser.page.all("input", name="other")]) == 1
    assert not [field for details in browser.page.all("details") for field in details.all("input", name="other")]
    browser.press("Next", other="92")
    assert browser.problems == []
    browser.press("Undo").press("Next", other="5O")
    assert browser.problems != []
    browser.press("Next", other="50")
    assert [button.text for button in browser.page.one(class_="likely").all("button")] == ["41"]


def test_a_button_groups_style_depends_on_its_offers():
    for labels, look, expected in (
        (["5", "100"], "number", "numbers"),
        (["1"] * 64, "number", "numbers"),
        (["3 + 3", "4 + 3"], "number", "numbers sums"),
        (["Ann"], "wide", "choices"),
        (["Spades"], "face", "cards"),
    ):
        offers = [Offer(label=_("{label}", label=label), path="hand.some", value=label, look=look) for label in labels]
        assert group_look(offers) == expected


@pytest.mark.parametrize(
    ("players", "name", "answer", "look"),
    [
        pytest.param(10, "Ann", "10", "", id="short names stand in two columns"),
        pytest.param(6, "Christopher", "10", "one", id="a long name takes the line"),
        pytest.param(7, "Christopher", "10", "tight", id="among many it is cut"),
        pytest.param(7, "Ann", "5 + 4", "one", id="a long answer always takes the line"),
    ],
)
def test_the_look_of_rows_depends_on_the_names_the_answers_and_how_many_they_are(players, name, answer, look):
    row = SimpleNamespace(label=_("{label}", label=name), answer=_("{label}", label=answer))
    assert rows_look([row] * players) == look


def test_the_hand_page_says_which_hand_it_is_and_a_saved_hand_keeps_its_name(cast, olga):
    for slug, hands, name in (
        ("oh_hell", 1, "Hand 2"),
        ("piquet", 0, "Deal 1 of 6"),
        ("piquet", 5, "Deal 6 of 6"),
        ("klondike", 1, "Round 2 of 2"),
    ):
        game = play_sample(slug, cast.owner, hands)
        olga.open(f"/games/{game.pk}/hands/{hands + 1}/")
        assert olga.page.one("h1").text.startswith(name)
        assert olga.page.one("title").text.startswith(f"{name} · ")
    assert olga.open(f"/games/{game.pk}/hands/1/").page.one("h1").text == "Correct round 1 of 2"


def hinted(member, game, number=1):
    """Return whether the hand's page says how to enter a hand."""
    browser = Browser(member).open(f"/games/{game.pk}/hands/{number}/")
    assert browser.status == 200
    return "Every tap is kept" in browser.text


def test_the_first_hand_of_a_new_group_shows_a_hint_until_it_is_saved(cast, game):
    assert hinted(cast.owner, game)
    enter_hand(game, A_HAND, cast.owner)
    assert hinted(cast.recorder, game), "it stays while the hand is entered"
    Phone(game, cast.owner).save()
    assert not hinted(cast.owner, game, 1)
    assert not hinted(cast.owner, game, 2)
    hide_game(game=game, hidden=True)
    assert not hinted(cast.owner, start_game(cast.owner)), "nor does a later game"


def test_the_first_hand_of_a_game_says_what_a_peek_means(cast, olga, game):
    eye = "Peeked at the Gnome? Tap the eye."
    assert eye in olga.open(f"/games/{game.pk}/hands/1/").text
    Phone(game, cast.owner).tap("A bid 10", "done")
    assert eye not in olga.open(f"/games/{game.pk}/hands/1/").text, "nobody can peek anymore"
    enter_hand(game, A_HAND, cast.owner, None)
    Phone(game, cast.owner).save()
    assert eye not in olga.open(f"/games/{game.pk}/hands/2/").text


def test_a_player_who_passed_says_it_once_and_one_who_was_outbid_keeps_the_bid(cast, olga, game):
    Phone(game, cast.owner).tap("A bid 10", "B passed", "C bid 12", "D passed", "A passed")
    rows = olga.open(f"/games/{game.pk}/hands/1/?at=bidding").page.one("ol").all("li")
    assert [row.text.removesuffix(" peeked")[2:] for row in rows] == [
        "Ann out 10",
        "Bob passed",
        "Cy ▸ took it 12",
        "Dee passed",
    ]
