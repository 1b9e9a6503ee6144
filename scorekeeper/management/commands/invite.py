"""`manage.py invite [GROUP]`: a one-time owner link, for a lost phone or a changed address."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper import network
from scorekeeper.models import Playgroup
from scorekeeper.queries.groups import find_groups
from scorekeeper.queries.links import token_of
from scorekeeper.services.links import make_owner_link


class Command(BaseCommand):
    """Print a one-time owner link into a group, with a QR code to scan."""

    help = "Print a one-time link that makes a browser an owner of a group."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The group by its name or number, and where the app is reached."""
        parser.add_argument(
            "group", nargs="?", default="", help="the group's name or number; needed if there are several"
        )
        parser.add_argument("--port", type=int, default=8000, help="the port that serve was given (default 8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the link and print it."""
        group = _the_group(options["group"])
        address = _base(options["port"]) + reverse("join", args=[token_of(make_owner_link(group))])
        self.stdout.write(_("Into “{group}”, once, within 24 hours:").format(group=group.name))
        self.stdout.write(address)
        segno.make(address, error="l").terminal(out=self.stdout, compact=True)


def _the_group(wanted: str) -> Playgroup:
    found = find_groups(wanted)
    if len(found) == 1:
        return found[0]
    if not found:
        raise CommandError(
            _("There is no such group.") if wanted else _("There is no group yet: start one in the app.")
        )
    names = ", ".join(f"{group.pk} ({group.name})" for group in found)
    raise CommandError(_("Which group? Give its number: {names}").format(names=names))


def _base(port: int) -> str:
    """Where a phone reaches the app."""
    if settings.BASE_URL:
        return str(settings.BASE_URL)
    found = network.addresses()
    return f"http://{network.in_url(found[0]) if found else 'localhost'}:{port}"
