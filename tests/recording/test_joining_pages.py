"""Joining a game, leaving it and coming back at its table, and what other pages show of that."""

import pytest

from scorekeeper.recording.setup.writing import join_game, leave_game
from scorekeeper.recording.sheet.charts import chart
from scorekeeper.recording.sheet.writing import stop_game
from tests.cast import refresh, start_game
from tests.own_games import SCRABBLE, play_own, round_of, start_own
from tests.recording.seats import at_seat, table
from tests.rounds import play_rounds, player, record, setups, start_rounds
from tests.web.browser import Browser


@pytest.fixture
def game(cast):
    """Two rounds in, Ann has 20, Bob 7 and Cy 9 points. Dee isn't playing."""
    game = start_rounds(cast.owner)
    play_rounds(game, cast.owner, "12 3 5", "8 4 4")
    player(cast.owner, "Dee")
    return game


@pytest.fixture
def coming(olga, game):
    """The page on which players come and go, reached from the sheet."""
    return olga.open(f"/games/{game.pk}/").follow("Someone joins or leaves")


def rows(browser):
    """Return the cells of each hand's row, newest first, with the change and the total."""
    return [[cell.text for cell in row.all("td")] for row in browser.page.all("tr") if "data-row" in row.attrs]


def choices(browser, name):
    """Return a question's answers by label."""
    labels = (label for label in browser.page.all("label") if list(label.all("input", name=name)))
    return {label.spoken: label.one("input").attrs["value"] for label in labels}


def notice(browser):
    return browser.page.one(class_="news").text


class TestPage:
    def test_somebody_on_the_roster_or_new_joins_with_an_offered_total_or_any(self, game, coming):
        dee, offered = choices(coming, "player"), choices(coming, "start")
        assert list(dee) == ["Dee"]
        assert list(offered) == ["0, like everyone at the start", "7, like the player in last place"]
        coming.press("Join", player=dee["Dee"], start="7")
        assert (coming.status, coming.path, notice(coming)) == (200, f"/games/{game.pk}/", "Dee has joined.")
        coming.follow("Someone joins or leaves").press("Join", name=" Zoe ", total="-15")
        assert coming.status == 200
        now = record(game)
        assert [(now.names[seat], now.stays[seat].joined_with) for seat in (3, 4)] == [("Dee", 7), ("Zoe", -15)]

    def test_somebody_leaves_and_comes_back_even_by_name_and_the_undo_takes_it_back(self, game, coming):
        assert table(coming) == ["Ann", "Bob", "Cy"]
        at_seat(coming, "Bob", "Bob leaves now")
        assert notice(coming) == "Bob has left."
        coming.follow("Someone joins or leaves")
        assert table(coming) == ["Ann", "Bob has left", "Cy"]
        assert "Up to Round 2." in coming.text
        assert "Bob leaves" not in " ".join(coming.buttons())
        at_seat(coming, "Bob", "Bob comes back with 7")
        assert notice(coming) == "Bob is back."
        coming.press("Undo")
        assert notice(coming) == "Bob has left."
        coming.follow("Someone joins or leaves").press("Join", name="Bob")
        assert notice(coming) == "Bob is back."
        coming.press("Undo").press("Undo")
        assert (notice(coming), record(game).options["left"]) == ("Bob is back.", [])

    def test_a_wrong_answer_is_told_beside_its_question(self, game, coming):
        dee = choices(coming, "player")["Dee"]
        for typed, problem in (
            ({}, "Choose a player or enter a name."),
            ({"name": "Zoe", "player": dee}, "Choose a player or enter a name, not both."),
            ({"name": "Zoe", "total": "x"}, "Enter a whole number."),
            ({"name": "Zoe", "total": "9999999"}, "Use a whole number from"),
            ({"player": "99999"}, "Select a valid choice."),
            ({"name": "Zoe", "start": "5"}, "Select a valid choice."),
        ):
            coming.open(coming.address).press("Join", **typed)
            assert coming.status == 422
            assert [found[: len(problem)] for found in coming.problems] == [problem]
        coming.press("Join", player="", name="ann", start="0")
        why = "Ann is seated already. If this is another Ann, add a letter."
        assert (coming.status, coming.problems, setups(game)) == (422, [why], 0)
        field = next(field for field in coming.page.all(class_="field") if why in field.text)
        assert field.one("input").attrs["value"] == "ann", "it stays in its field"
        coming.press("Join", name="Ann B")
        assert record(game).names == ("Ann", "Bob", "Cy", "Ann B")

    def test_a_page_from_before_another_change_is_shown_anew(self, cast, game, coming):
        late = [Browser(cast.recorder).open(f"/games/{game.pk}/players/") for _button in range(2)]
        coming.press("Cy leaves now")
        for browser, button, typed in zip(late, ("Join", "Bob leaves now"), ({"name": "Zoe"}, {}), strict=True):
            browser.press(button, **typed)
            assert browser.status == 409
            assert browser.problems == ["The setup has changed in the meantime. Here it is now."]
            assert "Cy comes back" in " ".join(browser.buttons())

    def test_while_a_preview_waits_nobody_joins_or_leaves(self, game, coming):
        for there in (True, False):
            assert ("Bob leaves now" in coming.text, "Someone joins" in coming.text) == (there, there)
            at_seat(coming, "Ann", "Bob")
        assert table(coming) == ["Ann", "Bob", "Cy"]

    def test_the_setup_has_it_folded_and_its_old_address_has_it_open(self, game, coming):
        assert coming.path == f"/games/{game.pk}/players/"
        assert "open" in coming.page.one("details").attrs
        folded = coming.open(f"/games/{game.pk}/setup/").page.one("details")
        assert (folded.one("summary").text, "open" in folded.attrs) == ("Someone joins", False)

    def test_a_full_table_says_how_many_can_play_and_who_can_not_leave_is_told_so(self, cast, olga):
        game = start_rounds(cast.owner, 1, most=1)
        olga.open(f"/games/{game.pk}/players/")
        assert "Every seat is taken." in olga.text
        assert "Someone joins" not in olga.text
        olga.press("Ann leaves now")
        assert (olga.status, olga.problems) == (422, ["This game takes at least 1 player."])

    def test_a_game_that_is_over_or_whose_players_stay_has_no_link_to_it(self, cast, olga, game):
        stop_game(game=game, how="no_winner", by=cast.owner)
        other = start_game(cast.owner)
        for address in (game.pk, other.pk):
            assert "Someone joins or leaves" not in olga.open(f"/games/{address}/").text
        olga.open(f"/games/{game.pk}/players/")
        assert (olga.status, "leaves now" in olga.text, "Someone joins" in olga.text) == (200, False, False)
        assert "This game is already over." in olga.text
        assert olga.open(f"/games/{other.pk}/players/").status == 404


