"""Typing a whole hand on one form: what is shown, what is said of it, and what it carries for a phone offline."""

import json

import pytest

from scorekeeper.formats.sheets import read_sheets
from scorekeeper.models import Hand
from scorekeeper.recording.game.reading import load
from tests.cast import A_HAND, Phone, play
from tests.samples import start_sample
from tests.web.browser import Browser
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


def test_saving_shows_the_sheet_and_can_be_undone(olga, game):
    save(olga.open(f"/games/{game.pk}/hands/1/").follow("Type the whole hand"), T1)
    assert (olga.status, olga.path, SAVED in olga.text) == (200, f"/games/{game.pk}/", True)
    olga.press("Undo")
    assert inputs(whole(olga, game)) == typed(T1)


def test_htmx_gets_the_sheet_to_swap_in(cast, game):
    data = typed(T1) | {"revisions": "0", "taps": "0", "setup": "0"}
    browser = Browser(cast.owner)
    data["csrfmiddlewaretoken"] = dict(browser.fields(whole(browser, game).page.one("form")))["csrfmiddlewaretoken"]
    headers = {"HX-Request": "true", "HX-Target": "page"}
    response = browser.client.post(browser.address, data, headers=headers)
    assert response.headers["HX-Push-Url"] == f"/games/{game.pk}/"
    assert SAVED in response.content.decode()
    assert "<html" not in response.content.decode()


def test_what_was_tapped_is_in_the_form_and_the_dealer_if_it_is_not_in_turn(cast, olga, game):
    assert "In turn (Dee)" in whole(olga, game).text
    Phone(game, cast.recorder).tap("A bid 10", "B peeked", "done", "gnome 9S", "A took 12", "dealer C")
    shown = {"players.0.bid": "10", "players.1.peeked": "true", "hand.gnome": "9S", "players.0.taken": "12"}
    assert inputs(whole(olga, game)) == shown
    assert dict(olga.fields(olga.page.one("form")))["dealer"] == "2"
    save(olga, T1)
    assert (Hand.objects.get().dealer, Hand.objects.get().taps) == (2, [])


def test_a_saved_hand_is_corrected(cast, olga, game):
    play(game, A_HAND, A_HAND, by=cast.owner)
    save(whole(olga, game), {"players.2.taken": 4, "players.1.taken": 8}, "Save correction")
    assert "Hand 1 corrected" in olga.text


def test_whatever_is_wrong_is_said_at_its_input_and_what_was_typed_stays(olga, game):
    save(whole(olga, game), {"players.0.bid": "ten", "players.1.taken": "many", "players.2.taken": 3})
    assert (olga.status, olga.problems) == (422, ["Enter a whole number from 0 to 9999."] * 2)
    shown = inputs(olga)
    assert (shown["players.0.bid"], shown["players.1.taken"], shown["players.2.taken"]) == ("ten", "many", "3")
    save(olga, T1 | {"players.2.taken": ""})
    rows = [row.text for row in olga.page.all("tr")]
    assert (olga.status, rows[rows.index("Cy") + 1]) == (422, "Missing: Taken (Cy).")
    save(olga, T1)
    assert SAVED in olga.text


def test_a_warning_can_be_overruled_but_only_for_the_hand_that_it_is_about(olga, game):
    save(whole(olga, game), T1 | {"players.0.taken": 25})
    assert (olga.status, olga.buttons()) == (422, ["Score it anyway"])
    save(olga, {"players.0.taken": 26}, "Score it anyway")
    assert (olga.status, olga.buttons()) == (422, ["Score it anyway"]), "another hand, another warning"
    olga.press("Score it anyway")
    assert Hand.objects.get().entry["score_anyway"] is True


def test_what_others_have_tapped_meanwhile_is_never_overwritten_unseen(cast, olga, game):
    whole(olga, game)
    Phone(game, cast.recorder).tap("A bid 10")
    save(olga, {"players.0.bid": "ten"})
    save(olga, T1)
    assert olga.status == 409
    assert olga.problems[0] == "Someone else has begun to record this hand. If you save yours, it counts."
    assert inputs(olga) == typed(T1)
    assert SAVED in olga.press("Save").text


def test_a_hand_whose_turn_has_not_come_goes_to_the_screen_that_says_so(cast, olga, game):
    revision = play(game, A_HAND, by=cast.owner)[-1]
    assert [whole(olga, game, number).status for number in (0, 3, 10**17)] == [404] * 3
    whole(olga, game, 2)
    Phone(game, cast.owner).undo(revision)
    save(olga, T1)
    assert olga.status == 409
    assert "Hand 1 was reopened. Save it first; then record hand 2." in olga.problems
    assert inputs(olga) == typed(T1), "what was typed stays"
    assert whole(olga, game, 2).path == f"/games/{game.pk}/hands/2/"


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
    kinds = {field.attrs["name"]: field.attrs["data-kind"] for field in form.all() if "data-kind" in field.attrs}
    expected = {"players.0.bid": "number", "players.0.peeked": "flag", "hand.gnome": "choice", "dealer": "seat"}
    assert expected.items() <= kinds.items()
    file = read_sheets(form.attrs["data-sheet"].encode())
    assert [str(message) for message in file.messages] == []
    assert [hand.entry for hand in file.games[0].scored] == [hand.entry for hand in load(game).sheet.hands]
