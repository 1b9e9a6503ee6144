"""`manage.py serve`: the files it creates, its output, how it stops, and the errors it reports."""

import contextlib
import http.client
import io
import os
import re
import resource
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from urllib.request import urlopen
from uuid import uuid4

import pytest
from django.core.management import CommandError

from scorekeeper.host import announcing, server
from scorekeeper.management.commands import serve
from scorekeeper.web.network import Listener, addresses, host_names
from tests.serving import PATIENCE, Served, free_port, manage

pytestmark = pytest.mark.slow


OPEN = """
with urllib.request.urlopen(sys.argv[1]) as page, open({opened!r}, "w") as file:
    file.write(f"{{sys.argv[1]}} {{page.status}}")
"""
"""A browser that notes which page it opens, and with which status; it fails if nobody answers."""


def get(port: int, path: str = "/", host: str = "") -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("localhost", port, timeout=PATIENCE)
    connection.request("GET", path, headers={"Host": host or f"localhost:{port}"})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def test_serve_creates_what_it_needs_and_prints_its_addresses(served_first):
    assert stat.S_IMODE(served_first.data.stat().st_mode) == 0o700
    assert stat.S_IMODE((served_first.data / "secret-key").stat().st_mode) == 0o600
    assert (served_first.data / "static" / "staticfiles.json").exists()
    with sqlite3.connect(served_first.data / "scorekeeper.sqlite3") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("SELECT count(*) FROM django_session").fetchone() == (0,)
    database.close()
    served_first.stop()  # It may answer before it has printed everything.
    assert f"On this machine: {served_first.url}" in served_first.output
    assert "manage.py invite" in served_first.output
    if addresses():
        assert f"On the network: http://{addresses()[0]}:{served_first.port}" in served_first.output
        assert f"For the table, to print or show: {served_first.url}/table/" in served_first.output
        caption = f"Scan this with a phone to open http://{addresses()[0]}:{served_first.port}:"
        assert f"{caption}\n\x1b[38;5;231;48;5;16m" in served_first.output


def test_a_server_that_listens_on_this_machine_only_says_how_to_change_that(settings, tmp_path):
    settings.DATA_DIR, settings.BASE_URL, output = tmp_path, "", io.StringIO()
    serve.Command(stdout=output).greet(Listener(host="127.0.0.1", port=8000))
    reason = "Only this machine can open it: the app listens on 127.0.0.1. To let phones in, leave out --host."
    assert f"On this machine: http://127.0.0.1:8000\n  {reason}\n" in output.getvalue()


@pytest.fixture
def opening(tmp_path):
    """A server, about to be started with `--open`."""
    server = Served(data=tmp_path / "data").use_ready_folder()
    server.options = ["--open"]
    yield server
    server.kill()


