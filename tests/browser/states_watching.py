"""States seen through watch links: a game, a night, a group, a revoked link."""

from scorekeeper.services import links
from tests.browser.states import Visit, state
from tests.cast import A_HAND, Phone


@state("watch, a fresh game")
def watch_fresh(visit: Visit) -> None:
    visit.watch(game=visit.game())


@state("watch, a hand in progress, five long names")
def watch_progress_long(visit: Visit) -> None:
    game = visit.long_game(2)
    taps = ("A bid 10", "B bid 12", "A peeked", "B peeked", "done", "gnome red_joker", "trump hearts", "A took 9")
    Phone(game, visit.owner).open().tap(*taps, at="")
    visit.watch(game=game)


@state("watch, a night")
def watch_night(visit: Visit) -> None:
    visit.long_game(2)
    visit.game(A_HAND, player_target=20)
    visit.watch(night=visit.game().night)


@state("watch, all games, none yet")
def watch_group(visit: Visit) -> None:
    visit.watch()


@state("watch, a revoked link")
def watch_revoked(visit: Visit) -> None:
    link = visit.watch()
    links.revoke_link(group=visit.cast.group, link_id=link.pk, by=visit.owner)
    visit.page.reload()


@state("watch, connection lost")
def watch_lost(visit: Visit) -> None:
    visit.watch(game=visit.game(A_HAND))
    visit.page.route("**/v/?v=*", lambda route: route.abort())
    visit.page.locator("#live.lost").wait_for()
