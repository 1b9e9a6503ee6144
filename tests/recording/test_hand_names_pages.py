"""What the hand page calls a hand: "Hand 2" or, in games with a known number of hands, "Deal 1 of 6"."""

import pytest

from tests.samples import play_sample


@pytest.mark.parametrize(
    ("slug", "hands", "name"),
    [
        pytest.param("oh_hell", 1, "Hand 2", id="a hand"),
        pytest.param("piquet", 0, "Deal 1 of 6", id="the first deal of a match"),
        pytest.param("piquet", 5, "Deal 6 of 6", id="the last deal of a match"),
        pytest.param("klondike", 1, "Round 2 of 2", id="a round"),
    ],
)
def test_the_hand_page_says_which_hand_it_is(cast, olga, slug, hands, name):
    game = play_sample(slug, cast.owner, hands)
    olga.open(f"/games/{game.pk}/hands/{hands + 1}/")
    assert olga.page.one("h1").text.startswith(name)
    assert olga.page.one("title").text.startswith(f"{name} · ")


def test_a_saved_hand_keeps_its_name(cast, olga):
    game = play_sample("klondike", cast.owner)
    assert olga.open(f"/games/{game.pk}/hands/1/").page.one("h1").text == "Round 1 of 2 correction"
