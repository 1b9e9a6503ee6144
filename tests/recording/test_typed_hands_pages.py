"""The form for a whole hand: its order, cards that stand for two answers, sums, and one hand after another."""

import pytest

from scorekeeper.models import Hand
from tests.cast import A_HAND, Phone, play, start_game, start_short_game
from tests.own_games import SCRABBLE, start_own
from tests.recording.test_whole_hands_pages import T1, inputs, save, whole
from tests.samples import start_sample
from tests.web.browser import Browser

pytestmark = pytest.mark.slow
ENTER = {"then": "next"}
"""What the button sends that Enter presses."""
JOKER = {"hand.gnome": "red_joker hearts"}
T30 = T1 | {"players.3.taken": 6}
"""Points that fit any Gnome."""


def controls(browser):
    """Return the names of the form's inputs in order, each once."""
    fields = [node.attrs for node in browser.page.one("form", id="whole").all() if "data-kind" in node.attrs]
    return list(dict.fromkeys(field["name"] for field in fields if "disabled" not in field))


def chosen(browser, name):
    """Return the value of the radio button that is on, if any."""
    on = (node.attrs["value"] for node in browser.page.all("input", name=name) if "checked" in node.attrs)
    return next(on, None)


def test_players_come_first_and_the_dealer_last(olga, game):
    names = controls(whole(olga, game))
    rows = [f"players.{seat}.{key}" for seat in range(4) for key in ("bid", "peeked", "taken")]
    assert names == [*rows, "hand.gnome", "hand.all_passed", "dealer"]
    assert next(olga.page.all(autofocus="")).attrs["name"] == "players.0.bid"


class TestCards:
    def test_six_cards_and_each_half_of_a_joker_with_its_suit(self, olga, game):
        (deck,) = whole(olga, game).page.all("fieldset", class_="spread")
        assert [label.spoken for label in deck.all("label")] == [
            *(f"Nine of {suit}" for suit in ("spades", "hearts", "diamonds", "clubs")),
            *(f"Red Joker, {suit}" for suit in ("Hearts", "Diamonds")),
            *(f"Black Joker, {suit}" for suit in ("Spades", "Clubs")),
            "No card",
        ]
        assert len([*deck.all(class_="pcard")]) == 6

    def test_a_half_stands_for_the_card_and_its_suit_and_is_chosen_when_the_hand_is_corrected(self, olga, game):
        save(whole(olga, game), T30 | JOKER)
        assert Hand.objects.get().entry["hand"] == {"gnome": "red_joker", "trump": "hearts"}
        assert chosen(whole(olga, game), "hand.gnome") == "red_joker hearts"
        assert "hand.trump" not in controls(olga)
        save(olga, {"hand.gnome": "9S"}, "Save correction")
        assert Hand.objects.get().entry["hand"] == {"gnome": "9S"}

    def test_a_form_of_an_earlier_version_sends_the_suit_by_itself(self, olga, game):
        earlier = {"hand.gnome": "red_joker", "hand.trump": "diamonds"}
        save(whole(olga, game), earlier | {"players.0.bid": "x"})
        assert (olga.status, chosen(olga, "hand.gnome")) == (422, "red_joker diamonds")
        save(whole(olga, game), T30 | earlier)
        assert Hand.objects.get().entry["hand"] == {"gnome": "red_joker", "trump": "diamonds"}

    @pytest.mark.parametrize(
        ("known", "card", "asked"),
        [
            pytest.param({"hand.gnome": "black_joker"}, "black_joker", False, id="a Joker without its suit"),
            pytest.param({"hand.trump": "clubs"}, None, True, id="a suit without its card"),
        ],
    )
    def test_what_no_card_stands_for_is_kept(self, cast, olga, game, known, card, asked):
        Phone(game, cast.owner).put(known.items())
        whole(olga, game)
        assert (chosen(olga, "hand.gnome"), "hand.trump" in controls(olga)) == (card, asked)
        save(olga, T30)
        assert Hand.objects.get().entry["hand"] == {path.removeprefix("hand."): value for path, value in known.items()}


@pytest.mark.parametrize(
    ("start", "sums", "said"),
    [
        pytest.param(start_game, ["28 29 30 31 32"], "Should be 28–32", id="whichever the Gnome is"),
        pytest.param(lambda by: start_sample("shnarbles", by), ["5"], "Should be 5", id="tricks"),
        pytest.param(lambda by: start_own(by, SCRABBLE, 2), [], "", id="anything"),
    ],
)
def test_a_column_says_what_it_adds_up_to(cast, olga, start, sums, said):
    whole(olga, start(cast.owner))
    assert [output.attrs["data-sums"] for output in olga.page.all("output")] == sums
    assert olga.page.one("tfoot").text == said


class TestEnter:
    def test_it_leads_to_the_next_hand_which_says_what_the_last_one_scored(self, olga, game):
        save(whole(olga, game), T1 | ENTER)
        assert (olga.path, inputs(olga)) == (f"/games/{game.pk}/hands/2/whole/", {})
        assert "Hand 1 saved. Ann +24, Bob +6, Dee +7, Gnome +6" in olga.page.one(class_="news").attrs["data-say"]
        assert next(olga.page.all(autofocus="")).attrs["name"] == "players.0.bid"
        assert olga.press("Undo").path == f"/games/{game.pk}/hands/1/"

    def test_so_it_does_within_a_page_whose_heading_then_lets_the_field_have_the_focus(self, cast, game):
        browser = Browser(cast.owner, htmx=True)
        save(whole(browser, game), T1 | ENTER)
        assert browser.address == f"/games/{game.pk}/hands/2/whole/?then=next"
        assert browser.page.one("form", id="whole").attrs["data-number"] == "2"
        assert ("data-focus" in browser.page.one("h1").attrs, browser.page.one("h1").text) == (False, "Hand 2")

    def test_the_button_and_a_correction_and_the_last_hand_lead_to_the_sheet(self, cast, olga, game):
        assert save(whole(olga, game), T1).path == f"/games/{game.pk}/"
        assert save(whole(olga, game), ENTER, "Save correction").path == f"/games/{game.pk}/"
        short = start_short_game(cast.owner, 24)
        assert save(whole(olga, short), T1 | ENTER).path == f"/games/{short.pk}/"

    def test_what_is_wrong_has_the_focus(self, cast, game):
        browser = Browser(cast.owner, htmx=True)
        save(whole(browser, game), T1 | {"players.2.taken": "x"} | ENTER)
        assert next(browser.page.all(autofocus="")).attrs["name"] == "players.2.taken"
        assert "data-focus" not in browser.page.one("h1").attrs


def test_a_hand_that_waits_is_shown_beside_another_with_its_card(cast, olga, game):
    whole(olga, game)
    play(game, A_HAND, by=cast.recorder)
    save(olga, T30 | JOKER)
    assert (olga.status, "Gnome none Red Joker , differs Trump none Hearts , differs" in olga.text) == (409, True)
    olga.press("Keep this one")
    assert Hand.objects.get().entry["hand"]["trump"] == "hearts"
