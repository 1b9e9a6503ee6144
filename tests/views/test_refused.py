"""Refused requests get the right status, show the reason next to the input, and leave nothing half-stored."""

import pytest

from scorekeeper.models import Hand, Revision
from tests.cast import A_HAND, Phone, enter_hand, play, start_game
from tests.views.browser import Browser

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


@pytest.mark.parametrize("htmx", [pytest.param(False, id="plain"), pytest.param(True, id="htmx")])
@pytest.mark.parametrize(
    ("data", "why"),
    [
        pytest.param("tap=players.0.bid=0", "The lowest bid is 1.", id="a bid below the lowest"),
        pytest.param("tap=players.0.bid%3D&other=", "Enter a number first.", id="an empty other number"),
        pytest.param("tap=players.0.bid%3D&other=+%09+", "Enter a number first.", id="only spaces"),
        pytest.param("tap=players.0.bid%3D&other=ten", "from 0 to 9999", id="a word"),
        pytest.param("tap=players.0.bid%3D&other=-3", "from 0 to 9999", id="a negative number"),
        pytest.param("tap=players.0.bid%3D&other=6.5", "from 0 to 9999", id="a fraction"),
        pytest.param("tap=players.0.bid%3D&other=%C2%B2", "from 0 to 9999", id="a superscript"),
        pytest.param("tap=players.0.bid%3D&other=1%00", "from 0 to 9999", id="a NUL"),
        pytest.param("tap=players.0.bid%3D&other=%ED%A0%80", "from 0 to 9999", id="half a surrogate pair"),
        pytest.param(f"tap=players.0.bid%3D&other={10**20}", "from 0 to 9999", id="ten to the twentieth"),
        pytest.param("tap=players.0.bid%3D&other=" + "9" * 100_000, "from 0 to 9999", id="very many digits"),
        pytest.param("tap=players.0.bid%3Dtrue", "Enter a whole number.", id="yes instead of a number"),
        pytest.param("tap=players.0.peeked%3D3", "Expected true or false.", id="a number instead of true or false"),
        pytest.param("tap=players.0.passed%3Dmaybe", "Expected true or false.", id="a word instead of true or false"),
        pytest.param("tap=hand.gnome%3D7S", "Expected 9S", id="not a Gnome card"),
        pytest.param("tap=hand.gnome%3D%00" + "x" * 100_000, "Expected 9S", id="a very long card"),
        pytest.param("tap=dealer%3D7", "This isn’t one of the players.", id="an unknown dealer"),
        pytest.param("tap=dealer%3D", "This isn’t one of the players.", id="no dealer"),
        pytest.param("tap=players.0.taken%3D&tally.0=9999&tally.2=9999", "from 0 to 9999", id="too many cards"),
        pytest.param("tap=players.0.taken%3D&tally.0=x", "from 0 to 9999", id="cards in words"),
    ],
)
def test_an_invalid_tap_is_refused_with_the_reason_next_to_its_question(send, game, data, why, htmx):
    response = send(TAP, data, htmx)
    assert response.status_code == 422
    html = response.content.decode()
    assert why in html
    assert ("<html" in html) is not htmx
    assert html.index('class="problem"') > html.index('class="ask"')
    assert stored_taps(game) == []


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("", id="nothing at all"),
        pytest.param("tap=", id="no path"),
        pytest.param("tap=players.0.bid", id="clearing an answer nobody gave"),
        pytest.param("tap=players.9.bid%3D3", id="an unknown seat"),
        pytest.param("tap=players.0.tricks%3D3", id="an unknown question"),
        pytest.param("tap=*back%3D0", id="a path that only services write"),
        pytest.param("tap=%00%3D1", id="a NUL as the path"),
        pytest.param("tap=%ED%A0%80%3D1", id="half a surrogate pair as the path"),
        pytest.param("tap=" + "x" * 100_000, id="a very long path"),
        pytest.param("tap=players.0.bid%3D3&taps=x&revisions=-1&setup=%00&at=%00", id="broken hidden fields"),
        pytest.param("tap=players.0.bid%3D3&taps=" + "9" * 5000, id="very long hidden fields"),
        pytest.param("tap=players.0.bid%3D3&taps=5&taps=0&at=a&at=" + "b" * 9999, id="repeated hidden fields"),
    ],
)
def test_a_hostile_tap_never_causes_a_server_error(send, game, data):
    assert send(TAP, data).status_code in (302, 404, 409, 422)
    assert len(stored_taps(game)) <= 1


@pytest.mark.parametrize(
    ("raw", "bid"),
    [
        pytest.param("12", 12, id="ascii"),
        pytest.param(" 12 ", 12, id="surrounding spaces"),
        pytest.param("١٢", 12, id="Arabic digits"),
        pytest.param("१२", 12, id="Devanagari digits"),
        pytest.param("0012", 12, id="leading zeros"),
    ],
)
def test_digits_in_any_script_are_accepted(olga, game, raw, bid):
    olga.open(f"/games/{game.pk}/hands/1/").press("Use this number", other=raw)
    assert stored_taps(game) == [["players.0.bid", bid]]


