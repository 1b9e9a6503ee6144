"""`manage.py serve`: set up everything and run the app. Steps that could fail come before the server starts."""

import socket
import sqlite3
import threading
import webbrowser
from argparse import ArgumentParser
from contextlib import ExitStack, suppress
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError, OutputWrapper
from django.db import connections
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.host import announcing, server
from scorekeeper.host.commands import OwnCommand, merge_log, port_number, print_qr_code, sqlite_file, why_alone
from scorekeeper.host.preparing import data_folder, prepare_database
from scorekeeper.host.purging import every_hour
from scorekeeper.web import configuration, network

# django-htmx files that no page uses: compressing them would take most of the startup time.
NEVER_ASKED_FOR = [f"django_htmx/{name}" for name in ("django-htmx.js", "htmx-2.js", "htmx-4*", "htmax-*", "ext/*")]


class Command(OwnCommand):
    help = gettext_lazy("Start the app: set up all it needs, print its addresses, and serve until Ctrl-C.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default="0.0.0.0", help=_("the address to listen on (default: 0.0.0.0, all IPv4)")
        )
        parser.add_argument("--port", default="8000", help=_("the port to listen on (default: 8000)"))
        parser.add_argument("--workers", help=_("ignored: one process answers everybody"))
        parser.add_argument(
            "--name", default="scorekeeper", help=_("the name to announce on the network, or '' (default: scorekeeper)")
        )
        parser.add_argument("--new", action="store_true", help=_("create a new database in a data folder that had one"))
        parser.add_argument(
            "--new-key", action="store_true", help=_("accept another secret key; everyone is signed out, and links end")
        )
        parser.add_argument("--open", action="store_true", help=_("open the app in this machine’s browser"))

    def handle(self, *, host: str, port: str, **options: Any) -> None:
        number, label = port_number(str(port)), label_of(options["name"])
        listening = listen(host, number)
        if options["workers"] is not None:
            self.stderr.write(_("--workers is ignored: one process with threads answers everybody."))
        listener = network.Listener(host=host, port=number)
        with announcing.announced(label, listener) as name, ExitStack() as preparing:
            preparing.enter_context(data_folder())
            prepare_database(new=options["new"], new_key=options["new_key"])
            collect_static_files(self.stderr)
            if name.result():
                settings.LOCAL_NAME = name.result()
                settings.ALLOWED_HOSTS.append(name.result())
            connections.close_all()  # this thread has no more use for its own

            def ready() -> None:
                preparing.close()
                self.greet(listener)
                threading.Thread(target=every_hour, daemon=True).start()
                if options["open"]:
                    threading.Thread(target=open_browser, args=[listener.url(), self.stderr], daemon=True).start()

            with network.marked(settings.DATA_DIR):
                server.run(listening, when_ready=ready)
        database = sqlite_file()
        if database is None or not database.exists():
            return
        try:
            merge_log(database)  # so that copying the one file copies everything
        except sqlite3.Error as error:
            kept = _("{file}-wal holds the latest hands; keep it with {file}. ({reason})")
            self.stderr.write(kept.format(file=database, reason=error))

    def greet(self, listener: network.Listener) -> None:
        """Print the app's addresses and how to get back into a group. Note the address for the other commands."""
        network.note(settings.DATA_DIR, listener)
        write = self.stdout.write
        others = listener.urls(settings.BASE_URL)
        write(_("Scorekeeper is running. Press Ctrl-C to stop it."))
        write("  " + _("On this machine: {address}").format(address=listener.url()))
        for address in others:
            write("  " + _("On the network: {address}").format(address=address))
        if settings.LOCAL_NAME:
            named = f"http://{settings.LOCAL_NAME}:{listener.port}"
            write("  " + _("On the network, by name: {address}").format(address=named))
        if others:
            table = listener.url() + reverse("table")
            write("  " + _("For the table, to print or show: {address}").format(address=table))
            if settings.WIFI:
                with_wifi = _("The same with the Wi-Fi, for the first browser that opens it: {address}")
                write("  " + with_wifi.format(address=f"{table}?wifi={network.offer_wifi()}"))
            caption = _("Scan this with a phone to open {address}:").format(address=others[0])
            print_qr_code(self.stdout, others[0], caption)
        else:
            write("  " + why_alone(listener))
        lost = _("Lost a phone, or the address changed? `{command} invite` prints a link back into a group.")
        write(lost.format(command=configuration.COMMAND))
        self.stdout.flush()


def label_of(name: str) -> str:
    """Return a name to announce without its `.local`, if it can be a host name and the app has no name already."""
    label = name.lower().removesuffix(".local")
    if label and not announcing.LABEL.fullmatch(label):
        raise CommandError(_("--name: {text} isn’t a name of letters, digits and hyphens.").format(text=repr(name)))
    return "" if settings.CONFIGURATION.tls or settings.BASE_URL else label


def open_browser(address: str, stderr: OutputWrapper) -> None:
    """Open an address in a browser, if there is one."""
    with suppress(OSError, webbrowser.Error):
        if webbrowser.open(address):
            return
    stderr.write(_("Can’t open a browser here. Open {address} yourself.").format(address=address))


def listen(host: str, port: int) -> socket.socket:
    """Listen on a port, unless it is in use or we aren't allowed to open it. Whoever connects early waits."""
    try:
        family, *_kind, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address, family=family, dualstack_ipv6=host == "::")
    except socket.gaierror:
        raise CommandError(_("{host} isn’t an address of this machine.").format(host=host)) from None
    except OSError as error:
        refused = _("Can’t listen on {host} port {port} ({reason}). Choose another port with --port.")
        reason = str(error.strerror).partition(" (")[0]  # without the address, which Python adds
        raise CommandError(refused.format(host=host, port=port, reason=reason)) from None


def collect_static_files(stderr: OutputWrapper) -> None:
    """Collect the static files. If the disk is full, those of an earlier start will do."""
    try:
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=NEVER_ASKED_FOR)
    except OSError as error:
        reason = error.strerror or str(error)
        if not (settings.STATIC_ROOT / "staticfiles.json").exists():
            raise CommandError(_("Can’t write the static files: {reason}").format(reason=reason)) from None
        stderr.write(_("Can’t update the static files: {reason}").format(reason=reason))
