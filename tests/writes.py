"""Every write of the app, made at a few tables, and the counters that it increments."""

import inspect
import uuid
from dataclasses import dataclass
from functools import partial
from typing import Any

from scorekeeper.files import importing
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.looking_back import writing as looking_back_writing
from scorekeeper.looking_back.recaps import words_digest
from scorekeeper.models import Game, Playgroup, Standing, User
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game import writing as game_writing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.hand import writing as hand_writing
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.web import throttle
from tests.cast import A_HAND, Cast, Phone, correct, enter_hand, make_cast, new_game, refresh, start_game
from tests.formats.documents import GOOD, document, game as a_game

NOTHING: frozenset[str] = frozenset()
TAP = frozenset({"game"})
SAVE = TAP | {"group"}
ALL = SAVE | {"other", "old"}


@dataclass(kw_only=True)
class Tables:
    """A game with a saved hand and a tap, another one, one that is over, and one of another group.

    Writes are made to `game`, whichever that is.
    """

    cast: Cast
    game: Game
    other: Game
    old: Game
    foreign: Game

    @property
    def group(self) -> Playgroup:
        """The group of all games but the foreign one."""
        return self.cast.group

    @property
    def in_group(self) -> dict[str, Any]:
        """What most writes of a group are given."""
        return {"group": self.group, "by": self.cast.owner}

    def swapped(self) -> "Tables":
        """Return the tables after the game that is over has become the one that is written to."""
        self.game, self.old = self.old, self.game
        return self

    def hand(self, number: int = 2) -> dict[str, Any]:
        """Return what most writes of a hand are given, as its page is now."""
        phone = Phone(self.game, self.cast.owner, number)
        return {"game": refresh(self.game), "number": number, "by": phone.by, "seen": phone.seen}

    def player(self, name: str = "Cy") -> int:
        """Return a player's id."""
        return self.group.players.get(name=name).pk

    def counters(self) -> dict[str, int]:
        """Return all counters by name."""
        names = ("game", "other", "old", "foreign")
        counters = {name: refresh(getattr(self, name)).version for name in names}
        for prefix, game in (("", self.game), ("foreign ", self.foreign)):
            counters[f"{prefix}group"] = Playgroup.objects.get(pk=game.group_id).version
        return counters


def done(write):
    """Write something, then return the same write, to be sent again."""
    write()
    return write


def tap(tables, path="players.1.bid", value=12):
    return partial(hand_writing.tap, **tables.hand(), path=path, value=value)


def tap_in_saved(tables):
    return partial(hand_writing.tap, **tables.hand(1), path="players.0.bid", value=12, at="players.0.bid")


def step_back(tables):
    return partial(hand_writing.step_back, **tables.hand())


def start_over(tables):
    return partial(hand_writing.start_over, **tables.hand())


def save(tables, number=2):
    enter_hand(tables.game, A_HAND, tables.cast.owner)
    return partial(hand_writing.save, **tables.hand(number))


def start(tables):
    return partial(setup_writing.start_game, **tables.in_group, new=new_game(tables.group))


def stop(tables):
    return partial(sheet_writing.stop_game, game=tables.game, how="no_winner", by=tables.cast.owner)


def resume(tables):
    return partial(sheet_writing.resume_game, game=tables.game, by=tables.cast.owner)


def hide(tables):
    return partial(sheet_writing.hide_game, game=tables.game, hidden=True)


def save_to_end(tables):
    tables.game = start_game(tables.cast.owner, player_target=20)
    return save(tables, 1)


def save_correction(tables):
    enter_hand(tables.game, "pass", tables.cast.owner, 1)
    return partial(hand_writing.save, **tables.hand(1))


def undo(tables, save=save):
    revision = save(tables)()[0]
    shown = {"game": refresh(tables.game), "number": revision.hand.number, "by": tables.cast.owner}
    return partial(hand_writing.undo, **shown, revision=revision.number)


