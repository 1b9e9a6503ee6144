"""`manage.py score`: print a file with its results, or how a game is written. FORMAT.md: Results; Errors; The games."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, OutputWrapper
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.formats.documents import write_fields, write_sheets
from scorekeeper.formats.made_up import made_up_game
from scorekeeper.formats.sheets import Document, read_sheets
from scorekeeper.games import all_games
from scorekeeper.host.commands import OwnCommand, use_utf8
from scorekeeper.rules import limits


class Command(OwnCommand):
    help = gettext_lazy("Score a score sheet file and print the results; nothing is stored.")
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        subject = parser.add_mutually_exclusive_group(required=True)
        subject.add_argument("file", metavar="FILE", nargs="?", help=_("the score sheet file, or - for stdin"))
        subject.add_argument(
            "--fields", choices=all_games(), help=_("print a game’s options and fields, and an example")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        use_utf8(self.stdout, self.stderr)
        game = all_games().get(options["fields"])
        try:
            if game:
                example = write_sheets(filter(None, [made_up_game(game)]))
                output: Iterable[str] = (*write_fields(game), "\n```json\n", *example, "```\n")
            else:
                document = read_file(options["file"], self.stderr)
                if not document.games:
                    self.stderr.write(_("There are no games in this file."), style_func=str)
                output = write_sheets(document.games)
            for piece in output:
                self.stdout.write(piece, style_func=str, ending="")
            self.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise CommandError(_("Can’t write the results: {why}").format(why=error.strerror)) from None


def read_file(file: str, stderr: OutputWrapper) -> Document:
    """Read a score sheet file or standard input, and say what is wrong with it; if that stops it, exit with 1."""
    most = limits.LARGEST_FILE + 1  # a byte too many shows that it is too large
    try:
        if file == "-":
            if sys.stdin is None:
                raise CommandError(_("There is no standard input."))
            content = sys.stdin.buffer.read(most)
        else:
            with Path(file).open("rb") as opened:
                content = opened.read(most)
    except (OSError, ValueError) as error:
        raise CommandError(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    document = read_sheets(content)
    for message in document.messages:
        stderr.write(str(message), style_func=str)
    if document.stopped:
        raise SystemExit(1)
    return document
