"""What becomes of a play of Board Game Stats, whatever it says. FORMAT.md: Board Game Stats."""

import json
from dataclasses import replace
from datetime import date
from random import Random

import pytest
from hypothesis import given, strategies as st

from scorekeeper.formats.brought import KnownHere
from scorekeeper.formats.language import half_points
from scorekeeper.formats.parsing import read_json
from scorekeeper.formats.plays import read_plays
from scorekeeper.formats.results import ends
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.games import all_games
from scorekeeper.rules import limits
from tests import pages
from tests.bgstats_files import NAMES, PEOPLE, export, game, play
from tests.formats.documents import write_document
from tests.own_games import made_own

TODAY = date(2026, 6, 1)
PAGE, HEADING = "formats/FORMAT.md", "Board Game Stats"
PAIRS = made_own("any_game:uno", rows="rounds", sum="free", sides="partners", fewest=4, most=10, ends="hand")


def brought(document, how="", found=None):
    """Return what is read if each game becomes a new one, won like that, or the one that was found."""
    answers = {f"game.{id}": how for id in range(1, 10)} if how else {}
    return read_plays(document, answers, KnownHere(game=lambda _name: found, players=(), today=TODAY))


def told(played):
    """Return everybody's total, and who won by the file's word (*), in seat order."""
    columns = {seat: column.key for column in played.sheet.columns for seat in column.seats}
    words = []
    for seat, name in enumerate(played.names):
        total = [half_points(played.given[columns[seat]])] if played.given else []
        words.append(" ".join([name, *total, *("*" for winner in played.won or () if winner == seat)]))
    return ", ".join(words) + ("" if played.won is not None else " (by the totals)")


def result_of(scores, how="most", found=None, **changes):
    """Return how a play is told, or else the notes about it."""
    read = brought(export(play(scores, **changes)), how, found)
    told_notes = [message.text.removeprefix("Wingspan, 2024-03-09: ") for message in read.messages]
    return "; ".join([*map(told, read.games), *told_notes])


