"""The architecture, held by walking the source: who may know whom, and what may not be said where.

An import that only names a type (under `TYPE_CHECKING`) makes nobody know anybody, but no circle either.
"""

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.games import all_games

ROOT = Path(scorekeeper.__file__).parent
TESTS = Path(__file__).parent
ROOMS = {"access", "exchange", "forms", "games", "middleware", "models", "queries", "rules", "services"}
ROOMS |= {"templatetags", "views"}
LEAVES = {"configuration", "logs", "network", "secret_key"}
"""Modules about the process, not about score sheets: they know nothing, and only what starts the process knows them."""

MAY_KNOW = {
    "rules": set(),
    "models": set(),
    "text": {"rules"},
    "games": {"rules"},
    "forms": {"games", "rules", "text"},
    "exchange": {"games", "rules", "text"},
    "access": {"models"},
    "queries": {"exchange", "games", "models", "rules", "text"},
    "services": {"exchange", "games", "models", "queries", "rules", "text"},
    "views": {"access", "forms", "exchange", "queries", "services", "text"},
    "middleware": {"access"},
    "templatetags": {"rules", "text"},
    "management": {"checks", "text", "server", *ROOMS, *LEAVES} - {"views"},
    "checks": {"text", *ROOMS, *LEAVES} - {"views"},
    "apps": {"checks", "middleware"},
    "urls": {"views"},
    "settings": LEAVES,
    "wsgi": LEAVES,
    "server": LEAVES,
    "migrations": set(),
    **dict.fromkeys(LEAVES, LEAVES),
}
ORM_WORDS = {
    "objects",
    "save",
    "delete",
    "filter",
    "exclude",
    "create",
    "get_or_create",
    "bulk_create",
    "select_related",
}
UNPREDICTABLE = {"random", "secrets", "uuid", "time", "datetime", "os", "sys", "io", "pathlib", "threading", "socket"}
MODULES = {str(path.relative_to(ROOT)): path for path in sorted(ROOT.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def room(name: str) -> str:
    """The package or module of the project that a file belongs to."""
    return name.split("/")[0].removesuffix(".py")


def imports(tree: ast.AST, *, types: bool = False) -> Iterator[str]:
    """Every module or name that is imported, dotted, but for what only names a type, unless `types` are wanted."""
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
    """What is asked of anything but an imported module (a service may be called `save`) or a template library."""
    modules = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    asked = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return {
        node.attr
        for node in asked
        if not (isinstance(node.value, ast.Name) and node.value.id in modules | {"register"})
    }


@pytest.mark.parametrize("name", [name for name in MODULES if name != "__init__.py"])
def test_nobody_knows_whom_it_may_not_know(name):
    known = {dotted.split(".")[1] for dotted in imports(TREES[name]) if dotted.startswith("scorekeeper.")}
    assert known <= MAY_KNOW[room(name)] | {room(name)}


@pytest.mark.parametrize("name", [name for name in MODULES if room(name) in {"rules", "games"}])
def test_rules_are_pure_and_a_game_never_knows_another_game(name):
    own = name.split("/")[1].removesuffix(".py")
    for dotted in imports(TREES[name]):
        first, *rest = dotted.split(".")
        if first != "scorekeeper":
            assert first in sys.stdlib_module_names - UNPREDICTABLE, dotted
        elif rest[0] == "games":
            assert rest[1] == own, dotted


def test_no_import_goes_in_a_circle():
    """Nor one that only the type checker sees."""
    known = {dotted_name(name): {*known_modules(tree)} for name, tree in TREES.items()}
    circles = TopologicalSorter(known)
    circles.prepare()


def dotted_name(name: str) -> str:
    """The module of a file."""
    return ".".join(["scorekeeper", *name.removesuffix(".py").removesuffix("__init__").strip("/").split("/")]).strip(
        "."
    )


def known_modules(tree: ast.AST) -> Iterator[str]:
    """The modules of the project that a module imports."""
    modules = {dotted_name(name) for name in MODULES}
    for dotted in imports(tree, types=True):
        if dotted.startswith("scorekeeper."):
            yield dotted if dotted in modules else dotted.rpartition(".")[0]


def test_the_engine_names_no_game():
    slugs = {*all_games(), *(path.name for path in (ROOT / "games").iterdir() if path.is_dir())} - {"__pycache__"}
    for name in (name for name in MODULES if room(name) == "rules"):
        words = set(re.findall(r"\w+", MODULES[name].read_text(encoding="utf-8").casefold()))
        assert words & slugs == set(), name


@pytest.mark.parametrize("name", [name for name in MODULES if room(name) == "text" or name.startswith("exchange/")])
def test_text_in_text_out(name):
    allowed = {"scorekeeper", "django", *sys.stdlib_module_names} - {"os", "pathlib", "socket", "subprocess", "random"}
    assert {dotted.split(".")[0] for dotted in imports(TREES[name])} <= allowed
    assert not any(dotted.startswith("django.db") for dotted in imports(TREES[name]))


@pytest.mark.parametrize(
    "name", [name for name in MODULES if room(name) in {"views", "templatetags", "forms", "exchange"}]
)
def test_no_query_is_written_where_pages_and_texts_are_made(name):
    assert not attributes(TREES[name]) & ORM_WORDS


@pytest.mark.parametrize("name", [name for name in MODULES if room(name) == "queries"])
def test_queries_only_read(name):
    writes = {"save", "create", "update_or_create", "get_or_create", "bulk_create", "bulk_update", "delete"}
    assert not attributes(TREES[name]) & writes


@pytest.mark.parametrize("name", [name for name in MODULES if name != "apps.py"])
def test_no_import_hides_in_a_function(name):
    """But for `apps.py`, where Django itself asks for it."""
    functions = [node for node in ast.walk(TREES[name]) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    assert [dotted for function in functions for dotted in imports(function)] == []


def test_no_module_outgrows_a_reader():
    """Nor does a module of tests; migrations are kept as Django writes them."""
    tests = {f"tests/{path.relative_to(TESTS)}": path for path in sorted(TESTS.rglob("*.py"))}
    modules = {name: path for name, path in MODULES.items() if room(name) != "migrations"} | tests
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in modules.items()}
    assert {name: count for name, count in lines.items() if count > 400} == {}
