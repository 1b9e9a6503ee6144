"""The examples in `.deploy/`, run by the real programs: only addresses and paths are replaced."""

import http.client
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules import limits
from scorekeeper.web.configuration import ROOT
from tests.serving import PATIENCE, Served, free_port

HOST = "cards.example.org"
FORM = {"Cookie": f"__Host-scorekeeper-csrf={'a' * 32}", "Content-Type": "application/x-www-form-urlencoded"}
FORM["Origin"] = f"https://{HOST}"


class Proxy:
    """A reverse proxy in front of the server, and clients of it."""

    def __init__(self, name: str, port: int) -> None:
        self.name, self.port = name, port

    def connect(self) -> ssl.SSLSocket:
        """Open a connection, without asking who signed the certificate."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        return context.wrap_socket(plain, server_hostname=HOST)

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, str, str]:
        """Send a request; return the status, the address of a redirect, and the text."""
        connection = http.client.HTTPConnection(HOST)
        connection.sock = self.connect()
        try:
            with suppress(OSError):
                connection.request(
                    method, path, body, {name.replace("_", "-"): value for name, value in headers.items()}
                )
            response = connection.getresponse()
            return response.status, response.headers.get("Location", ""), response.read().decode()
        finally:
            connection.close()


def nginx(text: str, folder: Path, port: int, server: int) -> list[str]:
    """Write nginx's files, and return its command line."""
    text = re.sub(r"^ *listen \[::\].*\n", "", text, flags=re.MULTILINE)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{free_port()};").replace(
        "listen 443", f"listen 127.0.0.1:{port}"
    )
    text = text.replace(f"/etc/letsencrypt/live/{HOST}", str(folder)).replace("/var/log/nginx", str(folder))
    (folder / "site.conf").write_text(text.replace("127.0.0.1:8000", f"127.0.0.1:{server}"))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""  # or its workers couldn't enter the folder
    program = f"daemon off; {user} pid {folder}/pid; error_log stderr; events {{}}"
    (folder / "nginx.conf").write_text(f"{program} http {{ {places} include {folder}/site.conf; }}")
    return ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]


def caddy(text: str, folder: Path, port: int, server: int) -> list[str]:
    """Write Caddy's file, and return its command line."""
    text = text.replace(f"{HOST} {{", f"https://{HOST}:{port} {{\n\ttls {folder}/fullchain.pem {folder}/privkey.pem")
    text = text.replace("{\n\tlog", "{\n\tadmin off\n\tauto_https disable_redirects\n\tlog", 1)
    (folder / "Caddyfile").write_text(text.replace("127.0.0.1:8000", f"127.0.0.1:{server}"))
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROGRAMS: dict[str, tuple[str, Callable[[str, Path, int, int], list[str]]]] = {
    "nginx": ("nginx.conf", nginx),
    "caddy": ("Caddyfile", caddy),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that is set up for the internet."""
    variables = {"SCOREKEEPER_PROFILE": "internet", "SCOREKEEPER_URL": f"https://{HOST}"}
    served = Served(data=tmp_path_factory.mktemp("internet") / "data", **variables)
    served.start()
    yield served
    served.kill()


@pytest.fixture(scope="module", params=PROGRAMS)
def proxy(request: pytest.FixtureRequest, server: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """Each of the programs, with its example."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} isn't installed")
    folder, port = tmp_path_factory.mktemp(request.param), free_port()
    make_certificate(folder)
    example, write = PROGRAMS[request.param]
    command = write((ROOT / ".deploy" / example).read_text(encoding="utf-8"), folder, port, server.port)
    with started(command, folder / "log", port):
        yield Proxy(request.param, port)


def make_certificate(folder: Path) -> None:
    """Write a key and a certificate that nobody has signed."""
    subject = ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject, *files]
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def started(command: list[str], log: Path, port: int, **owner: Any) -> Iterator[None]:
    """Run a program that listens on a port until the block ends."""
    environment = {"HOME": str(log.parent), "PATH": "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin"}
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, stdout=file, stderr=file, env=environment, cwd=log.parent, start_new_session=True, **owner
        )
    try:
        wait_for(port, process, log)
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # nginx has workers
        process.wait(PATIENCE)


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a program listens."""
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.02)


def test_a_visitor_cannot_claim_another_scheme(proxy: Proxy):
    for header in ("X_Forwarded_Proto", "X-Forwarded-Proto"):
        connection = proxy.connect()
        connection.sendall(f"GET / HTTP/1.1\r\nHost: {HOST}\r\n{header}: http\r\nConnection: close\r\n\r\n".encode())
        response = http.client.HTTPResponse(connection)
        response.begin()
        assert response.status == 200, "the app would redirect from http to https"
        connection.close()


def test_a_large_file_goes_through(proxy: Proxy):
    body = b"a=" + b"x" * limits.LARGEST_FILE
    status = proxy.ask("POST", "/", body, **FORM)[0]
    assert status == 400, "the app has seen it, and doesn't take it for a form"


def test_a_body_that_is_too_large_is_refused(proxy: Proxy):
    assert proxy.ask("POST", "/", b"x" * (limits.LARGEST_BODY + limits.MEGABYTE), **FORM)[0] == 413


def test_a_body_that_never_comes_is_cut(proxy: Proxy, full: bool):
    connection = proxy.connect()
    head = "".join(f"{name}: {value}\r\n" for name, value in FORM.items())
    connection.sendall(f"POST / HTTP/1.1\r\nHost: {HOST}\r\n{head}Content-Length: 100\r\n\r\na".encode())
    assert proxy.ask("GET", "/")[0] == 200
    if full and proxy.name == "nginx":  # Caddy allows two minutes
        connection.settimeout(15)
        assert connection.recv(100) == b""
    connection.close()
