"""The page of a year: who won it, what stood out in it, and where and how long the group played."""

import datetime
import re

import pytest

from scorekeeper.files.importing import import_games
from scorekeeper.formats.language import half_points, sentence
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.looking_back.years import drawing, year_page
from scorekeeper.models import Game, Night, Player
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.cast import start_game
from tests.formats.documents import document, game as a_game
from tests.own_games import ROUNDS, play_own, round_of, start_own
from tests.samples import play_sample
from tests.web.browser import Browser

NAMES = ("Ann", "Bob", "Cy")
ANNE = {"hand": {}, "players": {"Anne": {"bid": 12, "taken": 14}, "Bob": {"taken": 8}, "Cy": {"bid": 3, "taken": 8}}}
LONG = {"player_target": 9999, "gnome_target": 9999}


def taken_by(name, bid=12):
    """Return a hand: who takes the bid scores 28, the next player 0, and the last one 3; the Gnome gets 8 and 5."""
    first, second, third = NAMES[NAMES.index(name) :] + NAMES[: NAMES.index(name)]
    return {
        "hand": {},
        "players": {first: {"bid": bid, "taken": 14}, second: {"taken": 8}, third: {"bid": 3, "taken": 8}},
    }


def played(night, takers, stopped="leader_wins", began="18:00", ended="19:00", **more):
    """Return a game of one night in 2026 with a hand for each of these first letters: who takes the bid."""
    hands = [taken_by(next(name for name in NAMES if name[0] == letter)) for letter in takers]
    if len(night) == len("06-01"):
        night = f"2026-{night}"
    began, ended = (at if "Z" in at else f"{night}T{at}:00Z" for at in (began, ended))
    return a_game(*hands, night=night, options=LONG, stopped=stopped, started=began, ended=ended, **more)


@pytest.fixture
def bring(cast):
    """Import games, and return 2026."""

    def imported(*games):
        numbered = [game | {"id": f"00000000-0000-4000-8000-{index:012}"} for index, game in enumerate(games)]
        read = read_sheets(document(*numbered))
        assert not read.messages, read.messages[0]
        import_games(group=cast.group, games=read.games, by=cast.owner)
        return year_page(cast.group, 2026)

    return imported


@pytest.fixture
def olga(cast):
    return Browser(cast.owner)


def address(cast, year=2026):
    return f"/groups/{cast.group.pk}/years/{year}/"


def won(ranking):
    return [f"{person.name} {record.wins} of {record.games}" for person, record in ranking]


def facts(found):
    """Map each fact's label to its points, who did it, and when or how much came from whom."""
    told = {}
    for fact in found["facts"]:
        if "column" in fact:
            (person, most), *_others = fact["given"]
            told[sentence(fact["label"])] = f"{half_points(fact['amount'])}, {half_points(most)} from {person.name}"
        else:
            names, best = " and ".join(person.name for person in fact["people"]), fact["best"]
            told[sentence(fact["label"])] = f"{half_points(best.amount)} {names}, {fact['game'].date:%m-%d} {best.hand}"
    return told


THREE = (
    played("11-08", "AAB", place="Ann’s"),
    played("11-15", "AABBB", place="The Lantern", ended="21:30"),
    played("11-22", "AC", stopped="no_winner"),
    played("11-22", "A", began="20:00", ended="21:00"),
)


def test_three_evenings_have_a_champion_what_stood_out_and_a_card_each(cast, bring, olga):
    found = bring(*THREE)
    assert (len(found["evenings"]), found["games"], found["hands"], found["drawing"]) == (3, 4, 11, None)
    assert (won(found["champions"]), won(found["others"])) == (["Ann 2 of 4"], ["Bob 1 of 4", "Cy 0 of 4"])
    assert found["uneven"] == {"nobody": 1, "shared": 0, "partners": 0, "handless": 0, "unscored": 0}
    assert facts(found) == {
        "Hand of the year": "28 Ann, 11-08 1",
        "The Gnome’s haul": "143, 62 from Cy",
        "Boldest bidder, without a peek": "12 Ann, 11-08 1",
        "Comeback of the year": "56 Bob, 11-15 2",
    }
    assert [[person.name for person in evening["winners"]] for evening in found["evenings"]] == [
        ["Ann"],
        ["Bob"],
        ["Ann"],
    ]
    page = olga.open(address(cast))
    for night in Night.objects.filter(group=cast.group):
        assert page.page.all("a", href=f"/nights/{night.pk}/"), night.date
    games = list(Game.objects.filter(group=cast.group).order_by("pk"))
    assert page.page.all("a", href=f"/games/{games[1].pk}/?hand=2#hand-2"), "the comeback"
    for text in (
        "3 evenings · 4 games · 11 hands",
        "won 2 of 4 games",
        "1 game had no winner.",
        "behind after hand 2, and won",
    ):
        assert text in page.text
    assert "Where we played" not in page.text, "the cards say so"


