"""Mutation testing: change one place of a module at a time and see whether a test fails.

    .venv/bin/python -m tests.mutants scorekeeper/rules --at-most 40

A change is a comparison, a condition, a number, a truth value or a return. Each runs in a copy of the checkout, with
only those tests of the module's subject that execute the changed line, the quickest first. A change that no test
notices is printed: it needs a test, or a reason why it changes nothing.
"""

import argparse
import ast
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import coverage
import pytest

ROOT = Path(__file__).parent.parent
NOTICES = "web/test_notices.py"
SUBJECTS = {"rules": ["rules", "games", "formats"], "recording": ["recording", NOTICES], "people": ["people", NOTICES]}
"""Where the tests of a room are, if not just in the folder with its name."""
LONGEST = 30
"""Seconds after which a run counts as failed: the change has made a loop that doesn't end."""
ENOUGH = 15
"""Seconds of tests that are run for one change, so that only a loop takes `LONGEST`."""
OPPOSITES: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


@dataclass(frozen=True)
class Mutant:
    """One change of a module: `text` at the bytes from `start` to `end`. Outside a function, importing executes it."""

    line: int
    column: int
    last_line: int
    start: int
    end: int
    before: str
    text: str
    in_function: bool

    def apply(self, source: bytes) -> bytes:
        """Return the module's source with the change."""
        return source[: self.start] + self.text.encode() + source[self.end :]


def mutants_of(source: str) -> list[Mutant]:
    """Return every change of a module's source, in the order of the text."""
    tree, starts = ast.parse(source), [0]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    bodies = [(function.body[0].lineno, function.body[-1].end_lineno or 0) for function in functions]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def replace(node: ast.expr, new: ast.expr) -> Mutant:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return Mutant(
            node.lineno,
            node.col_offset + 1,
            node.end_lineno,
            starts[node.lineno - 1] + node.col_offset,
            starts[node.end_lineno - 1] + node.end_col_offset,
            ast.unparse(node),
            f"({ast.unparse(new)})",
            any(first <= node.lineno <= last for first, last in bodies),
        )

    return sorted((replace(*pair) for pair in _changes(tree)), key=lambda mutant: mutant.start)


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield pairs of an expression and what takes its place."""
    match node:
        case ast.JoinedStr():
            return  # its parts have no places of their own before Python 3.12
        case ast.Compare(left=left, ops=[operator], comparators=comparators):
            yield node, ast.Compare(left, [OPPOSITES[type(operator)]()], comparators)
        case ast.BoolOp(op=operator, values=values):
            yield node, ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.If(test=condition) | ast.While(test=condition) | ast.IfExp(test=condition):
            if not isinstance(condition, ast.Compare):
                yield condition, ast.UnaryOp(ast.Not(), condition)
        case ast.Constant(value=bool(value)):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield node, ast.Constant(value + 1)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield value, ast.Constant(None)
    for name, children in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for child in children if isinstance(children, list) else [children]:
            if isinstance(child, ast.AST):
                yield from _changes(child)


def pytest_runtest_logstart(nodeid: str) -> None:
    """Attribute executed lines to this test."""
    running = coverage.Coverage.current()
    if running is not None:
        running.switch_context(nodeid)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Note how long each test takes."""
    session.config.stash[SECONDS] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Time one test, fixtures included."""
    start = time.monotonic()
    result = yield
    item.config.stash[SECONDS][item.nodeid] = time.monotonic() - start
    return result


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the times where `Subject` reads them."""
    Path(os.environ["MUTANTS_SECONDS"]).write_text(json.dumps(session.config.stash[SECONDS]), encoding="utf-8")


SECONDS = pytest.StashKey[dict[str, float]]()


