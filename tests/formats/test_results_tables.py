"""Tables of results, as forty people keep them: each is read right, or refused in words. FORMAT.md: Tables."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scorekeeper.formats.results import new_game
from scorekeeper.formats.tables import games_table
from tests.formats.tables_of_games import BY_COLUMN
from tests.formats.tables_of_rows import LONG, OWN_HEADS, PAIRS
from tests.formats.tables_read import lines, notes, open_keys, read

NOON = datetime(2024, 3, 9, 12, tzinfo=UTC)
READ = {**BY_COLUMN, **LONG, **PAIRS}
"""By what is special about them: the table, the answers to all that it leaves open, and its games."""


@pytest.mark.parametrize(("table", "answers", "games"), READ.values(), ids=READ)
def test_a_table_is_read_right(table, answers, games):
    raw = table.lstrip("\n")
    brought = read(raw, answers)
    assert open_keys(read(raw)) == [*answers]
    assert open_keys(brought) == []
    assert brought.broken == ()
    assert "\n".join(lines(brought)) == games.strip()


NO_HEADS, NO_PLAYERS = "No row says what the columns are", "No column is understood as a player’s points"
REFUSED = {
    "no heads": ("2024-03-09,Uno,Ann,12\n2024-03-09,Uno,Ben,30\n", NO_HEADS),
    "dates in the heads": (",9.3.2024,16.3.2024\nAnn,12,33\nBen,20,11\n", NO_HEADS),
    "text": ("Dear Ann, we played Uno, and Ben won.\nThen, after dinner, Cy came.\n", NO_HEADS),
    "a drawn table": ("| date | game | Ann |\n|---|---|---|\n| 2024-03-09 | Uno | 1 |\n", "isn’t a table"),
    "points and names in one cell": ('date,game,result\n9.3.24,Uno,"Ann 2, Ben 3"\n', NO_PLAYERS),
    "lists of names": ('date,game,players,winner\n9.3.24,Uno,"Ann, Ben",Ann\n', NO_PLAYERS),
    "a column for who won, and for who lost": ("date,game,winner,loser\n9.3.24,Uno,Ann,Ben\n", NO_PLAYERS),
    "a column for each rank": ("date,game,1st,2nd\n9.3.24,Uno,Ann,Ben\n", NO_PLAYERS),
    "only who won": ("date,game,winner\n9.3.24,Uno,Ann\n", NO_PLAYERS),
    "crosses for who played": ("date,game,Ann,Ben,winner\n9.3.24,Uno,x,x,Ben\n", NO_PLAYERS),
    "the newest first, without a year": ("date,game,Ann,Ben\n3.1.,Uno,1,2\n28.12.,Uno,5,8\n", "Sort the rows by date"),
    "two rows of heads": ("Date,Game,Points,\n,,Ann,Ben\n9.3.24,Uno,11,3\n10.3.24,Uno,4,5\n", NO_PLAYERS),
    "heads and nothing below": ("date,game,Ann,Ben\n", NO_PLAYERS),
    "our own table of hands": ("game,rules,night,hand,dealer\na,uno,2024-03-09,1,Ann\n", "“Hands, for spreadsheets”"),
    "more marks than can be asked about": (
        "date,game,Ann,Ben\n" + "".join(f"9.3.24,Uno,{at},2 {chr(at) * 2}\n" for at in range(97, 109)),
        "too many different marks",
    ),
    "more games than a group can have": (
        "date,game,Ann,Ben\n" + "".join(f"9.3.24,Game {at},1,2\n" for at in range(201)),
        "at most 200 new games",
    ),
}


@pytest.mark.parametrize(("table", "why"), REFUSED.values(), ids=REFUSED)
def test_a_table_is_refused_in_words(table, why):
    brought = read(table)
    assert brought.games == ()
    assert why in notes(brought)[0]
    assert notes(brought)[0].startswith("error: ")


ASKED = {
    "a score sheet of one game": ("Round,Ann,Ben\n1,10,20\n2,15,3\nTotal,25,23\n", {"numbers": "parts"}),
    "sums of several games": ("Name,Games,Wins,Points\nAnn,12,5,33\nBen,10,3,28\n", {"numbers": "parts"}),
    "rounds on dates": ("date,Hand,Ann,Ben\n9.3.24,1,10,20\n9.3.24,2,15,3\n", {"numbers": "parts"}),
}


@pytest.mark.parametrize(("table", "answers"), ASKED.values(), ids=ASKED)
def test_what_may_be_no_results_is_asked_about_and_refused(table, answers):
    assert "numbers" in open_keys(read(table))
    assert notes(read(table, answers))[-1] == "error: Only the results of whole games can be added."
    assert read(table, answers).games == ()


def test_forty_tables_are_read_or_refused():
    assert len({**READ, **REFUSED, **ASKED}) >= 40


BROKEN = {
    "a cross": ("9.3.24,Uno,11,x", "Ben’s score isn’t a number. Leave it empty if Ben didn’t play.", {3}),
    "a slip": ("9.3.24,Uno,11,3o", "Ben’s score isn’t a number. Leave it empty if Ben didn’t play.", {3}),
    "a number in parentheses": (
        "9.3.24,Uno,11,(3)",
        "Ben’s score isn’t a number. Leave it empty if Ben didn’t play.",
        {3},
    ),
    "two slips": ("9.3.24,Uno,l1,3o", "Ann’s score isn’t a number. Leave it empty if Ann didn’t play.", {2}),
    "a quarter": ("9.3.24,Uno,11,3.25", "3.25 is neither a whole number nor a half.", {3}),
    "a date that isn't one": ("30.2.24,Uno,11,3", "“30.2.24” isn’t a date.", {0}),
    "a date long ago": ("9.3.1024,Uno,11,3", "“9.3.1024” isn’t a date.", {0}),
    "a date in the future": ("2.6.26,Uno,11,3", "2.6.26 is in the future.", {0}),
    "no date": (",Uno,11,3", "The date is missing.", {0}),
    "no game": ("9.3.24,,11,3", "The game’s name is missing.", {1}),
    "a comma too many": ("9.3.24,Uno,11,3,,5", "It has more cells than there are headings.", {5}),
    "too few players": ("9.3.24,Scarto,11,3", "Scarto is for 3 players, not 2.", set()),
    "points of players together": ("9.3.24,The Crew,11,3", "Nothing says who won.", set()),
    "too many points": ("9.3.24,Uno,11,99999999", "A total is too large.", set()),
    "no winner where there are no points": ("9.3.24,Chess,11,3", "Nothing says who won.", set()),
}


@pytest.mark.parametrize(("row", "why", "wrong"), BROKEN.values(), ids=BROKEN)
def test_a_row_that_cannot_be_read_is_shown_with_the_reason(row, why, wrong):
    (broken,) = read(f"date,game,Ann,Ben\n{row}\n9.3.24,Uno,17,4\n").broken
    assert (broken.line, broken.why, broken.wrong, broken.text) == (2, why, wrong, row)


MORE_BROKEN = {
    "a winner who didn't play": (
        "date,game,winner,Ann,Ben\n9.3.24,Uno,Cy,1,20\n9.3.24,Uno,Cy and Ben,1,20\n",
        "Cy won, but isn’t among those who played.",
    ),
    "only names": ("date,game,player\n9.3.24,Uno,Ann\n9.3.24,Uno,Ben\n", "Nothing says who won."),
    "a draw": ("date,game,winner,Ann,Ben\n9.3.24,Uno,draw,5,5\n", "draw won, but isn’t among those who played."),
    "the same name twice": ("date,game,Ann,Ben,Ann\n9.3.24,Uno,1,20,30\n", "Someone is listed twice."),
    "too long a name": (f"date,game,player,score\n9.3.24,Uno,{'x' * 41},1\n", "A name can have at most 40 characters."),
    "sorted by player": (
        "player,date,game,score\nAnn,9.3.24,Uno,1\nAnn,10.3.24,Uno,2\nBen,9.3.24,Uno,3\nBen,10.3.24,Uno,4\n",
        "Which game is it?",
    ),
}


@pytest.mark.parametrize(("table", "why"), MORE_BROKEN.values(), ids=MORE_BROKEN)
def test_nothing_is_guessed_of_a_row_that_is_not_clear(table, why):
    brought = read(table)
    assert brought.games == ()
    assert {broken.why[: len(why)] for broken in brought.broken} == {why}


def test_what_is_left_out_is_listed():
    rows = ["Our games,,", "date,game,Ann,Ben", "2023-12-30,Uno,1,20", ",,,", "date,game,Ann,Ben", "2024-01-06,,,"]
    brought = read("\n".join([*rows, "2024-01-13,,5,6", "Total,,6,26", ",,,", ""]))
    assert notes(brought) == [
        "line 1: note: It’s above the headings.",
        "line 4: note: It’s empty.",
        "line 5: note: The headings again.",
        "line 8: note: It’s a sum.",
        "line 9: note: It’s empty.",
        "line 6: note: Nobody played.",
    ]
    assert lines(brought) == ["2023-12-30 Uno: Ann 1 *, Ben 20", "2024-01-13 Uno: Ann 5 *, Ben 6"]


def test_only_a_last_row_without_a_date_can_be_a_sum_without_a_name():
    heads, row, other = "date,game,Ann,Ben", "9.3.24,Catan,1,20", "10.3.24,Catan,2,10"
    assert len(read("\n".join([heads, row, other, ",,3,30"])).games) == 2
    assert len(read("\n".join([heads, row, other, "11.3.24,Catan,3,30"])).games) == 3
    assert len(read("\n".join([heads, row, ",,1,20"])).games) == 2


@pytest.mark.parametrize(("table", "answers", "_games"), READ.values(), ids=READ)
def test_the_apps_own_table_is_read_back(table, answers, _games):
    games = [replace(game, ended=NOON) for game in read(table.lstrip("\n"), answers).games]
    text = "".join(games_table(games, [game.rules for game in games]))
    back = read(text, {"game.ludo": "most", "game.schach": "who"})
    assert open_keys(back) == []
    assert lines(back) == lines(read(table.lstrip("\n"), answers))
    assert [game.id for game in back.games] == [game.id for game in games]


def test_games_of_the_app_keep_their_ids():
    row = "trumplestiltskin,2024-03-09,,2024-03-09T22:00:00+01:00,,,,12,Ann,Ann,28,Ben,3,Cy,1"
    games = read(f"{OWN_HEADS}\nx-1,{row}\nx-1,{row}\n,{row}\n").games
    assert games[0].id == "x-1"
    assert len({game.id for game in games}) == 3


def test_a_new_game_is_won_as_it_was_answered():
    for how in ("most", "least", "who", "together"):
        (played,) = read("date,game,Ann,Ben,winner\n9.3.24,Go,5,5,Ann & Ben\n", {"game.go": how}).games
        assert played.card_game == new_game("Go", how)
        assert bool(played.given) == (how in {"most", "least"})
    assert read("date,game,Ann,Ben\n9.3.24,Go,5,5\n", {"game.go": "out"}).games == ()
