"""The new game page: seats to fill, names added on the spot, one game even if sent twice, and Tontine."""

import datetime
import re

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games import all_games
from scorekeeper.looking_back.watching import hand_in_progress
from scorekeeper.models import Game, Night, Player
from scorekeeper.recording.own_games.reading import is_game, supplied
from scorekeeper.recording.setup.reading import KINDS
from tests.cast import A_HAND, play, seat_players, start_game, start_short_game
from tests.own_games import SKYJO, start_own
from tests.recording.farkle import keep
from tests.recording.seats import bench, seated, sit, table
from tests.recording.test_joining import leaves
from tests.rounds import play_rounds, start_rounds
from tests.samples import SAMPLES, enter_taps, start_sample


@pytest.fixture
def new(cast, olga):
    """The new game page, with Ann, Bob, Cy, Dee and Eve on the roster."""
    seat_players(cast.group, 5)
    return olga.open(f"/groups/{cast.group.pk}/new/?rules=trumplestiltskin")


def choices(browser, kind=None):
    """Return the games that the page offers: the group's, or those of a kind."""
    label = {"aria-labelledby": kind} if kind else {"aria-label": "Your games"}
    return [link.text for part in browser.page.all(**label) for link in part.all("a")]


def names_of(choices):
    """Return the games' names without what follows: the number of players."""
    return [re.split(r" [\d–]+ players?", choice)[0] for choice in choices]


def everything(browser):
    return [*choices(browser), *(choice for kind in KINDS for choice in choices(browser, kind))]


