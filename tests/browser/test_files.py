"""Files in a browser: downloaded, read back with json and csv, and imported into another group."""

import csv
import io
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from scorekeeper.models import Game
from tests.browser.driving import Thumb, sign_in
from tests.cast import A_HAND, make_cast, play, start_short_game

pytestmark = pytest.mark.django_db(transaction=True)


def download(page: Page, words: str, folder: Path) -> Path:
    """Tap a link to a file and save the file under the name that the browser suggests; return its path."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name=words, exact=True).click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def test_a_game_is_exported_and_imported_into_another_group(phone: Page, live_server, tmp_path):
    cast = make_cast()
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    sign_in(phone, cast.owner, live_server.url)
    thumb = Thumb(phone)
    phone.goto(f"/groups/{cast.group.pk}/")
    thumb.tap("Import and export")

    links = ("Score sheets (JSON)", "Hands (CSV)", "Games (CSV)")
    paths = [download(phone, words, tmp_path) for words in links]
    assert [path.name for path in paths] == [f"Wednesday-{name}" for name in ("sheets.json", "hands.csv", "games.csv")]
    (sheet,) = json.loads(paths[0].read_bytes())["games"]
    hands, games = (list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig")), strict=True)) for path in paths[1:])
    assert [row["winners"] for row in games] == sheet["outcome"]["winners"] == ["Ann"]
    totals = {row["column"]: float(row["total"]) for row in hands}
    assert totals == sheet["outcome"]["totals"]

    sign_in(phone, cast.stranger, live_server.url)
    phone.goto(f"/groups/{cast.stranger.group_id}/files/")
    phone.get_by_label("Score sheet file").set_input_files(paths[0])
    thumb.tap("Preview import")
    assert "1 game, 2 hands" in phone.get_by_role("main").inner_text()
    assert Game.objects.count() == 1
    thumb.tap("Import 1 game")
    assert "1 game imported." in phone.get_by_role("status").first.inner_text()
    copied = Game.objects.get(group=cast.stranger.group)
    assert copied.uid == game.uid
    assert download(phone, "Score sheets (JSON)", tmp_path).name == "Elsewhere-sheets.json"
