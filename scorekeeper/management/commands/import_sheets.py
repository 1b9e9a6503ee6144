"""`manage.py import_sheets --group GROUP FILE`: add a file's games to a group. FORMAT.md: Importing; Errors."""

from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scorekeeper.files.importing import import_games
from scorekeeper.files.incoming import Incoming, known_here
from scorekeeper.formats.brought import Brought
from scorekeeper.formats.language import isolated, sentence
from scorekeeper.formats.reading import same_people
from scorekeeper.host.commands import OwnCommand, use_utf8
from scorekeeper.management.commands.invite import chosen_group
from scorekeeper.management.commands.score import read_file
from scorekeeper.people.groups.reading import members_of
from scorekeeper.web.configuration import COMMAND
from scorekeeper.web.refusals import Refused


class Command(OwnCommand):
    help = gettext_lazy("Add a score sheet file’s games to a group, or none if it has errors.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--group", default="", help=_("the group’s name or number, if there are several groups"))
        parser.add_argument("--yes", action="store_true", help=_("import without asking"))
        parser.add_argument("file", metavar="FILE", help=_("the score sheet file, or - for stdin"))

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8(self.stdout, self.stderr)
        group = chosen_group(options["group"])
        owners = [member for member in members_of(group) if member.is_owner]
        if not owners:
            no_owner = _("This group has no owner. Make a link for one with `{command} invite`.")
            raise CommandError(no_owner.format(command=COMMAND))
        document = read_file(options["file"], self.stderr)
        preview = Incoming(group, document.games)
        for objection in preview.objections:
            self.stderr.write(f"{objection.path}: error: {sentence(objection.message)}", style_func=str)
        if preview.objections:
            raise SystemExit(1)
        count = len(preview.new)
        games = ngettext("{count} game to import", "{count} games to import", count).format(count=count)
        hands = ngettext("{count} hand", "{count} hands", preview.hands).format(count=preview.hands)
        brought = f"{games}, {hands}" if preview.hands else games
        self.stdout.write(brought if preview.new else _("Nothing to import."))
        if preview.here:
            here = ngettext("{count} game is already here", "{count} games are already here", preview.here)
            self.stdout.write(here.format(count=preview.here))
        if preview.new_players:
            names = ", ".join(map(isolated, preview.new_players))
            self.stdout.write(_("New players: {names}").format(names=names))
        for question in same_people(Brought(games=preview.new), {}, known_here(group)).questions:
            self.stdout.write(question.text)
        if not preview.new:
            return
        if not options["yes"]:
            answer = ""
            with suppress(EOFError):  # nobody is there to answer
                answer = input(_("Import into “{group}”? (yes/no) ").format(group=group.name))
            if answer.strip().casefold() not in {"yes", "y", _("yes")}:
                raise CommandError(_("Nothing was imported."))
        try:
            import_games(group=group, games=document.games, by=min(owners, key=lambda member: member.pk))
        except Refused as refused:
            raise CommandError(sentence(refused.message)) from None
        self.stdout.write(_("Imported."))
