"""What is downloaded in a long game of five, compressed: at most 3.5 kB by a tap, 6.5 by a save, which shows the sheet.

`test_lighthouse` weighs whole pages.
"""

import gzip

import pytest
from django.test import Client

from tests.cast import Phone, enter_hand, make_cast, play, start_game

SWAP, SAVE = 3_500, 6_600
HANDS = 30
HAND = "6 10 9 8 7 | BD | 3 5 10 9 4"
SWAPPED = {"HX-Request": "true", "HX-Target": "page"}


@pytest.mark.django_db
def test_swaps_are_small(capsys):
    owner, browser = make_cast().owner, Client(headers=SWAPPED)
    browser.force_login(owner.user)
    game = start_game(owner, 5, player_target=9999, gnome_target=9999)
    play(game, *[HAND] * (HANDS - 1), by=owner, anyway=True)
    enter_hand(game, HAND, owner)
    address, seen = f"/games/{game.pk}/hands/{HANDS}/", vars(Phone(game, owner, HANDS).seen)
    answers = {
        part: browser.get(f"{address}?at={part}") for part in ("", "players.1.bid", "hand.gnome", "players.4.taken")
    }
    answers |= {"save": browser.post(f"{address}save/", seen), "undo": browser.post(f"{address}undo/", {"revision": 1})}
    assert {answer.status_code for answer in answers.values()} == {200}
    weights = {part: len(gzip.compress(answer.content, 6)) for part, answer in answers.items()}
    with capsys.disabled():
        print(f"\n{weights}", end=" ")
    assert weights.pop("save") <= SAVE
    assert max(weights.values()) <= SWAP
