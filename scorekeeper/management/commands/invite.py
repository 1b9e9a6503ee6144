"""`manage.py invite [GROUP]`: print a one-time owner link, for when a phone is lost or the address changes."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.formats.language import name_key
from scorekeeper.host.commands import OwnCommand, port_number, print_qr_code, why_alone
from scorekeeper.models import Playgroup
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_owner_link
from scorekeeper.web import network


class Command(OwnCommand):
    help = gettext_lazy("Print a one-time link that makes whoever opens it an owner of a group.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "group", nargs="?", default="", help=_("the group’s name or number, if there are several groups")
        )
        parser.add_argument("--port", default="", help=_("the port to print (default: the running server’s, or 8000)"))

    def handle(self, *, group: str, port: str, **options: Any) -> None:
        running = None if port else network.find(settings.DATA_DIR)
        listener = running or network.Listener(host="0.0.0.0", port=port_number(port or "8000"))
        others = listener.urls(settings.BASE_URL)
        chosen = chosen_group(group)
        path = reverse("join", args=[token_of(make_owner_link(chosen))])
        if not others:
            self.stdout.write(why_alone(listener))
        invitation = _("Open this link within 24 hours to become an owner of “{group}”. It works only once.")
        address = (others[0] if others else listener.url()) + path
        self.stdout.write(invitation.format(group=chosen.name))
        self.stdout.write(address)
        if others:
            print_qr_code(self.stdout, address, _("Or scan it with a phone:"))


def chosen_group(name_or_number: str) -> Playgroup:
    """Return the group with this number or, failing that, this name; if neither is given, the only group."""
    everyone = list(Playgroup.objects.order_by("pk"))
    groups = [group for group in everyone if name_or_number in ("", str(group.pk))]
    groups = groups or [group for group in everyone if name_key(group.name) == name_key(name_or_number)]
    if len(groups) == 1:
        return groups[0]
    if not groups:
        none_yet = _("There are no groups yet. Start one in the app.")
        raise CommandError(_("There is no such group.") if name_or_number else none_yet)
    names = ", ".join(f"{group.pk} ({group.name})" for group in groups)
    raise CommandError(_("Which group? Give its number: {names}").format(names=names))
