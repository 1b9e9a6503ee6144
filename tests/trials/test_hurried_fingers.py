"""Hurried fingers on a slow phone, which is turned around at times: no tap is lost, none counts for another player.

Touches come through Chromium's own input, which doesn't wait for the page. Which question was on the screen when a
finger came down is noted by a script of the trial's own, frame by frame. With `--full`, there are 50 runs.
"""

import asyncio
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.async_api import CDPSession, Page, async_playwright

from scorekeeper.models import Hand
from tests.browser.chromium import chromium
from tests.browser.conftest import PHONE
from tests.cast import make_cast, start_game

pytestmark = pytest.mark.django_db(transaction=True)

RUNS, FULL = 3, 50
TAPS, PACES, HELD = 10, (0.17, 0.7), 0.04  # how many, and seconds
TURNED = {"width": PHONE["height"], "height": PHONE["width"]}
SLOWER = 6  # times
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
BLOCKED, BLOCKED_PACES = (300, 500, 800), (200, 300, 400, 600)  # ms
LOG = """
window.noted = { frames: [], downs: [], words: [] };
const asked = () => document.querySelector("#asked")?.dataset.asked ?? "";
const said = () => [page.style.getPropertyValue("--why"), document.querySelector("[data-refused]")?.textContent ?? ""];
const frame = () => {
  noted.frames.push([performance.now(), asked()]);
  noted.words.push([performance.now(), ...said()]);
  requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
addEventListener("pointerdown", ({ timeStamp, target }) => {
  noted.downs.push([timeStamp, performance.now(), target.closest("button")?.innerText.trim() ?? ""]);
}, true);
"""
OFFERS = """
() => [...document.querySelectorAll(".offer")].map((offer) => {
  const { x, y, width, height } = offer.getBoundingClientRect();
  return [offer.innerText.trim(), x + width / 2, y + height / 2];
}).filter(([, x, y]) => x < innerWidth && y > 0 && y < innerHeight && document.elementFromPoint(x, y).closest(".offer"))
"""
BLOCK = """
ms => setTimeout(() => {
  const end = performance.now() + ms;
  while (performance.now() < end);
}, 30)
"""
IDLE = "() => !document.querySelector('#page.sending')"


