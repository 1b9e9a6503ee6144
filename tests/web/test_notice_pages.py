"""The notice of the last write and its Undo button on every page of a group, and pages that ask for confirmation."""

import pytest
from django.test import Client

from scorekeeper.models import Game, Hand, Link, Night, Player
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.people.roster.writing import add_player
from tests.cast import A_HAND, Phone, correct, enter_hand, play, start_game
from tests.recording.seats import seated
from tests.web.browser import Browser
from tests.web.test_notices import DEEDS

SAVED = "Hand 1 saved: Ann +24, Bob +6, Dee +7, Gnome +6"
PAGES = {
    "group": "/groups/{group}/",
    "night": "/nights/{night}/",
    "sheet": "/games/{game}/",
    "hand": "/games/{game}/hands/2/",
    "setup": "/games/{game}/setup/",
    "another game": "/games/{other}/",
    "unknown rules": "/games/{unknown}/",
    "people": "/groups/{group}/people/",
    "player": "/players/{player}/",
}
UNDONE = {
    "stop": "Game resumed.",
    "stop in a hand": "Game resumed.",
    "resume": "The game ended early without a winner.",
    "add": "Zoe retired.",
    "role": "Rex is a scorer now.",
    "note": "The night’s note was changed.",
    "save": "Hand 1 is open again.",
    "correction": "Correction of hand 1 undone.",
    "start over": None,
    "set-up": "Setup corrected.",
    "hide": "Game unhidden.",
    "put aside": "Wednesday brought back.",
    "rename": "Group renamed to Wednesday.",
    "retire": "Cy is back.",
    "merge": "Anne and Ann are separate again.",
}
"""What a page says after the undo of each deed."""


def notices(browser):
    return [node.one("p").text for node in browser.page.all(class_="said")]


@pytest.fixture
def rex(cast):
    return Browser(cast.recorder)


@pytest.fixture
def words(cast, game):
    """The ids to insert into the addresses in `PAGES` once the first hand has been saved."""
    other, unknown = start_game(cast.owner), start_game(cast.owner)
    Game.objects.filter(pk=unknown.pk).update(rules="forgotten")
    link = make_watch_link(group=cast.group, by=cast.owner, game=game)
    play(game, by=cast.owner)
    player = game.seats.get(number=0).player_id
    ids = {"group": cast.group.pk, "night": game.night_id, "game": game.pk, "player": player, "link": link.pk}
    return ids | {"other": other.pk, "unknown": unknown.pk}


@pytest.mark.parametrize("address", PAGES.values(), ids=PAGES)
def test_every_page_of_the_group_shows_the_notice_and_can_undo_the_save(olga, words, address):
    olga.open(address.format(**words))
    assert notices(olga) == [SAVED]
    assert olga.page.one(class_="said").attrs["data-say"] == SAVED
    olga.press("Undo")
    assert (olga.status, olga.path) == (200, f"/games/{words['game']}/hands/1/")
    assert Hand.objects.get().entry is None
    assert notices(olga) == ["Hand 1 is open again."]
    assert "Undo" not in [button.text for button in olga.page.one(class_="said").all("button")]


def test_saving_and_undoing_swap_the_page(cast, game):
    enter_hand(game, A_HAND, cast.owner)
    browser = Browser(cast.owner, htmx=True).open(f"/games/{game.pk}/hands/1/").press("Save")
    assert (browser.address, notices(browser)) == (f"/games/{game.pk}/", [SAVED])
    browser.press("Undo")
    assert browser.address == f"/games/{game.pk}/hands/1/"


def test_watchers_are_not_shown_the_notice(words):
    watcher = Browser().open(f"/w/{token_of(Link.objects.get())}/")
    assert watcher.status == 200
    assert not list(watcher.page.all(class_="said"))


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_the_next_write_replaces_the_notice_and_its_undo_is_then_refused(cast, game, words, htmx):
    browser = Browser(cast.owner, htmx=htmx).open(f"/games/{game.pk}/")
    late = Browser(cast.recorder, htmx=htmx).open(f"/games/{game.pk}/")
    Phone(game, cast.owner, 2).tap("A bid 10")
    late.press("Undo")
    assert late.address.endswith("/hands/1/" if htmx else "/undo/")
    assert (late.status, late.problems) == (409, ["Something else has changed since, so that can’t be undone."])
    assert Hand.objects.get(number=1).entry is not None
    assert SAVED not in notices(browser.open(f"/games/{game.pk}/"))


