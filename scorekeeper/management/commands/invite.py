"""`manage.py invite [GROUP]`: print a one-time owner link, in case a phone was lost or the address has changed."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper import network
from scorekeeper.management.common import database_errors, print_qr_code, whole
from scorekeeper.models import Playgroup
from scorekeeper.queries.people.groups import find_groups
from scorekeeper.queries.people.links import token_of
from scorekeeper.services.links import make_owner_link


class Command(BaseCommand):
    """Print a one-time link that makes whoever opens it an owner of a group, with a QR code to scan."""

    help = "Print a one-time link that makes a browser an owner of a group."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "group", nargs="?", default="", help="the group's name or number; needed if there are several"
        )
        parser.add_argument("--port", default="8000", help="the port that serve was given, 8000 by default")

    def handle(self, *, group: str, port: str, **options: Any) -> None:
        base = _base_address(whole("--port", str(port), 1, 65535))
        with database_errors(_("The database is not ready ({reason}); start the app once with `manage.py serve`.")):
            chosen = chosen_group(group)
            address = base + reverse("join", args=[token_of(make_owner_link(chosen))])
        self.stdout.write(_("Into “{group}”, once, within 24 hours:").format(group=chosen.name))
        self.stdout.write(address)
        print_qr_code(self.stdout, address)


def chosen_group(name_or_number: str) -> Playgroup:
    """Return the group with this name or number or, if none is given, the only group."""
    groups = find_groups(name_or_number)
    if len(groups) == 1:
        return groups[0]
    if not groups:
        raise CommandError(
            _("There is no such group.") if name_or_number else _("There is no group yet: start one in the app.")
        )
    names = ", ".join(f"{group.pk} ({group.name})" for group in groups)
    raise CommandError(_("Which group? Give its number: {names}").format(names=names))


def _base_address(port: int) -> str:
    if settings.BASE_URL:
        return str(settings.BASE_URL)
    addresses = network.addresses()
    return f"http://{network.in_url(addresses[0]) if addresses else 'localhost'}:{port}"
