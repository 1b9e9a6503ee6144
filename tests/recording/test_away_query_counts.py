"""The number of queries of the views for evenings without network: the same after 12 hands as after 3."""

import re
import uuid

import pytest

from tests.cast import A_HAND, play, start_game
from tests.recording.test_whole_hands_taken_pages import B_TYPED
from tests.test_query_counts import HTMX, Counter, with_locks

pytestmark = pytest.mark.slow

WHOLE = {
    "whole_hand": 5,
    "whole_hand of a recorded one": 5,
    "whole_hand refused": 12,
    "whole_hand sent": 18,
    "whole_hand sent again": 11,
    "whole_hand sent by htmx": 20,
    "whole_hand taken": 15,
    "theirs": 16,
    "mine": 18,
    "before": 21,
}
WRITTEN = WHOLE.keys() - {"whole_hand", "whole_hand of a recorded one"}
HOME_SCREEN = {
    "add_to_home_screen": 4,
    "home_screen": 4,
    "home_manifest": 0,
    "from_home_screen": 2,
    "from_home_screen sent": 17,
}


@pytest.mark.parametrize("hands", [3, 12])
def test_a_whole_hand_costs_the_same_however_many_were_played(cast, hands):
    game, counter = start_game(cast.owner, player_target=9999, gnome_target=9999), Counter(cast.owner)
    play(game, *[A_HAND] * hands, by=cast.recorder)
    unseen = {"revisions": 0, "taps": 0, "setup": 0, "age": 60, **B_TYPED}

    def send(name, number, status=302, headers=(), **fields):
        address = f"/games/{game.pk}/hands/{number}/whole/"
        counter.measure(name, address, unseen | {"key": uuid.uuid4()} | fields, status, **dict(headers))

    counter.measure("whole_hand", f"/games/{game.pk}/hands/{hands + 1}/whole/")
    counter.measure("whole_hand of a recorded one", f"/games/{game.pk}/hands/2/whole/")
    send("whole_hand refused", hands + 1, 422, **{"players.0.bid": 10})
    key = uuid.uuid4()
    send("whole_hand sent", hands + 1, key=key)
    send("whole_hand sent again", hands + 1, key=key)
    send("whole_hand sent by htmx", hands + 2, 200, HTMX.items())
    send("whole_hand taken", hands, 409)
    send("theirs", hands, choice="theirs", revisions=1)
    send("mine", hands, choice="mine", revisions=3)
    send("before", hands + 1, choice="before", revisions=1, **{"players.0.taken": 8, "players.1.taken": 13})
    assert counter.counts == with_locks(WHOLE, WRITTEN)


@pytest.mark.parametrize("times", [1, 4])
def test_a_home_screen_costs_the_same_however_often_it_was_tried(cast, times):
    counter, stranger = Counter(cast.owner), Counter()
    for _time in range(times):
        counter.measure("add_to_home_screen", "/home-screen/", {}, 302)
    token = re.search(r"/home-screen/[\w-]+/", counter.client.post("/home-screen/")["Location"])[0]
    counter.measure("home_screen", token)
    stranger.measure("home_manifest", f"{token}manifest.webmanifest")
    stranger.measure("from_home_screen", f"{token}start/")
    stranger.measure("from_home_screen sent", f"{token}start/", {}, 302)
    assert counter.counts | stranger.counts == HOME_SCREEN