ONLY = "Only who won is kept."
MISSING, NOBODY = "Some scores are missing.", "Nothing says who won."
RESULTS = [
    pytest.param("Ann 12, Bob 40 *", "most", "Ann 12, Bob 40 *", id="totals and who won"),
    pytest.param("Ann 12 *, Bob 40", "most", "Ann 12 *, Bob 40", id="the file's word decides whatever the totals"),
    pytest.param("Ann 12, Bob 40", "most", "Ann 12, Bob 40 (by the totals)", id="nobody marked: the totals decide"),
    pytest.param("Ann 0, Bob -3 *", "least", "Ann 0, Bob −3 *", id="a zero is known"),
    pytest.param("Ann 13.5 *, Bob 4+0+3, Cy 8-3", "most", "Ann 13½ *, Bob 7, Cy 5", id="halves and sums"),
    pytest.param("Ann *, Bob", "most", "Ann *, Bob", id="no scores"),
    pytest.param("Ann *, Bob", "who", "Ann *, Bob", id="no scores where there are no points"),
    pytest.param("Ann, Bob", "most", "Ann, Bob", id="nobody won"),
    pytest.param("Ann *, Bob *", "most", "Ann *, Bob *", id="everybody won"),
    pytest.param("Ann #2, Bob #1", "most", "Ann, Bob *", id="the first rank won"),
    pytest.param("Ann 5 #2, Bob 3 #1", "most", "Ann 5, Bob 3 *", id="the first rank won with fewer points"),
    pytest.param("Ann #1 , Bob #2 *", "most", "Ann, Bob *", id="a mark counts more than a rank"),
    pytest.param("Ann 5 #2, Bob 5 #2", "most", "Ann 5, Bob 5", id="nobody of the first rank"),
    pytest.param("Ann 5 #0, Bob 4 #0", "most", "Ann 5, Bob 4 (by the totals)", id="rank 0 is none"),
    pytest.param("Ann 5 *, Bob", "most", f"Ann *, Bob; {ONLY} {MISSING}", id="a score is missing"),
    pytest.param("Ann 5, Bob #1", "most", f"Ann, Bob *; {ONLY} {MISSING}", id="a score is missing, ranks are known"),
    pytest.param("Ann 5, Bob", "most", f"{MISSING} {NOBODY}", id="a score is missing, and nothing says who won"),
    pytest.param(
        "Ann 1.25 *, Bob 2", "most", f"Ann *, Bob; {ONLY} “1.25” isn’t a whole or half number.", id="a quarter"
    ),
    pytest.param("Ann 3*4, Bob 2", "most", f"“3*4” isn’t a whole or half number. {NOBODY}", id="nothing is evaluated"),
    pytest.param("Ann 9999999 *, Bob 0", "most", "A total is too large.", id="too large"),
    pytest.param("Ann *, Bob *", "together", "Ann *, Bob *", id="together, won"),
    pytest.param("Ann, Bob", "together", "Ann, Bob", id="together, lost"),
    pytest.param("Ann 23 *, Bob 23 *", "together", "Ann 23 *, Bob 23 *", id="together, won with points"),
    pytest.param("Ann 23, Bob 23", "together", "Ann 23, Bob 23", id="together, lost with points"),
    pytest.param("Ann 23 *, Bob *", "together", "Ann 23 *, Bob 23 *", id="together, with one score for all"),
    pytest.param("Ann #2, Bob #2", "together", "Ann, Bob", id="together, lost by rank"),
    pytest.param(
        "Ann 5 *, Bob 4 *", "together", f"Ann *, Bob *; {ONLY} Teammates have different scores.", id="together, apart"
    ),
    pytest.param("Ann *, Bob", "together", "Everybody wins or loses together.", id="together, but only some won"),
    pytest.param("Ann 40 *", "most", "Ann 40 *", id="one player, won"),
    pytest.param("Ann 40", "most", "Ann 40", id="one player, not won: there is nobody to beat"),
    pytest.param("Ann", "together", "Ann", id="one player, lost"),
    pytest.param(
        "Ann 3 @red *, Bob 2 @blue, Cy 3 @red *", "most", "Ann 3 *, Bob 2, Cy 3 *", id="teams keep their seats"
    ),
    pytest.param(
        "Ann 3 @1 *, Bob 2 @0, Cy @1 *, Dee @0", "most", "Ann 3 *, Bob 2, Cy 3 *, Dee 2", id="one score a team"
    ),
    pytest.param("Ann @1 *, Bob 2 @0, Cy @1 *", "most", f"Ann *, Bob, Cy *; {ONLY} {MISSING}", id="a team without one"),
    pytest.param("Ann 3 @0 *, Bob 2 @0", "most", "Ann 3 *, Bob 2", id="all in one team are none"),
    pytest.param(
        "Ann 3 @0, Bob 2, Cy 1", "most", "Ann 3, Bob 2, Cy 1 (by the totals)", id="one in a team, others in none"
    ),
    pytest.param(", ".join(NAMES), "most", "Wingspan is for 1 to 10 players, not 11.", id="eleven players"),
    pytest.param("Ann *, Ann", "most", "Someone is listed twice.", id="somebody twice"),
]


@pytest.mark.parametrize(("scores", "how", "result"), RESULTS)
def test_a_play_is_read_right_or_listed(scores, how, result):
    assert result_of(scores, how) == result


OF_PARTNERS = [
    pytest.param("Ann @1 *, Bob @2, Cy @1 *, Dee @2", "Ann *, Bob, Cy *, Dee", id="who won"),
    pytest.param("Ann 5 @1, Bob 5 @1, Cy 9 @2 *, Dee 9 @2 *", "Ann 5, Cy 9 *, Bob 5, Dee 9 *", id="partners face"),
    pytest.param("Ann 5 @1, Bob 5 @2, Cy 5 @1, Dee 5 @2", "Ann 5, Bob 5, Cy 5, Dee 5 (by the totals)", id="level"),
    pytest.param("Ann 5, Bob 9 *, Cy 5, Dee 9 *", "Ann 5, Bob 9 *, Cy 5, Dee 9 *", id="by their results"),
    pytest.param("Ann @1 *, Bob @1, Cy @2, Dee @2", "Who played together isn’t clear.", id="partners apart"),
    pytest.param("Ann @1 *, Bob @2, Cy @2, Dee @2", "Who played together isn’t clear.", id="one against three"),
]


@pytest.mark.parametrize(("scores", "result"), OF_PARTNERS)
def test_partners_sit_across_from_each_other(scores, result):
    assert result_of(scores, "", PAIRS) == result


