"""The architecture, held by walking the source: who may know whom, and what may not be said where.

An import that only names a type (under `TYPE_CHECKING`) makes nobody know anybody.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import scorekeeper

ROOT = Path(scorekeeper.__file__).parent
TESTS = Path(__file__).parent
ROOMS = {"access", "exchange", "forms", "middleware", "models", "queries", "rules", "services", "templatetags", "views"}
LEAVES = {"configuration", "logs", "network", "secret_key"}
"""Modules about the process, not about score sheets: they know nothing, and only what starts the process knows them."""

MAY_KNOW = {
    "rules": set(),
    "models": set(),
    "text": {"rules"},
    "forms": {"rules", "text"},
    "exchange": {"rules", "text"},
    "access": {"models"},
    "queries": {"exchange", "models", "rules", "text"},
    "services": {"exchange", "models", "queries", "rules", "text"},
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


def imports(tree: ast.AST) -> Iterator[str]:
    """Every module or name that is imported, dotted, but for what only names a type."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        yield from imports(node)


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


@pytest.mark.parametrize("name", [name for name in MODULES if room(name) == "rules"])
def test_rules_are_pure_and_a_game_never_knows_another_game(name):
    helpers = {"base", "words", "declaration", "facts", "screens", "steps"}
    for dotted in imports(TREES[name]):
        first, *rest = dotted.split(".")
        if first != "scorekeeper":
            assert first in sys.stdlib_module_names - UNPREDICTABLE, dotted
        else:
            assert rest[0] == "rules"
            assert rest[1] in helpers or rest[1].startswith("_"), dotted


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
