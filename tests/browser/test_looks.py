"""A game with looks of its own: every page has its pictures and words, and none of another game's."""

import re

from playwright.sync_api import Page

from scorekeeper.looking_back import figures
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from tests.browser.driving import Thumb, sign_in
from tests.cast import refresh
from tests.made_up_play import play, start

FOREIGN = re.compile(r"gnome|peek|eye\b|blind", re.IGNORECASE)
DUMMY, CONTRA, NO_CONTRA, GAME = "search", "share", "link", "cards"
PICTURES = """(within) => [...document.querySelectorAll(`${within} use`)]
  .filter((use) => use.closest("svg").getClientRects().length)
  .map((use) => use.getAttribute("href").split("#")[1])"""


def a_hand(*, contra: bool = True) -> dict[str, object]:
    """Return a hand that Ann led, with contra from Bob."""
    tricks = {f"players.{seat}.tricks": taken for seat, taken in enumerate((5, 2, 1))}
    return {"hand.leader": 0, "players.1.contra": contra, **tricks}


def drawn(page: Page, within: str) -> list[str]:
    """Return the names of the pictures that are seen in a part of a page."""
    return page.evaluate(PICTURES, within)


def looks_like_itself(page: Page) -> None:
    """Check that a page has nothing of another game."""
    assert not FOREIGN.search(page.locator("main, .tv, .play, table").first.inner_text())
    assert not {name for name in drawn(page, "body") if FOREIGN.search(name)}


def test_every_page_has_the_pictures_and_words_that_a_game_declares(open_page, cast, made_up, live_server, monkeypatch):
    monkeypatch.setattr(figures, "FEW_HANDS", 0)
    monkeypatch.setattr(figures, "FEW_GAMES", 0)
    game, page = start(cast.owner, "contra", 3, options={"hands": 5}), open_page()
    sign_in(page, cast.owner, live_server.url)
    play(game, cast.owner, *[a_hand()] * 3)

    hand = Thumb(page).open(refresh(game), 4)
    hand.tap("Ann")
    assert drawn(page, ".tile") == [NO_CONTRA] * 3
    hand.tap("Bob: Contra")
    assert sorted(drawn(page, ".tile")) == [NO_CONTRA] * 2 + [CONTRA]
    assert page.locator(".switch[aria-pressed=true]").inner_text() == "contra!"
    looks_like_itself(page)
    for _seat in range(3):
        hand.tap("2")
    assert DUMMY in drawn(page, ".preview .why")
    looks_like_itself(page)
    hand.tap("Save hand 4")

    assert drawn(page, "thead") == [DUMMY]
    assert drawn(page, "#hand-4") == [CONTRA]
    assert "Said contra: doubled" in page.locator(".legend").text_content()
    page.goto(f"/games/{game.pk}/?hand=4")
    assert DUMMY in drawn(page, ".why")
    assert {DUMMY, CONTRA} < {*drawn(page, "body")}
    looks_like_itself(page)

    hand.open(game, 4)
    hand.tap("Tricks", "Bob: Contra")
    assert "contra! → no contra" in page.locator(".preview").inner_text()

    tv = f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))}/"
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(tv)
    assert "Ann led against contra" in page.locator(".told").inner_text()
    assert drawn(page, ".standings") == [DUMMY]
    looks_like_itself(page)

    page.goto(f"/games/{game.pk}/print/")
    assert drawn(page, "thead") == [DUMMY]
    looks_like_itself(page)

    play(refresh(game), cast.owner, a_hand())
    page.goto(f"/games/{game.pk}/")
    assert DUMMY in drawn(page, ".rank")
    page.goto(f"/groups/{cast.group.pk}/statistics/")
    assert DUMMY in drawn(page, "[aria-labelledby^=beside]")
    assert "Total of the dummy" in page.locator("main").inner_text()
    looks_like_itself(page)
    page.goto(f"/groups/{cast.group.pk}/new/?rules=contra")
    assert GAME in drawn(page, "main")
