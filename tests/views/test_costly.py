"""Requests that take long: one at a time in each worker, and only so many seconds for each address."""

import gc

import pytest

from scorekeeper.queries.files import exports
from scorekeeper.services import throttle
from scorekeeper.views import costly
from tests.cast import start_game
from tests.views.browser import Browser


@pytest.fixture
def addresses(cast):
    game = start_game(cast.owner)
    files = f"/groups/{cast.group.pk}/files/"
    return [f"{files}sheets.json", f"/nights/{game.night_id}/games.csv", f"/nights/{game.night_id}/print/"]


def test_a_second_costly_request_is_told_at_once_to_try_again(cast, addresses):
    olga = Browser(cast.owner)
    with throttle.COSTLY.taken():
        for address in addresses:
            assert olga.open(address).status == 503
            assert "busy with another large page or file" in olga.text
            assert olga.response["Retry-After"]
            assert olga.page.one("a", class_="main").attrs["href"] == address
    assert [olga.open(address).status for address in addresses] == [200] * 3


def test_the_slot_is_free_again_after_a_request_that_was_refused(cast, addresses):
    stranger = Browser(cast.stranger)
    assert [stranger.open(address).status for address in addresses] == [404] * 3
    with throttle.COSTLY.taken():
        pass


def test_an_address_may_take_only_so_many_seconds_in_all(cast, addresses, monkeypatch):
    monkeypatch.setattr(throttle, "COSTLY_SECONDS", throttle.Limit(name="x", tries=5, window=throttle.QUARTER))
    times = iter((0, 2.5, 10, 10.9, 20, 22))  # 3 seconds, less than one, 2 seconds
    monkeypatch.setattr(costly, "thread_time", lambda: next(times))
    olga = Browser(cast.owner)
    assert [olga.open(address).status for address in (*addresses, addresses[0])] == [200, 200, 200, 429]
    assert "Too many tries. Wait 15 minutes." in olga.text


def test_full_garbage_collections_wait_until_a_costly_request_is_done(cast, addresses, monkeypatch):
    before, during = gc.get_threshold(), []
    monkeypatch.setattr(exports, "of_group", lambda *_args, **_more: during.append(gc.get_threshold()) or 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Browser(cast.owner).open(addresses[0])
    assert during == [(*before[:2], costly.NEVER)]
    assert gc.get_threshold() == before