class Subject:
    """A room's tests: which execute which line, and how long they take.

    Raises `SystemExit` if one of them fails without any change.
    """

    def __init__(self, room: str, copy: Path) -> None:
        """Run all of the room's tests once."""
        self.copy = copy
        folders = [f"tests/{name}" for name in SUBJECTS.get(room, [room])]
        seconds, data = copy / f"{room}.json", copy / f"{room}.coverage"
        command = ["-m", "coverage", "run", f"--data-file={data}", "--source=scorekeeper", "-m", "pytest"]
        options = ["-q", "-x", "-p", "tests.mutants", "-p", "no:cacheprovider", "-m", "not nightly", *folders]
        environment = {**os.environ, "MUTANTS_SECONDS": str(seconds)}
        done = subprocess.run(
            [sys.executable, *command, *options],
            cwd=copy,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if done.returncode:
            raise SystemExit(f"The tests of {room} fail without any change:\n{done.stdout.decode()[-2000:]}")
        self.seconds: dict[str, float] = json.loads(seconds.read_text(encoding="utf-8"))
        self.data = coverage.CoverageData(str(data))
        self.data.read()

    def tests_of(self, path: str, mutant: Mutant) -> list[str]:
        """Return the tests that execute the changed line, the quickest first; all of them, if importing it does."""
        contexts = self.data.contexts_by_lineno(str(self.copy / path))
        lines = range(mutant.line, mutant.last_line + 1)
        found = {test for line in lines for test in contexts.get(line, []) if test}
        tests = found if mutant.in_function else set(self.seconds)
        return sorted(tests, key=lambda test: (self.seconds.get(test, 0), test))


def is_found(copy: Path, tests: Sequence[str]) -> bool:
    """Return whether one of these tests fails in a copy of the checkout."""
    names = copy / "tests.txt"
    names.write_text("\n".join(tests), encoding="utf-8")
    run = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", f"@{names}"],
        cwd=copy,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return run.wait(LONGEST) != 0
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        return True


def copy_checkout(folder: Path) -> Path:
    """Copy the files that git doesn't ignore, as they are now."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in names.split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def main() -> int:
    """Print the changes that no test notices; return 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a module or a folder of the package")
    parser.add_argument("--at-most", type=int, default=50, help="how many changes, drawn at random (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="draw others")
    options = parser.parse_args()
    paths = [Path(path).resolve().relative_to(ROOT) for path in options.paths]
    modules = [module for path in paths for module in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    candidates = [(str(path), mutant) for path in modules for mutant in mutants_of((ROOT / path).read_text("utf-8"))]
    chosen = sorted(
        random.Random(options.seed).sample(candidates, min(options.at_most, len(candidates))),
        key=lambda pair: (pair[0], pair[1].start),
    )
    with tempfile.TemporaryDirectory() as folder:
        return _try_all(chosen, Path(folder))


def _try_all(chosen: Sequence[tuple[str, Mutant]], folder: Path) -> int:
    rooms = {path: Path(path).parts[1] for path, _ in chosen}
    copies = [copy_checkout(folder / str(number)) for number in range(os.cpu_count() or 1)]
    subjects = {room: Subject(room, copies[0]) for room in sorted(set(rooms.values()))}

    def attempt(path: str, mutant: Mutant) -> str | None:
        tests, seconds = [], 0.0
        for test in subjects[rooms[path]].tests_of(path, mutant):
            seconds += subjects[rooms[path]].seconds.get(test, 0)
            if tests and seconds > ENOUGH:
                break
            tests.append(test)
        place = f"{path}:{mutant.line}:{mutant.column}: {mutant.before} → {mutant.text}"
        if not tests:
            return f"{place}\n    no test executes this line"
        copy = copies.pop()
        source = (ROOT / path).read_bytes()
        try:
            (copy / path).write_bytes(mutant.apply(source))
            return None if is_found(copy, tests) else f"{place}\n    in spite of {len(tests)} tests"
        finally:
            (copy / path).write_bytes(source)
            copies.append(copy)

    with ThreadPoolExecutor(len(copies)) as threads:
        survivors = [survivor for survivor in threads.map(lambda pair: attempt(*pair), chosen) if survivor]
    for survivor in survivors:
        print(survivor)
    print(f"Found: {len(chosen) - len(survivors)} of {len(chosen)}.")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
