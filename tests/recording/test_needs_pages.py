"""What a player needs: behind a tap on the name on the sheet, and below the question on the hand."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.people.groups.writing import change_group
from scorekeeper.recording.sheet.writing import stop_game
from tests.cast import A_HAND, Phone, correct, enter_hand, play, refresh, start_game
from tests.made_up_play import each, play as play_made_up, start
from tests.needing import tell
from tests.samples import start_sample
from tests.web.browser import Browser

BIDS = ("A bid 10", "B passed", "C passed", "D passed")


@pytest.fixture(autouse=True)
def counted(monkeypatch):
    tell(monkeypatch)


@pytest.fixture
def sheet(olga, game):
    return olga.open(f"/games/{game.pk}/")


def names(browser):
    """Return the names on the sheet that are links, and whether each is open."""
    links = browser.page.one("thead").all("a")
    return {link.one(class_="name").text: link.attrs["aria-expanded"] for link in links}


def panel(browser):
    """Return the title, the hand with the points before it, and the figures of the open panel, or None."""
    found = list(browser.page.all(id="needs"))
    if not found:
        return None
    figures = found[0].one(class_="figures").all("li")
    return found[0].one("h2").text, found[0].one("p").text, [item.text for item in figures]


def of(name, count, start="Hand 1 · 0 points"):
    return f"What {name} needs", start, [f"{count} more for {name}", f"9 hands before {name} can win at least"]


def faces(browser):
    """Return the names behind the panel's faces, and which of them are chosen."""
    links = {link.spoken: link for link in browser.page.one(class_="others").all("a")}
    return [*links], [name for name, link in links.items() if "aria-current" in link.attrs]


def switch(browser, name):
    """Tap the face of a player in the panel."""
    links = browser.page.one(class_="others").all("a")
    return browser.open(next(link.attrs["href"] for link in links if link.spoken == name))


def test_a_name_opens_what_its_player_needs_and_closes_it(sheet):
    assert (names(sheet), panel(sheet)) == (dict.fromkeys(["Ann", "Bob", "Cy", "Dee"], "false"), None)
    assert panel(sheet.follow("Bob")) == of("Bob", 0)
    assert names(sheet) == {"Ann": "false", "Bob": "true", "Cy": "false", "Dee": "false"}
    assert list(sheet.page.one(class_="foot").all(class_="dock")), "it stands on the dock"
    assert panel(sheet.follow("Cy")) == of("Cy", 0)
    assert panel(sheet.follow("Cy")) is None
    assert panel(sheet.follow("Cy").follow("Close")) is None


def test_faces_switch_between_players_on_the_sheet(sheet):
    everyone = ["Ann", "Bob", "Cy", "Dee"]
    assert faces(sheet.follow("Bob")) == (everyone, ["Bob"])
    assert panel(switch(sheet, "Ann")) == of("Ann", 0)
    assert (faces(sheet), names(sheet)["Ann"]) == ((everyone, ["Ann"]), "true")


def test_the_first_figure_is_the_one_to_watch(sheet):
    figures = list(sheet.follow("Bob").page.one(class_="figures").all("li"))
    assert ["lit" in figure.attrs["class"].split() for figure in figures] == [True, False]


def test_the_legend_says_that_names_can_be_tapped(sheet, cast, game, monkeypatch):
    tip = "Tap a name to see what that player needs."
    play(game, A_HAND, by=cast.owner)
    assert tip in sheet.open(f"/games/{game.pk}/").page.one(class_="legend").text
    stop_game(game=refresh(game), how="no_winner", by=cast.owner)
    assert tip not in sheet.open(f"/games/{game.pk}/").page.one(class_="legend").text


@pytest.mark.parametrize("key", ["gnome", "4", "-1", "", "0 ", "%00", "x" * 5000])
def test_a_column_that_nobody_has_opens_nothing(sheet, game, key):
    assert sheet.open(f"/games/{game.pk}/?needs={key}").status == 200
    assert (panel(sheet), set(names(sheet).values())) == (None, {"false"})


def switch_off(cast, game, monkeypatch):
    change_group(group=cast.group, name="Wednesday", archived=False, needs=False, by=cast.owner)


def have_nothing_to_say(cast, game, monkeypatch):
    tell(monkeypatch, needs=None)


def end(cast, game, monkeypatch):
    stop_game(game=refresh(game), how="no_winner", by=cast.owner)


@pytest.mark.parametrize("how", [switch_off, have_nothing_to_say, end])
def test_no_name_can_be_tapped_if(cast, game, olga, monkeypatch, how):
    Phone(game, cast.owner).tap(*BIDS, "gnome 9S")
    how(cast, game, monkeypatch)
    assert (names(olga.open(f"/games/{game.pk}/?needs=1")), panel(olga)) == ({}, None)
    assert panel(olga.open(f"/games/{game.pk}/hands/1/?needs=1")) is None
    assert "needs" not in olga.text


def test_every_tap_is_counted_at_once(sheet, cast, game):
    phone = Phone(game, cast.owner)
    for count in range(3):
        assert panel(sheet.open(f"/games/{game.pk}/?needs=0")) == of("Ann", count)
        phone.tap(BIDS[count])


