"""Writing down just the result of a game: by its totals, by who won, or by both, and one game after the other."""

import datetime
import uuid
from urllib.parse import urlencode

import pytest

from scorekeeper.models import Game
from scorekeeper.web import throttle
from tests.cast import A_HAND, differences, play, seat_players, start_game
from tests.own_games import SKYJO, UNO
from tests.results import write_down
from tests.rounds import player, record, start_rounds

TICHU = "any_game:tichu"
TONIGHT, YESTERDAY = "2026-03-02", "2026-03-01"
WON = {"rows": "won", "template": "kubb", "name": "Kubb"}

pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture
def asked(cast, olga):
    """Open the page of a game with these players."""

    def opened(rules=UNO, names="Ann Bob Cy", **query):
        seats = ",".join(str(player(cast.owner, name)) for name in names.split())
        return olga.open(f"/groups/{cast.group.pk}/result/?{urlencode({'rules': rules, 'seats': seats} | query)}")

    return opened


def totals(text):
    """Return the fields of totals by seat, as typed."""
    return {f"total_{seat}": total for seat, total in enumerate(text.split())}


def newest():
    return Game.objects.select_related("night").latest("pk")


def told(game):
    """Return what is stored of a result, as in "Ann 12 · Bob 7.5 ♛"."""
    now = record(game)
    words = []
    for column in now.sheet.columns:
        name = "+".join(now.names[seat] for seat in column.seats)
        total = f" {now.sheet.totals[column.key] / 2:g}" if now.has_totals else ""
        words.append(f"{name}{total}{' ♛' * (column.key in now.outcome.winners)}")
    return " · ".join(words)


class TestTheWay:
    def test_from_new_game_to_the_sheet_of_a_game_that_is_over(self, cast, olga):
        seat_players(cast.group, 3)
        olga.open(f"/groups/{cast.group.pk}/new/").follow("Already played? Just the result")
        assert "What did you play?" in olga.text
        olga.follow("Another game").follow("Uno")
        assert "Who sits where?" in olga.text, "nobody has played yet"
        for name in ("Bob", "Ann"):
            olga.follow(name)
        olga.follow("Write down the result").press("Save", **totals("120 500"))
        game = newest()
        assert (told(game), game.state, game.rules) == ("Bob 120 · Ann 500 ♛", Game.State.OVER, UNO)
        assert (record(game).is_result, game.hands.count(), differences(game)) == (True, 0, 0)
        assert "Saved: Ann won Uno with 500." in olga.text
        assert "Uno: Ann wins Ann 500 · Bob 120" in olga.text, "that evening"

    def test_on_a_night_another_one_is_written_down(self, cast, olga):
        night = write_down(cast.owner, "Ann Bob", "3 4", night=YESTERDAY).night
        olga.open(f"/nights/{night.pk}/").follow("Write down another game")
        assert ("What else did you play?" in olga.text, "Sun Mar 1" in olga.text) == (True, True)
        olga.follow("Uno").press("Save", **totals("5 6"))
        assert (newest().night, told(newest())) == (night, "Ann 5 · Bob 6 ♛")

    def test_it_begins_with_the_game_and_the_players_of_that_evening(self, cast, olga):
        write_down(cast.owner, "Cy Dee", "3 4", rules=SKYJO, night=YESTERDAY)
        write_down(cast.owner, "Ann Bob Eve", "3 4 5")
        for night, game in (("", "Uno"), (YESTERDAY, "Skyjo"), ("2020-01-01", "Uno"), ("2030-01-01", "Uno")):
            olga.open(f"/groups/{cast.group.pk}/result/?result={night}")
            names = [node.text for node in olga.page.one("ol", class_="rows").all("span", class_="name")]
            assert olga.page.one("button", class_="lit").text == game
            assert names == (["Cy", "Dee"] if night == YESTERDAY else ["Ann", "Bob", "Eve"]), night

    def test_a_hidden_game_is_no_reason_to_begin_with_it(self, cast, olga):
        start_game(cast.owner)
        Game.objects.update(hidden=True)
        assert "What did you play?" in olga.open(f"/groups/{cast.group.pk}/result/").text

    def test_a_game_that_nobody_knows_is_asked_for(self, asked):
        assert "What did you play?" in asked("bridge").text

    @pytest.mark.parametrize("names", ["Ann", "Ann Bob Cy Dee Eve"])
    def test_too_few_or_too_many_players_lead_to_the_table(self, asked, names):
        browser = asked(TICHU, names)
        assert (browser.path.endswith("/new/"), "Who sits where?" in browser.text) == (True, True)

    def test_a_stranger_at_the_table_leads_there_too(self, cast, olga, asked):
        foreign = player(cast.stranger, "Sly")
        olga.open(f"/groups/{cast.group.pk}/result/?rules={UNO}&seats={player(cast.owner, 'Ann')},{foreign}")
        assert olga.path.endswith("/new/")

    def test_other_players_sit_down_and_new_ones_are_added_on_the_way(self, asked):
        browser = asked(names="Ann Bob").press("Other players")
        assert "House rules" not in browser.text
        browser.press("Add", name="Zoe").follow("Write down the result").press("Save", **totals("1 2 3"))
        assert told(newest()) == "Ann 1 · Bob 2 · Zoe 3 ♛"

    def test_the_date_and_the_totals_are_there_on_the_way_back(self, asked):
        typed = {"total_0": "1½", "total_2": "-7", "day": "other", "night": "2020-02-29"}
        browser = asked().press("Other players", **typed).press("Add", name="Zoe").follow("Write down the result")
        fields = [node.attrs.get("value", "") for node in browser.page.one("ol", class_="rows").all("input")]
        (date,) = (node.attrs["value"] for node in browser.page.all("input", name="night"))
        (day,) = (node.attrs["value"] for node in browser.page.all("input", name="day") if "checked" in node.attrs)
        assert (fields, day, date) == (["1½", "", "−7", ""], "other", "2020-02-29")

    @pytest.mark.parametrize(
        "kept",
        ["x", "1", ":", "1:2:3", "7:x", "1:½", "9999999999:2", "1:1000000000", "1:2,", ",".join(["1:2"] * 999)],
    )
    def test_totals_that_make_no_sense_are_none(self, asked, kept):
        browser = asked(totals=kept)
        assert (browser.status, "total?" in browser.text or "totals?" in browser.text) == (200, True)

    def test_another_game_keeps_the_evening(self, asked):
        browser = asked(result=YESTERDAY).press("Uno")
        assert "What did you play?" in browser.text
        browser.follow("Skyjo")
        assert (browser.path.endswith("/new/"), f"result={YESTERDAY}" in browser.address) == (True, True)


