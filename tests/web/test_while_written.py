"""Pages read just while the last hand is saved or undone: each shows the game as the hands are that it has read."""

from contextlib import contextmanager
from functools import partial

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from scorekeeper.models import Hand
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link, show_needs
from scorekeeper.recording.game.reading import load
from tests.cast import A_HAND, Phone, enter_hand, play, refresh, start_short_game

# What a page shows only of a game that is over, and only of one in progress.
SHEET = ({'id="end"', "Rematch", "Board Game Stats", "led from start"}, {"End game early", "Continue hand 2"})
TV = ({'id="end"', "led from start", "♛"}, {"Ann deals"})
WATCHED = ({'id="end"', "led from start"}, {"Ann deals"})
PRINTED = ({'class="result"', "♛"}, {"The game isn’t over yet."})
HAND = ({"Tap what you want to correct"}, {"Save hand"})
SAME: tuple[set[str], set[str]] = (set(), set())
PAGES = {
    "sheet": ("/games/{game}/", SHEET),
    "sheet with a hand": ("/games/{game}/?hand=1", SHEET),
    "sheet with the last hand": ("/games/{game}/?hand=2", SHEET),
    "sheet with what Ann needs": ("/games/{game}/?needs=0", SHEET),
    "sheet with the chart": ("/games/{game}/?chart=1", SHEET),
    "hand": ("/games/{game}/hands/2/", HAND),
    "hand with what Ann needs": ("/games/{game}/hands/2/?needs=0", HAND),
    "ending the game": ("/games/{game}/stop/", SAME),
    "setup": ("/games/{game}/setup/", SAME),
    "printed game": ("/games/{game}/print/", PRINTED),
    "printed night": ("/nights/{night}/print/", PRINTED),
    "group": ("/groups/{group}/", SAME),
    "night": ("/nights/{night}/", SAME),
    "watched game": ("/w/{of_game}/", TV),
    "watched game with the last hand": ("/w/{of_game}/?hand=2", WATCHED),
    "watched game with what Ann needs": ("/w/{of_game}/?needs=0", WATCHED),
    "watched group": ("/w/{of_group}/", SAME),
    "watched night": ("/w/{of_night}/", SAME),
    "watched game of a night": ("/w/{of_night}/?game={game}", TV),
}


@contextmanager
def just_before_hands_are_read(write):
    """Write between the query for a game's row and the one for its hands, as another thread may."""
    late = [write]

    def execute_late(execute, sql, params, many, context):
        if late and f'FROM "{Hand._meta.db_table}"' in sql:
            late.pop()()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(execute_late):
        yield late


def addresses(cast, game):
    """Return a function that fills in a page's address, with links that may show what players need."""
    links = {"of_game": {"game": game}, "of_night": {"night": game.night}, "of_group": {}}
    made = {name: make_watch_link(group=cast.group, by=cast.owner, **target) for name, target in links.items()}
    for link in made.values():
        show_needs(group=cast.group, link_id=link.pk, needs=True, by=cast.owner)
    ids = {"game": game.pk, "night": game.night_id, "group": cast.group.pk}
    return partial(str.format, **ids, **{name: token_of(link) for name, link in made.items()})


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("over", [True, False], ids=["saved", "undone"])
@pytest.mark.parametrize("kept", [False, True], ids=["nothing kept", "the rest kept"])
def test_a_page_shows_the_game_as_its_hands_are(cast, name, over, kept):
    game = start_short_game(cast.owner)
    address_of = addresses(cast, game)
    play(game, A_HAND, by=cast.owner)
    phone = enter_hand(game, A_HAND, cast.owner)
    write = phone.save if over else partial(phone.undo, phone.save())
    address, (of_over, of_playing) = PAGES[name]
    address = address_of(address)
    browser = Client()
    browser.force_login(cast.owner.user)
    cache.clear()
    if kept and "?" in address:
        browser.get(address.partition("?")[0])
    with just_before_hands_are_read(write) as late:
        response = browser.get(address)
    assert response.status_code == 200
    assert kept or not late or not of_over, "hands were read"
    html, is_over = response.content.decode(), load(refresh(game)).outcome is not None
    assert {words for words in of_over | of_playing if words in html} == (of_over if is_over else of_playing)


def test_a_printed_game_that_goes_on_has_no_end(cast):
    game = start_short_game(cast.owner)
    _first, last = play(game, A_HAND, A_HAND, by=cast.owner)
    browser = Client()
    browser.force_login(cast.owner.user)
    assert "–" in browser.get(f"/games/{game.pk}/print/").content.decode()
    with just_before_hands_are_read(partial(Phone(game, cast.owner, 2).undo, last)):
        assert "–" not in browser.get(f"/games/{game.pk}/print/").content.decode()
