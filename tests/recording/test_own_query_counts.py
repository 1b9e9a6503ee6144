"""The number of queries that the pages of a group's own games make. It is the same for 12 of them as for one."""

import uuid

import pytest

from scorekeeper.formats.recipes import pack
from scorekeeper.recording.own_games.reading import supplied
from scorekeeper.recording.own_games.writing import keep_recipe
from scorekeeper.recording.sheet.writing import stop_game
from tests.own_games import OWN_GAME, ROUNDS, SKYJO, UNO, play_own, round_of, start_own
from tests.test_query_counts import Counter, with_locks

pytestmark = pytest.mark.slow

OWN_GAMES = {
    "another_game": 4,
    "another_game previewed": 4,
    "another_game sent": 11,
    "recipe": 5,
    "recipe sent": 11,
    "recipe shared": 3,
    "recipe_link": 4,
    "add_recipe": 11,
    "offer_recipe": 10,
    "download_recipe": 4,
    "new_game": 6,
    "new_game sent": 22,
    "group": 16,
    "statistics": 7,
    "sheet": 5,
    "hand": 6,
}


@pytest.mark.parametrize("games", [1, 12])
def test_a_groups_own_games_cost_the_same_however_many_it_has(cast, games):
    shared, base = supplied()[UNO], f"/groups/{cast.group.pk}/"
    kept = [slug for slug in supplied() if slug not in (UNO, SKYJO)][:games]
    for slug in kept:
        keep_recipe(group=cast.group, options=supplied()[slug].rules.house_rules, by=cast.owner)
        played = play_own(start_own(cast.owner, slug, 4, **ROUNDS), round_of((1, 2, 3, 4)), by=cast.owner)
        stop_game(game=played, how="leader_wins", by=cast.owner)
    counter, link = Counter(cast.owner), f"/t/{pack(shared)}/"
    counter.measure("another_game", f"{base}games/")
    counter.measure("another_game previewed", f"{base}games/", OWN_GAME | {"uid": "x", "preview": "1"})
    counter.measure("another_game sent", f"{base}games/", OWN_GAME | {"uid": "farkle"}, 302)
    counter.measure("recipe", f"{base}games/any_game:farkle/")
    counter.measure("recipe sent", f"{base}games/any_game:farkle/", OWN_GAME | {"uid": "farkle", "name": "Zilch"}, 302)
    counter.measure("recipe shared", f"{base}games/add/", {"link": link}, 302)
    counter.measure("recipe_link", link)
    counter.measure("add_recipe", f"{base}games/add/", {"packed": pack(shared)}, 302)
    counter.measure("offer_recipe", f"{base}games/{UNO}/offer/", {"offered": "false"}, 302)
    counter.measure("download_recipe", f"{base}games/{UNO}/template.json")
    seats = ",".join(map(str, cast.group.players.values_list("pk", flat=True)[:4]))
    counter.measure("new_game", f"{base}new/?rules={UNO}&seats={seats}")
    new = {"uid": uuid.uuid4(), "rules": UNO, "seats": seats, "dealer": 1, "option_target": 300}
    counter.measure("new_game sent", f"{base}new/", new, 302)
    counter.measure("group", base)
    counter.measure("statistics", f"{base}statistics/")
    counter.measure("sheet", f"/games/{played.pk}/")
    counter.measure("hand", f"/games/{cast.group.games.get(rules=UNO).pk}/hands/1/")
    assert counter.counts == with_locks(OWN_GAMES)
