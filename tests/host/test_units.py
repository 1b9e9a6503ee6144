"""The systemd units in `.deploy/`: systemd understands them, they are hardened, and all read one environment file."""

import re
import shutil
import subprocess

import pytest

from scorekeeper.web.configuration import ROOT
from tests.serving import manage
from tests.units import DEPLOY, Server, text_of, values

SERVICES = sorted(path.name for path in DEPLOY.glob("*.service"))
UNITS = [*SERVICES, *sorted(path.name for path in DEPLOY.glob("*.timer"))]
PI = "scorekeeper-pi.service"
SERVER_PAGE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
PI_PAGE = (ROOT / "docs" / "raspberry-pi.md").read_text(encoding="utf-8")


@pytest.fixture
def copies(tmp_path):
    """The units, with programs that this machine has."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze isn't installed")
    for name in UNITS:
        text = re.sub(r"^(Exec\w+=)/(opt|home)/\S+", r"\1/bin/true", text_of(name), flags=re.MULTILINE)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [tmp_path / name for name in UNITS]


@pytest.mark.slow
def test_systemd_understands_the_units(copies):
    done = subprocess.run(["systemd-analyze", "verify", *copies], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.slow
def test_systemd_calls_the_exposure_of_every_service_small(copies):
    for copy in copies:
        if copy.name in SERVICES:
            command = ["systemd-analyze", "security", "--no-pager", "--offline=yes", "--threshold=20", copy]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout[-200:]


def test_every_service_is_hardened_alike():
    """The Pi's runs from a home folder, so it may read that, and write its data there."""
    hardening = [{*text_of(name).partition("\n\nCapability")[2].partition("\n\n")[0].splitlines()} for name in SERVICES]
    home = {"ProtectHome=yes", "ProtectHome=read-only"}
    assert len(hardening[0]) > 15
    assert [lines - home for lines in hardening] == [hardening[0] - home] * len(SERVICES)
    assert (values(PI, "ProtectHome"), values(PI, "UMask")) == (["read-only"], ["0077"])
    assert values(PI, "ReadWritePaths") == ["/home/pi/.local/share/scorekeeper"]


def test_one_environment_file_serves_the_app_the_timers_and_the_commands():
    for name in SERVICES:
        assert values(name, "EnvironmentFile") == ([] if name == PI else ["/etc/scorekeeper.env"])
        assert values(name, "Environment") == []
    assert "\n. /etc/scorekeeper.env\n" in text_of("scorekeeper")


def test_the_page_installs_and_enables_every_unit_and_timer():
    pages = SERVER_PAGE + (ROOT / "docs" / "machines.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\.deploy/(\S+\.(?:service|timer)) ", pages)) == {*UNITS} - {PI}
    enabled = {"scorekeeper", "scorekeeper-backup.timer", "scorekeeper-purge.timer"}
    assert set(re.findall(r"systemctl enable --now ([\w.-]+)", pages)) == enabled


def test_the_documented_line_writes_the_pis_unit_for_its_user(tmp_path):
    """The name and the folder of the user are in it twice each, and nobody else's."""
    (line,) = re.findall(r"^ *(sed .*) scorekeeper/\.deploy/", PI_PAGE, re.MULTILINE)
    done = subprocess.run(
        ["/bin/sh", "-c", f"{line} {DEPLOY / PI}"],
        env={"HOME": "/home/olga", "USER": "olga", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    changed = {line for line in done.stdout.splitlines() if line not in text_of(PI).splitlines()}
    assert changed == {
        "User=olga",
        "ReadWritePaths=/home/olga/.local/share/scorekeeper",
        "ExecStart=/home/olga/.local/bin/scorekeeper serve",
    }


@pytest.mark.slow
def test_the_documented_line_runs_any_command_with_the_servers_settings(tmp_path):
    line = "sudo -u scorekeeper scorekeeper invite"
    assert SERVER_PAGE.count(line) == 1
    server = Server(tmp_path)
    code = "from tests.cast import start_group; start_group('Wednesday', 'Olga')"
    variables = {"SCOREKEEPER_DATA": f"{tmp_path}/var/lib/scorekeeper", "SCOREKEEPER_SECRET_KEY": "0123456789" * 6}
    for command in (["migrate", "--verbosity=0"], ["shell", "--no-imports", "--command", code]):
        assert manage(*command, **variables).stderr == ""
    (tmp_path / "var/lib/scorekeeper/secret-key").write_text("0123456789" * 6)
    done = server.run(line)
    assert done.stderr == ""
    assert "\nhttps://cards.example.org/j/" in done.stdout
