"""What every test may use, and the rule that in CI nothing is skipped."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from hypothesis import HealthCheck, settings

from tests.made_up_play import games_of
from tests.serving import Served

# The same examples in every run, however slow the machine is: a test must not depend on the clock.
settings.register_profile("house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """With CI set, what would have been skipped fails: there, everything a test needs is installed."""
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"In CI nothing is skipped. {reason}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The trials first: they take minutes, and in the end nobody should wait for one alone."""
    items.sort(key=lambda item: "trials" not in item.path.parts)


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


@pytest.fixture
def made_up() -> Iterator[None]:
    """The games of `tests/made_up` are games like all others: found in a folder, named nowhere."""
    with games_of(Path(__file__).parent / "made_up"):
        yield


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """`manage.py serve` on a port of its own with a data folder of its own, up and answering; killed in the end."""
    server = Served(data=tmp_path / "data")
    server.start()
    yield server
    server.kill()
