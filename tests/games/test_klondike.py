"""Klondike according to RULES.md. Its rounds and tallies are in `klondike/`."""

from scorekeeper.games.klondike import KLONDIKE, Options
from tests.games.notations import Klondike
from tests.pages import rows


def test_the_worked_round_scores_as_the_page_says():
    page = rows("games/klondike/RULES.md", "Worked round")
    assert len(page) == 4
    for scoring, column in (("cards_up", "cards up"), ("vegas", "Vegas")):
        game = Klondike(scoring=scoring, players="4")
        scored = game.totals(" ".join(row["cards"] for row in page))
        assert scored == " ".join(row[column].replace("−", "-") for row in page)


def test_the_defaults_are_one_round_of_cards_up_without_a_dealer():
    assert Options() == Options(scoring="cards_up", rounds=1)
    assert not KLONDIKE.rules.has_dealer
    assert [KLONDIKE.type(Klondike().sheet, seat).seats for seat in (0, 2)] == [(0, 1, 2)] * 2
