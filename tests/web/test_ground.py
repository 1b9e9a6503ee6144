"""The app's foundations: the secret key, the network and the README."""

import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace

import ifaddr
import pytest
from django.core.management import call_command

from scorekeeper.host.preparing import make_key
from scorekeeper.web import configuration, network
from scorekeeper.web.configuration import secret_key
from tests.serving import VARIABLES, environment, manage
from tests.web.test_configuration import INTERNET

README = (configuration.ROOT / "README.md").read_text(encoding="utf-8")


# The secret key


def test_the_key_is_made_once_and_is_private(tmp_path):
    make_key(tmp_path)
    key = secret_key(tmp_path)
    assert len(key) >= 50
    make_key(tmp_path)
    assert secret_key(tmp_path) == key
    assert [(file.name, stat.S_IMODE(file.stat().st_mode)) for file in tmp_path.iterdir()] == [("secret-key", 0o600)]


def test_simultaneous_callers_get_the_same_new_key(tmp_path):
    def make_and_read(_number):
        make_key(tmp_path)
        return secret_key(tmp_path)

    with ThreadPoolExecutor(16) as pool:
        keys = list(pool.map(make_and_read, range(64)))
    assert len(set(keys)) == 1


def test_a_key_that_cannot_be_read_is_named_and_never_replaced(tmp_path):
    with pytest.raises(configuration.ConfigurationError, match="there is no secret key at "):
        secret_key(tmp_path)
    assert not list(tmp_path.iterdir())
    file = tmp_path / "secret-key"
    for content, problem in ((b"\n", "is empty; put back a copy of it"), (b"\xff" * 60, "can't read the secret key ")):
        file.write_bytes(content)
        with pytest.raises(configuration.ConfigurationError, match=problem):
            secret_key(tmp_path)
        assert file.read_bytes() == content


# The network


def let_the_default_route_be(monkeypatch, address):
    """Let this machine send from this address or, if it is None, have no network."""

    class Probe:
        def connect(self, _address):
            if address is None:
                raise OSError(101, "Network is unreachable")

        def getsockname(self):
            return address, 1

    monkeypatch.setattr(network.socket, "socket", lambda *_kind: nullcontext(Probe()))


def test_the_default_route_comes_first_and_unreachable_addresses_are_left_out(monkeypatch):
    ips = [SimpleNamespace(ip=ip) for ip in ("127.0.0.1", "169.254.1.1", "172.17.0.1", "192.168.1.5")]
    ips += [SimpleNamespace(ip=(ip, 0, 0)) for ip in ("::1", "fe80::1", "fd00::5")]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [SimpleNamespace(ips=ips)])
    let_the_default_route_be(monkeypatch, "192.168.1.5")
    addresses = network.addresses()
    assert [str(address) for address in addresses] == ["192.168.1.5", "172.17.0.1", "fd00::5"]
    assert network.in_url(addresses[2]) == "[fd00::5]"


def test_where_the_adapters_are_a_secret_the_default_route_remains(monkeypatch):
    def refuse():
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(ifaddr, "get_adapters", refuse)
    for outward, known in (("192.168.43.1", (ip_address("192.168.43.1"),)), (None, ())):
        let_the_default_route_be(monkeypatch, outward)
        assert network.addresses() == known


def test_the_mdns_host_name_comes_last(monkeypatch):
    monkeypatch.setattr(network.socket, "gethostname", lambda: "Oak.example.org")
    assert network.host_names() == ("oak.example.org", "oak", "oak.local")


def test_an_unknown_host_is_refused(client, db):
    assert client.get("/", headers={"host": "elsewhere.example.org"}).status_code == 400


# Commands and checks


@pytest.mark.slow
@pytest.mark.parametrize("profile", [{}, INTERNET], ids=["LAN", "internet"])
def test_the_deployment_check_is_clean(tmp_path, profile):
    make_key(tmp_path)
    done = manage("check", "--deploy", "--fail-level=INFO", SCOREKEEPER_DATA=str(tmp_path), **profile)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"System check identified no issues ({1 if profile else 4} silenced).\n"


def test_a_command_that_needs_no_data_folder_creates_none(tmp_path):
    assert manage("check", SCOREKEEPER_DATA=str(tmp_path / "data")).returncode == 0
    assert not (tmp_path / "data").exists()


@pytest.mark.slow
def test_migrate_works_in_a_fresh_checkout(tmp_path):
    done = manage("migrate", "--verbosity=0", SCOREKEEPER_DATA=str(tmp_path / "new" / "data"))
    assert (done.returncode, done.stderr) == (0, "")
    assert stat.S_IMODE((tmp_path / "new" / "data").stat().st_mode) == 0o700


@pytest.mark.django_db
def test_the_models_and_the_migrations_agree():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


# The README

TEST_LINE = "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/pytest -n auto -m 'not slow'"


def test_the_readme_contains_the_commands_for_starting_and_testing_and_ci_runs_the_latter():
    lines = README.splitlines()
    assert "python3 -m venv .venv && .venv/bin/pip install -e '.[full]' && .venv/bin/python manage.py serve" in lines
    assert TEST_LINE in lines
    ci = configuration.ROOT / ".ci"
    assert f"readme_line() {{\n    {TEST_LINE}\n}}" in (ci / "machine.sh").read_text(encoding="utf-8")
    assert "\nreadme_line\n" in (ci / "run").read_text(encoding="utf-8")


def test_every_variable_is_in_the_table():
    table = (configuration.ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \| .+ \| .+ \|$", table, re.MULTILINE)) == VARIABLES


@pytest.mark.slow
def test_in_a_checkout_the_command_has_its_short_name_too(tmp_path):
    command = Path(sys.executable).with_name("scorekeeper")
    words = subprocess.check_output([command, "help"], cwd=tmp_path, env=environment(), text=True).split()
    assert {"serve", "invite", "backup", "restore", "score"} <= set(words)


def test_only_the_configuration_reads_the_environment():
    code = (configuration.ROOT / "scorekeeper").rglob("*.py")
    readers = {path.name for path in code if re.search(r"os\.environ|getenv", path.read_text(encoding="utf-8"))}
    assert readers == {"configuration.py", "__main__.py", "wsgi.py"}  # the last two only name the settings module
