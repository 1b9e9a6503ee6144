"""Typing a whole hand on one form: what is recorded is what taps would have recorded."""

import json

import pytest

from scorekeeper.exchange.sheets import read_sheets
from scorekeeper.models import Hand, Revision, Standing
from scorekeeper.queries.recording.loading import load
from scorekeeper.rules.entries import answers_from_entry
from tests.cast import A_HAND, Phone, differences, play
from tests.samples import play_sample, start_sample
from tests.views.browser import Browser
from tests.whole_forms import typed

pytestmark = pytest.mark.slow

T1 = {"players.0.bid": 10, "players.1.bid": 6, "players.3.bid": 8}
T1 |= {f"players.{seat}.taken": points for seat, points in enumerate((12, 9, 3, 7))}
"""The answers of `A_HAND`."""
SAVED = "Hand 1 saved: Ann +24, Bob +6, Dee +7, Gnome +6"


def whole(browser, game, number=1):
    """Open the form."""
    return browser.open(f"/games/{game.pk}/hands/{number}/whole/")


def save(browser, answers, words="Save"):
    return browser.press(words, **typed(answers))


def inputs(browser):
    """Return what the form sends as it is, without what it hides."""
    fields = dict(browser.fields(browser.page.one("form", id="whole")))
    return {name: value for name, value in fields.items() if "." in name and value}


def stored(game):
    rows = Standing.objects.filter(game=game).order_by("column", "seat__number")
    standing = list(rows.values_list("column", "half_points", "rank", "winner"))
    return list(Hand.objects.filter(game=game).order_by("number").values_list("number", "dealer", "entry")), standing


def type_all(browser, game, tapped):
    """Type every hand of a game that was tapped. The dealer is left blank if it was whoever's turn it was."""
    record = load(tapped)
    for hand in record.saved:
        answers = dict(answers_from_entry(record.entry(hand)))
        if record.rules.has_dealer and hand.dealer != record.replay_before(hand.number).dealer:
            answers["dealer"] = hand.dealer
        save(whole(browser, game, hand.number), answers)
        if hand.accepted:
            assert browser.status == 422
            browser.press("Score it anyway")
        assert browser.path == f"/games/{game.pk}/", browser.problems


@pytest.mark.parametrize("slug", ["trumplestiltskin", "shnarbles", "tontine"])
def test_a_game_that_is_typed_is_the_game_that_was_tapped(cast, olga, slug):
    tapped, game = play_sample(slug, cast.owner), start_sample(slug, cast.stranger)
    type_all(Browser(cast.stranger), game, tapped)
    assert stored(game) == stored(tapped)
    assert differences(game) == 0


def test_saving_shows_the_sheet_and_can_be_undone(olga, game):
    save(olga.open(f"/games/{game.pk}/hands/1/").follow("Type the whole hand"), T1)
    assert (olga.status, olga.path) == (200, f"/games/{game.pk}/")
    assert SAVED in olga.text
    olga.press("Undo")
    assert inputs(whole(olga, game)) == typed(T1)


def test_what_was_tapped_is_in_the_form(cast, olga, game):
    Phone(game, cast.recorder).tap("A bid 10", "B peeked", "done", "gnome 9S", "A took 12")
    shown = {"players.0.bid": "10", "players.1.peeked": "true", "hand.gnome": "9S", "players.0.taken": "12"}
    assert inputs(whole(olga, game)) == shown
    assert dict(olga.fields(olga.page.one("form")))["dealer"] == ""
    save(olga, T1)
    assert SAVED not in olga.text  # Bob peeked
    assert Hand.objects.get().taps == []


def test_a_tapped_dealer_is_kept_and_one_in_turn_is_left_to_the_order(cast, olga, game):
    assert "In turn (Dee)" in whole(olga, game).text
    Phone(game, cast.owner).tap("dealer C")
    assert dict(olga.fields(whole(olga, game).page.one("form")))["dealer"] == "2"
    save(olga, T1)
    assert Hand.objects.get().dealer == 2
    save(whole(olga, game, 2), T1 | {"dealer": 1})
    assert [hand.dealer for hand in Hand.objects.order_by("number")] == [2, 1]
    assert "In turn (Cy)" in whole(olga, game, 3).text


def test_a_saved_hand_is_corrected(cast, olga, game):
    play(game, A_HAND, A_HAND, by=cast.owner)
    assert inputs(whole(olga, game)) == typed(T1)
    assert "correction" in olga.text
    save(olga, {"players.2.taken": 4, "players.1.taken": 8}, "Save correction")
    assert "Hand 1 corrected" in olga.text
    assert Revision.objects.filter(hand__number=1).order_by("number").last().kind == Revision.Kind.CORRECT
    assert differences(game) == 0