class TestTotals:
    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            pytest.param("12 7 −3", "Ann 12 ♛ · Bob 7 · Cy -3", id="whole numbers"),
            pytest.param("203½ ½ −½", "Ann 203.5 ♛ · Bob 0.5 · Cy -0.5", id="halves"),
            pytest.param("203.5 203,5 203.0", "Ann 203.5 ♛ · Bob 203.5 ♛ · Cy 203", id="as decimals"),
            pytest.param("+7 -7 –7", "Ann 7 ♛ · Bob -7 · Cy -7", id="signs"),
            pytest.param("4+0+3½ 20-3 1−2−3", "Ann 7.5 · Bob 17 ♛ · Cy -4", id="sums"),
            pytest.param("4999999½ 0 −4999999.5", "Ann 5e+06 ♛ · Bob 0 · Cy -5e+06", id="the limits"),
            pytest.param("0 0 0", "Ann 0 ♛ · Bob 0 ♛ · Cy 0 ♛", id="all equal"),
        ],
    )
    def test_they_are_typed_as_people_write_them(self, asked, typed, expected):
        asked().press("Save", **totals(typed))
        assert told(newest()) == expected

    @pytest.mark.parametrize(
        "typed", ["x", "1.25", "1e3", "12½½", "--1", "1+", "+", "½½", "1,000", "²", "١", "1 2x", "⅓"]
    )
    def test_anything_else_is_refused_beside_its_field(self, asked, typed):
        browser = asked().press("Save", total_0="1", total_1=typed, total_2="3")
        assert (browser.status, Game.objects.exists()) == (422, False)
        tile = next(node for node in browser.page.all("li", class_="now"))
        assert tile.text.endswith("Bob Enter a number, whole or half.")
        assert tile.one("input").attrs["value"] == typed

    @pytest.mark.parametrize("typed", ["5000000", "-5000000", "4999999½+½", "9999999+9999999"])
    def test_one_that_is_too_large_is_refused(self, asked, typed):
        assert "This number is too large." in asked().press("Save", **totals(f"1 2 {typed}")).text
        assert not Game.objects.exists()

    def test_one_that_is_missing_is_asked_for_in_its_tile(self, asked):
        browser = asked().press("Save", total_0="1", total_2="3")
        assert browser.status == 422
        tiles = [node.text for node in browser.page.all("li", class_="now")]
        assert tiles == ["■ Bob Still missing. If you don’t know it, just say who won."]
        assert not Game.objects.exists()

    def test_with_none_at_all_somebody_must_have_won(self, asked):
        browser = asked().press("Save")
        assert (browser.status, browser.problems) == (422, ["Tap who won."])

    def test_the_page_says_whether_most_or_fewest_win(self, asked):
        assert "Most points win." in asked().text
        assert "Fewest points win." in asked(SKYJO).text
        asked(SKYJO).press("Save", **totals("12 7 -3"))
        assert told(newest()) == "Ann 12 · Bob 7 · Cy -3 ♛"

    def test_somebody_else_can_have_won_or_nobody(self, asked):
        asked("trumplestiltskin").press("Save", **totals("203½ 201 7"), won="1")
        assert told(newest()) == "Ann 203.5 · Bob 201 ♛ · Cy 7"
        asked().press("Save", **totals("203 201 7"), won="nobody")
        assert told(newest()) == "Ann 203 · Bob 201 · Cy 7"

    def test_partners_share_one(self, asked):
        browser = asked(TICHU, "Ann Bob Cy Dee")
        names = [node.text for node in browser.page.one("ol", class_="rows").all("span", class_="name")]
        assert names == ["Ann & Cy", "Bob & Dee"]
        browser.press("Save", total_side0="1000", total_side1="−200")
        assert told(newest()) == "Ann+Cy 1000 ♛ · Bob+Dee -200"

    def test_the_house_rules_are_those_of_the_last_game(self, cast, asked):
        write_down(cast.owner, "Ann Bob", "1 2", rules="any_game", template="ours", name="Ours", wins="least")
        asked("any_game:ours", "Bob Cy").press("Save", **totals("1 2"))
        assert told(newest()) == "Bob 1 ♛ · Cy 2"


