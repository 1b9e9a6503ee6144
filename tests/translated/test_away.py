"""Whole hands in the pseudo-language: what is wrong with one, and two with one number."""

import uuid

from django.test import Client

from tests.cast import Phone, play, start_game
from tests.translated.pseudo import assert_translated, check, open_at
from tests.web.browser import parse

SEEN = {"revisions": 0, "taps": 0, "setup": 0, "age": 60}
HAND = {f"players.{seat}.{key}": row[seat] for key, row in (("bid", "4567"), ("taken", "9876")) for seat in range(4)}


def test_what_is_wrong_with_a_hand(cast, olga):
    game = start_game(cast.owner)
    open_at(olga, f"/games/{game.pk}/hands/1/whole/")
    check(olga.press("⟦Save⟧", players__0__bid="ten", players__1__bid="5", players__2__bid="5"), status=422)
    sums = {f"players__{seat}__taken": "20" for seat in range(4)}
    check(olga.press("⟦Save⟧", players__0__bid="10", players__1__bid="", players__2__bid="", **sums), status=422)
    assert "⟦Score it anyway⟧" in olga.buttons()


def test_two_hands_with_one_number(cast, olga):
    game = start_game(cast.owner)
    play(game, "pass", by=cast.recorder)
    Phone(game, cast.recorder, 2).tap("A bid 4")
    client = Client()
    client.force_login(cast.owner.user)
    for number, more in ((1, {}), (1, {"players.0.bid": 5}), (2, {}), (2, {"setup": 7}), (2, {"by": 999_999})):
        fields = {"key": uuid.uuid4(), **SEEN, **HAND, **more}
        response = client.post(f"/games/{game.pk}/hands/{number}/whole/", fields)
        assert response.status_code == 409
        assert_translated(parse(response.content.decode()))