def test_teams_that_a_play_does_not_use_mean_nothing():
    scores = "Ann 3 @1, Bob 4 @0 *, Cy @1"
    assert result_of(scores, usesTeams=True) == "Ann 3, Bob 4 *, Cy 3"
    assert result_of(scores, usesTeams=...) == "Ann 3, Bob 4 *, Cy 3"
    assert result_of(scores, usesTeams=False) == f"Ann, Bob *, Cy; {ONLY} {MISSING}"


def test_scores_are_read_as_documented():
    for line in pages.rows(PAGE, HEADING, table=1):
        for score in json.loads(f"[{line['in the file']}]"):
            given = play("Ann, Bob 1 *")
            given["playerScores"][0]["score"] = score
            (played,) = brought(export(given), "most").games
            points = half_points(played.given["0"]) if played.given else "none"
            assert points == line["as points"], score


def test_other_keys_than_the_documented_ones_are_passed_over():
    known = {key for line in pages.rows(PAGE, HEADING) for key in line["keys"].split(", ")}
    known |= {line["in"] for line in pages.rows(PAGE, HEADING)}

    def stripped(value):
        if isinstance(value, dict):
            return {key: stripped(item) for key, item in value.items() if key in known}
        return [*map(stripped, value)] if isinstance(value, list) else value

    document = export(play("? 3 #1, Bob 2 #2 @1"), play("Ann *, Bob", comments="Late", date="2024-03-10 01:00:00"))
    assert stripped(document) != document
    assert brought(stripped(document)) == brought(document)


NIGHTS = [
    pytest.param("2024-03-09 20:15:00", date(2024, 3, 9), id="an evening"),
    pytest.param("2024-03-10 05:59:59", date(2024, 3, 9), id="before six in the morning"),
    pytest.param("2024-03-10 06:00:00", date(2024, 3, 10), id="from six in the morning on"),
    pytest.param("2024-01-01 00:30:00", date(2023, 12, 31), id="after midnight on New Year's Day"),
    pytest.param("2026-06-02 02:00:00", TODAY, id="tonight, after midnight"),
    pytest.param("2026-06-02 06:00:00", "2026-06-02: This date is in the future.", id="in the future"),
    *(
        pytest.param(text, "The date can’t be read.", id=f"not a date: {text!r}")
        for text in (
            "2024-02-30 10:00:00",
            "2024-03-09",
            "2024-03-09T20:15:00Z",
            "0001-01-01 00:00:00",
            "",
            None,
            20240309,
        )
    ),
    pytest.param("1900-01-01 03:00:00", "The date can’t be read.", id="long ago"),
]


@pytest.mark.parametrize(("moment", "night"), NIGHTS)
def test_a_night_lasts_until_six_in_the_morning(moment, night):
    read = brought(export(play("Ann *, Bob", date=moment)))
    if isinstance(night, str):
        assert [message.text.split("Wingspan")[1].lstrip(",: ") for message in read.messages] == [night]
        assert read.games == ()
    else:
        assert [(played.night, played.started) for played in read.games] == [(night, None)]


def test_games_are_in_the_order_of_their_plays():
    at = [
        "2024-03-10 01:00:00",
        "2024-03-09 22:00:00",
        "2024-03-09 21:00:00",
        "2024-03-09 22:00:00",
        "2023-03-09 23:00:00",
    ]
    plays = [play("Ann *, Bob", uuid=str(number), date=moment) for number, moment in enumerate(at)]
    assert [played.id for played in brought(export(*plays)).games] == ["4", "2", "1", "3", "0"]


SEATS = [
    pytest.param({}, "Ann Bob Cy", id="as in the file"),
    pytest.param({"startPlayer": (False, True, True)}, "Bob Cy Ann", id="from the first player on"),
    pytest.param({"seatOrder": (3, 1, 2)}, "Bob Cy Ann", id="by seat"),
    pytest.param({"seatOrder": (2, 0, 1), "startPlayer": (True, False, False)}, "Bob Cy Ann", id="by seat first"),
    pytest.param({"seatOrder": (1, 0, 0)}, "Ann Bob Cy", id="not everybody has a seat"),
    pytest.param({"seatOrder": (1, None, "2")}, "Ann Bob Cy", id="wrong seats"),
    pytest.param({"seatOrder": (2, 1, True)}, "Ann Bob Cy", id="a seat that isn't a number"),
    pytest.param({"startPlayer": (0, "yes", [])}, "Ann Bob Cy", id="wrong first players"),
]


