"""A card with rows: two taps a turn, the row that is due, corrections in place, and the card on every view."""

import pytest
from django.test import Client

from scorekeeper.models import Revision
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from tests.cast import Phone
from tests.own_games import YAHTZEE, play_own, round_of, start_own
from tests.rounds import record, totals
from tests.test_query_counts import Counter
from tests.web.browser import Browser, parse

WONDERS, CATAN = (f"any_game:{name}" for name in ("7-wonders", "catan"))
FULL_HOUSE, CHANCE, SIXES, FIVES = 9, 13, 6, 5
BESIDE = "Yahtzee bonuses 100 each time"


def turn(seat, row, points):
    return {"hand.row": row, f"players.{seat}.points": points}


def ticked(seat, row, points):
    return turn(seat, row, points) | {"hand.beside": True}


def open_hand(browser, game, number=1):
    return browser.open(f"/games/{game.pk}/hands/{number}/")


def column(browser, at):
    """Return the texts of a column of the card by the names of its rows, as far as they have any."""
    rows = list(browser.page.one("table", class_="boxes").one("tbody").all("tr"))
    cells = {row.one("th").text: list(row.all("td"))[at] for row in rows if not row.has(class_="reasons")}
    return {name: cell.one("b").text for name, cell in cells.items() if any(b.text for b in cell.all("b"))}


def lit(browser):
    """Return what the cells that can be filled now are called, and which of them is asked about."""
    cells = list(browser.page.all("td", class_="free"))
    return [cell.spoken for cell in cells], [cell.spoken for cell in cells if cell.has(class_="now")]


def asked(browser):
    heading = browser.page.one(id="asked")
    return heading.attrs["data-asked"], heading.text


def saves(game):
    return Revision.objects.filter(hand__game=game, kind=Revision.Kind.SAVE).count()


