"""Cards with rows: two taps a turn, fingers that tap twice, whole games, and two to ten players on small phones."""

import random
import re

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.files.importing import import_games
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.models import Game
from scorekeeper.recording.own_games.reading import supplied
from tests.browser.conftest import SMALL
from tests.browser.driving import Held, Thumb, kept, sign_in
from tests.browser.test_rounds_and_turns import IDLE, LOOK, WRITES, let_all_through, press, saved, settled
from tests.cast import NAMES, Phone
from tests.formats.documents import document, game as a_game
from tests.own_games import YAHTZEE, play_own, start_own, vars_of
from tests.rounds import record, totals

WONDERS = "any_game:7-wonders"
ROWS = ["Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "Three of a kind", "Four of a kind", "Full house"]
ROWS += ["Small straight", "Large straight", "Yahtzee", "Chance"]
COUNTS = [range(6)] * 6 + [(0, *range(5, 31))] * 2 + [range(2)] * 4 + [(0, *range(5, 31))]
WORTH = {side: side.__mul__ for side in range(1, 7)}
WORTH |= {row: points.__mul__ for row, points in zip(range(9, 13), (25, 30, 40, 50), strict=True)}
MORE = ("Fay", "Gus", "Hal", "Ida", "Jo")


def yahtzee(cast, players: int, hands: list[object] | None = None) -> Game:
    """Return a game of Yahtzee among so many players, with these hands, as a file has them."""
    options = vars_of(supplied()[YAHTZEE].rules)
    rules = {name: options[name] for name in ("rows", "categories")} | {"buttons": [*options["buttons"]]}
    file = a_game(rules="any_game", players=[*NAMES, *MORE][:players], options=rules, hands=hands or [])
    import_games(group=cast.group, games=read_sheets(document(file)).games, by=cast.owner)
    return Game.objects.latest("pk")


def offer_of(thumb: Thumb, words: str) -> Locator:
    """Return the first button at the thumb that says this, before any count."""
    return thumb.page.locator(".thumb .offer", has_text=re.compile(rf"^\s*{words}(?!\d)")).first


def tap_points(thumb: Thumb, row: int, count: int) -> None:
    """Tap the button for a number in a row."""
    thumb.page.clock.run_for(LOOK)
    offer_of(thumb, "Scratch" if not count else str(WORTH.get(row, lambda count: count)(count))).tap()
    settled(thumb)


def on_the_screen(thumb: Thumb, selector: str) -> list[bool]:
    """Return of each of these elements whether its middle is what a finger would touch."""
    return thumb.page.locator(selector).evaluate_all("""
        found => found.map(each => {
          const {x, y, width, height} = each.getBoundingClientRect();
          return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        })
    """)


def test_two_taps_a_turn(thumb, cast, still_phone):
    game = start_own(cast.owner, YAHTZEE, 2)
    thumb.open(game, 1)
    taps = press(thumb, "Ann: Full house", "25 then Bob", "Bob: Sixes", pace=LOOK)
    still_phone.clock.run_for(LOOK)
    offer_of(thumb, "18").tap()
    settled(thumb)
    assert (taps + 1, totals(game), saved(game)) == (4, {"Ann": 25, "Bob": 18}, [1, 2])
    assert thumb.asked == "Which row does Ann fill?"


def test_a_further_yahtzee_is_ticked_beside_the_row_of_its_turn(thumb, cast, still_phone):
    thumb.open(game := start_own(cast.owner, YAHTZEE, 2), 1)
    taps = press(thumb, "Ann: Yahtzee bonuses", pace=LOOK)
    assert thumb.asked == "Which row does Ann fill?"
    taps += press(thumb, "Ann: Sixes", pace=LOOK)
    still_phone.clock.run_for(LOOK)
    offer_of(thumb, "30").tap()
    settled(thumb)
    assert (taps + 1, totals(game), saved(game)) == (3, {"Ann": 130, "Bob": 0}, [1])
    press(thumb, "Bob: Full house", "Bob: Yahtzee bonuses", "25 then Ann", pace=LOOK)
    assert totals(game) == {"Ann": 130, "Bob": 125}
    assert still_phone.locator(".boxes tr:last-child td").all_inner_texts() == ["Ann: Yahtzee bonuses\n100", "100"]


def test_a_number_that_is_being_typed_stays_when_something_is_ticked_beside_it(thumb, cast, still_phone):
    thumb.open(game := start_own(cast.owner, YAHTZEE, 2, buttons=None), 1)
    press(thumb, "Ann: Chance", pace=LOOK)
    still_phone.locator("input[name=other]").fill("23")
    press(thumb, "Ann: Yahtzee bonuses", "Next: Bob", pace=LOOK)
    assert totals(game) == {"Ann": 123, "Bob": 0}


@pytest.mark.parametrize("between", [90, 200, 330, 480, 620])
def test_a_cell_that_is_tapped_twice_answers_no_points(thumb, cast, still_phone, between):
    thumb.open(game := start_own(cast.owner, YAHTZEE, 2), 1)
    still_phone.clock.run_for(LOOK)
    cells = still_phone.locator(".free .offer")
    under = on_the_screen(thumb, ".free .offer")
    lowest = cells.nth(max(at for at, is_there in enumerate(under) if is_there))
    box = lowest.bounding_box()
    for pause in (LOOK, between):
        still_phone.clock.run_for(pause)
        still_phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        still_phone.wait_for_function(IDLE)
    hand = record(game).hand(1)
    assert (saved(game), [path for path, _value, _member in hand.taps]) == ([], ["hand.row"])
    still_phone.clock.run_for(LOOK)
    assert on_the_screen(thumb, ".free.now button") == [True], "the dock doesn’t lie over it"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_up_to_six_players_fit_on_a_small_phone(open_page, cast, console, players):
    sign_in(page := open_page(SMALL), cast.owner, console.home)
    thumb = Thumb(page)
    for row in (None, 7):
        game = yahtzee(cast, players)
        if row:
            Phone(game, cast.owner).write("hand.row", row)
        thumb.open(game, 1)
        assert page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
        assert page.locator(".scroll").count() == 0
        sizes = page.locator(".boxes .free button").evaluate_all(
            "found => found.map(each => [each.offsetWidth, each.offsetHeight])"
        )
        assert min(height for _width, height in sizes) >= 40
        assert min(width for width, _height in sizes) >= 36


def test_ten_players_scroll_sideways_and_the_names_of_the_rows_stand(open_page, cast, console):
    sign_in(page := open_page(SMALL), cast.owner, console.home)
    Thumb(page).open(yahtzee(cast, 10), 1)
    paper, row = page.locator(".paper.scroll"), page.locator(".boxes tbody th").first
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL["width"]
    before = row.bounding_box()["x"]
    assert paper.evaluate("each => { each.scrollLeft = 300; return each.scrollLeft; }") > 100
    assert row.bounding_box()["x"] == before


@pytest.mark.nightly
def test_a_whole_game_is_what_the_same_sheet_scores_from_a_file(thumb, cast, still_phone):
    dice, game = random.Random(7), yahtzee(cast, 3)
    rows = [dice.sample(range(1, 14), 13) for _seat in range(3)]
    turns = [(seat, rows[seat][at]) for at in range(13) for seat in range(3)]
    counts = [dice.choice(COUNTS[row - 1]) for _seat, row in turns]
    ticks = [dice.random() < 0.2 for _turn in turns]
    thumb.open(game, 1)
    for (seat, row), count, is_ticked in zip(turns, counts, ticks, strict=True):
        press(thumb, f"{NAMES[seat]}: {ROWS[row - 1]}", *[f"{NAMES[seat]}: Yahtzee bonuses"] * is_ticked, pace=LOOK)
        tap_points(thumb, row, count)
    still_phone.clock.run_for(LOOK)
    thumb.find("Save").first.tap()
    settled(thumb)
    for number in (5, 24):
        _seat, row = turns[number - 1]
        counts[number - 1] = next(count for count in COUNTS[row - 1] if count not in (0, counts[number - 1]))
        tap_points(thumb.open(game, number), row, counts[number - 1])
        still_phone.clock.run_for(LOOK)
        thumb.find("Save correction").tap()
        settled(thumb)
    hands = [
        {"hand": {"row": row, "beside": is_ticked}, "players": {NAMES[seat]: {"points": count}}}
        for (seat, row), count, is_ticked in zip(turns, counts, ticks, strict=True)
    ]
    scored, tapped = record(yahtzee(cast, 3, hands)), record(game)
    assert (tapped.sheet.totals, tapped.outcome) == (scored.sheet.totals, scored.outcome)
    assert len(saved(game)) == 39


@pytest.mark.nightly
def test_rows_for_everybody_are_filled_before_the_answers_come(thumb, cast, still_phone):
    thumb.open(game := start_own(cast.owner, WONDERS, 3), 1)
    play_own(game, *[{f"players.{seat}.points": 3 for seat in range(3)}] * 2, by=cast.owner)
    thumb.open(game, 3)
    still_phone.clock.run_for(LOOK)
    held = Held(still_phone, "**/tap/", "POST")
    for words in ("2", "1"):
        still_phone.clock.run_for(LOOK)
        offer_of(thumb, words).tap()
    assert still_phone.locator(".free .answer").all_inner_texts() == ["2", "1", ""]
    let_all_through(thumb, held)
    assert thumb.asked.startswith("Coins: Cy")
    assert saved(game) == [1, 2]


@pytest.mark.nightly
class TestConnection:
    def test_without_network_a_tap_waits_also_after_a_reload(self, thumb, cast, still_phone, console):
        console.expect("net::ERR_|failed request")
        thumb.open(game := start_own(cast.owner, YAHTZEE, 2), 1)
        still_phone.route(WRITES, lambda route: route.abort("connectionfailed"))
        still_phone.clock.run_for(LOOK)
        thumb.find("Ann: Full house").tap()
        kept(still_phone, 1)
        still_phone.reload()
        waits = "No connection. Waiting to be sent: Ann: Full house."
        expect(still_phone.locator("#trouble span")).to_have_text(waits)
        still_phone.unroute(WRITES)
        while record(game).hand(1) is None:
            still_phone.clock.run_for(1000)
        settled(thumb)
        press(thumb, "25 then Bob", pace=LOOK)
        assert totals(game) == {"Ann": 25, "Bob": 0}
        assert kept(still_phone) == []

    def test_what_is_ticked_without_network_waits_with_the_row_and_the_points(self, thumb, cast, still_phone, console):
        console.expect("net::ERR_|failed request")
        thumb.open(game := start_own(cast.owner, YAHTZEE, 2), 1)
        still_phone.route(WRITES, lambda route: route.abort("connectionfailed"))
        still_phone.clock.run_for(LOOK)
        thumb.find("Ann: Yahtzee bonuses").tap()
        still_phone.clock.run_for(LOOK)
        assert still_phone.locator("[data-toggle]").get_attribute("aria-pressed") == "true"
        thumb.find("Ann: Full house").tap()
        kept(still_phone, 2)
        still_phone.unroute(WRITES)
        while not (hand := record(game).hand(1)) or len(hand.taps) < 2:
            still_phone.clock.run_for(1000)
        settled(thumb)
        press(thumb, "25 then Bob", pace=LOOK)
        assert totals(game) == {"Ann": 125, "Bob": 0}

    def test_a_reload_and_back_lead_to_what_is_asked(self, thumb, cast, still_phone):
        thumb.open(game := start_own(cast.owner, YAHTZEE, 2))
        thumb.tap("Record Ann’s turn")
        press(thumb, "Ann: Chance", pace=LOOK)
        still_phone.reload()
        assert thumb.asked == "Chance Ann · how many points?"
        still_phone.clock.run_for(LOOK)
        offer_of(thumb, "22").tap()
        settled(thumb)
        still_phone.go_back()
        expect(still_phone.locator(".boxes .seat .fig")).to_have_text(["22", "0"])
        still_phone.go_forward()
        expect(still_phone.locator("#asked")).to_have_text("Which row does Bob fill?")
        assert saved(game) == [1]


@pytest.mark.nightly
def test_two_phones_on_one_card(thumb, cast, still_phone, console):
    console.expect("status of 409")
    thumb.open(game := start_own(cast.owner, YAHTZEE, 2), 1)
    press(thumb, "Ann: Full house", pace=LOOK)
    play_own(game, {"hand.row": 6, "players.0.points": 3}, by=cast.recorder)
    press(thumb, "25 then Bob", pace=LOOK)
    assert "This has changed in the meantime." in still_phone.locator("[data-refused]").inner_text()
    assert (totals(game), saved(game)) == ({"Ann": 18, "Bob": 0}, [1])
    assert thumb.asked == "Sixes"
    press(thumb.open(game, 2), "Bob: Ones", pace=LOOK)
    assert thumb.asked == "Ones Bob · how many?"
