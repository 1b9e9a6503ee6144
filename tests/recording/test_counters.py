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
from tests.recording.writes import WRITES, Tables, change_player, save, setup, tap
from tests.web.browser import parse

WRITING = {"writing", "importing", "purging", "ledger", "throttle"}
"""The names of the modules with writes."""
PARTS = {  # of writes: what is done under a lock that another function took
    *("throttle.hashing", "games.night_of", "roster.add_players", "own_games.keep_played"),
    *("own_games.keep", "own_games.refuse_values"),
    *("importing.upload_of", "setup.after_others", "setup.back_from", "setup.joining_options", "setup.left_before"),
    *("hand.entry_to_store", "hand.refuse_dealer", "hand.refuse_other_revision", "hand.refuse_unplayable"),
    *("hand.write_hand", "groups.require_owner", "groups.set_deletion_date", "purging.every_hour"),
    *(f"game.{part}" for part in ("settle", "locked", "add_setup", "revision_row", "seat_players", "tally_rows")),
    *(f"game.{part}" for part in ("sync", "rescore_all", "rescore_if_due", "show_games")),
    *(f"ledger.{part}" for part in ("about", "note", "shown", "lock", "lock_all", "lock_unread")),
    *(f"ledger.{part}" for part in ("bump_all", "bump_game", "refuse_late")),
}
SHOWN_NOWHERE = {  # because pages of a group that are open now don't change by these writes
    *("groups.start_group", "groups.delete_group", "game.plan_rescore", "purging.purge", "throttle.count"),
    *("links.make_owner_link", "links.make_join_link", "links.make_watch_link", "links.make_code", "links.note_use"),
    *("importing.begin", "importing.store_upload", "importing.drop_expired"),
    *("accounts.sign_up", "accounts.account", "accounts.sign_in", "accounts.recover", "accounts.change_password"),
    *("accounts.make_personal_link", "accounts.use_personal_link", "accounts.end_personal_links"),
    *("accounts.drop_personal_links", "accounts.end_sessions"),
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


BEFORE = "The write before."
NOBODY_DID_IT = ("game.rescore", "accounts.merge")
"""Rebuilding derived rows, and signing in."""
SAID_ON_ITS_PAGE = {"hand.tap", "hand.step_back", "groups.plan_deletion", "sheet.leave_open"}
"""A hand's page says what was tapped, every page of the group that it is to be deleted, and a sheet asks no more."""
NOT_THE_SAME_AGAIN = {
    *("groups.redeem", "links.renew_link", "links.renew_join_links", "importing.go_on", "accounts.delete_account")
}
"""Writes that can't be repeated, or that do more then. All others change nothing when a request is sent twice."""


def put_notice(tables):
    """Store a notice about the game as it is now, and return it."""
    version = refresh(tables.game).version
    notice = ledger.Notice(said=Text(message=BEFORE), by=None, as_of=version).as_stored()
    Playgroup.objects.filter(pk=tables.group.pk).update(notice=notice)
    tables.group.refresh_from_db()
    return notice


@pytest.mark.parametrize(("name", "prepare", "raised"), [(name, *case) for name, case in WRITES.items()], ids=WRITES)
def test_a_write_increments_the_counters_of_what_it_changes_and_leaves_a_notice(tables, name, prepare, raised):
    write, function = prepare(tables), name.partition(":")[0]
    assert function == name_of(write.func)
    before, notice = tables.counters(), put_notice(tables)
    write()
    after, now = tables.counters(), Playgroup.objects.get(pk=tables.group.pk).notice
    steps = {counter: after[counter] - count for counter, count in before.items()}
    assert steps == dict.fromkeys(before, 0) | dict.fromkeys(raised, 1)
    if raised and (function in SAID_ON_ITS_PAGE or name.startswith(NOBODY_DID_IT)):
        assert now is None
    elif not raised:
        assert now == notice
    else:
        assert now["said"]["message"] not in (BEFORE, "")
    if function not in NOT_THE_SAME_AGAIN:
        notice = put_notice(tables)
        write()
        assert (tables.counters(), Playgroup.objects.get(pk=tables.group.pk).notice) == (after, notice)


def name_of(function):
    """Return a function's name in the table: that of its module or, if that is only `writing`, of its package."""
    *_rest, package, module = function.__module__.split(".")
    return f"{package if module == 'writing' else module}.{function.__name__}"


def public_functions(module):
    """Yield a module's own public functions by their names in the table."""
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__ and not name.startswith("_"):
            yield name_of(function)


def test_every_write_is_in_the_table():
    found = (module.name for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."))
    modules = [import_module(name) for name in found if name.rpartition(".")[2] in WRITING]
    public = {function for module in modules for function in public_functions(module)}
    assert public - PARTS - SHOWN_NOWHERE == {name.partition(":")[0] for name in WRITES}


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


LISTS = {"night", "group"}
GAME = {"sheet", "hand", "game", "the game in the night", "the game in the group"}


@pytest.mark.parametrize(
    ("prepare", "mine", "theirs"),
    [
        pytest.param(tap, GAME, set(), id="a tap"),
        pytest.param(save, GAME | LISTS, LISTS, id="a save"),
        pytest.param(lambda tables: change_player(tables, "Cyd"), GAME | LISTS, GAME | LISTS, id="a new name"),
    ],
)
def test_the_counters_wake_the_pages_of_a_games_own_table_and_of_the_other(tables, prepare, mine, theirs):
    client = Client()
    client.force_login(tables.cast.recorder.user)
    shown = [pages(tables, game) for game in (tables.game, tables.other)]
    polls = [{name: polled(client, address) for name, address in addresses.items()} for addresses in shown]
    assert {client.get(poll).status_code for each in polls for poll in each.values()} == {204}
    prepare(tables)()
    woken = [{name for name, poll in each.items() if client.get(poll).status_code == 200} for each in polls]
    assert woken == [mine, theirs]


def offered(tables):
    """Save a hand, and return the undo that the notice offers."""
    save(tables)()
    notice = ledger.shown(Membership.objects.select_related("group").get(pk=tables.cast.owner.pk), tables.game.pk)
    game, by, fields = refresh(tables.game), tables.cast.owner, notice["form"]["fields"]
    return partial(hand_writing.undo, game=game, number=2, revision=fields["revision"], by=by, as_of=fields["version"])


def test_a_save_can_be_undone_after_writes_at_the_other_table(tables):
    undo = offered(tables)
    Phone(tables.other, tables.cast.recorder).tap("A bid 10")
    play(tables.other, by=tables.cast.recorder)
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
