"""Which counters each write increments: its game's, other games', and the group's.

Parts of pages are cached by these counters, and open pages poll them, so every write must increment the counters of
whatever it changes, and should leave the others alone.
"""

import inspect
import pkgutil
from copy import deepcopy
from functools import partial
from importlib import import_module

import pytest
from django.test import Client

import scorekeeper
from scorekeeper.models import Membership, Playgroup
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.hand import writing as hand_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.rules.text import Text
from scorekeeper.web import ledger
from scorekeeper.web.refusals import Stale
from tests.cast import Phone, correct, play, refresh, start_game
from tests.web.browser import parse
from tests.writes import (
    WRITES,
    Tables,
    change_player,
    save,
    setup,
    start_over,
    step_back,
    stop,
    tap,
    undo,
)
from tests.writes_of_joining import WRITES_OF_JOINING
from tests.writes_of_people import WRITES_OF_PEOPLE
from tests.writes_of_recipes import WRITES_OF_RECIPES
from tests.writes_of_whole_hands import WRITES_OF_WHOLE_HANDS

CASES = WRITES | WRITES_OF_PEOPLE | WRITES_OF_JOINING | WRITES_OF_RECIPES | WRITES_OF_WHOLE_HANDS
WRITING = {"writing", "importing", "purging", "ledger", "throttle"}
"""The names of the modules with writes."""
PARTS = {  # of writes: what is done under a lock that another function took
    *("throttle.hashing", "throttle.password"),
    *("games.night_of", "roster.add_players"),
    "own_games.keep_played",
    "importing.incoming",
    "importing.upload_of",
    *("setup.back_from", "setup.joining_options", "setup.left_before"),
    *("hand.entry_to_store", "hand.refuse_dealer", "hand.refuse_other_revision", "hand.refuse_unplayable"),
    "hand.write_hand",
    *("ledger.about", "ledger.note", "groups.require_owner", "groups.set_deletion_date", "purging.every_hour"),
    *(f"game.{part}" for part in ("settle", "locked", "add_setup", "revision_row", "seat_players", "tally_rows")),
    *("game.insert", "game.sync", "ledger.shown", "ledger.notice_record"),
    *(
        f"ledger.{part}"
        for part in ("lock", "lock_all", "lock_unread", "bump_all", "bump_game", "bump_unsaid", "refuse_late")
    ),
    *(f"game.{part}" for part in ("rescore_all", "finish_rescore", "unfinished")),
}


@pytest.fixture(scope="module")
def module_tables(module_cast):
    cast = module_cast
    game, other, old = (start_game(cast.owner) for _table in range(3))
    play(game, by=cast.owner)
    Phone(game, cast.owner, 2).tap("A bid 10")
    play(old, by=cast.owner)
    sheet_writing.stop_game(game=old, how="leader_wins", by=cast.owner)
    return Tables(cast=cast, game=game, other=other, old=old, foreign=start_game(cast.stranger))


@pytest.fixture
def tables(db, module_tables):
    return deepcopy(module_tables)


@pytest.mark.parametrize(("name", "prepare", "raised"), [(name, *case) for name, case in CASES.items()], ids=CASES)
def test_a_write_increments_the_counters_of_what_it_changes_and_no_others(tables, name, prepare, raised):
    write = prepare(tables)
    assert name.partition(":")[0] == name_of(write.func)
    before = tables.counters()
    write()
    after = tables.counters()
    steps = {counter: after[counter] - count for counter, count in before.items()}
    assert steps == dict.fromkeys(before, 0) | dict.fromkeys(raised, 1)


BEFORE = "The write before."
NOBODY_DID_IT = ("game.rescore", "game.plan_rescore", "accounts.merge")
"""Rebuilding derived rows, and signing in: the notice before stays, with its undo."""
SAID_ON_ITS_PAGE = {"hand.tap", "hand.step_back", "groups.plan_deletion"}
"""A hand's page says what was tapped, and every page of the group that it is to be deleted."""


@pytest.mark.parametrize(("name", "prepare", "raised"), [(name, *case) for name, case in CASES.items()], ids=CASES)
def test_a_write_leaves_a_notice_of_what_was_done(tables, name, prepare, raised):
    write, service = prepare(tables), name.partition(":")[0]
    groups = Playgroup.objects.filter(pk=tables.group.pk)
    version = refresh(tables.game).version
    before = ledger.notice_record(ledger.Notice(said=Text(message=BEFORE), by=None), as_of=version)
    groups.update(notice=before)
    tables.group.refresh_from_db()
    write()
    after = groups.get().notice
    if service in SAID_ON_ITS_PAGE and raised:
        assert after is None
    elif not raised or name.startswith(NOBODY_DID_IT):
        # Its undo is refused if the game has another version.
        assert after == before | {"as_of": refresh(tables.game).version}
    else:
        assert after["said"]["message"] not in (BEFORE, "")


