"""Untrusted JSON: every problem is reported with its location. FORMAT.md: The document; Limits."""

import json

import pytest
from hypothesis import given, strategies as st

from scorekeeper.formats.parsing import Unreadable, inside, read_json
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.rules import limits


def test_valid_json_is_read():
    every_kind = {"a": [1, -2, 6.5, True, None, "x"]}
    assert read_json(b'{"a": [1, -2, 6.5, true, null, "x"]}') == every_kind
    assert read_json(b"\xef\xbb\xbf[]") == []  # a byte order mark
    assert read_json(b'"\\ud83c\\udccf"') == "\U0001f0cf"  # a surrogate pair


INVALID = [
    (b"", [("", "The file isn’t valid JSON: Expecting value (line 1, column 1).")]),
    (b"[1] x", [("", "The file isn’t valid JSON: Extra data (line 1, column 5).")]),
    (b'["\x01"]', [("", "The file isn’t valid JSON: Invalid control character at (line 1, column 3).")]),
    (
        b'{"a": [NaN, -Infinity, Infinity]}',
        [
            ("a[0]", "NaN isn’t allowed as a number."),
            ("a[1]", "-Infinity isn’t allowed as a number."),
            ("a[2]", "Infinity isn’t allowed as a number."),
        ],
    ),
    (b'{"a": 1e999}', [("a", "This number is too large.")]),
    (b'{"a": ' + b"9" * 5000 + b"}", [("a", "This number has too many digits.")]),
    (b'{"a": {"b": 1, "b": 1}}', [("a.b", "This key appears more than once.")]),
    (
        b'{"a": ["\\ud800"], "\\udfff": 1}',
        [
            ("a[0]", "This text contains half of a surrogate pair."),
            ('"\\udfff"', "This text contains half of a surrogate pair."),
        ],
    ),
    (json.dumps({"a": dict.fromkeys(map(str, range(1001)), 1)}).encode(), [("a", "This object has too many keys.")]),
    (json.dumps([{"k" * 1001: 1}]).encode(), [("[0]", "This object has a key that is too long.")]),
    (b"[" * 100_000, [("", "The file is nested too deeply.")]),
]


def test_invalid_json_is_refused_with_the_location_of_each_error():
    for raw, flaws in INVALID:
        with pytest.raises(Unreadable) as refused:
            read_json(raw)
        assert list(refused.value.args) == flaws, raw


def test_a_document_of_too_many_objects_and_lists_is_refused_before_it_takes_memory(monkeypatch):
    monkeypatch.setattr(limits, "MOST_NESTED", 3)
    assert read_json(b"[{}, []]") == [{}, []]
    with pytest.raises(Unreadable, match="too many objects and lists"):
        read_json(b"[{}, [], {}]")


def test_an_oversized_document_is_refused(monkeypatch):
    monkeypatch.setattr("scorekeeper.rules.limits.LARGEST_FILE", 10)
    assert read_json(b"[1, 2, 34]") == [1, 2, 34]
    with pytest.raises(Unreadable, match="larger than"):
        read_json(b"[1, 2, 345]")


def test_a_location_always_fits_on_one_short_line():
    assert inside("here", "a\x1b[31m\n") == 'here."a\\u001b[31m\\n"'
    assert inside("here", "") == 'here.""'
    assert inside("here", "x" * 100) == "here." + "x" * 79 + "…"


@given(st.binary(max_size=60))
def test_random_bytes_are_refused_without_raising(raw):
    assert read_sheets(raw).stopped