class TestChoosingGames:
    @pytest.fixture
    def browser(self, cast, olga, made_up):
        return olga.open(f"/groups/{cast.group.pk}/new/")

    def test_a_new_group_sees_trumplestiltskin_first_and_the_rest_by_kind_and_name(self, browser):
        assert choices(browser) == ["Trumplestiltskin 3–5 players"]
        for kind, some in (
            ("cards", {"Partners 4 players", "Pinochle 4 players", "Uno 2–10 players"}),
            ("dice", {"Yahtzee 1–10 players"}),
            ("tiles", {"Scrabble 2–4 players"}),
            ("outdoors", {"Darts 501 2–10 players"}),
        ):
            listed = choices(browser, kind)
            assert some <= set(listed)
            assert names_of(listed) == sorted(names_of(listed), key=str.casefold)
        assert {f"k-{kind}" for kind in KINDS} | {"k-own", "gnome"} <= {
            node.attrs["href"].rpartition("#")[2] for node in browser.page.one("main").all("use")
        }

    def test_every_game_stands_on_the_page_once(self, browser):
        known = [game for game in (all_games() | supplied()).values() if is_game(game)]
        assert sorted(names_of(everything(browser))) == sorted(sentence(game.rules.name) for game in known)

    def test_the_groups_games_come_first_the_latest_with_its_night(self, cast, browser):
        for slug, date in (("race", "2026-01-31"), ("partners", "2026-02-03"), ("race", "2025-03-04")):
            game = start_game(cast.owner)
            night, _new = Night.objects.get_or_create(group=cast.group, date=date)
            Game.objects.filter(pk=game.pk).update(rules=slug, night=night)
        assert choices(browser.open(browser.address)) == [
            "Partners 4 players · last played Feb 3, 2026",
            "Race 1–5 players",
        ]
        assert "Trumplestiltskin 3–5 players" in choices(browser, "cards")
        keep(cast.owner)
        start_own(cast.owner, SKYJO)
        assert names_of(choices(browser.open(browser.address))) == ["Skyjo", "Partners", "Race", "Farkle"]
        Game.objects.filter(rules="partners").update(hidden=True)
        assert names_of(choices(browser.open(browser.address))) == ["Skyjo", "Race", "Farkle"]

    def test_whatever_else_is_played_can_be_set_up_or_was_shared(self, cast, browser):
        another = f"/groups/{cast.group.pk}/games/"
        assert browser.follow("Something else").path == another
        link = browser.open(f"/groups/{cast.group.pk}/new/").page.all("a")
        assert [node.attrs["href"] for node in link if node.text == "A game someone shared"] == [f"{another}#shared"]

    def test_a_ready_game_is_three_taps_from_the_group_with_tonights_players(self, cast, olga):
        start_game(cast.owner)
        taps = olga.open(f"/groups/{cast.group.pk}/").presses
        olga.follow("New game").follow("Skyjo").press("Start")
        assert (olga.presses - taps, Game.objects.last().rules) == (3, SKYJO)
        assert seated(Game.objects.last()) == ["Ann", "Bob", "Cy", "Dee"]

    def test_the_choice_is_kept_while_names_are_tapped_and_the_seats_while_another_game_is_chosen(self, cast, browser):
        seat_players(cast.group, 3)
        sit(browser.follow("Partners"), "Bob", "Ann").follow("Other games").follow("Trumplestiltskin")
        assert (table(browser), bench(browser)) == (["Bob", "Ann", "3"], ["Cy"])
        browser.follow("Other games").follow("Partners")
        sit(browser, "Cy")
        assert "1 more player to go." in browser.text
        browser.press("Add", name="Dee")
        assert browser.page.one("h1").text == "Partners"
        assert "Bob & Cy play against Ann & Dee." in browser.text
        browser.press("Start")
        assert (browser.status, Game.objects.get().rules) == (200, "partners")
        assert seated(Game.objects.get()) == ["Bob", "Ann", "Cy", "Dee"]

    def test_games_for_fewer_players_than_are_chosen_are_not_offered(self, cast, browser):
        players = [str(player.pk) for player in seat_players(cast.group, 5)]
        four, five = (
            {*names_of(everything(browser.open(f"{browser.path}?seats={','.join(players[:count])}")))}
            for count in (4, 5)
        )
        assert {"Partners", "Pinochle", "Tontine", "Scrabble"} < four - five
        assert "Piquet" not in four
        assert {"Trumplestiltskin", "Uno"} < five

    def test_klondike_says_before_the_start_when_it_ends(self, cast, browser):
        seat_players(cast.group, 1)
        sit(browser.follow("Klondike"), "Ann")
        form = browser.page.one(id="start")
        folded = [field.text for field in form.one("details").all(class_="field")]
        shown = [field.text for field in form.all(class_="field") if field.text not in folded]
        assert shown == ["Rounds How many rounds you play."]
        browser.press("Start", option_rounds="3")
        assert Game.objects.get().options["rounds"] == 3

    def test_choosing_unknown_rules_shows_the_list_of_games_again(self, cast, browser):
        for address in (f"{browser.path}?rules=bridge", f"{browser.path}?rules=&seats=1"):
            assert "What are you playing?" in browser.open(address).text
        seat_players(cast.group, 3)
        browser.open(f"{browser.path}?rules=trumplestiltskin")
        sit(browser, "Ann", "Bob", "Cy").press("Start", rules="bridge")
        assert (browser.status, Game.objects.count()) == (422, 0)
        assert "What are you playing?" in browser.text

    def test_a_name_can_be_added_before_a_game_is_chosen(self, cast, browser):
        token = browser.client.get(f"{browser.path}?rules=race").cookies["scorekeeper-csrf"].value
        path = f"/groups/{cast.group.pk}/players/"
        response = browser.client.post(path, {"name": "Zoe"}, headers={"X-CSRFToken": token})
        assert (response.status_code, Player.objects.get().name) == (302, "Zoe")
        response = browser.client.post(path, {"name": ""}, headers={"X-CSRFToken": token})
        assert response.status_code == 422


