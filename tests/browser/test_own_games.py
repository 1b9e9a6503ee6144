"""A group's own game, made from a stranger's description, shared with another group, and played with few taps."""

from playwright.sync_api import expect

from scorekeeper.models import Game
from tests.browser.driving import Held, Thumb
from tests.cast import differences
from tests.own_games import UNO, start_own

KINDS = """() => {
  const parts = [...document.querySelectorAll(".kinds :is(legend, span)")];
  const [legend, ...tiles] = parts.map((part) => part.getBoundingClientRect());
  return tiles.map(({ left, top, width, height }) => [left, top - legend.top, width, height]);
}"""


def type_with_pad(thumb: Thumb, keys: str, then: str = "Next") -> None:
    """Tap the digits of the pad, and then the button that uses the number."""
    for key in keys:
        thumb.rest()
        thumb.page.locator(f'[data-digit="{key}"]').tap()
    thumb.tap(then)


def test_an_unknown_game_is_made_in_eight_taps_and_played_to_its_end(thumb, cast):
    # "We call it Pounce. Fewest points win, and it's over when somebody has 30."
    page = thumb.page
    start_own(cast.owner, UNO, 3)
    page.goto(f"/groups/{cast.group.pk}/")
    before = thumb.clicks
    thumb.tap("New game")
    thumb.rest()
    page.get_by_label("Find a game").tap()
    page.keyboard.type("Pounce")
    thumb.tap("Something else")
    thumb.tap("Everyone’s number each round")
    for asked, typed in (
        (page.locator("label", has_text="The fewest points"), ""),
        (page.get_by_label("Points", exact=True), "30"),
    ):
        thumb.rest()
        asked.tap()
        if typed:
            page.keyboard.press("ControlOrMeta+A")
            page.keyboard.type(typed)
    thumb.tap("Start")
    assert thumb.clicks - before <= 8
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1")

    before = thumb.clicks
    assert thumb.asked == "How many points did Ann score?"
    type_with_pad(thumb, "12+7")
    type_with_pad(thumb, "0")
    type_with_pad(thumb, "9", "Save round 1")
    assert thumb.clicks - before == 5 + 2 + 2  # "12+7" and Next; "0" and Next; "9" and Save
    assert page.locator(".tile .answer").all_inner_texts() == ["–\nnothing yet"] * 3
    assert page.locator(".tile .notes").all_inner_texts() == ["19 so far", "0 so far", "9 so far"]

    type_with_pad(thumb, "11")
    type_with_pad(thumb, "0")
    type_with_pad(thumb, "30", "Save round 2")
    thumb.tap("Save: Bob wins")
    assert "Bob wins" in thumb.winner
    game = Game.objects.last()
    assert game.options["name"] == "Pounce"
    assert differences(game) == 0


def test_the_made_up_round_the_questions_and_who_plays_follow_the_answers(thumb, cast):
    page = thumb.page
    start_own(cast.owner, UNO, 3)
    page.goto(f"/groups/{cast.group.pk}/games/new/?picture=collects&name=Pounce")
    made_up = page.locator("#made-up")
    expect(made_up).to_contain_text("left with")
    thumb.toggle("House rules")
    page.get_by_label("Points for winning a round").fill("25")
    thumb.rest()
    page.get_by_label("Everyone starts with").tap()
    expect(made_up).to_contain_text("won the round")
    expect(page.get_by_label("Points for winning a round")).to_have_value("25")
    thumb.rest()
    page.locator("label", has_text="Points that only the winner scores").tap()
    expect(page.get_by_label("Points for winning a round")).to_have_count(0)
    thumb.rest()
    page.locator("label", has_text="Partners").tap()
    expect(page.locator("#dock")).to_have_text("Choose who plays")


def test_a_number_beside_a_tile_chooses_it(thumb, cast):
    page = thumb.page
    page.goto(f"/groups/{cast.group.pk}/games/new/?picture=round&name=Pounce")
    page.get_by_label("Rounds", exact=True).tap()
    expect(page.get_by_label("After a number of rounds")).to_be_checked()
    expect(page.locator("#made-up")).to_contain_text("It’s over after round 10.")


def test_the_rows_of_a_card_are_typed_one_after_the_other(thumb, cast):
    page = thumb.page
    start_own(cast.owner, UNO, 2)
    page.goto(f"/groups/{cast.group.pk}/games/new/?picture=card&name=Dice")
    for name, kind, points in (("Full house", "This or nothing", "30"), ("Chance", "Any points", "")):
        page.keyboard.type(name) if points == "" else page.get_by_label("Next row").fill(name)
        page.get_by_label(kind).check()
        if points:
            page.locator("[name=row-either-0]").fill(points)
        thumb.rest()
        page.get_by_role("button", name="Add the row").tap()
        expect(page.locator("#rows li").last).to_contain_text(name)
        expect(page.get_by_label("Next row")).to_be_focused()
    thumb.tap("Start")
    expect(page.locator(".boxes tbody th")).to_have_text(["Full house", "Chance"])


def test_a_kind_of_row_stays_where_it_is_and_asks_for_a_number_that_is_not_in_the_name(thumb, cast):
    page = thumb.page
    page.goto(f"/groups/{cast.group.pk}/games/new/?picture=card&name=Dice")
    before = page.evaluate(KINDS)
    page.get_by_label("Next row").fill("3s")
    for kind, field, number in (
        ("Dice of one number", "dice-0", "3"),
        ("A bonus for the rows above", "bonus-0", ""),
        ("This or nothing", "either-0", ""),
    ):
        page.get_by_label(kind).check()
        assert page.evaluate(KINDS) == before, kind
        typed = page.locator(f"[name=row-{field}]")
        expect(typed).to_have_value(number)
        if not number:
            expect(typed).to_be_focused()
    page.get_by_label("Dice of one number").check()
    page.get_by_label("Next row").fill("4s")
    page.keyboard.press("Enter")
    expect(page.locator("#rows li")).to_have_text("4s add up those dice")
    assert page.locator("[name=option_categories]").input_value() == "4s = 0 4 8 12 16 20"


def test_an_answer_typed_while_the_next_questions_load_is_kept(thumb, cast):
    page = thumb.page
    page.goto(f"/groups/{cast.group.pk}/games/new/?picture=round&name=Pounce")
    held = Held(page, "**/games/new/**", "POST")
    thumb.toggle("House rules")
    thumb.rest()
    page.locator("label", has_text="Make exactly the bid").tap()
    held.take()
    page.unroute("**/games/new/**")
    with page.expect_response("**/games/new/**"):
        page.get_by_label("Points on buttons").fill("1, 5")
    expect(page.locator("#made-up")).to_contain_text("A bid made exactly")
    expect(page.get_by_label("Points on buttons")).to_have_value("1, 5")
    thumb.rest()
    page.get_by_label("Phases to complete").tap()
    expect(page.get_by_label("Points for making the bid")).to_be_visible()