class TestWhoWon:
    def test_one_tap_says_it(self, asked):
        browser = asked().follow("Just who won")
        assert ("Who won?" in browser.text, "Most points win." in browser.text) == (True, False)
        browser.press("Save", won="2")
        assert told(newest()) == "Ann · Bob · Cy ♛"
        assert not record(newest()).has_totals
        assert "Saved: Cy won Uno." in browser.text

    def test_several_can_have_or_nobody(self, asked):
        asked(who=1).press("Save", won=["0", "2"])
        assert told(newest()) == "Ann ♛ · Bob · Cy ♛"
        browser = asked(who=1).press("Save", won="nobody")
        assert told(newest()) == "Ann · Bob · Cy"
        assert "Saved: Uno, and nobody won." in browser.text

    def test_nothing_tapped_is_refused_there(self, asked):
        browser = asked(who=1).press("Save")
        assert (browser.status, browser.problems, Game.objects.exists()) == (422, ["Tap who won."], False)
        assert "Points, too" in browser.text, "it still asks for that alone"

    @pytest.mark.parametrize("won", ["7", "gnome", "side0", "x" * 500])
    def test_whoever_does_not_play_has_not(self, asked, won):
        browser = asked(who=1).press("Save", won=won)
        assert (browser.status, len(browser.problems), Game.objects.exists()) == (422, 1, False)

    def test_partners_win_together(self, asked):
        asked(TICHU, "Ann Bob Cy Dee", who=1).press("Save", won="side1")
        assert told(newest()) == "Ann+Cy · Bob+Dee ♛"

    @pytest.mark.parametrize(("tapped", "expected"), [("We won", "Ann+Bob ♛"), ("We lost", "Ann+Bob")])
    def test_where_all_win_or_lose_together_it_is_us(self, cast, asked, tapped, expected):
        start_rounds(cast.owner, 2, **WON, sides="together")
        browser = asked("any_game:kubb", "Ann Bob")
        tiles = browser.page.one("fieldset", class_="people").all("label")
        labels = {label.text: label.one("input").attrs["value"] for label in tiles}
        browser.press("Save", won=labels[tapped])
        assert (told(newest()), "Nobody" in labels) == (expected, False)

    def test_in_a_game_without_points_it_is_asked_first_and_points_can_follow(self, cast, asked):
        start_rounds(cast.owner, **WON)
        browser = asked("any_game:kubb")
        assert "Points, too" in browser.text
        browser.follow("Points, too").press("Save", **totals("3 2 1"))
        assert told(newest()) == "Ann 3 ♛ · Bob 2 · Cy 1"

    def test_in_a_game_that_nobody_wins_nobody_is_asked_for(self, cast, asked):
        start_rounds(cast.owner, template="count", name="Count", wins="nobody")
        browser = asked("any_game:count")
        assert "Someone else won" not in browser.text
        browser.press("Save", **totals("3 2 1"))
        assert told(newest()) == "Ann 3 · Bob 2 · Cy 1"