class TestSitting:
    def test_players_are_seated_in_the_order_tapped_and_taken_out_by_another_tap(self, new):
        sit(new, "Cy", "Ann", "Eve")
        assert (table(new), bench(new)) == (["Cy", "Ann", "Eve", "(4)"], ["Bob", "Dee"])
        sit(new, "Ann")
        assert (table(new), bench(new)) == (["Cy", "Eve", "3"], ["Ann", "Bob", "Dee"])

    def test_of_players_who_share_a_sign_the_later_seat_shows_another(self, cast, new):
        cast.group.players.update(mark=5)
        sit(new.open(new.address), "Cy", "Ann")
        chips = [*new.page.one("ol", class_="round").all("a"), *new.page.one(id="bench").all("a")]
        signs = [chip.one(class_="face").text for chip in chips]
        assert signs == ["✚", "●", "✚", "✚", "✚"], "those who have no seat keep theirs"

    def test_an_empty_table_has_as_many_seats_as_the_game_needs(self, new, made_up):
        for rules, seats in (("trumplestiltskin", "123"), ("partners", "1234"), ("klondike", "1")):
            assert table(new.open(f"{new.path}?rules={rules}")) == [*seats]

    def test_six_players_are_too_many(self, new):
        sit(new, "Ann", "Bob", "Cy", "Dee", "Eve").press("Add", name="Flo")
        assert table(new) == ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo"]
        assert [chip.text.split()[1] for chip in new.page.all(class_="over")] == ["Flo"]
        assert new.problems == ["This game takes at most 5 players."]
        assert not list(new.page.all("button", class_="main"))

    def test_unknown_players_in_the_address_are_ignored_and_those_of_another_group_refused(self, cast, new):
        for seats in ("999999999,888888888", "9" * 5000):
            new.open(f"{new.path}?rules=trumplestiltskin&seats={seats}&first={seats}&again={seats}")
            assert (new.status, table(new)) == (200, ["1", "2", "3"])
        assert bench(new) == ["Ann", "Bob", "Cy", "Dee", "Eve"]
        foreign = ",".join(str(player.pk) for player in seat_players(cast.stranger.group, 3))
        sit(new, "Ann", "Bob", "Cy").press("Start", seats=foreign)
        assert (new.status, Game.objects.count()) == (422, 0)


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

    def test_an_invalid_name_is_refused_with_an_error_next_to_the_field(self, new):
        sit(new, "Cy")
        before = Player.objects.count()
        for typed, why in (
            ("", "Enter a name."),
            ("x" * 100_000, "A name can have at most 40 characters."),
            ("Gnome", "One of the games uses the name Gnome. Choose another one."),
        ):
            new.press("Add", name=typed)
            assert (new.status, new.problems) == (422, [why])
            field = next(field for field in new.page.all(class_="field") if field.one("label").text.startswith("Add"))
            assert why in field.text
            assert table(new) == ["Cy", "2", "3"]
        assert Player.objects.count() == before


class TestStarting:
    def test_the_game_stores_every_choice_and_sending_the_form_twice_starts_it_once(self, new):
        sit(new, "Cy", "Ann", "Eve")
        page, typed = new.page, {"dealer": "2", "night": "2026-02-03"}
        for _time in range(2):
            new.page = page
            new.press("Start", **typed, option_odd_half="gnome", option_player_target="150")
            game = Game.objects.get()
            assert (new.status, new.address) == (200, f"/games/{game.pk}/")
        assert seated(game) == ["Cy", "Ann", "Eve"]
        assert (game.first_dealer, game.night.date) == (2, datetime.date(2026, 2, 3))
        assert (game.options["odd_half"], game.options["player_target"]) == ("gnome", 150)
        assert "Record hand 1 Eve deals" in new.text

    def test_invalid_choices_are_refused_and_start_nothing(self, new):
        sit(new, "Cy", "Ann", "Eve")
        page = new.page
        for name, typed, why in (
            ("dealer", "3", "Select a valid choice."),
            ("night", "soon", "Enter a valid date."),
            ("option_player_target", "0", "Use a whole number from 1 to"),
            ("uid", "x", "Enter a valid UUID."),
        ):
            new.page = page
            new.press("Start", **{name: typed})
            assert (new.status, why in " ".join(new.problems)) == (422, True), name
        assert not Game.objects.exists()


