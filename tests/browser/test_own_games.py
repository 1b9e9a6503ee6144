"""A group's own game, made from a stranger's description, shared with another group, and played with few taps."""

from playwright.sync_api import expect

from scorekeeper.models import Game
from tests.browser.driving import Held, Thumb
from tests.cast import differences, seat_players


def type_with_pad(thumb: Thumb, keys: str, then: str = "Next") -> None:
    """Tap the digits of the pad, and then the button that uses the number."""
    for key in keys:
        thumb.rest()
        thumb.page.locator(f'[data-digit="{key}"]').tap()
    thumb.tap(then)


def test_an_unknown_game_is_made_in_eight_taps_and_played_to_its_end(thumb, cast):
    # "We call it Pounce. Fewest points win, and it's over when somebody has 30."
    page = thumb.page
    for player in seat_players(cast.group, 3):
        assert player.name
    page.goto(f"/groups/{cast.group.pk}/")
    before = thumb.clicks
    thumb.tap("New game", "Something else")
    for asked, typed in (
        (page.get_by_label("What is it called?"), "Pounce"),
        (page.locator("label", has_text="The fewest points"), ""),
        (page.locator("label", has_text="At a number of points"), ""),
        (page.get_by_label("Points", exact=True), "30"),
    ):
        thumb.rest()
        asked.tap()
        if typed:
            page.keyboard.press("ControlOrMeta+A")
            page.keyboard.type(typed)
    thumb.rest()
    with page.expect_navigation():
        page.get_by_role("button", name="Play this game").tap()
    assert thumb.clicks - before <= 8
    expect(page.get_by_role("heading", level=1)).to_have_text("Pounce")
    for name in ("Ann", "Bob", "Cy"):
        page.locator("#bench .chip", has_text=name).tap()
        page.locator(".round .chip", has_text=name).wait_for()
    thumb.tap("Start Pounce")

    before = thumb.clicks
    thumb.tap("Record round 1")
    assert thumb.asked == "How many points did Ann score?"
    type_with_pad(thumb, "12+7")
    type_with_pad(thumb, "0")
    type_with_pad(thumb, "9", "Save round 1")
    assert thumb.clicks - before == 1 + 5 + 2 + 2  # Record; "12+7" and Next; "0" and Next; "9" and Save
    assert page.locator(".tile .answer").all_inner_texts() == ["–\nnothing yet"] * 3
    assert page.locator(".tile .notes").all_inner_texts() == ["19 so far", "0 so far", "9 so far"]

    type_with_pad(thumb, "11")
    type_with_pad(thumb, "0")
    type_with_pad(thumb, "30", "Save round 2")
    thumb.tap("Save: Bob wins")
    assert "Bob wins" in thumb.winner
    game = Game.objects.get()
    assert game.options["name"] == "Pounce"
    assert differences(game) == 0


def test_the_made_up_round_and_the_questions_follow_the_answers(thumb, cast):
    page = thumb.page
    page.goto(f"/groups/{cast.group.pk}/games/")
    made_up = page.locator("#made-up")
    expect(made_up).to_contain_text("+12 this round")
    thumb.toggle("Anything else?")
    thumb.rest()
    page.locator("label", has_text="The winner gets what the others are left with").tap()
    expect(made_up).to_contain_text("left with")
    expect(page.get_by_label("Points for winning a round")).to_be_visible()
    page.get_by_label("Points for winning a round").fill("25")
    thumb.rest()
    page.get_by_label("What is it called?").tap()
    expect(made_up).to_contain_text("won the round")
    expect(page.get_by_label("Points for winning a round")).to_have_value("25")


def test_an_answer_typed_while_the_next_questions_load_is_kept(thumb, cast):
    page = thumb.page
    page.goto(f"/groups/{cast.group.pk}/games/")
    held = Held(page, "**/games/", "POST")
    thumb.toggle("Anything else?")
    thumb.rest()
    page.locator("label", has_text="Named rows").tap()
    route = held.take()
    page.get_by_label("Points on buttons").fill("1, 5")
    with page.expect_response("**/games/"):
        route.continue_()
    expect(page.get_by_label("Points on buttons")).to_have_value("1, 5")
    page.unroute("**/games/")
    thumb.rest()
    page.get_by_label("What is it called?").tap()
    expect(page.get_by_label("Rows", exact=True)).to_be_visible()
    expect(page.get_by_label("Points on buttons")).to_have_value("1, 5")