def test_if_a_field_is_repeated_the_last_one_counts(send, game):
    assert send(TAP, "tap=players.0.bid%3D10&tap=players.0.bid%3D11").status_code == 302
    assert stored_taps(game) == [["players.0.bid", 11]]


@pytest.mark.parametrize(
    ("bid", "why"),
    [
        pytest.param("12", "Bob already bid 12, and each bid must be higher than the last.", id="equal"),
        pytest.param("9", "Ann already bid 10, and each bid must be higher than the last.", id="below her own"),
        pytest.param("10000", "Enter a whole number from 0 to 9999.", id="too high"),
    ],
)
@pytest.mark.parametrize("htmx", [pytest.param(False, id="plain"), pytest.param(True, id="htmx")])
def test_an_impossible_bid_is_refused_in_its_row(cast, game, bid, why, htmx):
    Phone(game, cast.owner).tap("A bid 10", "B bid 12", "C passed", "D passed")
    browser = Browser(cast.owner, htmx=htmx).open(f"/games/{game.pk}/hands/1/")
    browser.press("Use this number", other=bid)
    assert browser.status == 422
    assert browser.problems == [why]
    assert browser.page.one(class_="ask").one(class_="problem").attrs["role"] == "alert"
    assert "open" in browser.page.one("details", class_="other").attrs
    assert browser.page.one("h2", id="asked").text == "What does Ann bid? Bob bid 12"
    assert len(stored_taps(game)) == 4
    browser.press("Use this number", other="13")
    assert browser.status == 200
    assert browser.page.one("h2", id="asked").text == "What does Bob bid? Ann bid 13"


@pytest.mark.parametrize("htmx", [pytest.param(False, id="plain"), pytest.param(True, id="htmx")])
def test_pressing_a_pale_number_shows_why_it_is_refused(cast, game, htmx):
    Phone(game, cast.owner).tap("A bid 10")
    browser = Browser(cast.owner, htmx=htmx).open(f"/games/{game.pk}/hands/1/")
    pale = list(browser.page.one(class_="numbers").all("button", class_="refused"))
    assert [(button.text, button.attrs["aria-disabled"], "disabled" in button.attrs) for button in pale] == [
        ("10", "true", False)
    ]
    browser.press("10")
    assert (browser.status, stored_taps(game)) == (422, [["players.0.bid", 10]])
    assert browser.problems == ["Ann already bid 10, and each bid must be higher than the last."]


@pytest.mark.parametrize("at", ["", "?at=bidding"], ids=["by its turn", "on the tab"])
def test_a_pale_number_is_refused_however_its_question_was_opened(cast, olga, game, at):
    Phone(game, cast.owner).tap("A bid 10")
    olga.open(f"/games/{game.pk}/hands/1/{at}").press("10")
    assert (olga.status, stored_taps(game)) == (422, [["players.0.bid", 10]])


def test_after_a_refusal_every_link_on_the_page_works(olga, game):
    olga.open(f"/games/{game.pk}/hands/1/").press("Use this number", other="ten")
    links = [link.attrs["href"] for link in olga.page.one("main").all("a")]
    assert len(links) > 5
    for link in links:
        assert Browser.open(olga, link).status == 200, link


