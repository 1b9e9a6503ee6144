"""Pages that can't be opened or don't work: 410, 404, 403, 500, 503, offline."""

from django.db import OperationalError

from scorekeeper.models import Game
from scorekeeper.people.groups import writing as groups_writing
from tests.browser.driving import sign_in
from tests.browser.states import Visit, state, variant
from tests.browser.states_groups import group_empty
from tests.cast import A_HAND


@state("410, removed from the group")
def removed(visit: Visit) -> None:
    game = visit.game(A_HAND)
    sign_in(visit.page, visit.cast.recorder, visit.home)
    groups_writing.remove_member(group=visit.cast.group, member_id=visit.cast.recorder.pk, by=visit.owner)
    visit.thumb.open(game)


@state("404")
def missing(visit: Visit) -> None:
    visit.go("/nothing/here/")


@state("403")
def forbidden(visit: Visit) -> None:
    game = visit.game()
    Game.objects.filter(pk=game.pk).update(rules="forgotten")
    visit.thumb.open(game, 1)


@variant("403, an expired form")
def csrf(visit: Visit) -> None:
    visit.go("/")
    visit.page.context.clear_cookies(name="scorekeeper-csrf")
    visit.thumb.toggle("Start another group").fill(name="Wednesday", owner_name="Olga").tap("Start a group")


@variant("500")
def broken(visit: Visit) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("a test breaks this")

    visit.monkeypatch.setattr("scorekeeper.looking_back.nights.nights_page", fail)
    group_empty(visit)


def be_busy(visit: Visit, what: str) -> None:
    """Let the database be away whenever this function is called."""

    def fail(*_args: object, **_options: object) -> None:
        raise OperationalError("a test breaks this")

    visit.monkeypatch.setattr(what, fail)


@state("503, a form")
def busy_form(visit: Visit) -> None:
    be_busy(visit, "scorekeeper.people.groups.writing.change_group")
    visit.go(f"/groups/{visit.cast.group.pk}/change/")
    visit.page.get_by_role("button", name="Save").tap()
    visit.page.get_by_role("button", name="Send again").wait_for()


@variant("busy, on a hand")
def busy_hand(visit: Visit) -> None:
    visit.thumb.open(visit.game(), 1)
    be_busy(visit, "scorekeeper.recording.game.writing.lock_unread")
    be_busy(visit, "scorekeeper.recording.game.reading.member_version")
    visit.thumb.find("10").tap()
    visit.page.locator("#trouble").wait_for(state="visible")
    visit.see_lost()


@variant("a page whose link ended")
def ended(visit: Visit) -> None:
    visit.thumb.open(visit.game(A_HAND))
    visit.page.route("**/v/**", lambda route: route.fulfill(status=410))
    visit.page.context.clear_cookies()
    visit.see_lost()


@variant("offline")
def offline(visit: Visit) -> None:
    visit.thumb.open(visit.game(), 1)
    visit.page.route("**/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    visit.thumb.find("10").tap()
    visit.page.locator("#trouble").wait_for(state="visible")
