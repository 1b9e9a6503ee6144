"""Pages that can't be opened or don't work: 410, 404, 403, 500, offline."""

from scorekeeper.models import Game
from scorekeeper.services import members
from tests.browser.driving import sign_in
from tests.browser.states import Visit, state
from tests.browser.states_groups import group_empty
from tests.cast import A_HAND


@state("410, removed from the group")
def removed(visit: Visit) -> None:
    game = visit.game(A_HAND)
    sign_in(visit.page, visit.cast.recorder, visit.home)
    members.remove_member(group=visit.cast.group, member_id=visit.cast.recorder.pk, by=visit.owner)
    visit.thumb.open(game)


@state("410, on an open page")
def removed_open(visit: Visit) -> None:
    game = visit.game(A_HAND)
    sign_in(visit.page, visit.cast.recorder, visit.home)
    visit.thumb.open(game)
    members.remove_member(group=visit.cast.group, member_id=visit.cast.recorder.pk, by=visit.owner)
    visit.page.get_by_role("heading", name="You can’t open this anymore").wait_for()


@state("404")
def missing(visit: Visit) -> None:
    visit.go("/nothing/here/")


@state("403")
def forbidden(visit: Visit) -> None:
    game = visit.game()
    Game.objects.filter(pk=game.pk).update(rules="forgotten")
    visit.thumb.open(game, 1)


@state("403, an expired form")
def csrf(visit: Visit) -> None:
    visit.go("/")
    visit.page.context.clear_cookies(name="csrftoken")
    visit.thumb.toggle("Start another group").fill(name="Wednesday", owner_name="Olga").tap("Start group")


@state("500")
def broken(visit: Visit) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("a test breaks this")

    visit.monkeypatch.setattr("scorekeeper.queries.looking_back.nights.nights_page", fail)
    group_empty(visit)


@state("offline")
def offline(visit: Visit) -> None:
    visit.thumb.open(visit.game(), 1)
    visit.page.route("**/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    visit.thumb.find("10").tap()
    visit.page.locator("#trouble").wait_for(state="visible")
