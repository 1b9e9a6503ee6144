"""States of adding the app to a home screen, and of its first start there."""

from scorekeeper.models import Membership
from scorekeeper.services.hand_overs import LASTS_FOR_HOME_SCREEN, make_hand_over
from scorekeeper.sessions import hashed
from tests.browser.states import LONG_NAMES, Visit, state


def token_of(visit: Visit) -> str:
    """Make a token for this browser's home screen."""
    (cookie,) = (cookie for cookie in visit.page.context.cookies() if cookie["name"] == "scorekeeper")
    return make_hand_over(session=hashed(cookie["value"]), lasts=LASTS_FOR_HOME_SCREEN)


@state("add to home screen")
def home_screen(visit: Visit) -> None:
    Membership.objects.filter(pk=visit.owner.pk).update(name=LONG_NAMES[1])
    visit.go(f"/home-screen/{token_of(visit)}/")


@state("home screen, first start")
def from_home_screen(visit: Visit) -> None:
    token = token_of(visit)
    visit.page.context.clear_cookies()
    visit.go(f"/home-screen/{token}/start/")
