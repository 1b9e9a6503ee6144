"""States of going on elsewhere: at the app's name, on the home screen, and from the page for the table."""

import uuid
from ipaddress import ip_address

from django.conf import settings

from scorekeeper.models import Membership
from scorekeeper.people.accounts.writing import make_personal_link
from scorekeeper.people.groups.writing import start_group
from scorekeeper.web import network
from tests.browser.driving import sign_in
from tests.browser.states import LONG_NAMES, Visit, state, variant
from tests.cast import A_HAND


@variant("group, which can be opened at a name")
def group_named(visit: Visit) -> None:
    visit.monkeypatch.setattr(settings, "LOCAL_NAME", "scorekeeper-2.local")
    visit.game(A_HAND)
    visit.go(f"/groups/{visit.cast.group.pk}/")


def open_link(visit: Visit, *, keep: bool = False) -> None:
    """Open the owner's personal link in a browser of a stranger, or in this one as another member of the cast."""
    token = make_personal_link(user=visit.owner.user)
    visit.page.context.clear_cookies()
    if keep:
        sign_in(visit.page, visit.cast.stranger, visit.home)
    visit.go(f"/go-on/{token}/?group={visit.cast.group.pk}")


@state("go on")
def go_on(visit: Visit) -> None:
    open_link(visit)


@variant("go on, long names and several groups")
def go_on_long(visit: Visit) -> None:
    Membership.objects.filter(pk=visit.owner.pk).update(name=LONG_NAMES[1])
    for number, group in enumerate((LONG_NAMES[0], "Sunday")):
        uid = uuid.UUID(int=number)
        start_group(uid=uid, name=group, owner_name="Olga", time_zone="UTC", user=visit.owner.user)
    open_link(visit)


@state("add to home screen")
def home_screen(visit: Visit) -> None:
    Membership.objects.filter(pk=visit.owner.pk).update(name=LONG_NAMES[1])
    visit.go(f"/home-screen/{make_personal_link(user=visit.owner.user)}/")


def show_table(visit: Visit, *addresses: str, **values: str) -> None:
    """Open the page on a machine with these addresses and settings."""
    visit.monkeypatch.setattr(network, "addresses", lambda: tuple(map(ip_address, addresses)))
    for name, value in values.items():
        visit.monkeypatch.setattr(settings, name, value)
    visit.go(f"/table/?wifi={network.offer_wifi()}")


@state("for the table, found by name, with the Wi-Fi")
def table_wifi(visit: Visit) -> None:
    names = {"LOCAL_NAME": "scorekeeper-2.local", "WIFI": "Ann’s Wi-Fi", "WIFI_PASSWORD": "47114711471147114711"}
    show_table(visit, "192.168.178.123", **names)


@variant("for the table, the longest names")
def table_long(visit: Visit) -> None:
    names = {"LOCAL_NAME": "scorekeeper-12.local", "WIFI": "W" * 32, "WIFI_PASSWORD": 'W;":\\' * 12 + "WWW"}
    show_table(visit, "fd12:3456:789a:bcde:f012:3456:789a:bcde", **names)
