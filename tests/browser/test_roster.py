"""Players at the table of a new game: added without a reload while the keyboard stays open."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Player
from tests.browser.driving import Held, sign_in
from tests.cast import seat_players

LATER = """() => {
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  Object.defineProperty(Event.prototype, "timeStamp", { configurable: true, get() { return get.call(this) + 150; } });
}"""
"""Moves the clock of the page's events, so that a tap at the same place as the last one counts."""

WATCH_FOCUS = """
window.stays = true;
window.blurs = 0;
document.querySelector("#add input[name=name]").addEventListener("blur", () => { window.blurs += 1; });
"""


@pytest.fixture
def new(phone: Page, live_server, cast):
    """The new game page, with Ann and Bob seated and the name field focused."""
    players = seat_players(cast.group, 2)
    sign_in(phone, cast.owner, live_server.url)
    phone.goto(f"/groups/{cast.group.pk}/new/?rules=trumplestiltskin&seats={players[0].pk},{players[1].pk}")
    phone.locator("#add input[name=name]").focus()
    phone.evaluate(WATCH_FOCUS)
    return phone


def enter(page: Page, name: str) -> None:
    """Enter a name in the focused field."""
    page.keyboard.type(name)
    page.keyboard.press("Enter")


def seated(page: Page) -> list[str]:
    """Return the names of the seated players, clockwise."""
    return page.locator(".round .name").all_inner_texts()


def stayed(page: Page) -> bool:
    """Return whether the page was never reloaded and its name field never lost the focus."""
    return bool(page.evaluate("window.stays && !window.blurs && document.activeElement.name === 'name'"))


@pytest.mark.parametrize("how", ["with Enter", "with the button"])
def test_adding_players_reloads_nothing_and_keeps_the_keyboard_open(new: Page, how):
    for count, name in enumerate(("Cy", "Dee"), start=3):
        new.keyboard.type(name)
        if how == "with Enter":
            new.keyboard.press("Enter")
        else:
            new.evaluate(LATER)
            new.locator("#add button").tap()
        expect(new.locator(".round .chip")).to_have_count(count)
    assert seated(new) == ["Ann", "Bob", "Cy", "Dee"]
    expect(new.locator("#said")).to_have_text("Clockwise: Ann, Bob, Cy, Dee.")
    assert new.locator("#add input[name=name]").input_value() == ""
    assert stayed(new)
    new.reload()
    assert seated(new) == ["Ann", "Bob", "Cy", "Dee"]


def test_names_entered_faster_than_the_server_answers_are_all_seated(new: Page):
    held = Held(new, "**/players/", "POST")
    for name in ("Cy", "Dee", "Eve"):
        enter(new, name)
    for _name in range(3):
        route = held.take()
        assert held.routes == [], "one at a time"
        route.continue_()
    expect(new.locator(".round .chip")).to_have_count(5)
    assert seated(new) == ["Ann", "Bob", "Cy", "Dee", "Eve"]
    assert stayed(new)


def test_adding_a_player_keeps_what_was_chosen(new: Page):
    enter(new, "Cy")
    expect(new.locator(".round .chip")).to_have_count(3)
    new.locator(".pick label", has_text="Bob").click()
    new.locator("summary", has_text="House rules").click()
    new.locator("[name=option_player_target]").fill("150")
    new.locator("[name=night]").fill("2026-02-03")
    new.locator("label", has_text="To the Gnome").click()
    new.locator("#add input[name=name]").focus()
    enter(new, "Dee")
    expect(new.locator(".round .chip")).to_have_count(4)
    assert new.locator("[name=dealer]:checked").input_value() == "1"
    dealers = new.locator("#start .pick").first.locator("label").all_inner_texts()
    assert [text.split()[-1] for text in dealers] == ["Ann", "Bob", "Cy", "Dee"]
    expect(new.locator("#dock small")).to_have_text("\u2068Bob\u2069 deals the first hand")
    assert new.locator("[name=option_player_target]").input_value() == "150"
    assert new.locator("[name=night]").input_value() == "2026-02-03"
    assert new.locator("[name=option_odd_half]:checked").input_value() == "gnome"
    assert new.locator("details[open]").count() == 1
    new.get_by_role("button", name="Start Trumplestiltskin").click()
    new.wait_for_url("**/games/*/")


def test_a_refused_name_is_explained_beside_the_field(new: Page, console):
    console.expect("status of 422")
    enter(new, "Gnome")
    why = "One of the games uses the name Gnome. Choose another one."
    expect(new.locator("#add .field .errorlist")).to_have_text(why)
    expect(new.locator("#said")).to_have_text(why)
    field = new.locator("#add input[name=name]")
    assert (field.input_value(), field.get_attribute("aria-invalid")) == ("Gnome", "true")
    assert stayed(new)
    field.fill("Cy")
    new.keyboard.press("Enter")
    expect(new.locator(".round .chip")).to_have_count(3)
    expect(new.locator("#add .errorlist")).to_have_count(0)
    assert field.get_attribute("aria-invalid") is None


def test_without_a_connection_the_name_stays_in_the_field(new: Page, console):
    console.expect("ERR_CONNECTION_REFUSED|ERR_FAILED")
    new.route("**/players/", lambda route: route.abort("connectionrefused"))
    enter(new, "Cy")
    expect(new.locator("#add .errorlist")).to_have_text(
        "\u2068Cy\u2069 wasn’t added. Check the connection, then try again."
    )
    assert new.locator("#add input[name=name]").input_value() == "Cy"
    assert stayed(new)
    assert not Player.objects.filter(name="Cy").exists()
