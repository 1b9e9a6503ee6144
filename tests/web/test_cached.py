"""Cached parts of pages: after any write, a page is the same as if nothing had been cached, for everybody."""

import datetime
import re
from copy import deepcopy

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.games.oh_hell import OhHell
from scorekeeper.looking_back.writing import change_night
from scorekeeper.models import Playgroup
from scorekeeper.people.groups.writing import change_group, change_role
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link, show_needs
from scorekeeper.people.roster.writing import add_player, change_player, merge_player
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.setup.writing import correct_setup, start_game as start
from scorekeeper.recording.sheet.writing import hide_game, resume_game, stop_game
from tests.cast import A_HAND, Phone, correct, new_game, play, start_game, start_short_game
from tests.needing import tell
from tests.web.browser import Browser

TOKENS = re.compile(r'name="(csrfmiddlewaretoken|uid)" value="[\w-]+"')
ANOTHER = "5 24 - - | | 3 24 3 1"


def stopped(by, *hands, **new):
    """Return a game that was stopped without a winner after these hands."""
    game = start(group=by.group, new=new_game(by.group, **new), by=by)
    if hands:
        play(game, *hands, by=by)
    stop_game(game=game, how="no_winner", by=by)
    return game


@pytest.fixture(scope="module")
def evening(module_cast):
    """Tonight: a hidden game with different rules, two finished and two unfinished games. Earlier: a stopped game."""
    owner = module_cast.owner
    hidden = stopped(owner, rules=OhHell())
    hide_game(game=hidden, hidden=True)
    over, closest, one, two = (start_short_game(owner) for _game in range(4))
    play(over, A_HAND, A_HAND, by=owner)
    play(closest, A_HAND, ANOTHER, by=owner)
    play(one, A_HAND, by=owner)
    old = stopped(owner, A_HAND, night=datetime.date(2026, 1, 2))
    return module_cast, {"over": over, "hidden": hidden, "one": one, "two": two, "old": old}


@pytest.fixture
def cast(db, evening):
    return evening[0]


@pytest.fixture
def games(db, evening):
    return evening[1]


@pytest.fixture
def pages(cast, games):
    """Return a function that opens pages of the group, its nights and games as an owner, a scorer and a watcher."""
    nights = [games[name].night for name in ("old", "over")]
    group = f"/groups/{cast.group.pk}/"
    addresses = [group, f"{group}statistics/", *(f"/nights/{night.pk}/" for night in nights)]
    addresses += [f"/games/{games[name].pk}/" for name in ("over", "one")] + [f"/games/{games['one'].pk}/hands/2/"]
    links = [make_watch_link(group=cast.group, by=cast.owner, night=night) for night in (None, *nights)]
    watched = [f"/w/{token_of(link)}/" for link in links]

    def open_all(language="en", *, anew=False):
        shown = {}
        for member in (cast.owner, cast.recorder, None):
            browser = Client(headers={"Accept-Language": language})
            if member is not None:
                browser.force_login(member.user)
            for address in addresses if member else watched:
                if anew:
                    cache.clear()
                shown[member and member.name, address] = content(browser, address)
        return shown

    return open_all


def content(browser, address):
    """Return a page without its tokens."""
    response = browser.get(address)
    assert response.status_code in (200, 410), address  # 410: the scorer can’t see what is hidden
    return TOKENS.sub("", response.content.decode())


def player(cast, name):
    """Return the arguments that identify a player to a service."""
    return {"group": cast.group, "player_id": cast.group.players.get(name=name).pk}


def reseat(cast, game):
    """Add Eve, and give her Dee's seat in a game."""
    players = (*list(game.seats.values_list("player_id", flat=True))[:3], add_player(group=cast.group, name="Eve").pk)
    setting = Setting(players=players, first_dealer=0, options=game.options)
    correct_setup(game=game, setting=setting, seen=0, by=cast.owner)


def merge(cast, games):
    """Give Eve Dee's seat in an old game, and then merge her into Dee."""
    reseat(cast, games["old"])
    merge_player(**player(cast, "Eve"), same_as=player(cast, "Dee")["player_id"])


def separate(cast, games):
    """Merge Eve into Dee, and then separate them again."""
    merge(cast, games)
    merge_player(**player(cast, "Eve"), same_as=None)


def describe(cast, games):
    change_night(night=games["over"].night, place="Ann’s", note="Snow.", seen="")


def rename(cast, games):
    change_group(group=cast.group, name="Friday", archived=False, needs=True, by=cast.owner)


def promote(cast, games):
    change_role(group=cast.group, member_id=cast.recorder.pk, role="owner", by=cast.owner)


