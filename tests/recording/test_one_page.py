"""A hand that is written down on one page: the last answer saves it, and the next one is asked there."""

import pytest

from scorekeeper.models import Hand, Revision
from scorekeeper.recording.game.reading import load
from tests.cast import Phone, refresh
from tests.own_games import SCRABBLE, UNO, play_own, round_of, start_own
from tests.rounds import play_rounds, record, start_rounds, tap_points, totals
from tests.web.browser import Browser

POINTS = {"ends": "target", "target": 20, "negative": False}
HEARTS, WIZARD, DARTS = (f"any_game:{name}" for name in ("hearts", "wizard", "darts-501"))


@pytest.fixture
def htmx(cast):
    return Browser(cast.owner, htmx=True)


def open_hand(browser, game, number=1):
    return browser.open(f"/games/{game.pk}/hands/{number}/")


def asked(browser):
    """Return the path that the page asks for, and what its last button says."""
    heading = browser.page.one(id="asked").attrs["data-asked"]
    return heading, [button.spoken for button in browser.content.all("button", class_="main")][-1:]


def undo(browser):
    """Press the button at the thumb: what was said of a correction has its own."""
    return browser.send(browser.page.one("form", id="undo"), browser.page.one("button", form="undo"))


def saves(game):
    """Return how often each hand was saved."""
    rows = Revision.objects.filter(hand__game=game, kind=Revision.Kind.SAVE).order_by("hand__number")
    return list(rows.values_list("hand__number", flat=True))


