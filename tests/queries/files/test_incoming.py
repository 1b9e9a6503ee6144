"""Which of a file's new names are pointed out as similar to others."""

import pytest

from scorekeeper.queries.files.incoming import incoming
from scorekeeper.services.people import add_player
from scorekeeper.text import sentence
from tests.exchange.documents import game as a_game
from tests.services.imports import games_of


def questions(cast, new, roster=()):
    for name in roster:
        add_player(group=cast.group, name=name)
    players = [*new, "Xavier", "Yolanda", "Zacharias"][:3]
    return [sentence(text) for text in incoming(cast.group, games_of(a_game(players=players, hands=[]))).lookalikes]


@pytest.mark.parametrize(
    ("new", "roster", "like"),
    [
        pytest.param("Anne", "Anna", "Anna", id="nearly the same letters"),
        pytest.param("René", "Rene", "Rene", id="an accent"),
        pytest.param("Ann", "Ann Lee", "Ann Lee", id="the same first word"),
        pytest.param("Bob", "Ann", None, id="neither"),
    ],
)
def test_a_new_name_can_be_like_one_on_the_roster(cast, new, roster, like):
    asked = [f"Is {new} the same person as {like}?"] if like else []
    assert questions(cast, [new], [roster]) == asked


def test_new_names_can_be_like_each_other(cast):
    assert questions(cast, ["Anna", "Anne"]) == [
        "Is Anna the same person as Anne?",
        "Is Anne the same person as Anna?",
    ]
