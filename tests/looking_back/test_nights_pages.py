"""The group page, which lists the group's nights, and a night's own page, as members and watchers see them."""

import datetime
import re

import pytest
from django.db.models import F

from scorekeeper.models import Game, Night, Player
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.setup.writing import start_game as start
from scorekeeper.recording.sheet.writing import hide_game
from tests.cast import A_HAND, new_game, play, start_game
from tests.own_games import YAHTZEE, start_own
from tests.web.browser import Browser


def finished_game(cast, date=None):
    """Return a game that Ann won, tonight or on another date."""
    date = date and datetime.date.fromisoformat(date)
    new = new_game(cast.group, night=date, options={"player_target": 40})
    game = start(group=cast.group, new=new, by=cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    return game


@pytest.fixture
def home(cast):
    return f"/groups/{cast.group.pk}/"


def nights_on(browser):
    """Return the dates of the nights on the page."""
    return [node.attrs["datetime"] for node in browser.page.all("time", class_="date")]


class TestGroupPage:
    def test_a_new_groups_page_has_no_search_form_and_links_to_its_other_pages(self, cast, olga, home):
        assert "No games yet Shuffle, tap “New game”, and say who plays." in olga.open(home).text
        assert not list(olga.page.all("form", method="get"))
        assert "New game" in olga.text
        for member, more in ((cast.owner, ["People and links", "Import and export"]), (cast.recorder, ["People"])):
            menu, under_more = Browser(member).open(home).page.all("nav")
            assert [link.text for link in menu.all("a")] == ["Statistics", "Players"]
            assert [link.text for link in under_more.all("a")] == [*more, "Paper sheet"]

    def test_a_night_says_who_won_when_and_where_with_a_crown_on_each_winners_face(self, cast, olga, home):
        game = finished_game(cast, "2026-01-02")
        Night.objects.update(place="Ann’s kitchen", note="Snow.\nCake.")
        [line] = olga.open(home).page.all("ol", class_="nights")
        assert line.text == "2026 2 Jan Ann won Fri · Ann’s kitchen ●"
        assert [face.text for face in line.all("span", class_="crowned")] == ["●"]
        assert olga.follow("Ann won").path == f"/nights/{game.night_id}/"
        night = Night.objects.get()
        for _time in range(2):
            start(group=cast.group, new=new_game(cast.group, night=night.date), by=cast.owner)
            assert "Ann won Fri · Ann’s kitchen · another in progress" in olga.open(home).text
        assert "Fri · Ann’s kitchen · another in progress Snow. Cake. ●" in olga.open(f"{home}?q=snow").text

    def test_a_game_in_progress_is_on_top_and_leads_to_its_next_hand(self, cast, olga, home):
        game = start_game(cast.owner)
        play(game, A_HAND, by=cast.owner)
        seats = [seat.text for seat in olga.open(home).page.all("span", class_="seat")]
        assert seats[:2] == ["● Ann 24 of 200", "■ Bob 6 of 200"]
        assert olga.page.one("a", class_="main").text == "Record hand 2 Ann deals"
        assert olga.follow("Record").path == f"/games/{game.pk}/hands/2/"
        assert olga.open(olga.open(home).page.one("a", class_="seats").attrs["href"]).path == f"/games/{game.pk}/"
        Game.objects.update(rules="forgotten", version=F("version") + 1)
        assert "Record hand" not in olga.open(home).text
        assert [seat.text for seat in olga.page.all("span", class_="seat")][:2] == ["● Ann 24", "◆ Dee 7"]

    def test_where_neither_a_dealer_nor_a_question_is_known_the_way_on_ends_with_the_games_name(self, cast, olga, home):
        start_game(cast.owner)
        start_own(cast.owner, YAHTZEE)
        assert olga.open(home).page.one("a", class_="main").text == "Record Ann’s turn Yahtzee"

    def test_of_several_games_in_progress_the_newest_has_the_board_and_the_way_on_says_which_it_is(
        self, cast, olga, home
    ):
        older, newest = start_game(cast.owner), start_game(cast.owner)
        play(older, A_HAND, by=cast.owner)
        [board] = olga.open(home).page.all("a", class_="seats")
        assert board.attrs["href"] == f"/games/{newest.pk}/"
        assert olga.page.one("a", class_="main").text.startswith("Record hand 1 Trumplestiltskin · ")
        row = next(row for row in olga.page.all("a") if row.attrs["href"] == f"/games/{older.pk}/")
        assert row.text.startswith("Trumplestiltskin ● Ann 24 ")

    def test_the_red_button_is_a_new_game_until_one_is_in_progress(self, cast, olga, home):
        assert olga.open(home).page.one("a", class_="main").text == "New game"
        start_game(cast.owner)
        assert olga.open(home).page.one("a", class_="main").text == "Record hand 1 Dee deals"
        assert [link.text for link in olga.page.one(class_="menu").all("a")] == ["New game", "Statistics", "Players"]

    def test_every_way_under_more_has_an_icon(self, cast, olga, home):
        hide_game(game=start_game(cast.owner), hidden=True, by=cast.owner)
        ways = list(olga.open(home).page.one(id="more").all("li"))
        assert [way.text for way in ways if not list(way.all("svg"))] == []
        assert ways[-1].text == "Hidden games"


def test_nights_are_split_into_pages_also_when_they_are_searched(cast, olga, home, monkeypatch):
    monkeypatch.setattr("scorekeeper.looking_back.nights.NIGHTS_PER_PAGE", 2)
    for day in range(1, 6):
        start(group=cast.group, new=new_game(cast.group, night=datetime.date(2026, 1, day)), by=cast.owner)
    person = Player.objects.get(name="Ann").pk
    for search in ("", f"player={person}&q=&year="):
        assert len(nights_on(olga.open(f"{home}?{search}"))) == 2
        assert "Page 1 of 3" in olga.text
        assert ("Record hand" in olga.text) == (not search)
        assert nights_on(olga.follow("Older").follow("Older")) == ["2026-01-01"]
        assert ("Record hand" in olga.text, list(olga.page.all("a", class_="main"))) == (False, [])
        assert next(olga.page.one(class_="menu").all("a")).text == "New game", "which is no way on from a game"
        assert "Page 2 of 3" in olga.follow("Newer").text
    assert olga.page.one("option", selected="").text == "Ann"
    assert nights_on(olga.open(f"{home}?page=99")) == ["2026-01-01"]
    assert nights_on(olga.open(f"{home}?page=x"))[0] == "2026-01-05"


class TestSearching:
    @pytest.fixture(autouse=True)
    def two_nights(self, cast):
        finished_game(cast, "2025-05-05")
        finished_game(cast, "2026-06-06")
        Night.objects.filter(date__year=2025).update(note="Cake & more")

    def test_the_search_form_is_collapsed_until_it_is_used(self, olga, home):
        assert "open" not in olga.open(home).page.one(class_="find").one("details").attrs
        olga.open(f"{home}?q=CAKE+%26")
        assert "open" in olga.page.one(class_="find").one("details").attrs
        assert nights_on(olga) == ["2025-05-05"]
        assert "1 matching night" in olga.text
        assert olga.page.one("input", name="q").attrs["value"] == "CAKE &"
        assert len(nights_on(olga.follow("Show all"))) == 2

    def test_an_invalid_search_is_refused_with_a_reason(self, cast, olga, home):
        foreign = start_game(cast.stranger).seats.first().player_id
        for query, problem in (
            (f"player={foreign}", "Choose one of these."),
            (f"q={'x' * 61}", "Use at most 60 characters."),
        ):
            olga.open(f"{home}?{query}")
            assert (olga.status, len(olga.problems), problem in olga.problems[0]) == (422, 1, True)
            assert (nights_on(olga), "New game" in olga.text) == ([], True)

    def test_rules_can_be_chosen_if_there_are_several_and_are_named_unless_they_are_the_usual_ones(
        self, cast, olga, home
    ):
        assert "Trumplestiltskin" not in olga.open(home).page.one(class_="nights").text
        assert "rules" not in [node.attrs["name"] for node in olga.page.all("select")]
        assert olga.open(f"{home}?rules=whatever").status == 200
        Game.objects.filter(pk=finished_game(cast).pk).update(rules="forgotten")
        assert "· forgotten" in olga.open(home).text
        assert "· Trumplestiltskin" not in olga.text
        Game.objects.filter(pk=finished_game(cast).pk).update(rules="forgotten")
        assert olga.open(home).text.count("· Trumplestiltskin") == 2, "as often as the other"
        assert len(nights_on(olga.open(f"{home}?rules=forgotten"))) == 1
        assert olga.open(f"{home}?rules=whatever").status == 422


class TestNightPage:
    @pytest.fixture
    def game(self, cast):
        return finished_game(cast, "2026-01-02")

    @pytest.fixture
    def address(self, game):
        return f"/nights/{game.night_id}/"

    def test_the_recap_links_to_the_hand_and_the_players(self, cast, olga, game, address):
        finished_game(cast, "2025-12-26")
        olga.open(address).follow("Previous night Fri Dec 26, 2025").follow("Next night Fri Jan 2, 2026")
        assert "Ann won with 48, 34 ahead of Dee. Ann had the best hand: 24." in olga.text
        assert olga.page.one("svg")
        assert olga.follow("Best hand 24 Ann").address == f"/games/{game.pk}/?hand=1#hand-1"
        assert olga.open(address).follow("Sheet").path == f"/games/{game.pk}/"
        olga.open(address)
        ann = Player.objects.get(name="Ann")
        assert olga.page.one("a", class_="chip").attrs["href"] == f"/players/{ann.pk}/"
        assert olga.follow("Wednesday").path == f"/groups/{cast.group.pk}/"

    def test_a_long_night_has_pages_for_members_and_watchers(self, cast, olga, monkeypatch):
        monkeypatch.setattr("scorekeeper.looking_back.recaps.GAMES_PER_PAGE", 2)
        monkeypatch.setattr("scorekeeper.looking_back.recaps.ORPHANS", 0)
        games = [start_game(cast.owner) for _game in range(3)]
        link = make_watch_link(group=cast.group, night=games[0].night, by=cast.owner)
        for address in (f"/nights/{games[0].night_id}/", f"/w/{token_of(link)}/"):
            assert "Page 2 of 2" in olga.open(address).text
            assert re.findall(r"Game \d", olga.text) == ["Game 3"]
            assert re.findall(r"Game \d", olga.follow("Earlier").text) == ["Game 1", "Game 2"]
            assert olga.follow("Later").address == f"{address}?page=2"

    def test_any_member_can_enter_a_place_and_a_note(self, cast, address):
        rex = Browser(cast.recorder).open(address)
        rex.press("Save", place="  Ann’s   kitchen ", note="Snow <b>fell</b>.\r\n\r\nCake.\n")
        assert rex.path == address
        night = Night.objects.get(date=datetime.date(2026, 1, 2))
        assert (night.place, night.note) == ("Ann’s   kitchen", "Snow <b>fell</b>.\n\nCake.")
        note = rex.page.one(class_="note")
        assert "Snow <b>fell</b>." in note.text
        assert len(list(note.all("br"))) == 2

    @pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
    def test_after_a_refusal_the_form_keeps_the_typed_text(self, cast, address, htmx):
        olga, control = Browser(cast.owner, htmx=htmx), "Control characters aren’t allowed."
        for typed, problem in (
            ({"place": "x" * 81}, "Use at most 80 characters; this has 81."),
            ({"note": "é" * 2001}, "Use at most 2000 characters; this has 2001."),
            ({"place": "a\nb"}, control),
            ({"note": "a\u202eb"}, control),
        ):
            filled = {"place": "here", "note": "there"} | typed
            olga.open(address).press("Save", **filled)
            assert (olga.status, olga.problems) == (422, [problem])
            form = next(form for form in olga.page.all("form") if list(form.all("textarea")))
            shown = {"place": form.one("input", name="place").attrs["value"], "note": form.one("textarea").text}
            assert shown == filled
            assert "open" in olga.page.one("details").attrs
            assert not Night.objects.exclude(place="", note="").exists()

    @pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
    def test_another_members_note_is_shown_before_it_is_overwritten(self, cast, address, htmx):
        olga, rex = (Browser(member, htmx=htmx).open(address) for member in (cast.owner, cast.recorder))
        rex.press("Save", note="by Rex")
        olga.press("Save", note="by Olga")
        assert olga.status == 409
        assert "by Rex" in olga.page.one(class_="note").text
        assert "by Olga" in olga.page.one("textarea").text
        olga.press("Save", note="by both")
        assert Night.objects.exclude(note="").get().note == "by both"

    def test_only_the_owner_can_export_and_share_a_night_and_sees_a_hidden_game(self, cast, game, address):
        hide_game(game=game, hidden=True)
        for member, is_owner in ((cast.owner, True), (cast.recorder, False)):
            text = Browser(member).open(address).text
            assert ("Share" in text, "Download all sheets" in text, "Print" in text) == (is_owner, is_owner, True)
            assert ("Game 1 Trumplestiltskin · hidden" in text, "Ann" in text, "No games to show." in text) == (
                (True, True, False) if is_owner else (False, False, True)
            )


def test_a_watched_night_shows_its_recap_and_the_hands_that_it_names(cast):
    game = finished_game(cast, "2026-01-02")
    Night.objects.update(place="Ann’s kitchen", note="Snow.")
    link = make_watch_link(group=cast.group, by=cast.owner, night=game.night)
    watcher = Browser().open(f"/w/{token_of(link)}/")
    for words in ("Ann’s kitchen", "Snow.", "Ann won with 48", "Best hand 24 ● Ann", "Game 1"):
        assert words in watcher.text
    assert not list(watcher.page.all("textarea"))
    assert "+12" in watcher.follow("Best hand 24 Ann").page.one("tr", class_="reasons").text
    assert watcher.address.endswith(f"?game={game.pk}&hand=1#hand-1")