def on_another_day():
    """Move all games to a day of their own, each night to another."""
    for night in Night.objects.all():
        Night.objects.filter(pk=night.pk).update(date=datetime.date(2020, 1, night.pk % 28 + 1))


class TestTonight:
    def test_whoever_plays_tonight_is_seated_whatever_the_game(self, cast, olga):
        start_game(cast.owner, 3)
        new = olga.open(f"/groups/{cast.group.pk}/new/").follow("Oh Hell")
        assert table(new)[:3] == ["Ann", "Bob", "Cy"]
        sit(new, "Ann", "Bob", "Cy")
        assert table(new)[0] == "1", "seats that were emptied stay empty"
        new.open(f"/groups/{cast.group.pk}/new/?rules=piquet")
        assert table(new) == ["1", "2"], "a game for two"

    def test_in_the_same_game_its_house_rules_stay_and_the_next_player_deals(self, cast, olga):
        play(start_game(cast.owner, odd_half="gnome"), A_HAND, A_HAND, by=cast.owner)
        new = olga.open(f"/groups/{cast.group.pk}/new/").follow("Trumplestiltskin")
        assert "House rules Odd" in new.text
        new.press("Start")
        game = Game.objects.order_by("-pk").first()
        assert (seated(game), game.first_dealer) == (["Ann", "Bob", "Cy", "Dee"], 1)
        assert game.options["odd_half"] == "gnome"

    def test_who_has_left_or_retired_is_not_seated_nor_is_anybody_of_another_day(self, cast, olga):
        game = start_rounds(cast.owner, 5)
        play_rounds(game, cast.owner, "1 2 3 4 5")
        leaves(game, cast.owner, "Bob")
        Player.objects.filter(name="Cy").update(retired=True)
        address = f"/groups/{cast.group.pk}/new/?rules=trumplestiltskin"
        assert table(olga.open(address)) == ["Ann", "Dee", "Eve", "(4)"]
        on_another_day()
        assert table(olga.open(address)) == ["1", "2", "3"]


class TestLastLineup:
    @pytest.fixture
    def again(self, cast, olga):
        play(start_game(cast.owner, odd_half="gnome"), A_HAND, by=cast.owner)
        on_another_day()
        return olga.open(f"/groups/{cast.group.pk}/new/?rules=trumplestiltskin")

    def test_the_last_lineup_is_offered_with_the_next_dealer_and_its_house_rules(self, cast, again):
        assert "Same as last time: Ann, Bob, Cy, Dee Ann deals" in again.text
        assert "House rules Odd" in again.follow("Same as last time").text
        again.press("Start")
        game = Game.objects.order_by("-pk").first()
        assert seated(game) == ["Ann", "Bob", "Cy", "Dee"]
        assert (game.first_dealer, game.options["odd_half"]) == (0, "gnome")
        play(game, A_HAND, by=cast.owner)
        on_another_day()
        again.open(f"/groups/{cast.group.pk}/new/?rules=trumplestiltskin").follow("Same as last time")
        sit(again, "Dee").press("Add", name="Flo").press("Start")
        game = Game.objects.order_by("-pk").first()
        assert seated(game) == ["Ann", "Bob", "Cy", "Flo"], "one player can be replaced"
        assert (game.first_dealer, game.options["odd_half"]) == (1, "gnome")

    def test_the_next_dealer_still_deals_after_changing_seats(self, cast, again):
        play(Game.objects.get(), A_HAND, by=cast.owner)
        again.open(again.address).follow("Same as last time")
        sit(again, "Ann").press("Start")
        game = Game.objects.order_by("-pk").first()
        assert seated(game)[game.first_dealer] == "Bob"


def test_a_rematch_has_the_same_seats_and_house_rules_and_the_next_dealer(cast, olga):
    other, game = start_game(cast.stranger), start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    for typed in ({}, {"uid": str(other.uid)}):  # the id of another group's game does no harm
        olga.open(f"/games/{game.pk}/")
        assert "same seats and house rules, Bob deals" in olga.text
        olga.press("Rematch", **typed)
        again = cast.group.games.latest("pk")
        assert olga.address == f"/games/{again.pk}/"
        assert seated(again) == ["Ann", "Bob", "Cy", "Dee"]
        assert (again.first_dealer, again.options["player_target"]) == (1, 40)
        assert "Record hand 1 Bob deals" in olga.text


