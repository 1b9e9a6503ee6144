"""Half points and names, the way people read and write them."""

import json
from dataclasses import asdict

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
    series,
    signed_points,
)
from scorekeeper.rules.text import (
    Amount,
    Series,
    both,
    either,
    from_record,
    gettext as _,
    ngettext,
    pgettext,
)

TEXTS = [
    (_("nobody scored"), "nobody scored"),
    (_("took {taken}, bid {bid}", taken=-3, bid=12), "took −3, bid 12"),
    (_("{name}: {half}", name="A-B", half=Amount(half=-7, signed=True)), "A-B: −3½"),
    (
        _("{name} {half} in {place}", name="שרה", half=Amount(half=10, signed=True), place="بيت 2"),
        "\u2068שרה\u2069 +5 in \u2068بيت 2\u2069",
    ),
    (_("{names} passed", names=both(["Ann", "محمد"])), "Ann and \u2068محمد\u2069 passed"),
    (_("{names} passed", names=both(["Ann", _("{n}", n=2)])), "Ann and 2 passed"),
    (_("{sums}", sums=either([27, 29, 30])), "27, 29 or 30"),
    (_("{names}", names=Series(items=())), ""),
    (_("so {why}", why=_("{name} won", name="Ann")), "so Ann won"),
    (_("{name} bids", name="{count}"), "{count} bids"),  # braces in a name are left alone
    (ngettext("{count} hand", "{count} hands", 1), "1 hand"),
    (_("After {played}", played=ngettext("{count} hand", "{count} hands", 2)), "After 2 hands"),
]


def test_a_text_becomes_a_sentence_for_people_and_as_data():
    for text, words in TEXTS:
        data = words.replace("\u2068", "").replace("\u2069", "")
        assert [sentence(text), as_data(text)] == [words, data]


def test_texts_are_the_same_after_being_stored_as_json():
    for text in (*(text for text, _words in TEXTS), pgettext("suit", "Hearts")):
        assert from_record(json.loads(json.dumps(asdict(text)))) == text


def test_half_points_are_formatted_for_people():
    for half, unsigned, signed in ((0, "0", "0"), (1, "½", "+½"), (7, "3½", "+3½"), (-9, "−4½", "−4½")):
        assert (half_points(half), signed_points(half)) == (unsigned, signed)


@given(st.integers(-10_000, 10_000))
def test_half_points_can_be_read_back(half):
    text = half_points(half)
    digits = text.lstrip("−").replace("½", "")
    read = 2 * int(digits or 0) + text.endswith("½")
    assert (-read if text.startswith("−") else read) == half


def test_a_name_is_cleaned():
    for raw, cleaned in (
        ("  Ann   Lee ", "Ann Lee"),
        ("Ann\n", "Ann"),
        ("Ann\u00a0\u2003Lee", "Ann Lee"),
        ("Zoe\u0308", "Zoë"),  # NFC
        ("x" * 40, "x" * 40),
        ("e\u0301" * 40, "é" * 40),  # counted after NFC
        ("\u2068שרה\u2069", "שרה"),  # copied from a page
    ):
        assert clean_name(raw) == cleaned
        assert clean_name(cleaned) == cleaned


def test_an_invalid_name_is_refused():
    for raw, why in (
        ("", "Enter a name."),
        (" \t ", "Enter a name."),
        ("x" * 41, "A name can have at most 40 characters."),
        ("Ann\u0000", "A name can’t contain control characters."),
        ("Ann\u202e", "A name can’t contain control characters."),
        ("\u200b\u200d", "A name needs at least one visible character."),
        ("Ann\ud800", "A name can’t contain control characters."),
    ):
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


def test_names_are_compared_ignoring_case():
    for same in (("Ann", "ANN"), ("Straße", "STRASSE"), ("Ann", "A\u200bnn")):
        assert len(set(map(name_key, same))) == 1
    assert name_key("Zoë") != name_key("Zoe")  # an accent makes another letter


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
