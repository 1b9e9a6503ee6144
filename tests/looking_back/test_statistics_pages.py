"""The statistics page and the players' pages: what they show and what they link to."""

import re

import pytest

from scorekeeper.models import Player
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.cast import A_HAND, play, start_game, start_short_game
from tests.web.browser import Browser

STATISTICS = "/groups/{}/statistics/"


@pytest.fixture
def played(cast):
    """A game that Ann won with 48 points."""
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    return game


def open_statistics(cast, more=""):
    return Browser(cast.recorder).open(STATISTICS.format(cast.group.pk) + more)


def open_player(cast, name, by=None):
    player = Player.objects.get(group=cast.group, name=name)
    return Browser(by or cast.recorder).open(f"/players/{player.pk}/")


def rows(browser, **attrs):
    return [node.text for node in browser.page.one(**attrs).all("li")]


def test_the_pages_say_so_if_no_game_has_been_finished(cast):
    play(start_game(cast.owner), by=cast.owner)
    assert "No finished games yet. Statistics start with the first one." in open_statistics(cast).text
    assert "No finished games yet." in open_player(cast, "Ann").text


def test_rankings_link_to_each_other_and_to_the_players(cast, played):
    browser = open_statistics(cast)
    assert [row.split(maxsplit=2)[2] for row in rows(browser, class_="list")][:2] == [
        "Ann 1 of 1 game · too few to tell",
        "Bob 0 of 1 game · too few to tell",
    ]
    assert browser.follow("Win rate").page.one(class_="chosen").text == "Win rate"
    assert "100%" in rows(browser, class_="list")[0]
    assert "It stays low until there are enough games." in browser.follow("Rating").text
    assert [row.split()[2] for row in rows(browser, class_="list")] == ["Ann", "Dee", "Bob", "Cy"]
    browser.open(browser.page.one(class_="list").one("a").attrs["href"])
    assert browser.page.one("h1").text.endswith("Ann")


def test_every_figure_says_how_many_hands_or_games_it_is_based_on(cast, played):
    browser = open_statistics(cast)
    for figures in browser.page.all("dl", class_="figures"):
        for figure in figures.all("div"):
            assert re.search(r"(of|from) \d+ (hand|game|individual hand)", figure.text)
    peeking = next(section for section in browser.page.all("section") if "peeking pay" in section.one("h2").text)
    figures = [figure.text for figure in peeking.all("div")]
    assert figures[:2] == [
        "Took the bid without peeking 24.0 from 2 individual hands · too few to tell",
        "Took the bid after peeking – from 0 individual hands · too few to tell",
    ]


def test_a_record_links_to_its_hand(cast, played):
    browser = open_statistics(cast)
    record = browser.page.one(class_="records").one("a")
    assert record.attrs["href"] == f"/games/{played.pk}/?hand=1"
    assert record.text.startswith("Best hand 24")


def test_recent_results_are_also_described_in_words(cast, played):
    game = start_game(cast.owner)
    play(game, by=cast.owner)
    sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
    results = rows(open_player(cast, "Ann"), class_="unseen", tag="ol")
    assert [result.partition(": ")[2] for result in results] == ["place 1 of 4, won", "no winner"]
    assert len(list(open_player(cast, "Ann").page.one("svg").all("circle"))) == 1


def test_a_merged_players_page_redirects_to_the_main_entrys_page(cast, played):
    ann = Player.objects.get(group=cast.group, name="Ann")
    anne = roster_writing.add_player(group=cast.group, name="Anne")
    Player.objects.filter(pk=anne.pk).update(same_as=ann)
    browser = Browser(cast.recorder).open(f"/players/{anne.pk}/")
    assert browser.path == f"/players/{ann.pk}/"
    assert "Also on the sheets as Anne" in browser.text
