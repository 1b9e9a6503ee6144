"""What every test may use, which tests are slow, and the rules of CI: warnings are errors, and nothing is skipped."""

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from tests.made_up import games_of
from tests.serving import Served

HERE = Path(__file__).parent
SLOW = {"browser", "trials"}
"""Folders in which every test is slow. So is what needs a whole server; elsewhere a slow test says so itself."""
LEFT_OUT = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one option that lengthens every trial."""
    parser.addoption(
        "--full", action="store_true", help="run trials and properties at full length: an hour instead of minutes"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make warnings errors in CI only: a new release of a library must not fail a newcomer's first run."""
    if os.environ.get("CI"):
        config.addinivalue_line("filterwarnings", "error")


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Set up Hypothesis before the first module that uses it: to import it takes longer than many a module's tests."""
    if isinstance(collector, pytest.Module) and "hypothesis" in collector.path.read_text(encoding="utf-8"):
        import_module("tests.examples")
        if collector.config.getoption("--full"):
            import_module("hypothesis").settings.load_profile("full")


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """With CI set, what would have been skipped fails: there, everything a test needs is installed."""
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"In CI nothing is skipped. {reason}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow. Trials come first: they take minutes, and in the end nobody should wait for one alone."""
    for item in items:
        if _folder(item) in SLOW or "served" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
    items.sort(key=lambda item: _folder(item) != "trials")


def pytest_collection_finish() -> None:
    """Spare the garbage collector the thousands of items that stay to the end."""
    gc.freeze()


def _folder(item: pytest.Item) -> str:
    """The folder of tests that an item is in."""
    return item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Count the slow tests that are left out."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.config.stash[LEFT_OUT] = item.config.stash.get(LEFT_OUT, 0) + 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that prints how many were left out: with `-n` only its workers know."""
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["left_out"] = config.stash.get(LEFT_OUT, 0)
    # To say that it has nothing to say, Hypothesis's plugin would import all of Hypothesis.
    if "hypothesis" not in sys.modules and config.pluginmanager.has_plugin("hypothesispytest"):
        config.pluginmanager.unregister(name="hypothesispytest")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear it from a worker; all of them leave out the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Say as the last line what was left out, and how to run everything."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    left_out = config.stash.get(LEFT_OUT, 0)
    if reporter is not None and left_out and not hasattr(config, "workerinput"):
        reporter.write_line(
            f"Left out: {left_out} slow tests: real browsers, whole servers, backups, trials, and a second demo."
            " To run everything: .venv/bin/pytest -n auto"
        )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """See `refuse_skip`."""
    report = yield
    refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """See `refuse_skip`: a whole module may skip itself."""
    report = yield
    refuse_skip(report)
    return report


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> None:
    """What one test's pages cost is not paid by another's."""
    cache.clear()


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether trials run at full length (`--full`)."""
    return bool(request.config.getoption("--full"))


@pytest.fixture(scope="module")
def module_db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A transaction around the tests of a module: what they all start from is made once, each undoes only its own."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def module_cast(module_db: None) -> Any:
    """The cast of all tests of a module, as they find it."""
    return import_module("tests.cast").make_cast()


@pytest.fixture
def made_up() -> Iterator[None]:
    """The games of `tests/made_up` are games like all others: found in a folder, named nowhere."""
    with games_of(HERE / "made_up"):
        yield


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """`manage.py serve` on a port of its own with a data folder of its own, up and answering; killed in the end."""
    server = Served(data=tmp_path / "data")
    server.start()
    yield server
    server.kill()
