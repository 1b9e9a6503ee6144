"""Statistics of all games: what a group sees first, for all time and for each year."""

import datetime
from collections import Counter
from dataclasses import replace
from urllib.parse import parse_qs

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games import all_games
from scorekeeper.looking_back import rankings
from scorekeeper.looking_back.figures import Person
from scorekeeper.looking_back.history import Ended, Finish, History
from scorekeeper.models import Game, Night, Playgroup
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.cast import A_HAND, play, refresh, start_game, start_short_game
from tests.rounds import play_rounds, start_rounds

PERSONS = {number: Person(id=number, name=name, mark=number) for number, name in enumerate(("Ann", "Bob", "Cy", "Dee"))}


def at(game, year, month=5):
    """Move a game to the first of a month, and return it."""
    night = Night.objects.get_or_create(group=game.group, date=datetime.date(year, month, 1))[0]
    Game.objects.filter(pk=game.pk).update(night=night)
    return refresh(game)


def won_by_ann(cast, year, month=5):
    """Ann wins a game of Trumplestiltskin with 48 points against Bob, Cy and Dee."""
    play(at(start_short_game(cast.owner), year, month), A_HAND, A_HAND, by=cast.owner)


def rounds(cast, year, points, how="leader_wins"):
    """Ann, Bob and Cy play rounds, which end with these points."""
    game = at(start_rounds(cast.owner, 3), year)
    play_rounds(game, cast.owner, points)
    sheet_writing.stop_game(game=refresh(game), how=how, by=cast.owner)
    return game


@pytest.fixture
def years(cast):
    """Ann wins Trumplestiltskin in 2024 and in 2025, when Cy and Bob win rounds, too, and nobody wins the last ones."""
    won_by_ann(cast, 2024)
    won_by_ann(cast, 2025)
    rounds(cast, 2025, "1 2 3")
    rounds(cast, 2025, "1 9 3")
    return rounds(cast, 2025, "5 5 5", "no_winner")


@pytest.fixture
def address(cast):
    return f"/groups/{cast.group.pk}/statistics/"


def section(browser, name):
    """Return the text of a section without its heading, or nothing if it isn't there."""
    found = next(browser.page.all("section", **{"aria-labelledby": name}), None)
    return "" if found is None else found.text.removeprefix(found.one("h2").text).strip()


def chips(browser, name):
    """Return the chips of a kind with where they lead, and the one that is chosen."""
    links = list(browser.page.one("nav", **{"aria-label": name}).all("a"))
    [chosen] = [link.text for link in links if link.has(class_="chosen")]
    return {link.text: parse_qs(link.attrs["href"].lstrip("?")) for link in links}, chosen


def test_they_open_on_all_games_and_crown_the_leader(olga, years, address):
    olga.open(address)
    assert olga.page.one(class_="leads").text == "● Ann leads 2 wins in 5 games, 1 more than Bob and Cy"
    assert len(list(olga.page.one(class_="leads").all(class_="crowned"))) == 1
    assert olga.page.one(id="ranking").text == "Everything 5 games, 2 evenings"
    names = [row.one(class_="name").text for row in olga.page.one(class_="bars").all("li")]
    assert names == ["Ann", "Bob", "Cy", "Dee"]
    assert "1 game had no winner." in section(olga, "ranking")
    assert [chip.text for chip in olga.page.one("nav", **{"aria-label": "Ranked by"}).all("a")] == ["Wins", "Win rate"]


def test_game_and_year_stay_in_the_address_from_page_to_page(olga, years, address):
    olga.open(address)
    both = {
        "Everything": {},
        "Rounds 3": {"rules": ["any_game:rounds"]},
        "Trumplestiltskin 2": {"rules": ["trumplestiltskin"]},
    }
    assert chips(olga, "Games") == (both, "Everything")
    assert chips(olga, "Year") == ({"All time": {}, "2025": {"year": ["2025"]}, "2024": {"year": ["2024"]}}, "All time")
    olga.follow("2025")
    of_year, _chosen = chips(olga, "Games")
    assert of_year["Trumplestiltskin 1"] == {"rules": ["trumplestiltskin"], "year": ["2025"]}
    olga.follow("Trumplestiltskin 1")
    assert olga.page.one(id="ranking").text == "Trumplestiltskin 1 game, 1 evening"
    assert chips(olga, "Games")[1] == "Trumplestiltskin 1"
    assert chips(olga, "Year")[1] == "2025"
    rated, _chosen = chips(olga, "Ranked by")
    assert rated["Rating"] == {"rules": ["trumplestiltskin"], "year": ["2025"], "by": ["rating"]}
    assert chips(olga, "Year")[0]["2024"] == {"rules": ["trumplestiltskin"], "year": ["2024"]}
    assert chips(olga, "Games")[0]["Everything"] == {"year": ["2025"]}


