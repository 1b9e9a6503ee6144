"""`manage.py score`: print a file with its results, or how a game is written. FORMAT.md: Results; Errors; The games."""

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.formats.documents import write_fields, write_sheets
from scorekeeper.formats.made_up import made_up_game
from scorekeeper.formats.plain import write_plain
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.games import all_games
from scorekeeper.host.commands import OwnCommand, content_of, use_utf8


class Command(OwnCommand):
    help = gettext_lazy("Score a score sheet file and print the results; nothing is stored.")
    requires_system_checks: list[str] = []  # noqa: RUF012 - as in the base class
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        subject = parser.add_mutually_exclusive_group(required=True)
        subject.add_argument("file", metavar="FILE", nargs="?", help=_("the score sheet file, or - for stdin"))
        subject.add_argument(
            "--fields", choices=all_games(), help=_("print a game’s options and fields, and an example")
        )
        parser.add_argument("--text", action="store_true", help=_("print readable sheets instead of JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8(self.stdout, self.stderr)
        game, stopped = all_games().get(options["fields"]), False
        try:
            output: Iterable[str] = ()
            if game:
                output = (
                    *write_fields(game),
                    "\n```json\n",
                    *write_sheets(filter(None, [made_up_game(game)])),
                    "```\n",
                )
            else:
                document = read_sheets(content_of(options["file"]))
                stopped = document.stopped
                for message in document.messages:
                    self.stderr.write(str(message), style_func=str)
                if not (stopped or document.games):
                    self.stderr.write(_("There are no games in this file."), style_func=str)
                if not stopped:
                    output = (write_plain if options["text"] else write_sheets)(document.games)
            for piece in output:
                self.stdout.write(piece, style_func=str, ending="")
            self.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise CommandError(_("Can’t write the results: {why}").format(why=error.strerror)) from None
        if stopped:
            raise SystemExit(1)