class TestSaving:
    def test_the_last_answer_saves_and_the_same_page_asks_the_next_round(self, cast, olga):
        game = start_rounds(cast.owner, **POINTS)
        open_hand(olga, game)
        assert asked(olga) == ("players.0.points", ["Next: Bob"])
        olga.press("Next", other="5").press("Next", other="3")
        assert asked(olga) == ("players.2.points", ["Save round 1"])
        olga.press("Save round 1", other="7")
        assert (olga.status, olga.address) == (200, f"/games/{game.pk}/hands/2/")
        assert asked(olga) == ("players.0.points", ["Next: Bob"])
        assert totals(game) == {"Ann": 5, "Bob": 3, "Cy": 7}
        assert saves(game) == [1]

    def test_by_htmx_the_address_goes_along(self, cast, htmx):
        game = start_rounds(cast.owner, **POINTS)
        Phone(game, cast.owner).put({"players.0.points": 5, "players.1.points": 3}.items())
        open_hand(htmx, game).press("Save round 1", other="7")
        assert (htmx.response["HX-Push-Url"], htmx.page.one("h1").text) == (f"/games/{game.pk}/hands/2/", "Round 2")

    def test_sent_twice_it_counts_once(self, cast, olga):
        game = start_rounds(cast.owner, **POINTS)
        Phone(game, cast.owner).put({"players.0.points": 5, "players.1.points": 3}.items())
        page, at = open_hand(olga, game).page, olga.address
        olga.press("Save round 1", other="7")
        olga.page, olga.address = page, at
        olga.press("Save round 1", other="7")
        assert (olga.status, olga.address) == (200, f"/games/{game.pk}/hands/2/")
        assert (saves(game), totals(game)) == ([1], {"Ann": 5, "Bob": 3, "Cy": 7})
        olga.page, olga.address = page, at
        olga.press("Save round 1", other="8")
        assert (olga.status, saves(game), totals(game)["Cy"]) == (409, [1], 7)

    def test_what_the_page_did_not_show_is_not_saved(self, cast, olga):
        game = start_rounds(cast.owner, **POINTS)
        phone = Phone(game, cast.owner)
        phone.put({"players.0.points": 5, "players.1.points": 3}.items())
        open_hand(olga, game)
        Phone(game, cast.recorder).write("players.0.points", 6, at="players.0.points")
        olga.press("Save round 1", other="7")
        assert (saves(game), record(game).screen(1).answers["players.2.points"]) == ([], 7)
        assert "Check and save" in olga.text
        olga.press("Save round 1")
        assert (saves(game), olga.address) == ([1], f"/games/{game.pk}/hands/2/")

    def test_an_end_is_saved_only_by_the_button_that_says_so(self, cast, olga):
        game = start_own(cast.owner, SCRABBLE, 2, ends="target", target=20)
        play_own(game, {"players.0.points": 12}, {"players.1.points": 8}, by=cast.owner)
        open_hand(olga, game, 3).press("Next", other="9")
        assert (saves(game), totals(game)["Ann"]) == ([1, 2, 3], 21), "the round isn’t over yet"
        assert asked(olga)[1] == ["Save Bob’s turn nothing this turn"], "nobody comes after it"
        olga.press("Save", other="3")
        assert saves(game) == [1, 2, 3]
        assert asked(olga)[1] == ["Save: Ann wins 21 : 11"]
        olga.press("Save: Ann wins 21 : 11")
        assert (saves(game), olga.address) == ([1, 2, 3, 4], f"/games/{game.pk}/")

    def test_more_than_two_are_not_all_on_the_button(self, cast, olga):
        game = start_rounds(cast.owner, **POINTS)
        Phone(game, cast.owner).put({"players.0.points": 5, "players.1.points": 3}.items())
        open_hand(olga, game).press("Save round 1", other="20")
        assert asked(olga)[1] == ["Save: Cy wins with 20"]

    def test_a_warning_is_shown_first(self, cast, olga):
        game = start_own(cast.owner, HEARTS)
        Phone(game, cast.owner).put((f"players.{seat}.points", 5) for seat in range(3))
        open_hand(olga, game).press("Save", other="3")
        assert saves(game) == []
        olga.press("Score it anyway")
        assert (saves(game), olga.address) == ([1], f"/games/{game.pk}/hands/2/")

    def test_with_bids_what_they_score_is_shown_first(self, cast, olga):
        game = start_own(cast.owner, WIZARD, 3)
        open_hand(olga, game)
        for number in "000100":
            olga.press(number)
        assert (saves(game), "Check and save" in olga.text) == ([], True)
        olga.press("Save")
        assert (saves(game), olga.address) == ([1], f"/games/{game.pk}/hands/2/")

    def test_a_correction_is_shown_first(self, cast, olga):
        game = start_rounds(cast.owner, **POINTS)
        play_rounds(game, cast.owner, "5 3 7")
        olga.open(f"/games/{game.pk}/hands/1/?at=players.2.points").press("Next", other="8")
        assert totals(game)["Cy"] == 7
        olga.press("Save correction")
        assert (totals(game)["Cy"], olga.address) == (8, f"/games/{game.pk}/hands/2/")


class TestFields:
    def test_an_empty_field_is_nothing_in_a_turn(self, cast, olga):
        game = start_own(cast.owner, SCRABBLE, 2)
        open_hand(olga, game)
        assert asked(olga)[1] == ["Next: Bob nothing this turn"]
        olga.press("Next: Bob")
        assert (saves(game), totals(game)) == ([1], {"Ann": 0, "Bob": 0})

    def test_an_empty_field_is_the_rest_of_a_known_sum(self, cast, olga):
        game = start_own(cast.owner, HEARTS)
        Phone(game, cast.owner).put({"players.0.points": 1, "players.1.points": 0, "players.2.points": 18}.items())
        open_hand(olga, game)
        assert ("7 left of 26" in olga.text, "25 so far" in olga.text) == (True, False)
        olga.press("Save")
        assert totals(game) == {"Ann": 1, "Bob": 0, "Cy": 18, "Dee": 7}

    def test_otherwise_a_number_is_needed(self, cast, olga):
        game = start_own(cast.owner, UNO, 3)
        Phone(game, cast.owner).write("hand.winner", 0)
        open_hand(olga, game).press("Next", other=" ")
        assert (olga.status, olga.problems) == (422, ["Enter a number first."])

    @pytest.mark.parametrize(
        ("options", "says"),
        [
            pytest.param({}, "0 points", id="none"),
            pytest.param({"sum": "fixed", "sums": [26, 52]}, "23 what’s left", id="what is left of the sum"),
        ],
    )
    def test_a_button_that_answers_does_not_look_like_the_number(self, cast, olga, options, says):
        game = start_rounds(cast.owner, 2, **POINTS | options)
        Phone(game, cast.owner).write("players.0.points", 3)
        page = open_hand(olga, game).page
        assert [button.text for button in page.one("div", class_="take").all("button")][:1] == [says]
        label = page.one("label", class_="typing").one("small")
        assert (label.text, label.attrs.get("class")) == ("Number", None)

    def test_a_refused_number_stays_in_the_field(self, cast, olga):
        game = start_own(cast.owner, SCRABBLE, 2)
        open_hand(olga, game).press("Next", other="99999+1")
        assert olga.status == 422
        assert olga.page.one("input", name="other").attrs["value"] == "99999+1"