def test_it_is_computed_once_for_everyone_who_opens_it(cast, game, olga, monkeypatch):
    asked = []
    tell(monkeypatch, needs=lambda screen, column: iter(asked.append(column.key) or ()))
    for key in "0011":
        olga.open(f"/games/{game.pk}/?needs={key}")
        Browser(cast.recorder).open(f"/games/{game.pk}/?needs={key}")
    assert asked == ["0", "1"]
    olga.open(f"/games/{game.pk}/")
    assert asked == ["0", "1"]


def test_nothing_is_said_of_a_hand_that_is_complete(sheet, cast, game):
    nothing = ["Nothing to say right now."]
    play(game, A_HAND, by=cast.owner)
    assert panel(sheet.open(f"/games/{game.pk}/?needs=0")) == of("Ann", 0, "Hand 2 · 24 points")
    enter_hand(game, A_HAND, cast.owner)
    assert panel(sheet.open(f"/games/{game.pk}/?needs=0")) == ("What Ann needs", "Hand 2 · 24 points", nothing)
    assert panel(sheet.open(f"/games/{game.pk}/hands/2/?needs=0")) is None


def test_nothing_is_said_after_an_impossible_hand(olga, cast, made_up, monkeypatch):
    tell(monkeypatch, "knockout")
    game = start(cast.owner, "knockout")
    play_made_up(game, cast.owner, each("lost", 2, 0, 0, 0), each("lost", 0, 1, 0, 0))
    phone = Phone(game, cast.owner, 1)
    phone.write("players.0.lost", 3)
    phone.save()
    assert panel(olga.open(f"/games/{game.pk}/?needs=1"))[2] == ["Nothing to say right now."]


def test_partners_need_it_together(olga, cast, monkeypatch):
    tell(monkeypatch, "pinochle")
    olga.open(f"/games/{start_sample('pinochle', cast.owner).pk}/")
    first = next(iter(names(olga)))
    assert (" & " in first, panel(olga.follow(first))[0]) == (True, f"What {first} need")


@pytest.mark.parametrize("hands", [3, 12])
def test_a_panel_costs_no_more_queries_in_a_long_game(cast, olga, hands):
    game = start_game(cast.owner, player_target=9999, gnome_target=9999)
    play(game, *[A_HAND] * hands, by=cast.owner)
    Phone(game, cast.owner, None).tap(*BIDS, "gnome 9S")
    counts = []
    for path in ("", "", "?needs=1", f"hands/{hands + 1}/", f"hands/{hands + 1}/?needs=1"):
        with CaptureQueriesContext(connection) as queries:
            assert olga.open(f"/games/{game.pk}/{path}").status == 200
        counts.append(len(queries))
    assert counts == [5, 3, 5, 5, 5]


class TestHand:
    @pytest.fixture
    def hand(self, cast, game, olga):
        Phone(game, cast.owner).tap(*BIDS)
        return olga.open(f"/games/{game.pk}/hands/1/")

    def opener(self, browser):
        """Return the label of the link that opens the panel, if any."""
        helpers = next(browser.page.all(class_="helpers"))
        return next((link.text for link in helpers.all("a") if link.text.startswith("What ")), None)

    def test_it_is_there_while_the_bids_are_coming(self, olga, cast, game):
        assert self.opener(olga.open(f"/games/{game.pk}/hands/1/")) == "What Ann needs"
        Phone(game, cast.owner).tap("A bid 10")
        assert self.opener(olga.open(f"/games/{game.pk}/hands/1/")) == "What Bob needs"
        assert panel(olga.follow("What Bob needs")) == of("Bob", 1)

    def test_the_link_names_whoever_is_asked_about_or_took_the_bid(self, hand):
        assert hand.page.one("h2").text.startswith("Which card is the Gnome?")
        assert self.opener(hand) == "What Ann needs"
        hand.press("Nine of spades")
        assert hand.page.one("h2").text.startswith("How many points did Ann take?")
        assert self.opener(hand.press("12")) == "What Bob needs"

    def test_it_stands_on_the_dock_and_any_player_is_one_tap_away(self, hand):
        assert panel(hand.follow("What Ann needs")) == of("Ann", 4)
        assert list(hand.page.one(class_="foot").all(class_="dock"))
        assert faces(hand) == (["Ann", "Bob", "Cy", "Dee"], ["Ann"])
        assert panel(switch(hand, "Dee")) == of("Dee", 4)
        assert panel(hand.follow("Close")) is None
        assert panel(hand.follow("What Ann needs").follow("What Ann needs")) is None

    def test_what_was_opened_in_the_hand_stays_open(self, hand):
        hand.press("Nine of spades").open(f"{hand.path}?at=players.2.taken")
        assert self.opener(hand) == "What Cy needs"
        assert "Cy" in hand.follow("What Cy needs").page.one("h2").text
        assert "Cy" in switch(hand, "Bob").page.one("h2").text

    def test_the_next_tap_closes_it(self, hand):
        assert panel(hand.follow("What Ann needs")) is not None
        assert panel(hand.press("Nine of spades")) is None

    def test_a_hand_that_is_corrected_has_none(self, cast, game, olga):
        play(game, A_HAND, by=cast.owner)
        correct(game, 1, "10 6 - 8 | | 11 9 3 8", cast.owner)
        olga.open(f"/games/{game.pk}/hands/1/?at=players.1.taken&needs=0")
        assert (self.opener(olga), panel(olga)) == (None, None)
