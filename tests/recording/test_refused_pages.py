"""Refused requests get the right status, show the reason next to the input, and leave nothing half-stored."""

import pytest

from scorekeeper.models import Hand
from tests.cast import A_HAND, Phone, enter_hand, play
from tests.web.browser import Browser, parse

TAP = "hands/1/tap/"


@pytest.fixture
def send(cast, game, client):
    """Post to the game as a plain form or as htmx would, and return the response."""
    client.force_login(cast.owner.user)
    client.raise_request_exception = False

    def post(path, data="", htmx=False):
        headers = {"HX-Request": "true", "HX-Target": "page"} if htmx else {}
        content_type = "application/x-www-form-urlencoded"
        return client.post(f"/games/{game.pk}/{path}", data, headers=headers, content_type=content_type)

    return post


def stored_taps(game):
    return [tap[:2] for hand in Hand.objects.filter(game=game) for tap in hand.taps]


forms = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])


@forms
def test_an_invalid_tap_is_refused_with_the_reason_next_to_its_question(send, game, htmx):
    for data, why in (
        ("tap=players.0.bid=0", "The lowest bid is 1."),
        ("tap=players.0.bid%3D&other=", "Enter a number first."),
        ("tap=players.0.bid%3D&other=" + "9" * 100_000, "from 0 to 9999"),
        ("tap=dealer%3D7", "This isn’t one of the players."),
        ("tap=players.0.taken%3D&tally.0=9999&tally.2=9999", "from 0 to 9999"),
    ):
        response = send(TAP, data, htmx)
        html = response.content.decode()
        assert (response.status_code, why in html) == (422, True), why
        assert ("<html" in html) is not htmx
        assert html.index('class="problem"') > html.index('class="ask"')
    assert stored_taps(game) == []


@forms
def test_an_impossible_bid_is_refused_in_its_row(cast, game, htmx):
    Phone(game, cast.owner).tap("A bid 10")
    browser = Browser(cast.owner, htmx=htmx).open(f"/games/{game.pk}/hands/1/")
    (pale,) = browser.page.one(class_="numbers").all("button", class_="refused")
    assert (pale.text, pale.attrs["aria-disabled"], "disabled" in pale.attrs) == ("10", "true", False)
    browser.press("10")
    assert (browser.status, stored_taps(game)) == (422, [["players.0.bid", 10]])
    assert browser.problems == ["Ann already bid 10, and no two bids are the same."]
    Phone(game, cast.owner).tap("B bid 12", "C passed", "D passed")
    browser.open(f"/games/{game.pk}/hands/1/").press("Use this number", other="12")
    assert browser.status == 422
    assert browser.problems == ["Bob already bid 12, and no two bids are the same."]
    assert browser.page.one(class_="ask").one(class_="problem").attrs["role"] == "alert"
    assert "open" in browser.page.one("details", class_="other").attrs
    asked = browser.page.one("h2", id="asked").text
    assert asked == "What does Ann bid? Bob leads with 12. Below 12: Ann stops there."
    assert len(stored_taps(game)) == 4
    browser.press("Use this number", other="13")
    assert browser.status == 200
    asked = browser.page.one("h2", id="asked").text
    assert asked == "What does Bob bid? Ann leads with 13"


def test_after_a_refusal_every_link_on_the_page_works(olga, game):
    olga.open(f"/games/{game.pk}/hands/1/").press("Use this number", other="ten")
    links = [link.attrs["href"] for link in olga.content.all("a")]
    assert len(links) > 5
    for link in links:
        assert Browser.open(olga, link).status == 200, link


@pytest.fixture
def late(request, cast, game):
    """The recorder's page, loaded before the owner changes anything."""
    return Browser(cast.recorder, htmx=request.param).open(f"/games/{game.pk}/hands/1/")


outdated = pytest.mark.parametrize("late", [False, True], ids=["plain", "htmx"], indirect=True)


@outdated
def test_a_conflict_shows_both_values_and_who_entered_the_stored_one(late, cast, game):
    Phone(game, cast.owner).tap("A bid 10")
    late.press("11")
    assert late.status == 409
    assert late.problems == ["Olga answered at the same time: 10. You chose 11. Tap again to change it."]
    assert stored_taps(game) == [["players.0.bid", 10]]
    assert late.page.one("h2", id="asked").text == "What was Ann’s top bid?", "the same question stays open"


@outdated
def test_refusing_a_tap_for_a_question_already_answered_names_the_next_question(late, cast, game):
    Phone(game, cast.owner).tap("A bid 10", "B bid 12")
    button = next(button for button in late.page.all("button", name="tap") if button.text == "Pass")
    assert button.attrs["value"] == "players.0.passed=true"
    late.press("Pass")
    assert (late.status, late.problems) == (409, ["The tap for Ann wasn’t recorded. Now: What does Cy bid?"])
    assert stored_taps(game) == [["players.0.bid", 10], ["players.1.bid", 12]]


