"""The new game page: seats to fill, names added on the spot, and only one game even if the form is sent twice."""

import datetime
import re

import pytest

from scorekeeper.models import Game, Night, Player
from tests.cast import seat_players, start_game
from tests.recording.seats import bench, seated, sit, table


@pytest.fixture
def new(cast, olga):
    """The new game page, with Ann, Bob, Cy, Dee and Eve on the roster."""
    seat_players(cast.group, 5)
    return olga.open(f"/groups/{cast.group.pk}/new/?rules=trumplestiltskin")


def choices(browser):
    """Return the games that the page offers."""
    return [link.text for link in browser.page.one("section").all("a")]


def names_of(choices):
    """Return the games' names without what follows: the number of players."""
    return [re.split(r" \d", choice)[0] for choice in choices]


class TestChoosingGames:
    @pytest.fixture
    def browser(self, cast, olga, made_up):
        return olga.open(f"/groups/{cast.group.pk}/new/")

    def test_a_new_group_sees_trumplestiltskin_first_and_the_rest_sorted_by_name(self, browser):
        first, *names, last = names_of(choices(browser))
        assert first == "Trumplestiltskin"
        assert names == sorted(names)
        assert last.startswith("Another game")
        assert choices(browser)[0] == "Trumplestiltskin 3–5 players"
        assert "Partners 4 players" in choices(browser)

    def test_the_last_game_played_is_listed_first_and_says_when_that_was(self, cast, browser):
        for slug, date in (("race", "2026-01-31"), ("partners", "2026-02-03"), ("race", "2025-03-04")):
            game = start_game(cast.owner)
            night, _new = Night.objects.get_or_create(group=cast.group, date=date)
            Game.objects.filter(pk=game.pk).update(rules=slug, night=night)
        assert choices(browser.open(browser.address))[:3] == [
            "Partners 4 players · last played Tue Feb 3, 2026",
            "Race 1–5 players · last played Sat Jan 31, 2026",
            "Trumplestiltskin 3–5 players",
        ]
        Game.objects.filter(rules="partners").update(hidden=True)
        assert names_of(choices(browser.open(browser.address)))[:2] == ["Race", "Trumplestiltskin"]

    def test_the_choice_is_kept_while_names_are_tapped_and_added(self, cast, browser):
        seat_players(cast.group, 3)
        browser.follow("Partners")
        assert browser.page.one("h1").text == "Partners"
        sit(browser, "Ann", "Bob", "Cy")
        assert "1 more player to go." in browser.text
        browser.press("Add", name="Dee").press("Start game")
        assert (browser.status, Game.objects.get().rules) == (200, "partners")
        assert seated(Game.objects.get()) == ["Ann", "Bob", "Cy", "Dee"]

    def test_choosing_another_game_keeps_the_seats(self, cast, browser):
        seat_players(cast.group, 3)
        sit(browser.follow("Partners"), "Bob", "Ann").follow("Play something else")
        browser.follow("Trumplestiltskin")
        assert (table(browser), bench(browser)) == (["Bob", "Ann", "3"], ["Cy"])

    def test_games_for_fewer_players_than_are_chosen_are_not_offered(self, cast, browser):
        players = seat_players(cast.group, 5)
        offered = [names_of(choices(browser))]
        for count in (4, 5):
            seats = ",".join(str(player.pk) for player in players[:count])
            offered.append(names_of(choices(browser.open(f"{browser.path}?seats={seats}"))))
        assert "Piquet" in offered[0]
        assert "Piquet" not in offered[1]
        assert {"Partners", "Pinochle", "Tontine"} < {*offered[1]}
        assert {"Partners", "Pinochle", "Tontine"}.isdisjoint(offered[2])
        assert "Trumplestiltskin" in offered[2]

    def test_the_partners_are_named_before_the_start(self, cast, browser):
        seat_players(cast.group, 4)
        sit(browser.follow("Pinochle"), "Cy", "Bob", "Ann", "Dee")
        assert "Cy & Ann play against Bob & Dee." in browser.text

    def test_klondike_says_before_the_start_when_it_ends(self, cast, browser):
        seat_players(cast.group, 1)
        sit(browser.follow("Klondike"), "Ann")
        form = browser.page.one(id="start")
        folded = [field.text for field in form.one("details").all(class_="field")]
        shown = [field.text for field in form.all(class_="field") if field.text not in folded]
        assert shown == ["Rounds How many rounds you play."]
        browser.press("Start game", option_rounds="3")
        assert Game.objects.get().options["rounds"] == 3

    def test_choosing_unknown_rules_shows_the_list_of_games_again(self, cast, browser):
        for address in (f"{browser.path}?rules=bridge", f"{browser.path}?rules=&seats=1"):
            assert "What are you playing?" in browser.open(address).text
        browser.open(f"{browser.path}?rules=trumplestiltskin")
        seat_players(cast.group, 3)
        sit(browser.open(browser.address), "Ann", "Bob", "Cy").press("Start game", rules="bridge")
        assert (browser.status, Game.objects.count()) == (422, 0)
        assert "What are you playing?" in browser.text

    def test_a_name_can_be_added_before_a_game_is_chosen(self, cast, browser):
        token = browser.client.get(f"{browser.path}?rules=race").cookies["csrftoken"].value
        path = f"/groups/{cast.group.pk}/players/"
        response = browser.client.post(path, {"name": "Zoe"}, headers={"X-CSRFToken": token})
        assert (response.status_code, Player.objects.get().name) == (302, "Zoe")
        response = browser.client.post(path, {"name": ""}, headers={"X-CSRFToken": token})
        assert response.status_code == 422


