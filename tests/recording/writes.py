"""Every write that pages of a group show, made at a few tables, and the counters that it increments."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from scorekeeper.files import importing
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.looking_back import writing as looking_back_writing
from scorekeeper.looking_back.recaps import words_digest
from scorekeeper.models import Event, Game, Playgroup, Standing, User
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game import writing as game_writing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.hand import writing as hand_writing
from scorekeeper.recording.own_games import writing as own_games_writing
from scorekeeper.recording.own_games.reading import blank_game
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.recording.whole_hand import writing as whole_hand_writing
from scorekeeper.recording.whole_hand.deciding import Sent
from tests.cast import A_HAND, Cast, Phone, correct, enter_hand, new_game, refresh, start_game
from tests.formats.documents import GOOD, document, game as a_game
from tests.rounds import play_rounds, start_rounds

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


def after(first, then):
    """Return a function that prepares a write that follows another one."""
    return lambda tables: done(first(tables)) and then(tables)


def over(prepare):
    """Return what prepares the same write in the game that is over."""
    return lambda tables: prepare(tables.swapped())


def in_group(write, **more):
    """Return a function that prepares a write that needs only the group, its owner and these values."""
    return lambda tables: partial(write, **tables.in_group, **more)


def in_hand(write, number=2, **more):
    """Return a function that prepares a write that sends what a hand's page shows."""
    return lambda tables: partial(write, **tables.hand(number), **more)


tap = in_hand(hand_writing.tap, path="players.1.bid", value=12)
step_back = in_hand(hand_writing.step_back)


def save(tables, number=2, hand=A_HAND):
    enter_hand(tables.game, hand, tables.cast.owner, number)
    return partial(hand_writing.save, **tables.hand(number))


def save_to_end(tables):
    tables.game = start_game(tables.cast.owner, player_target=20)
    return save(tables, 1)


def undo(tables, save=save):
    revision = save(tables)()[0]
    shown = {"game": refresh(tables.game), "number": revision.hand.number, "by": tables.cast.owner}
    return partial(hand_writing.undo, **shown, revision=revision.number)


def bring_back(tables, version=1):
    correct(tables.game, 1, "pass", tables.cast.owner)
    shown = {"game": refresh(tables.game), "number": 1, "by": tables.cast.owner}
    return partial(hand_writing.bring_back, **shown, version=version, revisions=2)


def whole(number=2, choice=""):
    """Return what prepares the write of a hand in which everyone passed."""

    def prepare(tables):
        given = tables.hand(number)
        texts = {"hand.all_passed": "true"}
        sent = Sent(number=given.pop("number"), texts=texts, seen=given.pop("seen"), choice=choice)
        return partial(whole_hand_writing.save_whole, **given, sent=sent)

    return prepare


def start(tables):
    return partial(setup_writing.start_game, **tables.in_group, new=new_game(tables.group))


def setup(tables):
    record = load(refresh(tables.game))
    setting = Setting(players=record.players, first_dealer=0, options=record.options)
    return partial(setup_writing.correct_setup, game=tables.game, setting=setting, seen=0, by=tables.cast.owner)


def in_game(write, **more):
    return lambda tables: partial(write, game=tables.game, by=tables.cast.owner, **more)


def somebody_else(tables):
    return in_game(sheet_writing.stop_game, how="no_winner", won=[tables.player()])(tables)


def say_who_won(tables):
    tables.game = start_rounds(tables.cast.owner, rows="won")
    return in_game(sheet_writing.say_who_won, won=[tables.player()], seen=0)(tables)


def write_result(tables):
    tables.game = start_rounds(tables.cast.owner)
    return write_result_again(tables)


def write_result_again(tables):
    return in_game(sheet_writing.write_result, result={"totals": {}, "won": [tables.player()]}, seen=0)(tables)


def hide(tables):
    return partial(sheet_writing.hide_game, game=tables.game, hidden=True)


def in_rounds(write, name, **more):
    """Return what prepares a write by which a player joins or leaves a game of rounds."""

    def prepare(tables):
        if not tables.game.rules.startswith("any_game"):
            tables.game = start_rounds(tables.cast.owner)
            play_rounds(tables.game, tables.cast.owner, "1 2 3")
        shown = {"game": refresh(tables.game), "seen": load(refresh(tables.game)).setup, "by": tables.cast.owner}
        return partial(write, **shown, player=tables.player(name), **more)

    return prepare


leave = in_rounds(setup_writing.leave_game, "Cy")


