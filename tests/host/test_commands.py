"""All commands together: their list, their help, their version, and how they end if nobody reads what they print."""

import os
import subprocess
import sys

import pytest
from django.core.management import get_commands, load_command_class

from scorekeeper import __main__ as command_line, __version__
from scorekeeper.web.configuration import ROOT
from tests.serving import environment, manage

OURS = sorted(name for name, app in get_commands().items() if app == "scorekeeper")
ISOLATED = {"SCOREKEEPER_SECRET_KEY": "only-for-tests-" + "0123456789" * 5}


def printed(capsys, monkeypatch, *arguments):
    """Run the command line in this process, and return what it has printed."""
    umask = os.umask(0o077)
    monkeypatch.setattr(sys, "argv", ["manage.py", *arguments])
    try:
        command_line.main()
    finally:
        os.umask(umask)
    return capsys.readouterr().out


def test_the_list_has_our_commands_only_each_with_a_line(capsys, monkeypatch):
    overview = printed(capsys, monkeypatch)
    usage, *listed, more = filter(None, overview.splitlines())
    assert (usage, more) == (
        "Usage: manage.py COMMAND [options]",
        "`manage.py COMMAND --help` says more about a command.",
    )
    assert [line.split()[0] for line in listed] == OURS
    for line in listed:
        assert line.endswith(".")
        assert 40 < len(line) <= 100
    assert printed(capsys, monkeypatch, "--help") == printed(capsys, monkeypatch, "help") == overview
    assert printed(capsys, monkeypatch, "help", "--commands").split() == OURS


def test_the_help_of_every_command_has_its_line_and_explains_each_option():
    for name in OURS:
        command = load_command_class("scorekeeper", name)
        parser = command.create_parser("manage.py", name)
        assert str(command.help) in " ".join(parser.format_help().split())
        assert [action.dest for action in parser._actions if not action.help] == [], name


def test_every_way_to_ask_for_the_version_gives_the_apps(capsys, monkeypatch):
    for arguments in (["--version"], ["version"], ["serve", "--version"]):
        assert printed(capsys, monkeypatch, *arguments) == f"{__version__}\n"


def test_the_command_itself_says_its_version():
    assert manage("--version").stdout == f"{__version__}\n"


@pytest.fixture
def closed():
    """A pipe that nobody reads."""
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as broken:
        yield broken


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A data folder whose database has a group."""
    folder = tmp_path_factory.mktemp("commands")
    variables = {"SCOREKEEPER_DATA": str(folder), **ISOLATED}
    code = "from tests.cast import start_group; start_group('Wednesday', 'Olga')"
    for command in (["migrate", "--verbosity=0"], ["shell", "--no-imports", "--command", code]):
        assert manage(*command, **variables).stderr == ""
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [["help"], ["score", "--fields", "oh_hell"], ["backup", "-"], ["rescore"], ["invite"]],
    ids=" ".join,
)
def test_a_command_that_nobody_reads_ends_quietly(data, closed, arguments):
    """Little is written at the end only, so that nothing fails before."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(**ISOLATED, SCOREKEEPER_DATA=str(data)),
        stdout=closed,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b"")