DAYS = {
    "tonight": ({}, TONIGHT),
    "yesterday": ({"day": "1"}, YESTERDAY),
    "another day": ({"day": "other", "night": "1999-12-31"}, "1999-12-31"),
    "another, which is today": ({"day": "other", "night": TONIGHT}, TONIGHT),
    "a date that was typed before tonight was tapped": ({"day": "0", "night": "1999-12-31"}, TONIGHT),
    "a wrong date that was typed before tonight was tapped": ({"day": "0", "night": "2030-01-01"}, TONIGHT),
    "no day": ({"day": ""}, TONIGHT),
}
WRONG_DAYS = {
    "the future": ({"day": "other", "night": "2026-03-03"}, "Choose a date from 1900 to today."),
    "long ago": ({"day": "other", "night": "1899-12-31"}, "Choose a date from 1900 to today."),
    "no date": ({"day": "other", "night": ""}, "Choose a date."),
    "no such date": ({"day": "other", "night": "2026-02-30"}, "Enter a valid date."),
    "no such day": ({"day": "2"}, "Select a valid choice. 2 is not one of the available choices."),
}


class TestWhen:
    @pytest.mark.parametrize(("sent", "night"), [pytest.param(*row, id=name) for name, row in DAYS.items()])
    def test_it_was(self, asked, sent, night):
        asked().press("Save", **totals("1 2 3"), **sent)
        assert str(newest().night.date) == night

    @pytest.mark.parametrize(("sent", "why"), [pytest.param(*row, id=name) for name, row in WRONG_DAYS.items()])
    def test_it_cannot_have_been(self, asked, sent, why):
        browser = asked().press("Save", **totals("1 2 3"), **sent)
        assert (browser.status, browser.problems, Game.objects.exists()) == (422, [why], False)
        assert [node.attrs["value"] for node in browser.page.one("ol").all("input")] == ["1", "2", "3"]

    @pytest.mark.parametrize(
        ("night", "checked"),
        [(TONIGHT, "0"), (YESTERDAY, "1"), ("2026-02-28", "other"), ("x", "0"), ("9999-01-01", "0")],
    )
    def test_the_page_begins_with_the_evening_that_it_was_opened_for(self, asked, night, checked):
        browser = asked(result=night)
        assert [node.attrs["value"] for node in browser.page.all("input", name="day") if "checked" in node.attrs] == [
            checked
        ]

    def test_it_starts_after_the_other_games_of_that_evening(self, cast, asked):
        first = start_game(cast.owner)
        Game.objects.update(night=write_down(cast.owner, "Ann Bob", "1 2", night=YESTERDAY).night)
        late = datetime.datetime(2026, 3, 2, 2, tzinfo=datetime.UTC)
        Game.objects.filter(pk=first.pk).update(started_at=late, ended_at=late, state=Game.State.OVER)
        asked(result=YESTERDAY).press("Save", **totals("1 2 3"))
        assert newest().started_at == newest().ended_at == late + datetime.timedelta(minutes=1)

    def test_a_game_that_was_ended_long_after_its_night_keeps_the_next_one_in_it(self, cast, asked, clock):
        long_ago = write_down(cast.owner, "Ann Bob", "1 2", night="2026-01-31")
        Game.objects.filter(pk=long_ago.pk).update(ended_at=newest().started_at + datetime.timedelta(days=9))
        asked(result="2026-01-31").press("Save", **totals("1 2 3"))
        assert newest().started_at - long_ago.started_at == datetime.timedelta(minutes=1)

    def test_one_of_tonight_starts_now_and_one_of_long_ago_in_the_evening(self, cast):
        assert write_down(cast.owner, "Ann Bob", "1 2").started_at.isoformat() == "2026-03-02T20:00:00+00:00"
        old = write_down(cast.owner, "Ann Bob", "1 2", night="2025-07-01")
        assert old.started_at.isoformat() == "2025-07-01T20:00:00+02:00", "by the group's clock"


