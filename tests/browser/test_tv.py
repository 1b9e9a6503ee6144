"""A watched game on a TV: all of it on one screen, and nothing too small to be read from across the room."""

import pytest

from scorekeeper.people.links.reading import code_of, token_of
from scorekeeper.people.links.writing import make_code, make_watch_link, show_needs
from scorekeeper.people.roster import writing as roster_writing
from tests.browser.conftest import SMALL, Axe, OpenPage
from tests.cast import Phone, play, refresh, start_game
from tests.needing import long, tell
from tests.own_games import YAHTZEE, play_own, start_own
from tests.rounds import play_rounds, start_rounds, tap_points

SCREENS = [{"width": 1280, "height": 720}, {"width": 1920, "height": 1080}]
SEEN = """() => {
  const least = 40 * innerHeight / 1080, small = [], outside = [], shown = (node) => node.getClientRects().length;
  const fits = (low, high, most) => low >= 0 && high <= most;
  const inside = (box) => fits(box.left, box.right, innerWidth) && fits(box.top, box.bottom, innerHeight);
  for (const node of document.querySelectorAll(".tv, .tv *")) {
    if (!shown(node) || node.closest(".unseen, .qr, .soft > span")) continue; // of a long line, three rows are shown
    if (!inside(node.getBoundingClientRect()) && !node.closest("svg")) outside.push(node.outerHTML.slice(0, 80));
    const text = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    const scale = node.ownerSVGElement ? node.getScreenCTM().a : 1;
    if (text && !node.matches(".face, .sign") && parseFloat(getComputedStyle(node).fontSize) * scale < least) {
      small.push(`${node.textContent} ${parseFloat(getComputedStyle(node).fontSize) * scale}`);
    }
  }
  const { scrollHeight, scrollWidth } = document.documentElement;
  return { small, outside, over: [scrollWidth - innerWidth, scrollHeight - innerHeight].filter((by) => by > 0) };
}"""
FITS = """(input) => [input.scrollWidth <= input.clientWidth, input.scrollLeft,
  getComputedStyle(input).backgroundImage.includes("letters"), input.labels[0].innerText]"""
ALL_IS_SEEN = {"small": [], "outside": [], "over": []}
LONG = [f"{letter * 38} {letter}" for letter in "ABCDEFGHIJ"]


def of_two(cast):
    """Thirty rounds without a target, one of them negative."""
    game = start_rounds(cast.owner, 2)
    play_rounds(game, cast.owner, *["12 -7"] * 30)
    tap_points(game, cast.owner, "3 -")
    return game


def of_five(cast):
    """Half points, thirty hands, and bids that are being entered."""
    game = start_game(cast.owner, 5, player_target=9999, gnome_target=9999)
    play(game, *["10 6 - 8 7 | CE | 9 6 4 5 7"] * 30, by=cast.owner, anyway=True)
    Phone(refresh(game), cast.owner).open().tap("A bid 10", "A peeked", "B bid 12")
    return game


def of_ten(cast):
    """Long names, and totals of four digits."""
    players = tuple(roster_writing.add_player(group=cast.group, name=name).pk for name in LONG)
    game = start_rounds(cast.owner, players, player_target=9999)
    play_rounds(game, cast.owner, *[" ".join(str(seat * 111) for seat in range(10))] * 3)
    tap_points(refresh(game), cast.owner, " ".join(["1000"] * 9 + ["-"]))
    return game


@pytest.mark.parametrize("play_game", [of_two, of_five, of_ten], ids=["two", "five", "ten"])
def test_a_tv_shows_all_of_a_game_without_scrolling(cast, open_page: OpenPage, axe: Axe, play_game, monkeypatch):
    game = play_game(cast)
    tell(monkeypatch, game.rules, long)
    page = open_page(SCREENS[0])
    link = make_watch_link(group=cast.group, by=cast.owner, game=game)
    show_needs(group=cast.group, link_id=link.pk, needs=True, by=cast.owner)
    make_code(group=cast.group, link_id=link.pk, by=cast.owner)
    page.goto(f"/w/{token_of(link)}/")
    for size in SCREENS:
        page.set_viewport_size(size)
        assert page.locator(".beside", has_text="can be enough to share the win").is_visible()
        assert page.locator(".tv").is_visible()
        assert not page.locator(".play").is_visible()
        assert page.evaluate(SEEN) == ALL_IS_SEEN
    axe(page)


@pytest.mark.parametrize(("rows", "least"), [(14, 40), (17, 34), (22, 26), (30, 18)])
def test_a_card_is_on_one_screen_however_many_rows_it_has(cast, open_page: OpenPage, rows, least):
    game = start_own(cast.owner, YAHTZEE, 4, categories="\n".join(f"Row {row + 1}" for row in range(rows)))
    play_own(game, *({"hand.row": seat + 1, f"players.{seat}.points": 25} for seat in range(4)), by=cast.owner)
    page = open_page()
    page.goto(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))}/")
    assert page.locator(".tv tbody tr").count() == rows
    for size in SCREENS:
        page.set_viewport_size(size)
        last, footer = (page.locator(f".tv {part}").bounding_box() for part in ("tbody tr:last-child", "footer"))
        assert last["y"] + last["height"] <= footer["y"]
        seen = page.evaluate(SEEN.replace("40", str(least), 1))
        assert seen | {"small": [text for text in seen["small"] if text[0] not in "●■▲◆"]} == ALL_IS_SEEN


DIGITS = """() => {
  const figure = document.querySelector(".standings .fig"), range = document.createRange();
  figure.textContent = "0123456789";
  return [...figure.textContent].map((_digit, at) => {
    range.setStart(figure.firstChild, at);
    range.setEnd(figure.firstChild, at + 1);
    return range.getBoundingClientRect().width.toFixed(1);
  });
}"""


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size['width']}")
def test_the_chart_is_the_largest_thing_and_figures_do_not_jump(cast, open_page: OpenPage, size):
    game = start_rounds(cast.owner, 3)
    play_rounds(game, cast.owner, "12 -7 0", "1 2 3", "8 8 8")
    page = open_page(size)
    page.goto(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))}/")
    chart = page.locator(".beside .strip").bounding_box()
    assert chart["width"] > size["width"] / 2
    assert chart["height"] > size["height"] / 2
    assert len({*page.evaluate(DIGITS)}) == 1


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
@pytest.mark.parametrize("size", [*SCREENS, SMALL], ids=["small TV", "TV", "phone"])
def test_a_code_is_typed_into_one_field_that_looks_like_six_boxes(open_page: OpenPage, cast, size, scripts):
    link = make_watch_link(group=cast.group, by=cast.owner)
    make_code(group=cast.group, link_id=link.pk, by=cast.owner)
    link.refresh_from_db()
    page = open_page(size, scripts=scripts)
    page.goto("/tv/")
    field = page.locator("input")
    field.press_sequentially(code_of(link).lower())
    assert field.evaluate(FITS) == [True, 0, True, "Enter the code that the phone at the table shows."]
    assert page.locator(".face").is_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Watch").click()
    assert page.url.endswith(f"/w/{token_of(link)}/")
