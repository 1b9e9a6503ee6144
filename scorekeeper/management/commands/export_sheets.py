"""`manage.py export_sheets --group GROUP [FILE]`: write games as a score sheet file. FORMAT.md: Exporting."""

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scorekeeper.files import exports
from scorekeeper.formats.documents import TooLargeError, joined, write_sheets
from scorekeeper.host.commands import OwnCommand, file_errors, use_utf8
from scorekeeper.management.commands.invite import chosen_group
from scorekeeper.models import Game, Night, Playgroup


class Command(OwnCommand):
    help = gettext_lazy("Write a group’s games as a score sheet file: all, a year, a night or one.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--group", default="", help=_("the group’s name or number, if there are several groups"))
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--year", default="", help=_("only this year’s nights"))
        which.add_argument("--night", default="", metavar="DATE", help=_("only this night, like 2026-11-14"))
        which.add_argument("--game", default="", metavar="ID", help=_("only the game with this number in its address"))
        parser.add_argument("--hidden", action="store_true", help=_("include hidden games"))
        parser.add_argument("file", metavar="FILE", nargs="?", default="-", help=_("a new file, or - for stdout"))

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8(self.stdout, self.stderr)
        try:
            selection = _selection(chosen_group(options["group"]), options)
            content = joined(write_sheets(selection.files()))
        except TooLargeError:
            raise CommandError(_("These games don’t fit in one file. Export them by year or by night.")) from None
        if count := selection.left_out:
            left_out = ngettext(
                "{count} game was left out because the app doesn’t know its rules.",
                "{count} games were left out because the app doesn’t know their rules.",
                count,
            )
            self.stderr.write(left_out.format(count=count))
        if not selection.games:
            raise CommandError(_("There are no games to export."))
        with file_errors(options["file"]):
            if options["file"] == "-":
                self.stdout.write(content.decode(), ending="")
                self.stdout.flush()
            else:
                with Path(options["file"]).open("xb") as file:
                    file.write(content)


def _selection(group: Playgroup, options: dict[str, Any]) -> exports.Selection:
    if options["game"]:
        is_id = options["game"].isdecimal() and len(options["game"]) < 19
        game = Game.objects.filter(group=group, pk=int(options["game"])).first() if is_id else None
        if game is None:
            raise CommandError(_("This group has no such game."))
        return exports.of_game(game)
    if options["night"]:
        try:
            night = Night.objects.filter(group=group, date=date.fromisoformat(options["night"])).first()
        except ValueError:
            raise CommandError(_("--night: expected a date like 2026-11-14.")) from None
        if night is None:
            raise CommandError(_("This group didn’t play on that date."))
        return exports.of_night(night, with_hidden=options["hidden"])
    if (year := options["year"]) and not (year.isascii() and year.isdecimal() and len(year) == 4 and int(year)):
        raise CommandError(_("--year: expected a year like 2026."))
    return exports.of_group(group, year=int(year) if year else None, with_hidden=options["hidden"])
