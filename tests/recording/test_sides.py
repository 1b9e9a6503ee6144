"""Sides, games without dealers, and players who are out: writes and pages of made-up games."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.models import Game, Player, Standing
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.game.writing import rescore
from scorekeeper.recording.setup.writing import correct_setup
from scorekeeper.web.refusals import NotFound, Refused, Stale
from tests.cast import Phone, seat_players
from tests.made_up_play import bid, each, entries, play, start, totals
from tests.recording.seats import at_seat
from tests.web.browser import Browser

pytestmark = [pytest.mark.usefixtures("made_up"), pytest.mark.django_db]
A_HAND = bid(1, 12, (9, 4), (8, 3))
"""Bob bids 12 and fails; Ann and Cy score 18."""


def ids(*names):
    by_name = dict(Player.objects.values_list("name", "pk"))
    return tuple(by_name[name] for name in names)


def correct(game, by, *names, **changes):
    record = load(game)
    values = {"players": ids(*names), "first_dealer": game.first_dealer, "options": record.options} | changes
    return correct_setup(game=game, setting=Setting(**values), seen=record.setup, by=by)


@pytest.fixture
def partners(cast):
    """Ann and Cy against Bob and Dee."""
    return start(cast.owner, "partners")


def test_partners_both_get_their_sides_standing(cast, partners):
    play(partners, cast.owner, A_HAND, bid(0, 12, (25, 4), (8, 3)))
    rows = Standing.objects.filter(game=partners).order_by("column", "seat__number")
    assert list(rows.values_list("column", "seat__player__name", "half_points", "rank", "winner")) == [
        ("side0", "Ann", 104, 1, True),
        ("side0", "Cy", 104, 1, True),
        ("side1", "Bob", -10, 2, False),
        ("side1", "Dee", -10, 2, False),
    ]
    assert (Game.objects.get().state, rescore(partners)) == (Game.State.OVER, 0)
    Standing.objects.filter(seat__player__name="Cy").update(half_points=1)
    Standing.objects.filter(seat__player__name="Dee").delete()
    assert [rescore(partners), rescore(partners)] == [2, 0]


class TestSetup:
    def test_reseated_partners_who_stay_together_keep_their_sides_entry(self, cast, partners):
        play(partners, cast.owner, A_HAND)
        for names, ours, theirs in (("Bob Cy Dee Ann", -12, 18), ("Cy Bob Ann Dee", 18, -12)):
            partners.refresh_from_db()
            correct(partners, cast.owner, *names.split())
            assert totals(partners) == {"side0": ours, "side1": theirs}, names
            assert load(partners).names[entries(partners)[0]["hand"]["bidder"]] == "Bob"

    def test_entries_stay_with_their_side_if_partners_change(self, cast, partners):
        play(partners, cast.owner, A_HAND)
        correct(partners, cast.owner, "Ann", "Cy", "Bob", "Dee")
        assert entries(partners)[0]["sides"][0] == {"meld": 9, "tricks": 8, "last": True}
        # The bidder is Bob, who is now Ann's partner.
        assert entries(partners)[0]["hand"]["bidder"] == 2
        assert totals(partners) == {"side0": 18, "side1": 7}

    def test_unsaved_taps_follow_their_players_and_sides(self, cast, partners):
        phone = Phone(partners, cast.owner)
        for path, value in (("hand.bidder", 3), ("hand.bid", 12), ("hand.no_point_winner", True)):
            phone.write(path, value)
        phone.write("sides.1.meld", 7)
        correct(partners, cast.owner, "Bob", "Cy", "Dee", "Ann")
        assert Phone(partners, cast.owner).draft == {
            "hand.bidder": 2, "hand.bid": 12, "hand.no_point_winner": True, "sides.0.meld": 7,
        }  # fmt: skip


def test_sides_with_the_same_name_are_refused(cast, partners):
    for old, new in (("Ann", "A"), ("Bob", "A & B"), ("Cy", "B & C"), ("Dee", "C")):
        Player.objects.filter(name=old).update(name=new, name_key=new.casefold())
    with pytest.raises(Refused) as refused:
        correct(partners, cast.owner, "A & B", "A", "C", "B & C")
    assert refused.value.path == "seats"


@pytest.fixture
def knockout(cast):
    """A game of Knockout. Ann is out after the first hand, which Dee dealt."""
    game = start(cast.owner, "knockout")
    play(game, cast.owner, each("lost", 3, 0, 1, 0))
    return game


def test_a_player_who_is_out_cannot_deal_and_is_not_asked(cast, olga, knockout):
    phone = Phone(knockout, cast.owner).open()
    assert phone.dealer == 1
    olga.open(f"/games/{knockout.pk}/hands/2/")
    assert [button.spoken for button in olga.page.one("form", id="dealer").all("button")] == ["Bob", "Cy", "Dee"]
    assert "Ann" not in [row.spoken.split()[0] for row in olga.page.one("ol", class_="rows").all("li")]
    with pytest.raises(Refused) as refused:
        phone.write("dealer", 0)
    assert (refused.value.path, sentence(refused.value.message)) == ("dealer", "Ann is out and can’t deal.")
    phone.write("dealer", 3)
    assert phone.dealer == 3
    play(knockout, cast.owner, each("lost", None, 1, 0, 0))
    assert entries(knockout)[1]["players"] == [{}, {"lost": 1}, {"lost": 0}, {"lost": 0}]
    with pytest.raises(Stale) as stale:
        Phone(knockout, cast.owner).open().write("players.0.lost", 1)
    assert sentence(stale.value.message) == "That question no longer comes up. Here’s how it is now."


def test_two_players_take_turns_dealing(cast):
    game = start(cast.owner, "knockout", 2)
    play(game, cast.owner, each("lost", 1, 0))
    with pytest.raises(Refused) as refused:
        Phone(game, cast.owner).open().write("dealer", 1)
    assert sentence(refused.value.message) == "It’s Ann’s deal."


class TestWithoutDealers:
    @pytest.fixture
    def race(self, cast):
        """A race between Ann and Bob."""
        return start(cast.owner, "race", 2, first_dealer=0)

    def addresses(self, game, cast):
        """Yield the address of every page that could mention a dealer."""
        yield from (f"/games/{game.pk}/{page}" for page in ("", "?hand=1", "hands/1/", "setup/", "print/", "stop/"))
        yield from (f"/nights/{game.night_id}/", f"/groups/{cast.group.pk}/paper/?rules=race")
        yield f"/groups/{cast.group.pk}/new/?rules=race"
        yield f"/w/{token_of(make_watch_link(group=cast.group, game=game, by=cast.owner))}/"

    def test_a_dealer_is_refused_and_no_page_mentions_one(self, cast, olga, race):
        assert race.first_dealer == 1
        with pytest.raises(NotFound):
            Phone(race, cast.owner).write("dealer", 0)
        for hands in range(3):
            if hands:
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
        olga.open(f"/groups/{cast.group.pk}/new/?rules=race&seats={ann.pk},{bob.pk}").press("Start")
        game = Game.objects.get()
        assert game.first_dealer == 1
        olga.open(f"/games/{game.pk}/setup/").press("Preview changes", option_rounds="1").press("Save setup")
        game.refresh_from_db()
        correct(game, cast.owner, "Bob", "Ann", first_dealer=0)
        assert Game.objects.get().first_dealer == 1
        play(game, cast.owner, each("steps", -7, 12345))
        assert "Bob wins" in olga.open(f"/games/{game.pk}/").text
        olga.press("Rematch")
        assert Game.objects.count() == 2


# On the pages


def tap(browser, value):
    """Press the button with this value; its label may not be unique, since a dealer button can have the same label."""
    button = browser.page.one("button", value=value)
    return browser.send(next(form for form in browser.page.all("form") if button in form.all("button")), button)


def test_partners_can_record_a_hand_from_the_first_tap_to_saving(olga, partners):
    olga.open(f"/games/{partners.pk}/").follow("Record hand 1")
    tap(olga, "hand.bidder=1")
    olga.press("12").press("second side")
    assert "Numbers, separated by commas" in olga.text
    olga.press("Use this number", other="5, 3")
    assert "What is Ann & Cy’s meld worth?" in olga.text
    assert "15, 150, 225, 300 points for one, two and so on" in olga.text
    assert "1 point each" in olga.text
    olga.press("Use this total", tally__0="5")
    assert olga.status == 422
    assert olga.problems == ["Run: at most 4."]
    olga.press("Use this total", tally__0="2", tally__2="3")
    olga.press("Next", other="4")
    assert "How many tricks did Ann & Cy take?" in olga.text
    tap(olga, "sides.0.tricks=-2")
    tap(olga, "sides.1.tricks=3")
    olga.press("yes").press("no")
    assert next(olga.page.one("ul", class_="why").all(class_="fig")).text.startswith("+152")
    olga.press("Save hand 1")
    assert olga.status == 200
    assert olga.page.one(class_="said").attrs["data-say"] == "Hand 1 saved. Ann & Cy +152, Bob & Dee −12"
    assert Game.objects.get().state == Game.State.OVER


def test_a_side_has_one_name_on_every_page(cast, olga, partners):
    play(partners, cast.owner, A_HAND, bid(0, 12, (25, 4), (8, 3)))
    night = partners.night_id
    for address in (f"/nights/{night}/", f"/nights/{night}/print/"):
        olga.open(address)
        assert olga.status == 200, address
        assert "Ann & Cy" in olga.text, address
    text = olga.open(f"/nights/{night}/").text
    assert "● ▲ Ann & Cy won 52" in text
    assert "Ann and Cy won with 52, 57 ahead of Bob and Dee." in text
    watcher = Browser()
    watcher.open(f"/w/{token_of(make_watch_link(group=cast.group, game=partners, by=cast.owner))}/")
    assert "Ann & Cy win together" in watcher.text
    page = olga.open(f"/groups/{cast.group.pk}/statistics/").text
    assert "● Ann , ▲ Cy" in page
    assert olga.open(f"/games/{partners.pk}/bgstats/").status == 200


def test_corrections_show_what_they_change_in_a_game_with_sides(cast, olga, partners):
    play(partners, cast.owner, A_HAND)
    olga.open(f"/games/{partners.pk}/setup/")
    assert "Partners: Ann & Cy · Bob & Dee" in olga.text
    at_seat(olga, "Ann", "Bob")
    assert (olga.status, "Bob in Ann’s seat" in olga.text) == (200, True)
    assert "Partners: Bob & Cy · Ann & Dee" in olga.text
    olga.press("Save setup", option_handicap="50")  # changed since: what that changes comes first
    assert olga.status == 422
    assert olga.problems == ["The handicap is below the target."]
