"""What pages say of a hand, in the word of its game: every unit has every sentence, and no page has another's word."""

import re

import pytest

from scorekeeper.games.any_game import AnyGame
from scorekeeper.recording.game import units
from tests.cast import Phone
from tests.own_games import play_own, round_of
from tests.rounds import start_rounds
from tests.translated.pseudo import strings_on
from tests.web.browser import Browser

WORDS = {"round": "hands?|turns?", "turn": "hands?", "point": "hands?|rounds?|turns?", "hand": "turns?"}
"""What no page of a game says. A row of a game of turns is a round, and so is what a hand is in its questions."""
OPTIONS = {"round": {}, "turn": {"rows": "turns"}, "point": {"rows": "tally"}, "hand": {"dealer": True}}


def test_every_unit_has_each_of_at_most_20_sentences_whole_and_with_values_that_it_is_given():
    assert set(OPTIONS) == {*units.UNITS}
    assert len(units.SENTENCES) <= 20
    for key, texts in units.SENTENCES.items():
        assert len({text.message for text in texts}) >= 3, key
        assert len(texts) == len(units.UNITS), key
        given = re.findall(r"\{\w+\}", texts[0].message)
        assert all({*re.findall(r"\{\w+\}", text.message)} <= {*given} for text in texts), key


class Reader:
    """Somebody who reads every page and finds no word of another kind of game."""

    def __init__(self, game, unit, by):
        self.game, self.unit, self.by = game, unit, by
        self.browser = Browser(by)

    def reads(self, status=200):
        assert self.browser.status == status, self.browser.text
        strings = (re.sub(r"\{\w+\}", "", text).strip() for text in strings_on(self.browser.page))
        wrong = re.compile(rf"\b(?<!In )({WORDS[self.unit]})\b(?! \()", re.IGNORECASE)
        assert [text for text in strings if wrong.search(text)] == [], self.browser.address
        return self.browser

    def opens(self, path, **more):
        self.browser.open(f"/games/{self.game.pk}/{path}")
        return self.reads(**more)

    def presses(self, words, status=200, **typed):
        self.browser.press(words, **typed)
        return self.reads(status)


@pytest.fixture(params=OPTIONS)
def unit(request):
    return request.param


@pytest.fixture
def reader(cast, unit):
    return Reader(start_rounds(cast.owner, 2, name="Pounce", **OPTIONS[unit]), unit, cast.owner)


def answers(reader, number, *points):
    """Return the answers of a hand: everybody's or, in turns, those of whoever is on turn."""
    if reader.unit != "turn":
        return round_of(points)
    return {f"players.{(number - 1) % 2}.points": points[0]}


@pytest.mark.parametrize(
    ("unit", "hand", "saved", "undo"),
    [
        ("hand", "hand 1", "Hand 1 saved.", "Undo hand 1"),
        ("round", "round 1", "Round 1 saved.", "Undo round 1"),
        ("turn", "Ann’s turn", "Turn 1 saved.", "Undo turn 1"),
        ("point", "the points", "Points saved.", "Undo the points"),
    ],
    indirect=["unit"],
)
def test_a_hand_from_an_empty_sheet_to_its_undo(reader, unit, hand, saved, undo):
    assert f"Record {hand}" in reader.opens("").text
    reader.opens("hands/1/")
    reader.opens("hands/1/whole/")
    Phone(reader.game, reader.by).put(answers(reader, 1, 7, 5).items())
    go_on = "Keep counting" if unit == "point" else f"Continue {hand}"
    assert go_on in reader.opens("").text
    reader.opens("stop/")
    reader.opens("hands/1/")
    reader.presses("Save: Ann wins 7 : 5" if unit == "point" else f"Save {hand}")
    assert any(text.startswith(saved) for text in strings_on(reader.browser.page))
    reader.opens("")
    assert "open again." in reader.presses(undo).text
    reader.presses("Undo")


