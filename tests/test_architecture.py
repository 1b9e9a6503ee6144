"""Checks the architecture in the source code: which modules may import which, and which names are banned where.

An import that only names a type (under `TYPE_CHECKING`) is allowed anywhere, but must not create a cycle.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import scorekeeper
from scorekeeper.games import all_games

ROOT = Path(scorekeeper.__file__).parent
TESTS = Path(__file__).parent
ROOMS = ["rules", "games", "formats", "models", "web", "people", "recording", "looking_back", "files", "host"]
"""The floors, from the ground up. A room imports only itself and rooms below it."""

PARTS_OF_RECORDING = ["game", "own_games", "setup", "sheet", "hand", "whole_hand"]
FOUR = ["reading", "writing", "forms", "pages"]
"""What a subject is made of. Each may import those before it, except that forms only read."""

BEFORE_DJANGO = {"web/configuration.py", "web/database.py", "web/logs.py", "web/network.py"}
"""Modules that settings import. Apart from each other and the limits, they import nothing from this project."""

MASCOT = {f"templates/{name}.html" for name in ("web/_mascot", "web/errors/404", "people/groups/_example")}
"""Where the Gnome stands for the app: on error pages and on the first page."""

ORDINARY = {"beside", "bid", "cards", "how", "joined", "level", "made", "most", "out", "passed", "points", "row"}
ORDINARY |= {"start", "winner"}
"""Keys of marks and fields that are also words of pages: of styles, addresses, columns of tables."""

WRITERS = {"writing", "importing", "purging", "preparing", "ledger", "throttle", "sessions", "database"}
ORM_WORDS = {"objects", "save", "delete", "filter", "exclude", "create", "get_or_create", "bulk_create"}
ORM_WORDS |= {"select_related"}
UNPREDICTABLE = {"random", "secrets", "uuid", "time", "datetime", "os", "sys", "io", "pathlib", "threading", "socket"}
MODULES = {str(path.relative_to(ROOT)): path for path in sorted(ROOT.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def room_of(name: str) -> str:
    """Return the room that a file belongs to, or the name of a module at the top."""
    return name.split("/")[0].removesuffix(".py")


def in_rooms(*rooms: str) -> list[str]:
    """Return the files of these rooms."""
    return [name for name in MODULES if room_of(name) in rooms]


def last_of(name: str) -> str:
    """Return the name of a file's module without its package."""
    return name.rpartition("/")[2].removesuffix(".py")


def imports(tree: ast.AST, *, types: bool = False) -> Iterator[str]:
    """Yield the dotted name of every import. Imports that only name a type are included only if `types` is set."""
    for node in ast.iter_child_nodes(tree):
        if not types and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        yield from imports(node, types=types)


def attributes(tree: ast.AST) -> set[str]:
    """Return all attributes used except those of imported names, whose `save` can be a write, or of `register`."""
    nodes = [*ast.walk(tree)]
    imported = [alias for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names]
    known = {"register", *(alias.asname or alias.name for alias in imported)}
    used = [node for node in nodes if isinstance(node, ast.Attribute)]
    return {node.attr for node in used if not (isinstance(node.value, ast.Name) and node.value.id in known)}


def rooms_imported(name: str) -> Iterator[list[str]]:
    """Yield the parts of what a file imports from this project, without the project's name."""
    for dotted in imports(TREES[name]):
        if dotted.startswith("scorekeeper."):
            yield dotted.split(".")[1:]


def test_a_room_imports_only_rooms_below_it():
    for name in in_rooms(*ROOMS):
        floor = ROOMS.index(room_of(name))
        assert [parts for parts in rooms_imported(name) if parts[0] not in ROOMS[: floor + 1]] == [], name


def test_only_commands_and_addresses_are_above_all_rooms():
    assert {room_of(name) for name in MODULES} - {*ROOMS} == {
        *("__init__", "__main__", "apps", "settings", "urls", "wsgi"),
        *("management", "migrations", "templatetags"),
    }
    tags = {parts[0] for name in MODULES if room_of(name) == "templatetags" for parts in rooms_imported(name)}
    assert tags <= {"rules", "formats"}


def test_each_part_of_recording_knows_only_those_before_it():
    for name in (name for name in in_rooms("recording") if name.count("/") == 2):
        floor = PARTS_OF_RECORDING.index(name.split("/")[1])
        known = {parts[1] for parts in rooms_imported(name) if parts[0] == "recording"}
        assert known <= {*PARTS_OF_RECORDING[: floor + 1]}, name


def test_in_a_subject_pages_know_the_rest_and_reading_knows_nothing_above_it():
    allowed = {"pages": {*FOUR}, "forms": {"reading", "forms"}, "writing": {"reading", "writing"}}
    for name in (name for name in MODULES if last_of(name) in FOUR):
        subject = name.split("/")[:-1]
        own = {parts[len(subject)] for parts in rooms_imported(name) if parts[: len(subject)] == subject}
        assert own & {*FOUR} <= allowed.get(last_of(name), {"reading"}), name


def test_what_settings_import_needs_no_settings():
    for name in BEFORE_DJANGO:
        known = {"/".join(parts[:2]) + ".py" for parts in rooms_imported(name)}
        assert known <= BEFORE_DJANGO | {"rules/limits.py"}, name


