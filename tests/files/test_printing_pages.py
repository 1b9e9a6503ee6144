"""Printed pages, blank sheets and the link to Board Game Stats, in a browser without JavaScript."""

import json
from urllib.parse import unquote

import pytest

from scorekeeper.files.bgstats import PUSH
from scorekeeper.models import Game
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.sheet.writing import hide_game
from scorekeeper.rules.base import Rules
from scorekeeper.rules.text import Half
from tests.cast import A_HAND, play, refresh, start_game, start_short_game
from tests.web.browser import Browser


@pytest.fixture
def over(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    return refresh(game)


def rows(olga, table):
    return [[cell.text for cell in row.all() if cell.tag in ("th", "td")] for row in olga.page.one(**table).all("tr")]


def test_links_lead_from_the_sheet_to_its_printed_page_and_back(cast, olga, over):
    over.night.place, over.night.note = "At Ann’s", "Cake!\n\n<b>late</b>"
    over.night.save()
    olga.open(f"/games/{over.pk}/").follow("Print")
    assert rows(olga, {"class_": "hands"}) == [
        ["Hand", "Dealer", "Ann", "Bob", "Cy", "Dee", "Gnome"],
        ["1", "Dee", "▸ ×2 +24 24", "↓ +6 6", "0 0", "+7 7", "+6 6"],
        ["2", "Ann", "▸ ×2 +24 48", "↓ +6 12", "0 0", "+7 14", "+6 12"],
        ["Total", "♛ 48", "12", "0", "14", "12"],
    ]
    won = "Ann reached the target of 40"
    for text in ("At Ann’s", "Cake! <b>late</b>", "Ann wins", won, "Player target: 40", "To print this page"):
        assert text in olga.text
    notes = [note.text for note in olga.page.one(class_="footnotes").all("li")]
    assert [note.split()[0] for note in notes] == ["1", "2"]
    assert notes[0] == (
        "1 Ann: took 12, made the bid of 10 (+12); doubled: made it without peeking (+12). "
        "Bob: took 9, bid 6 (+9); 3 over the bid of 6 went to the Gnome (−3). "
        "Cy: never bid: the 3 taken went to the Gnome. Dee: took 7, bid 8 (+7). "
        "Gnome: Bob took more than the bid of 6 (+3); Cy never bid (+3)."
    )
    assert len(list(olga.page.all("figure", class_="chart"))) == 1
    assert not list(olga.page.one(class_="printed").all("form"))
    olga.follow("Score sheet")
    assert olga.path == f"/games/{over.pk}/"


def test_a_game_with_fewer_than_two_hands_has_no_chart(cast, olga):
    game = start_game(cast.owner)
    olga.open(f"/games/{game.pk}/print/")
    assert "No hands yet." in olga.text
    assert not list(olga.page.all(class_="footnotes"))
    play(game, "pass", by=cast.owner)
    olga.open(f"/games/{game.pk}/print/")
    assert "1 Everyone passed; nobody scores." in olga.text
    assert "The game isn’t over yet." in olga.text
    assert not list(olga.page.all("figure"))


def test_starting_points_get_a_row_of_their_own(cast, olga, monkeypatch):
    monkeypatch.setattr(Rules, "start", lambda self, table: Half(30))
    olga.open(f"/games/{start_game(cast.owner).pk}/print/")
    assert rows(olga, {"class_": "hands"})[1] == ["Start", "15", "15", "15", "15", "15"]


def test_printing_a_night_prints_all_its_visible_games(cast, olga, over):
    play(start_game(cast.owner), A_HAND, by=cast.owner)
    hide_game(game=start_game(cast.owner), hidden=True)
    olga.open(f"/nights/{over.night_id}/").follow("Print")
    assert [len(list(game.all("tbody"))) for game in olga.page.all("article")] == [1, 1]
    Game.objects.update(hidden=True)
    assert "This night has no games to print." in olga.open(olga.address).text


def test_a_blank_sheet_can_be_made_for_chosen_players(cast, olga):
    start_game(cast.owner)
    zoe = roster_writing.add_player(group=cast.group, name="Zoe")
    ann = cast.group.players.get(name="Ann")
    olga.open(f"/groups/{cast.group.pk}/").follow("Paper sheet")
    head, fields, *hands, foot = rows(olga, {"class_": "blank"})
    assert head == ["Hand", "Dealer", "Ann", "Bob", "Cy", "Dee", "Gnome"]
    assert fields == ["Gnome", "Trump", *["Bid", "Peeked", "Taken"] * 4]
    assert [row[0] for row in hands[::2]] == [str(number) for number in range(1, 15)]
    assert foot == ["Total", "of 200", "of 200", "of 200", "of 200", "of 350"]
    boxes = list(olga.page.all("input", name="players"))
    assert [box.attrs["value"] for box in boxes if "checked" in box.attrs] != []
    olga.open(f"{olga.path}?players={zoe.pk}&players={ann.pk}")
    assert rows(olga, {"class_": "blank"})[0] == ["Hand", "Dealer", "Zoe", "Ann", "Name", "Gnome"]


def test_a_finished_sheet_links_to_board_game_stats(cast, olga, over):
    olga.open(f"/games/{over.pk}/").follow("Board Game Stats")
    link = olga.page.one("a", rel="noreferrer")
    assert link.text == "Open in Board Game Stats"
    sent = json.loads(unquote(link.attrs["href"].removeprefix(PUSH)))
    assert [player["name"] for player in sent["players"]] == ["Ann", "Bob", "Cy", "Dee"]
    assert "Gnome: 12" in sent["comments"]
    assert list(olga.page.one(class_="qr").all("svg"))
    assert "shortened" not in olga.text
    over.night.note = "c" * 4000
    over.night.save()
    assert "The comment is shortened" in olga.open(olga.address).text
    for number, player in enumerate(cast.group.players.all()):
        player.name = "\U0001f9d9" * 39 + str(number)
        player.save()
    assert "The names are too long for a QR code" in olga.open(olga.address).text


def test_only_a_finished_game_with_known_rules_can_be_sent_to_board_game_stats(cast, olga, over):
    playing = start_game(cast.owner)
    assert "Board Game Stats" not in olga.open(f"/games/{playing.pk}/").text
    assert olga.open(f"/games/{playing.pk}/bgstats/").status == 404
    hide_game(game=over, hidden=True)
    assert Browser(cast.recorder).open(f"/games/{over.pk}/bgstats/").status == 410
    Game.objects.update(rules="forgotten")
    assert "Board Game Stats" not in olga.open(f"/games/{over.pk}/").text
    assert olga.open(f"/games/{over.pk}/bgstats/").status == 404
