"""Half points and names, the way people read and write them."""

import json

import pytest
from django.utils.html import conditional_escape
from hypothesis import given, strategies as st

from scorekeeper.formats.language import (
    NameRefused,
    Typed,
    as_data,
    clean_name,
    half_points,
    name_key,
    plain,
    sentence,
    sentences,
    series,
    signed_points,
)
from scorekeeper.rules.text import Amount, both, gettext as _, ngettext

TEXTS = [
    pytest.param(_("nobody scored"), "nobody scored", id="without values"),
    pytest.param(_("took {taken}, bid {bid}", taken=-3, bid=12), "took −3, bid 12", id="numbers"),
    pytest.param(_("{name}: {half}", name="A-B", half=Amount(half=-7, signed=True)), "A-B: −3½", id="half points"),
    pytest.param(
        _("{name} {half} in {place}", name="שרה", half=Amount(half=10, signed=True), place="بيت 2"),
        "\u2068שרה\u2069 +5 in \u2068بيت 2\u2069",
        id="names written from right to left",
    ),
    pytest.param(
        _("{names} passed", names=both(["Ann", "محمد"])), "Ann and \u2068محمد\u2069 passed", id="a list of names"
    ),
    pytest.param(_("{names} passed", names=both(["Ann", _("{n}", n=2)])), "Ann and 2 passed", id="a list"),
    pytest.param(ngettext("{count} hand", "{count} hands", 1), "1 hand", id="one"),
    pytest.param(_("After {played}", played=ngettext("{count} hand", "{count} hands", 2)), "After 2 hands", id="many"),
]


@pytest.mark.parametrize(("text", "words"), TEXTS)
def test_a_text_becomes_a_sentence_alone_or_among_many(text, words):
    said, data = sentences(), words.replace("\u2068", "").replace("\u2069", "")
    assert [sentence(text), as_data(text), said(text), said(text)] == [words, data, data, data]


def test_many_sentences_do_not_mix_up_texts_that_are_gone():
    said = sentences()
    assert [said(_("{number}", number=number)) for number in range(100)] == [str(number) for number in range(100)]


@pytest.mark.parametrize(
    ("half", "plain_points", "signed"),
    [
        pytest.param(0, "0", "0", id="nothing"),
        pytest.param(1, "½", "+½", id="half a point"),
        pytest.param(7, "3½", "+3½", id="three and a half"),
        pytest.param(-9, "−4½", "−4½", id="four and a half lost"),
    ],
)
def test_half_points_are_formatted_for_people(half, plain_points, signed):
    assert half_points(half) == plain_points
    assert signed_points(half) == signed


@given(st.integers(-10_000, 10_000))
def test_half_points_can_be_read_back(half):
    text = half_points(half)
    digits = text.lstrip("−").replace("½", "")
    read = 2 * int(digits or 0) + text.endswith("½")
    assert (-read if text.startswith("−") else read) == half


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        pytest.param("  Ann   Lee ", "Ann Lee", id="trimmed, with single spaces inside"),
        pytest.param("Ann\n", "Ann", id="a line break at the end is trimmed"),
        pytest.param("Ann\u00a0\u2003Lee", "Ann Lee", id="every kind of space"),
        pytest.param("Zoe\u0308", "Zoë", id="converted to NFC"),
        pytest.param("x" * 40, "x" * 40, id="forty characters"),
        pytest.param("e\u0301" * 40, "é" * 40, id="counted after NFC"),
        pytest.param("\u2068שרה\u2069", "שרה", id="copied from a page"),
    ],
)
def test_a_name_is_cleaned(raw, cleaned):
    assert clean_name(raw) == cleaned
    assert clean_name(cleaned) == cleaned


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        pytest.param("", "Enter a name.", id="nothing"),
        pytest.param(" \t ", "Enter a name.", id="only spaces"),
        pytest.param("x" * 41, "A name can have at most 40 characters.", id="too long"),
        pytest.param("Ann\u0000", "A name can’t contain control characters.", id="a control character"),
        pytest.param("Ann\u202e", "A name can’t contain control characters.", id="a bidirectional override"),
        pytest.param("\u200b\u200d", "A name needs at least one visible character.", id="only zero width"),
        pytest.param("Ann\ud800", "A name can’t contain control characters.", id="half a surrogate pair"),
    ],
)
def test_an_invalid_name_is_refused(raw, why):
    with pytest.raises(NameRefused, match=why):
        clean_name(raw)


@given(st.text(max_size=60))
def test_cleaning_a_clean_name_changes_nothing(raw):
    try:
        name = clean_name(raw)
    except NameRefused:
        return
    assert clean_name(name) == name
    assert name_key(name) == name_key(clean_name(raw.upper().lower() if raw.isascii() else raw))


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        pytest.param("Ann", "ANN", True, id="case"),
        pytest.param("Straße", "STRASSE", True, id="sharp s"),
        pytest.param("Ann", "A\u200bnn", True, id="a zero-width space cannot be seen"),
        pytest.param("Zoë", "Zoe", False, id="an accent makes another letter"),
    ],
)
def test_names_are_compared_ignoring_case(first, second, same):
    assert (name_key(first) == name_key(second)) is same


def test_a_series_has_a_conjunction_before_its_last_item():
    assert series([]) == ""
    assert series(["Ann"]) == "Ann"
    assert series(["Ann", "Bob", "Cy"]) == "Ann, Bob and Cy"
    assert series(["29", "30"], "or") == "29 or 30"


def test_a_column_has_the_same_name_in_every_language():
    assert plain(_("{one} & {other}", one="Ann", other=Typed("שרה"))) == "Ann & שרה"


def test_what_was_typed_is_isolated_where_it_is_read_and_nowhere_else():
    name = Typed("<שרה>")
    assert (conditional_escape(name), f"{name}") == ("\u2068&lt;שרה&gt;\u2069", "\u2068<שרה>\u2069")
    assert (str(name), json.dumps([name], ensure_ascii=False), "%s" % name) == ("<שרה>", '["<שרה>"]', "<שרה>")  # noqa: UP031
