"""States of the home, join and people pages, with members and their links."""

from scorekeeper.models import Membership
from scorekeeper.queries.people.links import token_of
from scorekeeper.services import links, members
from tests.browser.states import LONG_NAMES, Visit, state
from tests.cast import A_HAND


@state("home, a stranger")
def home(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.go("/")


@state("join")
def join(visit: Visit) -> None:
    visit.go(f"/j/{token_of(links.make_owner_link(visit.cast.group))}/")


@state("join, a spent link")
def join_spent(visit: Visit) -> None:
    visit.go("/j/spent/")


def crowd(visit: Visit) -> None:
    """Give members long names, let one claim a player, and make links of every kind."""
    visit.long_game(1)
    Membership.objects.filter(pk=visit.owner.pk).update(name=LONG_NAMES[0])
    Membership.objects.filter(pk=visit.cast.recorder.pk).update(name=LONG_NAMES[1])
    player = visit.cast.group.players.get(name=LONG_NAMES[1])
    members.claim_player(group=visit.cast.group, player_id=player.pk, by=visit.cast.recorder)
    game = visit.game(A_HAND)
    links.make_join_link(group=visit.cast.group, label="Everybody at the table on Wednesday night", by=visit.owner)
    for options in ({"game": game}, {"night": game.night}, {"forever": True, "label": "Grandmother"}):
        links.make_watch_link(group=visit.cast.group, by=visit.owner, **options)


@state("people, a new group")
def people_empty(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/people/")


@state("people, the owner, with links")
def people_owner(visit: Visit) -> None:
    crowd(visit)
    people_empty(visit)


@state("link to join")
def link_to_join(visit: Visit) -> None:
    link = links.make_join_link(group=visit.cast.group, label="For " + LONG_NAMES[1], by=visit.owner)
    visit.go(f"/groups/{visit.cast.group.pk}/links/{link.pk}/")


@state("link to a game, where nothing can be copied")
def link_to_a_game(visit: Visit) -> None:
    link = links.make_watch_link(group=visit.cast.group, by=visit.owner, game=visit.long_game(1))
    visit.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined });")
    visit.go(f"/groups/{visit.cast.group.pk}/links/{link.pk}/")
    visit.page.get_by_role("button", name="Copy link").or_(visit.page.locator(".problem")).first.tap()


@state("remove a member, asked first")
def remove_asked(visit: Visit) -> None:
    people_owner(visit)
    visit.thumb.tap("Remove " + LONG_NAMES[1])
