"""An evening on one phone: from "Start a group" to the winner, in as few taps as promised."""

from playwright.sync_api import Page

from tests.browser.driving import Thumb

# The taps of each hand, then the totals of Ann, Bob, Cy, Dee and the Gnome. Dee deals the first hand.
PASSES = ("Pass", "Pass", "Pass")
EVENING = [
    # Ann peeks and passes; Bob fails.
    (("10", "12", "Pass", "Pass", "Ann: Peeked", "Pass", "Nine of spades", "9", "3", "7", "12"), "4½ −12 0 0 26½"),
    ((*PASSES, "9", "Red Joker, Hearts", "1", "1", "1", "26"), "56½ −12 0 0 29½"),
    ((*PASSES, "Pass"), "56½ −12 0 0 29½"),
    (("8", "11", *PASSES, "Nine of hearts", "2", "26", "1", "1"), "108½ −12 0 2 31½"),
    # A total of 27 points is impossible; the hand is scored anyway.
    (("12", *PASSES, "Skip the card", "24", "1", "1", "1"), "156½ −12 0 2 34½"),
    # Bob and Ann outbid each other.
    (("9", "Pass", "Pass", "10", "11", "12", "Pass", "Black Joker, Spades", "3", "2", "1", "23"), "202½ −9 0 2 37½"),
]
WARNED = 5


def start_a_group(thumb: Thumb, name: str = "Wednesday", owner: str = "Olga") -> Thumb:
    thumb.page.goto("/")
    return thumb.fill(name=name, owner_name=owner).tap("Start a group")


def start_a_game(thumb: Thumb, *names: str) -> Thumb:
    """Choose the game and add players to the roster, which also seats them; the last one added deals first."""
    thumb.tap("New game")
    thumb.tap("Trumplestiltskin")
    for name in names:
        thumb.add(name)
    thumb.page.locator(".pick label", has_text=names[-1]).first.tap()
    return thumb.tap("Start Trumplestiltskin")


def test_a_whole_game_from_a_new_group_to_the_winner(phone: Page):
    thumb = start_a_game(start_a_group(Thumb(phone)), "Ann", "Bob", "Cy", "Dee")
    for number, (taps, totals) in enumerate(EVENING, start=1):
        clicks = thumb.clicks
        thumb.tap(f"Record hand {number}", *taps)
        if number == WARNED:
            assert "add up to 27, not 28–32" in phone.locator(".problem").inner_text()
            thumb.tap("Score it anyway")
        else:
            thumb.tap("Save")
        if number == 1:
            assert thumb.clicks - clicks == 13
        assert thumb.said.startswith(f"Hand {number} saved.")
        assert thumb.totals == totals
    assert thumb.winner == "Ann wins"
    assert "Ann reached the target of 200" in phone.locator(".hero").inner_text()
    assert phone.get_by_role("button", name="Rematch").is_visible()
    assert phone.get_by_text("Record hand").count() == 0
    assert phone.locator("tr[id^=hand-]").count() == len(EVENING)
    assert "despite a warning" in phone.locator(".legend").text_content()
    phone.goto(f"{phone.url.split('?')[0]}hands/{len(EVENING) + 1}/")
    assert "This game is over" in phone.locator("#asked").inner_text()
