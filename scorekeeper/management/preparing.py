"""What `serve` and `demo` do before they use the data folder and the database.

A key and a database that don't belong together lock everybody out, so neither is ever begun anew just because it is
missing: that takes an option, and a line says which.
"""

import errno
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from scorekeeper import running
from scorekeeper.configuration import COMMAND
from scorekeeper.management.common import database_errors
from scorekeeper.management.files import files_of, make_private, refuse_damage
from scorekeeper.queries import installation as stored
from scorekeeper.secret_key import NAME as SECRET_KEY, fingerprint, make_data_folder, make_key
from scorekeeper.services import installation

ADVISORY_LOCK = 0x5C02E  # any number that other users of a PostgreSQL database are unlikely to choose
DISK_IS_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextmanager
def data_folder() -> Iterator[None]:
    """Create the data folder, check that it is writable, and keep other commands from preparing it meanwhile."""
    folder = settings.DATA_DIR
    with ExitStack() as held:
        try:
            make_data_folder(folder)
            _refuse_read_only(folder)
            held.enter_context(running.locked(folder))
        except OSError as error:
            message = _("Can’t write to the data folder {folder} ({reason}). Set SCOREKEEPER_DATA to another folder.")
            raise CommandError(message.format(folder=folder, reason=error.strerror)) from None
        yield


def _refuse_read_only(folder: Path) -> None:
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        if error.errno not in DISK_IS_FULL:  # with a full disk, sheets can still be read
            raise


def prepare_database(*, new: bool = False, new_key: bool = False) -> None:
    """Migrate the database, and refuse one that is damaged, too new, or doesn't belong to the secret key.

    `new` begins an empty database in a data folder that has been used; `new_key` gives a database another key.
    """
    with database_errors(_("Can’t use the database: {reason}")), _nothing_half_made(), _only_one_machine():
        if is_empty():
            _refuse_vanished(new)
        else:
            if new:
                raise CommandError(_("--new: this database isn’t empty. Start without --new."))
            _refuse_foreign_key(new_key)
            _make_missing_key()
        call_command("migrate", interactive=False, verbosity=0, later=True)
        # Not before an empty database is complete: a key without a database looks like one whose database has vanished.
        _make_missing_key()
        if stored.fingerprint() != (ours := fingerprint(str(settings.SECRET_KEY))):
            installation.keep_fingerprint(ours)
        if file := sqlite_file():
            make_private(*files_of(file), settings.DATA_DIR / SECRET_KEY)


@contextmanager
def _nothing_half_made() -> Iterator[None]:
    """If a new SQLite database can't be completed, remove it: it would look like one that has lost everything."""
    file = sqlite_file()
    is_new = file is not None and not file.exists()
    try:
        yield
    except BaseException:
        if file is not None and is_new:
            connection.close()
            for path in files_of(file):
                path.unlink()
        raise


def sqlite_file() -> Path | None:
    """Return the SQLite database's file, or None on PostgreSQL."""
    return Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None


def is_empty() -> bool:
    """Return whether the database has yet to be created. Refuse one that is damaged, or too new or old."""
    if file := sqlite_file():
        if not file.exists():  # connecting would create it
            return True
        refuse_damage(file)
    applied = MigrationRecorder(connection).applied_migrations()
    if unknown := unknown_migrations(applied):
        message = _("The database is newer than this version of Scorekeeper (it has {names}). Update Scorekeeper.")
        raise CommandError(message.format(names=", ".join(unknown)))
    refuse_half_old(applied)
    return not any(app == "scorekeeper" for app, _name in applied)


def unknown_migrations(applied: Iterable[tuple[str, str]]) -> list[str]:
    """Return those of the applied migrations, given by app and name, that this version of the app doesn't know."""
    loader = MigrationLoader(None)
    known = set(loader.disk_migrations)
    known |= {(app, name) for migration in loader.disk_migrations.values() for app, name in migration.replaces}
    return sorted(f"{app}.{name}" for app, name in applied if app in loader.migrated_apps and (app, name) not in known)


def refuse_half_old(applied: Iterable[tuple[str, str]], file: Path | None = None) -> None:
    """Refuse a database, or a copy of one, with only some of the migrations that one of today's replaces.

    The others are gone, so Django could neither run them nor go on without them.
    """
    had = set(applied)
    for migration in MigrationLoader(None).disk_migrations.values():
        missing = [name for name in migration.replaces if name not in had]
        if missing and len(missing) < len(migration.replaces):
            message = _("The database is too old for this version of Scorekeeper; first update it to {name}.")
            if file:
                message = _("{file} is too old for this version of Scorekeeper; first update it to {name}.")
            raise CommandError(message.format(file=file, name=".".join(missing[-1])))


@contextmanager
def _only_one_machine() -> Iterator[None]:
    """On PostgreSQL, wait until no other machine is preparing the same database."""
    if connection.vendor == "sqlite":
        yield
        return
    with closing(connection.copy()) as other:
        other.set_autocommit(False)  # the lock ends with the transaction, even behind a pooler
        with other.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = 0")
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ADVISORY_LOCK])
        yield


def _refuse_vanished(new: bool) -> None:
    """Refuse to begin an empty database where there must have been another, unless told to."""
    used = (settings.DATA_DIR / SECRET_KEY).exists() or settings.STATIC_ROOT.exists()
    if used and not new:
        raise CommandError(
            _(
                "The data folder {folder} has been used, but its database {database} is missing or empty. Put it back "
                "or restore a backup; or start over with `{command} serve --new`, which keeps the secret key."
            ).format(folder=settings.DATA_DIR, database=connection.settings_dict["NAME"], command=COMMAND)
        )


def _refuse_foreign_key(new_key: bool) -> None:
    """Refuse a database that doesn't belong to the key, or whose key is missing, unless it is to get a new one."""
    belongs_to, file = stored.fingerprint(), settings.DATA_DIR / SECRET_KEY
    if not (settings.CONFIGURATION.secret_key or file.exists()):
        wrong = belongs_to != "" or stored.has_people()
    else:
        wrong = belongs_to not in ("", fingerprint(str(settings.SECRET_KEY)))
    if wrong and not new_key:
        raise CommandError(
            _(
                "The database {database} belongs to another secret key. Put that key (on several machines, the first "
                "one’s) in {file} or SCOREKEEPER_SECRET_KEY; or, if it’s lost, sign everyone out with "
                "`{command} serve --new-key`."
            ).format(database=connection.settings_dict["NAME"], file=file, command=COMMAND)
        )


def _make_missing_key() -> None:
    if not (settings.CONFIGURATION.secret_key or (settings.DATA_DIR / SECRET_KEY).exists()):
        make_key(settings.DATA_DIR)