def test_rules_are_pure_and_a_game_never_imports_another_game():
    for name in in_rooms("rules", "games"):
        own = name.split("/")[1].removesuffix(".py")
        for dotted in imports(TREES[name]):
            first, *rest = dotted.split(".")
            if first != "scorekeeper":
                assert first in sys.stdlib_module_names - UNPREDICTABLE, (name, dotted)
            elif rest[0] == "games":
                assert rest[1] == own, (name, dotted)


def test_there_are_no_import_cycles():
    """Imports used only for type checking count as well."""
    TopologicalSorter({dotted_name(name): {*imported_modules(tree)} for name, tree in TREES.items()}).prepare()


def dotted_name(name: str) -> str:
    """Return the dotted name of a file's module."""
    return f"scorekeeper/{name}".removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported_modules(tree: ast.AST) -> Iterator[str]:
    """Yield the project modules that a module imports."""
    modules = {dotted_name(name) for name in MODULES}
    for dotted in imports(tree, types=True):
        if dotted.startswith("scorekeeper."):
            yield dotted if dotted in modules else dotted.rpartition(".")[0]


def test_the_engine_mentions_no_game():
    slugs = {*all_games(), *(path.name for path in (ROOT / "games").iterdir() if path.is_dir())} - {"__pycache__"}
    for name in in_rooms("rules"):
        words = set(re.findall(r"\w+", MODULES[name].read_text(encoding="utf-8").casefold()))
        assert words & slugs == set(), name


def test_pages_and_scripts_know_no_game_by_its_name_its_marks_or_its_fields():
    games, templates, static = all_games().values(), ROOT.parent / "templates", ROOT.parent / "static"
    declared = {mark.key for game in games for mark in game.rules.legend} | {
        f.key for game in games for f in game.fields
    }
    assert declared >= ORDINARY
    names = re.compile("|".join(["gnome", "peek", *({*all_games()} - {"any_game"})]), re.IGNORECASE)
    sources = [
        MODULES[name] for name in in_rooms("recording", "looking_back", "files", "formats", "web", "templatetags")
    ]
    for path in (*sources, *templates.rglob("*.html"), *static.glob("*.js")):
        text, name = path.read_text(encoding="utf-8"), str(path.relative_to(ROOT.parent))
        if name in MASCOT:
            continue
        assert not names.search(text), name
        quoted = {quoted for pair in re.findall(r'"([^"\n]*)"|\'([^\'\n]*)\'', text) for quoted in pair}
        assert quoted & (declared - ORDINARY) == set(), name


def test_text_and_file_formats_do_no_input_or_output():
    allowed = {"scorekeeper", "django", *sys.stdlib_module_names} - {"os", "pathlib", "socket", "subprocess", "random"}
    for name in in_rooms("formats"):
        known = {*imports(TREES[name])}
        assert {dotted.split(".")[0] for dotted in known} <= allowed, name
        assert not any(dotted.startswith("django.db") for dotted in known), name


def test_pages_forms_and_formats_make_no_queries():
    pages = {name for name in MODULES if last_of(name) in {"pages", "forms"}}
    for name in pages.union(in_rooms("templatetags", "formats")):
        assert not attributes(TREES[name]) & ORM_WORDS, name


def test_only_writing_writes():
    writes = {"save", "create", "update_or_create", "get_or_create", "bulk_create", "bulk_update", "delete"}
    for name in (name for name in in_rooms(*ROOMS[4:]) if last_of(name) not in WRITERS):
        assert not attributes(TREES[name]) & writes, name


def test_only_the_ledger_locks_groups_and_raises_their_versions():
    """Which write raises which version and leaves which notice is in `tests/recording/test_counters.py`."""
    assert modules_with(r"select_for_update|version=F\(") == ["web/ledger.py"]


def test_what_windows_lacks_is_imported_only_elsewhere():
    assert modules_with(r"^import (fcntl|resource)$") == []


def modules_with(pattern):
    words = re.compile(pattern, re.MULTILINE)
    return [name for name, path in MODULES.items() if words.search(path.read_text(encoding="utf-8"))]


def test_no_function_imports_anything():
    for name, tree in TREES.items():
        functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        assert [dotted for function in functions for dotted in imports(function)] == [], name


def test_no_module_is_longer_than_400_lines():
    """Test modules count as well, but migrations don't, because they are kept as Django writes them."""
    tests = {f"tests/{path.relative_to(TESTS)}": path for path in sorted(TESTS.rglob("*.py"))}
    modules = {name: path for name, path in MODULES.items() if room_of(name) != "migrations"} | tests
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in modules.items()}
    assert {name: count for name, count in lines.items() if count > 400} == {}


def shared(names: Iterable[str]) -> set[str]:
    """Return the names that occur more than once."""
    return {name for name, count in Counter(names).items() if count > 1}


def test_no_two_modules_share_a_name():
    """The only exceptions are what a subject is made of, commands, and what every game may have."""
    own = (name for name in MODULES if room_of(name) not in {"management", "migrations"})
    assert shared(map(last_of, own)) <= {*FOUR, "__init__", "hand", "screen", "guide", "statistics"}


def test_no_two_classes_share_a_name():
    """The only exceptions are the classes that every game or every command defines."""
    usual = {"Options", "Entry", "Typing", "Command"}
    classes = [
        (room_of(name), node.name)
        for name, tree in TREES.items()
        if room_of(name) != "migrations"
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]
    assert shared(name for _room, name in classes) <= usual
    assert not {name for room, name in classes if room not in {"games", "management"}} & usual
