"""Recipes as files and in links: what is written is read back, and nothing that is read raises an exception."""

import base64
import json
import zlib

from hypothesis import given, strategies as st

from scorekeeper.formats.language import sentence
from scorekeeper.formats.recipes import pack, read_link, read_recipe, write_recipe
from scorekeeper.games.any_game import ANY_GAME, Options
from scorekeeper.rules import limits

HUNT = {"format": "scorekeeper-template/1", "rules": "any_game", "id": "hunt", "name": "Hunt", "options": {}}
NO_LINK = ["error: This isn’t a link to a template."]


def raw(**changes):
    """Return a recipe with these changes as a file; a value of `...` omits the key."""
    return json.dumps({key: value for key, value in (HUNT | changes).items() if value is not ...}).encode()


def said(reading):
    return [str(message) for message in reading.messages]


def packed(document):
    """Return bytes as the last part of a link."""
    return base64.urlsafe_b64encode(zlib.compress(document)).decode().rstrip("=")


def options_of(reading):
    assert said(reading) == []
    return reading.game.rules.house_rules


WRONG = [
    (b"", ["error: The file isn’t valid JSON: Expecting value (line 1, column 1)."]),
    (raw(options={"buttons": 5}), ["options.buttons: error: Expected a list of whole numbers."]),
    (
        raw(format="scorekeeper-template/2", color="red"),
        ["format: error: This file comes from another version of the app. Expected “scorekeeper-template/1”."],
    ),
    (raw(rules="klondike"), ["rules: error: Expected one of any_game."]),
    (raw(id="a" * 31), ["id: error: Use 1–30 lowercase letters, digits and hyphens."]),
    (raw(id="hunt\n"), ["id: error: Use lowercase letters, digits and hyphens."]),
    (raw(name=["Hunt"]), ["name: error: Expected a name."]),
    (raw(note=7), ["note: error: Expected text."]),
    (raw(note="a\0"), ["note: error: Control characters aren’t allowed."]),
    (raw(note="a\u202e"), ["note: error: Control characters aren’t allowed."]),
    (raw(note="a" + "\u0301" * 32), ["note: error: A character can have at most 30 accents."]),
    (raw(note="x" * 2001), ["note: error: Use at most 2000 characters; this has 2001."]),
    (raw(color="red"), ["color: error: Unknown field."]),
    (raw(options={"left": [3]}), ["options.left: error: Unknown field."]),
    (raw(options={"name": "Trail"}), ["options.name: error: Unknown field."]),
    (
        raw(options={"ends": "target", "target": 5, "start": 5}),
        ["options.target: error: The target can’t be what everyone starts with."],
    ),
    (b" " * (limits.LARGEST_RECIPE + 1), ["error: A template can have at most 16384 bytes."]),
]


def test_what_is_wrong_with_a_recipe_is_said():
    for document, messages in WRONG:
        reading = read_recipe(document)
        assert said(reading) == messages
        assert reading.game is None
        if len(document) <= limits.LARGEST_RECIPE:
            assert said(read_link(packed(document))) == messages, document


def test_several_errors_are_all_reported():
    reading = read_recipe(raw(name="", options={"wins": 1, "color": 2}))
    assert [message.place for message in reading.messages] == ["name", "options.color", "options.wins"]


def test_a_recipe_is_written_without_defaults_and_without_what_concerns_one_game():
    options = Options(template="hunt", name="Hunt", wins="least", sums=(1, 2), sum="fixed", joined=(0, 3), left=(0, 0))
    written = write_recipe(ANY_GAME.made(options))
    assert json.loads(written) == HUNT | {"options": {"wins": "least", "sum": "fixed", "sums": [1, 2]}}
    assert options_of(read_recipe(written)) == Options(
        template="hunt", name="Hunt", wins="least", sums=(1, 2), sum="fixed"
    )


def test_a_note_is_in_the_file_but_not_in_the_link():
    game, note = read_recipe(raw()).game, "Draw until you can play.\n\n“25” for the blank"
    assert json.loads(write_recipe(game, note)) == HUNT | {"note": note}
    assert read_recipe(write_recipe(game, note)).note == note
    assert "note" not in json.loads(write_recipe(game))
    assert read_link(pack(read_recipe(write_recipe(game, note)).game)).note == ""


def test_an_option_that_does_not_matter_is_read_as_its_default():
    assert options_of(read_recipe(raw(options={"ends": "rounds", "target": 7}))).target == 100


def test_a_recipe_makes_a_game_of_its_own():
    recipe = read_recipe(raw(name="  Treasure   hunt ")).game
    assert recipe.rules.slug == "any_game:hunt"
    assert sentence(recipe.rules.name) == "Treasure hunt"


def test_a_link_is_read_wherever_it_leads():
    recipe = read_recipe(raw(options={"wins": "least"})).game
    address = "https://example.org/t/{}"
    for link in ("{}", address, f"{address}?lang=de", f"Look: {address}"):
        assert options_of(read_link(link.format(pack(recipe)))) == recipe.rules.house_rules


def test_what_is_no_link_to_a_recipe_is_refused():
    bomb, cut_off = packed(b" " * 10_000_000), packed(raw())[:-9]
    for link in ("", "https://example.org/", "é", cut_off, bomb, "https://example.org/t/" * 5000):
        assert said(read_link(link)) == NO_LINK


def test_what_is_packed_can_be_as_large_as_a_file_but_no_larger():
    filled = raw() + b" " * (limits.LARGEST_RECIPE - len(raw()))
    assert said(read_link(packed(filled))) == []
    assert read_link(packed(filled + b" ")).game is None
    assert said(read_link(packed(filled + b"  "))) == NO_LINK


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=5,
)
KEYS = st.sampled_from([*HUNT, "note", "title"])
OPTION_KEYS = st.sampled_from([field for field in Options.__dataclass_fields__ if field])


@given(st.dictionaries(KEYS, JSON, max_size=3), st.dictionaries(OPTION_KEYS, JSON, max_size=4))
def test_no_document_raises_an_exception(changes, options):
    reading = read_recipe(json.dumps(HUNT | {"options": options} | changes).encode())
    assert (reading.game is None) == bool(reading.messages)


@given(st.text(max_size=60))
def test_no_link_raises_an_exception(text):
    assert read_link(text).game is None
    assert read_link(f"https://example.org/t/{text}").game is None
