"""Where players take turns, a row of the sheet is a round, and each cell leads to its turn: on every view of a game."""

import pytest
from django.test import Client

from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.sheet.charts import chart
from scorekeeper.recording.sheet.reading import RoundView, SheetView
from scorekeeper.recording.sheet.writing import stop_game
from scorekeeper.templatetags.scores import rows
from tests.cast import Phone
from tests.recording.turns import kept, played, played_in_rounds
from tests.test_query_counts import Counter
from tests.web.browser import parse


def body(browser, game, query=""):
    return browser.open(f"/games/{game.pk}/{query}").page.one("table").one("tbody")


def texts(table):
    """Return the text of each row, as cells separated by " | "."""
    return [" | ".join(cell.text for cell in row.children if not isinstance(cell, str)) for row in table.all("tr")]


def signs(node):
    return [sign.attrs["aria-label"] for sign in node.all(role="img")]


def test_turns_of_a_round_are_in_one_row_and_an_open_round_shows_those_so_far(cast, olga):
    game = played(cast.owner, 5)
    assert texts(body(olga, game)) == [
        "2 | +4 5 reasons | +5 7 reasons | ",
        "1 | +1 1 reasons | +2 2 reasons | +3 3 reasons",
    ]
    assert texts(body(olga, played_in_rounds(cast.owner, 2)))[0] == "2 | +2 3 | +2 3 | +2 3"


def test_a_cell_opens_and_closes_its_turn_in_place(cast, olga):
    game = played(cast.owner, 5)
    table = body(olga, game)
    link = table.one(id="hand-2").one("a")
    assert link.attrs["href"] == "?hand=2#hand-2"
    assert (link.has(**{"aria-expanded": "false"}), "data-open" in link.attrs) == (True, True)
    table = body(olga, game, "?hand=2")
    assert [cell.attrs["id"] for cell in table.all(class_="opened")] == ["hand-2"]
    link = table.one(id="hand-2").one("a")
    assert (link.attrs["href"], link.attrs["aria-expanded"]) == ("?hand=#hand-2", "true")
    found = list(table.all("tr"))
    assert [row.attrs.get("id") for row in found] == ["row-2", "row-1", None]
    assert "Bob this turn +2 0 → 2" in found[2].text
    assert found[2].one("a", class_="button").attrs["href"] == f"/games/{game.pk}/hands/2/"


def test_two_turns_of_a_side_in_a_round_are_both_there(cast, olga):
    game = played(cast.owner, 4, players=4, sides="partners")
    table = body(olga, game)
    assert texts(table) == ["1 | +1 1 reasons +3 4 reasons | +2 2 reasons +4 6 reasons"]
    assert [cell.attrs["id"] for cell in table.all("div")] == ["hand-1", "hand-3", "hand-2", "hand-4"]


def test_a_mark_is_with_the_turn_that_it_belongs_to(cast, olga):
    game = played(cast.owner, 6)
    phone = Phone(game, cast.owner, 2)
    phone.write("players.1.points", 7)
    phone.save()
    table = body(olga, game)
    assert [signs(table.one(id=f"hand-{number}")) for number in range(1, 7)] == [[], ["corrected"], *[[]] * 4]
    assert table.one(id="hand-5").text == "+5 12 reasons"


def test_turns_after_the_end_are_struck_out_each_in_its_cell(cast, olga):
    table = body(olga, played(cast.owner, [0, 5, 9, 1], late=2, ends="target", target=5, at_once=True))
    assert texts(table) == ["2 | +1 ⊘ reasons |  | ", "1 | 0 0 reasons | +5 5 reasons | +9 ⊘ reasons"]
    assert [cell.attrs["id"] for cell in table.all("div", class_="uncounted")] == ["hand-4", "hand-3"]


def test_somebody_who_joins_in_a_round_has_what_they_started_with_beside_their_turn(cast, olga):
    game = played(cast.owner, 5, joined=[0, 0, 2], joined_with=[0, 0, 30])
    table = body(olga, game)
    assert texts(table)[1] == "1 | +1 1 reasons | +2 2 reasons | +30 30 reasons +3 33 reasons"
    assert [cell.attrs["id"] for cell in table.all("div") if "id" in cell.attrs] == [
        *("hand-4", "hand-5"),
        *("hand-1", "hand-2", "hand-3"),
    ], "each once"