class TestNext:
    def test_the_next_game_keeps_the_date_and_the_players_and_is_one_tap_away(self, asked):
        browser = asked("trumplestiltskin", result=YESTERDAY).press("Save", **totals("1 2 3"))
        before = browser.presses
        browser.follow("Trumplestiltskin").press("Save", **totals("4 5 6"))
        assert browser.presses - before == 2
        one, other = Game.objects.order_by("pk")
        assert (one.night, record(one).players) == (other.night, record(other).players)
        assert one.started_at < other.started_at

    def test_it_offers_three_games_those_of_the_evening_first(self, cast, olga):
        for rules, night in ((SKYJO, "2025-01-01"), (UNO, "2025-01-01"), (TICHU, YESTERDAY), ("piquet", YESTERDAY)):
            names = "Ann Bob Cy Dee" if rules == TICHU else "Ann Bob"
            write_down(cast.owner, names, won="Ann", rules=rules, night=night)
        olga.open(f"/groups/{cast.group.pk}/result/?next=1&result={YESTERDAY}")
        assert [node.text for node in olga.page.one("ul", class_="people").all("a")] == [
            "Piquet",
            "Tichu",
            "Uno",
            "Another game",
        ]
        assert olga.follow("Done").path == f"/nights/{newest().night_id}/"

    def test_undo_hides_it_which_only_an_owner_can(self, cast, asked):
        browser = asked().press("Save", **totals("1 2 3"))
        browser.press("Undo")
        assert newest().hidden
        browser.press("Undo")
        assert not newest().hidden

    def test_the_same_request_again_adds_nothing(self, asked):
        browser = asked()
        form, address = browser.page, browser.address
        for _time in range(2):
            browser.page, browser.address = form, address
            browser.press("Save", **totals("1 2 3"))
            assert "What else did you play?" in browser.text
        assert Game.objects.count() == 1

    @pytest.mark.parametrize("uid", ["", "7", "0" * 40])
    def test_a_forged_id_starts_no_second_game_by_accident(self, asked, uid):
        browser = asked().press("Save", **totals("1 2 3"), uid=uid)
        assert (browser.status, Game.objects.count()) in ((200, 1), (422, 0))

    def test_there_are_only_so_many_an_hour_and_games_are_counted_apart(self, cast, asked, monkeypatch):
        assert throttle.RESULTS.tries == 600
        monkeypatch.setattr(throttle, "RESULTS", throttle.Limit(name="results", tries=2))
        monkeypatch.setattr(throttle, "GAMES", throttle.Limit(name="games", tries=0))
        statuses = [asked().press("Save", **totals("1 2 3")).status for _game in range(3)]
        assert (statuses, Game.objects.count()) == ([200, 200, 429], 2)
        browser = asked().press("Save", **totals("1 2 3"))
        assert "Too many tries. Wait 60 minutes." in browser.text
        assert [node.attrs["value"] for node in browser.page.one("ol").all("input")] == ["1", "2", "3"]


def test_a_result_takes_part_in_the_next_new_game(cast, olga):
    write_down(cast.owner, "Ann Bob", "1 2")
    olga.open(f"/groups/{cast.group.pk}/").follow("New game").follow("Uno").press("Start")
    assert record(newest()).names == ("Ann", "Bob")


def test_a_game_of_hands_that_goes_on_is_left_alone(cast, asked):
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    asked("trumplestiltskin").press("Save", **totals("1 2 3"), uid=str(uuid.uuid4()))
    assert [game.state for game in Game.objects.order_by("pk")] == [Game.State.PLAYING, Game.State.OVER]