def within_patience(condition):
    """Return whether a condition comes true before the deadline."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_a_browser_is_opened_once_the_server_answers(opening, tmp_path):
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f"#!{sys.executable}\nimport sys, urllib.request\n" + OPEN.format(opened=str(opened)))
    browser.chmod(0o700)
    opening.variables |= {"BROWSER": f"{browser} %s"}
    opening.start()
    assert within_patience(lambda: opened.exists() and opened.read_text())  # it's there a moment before its text
    assert opened.read_text() == f"{opening.url} 200"


def test_without_a_browser_the_server_starts_all_the_same(opening, tmp_path):
    nothing = {"PATH": str(tmp_path), "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    opening.variables |= {"BROWSER": str(tmp_path / "none"), **nothing}
    opening.start()
    sentence = f"Can’t open a browser here. Open {opening.url} yourself."
    assert within_patience(lambda: sentence in opening.output)
    assert "Traceback" not in opening.output
    assert opening.answers()


def test_the_announced_name_is_printed_and_is_an_allowed_host(tmp_path):
    served = Served(data=tmp_path / "data").use_ready_folder()
    served.name = f"test-{uuid4().hex[:12]}"
    can_be_found = bool(announcing.reachable(Listener(host="0.0.0.0", port=served.port)))
    try:
        served.start()
        host = f"{served.name}.local:{served.port}"
        assert (f"On the network, by name: http://{host}\n" in served.output) == can_be_found
        assert get(served.port, host=host).status == (200 if can_be_found else 400)
        assert served.stop(signal.SIGTERM) == 0
        assert "Traceback" not in served.output
    finally:
        served.kill()


def test_an_acknowledged_hand_survives_a_power_failure(tmp_path):
    code = "from django.db import connection as c; print(c.cursor().execute('PRAGMA synchronous').fetchone())"
    (tmp_path / "data").mkdir()
    done = manage("shell", "--no-imports", "--command", code, SCOREKEEPER_DATA=str(tmp_path / "data"))
    assert (done.stdout, done.stderr) == ("(2,)\n", ""), "2 is FULL: every commit waits for the disk"


def test_only_scripts_that_pages_use_are_collected_and_all_are_compressed(served_first):
    with urlopen(served_first.url) as page:
        used = set(re.findall(r'src="/static/([^"]+)"', page.read().decode()))
    static = served_first.data / "static"
    collected = {str(script.relative_to(static)) for script in static.rglob("*.js")}
    for_other_pages = {"choose.js", "hand.js", "print.js", "recipe.js", "result.js", "roster.js", "share.js"}
    for_other_pages |= {"offline-bar.js", "offline-form.js", "offline-hands.js", "steppers.js", "sw.js"}
    assert {re.sub(r"\.\w+\.js$", ".js", name) for name in collected - used} == for_other_pages
    assert {name for name in used if not (static / f"{name}.br").exists()} == set()


def test_serve_answers_only_to_its_own_names_and_without_debug_mode(served):
    for host in ("localhost", "127.0.0.1", "[::1]", *host_names(), *map(str, addresses()[:1])):
        assert get(served.port, host=f"{host}:{served.port}").status != 400, host
    assert get(served.port, host="elsewhere.example.org").status == 400
    assert get(served.port, "/no-such-page/").status == 404


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_stopping_is_clean(served, number):
    idle = socket.create_connection(("localhost", served.port))  # a phone that keeps its connection open
    assert (served.data / "running").read_text() == f"0.0.0.0 {served.port}\n"
    began = time.monotonic()
    assert served.stop(number) == 0
    assert time.monotonic() - began < server.PATIENCE, "idle connections aren't waited for"
    assert (served.data / "running").read_text() == ""
    idle.close()
    assert "Traceback" not in served.output


def test_however_often_a_server_is_stopped_it_puts_everything_in_order(served):
    while served.process.poll() is None:
        for number in (signal.SIGINT, signal.SIGTERM):
            os.killpg(served.process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            served.process.wait(0.01)
    assert (served.data / "running").read_text() == ""
    assert sorted(path.name for path in served.data.glob("scorekeeper*")) == ["scorekeeper.sqlite3"]
    assert "Traceback" not in served.output


def test_the_number_of_workers_is_ignored_with_a_line(tmp_path):
    """It stands in people's units."""
    served = Served(data=tmp_path / "data").use_ready_folder()
    served.options = ["--workers", "4"]
    try:
        served.start()
        assert served.output.startswith("--workers is ignored: one process with threads answers everybody.\n")
    finally:
        served.kill()


def test_it_restarts_with_the_same_key(served):
    key = (served.data / "secret-key").read_bytes()
    served.stop()
    served.start()
    assert (served.data / "secret-key").read_bytes() == key


