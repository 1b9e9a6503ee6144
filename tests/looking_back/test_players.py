"""A player's page: the last games, the cups and the run of wins, and the rivals."""

import datetime

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.looking_back import players, rankings
from scorekeeper.looking_back.history import History
from scorekeeper.models import Night, Player
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.cast import A_HAND, play, start_game, start_short_game
from tests.looking_back.test_statistics import BOB_WINS, PEEKED, dated, page
from tests.samples import SAMPLES, play_sample


def rivals(cast, name, year=0):
    return [f"{rival.name} {pair.games} {pair.ahead} {pair.behind}" for rival, pair in page(cast, name, year)["rivals"]]


def places(shown):
    return [(finish["place"] and sentence(finish["place"]), finish["of"]) for finish in shown["finishes"]]


def test_those_met_most_come_first_and_level_games_count_for_nobody(cast):
    dated(cast, 2024, A_HAND, A_HAND)
    dated(cast, 2025, PEEKED)
    assert rivals(cast, "Ann") == ["Bob 2 2 0", "Cy 2 2 0", "Dee 2 1 1"]
    assert rivals(cast, "Cy") == ["Ann 2 0 2", "Bob 2 0 2", "Dee 2 0 2"]
    tied = start_game(cast.owner, players=3)
    play(tied, "pass", by=cast.owner)
    sheet_writing.stop_game(game=tied, how="leader_wins", by=cast.owner)
    assert rivals(cast, "Ann") == ["Bob 3 2 0", "Cy 3 2 0", "Dee 2 1 1"]


def test_partners_are_no_rivals(cast):
    play_sample("pinochle", cast.owner)
    first, second, _partner, fourth = SAMPLES["pinochle"][0]
    assert [row.split()[0] for row in rivals(cast, first)] == sorted([second, fourth])


def test_the_last_ten_games_are_shown_oldest_first(cast):
    for number in range(12):
        game = start_short_game(cast.owner)
        play(game, A_HAND, by=cast.owner)
        sheet_writing.stop_game(game=game, how="no_winner" if number == 11 else "leader_wins", by=cast.owner)
    assert places(page(cast, "Dee")) == [("2nd", 4)] * 9 + [(None, 4)]
    assert [page(cast, name)["won_lately"] for name in ("Dee", "Ann")] == [0, 9]
    heights = {finish["place"]: finish["y"] for name in ("Ann", "Dee", "Cy") for finish in page(cast, name)["finishes"]}
    assert {place and sentence(place): y for place, y in heights.items()} == {
        "1st": players.HIGH,
        "2nd": 47,
        "4th": players.LOW,
        None: 57,
    }


def test_a_page_can_show_a_single_year(cast):
    dated(cast, 2024, A_HAND, A_HAND)
    dated(cast, 2025, PEEKED)
    assert page(cast, "Ann")["years"] == [2025, 2024]
    assert [page(cast, "Ann", year)["played"][0]["record"].games for year in (0, 2024, 2025, 1999)] == [2, 1, 1, 2]
    later = page(cast, "Ann", 2025)
    assert (later["played"][0]["record"].best, len(later["finishes"])) == (12, 1)
    assert rivals(cast, "Ann", 2025) == ["Bob 1 1 0", "Cy 1 1 0", "Dee 1 0 1"]
    assert page(cast, "Ann", 1999)["year"] is None


def test_cups_and_the_run_are_todays_in_every_year(cast, olga):
    dated(cast, 2023, *BOB_WINS)
    dated(cast, 2024, A_HAND, A_HAND)
    ((name, since, before),) = page(cast, "Ann", 2024)["cups"]
    assert (sentence(name), since.date.year, before) == ("Trumplestiltskin", 2024, ["Bob"])
    assert (page(cast, "Bob")["cups"], page(cast, "Ann")["run"]) == ([], ())
    dated(cast, 2025, A_HAND, A_HAND)
    assert [(len(run), run[0].date.year) for run in [page(cast, "Ann", 2024)["run"]]] == [(2, 2024)]
    ann = Player.objects.get(name="Ann").pk
    honors = list(olga.open(f"/players/{ann}/?year=2024").page.one(class_="held").all("a"))
    assert [honor.text for honor in honors] == [
        "Trumplestiltskin cup taken from Bob, May 1, 2024",
        "2 wins in a row since May 1, 2024",
    ]
    nights = [Night.objects.get(date__year=year).pk for year in (2024, 2025)]
    assert [honor.attrs["href"] for honor in honors] == [f"/nights/{night}/" for night in nights]
    bob = Player.objects.get(name="Bob").pk
    assert next(iter(olga.page.one(class_="bars").all("a"))).attrs["href"] == f"/players/{ann}/against/{bob}/?year=2024"
    assert "Ann ahead of Bob in 1 of 1 game" in olga.follow("All rivals").text, "in the same year"


