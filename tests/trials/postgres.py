"""A throwaway PostgreSQL on its own port, for trials that stop it."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg

from tests.serving import free_port

FAST = "-c fsync=off -c listen_addresses=127.0.0.1"
NOBODY = 65534


def tool(name: str) -> str:
    """Return the path of one of PostgreSQL's programs, of the newest version that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    path = shutil.which(name) or (str(found[-1]) if found else None)
    assert path is not None, f"this trial needs PostgreSQL's {name}"
    return path


class Postgres:
    """A PostgreSQL server in a temporary folder, which is removed in the end."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgres-"))
        self.port = free_port()
        self.more = ""
        # It refuses to run as root.
        self.owner = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        if self.owner:
            os.chown(self.folder, NOBODY, NOBODY)
        self._run("initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-N")

    @property
    def url(self) -> str:
        """The database's address."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self, more: str = "") -> None:
        """Start it with these options, if it had none before, and wait until it answers."""
        self.more = self.more or more
        options = f"-p {self.port} -k {self.folder} {FAST} {self.more}"
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop it; by default, as a power failure would."""
        self._run("pg_ctl", "-w", "-m", how, "stop")

    def connect(self) -> "psycopg.Connection[tuple[object, ...]]":
        """Return a connection of another program."""
        return psycopg.connect(self.url)

    def remove(self) -> None:
        """Stop it if it runs, and remove its folder."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder)

    def _run(self, name: str, *arguments: str) -> None:
        subprocess.run(
            [tool(name), "-D", str(self.folder / "data"), *arguments],
            cwd=self.folder,
            env={**os.environ, "HOME": str(self.folder)},
            stdout=subprocess.DEVNULL,
            check=True,
            **self.owner,
        )