def name_of(function):
    """Return a function's name in the table: that of its module or, if that is only `writing`, of its package."""
    *_rest, package, module = function.__module__.split(".")
    return f"{package if module == 'writing' else module}.{function.__name__}"


def public_functions(module):
    """Yield a module's own public functions by their names in the table."""
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__ and not name.startswith("_"):
            yield name_of(function)


def test_every_service_is_in_the_table():
    found = (module.name for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."))
    modules = [import_module(name) for name in found if name.rpartition(".")[2] in WRITING]
    public = {function for module in modules for function in public_functions(module)}
    assert public - PARTS == {name.partition(":")[0] for name in CASES}


# Two tables


def pages(tables, game):
    """Return the addresses of a member's pages of a game, and of what links to it, its night and the group show."""
    address = f"/games/{game.pk}/"
    scopes = {"game": {"game": game}, "night": {"night": game.night}, "group": {}}
    watched = {
        scope: f"/w/{token_of(links_writing.make_watch_link(**tables.in_group, **target))}/"
        for scope, target in scopes.items()
    }
    chosen = {f"the game in the {scope}": f"{watched[scope]}?game={game.pk}" for scope in ("night", "group")}
    return {"sheet": address, "hand": f"{address}hands/{Phone(game, None, None).number}/", **watched, **chosen}


def polled(client, address):
    """Open a page and return the address that it polls."""
    page = parse(client.get(address).content.decode())
    node = next(node for node in page.all() if "data-poll" in node.attrs)
    poll = node.attrs["data-poll"]
    return f"{poll}{'&' if '?' in poll else '?'}v={node.attrs['data-version']}"


def woken(client, addresses, write):
    """Open pages, write something, and return which of them are told to load anew."""
    polls = {name: polled(client, address) for name, address in addresses.items()}
    assert {client.get(poll).status_code for poll in polls.values()} == {204}
    write()
    return {name for name, poll in polls.items() if client.get(poll).status_code == 200}


@pytest.fixture
def client(tables):
    client = Client()
    client.force_login(tables.cast.recorder.user)
    return client


LISTS = {"night", "group"}
TABLE = {
    "tap": (tap, set()),
    "step back": (step_back, set()),
    "start over": (start_over, set()),
    "save": (save, LISTS),
    "undo": (undo, LISTS),
    "set-up": (setup, LISTS),
    "stop": (stop, LISTS),
}
at_a_table = pytest.mark.parametrize(("prepare", "lists"), TABLE.values(), ids=TABLE)


@at_a_table
def test_a_write_at_one_table_does_not_wake_the_pages_of_the_other(tables, client, prepare, lists):
    assert woken(client, pages(tables, tables.other), prepare(tables)) == lists


@at_a_table
def test_a_write_wakes_the_pages_of_its_own_game(tables, client, prepare, lists):
    shown = pages(tables, tables.game)
    assert woken(client, shown, prepare(tables)) == set(shown) - LISTS | lists


def test_renaming_a_player_wakes_every_page(tables, client):
    shown = pages(tables, tables.other)
    assert woken(client, shown, change_player(tables, "Cyd")) == set(shown)


def offered(tables):
    """Save a hand, and return the undo that the notice offers."""
    save(tables)()
    notice = ledger.shown(Membership.objects.select_related("group").get(pk=tables.cast.owner.pk))
    game, by, fields = refresh(tables.game), tables.cast.owner, notice["form"]["fields"]
    return partial(hand_writing.undo, game=game, number=2, revision=fields["revision"], by=by, as_of=fields["version"])


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(lambda tables: Phone(tables.other, tables.cast.recorder).tap("A bid 10"), id="tap"),
        pytest.param(lambda tables: play(tables.other, by=tables.cast.recorder), id="save"),
    ],
)
def test_a_save_can_be_undone_after_a_write_at_the_other_table(tables, write):
    undo = offered(tables)
    write(tables)
    undo()
    assert load(refresh(tables.game)).hand(2).entry is None


@pytest.mark.parametrize(
    "write",
    [
        pytest.param(lambda tables: Phone(tables.game, tables.cast.recorder, 3).tap("A bid 10"), id="tap"),
        pytest.param(lambda tables: correct(tables.game, 1, "pass", tables.cast.recorder), id="correction"),
        pytest.param(lambda tables: setup(tables)(), id="set-up"),
        pytest.param(lambda tables: change_player(tables, "Cyd")(), id="player renamed"),
    ],
)
def test_a_save_cannot_be_undone_from_its_notice_after_its_game_has_changed(tables, write):
    undo = offered(tables)
    write(tables)
    with pytest.raises(Stale):
        undo()
