"""The wheel, in an empty environment and an empty folder: it serves, a hand is recorded, backed up and restored.

Once with nothing that is compiled, as on a machine for which there are no compiled packages, and once with its extra.
"""

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from scorekeeper.web.configuration import ROOT
from tests.browser.conftest import Console
from tests.browser.driving import Thumb
from tests.browser.test_evening import EVENING, start_a_game, start_a_group
from tests.serving import Served, environment

COMPILED = ("brotli", "psycopg", "zeroconf")
PATIENCE = 300  # seconds, for packages that come from the network


class Installed(Served):
    """`scorekeeper serve`, as installed in an environment of its own, for a user who has never run it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home = folder / "empty", folder / "home"
        self.bin = folder / "venv" / "bin"
        self.command = (str(self.bin / "scorekeeper"),)
        for path in (self.folder, self.home):
            path.mkdir()
        super().__init__(data=self.home / ".local" / "share" / "scorekeeper")
        self.log = folder / "serve.log"
        self.variables = {"HOME": str(self.home), "XDG_DATA_HOME": "", "PYTHONPATH": ""}

    @property
    def pip(self) -> tuple[str, ...]:
        """The environment's own pip."""
        return str(self.bin / "python"), "-m", "pip"

    def install(self, what: str) -> None:
        """Install a package, with those it needs."""
        self.run(*self.pip, "install", "--quiet", what)

    def run(self, *command: str) -> str:
        """Run a command to its end in the empty folder, and return what it printed."""
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=environment(**self.variables),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT],
        timeout=PATIENCE,
        check=True,
    )
    (file,) = folder.iterdir()
    return file


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Iterator[Installed]:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], timeout=PATIENCE, check=True)
    installed = Installed(tmp_path)
    installed.install(str(wheel))
    yield installed
    installed.kill()


@pytest.fixture
def console(installed: Installed) -> Iterator[Console]:
    """The console of the pages of the installed server."""
    console = Console(installed.url)
    yield console
    assert console.unexpected() == []


def test_the_wheel_holds_every_file(wheel: Path):
    with zipfile.ZipFile(wheel) as opened:
        inside = {name for name in opened.namelist() if ".dist-info/" not in name}
    package = {str(path.relative_to(ROOT)) for path in files(ROOT / "scorekeeper")}
    beside = {
        f"scorekeeper/{path.relative_to(ROOT)}" for name in ("templates", "static") for path in files(ROOT / name)
    }
    assert inside == package | beside


@pytest.mark.nightly
def test_all_it_needs_can_be_had_without_a_compiler(wheel: Path, tmp_path: Path):
    pure = ("--platform", "any", "--only-binary", ":all:", "--target", tmp_path)
    subprocess.run([sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", *pure, wheel], check=True)


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]


@pytest.mark.nightly
def test_it_serves_a_hand_and_restores_a_backup(installed: Installed, wheel: Path, phone: Page):
    assert not [name for name in COMPILED if name in installed.run(*installed.pip, "list").lower()]
    installed.start()
    thumb = start_a_game(start_a_group(Thumb(phone)), "Ann", "Bob", "Cy", "Dee")
    taps, totals = EVENING[0]
    thumb.tap("Record hand 1", *taps, "Save")
    assert thumb.totals == totals
    assert installed.run(*installed.command, "backup", "copy").strip()
    sheet = phone.url
    thumb.tap("Undo")
    phone.goto("about:blank")
    assert installed.stop() == 0
    assert list(installed.folder.iterdir()) == [installed.folder / "copy"]

    installed.install(f"{wheel}[full]")
    assert "`scorekeeper serve`" in installed.run(*installed.command, "restore", "copy")
    installed.start()
    phone.goto(sheet)
    assert thumb.totals == totals