class TestSheet:
    @pytest.fixture
    def game(self, cast, game):
        """Dee joins in hand 3, and Cy leaves after it."""
        join_game(game=refresh(game), player="Dee", start=40, seen=0, by=cast.owner)
        play_rounds(game, cast.owner, "1 1 1 1")
        leave_game(game=refresh(game), player=player(cast.owner, "Cy"), seen=1, by=cast.owner)
        play_rounds(game, cast.owner, "0 2 - 2")
        return game

    def test_a_hand_without_a_player_leaves_their_cell_blank(self, olga, game):
        olga.open(f"/games/{game.pk}/")
        assert rows(olga) == [
            ["0 21", "+2 10", "", "+2 43"],
            ["+1 21", "+1 8", "+1 10", "+41 41"],
            ["+8 20", "+4 7", "+4 9", ""],
            ["+12 12", "+3 3", "+5 5", ""],
        ]
        assert "joined with 40" in olga.open("?hand=3").text

    def test_a_line_of_the_chart_begins_with_the_player_and_ends_with_them(self, cast, olga, game):
        curves = {curve["name"]: curve for curve in chart(record(game)).curves}
        assert curves["Dee"]["totals"] == (None, None, 80, 82, 86)
        assert curves["Cy"]["totals"] == (0, 10, 18, 20, None)
        assert [len(curves[name]["points"]) for name in ("Ann", "Cy", "Dee")] == [5, 4, 3]
        assert chart(record(game)).hands[0]["totals"] == (24, 6, 10, None)

    def test_who_left_stands_last_at_the_end(self, cast, olga, game):
        leave_game(game=refresh(game), player=player(cast.owner, "Dee"), seen=2, by=cast.owner)
        stop_game(game=refresh(game), how="leader_wins", by=cast.owner)
        olga.open(f"/games/{game.pk}/")
        places = [row.text for row in olga.page.one("ol", class_="rank").all("li")]
        assert [(place[0], place.split()[2], "Round" in place) for place in places] == [
            ("1", "Ann", False),
            ("2", "Bob", False),
            ("3", "Dee", True),
            ("4", "Cy", True),
        ]
        assert "Ann wins" in olga.text


def test_in_a_game_of_turns_only_whose_turn_it_was_has_a_score_in_their_column(cast, olga):
    game = start_own(cast.owner, SCRABBLE, 2)
    play_own(game, round_of((20, None)), round_of((None, 8)), by=cast.owner)
    (row,) = olga.open(f"/games/{game.pk}/").page.one("tbody").all("tr")
    assert [cell.text for cell in row.all("td")] == ["+20 20 reasons", "+8 8 reasons"]


def test_the_undo_of_a_corrected_house_rule_also_restores_lists_of_numbers(cast, olga):
    game = start_rounds(cast.owner, buttons=[1, 5])
    olga.open(f"/games/{game.pk}/setup/").press("Preview changes", option_buttons="2, 4").press("Save setup")
    assert record(game).options["buttons"] == [2, 4]
    olga.press("Undo")
    assert record(game).options["buttons"] == [1, 5]
