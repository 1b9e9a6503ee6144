"""Files that aren't ours: one sentence says what each seems to be, and which one to take. FORMAT.md: Errors."""

import io
import json
import zipfile

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


HANDS = table(hands_table)
TABLE = "Date,Ann,Bob\n2026-01-01,12,40\n"
FOREIGN = [
    (json.dumps(BGSTATS).encode(), "an export of Board Game Stats"),
    (HANDS, "“Hands, for spreadsheets”, which can’t be read back"),
    (
        HANDS.replace(b",", b";").replace(b"\xef\xbb\xbf", b""),  # saved with semicolons
        "“Hands, for spreadsheets”, which can’t be read back",
    ),
    (zipped(), "a spreadsheet or a ZIP file"),
    (b"\x1f\x8b" + bytes(50), "a compressed file"),
    (b"%PDF-1.7\n%\xe2\xe3", "a PDF"),
    (b"\x89PNG\r\n\x1a\n" + bytes(20), "a picture"),
    (b"SQLite format 3\0" + bytes(84), "a whole database"),
    ("\ufeff\n<!DOCTYPE html><p>x".encode(), "a web page"),
    (b'<?xml version="1.0"?>\n<!DOCTYPE html><html xmlns="x"/>', "a web page"),
    (b'<?xml version="1.0"?><plays/>', "a list of plays from BoardGameGeek"),
    (b'<plays username="ann" total="2">\n<play id="1"/></plays>', "a list of plays from BoardGameGeek"),
    (b'<?xml version="1.0"?><!-- by hand --><scores/>', "an XML file"),
    *((TABLE.replace(",", separator).encode(code), "a table") for separator in ",;\t" for code in ("utf-8", "utf-16")),
    ("Date;Zo\xeb;Bob\r\n1.5.2026;12,5;40\r\n".encode("latin-1"), "a table"),
    (b'"Smith, Ann",Bob\n12,40', "a table"),
    (b"\tAnn\tBob\n1\t12\t40\n", "a table"),
    (b"Ann 12, Bob 3\nAnn 4, Bob 5\n", "text, not JSON"),
    (b"Ann; Bob\n", "text, not JSON"),
]


def test_one_sentence_says_what_a_file_seems_to_be_and_which_one_to_take():
    for raw, what in FOREIGN:
        for read_file, take in (
            (read_sheets, "choose a file that the app exported as “Everything”."),
            (read_recipe, "choose a file that was downloaded from a game’s own page."),
        ):
            if len(raw) < 16_000 or read_file is read_sheets:
                assert [message.text for message in read_file(raw).messages] == [f"This seems to be {what}; {take}"]


def test_a_file_of_ours_is_read_however_it_is_indented():
    for raw in (b'\t{\n\t"format": "scorekeeper-sheets/1",\n\t"games": []}', b"\xef\xbb\xbf\r\n" + document()):
        assert read_sheets(raw).messages == ()


def test_each_reader_knows_what_the_other_reads():
    (message,) = read_sheets(RECIPE).messages
    assert message.text == "This is a shared game: add it under “A game someone shared”."
    (message,) = read_recipe(document(game())).messages
    assert message.text == "These are score sheets: add them under “Import and export”."


def test_json_without_our_format_is_told_which_one_it_needs():
    for value in ({}, {"games": []}, {"format": None}, {"format": ["scorekeeper-sheets/1"]}, {"a": [1] * 5000}, []):
        (message,) = read_sheets(json.dumps(value).encode()).messages
        assert str(message) == (
            "format: error: This seems to be JSON that doesn’t say “format”: “scorekeeper-sheets/1”;"
            " choose a file that the app exported as “Everything”."
        )


def test_another_encoding_is_named_with_how_to_save_the_file():
    text = document(game(players=["Zoë", "Bob", "Cy"], hands=[])).decode().replace("\\u00eb", "ë")
    for encoding, name in (
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-32", "UTF-32"),
        ("latin-1", "Latin-1 or Windows-1252 (byte {})"),
    ):
        raw = text.encode(encoding)
        (message,) = read_sheets(raw).messages
        said = f"The file isn’t UTF-8 but seems to be {name.format(raw.find(bytes([0xEB])))}. "
        assert (message.place, message.text) == ("", said + "Open it in a text editor, and save it as UTF-8.")
    (message,) = read_sheets(b"ID3\x04\xff\0\0").messages
    assert message.text == "The file isn’t text (byte 4)."
