"""The pages of statistics and of a player: what stands there, and where it leads."""

import pytest

from scorekeeper.models import Player
from scorekeeper.services import games, people
from tests.cast import A_HAND, play, start_game, start_short_game
from tests.views.browser import Browser

STATISTICS = "/groups/{}/statistics/"


@pytest.fixture
def played(cast):
    """Ann has won with 48 points."""
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    return game


def open_statistics(cast, more=""):
    return Browser(cast.recorder).open(STATISTICS.format(cast.group.pk) + more)


def open_player(cast, name, by=None):
    player = Player.objects.get(group=cast.group, name=name)
    return Browser(by or cast.recorder).open(f"/players/{player.pk}/")


def rows(page, **found):
    return [node.text for node in page.page.one(**found).all("li")]


def test_before_the_first_end_it_says_so(cast):
    play(start_game(cast.owner), by=cast.owner)
    assert "No game has been finished yet." in open_statistics(cast).text
    assert "No finished game yet." in open_player(cast, "Ann").text


def test_rankings_are_a_tap_apart_and_lead_to_the_players(cast, played):
    page = open_statistics(cast)
    assert [row.split(maxsplit=2)[2] for row in rows(page, class_="ranking")][:2] == [
        "Ann of 1 game · few games yet 1",
        "Bob of 1 game · few games yet 0",
    ]
    assert page.follow("Share of wins").page.one(class_="chosen").text == "Share of wins"
    assert "100%" in rows(page, class_="ranking")[0]
    assert "With few games it is cautious" in page.follow("Rating").text
    assert [row.split()[2] for row in rows(page, class_="ranking")] == ["Ann", "Dee", "Bob", "Cy"]
    page.open(page.page.one(class_="ranking").one("a").attrs["href"])
    assert page.page.one("h1").text.endswith("Ann")


def test_what_is_not_a_ranking_is_the_first(cast, played):
    assert open_statistics(cast, "?by=age&rules=bridge").page.one(class_="chosen").text == "Wins"


def test_every_figure_says_what_it_comes_from(cast, played):
    page = open_statistics(cast)
    for figures in page.page.all("dl", class_="figures"):
        for each in figures.all("div"):
            assert "hand" in each.one("small").text or "game" in each.one("small").text
    peeking = next(each for each in page.page.all("section") if "peeking pays" in each.one("h2").text)
    told = [each.text for each in peeking.all("div")]
    assert told[:2] == [
        "took the bid without peeking 24.0 from 2 hands · few hands yet",
        "took the bid and had peeked – from 0 hands · few hands yet",
    ]


def test_a_record_leads_to_its_hand(cast, played):
    page = open_statistics(cast)
    record = page.page.one(class_="records").one("a")
    assert record.attrs["href"] == f"/games/{played.pk}/?hand=1"
    assert record.text.startswith("best hand")
    assert record.text.endswith("24")


def test_a_player_has_a_form_in_words_too(cast, played):
    game = start_game(cast.owner)
    play(game, by=cast.owner)
    games.stop_game(game=game, how="no_winner")
    words = rows(open_player(cast, "Ann"), class_="unseen", tag="ol")
    assert [each.partition(": ")[2] for each in words] == ["place 1 of 4, won", "no places"]
    assert len(list(open_player(cast, "Ann").page.one("svg").all("circle"))) == 1


def test_only_an_owner_is_offered_to_change_a_player(cast, played):
    assert "Change" not in open_player(cast, "Ann").text
    assert open_player(cast, "Ann", cast.owner).follow("Change").path == f"/groups/{cast.group.pk}/roster/"


def test_another_entry_leads_to_the_person(cast, played):
    ann = Player.objects.get(group=cast.group, name="Ann")
    anne = people.add_player(group=cast.group, name="Anne")
    Player.objects.filter(pk=anne.pk).update(same_as=ann)
    page = Browser(cast.recorder).open(f"/players/{anne.pk}/")
    assert page.path == f"/players/{ann.pk}/"
    assert "Also on the sheets as Anne" in page.text


def test_who_retired_keeps_the_page(cast, played):
    Player.objects.filter(name="Ann").update(retired=True)
    assert "retired" in open_player(cast, "Ann").page.one("h1").text


def test_nobody_else_sees_a_player(cast, played):
    ann = Player.objects.get(group=cast.group, name="Ann")
    assert Browser(cast.stranger).open(f"/players/{ann.pk}/").status == 404
    assert Browser(cast.owner).open("/players/999999/").status == 404
