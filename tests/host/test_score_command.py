"""`manage.py score`: results on standard output, messages on standard error, exit 0 or 1, never a traceback."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.formats.documents import GOOD, document, game

PROJECT = Path(__file__).parents[2]
CAPTURED = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}


def score(raw, tmp_path, *flags):
    """Return the exit code, standard output and standard error."""
    path = tmp_path / "sheets.json"
    path.write_bytes(raw)
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("score", str(path), *flags, stdout=out, stderr=err)
    except SystemExit as end:
        return end.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_a_document_is_printed_with_its_results(tmp_path):
    code, out, err = score(document(game()), tmp_path)
    assert (code, err) == (0, "")
    assert json.loads(out)["games"][0]["hands"][0]["result"]["totals"]["Ann"] == 28


def test_scoring_the_output_again_gives_the_same_output(tmp_path):
    _code, once, _err = score(document(game(), game(GOOD, GOOD)), tmp_path)
    assert score(once.encode(), tmp_path) == (0, once, "")


def test_errors_go_to_standard_error_and_nothing_is_printed(tmp_path):
    code, out, err = score(document(game(night="x"), game(players=[])), tmp_path)
    assert (code, out) == (1, "")
    assert err.splitlines() == [
        "games[0].night: error: Expected a date like 2026-11-14.",
        "games[1].players: error: Trumplestiltskin is for 3 to 5 players, not 0.",
    ]


def test_a_file_with_a_warning_is_not_scored(tmp_path):
    odd = GOOD | {"players": GOOD["players"] | {"Bob": {"taken": 20}}}
    code, out, err = score(document(game(odd)), tmp_path)
    assert (code, out) == (1, "")
    assert err.startswith("games[0].hands[0].players: warning: The points taken add up to 42, not 27–32")
    assert score(document(game(odd | {"score_anyway": True})), tmp_path)[0::2] == (0, "")


def test_a_file_with_a_note_is_still_scored(tmp_path):
    code, out, err = score(document(game(GOOD | {"result": {"points": {"Ann": 1}}})), tmp_path)
    assert (code, err) == (0, "games[0].hands[0].result: note: By the rules: 28 for Ann in this hand.\n")
    assert json.loads(out)


def test_a_file_without_games_says_so(tmp_path):
    code, out, err = score(document(), tmp_path)
    assert (code, err) == (0, "There are no games in this file.\n")
    assert '"games": [' in out


@pytest.mark.parametrize(
    ("file", "why"),
    [
        pytest.param("nowhere.json", "No such file or directory", id="a missing file"),
        pytest.param(".", "Is a directory", id="a folder"),
        pytest.param("a\0b", "null", id="an impossible name"),
    ],
)
def test_a_file_that_cannot_be_read_is_an_error(file, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=why):
        call_command("score", file)


def manage(*arguments, **settings):
    """Run the command in its own process, without a database."""
    environment = os.environ | {
        "DATABASE_URL": "postgres://nobody@localhost:1/nothing",
        "SCOREKEEPER_SECRET_KEY": "only-for-tests-" + "0123456789" * 5,
        "PYTHONIOENCODING": "ascii",
    }
    command = [sys.executable, "manage.py", "score", *arguments]
    return subprocess.run(command, cwd=PROJECT, env=environment, timeout=60, check=False, **CAPTURED | settings)


def test_standard_input_is_read_and_no_database_is_needed():
    done = manage("-", input=document(game(players=["Zoë", "Bob", "Cy"], hands=[])))
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["games"][0]["players"] == ["Zoë", "Bob", "Cy"]


def test_results_that_cannot_be_written_are_an_error_in_one_line():
    with Path("/dev/full").open("wb") as full:
        done = manage("--fields", "oh_hell", stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert done.stderr.endswith(b"t write the results: No space left on device\n")