class TestStale:
    @pytest.fixture(params=[pytest.param(False, id="plain"), pytest.param(True, id="htmx")])
    def late(self, request, cast, game):
        """The recorder's page, loaded before the owner changes anything."""
        return Browser(cast.recorder, htmx=request.param).open(f"/games/{game.pk}/hands/1/")

    def test_a_conflict_shows_both_values_and_who_entered_the_stored_one(self, late, cast, game):
        Phone(game, cast.owner).tap("A bid 10")
        late.press("11")
        assert late.status == 409
        assert late.problems == ["Olga answered at the same time: 10. You chose 11. Tap again to change it."]
        assert stored_taps(game) == [["players.0.bid", 10]]
        assert late.page.one("h2", id="asked").text == "What was Ann’s top bid?", "the same question stays open"

    def test_refusing_a_tap_for_a_question_already_answered_names_the_next_question(self, late, cast, game):
        Phone(game, cast.owner).tap("A bid 10", "B bid 12")
        button = next(button for button in late.page.all("button", name="tap") if button.text == "Pass")
        assert button.attrs["value"] == "players.0.passed=true"
        late.press("Pass")
        assert late.status == 409
        assert late.problems == ["The tap for Ann wasn’t recorded. Now: What does Cy bid?"]
        assert stored_taps(game) == [["players.0.bid", 10], ["players.1.bid", 12]]

    def test_a_conflict_over_a_seat_is_described_with_names(self, late, cast, game):
        Phone(game, cast.owner).tap("dealer B")
        late.press("Cy")
        assert late.status == 409
        assert late.problems == ["Olga answered at the same time: Bob. You chose Cy. Tap again to change it."]

    def test_a_conflict_over_an_unknown_seat_is_described_by_its_number(self, late, cast, game):
        Phone(game, cast.owner).tap("dealer B")
        button = next(button for button in late.page.all("button", name="tap") if button.text == "Cy")
        button.attrs["value"] = "dealer=9"
        late.press("Cy")
        assert late.status == 409
        assert "Olga answered at the same time: Bob. You chose 9." in late.problems[0]

    def test_taps_on_different_fields_are_merged(self, late, cast, game):
        Phone(game, cast.owner).tap("B bid 10", at="bidding")
        late.press("Ann: Peeked")
        assert late.status == 200
        assert stored_taps(game) == [["players.1.bid", 10], ["players.0.peeked", True]]

    @pytest.mark.parametrize("button", ["Undo", "Start over"])
    def test_undoing_taps_on_a_stale_page_is_refused(self, late, cast, game, button):
        late.press("10")
        Phone(game, cast.owner).tap("B bid 12")
        late.press(button)
        assert late.status == 409
        assert "Bob bid 12" in late.text
        assert len(stored_taps(game)) == 2

    def test_saving_from_a_stale_page_is_refused(self, late, cast, game):
        enter_hand(game, "pass", cast.owner)
        late.open(late.address)
        Phone(game, cast.owner).tap("A peeked")
        late.press("Save: ")
        assert late.status == 409
        assert "This hand has changed in the meantime." in late.problems[0]
        assert Hand.objects.get().entry is None

    def test_a_tap_on_a_hand_saved_in_the_meantime_is_refused(self, late, cast, game):
        play(game, A_HAND, by=cast.owner)
        late.press("11")
        assert late.status == 409
        assert stored_taps(game) == []

    def test_a_tap_from_before_the_seats_were_corrected_is_refused(self, late, cast, game):
        play(game, A_HAND, by=cast.owner)
        late.open(f"/games/{game.pk}/hands/2/")
        other = Browser(cast.owner).open(f"/games/{game.pk}/setup/")
        ids = [player for (player,) in game.seats.values_list("player_id")]
        swapped = {"seat_1": str(ids[1]), "seat_2": str(ids[0])}
        other.press("Preview changes", **swapped).press("Save setup")
        assert other.status == 200
        late.press("10")
        assert late.status == 409
        assert "The setup has changed in the meantime." in late.problems[0]

    def test_undo_is_refused_after_a_later_hand(self, late, cast, game):
        play(game, A_HAND, by=cast.owner)
        late.open(f"/games/{game.pk}/")
        play(game, "pass", by=cast.owner)
        late.press("Undo")
        assert late.status == 409
        assert late.problems == ["Something else has changed since, so that can’t be undone."]
        assert Revision.objects.count() == 2


@pytest.mark.parametrize("number", [0, 2, 3, 200, 201, 65536])
def test_requesting_a_hand_out_of_turn_is_a_404(send, client, game, number):
    assert client.get(f"/games/{game.pk}/hands/{number}/").status_code == 404
    for name, data in [("tap", "tap=players.0.bid%3D3"), ("save", ""), ("back", ""), ("over", ""), ("undo", "")]:
        assert send(f"hands/{number}/{name}/", data).status_code == 404
    assert not Hand.objects.exists()


@pytest.mark.parametrize("name", ["save", "back", "over", "undo"])
def test_a_hand_cannot_be_saved_or_undone_before_its_first_tap(send, name):
    assert send(f"hands/1/{name}/").status_code == 404


def test_a_hand_without_points_cannot_be_saved(cast, send, game):
    Phone(game, cast.owner).tap("A bid 10", "done")
    response = send("hands/1/save/", "taps=2")
    assert response.status_code == 422
    assert "This hand can’t be saved yet." in response.content.decode()


def test_an_unlikely_total_must_be_confirmed(cast, send, game):
    phone = enter_hand(game, "10 - - - | | 10 10 5 3 | 9S", cast.owner)
    response = send("hands/1/save/", f"taps={phone.seen.taps}")
    assert response.status_code == 422
    assert "Is this right? Check it again." in response.content.decode()
    assert Hand.objects.get().entry is None


def test_nothing_can_be_recorded_after_the_game_ends(cast, send, client, game):
    play(game, A_HAND, by=cast.owner)
    late = Browser(cast.recorder).open(f"/games/{game.pk}/hands/2/")
    client.post(f"/games/{game.pk}/stop/", {"how": "no_winner"})
    late.press("10")
    assert late.status == 422
    assert late.problems == ["This game is over, so there’s no next hand."]
    page = Browser(cast.owner).open(f"/games/{game.pk}/hands/2/")
    assert "Nothing more can be recorded." in page.text
    assert page.buttons() == ["Undo"]  # of the end


def test_a_tap_does_not_affect_another_game(cast, send):
    other = start_game(cast.owner)
    send(TAP, "tap=players.0.bid%3D10")
    assert stored_taps(other) == []