def test_a_port_already_in_use_is_reported_in_one_line(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = manage("serve", "--port", str(port), SCOREKEEPER_DATA=str(tmp_path / "data"))
    assert done.returncode == 1
    assert done.stderr.startswith(f"CommandError: Can’t listen on 0.0.0.0 port {port} (Address already in use)")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        pytest.param(["--port", "0"], "--port: '0' isn’t a whole number from 1 to 65535", id="port 0"),
        pytest.param(["--port", "web"], "--port: 'web' isn’t a whole number", id="a port that is not a number"),
        pytest.param(["--name", "two words"], "--name: 'two words' isn’t a name of letters", id="not a host name"),
        pytest.param(["--host", "203.0.113.9"], "Can’t listen on 203.0.113.9", id="somebody else's address"),
        pytest.param(["--host", "no such host"], "no such host isn’t an address", id="not an address"),
    ],
)
def test_a_wrong_argument_is_reported_in_one_line(tmp_path, arguments, problem):
    done = manage("serve", *arguments, SCOREKEEPER_DATA=str(tmp_path / "data"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert problem in done.stderr


def test_a_data_folder_that_cannot_be_created_is_reported_in_one_line(tmp_path):
    (tmp_path / "file").touch()
    done = manage("serve", "--port", str(free_port()), SCOREKEEPER_DATA=str(tmp_path / "file" / "data"))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert f"Can’t write to the data folder {tmp_path}/file/data (Not a directory)." in done.stderr


@pytest.mark.parametrize(
    ("command", "change", "why"),
    [
        pytest.param(
            ["serve", "--name", ""],
            "INSERT INTO django_migrations (app, name, applied) VALUES ('scorekeeper', '9999_future', '2050-01-01')",
            "The database is newer than this version of Scorekeeper (it has scorekeeper.9999_future). Update",
            id="serve, newer",
        ),
        *(
            pytest.param(
                command,
                "DELETE FROM django_migrations WHERE app = 'scorekeeper' AND name > '0012'"
                " OR name = '0001_score_sheets'",
                "The database is too old for this version of Scorekeeper; first update it to "
                "scorekeeper.0016_whole_hands.",
                id=f"{command[0]}, too old",
            )
            for command in (["serve", "--name", ""], ["migrate"])
        ),
    ],
)
def test_a_database_of_another_time_is_refused_in_one_line(tmp_path, command, change, why):
    data = tmp_path / "data"
    Served(data=data).use_ready_folder()
    with sqlite3.connect(data / "scorekeeper.sqlite3") as database:
        database.execute(change)
    database.close()
    before = (data / "scorekeeper.sqlite3").read_bytes()
    port = ["--port", str(free_port())] if command[0] == "serve" else []
    done = manage(*command, *port, SCOREKEEPER_DATA=str(data))
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert why in done.stderr
    assert (data / "scorekeeper.sqlite3").read_bytes() == before


@pytest.mark.parametrize(
    ("database", "problem"),
    [
        pytest.param(
            "postgresql://ann:secret@127.0.0.1:{port}/cards",
            "Can’t use the database: ",
            id="PostgreSQL that isn't running",
        ),
        pytest.param("sqlite:///{folder}/rubbish/below", "{folder}/rubbish: File exists", id="a database below a file"),
    ],
)
def test_an_unusable_database_is_reported_in_one_line(tmp_path, database, problem):
    (tmp_path / "rubbish").write_bytes(b"rubbish" * 1000)
    url = database.format(port=free_port(), folder=tmp_path)
    done = manage("serve", "--port", str(free_port()), SCOREKEEPER_DATA=str(tmp_path / "data"), DATABASE_URL=url)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith(problem.format(folder=tmp_path))
    assert "secret@" not in done.stderr


def test_a_number_with_a_million_digits_is_refused():
    with pytest.raises(CommandError):
        serve.port_number("9" * 1_000_000)


@pytest.mark.parametrize(
    ("soft", "hard", "connections"),
    [
        pytest.param(1024, 1_000_000, 2000, id="more than enough"),
        pytest.param(1024, 2048, 1848, id="some are kept for everything else"),
        pytest.param(64, 128, 64, id="very few"),
        pytest.param(1024, resource.RLIM_INFINITY, 2000, id="no limit"),
    ],
)
def test_the_limit_of_descriptors_is_raised(monkeypatch, soft, hard, connections):
    raised = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limit: raised.append(limit))
    assert server.allow_connections() == connections
    assert raised == [(min(2200, hard % 2**63), hard)]