def test_a_shared_win_makes_several_champions_and_the_page_says_why_the_wins_are_more_than_the_games(bring, cast, olga):
    found = bring(played("01-01", "A"), played("01-02", "B"), played("01-03", "ABC"))
    assert won(found["champions"]) == ["Ann 2 of 3", "Bob 2 of 3"]
    assert won(found["others"]) == ["Cy 1 of 3"]
    assert [len(evening["winners"]) for evening in found["evenings"]] == [1, 1, 3]
    text = olga.open(address(cast)).text
    assert "Champions of the year" in text
    assert "1 win was shared." in text
    assert "no winner" not in text


def test_a_year_without_a_finished_game_that_is_shown_is_not_there(cast, bring, olga, client):
    start_game(cast.owner)
    assert olga.client.get(address(cast)).status_code == 404
    bring(*THREE, *(played(f"2023-01-0{day}", "A") for day in (1, 2)))
    for year, status in ((2026, 200), (2023, 200), (2024, 404), (99999, 404)):
        assert olga.client.get(address(cast, year)).status_code == status, year
    for game in Game.objects.filter(group=cast.group, night__date__year=2023):
        sheet_writing.hide_game(game=game, hidden=True)
    assert olga.client.get(address(cast, 2023)).status_code == 404


def test_the_years_before_and_after_with_games_are_a_tap_away(cast, bring, olga):
    bring(*(played(f"{year}-05-05", "A") for year in (2019, 2022, 2026, 2027)))
    chips = olga.open(address(cast, 2022)).page.one(**{"aria-label": "Other years"})
    assert [chip.attrs["href"] for chip in chips.all("a")] == [address(cast, 2026), address(cast, 2019)]


@pytest.mark.parametrize(
    ("games", "night", "took", "until"),
    [
        pytest.param(
            [played("06-01", "AA"), played("06-02", "A", ended="21:20")], "06-02", (3, 20), "23:20", id="by the clock"
        ),
        pytest.param(
            [played("06-01", "A"), played("06-01", "A", ended="23:59"), played("06-02", "A", ended="21:20")],
            "06-01",
            (5, 59),
            "01:59",
            id="from the first deal to the last hand, past midnight",
        ),
        pytest.param(
            [played("06-01", "A", began="10:00"), played("06-02", "A", began="2026-06-02T03:59:00Z", ended="21:20")],
            "06-01",
            (9, 0),
            "21:00",
            id="a game that began on the night before tells nothing",
        ),
        pytest.param(
            [played("06-01", "AB", ended="18:00"), played("06-02", "ABC", ended="2026-06-03T04:00:00Z")],
            "06-02",
            None,
            None,
            id="by hands if no clock can be right",
        ),
    ],
)
def test_the_longest_evening_is_by_the_clock_or_else_by_hands(bring, games, night, took, until):
    longest = bring(*games)["longest"]
    assert f"{longest['date']:%m-%d}" == night
    assert (longest["took"], longest["until"] and f"{longest['until']:%H:%M}") == (took, until)


def test_an_evening_with_a_game_that_goes_on_has_no_length(cast, bring):
    bring(played("06-01", "AA"), played("06-02", "A", ended="21:20"))
    going_on = Game.objects.filter(group=cast.group).last()
    sheet_writing.resume_game(game=going_on, by=cast.owner)
    third = played("06-02", "B", id="00000000-0000-4000-8000-000000000009")
    import_games(group=cast.group, games=read_sheets(document(third)).games, by=cast.owner)
    found = year_page(cast.group, 2026)
    assert [evening["took"] for evening in found["evenings"]] == [(1, 0), None]


def evenings(*months, winners=1):
    people = [type("Person", (), {"mark": mark}) for mark in range(winners)]
    return [{"date": datetime.date(2026, month, 1), "winners": people} for month in months]