@pytest.mark.parametrize(("values", "names"), SEATS)
def test_players_sit_as_the_file_says(values, names):
    given = play("Ann *, Bob, Cy")
    for key, of_players in values.items():
        for row, value in zip(given["playerScores"], of_players, strict=True):
            row[key] = value
    (played,) = brought(export(given)).games
    assert played.names == tuple(names.split())
    assert [played.names[seat] for seat in played.won] == ["Ann"]


PLAYERS = [
    pytest.param("? *, Bob", {}, "Guest *, Bob", id="a guest"),
    pytest.param("? *, Bob, ?, ?", {}, "Guest *, Bob, Guest 2, Guest 3", id="several guests"),
    pytest.param("? *, Bob", {2: "guest"}, "Someone is listed twice.", id="called so"),
    pytest.param("Ann *, Bob", {1: " Zoe\u0308   Lee "}, "Zoë Lee *, Bob", id="a cleaned name"),
    pytest.param("Ann *, Bob", {1: "BOB"}, "Someone is listed twice.", id="equal names"),
    pytest.param("Ann *, Bob", {2: ""}, "The file doesn’t name a player.", id="an empty name"),
    pytest.param("Ann *, Bob", {2: ["Bob"]}, "The file doesn’t name a player.", id="a wrong name"),
    pytest.param("Ann *, Bob", {2: "x" * 41}, "A name can have at most 40 characters.", id="a long name"),
    pytest.param("Ann *, Bob", {2: "a\tb"}, "A name can’t contain control characters.", id="a tab"),
]


@pytest.mark.parametrize(("scores", "names", "result"), PLAYERS)
def test_names_are_as_in_the_file_but_cleaned(scores, names, result):
    people = [person | {"name": names.get(person["id"], person["name"])} for person in PEOPLE]
    read = brought(export(play(scores), players=people))
    told_notes = [message.text.removeprefix("Wingspan, 2024-03-09: ") for message in read.messages]
    assert [*map(told, read.games), *told_notes] == [result]


def test_a_player_that_the_file_lacks_is_listed():
    given = play("Ann *, Bob")
    for wrong in (99, None, True, [1], {}, "x" * 200):
        given["playerScores"][1]["playerRefId"] = wrong
        (message,) = brought(export(given)).messages
        assert message.text == "Wingspan, 2024-03-09: The file doesn’t name a player."
    given["playerScores"][1]["playerRefId"] = "2"  # Another version could write ids as text.
    assert told(brought(export(given)).games[0]) == "Ann *, Bob"


def test_a_player_named_like_a_column_of_the_game_is_listed():
    people = [person | {"name": "The gnome" if person["id"] == 1 else person["name"]} for person in PEOPLE]
    gnome = [person | {"name": "gnome" if person["id"] == 1 else person["name"]} for person in PEOPLE]
    for players, count in ((people, 1), (gnome, 0)):
        document = export(play("Ann 40 *, Bob 50, Cy 3"), players=players)
        assert len(brought(document, found=all_games()["trumplestiltskin"]).games) == count


def test_a_game_has_the_id_of_its_play_or_else_one_that_stays():
    equal, other = play("Ann *, Bob", uuid=None), play("Ann, Bob *", uuid="")
    document = export(play("Ann *, Bob", uuid="ABC-1"), equal, equal, other, play("Ann *, Bob", uuid="a\nb"))
    ids = [played.id for played in brought(document).games]
    assert ids[0] == "ABC-1"
    assert len({*ids}) == 5
    assert [played.id for played in brought(document, "who").games] == ids
    assert ids[1] == "b337ec9b-acd1-53ce-9c37-03dd9ea49118"  # Whatever changes it would add these plays a second time.
    turned = json.loads(json.dumps(document, sort_keys=True))
    assert [played.id for played in brought(turned).games] == ids
    added = export(play("Cy *, Bob"), *document["plays"])
    assert {*ids} < {played.id for played in brought(added).games}


def test_a_play_that_is_in_the_file_twice_is_added_once():
    read = brought(export(play("Ann *, Bob", uuid="abc"), play("Ann, Bob *", uuid="ABC")))
    assert [message.text for message in read.messages] == ["Wingspan, 2024-03-09: It’s in the file twice."]
    assert [*map(told, read.games)] == ["Ann *, Bob"]