@dataclass
class Run:
    """What is to be done in one run, and what the trial's script noted."""

    seed: int
    address: str
    blocked: int = 0
    pace: int = 0
    noted: dict[str, list[list[Any]]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What a failure names."""
        return f"blocked for {self.blocked} ms, every {self.pace} ms" if self.blocked else f"seed {self.seed}"

    def shown(self, at: float) -> list[str]:
        """Return the question on the screen at a time; also the one before if the frame was just being painted."""
        frames = self.noted["frames"]
        now = max(index for index, (time, _path) in enumerate(frames) if time <= at)
        return [path for _time, path in frames[max(now - 1, 0) : now + 1][::-1]]

    def is_told(self, number: int) -> bool:
        """Return whether the page said that a tap doesn't count: before the next one, or by the server's refusal."""
        downs, words = self.noted["downs"], self.noted["words"]
        handled = downs[number][1]
        until = downs[number + 1][1] if number + 1 < len(downs) else float("inf")
        at_once = any(handled <= at <= until + 100 and said for at, said, _refused in words)
        return at_once or any(at >= handled and refused for at, _said, refused in words)

    def faults(self, stored: list[list[Any]]) -> Iterator[str]:
        """Yield what is wrong: taps that were lost, and what is stored though nobody meant it."""
        rest = [(path, value) for path, value, _member in stored]
        for number, (at, _handled, label) in enumerate(self.noted["downs"]):
            if not label:  # the board was gone: nothing was under the finger
                continue
            meant = [
                (p.replace(".bid", ".passed"), True) if label == "Pass" else (p, int(label)) for p in self.shown(at)
            ]
            if rest and rest[0] in meant:
                rest.pop(0)
            elif not self.is_told(number):
                yield f"{self.name}: tap {number}, {meant[0]}, is lost"
        if rest:
            yield f"{self.name}: {rest} wasn't meant"


async def touch(session: CDPSession, x: float, y: float, tasks: list[asyncio.Task[Any]]) -> None:
    """Tap somewhere, without waiting for the page."""
    start = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    for event in (start, {"type": "touchEnd", "touchPoints": []}):
        tasks.append(asyncio.create_task(session.send("Input.dispatchTouchEvent", event)))
        await asyncio.sleep(HELD)


async def bid(page: Page, session: CDPSession, run: Run) -> None:
    """Let everybody bid in a hurry."""
    chance, tasks, passes = random.Random(run.seed), list[asyncio.Task[Any]](), 0
    offers = {label: place for label, *place in await page.evaluate(OFFERS)}
    if run.blocked:
        await page.evaluate(BLOCK, run.blocked)
    for number in range(4 if run.blocked else TAPS):
        if not run.blocked and chance.random() < 0.15:
            is_upright = page.viewport_size == PHONE
            await page.set_viewport_size(TURNED if is_upright else PHONE)
            offers = {label: place for label, *place in await page.evaluate(OFFERS)} or offers
        labels = [label for label in offers if label.isdecimal() and int(label) >= 10 + number]
        if not labels or ("Pass" in offers and passes < 3 and chance.random() < 0.3):
            labels, passes = ["Pass"], passes + 1
        await touch(session, *offers[labels[0]], tasks)
        await asyncio.sleep((run.pace / 1000 if run.blocked else chance.uniform(*PACES)) - 2 * HELD)
    await asyncio.gather(*tasks)
    await page.wait_for_function(IDLE)
    await page.wait_for_timeout(500)
    await page.wait_for_function(IDLE)


async def play(runs: list[Run], home: str, cookie: str) -> None:
    """Play these runs, each on a phone of its own."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**chromium())
        for run in runs:
            context = await browser.new_context(
                base_url=home, viewport=PHONE, has_touch=True, is_mobile=True, service_workers="block"
            )
            await context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": home}])
            page = await context.new_page()
            await page.add_init_script(LOG)
            await page.goto(run.address)
            await page.wait_for_timeout(700)
            session = await context.new_cdp_session(page)
            if not run.blocked:
                await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
                await session.send("Network.enable")
                await session.send("Network.emulateNetworkConditions", SLOW_3G)
            await bid(page, session, run)
            run.noted = await page.evaluate("noted")
            await context.close()
        await browser.close()


def check(runs: list[Run], home: str, capsys) -> None:
    """Play these runs, each in a game of its own, and check what is stored."""
    owner, client = make_cast().owner, Client()
    client.force_login(owner.user)
    games = [start_game(owner, players=5) for _run in runs]
    for run, game in zip(runs, games, strict=True):
        run.address = f"/games/{game.pk}/hands/1/"
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(play(runs, home, cookie))).result()
    stored = [hand.taps for game in games for hand in [Hand.objects.filter(game=game).first() or Hand(taps=[])]]
    taps = sum(label != "" for run in runs for _at, _handled, label in run.noted["downs"])
    with capsys.disabled():
        print(f"\n{len(runs)} runs, {taps} taps, {sum(map(len, stored))} stored, the others refused in words", end=" ")
    faults = [fault for run, taps in zip(runs, stored, strict=True) for fault in run.faults(taps)]
    assert not faults, "\n".join(faults)
    assert taps > len(runs)


def test_hurried_bids_on_a_slow_phone_count_for_the_question_shown_or_are_refused_in_words(live_server, full, capsys):
    check([Run(seed, "") for seed in range(FULL if full else RUNS)], live_server.url, capsys)


def test_bids_while_the_page_is_blocked_count_for_the_question_shown_or_are_refused_in_words(live_server, capsys):
    runs = [Run(0, "", blocked, pace) for blocked in BLOCKED for pace in BLOCKED_PACES]
    check(runs, live_server.url, capsys)
