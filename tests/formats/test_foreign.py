"""Files that aren't ours: one sentence says what each seems to be, and which one to take. FORMAT.md: Errors."""

import io
import json
import zipfile

import pytest

from scorekeeper.formats.recipes import read_recipe, write_recipe
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.formats.tables import hands_table
from scorekeeper.recording.own_games.reading import supplied
from tests.formats.documents import document, game, read
from tests.own_games import UNO

SHEET = read(game(id="a", night="2026-02-20"))
PLAYED = {"playDate": "2026-02-20 21:00:00", "gameRefId": 1, "playerScores": [{"score": "10", "playerRefId": 1}]}
BGSTATS = {"plays": [PLAYED] * 300, "games": [{"id": 1}], "players": [{"id": 1}], "locations": [], "tags": []}
RECIPE = write_recipe(supplied()[UNO])


def zipped():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("sheet.xml", "<x/>")
    return file.getvalue()


def table(rows):
    return "".join(rows([SHEET], [SHEET.rules])).encode()


FOREIGN = [
    pytest.param(json.dumps(BGSTATS).encode(), "an export of Board Game Stats", id="Board Game Stats"),
    pytest.param(
        table(hands_table), "the table “Hands (CSV)”, which is for spreadsheets", id="our hands, for spreadsheets"
    ),
    pytest.param(
        table(hands_table).replace(b",", b";").replace(b"\xef\xbb\xbf", b""),
        "the table “Hands (CSV)”, which is for spreadsheets",
        id="our hands, saved with semicolons",
    ),
    pytest.param(zipped(), "a spreadsheet or a ZIP file", id="a spreadsheet"),
    pytest.param(b"\x1f\x8b" + bytes(50), "a compressed file", id="a compressed file"),
    pytest.param(b"%PDF-1.7\n%\xe2\xe3", "a PDF", id="a PDF"),
    pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(20), "a picture", id="a screenshot"),
    pytest.param(b"SQLite format 3\0" + bytes(84), "a whole database", id="a backup"),
    pytest.param("\ufeff\n<!DOCTYPE html><p>x".encode(), "a web page", id="a page that was saved"),
    pytest.param(b"Ann 12, Bob 3\nAnn 4, Bob 5\n", "text, not JSON", id="text"),
]


@pytest.mark.parametrize(("raw", "what"), FOREIGN)
def test_one_sentence_says_what_a_file_seems_to_be_and_which_one_to_take(raw, what):
    for read_file, take in (
        (read_sheets, "choose a file that the app exported as “Score sheets (JSON)”."),
        (read_recipe, "choose a file that was downloaded from a game’s own page."),
    ):
        if len(raw) < 16_000 or read_file is read_sheets:
            assert [message.text for message in read_file(raw).messages] == [f"This seems to be {what}; {take}"]


def test_each_reader_knows_what_the_other_reads():
    (message,) = read_sheets(RECIPE).messages
    assert message.text.startswith("This seems to be a shared game, which is added under “Another game”; choose")
    (message,) = read_recipe(document(game())).messages
    assert message.text.startswith("This seems to be score sheets, which are imported under “Import and export”; ")


@pytest.mark.parametrize(
    "value", [{}, {"games": []}, {"format": None}, {"format": ["scorekeeper-sheets/1"]}, {"a": [1] * 5000}]
)
def test_json_without_our_format_is_told_which_one_it_needs(value):
    (message,) = read_sheets(json.dumps(value).encode()).messages
    assert str(message) == (
        "format: error: This seems to be JSON that doesn’t say “format”: “scorekeeper-sheets/1”;"
        " choose a file that the app exported as “Score sheets (JSON)”."
    )


SAVE = "Open it in a text editor, and save it as UTF-8."


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        pytest.param("utf-16", "The file isn’t UTF-8 but seems to be UTF-16. " + SAVE, id="UTF-16"),
        pytest.param("utf-16-le", "The file isn’t UTF-8 but seems to be UTF-16. " + SAVE, id="UTF-16 without a mark"),
        pytest.param("utf-32", "The file isn’t UTF-8 but seems to be UTF-32. " + SAVE, id="UTF-32"),
        pytest.param(
            "latin-1", "The file isn’t UTF-8 but seems to be Latin-1 or Windows-1252 (byte 79). " + SAVE, id="Latin-1"
        ),
    ],
)
def test_another_encoding_is_named_with_how_to_save_the_file(encoding, said):
    text = document(game(players=["Zoë", "Bob", "Cy"], hands=[])).decode()
    raw = text.replace("\\u00eb", "ë").encode(encoding)
    (message,) = read_sheets(raw).messages
    assert (message.place, message.text) == ("", said.replace("79", str(raw.find(b"\xeb"))))


def test_what_is_no_text_at_all_is_not_taken_for_another_encoding():
    (message,) = read_sheets(b"ID3\x04\xff\0\0").messages
    assert message.text == "The file isn’t text (byte 4)."
