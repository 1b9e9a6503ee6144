"""The group's page with its nights, and a night's page, as a member meets them."""

import datetime

import pytest

from scorekeeper.models import Game, Night, Player
from scorekeeper.queries.links import token_of
from scorekeeper.services.games import hide_game, start_game as start
from scorekeeper.services.links import make_watch_link
from tests.cast import A_HAND, new_game, play, start_game, start_short_game
from tests.views.browser import Browser, parse

PART = {"HX-Request": "true", "HX-Target": "page"}
LONGEST = 2000


def over(cast, date=None):
    """A game that Ann has won, of tonight or another night."""
    date = date and datetime.date.fromisoformat(date)
    new = new_game(cast.group, night=date, options={"player_target": 40})
    game = start(group=cast.group, new=new, by=cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    return game


@pytest.fixture
def home(cast):
    return f"/groups/{cast.group.pk}/"


def nights_on(browser):
    """The dates of the nights on the page."""
    return [node.one("b").text for node in browser.page.all("a", class_="head")]


class TestTheGroup:
    def test_without_a_game_it_says_so_kindly_and_offers_no_search(self, olga, home):
        assert "No game yet. Shuffle, and start the first." in olga.open(home).text
        assert not list(olga.page.all("form"))
        assert "New game" in olga.text

    def test_a_night_has_a_line_for_each_game(self, cast, olga, home):
        game = over(cast, "2026-01-02")
        Night.objects.update(place="Ann’s kitchen", note="Snow.\nCake.")
        line = next(olga.open(home).page.all("ol", class_="nights")).text
        assert line == (
            "Fri 2 Jan 2026 Ann’s kitchen ● Ann , ■ Bob , ▲ Cy , ◆ Dee Snow. Cake. "
            "Ann\xa048 ♛ won , Dee\xa014 , Bob\xa012 , Cy\xa00"
        ).replace("\xa0", " ")
        assert olga.follow("Ann 48").path == f"/games/{game.pk}/"
        assert olga.follow("Fri 2 Jan").path == f"/nights/{game.night_id}/"

    def test_games_are_named_only_where_more_than_one_is_played(self, cast, olga, home):
        over(cast)
        assert "Trumplestiltskin" not in olga.open(home).text
        Game.objects.filter(pk=over(cast).pk).update(rules="forgotten")
        assert "forgotten Ann 48" in olga.open(home).text
        assert "Trumplestiltskin Ann 48" in olga.text

    def test_there_is_a_way_to_everything_of_the_group(self, cast, olga, home):
        ways = ["Statistics", "Players", "People and links", "In and out", "Paper sheet"]
        nav = olga.open(home).page.one("nav")
        assert [link.text for link in nav.all("a")] == ways
        nav = Browser(cast.recorder).open(home).page.one("nav")
        assert [link.text for link in nav.all("a")] == ["Statistics", "Players", "People", "Paper sheet"]

    def test_pages_are_walked_to_and_fro(self, cast, olga, home):
        for number in range(41):
            date = datetime.date(2026, 1, 1) + number * datetime.timedelta(days=1)
            start(group=cast.group, new=new_game(cast.group, night=date), by=cast.owner)
        assert len(nights_on(olga.open(home))) == 20
        assert "Page 1 of 3" in olga.text
        assert len(nights_on(olga.follow("Older").follow("Older"))) == 1
        assert "Being played" not in olga.text
        assert "Page 2 of 3" in olga.follow("Newer").text
        assert nights_on(olga.open(f"{home}?page=99")) == ["Thu 1 Jan 2026"]
        assert nights_on(olga.open(f"{home}?page=x"))[0] == "Tue 10 Feb 2026"


class TestLooking:
    @pytest.fixture(autouse=True)
    def two_nights(self, cast):
        over(cast, "2025-05-05")
        over(cast, "2026-06-06")
        Night.objects.filter(date__year=2025).update(note="Cake & more")

    def test_it_is_folded_away_until_it_is_used(self, olga, home):
        assert "open" not in olga.open(home).page.one("details").attrs
        olga.open(f"{home}?q=CAKE+%26")
        assert "open" in olga.page.one("details").attrs
        assert nights_on(olga) == ["Mon 5 May 2025"]
        assert "1 night found" in olga.text
        assert olga.page.one("input", name="q").attrs["value"] == "CAKE &"
        assert len(nights_on(olga.follow("Show all"))) == 2

    def test_what_is_found_is_counted_or_said_to_be_none(self, olga, home):
        assert "2 nights found" in olga.open(f"{home}?player={Player.objects.first().pk}").text
        assert "No night found" in olga.open(f"{home}?q=pie").text
        assert "No game yet" not in olga.text
        assert nights_on(olga) == []

    def test_the_next_page_looks_for_the_same(self, monkeypatch, olga, home):
        monkeypatch.setattr("scorekeeper.queries.nights.NIGHTS", 1)
        person = Player.objects.first().pk
        olga.open(f"{home}?player={person}&q=&year=").follow("Older")
        assert nights_on(olga) == ["Mon 5 May 2025"]
        assert olga.page.one("option", selected="").text == "Ann"

    @pytest.mark.parametrize(
        ("query", "said"),
        [
            pytest.param("player=x", "Choose one of these.", id="a word for a player"),
            pytest.param("player=99999", "Choose one of these.", id="nobody"),
            pytest.param("player={foreign}", "Choose one of these.", id="a foreign player"),
            pytest.param("year=1066", "Choose one of these.", id="a year without a night"),
            pytest.param("year=" + "9" * 5000, "Choose one of these.", id="a year of 5,000 digits"),
            pytest.param("q=" + "x" * 61, "at most 60 characters", id="a long word"),
            pytest.param("q=%00", "Null characters are not allowed.", id="a control character"),
        ],
    )
    def test_nonsense_is_refused_beside_its_field(self, cast, olga, home, query, said):
        foreign = start_game(cast.stranger).seats.first().player_id
        olga.open(f"{home}?{query.format(foreign=foreign)}")
        assert olga.status == 422
        assert len(olga.problems) == 1
        assert said in olga.problems[0]
        assert nights_on(olga) == []
        assert "New game" in olga.text

    def test_rules_are_asked_for_only_where_there_are_several(self, cast, olga, home):
        assert "rules" not in [node.attrs["name"] for node in olga.open(home).page.all("select")]
        assert olga.open(f"{home}?rules=whatever").status == 200
        Game.objects.filter(pk=over(cast).pk).update(rules="forgotten")
        assert len(nights_on(olga.open(f"{home}?rules=forgotten"))) == 1
        assert olga.open(f"{home}?rules=whatever").status == 422


class TestANight:
    @pytest.fixture
    def game(self, cast):
        return over(cast, "2026-01-02")

    @pytest.fixture
    def address(self, game):
        return f"/nights/{game.night_id}/"

    def test_it_is_told_and_leads_to_the_hand_and_the_players(self, cast, olga, game, address):
        olga.open(address)
        assert "Ann won 1 game" in olga.text
        assert "best hand Ann 24" in olga.text
        assert "longest lead Ann 2 hands" in olga.text
        assert olga.page.one("svg")
        assert olga.follow("Ann 24").address == f"/games/{game.pk}/?hand=1#hand-1"
        assert olga.follow("Fri 2 Jan").path == address
        ann = Player.objects.get(name="Ann")
        assert olga.page.one("a", class_="chip").attrs["href"] == f"/players/{ann.pk}/"
        assert olga.follow("Wednesday").path == f"/groups/{cast.group.pk}/"

    def test_nothing_is_told_before_a_game_is_over(self, cast, olga):
        game = start_short_game(cast.owner)
        play(game, A_HAND, by=cast.owner)
        olga.open(f"/nights/{game.night_id}/")
        assert "1 game is being played" in olga.text
        assert not list(olga.page.all(class_="recap"))

    def test_any_member_tells_where_it_was_and_what_happened(self, cast, address):
        rex = Browser(cast.recorder).open(address)
        rex.press("Save", place="  Ann’s   kitchen ", note="Snow <b>fell</b>.\r\n\r\nCake.\n")
        assert rex.path == address
        night = Night.objects.get(date=datetime.date(2026, 1, 2))
        assert (night.place, night.note) == ("Ann’s   kitchen", "Snow <b>fell</b>.\n\nCake.")
        note = rex.page.one(class_="note")
        assert "Snow <b>fell</b>." in note.text
        assert len(list(note.all("br"))) == 2

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            pytest.param({"place": "x" * 81}, "At most 80 characters; this has 81.", id="a long place"),
            pytest.param({"note": "é" * 2001}, "At most 2000 characters; this has 2001.", id="a long note"),
            pytest.param({"place": "a\nb"}, "No control characters.", id="a line break in the place"),
            pytest.param({"note": "a\x07b"}, "No control characters.", id="a bell"),
            pytest.param({"note": "a\u202eb"}, "No control characters.", id="text turned round"),
            pytest.param({"note": "a\0b"}, "Null characters are not allowed.", id="nothing"),
        ],
    )
    @pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
    def test_what_cannot_be_kept_is_said_beside_its_field_and_what_was_typed_stays(
        self, cast, address, typed, said, htmx
    ):
        olga = Browser(cast.owner, htmx=htmx).open(address)
        olga.press("Save", **({"place": "here", "note": "there"} | typed))
        assert (olga.status, olga.problems) == (422, [said])
        form = next(form for form in olga.page.all("form") if list(form.all("textarea")))
        stands = {"place": form.one("input", name="place").attrs["value"], "note": form.one("textarea").text}
        assert stands == {
            name: " ".join(text.split()) if name == "note" else text
            for name, text in ({"place": "here", "note": "there"} | typed).items()
        }
        assert "open" in olga.page.one("details").attrs
        assert not Night.objects.exclude(place="", note="").exists()

    def test_a_note_as_long_as_it_may_be_is_counted_after_its_line_ends(self, olga, address):
        note = "\r\n".join(["x" * 9] * 200)
        olga.open(address).press("Save", note=note)
        assert olga.status == 200
        assert len(Night.objects.exclude(note="").get().note) == LONGEST - 1

    @pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
    def test_what_somebody_else_wrote_is_shown_before_it_is_overwritten(self, cast, address, htmx):
        olga, rex = (Browser(member, htmx=htmx).open(address) for member in (cast.owner, cast.recorder))
        rex.press("Save", note="by Rex")
        olga.press("Save", note="by Olga")
        assert olga.status == 409
        assert "by Rex" in olga.page.one(class_="note").text
        assert "by Olga" in olga.page.one("textarea").text
        olga.press("Save", note="by both")
        assert Night.objects.exclude(note="").get().note == "by both"

    def test_nights_follow_each_other(self, cast, olga, game, address):
        over(cast, "2026-01-09")
        over(cast, "2025-12-26")
        assert olga.open(address).follow("The night before: Fri 26 Dec 2025").text
        assert "The night before" not in olga.text
        assert olga.follow("The night after: Fri 2 Jan 2026").path == address
        assert "The night after" not in olga.follow("The night after: Fri 9 Jan").text

    def test_only_the_owner_takes_it_out_and_lets_others_watch(self, cast, olga, address):
        olga.open(address).press("Let others watch the whole night")
        assert olga.page.one("svg")
        for browser, there in ((olga, True), (Browser(cast.recorder), False)):
            text = browser.open(address).text
            assert ("Let others watch" in text, "Take out the sheets" in text, "Print" in text) == (there, there, True)

    def test_a_hidden_game_is_the_owners_to_see(self, cast, olga, game, address):
        hide_game(game=game, hidden=True)
        assert "Game 1 · hidden" in olga.open(address).text
        rex = Browser(cast.recorder).open(address)
        assert "There is no game to show." in rex.text
        assert "Ann" not in rex.text

    def test_an_open_page_gets_its_part(self, olga, game, address):
        response = olga.client.get(address, headers=PART)
        page = parse(response.content.decode())
        assert page.one("title").children == ["Fri 2 Jan 2026 · Wednesday"]
        assert not list(page.all("html"))
        assert any("data-poll" in node.attrs for node in page.all())