class TestTurns:
    def test_two_taps_a_turn(self, cast, olga):
        game = start_own(cast.owner, YAHTZEE, 3)
        olga.presses = 0
        open_hand(olga, game).press("Ann: Full house")
        assert asked(olga) == ("players.0.points", "Full house Ann · 25 or nothing")
        assert lit(olga)[1] == ["Ann: Full house"]
        olga.press("25 then Bob")
        assert (olga.presses, totals(game)) == (2, {"Ann": 25, "Bob": 0, "Cy": 0})
        assert olga.address == f"/games/{game.pk}/hands/2/"
        assert asked(olga) == ("hand.row", "Which row does Bob fill?")
        assert (len(lit(olga)[0]), lit(olga)[0][0]) == (14, "Bob: Ones")

    def test_a_button_says_the_points_and_the_count(self, cast, olga):
        game = start_own(cast.owner, YAHTZEE, 2)
        open_hand(olga, game).press("Ann: Sixes")
        assert asked(olga)[1] == "Sixes Ann · how many?"
        take = [button.text for button in olga.page.one(class_="take").all("button")]
        assert take == ["6 1×", "12 2×", "18 3×", "24 4×", "30 5×"]
        olga.press("Scratch")
        assert column(olga, 0) == {"Sixes": "0", "Upper bonus 35 from 63": "0"}

    def test_typed_rows_take_two_taps_where_their_points_are_on_buttons(self, cast, olga):
        game = start_own(cast.owner, YAHTZEE, 2)
        open_hand(olga, game).press("Ann: Chance").press("23")
        assert totals(game)["Ann"] == 23
        game = start_own(cast.owner, YAHTZEE, 2, buttons=None)
        open_hand(olga, game).press("Ann: Chance").press("Next: Bob", other="23")
        assert totals(game)["Ann"] == 23

    def test_another_number_can_be_typed(self, cast, olga):
        game = start_own(cast.owner, YAHTZEE, 2, categories="Wins × 100\nChance")
        open_hand(olga, game).press("Ann: Wins").press("Use this number", other="11")
        assert (totals(game)["Ann"], olga.address) == (1100, f"/games/{game.pk}/hands/2/")

    def test_a_tap_on_another_row_changes_the_answer_and_asks_its_points(self, cast, olga):
        game = start_own(cast.owner, YAHTZEE, 2)
        open_hand(olga, game).press("Ann: Full house").press("Ann: Sixes")
        assert (asked(olga)[1], lit(olga)[1]) == ("Sixes Ann · how many?", ["Ann: Sixes"])
        olga.press("18").press("Undo")
        assert asked(olga)[0] == "players.0.points"
        olga.press("Ann: Fives")
        assert (asked(olga)[1], saves(game), totals(game)["Ann"]) == ("Fives Ann · how many?", 1, 0)
        olga.press("15")
        assert totals(game) == {"Ann": 15, "Bob": 0}

    def test_a_cell_that_is_tapped_twice_stays_chosen(self, cast, olga):
        game = start_own(cast.owner, YAHTZEE, 2)
        page, at = open_hand(olga, game).page, olga.address
        olga.press("Ann: Full house")
        olga.page, olga.address = page, at
        olga.press("Ann: Full house")
        assert (olga.status, asked(olga)[0]) == (200, "players.0.points")
        olga.press("Ann: Full house")
        assert (len(record(game).hand(1).taps), saves(game)) == (1, 0)

    def test_what_is_worth_something_is_no_scratch(self, cast, olga):
        game = start_own(cast.owner, YAHTZEE, 2, categories="Full = 3 6 9")
        open_hand(olga, game).press("Ann: Full")
        assert "Scratch" not in olga.text
        olga.press("3")
        assert totals(game)["Ann"] == 3

    def test_a_bonus_says_what_it_lacks_and_when_it_is_reached(self, cast, olga):
        game = start_own(cast.owner, YAHTZEE, 1, fewest=1)
        play_own(game, turn(0, SIXES, 4), turn(0, FIVES, 4), by=cast.owner)
        row = open_hand(olga, game, 3).page.one("tr", class_="sum")
        assert row.text == "Upper bonus 35 from 63 44 19 to go"
        play_own(game, turn(0, 4, 4), turn(0, 3, 1), by=cast.owner)
        assert open_hand(olga, game, 5).page.one("tr", class_="sum").text == "Upper bonus 35 from 63 63 +35"

    def test_the_last_turn_is_saved_by_the_button_that_says_who_wins(self, cast, olga):
        game = start_own(cast.owner, YAHTZEE, 2, categories="Pair = 0 5\nRun = 0 9")
        play_own(game, turn(0, 1, 1), turn(1, 1, 0), turn(0, 2, 1), by=cast.owner)
        open_hand(olga, game, 4).press("Bob: Run").press("Scratch")
        assert (saves(game), totals(game)) == (3, {"Ann": 14, "Bob": 0})
        olga.press("Save: Ann wins 14 : 0")
        assert (saves(game), olga.address) == (4, f"/games/{game.pk}/")


