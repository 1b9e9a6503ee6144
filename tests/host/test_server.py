"""What the server promises of connections and of its end, whatever the application answers."""

import http.client
import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.core.cache import caches
from django.urls import base
from django.utils import timezone
from django.utils.translation import trans_real

from scorekeeper.host import server
from scorekeeper.rules import limits
from scorekeeper.web.configuration import ROOT
from tests.serving import PATIENCE, Served, environment, free_port

pytestmark = pytest.mark.slow

SCRIPT = """
import gc, json, socket, sys
from scorekeeper.host import server
from scorekeeper.rules import limits
from scorekeeper.web.database import LockingConnection

def application(environ, start_response):
    if environ["PATH_INFO"] == "/large":
        print("asked", flush=True)
        sys.stdin.readline()
        content = b"x" * (20 * limits.MEGABYTE)
    else:
        forwarded = {name: value for name, value in environ.items() if "FORWARDED" in name}
        process = [sys.getswitchinterval(), gc.get_freeze_count() > 0, gc.get_threshold()[2]]
        process.append(LockingConnection.patience)
        content = json.dumps({"forwarded": forwarded, "process": process}).encode()
    start_response("200 OK", [("Content-Length", str(len(content)))])
    return [content]

server.WSGIHandler = lambda: application
for assignment in sys.argv[2:]:
    name, value = assignment.split("=")
    value = float(value) if "." in value else int(value)
    if name in server.OPTIONS:
        server.OPTIONS[name] = value
    else:
        setattr(server, name, value)
server.run(socket.create_server(("127.0.0.1", int(sys.argv[1]))), when_ready=lambda: print("ready", flush=True))
print("stopped", flush=True)
"""


class Child:
    """The server in a process of its own, with an application that answers when it is told to."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port
        self.connections: list[socket.socket] = []

    def says(self) -> str:
        """Wait for the next thing that it prints."""
        return self.process.stdout.readline().strip()

    def connect(self, request: str = "") -> socket.socket:
        """Open a connection, and send a request, or a part of one."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.connections.append(connection)
        connection.sendall(request.replace("\n", "\r\n").encode())
        return connection


@contextmanager
def child(**figures: float) -> Iterator[Child]:
    """Start the server, with other figures than its own."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(port), *(f"{name}={value}" for name, value in figures.items())],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    started = Child(process, port)
    try:
        assert started.says() == "ready"
        yield started
    finally:
        for connection in started.connections:
            connection.close()
        process.kill()
        process.communicate()


def answer(connection: socket.socket) -> tuple[http.client.HTTPResponse, bytes]:
    """Return an answer and its content."""
    response = http.client.HTTPResponse(connection)
    response.begin()
    return response, response.read()


LARGE, SMALL = "GET /large HTTP/1.1\nHost: x\n\n", "GET / HTTP/1.1\nHost: x\n\n"


def test_a_stop_answers_what_has_come_and_goes_on_sending():
    with child(threads=1) as running:
        queued = running.connect(SMALL)
        answer(queued)
        begun = running.connect(LARGE)
        assert running.says() == "asked"
        queued.sendall(SMALL.replace("\n", "\r\n").encode())
        running.process.send_signal(signal.SIGTERM)
        running.process.stdin.write("go on\n")
        running.process.stdin.flush()
        assert len(answer(begun)[1]) == 20 * limits.MEGABYTE
        assert answer(queued)[0].status == 200
        assert running.says() == "stopped"
        assert running.process.wait(PATIENCE) == 0
        assert "Traceback" not in running.process.stderr.read()


def test_a_stop_does_not_wait_forever():
    with child(PATIENCE=0.1) as running:
        begun = running.connect(LARGE)
        assert running.says() == "asked"
        running.process.send_signal(signal.SIGTERM)
        assert running.says() == "stopped"
        begun.close()
    assert server.PATIENCE == 5


def test_silent_connections_are_closed_but_the_time_of_an_answer_does_not_count_as_silence():
    with child(channel_timeout=1, cleanup_interval=1) as running:
        begun = running.connect(LARGE)
        assert running.says() == "asked"
        silent = [running.connect(text) for text in ("", "GET / HTTP/1.1\nX: ")]
        assert [connection.recv(1) for connection in silent] == [b"", b""]
        running.process.stdin.write("go on\n")
        running.process.stdin.flush()
        assert len(answer(begun)[1]) == 20 * limits.MEGABYTE
    assert server.OPTIONS["channel_timeout"] + server.OPTIONS["cleanup_interval"] <= 30


def test_connections_beyond_the_limit_wait_in_silence():
    with child(MOST_CONNECTIONS=10) as running:
        connections = [running.connect() for _number in range(30)]
        last = running.connect(SMALL)
        for connection in connections:
            connection.close()
        assert answer(last)[0].status == 200
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(PATIENCE) == 0
        assert running.process.stderr.read().count("\n") < 30, "it says so, and doesn’t spin"


def test_the_proxys_headers_arrive_the_server_does_not_name_itself_and_taps_seldom_wait():
    """Threads switch every millisecond, and what was loaded at the start is never looked through by the collector."""
    with child() as running:
        lines = "X-Forwarded-For: 192.0.2.1\nX-Forwarded-Proto: https\nX_Forwarded_For: 192.0.2.66\n"
        response, content = answer(running.connect(SMALL.replace("\n\n", f"\n{lines}\n")))
        forwarded = {"HTTP_X_FORWARDED_FOR": "192.0.2.1", "HTTP_X_FORWARDED_PROTO": "https"}
        assert (response.headers["Server"], response.headers["Via"]) == (None, None)
        process = [0.001, True, 1000, limits.LONGEST_WAIT]
        assert json.loads(content) == {"forwarded": forwarded, "process": process}


def test_an_answer_to_head_is_its_headers_alone_so_that_the_next_answer_is_read_right(served: Served):
    """Over a socket: Django's test client would drop the content by itself."""
    phone = http.client.HTTPConnection("localhost", served.port, timeout=PATIENCE)
    for address in ("/sign-in/", "/nowhere/", "/manifest.webmanifest", "/theme/", "/static/staticfiles.json"):
        answers = []
        for method in ("GET", "HEAD", "GET"):
            phone.request(method, address, headers={"Accept-Language": "en"})
            response = phone.getresponse()
            answers.append((response.status, response.headers["Content-Length"], len(response.read())))
        got, headed, again = answers
        assert (headed[:2], headed[2], again) == (got[:2], 0, got), address
    phone.close()


def test_a_file_that_is_too_large_gets_our_page(served: Served):
    phone = http.client.HTTPConnection("localhost", served.port, timeout=PATIENCE)
    for size in (limits.LARGEST_BODY + 1, 2 * limits.LARGEST_FILE - 1):
        phone.request("POST", "/", b"x" * size, {"Content-Type": "application/x-www-form-urlencoded"})
        response = phone.getresponse()
        assert (response.status, "Files can be up to 32 MB." in response.read().decode()) == (413, True), size
        phone.request("GET", "/")
        answered = phone.getresponse()
        assert (answered.status, bool(answered.read())) == (200, True), "the connection is still open"
    phone.close()


def test_threads_do_not_take_turns_at_a_lock_for_every_text():
    apps.get_app_config(
        "scorekeeper"
    ).ready()  # other tests may have changed the languages, for which Django makes new ones
    of_django = trans_real._active, timezone._active, base._prefixes, base._urlconfs, caches._connections
    assert {type(each) for each in of_django} == {threading.local}
