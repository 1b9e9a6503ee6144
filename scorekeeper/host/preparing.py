"""What `serve` and `demo` do before they use the data folder and the database."""

import errno
import hashlib
import hmac
import secrets
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from scorekeeper.host import commands
from scorekeeper.models import Installation, User
from scorekeeper.web import network
from scorekeeper.web.configuration import COMMAND, KEY_FILE


@contextmanager
def data_folder() -> Iterator[None]:
    """Create the data folder, check that it is writable, and keep other commands from preparing it meanwhile."""
    folder = settings.DATA_DIR
    with ExitStack() as held:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # for this user only
            held.enter_context(network.locked(folder))
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            # With a full disk, sheets can still be read.
            if error.errno not in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
                said = _("Can’t write to the data folder {folder} ({reason}). Set SCOREKEEPER_DATA to another folder.")
                raise CommandError(said.format(folder=folder, reason=error.strerror)) from None
        yield


def prepare_database(*, new: bool = False, new_key: bool = False) -> None:
    """Migrate the database, and refuse one that is damaged, too new or old, or doesn't belong to the secret key.

    `new` begins an empty database in a data folder that has been used; `new_key` gives a database another key.
    """
    key_file, database = settings.DATA_DIR / KEY_FILE, connection.settings_dict["NAME"]
    used = key_file.exists() or settings.STATIC_ROOT.exists()
    is_empty = _is_empty(used=used)
    if is_empty and used and not new:
        vanished = _(
            "The data folder {folder} has been used, but its database {database} is missing or empty. Put it back "
            "or restore a backup; or start over with `{command} serve --new`, which keeps the secret key."
        )
        raise CommandError(vanished.format(folder=settings.DATA_DIR, database=database, command=COMMAND))
    if new and not is_empty:
        raise CommandError(_("--new: this database isn’t empty. Start without --new."))
    ours = fingerprint(str(settings.SECRET_KEY)) if has_key() else ""
    # Only this column: a database that is yet to be migrated may lack others.
    stored = "" if is_empty else Installation.objects.filter(pk=1).values_list("fingerprint", flat=True).first() or ""
    # If there is no key, it could have been begun, but nobody could have used it.
    is_ours = is_empty or (stored in ("", ours) and bool(ours or not has_people()))
    if not (is_ours or new_key):
        foreign = _(
            "The database {database} belongs to another secret key. Put that key (on several machines, the first "
            "one’s) in {file} or SCOREKEEPER_SECRET_KEY; or, if it’s lost, sign everyone out with "
            "`{command} serve --new-key`."
        )
        raise CommandError(foreign.format(database=database, file=key_file, command=COMMAND))
    call_command("migrate", interactive=False, verbosity=0)
    # Not before an empty database is complete: a key without a database looks like one whose database has vanished.
    if not has_key():
        make_key(settings.DATA_DIR)
    if stored != (ours := fingerprint(str(settings.SECRET_KEY))):
        Installation.objects.update_or_create(pk=1, defaults={"fingerprint": ours})
    if file := commands.sqlite_file():
        for private in (*commands.files_of(file), key_file):
            with suppress(OSError):  # it may be somebody else's
                private.chmod(0o600)


def make_key(data: Path) -> None:
    """Make a secret key in the data folder, unless another process has just done so."""
    with commands.temporary_file(data, f".{KEY_FILE}-") as draft, suppress(FileExistsError):
        draft.write_text(secrets.token_urlsafe(64) + "\n", encoding="ascii")
        commands.synchronize(draft)
        (data / KEY_FILE).hardlink_to(draft)


def fingerprint(key: str) -> str:
    """Return what a database keeps to recognize its key by. It doesn't reveal the key."""
    return hmac.new(key.encode(), b"scorekeeper.fingerprint", hashlib.sha256).hexdigest()


def has_key() -> bool:
    """Return whether there is a secret key."""
    return bool(settings.CONFIGURATION.secret_key) or (settings.DATA_DIR / KEY_FILE).exists()


def _is_empty(*, used: bool) -> bool:
    """Return whether the database has yet to be created. Refuse one that is damaged, or too new or old."""
    if file := commands.sqlite_file():
        # Connecting would create it. An empty file is what a first start leaves if the disk is full.
        if not file.exists() or (not used and not file.stat().st_size):
            return True
        commands.refuse_damage(file)
    applied = MigrationRecorder(connection).applied_migrations()
    refuse_other_versions(applied, _("The database"))
    return not any(app == "scorekeeper" for app, _name in applied)


def refuse_other_versions(applied: Iterable[tuple[str, str]], database: object) -> None:
    """Refuse a database that is too new, or too old: some of what a migration replaces ran, and the rest is gone."""
    loader, had = MigrationLoader(None), set(applied)
    replaced = [migration.replaces for migration in loader.disk_migrations.values() if migration.replaces]
    known = {*loader.disk_migrations, *(each for replaces in replaced for each in replaces)}
    if unknown := sorted(f"{app}.{name}" for app, name in had - known if app in loader.migrated_apps):
        message = _("{database} is newer than this version of Scorekeeper (it has {names}). Update Scorekeeper.")
        raise CommandError(message.format(database=database, names=", ".join(unknown)))
    for replaces in replaced:
        missing = [name for name in replaces if name not in had]
        if missing and len(missing) < len(replaces):
            message = _("{database} is too old for this version of Scorekeeper; first update it to {name}.")
            raise CommandError(message.format(database=database, name=".".join(missing[-1])))


def has_people() -> bool:
    """Return whether anybody could be locked out of this database, which may have no tables yet."""
    return User._meta.db_table in connection.introspection.table_names() and User.objects.exists()