class TestRowBeside:
    @pytest.fixture
    def game(self, cast):
        return start_own(cast.owner, YAHTZEE, 2)

    def test_it_is_ticked_before_the_row_is_chosen(self, olga, game):
        open_hand(olga, game).press("Ann: Yahtzee bonuses")
        assert asked(olga)[0] == "hand.row"
        assert column(olga, 0)[BESIDE] == "100"
        olga.press("Ann: Chance").press("30")
        assert (totals(game), olga.address) == ({"Ann": 130, "Bob": 0}, f"/games/{game.pk}/hands/2/")

    def test_it_is_ticked_after_the_row_is_chosen_also_if_that_is_scratched(self, olga, game):
        open_hand(olga, game).press("Ann: Large straight").press("Ann: Yahtzee bonuses")
        assert asked(olga)[0] == "players.0.points"
        olga.press("Scratch")
        assert totals(game) == {"Ann": 100, "Bob": 0}

    def test_a_second_tap_unticks_it(self, olga, game):
        open_hand(olga, game).press("Ann: Yahtzee bonuses").press("Ann: Yahtzee bonuses 100")
        assert BESIDE not in column(olga, 0)
        olga.press("Ann: Chance").press("30")
        assert totals(game) == {"Ann": 30, "Bob": 0}

    def test_it_adds_up_and_only_for_whoever_takes_the_turn(self, cast, olga, game):
        play_own(game, ticked(0, CHANCE, 30), ticked(1, CHANCE, 20), ticked(0, SIXES, 5), by=cast.owner)
        open_hand(olga, game, 4)
        assert [column(olga, at)[BESIDE] for at in range(2)] == ["200", "100"]
        assert [cell for cell in lit(olga)[0] if "bonuses" in cell] == ["Bob: Yahtzee bonuses 100"]
        olga.press("Bob: Yahtzee bonuses 100")
        assert [column(olga, at)[BESIDE] for at in range(2)] == ["200", "200"]

    def test_a_correction_shows_it_and_unticks_it(self, cast, olga, game):
        play_own(game, ticked(0, CHANCE, 30), turn(1, CHANCE, 20), ticked(0, SIXES, 5), by=cast.owner)
        open_hand(olga, game)
        button = olga.page.one("button", name="tap", value="hand.beside=false")
        assert (button.text, button.attrs["aria-pressed"]) == ("Ann: Yahtzee bonuses 200", "true")
        olga.press("Ann: Yahtzee bonuses 200")
        assert column(olga, 0)[BESIDE] == "100"
        assert "Also in this turn Yahtzee bonuses → nothing" in olga.text
        olga.press("Save correction")
        assert totals(game) == {"Ann": 30 + 30 + 100, "Bob": 20}

    def test_a_correction_ticks_it(self, cast, olga, game):
        play_own(game, turn(0, CHANCE, 30), turn(1, CHANCE, 20), by=cast.owner)
        open_hand(olga, game).press("Ann: Yahtzee bonuses").press("Save correction")
        assert totals(game) == {"Ann": 130, "Bob": 20}
        olga.open(f"/games/{game.pk}/?hand=1")
        assert "Ann +30 Chance +100 Yahtzee bonuses +130" in olga.page.one("tr", class_="reasons").text
        assert "Also in this turn: Yahtzee bonuses" in olga.text

    def test_two_phones_see_what_the_other_has_ticked(self, cast, olga, game):
        open_hand(olga, game)
        phone = Phone(game, cast.recorder)
        phone.write("hand.beside", True)
        olga.press("Ann: Yahtzee bonuses")
        assert (olga.status, column(olga, 0)[BESIDE]) == (200, "100")

    def test_every_view_of_the_card_has_the_row(self, cast, olga, game):
        play_own(game, ticked(0, CHANCE, 30), by=cast.owner)
        token = token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))
        for address in (f"/games/{game.pk}/", f"/games/{game.pk}/print/", f"/w/{token}/"):
            for table in olga.open(address).page.all("table", class_="boxes"):
                last = list(table.one("tbody").all("tr"))[-1]
                assert (last.text, last.has(class_="sum")) == (f"{BESIDE} 100", False), address
        paper = olga.open(f"/groups/{cast.group.pk}/paper/?rules={YAHTZEE}").page.one("table", class_="boxes")
        assert list(paper.one("tbody").all("tr"))[-1].text == BESIDE


class TestTwoPhones:
    def test_two_rows_at_the_same_time_are_a_conflict(self, cast, olga):
        game = start_own(cast.owner, YAHTZEE, 2)
        open_hand(olga, game)
        Phone(game, cast.recorder).write("hand.row", CHANCE)
        olga.press("Ann: Full house")
        assert olga.status == 409
        assert olga.problems == ["Rex answered at the same time: Chance. You chose Full house. Tap again to change it."]
        assert asked(olga)[0] == "hand.row"
        olga.press("Ann: Full house")
        assert asked(olga)[1] == "Full house Ann · 25 or nothing"

    def test_points_are_never_for_the_next_player(self, cast, olga):
        game = start_own(cast.owner, YAHTZEE, 2)
        open_hand(olga, game).press("Ann: Full house")
        phone = Phone(game, cast.recorder)
        phone.write("players.0.points", 0)
        phone.save()
        olga.press("25")
        assert (olga.status, totals(game), saves(game)) == (409, {"Ann": 0, "Bob": 0}, 1)
        assert olga.problems == ["This has changed in the meantime. Here it is now. You chose 1."]