def bring_back(tables, version=1):
    correct(tables.game, 1, "pass", tables.cast.owner)
    shown = {"game": refresh(tables.game), "number": 1, "by": tables.cast.owner}
    return partial(hand_writing.bring_back, **shown, version=version, revisions=2)


def setup(tables, first_dealer=0):
    record = load(refresh(tables.game))
    setting = Setting(players=record.players, first_dealer=first_dealer, options=record.options)
    return partial(setup_writing.correct_setup, game=tables.game, setting=setting, seen=0, by=tables.cast.owner)


def change_player(tables, name="Cy", **changes):
    return partial(roster_writing.change_player, **tables.in_group, player_id=tables.player(), name=name, **changes)


def merge(tables):
    double = roster_writing.add_player(group=tables.group, name="Anne")
    return partial(roster_writing.merge_player, **tables.in_group, player_id=double.pk, same_as=tables.player("Ann"))


def separate(tables):
    merged = done(merge(tables)).keywords
    return partial(roster_writing.merge_player, **merged | {"same_as": None})


def start_group(tables):
    more = {"name": "New", "owner_name": "Nia", "time_zone": "UTC", "user": None}
    return partial(groups_writing.start_group, uid=uuid.uuid4(), **more)


def change_group(tables, **changes):
    return partial(groups_writing.change_group, **tables.in_group, **{"name": "Wednesday", "archived": False} | changes)


def retired_again(tables):
    change_player(tables, retired=True)()
    return partial(roster_writing.add_player, group=tables.group, name="Cy")


def redeem(tables, user=None):
    link = links_writing.make_owner_link(tables.group)
    return partial(groups_writing.redeem, link=link, name="Zoe", user=user)


def member(tables, write, **more):
    return partial(write, **tables.in_group, member_id=tables.cast.recorder.pk, **more)


def claim(tables, player):
    return partial(groups_writing.claim_player, **tables.in_group, player_id=player)


def claimed(tables, player):
    claim(tables, tables.player())()
    return claim(tables, player)


def link(tables, write):
    made = links_writing.make_watch_link(**tables.in_group)
    return partial(write, **tables.in_group, link_id=made.pk)


def change_night(tables, place="At Ann’s"):
    night = tables.game.night
    return partial(looking_back_writing.change_night, night=night, place=place, note="", seen=words_digest(night))


def a_sheet():
    return read_sheets(document(a_game(GOOD, id="a-1", night="2020-02-20"))).games


def import_games(tables):
    return partial(importing.import_games, **tables.in_group, games=a_sheet())


def begin_import(tables):
    upload = importing.store_upload(file=b"", by=tables.cast.owner)
    return partial(importing.begin, upload=upload, games=a_sheet())


def go_on_with_import(tables):
    begun = begin_import(tables)
    begun()
    return partial(importing.go_on, upload=begun.keywords["upload"])


def browser_of(member):
    return partial(accounts_writing.merge, browser=member.user, into=User.objects.create_browser())


def account(write, **more):
    user, code = accounts_writing.sign_up(user=None, name="Ada", password="correct horse")
    given = {"user": user, "name": "Ada", "code": code, "password": "battery staple", "old": "correct horse"}
    given |= {"new": given["password"]}
    return partial(write, **{name: given[name] for name in inspect.signature(write).parameters})


def rescore(tables, wrong=True, **more):
    if wrong:
        Standing.objects.filter(game=tables.game).update(half_points=1)
    return partial(game_writing.rescore, tables.game, **more)


def rescore_whole(tables, wrong=True, **more):
    rescore(tables, wrong=wrong)
    return partial(game_writing.rescore_whole, tables.group.pk, **more)


def another_group():
    """Start another group and return its id."""
    return make_cast().group.pk


