"""The front of a worker: bodies are read whole before a thread sees a request, and addresses take turns."""

import asyncio
import io
from types import SimpleNamespace

import pytest

from scorekeeper import bodies, front, limits
from scorekeeper.bodies import Allowance, Bodies, RequestRefused
from scorekeeper.front import Turn, Turns, environ_of

MEMBER = {"HTTP_COOKIE": "csrftoken=a; sessionid=b"}


class Sender:
    """A client that sends these chunks; None stands for a pause that never ends."""

    def __init__(self, *chunks):
        self.chunks, self.read = list(chunks), 0

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.chunks:
            raise StopAsyncIteration
        chunk = self.chunks.pop(0)
        if chunk is None:
            await asyncio.Event().wait()
        self.read += len(chunk)
        return chunk


def read(sender, **environ):
    """Return the whole body that the application would see."""

    async def reading():
        async with Bodies().read(environ, "192.0.2.1", sender) as body:
            return body.read()

    return asyncio.run(reading())


@pytest.fixture
def impatient(monkeypatch):
    """A server that waits no longer than an event loop must."""
    monkeypatch.setattr(bodies, "PATIENCE", 0)
    monkeypatch.setattr(bodies, "DRAIN", 0)


def test_a_body_is_read_whole():
    assert read(Sender(b"a", b"bc", b""), CONTENT_LENGTH="3") == b"abc"


def test_a_large_body_of_a_member_is_read_whole():
    chunk = b"x" * bodies.SMALL
    assert read(Sender(chunk, chunk), CONTENT_LENGTH=str(2 * bodies.SMALL), **MEMBER) == 2 * chunk


@pytest.mark.parametrize(
    ("status", "chunks", "environ"),
    [
        pytest.param(400, [b"ab"], {"CONTENT_LENGTH": "3"}, id="a body that breaks off"),
        pytest.param(408, [b"a", None], {"CONTENT_LENGTH": "3"}, id="a body that never comes"),
        pytest.param(411, [], {"HTTP_TRANSFER_ENCODING": "chunked"}, id="a body of unknown length"),
    ],
)
def test_a_body_that_does_not_come_is_refused(impatient, status, chunks, environ):
    with pytest.raises(RequestRefused) as refused:
        read(Sender(*chunks), **environ)
    assert refused.value.status == status
    assert ("connection", "close") in refused.value.headers


def test_a_full_disk_refuses_a_large_body(monkeypatch):
    class Full(io.BytesIO):
        def write(self, data):
            raise OSError("No space left on device")

    monkeypatch.setattr(bodies, "TemporaryFile", Full)
    with pytest.raises(RequestRefused) as refused:
        read(Sender(b"x"), CONTENT_LENGTH=str(bodies.SMALL + 1), **MEMBER)
    assert refused.value.status == 503


@pytest.mark.parametrize(
    ("length", "environ", "drained"),
    [
        pytest.param(bodies.SMALL + 1, {}, 0, id="a stranger's isn't read"),
        pytest.param(
            limits.LARGEST_BODY + 1, MEMBER, 8, id="a member's is dropped, so that the browser shows the page"
        ),
        pytest.param("9" * 30, {}, 0, id="an absurd length"),
    ],
)
def test_a_body_that_is_too_large_is_not_kept(length, environ, drained):
    sender = Sender(b"xxxx", b"xxxx")
    assert read(sender, CONTENT_LENGTH=str(length), **environ) == b""
    assert sender.read == drained


def test_a_member_who_never_stops_sending_is_drained_only_for_a_while(impatient):
    assert read(Sender(b"x", None), CONTENT_LENGTH=str(limits.LARGEST_BODY + 1), **MEMBER) == b""


def test_one_address_cannot_take_everything_and_what_is_taken_is_given_back():
    allowance = Allowance(each=2, total=3)
    for _time in range(2):
        with allowance.take("a", 2):
            with pytest.raises(RequestRefused), allowance.take("a", 1):
                pass
            with allowance.take("b", 1), pytest.raises(RequestRefused), allowance.take("c", 1):
                pass
    assert not allowance._taken


@pytest.mark.parametrize("cookie", ["sessionid=a", "csrftoken=b; scorekeeper=a", "csrftoken=b;sessionid=a"])
def test_a_browser_with_a_session_is_known_by_its_cookie(cookie):
    assert bodies.has_session({"HTTP_COOKIE": cookie})


@pytest.mark.parametrize("cookie", ["", "csrftoken=b", "nosessionid=a", "a=sessionid"])
def test_other_cookies_are_no_session(cookie):
    assert not bodies.has_session({"HTTP_COOKIE": cookie})


def test_addresses_take_turns():
    line = Turns()
    for address, name in [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1")]:
        line.join(Turn(address, {"name": name}, None, None))
    line.close(threads=1)
    turns = iter(line.next, None)
    assert [turn.environ["name"] for turn in turns] == ["a1", "b1", "c1", "a2", "a3"]


def test_a_line_that_is_too_long_is_refused_but_others_may_join(monkeypatch):
    monkeypatch.setattr(front, "LONGEST_LINE", 1)
    line = Turns()
    line.join(Turn("a", {}, None, None))
    with pytest.raises(RequestRefused) as refused:
        line.join(Turn("a", {}, None, None))
    line.join(Turn("b", {}, None, None))
    assert (refused.value.status, ("retry-after", "2") in refused.value.headers) == (503, True)


class Headers(tuple):
    """Pairs of names and values, in which a name can appear twice."""

    def items(self):
        return iter(self)


def environ(*headers, **parts):
    scope = {"server": "[::1]:8000", "client": "[2001:db8::1]:50000", "method": "GET", "path": "/", "query_string": ""}
    return environ_of(SimpleNamespace(**scope | parts, headers=Headers(headers)))


def test_the_environment_is_what_wsgi_asks_for():
    made = environ(("content-type", "text/plain"), ("hx-request", "true"), path="/zoë/", query_string="v=3")
    assert (
        made
        | {
            "PATH_INFO": "/zo\xc3\xab/",
            "QUERY_STRING": "v=3",
            "CONTENT_TYPE": "text/plain",
            "HTTP_HX_REQUEST": "true",
            "SERVER_NAME": "::1",
            "SERVER_PORT": "8000",
            "REMOTE_ADDR": "2001:db8::1",
        }
        == made
    )


def test_a_header_cannot_pass_for_another_by_an_underscore():
    made = environ(("x_forwarded_for", "203.0.113.1"), ("x-forwarded-for", "192.0.2.1"))
    assert made["HTTP_X_FORWARDED_FOR"] == "192.0.2.1"


def test_repeated_headers_are_joined():
    made = environ(("x-forwarded-for", "a"), ("x-forwarded-for", "b"), ("cookie", "a=1"), ("cookie", "b=2"))
    assert (made["HTTP_X_FORWARDED_FOR"], made["HTTP_COOKIE"]) == ("a,b", "a=1; b=2")
