"""The chart of a finished game, on its sheet and for watchers, with an ordinary link for each hand."""

import pytest
from django.template.loader import render_to_string

from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.sheet.charts import chart
from scorekeeper.recording.sheet.writing import resume_game, stop_game
from tests.cast import A_HAND, play, refresh, start_short_game
from tests.web.browser import Browser, parse


@pytest.fixture
def over(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    return game


def links(browser):
    return [(link.attrs["href"], link.attrs["tabindex"]) for link in browser.page.one("figure").all("a")]


def test_the_sheet_has_a_chart_only_while_the_game_is_over(cast, game, olga):
    address = f"/games/{game.pk}/"
    play(game, A_HAND, A_HAND, by=cast.owner)
    assert not list(olga.open(address).page.all("figure"))
    stop_game(game=game, how="no_winner", by=cast.owner)
    figure = olga.open(address).page.one("figure", class_="chart")
    assert figure.one("figcaption").text == "Ann led from start to finish."
    assert [line.has(class_="curve") for line in figure.all("path", class_="curve")] == [True] * 5
    assert [text.text for text in figure.all("text", class_="name")] == ["Ann", "Bob", "Cy", "Dee", "Gnome"]
    assert [text.text for text in figure.all("text", class_="sign")] == ["●", "■", "▲", "◆"]
    resume_game(game=game, by=cast.owner)
    assert not list(olga.open(address).page.all("figure"))


def test_every_hand_links_to_its_row(over, olga):
    olga.open(f"/games/{over.pk}/")
    assert links(olga) == [("?hand=1#hand-1", "-1"), ("?hand=2#hand-2", "-1")]
    figure = olga.page.one("figure")
    assert figure.one("g", role="img").one("title").children == ["Running scores over 2 hands"]
    assert not list(figure.one("g", role="img").all("a")), "no links for screen readers"
    assert figure.one("g", class_="hits").attrs["aria-hidden"] == "true"
    assert olga.open(f"/games/{over.pk}/?hand=2").page.one("tr", id="hand-2").has(class_="opened")


def test_watchers_also_see_the_chart(cast, over):
    for scope, target in (("game", {"game": over}), ("night", {"night": over.night}), ("group", {})):
        link = make_watch_link(group=cast.group, by=cast.owner, **target)
        query = "" if scope == "game" else f"game={over.pk}&"
        watcher = Browser().open(f"/w/{token_of(link)}/?{query}")
        assert links(watcher) == [(f"?{query}hand={number}#hand-{number}", "-1") for number in (1, 2)], scope


def test_on_a_page_without_the_sheet_the_chart_has_a_table_of_numbers(over):
    context = {"chart": chart(load(refresh(over))), "numbers": True, "address": "/games/7/"}
    figure = parse(render_to_string("recording/sheet/_chart.html", context)).one("figure")
    rows = [[cell.text for cell in row.all() if cell.tag in ("th", "td")] for row in figure.one("table").all("tr")]
    assert rows == [
        ["Hand", "Ann", "Bob", "Cy", "Dee", "Gnome"],
        ["Start", "0", "0", "0", "0", "0"],
        ["1", "24", "6", "0", "7", "6"],
        ["2", "48", "12", "0", "14", "12"],
    ]
    assert next(figure.all("a")).attrs["href"] == "/games/7/?hand=1#hand-1"