@pytest.mark.parametrize(
    ("shown", "height", "scale", "faces"),
    [
        pytest.param(evenings(*range(1, 8)), 25, "1.00", 7, id="one a month"),
        pytest.param(evenings(*[3] * 6, 4), 150, "1.00", 7, id="as high as there is room"),
        pytest.param(evenings(*[3] * 7), 50, "0.50", 7, id="two beside each other"),
        pytest.param(evenings(*[3] * 31), 92, "0.33", 31, id="every evening of a month"),
        pytest.param(evenings(1, 2, winners=2), 25, "1.00", 4, id="two who won an evening"),
        pytest.param(evenings(1, 2, winners=0), 25, "1.00", 2, id="nobody won"),
        pytest.param(evenings(1, 2, winners=4), 25, "1.00", 2, id="too many to draw"),
    ],
)
def test_faces_are_as_large_as_there_is_room_and_stay_in_the_drawing(shown, height, scale, faces):
    drawn = drawing(2026, shown)
    assert (drawn["height"], len(drawn["faces"])) == (height, faces)
    for _mark, transform in drawn["faces"]:
        x, y, size = re.match(r"translate\((\S+) (\S+)\) scale\((\S+)\)", transform).groups()
        assert size == scale
        assert 11 * float(size) <= float(x) <= 348 - 11 * float(size)
        assert 11 * float(size) <= float(y) <= height - 11 * float(size)
    assert drawn["faces"][0][0] == (0 if len(shown[0]["winners"]) in (1, 2) else None)


def test_more_evenings_are_drawn_and_places_counted(cast, bring, olga):
    found = bring(*(played(f"0{month}-01", "A", place="A & B" if month > 4 else "Home") for month in range(1, 10)))
    assert found["places"] == [("A & B", 5), ("Home", 4)]
    page = olga.open(address(cast))
    assert page.page.all("a", href=f"/groups/{cast.group.pk}/?q=A%20%26%20B&year=2026")
    assert "Jan 1: Ann won" in page.text
    assert "All evenings of 2026" in str(page.page.one("a", href=f"/groups/{cast.group.pk}/?year=2026").attrs)


def test_a_duel_counts_who_was_ahead_and_says_how_many_games_were_tied(cast, bring, olga):
    found = bring(*(played(f"0{month}-01", takers) for month, takers in enumerate(("A", "A", "B", "ABC", "C"), 1)))
    pair, (ann, bob) = found["duel"]
    assert (ann.name, bob.name) == ("Ann", "Bob")
    assert (pair.ahead, pair.behind, pair.level) == (2, 2, 1)
    assert "Who finished ahead in 5 games · 1 tied" in olga.open(address(cast)).text


def test_a_game_in_which_the_fewest_points_win_has_a_comeback_but_no_best_hand(cast, olga):
    golf = start_own(cast.owner, "any_game:golf", 2, **ROUNDS, low_wins=True)
    play_own(golf, round_of((9, 4)), round_of((1, 8)), by=cast.owner)
    sheet_writing.stop_game(game=golf, how="leader_wins", by=cast.owner)
    year = golf.night.date.year
    assert list(facts(year_page(cast.group, year))) == ["Comeback of the year"]
    page = olga.open(address(cast, year)).text
    assert ("Duel of the year" in page, "Longest evening" in page) == (False, False)


def test_facts_of_several_games_name_theirs(cast, olga):
    play_sample("pinochle", cast.owner)
    year = play_sample("trumplestiltskin", cast.owner).night.date.year
    found = year_page(cast.group, year)
    names = {sentence(fact["label"]): sentence(fact["name"]) for fact in found["facts"] if "name" in fact}
    assert names["Hand of the year"] == "Trumplestiltskin", "played last"
    assert "The Gnome’s haul" in olga.open(address(cast, year)).text


def test_two_entries_of_one_person_count_as_one(cast, bring, olga):
    found = bring(*THREE, played("12-01", "A", players=["Anne", "Bob", "Cy"], hands=[ANNE]))
    assert won(found["champions"]) == ["Ann 2 of 4"]
    assert "won 2 of 4 games" in olga.open(address(cast)).text
    ann, anne = (Player.objects.get(group=cast.group, name=name) for name in ("Ann", "Anne"))
    roster_writing.merge_player(group=cast.group, player_id=anne.pk, same_as=ann.pk, by=cast.owner)
    assert "won 3 of 5 games" in olga.open(address(cast)).text, "although the page was kept"
