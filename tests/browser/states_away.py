"""States of a phone without its server: offered to go on, the form, what waits, and what comes back for an answer."""

from playwright.sync_api import expect

from scorekeeper.models import Game, Membership
from scorekeeper.people.groups import writing as groups_writing
from tests.browser.away import AwayPhone
from tests.browser.states import Visit, state, variant
from tests.cast import play

FIVE = "10 6 - 8 5 | 12 9 3 3 3"
OTHER = "7 11 - 8 5 | 9 12 3 3 3"
NOT_POSSIBLE = "10 10 - 8 5 | 12 9 3 3 3"


def away(visit: Visit, game: Game, *hands: str, number: int | None = None, by: Membership | None = None) -> AwayPhone:
    """Let a phone record these hands of a game without the server."""
    phone = AwayPhone(visit.page, by or visit.owner, visit.home)
    return phone.open(game, number).lose().leave().record(*hands)


@variant("without the server, offered on a hand")
def away_offered(visit: Visit) -> None:
    AwayPhone(visit.page, visit.owner, visit.home).open(visit.game(), 1).lose()


@variant("without the server, five long names")
def away_form(visit: Visit) -> None:
    away(visit, visit.long_game(), number=1)


@state("without the server, what waits")
def away_list(visit: Visit) -> None:
    phone = away(visit, visit.long_game(), FIVE, OTHER, FIVE).tap("Show")
    phone.page.locator("#waiting-list li").nth(1).get_by_role("button", name="Remove").tap()


@state("two hands with one number, five long names")
def away_both(visit: Visit) -> None:
    phone = away(visit, game := visit.long_game(), OTHER, OTHER)
    play(game, "10 6 - 8 5 | | 12 9 3 3 3", by=visit.cast.recorder)
    phone.find()
    phone.look()


@variant("a hand that comes back to be put right")
def away_refused(visit: Visit) -> None:
    phone = away(visit, visit.long_game(), NOT_POSSIBLE, FIVE)
    phone.find()
    phone.look()


@variant("hands of somebody who was removed")
def away_removed(visit: Visit) -> None:
    phone = away(visit, visit.long_game(), FIVE, by=visit.cast.recorder)
    groups_writing.remove_member(group=visit.cast.group, member_id=visit.cast.recorder.pk, by=visit.owner)
    phone.find()
    expect(phone.page.locator("#waiting")).to_contain_text("can’t be saved here")