class TestCorrections:
    @pytest.fixture
    def game(self, cast):
        game = start_own(cast.owner, YAHTZEE, 2)
        return play_own(game, turn(0, CHANCE, 22), turn(1, SIXES, 3), turn(0, FULL_HOUSE, 1), by=cast.owner)

    def test_a_filled_cell_leads_to_its_turn_and_is_marked_there(self, cast, olga, game):
        open_hand(olga, game, 4).follow("18")
        assert (olga.address, lit(olga)[1]) == (f"/games/{game.pk}/hands/2/", ["18 Bob: Sixes"])
        assert asked(olga) == ("players.1.points", "Sixes Bob · how many?")
        olga.press("24").press("Save correction")
        assert (totals(game), olga.address) == ({"Ann": 47, "Bob": 24}, f"/games/{game.pk}/hands/4/")

    def test_rows_are_swapped_by_two_corrections(self, cast, olga, game):
        open_hand(olga, game).press("25 Ann: Full house")
        assert asked(olga)[1] == "Full house Ann · 25 or nothing"
        olga.press("Scratch").press("Save correction")
        assert record(game).contradiction.number == 3
        open_hand(olga, game, 3).press("Ann: Chance").press("20").press("Save correction")
        assert (record(game).contradiction, totals(game)["Ann"]) == (None, 20)

    def test_after_the_end_a_cell_is_corrected_too(self, cast, olga):
        game = start_own(cast.owner, YAHTZEE, 2, categories="Pair = 0 5\nRun = 0 9")
        play_own(game, turn(0, 1, 1), turn(1, 1, 0), turn(0, 2, 1), turn(1, 2, 1), by=cast.owner)
        open_hand(olga, game, 2)
        assert lit(olga)[1] == ["0 Bob: Pair"]
        olga.press("5").press("Save correction")
        assert totals(game) == {"Ann": 14, "Bob": 14}


class TestRowsInOrder:
    def test_the_row_that_is_due_is_filled_player_by_player(self, cast, olga):
        game = start_own(cast.owner, WONDERS, 3)
        play_own(game, round_of((10, 0, 9)), round_of((0, 3, 4)), by=cast.owner)
        open_hand(olga, game, 3)
        assert lit(olga) == (["Ann : Coins", "Bob : Coins", "Cy : Coins"], ["Ann : Coins"])
        assert asked(olga) == ("players.0.points", "Coins: Ann how many?")
        olga.press("2 6×").follow("Cy : Coins").press("3 9×")
        assert lit(olga) == (["2 Ann : Coins", "Bob : Coins", "3 Cy : Coins"], ["Bob : Coins"])
        olga.press("0")
        assert (totals(game), olga.address) == ({"Ann": 12, "Bob": -3, "Cy": 8}, f"/games/{game.pk}/hands/4/")

    def test_of_two_buttons_the_second_is_the_way_on(self, cast, olga):
        game = start_own(cast.owner, CATAN, 3)
        play_own(game, round_of((2, 3, 1)), round_of((2, 1, 3)), by=cast.owner)
        open_hand(olga, game, 3)
        buttons = [(button.text, button.has(class_="main")) for button in olga.page.one(class_="line").all("button")]
        assert buttons[-2:] == [("0", False), ("2 then Bob", True)]

    def test_a_row_is_corrected_where_it_stands(self, cast, olga):
        game = start_own(cast.owner, WONDERS, 3)
        play_own(game, *map(round_of, ((10, 0, 9), (0, 3, 4), (6, 0, 9))), by=cast.owner)
        open_hand(olga, game, 4).follow("3")
        assert (olga.address, asked(olga)[1]) == (f"/games/{game.pk}/hands/3/", "Tap what you want to correct.")
        assert "Coins: 6 ÷ 3" not in olga.text, "it’s all on the card"
        olga.follow("0 Bob : Coins").press("1 3×").press("Save correction")
        assert totals(game) == {"Ann": 12, "Bob": -2, "Cy": 8}

    def test_partners_fill_a_column_together(self, cast, olga):
        game = start_own(cast.owner, CATAN, 4, sides="partners")
        open_hand(olga, game).press("2").press("3")
        assert column(olga, 0) == {"Settlements": "2"}