def test_a_year_without_such_games_shows_those_of_all_time(olga, years, address):
    olga.open(f"{address}?rules=any_game:rounds&year=2024")
    assert (olga.page.one(id="ranking").text, chips(olga, "Year")[1]) == ("Rounds 3 games, 1 evening", "All time")
    assert list(chips(olga, "Year")[0]) == ["All time", "2025"]
    olga.open(f"{address}?rules=bridge&year=1999&by=rating")
    assert (olga.page.one(id="ranking").text, chips(olga, "Ranked by")[1]) == ("Everything 5 games, 2 evenings", "Wins")


def test_a_past_years_leader_led(olga, years, address):
    assert "Ann led 1 win in 1 game" in olga.open(f"{address}?year=2024").text
    assert "Ann, Bob and Cy lead 1 win each" in olga.open(f"{address}?year=2025").text


def test_a_year_has_its_own_ratings_figures_and_records(cast, years):
    of = [rankings.statistics(cast.group, "trumplestiltskin", year) for year in (0, 2024, 2025)]
    assert [found["hands"] for found in of] == [16, 8, 8]
    assert [best["game"].date.year for best in of[2]["records"]] == [2025] * len(of[1]["records"])
    rated = [{row[1].name: row[3] for row in rankings.ranking(f["players"], "rating", f["history"])} for f in of]
    assert rated[0]["Ann"] > rated[1]["Ann"] == rated[2]["Ann"]


def test_rivals_and_the_years_page_are_one_tap_away_and_keep_the_year(cast, olga, years, address):
    def more():
        return {a.text: a.attrs["href"] for a in olga.page.one("nav", class_="menu").all("a")}

    group = f"/groups/{cast.group.pk}/"
    olga.open(address)
    assert more() == {"Rivals": f"{group}rivals/", "Our 2025": f"{group}years/2025/"}
    olga.open(f"{address}?year=2024")
    assert more() == {"Rivals": f"{group}rivals/?year=2024", "Our 2024": f"{group}years/2024/"}
    olga.open(f"{address}?rules=trumplestiltskin")
    assert not list(olga.page.all("nav", class_="menu"))


def test_the_cup_is_held_today_in_every_year_and_leads_to_its_game(olga, years, address):
    for year in ("", "?year=2024"):
        olga.open(address + year)
        of_rounds = "Rounds ■ Bob taken from Cy, May 1, 2025"
        assert section(olga, "cups") == f"{of_rounds} Trumplestiltskin ● Ann since May 1, 2024"
    cup = olga.page.one("section", **{"aria-labelledby": "cups"}).one("a")
    assert parse_qs(cup.attrs["href"].lstrip("?")) == {"rules": ["any_game:rounds"], "year": ["2024"]}


def test_a_cup_says_whom_it_was_taken_from_last_in_whatever_order_games_were_written_down(monkeypatch):
    games = [game(1, "ac", "bd"), game(3, "ab", "cd"), game(2, "bd", "ac"), game(4, "a", "b", rules="piquet")]
    games[1:3] = [replace(each, night=2, date=games[2].date) for each in games[1:3]]
    monkeypatch.setattr(rankings.figures, "everybody", lambda group: PERSONS)
    monkeypatch.setattr(rankings, "history_of", lambda group, persons: History(games=tuple(games)))
    monkeypatch.setattr(rankings, "played_games", lambda group, slugs: {**all_games(), "whist": all_games()["piquet"]})
    [whist] = [cup for cup in rankings.statistics(Playgroup(pk=1))["cups"] if cup["slug"] == "whist"]
    assert ([person.name for person in whist["people"]], sentence(whist["before"])) == (["Bob", "Dee"], "Ann")


def test_records_are_those_of_each_game_the_most_played_first(olga, years, address):
    olga.open(address)
    records = olga.page.one("section", **{"aria-labelledby": "records"})
    assert [heading.text for heading in records.all("h3")] == ["Rounds", "Trumplestiltskin"]
    assert records.one("a").text == "Best round 9 ■ Bob May 1, 2025 · hand 1"
    olga.open(f"{address}?year=2024")
    assert [node.text for node in olga.page.one("section", **{"aria-labelledby": "records"}).all("h3")] == [
        "Trumplestiltskin"
    ]