def test_the_first_holder_took_the_cup_from_nobody(cast, olga):
    dated(cast, 2024, A_HAND, A_HAND)
    assert "cup since May 1, 2024 Lately" in olga.open(f"/players/{Player.objects.get(name='Ann').pk}/").text


def test_the_newest_milestone_of_each_kind_is_shown(cast):
    for number in range(6):
        dated(cast, 2020 + number, *([A_HAND] * 2 if number % 2 else BOB_WINS))
    reached = page(cast, "Ann")["reached"]
    assert [each["game"].id for each in page(cast, "Ann", 2021)["reached"]] == [reached[1]["game"].id] * 2
    assert [sentence(each["title"]) for each in reached] == ["Ann took the Trumplestiltskin cup", "Ann’s first win"]
    assert reached[0]["game"].id > reached[1]["game"].id
    assert page(cast, "Cy")["reached"] == []


RATED = {datetime.date(2025, 11, 3): 4.0, datetime.date(2026, 2, 1): 9.5, datetime.date(2026, 3, 17): 7.25}


def rating(monkeypatch, rated):
    """Return the course of Ann's rating, given what her rating was after each of some games."""
    monkeypatch.setattr(rankings, "rate_games", lambda _history: iter((date, {1: each}) for date, each in rated))
    return players.rating_course(History(games=()), "", 1)


def test_a_rating_is_drawn_over_time_with_the_months_that_began_meanwhile(monkeypatch):
    shown = rating(monkeypatch, [(datetime.date(2025, 11, 3), 20.0), (datetime.date(2025, 11, 3), 0.0), *RATED.items()])
    assert (shown["now"], shown["highest"]) == (7.25, 9.5), "only the last game of a night counts"
    assert shown["rows"] == [(88, "4"), (63, "6"), (37, "8"), (12, "10")]
    assert shown["path"] == "M30 88L211 18L300 47"
    assert [day.strftime("%b %d") for _x, day in shown["ticks"]] == ["Dec 01", "Jan 01", "Feb 01", "Mar 01"]
    assert (211, datetime.date(2026, 2, 1)) in shown["ticks"], "below its point"


@pytest.mark.parametrize(
    ("first", "last", "ticks"),
    [
        pytest.param("2026-03-02", "2026-03-20", "Mar 2, Mar 20", id="within a month, its first and last day"),
        pytest.param("2025-09-14", "2026-11-20", "Oct, 2026, Apr, Jul, Oct", id="a year, its quarters"),
        pytest.param("2012-01-04", "2026-11-20", "2015, 2020, 2025", id="many years"),
    ],
)
def test_a_rating_says_when(cast, olga, monkeypatch, first, last, ticks):
    dated(cast, 2025, A_HAND, A_HAND)
    dates = [datetime.date.fromisoformat(first)] * 4 + [datetime.date.fromisoformat(last)]
    ann = Player.objects.get(name="Ann").pk
    monkeypatch.setattr(rankings, "rate_games", lambda _history: iter((date, {ann: 5.5}) for date in dates))
    drawn = list(olga.open(f"/players/{ann}/").page.all("svg", class_="drawn"))[-1]
    assert [node.text for node in drawn.all("text")] == [*ticks.split(", "), "5", "6", "5.5"]
    assert "Rating 5.5 now, 5.5 at its highest" in olga.text


def test_a_rating_of_a_few_games_or_a_single_night_is_not_drawn(monkeypatch):
    day = datetime.date(2026, 3, 2)
    assert rating(monkeypatch, RATED.items()) is None
    assert rating(monkeypatch, [(day, 5.0)] * 9) is None


class TestPage:
    @pytest.fixture
    def shown(self, cast, olga):
        """Ann's page after a game that she won and one without a winner."""
        play(start_short_game(cast.owner), A_HAND, A_HAND, by=cast.owner)
        game = start_game(cast.owner)
        play(game, by=cast.owner)
        sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
        return olga.open(f"/players/{Player.objects.get(name='Ann').pk}/")

    def test_the_last_games_are_also_described_in_words(self, shown):
        results = [row.text.partition(": ")[2] for row in shown.page.one("ol", class_="unseen").all("li")]
        assert results == ["1st of 4, won", "no winner"]
        drawn = shown.page.one("svg", class_="drawn")
        assert [node.text for node in drawn.all("text")] == ["♛", "1st", "of 4", "–"]
        assert len(list(drawn.all("path", class_="win"))) == 1
        assert "Lately won 1 of the last 2 games" in shown.text

    def test_a_bar_shows_both_rivals_shares(self, shown):
        bar = next(iter(shown.page.one(class_="bars").all("svg")))
        assert [rect.attrs.get("width") for rect in bar.all("rect")] == ["98%", "100%"]
        assert list(bar.all("rect"))[1].attrs["x"] == "100%"
        assert "Bob 0 Ann ahead of Bob in 1 of 1 game" in shown.page.one(class_="bars").text
