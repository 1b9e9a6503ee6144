"""States of the pages that delete a group or an account, and of the log."""

from scorekeeper.models import Event
from scorekeeper.services import accounts, leaving, links, members
from tests.browser.driving import sign_in
from tests.browser.states import LONG_NAMES, PASSWORD, Visit, state
from tests.browser.states_people import crowd


@state("people, after a removal")
def people_removed(visit: Visit) -> None:
    crowd(visit)
    guest = members.redeem(link=links.make_owner_link(visit.cast.group), name=LONG_NAMES[4], user=None)
    links.make_join_link(group=visit.cast.group, label="For the aunts", by=guest)
    visit.go(f"/groups/{visit.cast.group.pk}/people/")
    visit.thumb.tap("Remove " + LONG_NAMES[4])
    visit.thumb.tap("Remove " + LONG_NAMES[4])


@state("activity")
def activity(visit: Visit) -> None:
    people_removed(visit)
    visit.go(f"/groups/{visit.cast.group.pk}/activity/")


@state("activity, nothing yet")
def activity_empty(visit: Visit) -> None:
    Event.objects.all().delete()
    visit.go(f"/groups/{visit.cast.group.pk}/activity/")


@state("delete a group")
def delete_group(visit: Visit) -> None:
    crowd(visit)
    visit.go(f"/groups/{visit.cast.group.pk}/delete/")


@state("a group to be deleted, an owner")
def group_deleted_soon(visit: Visit) -> None:
    visit.long_game(1)
    leaving.plan_deletion(group=visit.cast.group, by=visit.owner)
    visit.go(f"/groups/{visit.cast.group.pk}/")


@state("delete an account, the only owner")
def delete_account_refused(visit: Visit) -> None:
    visit.sign_up()
    visit.go("/account/delete/")
    visit.thumb.fill(password=PASSWORD).tap("Delete account")


@state("delete an account that owns nothing")
def delete_account_alone(visit: Visit) -> None:
    user, _code = accounts.sign_up(user=visit.cast.recorder.user, name="Rex", password=PASSWORD)
    visit.cast.recorder.user = user
    sign_in(visit.page, visit.cast.recorder, visit.home)
    visit.go("/account/delete/")
