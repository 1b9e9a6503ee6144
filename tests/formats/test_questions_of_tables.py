"""What a table of results asks, how its rows are mended, and which ids its games have. FORMAT.md: Tables."""

import pytest

from tests.formats.tables_read import lines, notes, read, understood

TABLE = "date,game,who drove,Nora,Ben\n1/6/24,Go,Ben,12,88\n2/3/24,Go,Ben,3o,41\n3/1/24,Uno,Nora,5,4\n"


def question(brought, key):
    """Return the question with a key."""
    return next(question for question in brought.questions if question.key == key)


def test_each_column_is_shown_with_what_was_understood():
    brought = read(TABLE, {"dates": "month", "game.go": "most"})
    assert understood(brought) == {
        "date": "date",
        "game": "game",
        "who drove": "out",
        "Nora": "player",
        "Ben": "player",
    }
    shown = {question.text: question.note for question in brought.questions if question.key.startswith("column.")}
    assert shown == {
        "date": "1/6/24, 2/3/24, 3/1/24",
        "game": "Go, Uno",
        "who drove": "Ben, Nora",
        "Nora": "12, 3o, 5",
        "Ben": "88, 41, 4",
    }


def test_a_column_can_be_something_else():
    table = "when it was,Uno so far,who,Nora,Ben\n9.3.24,Uno,Ben,12,88\n"
    answers = {"column.2": "game", "column.3": "note", "column.4": "out"}
    assert lines(read(table, {**answers})) == ["2024-03-09 Uno: Ben 88 * “Ben”"]
    assert lines(read("date,game,Ann,Ben\n9.3.24,Uno,1,2\n", {"column.1": "out", "numbers": "points"})) == [
        "None Uno: Ann 1 *, Ben 2"
    ]


CHOICES = {
    "dates": (TABLE, "What day is 1/6/24?", ["January 6", "June 1"], ""),
    "game.go": (TABLE, "How do you win Go?", ["The most points win", "The fewest points win"], "2 games"),
    "year": ("date,game,Ann,Ben\nMarch 9,Uno,12,88\n", "Which year is March 9 from?", [], ""),
    "game": ("date,Ann,Ben\n9.3.24,12,88\n", "Which game is it?", [], ""),
    "thousands": (
        "date,game,Ann,Ben\n9.3.24,Uno,1.234,8\n",
        "How much is 1.234?",
        ["1234", "A little more than 1"],
        "",
    ),
    "mark.*": ("date,game,Ann,Ben\n9.3.24,Uno,5*,8\n", "What does “*” mean?", ["Who won", "Nothing"], ""),
    "mark.(K)": (
        "date,game,player,score\n9.3.24,Uno,Ben (K),8\n",
        "What does “(K)” mean?",
        ["Who won", "Nothing", "It’s part of the name"],
        "",
    ),
    "numbers": (
        "date,game,Ann,Ben\n9.3.24,Uno,1,0\n",
        "What are the numbers?",
        ["Points of games", "1 is for who won", "Rounds of a game, or sums of several"],
        "",
    ),
}


@pytest.mark.parametrize("key", CHOICES)
def test_what_a_table_leaves_open_is_asked(key):
    table, text, choices, note = CHOICES[key]
    asked = question(read(table), key)
    assert (asked.text, asked.note, asked.answer) == (text, note, "")
    assert [label for _value, label in asked.choices][: len(choices)] == choices
    assert read(table).waits


def test_an_answer_that_is_none_counts_as_not_given():
    for key, (table, *_asked) in CHOICES.items():
        for answer in ("", "-", "x" * 41, "0000", "2027", "\ud800", "9" * 5000):
            if key != "game" or answer in {"", "\ud800"}:
                assert question(read(table, {key: answer}), key).answer == "", (key, answer)


