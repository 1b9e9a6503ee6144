"""States of going on at the app's name: the link, and the page that asks there."""

import uuid

from django.conf import settings

from scorekeeper.models import Membership
from scorekeeper.services.hand_overs import make_hand_over
from scorekeeper.services.people import start_group
from scorekeeper.sessions import hashed
from tests.browser.driving import sign_in
from tests.browser.states import LONG_NAMES, Visit, state
from tests.cast import A_HAND


def name(visit: Visit) -> None:
    """Give the app a name on the network."""
    visit.monkeypatch.setattr(settings, "LOCAL_NAME", "scorekeeper-2.local")


@state("group, which can be opened at a name")
def group_named(visit: Visit) -> None:
    name(visit)
    visit.game(A_HAND)
    visit.go(f"/groups/{visit.cast.group.pk}/")


def open_hand_over(visit: Visit, *, keep: bool = False) -> None:
    """Open a hand-over of this browser's in a browser of a stranger, or in this one as another member of the cast."""
    (cookie,) = (cookie for cookie in visit.page.context.cookies() if cookie["name"] == "scorekeeper")
    token = make_hand_over(session=hashed(cookie["value"]))
    visit.page.context.clear_cookies()
    if keep:
        sign_in(visit.page, visit.cast.stranger, visit.home)
    visit.go(f"/go-on/{token}/?group={visit.cast.group.pk}")


@state("go on")
def go_on(visit: Visit) -> None:
    open_hand_over(visit)


@state("go on, long names and several groups")
def go_on_long(visit: Visit) -> None:
    Membership.objects.filter(pk=visit.owner.pk).update(name=LONG_NAMES[1])
    for number, group in enumerate((LONG_NAMES[0], "Sunday")):
        uid = uuid.UUID(int=number)
        start_group(uid=uid, name=group, owner_name="Olga", time_zone="UTC", user=visit.owner.user)
    open_hand_over(visit)


@state("go on, where the browser has groups of its own")
def go_on_kept(visit: Visit) -> None:
    open_hand_over(visit, keep=True)