def rescore(**more):
    """Return a function that prepares a write that corrects wrong standings."""

    def prepare(tables):
        Standing.objects.filter(game=tables.game).update(half_points=1)
        return partial(game_writing.rescore, tables.game, **more)

    return prepare


def own_game(name="Farkle"):
    options = blank_game().rules.options(template="farkle", name=name)
    return in_group(own_games_writing.keep_recipe, options=options)


def retire_game(tables):
    own_game()(tables)()
    return partial(own_games_writing.retire_recipe, **tables.in_group, slug="any_game:farkle", retired=True)


def add_player(name):
    return lambda tables: partial(roster_writing.add_player, group=tables.group, name=name)


def change_player(tables, name="Cy", **changes):
    return partial(roster_writing.change_player, **tables.in_group, player_id=tables.player(), name=name, **changes)


def retired_again(tables):
    change_player(tables, retired=True)()
    return add_player("Cy")(tables)


def merge(tables):
    double = roster_writing.add_player(group=tables.group, name="Anne")
    return partial(roster_writing.merge_player, **tables.in_group, player_id=double.pk, same_as=tables.player("Ann"))


def separate(tables):
    merged = done(merge(tables)).keywords
    return partial(roster_writing.merge_player, **merged | {"same_as": None})


def change_group(**changes):
    return in_group(groups_writing.change_group, **{"name": "Wednesday", "archived": False, "needs": True} | changes)


def redeem(tables, user=None):
    link = links_writing.make_owner_link(tables.group)
    return partial(groups_writing.redeem, link=link, name="Zoe", user=user)


def member(write, **more):
    return lambda tables: partial(write, **tables.in_group, member_id=tables.cast.recorder.pk, **more)


def claim(tables):
    return partial(groups_writing.claim_player, **tables.in_group, player_id=tables.player())


def give_up(tables):
    claimed = done(claim(tables)).keywords
    return partial(groups_writing.claim_player, **claimed | {"player_id": None})


def link(write, **changes):
    made = links_writing.make_watch_link
    return lambda tables: partial(write, **tables.in_group, link_id=made(**tables.in_group).pk, **changes)


def renew_join_links(tables, open_links=1):
    for _link in range(open_links):
        links_writing.make_join_link(**tables.in_group, label="")
    return partial(links_writing.renew_join_links, **tables.in_group)


def stop_deletion(tables):
    groups_writing.plan_deletion(**tables.in_group)
    return partial(groups_writing.stop_deletion, **tables.in_group)


def change_night(tables, place="At Ann’s"):
    night = tables.game.night
    return partial(looking_back_writing.change_night, night=night, place=place, note="", seen=words_digest(night))


def a_sheet():
    return read_sheets(document(a_game(GOOD, id="a-1", night="2020-02-20"))).games


def import_games(tables):
    return partial(importing.import_games, **tables.in_group, games=a_sheet())


def go_on_with_import(tables):
    upload = importing.store_upload(file=b"{}", by=tables.cast.owner)
    importing.begin(upload=upload, games=a_sheet())
    return partial(importing.go_on, upload=upload)


def take_back(tables):
    import_games(tables)()
    event = Event.objects.get(kind=Event.Kind.IMPORTED).pk
    return partial(importing.take_back, **tables.in_group, event=event, back=True)


def show_again(tables):
    taken_back = done(take_back(tables)).keywords
    return partial(importing.take_back, **taken_back | {"back": False})


def browser_of(tables):
    return partial(accounts_writing.merge, browser=tables.cast.recorder.user, into=User.objects.create_browser())


def delete_account(tables):
    user, _code = accounts_writing.sign_up(user=tables.cast.recorder.user, name="Ada", password="correct horse")
    return partial(accounts_writing.delete_account, user=user, password="correct horse")


