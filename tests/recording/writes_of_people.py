"""Every other write, of people, links, nights and files, and the counters that it increments, as in `writes`."""

import inspect
import uuid
from functools import partial

from scorekeeper.files import importing
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.host import purging
from scorekeeper.looking_back import writing as looking_back_writing
from scorekeeper.looking_back.recaps import words_digest
from scorekeeper.models import PersonalLink, User
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.web import throttle
from tests.cast import make_cast
from tests.formats.documents import GOOD, document, game as a_game
from tests.recording.writes import ALL, NOTHING, SAVE, done


def in_group(write, **more):
    """Return what prepares a write that needs no more than the group, its owner and these."""
    return lambda tables: partial(write, **tables.in_group, **more)


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


def start_group(tables):
    more = {"name": "New", "owner_name": "Nia", "time_zone": "UTC", "user": None}
    return partial(groups_writing.start_group, uid=uuid.uuid4(), **more)


def change_group(**changes):
    return in_group(groups_writing.change_group, **{"name": "Wednesday", "archived": False} | changes)


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


def link(write):
    made = links_writing.make_watch_link
    return lambda tables: partial(write, **tables.in_group, link_id=made(**tables.in_group).pk)


def note_use(tables):
    return partial(links_writing.note_use, links_writing.make_watch_link(**tables.in_group))


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


def store_upload(tables):
    return partial(importing.store_upload, file=b"{}", by=tables.cast.owner)


def begin_import(tables):
    return partial(importing.begin, upload=store_upload(tables)(), games=a_sheet())


def go_on_with_import(tables):
    begun = done(begin_import(tables))
    return partial(importing.go_on, upload=begun.keywords["upload"])


def browser_of(tables):
    return partial(accounts_writing.merge, browser=tables.cast.recorder.user, into=User.objects.create_browser())


def account(write):
    """Return what prepares a write of an account that has just been made."""

    def prepare(_tables):
        user, code = accounts_writing.sign_up(user=None, name="Ada", password="correct horse")
        given = {"user": user, "name": "Ada", "code": code, "password": "battery staple", "old": "correct horse"}
        given |= {"new": given["password"]}
        return partial(write, **{name: given[name] for name in inspect.signature(write).parameters})

    return prepare


def sign_up(tables):
    user = tables.cast.owner.user
    return partial(accounts_writing.sign_up, user=user, name="Ada", password="correct horse")


def delete_account(tables):
    user, _code = accounts_writing.sign_up(user=tables.cast.recorder.user, name="Ada", password="correct horse")
    return partial(accounts_writing.delete_account, user=user, password="correct horse")


def personal(write):
    return lambda tables: partial(write, user=tables.cast.owner.user)


def use_personal_link(tables):
    personal(accounts_writing.make_personal_link)(tables)()
    return partial(accounts_writing.use_personal_link, link=PersonalLink.objects.get(), browser=uuid.UUID(int=7))


def free(write, *arguments):
    """Return what prepares a write that is about no table."""
    return lambda _tables: partial(write, *arguments)


WRITES_OF_PEOPLE = {
    "roster.change_player: name": (lambda tables: change_player(tables, "Cyd"), ALL),
    "roster.change_player: mark": (lambda tables: change_player(tables, mark=11), ALL),
    "roster.change_player: retire": (lambda tables: change_player(tables, retired=True), ALL),
    "roster.merge_player": (merge, ALL),
    "roster.merge_player: separate": (separate, ALL),
    "roster.add_player": (add_player("Zoe"), ALL),
    "roster.add_player: out of retirement": (retired_again, ALL),
    "roster.add_player: who is there": (add_player("cy"), NOTHING),
    "groups.start_group": (start_group, NOTHING),
    "groups.change_group: name": (change_group(name="Thursday"), ALL),
    "groups.change_group: put aside": (change_group(archived=True), ALL),
    "groups.redeem": (redeem, ALL),
    "groups.redeem: promoted": (lambda tables: redeem(tables, tables.cast.recorder.user), ALL),
    "groups.redeem: is a member": (lambda tables: redeem(tables, tables.cast.owner.user), NOTHING),
    "groups.remove_member": (member(groups_writing.remove_member), ALL),
    "groups.change_role": (member(groups_writing.change_role, role="owner"), ALL),
    "groups.claim_player": (claim, ALL),
    "groups.claim_player: none anymore": (give_up, ALL),
    "groups.plan_deletion": (in_group(groups_writing.plan_deletion), ALL),
    "groups.stop_deletion": (stop_deletion, ALL),
    "groups.delete_group": (lambda _tables: partial(groups_writing.delete_group, make_cast().group.pk), NOTHING),
    "links.make_owner_link": (lambda tables: partial(links_writing.make_owner_link, tables.group), NOTHING),
    "links.make_join_link": (in_group(links_writing.make_join_link, label=""), NOTHING),
    "links.make_watch_link": (in_group(links_writing.make_watch_link), NOTHING),
    "links.revoke_link": (link(links_writing.revoke_link), ALL),
    "links.renew_link": (link(links_writing.renew_link), ALL),
    "links.renew_join_links": (renew_join_links, ALL),
    "links.renew_join_links: none": (lambda tables: renew_join_links(tables, open_links=0), NOTHING),
    "links.note_use": (note_use, NOTHING),
    "looking_back.change_night": (change_night, ALL),
    "importing.import_games": (import_games, SAVE - {"game"}),
    "importing.begin": (begin_import, NOTHING),
    "importing.go_on": (go_on_with_import, SAVE - {"game"}),
    "importing.store_upload": (store_upload, NOTHING),
    "importing.drop_expired": (free(importing.drop_expired), NOTHING),
    "accounts.sign_up": (sign_up, NOTHING),
    "accounts.account": (account(accounts_writing.account), NOTHING),
    "accounts.sign_in": (account(accounts_writing.sign_in), NOTHING),
    "accounts.recover": (account(accounts_writing.recover), NOTHING),
    "accounts.change_password": (account(accounts_writing.change_password), NOTHING),
    "accounts.end_sessions": (account(accounts_writing.end_sessions), NOTHING),
    "accounts.merge": (browser_of, ALL),
    "accounts.delete_account": (delete_account, ALL),
    "accounts.make_personal_link": (personal(accounts_writing.make_personal_link), NOTHING),
    "accounts.use_personal_link": (use_personal_link, NOTHING),
    "accounts.end_personal_links": (personal(accounts_writing.end_personal_links), NOTHING),
    "accounts.drop_personal_links": (free(accounts_writing.drop_personal_links), NOTHING),
    "purging.purge": (free(purging.purge), NOTHING),
    "throttle.count": (free(throttle.count, throttle.LINKS.by("Olga")), NOTHING),
}