def test_a_turn_says_which_row_it_filled_where_there_is_no_card(cast, olga):
    turns = ((2, "Ann"), (1, "Bob"), (1, "Ann"), (2, "Bob"), (1, "Ann"))
    hands = [{"hand": {"row": row}, "players": {name: {"points": 3}}} for row, name in turns]
    hands[-1]["after_end"] = True
    table = body(olga, kept(cast.owner, ("Ann", "Bob"), hands, rows="turns", categories="Ones\nTwos"))
    assert texts(table)[-1] == "1 | Twos +3 3 reasons | Ones +3 3 reasons"


def test_a_kept_row_is_found_by_its_number_and_all_its_turns(cast):
    (row,) = SheetView(load(played(cast.owner, [1, 2, 3]))).rows
    (other,) = SheetView(load(played(cast.owner, [1, 2, 4]))).rows
    later = RoundView(load(played(cast.owner, [1])), 2, row.hands)
    assert len({each.digest for each in (row, other, later)}) == 3
    for each, figure in ((row, "+3"), (other, "+4"), (later, 'id="row-2"'), (row, 'id="row-1"')):
        assert figure in rows([each])


def test_watchers_have_the_same_rows_and_a_tv_the_turns_of_the_round(cast):
    game = played(cast.owner, 5)
    address = f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))}/"
    page = parse(Client().get(address).content.decode())
    assert texts(page.one("table").one("tbody"))[0].startswith("2 | +4 5")
    assert page.one(class_="tv").one("a", class_="card").text == "Ann +4 Bob +5"
    assert page.one("table").one(id="hand-5").one("a").attrs["href"].startswith("?hand=5#hand-5")


def test_a_printed_sheet_has_a_row_for_each_round_and_notes_of_all_its_turns(cast, olga):
    page = olga.open(f"/games/{played(cast.owner, 5).pk}/print/").page
    assert texts(page.one("table").one("tbody")) == ["1 | +1 1 | +2 2 | +3 3", "2 | +4 5 | +5 7 | "]
    notes = [note.text for note in page.one(class_="footnotes").all("li")]
    assert notes[1] == "2 Ann: this turn (+4). Bob: this turn (+5)."
    page = olga.open(f"/games/{played(cast.owner, 4, players=4, sides='partners').pk}/print/").page
    assert texts(page.one("table").one("tbody")) == ["1 | +1 1 +3 4 | +2 2 +4 6"]


def test_a_chart_has_a_point_for_each_round_that_is_over(cast):
    assert chart(load(played(cast.owner, 8))) is None, "two rounds and a half"
    drawn = chart(load(played(cast.owner, 11)))
    assert [curve["totals"] for curve in drawn.curves] == [(0, 2, 10, 24), (0, 4, 14, 30), (0, 6, 18, 36)]
    assert [label for _x, label in drawn.ticks] == ["0", "1", "2", "3"]
    assert [(row["number"], row["hand"], row["place"]) for row in drawn.hands] == [
        (1, 3, "row-1"),
        (2, 6, "row-2"),
        (3, 9, "row-3"),
    ]


def test_a_chart_ends_where_the_game_does_even_in_the_middle_of_a_round(cast):
    game = played(cast.owner, 10)
    stop_game(game=game, how="leader_wins", by=cast.owner)
    assert [curve["totals"][-1] for curve in chart(load(game)).curves] == [44, 30, 36]


@pytest.mark.slow
def test_a_game_of_many_turns_takes_as_many_queries_as_one_of_few(cast):
    counts = []
    for turns in (4, 40):
        game, counter = played(cast.owner, turns), Counter(cast.owner)
        for name, path in {"sheet": "", "turn": "?hand=2", "next": f"hands/{turns + 1}/", "print": "print/"}.items():
            counter.measure(name, f"/games/{game.pk}/{path}")
        counts.append(counter.counts)
    assert counts[0] == counts[1]
