"""Any set of options that isn't refused makes a game that can be made, played and ended through the pages alone."""

from random import Random

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings as examples, strategies as st

from scorekeeper.models import Game
from scorekeeper.rules.declaration import options_record
from tests.cast import differences, seat_players
from tests.games.test_any_game_properties import tables
from tests.web.browser import Browser

pytestmark = pytest.mark.slow
MOST_HANDS, MOST_TAPS = 4, 60
SOME, FULL = 5, 300


def written(value):
    """Return an option as its form field submits it."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def make(browser, group, options):
    """Make a game with these options on its page."""
    fields = {f"option_{key}": written(value) for key, value in options_record(options).items() if value is not False}
    browser.open(f"/groups/{group.pk}/games/")
    form = browser.page.one("form", id="scoring")
    button = next(button for button in form.all("button") if button.attrs.get("class") == "main")
    for control in [node for node in form.all() if node.attrs.get("name", "").startswith("option_")]:
        control.attrs.pop("name")
    browser.send(form, button, name="Anything", **fields)
    assert (browser.status, browser.problems) == (200, [])


def play_hand(browser, rng):
    """Answer every question of a hand with one of its buttons, and save it."""
    for _tap in range(MOST_TAPS):
        form = next(browser.page.all("form", id="board"), None)
        save = [button for button in browser.page.one("main").all("button") if "main" in button.attrs.get("class", "")]
        if save:
            browser.press(save[0].text)
            assert browser.status == 200
            return
        assert form is not None, browser.text
        offers = [button for button in form.all("button", class_="offer") if "toggle" not in button.attrs["class"]]
        browser.send(form, rng.choice([offer for offer in offers if "aria-disabled" not in offer.attrs]))
        assert browser.status == 200, browser.problems
    raise AssertionError("the hand is never complete")


def is_over(browser, game):
    """Open a game's sheet and return whether it says how the game ended."""
    return any(browser.open(f"/games/{game.pk}/").page.all(id="end"))


def end(browser, game):
    """End a game that its rules haven't ended."""
    browser.open(f"/games/{game.pk}/stop/")
    button = next(browser.page.one("main").all("button", name="how"))
    browser.send(next(form for form in browser.page.all("form") if button in form.all("button")), button)


def test_any_game_can_be_played_to_its_end_through_the_pages(cast, full):
    seat_players(cast.group, 5)
    players = [str(pk) for pk in cast.group.players.order_by("pk").values_list("pk", flat=True)]
    played = []

    @examples(
        max_examples=FULL if full else SOME,
        deadline=None,
        derandomize=not full,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(table=tables(), seed=st.integers(0, 2**32))
    def play(table, seed):
        rng, browser = Random(seed), Browser(cast.owner)
        if len(table.names) > len(players):
            return
        with transaction.atomic():
            make(browser, cast.group, table.options)
            browser.open(f"{browser.address}&seats={','.join(players[: len(table.names)])}").press("Start game")
            game = Game.objects.latest("pk")
            for _hand in range(MOST_HANDS):
                if not is_over(browser, game):
                    browser.follow("Record")
                    play_hand(browser, rng)
            if not is_over(browser, game):
                end(browser, game)
            assert is_over(browser, game), browser.text
            assert differences(Game.objects.get(pk=game.pk)) == 0
            played.append(game.pk)
            transaction.set_rollback(True)
        cache.clear()

    play()
    assert len(played) > (FULL if full else SOME) // 3