def test_a_rematch_of_another_days_game_asks_first(cast, olga):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    Night.objects.update(date=datetime.date(2025, 11, 24))
    olga.open(f"/games/{game.pk}/").press("Rematch")
    assert (olga.status, cast.group.games.count()) == (200, 1)
    assert "Play again today?" in olga.text
    assert "This game was on Mon Nov 24." in olga.text
    olga.press("Rematch")
    assert (seated(cast.group.games.latest("pk")), cast.group.games.count()) == (["Ann", "Bob", "Cy", "Dee"], 2)


# Tontine: house rules that set the number of players and the partners, and a hand with nine button groups


@pytest.fixture
def tontine(cast, olga):
    """Opens the new game page for Tontine and seats the named players."""
    seat_players(cast.group, 4)
    return lambda *names: sit(olga.open(f"/groups/{cast.group.pk}/new/?rules=tontine&seats="), *names)


def test_four_cannot_play_it_as_scarto_and_an_empty_number_of_hands_is_filled_in_from_the_base(tontine):
    olga = tontine("Ann", "Bob", "Cy", "Dee").press("Start", option_base="scarto")
    assert (olga.status, olga.problems) == (422, ["Played as Scarto, Tontine is for 3 players."])
    assert not Game.objects.exists()
    olga.press("Start", option_base="tarocchi", option_hands="")
    assert Game.objects.get().options["hands"] == 4


def test_only_what_matters_to_this_number_of_players_is_asked(tontine):
    settling, neither = "Settling up", "Neither side has 56"
    for names, bases, base, asked, left_out in (
        (("Ann", "Bob", "Cy"), [], "scarto", settling, neither),  # all that three can play
        (("Ann", "Bob", "Cy", "Dee"), ["Tarocchi", "Conference"], "tarocchi", neither, settling),
    ):
        olga = tontine(*names)
        form = olga.page.one(id="start")
        folded = [*form.one("details").all("fieldset")]
        upfront = [fieldset for fieldset in form.all("fieldset", class_="option") if fieldset not in folded]
        assert [label.text for fieldset in upfront for label in fieldset.all("label")] == bases
        assert (asked in olga.text, left_out in olga.text) == (True, False)
        olga.press("Start", option_hands="1")
        game = Game.objects.latest("pk")
        assert game.options["base"] == base
        olga.open(f"/games/{game.pk}/setup/")
        assert (asked in olga.text, left_out in olga.text) == (True, False)


def test_correcting_the_setup_keeps_an_option_that_is_not_shown(cast, olga):
    game = start_sample("tontine", cast.owner)
    kept = game.options | {"nobody_at_56": "difference"}
    Game.objects.filter(pk=game.pk).update(options=kept)
    olga.open(f"/games/{game.pk}/setup/").press("Preview changes", option_settle="pairs").press("Save")
    assert Game.objects.get().options == kept | {"settle": "pairs"}


def test_adding_a_fourth_player_replaces_the_base_of_the_last_game(tontine):
    tontine("Ann", "Bob", "Cy").press("Start")
    olga = tontine()
    sit(olga.follow("Same as last time"), "Dee").press("Start")
    assert Game.objects.latest("pk").options["base"] == "tarocchi"


def test_watchers_see_that_a_hand_is_in_progress_but_not_its_answers(cast):
    for slug, dealer in (("tontine", "Cy"), ("tarocchi", "Dee"), ("klondike", "")):
        taps = SAMPLES[slug][2][0][:-1]
        progress = hand_in_progress(enter_taps(start_sample(slug, cast.owner), taps, cast.owner).record)
        assert progress == {"asks": None, "number": 1, "dealer": dealer, "facts": (), "rows": ()}
