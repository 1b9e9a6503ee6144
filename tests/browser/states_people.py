"""States of the home and join pages, members, links, the roster, accounts, and leaving."""

from scorekeeper.models import Membership
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.roster import writing as roster_writing
from tests.browser.driving import sign_in
from tests.browser.states import LONG_NAMES, PASSWORD, Visit, state, variant
from tests.cast import A_HAND


@state("home, a stranger")
def home(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.go("/")


@state("join")
def join(visit: Visit) -> None:
    crowd(visit)
    visit.go(f"/j/{token_of(links_writing.make_owner_link(visit.cast.group))}/")


@state("join, a spent link")
def join_spent(visit: Visit) -> None:
    visit.go("/j/spent/")


def crowd(visit: Visit) -> None:
    """Give members long names, let one claim a player, and make links of every kind."""
    visit.long_game(1)
    Membership.objects.filter(pk=visit.owner.pk).update(name=LONG_NAMES[0])
    Membership.objects.filter(pk=visit.cast.recorder.pk).update(name=LONG_NAMES[1])
    player = visit.cast.group.players.get(name=LONG_NAMES[1])
    groups_writing.claim_player(group=visit.cast.group, player_id=player.pk, by=visit.cast.recorder)
    game = visit.game(A_HAND)
    links_writing.make_join_link(
        group=visit.cast.group, label="Everybody at the table on Wednesday night", by=visit.owner
    )
    for options in ({"game": game}, {"night": game.night}, {"forever": True, "label": "Grandmother"}):
        links_writing.make_watch_link(group=visit.cast.group, by=visit.owner, **options)


def people_empty(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/people/")


@state("people, the owner, with links")
def people_owner(visit: Visit) -> None:
    crowd(visit)
    people_empty(visit)


@state("people, all that is folded open")
def people_open(visit: Visit) -> None:
    people_owner(visit)
    for folded in (LONG_NAMES[1], "Do you play", "Link options"):
        visit.thumb.toggle(folded)


@state("settings of a group")
def settings(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/change/")


@variant("settings, a wrong name")
def settings_wrong(visit: Visit) -> None:
    settings(visit)
    visit.thumb.fill(name=" ").tap("Save")


@state("link to join")
def link_to_join(visit: Visit) -> None:
    link = links_writing.make_join_link(group=visit.cast.group, label="For " + LONG_NAMES[1], by=visit.owner)
    visit.go(f"/groups/{visit.cast.group.pk}/links/{link.pk}/")


@variant("link to a game, where nothing can be copied")
def link_to_a_game(visit: Visit) -> None:
    link = links_writing.make_watch_link(group=visit.cast.group, by=visit.owner, game=visit.long_game(1))
    links_writing.make_code(group=visit.cast.group, link_id=link.pk, by=visit.owner)
    visit.go(f"/groups/{visit.cast.group.pk}/links/{link.pk}/")
    visit.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    visit.page.get_by_role("button", name="Copy link").or_(visit.page.locator(".problem")).first.tap()


@state("remove a member, asked first")
def remove_asked(visit: Visit) -> None:
    people_owner(visit)
    visit.thumb.toggle(LONG_NAMES[1]).tap("Remove " + LONG_NAMES[1])


def open_roster(visit: Visit, player: str = "") -> None:
    """Open the roster, or one of its entries."""
    query = f"?player={visit.cast.group.players.get(name=player).pk}" if player else ""
    visit.go(f"/groups/{visit.cast.group.pk}/roster/{query}")


def crowd_roster(visit: Visit) -> None:
    """Add players with long names, one claimed player, two aliases, and a retired player."""
    visit.long_game(1)
    players = {name: visit.cast.group.players.get(name=name) for name in LONG_NAMES}
    groups_writing.claim_player(group=visit.cast.group, player_id=players["Bo"].pk, by=visit.cast.recorder)
    for name, main in (("M" * 40, LONG_NAMES[0]), ("Bobby", "Bo")):
        other = roster_writing.add_player(group=visit.cast.group, name=name)
        roster_writing.merge_player(group=visit.cast.group, player_id=other.pk, same_as=players[main].pk)
    retired = roster_writing.add_player(group=visit.cast.group, name="W" * 40)
    roster_writing.change_player(group=visit.cast.group, player_id=retired.pk, name=retired.name, retired=True)


@state("roster, long names, the owner")
def roster_owner(visit: Visit) -> None:
    crowd_roster(visit)
    open_roster(visit)
    visit.thumb.toggle("1 retired")


@state("roster, an entry with an alias")
def roster_entry(visit: Visit) -> None:
    crowd_roster(visit)
    open_roster(visit, LONG_NAMES[0])


@state("sign up")
def sign_up(visit: Visit) -> None:
    visit.go("/sign-up/")


@state("recovery code")
def recovery_code(visit: Visit) -> None:
    visit.go("/sign-up/")
    visit.thumb.fill(name=LONG_NAMES[1], password=PASSWORD).tap("Create account")


@state("sign in")
def sign_in_page(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.go("/sign-in/")


@state("forgotten password")
def recover(visit: Visit) -> None:
    visit.go("/recover/")


@state("account")
def account(visit: Visit) -> None:
    visit.sign_up()
    visit.go("/account/")


@state("sign in on a guest's browser")
def sign_in_on_a_guests(visit: Visit) -> None:
    visit.go("/sign-in/")


@variant("people, after a removal")
def people_removed(visit: Visit) -> None:
    crowd(visit)
    guest = groups_writing.redeem(link=links_writing.make_owner_link(visit.cast.group), name=LONG_NAMES[4], user=None)
    links_writing.make_join_link(group=visit.cast.group, label="For the aunts", by=guest)
    visit.go(f"/groups/{visit.cast.group.pk}/people/")
    visit.thumb.toggle(LONG_NAMES[4]).tap("Remove " + LONG_NAMES[4])
    visit.thumb.tap("Remove " + LONG_NAMES[4])


@state("activity")
def activity(visit: Visit) -> None:
    people_removed(visit)
    visit.go(f"/groups/{visit.cast.group.pk}/activity/")


@state("delete a group")
def delete_group(visit: Visit) -> None:
    crowd(visit)
    visit.go(f"/groups/{visit.cast.group.pk}/delete/")


@variant("a group to be deleted, an owner")
def group_deleted_soon(visit: Visit) -> None:
    visit.long_game(1)
    groups_writing.plan_deletion(group=visit.cast.group, by=visit.owner)
    visit.go(f"/groups/{visit.cast.group.pk}/")


@state("delete an account that owns nothing")
def delete_account_alone(visit: Visit) -> None:
    user, _code = accounts_writing.sign_up(user=visit.cast.recorder.user, name="Rex", password=PASSWORD)
    visit.cast.recorder.user = user
    sign_in(visit.page, visit.cast.recorder, visit.home)
    visit.go("/account/delete/")