TEXTS = [
    pytest.param(" Late\r\nstart ", "Late\nstart", id="lines"),
    pytest.param("Zoe\u0308\tLee\x00", "Zoë Lee", id="control characters"),
    pytest.param(
        "a" + "".join(map(chr, [*range(10), 11, 12, *range(14, 32), *range(127, 160)])) + "b",
        "a" + " " * 63 + "b",
        id="all",
    ),
    pytest.param("x" * (limits.LONGEST_TEXT + 1), "x" * limits.LONGEST_TEXT, id="too long"),
    pytest.param("\u0344" * limits.MOST_MARKS, "", id="too many accents once they are normalized"),
    pytest.param("a" + "\u0301" * 100_000, "", id="too many accents"),
    *(pytest.param(wrong, "", id=f"wrong: {wrong!r}") for wrong in (None, 7, True, ["x"], {})),
]


@pytest.mark.parametrize(("text", "kept"), TEXTS)
def test_places_and_comments_are_cleaned(text, kept):
    read = brought(export(play("Ann *, Bob", comments=text), locations=[{"id": 1, "name": text}]))
    assert [(played.place, played.note) for played in read.games] == [(kept, kept)]
    assert read_sheets(write_document(read.games)).messages == ()


def assert_each_play_is_a_game_or_listed(document, read):
    """Check that nothing gets lost, and that what was read survives being written and read again."""
    whole = [message for message in read.messages if ONLY not in message.text]
    assert len(read.games) + len(whole) == len(document["plays"])
    again = read_sheets(write_document(read.games))
    assert again.messages == ()
    blank = all_games()["any_game"]
    assert [replace(played, card_game=blank) for played in again.games] == [
        replace(played, card_game=blank) for played in read.games
    ]


def random_play(random):
    """Return a play of two to five players that looks like many, or like few."""
    names = random.sample([*NAMES[:9], "?", "?"], random.choice([1, 2, 2, 3, 4, 5, 11]))
    scores = random.choice(["", "", "13", "13.5", "4+0+3", "8-3", "1.25", "x", None])
    rows = []
    for name in names:
        score = random.choice([scores, scores, scores, "7"]) if scores != "" else ""
        marks = random.choice(["", "", "*", "#1", "#2", "@1", "@2"])
        rows.append(" ".join(filter(None, [name, score, marks])))
    day = f"{random.randrange(2015, 2026)}-{random.randrange(1, 13):02}-{random.randrange(1, 31):02}"
    moment = f"{day} {random.randrange(24):02}:{random.randrange(60):02}:00"
    return play(", ".join(rows), game=random.randrange(1, 40), date=moment, usesTeams=random.choice([True, False]))


def test_in_a_long_file_each_play_is_a_game_or_listed():
    random = Random(51)
    games = [game(f"Game {id}", id=id, cooperative=id % 4 == 0, noPoints=id % 5 == 0) for id in range(1, 40)]
    document = export(*(random_play(random) for _ in range(1500)), games=games)
    read = brought(document)
    assert_each_play_is_a_game_or_listed(document, read)
    assert len(read.games) > 1000


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
WHOLE = export(
    play("Ann 3 * @1, Bob 2 #2 @2, ? 1", comments="Late", date="2024-03-10 01:00:00"),
    play("Ann 40 *, Bob 39"),
    play("Ann 40 *, Bob 39, Cy 7, Dee 8"),
    games=[game(), game("Azul", id=2)],
)


def places(value, *steps):
    """Yield the steps that lead to each value inside another."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*steps, key)
        yield from places(item, *steps, key)


@given(st.sampled_from([*places(WHOLE)]), ANYTHING, st.sampled_from(["", "together", *all_games()]))
def test_anything_can_be_in_any_place(place, value, which):
    document = read_json(json.dumps(WHOLE).encode())
    *steps, last = place
    inside = document
    for step in steps:
        inside = inside[step]
    inside[last] = value
    read = brought(document, which if which in ends() else "", all_games().get(which))
    assert len(read.games) <= 3
    again = read_sheets(write_document(read.games))
    assert (again.messages, len(again.games)) == ((), len(read.games))


@given(st.data(), st.sampled_from([*all_games()]))
def test_every_game_takes_results_or_says_why_not(data, slug):
    names = data.draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=7, unique=True))
    marks = st.sampled_from(["", " *", " 12", " 12 *", " 40", " @1", " @2", " 12 @1", " 40 @2 *", " #1"])
    document = export(play(", ".join(name + data.draw(marks) for name in names), usesTeams=data.draw(st.booleans())))
    assert_each_play_is_a_game_or_listed(document, brought(document, found=all_games()[slug]))
