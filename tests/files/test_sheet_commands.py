"""`manage.py export_sheets` and `import_sheets`: exit codes, output, and never a traceback."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.models import Game, Membership, Night, Revision
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.sheet.writing import hide_game
from tests.cast import A_HAND, make_cast, play, start_game, start_group
from tests.formats.documents import GOOD, PASSED, document, game as a_game
from tests.serving import manage


@pytest.fixture
def cast(db):
    return make_cast()


@pytest.fixture
def game(cast):
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    return game


def run(command, *args):
    """Return the exit code, standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(command, *map(str, args), stdout=out, stderr=err)
    except SystemExit as end:
        return end.code, out.getvalue(), err.getvalue()
    except CommandError as error:
        return 1, out.getvalue(), str(error)
    return 0, out.getvalue(), err.getvalue()


def sheet_file(tmp_path, *games):
    path = tmp_path / "sheets.json"
    path.write_bytes(document(*games))
    return path


class TestExport:
    """The `export_sheets` command."""

    def test_games_are_written_to_standard_output_or_a_new_file_and_never_overwrite_another(self, game, cast, tmp_path):
        path = tmp_path / "out.json"
        assert run("export_sheets", "--group", "Wednesday", path) == (0, "", "")
        assert [written["id"] for written in json.loads(path.read_bytes())["games"]] == [str(game.uid)]
        for group in ("wednesday", cast.group.pk):
            assert run("export_sheets", "--group", group) == (0, path.read_text(), "")
        code, _out, err = run("export_sheets", "--group", "Wednesday", path)
        assert (code, err) == (1, f"{path} already exists; choose another name.")
        code, _out, err = run("export_sheets", "--group", "Wednesday", tmp_path / "nowhere" / "out.json")
        assert (code, "No such file or directory" in err) == (1, True)

    def test_a_year_or_a_night_can_be_exported_and_hidden_games_on_request(self, game, cast):
        night = Night.objects.create(group=cast.group, date="2020-05-01")
        Game.objects.filter(pk=start_game(cast.owner).pk).update(night=night)
        hide_game(game=game, hidden=True)
        for args, games in (
            (("--year", "2020"), 1),
            (("--night", "2020-05-01"), 1),
            ((), 1),
            (("--hidden",), 2),
            (("--game", game.pk), 1),
        ):
            code, out, _err = run("export_sheets", "--group", "Wednesday", *args)
            assert (code, len(json.loads(out)["games"])) == (0, games), args

    def test_games_with_unknown_rules_are_left_out_with_a_message(self, game, cast):
        known = start_game(cast.owner)
        Game.objects.filter(pk=game.pk).update(rules="whist")
        code, out, err = run("export_sheets", "--group", "Wednesday")
        assert (code, [written["id"] for written in json.loads(out)["games"]]) == (0, [str(known.uid)])
        assert err == "1 game was left out because the app doesn’t know its rules.\n"

    def test_without_any_game_it_says_so_and_writes_no_file(self, game, tmp_path):
        path, message = tmp_path / "out.json", "There are no games to export."
        assert run("export_sheets", "--group", "Wednesday", "--year", "2019", path) == (1, "", message)
        Game.objects.update(rules="whist")
        assert run("export_sheets", "--group", "Wednesday", path) == (1, "", message)
        assert not path.exists()

    def test_every_error_is_reported_in_one_line(self, game):
        wednesday = ("--group", "Wednesday")
        for args, message in (
            (("--group", "Friday"), "There is no such group."),
            ((), "Which group? Give its number"),
            ((*wednesday, "--game", "999999"), "This group has no such game."),
            ((*wednesday, "--game", "9" * 19), "This group has no such game."),
            (("--group", "Elsewhere", "--game", str(game.pk)), "This group has no such game."),
            ((*wednesday, "--night", "2001-01-01"), "This group didn’t play on that date."),
            ((*wednesday, "--night", "14.11."), "--night: expected a date like 2026-11-14."),
            ((*wednesday, "--year", "²026"), "--year: expected a year like 2026."),
            ((*wednesday, "--game", "1", "--year", "2026"), "not allowed with argument"),
        ):
            code, out, err = run("export_sheets", *args)
            assert (code, out) == (1, ""), args
            assert message in err
            assert "\n" not in err.strip()


