"""`manage.py invite [GROUP]`: a one-time owner link, for a lost phone or a changed address."""

from __future__ import annotations

import io
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper import network
from scorekeeper.management.commands.serve import whole
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
        parser.add_argument("--port", default="8000", help="the port that serve was given, 8000 by default")

    def handle(self, *, group: str, port: str, **options: Any) -> None:
        """Make the link and print it; each failure is one line and exit 1."""
        base = _base(whole("--port", str(port), 1, 65535))
        try:
            chosen = the_group(group)
            address = base + reverse("join", args=[token_of(make_owner_link(chosen))])
        except (DatabaseError, OSError) as error:
            reason = " ".join(str(error).split())
            raise CommandError(
                _("The database is not ready ({reason}); start the app once with `manage.py serve`.").format(
                    reason=reason
                )
            ) from None
        self.stdout.write(_("Into “{group}”, once, within 24 hours:").format(group=chosen.name))
        self.stdout.write(address)
        picture = io.StringIO()
        segno.make(address, error="l", micro=False).terminal(picture, compact=True)
        with suppress(UnicodeEncodeError):  # a terminal without block characters does without
            self.stdout.write(picture.getvalue())


def the_group(wanted: str) -> Playgroup:
    """The group with this name or number; without one, the only group there is."""
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