def test_whatever_is_wrong_is_said_at_its_input_and_what_was_typed_stays(olga, game):
    save(whole(olga, game), {"players.0.bid": "ten", "players.1.taken": "many", "players.2.taken": 3})
    assert olga.status == 422
    assert olga.problems == ["Enter a whole number from 0 to 9999."] * 2
    shown = inputs(olga)
    assert (shown["players.0.bid"], shown["players.1.taken"], shown["players.2.taken"]) == ("ten", "many", "3")
    assert not Hand.objects.exists()
    save(olga, T1)
    assert SAVED in olga.text


def test_a_warning_can_be_overruled_but_only_for_the_hand_that_it_is_about(olga, game):
    unlikely = T1 | {"players.0.taken": 25}
    save(whole(olga, game), unlikely)
    assert (olga.status, olga.buttons()) == (422, ["Score it anyway"])
    save(olga, {"players.0.taken": 26}, "Score it anyway")
    assert (olga.status, olga.buttons()) == (422, ["Score it anyway"]), "another hand, another warning"
    olga.press("Score it anyway")
    assert olga.path == f"/games/{game.pk}/"
    assert Hand.objects.get().entry["score_anyway"] is True


def test_what_others_have_tapped_meanwhile_is_never_overwritten_unseen(cast, olga, game):
    whole(olga, game)
    Phone(game, cast.recorder).tap("A bid 10")
    save(olga, {"players.0.bid": "ten"})
    assert olga.status == 422
    save(olga, T1)
    assert olga.status == 409
    assert olga.problems[0] == "Someone else has begun to record this hand. If you save yours, it counts."
    assert inputs(olga) == typed(T1)
    olga.press("Save")
    assert SAVED in olga.text


@pytest.mark.parametrize("number", [0, 2, 3, 10**17])
def test_a_hand_that_does_not_exist_has_no_form(olga, game, number):
    assert whole(olga, game, number).status == 404


def test_a_hand_whose_turn_has_not_come_goes_to_the_screen_that_says_so(cast, olga, game):
    revision = play(game, A_HAND, by=cast.owner)[-1]
    whole(olga, game, 2)
    Phone(game, cast.owner).undo(revision)
    save(olga, T1)
    assert olga.status == 409
    assert "Hand 1 was reopened. Save it first; then record hand 2." in olga.problems
    assert inputs(olga) == typed(T1), "what was typed stays"
    whole(olga, game, 2)
    assert olga.path == f"/games/{game.pk}/hands/2/"


@pytest.mark.parametrize("raw", ["x", "-1", "9" * 5000, "\x00", "²"])
def test_nothing_that_can_be_sent_is_too_much(cast, raw):
    for slug in ("trumplestiltskin", "piquet", "pinochle"):
        game, sly = start_sample(slug, cast.stranger), Browser(cast.stranger)
        fields = dict(sly.fields(whole(sly, game).page.one("form")))
        wrong = dict.fromkeys((name for name in fields if "." in name or name == "dealer"), raw)
        sly.press("Save", **wrong, **{"players.77.bid": raw, "hand.": raw, "hand.nothing": raw, "anyway": raw})
        assert sly.status == 422
        sly.press("Save", revisions=raw, taps=raw, setup=raw, key=raw)
        assert sly.status in (409, 422)


def test_the_form_carries_what_a_phone_needs_without_network(cast, olga, game):
    play(game, A_HAND, A_HAND, by=cast.owner)
    form = whole(olga, game, 3).page.one("form", id="whole")
    assert json.loads(form.attrs["data-players"]) == ["Ann", "Bob", "Cy", "Dee"]
    assert (form.attrs["data-game"], form.attrs["data-number"], form.attrs["data-next"]) == (str(game.pk), "3", "3")
    assert "data-dealer" in form.attrs
    kinds = {
        control.attrs["name"]: control.attrs["data-kind"] for control in form.all() if "data-kind" in control.attrs
    }
    assert {
        "players.0.bid": "number",
        "players.0.peeked": "flag",
        "hand.gnome": "choice",
        "dealer": "seat",
    }.items() <= (kinds.items())
    file = read_sheets(form.attrs["data-sheet"].encode())
    assert [str(message) for message in file.messages] == []
    assert [hand.entry for hand in file.games[0].hands] == [hand.entry for hand in load(game).sheet.hands]