WRITES = {
    "hand.tap": (tap, TAP),
    "hand.tap: of what is there": (lambda tables: tap(tables, "players.0.bid", 10), NOTHING),
    "hand.tap: in a saved hand": (tap_in_saved, TAP),
    "hand.tap: in a game that is over": (lambda tables: tap_in_saved(tables.swapped()), TAP),
    "hand.step_back": (step_back, TAP),
    "hand.step_back: again": (lambda tables: done(step_back(tables)), NOTHING),
    "hand.step_back: of no tap": (lambda tables: done(step_back(tables)) and step_back(tables), NOTHING),
    "hand.start_over": (start_over, TAP),
    "hand.start_over: again": (lambda tables: done(start_over(tables)), NOTHING),
    "hand.save": (save, SAVE),
    "hand.save: again": (lambda tables: done(save(tables)), NOTHING),
    "hand.save: which ends the game": (save_to_end, SAVE),
    "hand.save: in a game that is over": (lambda tables: save_correction(tables.swapped()), SAVE),
    "hand.undo": (undo, SAVE),
    "hand.undo: again": (lambda tables: done(undo(tables)), NOTHING),
    "hand.undo: of the end": (lambda tables: undo(tables, save_to_end), SAVE),
    "hand.bring_back": (bring_back, SAVE),
    "hand.bring_back: of what is there": (lambda tables: bring_back(tables, version=2), NOTHING),
    "hand.bring_back: in a game that is over": (lambda tables: bring_back(tables.swapped()), SAVE),
    "setup.start_game": (start, SAVE - {"game"}),
    "setup.start_game: again": (lambda tables: done(start(tables)), NOTHING),
    "sheet.stop_game": (stop, SAVE),
    "sheet.stop_game: again": (lambda tables: done(stop(tables)), NOTHING),
    "sheet.resume_game": (lambda tables: resume(tables.swapped()), SAVE),
    "sheet.resume_game: of one that goes on": (resume, NOTHING),
    "sheet.hide_game": (hide, SAVE),
    "sheet.hide_game: again": (lambda tables: done(hide(tables)), NOTHING),
    "sheet.hide_game: one that is over": (lambda tables: hide(tables.swapped()), SAVE),
    "setup.correct_setup": (setup, SAVE),
    "setup.correct_setup: to what it is": (lambda tables: setup(tables, first_dealer=3), NOTHING),
    "setup.correct_setup: of a game that is over": (lambda tables: setup(tables.swapped()), SAVE),
    "roster.change_player: name": (lambda tables: change_player(tables, "Cyd"), ALL),
    "roster.change_player: mark": (lambda tables: change_player(tables, mark=11), ALL),
    "roster.change_player: retire": (lambda tables: change_player(tables, retired=True), ALL),
    "roster.change_player: nothing": (change_player, NOTHING),
    "roster.merge_player": (merge, ALL),
    "roster.merge_player: again": (lambda tables: done(merge(tables)), NOTHING),
    "roster.merge_player: separate": (separate, ALL),
    "roster.merge_player: separate again": (lambda tables: done(separate(tables)), NOTHING),
    "groups.start_group": (start_group, NOTHING),
    "groups.change_group: name": (lambda tables: change_group(tables, name="Thursday"), ALL),
    "groups.change_group: put aside": (lambda tables: change_group(tables, archived=True), ALL),
    "groups.change_group: nothing": (change_group, NOTHING),
    "roster.add_player": (lambda tables: partial(roster_writing.add_player, group=tables.group, name="Zoe"), ALL),
    "roster.add_player: out of retirement": (retired_again, ALL),
    "roster.add_player: who is there": (
        lambda tables: partial(roster_writing.add_player, group=tables.group, name="cy"),
        NOTHING,
    ),
    "groups.redeem": (redeem, ALL),
    "groups.redeem: promoted": (lambda tables: redeem(tables, tables.cast.recorder.user), ALL),
    "groups.redeem: is a member": (lambda tables: redeem(tables, tables.cast.owner.user), NOTHING),
    "groups.remove_member": (lambda tables: member(tables, groups_writing.remove_member), ALL),
    "groups.remove_member: again": (lambda tables: done(member(tables, groups_writing.remove_member)), NOTHING),
    "groups.change_role": (lambda tables: member(tables, groups_writing.change_role, role="owner"), ALL),
    "groups.change_role: to what it is": (
        lambda tables: member(tables, groups_writing.change_role, role="recorder"),
        NOTHING,
    ),
    "groups.claim_player": (lambda tables: claim(tables, tables.player()), ALL),
    "groups.claim_player: again": (lambda tables: claimed(tables, tables.player()), NOTHING),
    "groups.claim_player: none anymore": (lambda tables: claimed(tables, None), ALL),
    "groups.claim_player: still none": (lambda tables: claim(tables, None), NOTHING),
    "links.make_owner_link": (lambda tables: partial(links_writing.make_owner_link, tables.group), NOTHING),
    "links.make_join_link": (
        lambda tables: partial(links_writing.make_join_link, **tables.in_group, label=""),
        NOTHING,
    ),
    "links.make_watch_link": (lambda tables: partial(links_writing.make_watch_link, **tables.in_group), NOTHING),
    "links.revoke_link": (lambda tables: link(tables, links_writing.revoke_link), ALL),
    "links.revoke_link: again": (lambda tables: done(link(tables, links_writing.revoke_link)), NOTHING),
    "links.renew_link": (lambda tables: link(tables, links_writing.renew_link), ALL),
    "links.note_use": (
        lambda tables: partial(links_writing.note_use, links_writing.make_watch_link(**tables.in_group)),
        NOTHING,
    ),
    "looking_back.change_night": (change_night, ALL),
    "looking_back.change_night: nothing": (lambda tables: change_night(tables, ""), NOTHING),
    "importing.import_games": (import_games, SAVE - {"game"}),
    "importing.import_games: again": (lambda tables: done(import_games(tables)), NOTHING),
    "importing.begin": (begin_import, NOTHING),
    "importing.go_on": (go_on_with_import, SAVE - {"game"}),
    "groups.delete_group": (lambda tables: partial(groups_writing.delete_group, another_group()), NOTHING),
    "importing.store_upload": (
        lambda tables: partial(importing.store_upload, file=b"{}", by=tables.cast.owner),
        NOTHING,
    ),
    "importing.drop_expired": (lambda tables: partial(importing.drop_expired), NOTHING),
    "accounts.sign_up": (
        lambda tables: partial(
            accounts_writing.sign_up, user=tables.cast.owner.user, name="Ada", password="correct horse"
        ),
        NOTHING,
    ),
    "accounts.account": (lambda tables: account(accounts_writing.account), NOTHING),
    "accounts.sign_in": (lambda tables: account(accounts_writing.sign_in), NOTHING),
    "accounts.recover": (lambda tables: account(accounts_writing.recover), NOTHING),
    "accounts.change_password": (lambda tables: account(accounts_writing.change_password), NOTHING),
    "accounts.end_sessions": (lambda tables: account(accounts_writing.end_sessions), NOTHING),
    "accounts.merge": (lambda tables: browser_of(tables.cast.recorder), ALL),
    "accounts.merge: again": (lambda tables: done(browser_of(tables.cast.recorder)), NOTHING),
    "throttle.count": (lambda tables: partial(throttle.count, throttle.LINKS.by("Olga")), NOTHING),
    "game.rescore": (rescore, ALL),
    "game.rescore: only checked": (lambda tables: rescore(tables, write=False), NOTHING),
    "game.rescore: nothing differs": (lambda tables: rescore(tables, wrong=False), NOTHING),
    "game.rescore_whole": (rescore_whole, ALL),
    "game.rescore_whole: only checked": (lambda tables: rescore_whole(tables, write=False), NOTHING),
    "game.rescore_whole: nothing differs": (lambda tables: rescore_whole(tables, wrong=False), NOTHING),
    "game.plan_rescore": (lambda tables: partial(game_writing.plan_rescore), NOTHING),
}
"""What is done before a write, which is returned, and which counters the write increments, by name."""