def test_what_is_asked_once_is_answered_for_the_whole_table():
    table = "date,game,Ann,Ben\n9.3.24,Uno,5*,8\n10.3.24,Uno,6,5*\n11.3.24,Uno,6,5\n"
    assert lines(read(table, {"mark.*": "nothing"})) == [
        "2024-03-09 Uno: Ann 5 *, Ben 8",
        "2024-03-10 Uno: Ann 6, Ben 5 *",
        "2024-03-11 Uno: Ann 6, Ben 5 *",
    ]
    assert lines(read(table.replace("6,5*", "6*,5"), {"mark.*": "won"}))[1] == "2024-03-10 Uno: Ann 6 *, Ben 5"


def test_games_are_shown_while_their_dates_are_open():
    assert [game.night for game in read(TABLE).games] == [None, None]


def test_a_row_is_typed_anew_with_the_same_separator():
    mended = read(TABLE, {"dates": "month", "game.go": "most", "row.3": "2/3/24,Go,Ben,30,41"})
    assert mended.broken == ()
    assert lines(mended)[1] == "2024-02-03 Go: Nora 30, Ben 41 *"
    again = read(TABLE, {"row.3": "2/3/24,Go,Ben,3O,41"})
    assert [(broken.text, broken.left_out) for broken in again.broken] == [("2/3/24,Go,Ben,3O,41", False)]
    tabs = "date\tgame\tAnn\tBen\n9.3.24\tUno\t5\t8\n\tUno\t3o\t8\n"
    assert lines(read(tabs, {"row.3": "\tUno\t30\t8"}))[1] == "2024-03-09 Uno: Ann 30, Ben 8 *"


def test_a_row_can_be_left_out():
    answers = {"dates": "month", "game.go": "most", "out.3": "on"}
    brought = read(TABLE, answers)
    assert [(broken.line, broken.left_out) for broken in brought.broken] == [(3, True)]
    assert not brought.waits
    assert [str(game.night) for game in brought.games] == ["2024-01-06", "2024-03-01"]
    assert read(TABLE, {**answers, "out.3": "", "out.2": "on"}).waits


def test_the_other_rows_of_its_game_are_left_out_with_it():
    table = "date,game,player,score\n9.3.24,Uno,Ann,12\n9.3.24,Uno,Ben,3o\n10.3.24,Uno,Ann,12\n10.3.24,Uno,Ben,7\n"
    assert notes(read(table)) == []
    brought = read(table, {"out.3": "on"})
    assert notes(brought) == ["line 2: note: Another row of its game is left out."]
    assert lines(brought) == ["2024-03-10 Uno: Ann 12, Ben 7 *"]


def ids(table, answers=()):
    """Return the ids of a table's games."""
    return [game.id for game in read(table, answers).games]


def test_the_same_table_has_the_same_ids_whatever_was_answered():
    first, third = ids(TABLE)
    assert ids(TABLE, {"dates": "day", "game.go": "least", "column.3": "note", "out.3": "on"}) == [first, third]
    assert ids(TABLE, {"column.4": "out", "column.2": "out", "column.1": "out"})[::2] == [first, third]
    assert ids(TABLE.replace(",", "\t").replace("\n", "\r\n") + "\n") == [first, third]
    assert ids(TABLE.replace("88", "89"))[0] != first


def test_equal_rows_are_counted_by_their_date():
    row = ",Uno,12,88\n"
    one = ids(f"date,game,Ann,Ben\n9.3.24{row}")
    two = ids(f"date,game,Ann,Ben\n9.3.24{row}{row}10.3.24{row}")
    assert len({*two}) == 3
    assert two[:1] == one
    assert ids(f"date,game,Ann,Ben\n9.3.24{row}9.3.24{row}10.3.24{row}") == two


def test_a_row_keeps_its_id_when_others_or_a_player_are_added():
    first, third = ids(TABLE)
    assert ids(TABLE + "4/1/24,Uno,Nora,5,4\n")[:2] == [first, third]
    heads, *rows = TABLE.splitlines()
    assert ids("\n".join([f"{heads},Cy", *rows, "4/1/24,Uno,Nora,5,4,9"]))[:2] == [first, third]


def test_a_mended_row_is_known_by_its_mended_text():
    mended = "2/3/24,Go,Ben,30,41"
    assert ids(TABLE, {"row.3": mended}) == ids(TABLE.replace("2/3/24,Go,Ben,3o,41", mended))
