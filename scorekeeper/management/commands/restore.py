"""`manage.py restore FILE`: put a copy made by `manage.py backup` in the database's place."""

import shutil
import sqlite3
from argparse import ArgumentParser
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.host import commands
from scorekeeper.host.commands import OwnCommand
from scorekeeper.host.preparing import data_folder, fingerprint, has_key, refuse_other_versions
from scorekeeper.models import Installation, Playgroup
from scorekeeper.web import network
from scorekeeper.web.configuration import COMMAND, KEY_FILE


class Command(OwnCommand):
    help = gettext_lazy("Put a backup in the database’s place, and keep what was there.")
    requires_system_checks = ()  # they are slow, and a restore must be possible even when something is wrong

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help=_("a copy made by `backup`"))

    def handle(self, *args: Any, **options: Any) -> None:
        database, file = commands.sqlite_file(), Path(options["file"])
        if database is None:
            other = _("This is a PostgreSQL database. Restore it with pg_restore, as docs/machines.md says.")
            raise CommandError(other)
        if not file.is_file():
            raise CommandError(_("There is no file {file}.").format(file=file))
        if database.exists() and file.samefile(database):
            raise CommandError(_("{file} is the database itself.").format(file=file))
        if (log := file.with_name(f"{file.name}-wal")).exists() and log.stat().st_size:
            half = _(
                "{file} isn’t a whole copy: its latest hands are in {log}. Use a copy made by `{command} backup`, or "
                "one made while the app was stopped."
            )
            raise CommandError(half.format(file=file, log=log.name, command=COMMAND))
        connections.close_all()
        with data_folder():
            if network.in_use(settings.DATA_DIR):
                raise CommandError(_("Scorekeeper is running. Stop it, then restore."))
            kept = put_in_place(file, database)
        done = _("Restored {file}. Start the app with `{command} serve`.")
        self.stdout.write(done.format(file=file, command=COMMAND))
        if kept:
            self.stdout.write(_("What was there is now {kept}.").format(kept=kept))


def put_in_place(file: Path, database: Path) -> Path | None:
    """Give the copy the database's name if it is whole and ours. Return the new name of what was there, if anything."""
    with commands.temporary_file(database.parent, ".restore-") as copy:
        shutil.copyfile(file, copy)
        if problem := commands.problem_of(copy):
            raise CommandError(_("{file} is damaged ({problem}).").format(file=file, problem=problem))
        with closing(sqlite3.connect(copy)) as opened:
            opened.execute("PRAGMA journal_mode=DELETE")  # a single file while it is looked at and moved
            tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master")}
            if not {"django_migrations", Playgroup._meta.db_table} <= tables:
                raise CommandError(_("{file} isn’t a copy of a Scorekeeper database.").format(file=file))
            refuse_other_versions(opened.execute("SELECT app, name FROM django_migrations").fetchall(), file)
            belongs_to = opened.execute(f"SELECT fingerprint FROM {Installation._meta.db_table}").fetchone() or [""]
        # If there is no key yet, `serve` asks for it.
        if has_key() and belongs_to[0] not in ("", fingerprint(str(settings.SECRET_KEY))):
            foreign = _(
                "{file} belongs to another secret key. Put that key in {key} or SCOREKEEPER_SECRET_KEY first; "
                "if it’s lost, remove this one."
            )
            raise CommandError(foreign.format(file=file, key=settings.DATA_DIR / KEY_FILE))
        commands.synchronize(copy)
        kept = set_aside(database)
        copy.rename(database)
        commands.synchronize(database.parent)
    return kept


def set_aside(database: Path) -> Path | None:
    """Rename the database and what SQLite keeps beside it, and return its new name."""
    with suppress(sqlite3.Error):  # if it is damaged, its log is kept beside it
        if database.exists():
            commands.merge_log(database)
    files = commands.files_of(database)
    kept = database.with_name(f"{database.stem}-before-{timezone.localtime():%Y-%m-%d-%H%M%S-%f}{database.suffix}")
    for path in files:
        path.rename(kept.with_name(kept.name + path.name.removeprefix(database.name)))
    return kept if files else None