class TestUndo:
    def test_it_reopens_the_round_before_at_its_last_question(self, cast, olga):
        game = start_rounds(cast.owner, **POINTS)
        open_hand(olga, game).press("Next", other="5").press("Next", other="3").press("Save", other="7")
        olga.press("Undo")
        assert (olga.address.split("?")[0], saves(game)) == (f"/games/{game.pk}/hands/1/", [1])
        assert record(game).saved == ()
        assert asked(olga) == ("players.2.points", ["Save round 1"])
        olga.press("Save round 1", other="9")
        assert (totals(game)["Cy"], olga.address) == (9, f"/games/{game.pk}/hands/2/")

    def test_first_it_takes_back_the_taps_of_this_round(self, cast, olga):
        game = start_rounds(cast.owner, **POINTS)
        play_rounds(game, cast.owner, "5 3 7")
        open_hand(olga, game, 2).press("Next", other="1").press("Undo")
        assert (asked(olga)[0], len(record(game).saved)) == ("players.0.points", 1)
        olga.press("Undo")
        assert len(record(game).saved) == 0

    @pytest.mark.parametrize("is_undone", [False, True], ids=["corrected", "its correction undone"])
    def test_a_corrected_round_is_reopened_as_it_counts(self, cast, olga, is_undone):
        game = start_rounds(cast.owner, **POINTS)
        play_rounds(game, cast.owner, "5 3 7")
        phone = tap_points(game, cast.owner, "6 3 7", 1)
        revision = phone.save()
        if is_undone:
            phone.undo(revision)
            Phone(game, cast.owner, 1).over()
        undo(open_hand(olga, game, 2))
        assert (olga.address.split("?")[0], record(game).saved) == (f"/games/{game.pk}/hands/1/", ())
        assert asked(olga) == ("players.2.points", ["Save round 1"])
        undo(undo(olga)).press("Next", other="2").press("Save", other="8")
        assert totals(game) == {"Ann": 5 if is_undone else 6, "Bob": 2, "Cy": 8}

    def test_a_corrected_round_with_a_winner_is_reopened_at_its_last_question(self, cast, olga):
        game = start_own(cast.owner, UNO, 3)
        play_own(game, round_of([None, 20, 5], 0), by=cast.owner)
        phone = Phone(game, cast.owner, 1)
        phone.write("players.1.points", 30)
        phone.save()
        undo(open_hand(olga, game, 2))
        assert asked(olga)[0] == "players.2.points"
        olga.press("Save", other="5")
        assert totals(game) == {"Ann": 35, "Bob": 0, "Cy": 0}

    def test_a_corrected_turn_is_reopened(self, cast, olga):
        game = start_own(cast.owner, SCRABBLE, 2)
        play_own(game, {"players.0.points": 24}, by=cast.owner)
        phone = Phone(game, cast.owner, 1)
        phone.write("players.0.points", 25)
        phone.save()
        undo(open_hand(olga, game, 2)).press("Next", other="26")
        assert (totals(game), olga.address) == ({"Ann": 26, "Bob": 0}, f"/games/{game.pk}/hands/2/")


