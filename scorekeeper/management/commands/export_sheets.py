"""`manage.py export_sheets --group GROUP [FILE]`: write games as a score sheet file. FORMAT.md: Exporting.

The number of games that couldn't be written goes to standard error. Hidden games are left out unless asked for.
"""

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _, ngettext

from scorekeeper.exchange.writing import TooLargeError, write_document
from scorekeeper.management.commands.invite import chosen_group
from scorekeeper.management.commands.score import use_utf8
from scorekeeper.management.common import database_errors, file_errors
from scorekeeper.models import Playgroup
from scorekeeper.queries.files import exports


class Command(BaseCommand):
    """Select the games and write them. On failure, print one line and exit with status 1."""

    help = "Write the games of a group, a year, a night, or one game as a score sheet file (JSON)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--group", default="", help="the group's name or number; needed if there are several")
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--year", default="", help="only the nights of this year")
        which.add_argument("--night", default="", metavar="DATE", help="only this night, like 2026-11-14")
        which.add_argument("--game", default="", metavar="ID", help="only this game, by the number in its address")
        parser.add_argument("--hidden", action="store_true", help="hidden games too")
        parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="a new file; - is standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8(self.stdout, self.stderr)
        try:
            with database_errors(_("The database is not ready: {reason}")):
                selection = _selection(chosen_group(options["group"]), options)
                content = write_document(selection.files())
        except TooLargeError:
            raise CommandError(
                _("These games are too many for one file. Take them out year by year, or night by night.")
            ) from None
        if count := len(selection.left_out):
            left_out = ngettext(
                "{count} game is left out, since its rules are not known here.",
                "{count} games are left out, since their rules are not known here.",
                count,
            )
            self.stderr.write(left_out.format(count=count))
        with file_errors(options["file"]):
            if options["file"] == "-":
                self.stdout.write(content.decode(), ending="")
                self.stdout.flush()
            else:
                with Path(options["file"]).open("xb") as file:
                    file.write(content)


def _selection(group: Playgroup, options: dict[str, Any]) -> exports.Selection:
    hidden: bool = options["hidden"]
    if options["game"]:
        game = exports.find_game(group, options["game"])
        if game is None:
            raise CommandError(_("There is no such game in this group."))
        return exports.of_game(game)
    if options["night"]:
        try:
            night = exports.find_night(group, date.fromisoformat(options["night"]))
        except ValueError:
            raise CommandError(_("A night is a day, written like 2026-11-14.")) from None
        if night is None:
            raise CommandError(_("There is no such night in this group."))
        return exports.of_night(night, with_hidden=hidden)
    year: str = options["year"]
    if year and not (year.isascii() and year.isdecimal() and len(year) == 4 and int(year)):
        raise CommandError(_("A year is written like 2026."))
    return exports.of_group(group, year=int(year) if year else None, with_hidden=hidden)