WRITES = {
    "hand.tap": (tap, TAP),
    "hand.tap: of what is there": (in_hand(hand_writing.tap, path="players.0.bid", value=10), NOTHING),
    "hand.tap: in a saved hand of a game that is over": (
        over(in_hand(hand_writing.tap, 1, path="players.0.bid", value=12, at="players.0.bid")),
        TAP,
    ),
    "hand.step_back": (step_back, TAP),
    "hand.step_back: of no tap": (after(step_back, step_back), NOTHING),
    "hand.start_over": (in_hand(hand_writing.start_over), TAP),
    "hand.save": (save, SAVE),
    "hand.save: which ends the game": (save_to_end, SAVE),
    "hand.save: in a game that is over": (over(lambda tables: save(tables, 1, "pass")), SAVE),
    "hand.undo": (undo, SAVE),
    "hand.undo: of the end": (lambda tables: undo(tables, save_to_end), SAVE),
    "hand.bring_back": (bring_back, SAVE),
    "hand.bring_back: of what is there": (lambda tables: bring_back(tables, version=2), NOTHING),
    "whole_hand.save_whole": (whole(), SAVE),
    "whole_hand.save_whole: a correction": (whole(1, "mine"), SAVE),
    "whole_hand.save_whole: inserted": (over(whole(1, "before")), SAVE),
    "whole_hand.save_whole: the other is kept": (whole(1, "theirs"), SAVE),
    "setup.start_game": (start, SAVE - {"game"}),
    "setup.correct_setup": (setup, SAVE),
    "setup.correct_setup: of a game that is over": (over(setup), SAVE),
    "setup.join_game": (in_rounds(setup_writing.join_game, "Dee", start=0), SAVE),
    "setup.leave_game": (leave, SAVE),
    "setup.come_back": (after(leave, in_rounds(setup_writing.come_back, "Cy")), SAVE),
    "sheet.stop_game": (in_game(sheet_writing.stop_game, how="no_winner"), SAVE),
    "sheet.resume_game": (over(in_game(sheet_writing.resume_game)), SAVE),
    "sheet.stop_game: somebody else won": (somebody_else, SAVE),
    "sheet.say_who_won": (say_who_won, SAVE),
    "sheet.write_result": (write_result, SAVE),
    "sheet.write_result: the same": (after(write_result, write_result_again), NOTHING),
    "sheet.leave_open": (in_game(sheet_writing.leave_open), SAVE),
    "sheet.hide_game": (hide, SAVE),
    "sheet.hide_game: one that is over": (over(hide), SAVE),
    "game.rescore": (rescore(), ALL),
    "game.rescore: only checked": (rescore(write=False), NOTHING),
    "own_games.keep_recipe": (own_game(), ALL),
    "own_games.keep_recipe: changed": (after(own_game(), own_game("Farkel")), ALL),
    "own_games.keep_recipe: out of retirement": (after(retire_game, own_game()), ALL),
    "own_games.retire_recipe": (retire_game, ALL),
    "roster.change_player: name": (lambda tables: change_player(tables, "Cyd"), ALL),
    "roster.change_player: mark": (lambda tables: change_player(tables, mark=11), ALL),
    "roster.change_player: retire": (lambda tables: change_player(tables, retired=True), ALL),
    "roster.merge_player": (merge, ALL),
    "roster.merge_player: separate": (separate, ALL),
    "roster.add_player": (add_player("Zoe"), ALL),
    "roster.add_player: out of retirement": (retired_again, ALL),
    "roster.add_player: who is there": (add_player("cy"), NOTHING),
    "groups.change_group: name": (change_group(name="Thursday"), ALL),
    "groups.change_group: put aside": (change_group(archived=True), ALL),
    "groups.change_group: what players need": (change_group(needs=False), ALL),
    "groups.redeem": (redeem, ALL),
    "groups.redeem: promoted": (lambda tables: redeem(tables, tables.cast.recorder.user), ALL),
    "groups.redeem: is a member": (lambda tables: redeem(tables, tables.cast.owner.user), NOTHING),
    "groups.remove_member": (member(groups_writing.remove_member), ALL),
    "groups.change_role": (member(groups_writing.change_role, role="owner"), ALL),
    "groups.claim_player": (claim, ALL),
    "groups.claim_player: none anymore": (give_up, ALL),
    "groups.plan_deletion": (in_group(groups_writing.plan_deletion), ALL),
    "groups.stop_deletion": (stop_deletion, ALL),
    "links.revoke_link": (link(links_writing.revoke_link), ALL),
    "links.renew_link": (link(links_writing.renew_link), ALL),
    "links.renew_join_links": (renew_join_links, ALL),
    "links.renew_join_links: none": (lambda tables: renew_join_links(tables, open_links=0), NOTHING),
    "links.show_needs": (link(links_writing.show_needs, needs=True), ALL),
    "looking_back.change_night": (change_night, ALL),
    "importing.import_games": (import_games, SAVE - {"game"}),
    "importing.go_on": (go_on_with_import, SAVE - {"game"}),
    "importing.take_back": (take_back, ALL),
    "importing.take_back: undone": (show_again, ALL),
    "accounts.merge": (browser_of, ALL),
    "accounts.delete_account": (delete_account, ALL),
}
"""What is done before a write, which is returned, and which counters the write increments, by name."""