class TestTiles:
    def test_they_show_totals_and_what_is_asked(self, cast, olga):
        game = start_own(cast.owner, UNO, 3)
        play_own(game, round_of([None, 20, 5], 0), by=cast.owner)
        tiles = [tile.spoken for tile in open_hand(olga, game, 2).page.all(class_="tile")]
        assert tiles == ["Ann 25", "Bob 0", "Cy 0"]
        olga.press("Cy").press("Next", other="7")
        tiles = [tile.spoken for tile in olga.page.all(class_="tile")]
        assert tiles == ["Ann 25 so far nothing yet", "Bob 0 so far 7", "Cy 0 so far +7"]

    def test_the_winner_is_chosen_again_by_a_tile(self, cast, olga):
        game = start_own(cast.owner, UNO, 3)
        open_hand(olga, game).press("Cy").follow("Cy 0 so far")
        assert asked(olga)[0] == "hand.winner"

    def test_the_last_six_rows_of_the_sheet_are_below(self, cast, olga):
        game = start_rounds(cast.owner)
        play_rounds(game, cast.owner, *["1 2 3"] * 8)
        open_hand(olga, game, 9)
        rows = [row.attrs["id"] for row in olga.page.one("table", class_="brief").one("tbody").all("tr")]
        assert rows == [f"row-{number}" for number in range(8, 2, -1)]
        olga.follow("+3")
        assert olga.address == f"/games/{game.pk}/hands/8/"

    def test_buttons_add_up_or_answer(self, cast, olga):
        buttons = {"rows": "turns", "buttons": (50, 300)}
        game = start_own(cast.owner, SCRABBLE, 2, **buttons, add_up=True)
        open_hand(olga, game)
        assert [button.attrs.get("type") for button in olga.page.one(class_="take").all("button")] == ["button"] * 2
        game = start_own(cast.owner, SCRABBLE, 2, **buttons)
        open_hand(olga, game).press("300")
        assert (totals(game)["Ann"], olga.address) == (300, f"/games/{game.pk}/hands/2/")

    def test_what_a_turn_makes_is_said_where_points_are_taken_off(self, cast, olga):
        game = start_own(cast.owner, DARTS, 2)
        small = open_hand(olga, game).page.one("small", **{"data-total": "1002"})
        assert (small.attrs["data-each"], small.attrs["data-makes"]) == ("-1", "leaves {points}")


def test_a_tap_that_saves_costs_as_many_queries_however_long_the_game_is(cast, olga, django_assert_max_num_queries):
    game = start_own(cast.owner, SCRABBLE, 2)
    counts = []
    for number in range(1, 8):
        open_hand(olga, game, number)
        with django_assert_max_num_queries(60) as counted:
            olga.press("Next", other="5")
        counts.append(len(counted))
    assert len({*counts[1:]}) == 1
    assert Hand.objects.filter(game=game, entry__isnull=False).count() == 7
    assert load(refresh(game)).new_number == 8


def test_a_correction_is_undone_beside_the_next_question_and_nothing_else_is(cast, olga):
    game = start_rounds(cast.owner, **POINTS)
    open_hand(olga, game)
    assert "started" not in olga.text
    play_rounds(game, cast.owner, "5 3 7", "1 1 1")
    assert "Round 2 saved." not in open_hand(olga, game, 3).text
    assert "Round 2 saved." in olga.page.one("p", class_="unseen").attrs["data-say"]
    olga.open(f"/games/{game.pk}/hands/1/?at=players.0.points").press("Next", other="6").press("Save correction")
    assert olga.address == f"/games/{game.pk}/hands/3/"
    assert "Round 1 corrected. Ann 6 → 7" in olga.text
    olga.send(olga.page.one(class_="said").one("form"), olga.page.one(class_="said").one("button"))
    assert totals(game)["Ann"] == 6