WRITES = {
    "a game ends": lambda cast, games: play(games["one"], A_HAND, by=cast.owner),
    "a hand is saved": lambda cast, games: play(games["two"], A_HAND, by=cast.recorder),
    "a tap": lambda cast, games: Phone(games["one"], cast.owner, 2).tap("A bid 9"),
    "a new dealer is tapped": lambda cast, games: Phone(games["two"], cast.owner).tap("dealer B"),
    "a correction is started": lambda cast, games: Phone(games["over"], cast.owner).tap("A bid 9"),
    "tonight's game is corrected": lambda cast, games: correct(games["over"], 1, ANOTHER, cast.owner),
    "an old game is corrected": lambda cast, games: correct(games["old"], 1, ANOTHER, cast.owner),
    "the setup of a finished game is corrected": lambda cast, games: reseat(cast, games["over"]),
    "the setup of a game in progress is corrected": lambda cast, games: reseat(cast, games["one"]),
    "a game is started": lambda cast, games: start_game(cast.owner),
    "a game with different rules is stopped": lambda cast, games: stopped(cast.owner, rules=OhHell()),
    "a game is stopped": lambda cast, games: stop_game(game=games["one"], how="no_winner", by=cast.owner),
    "an old game is resumed": lambda cast, games: resume_game(game=games["old"], by=cast.owner),
    "a finished game is hidden": lambda cast, games: hide_game(game=games["over"], hidden=True),
    "a game in progress is hidden": lambda cast, games: hide_game(game=games["two"], hidden=True),
    "a night's only game is hidden": lambda cast, games: hide_game(game=games["old"], hidden=True),
    "a game is unhidden": lambda cast, games: hide_game(game=games["hidden"], hidden=False),
    "a player is renamed": lambda cast, games: change_player(**player(cast, "Ann"), name="Zoe"),
    "a color is changed": lambda cast, games: change_player(**player(cast, "Bob"), name="Bob", mark=9),
    "a player is added": lambda cast, games: add_player(group=cast.group, name="Eve"),
    "two entries are merged": merge,
    "two entries are separated": separate,
    "a place and a note are added": describe,
    "the group is renamed": rename,
    "a scorer becomes an owner": promote,
}


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.nightly) for part in (1, 2, 3, 4))])
def test_after_any_write_a_page_equals_a_fresh_one(cast, games, pages, part):
    for what, write in [*WRITES.items()][part::5]:
        cache.clear()
        before = pages()
        with transaction.atomic():
            write(*deepcopy((cast, games)))
            kept = pages()
            assert kept == pages(anew=True), what
            assert kept != before, what
            transaction.set_rollback(True)


def test_each_language_has_its_own_parts_without_any_token(cast, pages, settings, monkeypatch):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    parts, put = [], cache.set

    def note(key, value, *more, **named):
        parts.append(str(value))
        put(key, value, *more, **named)

    monkeypatch.setattr(cache, "set", note)
    kept = {language: pages(language) for language in ("en", "de")}
    assert kept == {language: pages(language, anew=True) for language in kept}
    assert not [page for page, html in kept["de"].items() if html == kept["en"][page]]
    assert any("<" in part for part in parts), "some parts are kept"
    assert not [part for part in parts if "csrfmiddlewaretoken" in part or cast.recorder.name in part]


def test_each_group_has_its_own_parts(cast):
    stopped(cast.stranger)
    Playgroup.objects.update(version=99)  # versions of two groups can be equal

    def open_both(*, anew):
        for member in (cast.owner, cast.stranger):
            browser = Client()
            browser.force_login(member.user)
            if anew:
                cache.clear()
            yield content(browser, f"/groups/{member.group_id}/")

    assert list(open_both(anew=False)) == list(open_both(anew=True))


# What a page opens

OPENED = {  # what is opened, and what else finds the same or, as the last, nothing
    "needs=1": ["needs=1&x=1", "needs=gnome", "needs=%00", "needs=x x", f"needs={'x' * 300}"],
    "hand=1": ["hand=01", "hand=1&needs=", "hand=99", "hand=-1", "hand=x"],
    "chart=1": ["chart=7", "chart=1&hand=0", "chart=0", "chart=x"],
}


@pytest.fixture
def readers(cast, games):
    """Return two browsers of different readers for each kind of page of a game in progress, with its address."""
    link = make_watch_link(group=cast.group, by=cast.owner, game=games["one"])
    show_needs(group=cast.group, link_id=link.pk, needs=True, by=cast.owner)
    members = [Client(), Client()]
    for browser, member in zip(members, (cast.owner, cast.recorder), strict=True):
        browser.force_login(member.user)
    watched = f"/w/{token_of(link)}/"
    Client().get(watched)  # stores the link's last use, at most once an hour
    cache.clear()
    return {"member": (f"/games/{games['one'].pk}/", members), "watcher": (watched, [Client(), Client()])}


@pytest.mark.parametrize("opened", OPENED)
@pytest.mark.parametrize(("who", "queries"), [("member", 3), ("watcher", 1)])
def test_what_a_page_opens_is_kept_for_the_next_reader(readers, monkeypatch, who, queries, opened):
    asked, (address, (first, second)) = [], readers[who]
    tell(monkeypatch, needs=lambda screen, column: iter(asked.append(column.key) or ()))
    content(first, f"{address}?{opened}")
    content(first, address)
    asked_once, kept = list(asked), len(cache._cache)
    for query in (opened, *OPENED[opened]):
        with CaptureQueriesContext(connection) as made:
            assert content(second, f"{address}?{query}")
        assert len(made) == queries, query
    assert asked == asked_once
    assert len(cache._cache) == kept, "nothing is kept by what was typed"


def test_what_players_need_is_asked_once_for_all_panels_of_a_column(cast, games, monkeypatch):
    asked = []
    tell(monkeypatch, needs=lambda screen, column: iter(asked.append(column.key) or ()))
    phone = Phone(games["one"], cast.owner, None).tap("A bid 10", "B passed", "C passed", "D passed")
    addresses = [f"/games/{games['one'].pk}/?needs=1"]
    addresses += [f"/games/{games['one'].pk}/hands/{phone.number}/?needs=1{at}" for at in ("", "&at=hand.gnome")]
    for address in addresses:
        for member in (cast.owner, cast.recorder):
            assert "What Bob needs" in Browser(member).open(address).text
    assert asked == ["1"]
