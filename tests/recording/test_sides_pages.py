"""Partners, games without dealers, and players who are out, on the pages of made-up games."""

import pytest

from scorekeeper.models import Game
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from tests.cast import Phone, seat_players
from tests.made_up_play import bid, each, play, start
from tests.web.browser import Browser

pytestmark = pytest.mark.usefixtures("made_up")
A_HAND = bid(1, 12, (9, 4), (8, 3))
"""Bob bids 12 and fails; Ann and Cy score 18."""


@pytest.fixture
def partners(cast):
    """Ann and Cy against Bob and Dee."""
    return start(cast.owner, "partners")


def tap(browser, value):
    """Press the button with this value; its label may not be unique, since a dealer button can have the same label."""
    button = browser.page.one("button", value=value)
    return browser.send(next(form for form in browser.page.all("form") if button in form.all("button")), button)


def type_other(browser, value):
    return browser.press("Use this number", other=value)


def test_partners_can_record_a_hand_from_the_first_tap_to_saving(olga, partners):
    olga.open(f"/games/{partners.pk}/").follow("Record hand 1")
    tap(olga, "hand.bidder=1")
    olga.press("12").press("second side")
    assert "Numbers, separated by commas" in olga.text
    type_other(olga, "5, 3")
    assert "What is Ann & Cy’s meld worth?" in olga.text
    assert "15, 150, 225, 300 points for one, two and so on" in olga.text
    assert "1 point each" in olga.text
    olga.press("Use this total", tally__0="5")
    assert olga.status == 422
    assert olga.problems == ["Run: at most 4."]
    olga.press("Use this total", tally__0="2", tally__2="3")
    type_other(olga, "4")
    assert "How many tricks did Ann & Cy take?" in olga.text
    tap(olga, "sides.0.tricks=-2")
    tap(olga, "sides.1.tricks=3")
    olga.press("yes").press("no")
    olga.press("Save: Ann & Cy +152, Bob & Dee −12")
    assert olga.status == 200
    assert "Ann & Cy +152, Bob & Dee −12" in olga.text
    assert Game.objects.get().state == Game.State.OVER


def test_a_side_has_one_name_on_every_page(cast, olga, partners):
    play(partners, cast.owner, A_HAND, bid(0, 12, (25, 4), (8, 3)))
    night = partners.night_id
    for address in (f"/groups/{cast.group.pk}/", f"/nights/{night}/", f"/nights/{night}/print/"):
        olga.open(address)
        assert olga.status == 200, address
        assert "Ann & Cy" in olga.text, address
    text = olga.open(f"/nights/{night}/").text
    assert "Ann & Cy ♛ won 52" in text
    assert "Ann and Cy won with 52, 57 ahead of Bob and Dee." in text
    watcher = Browser()
    watcher.open(f"/w/{token_of(make_watch_link(group=cast.group, game=partners, by=cast.owner))}/")
    assert "Ann & Cy win together" in watcher.text
    page = olga.open(f"/groups/{cast.group.pk}/statistics/").text
    assert "Ann, ▲ Cy" in page
    assert olga.open(f"/games/{partners.pk}/bgstats/").status == 200


def test_corrections_show_what_they_change_in_a_game_with_sides(cast, olga, partners):
    play(partners, cast.owner, A_HAND)
    olga.open(f"/games/{partners.pk}/setup/")
    fields = dict(olga.fields(next(form for form in olga.page.all("form") if form.has(class_="stack"))))
    swap = {"seat_1": fields["seat_2"], "seat_2": fields["seat_1"]}
    olga.press("Preview changes", **swap)
    assert olga.status == 200
    assert "Seat 1: Ann → Bob" in olga.text
    olga.press("Preview changes", option_handicap="50")
    assert olga.status == 422
    assert olga.problems == ["The handicap is below the target."]


class TestWithoutDealers:
    @pytest.fixture
    def race(self, cast):
        """A race between Ann and Bob."""
        return start(cast.owner, "race", 2)

    def addresses(self, game, cast):
        """Yield the address of every page that could mention a dealer."""
        yield from (f"/games/{game.pk}/{page}" for page in ("", "?hand=1", "hands/1/", "setup/", "print/", "stop/"))
        yield from (f"/nights/{game.night_id}/", f"/groups/{cast.group.pk}/paper/?rules=race")
        yield f"/groups/{cast.group.pk}/new/?rules=race"
        yield f"/w/{token_of(make_watch_link(group=cast.group, game=game, by=cast.owner))}/"

    @pytest.mark.parametrize("hands", [0, 1, 2])
    def test_no_page_mentions_a_dealer(self, cast, olga, race, hands):
        for _number in range(hands):
            play(race, cast.owner, each("steps", 3, -4))
        if hands == 1:
            Phone(race, cast.owner).open().write("players.0.steps", 1)
        for address in self.addresses(race, cast):
            olga.open(address)
            assert olga.status == 200, address
            words = olga.text.casefold().replace("yet to be dealt", "")
            assert "deal" not in words, (address, words)

    def test_no_dealer_is_needed_to_start_correct_or_replay_a_game(self, cast, olga):
        ann, bob = seat_players(cast.group, 2)
        olga.open(f"/groups/{cast.group.pk}/new/?rules=race&seats={ann.pk},{bob.pk}")
        olga.press("Start game")
        game = Game.objects.get()
        assert game.first_dealer == 1
        olga.open(f"/games/{game.pk}/setup/").press("Preview changes", option_rounds="1")
        olga.press("Save setup")
        play(game, cast.owner, each("steps", -7, 12345))
        olga.open(f"/games/{game.pk}/")
        assert "Ann wins" in olga.text
        olga.press("Rematch")
        assert Game.objects.count() == 2


def test_a_player_who_is_out_is_not_offered_as_dealer(cast, olga):
    game = start(cast.owner, "knockout", 3)
    play(game, cast.owner, each("lost", 3, 0, 1))
    olga.open(f"/games/{game.pk}/hands/2/")
    offered = [button.text for button in olga.page.one("details", class_="dealer").all("button")]
    assert offered == ["Bob", "Cy"]
    assert "Ann" not in [row.text.split()[0] for row in olga.page.one("ol", class_="rows").all("li")]
