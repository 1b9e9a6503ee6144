"""Past games in the pseudo-language: groups, nights and dates; watching, printing, exports and imports."""

import datetime

import pytest
from django.core.cache import cache

from scorekeeper.files.importing import store_upload
from scorekeeper.models import Game, Night
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.sheet.writing import stop_game
from tests.cast import A_HAND, Phone, correct, play, seat_players, start_game
from tests.formats.documents import document, game as a_game
from tests.translated.pseudo import check, open_at
from tests.web.browser import Browser


def test_dates_places_and_notes(cast, olga):
    game = start_game(cast.owner, player_target=40)
    for month in range(1, 13):
        Night.objects.update(date=datetime.date(2026, month, month))
        cache.clear()
        open_at(olga, f"/games/{game.pk}/")
    address = f"/nights/{game.night_id}/"
    play(game, A_HAND, A_HAND, by=cast.owner)
    open_at(olga, address)
    late = Browser(cast.recorder).open(address)
    check(olga.press("⟦Save⟧", place="Ann" * 30, note="Ann\x07Bob"), status=422)
    check(olga.open(address).press("⟦Save⟧", place="Dee"))
    check(late.press("⟦Save⟧", place="Eve"), status=409)
    open_at(olga, f"/groups/{cast.group.pk}/?year=x&player=x&rules=x&q=" + "x" * 61, status=422)


def test_games_in_every_state_as_members_and_watchers_see_them(cast, olga):
    game = start_game(cast.owner, player_target=60, odd_half="gnome", tie="play_on")
    watched = f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))}/"
    group = f"/groups/{cast.group.pk}/"
    pages = [f"/games/{game.pk}/{path}" for path in ("", "print/", "setup/", "stop/")]
    pages += [group, f"{group}paper/", f"/nights/{game.night_id}/print/", watched, f"{watched}?hand=1"]

    def look():
        for address in pages:
            open_at(olga, address)

    look()
    play(game, A_HAND, "pass", "12 8 - 5 | AD | 10 7 6 8", "1 - - - | A | 13 10 6 2", by=cast.owner)
    Phone(game, cast.owner).tap("A bid 10", "A peeked", "B bid 12", "C bid 8")
    look()
    stop_game(game=game, how="leader_wins", by=cast.owner)
    look()
    revision = correct(game, 1, "28 6 - 8 | | 31 0 0 0", cast.owner)
    pages.remove(f"/games/{game.pk}/stop/")
    look()
    open_at(olga, f"/games/{game.pk}/bgstats/")
    Phone(game, cast.recorder, 1).undo(revision)
    open_at(olga, f"/games/{game.pk}/?hand=1")
    Game.objects.update(rules="forgotten")
    for address in (*pages[:2], group, watched):
        open_at(olga, address)
    open_at(olga, f"/games/{game.pk}/setup/", status=403)
    open_at(olga, f"/games/{game.pk}/sheets.json", status=422)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        pytest.param(
            document(a_game(), a_game(hands=[], night="2026-01-31", players=["Anne", "Bob", "Eve"])), 200, id="all"
        ),
        pytest.param(document(), 200, id="nothing"),
        pytest.param(b"<plays/>", 422, id="refused"),
        pytest.param(document(*[{"rules": 1}] * 30), 422, id="refused many times"),
    ],
)
def test_previewing_a_file(cast, olga, raw, status):
    seat_players(cast.group)
    upload = store_upload(file=raw, by=cast.owner)
    address = f"/groups/{cast.group.pk}/files/import/{upload.pk}/"
    olga.open(address)
    # Locations in a file are not words.
    for place in olga.page.all("code"):
        place.children = []
    check(olga, status=status)
