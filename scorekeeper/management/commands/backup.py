"""`manage.py backup FILE`: write a consistent copy of the SQLite database, even while games are being recorded."""

import os
import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from scorekeeper.host import commands
from scorekeeper.web.configuration import KEY_FILE


class Command(BaseCommand):
    help = "Back up the SQLite database to FILE. This is safe even while games are being recorded."
    requires_system_checks = ()  # they are slow, and a backup must be possible even when something is wrong

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the new backup file")

    def handle(self, *args: Any, **options: Any) -> None:
        database, file = commands.sqlite_file(), Path(options["file"])
        if database is None:
            raise CommandError(_("This is a PostgreSQL database. Back it up with pg_dump, as described in the README."))
        if not database.is_file():  # connecting would create it
            raise CommandError(_("There is no database at {database} yet.").format(database=database))
        with commands.file_errors(file):
            if file.is_dir():
                raise CommandError(_("{file} is a folder; give the name of a new file in it.").format(file=file))
            if os.path.lexists(file):  # never overwrite: it may be the only good copy
                raise FileExistsError
            commands.refuse_damage(database)
            with commands.temporary_file(file.parent, ".backup-") as temporary:
                with closing(sqlite3.connect(temporary)) as copy:
                    connection.ensure_connection()
                    connection.connection.backup(copy)  # in one step, so it locks nobody out, and never starts over
                    # A single file can be read on a read-only disk, too; `serve` turns the write-ahead log back on.
                    copy.execute("PRAGMA journal_mode=DELETE")
                if problem := commands.problem_of(temporary):
                    raise CommandError(_("Can’t copy the database: {reason}").format(reason=problem))
                commands.synchronize(temporary)
                temporary.rename(file)
                commands.synchronize(file.parent)
        self.stdout.write(_("Backup written to {file}").format(file=file))
        if (key := settings.DATA_DIR / KEY_FILE).exists():
            keep = _("Keep the secret key {key} too. Without it, links stop working and everyone is signed out.")
            self.stdout.write(keep.format(key=key))
