"""Checks the architecture in the source code: which modules may import which, and which names are banned where.

An import that only names a type (under `TYPE_CHECKING`) is allowed anywhere, but must not create a cycle.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.games import all_games

ROOT = Path(scorekeeper.__file__).parent
TESTS = Path(__file__).parent
PACKAGES = {"access", "exchange", "forms", "games", "middleware", "models", "queries", "rules", "services"}
PACKAGES |= {"templatetags", "views"}
LEAVES = {"announcing", "configuration", "logs", "network", "running", "secret_key"}
"""Modules about the process, not about score sheets. Apart from each other, they import nothing from this
project, and only startup code imports them, except that a shared link needs the address of the running server."""

MAY_IMPORT = {
    "limits": set(),
    "caching": set(),
    "rules": set(),
    "language": {"rules"},
    "models": {"language"},
    "games": {"rules"},
    "forms": {"games", "rules", "language"},
    "exchange": {"games", "rules", "language"},
    "access": {"models", "sessions"},
    "queries": {"exchange", "games", "models", "rules", "language"},
    "services": {"exchange", "faults", "games", "models", "queries", "rules", "sessions", "language"},
    "views": {"access", "browsers", "faults", "forms", "exchange", "logs", "models", "queries", "running"}
    | {"services", "sessions", "language"},
    "middleware": {"access", "logs"},
    "browsers": {"language"},
    "sessions": {"faults"},
    "templatetags": {"caching", "rules", "language"},
    "management": {"language", "server", *PACKAGES, *LEAVES} - {"views"},
    "faults": {"writers"},
    "writers": set(),
    "apps": {"writers"},
    "urls": {"views"},
    "settings": {"writers", *LEAVES},
    "wsgi": LEAVES,
    "server": {"writers"},
    "__main__": {"management", *LEAVES},
    "migrations": {"services"},
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


def package_of(name: str) -> str:
    """Return the project's top-level package or module that a file belongs to."""
    return name.split("/")[0].removesuffix(".py")


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
    """Return all attributes used except those of imported names, whose `save` can be a service, or of `register`."""
    modules = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return {
        node.attr
        for node in nodes
        if not (isinstance(node.value, ast.Name) and node.value.id in modules | {"register"})
    }


@pytest.mark.parametrize("name", [name for name in MODULES if name != "__init__.py"])
def test_a_module_imports_only_what_it_is_allowed_to(name):
    imported = {dotted.split(".")[1] for dotted in imports(TREES[name]) if dotted.startswith("scorekeeper.")}
    assert imported <= MAY_IMPORT[package_of(name)] | {package_of(name), "limits"}


@pytest.mark.parametrize("name", [name for name in MODULES if package_of(name) in {"rules", "games"}])
def test_rules_are_pure_and_a_game_never_imports_another_game(name):
    own = name.split("/")[1].removesuffix(".py")
    for dotted in imports(TREES[name]):
        first, *rest = dotted.split(".")
        if first != "scorekeeper":
            assert first in sys.stdlib_module_names - UNPREDICTABLE, dotted
        elif rest[0] == "games":
            assert rest[1] == own, dotted


def test_there_are_no_import_cycles():
    """Imports used only for type checking count as well."""
    graph = {dotted_name(name): {*imported_modules(tree)} for name, tree in TREES.items()}
    sorter = TopologicalSorter(graph)
    sorter.prepare()


def dotted_name(name: str) -> str:
    """Return the dotted name of a file's module."""
    return ".".join(["scorekeeper", *name.removesuffix(".py").removesuffix("__init__").strip("/").split("/")]).strip(
        "."
    )


def imported_modules(tree: ast.AST) -> Iterator[str]:
    """Yield the project modules that a module imports."""
    modules = {dotted_name(name) for name in MODULES}
    for dotted in imports(tree, types=True):
        if dotted.startswith("scorekeeper."):
            yield dotted if dotted in modules else dotted.rpartition(".")[0]


def test_the_engine_mentions_no_game():
    slugs = {*all_games(), *(path.name for path in (ROOT / "games").iterdir() if path.is_dir())} - {"__pycache__"}
    for name in (name for name in MODULES if package_of(name) == "rules"):
        words = set(re.findall(r"\w+", MODULES[name].read_text(encoding="utf-8").casefold()))
        assert words & slugs == set(), name


@pytest.mark.parametrize(
    "name", [name for name in MODULES if package_of(name) == "language" or name.startswith("exchange/")]
)
def test_text_and_file_formats_do_no_input_or_output(name):
    allowed = {"scorekeeper", "django", *sys.stdlib_module_names} - {"os", "pathlib", "socket", "subprocess", "random"}
    assert {dotted.split(".")[0] for dotted in imports(TREES[name])} <= allowed
    assert not any(dotted.startswith("django.db") for dotted in imports(TREES[name]))


@pytest.mark.parametrize(
    "name", [name for name in MODULES if package_of(name) in {"views", "templatetags", "forms", "exchange"}]
)
def test_views_forms_and_formats_make_no_queries(name):
    assert not attributes(TREES[name]) & ORM_WORDS


@pytest.mark.parametrize("name", [name for name in MODULES if package_of(name) == "queries"])
def test_queries_only_read(name):
    writes = {"save", "create", "update_or_create", "get_or_create", "bulk_create", "bulk_update", "delete"}
    assert not attributes(TREES[name]) & writes


@pytest.mark.parametrize("name", [name for name in MODULES if name != "apps.py"])
def test_no_function_imports_anything(name):
    """`apps.py` is exempt, because Django requires a function there to import what it needs."""
    functions = [node for node in ast.walk(TREES[name]) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    assert [dotted for function in functions for dotted in imports(function)] == []


def test_no_module_is_longer_than_400_lines():
    """Test modules count as well, but migrations don't, because they are kept as Django writes them."""
    tests = {f"tests/{path.relative_to(TESTS)}": path for path in sorted(TESTS.rglob("*.py"))}
    modules = {name: path for name, path in MODULES.items() if package_of(name) != "migrations"} | tests
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in modules.items()}
    assert {name: count for name, count in lines.items() if count > 400} == {}


@pytest.mark.parametrize("name", [name for name in MODULES if package_of(name) == "views"])
def test_views_call_queries_and_services_through_their_module(name):
    """Only classes are imported by name; a module that shares its name with another is imported under an alias."""
    for node in ast.walk(TREES[name]):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module
            and re.match(r"scorekeeper\.(queries|services)", node.module)
        ):
            for alias in node.names:
                folder = ROOT.joinpath(*node.module.split(".")[1:])
                assert alias.name[0].isupper() or (folder / f"{alias.name}.py").exists(), alias.name
                suffix = "service" if "services" in node.module else "queries"
                assert alias.asname is None or alias.asname.endswith(f"_{suffix}"), alias.asname


def test_no_two_classes_share_a_name():
    """The only exceptions are the classes that every game or every command defines."""
    names = Counter(
        node.name
        for name, tree in TREES.items()
        if package_of(name) != "migrations"
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, count in names.items() if count > 1} <= {"Options", "Entry", "Typing", "Command"}
    outside = {
        node.name
        for name, tree in TREES.items()
        if package_of(name) not in {"games", "management"}
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
    assert not outside & {"Options", "Entry", "Typing", "Command"}
