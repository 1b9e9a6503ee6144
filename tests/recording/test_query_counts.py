"""The number of queries of this room's other views: evenings without network, joining and leaving, and own games.

It is the same for 12 hands as for 3, and for 12 games as for one, as in `tests/test_query_counts.py`.
"""

import re
import uuid

import pytest

from scorekeeper.formats.recipes import pack
from scorekeeper.looking_back.history import history_of
from scorekeeper.people.roster.writing import add_player
from scorekeeper.recording.game.reading import first_recorded
from scorekeeper.recording.own_games.reading import supplied
from scorekeeper.recording.own_games.writing import keep_recipe
from scorekeeper.recording.sheet.writing import stop_game
from tests.cast import A_HAND, play, start_game
from tests.own_games import OWN_GAME, ROUNDS, SKYJO, UNO, made_own, play_own, round_of, start_own
from tests.recording.test_whole_hands_pages import B_TYPED
from tests.rounds import play_rounds, start_rounds
from tests.test_query_counts import HTMX, Counter, with_locks

pytestmark = pytest.mark.slow

WHOLE = {
    "whole_hand": 6,
    "whole_hand of a recorded one": 6,
    "whole_hand refused": 11,
    "whole_hand sent": 17,
    "whole_hand sent again": 10,
    "whole_hand sent by htmx": 17,
    "whole_hand taken": 12,
    "theirs": 15,
    "mine": 17,
    "before": 20,
}
HOME_SCREEN = {
    "add_to_home_screen": 4,
    "home_screen": 4,
    "home_manifest": 0,
    "from_home_screen": 2,
    "from_home_screen sent": 17,
}
JOINING = {
    "players": 8,
    "somebody joins": 25,
    "somebody leaves": 25,
    "somebody new joins": 36,
    "somebody joins, stale": 31,
    "sheet": 5,
}
OWN_GAMES = {
    "another_game": 4,
    "make_game": 9,
    "make_game previewed": 9,
    "make_game sent": 18,
    "make_game started": 37,
    "recipe": 5,
    "change_game": 8,
    "change_game sent": 15,
    "recipe shared": 3,
    "recipe_link": 4,
    "add_recipe": 11,
    "offer_recipe": 10,
    "keep_note": 11,
    "download_recipe": 4,
    "new_game, choosing": 5,
    "new_game": 7,
    "new_game sent": 28,
    "group": 15,
    "statistics": 11,
    "sheet": 8,
    "hand": 7,
}


@pytest.mark.parametrize("hands", [3, 12])
def test_a_whole_hand_costs_the_same_however_many_were_played(cast, hands):
    game, counter = start_game(cast.owner, player_target=9999, gnome_target=9999), Counter(cast.owner)
    play(game, *[A_HAND] * hands, by=cast.recorder)
    unseen = {"revisions": 0, "taps": 0, "setup": 0, "age": 60, **B_TYPED}

    def send(name, number, status=302, headers=(), **fields):
        address = f"/games/{game.pk}/hands/{number}/whole/"
        fields["after"] = first_recorded(game, hand__number=number - 1)
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
    assert counter.counts == with_locks(WHOLE, WHOLE.keys() - {"whole_hand", "whole_hand of a recorded one"})


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


@pytest.mark.parametrize("hands", [3, 12])
def test_joining_and_leaving_cost_the_same_however_long_the_game_is(cast, hands):
    game, counter = start_rounds(cast.owner), Counter(cast.owner)
    play_rounds(game, cast.owner, *["1 2 3"] * hands)
    dee, address = add_player(group=cast.group, name="Dee").pk, f"/games/{game.pk}/players/"
    counter.measure("players", address)
    counter.measure("somebody joins", address, {"player": dee, "seen": 0}, 302)
    counter.measure("somebody leaves", address, {"leave": dee, "seen": 1}, 302)
    counter.measure("somebody new joins", address, {"name": "Zoe", "seen": 2}, 302)
    counter.measure("somebody joins, stale", address, {"name": "Yan", "seen": 2}, 409)
    counter.measure("sheet", f"/games/{game.pk}/")
    assert counter.counts == with_locks(JOINING, JOINING.keys() - {"players", "sheet"})


@pytest.mark.parametrize("games", [3, 12])
def test_a_groups_own_games_cost_the_same_however_many_it_has(cast, games):
    shared, base = made_own(UNO, name="Ours"), f"/groups/{cast.group.pk}/"
    kept = [slug for slug in supplied() if slug not in (UNO, SKYJO)][:games]
    for slug in kept:
        keep_recipe(group=cast.group, options=made_own(slug, name="Ours").rules.house_rules, by=cast.owner)
        played = play_own(start_own(cast.owner, slug, 4, **ROUNDS), round_of((1, 2, 3, 4)), by=cast.owner)
        stop_game(game=played, how="leader_wins", by=cast.owner)
    counter, link = Counter(cast.owner), f"/t/{pack(shared)}/"
    counter.measure("another_game", f"{base}games/")
    counter.measure("make_game", f"{base}games/new/?picture=round&name=Whist")
    counter.measure("make_game previewed", f"{base}games/new/", OWN_GAME | {"uid": "x", "preview": "1"})
    counter.measure("make_game sent", f"{base}games/new/", OWN_GAME | {"uid": "farkle"}, 302)
    started = OWN_GAME | {"uid": "whistle", "name": "Whistle", "start": "1"}
    counter.measure("make_game started", f"{base}games/new/", started, 302)
    counter.measure("recipe", f"{base}games/any_game:farkle/")
    counter.measure("change_game", f"{base}games/any_game:farkle/scoring/")
    renamed = OWN_GAME | {"uid": "farkle", "name": "Farkel"}
    counter.measure("change_game sent", f"{base}games/any_game:farkle/scoring/", renamed, 302)
    counter.measure("recipe shared", f"{base}games/add/", {"link": link}, 302)
    counter.measure("recipe_link", link)
    counter.measure("add_recipe", f"{base}games/add/", {"packed": pack(shared)}, 302)
    counter.measure("offer_recipe", f"{base}games/{UNO}/offer/", {"offered": "false"}, 302)
    counter.measure("keep_note", f"{base}games/{UNO}/note/", {"note": "Cake."}, 302)
    counter.measure("download_recipe", f"{base}games/{UNO}/template.json")
    seats = ",".join(map(str, cast.group.players.values_list("pk", flat=True)[:4]))
    counter.measure("new_game, choosing", f"{base}new/")
    counter.measure("new_game", f"{base}new/?rules={UNO}&seats={seats}")
    new = {"uid": uuid.uuid4(), "rules": UNO, "seats": seats, "dealer": 1, "option_target": 300}
    counter.measure("new_game sent", f"{base}new/", new, 302)
    counter.measure("group", base)
    counter.measure("statistics", f"{base}statistics/")
    history_of(cast.group)  # where no game has feats, reading it takes one query less
    counter.measure("sheet", f"/games/{played.pk}/")
    counter.measure("hand", f"/games/{cast.group.games.get(rules=UNO).pk}/hands/1/")
    assert counter.counts == with_locks(OWN_GAMES)