def test_a_group_with_a_single_kind_of_game_has_all_on_one_page_and_nothing_twice(cast, olga, address):
    won_by_ann(cast, 2025)
    olga.open(address)
    assert olga.page.one(id="ranking").text == "Trumplestiltskin 1 game, 1 evening"
    assert not {"Games", "Year"} & {nav.attrs.get("aria-label") for nav in olga.page.all("nav")}
    assert chips(olga, "Ranked by") == (
        {"Wins": {}, "Win rate": {"by": ["share"]}, "Rating": {"by": ["rating"]}},
        "Wins",
    )
    assert section(olga, "cups") == "Trumplestiltskin ● Ann since May 1, 2025"
    cup = olga.page.one("section", **{"aria-labelledby": "cups"}).one("a")
    assert cup.attrs["href"] == f"/games/{Game.objects.get().pk}/", "the game that won it"
    assert not list(olga.page.one("section", **{"aria-labelledby": "records"}).all("h3"))


def test_a_game_of_partners_and_a_shared_win_say_why_wins_do_not_add_up(cast, olga, address):
    rounds(cast, 2025, "7 7 3")
    olga.open(address)
    assert "Ann and Bob lead 1 win each" in olga.text
    assert "1 win was shared." in section(olga, "ranking")
    assert rankings.uneven(History(games=(game(1, "ab", "cd"), game(2, "a", "b"), game(3, "", "ab")))) == {
        "nobody": 1,
        "shared": 0,
        "partners": 1,
        "handless": 0,
        "unscored": 0,
    }


def game(number, *sides, rules="whist"):
    """Return a game that the first of these sides won, such as "ab"; nobody did if it is empty."""
    finishes = [
        Finish(side, "abcd".index(person), 0, place, place == 1)
        for place, side in enumerate(sides, 1)
        for person in side
    ]
    date = datetime.date(2025, 1, 1) + datetime.timedelta(days=number)
    return Ended(id=number, rules=rules, night=number, date=date, hands=1, finishes=tuple(finishes))


def streaks(winners, *, is_past=False):
    """Return the streaks after games of Ann, Bob and Cy, given the first letter of each winner."""
    games = (game(n, *sorted("abc", key=lambda person: person != winner)) for n, winner in enumerate(winners))
    found = rankings.streaks(History(games=tuple(games)), PERSONS, is_past=is_past)
    return [f"{each['kind']} {each['number']} {[person.name for person in each['persons']]}" for each in found]


def test_streaks_are_said_if_they_are_worth_it():
    assert streaks("ab") == []
    assert streaks("abb") == ["now 2 ['Bob']"]
    assert streaks("aaabb") == ["now 2 ['Bob']", "longest 3 ['Ann']"]
    assert streaks("aaabbb") == ["now 3 ['Bob']", "longest 3 ['Ann', 'Bob']"]
    assert streaks("aaabbbb") == ["now 4 ['Bob']"], "which is the longest"
    assert streaks("aaabb", is_past=True) == ["longest 3 ['Ann']"]
    assert streaks("c" + "ab" * 5) == ["due 10 ['Cy']"]
    assert streaks("c" + "ab" * 5, is_past=True) == []


def test_nobody_is_on_a_run_or_due_who_has_not_played_lately():
    long_ago = [game(n, "d", "a") for n in range(2)]
    lately = [game(n, *order) for n, order in enumerate(["ab", "ba"] * 5, 2)]
    assert not list(rankings.streaks(History(games=(*long_ago, *lately)), PERSONS))
    assert [each["kind"] for each in rankings.streaks(History(games=(*lately, *long_ago)), PERSONS)] == ["now"]


def test_streaks_are_shown_in_words(cast, olga, address):
    for month in (1, 2, 3):
        won_by_ann(cast, 2025, month)
    assert section(olga.open(address) and olga, "streaks") == "● Ann has won 3 in a row since Jan 1, 2025 3"


def test_wins_of_all_games_add_up(cast, years):
    found = rankings.statistics(cast.group)
    wins = Counter({person.name: record.wins for person, record in found["players"]})
    assert wins == Counter(Ann=2, Bob=1, Cy=1, Dee=0)
    assert wins.total() == found["games"] - found["uneven"]["nobody"]


def test_they_say_so_until_a_game_is_over(cast, olga, address):
    play(start_game(cast.owner), by=cast.owner)
    assert "No finished games yet." in olga.open(address).text
    assert rankings.statistics(cast.group) is None
