"""One game of each kind, entered on a phone by tapping, from the empty sheet to the winner.

With `--full`, every hand is tapped; otherwise, only the first and the last are, and the others are stored directly.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import SMALL
from tests.browser.driving import Thumb
from tests.cast import differences, refresh
from tests.samples import SAMPLES, enter_taps, start_sample

EACH_TIME = {"any_game", "piquet"}
"""The games that every run taps; the nightly run taps all."""
BROKEN_WORDS = """table => {
  const broken = [], texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT), range = new Range();
  for (let text; (text = texts.nextNode()); )
    for (const { 0: word, index } of text.data.matchAll(/[^\\s-]+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(box => box.top)).size > 1) broken.push(word);
    }
  return broken;
}"""


def tap(thumb: Thumb, decision: str) -> None:
    """Tap the button for "path=value", or type the value if there is no such button; for "@path", tap that link."""
    page = thumb.page
    if decision.startswith("@"):
        thumb.press(page.locator(f'#page a[href$="?at={decision[1:]}"]').first)
        return
    button = page.locator(f'button[name=tap][value="{decision}"]')
    if button.count():
        thumb.press(button.first)
        return
    path, _sign, value = decision.partition("=")
    if page.locator("details.other").count():
        thumb.toggle("Other")
    field: Locator = page.locator("input[name=other]")
    field.fill(value)
    thumb.press(page.locator(f'button[name=tap][value="{path}="]:visible').first)


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=[] if slug in EACH_TIME else [pytest.mark.nightly]) for slug in sorted(SAMPLES)]
)
def test_a_whole_game_can_be_tapped(thumb: Thumb, phone: Page, cast, slug, full):
    _names, _options, hands, winners = SAMPLES[slug]
    game = start_sample(slug, cast.owner)
    thumb.open(game)
    for number, taps in enumerate(hands, start=1):
        if not full and 1 < number < len(hands):
            enter_taps(game, taps, cast.owner).save()
            thumb.open(game)
            continue
        if not phone.locator("#asked").count():  # where hands are written down on one page, it asks the next one
            thumb.press(phone.locator(".dock .main"))
        for decision in taps:
            tap(thumb, decision)
            assert phone.locator("[data-refused]").count() == 0, (decision, phone.locator("#page").inner_text())
        if phone.locator(".save button").count():
            thumb.press(phone.locator(".save button"))
        goes_on = phone.locator("p.unseen[data-say]")
        assert f" {number} saved" in (goes_on.get_attribute("data-say") if goes_on.count() else thumb.said)
    end = phone.locator("#end").inner_text()
    assert all(name in end for name in winners), end
    assert "Nobody wins" in end or winners
    assert differences(refresh(game)) == 0


@pytest.mark.parametrize("slug", ["pinochle", "shnarbles"])
def test_no_word_in_the_tables_of_the_rules_is_broken_on_a_small_phone(thumb: Thumb, cast, slug):
    page = thumb.page
    page.set_viewport_size(SMALL)
    page.goto(f"/games/{start_sample(slug, cast.owner).pk}/rules/")
    tables = page.locator(".guide table").all()
    assert tables
    assert [table.evaluate(BROKEN_WORDS) for table in tables] == [[]] * len(tables)
