"""Random evenings of rounds, turns, cards, points and winners in Chromium: no number is lost or another player's.

Fingers are fast, tap twice, take taps back, leave the page, load it again and mistype. Answers are late, or the network
is lost, and two phones record the same game, which somebody leaves. Whatever was tapped is stored unless the page says
that it isn't. With `--full`, there are 56 evenings. A failure names the seed of its evening.
"""

import random
import re
import time
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Locator, Route, TimeoutError

from scorekeeper.models import Game, Membership, Standing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.setup.writing import leave_game
from tests.browser.conftest import PHONE, Console, browser_type_launch_args
from tests.browser.driving import Thumb, sign_in
from tests.cast import make_cast, refresh
from tests.own_games import DARTS, ROUNDS, SCRABBLE, UNO, start_own

__all__ = ["browser_type_launch_args"]

pytestmark = pytest.mark.django_db(transaction=True)

EVENINGS, FULL = 4, 56
MOST_STEPS = 400
PATIENCE = 200  # times that a page is looked at until nothing waits
WRITES = re.compile("/(tap|save|back|undo|stop)/$")
CARD = "\n".join(map("Row {}".format, range(1, 12)))
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "rounds": (UNO, {**ROUNDS, "most": 10}),
    "winner": (UNO, {"target": 99_999}),
    "turns": (SCRABBLE, {"most": 10}),
    "buttons": (DARTS, {"start": 90_000, "target": 0}),
    "tally": (SCRABBLE, {"rows": "tally", "negative": False, "most": 10}),
    "card": (SCRABBLE, {"categories": CARD, "most": 10}),
    "lines": (SCRABBLE, {"rows": "categories", "categories": CARD, "most": 10}),
    "winners": (SCRABBLE, {"rows": "won", "most": 10}),
}
LOOK = """
() => {
  const of = (selector) => document.querySelector(selector);
  const here = of("[data-here]")?.dataset;
  return {
    hand: Number(here?.here.match(/hands.(\\d+)/)[1] ?? 0),
    writes: Boolean(here?.writing),
    asked: of("#asked")?.dataset.asked ?? "",
    typed: of("[name=other]")?.value ?? "",
    sending: Boolean(of("#page.sending")),
    told: [of("[data-refused]")?.innerText, of("#page").style.getPropertyValue("--why")].filter(Boolean).join(" "),
    points: [...document.querySelectorAll(".plus .fig")].map((figure) => Number(figure.innerText)),
  };
}
"""


class Evening:
    """A game, what everybody scores in each of its hands, and what was tapped."""

    def __init__(self, seed: int, by: Membership) -> None:
        self.seed, self.chance = seed, random.Random(seed)
        self.way = list(GAMES)[seed % len(GAMES)]
        self.players = self.chance.randint(2, 5)
        slug, options = GAMES[self.way]
        self.game = start_own(by, slug, self.players, **options)
        self.goal = self.chance.randint(3, 5) * (self.players if self.way in ("turns", "buttons", "card") else 1)
        self.numbers = self.chance.sample(range(1, 1000), 900)
        self.scores: dict[tuple[int, int], int] = {}
        self.typos: dict[tuple[int, int], set[int]] = {}
        self.counts: Counter[str] = Counter()

    def score(self, hand: int, seat: int) -> int:
        """Return what somebody scores in a hand. No two of these numbers are the same."""
        return self.scores.setdefault((hand, seat), self.numbers[len(self.scores)])

    def winner(self, hand: int) -> int:
        """Return who wins a round."""
        return hand % self.players

    def row(self, hand: int) -> int:
        """Return the row of a card that a turn fills: another one than that player's earlier turns, whoever leaves."""
        return (hand - 1) // max(self.players - 1, 1) + 1

    def stored(self, hand: int, seat: int) -> int | None:
        """Return the number that is stored, saved or only tapped."""
        record = load(refresh(self.game))
        row = record.hand(hand)
        if row is None:
            return None
        screen = record.screen(hand) if row.entry is None or row.taps else record.recorded(row)
        return screen.answers.get(f"players.{seat}.points")

    @property
    def saved(self) -> dict[tuple[int, int], int]:
        """What is saved, by hand and seat."""
        found = {}
        for hand in load(refresh(self.game)).saved:
            for seat, player in enumerate(hand.entry["players"]):
                if player.get("points") is not None:
                    found[hand.number, seat] = player["points"]
        return found

    def check(self, tapped: dict[tuple[int, int], int]) -> None:
        """Check that everything that was tapped is stored, and nothing else."""
        for place, number in tapped.items():
            stored = self.stored(*place)
            assert stored == number, f"seed {self.seed}: {number} was tapped at {place}, {stored} is stored"
        for place, number in self.saved.items():
            meant = {self.scores.get(place), *self.typos.get(place, ())}
            assert number in meant, f"seed {self.seed}: {number} is saved at {place}, where {meant} was tapped"