@pytest.mark.parametrize("name", DEEDS)
def test_whatever_was_done_can_be_undone_from_the_page(cast, olga, game, name):
    before = (seated(game), Night.objects.values_list("place", "note").get())
    DEEDS[name][0](game, cast)
    olga.open(f"/groups/{cast.group.pk}/").press("Undo")
    assert (olga.status, notices(olga)) == (200, [UNDONE[name]] if UNDONE[name] else [])
    assert (seated(game), Night.objects.values_list("place", "note").get()) == before


def test_hiding_can_be_undone_only_by_owners(cast, olga, rex, game):
    play(game, by=cast.owner)
    olga.open(f"/games/{game.pk}/").press("Hide this game").press("Hide this game")
    assert notices(olga) == ["Game hidden."]
    assert notices(rex.open(olga.path)) == ["Game hidden. by Olga"]
    assert not list(rex.page.one(class_="said").all("form"))
    olga.press("Undo")
    assert (notices(olga), Game.objects.get().hidden) == (["Game unhidden."], False)
    olga.press("Undo")
    assert Game.objects.get().hidden


def test_hiding_a_finished_game_needs_no_confirmation(cast, olga):
    over = start_game(cast.owner, player_target=20)
    play(over, by=cast.owner)
    olga.open(f"/games/{over.pk}/").press("Hide this game")
    assert olga.path == f"/groups/{cast.group.pk}/"


def test_ending_a_game_early_says_what_becomes_of_the_hand(cast, olga, game):
    play(game, by=cast.owner)
    enter_hand(game, A_HAND, cast.owner, 2)
    olga.open(f"/games/{game.pk}/stop/")
    assert "Hand 2 isn’t finished, so it won’t count." in olga.text


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/games/{game}/hide/", {"hidden": "false"}),
        ("/games/{game}/stop/", {"how": "no_winner"}),
        ("/groups/{group}/change/", {"name": "Thursday"}),
        ("/players/{player}/change/", {"name": "Anna", "mark": "1"}),
        ("/players/{player}/merge/", {"same_as": "0"}),
        ("/games/{game}/hands/1/undo/", {"revision": "1"}),
    ],
    ids=["hide", "stop", "group", "player", "merge", "hand"],
)
def test_undoing_anything_but_the_last_write_is_a_409_with_the_reason(cast, words, path, data):
    player = add_player(group=cast.group, name="Zoe")
    Player.objects.filter(pk=words["player"]).update(same_as=player)
    Game.objects.filter(pk=words["game"]).update(hidden="hide" in path)
    client = Client()
    client.force_login(cast.owner.user)
    response = client.post(path.format(**words), data | {"version": "2"})
    assert response.status_code == 409
    assert "so that can’t be undone" in response.content.decode()


class TestOldVersions:
    @pytest.fixture
    def history(self, cast, olga, game):
        play(game, by=cast.owner)
        correct(game, 1, "pass", cast.owner)
        return olga.open(f"/games/{game.pk}/?hand=1")

    def test_an_old_version_can_be_brought_back_from_the_sheet(self, history, game):
        assert history.buttons().count("Restore this version") == 1
        history.press("Restore this version")
        assert (history.status, history.address) == (200, f"/games/{game.pk}/?hand=1")
        assert notices(history) == ["Hand 1 corrected: Ann +24, Bob +6, Dee +7, Gnome +6"]
        history.press("Undo")
        assert Hand.objects.get().entry == {"hand": {"all_passed": True}, "players": [{}, {}, {}, {}]}

    def test_a_refusal_is_shown_on_the_sheet_with_the_hand_open(self, cast, history, game):
        correct(game, 1, "12 6 - 8 | | 12 9 3 7", cast.recorder)
        history.press("Restore this version")
        assert (history.status, len(history.problems)) == (409, 1)
        assert "History" in history.text

    def test_watchers_cannot_bring_back_old_versions(self, cast, history, game):
        token = token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))
        watcher = Browser().open(f"/w/{token}/?hand=1")
        assert "History" in watcher.text
        assert "Restore this version" not in watcher.buttons()