def test_nobody_is_offered_more_than_a_round_has(cast, olga):
    game = start_own(cast.owner, HEARTS)
    Phone(game, cast.owner).put({"players.0.points": 1, "players.1.points": 1, "players.2.points": 1}.items())
    labels = [button.text for button in open_hand(olga, game).page.one(class_="take").all("button")]
    assert [label for label in labels if "what’s left" in label] == ["23 what’s left"]
    Phone(game, cast.owner).put({f"players.{seat}.points": 26 for seat in range(3)}.items())
    assert "0 left of 78" in open_hand(olga, game).text


class TestOneScores:
    """Where only the winner of a round scores, there is one number, and it saves."""

    def test_the_winner_is_tapped_and_one_number_saves(self, cast, olga):
        game = start_own(cast.owner, UNO, 3, sum="one", dealer=False, target=13)
        open_hand(olga, game)
        assert asked(olga)[0] == "hand.winner"
        olga.press("Bob")
        assert asked(olga) == ("players.1.points", ["Save round 1"])
        olga.press("Save round 1", other="6")
        assert (olga.address, asked(olga)[0]) == (f"/games/{game.pk}/hands/2/", "hand.winner")
        assert (saves(game), totals(game)) == ([1], {"Ann": 0, "Bob": 6, "Cy": 0})
        olga.press("Undo")
        assert asked(olga) == ("players.1.points", ["Save round 1"])

    def test_a_side_is_tapped_and_gets_the_number(self, cast, olga):
        game = start_own(cast.owner, UNO, 4, sum="one", dealer=False, sides="partners", target=13)
        open_hand(olga, game)
        assert [button.spoken for button in olga.page.one(class_="take").all("button")][:2] == ["Ann & Cy", "Bob & Dee"]
        olga.press("Bob & Dee")
        assert asked(olga) == ("sides.1.points", ["Save round 1"])
        olga.press("Save round 1", other="2")
        assert (saves(game), dict(record(game).sheet.totals)) == ([1], {"side0": 0, "side1": 4})

    def test_nobody_can_have_won_a_round_until_it_is_corrected(self, cast, olga):
        game = start_own(cast.owner, UNO, 3, sum="one", dealer=False, target=13)
        open_hand(olga, game).press("Nobody").press("Save round 1")
        assert (olga.address, totals(game)) == (f"/games/{game.pk}/hands/2/", {"Ann": 0, "Bob": 0, "Cy": 0})
        open_hand(olga, game).press("Bob").press("Next", other="5").press("Save correction")
        assert totals(game) == {"Ann": 0, "Bob": 5, "Cy": 0}

    def test_a_number_above_the_usual_is_asked_about(self, cast, olga):
        game = start_own(cast.owner, UNO, 3, sum="one", dealer=False, target=13, ask_above=6)
        Phone(game, cast.owner).write("hand.winner", 1)
        open_hand(olga, game).press("Save round 1", other="7")
        assert (saves(game), "Bob with 7? That’s more than 6." in olga.text) == ([], True)
        olga.press("Score it anyway")
        assert totals(game) == {"Ann": 0, "Bob": 7, "Cy": 0}


def test_a_turn_is_corrected_at_once(cast, olga):
    game = start_own(cast.owner, SCRABBLE, 2)
    play_own(game, {"players.0.points": 24}, {"players.1.points": 31}, by=cast.owner)
    open_hand(olga, game, 2)
    assert asked(olga) == ("players.1.points", ["Next"])
    olga.press("Next", other="13").press("Save correction")
    assert (totals(game)["Bob"], olga.address) == (13, f"/games/{game.pk}/hands/3/")


def test_buttons_add_up_only_in_turns(cast, olga):
    game = start_own(cast.owner, UNO, 3, sum="free", buttons=(5, 20), add_up=True)
    buttons = open_hand(olga, game).page.one(class_="take").all("button")
    assert [button.attrs.get("type") for button in buttons] == [None] * 3
