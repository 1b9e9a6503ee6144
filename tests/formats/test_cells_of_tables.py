"""The bytes, dates and numbers of tables that people keep. FORMAT.md: Tables."""

import json
from datetime import date

import pytest

from scorekeeper.formats.amounts import amount, decimal_sign, marked_name, marked_number
from scorekeeper.formats.cells import NoTable, read_rows
from scorekeeper.formats.days import day_comes_first, in_years, run_backward, written_day
from scorekeeper.formats.language import half_points
from scorekeeper.rules import limits
from tests import pages

PAGE, HEADING = "formats/FORMAT.md", "Tables"


def documented(table, column):
    """Yield each cell that a table of the page lists, with what becomes of it."""
    for row in pages.rows(PAGE, HEADING, table=table):
        for cell in json.loads(f"[{row['in a cell']}]"):
            yield cell, row[column]


def test_the_documented_limits_match_the_code():
    shown = [int(row[""].replace(",", "")) for row in pages.rows(PAGE, HEADING)]
    assert shown == [limits.LARGEST_TABLE, limits.MOST_ROWS, limits.MOST_CELLS, limits.LONGEST_NOTE]


@pytest.mark.parametrize(("cell", "becomes"), [*documented(1, "as a date")])
def test_dates_are_read_as_documented(cell, becomes):
    day = written_day(cell)
    night = day and day.on(True, day.year or 2024)
    assert str(night or "none") + " if that’s the year" * bool(night and day.year is None) == becomes


@pytest.mark.parametrize(("cell", "becomes"), [*documented(2, "as points")])
def test_numbers_are_read_as_documented(cell, becomes):
    number, mark = marked_number(cell) or ("", "")
    total = amount(number, "")
    assert ("none" if total is None else half_points(total)) + ", with a mark" * bool(mark) == becomes


DECIMALS = [
    pytest.param(["1,234", "12"], ("", "1,234"), id="nothing tells"),
    pytest.param(["1,234", "12.5"], (".", "1,234"), id="a fraction tells"),
    pytest.param(["−1.234", "12,50"], (",", "−1.234"), id="a fraction with a comma tells"),
    pytest.param(["1.234", "1,234,567"], (".", "1.234"), id="many thousands tell"),
    pytest.param(["1.234", "1.234,5"], (",", "1.234"), id="thousands and a fraction tell"),
    pytest.param(["1.234", "12,5", "12.5"], ("", "1.234"), id="contradictory"),
    pytest.param(["0.500", "1’234", "½", "7"], (".", ""), id="nothing to be told"),
]


@pytest.mark.parametrize(("numbers", "found"), DECIMALS)
def test_the_sign_before_fractions_follows_from_all_numbers(numbers, found):
    assert decimal_sign(numbers) == found


def test_a_number_that_could_be_either_follows_the_sign_before_fractions():
    assert [amount("1.500", sign) for sign in ("", ",", ".")] == [3000, 3000, 3]
    assert [amount("1,500", sign) for sign in ("", ",", ".")] == [3000, 3, 3000]


MARKED = {
    "Ann": ("Ann", ""),
    "Ann*": ("Ann", "*"),
    "Ann (w)": ("Ann", "(w)"),
    "Ann 🏆": ("Ann", "🏆"),
    "Bo Jr.": ("Bo Jr.", ""),
    "(Ann)": ("(Ann)", ""),
    "Ann (2)": ("Ann (2)", ""),
    "*": ("*", ""),
}


@pytest.mark.parametrize(("cell", "found"), MARKED.items(), ids=MARKED)
def test_a_mark_stands_behind_a_name(cell, found):
    assert marked_name(cell) == found


CONVENTIONS = [
    pytest.param(["3/9/24", "4/6/24"], (None, "3/9/24"), id="open"),
    pytest.param(["3/9/24", "13/9/24"], (True, None), id="the day first"),
    pytest.param(["3/9/24", "3/13/24"], (False, None), id="the month first"),
    pytest.param(["13/3/24", "3/4/24", "3/13/24"], (None, "3/4/24"), id="contradictory"),
    pytest.param(["3/3/24", "13.4.24", "0/3/24"], (None, None), id="the same either way"),
]


@pytest.mark.parametrize(("cells", "found"), CONVENTIONS)
def test_which_part_is_the_day_follows_from_all_dates(cells, found):
    first, unclear = day_comes_first([written_day(cell) for cell in cells])
    assert (first, unclear) == (found[0], found[1] and written_day(found[1]))