class TestWatching:
    def test_a_night_is_told_without_a_form_or_a_cookie(self, cast):
        game = over(cast, "2026-01-02")
        Night.objects.update(place="Ann’s kitchen", note="Snow.")
        address = f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, night=game.night))}/"
        watcher = Browser().open(address)
        for words in ("Ann’s kitchen", "Snow.", "Ann won 1 game", "best hand Ann 24", "Game 1"):
            assert words in watcher.text
        assert not watcher.response.cookies
        assert not [node for tag in ("form", "button", "input", "textarea") for node in watcher.page.all(tag)]
        assert all(link.attrs["href"].startswith("?") for link in watcher.page.all("a") if link.attrs["href"][0] != "#")
        assert "+12" in watcher.follow("Ann 24").page.one("tr", class_="reasons").text
        assert watcher.address.endswith(f"?game={game.pk}&hand=1#hand-1")

    def test_the_games_of_a_group_have_pages(self, monkeypatch, cast):
        monkeypatch.setattr("scorekeeper.queries.lines.WATCHED", 1)
        first, second = over(cast, "2026-01-02"), over(cast, "2026-01-03")
        watcher = Browser().open(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner))}/")
        assert f"?game={second.pk}" in [link.attrs["href"] for link in watcher.page.all("a")]
        watcher.follow("Older")
        assert f"?game={first.pk}" in [link.attrs["href"] for link in watcher.page.all("a")]
        assert "Page 2 of 2" in watcher.text
        assert "Fri 2 Jan" in watcher.text
