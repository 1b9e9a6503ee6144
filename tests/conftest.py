"""Fixtures for all tests, the list of slow tests, and the CI rules: warnings are errors, and nothing is skipped."""

import datetime
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from tests.made_up import games_of
from tests.serving import Served

HERE = Path(__file__).parent
SLOW = {"browser", "trials", "translated"}
"""Folders whose tests are all slow. Tests that need a whole server are slow as well; other slow tests are marked."""
NOW = datetime.datetime(2026, 3, 2, 20, tzinfo=datetime.UTC)
LEFT_OUT = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the `--full` option, which lengthens every trial."""
    parser.addoption(
        "--full", action="store_true", help="run trials and properties at full length: an hour instead of minutes"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Turn warnings into errors, but only in CI: a new library release must not break a newcomer's first run."""
    if os.environ.get("CI"):
        config.addinivalue_line("filterwarnings", "error")
        # From Python 3.13 on, a connection says so if it ends with its thread, as Django's do.
        config.addinivalue_line("filterwarnings", "ignore:unclosed database:ResourceWarning")


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Set up Hypothesis only if a module uses it, because importing it takes longer than most modules' tests."""
    if isinstance(collector, pytest.Module) and "hypothesis" in collector.path.read_text(encoding="utf-8"):
        import_module("tests.examples")
        if collector.config.getoption("--full"):
            import_module("hypothesis").settings.load_profile("full")


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """In CI, fail tests that would be skipped: everything they need is installed there."""
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"In CI nothing is skipped. {reason}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark slow tests and run trials first: they take minutes, so none should be left to run alone at the end."""
    for item in items:
        if config.getoption("--full"):
            item.add_marker(pytest.mark.timeout(0))  # as long as it takes
        served = {"served", "served_first"}.intersection(getattr(item, "fixturenames", ()))
        if _folder(item) in SLOW or served or item.get_closest_marker("nightly"):
            item.add_marker("slow")
    items.sort(key=lambda item: _folder(item) != "trials")


def pytest_collection_finish() -> None:
    """Keep the garbage collector from scanning the thousands of items that live until the end of the run."""
    gc.freeze()


def _folder(item: pytest.Item) -> str:
    """Return the folder below `tests` that contains an item."""
    return item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Count the slow tests left out of this run."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.config.stash[LEFT_OUT] = item.config.stash.get(LEFT_OUT, 0) + 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that prints the summary how many tests were left out; with `-n`, only the workers know."""
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["left_out"] = config.stash.get(LEFT_OUT, 0)
    # Hypothesis's plugin would import all of Hypothesis just to report nothing.
    if "hypothesis" not in sys.modules and config.pluginmanager.has_plugin("hypothesispytest"):
        config.pluginmanager.unregister(name="hypothesispytest")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Read the count from a worker; any worker will do, because they all leave out the same tests."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the output by saying how many tests were left out and how to run everything."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    left_out = config.stash.get(LEFT_OUT, 0)
    if reporter is not None and left_out and not hasattr(config, "workerinput"):
        reporter.write_line(
            f"Left out: {left_out} slow tests: real browsers, whole servers, multicast, backups, upgrades,"
            " rescoring, query plans and counts, permissions, hostile requests, ratings, trials, a"
            " second language, the demo, and hands by forms."
            " To run everything: .venv/bin/pytest -n auto"
        )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Apply `refuse_skip` to tests."""
    report = yield
    refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """Apply `refuse_skip` to modules, which can skip themselves entirely."""
    report = yield
    refuse_skip(report)
    return report


@pytest.fixture(autouse=True)
def empty_memory() -> None:
    """Clear the memory, because the same keys can mean something else in the next test."""
    cache.clear()


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether trials run at full length (`--full`)."""
    return bool(request.config.getoption("--full"))


@pytest.fixture(scope="module")
def module_db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A transaction around a module's tests: shared data is created once, and each test undoes only its own writes."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def module_cast(module_db: None) -> Any:
    """The cast shared by all tests in a module."""
    return import_module("tests.cast").make_cast()


@pytest.fixture
def cast(db: None, module_cast: Any) -> Any:
    """An owner, a recorder and a stranger."""
    return deepcopy(module_cast)


@pytest.fixture
def game(cast: Any) -> Any:
    """A game with Ann, Bob, Cy and Dee, before the first deal; Dee deals."""
    return import_module("tests.cast").start_game(cast.owner)


@pytest.fixture
def olga(cast: Any) -> Any:
    """The owner's browser, which renders nothing."""
    return import_module("tests.web.browser").Browser(cast.owner)


@pytest.fixture
def one_by_one(settings: Any) -> None:
    """Don't fail a request that adds several games because each of them repeats the same queries."""
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("zeal")]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime.timedelta], None]:
    """A clock stopped at `NOW`. Advance it with `clock(2 * HOUR)`."""
    moment = [NOW]
    monkeypatch.setattr(timezone, "now", lambda: moment[0])

    def advance(span: datetime.timedelta) -> None:
        moment[0] += span

    return advance


@pytest.fixture(scope="module")
def module_world(module_cast: Any) -> Any:
    """Two groups and valid requests for every route, shared by all tests in a module."""
    return import_module("tests.asking").World(module_cast)


@pytest.fixture
def world(db: None, module_world: Any, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Any:
    """The world without query checks, and without throttling, which would refuse later requests."""
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("zeal")]
    settings.LOCAL_NAME = "scorekeeper.local"
    monkeypatch.setattr("scorekeeper.web.throttle.count", lambda *args, **kwargs: None)
    return module_world


@pytest.fixture
def made_up() -> Iterator[None]:
    """Add the games of `tests/made_up`. Like all games, they are discovered in a folder and not listed anywhere."""
    with games_of(HERE / "made_up"):
        yield


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """`manage.py serve` on its own port with its own data folder, answering requests; killed afterward."""
    yield from _served(Served(data=tmp_path / "data").use_ready_folder())


@pytest.fixture
def served_first(tmp_path: Path) -> Iterator[Served]:
    """Like `served`, in a data folder that didn't exist before."""
    yield from _served(Served(data=tmp_path / "data"))


def _served(server: Served) -> Iterator[Served]:
    try:
        server.start()
        yield server
    finally:
        server.kill()
