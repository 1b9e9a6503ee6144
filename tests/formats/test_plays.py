"""An export of Board Game Stats: which of its games come along, and as what. FORMAT.md: Board Game Stats."""

from datetime import date

import pytest

from scorekeeper.formats.brought import KnownHere
from scorekeeper.formats.plays import read_plays
from scorekeeper.formats.results import new_game
from scorekeeper.games import all_games
from scorekeeper.rules import limits
from tests.bgstats_files import export, game, play

TODAY = date(2026, 6, 1)
HERE = {"Scarto": all_games()["scarto"], "Wingspan": new_game("Wingspan", "least")}


def brought(document, answers=(), here=()):
    """Return what is read from an export by a group that has these games."""
    known = KnownHere(game={name: HERE[name] for name in here}.get, players=(), today=TODAY)
    return read_plays(document, dict(answers), known)


def notes(read):
    """Return the messages as strings."""
    return [str(message) for message in read.messages]


WON, LOST, SPLIT, SOLO = "Ann *, Bob *", "Ann, Bob", "Ann *, Bob", "Ann *"
NEW_GAMES = [
    pytest.param({}, [SPLIT], "most", id="the most points win"),
    pytest.param({"highestWins": False}, [SPLIT], "least", id="the fewest points win"),
    pytest.param({"highestWins": False, "noPoints": True}, [SPLIT], "who", id="there are no points"),
    pytest.param({"highestWins": None, "noPoints": "no", "cooperative": 1}, [SPLIT], "most", id="wrong values"),
    pytest.param({"cooperative": True, "noPoints": True}, [LOST], "together", id="cooperative"),
    pytest.param({"cooperative": True}, [SOLO], "together", id="cooperative, and only played by one"),
    pytest.param({"cooperative": True}, [SPLIT, WON], "together", id="cooperative, and once only some won"),
    pytest.param({}, [WON, LOST, SOLO], "together", id="all or nobody won, and once all did"),
    pytest.param({}, [LOST, LOST], "most", id="nobody ever won"),
    pytest.param({}, [WON, SPLIT], "most", id="all won once, some won once"),
    pytest.param({}, [SOLO, SOLO], "most", id="only played by one"),
]


@pytest.mark.parametrize(("about", "plays", "how"), NEW_GAMES)
def test_how_a_new_game_is_won_follows_from_the_file(about, plays, how):
    read = brought(export(*map(play, plays), games=[game(**about)]))
    (question,) = read.questions
    assert (question.key, question.text, question.answer) == ("game.1", "Wingspan", how)
    assert {played.card_game for played in read.games} <= {new_game("Wingspan", how)}


def test_each_game_is_asked_about_with_those_played_most_first():
    plays = [play(SPLIT, game=2), play(SPLIT, game=1), play(SPLIT, game=2), play(SPLIT, game="x")]
    games = [game("Wingspan"), game("Azul", id=2), game("Never played", id=3), game("Hive", id="x")]
    read = brought(export(*plays, games=games))
    asked = [(question.key, question.text, question.note) for question in read.questions]
    assert asked == [
        ("game.2", "Azul", "2 plays"),
        ("game.x", "Hive", "1 play"),
        ("game.1", "Wingspan", "1 play"),
    ]
    assert not read.waits


CHOICES = {
    "most": "A new game: The most points win",
    "least": "A new game: The fewest points win",
    "who": "A new game: There are no points",
    "together": "A new game: All win or lose together",
    "out": "Leave it out",
}
SLUG = HERE["Wingspan"].rules.slug
ANSWERS = [
    pytest.param({}, "", "most", id="a game that isn't here is new"),
    pytest.param({}, "Wingspan", SLUG, id="a game that is here is that"),
    pytest.param({"game.1": "least"}, "", "least", id="a new game that is won otherwise"),
    pytest.param({"game.1": "who"}, "Wingspan", "who", id="a new game although one is here"),
    pytest.param({"game.1": "out"}, "Wingspan", "out", id="left out"),
    pytest.param({"game.1": SLUG}, "", "most", id="a game that isn't here"),
    pytest.param({"game.1": "anything", "game.2": "out", "x": ""}, "", "most", id="silly answers"),
]


