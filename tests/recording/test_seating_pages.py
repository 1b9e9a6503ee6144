"""The table of a running game: what can be done with a seat, which house rules come first, and old pages and undos."""

import pytest

from scorekeeper.models import Player, Playgroup
from scorekeeper.people.roster.writing import add_player
from tests.cast import A_HAND, play, refresh, start_game, totals
from tests.own_games import UNO, start_own
from tests.recording.seats import at_seat, offered, seated, table
from tests.samples import play_sample


@pytest.fixture
def setup(cast, olga, game):
    play(game, A_HAND, by=cast.owner)
    return olga.open(f"/games/{game.pk}/").follow("Setup")


def effects(browser):
    return [item.text for item in browser.page.one(class_="effect").all("li")]


def unfolded(browser):
    """Return the house rules that are above the others, which are folded away."""
    form, folded = browser.page.one("form", id="setup"), browser.page.one("details")
    first, others = (
        {field.attrs["name"] for field in part.all("input") if field.attrs["name"].startswith("option_")}
        for part in (form, folded)
    )
    return first - others


def test_a_tap_at_a_seat_shows_the_table_and_what_changes_and_only_red_saves_it(cast, setup, game):
    add_player(group=cast.group, name="Ida")
    setup.open(setup.address)
    assert table(setup) == ["Ann", "Bob", "Cy", "Dee deals first"]
    at_seat(setup, "Ann", "Bob")
    assert table(setup) == ["Bob", "Ann", "Cy", "Dee deals first"]
    assert effects(setup) == ["Bob in Ann’s seat", "Ann in Bob’s seat"]
    at_seat(setup, "Bob", "Bob deals first")
    at_seat(setup, "Dee", "Ida")
    assert table(setup) == ["Bob deals first", "Ann", "Cy", "Ida"]
    assert effects(setup)[2:4] == ["Ida instead of Dee, in every hand", "Bob deals first"]
    assert (seated(game), refresh(game).first_dealer) == (["Ann", "Bob", "Cy", "Dee"], 3)
    setup.press("Save setup")
    assert (seated(game), refresh(game).first_dealer, totals(game)) == (["Bob", "Ann", "Cy", "Ida"], 0, "6 24 0 7 | 6")
    setup.press("Undo")
    assert (seated(game), refresh(game).first_dealer, totals(game)) == (["Ann", "Bob", "Cy", "Dee"], 3, "24 6 0 7 | 6")


def test_what_was_typed_stays_when_a_seat_is_tapped(setup, game):
    button = setup.page.one("section", id="seat-1").one("button", name="seat_1")
    setup.send(setup.page.one("form", id="setup"), button, option_player_target="120")
    assert {"Player target: 200 → 120", "Bob in Ann’s seat"} <= {*effects(setup)}
    assert unfolded(setup) == {"option_player_target"}


def test_the_history_says_which_house_rules_changed(setup):
    setup.press("Preview changes", option_player_target="120").press("Save setup").follow("Setup")
    now, before = (item.text for item in setup.page.one("ol", class_="versions").all("li"))
    assert now.endswith("by Olga: Ann, Bob, Cy, Dee; Dee deals first; Player target: 200 → 120")
    assert before.endswith("by Olga: Ann, Bob, Cy, Dee; Dee deals first")


def test_nothing_is_red_before_the_preview_and_nothing_to_save_is_not_red(setup):
    for _time in range(2):
        (dock,) = setup.page.all(class_="dock")
        assert [button.text for button in dock.all("button", class_="main")] == []
        setup.press("Preview changes")
    assert "Nothing changes." in setup.text


def test_on_the_bench_are_all_who_are_not_retired_or_merged_and_whoever_sat_there(cast, setup, game):
    for name in ("Ida", "Leo", "Anne"):
        add_player(group=cast.group, name=name)
    Player.objects.filter(name__in=["Leo", "Cy"]).update(retired=True)
    Player.objects.filter(name="Anne").update(same_as=Player.objects.get(name="Ann"))
    setup.open(setup.address)
    assert offered(setup, "Ann") == ["Bob", "Cy", "Dee", "Ida"]
    at_seat(setup, "Cy", "Ida")
    assert offered(setup, "Ann") == ["Bob", "Ida", "Dee", "Cy"]


def test_a_game_without_a_dealer_asks_for_none(cast, olga):
    olga.open(f"/games/{start_own(cast.owner, 'any_game:skyjo', 2).pk}/setup/")
    assert "deals first" not in olga.text


def test_house_rules_that_differ_are_above_the_others_and_say_what_is_usual(cast, olga):
    olga.open(f"/games/{start_game(cast.owner, lowest_bid=0).pk}/setup/")
    form, folded = olga.page.one("form", id="setup"), olga.page.one("details")
    assert unfolded(olga) == {"option_lowest_bid"}
    assert folded.one("summary").text == "The others, as usual"
    assert "Usually: 1." in form.text.replace(folded.text, "")


def test_what_is_usual_in_a_game_of_the_groups_own_is_what_it_says(cast, olga):
    olga.open(f"/games/{start_own(cast.owner, UNO, 2).pk}/setup/")
    assert olga.page.one("details").one("summary").text == "Someone joins"
    assert "All as usual" in olga.text
    assert "Usually" not in olga.text


def test_partners_are_named(cast, olga):
    olga.open(f"/games/{play_sample('pinochle', cast.owner, 0).pk}/setup/")
    assert "Partners: Ann & Cy · Bob & Dee" in olga.text


def test_an_undo_and_a_page_of_an_earlier_version_still_work(cast, setup, game):
    ann, bob, cy, dee = game.seats.order_by("number").values_list("player_id", flat=True)
    sent = dict(setup.fields(setup.page.one("form", id="setup")))
    earlier = {"seats": "", "shown": f"{ann},{bob},{cy},{dee}", "dealer": dee}
    earlier |= {f"seat_{seat}": player for seat, player in enumerate((bob, ann, cy, dee), start=1)}
    response = setup.client.post(setup.address, sent | earlier)
    assert "Bob in Ann’s seat" in response.content.decode()
    setup.press("Preview changes", **{name: str(value) for name, value in earlier.items()}).press("Save setup")
    undo = Playgroup.objects.get(pk=cast.group.pk).notice["undo"]["fields"]
    assert [undo[f"seat_{seat}"] for seat in (1, 2, 3, 4)] == [ann, bob, cy, dee]
    setup.press("Undo")
    assert seated(game) == ["Ann", "Bob", "Cy", "Dee"]
