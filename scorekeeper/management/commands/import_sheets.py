"""`manage.py import_sheets --group GROUP FILE`: add the games of a score sheet file to a group, all or none.

What would be added is told first, and added after a yes, or at once with `--yes`. A game that is there already is not
added again. What is wrong with the file is told with its place on standard error, and nothing is stored.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _, ngettext

from scorekeeper.exchange.sheets import read_sheets
from scorekeeper.management.commands.invite import the_group
from scorekeeper.management.commands.score import content_of, speak_utf8
from scorekeeper.management.common import database_errors
from scorekeeper.models import Membership, Playgroup
from scorekeeper.queries.incoming import Incoming, incoming
from scorekeeper.queries.links import members_of
from scorekeeper.services import people
from scorekeeper.services.errors import Refused
from scorekeeper.services.importing import import_games
from scorekeeper.text import sentence


class Command(BaseCommand):
    """Read, tell, ask, add. Exit 0 when everything of the file is in the group, else 1."""

    help = "Add the games of a score sheet file (JSON) to a group, all of them or none; none is added twice."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--group", default="", help="the group's name or number; needed if there are several")
        parser.add_argument("--yes", action="store_true", help="add the games without asking")
        parser.add_argument("file", metavar="FILE", nargs="?", default="", help="the sheet file; - is standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        speak_utf8(self.stdout, self.stderr)
        if not options["file"]:
            raise CommandError(_("Name a sheet file, or - for standard input."))
        try:
            with database_errors(_("The database is not ready: {reason}")):
                self._import(options["file"], the_group(options["group"]), yes=options["yes"])
        except Refused as refused:
            raise CommandError(f"{refused.path}: {sentence(refused.message)}") from None

    def _import(self, file: str, group: Playgroup, *, yes: bool) -> None:
        by = _first_owner(group)
        document = read_sheets(content_of(file))
        for message in document.messages:
            self.stderr.write(str(message), style_func=str)
        if document.stopped:
            raise SystemExit(1)
        found = incoming(group, document.games, most_players=people.MOST_PLAYERS)
        for objection in found.objections:
            self.stderr.write(f"{objection.place}: error: {sentence(objection.message)}", style_func=str)
        if found.objections:
            raise SystemExit(1)
        for line in _told(found):
            self.stdout.write(line)
        if found.fresh:
            if not yes and not _agreed(group):
                raise CommandError(_("Nothing was added."))
            import_games(group=group, games=document.games, by=by)
            self.stdout.write(_("Added."))


def _agreed(group: Playgroup) -> bool:
    try:
        answer = input(_("Add them to “{group}”? (yes/no) ").format(group=group.name))
    except EOFError:  # nobody is there to answer
        return False
    return answer.strip().casefold() in {"yes", "y", _("yes")}


def _first_owner(group: Playgroup) -> Membership:
    owners = [member for member in members_of(group) if member.is_owner]
    if not owners:
        raise CommandError(_("The group has no owner; `manage.py invite` makes one."))
    return min(owners, key=lambda member: member.pk)


def _told(found: Incoming) -> Iterator[str]:
    games = ngettext("{count} game to add", "{count} games to add", len(found.fresh)).format(count=len(found.fresh))
    hands = ngettext("{count} hand", "{count} hands", found.hands).format(count=found.hands)
    yield f"{games}, {hands}" if found.fresh else _("There is nothing to add.")
    if found.here:
        here = ngettext("{count} game is here already", "{count} games are here already", found.here)
        yield here.format(count=found.here)
    if found.new_players:
        yield _("New players: {names}").format(names=", ".join(found.new_players))
    for each in found.lookalikes:
        yield _("{name} looks like {like}").format(name=each.name, like=", ".join(each.like))