@pytest.mark.parametrize(("answers", "here", "answer"), ANSWERS)
def test_an_answer_decides_which_game_it_becomes(answers, here, answer):
    read = brought(export(play("Ann 4 *, Bob 3"), play(SPLIT)), answers, [here] if here else [])
    (question,) = read.questions
    assert question.answer == answer
    assert dict(question.choices) == ({SLUG: "Wingspan"} if here else {}) | CHOICES
    if answer == "out":
        assert (notes(read), read.games) == (["note: 2 plays are of games left out."], ())
    else:
        chosen = HERE["Wingspan"] if answer == SLUG else new_game("Wingspan", answer)
        assert (notes(read), {played.card_game for played in read.games}) == ([], {chosen})


def test_a_game_that_is_here_has_its_own_rules():
    three, two = play("Ann 40, Bob 50 *, Cy 56"), play("Ann 40, Bob 50 *")
    read = brought(export(three, two, games=[game("Scarto")]), here=["Scarto"])
    assert [played.rules.slug for played in read.games] == ["scarto"]
    assert notes(read) == ["note: Scarto, 2024-03-09: Scarto is for 3 players, not 2."]


def test_ignored_plays_and_those_of_games_left_out_are_counted():
    ignored = play("Ann", ignored=True)
    plays = [ignored, ignored, play(SPLIT, game=2), play(SPLIT)]
    read = brought(export(*plays, games=[game(), game("Azul", id=2)]), {"game.2": "out"})
    assert notes(read) == ["note: 2 plays are marked as ignored.", "note: 1 play is of a game left out."]
    assert len(read.games) == 1
    assert [question.note for question in read.questions] == ["1 play", "1 play"]


GAME_NAMES = [
    pytest.param(" 7   Wonders ", "7 Wonders", id="cleaned"),
    pytest.param("Zoe\u0308’s {game}", "Zoë’s {game}", id="with a brace and an accent"),
    pytest.param("W" * 40, "W" * 40, id="of 40 characters"),
    pytest.param(
        "Sherlock Holmes Consulting Detective: Box", "Sherlock Holmes Consulting Detective: B…", id="too long"
    ),
    *(pytest.param(name, None, id=f"no name: {name!r:.20}") for name in ("", " ", "a\tb", "\u202e", None, 7, ["a"])),
]


@pytest.mark.parametrize(("name", "kept"), GAME_NAMES)
def test_a_game_has_the_name_that_it_can_have_here(name, kept):
    read = brought(export(play(SPLIT), games=[game(name)]))
    assert [question.text for question in read.questions] == ([kept] if kept else [])
    assert [played.table.options.name for played in read.games] == ([kept] if kept else [])
    assert notes(read) == ([] if kept else ["note: A play, 2024-03-09: The file doesn’t name the game."])


def test_more_plays_than_a_file_can_have_are_refused_until_games_are_left_out(monkeypatch):
    monkeypatch.setattr(limits, "MOST_GAMES", 2)
    document = export(*[play(SPLIT)] * 2, play(SPLIT, game=2), games=[game(), game("Azul", id=2)])
    read = brought(document)
    assert (len(read.questions), read.games) == (2, ())
    assert notes(read) == ["error: At most 2 plays can be added at once, and these are 3. Leave out some games."]
    assert len(brought(document, {"game.2": "out"}).games) == 2


def test_of_more_games_than_a_group_can_have_those_played_least_are_left_out(monkeypatch):
    monkeypatch.setattr(limits, "MOST_RECIPES", 1)
    read = brought(export(play(SPLIT), *[play(SPLIT, game=2)] * 2, games=[game(), game("Azul", id=2)]))
    assert [question.text for question in read.questions] == ["Azul"]
    assert notes(read)[0] == "note: 1 play is of a game left out."


def test_without_a_list_of_plays_nothing_is_read():
    for changes in ({"plays": None}, {"plays": {}}, {"plays": "x"}):
        assert notes(brought(export(**changes))) == ["plays: error: Expected a list of plays."]
    assert brought(export()).messages == ()
