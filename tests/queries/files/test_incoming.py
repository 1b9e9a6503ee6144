"""Similar names: which are found, and how much work finding them may be."""

from difflib import SequenceMatcher

import pytest

from scorekeeper.queries.files import incoming
from scorekeeper.queries.files.incoming import Incoming


def lookalikes(new, roster=()):
    names = {name.casefold(): name for name in roster}
    found = Incoming(games=(), fresh=(), dates=(), new_players=tuple(new), roster=names, known={}, objections=())
    return {pair.name: pair.like for pair in found.lookalikes}


@pytest.mark.parametrize(
    ("new", "roster", "like"),
    [
        pytest.param("Anne", "Anna", ("Anna",), id="nearly the same letters"),
        pytest.param("René", "Rene", ("Rene",), id="an accent"),
        pytest.param("Ann", "Ann Lee", ("Ann Lee",), id="the same first word"),
        pytest.param("Bob", "Ann", None, id="neither"),
    ],
)
def test_a_new_name_can_be_like_one_on_the_roster(new, roster, like):
    assert lookalikes([new], [roster]).get(new) == like


def test_new_names_can_be_like_each_other():
    assert lookalikes(["Anna", "Anne"]) == {"Anna": ("Anne",), "Anne": ("Anna",)}


def test_only_so_many_names_are_compared_letter_by_letter(monkeypatch):
    ratio, compared = SequenceMatcher.ratio, []
    monkeypatch.setattr(SequenceMatcher, "ratio", lambda matcher: compared.append(matcher) or ratio(matcher))
    monkeypatch.setattr(incoming, "MOST_COMPARISONS", 10)
    assert lookalikes([f"{number:03}{'abcdefghij' * 3}" for number in range(50)])
    assert len(compared) == 10
