"""A group's own games on all other pages: each under its own name, and no name is anything but text."""

import pytest

from scorekeeper.files.importing import import_games
from scorekeeper.formats import language
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.games.any_game.choices import TURNS
from scorekeeper.models import Game, Hand, Player
from scorekeeper.recording.game.reading import load_known
from tests.formats.documents import document, game as a_game
from tests.own_games import SKYJO, play_own, round_of, start_own
from tests.recording.farkle import FARKLE, keep, start

ROUND = round_of((600, 50, 0))


@pytest.fixture
def two_games(cast):
    """A finished game of Farkle that Ann won, and one of Skyjo that Cy won."""
    keep(cast.owner)
    skyjo = play_own(start_own(cast.owner, SKYJO, 3), round_of((100, 5, -2)), by=cast.owner)
    return play_own(start(cast.owner), ROUND, ROUND, by=cast.owner), skyjo


def test_pages_that_look_back_tell_them_apart_by_their_newest_names(cast, olga, two_games):
    group, night = f"/groups/{cast.group.pk}/", olga.open(f"/nights/{two_games[0].night_id}/").text
    assert ("Game 1 Skyjo" in night, "Game 2 Farkle" in night) == (True, True)
    keep(cast.owner, name="Farkel")
    olga.open(f"{group}statistics/")
    links = {link.attrs["href"]: link.text for link in olga.page.one(**{"aria-label": "Games"}).all("a")}
    assert (links[f"?rules={FARKLE}"], links[f"?rules={SKYJO}"]) == ("Farkel 1", "Skyjo 1")
    for slug, winner in ((FARKLE, "Ann"), (SKYJO, "Cy")):
        assert f"{winner} leads 1 win in 1 game" in olga.open(f"?rules={slug}").text
    olga.open(f"/players/{Player.objects.get(name='Ann').pk}/")
    assert "Farkel 1 game Wins 1 100%" in olga.text
    assert "Skyjo won 0 of 1 game" in olga.text
    choices = {
        option.text: option.attrs["value"] for option in olga.open(group).page.one("select", name="rules").all("option")
    }
    assert choices == {"Any game": "", "Farkel": FARKLE, "Skyjo": SKYJO}
    assert "1 matching night" in olga.open(f"{group}?rules={SKYJO}").text
    assert "Farkle" in olga.open(f"/games/{two_games[0].pk}/").page.one("header").text, "a sheet keeps the old name"


def test_a_sheet_and_a_blank_one_have_the_named_rows(cast, olga):
    keep(cast.owner, rows="categories", categories="Undo\nCoins ÷ 3\nBonus + 10 from 6")
    game = play_own(start(cast.owner), round_of((5, 6, 7)), round_of((3, 3, 9)), by=cast.owner)
    text = olga.open(f"/games/{game.pk}/?hand=2").text
    for words in ("Farkle", "Undo 5 6 7", "Coins 1 for 3 1 1 3", "Coins: 9 ÷ 3", "Bonus: at least 6"):
        assert words in text
    olga.open(f"/groups/{cast.group.pk}/paper/?rules={FARKLE}")
    assert "Farkle Wednesday Date Place" in olga.text
    rows = [row.text for row in olga.page.one("table").all("tr")]
    assert rows[1:4] == ["Undo", "Coins 1 for 3", "Bonus 10 from 6"]


HOSTILE = "</a><h1> ' \" {0} %s {{ 7|add:7 }} &lt;"


def test_a_name_of_a_game_or_a_row_is_shown_as_text(cast, olga):
    """Browsers fail if such a name closes a tag."""
    keep(cast.owner, name=HOSTILE, rows="categories", categories=f"First\n{HOSTILE}\nThird")
    game = play_own(start(cast.owner), ROUND, ROUND, by=cast.owner)
    start_own(cast.owner, SKYJO, 3)  # because a group that plays only one game knows which
    group = f"/groups/{cast.group.pk}/"
    pages = [group, *(f"{group}{path}" for path in ("new/", f"new/?rules={FARKLE}", f"paper/?rules={FARKLE}"))]
    pages += [f"/games/{game.pk}/{path}" for path in ("?hand=2", "hands/2/", "setup/", "print/")]
    for address in (*pages, f"/nights/{game.night_id}/", f"/nights/{game.night_id}/print/"):
        olga.open(address)
        assert (olga.status, HOSTILE in olga.page.text) == (200, True), address


def test_a_name_is_never_translated(cast, monkeypatch):
    keep(cast.owner, name="Undo", rows="categories", categories="Undo\nSave")
    record = load_known(play_own(start(cast.owner), ROUND, by=cast.owner))
    monkeypatch.setattr(language, "_", lambda message: {"Undo": "Zurück", "Save": "Sichern"}.get(message, message))
    monkeypatch.setattr(language, "pgettext", lambda _context, message: f"{message}!")
    said = [language.sentence(words) for words in (record.rules.name, record.rules.hand_name(record.sheet))]
    assert [*said, language.sentence(record.sheet.hands[0].lines[0].reason)] == ["Undo", "Save", "Undo"]


def turns(count, **options):
    """Return a file with so many turns of Ann and Bob, and Cy's seat."""
    hands = [{"players": {name: {"points": 4}}} for name in ("Ann", "Bob") * (count // 2 + 1)][:count]
    options = {"template": "throws", "name": "Throws", "rows": TURNS} | options
    return document(a_game(*hands, rules="any_game", players=["Ann", "Bob", "Cy"], options=options))


def test_a_sheet_takes_six_hundred_turns_and_says_so_then(cast, olga):
    assert read_sheets(turns(601)).messages[0].text == "A game can have at most 600 hands."
    assert read_sheets(turns(201, rows="rounds")).messages[0].text == "A game can have at most 200 hands."
    cy = {"joined": [0, 0, 600], "left": [0, 0, 601]}
    import_games(group=cast.group, games=read_sheets(turns(599, **cy)).games, by=cast.owner)
    base = f"/games/{Game.objects.get().pk}/"
    olga.open(f"{base}hands/600/").press("Next", other="12")
    assert (olga.status, olga.path) == (200, base)
    assert "This sheet is full: it has 600 rows. End the game, then play again." in olga.text
    assert Hand.objects.count() == 600
    (exported,) = read_sheets(olga.client.get(f"{base}sheets.json").content).games
    assert len(exported.hands) == 600
    olga.press("Undo").press("Next").follow("End the game").press("End the game")
    assert ("This sheet is full" in olga.text, "Again" in olga.text) == (False, True)
