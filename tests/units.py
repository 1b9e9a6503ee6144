"""The example files in `.deploy/`, moved to a folder of a test: what they name on a server is replaced."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from scorekeeper.web.configuration import ROOT
from tests.serving import environment

DEPLOY = ROOT / ".deploy"
COMMAND = Path(sys.executable).with_name("scorekeeper")


def text_of(name: str) -> str:
    """Return an example's text."""
    return (DEPLOY / name).read_text(encoding="utf-8")


def values(unit: str, key: str) -> list[str]:
    """Return what a unit says under a key."""
    return re.findall(rf"^{key}=(.*)$", text_of(unit), re.MULTILINE)


class Server:
    """A folder that stands for a server's file system."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        for name in ("etc", "usr/local/bin", "var/lib/scorekeeper", "opt/scorekeeper/.venv/bin"):
            (folder / name).mkdir(parents=True)
        shutil.copytree(DEPLOY, folder / "opt/scorekeeper/.deploy")
        (folder / "opt/scorekeeper/.venv/bin/scorekeeper").symlink_to(COMMAND)
        more = "".join(f"{name}='{value}'\n" for name, value in settings.items())
        (folder / "etc/scorekeeper.env").write_text(self.moved(text_of("scorekeeper.env")) + more, encoding="utf-8")
        command = folder / "usr/local/bin/scorekeeper"
        command.write_text(self.moved(text_of("scorekeeper")), encoding="utf-8")
        command.chmod(0o755)

    def moved(self, text: str) -> str:
        """Return a text with the paths of a server as paths in this folder."""
        return re.sub(r"(?<=[=\s'])/(?=(etc|usr/local|var|opt)/)", f"{self.folder}/", text)

    def run(self, line: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a line in a shell, with the paths of this folder, as no user in particular."""
        path = f"{self.folder}/usr/local/bin:/usr/bin:/bin"
        return subprocess.run(
            ["/bin/sh", "-c", self.moved(line).removeprefix("sudo -u scorekeeper ")],
            cwd=self.folder,
            env=environment(PATH=path, **variables),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def start(self, unit: str) -> subprocess.CompletedProcess[str]:
        """Do what systemd does to start a unit: read the environment file, make the folder, and run the command."""
        (file,), (state,), (start,) = (values(unit, key) for key in ("EnvironmentFile", "StateDirectory", "ExecStart"))
        folder = self.folder / "var/lib" / state
        folder.mkdir(mode=0o700, exist_ok=True)
        return self.run(f"set -a; . {file}; set +a; exec {start}", STATE_DIRECTORY=str(folder))
