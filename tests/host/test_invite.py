"""`manage.py invite` prints a link for joining a group, as text and as a QR code; every failure is one clear line."""

import io
import re
import socket
from ipaddress import ip_address

import pytest
import segno
from django.core.management import CommandError, call_command

from scorekeeper.models import Link
from scorekeeper.web import network
from tests.cast import start_group
from tests.serving import manage


@pytest.fixture
def wednesday(db):
    return start_group("Wednesday", "Olga")


@pytest.fixture(autouse=True)
def one_address(monkeypatch, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(network, "addresses", lambda: (ip_address("10.0.0.7"),))


def invite(*args):
    out = io.StringIO()
    call_command("invite", *args, stdout=out)
    return out.getvalue()


def address_in(output):
    return re.search(r"^http\S+$", output, re.MULTILINE)[0]


def test_it_prints_the_link_and_its_qr_code(wednesday):
    first, address, _space, caption, *picture = invite().splitlines()
    assert first == "Open this link within 24 hours to become an owner of “Wednesday”. It works only once."
    assert address.startswith("http://10.0.0.7:8000/j/")
    assert caption == "Or scan it with a phone:"
    link = Link.objects.get()
    assert (link.role, link.uses_left) == ("owner", 1)
    code = segno.make(address, error="l", micro=False)
    assert squares(line for line in picture if line) == [list(row) for row in code.matrix_iter(border=4)]


def squares(lines):
    """Return the QR code that a terminal of any color shows: 1 for a black square, 0 for a white one."""
    rows = []
    for line in lines:
        colors, blocks = re.fullmatch(r"\x1b\[([\d;]+)m([ ▀▄█]+)\x1b\[0m", line).groups()
        assert colors == "38;5;231;48;5;16", "white on black, whatever the theme"
        rows.append([int(block not in "▀█") for block in blocks])
        rows.append([int(block not in "▄█") for block in blocks])
    assert all(rows[-1]), "the number of rows is odd"
    return rows[:-1]


@pytest.mark.parametrize(
    ("argument", "name"),
    [
        pytest.param("Wednesday", "Wednesday", id="by name"),
        pytest.param("WEDNESDAY", "Wednesday", id="ignoring case"),
        pytest.param("{sunday}", "Sunday", id="by number"),
    ],
)
def test_one_of_several_groups_can_be_chosen(wednesday, argument, name):
    sunday = start_group("Sunday", "Sly")
    output = invite(argument.format(sunday=sunday.group_id))
    assert f"“{name}”" in output


@pytest.mark.parametrize(
    ("groups", "args", "why"),
    [
        pytest.param((), (), "There are no groups yet. Start one in the app.", id="no group yet"),
        pytest.param(("A",), ("B",), "There is no such group.", id="no such name"),
        pytest.param(("A",), ("9" * 5000,), "There is no such group.", id="a very long number"),
        pytest.param(("A", "B"), (), "Which group? Give its number: ", id="several"),
        pytest.param(("A", "a"), ("A",), "Which group? Give its number: ", id="several with the same name"),
        pytest.param(
            ("A",),
            ("--port", "no"),
            "--port: 'no' isn’t a whole number from 1 to 65535.",
            id="a port that is not a number",
        ),
        pytest.param(("A",), ("--port=0",), "--port: '0' isn’t a whole number from 1 to 65535.", id="port 0"),
    ],
)
def test_a_failure_prints_one_line(db, groups, args, why):
    for name in groups:
        start_group(name, "Olga")
    with pytest.raises(CommandError) as refused:
        invite(*args)
    assert str(refused.value).startswith(why)
    assert "\n" not in str(refused.value)
    assert not Link.objects.exists()


def test_the_link_uses_the_given_port_or_the_base_address(wednesday, settings):
    assert address_in(invite("--port", "9000")).startswith("http://10.0.0.7:9000/j/")
    settings.BASE_URL = "https://cards.example.org"
    assert address_in(invite("--port", "9000")).startswith("https://cards.example.org/j/")


def test_the_link_uses_the_port_of_the_running_server(wednesday, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        network.note(tmp_path, network.Listener(host="0.0.0.0", port=port))
        assert address_in(invite()).startswith(f"http://10.0.0.7:{port}/j/")
        assert address_in(invite("--port", "9000")).startswith("http://10.0.0.7:9000/j/")
    assert address_in(invite()).startswith("http://10.0.0.7:8000/j/"), "nobody answers at the old one"


def test_without_a_network_it_says_so_and_prints_no_qr_code(wednesday, monkeypatch):
    monkeypatch.setattr(network, "addresses", lambda: ())
    first, second, address = invite().splitlines()
    assert first == "Only this machine can open it: it has no address on the network."
    assert second == "Open this link within 24 hours to become an owner of “Wednesday”. It works only once."
    assert address.startswith("http://localhost:8000/j/")


def test_a_server_that_listens_on_this_machine_only_is_named(wednesday, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        network.note(tmp_path, network.Listener(host="127.0.0.1", port=server.getsockname()[1]))
        first, _second, address = invite().splitlines()
    reason = "the app listens on 127.0.0.1. To let phones in, leave out --host."
    assert first == f"Only this machine can open it: {reason}"
    assert address.startswith("http://127.0.0.1:")


def test_without_a_database_it_says_what_to_do(tmp_path):
    run = manage("invite", SCOREKEEPER_DATA=str(tmp_path))
    assert run.returncode == 1
    assert run.stdout == ""
    assert "start `manage.py serve`" in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1
