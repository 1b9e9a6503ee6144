"""`manage.py backup FILE`: write a consistent copy of the SQLite database, even while games are being recorded."""

import os
import shutil
import sqlite3
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.host import commands
from scorekeeper.host.commands import OwnCommand
from scorekeeper.web.configuration import KEY_FILE


class Command(OwnCommand):
    help = gettext_lazy("Copy the database to a file, even while games are being recorded.")
    requires_system_checks = ()  # they are slow, and a backup must be possible even when something is wrong

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help=_("the new file, or - for stdout"))

    def handle(self, *args: Any, **options: Any) -> None:
        database, file = commands.sqlite_file(), Path(options["file"])
        if database is None:
            raise CommandError(_("This is a PostgreSQL database. Back it up with pg_dump, as docs/machines.md says."))
        if not database.is_file():  # connecting would create it
            raise CommandError(_("There is no database at {database} yet.").format(database=database))
        say = self.stdout.write
        with commands.file_errors(options["file"]):
            if options["file"] == "-":
                say = partial(self.stderr.write, style_func=str)  # stdout is for the copy
                with copied(database, database.parent) as copy, copy.open("rb") as opened:
                    shutil.copyfileobj(opened, sys.stdout.buffer)
                    sys.stdout.flush()
            elif file.is_dir():
                raise CommandError(_("{file} is a folder; give the name of a new file in it.").format(file=file))
            elif os.path.lexists(file):  # never overwrite: it may be the only good copy
                raise FileExistsError
            else:
                with copied(database, file.parent) as copy:
                    commands.synchronize(copy)
                    copy.rename(file)
                    commands.synchronize(file.parent)
                say(_("Backup written to {file}").format(file=file))
        if (key := settings.DATA_DIR / KEY_FILE).exists():
            keep = _("Keep the secret key {key} too. Without it, links stop working and everyone is signed out.")
            say(keep.format(key=key))


@contextmanager
def copied(database: Path, folder: Path) -> Iterator[Path]:
    """Yield a whole copy of the database in this folder, which is deleted at the end unless it has been renamed."""
    commands.refuse_damage(database)
    with commands.temporary_file(folder, ".backup-") as temporary:
        with closing(sqlite3.connect(temporary)) as copy:
            connection.ensure_connection()
            connection.connection.backup(copy)  # in one step, so it locks nobody out, and never starts over
            # A single file can be read on a read-only disk, too; `serve` turns the write-ahead log back on.
            copy.execute("PRAGMA journal_mode=DELETE")
        if problem := commands.problem_of(temporary):
            raise CommandError(_("Can’t copy the database: {reason}").format(reason=problem))
        yield temporary
