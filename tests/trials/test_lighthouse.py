"""Lighthouse's scores for the main pages, on the mid-range phone with slow 4G that it simulates: at least 99 of 100.

No page downloads more than 70 kB, with all its files.

`--full` takes the median of five runs for each page; otherwise, the sheet is measured once, and only for what a busy
machine doesn't change.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import BrowserType

from tests.browser.conftest import browser_type_launch_args
from tests.serving import Served, environment, free_port, manage
from tests.trials.phones import Phone

VERSION = "12.8.2"  # the last one that runs on Debian 12's Node.js
CATEGORIES = ("performance", "accessibility", "best-practices")
STEADY = CATEGORIES[1:]
SCORE = 99
FIRST_LOAD = 70_000
"""The most bytes that a page downloads with all its files, headers included."""
RUNS = 5
PATIENCE = 120  # seconds

__all__ = ["browser_type_launch_args"]


class Lighthouse:
    """Lighthouse in a temporary folder, driving the system's Chromium. npm fetches it in the background."""

    def __init__(self, folder: Path, chromium: BrowserType, how: dict[str, Any]) -> None:
        self.command = folder / "node_modules/.bin/lighthouse"
        self.port = free_port()
        self.browser = chromium.launch(**how | {"args": [*how["args"], f"--remote-debugging-port={self.port}"]})
        options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"]
        install = ["npm", "install", *options, "--prefix", str(folder), f"lighthouse@{VERSION}"]
        self.install = subprocess.Popen(install, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def wait(self) -> None:
        """Wait until Lighthouse is installed; skip the test if npm can't fetch it."""
        _output, errors = self.install.communicate(timeout=PATIENCE)
        if self.install.returncode:
            pytest.skip(f"npm can't fetch Lighthouse: {errors}")

    def report(self, url: str, cookies: dict[str, str]) -> dict[str, Any]:
        """Open a page with an empty cache and these cookies, and return the report on it."""
        # A header would do, but the service worker's own requests lack it.
        jar = [{"name": name, "value": value, "url": url} for name, value in cookies.items()]
        self.browser.new_browser_cdp_session().send("Storage.setCookies", {"cookies": jar})
        options = ["--quiet", "--output=json", f"--only-categories={','.join(CATEGORIES)}", f"--port={self.port}"]
        options += ["--disable-full-page-screenshot", "--no-enable-error-reporting"]
        command = [self.command, url, *options]
        run = subprocess.run(command, env=environment(), capture_output=True, encoding="utf-8", timeout=PATIENCE)
        assert run.returncode == 0, run.stderr
        report = json.loads(run.stdout)
        assert report["finalDisplayedUrl"] == url
        return report


@pytest.fixture
def lighthouse(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path
) -> Iterator[Lighthouse]:
    """Lighthouse, or the reason why there is none."""
    missing = [tool for tool in ("node", "npm") if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"Lighthouse needs {' and '.join(missing)} on the path")
    lighthouse = Lighthouse(tmp_path / "lighthouse", browser_type, browser_type_launch_args)
    yield lighthouse
    lighthouse.browser.close()
    lighthouse.install.kill()
    lighthouse.install.communicate()


@pytest.fixture
def phone(served: Served) -> Iterator[Phone]:
    """A phone that has joined the demo's group and shows its page."""
    demo = manage("demo", patience=PATIENCE, **served.variables)
    assert demo.returncode == 0, demo.stderr
    phone = Phone(served.port)
    invitation = re.search(r"^http\S+(/j/\S+)$", demo.stdout, re.MULTILINE)[1]
    phone.get(invitation)
    phone.get(phone.post(invitation, name="Olga")[1])
    yield phone
    phone.close()


def paths(phone: Phone) -> dict[str, str]:
    """Return the paths of the main pages, by page name. The demo's last game is in progress, and its others ended."""
    group = re.search(r"/groups/\d+/", phone.page)[0]
    playing = max(map(int, re.findall(r"/games/(\d+)/", phone.page)))
    nights = re.findall(r"/nights/\d+/", phone.page)
    sheet = f"/games/{playing}/"
    hand = max(map(int, re.findall(rf"{sheet}hands/(\d+)/", phone.get(sheet))))
    ended = min(map(int, re.findall(r"/games/(\d+)/", phone.get(nights[-1]))))
    own = phone.start_game(int(group.split("/")[2]), "Quin", "Rae", "Sue", "Ty", rules="any_game:hearts")
    return {
        "start": "/",
        "group": group,
        "sheet": sheet,
        "hand": f"{sheet}hands/{hand}/",
        "hand on one page": f"/games/{own}/hands/1/",
        "end": f"/games/{ended}/",
        "statistics": f"{group}statistics/",
        "new game": f"{group}new/",
    }


def scores(reports: list[dict[str, Any]]) -> dict[str, float]:
    """Return the median score in each category, of 100."""
    return {name: median(100 * report["categories"][name]["score"] for report in reports) for name in CATEGORIES}


def faults(report: dict[str, Any]) -> list[str]:
    """Return the audits that lower a score."""
    parts = [part for name in CATEGORIES for part in report["categories"][name]["auditRefs"] if part["weight"]]
    audits = [report["audits"][part["id"]] for part in parts]
    return [json.dumps(audit)[:1000] for audit in audits if audit["score"] is not None and audit["score"] < 1]


def test_the_main_pages_score_at_least_99(lighthouse: Lighthouse, served: Served, phone: Phone, full: bool, capsys):
    pages = paths(phone)
    # Among other tests, one run's performance can drop by several points.
    categories = CATEGORIES if full else STEADY
    poor = []
    lighthouse.wait()
    for name in pages if full else ("sheet",):
        reports = [lighthouse.report(served.url + pages[name], phone.cookies) for _run in range(RUNS if full else 1)]
        measured = scores(reports)
        with capsys.disabled():
            print(f"\n{name}:", ", ".join(f"{category} {score:.0f}" for category, score in measured.items()), end=" ")
        weight = reports[-1]["audits"]["total-byte-weight"]["numericValue"]
        if weight > FIRST_LOAD or min(measured[category] for category in categories) < SCORE:
            poor += [f"{name}: {measured}, {weight} bytes", *faults(reports[-1])]
    assert not poor, "\n".join(poor)
