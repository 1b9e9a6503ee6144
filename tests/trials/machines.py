"""Simulates several machines on this one: two Gunicorns behind nginx, and pgbouncer, as in `.deploy/`."""

import http.client
import os
import shutil
import signal
import ssl
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg

from scorekeeper.web.configuration import ROOT
from tests.serving import PATIENCE, Served, free_port, manage
from tests.trials.phones import Phone
from tests.trials.postgres import NOBODY, Postgres
from tests.trials.test_proxies import HOST, make_certificate, nginx, started

KEY = "the same key on every machine, and not one that anybody would use"
PASSWORD = "only-for-trials"


class Gunicorn(Served):
    """Gunicorn with our example, and fewer processes and threads."""

    def arguments(self) -> list[str]:
        """Return the command line."""
        example = self.data.parent / "gunicorn.conf.py"  # a copy, because Python keeps a compiled file beside it
        shutil.copy(ROOT / ".deploy" / example.name, example)
        fewer = ["--bind", f"127.0.0.1:{self.port}", "--workers", "2", "--threads", "4"]
        return [sys.executable, "-m", "gunicorn", "--config", str(example), *fewer, "scorekeeper.wsgi"]

    def manage(self, *arguments: str) -> str:
        """Run one of the commands that `docs/machines.md` names, and return what it printed."""
        done = manage(*arguments, **self.variables)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop it as systemd does."""
        return super().stop(number)


class Machines:
    """Two servers with their own data folders and one key."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.database = Postgres()
        stack.callback(self.database.remove)
        self.database.start()
        self._make_role()
        url = f"postgresql://scorekeeper:{PASSWORD}@127.0.0.1:{self._start_pgbouncer(stack)}/scorekeeper"
        settings = {"SCOREKEEPER_PROFILE": "internet", "SCOREKEEPER_URL": f"https://{HOST}"}
        settings |= {"SCOREKEEPER_SECRET_KEY": KEY, "DATABASE_URL": url}
        self.servers = []
        for name in ("one", "two"):
            (folder / name).mkdir()
            self.servers.append(server := Gunicorn(data=folder / name / "data", **settings))
            stack.callback(server.kill)
            server.manage("migrate")
            server.manage("collectstatic", "--no-input")
            server.launch()
        self.port = self._start_nginx(folder, stack)
        for server in self.servers:
            server.wait()

    def _make_role(self) -> None:
        """Make the role and database of `docs/machines.md`; from then on, PostgreSQL asks the role for its password."""
        with psycopg.connect(self.database.url, autocommit=True) as connection:
            connection.execute(f"CREATE ROLE scorekeeper LOGIN PASSWORD '{PASSWORD}'")
            connection.execute("ALTER ROLE scorekeeper SET lock_timeout = '5s'")
            connection.execute("ALTER ROLE scorekeeper SET idle_in_transaction_session_timeout = '60s'")
            connection.execute("CREATE DATABASE scorekeeper OWNER scorekeeper")
            rules = self.database.folder / "data" / "pg_hba.conf"
            others = rules.read_text(encoding="utf-8")
            rules.write_text(f"host all scorekeeper 127.0.0.1/32 scram-sha-256\n{others}", encoding="utf-8")
            connection.execute("SELECT pg_reload_conf()")

    def _start_pgbouncer(self, stack: ExitStack) -> int:
        """Start it with our example, except for addresses and paths."""
        port, folder = free_port(), self.database.folder
        users = folder / "userlist.txt"
        users.write_text(f'"scorekeeper" "{PASSWORD}"\n', encoding="utf-8")
        text = (ROOT / ".deploy" / "pgbouncer.ini").read_text(encoding="utf-8")
        text = text.replace("10.0.0.20 port=5432", f"127.0.0.1 port={self.database.port}")
        text = text.replace("10.0.0.20", "127.0.0.1").replace("6432", str(port))
        text = text.replace("/etc/pgbouncer/userlist.txt", str(users)) + f"unix_socket_dir = {folder}\n"
        file = folder / "pgbouncer.ini"
        file.write_text(text, encoding="utf-8")
        owner: dict[str, Any] = {}
        if os.geteuid() == 0:  # like PostgreSQL, it refuses to run as root
            owner = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        stack.enter_context(started(["pgbouncer", str(file)], folder / "pgbouncer.log", port, **owner))
        return port

    def _start_nginx(self, folder: Path, stack: ExitStack) -> int:
        """Start it with our example. A header says which machine has answered."""
        port = free_port()
        make_certificate(folder)
        text = (ROOT / ".deploy" / "nginx.conf").read_text(encoding="utf-8")
        line = next(line for line in text.splitlines() if "server 127.0.0.1:8000" in line)
        lines = [line.replace("8000", str(server.port)) for server in self.servers]
        text = text.replace(line, "\n".join(lines))
        text = text.replace("    location / {", "    add_header Machine $upstream_addr always;\n    location / {")
        stack.enter_context(started(nginx(text, folder, port, 8000), folder / "nginx.log", port))
        return port

    def phone(self, like: Phone | None = None) -> "TlsPhone":
        """Return a phone that reaches the machines through nginx."""
        return TlsPhone(self.port, like)

    @property
    def output(self) -> str:
        """Everything that the servers have printed."""
        return "".join(server.output for server in self.servers)


class Connection(http.client.HTTPSConnection):
    """A connection that notes which machine has answered each request."""

    def __init__(self, port: int) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        super().__init__("127.0.0.1", port, timeout=PATIENCE, context=context)
        self.machine = ""

    def getresponse(self) -> http.client.HTTPResponse:
        """Return the response."""
        response = super().getresponse()
        self.machine = response.headers.get("Machine", "")
        return response


class TlsPhone(Phone):
    """A phone whose requests nginx sends to the machines in turns."""

    def __init__(self, port: int, like: Phone | None = None) -> None:
        super().__init__(port, like)
        self.connection: Connection = Connection(port)

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str, str]:
        """Send a request as if to the real host name."""
        return super().ask(method, path, body, Host=HOST, Origin=f"https://{HOST}", **headers)

    @property
    def machine(self) -> str:
        """The machine that answered the last request; nginx also names one that it had tried before."""
        return self.connection.machine.rpartition(", ")[2]

    def ask_both(self, path: str) -> dict[str, tuple[int, str, str]]:
        """Open a page until both machines have answered, and return each one's answer."""
        answers, end = {}, time.monotonic() + PATIENCE
        while time.monotonic() < end:
            answer = self.ask("GET", path)
            answers[self.machine] = answer
            if len(answers) == 2:
                return answers
        raise AssertionError(f"only {answers} answered")
