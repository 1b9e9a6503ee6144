"""Tests every page and state, light and dark, at 390 px and at 320 px with text at 200%."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest
from playwright.sync_api import Page

from scorekeeper.models import Night, Player
from tests.browser.conftest import PHONE, SMALL, Axe, Console, new_context
from tests.browser.driving import Thumb
from tests.browser.states import STATES, Visit
from tests.browser.states_groups import group_empty
from tests.browser.states_hands import hand_first, hand_points, hand_points_long, hand_preview_long, whole_empty
from tests.browser.states_people import home
from tests.browser.states_sheets import sheet_long, sheet_thirty
from tests.cast import A_HAND, enter_hand, make_cast

for module in sorted(Path(__file__).parent.glob("states_*.py")):
    import_module(f"tests.browser.{module.stem}")
MEASURE = Path(__file__).with_name("measuring.js").read_text(encoding="utf-8")
DIGITS = ".totals strong, .sheet tbody b, .sheet tbody s, .sheet tbody small, .numbers .offer, .rows .answer, \
.value, .fig, .reasons b"
NARROW = {"width": 320, "height": 700}
ROOT_TWICE = "document.styleSheets[0].insertRule('html { font-size: 200% }')"
STANDARD = 16  # px: a browser's default text size
LOOKS = ("color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable")
"""Axe's rules about how things look: colors, sizes, scrolling."""
UNDOCKED = (
    "on => document.querySelectorAll('.dock, .foot, .needs').forEach((e) => e.style.position = on ? 'static' : '')"
)
"""Puts the dock at the end of the page, where it covers nothing."""
EXPECTED = r"status of (403|404|409|410|422|500|503)|Status Error Code|ERR_(FAILED|INTERNET_DISC)|htmx:|failed request"


@pytest.fixture(scope="module")
def console(live_server) -> Console:
    console = Console(live_server.url)
    console.expect(EXPECTED)
    return console


@pytest.fixture(scope="module")
def thumb(browser, console) -> Iterator[Thumb]:
    """A phone for all of these pages, because starting one takes as long as looking at a page."""
    context = new_context(browser, console)
    yield Thumb(context.new_page())
    context.close()