class Recorder:
    """Somebody who records with fast fingers, by what the page shows."""

    def __init__(self, evening: Evening, browser: Browser, member: Membership, console: Console) -> None:
        self.evening, self.chance, self.held = evening, evening.chance, list[Route]()
        self.tapped: dict[tuple[int, int], int] = {}
        self.context = browser.new_context(
            base_url=console.home, viewport=PHONE, has_touch=True, is_mobile=True, service_workers="block"
        )
        self.context.set_default_timeout(10_000)
        console.watch(self.context)
        self.page = self.context.new_page()
        sign_in(self.page, member, console.home)
        self.thumb = Thumb(self.page)
        self.is_lost = False
        self.open()

    def open(self) -> None:
        """Open the hand that comes next from the sheet."""
        self.thumb.open(self.evening.game)
        self.page.locator("a.main").first.tap()
        self.page.locator("#asked, .people").wait_for(state="attached")

    def look(self) -> dict[str, Any]:
        """Return what is seen."""
        return dict(self.page.evaluate(LOOK))

    def touch(self, target: Locator, low: int = 130, high: int = 500) -> bool:
        """Tap something after a short while. Return whether it was still there."""
        self.page.evaluate("ms => swaps.rest(ms)", self.chance.randint(low, high))
        try:
            target.first.tap(timeout=5000)
        except TimeoutError:
            return False
        return True

    def double(self, target: Locator) -> bool:
        """Tap something twice, as a trembling finger does. Return whether it was still there."""
        self.evening.counts["double"] += 1
        self.page.evaluate("ms => swaps.rest(ms)", self.chance.randint(130, 500))
        box = None
        with suppress(Error):  # it has gone
            target.first.scroll_into_view_if_needed(timeout=5000)
            box = target.first.bounding_box()
        if box is None:
            return False
        for _tap in range(2):
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        return True

    def settle(self) -> dict[str, Any]:
        """Let everything be sent, and check it."""
        self.find()
        for _look in range(PATIENCE):
            seen = self.look()
            if not seen["sending"]:
                self.evening.check({} if seen["told"] else self.tapped)  # the page says so
                self.tapped.clear()
                return seen
            self.page.wait_for_timeout(30)
        raise AssertionError(f"seed {self.evening.seed}: still sending at {self.page.url}")

    # What befalls a phone.

    def lose(self) -> None:
        """Lose the network, or let answers be late."""
        self.is_lost = True
        self.evening.counts["lost"] += 1
        if self.chance.random() < 0.5:
            self.context.route(WRITES, lambda route: route.abort("connectionfailed"))
        else:
            self.context.route(WRITES, lambda route: self.held.append(route))

    def find(self) -> None:
        """Have the network again, and the late answers."""
        self.is_lost = False
        self.context.unroute(WRITES)
        while self.held:
            with suppress(Error):  # its page has gone
                self.held.pop(0).continue_()
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def befall(self) -> None:
        """Let chance befall the phone."""
        dice = self.chance.random()
        if self.is_lost and dice < 0.25:
            self.find()
        elif dice < 0.06:
            self.lose()
        elif dice < 0.10:
            self.evening.counts["reloaded"] += 1
            self.leave()
            self.page.reload()
        elif dice < 0.13:
            self.evening.counts["left"] += 1
            self.settle()
            self.open()
        elif dice < 0.16:
            self.evening.counts["undone"] += 1
            self.settle()
            button = self.page.locator("button[form=undo]")
            if button.count():
                self.touch(button)
                self.settle()
        elif dice < 0.22:
            self.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")

    def leave(self) -> None:
        """Let late answers be lost on the way: the page goes."""
        while self.held:
            with suppress(Error):
                self.held.pop(0).abort("connectionfailed")

    # What is recorded.

    def step(self) -> bool:
        """Answer what the page asks. Return whether anything is left to do."""
        evening, seen = self.evening, self.look()
        if not seen["hand"] or not seen["writes"]:
            self.settle()
            self.open()
            return True
        hand, path = seen["hand"], seen["asked"]
        if hand > evening.goal:
            return False
        if not path:
            self.save()
        elif path == "hand.winner":
            self.press(self.page.locator(f'.offer[value="{path}={evening.winner(hand)}"]'))
        elif path == "hand.row":
            self.press(self.page.locator(f'button[name=tap][value="{path}={evening.row(hand)}"]'))
        else:
            self.type(hand, int(path.split(".")[1]), seen)
        return True

    def type(self, hand: int, seat: int, seen: dict[str, Any]) -> None:
        """Type a number, perhaps a wrong one, and go on if the page still asks for it."""
        evening, number = self.evening, self.evening.score(hand, seat)
        if self.chance.random() < 0.06:
            number = evening.numbers[-1 - sum(map(len, evening.typos.values()))]
            evening.typos.setdefault((hand, seat), set()).add(number)
            evening.counts["mistyped"] += 1
        for _digit in seen["typed"]:
            self.touch(self.page.locator('[data-digit=""]'), 60, 200)
        keys = f"{number - 1}+1" if self.chance.random() < 0.1 and number > 1 else str(number)
        for key in keys:
            self.touch(self.page.locator(f'[data-digit="{key}"]'), 60, 250)
        now = self.look()
        if (now["hand"], now["asked"], now["typed"]) != (hand, seen["asked"], keys):
            return  # another answer has come: look again
        self.press(self.page.locator(".pad .main"), {(hand, seat): number})

    def press(self, target: Locator, tapped: dict[tuple[int, int], int] | None = None) -> None:
        """Tap what answers, perhaps twice, unless the page says that it doesn't count."""
        is_made = (self.double if self.chance.random() < 0.15 else self.touch)(target)
        is_ignored = "not counted" in self.look()["told"]
        self.evening.counts["ignored"] += is_ignored
        if is_made and tapped:
            self.tapped = tapped | self.tapped if is_ignored else self.tapped | tapped  # or a second tap was ignored

    def save(self) -> None:
        """Press the button that saves, once everything has arrived."""
        seen = self.settle()
        button = self.page.locator(".save button")
        if not seen["asked"] and button.count():
            self.touch(button, 400, 900)
            self.settle()

    def correct(self, hand: int, seat: int) -> None:
        """Correct a number that was mistyped."""
        self.evening.counts["corrected"] += 1
        self.settle()
        self.thumb.open(self.evening.game, hand, at=f"players.{seat}.points")
        number = self.evening.score(hand, seat)
        for key in str(number):
            self.touch(self.page.locator(f'[data-digit="{key}"]'), 60, 250)
        assert self.look()["typed"] == str(number), f"seed {self.evening.seed}"
        self.touch(self.page.locator(".pad .main"))
        self.settle()
        self.touch(self.page.locator(".save button"), 400, 900)
        self.settle()
        assert self.evening.saved[hand, seat] == number, f"seed {self.evening.seed}"

    def count(self, seats: list[int]) -> None:
        """Count these points on the tiles of a tally."""
        made = Counter[int]()
        for seat in seats:
            made[seat] += 1
            self.befall()
            tile = self.page.locator(".plus").nth(seat)
            shown = self.look()["points"][seat]
            if shown >= made[seat]:
                continue  # the other phone was faster
            if (self.double if self.chance.random() < 0.1 else self.touch)(tile):
                self.tapped[1, seat] = shown + 1  # what was undone is counted later
            if self.look()["points"][seat] > shown + 1:  # the second tap was too slow for one
                self.touch(self.page.locator(".minus").nth(seat))
            if self.chance.random() < 0.2:
                self.settle()
                self.mend(made)
        self.settle()
        self.mend(made)

    def win(self, game: Game) -> None:
        """Say who has won a game, until that is stored."""
        names = self.chance.sample([*game.seats.values_list("player__name", flat=True)], self.chance.randint(1, 2))
        while not (winners := Standing.objects.filter(game=game, winner=True)).exists():
            self.page.goto(f"/games/{game.pk}/stop/")
            if self.chance.random() < 0.3:
                self.lose()
            for name in names:
                self.page.get_by_label(name).check()
            self.press(self.page.get_by_role("button", name="Save"))
            if self.chance.random() < 0.3:
                self.leave()
                self.page.goto("/")  # as without network this page doesn't load again: what it sends has its address
            self.settle()
        assert {*winners.values_list("seat__player__name", flat=True)} == {*names}, f"seed {self.evening.seed}"

    def mend(self, made: Counter[int]) -> None:
        """Count what was undone, or what a refusal has brought back."""
        while (seat := self.wrong(made)) is not None:
            self.touch(self.page.locator(".plus").nth(seat), 700, 900)
            self.settle()

    def wrong(self, made: Counter[int]) -> int | None:
        """Return a seat that has fewer points on the page than were made, if there is one."""
        points = self.look()["points"]
        assert all(points[seat] <= made[seat] for seat in range(self.evening.players)), f"seed {self.evening.seed}"
        return next((seat for seat in range(self.evening.players) if points[seat] < made[seat]), None)