@outdated
def test_saving_from_a_stale_page_is_refused(late, cast, game):
    enter_hand(game, "pass", cast.owner)
    late.open(late.address)
    Phone(game, cast.owner).tap("A peeked")
    late.press("Save hand 1")
    assert late.status == 409
    assert "This has changed in the meantime." in late.problems[0]
    assert Hand.objects.get().entry is None


@outdated
def test_a_page_of_hand_2_that_meets_the_undo_of_hand_1_says_which_comes_first_and_shows_it(late, cast, game):
    (revision,) = play(game, A_HAND, by=cast.owner)
    late.open(f"/games/{game.pk}/hands/2/")
    Phone(game, cast.owner, 1).undo(revision)
    why = "What came before this was reopened. Save that first, then go on."
    late.press("10")
    assert (late.status, late.problems) == (409, [why])
    assert "+24" in late.page.one("ul", class_="why").text, "it shows hand 1, with its answers"
    assert not Hand.objects.filter(number=2).exists()
    for address in (f"/games/{game.pk}/hands/2/", f"/games/{game.pk}/hands/2/whole/"):
        late.open(address)
        assert (late.status, late.problems) == (200, [why]), "who only looks has sent nothing that could be refused"


@pytest.mark.parametrize("number", [2, 112, 999, 65536])
def test_who_looks_for_a_hand_that_is_not_there_gets_the_sheet_which_says_so(olga, game, number):
    olga.open(f"/games/{game.pk}/hands/{number}/")
    assert (olga.status, olga.path) == (200, f"/games/{game.pk}/")
    assert olga.problems == ["That isn’t on the sheet."]
    olga.open(f"/games/{game.pk}/hands/{number}/whole/")
    assert olga.problems == [f"Hand {number} isn’t next. Does what you entered belong here?"]
    assert (olga.status, olga.page.one("form", id="whole").attrs["data-number"]) == (200, "1")


@forms
@pytest.mark.parametrize(
    ("write", "data", "chosen"),
    [
        pytest.param("tap", "tap=players.0.bid%3D12&taps=3&setup=9", " You chose 12.", id="a bid"),
        pytest.param("tap", "tap=players.0.passed%3Dtrue", " You chose yes.", id="a pass"),
        pytest.param("tap", "tap=hand.gnome%3Dnothing+known", " You chose nothing known.", id="a forged card"),
        pytest.param("tap", "tap=players.0.bid%3D&other=", "", id="a number that is missing"),
        pytest.param("save", "taps=9", "", id="a save"),
        pytest.param("back", "taps=9", "", id="a step back"),
        pytest.param("over", "taps=9", "", id="a new start"),
        pytest.param("undo", "revision=3", "", id="an undo"),
        pytest.param("versions/3", "revisions=4", "", id="an old version"),
    ],
)
def test_what_is_sent_for_a_hand_that_a_restored_backup_lacks_is_asked_about(
    send, cast, game, htmx, write, data, chosen
):
    play(game, A_HAND, by=cast.owner)
    response = send(f"hands/112/{write}/", data, htmx)
    page = parse(response.content.decode())
    asked = f"Hand 112 isn’t next. Does what you entered belong here?{chosen}"
    assert (response.status_code, page.one(class_="problem").text) == (409, asked)
    if write != "versions/3":
        assert page.one("h2", id="asked").text.startswith("What does Bob bid?"), "in hand 2, which Ann deals"
    assert not Hand.objects.exclude(number=1).exists()


@pytest.mark.parametrize(
    ("hand", "write", "data", "why"),
    [
        pytest.param(2, "save", "taps=9", "This has changed in the meantime.", id="a save"),
        pytest.param(2, "back", "taps=9", "This has changed in the meantime.", id="a step back"),
        pytest.param(1, "undo", "revision=3", "This has changed since, so that can’t be undone.", id="an undo"),
        pytest.param(1, "versions/3", "revisions=4", "This has changed in the meantime.", id="an old version"),
    ],
)
def test_what_is_sent_for_more_than_a_restored_backup_has_of_a_hand_is_refused_in_words(
    send, cast, game, hand, write, data, why
):
    play(game, A_HAND, by=cast.owner)
    response = send(f"hands/{hand}/{write}/", data)
    assert (response.status_code, why in parse(response.content.decode()).text) == (409, True)


def test_an_unlikely_total_must_be_confirmed(cast, send, game):
    phone = enter_hand(game, "10 - - - | | 10 10 5 3 | 9S", cast.owner)
    response = send("hands/1/save/", f"taps={phone.seen.taps}")
    assert response.status_code == 422
    assert "Is this right?" in response.content.decode()
    assert Hand.objects.get().entry is None


def test_nothing_can_be_recorded_after_the_game_ends(cast, send, olga, game):
    play(game, A_HAND, by=cast.owner)
    late = Browser(cast.recorder).open(f"/games/{game.pk}/hands/2/")
    send("stop/", "how=no_winner")
    late.press("10")
    assert (late.status, late.problems) == (422, ["This game is over, so nothing more can be recorded."])
    olga.open(f"/games/{game.pk}/hands/2/")
    assert "Nothing more can be recorded." in olga.text
    assert olga.buttons() == ["Undo"]  # of the end
