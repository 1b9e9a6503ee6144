"""Past games in the pseudo-language: groups, nights and dates; watching, printing, exports and imports."""

import datetime

import pytest

from scorekeeper.models import Game, Night
from scorekeeper.queries.people.links import token_of
from scorekeeper.services.games import hide_game, start_game as start, stop_game
from scorekeeper.services.importing import keep_upload
from scorekeeper.services.links import make_watch_link
from tests.cast import A_HAND, Phone, correct, new_game, play, seat_players, start_game
from tests.exchange.documents import document, game as a_game
from tests.translated.pseudo import check, open_at
from tests.views.browser import Browser


def test_the_group(cast, olga):
    address = f"/groups/{cast.group.pk}/"
    open_at(olga, address)
    game = start_game(cast.owner)
    open_at(olga, address)
    play(game, by=cast.owner)
    stop_game(game=game, how="leader_wins", by=cast.owner)
    hide_game(game=start_game(cast.owner), hidden=True)
    Game.objects.filter(pk=start_game(cast.owner).pk).update(rules="forgotten")
    open_at(olga, address)


def test_nights(cast, olga):
    home = f"/groups/{cast.group.pk}/"
    game = start_game(cast.owner, player_target=40)
    address = f"/nights/{game.night_id}/"
    open_at(olga, address)
    play(game, A_HAND, A_HAND, by=cast.owner)
    open_at(olga, address)
    check(olga.press("⟦Save⟧", place="Ann", note="Bob\nCy"))
    late = Browser(cast.recorder).open(address)
    check(olga.press("⟦Save⟧", place="Ann" * 30, note="Ann\x07Bob"), status=422)
    check(olga.open(address).press("⟦Save⟧", place="Dee"))
    check(late.press("⟦Save⟧", place="Eve"), status=409)
    Game.objects.filter(pk=start_game(cast.owner).pk).update(rules="forgotten")
    for query in ("", "?q=ann", "?q=dee", "?year=x&player=x&rules=x&q=" + "x" * 61, "?hidden=1", "?page=9"):
        open_at(olga, home + query, status=422 if "=x" in query else 200)
    stop_game(game=start_game(cast.owner), how="no_winner", by=cast.owner)
    for day in range(1, 25):
        night = datetime.date(2026, 1, day)
        start(group=cast.group, new=new_game(cast.group, night=night), by=cast.owner)
    open_at(olga, home)
    open_at(olga, home + "?page=2")
    for _game in range(20):
        hide_game(game=start_game(cast.owner), hidden=True)
    open_at(olga, address)
    open_at(olga, home + "?hidden=1")
    hide_game(game=game, hidden=True)
    for scope in ({}, {"night": game.night}):
        link = make_watch_link(group=cast.group, by=cast.owner, **scope)
        open_at(Browser(), f"/w/{token_of(link)}/")


@pytest.mark.parametrize("month", range(1, 13))
def test_the_dates(cast, olga, month):
    game = start_game(cast.owner)
    game.night.date = datetime.date(2026, month, month)
    game.night.save()
    open_at(olga, f"/games/{game.pk}/")
    open_at(olga, f"/groups/{cast.group.pk}/")


def test_watching(cast):
    game, watcher = start_game(cast.owner), Browser()
    scopes = {"group": {}, "night": {"night": game.night}, "game": {"game": game}}
    links = [make_watch_link(group=cast.group, by=cast.owner, **scope) for scope in scopes.values()]
    addresses = [f"/w/{token_of(link)}/" for link in links]

    def look():
        for address in addresses:
            open_at(watcher, address)
            open_at(watcher, f"{address}?game={game.pk}&hand=1")

    look()
    for words in (
        "A bid 10",
        "A peeked",
        "B bid 12",
        "C passed",
        "D passed",
        "done",
        "no_gnome",
        "A took 12",
        "B took 9",
    ):
        Phone(game, cast.owner).tap(words)
        look()
    play(game, A_HAND, by=cast.owner)
    look()
    stop_game(game=game, how="leader_wins", by=cast.owner)
    look()
    Game.objects.filter(pk=game.pk).update(rules="forgotten")
    look()
    hide_game(game=game, hidden=True)
    open_at(watcher, addresses[0])
    open_at(watcher, addresses[2], status=404)
    links[0].revoked_at = links[0].created_at
    links[0].save()
    open_at(watcher, addresses[0], status=410)


def test_printing_and_board_game_stats(cast, olga):
    open_at(olga, f"/groups/{cast.group.pk}/paper/")
    game = start_game(cast.owner, player_target=60, odd_half="gnome", tie="play_on")
    address = f"/games/{game.pk}/print/"
    open_at(olga, address)
    play(game, A_HAND, "pass", "12 8 - 5 | AD | 10 7 6 8", "1 - - - | A | 13 10 6 2", by=cast.owner)
    open_at(olga, address)
    play(game, A_HAND, A_HAND, by=cast.owner)
    correct(game, 1, "28 6 - 8 | | 31 0 0 0", cast.owner)
    open_at(olga, address)
    open_at(olga, f"/nights/{game.night_id}/print/")
    open_at(olga, f"/groups/{cast.group.pk}/paper/")
    open_at(olga, f"/games/{game.pk}/bgstats/")
    stopped = start_game(cast.owner)
    play(stopped, A_HAND, by=cast.owner)
    stop_game(game=stopped, how="no_winner", by=cast.owner)
    open_at(olga, f"/nights/{game.night_id}/print/")
    Game.objects.update(rules="forgotten")
    open_at(olga, address)
    Game.objects.update(hidden=True)
    open_at(olga, f"/nights/{game.night_id}/print/")


def test_files(cast, olga):
    address = f"/groups/{cast.group.pk}/files/"
    open_at(olga, address)
    hidden, forgotten = start_game(cast.owner), start_game(cast.owner)
    hide_game(game=hidden, hidden=True)
    Game.objects.filter(pk=forgotten.pk).update(rules="forgotten")
    start_game(cast.owner)
    Night.objects.create(group=cast.group, date="2020-01-01").games.add(start_game(cast.owner))
    open_at(olga, address)
    open_at(olga, f"{address}?games=2&hands=2&players=1&here=1")
    open_at(olga, f"{address}?here=1")
    open_at(olga, f"/games/{forgotten.pk}/sheets.json", status=422)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        pytest.param(
            document(a_game(), a_game(hands=[], night="2026-01-31", players=["Anne", "Bob", "Eve"])), 200, id="all"
        ),
        pytest.param(document(), 200, id="nothing"),
        pytest.param(b"[]", 422, id="refused"),
        pytest.param(document(*[{"rules": 1}] * 30), 422, id="refused many times"),
    ],
)
def test_previewing_a_file(cast, olga, raw, status):
    seat_players(cast.group)
    upload = keep_upload(file=raw, by=cast.owner)
    address = f"/groups/{cast.group.pk}/files/import/{upload.pk}/"
    olga.open(address)
    # Locations in a file are not words.
    for place in olga.page.all("code"):
        place.children = []
    check(olga, status=status)
