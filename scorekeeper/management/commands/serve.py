"""`manage.py serve`: set up everything and run the app. Steps that could fail come before the server starts."""

import socket
import tempfile
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from scorekeeper import running, server
from scorekeeper.management.common import database_errors, print_qr_code, whole
from scorekeeper.secret_key import make_data_folder

# django-htmx files that no page uses: compressing them would take most of the startup time.
NEVER_ASKED_FOR = [f"django_htmx/{name}" for name in ("django-htmx.js", "htmx-2.js", "htmx-4*", "htmax-*", "ext/*")]


class Command(BaseCommand):
    """Create anything that is missing, migrate the database, and serve until Ctrl-C."""

    help = "Start Scorekeeper: create the data folder, migrate the database, and serve until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: 0.0.0.0, all IPv4)")
        parser.add_argument("--port", default="8000", help="the port to listen on (default: 8000)")
        parser.add_argument("--workers", default="2", help="the number of worker processes (default: 2)")

    def handle(self, *, host: str, port: str, workers: str, **options: Any) -> None:
        number, processes = whole("--port", str(port), 1, 65535), whole("--workers", str(workers), 1, 64)
        prepare_port(host, number)
        prepare_data_folder()
        prepare_database()
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=NEVER_ASKED_FOR)
        # Workers may be forks of this process, and mustn't inherit a database connection.
        connections.close_all()
        if close_pool := getattr(connection, "close_pool", None):  # on PostgreSQL
            close_pool()
        listener = running.Listener(host=host, port=number)
        try:
            server.run(host=host, port=number, workers=processes, when_listening=lambda: self.greet(listener))
        finally:
            running.remove_note(settings.DATA_DIR)

    def greet(self, listener: running.Listener) -> None:
        """Print the app's addresses and how to get back into a group. Note the address for the other commands."""
        running.note(settings.DATA_DIR, listener)
        write = self.stdout.write
        others = listener.urls(settings.BASE_URL)
        write(_("Scorekeeper is running. Press Ctrl-C to stop it."))
        write("  " + _("On this machine: {address}").format(address=listener.url()))
        for address in others:
            write("  " + _("On the network: {address}").format(address=address))
        if others:
            caption = _("Scan this with a phone to open {address}:").format(address=others[0])
            print_qr_code(self.stdout, others[0], caption)
        else:
            write("  " + _("This machine has no address on the network, so only this machine can open the app."))
        write(_("Lost a phone, or the address changed? `manage.py invite` prints a link back into a group."))
        self.stdout.flush()


def prepare_port(host: str, port: int) -> None:
    """Refuse a port that is in use or that we aren't allowed to open."""
    try:
        server.refuse_port(host, port)
    except socket.gaierror:
        raise CommandError(_("{host} isn’t an address of this machine.").format(host=host)) from None
    except OSError as error:
        raise CommandError(
            _("Can’t listen on {host} port {port} ({reason}). Choose another port with --port.").format(
                host=host, port=port, reason=error.strerror
            )
        ) from None


def prepare_data_folder() -> None:
    """Create the data folder and the secret key in it, and check that the folder is writable."""
    try:
        make_data_folder(settings.DATA_DIR)
        with tempfile.TemporaryFile(dir=settings.DATA_DIR):
            pass
        str(settings.SECRET_KEY)
    except OSError as error:
        raise CommandError(
            _("Can’t write to the data folder {folder} ({reason}). Set SCOREKEEPER_DATA to another folder.").format(
                folder=settings.DATA_DIR, reason=error.strerror
            )
        ) from None


def prepare_database() -> None:
    """Migrate the database, or refuse if a newer version of the app has already migrated it."""
    with database_errors(_("Can’t use the database: {reason}")):
        if unknown := ", ".join(unknown_migrations()):
            message = _("The database is newer than this version of Scorekeeper (it has {names}). Update Scorekeeper.")
            raise CommandError(message.format(names=unknown))
        call_command("migrate", interactive=False, verbosity=0)
        call_command("clearsessions")


def unknown_migrations() -> list[str]:
    """Return the migrations that were applied to the database but are unknown to this version of the app."""
    # Use a connection outside the pool: the pool would keep retrying in the background for a long time.
    probe = connection.copy()
    probe.settings_dict["OPTIONS"].pop("pool", None)
    try:
        loader = MigrationLoader(probe)
        known = set(loader.disk_migrations)
        known |= {(app, name) for migration in loader.disk_migrations.values() for app, name in migration.replaces}
        return sorted(
            f"{app}.{name}"
            for app, name in loader.applied_migrations
            if app in loader.migrated_apps and (app, name) not in known
        )
    finally:
        probe.close()
