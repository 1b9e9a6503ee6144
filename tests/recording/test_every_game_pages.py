"""Every game's sample on every page: played, corrected, counted, printed, exported and imported elsewhere."""

import pytest
from django.db import transaction

from scorekeeper.models import Standing
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.game.reading import load
from tests.cast import differences, refresh
from tests.samples import SAMPLES, enter_taps, play_sample, start_sample
from tests.web.browser import Browser

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=sorted(SAMPLES))
def slug(request):
    return request.param


@pytest.fixture(scope="module")
def module_game(module_cast, slug):
    """Play the sample once for all tests that only read it or that roll back their changes."""
    with transaction.atomic():
        yield play_sample(slug, module_cast.owner)
        transaction.set_rollback(True)


@pytest.fixture
def game(db, module_game):
    return refresh(module_game)


def open_all(browser, *addresses):
    for address in addresses:
        assert browser.open(address).status == 200, address


def standing(game):
    rows = Standing.objects.filter(game=game).order_by("column", "seat__number")
    return list(rows.values_list("column", "half_points", "rank", "winner"))


def test_a_game_can_be_played_to_the_end_and_opening_its_hands_changes_nothing(olga, game, slug):
    _names, _options, hands, winners = SAMPLES[slug]
    record, before = load(game), standing(game)
    assert (len(record.saved), len(record.sheet.hands)) == (len(hands), len(hands)), "it ends with the last hand"
    end = olga.open(f"/games/{game.pk}/").page.one(id="end").text
    assert all(name in end for name in winners), end
    for number in range(1, len(hands) + 1):
        olga.open(f"/games/{game.pk}/?hand={number}").follow("Correct this")
        assert (olga.status, olga.problems) == (200, [])
        assert "Tap what you want to correct." in olga.text
    assert (standing(game), differences(game)) == (before, 0)


def test_a_hand_can_be_viewed_after_every_tap_and_from_every_row(cast, slug):
    game, sly = start_sample(slug, cast.stranger), Browser(cast.stranger)
    taps, address = SAMPLES[slug][2][0], f"/games/{game.pk}/hands/1/"
    for count in range(len(taps)):
        enter_taps(game, taps[:count], cast.stranger)
        open_all(sly, address)
    enter_taps(game, taps, cast.stranger)
    sly.open(address)
    rows = [link.attrs["href"] for link in sly.page.one("main").all("a") if "?at=" in link.attrs["href"]]
    open_all(sly, *rows)
    assert sly.open(address).press("Undo").status == 200


def test_every_page_shows_the_game(cast, olga, game):
    group = f"/groups/{cast.group.pk}/"
    open_all(olga, group, f"{group}statistics/?rules={game.rules}", f"{group}statistics/?rules={game.rules}&by=rating")
    open_all(olga, f"/nights/{game.night_id}/", f"/nights/{game.night_id}/print/", f"{group}paper/?rules={game.rules}")
    open_all(olga, *(f"/games/{game.pk}/{path}" for path in ("", "?hand=1", "print/", "setup/", "rules/", "bgstats/")))
    open_all(olga, *(f"/players/{player}/" for player in game.seats.values_list("player_id", flat=True)[:1]))
    open_all(olga, f"{group}new/?rules={game.rules}")
    assert "Ann , seat 1: remove" in olga.text
    token = token_of(make_watch_link(group=cast.group, by=cast.owner))
    open_all(Browser(), f"/w/{token}/", f"/w/{token}/?game={game.pk}&hand=1")
