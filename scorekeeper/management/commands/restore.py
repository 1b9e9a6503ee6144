"""`manage.py restore FILE`: put a copy made by `manage.py backup` in the database's place.

The copy is checked before anything is touched. What was there is kept under another name, so a restored copy that turns
out to be the wrong one costs nothing.
"""

import os
import shutil
import sqlite3
import tempfile
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper import running
from scorekeeper.configuration import COMMAND
from scorekeeper.management.common import database_errors
from scorekeeper.management.files import files_of, merge_log, problem_of, synchronize
from scorekeeper.management.preparing import data_folder, refuse_half_old, sqlite_file, unknown_migrations
from scorekeeper.models import Installation, Playgroup
from scorekeeper.secret_key import NAME as SECRET_KEY, fingerprint


class Command(BaseCommand):
    """Check the copy and put it in place. On failure, print one line, exit with status 1, and change nothing."""

    help = "Replace the SQLite database with the backup FILE. What was there is kept under another name."
    requires_system_checks = ()  # they are slow, and a restore must be possible even when something is wrong

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", nargs="?", default="", help="a copy made by `backup`")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["file"]:
            raise CommandError(_("Name the backup to restore."))
        database, file = sqlite_file(), Path(options["file"])
        if database is None:
            raise CommandError(_("This is a PostgreSQL database. Restore it with pg_restore, as in the README."))
        _refuse_file(file, database)
        connections.close_all()
        with database_errors(_("Can’t restore: {reason}")), data_folder():
            if running.in_use(settings.DATA_DIR):
                raise CommandError(_("Scorekeeper is running. Stop it, then restore."))
            kept = put_in_place(file, database)
        done = _("Restored {file}. Start the app with `{command} serve`.")
        self.stdout.write(done.format(file=file, command=COMMAND))
        if kept:
            self.stdout.write(_("What was there is now {kept}.").format(kept=kept))


def _refuse_file(file: Path, database: Path) -> None:
    """Refuse what can't be a whole copy by the look of its folder."""
    if not file.is_file():
        raise CommandError(_("There is no file {file}.").format(file=file))
    if database.exists() and file.samefile(database):
        raise CommandError(_("{file} is the database itself.").format(file=file))
    log = file.with_name(f"{file.name}-wal")
    if log.exists() and log.stat().st_size:
        raise CommandError(
            _(
                "{file} isn’t a whole copy: its latest hands are in {log}. Use a copy made by `{command} backup`, or "
                "one made while the app was stopped."
            ).format(file=file, log=log.name, command=COMMAND)
        )


def put_in_place(file: Path, database: Path) -> Path | None:
    """Check the copy and give it the database's name. Return the new name of what was there, if anything was."""
    handle, name = tempfile.mkstemp(dir=database.parent, prefix=".restore-")  # mkstemp sets mode 600
    os.close(handle)
    copy = Path(name)
    try:
        shutil.copyfile(file, copy)
        refuse_content(copy, file)
        synchronize(copy)
        kept = set_aside(database)
        copy.rename(database)
        synchronize(database.parent)
    finally:
        for path in files_of(copy):
            path.unlink()
    return kept


def refuse_content(copy: Path, file: Path) -> None:
    """Raise `CommandError` unless a copy is whole, ours, neither too new nor too old, and belongs to the secret key."""
    if problem := problem_of(copy):
        raise CommandError(_("{file} is damaged ({problem}).").format(file=file, problem=problem))
    with closing(sqlite3.connect(copy)) as database:
        database.execute("PRAGMA journal_mode=DELETE")  # a single file while it is looked at and moved
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        if not {"django_migrations", Playgroup._meta.db_table} <= tables:
            raise CommandError(_("{file} isn’t a copy of a Scorekeeper database.").format(file=file))
        applied = database.execute("SELECT app, name FROM django_migrations").fetchall()
        if unknown := unknown_migrations(applied):
            message = _("{file} is newer than this version of Scorekeeper (it has {names}). Update Scorekeeper.")
            raise CommandError(message.format(file=file, names=", ".join(unknown)))
        refuse_half_old(applied, file)
        stored = database.execute(f"SELECT fingerprint FROM {Installation._meta.db_table}").fetchone()
    _refuse_foreign_key(stored[0] if stored else "", file)


def _refuse_foreign_key(belongs_to: str, file: Path) -> None:
    """Refuse a copy that belongs to another key. If there is no key yet, `serve` asks for it."""
    key = settings.DATA_DIR / SECRET_KEY
    if not (settings.CONFIGURATION.secret_key or key.exists()):
        return
    if belongs_to not in ("", fingerprint(str(settings.SECRET_KEY))):
        raise CommandError(
            _(
                "{file} belongs to another secret key. Put that key in {key} or SCOREKEEPER_SECRET_KEY first; "
                "if it’s lost, remove this one."
            ).format(file=file, key=key)
        )


def set_aside(database: Path) -> Path | None:
    """Rename the database and what SQLite keeps beside it, and return its new name."""
    try:
        if database.exists():
            merge_log(database)
    except sqlite3.Error:
        pass  # it is damaged; its log is kept beside it
    files = files_of(database)
    if not files:
        return None
    kept = _free_name(database)
    for path in files:
        path.rename(kept.with_name(kept.name + path.name.removeprefix(database.name)))
    return kept


def _free_name(database: Path) -> Path:
    time = f"{timezone.localtime():%Y-%m-%d-%H%M%S}"
    kept, number = database.with_name(f"{database.stem}-before-{time}{database.suffix}"), 1
    while files_of(kept):
        number += 1
        kept = database.with_name(f"{database.stem}-before-{time}-{number}{database.suffix}")
    return kept
