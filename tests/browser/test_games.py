"""One whole game of each game known to the code, tapped on a phone from the empty sheet to the winner.

What is played comes from the game's own tests: a `SAMPLE` of (names, options, the taps of each hand, winners), or a
mapping of such by slug where a module is about several games. The last seat deals first.
"""

from __future__ import annotations

import importlib
import uuid
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from scorekeeper.models import Game
from scorekeeper.rules import get_rules
from scorekeeper.services import games, people
from tests.browser.driving import Thumb, sign_in
from tests.cast import differences, make_cast, refresh

pytestmark = pytest.mark.django_db(transaction=True)
FOLDER = Path(__file__).parent.parent / "rules"


def samples() -> dict[str, Any]:
    """The sample games by slug, from all test modules of rules that have one."""
    found: dict[str, Any] = {}
    for path in sorted(FOLDER.glob("test_*.py")):
        if "\nSAMPLE" in path.read_text(encoding="utf-8"):
            module = importlib.import_module(f"tests.rules.{path.stem}")
            sample = module.SAMPLE
            found |= sample if isinstance(sample, dict) else {module.RULES.slug: sample}
    return found


SAMPLES = samples()


def start(slug: str) -> tuple[Game, Any]:
    """A game of these players by these rules, and the membership of the one who records it."""
    cast = make_cast()
    names, options, _hands, _winners = SAMPLES[slug]
    new = games.NewGame(
        uid=uuid.uuid4(),
        rules=get_rules(slug),
        players=tuple(people.add_player(group=cast.group, name=name).pk for name in names),
        first_dealer=len(names) - 1,
        options=options,
    )
    return games.start_game(group=cast.group, new=new, by=cast.owner), cast.owner


def tap(thumb: Thumb, decision: str) -> None:
    """Tap the button that writes "path=value"; without one, type the value; "@path" is the link of a row or a part."""
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
        thumb.unfold("Other")
    field: Locator = page.locator("input[name=other]")
    field.fill(value)
    thumb.press(page.locator(f'button[name=tap][value="{path}="]').first)


@pytest.mark.parametrize("slug", sorted(SAMPLES))
def test_a_whole_game_is_tapped(phone: Page, live_server, slug):
    _names, _options, hands, winners = SAMPLES[slug]
    game, member = start(slug)
    sign_in(phone, member, live_server.url)
    thumb = Thumb(phone).open(game)
    for number, taps in enumerate(hands, start=1):
        thumb.tap(f"Record hand {number}")
        for decision in taps:
            tap(thumb, decision)
            assert phone.locator("[data-refused]").count() == 0, (decision, phone.locator("main").inner_text())
        thumb.press(phone.locator(".preview form button"))
        assert thumb.said.startswith(f"Hand {number} saved")
    won = phone.locator("#end").inner_text()
    assert all(name in won for name in winners), won
    assert "Nobody wins" in won or winners
    assert differences(refresh(game)) == 0