def play(seed: int, browser: Browser, console: Console) -> Counter[str]:
    """Play an evening, and return what befell it."""
    cast = make_cast()
    evening = Evening(seed, cast.owner)
    chance, members = evening.chance, [cast.owner, cast.recorder][: 1 + seed % 2]
    recorders = [Recorder(evening, browser, member, console) for member in members]
    if evening.way == "winners":
        for _game in range(5):
            chance.choice(recorders).win(evening.game)
            evening.counts["winners"] += 1
            evening.game = start_own(cast.owner, GAMES["winners"][0], evening.players, **GAMES["winners"][1])
    elif evening.way == "tally":
        recorders[0].count([chance.randrange(evening.players) for _point in range(30)])
        evening.counts["points"] += 30
    else:
        left = chance.randint(2, evening.goal) if evening.players > 2 and chance.random() < 0.4 else 0
        for _step in range(MOST_STEPS):
            now = chance.choice(recorders)
            for other in recorders:
                if other is not now:
                    other.settle()
            now.befall()
            if not now.step():
                break
            if left and len({hand for hand, _seat in evening.saved}) >= left:
                now.settle()
                leaver = evening.game.seats.get(number=chance.randrange(evening.players)).player_id
                leave_game(game=evening.game, player=leaver, seen=0, by=cast.owner)
                evening.counts["leavers"], left = 1, 0
        else:
            raise AssertionError(f"seed {seed}: no end after {MOST_STEPS} steps")
        for (hand, seat), number in evening.saved.items():
            if number != evening.score(hand, seat):
                recorders[0].correct(hand, seat)
        saved = evening.saved
        assert {hand for hand, _seat in saved} == {*range(1, evening.goal + 1)}, f"seed {seed}"
        assert all(number == evening.score(*place) for place, number in saved.items()), f"seed {seed}"
        evening.counts["hands"] += evening.goal
    for recorder in recorders:
        recorder.settle()
        recorder.context.close()
    assert not [complaint for complaint in console.complaints if "script error" in complaint], f"seed {seed}"
    return evening.counts


def test_no_number_is_lost_or_another_players_on_one_page(live_server, browser, full, capsys):
    began, console = time.monotonic(), Console(live_server.url)
    totals = sum((play(seed, browser, console) for seed in range(FULL if full else EVENINGS)), Counter())
    with capsys.disabled():
        said = ", ".join(f"{name} {total}" for name, total in sorted(totals.items()))
        print(f"\n{FULL if full else EVENINGS} evenings: {said}, {time.monotonic() - began:.0f} s", end=" ")
