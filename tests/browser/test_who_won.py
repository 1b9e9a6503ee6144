"""Just who won, by thumb: a face and *Save*."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import Setup, Standing
from tests.browser.away import OFFLINE
from tests.browser.driving import sign_in
from tests.cast import make_cast
from tests.rounds import start_rounds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_game_takes_two_taps_and_the_next_one_three(open_page, live_server, scripts):
    cast = make_cast()
    game = start_rounds(cast.owner, 4, rows="won")
    page: Page = open_page(scripts=scripts)
    sign_in(page, cast.owner, live_server.url)
    page.goto(f"/games/{game.pk}/stop/")
    page.get_by_label("Cy").check()
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="Cy wins")).to_be_visible()
    page.get_by_role("button", name="Again").tap()
    page.get_by_label("Ann").check()
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    assert [*Standing.objects.filter(winner=True).order_by("pk").values_list("seat__player__name", flat=True)] == [
        "Cy",
        "Ann",
    ]


def test_the_faces_to_tap_are_equally_high_however_long_a_name_is(phone: Page, live_server):
    cast = make_cast()
    names = ("Bo", "Maximiliane", "Al", "Wilhelmine")
    players = tuple(cast.group.players.create(name=name, name_key=name.lower()).pk for name in names)
    game = start_rounds(cast.owner, players, rows="won", sides="partners")
    sign_in(phone, cast.owner, live_server.url)
    phone.goto(f"/games/{game.pk}/stop/")
    short, long = (tile.bounding_box()["height"] for tile in phone.locator(".people label > span").all()[:2])
    assert short == long > 60


def test_without_network_it_waits_and_is_sent_once(phone: Page, live_server, console):
    console.expect(OFFLINE)
    cast = make_cast()
    game = start_rounds(cast.owner, 4, rows="won")
    sign_in(phone, cast.owner, live_server.url)
    phone.goto(f"/games/{game.pk}/stop/")
    phone.context.set_offline(True)
    for name in ("Ann", "Cy"):
        phone.get_by_label(name).check()
    phone.get_by_role("button", name="Save").tap()
    expect(phone.get_by_text("No connection. Waiting to be sent: Save.")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", name="Ann and Cy share the win")).to_be_visible()
    assert phone.url.endswith(f"/games/{game.pk}/")
    assert Setup.objects.filter(game=game).count() == 2
