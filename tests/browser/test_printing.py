"""Printed pages: PDFs made by the browser and read back with pypdf."""

import io
import re

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from scorekeeper.formats.language import SIGNS, half_points, sentence, signed_points
from scorekeeper.models import Night, Playgroup
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet.reading import scored
from scorekeeper.recording.sheet.writing import stop_game
from tests.browser.conftest import PHONE
from tests.browser.driving import sign_in
from tests.browser.states import FIVE, LONG_NAMES
from tests.cast import NAMES, correct, new_game, play, refresh, start_game
from tests.rounds import play_rounds, start_rounds

KINDS = (FIVE, "pass", "12 8 - 5 4 | AD | 10 7 6 8 0", "10 8 - - - | B | 12 9 5 1 4")
SIZES = {"A4": (596, 843), "Letter": (612, 792)}  # in points, rounded up as Chromium does
BESIDE = """() => [...document.querySelectorAll("thead .holder, .dealer-name .holder")].map((holder) => {
  const [face, name] = [...holder.children].map((part) => part.getBoundingClientRect());
  return face.right <= name.left && face.top < name.bottom && name.top < face.bottom;
})"""
PAPER = {"width": 703, "height": 994}
"""A4 without its margins."""


@pytest.fixture
def page(open_page, cast, live_server) -> Page:
    page = open_page(dark=True)
    sign_in(page, cast.owner, live_server.url)
    return page


def printed(page: Page, paper: str) -> list[str]:
    """Return the text of each printed page, with single spaces between words."""
    pdf_pages = PdfReader(io.BytesIO(page.pdf(format=paper))).pages
    for pdf_page in pdf_pages:
        assert (round(float(pdf_page.mediabox.width)), round(float(pdf_page.mediabox.height))) == SIZES[paper]
    return [" ".join(pdf_page.extract_text().split()) for pdf_page in pdf_pages]


def seats_of(group: Playgroup, *names: str) -> tuple[int, ...]:
    """Add players with these names, and return them."""
    return tuple(roster_writing.add_player(group=group, name=name).pk for name in names)


def squeezed(text: str) -> str:
    """Remove spaces: at a line break, a PDF reader may find none, or one too many."""
    return re.sub(r"\s", "", text)


def test_a_long_game_is_printed_in_full(page, cast):
    game = start_game(cast.owner, 5, player_target=9999, gnome_target=9999, odd_half="exact")
    play(game, *(KINDS * 8)[:30], by=cast.owner, anyway=True)
    correct(game, 1, KINDS[3], cast.owner, anyway=True)
    stop_game(game=game, how="leader_wins", by=cast.owner)
    Night.objects.update(place="At Ann’s, Long Street", note="Eve brought cake.\n\n" * 8)
    record = load(refresh(game))
    page.goto(f"/games/{game.pk}/print/")
    for paper in SIZES:
        sheets = printed(page, paper)
        assert 3 <= len(sheets) <= 4
        text = squeezed("".join(sheets))
        for words in ("At Ann’s, Long Street", "Eve brought cake.", sentence(record.outcome.reason), *NAMES, "Gnome"):
            assert squeezed(words) in text
        for index, hand in enumerate(record.sheet.hands):
            row = f"{SIGNS[hand.dealer][0]}{NAMES[hand.dealer]}"
            assert re.search(rf"{index + 1}[○✎!]*{row}", text), row
            assert all(signed_points(points) in text for points in hand.points.values())
            for line in scored(record, index).lines:
                amount = f" ({signed_points(line.points)})" if line.points else ""
                assert squeezed(sentence(line.reason) + amount) in text
        totals = "♛?".join(map(half_points, record.sheet.totals.values()))
        assert re.search("Total♛?" + totals, text)
        # Every page with rows repeats the table's header; only the last such page has the totals.
        rows = [bool(re.search(r"\b\d+( [○✎!●■▲◆★])* (Ann|Bob|Cy|Dee|Eve) [−+0▸↓◉✗×]", sheet)) for sheet in sheets]
        assert sum(rows) == 2
        assert rows == ["Hand Dealer" in sheet for sheet in sheets]
        assert ["Total" in sheet for sheet in sheets[:2]] == [False, True]


def test_printed_pages_are_black_on_white_without_controls(page, cast):
    game = start_game(cast.owner)
    play(game, "pass", by=cast.owner)
    page.goto(f"/games/{game.pk}/print/")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    page.evaluate("() => { window.print = () => { window.wasPrinted = true; }; }")
    page.get_by_role("button", name="Print").tap()
    page.wait_for_function("() => window.wasPrinted")
    assert not page.get_by_text("Print command").is_visible()
    text = "".join(printed(page, "A4"))
    assert "Everyone passed" in text
    assert "Print" not in text
    page.emulate_media(media="print")
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('article *')].filter(e => !e.closest('svg') && e.innerText)"
        ".map(e => parseFloat(getComputedStyle(e).fontSize)))"
    )
    assert smallest >= 8 * 96 / 72


def test_the_blank_sheet_fits_on_one_page(page, cast):
    start_game(cast.owner, 5, player_target=150, odd_half="gnome", tie="play_on")
    page.goto(f"/groups/{cast.group.pk}/paper/")
    for paper in SIZES:
        [text] = printed(page, paper)
        for words in (*NAMES, "Gnome", "Bid", "Peeked", "Taken", "of 150", "of 350", *map(str, range(1, 15))):
            assert squeezed(words) in squeezed(text)


def test_names_on_paper_stand_beside_their_signs_and_the_chart_is_as_wide_as_the_page(page, cast):
    new = new_game(cast.group, players=seats_of(cast.group, *LONG_NAMES))
    game = setup_writing.start_game(group=cast.group, new=new, by=cast.owner)
    play(game, *[FIVE] * 3, by=cast.owner, anyway=True)
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")
    page.goto(f"/games/{game.pk}/print/")
    assert page.evaluate(BESIDE) == [True] * (6 + 3)
    assert page.locator(".chart > svg").bounding_box()["width"] == PAPER["width"]


@pytest.mark.parametrize("media", ["screen", "print"])
def test_nothing_is_cut_off_in_a_phones_preview(page, cast, media):
    page.emulate_media(media=media)
    of_five = start_game(cast.owner, 5)
    of_ten = start_rounds(
        cast.owner, seats_of(cast.group, *(f"Player {letter}" for letter in "ABCDEFGHIJ")), dealer=True
    )
    play(of_five, *KINDS, by=cast.owner, anyway=True)
    play_rounds(of_ten, cast.owner, "1000 2 3 4 5 6 7 8 9 10")
    paths = [f"/games/{game.pk}/print/" for game in (of_five, of_ten)]
    for path in (*paths, f"/groups/{cast.group.pk}/paper/?rules=trumplestiltskin"):
        page.goto(path)
        right = "Math.max(...[...document.querySelectorAll('main *')].map((e) => e.getBoundingClientRect().right))"
        assert page.evaluate(right) <= PHONE["width"], path
        assert page.locator(".paper").evaluate("(paper) => paper.scrollWidth <= paper.clientWidth"), path
