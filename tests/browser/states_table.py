"""States of the page for the table: by address only, by name too, with the Wi-Fi, and without a network."""

from ipaddress import ip_address

from django.conf import settings

from scorekeeper import network, running
from tests.browser.states import Visit, state


def show_table(visit: Visit, *addresses: str, **values: str) -> None:
    """Open the page on a machine with these addresses and settings."""
    visit.monkeypatch.setattr(network, "addresses", lambda: tuple(map(ip_address, addresses)))
    for name, value in values.items():
        visit.monkeypatch.setattr(settings, name, value)
    visit.go(f"/table/?wifi={running.offer_wifi()}")


@state("for the table")
def table(visit: Visit) -> None:
    show_table(visit, "192.168.178.123")


@state("for the table, found by name, with the Wi-Fi")
def table_wifi(visit: Visit) -> None:
    names = {"LOCAL_NAME": "scorekeeper-2.local", "WIFI": "Ann’s Wi-Fi", "WIFI_PASSWORD": "47114711471147114711"}
    show_table(visit, "192.168.178.123", **names)


@state("for the table, in another browser than the one with the Wi-Fi")
def table_without_wifi(visit: Visit) -> None:
    show_table(visit, "192.168.178.123", WIFI="Ann’s Wi-Fi", WIFI_PASSWORD="47114711471147114711")
    visit.page.context.clear_cookies()
    visit.go("/table/")


@state("for the table, an open Wi-Fi")
def table_open_wifi(visit: Visit) -> None:
    show_table(visit, "10.42.0.1", WIFI="AndroidAP")


@state("for the table, the longest names")
def table_long(visit: Visit) -> None:
    names = {"LOCAL_NAME": "scorekeeper-12.local", "WIFI": "W" * 32, "WIFI_PASSWORD": 'W;":\\' * 12 + "WWW"}
    show_table(visit, "fd12:3456:789a:bcde:f012:3456:789a:bcde", **names)


@state("for the table, no network")
def table_alone(visit: Visit) -> None:
    show_table(visit)