@pytest.fixture
def visit(thumb: Thumb, console, live_server, transactional_db, monkeypatch) -> Iterator[Visit]:
    page, home = thumb.page, live_server.url
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    set_fonts(page, STANDARD)
    yield Visit(thumb, make_cast(), home, monkeypatch)
    page.unroute_all()
    page.context.set_offline(False)
    page.goto("/healthz")
    page.evaluate("sessionStorage.clear()")
    stored = {"origin": home, "storageTypes": "all"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", stored)
    complaints = console.unexpected()
    console.complaints.clear()
    assert complaints == []


def set_fonts(page: Page, size: int) -> None:
    sizes = {"fontSizes": {"standard": size, "fixed": size}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)


def text_size(page: Page, percent: int) -> None:
    """Set the browser's text size, as a reader would."""
    size = STANDARD * percent // 100
    set_fonts(page, size)
    page.wait_for_function(f"() => getComputedStyle(document.documentElement).fontSize === '{size}px'")


def names() -> list[str]:
    """Return the names of all players."""
    return list(Player.objects.values_list("name", flat=True))


def complaints(page: Page, width: int) -> list[str]:
    return page.evaluate(
        "width => Object.entries({sideways: [width], tall: [], small: [], overlapping: [], lost: [width]})"
        ".flatMap(([name, given]) => measure[name](...given).map(text => `${name} at ${width}: ${text}`))",
        width,
    )


@pytest.mark.parametrize(("show", "is_judged"), STATES)
def test_every_page_can_be_read_and_tapped(
    visit: Visit, show: Callable[[Visit], None], is_judged: bool, axe: Axe, full: bool
):
    show(visit)
    page, problems = visit.page, []
    page.evaluate(MEASURE)
    problems += page.evaluate("names => [...measure.red(), ...measure.faceless(names)]", names())
    for scheme, percent, size in (("light", 100, PHONE), ("dark", 200, SMALL)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        faint = page.evaluate("digits => [...measure.faint(digits, 7), ...measure.edgeless(3)]", DIGITS)
        problems += [f"{scheme}: {line}" for line in faint]
        page.set_viewport_size(size)
        # Axe checks the structure once, but how things look in both color schemes.
        if is_judged or full:
            page.evaluate(UNDOCKED, True)
            axe(page, *(() if scheme == "light" else LOOKS))
            page.evaluate(UNDOCKED, False)
        text_size(page, percent)
        problems += [f"{percent}% {line}" for line in complaints(page, size["width"])]
    assert not problems, "\n".join(problems)


def hand_gnome(visit: Visit) -> None:
    visit.typing("A bid 10", "done")


def hand_filled(visit: Visit) -> None:
    enter_hand(game := visit.game(), A_HAND, visit.owner)
    visit.thumb.open(game, 1)


def hand_first_long(visit: Visit) -> None:
    visit.thumb.open(visit.long_game(), 1)


@pytest.mark.parametrize(
    "show",
    [
        hand_first,
        hand_gnome,
        hand_filled,
        hand_points_long,
        sheet_thirty,
        *(
            pytest.param(show, marks=pytest.mark.nightly)
            for show in (hand_points, hand_first_long, hand_preview_long, sheet_long)
        ),
    ],
)
def test_a_page_of_twice_its_size_is_no_wider_than_the_screen_and_loses_no_word(
    visit: Visit, show: Callable[[Visit], None]
):
    show(visit)
    page, problems = visit.page, []
    page.evaluate(MEASURE)
    for size in (PHONE, NARROW):
        page.set_viewport_size(size)
        text_size(page, 200)
        problems += complaints(page, size["width"])
        text_size(page, 100)
        page.evaluate(ROOT_TWICE)
        problems += complaints(page, size["width"])
        page.evaluate("document.styleSheets[0].deleteRule(0)")
        page.set_viewport_size({side: pixels // 2 for side, pixels in size.items()})  # as a page zoomed to 200%
        problems += [line for line in complaints(page, size["width"] // 2) if not line.startswith("tall")]
    assert not problems, "\n".join(problems)


def within(page: Page, selector: str, count: int) -> bool:
    """Return whether the first `count` elements are entirely in view without scrolling."""
    boxes = [page.locator(selector).nth(number).bounding_box() for number in range(count)]
    return page.evaluate("scrollY") == 0 and all(
        box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"] for box in boxes
    )


def test_a_group_is_started_without_scrolling(visit: Visit):
    home(visit)
    assert within(visit.page, ".front .said, #new-group .field, .dock", 4)
    last, dock = (visit.page.locator(selector).last.bounding_box() for selector in ("#new-group .field", ".dock"))
    assert last["y"] + last["height"] <= dock["y"]


def test_a_night_has_two_lines(visit: Visit):
    game = visit.game(A_HAND, player_target=20)
    Night.objects.filter(pk=game.night_id).update(place="The Lantern")
    group_empty(visit)
    row = visit.page.locator(".evening")
    words, (name, place) = row.locator(".text"), (row.locator(f".text > {line}") for line in (".name", "small"))
    assert words.locator("> *").count() == 2
    assert name.bounding_box()["height"] < 30 > place.bounding_box()["height"]


@pytest.mark.parametrize("show", [hand_first, hand_points])
def test_the_thumb_reaches_three_rows_of_numbers_and_the_pass_button(visit: Visit, show: Callable[[Visit], None]):
    show(visit)
    assert within(visit.page, ".numbers .offer", 15)
    if show is hand_first:
        assert within(visit.page, "button:has-text('Pass')", 1)


def test_a_whole_hand_of_four_is_typed_without_scrolling_on_a_small_phone(visit: Visit):
    visit.page.set_viewport_size(SMALL)
    whole_empty(visit)
    first, last = (visit.page.get_by_label(label).bounding_box() for label in ("Ann: Bid", "Dee: Taken"))
    assert last["y"] + last["height"] - first["y"] < 215