class TestImport:
    """The `import_sheets` command."""

    def test_the_games_are_added_after_a_summary(self, cast, tmp_path):
        roster_writing.add_player(group=cast.group, name="Anna")
        path = sheet_file(tmp_path, a_game(GOOD | {"result": {"points": {"Ann": 1}}}), a_game(PASSED))
        code, out, err = run("import_sheets", "--group", "Wednesday", "--yes", path)
        assert (code, err) == (0, "games[0].hands[0].result: note: By the rules: 28 for Ann in this hand.\n")
        assert out.splitlines() == [
            "2 games to import, 2 hands",
            "New players: Ann, Bob, Cy",
            "Is Ann the same person as Anna?",
            "Imported.",
        ]
        assert set(Revision.objects.values_list("member", flat=True)) == {cast.owner.pk}
        code, out, _err = run("import_sheets", "--group", "Wednesday", "--yes", path)
        assert (code, out.splitlines()) == (0, ["Nothing to import.", "2 games are already here"])

    def test_of_results_it_says_nothing_of_hands(self, cast, tmp_path):
        path = sheet_file(tmp_path, a_game(hands=[], totals={"Ann": 203.5, "Bob": 12, "Cy": -7}))
        _code, out, _err = run("import_sheets", "--group", "Wednesday", "--yes", path)
        assert out.splitlines() == ["1 game to import", "New players: Ann, Bob, Cy", "Imported."]

    @pytest.mark.parametrize(("answer", "games"), [("yes", 1), ("Y", 1), ("no", 0), ("", 0), (None, 0)])
    def test_it_asks_before_it_adds_anything(self, cast, tmp_path, monkeypatch, answer, games):
        def reply(_question):
            if answer is None:
                raise EOFError
            return answer

        monkeypatch.setattr("builtins.input", reply)
        code, _out, err = run("import_sheets", "--group", "Wednesday", sheet_file(tmp_path, a_game()))
        assert (code, err) == ((0, "") if games else (1, "Nothing was imported."))
        assert Game.objects.count() == games

    def test_errors_are_printed_with_their_location_and_nothing_is_stored(self, cast, tmp_path, monkeypatch):
        path = sheet_file(tmp_path, a_game(), a_game(rules="whist"))
        code, out, err = run("import_sheets", "--group", "Wednesday", "--yes", path)
        assert (code, out) == (1, "")
        assert err.startswith("games[1].rules: error: ")
        code, _out, err = run("import_sheets", "--group", "Wednesday", "--yes", "/nowhere/at-all.json")
        assert (code, err.count("\n")) == (1, 0)
        monkeypatch.setattr("scorekeeper.rules.limits.MOST_PLAYERS", 2)
        code, _out, err = run("import_sheets", "--group", "Wednesday", "--yes", sheet_file(tmp_path, a_game()))
        assert (code, err) == (1, "games: error: The roster can’t have more than 2 players.\n")
        assert not Game.objects.exists()

    def test_a_group_without_an_owner_is_an_error(self, cast, tmp_path):
        Membership.objects.update(role="recorder")
        code, _out, err = run("import_sheets", "--group", "Wednesday", "--yes", sheet_file(tmp_path, a_game()))
        assert (code, err) == (1, "This group has no owner. Make a link for one with `manage.py invite`.")


def test_games_can_be_moved_from_one_group_to_another(cast, game, tmp_path):
    other = start_group("Sunday", "Zoe")
    path = tmp_path / "out.json"
    assert run("export_sheets", "--group", "Wednesday", path)[0] == 0
    assert run("import_sheets", "--group", "Sunday", "--yes", path)[0] == 0
    assert run("export_sheets", "--group", "Sunday")[1] == path.read_text()
    assert other.group.games.get().uid == game.uid


@pytest.mark.parametrize("command", ["export_sheets", "import_sheets"])
def test_a_missing_database_is_reported_in_one_line(tmp_path, command):
    path = sheet_file(tmp_path)
    args = [str(path)] if command == "import_sheets" else []
    done = manage(command, "--group", "Wednesday", *args, SCOREKEEPER_DATA=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith("Can’t use the database: ")
    assert done.stderr.count("\n") == 1