class TestSitting:
    def test_players_are_seated_in_the_order_tapped(self, new):
        sit(new, "Cy", "Ann", "Eve")
        assert (table(new), bench(new)) == (["Cy", "Ann", "Eve", "(4)"], ["Bob", "Dee"])

    def test_tapping_a_seat_takes_the_player_out_and_the_rest_move_up(self, new):
        sit(new, "Cy", "Ann", "Eve", "Ann")
        assert (table(new), bench(new)) == (["Cy", "Eve", "3"], ["Ann", "Bob", "Dee"])

    @pytest.mark.parametrize(
        ("rules", "seats"),
        [
            pytest.param("trumplestiltskin", ["1", "2", "3"], id="three of the five that can play"),
            pytest.param("partners", ["1", "2", "3", "4"], id="exactly four"),
            pytest.param("klondike", ["1"], id="only one"),
        ],
    )
    def test_an_empty_table_has_as_many_seats_as_the_game_needs(self, new, rules, seats, made_up):
        assert table(new.open(f"{new.path}?rules={rules}")) == seats

    def test_six_players_are_too_many(self, new):
        sit(new, "Ann", "Bob", "Cy", "Dee", "Eve").press("Add", name="Flo")
        assert table(new) == ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo"]
        assert [chip.text.split()[1] for chip in new.page.all(class_="over")] == ["Flo"]
        assert new.problems == ["This game takes at most 5 players."]
        assert "Start game" not in new.buttons()

    @pytest.mark.parametrize(
        "seats",
        [
            pytest.param("999999999,888888888", id="unknown players"),
            pytest.param("9" * 5000, id="very long"),
        ],
    )
    def test_invalid_seats_in_the_address_are_ignored(self, new, seats):
        new.open(f"{new.path}?rules=trumplestiltskin&seats={seats}&first={seats}&again={seats}")
        assert new.status == 200
        assert (table(new), bench(new)) == (["1", "2", "3"], ["Ann", "Bob", "Cy", "Dee", "Eve"])

    def test_a_player_from_another_group_cannot_be_seated(self, cast, new):
        foreign = [player.pk for player in seat_players(cast.stranger.group, 3)]
        sit(new, "Ann", "Bob", "Cy")
        form = next(form for form in new.page.all("form") if form.attrs["action"] == new.path)
        data = dict(new.fields(form)) | {"seats": ",".join(map(str, foreign))}
        response = new.client.post(new.path, data)
        assert response.status_code == 422
        assert not Game.objects.exists()


class TestAddingNames:
    def test_an_added_name_takes_the_next_seat(self, new):
        sit(new, "Cy").press("Add", name="  Anna   Lena ")
        assert (new.status, table(new)) == (200, ["Cy", "Anna Lena", "3"])

    def test_adding_a_seated_name_says_so_and_keeps_what_was_typed(self, new):
        typed = " ANN "
        sit(new, "Ann").press("Add", name=typed)
        why = "Ann is seated already. If this is another Ann, add a letter."
        assert (new.status, new.problems, table(new)) == (422, [why], ["Ann", "2", "3"])
        field = next(field for field in new.page.all(class_="field") if why in field.text)
        assert field.one("input").attrs["value"] == typed
        assert table(new.press("Add", name="Ann B")) == ["Ann", "Ann B", "3"]

    @pytest.mark.parametrize(
        ("typed", "why"),
        [
            pytest.param("", "Enter a name.", id="empty"),
            pytest.param("x" * 100_000, "A name can have at most 40 characters.", id="very long"),
            pytest.param("Gnome", "One of the games uses the name Gnome. Choose another one.", id="the Gnome"),
        ],
    )
    def test_an_invalid_name_is_refused_with_an_error_next_to_the_field(self, new, typed, why):
        sit(new, "Cy")
        before = Player.objects.count()
        new.press("Add", name=typed)
        assert new.status == 422
        assert new.problems == [why]
        field = next(field for field in new.page.all(class_="field") if field.one("label").text.startswith("Add"))
        assert why in field.text
        assert table(new) == ["Cy", "2", "3"]
        assert Player.objects.count() == before


class TestStarting:
    def test_the_game_stores_every_choice(self, new):
        sit(new, "Cy", "Ann", "Eve")
        new.press("Start game", dealer="2", night="2026-02-03", option_odd_half="gnome", option_player_target="150")
        game = Game.objects.get()
        assert seated(game) == ["Cy", "Ann", "Eve"]
        assert (game.first_dealer, game.night.date) == (2, datetime.date(2026, 2, 3))
        assert (game.options["odd_half"], game.options["player_target"]) == ("gnome", 150)
        assert (new.status, new.address) == (200, f"/games/{game.pk}/")
        assert "Record hand 1 Eve deals" in new.text

    def test_sending_the_form_twice_starts_one_game(self, new):
        sit(new, "Cy", "Ann", "Eve")
        page = new.page
        new.press("Start game")
        first = new.address
        new.page = page
        new.press("Start game")
        assert new.address == first
        assert Game.objects.count() == 1

    @pytest.mark.parametrize(
        ("typed", "why"),
        [
            pytest.param({"dealer": "3"}, "Select a valid choice.", id="a dealer who isn't seated"),
            pytest.param({"night": "soon"}, "Enter a valid date.", id="no date"),
            pytest.param({"option_player_target": "0"}, "Use a whole number from 1 to", id="a target of zero"),
            pytest.param({"uid": "x"}, "Enter a valid UUID.", id="a broken id"),
        ],
    )
    def test_invalid_choices_are_refused_and_start_nothing(self, new, typed, why):
        sit(new, "Cy", "Ann", "Eve").press("Start game", **typed)
        assert new.status == 422
        assert why in " ".join(new.problems)
        assert not Game.objects.exists()