class TestOtherViews:
    @pytest.fixture
    def game(self, cast):
        game = start_own(cast.owner, YAHTZEE, 2)
        return play_own(game, turn(0, CHANCE, 22), turn(1, SIXES, 3), turn(0, FULL_HOUSE, 0), by=cast.owner)

    def test_the_sheet_is_the_card_and_a_cell_opens_its_turn_in_place(self, cast, olga, game):
        olga.open(f"/games/{game.pk}/")
        assert column(olga, 0) == {"Full house": "0", "Chance": "22", "Upper bonus 35 from 63": "0"}
        assert not list(olga.page.all("td", class_="free"))
        link = olga.page.one(id="hand-2").one("a")
        assert link.attrs["href"] == "?hand=2#hand-2"
        olga.open(f"/games/{game.pk}/?hand=2")
        assert "Bob Sixes: 3 for 18 +18" in olga.page.one("tr", class_="reasons").text
        assert olga.page.one(id="hand-2").has(class_="opened")

    def test_a_corrected_cell_is_marked(self, cast, olga, game):
        open_hand(olga, game, 2).press("24").press("Save correction").open(f"/games/{game.pk}/")
        assert [sign.attrs["aria-label"] for sign in olga.page.one(id="hand-2").all(role="img")] == ["corrected"]

    def test_what_does_not_count_is_in_rows_of_turns(self, cast, olga, game):
        open_hand(olga, game).press("Ann: Full house").press("25").press("Save correction").open(f"/games/{game.pk}/")
        assert not list(olga.page.all("table", class_="boxes"))
        assert olga.page.one(id="hand-3").has(class_="uncounted")

    def test_watchers_and_a_tv_have_it_too(self, cast, game):
        address = f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))}/"
        page = parse(Client().get(address).content.decode())
        tv, watched = page.all("table", class_="boxes")
        assert next(link.attrs["href"] for link in watched.all("a")) == "?hand=2#hand-2"
        assert (list(tv.all("a")), tv.one("tr", class_="sum").text) == (
            [],
            "Upper bonus 35 from 63 0 63 to go 18 45 to go",
        )

    def test_it_is_printed_with_the_totals_at_the_foot(self, cast, olga, game):
        table = olga.open(f"/games/{game.pk}/print/").page.one("table", class_="boxes")
        assert (table.one("tfoot").text, list(table.all("a"))) == ("Total 22 18", [])

    def test_a_paper_sheet_is_the_empty_card(self, cast, olga, game):
        table = olga.open(f"/groups/{cast.group.pk}/paper/?rules={YAHTZEE}").page.one("table", class_="boxes")
        rows = [row.text for row in table.one("tbody").all("tr")]
        assert rows[5:8] == ["Sixes", "Upper bonus 35 from 63", "Three of a kind"]
        assert [head.text for head in table.one("thead").all("th")][1:] == ["Ann", "Bob"]


@pytest.mark.slow
def test_a_full_card_takes_as_many_queries_as_an_empty_one(cast):
    counts = []
    for rounds in (1, 6):
        game, counter = start_own(cast.owner, YAHTZEE, 2), Counter(cast.owner)
        turns = (turn(seat, row, 0) for row in range(1, rounds + 1) for seat in range(2))
        play_own(game, *turns, by=cast.owner)
        number = 2 * rounds + 1
        for name, path in {"sheet": "", "turn": "?hand=2", "next": f"hands/{number}/", "print": "print/"}.items():
            counter.measure(name, f"/games/{game.pk}/{path}")
        row = {"tap": f"hand.row={rounds + 1}", "asked": "hand.row", "revisions": 0, "taps": 0, "setup": 0}
        counter.measure("row", f"/games/{game.pk}/hands/{number}/tap/", row, 302)
        counts.append(counter.counts)
    assert counts[0] == counts[1]


def test_by_htmx_the_next_turn_is_on_the_same_page(cast):
    game, htmx = start_own(cast.owner, YAHTZEE, 2), Browser(cast.owner, htmx=True)
    open_hand(htmx, game).press("Ann: Yahtzee").press("50 then Bob")
    assert (htmx.response["HX-Push-Url"], asked(htmx)[1]) == (f"/games/{game.pk}/hands/2/", "Which row does Bob fill?")
