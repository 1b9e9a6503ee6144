"""The last rows of a sheet, as the page of a hand shows them."""

import pytest
from django.template.loader import render_to_string

from scorekeeper.recording.game.reading import load
from scorekeeper.recording.sheet import reading
from scorekeeper.recording.sheet.reading import brief
from tests.recording.turns import played, played_in_rounds
from tests.web.browser import parse


def table(game, number):
    page = parse(render_to_string("recording/sheet/_brief.html", {"game": game, "brief": brief(load(game), number)}))
    return page.one("table") if list(page.all("table")) else None


def rows(game, number):
    """Return the text of each row of the table, as `cells` separated by " | "."""
    return [" | ".join(cell.text for cell in row.children if not isinstance(cell, str)) for row in body(game, number)]


def body(game, number):
    return list(table(game, number).one("tbody").all("tr"))


def now(game, number):
    """Return the cells that are lit, by row and column, counting from 0."""
    cells = [list(row.all("td")) for row in body(game, number)]
    return [(y, x) for y, row in enumerate(cells) for x, cell in enumerate(row) if cell.has(class_="now")]


def test_a_row_is_a_round_of_turns_and_the_one_on_turn_is_lit(cast):
    game = played(cast.owner, 5)
    assert rows(game, 6) == ["2 | +4 5 | +5 7 | now", "1 | +1 1 | +2 2 | +3 3"]
    assert now(game, 6) == [(0, 2)]
    heads = list(table(game, 6).one("thead").all("th"))
    assert [head.text for head in heads] == ["Row", "● Ann", "■ Bob", "▲ Cy"]


def test_a_round_begins_with_its_row(cast):
    game = played(cast.owner, 3)
    assert rows(game, 4) == ["2 | now |  | ", "1 | +1 1 | +2 2 | +3 3"]
    assert rows(played(cast.owner, 0), 1) == ["1 | now |  | "]


def test_each_cell_leads_to_its_hand(cast):
    game = played(cast.owner, 5)
    links = [link.attrs["href"] for row in body(game, 6) for link in row.all("a")]
    assert links == [f"/games/{game.pk}/hands/{number}/" for number in (4, 5, 1, 2, 3)]


def test_a_turn_that_is_corrected_is_lit_with_its_points_and_its_row_is_on_top(cast):
    game = played(cast.owner, 12)
    assert rows(game, 5) == ["2 | +4 5 | +5 7 | +6 9", "1 | +1 1 | +2 2 | +3 3"]
    assert now(game, 5) == [(0, 1)]


def test_rounds_in_which_everybody_scores_have_no_row_before_they_are_saved(cast):
    assert table(played_in_rounds(cast.owner, 0), 1) is None
    game = played_in_rounds(cast.owner, 2)
    assert (rows(game, 3), now(game, 3)) == (["2 | +2 3 | +2 3 | +2 3", "1 | +1 1 | +1 1 | +1 1"], [])
    assert (rows(game, 1), now(game, 1)) == (["1 | +1 1 | +1 1 | +1 1"], [])


def test_two_turns_in_a_column_are_both_there(cast):
    game = played(cast.owner, 5, players=4, sides="partners")
    assert rows(game, 6) == ["2 | +5 9 | now", "1 | +1 1 +3 4 | +2 2 +4 6"]
    assert rows(game, 4)[0] == "1 | +1 1 +3 4 | +2 2 +4 6"


def test_points_that_nobody_scored_are_paler_and_those_that_do_not_count_struck_out(cast):
    game = played(cast.owner, [0, 5, 9, 1], late=2, ends="target", target=5, at_once=True)
    assert [link.attrs["class"] for row in body(game, 4) for link in row.all("a")] == ["", "zero", "", ""]
    assert [struck.text for row in body(game, 4) for struck in row.all("s")] == ["+1", "+9"]


@pytest.mark.parametrize("begin", [played, played_in_rounds])
def test_only_six_rows_are_made_however_long_the_game_is(cast, monkeypatch, begin):
    made = []
    kind = reading.HandView
    monkeypatch.setattr(reading, "HandView", lambda *given: made.append(given) or kind(*given))
    game = begin(cast.owner, 60)
    assert [row.split()[0] for row in rows(game, 61)] == [str(number) for number in ROWS[begin]]
    assert len(made) == (15 if begin is played else 6)


ROWS = {played: range(21, 15, -1), played_in_rounds: range(60, 54, -1)}


def test_in_more_than_six_columns_figures_are_small_and_have_no_plus(cast):
    assert not table(played(cast.owner, 6, players=6), 7).has(class_="ten")
    game = played(cast.owner, 7, players=7)
    assert table(game, 8).has(class_="ten")
    assert rows(game, 8)[1] == "1 | 1 1 | 2 2 | 3 3 | 4 4 | 5 5 | 6 6 | 7 7"
