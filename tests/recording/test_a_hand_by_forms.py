"""Recording a whole hand using only the buttons on the page, once with plain forms and once with htmx."""

import pytest

from scorekeeper.models import Hand, Revision
from tests.cast import A_HAND, enter_hand, play, refresh, start_short_game, totals
from tests.web.browser import Browser

pytestmark = pytest.mark.slow

TAPS = ("10", "12", "Pass", "Pass", "Ann: Peeked", "Pass", "Nine of spades", "9", "3", "7", "12")
"""Bob outbids Ann, who peeks and passes; Bob's bid fails."""


@pytest.fixture(params=[pytest.param(False, id="without JavaScript"), pytest.param(True, id="with htmx")])
def typist(request, cast, game):
    browser = Browser(cast.owner, htmx=request.param)
    browser.open(f"/games/{game.pk}/")
    return browser


def tap(browser, *words):
    for label in words:
        browser.press(label)
        assert browser.status == 200, (label, browser.text)
    return browser


def asked(browser):
    return browser.page.one("h2", id="asked").text


def test_recording_a_hand_from_the_sheet_takes_thirteen_taps_and_an_undo_restores_them(typist, game):
    typist.follow("Record hand 1")
    before = tap(typist, *TAPS).buttons()
    assert Hand.objects.get().entry is None
    tap(typist, "Save hand 1 Ann deals hand 2")
    assert typist.presses == 13
    assert typist.address == f"/games/{game.pk}/"
    assert "Undo hand 1" in typist.buttons()
    assert "data-new" in typist.page.one(class_="play").attrs  # so that its totals count up
    assert totals(game) == "4.5 -12 0 0 | 26.5"
    tap(typist, "Undo")
    assert (typist.address, typist.buttons()) == (f"/games/{game.pk}/hands/1/", before)
    assert totals(game) == "0 0 0 0 | 0"
    tap(typist, "Save hand ")
    assert totals(game) == "4.5 -12 0 0 | 26.5"


def test_every_tap_appears_on_another_device_and_stepping_back_retraces_them(typist, cast, game):
    typist.follow("Record hand 1")
    other, seen = Browser(cast.recorder), [typist.text.removesuffix(" Trumplestiltskin started. Undo")]
    for label in TAPS:
        seen.append(tap(typist, label).text)
        other.open(f"/games/{game.pk}/hands/1/")
        assert other.buttons() == typist.buttons()
        # Only the other device is told who made the last entry, where the facts stand.
        facts = [browser.page.one(class_="facts").text for browser in (other, typist)]
        assert facts[0] == "Olga made the last entry."
        assert other.text.replace(*facts) == typist.text
    assert len(set(seen)) == len(TAPS) + 1
    for expected in reversed(seen[:-1]):
        assert tap(typist, "Undo").text == expected


def test_a_bid_can_be_entered_out_of_turn_and_the_bidding_ended(typist):
    typist.follow("Record hand 1").follow("Cy")
    assert asked(typist) == "What was Cy’s top bid?"
    tap(typist, "Dee: Peeked")
    assert asked(typist) == "What was Cy’s top bid?", "a peek keeps the row open"
    assert typist.page.one("button", value="players.3.peeked=false").attrs["aria-pressed"] == "true"
    tap(typist, "20", "End the bidding")
    assert "Cy plays first" in typist.text
    assert "Which card is the Gnome?" in typist.text


def test_a_correction_shows_its_effect_before_it_is_saved_and_can_be_discarded(typist, cast, game):
    play(game, A_HAND, by=cast.owner)
    typist.open(f"/games/{game.pk}/hands/1/?at=players.0.taken")
    tap(typist, "11", "Discard")
    assert (totals(game), Revision.objects.count()) == ("24 6 0 7 | 6", 1)
    typist.open(f"/games/{game.pk}/?hand=1").follow("Correct this").follow("Ann")
    tap(typist, "11")
    effect = typist.page.one(class_="totals")
    assert effect.spoken == "Ann 24 → 22"
    assert typist.page.one(class_="was").spoken == "Ann took 12 → 11"
    assert "Ann still leads with 22, 15 ahead of Dee." in typist.page.one(class_="effect").spoken
    assert typist.page.one("li", class_="corrected").one(class_="name").text == "Ann"
    assert "Final totals change" in typist.text
    assert "Dee took 7, bid 8 +7 0 → 7" in typist.page.one("ul", class_="worth").spoken
    tap(typist, "Save correction")
    assert typist.address == f"/games/{game.pk}/"
    assert "Hand 1 corrected. Ann 24 → 22" in typist.text
    assert "data-new" not in typist.page.one(class_="play").attrs
    tap(typist, "Undo")
    assert typist.page.one(class_="totals").spoken == "Ann 24 → 22"
    assert totals(game) == "24 6 0 7 | 6"


def test_a_question_of_a_filled_hand_leaves_its_preview_for_later_and_a_correction_can_be_cancelled(typist, cast, game):
    play(game, A_HAND, by=cast.owner)
    typist.open(f"/games/{game.pk}/hands/1/")
    assert [*typist.page.all(class_="preview")]
    typist.follow("Ann")
    assert "How many points did Ann take?" in asked(typist)
    assert not [*typist.page.all(class_="preview")]
    typist.follow("Cancel")
    assert typist.address == f"/games/{game.pk}/"


def ending(browser):
    """Return what comes first in the preview: what it says about the end of the game."""
    return next(browser.page.one("section", class_="preview").all("li")).text


def test_a_hand_says_that_it_ends_the_game_before_it_is_saved(typist, cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    enter_hand(game, A_HAND, cast.owner)
    typist.open(f"/games/{game.pk}/hands/2/")
    assert ending(typist) == "This ends the game: Ann wins."
    tap(typist, "Save hand ")
    assert refresh(game).state == "over"


def test_the_htmx_target_decides_whether_only_part_of_the_page_is_sent(cast, game, client):
    client.force_login(cast.owner.user)
    address, htmx = f"/games/{game.pk}/hands/1/", {"HX-Request": "true"}
    part = client.get(address, headers=htmx | {"HX-Target": "page"}).content.decode()
    assert ("<html" in part, 'id="asked"' in part) == (False, True)
    for headers in (htmx | {"HX-Target": "other"}, htmx):  # the last restores the history
        assert "<html" in client.get(address, headers=headers).content.decode()


def test_a_plain_post_is_redirected(cast, game, client):
    client.force_login(cast.owner.user)
    address = f"/games/{game.pk}/hands/1/"
    response = client.post(address + "tap/", {"tap": "players.0.bid=10"})
    assert (response.status_code, response["Location"]) == (302, address)
    enter_hand(game, "pass", cast.owner, 1)
    seen = {"taps": len(Hand.objects.get().taps), "revisions": 0}
    for path, data, then in (("save/", seen, ""), ("save/", seen, ""), ("undo/", {"revision": "1"}, "hands/1/")):
        response = client.post(address + path, data)
        assert (response.status_code, response["Location"]) == (302, f"/games/{game.pk}/{then}")