YEARS = [
    pytest.param("9.11. 28.12. 3.1. 9.1.", "2023 2023 2024 2024", id="forward"),
    pytest.param("9.3. 2.3. 9.4.2021 1.5. 1.2.", "2023 2023 2021 2021 2022", id="with a year in between"),
    pytest.param("28.2. 29.2.", "2023 None", id="a day that isn't there that year"),
]


@pytest.mark.parametrize(("cells", "years"), YEARS)
def test_a_missing_year_is_the_next_one_when_months_fall_back(cells, years):
    found = in_years([written_day(cell) for cell in cells.split()], True, 2023)
    assert " ".join(str(night and night.year) for night in found) == years


@pytest.mark.parametrize(
    ("cells", "backward"),
    [
        ("9.11. 28.12. 3.1.", False),
        ("3.1. 28.12. 9.11.", True),
        ("9.3. 9.2.", True),
        ("16.3. 9.3.", False),
        ("28.12. 3.1.", False),
        ("9.3.24 9.2.24", False),
    ],
)
def test_dates_without_a_year_that_are_closer_together_backward_are_told(cells, backward):
    assert run_backward([written_day(cell) for cell in cells.split()], True) == backward


def test_a_time_or_a_weekday_makes_no_other_date():
    cells = ("Mon 4 Mar 2024 19:40", "2024-03-04T19:40:00+01:00", "Mo. 4.3.24, 19:40", "4.3.2024 ")
    assert {written_day(cell).on(True, 2024) for cell in cells} == {date(2024, 3, 4)}


SEPARATED = [
    pytest.param("a;b;c\n1,5;2,5;3\n", ";", id="semicolons with decimal commas"),
    pytest.param("a,b\n1;2;3,4\n5;6;7,8\n", ",", id="commas with lists"),
    pytest.param("a\tb, c\n1\t2, 3\n", "\t", id="as many commas as tabs"),
    pytest.param("Our games\n\na,b\n1,2\n", ",", id="below a title"),
]


@pytest.mark.parametrize(("text", "separator"), SEPARATED)
def test_the_separator_is_what_gives_even_rows(text, separator):
    assert read_rows(text.encode())[0] == separator


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["Unix", "Windows", "an old Mac"])
def test_encodings_and_line_ends_make_no_difference(encoding, end):
    _separator, rows = read_rows(end.join(["Zoë;½", '"a\n;""b"";";−'.replace("−", "-"), ""]).encode(encoding))
    assert [row.cells for row in rows] == [("Zoë", "½"), ('a\n;"b";', "-")]
    assert [row.line for row in rows] == [1, 2]


def test_quotation_marks_that_do_not_fit_are_left_out():
    _separator, rows = read_rows(b'date,game\n1.1.24,"The Mind\n2.1.24,5" disc\n')
    assert [row.cells[1] for row in rows] == ["game", "The Mind", "5 disc"]
    assert rows[1].text == '1.1.24,"The Mind'


REFUSED = [
    pytest.param(b"PK\x03\x04...", "Copy its cells and paste them instead", id="a spreadsheet"),
    pytest.param(b"\xd0\xcf\x11\xe0...", "Copy its cells and paste them instead", id="an old spreadsheet"),
    pytest.param(b"\x89PNG\r\n", "This seems to be a picture", id="a picture"),
    pytest.param("a,b\n1,2\n".encode("utf-16-le"), "isn’t text", id="UTF-16 without its mark"),
    pytest.param(b"\x81\x8d,\x8f", "isn’t text", id="bytes"),
    pytest.param(b"", "isn’t a table", id="nothing"),
    pytest.param(b"Ann won.\nThen Ben won.\n", "isn’t a table", id="text"),
    pytest.param(b"a,b\n" + b"," * 60 + b"x\n", "60 columns", id="too wide"),
    pytest.param(b"a,b\n" * 5001, "5000 lines", id="too long"),
    pytest.param(b"a,b\n" + b"x" * 2001 + b",y\n", "2000 characters", id="too long a cell"),
    pytest.param(b"a,b\n" * 2**19 + b"c", "2 MB", id="too large"),
]


@pytest.mark.parametrize(("raw", "why"), REFUSED)
def test_what_is_no_table_is_refused_in_words(raw, why):
    with pytest.raises(NoTable, match=why):
        read_rows(raw)