def test_an_opened_hand_and_its_correction(reader, unit):
    play_own(reader.game, answers(reader, 1, 7, 5), by=reader.by)
    reader.opens("?hand=1").follow("Correct this")
    reader.reads()
    correction = Phone(reader.game, reader.by, 1)
    correction.write("players.0.points", 9, at="players.0.points")
    reader.opens("hands/1/")
    reader.presses("Discard")
    reader.presses("Undo")
    reader.presses("Save correction")
    assert "corrected. Ann 7 → 9" in reader.browser.text
    reader.opens("?hand=1")
    reader.presses("Undo")
    reader.opens("")
    reader.opens("hands/1/whole/")


@pytest.mark.parametrize("unit", ["round", "turn", "hand"], indirect=True)
def test_what_is_refused_or_missing(reader, unit):
    reader.opens("hands/1/")
    late, whole = reader.browser, Browser(reader.by).open(f"/games/{reader.game.pk}/hands/1/whole/")
    play_own(reader.game, answers(reader, 1, 7, 5), by=reader.by)
    form, button = late.page.one("form", id="board"), late.page.one("button", name="tap")
    for number in (1, 9):
        form.attrs["action"] = f"/games/{reader.game.pk}/hands/{number}/tap/"
        late.send(form, button)
        reader.reads(409)
    assert "That isn’t on the sheet." in reader.opens("?hand=7").text
    reader.browser = whole
    seats = (0,) if unit == "turn" else (0, 1)
    reader.presses("Save", status=409, **{f"players__{seat}__points": "3" for seat in seats})
    assert "This was recorded twice" in whole.text


@pytest.mark.parametrize("unit", ["round", "turn", "hand"], indirect=True)
def test_the_chart_the_end_and_a_full_sheet(reader, unit, monkeypatch):
    hands = 6 if unit == "turn" else 3  # three rows of the sheet
    for number in range(1, hands + 1):
        play_own(reader.game, answers(reader, number, number, 1), by=reader.by)
    readout = reader.opens("?hand=2").page.one(class_="readout")
    row = "Round" if unit == "turn" else unit.capitalize()
    assert readout.attrs["data-hand"] == f"{row} {{number}}"
    Phone(reader.game, reader.by).put(answers(reader, hands + 1, 7, 5).items())
    reader.opens("stop/")
    reader.presses("End the game")
    reader.opens(f"hands/{hands + 1}/")
    reader.opens("?chart=1")
    reader.presses("Resume this game")
    monkeypatch.setattr(AnyGame, "most_hands", property(lambda self: hands, lambda self, most: None))
    assert "This sheet is full" in reader.opens(f"hands/{hands + 1}/").text


def test_what_a_correction_makes_impossible(cast):
    reader = Reader(start_rounds(cast.owner, 3, name="Pounce", out=50), "round", cast.owner)
    for points in ((1, 2, 3), (4, 5, 6), (7, 8, 9)):
        play_own(reader.game, round_of(points), by=cast.owner)
    correction = Phone(reader.game, cast.owner, 1)
    correction.write("players.0.points", 60, at="players.0.points")
    assert "Round 2 is no longer possible: " in reader.opens("hands/1/").text
    reader.presses("Save correction")
    assert "Fix round 2" in reader.browser.text
    for path in ("?hand=2", "?hand=3", "hands/2/", "hands/3/"):
        reader.opens(path)
    assert "Something else comes first" in reader.browser.text
    assert reader.browser.page.one("a", class_="main").text == "Fix round 2"


def test_a_printed_sheet_and_a_blank_one(reader, unit):
    play_own(reader.game, answers(reader, 1, 7, 5), by=reader.by)
    reader.opens("print/")
    row = {"hand": "Hand", "round": "Round", "turn": "Round", "point": "Points"}[unit]
    assert reader.browser.page.one("th", class_="number").text == row
    reader.browser.open(f"/groups/{reader.game.group_id}/paper/?rules={reader.game.rules}")
    assert reader.reads().page.one("th", class_="number").text == row
