"""Random games, played by the pages' own forms, end on every sheet as the second scorer says.

Each game records hands by taps and saves, corrects and undoes them, and changes seats and house rules. After each
step, the sheet must show the second scorer's totals, end and winners.
With `--full`, this goes on for ten minutes. A failure names the seed of its game.
"""

import random
import re
import time
from dataclasses import replace
from fractions import Fraction
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client

from scorekeeper.models import Membership
from tests.cast import NAMES, make_cast, start_game
from tests.second_scorer import Deal, House, Play, Verdict, judge, taker_of

GAMES, STEPS = 2, 8
FULL = 600
"""How many seconds a full run takes."""
SUMS = {3: (29, 30), 4: (29, 30), 5: (30,)}
GNOMES = {"9S": "", "9H": "", "red_joker": "hearts", "black_joker": "spades", "": ""}
STEP_WEIGHTS = {"record": 10, "correct": 4, "undo": 3, "set_up": 2}


def number(shown: str) -> Fraction:
    """Return a number as pages write it: "−12", "9½"."""
    sign, digits, half = re.fullmatch(r"(−?)(\d*)(½?)", shown).groups()
    return (Fraction(digits or 0) + Fraction(len(half), 2)) * (-1 if sign else 1)


class Table:
    """A game on a page, and what the second scorer knows of it."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = random.Random(seed)
        self.owner: Membership = make_cast().owner
        self.people = list(NAMES[: chance.randint(3, 5)])
        self.house = House(
            halving=chance.choice(["exact", "gnome", "player"]),
            priority=chance.choice(["above_200", "from_200", "none"]),
            tie=chance.choice(["shared", "play_on"]),
            player_target=chance.choice([20, 40, 60, 90, 200]),
            gnome_target=chance.choice([30, 60, 120, 350]),
        )
        self.lowest = chance.randint(0, 1)
        options = vars(self.house) | {"lowest_bid": self.lowest}
        options["odd_half"] = options.pop("halving")
        self.options = options
        game = start_game(self.owner, len(self.people), **options)
        self.keys = dict(game.seats.values_list("player__name", "player_id"))
        self.address = f"/games/{game.pk}/"
        self.deals: dict[int, Deal] = {}
        self.history: dict[int, list[Deal | None]] = {}
        self.done = 0
        self.client = Client()
        self.client.force_login(self.owner.user)

    def post(self, path: str, *statuses: int, **fields: object) -> str:
        """Send a form and return the page; its status must be one of these, 302 by default."""
        response = self.client.post(path, fields)
        assert response.status_code in (statuses or (302,)), (path, fields, response.status_code, said(response))
        return response.content.decode()

    @property
    def sheet(self) -> str:
        """The sheet's page."""
        response = self.client.get(self.address)
        assert response.status_code == 200
        return response.content.decode()

    @property
    def verdict(self) -> Verdict:
        """What the second scorer says about the game."""
        return judge(self.people, [self.deals[hand] for hand in sorted(self.deals)], self.house)

    def compare(self) -> None:
        """Check the sheet against the second scorer."""
        sheet, verdict = self.sheet, self.verdict
        table = sheet.partition('<table class="sheet"')[2].partition("<tbody>")[0]
        names = [unescape(name) for name in re.findall(r'<span class="name">(.*?)</span>', table)]
        totals = dict(zip(names, map(number, re.findall(r"<strong>(.*?)</strong>", table)), strict=True))
        assert totals == verdict.totals
        assert names[:-1] == self.people
        assert ('class="end"' in sheet) is verdict.over
        if verdict.over:
            assert self.winners(sheet) == verdict.winners

    @staticmethod
    def winners(sheet: str) -> set[str]:
        """Return whom the sheet calls winners."""
        words = re.search(r'<span class="winner[^>]*>(.*?)</span>', sheet, re.DOTALL)
        return set(re.split(r" and |, ", unescape(words[1]))) if words else set()

    def deal(self) -> Deal:
        """Return a random hand."""
        chance = self.chance
        if chance.random() < 0.1:
            return {name: Play() for name in self.people}
        bids = chance.sample(range(self.lowest, 17), len(self.people))
        silent = {name for name in self.people if chance.random() < 0.35} - {chance.choice(self.people)}
        total = chance.choice(SUMS[len(self.people)])
        cuts = sorted(chance.randint(0, total) for _cut in self.people[1:])
        taken = [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]
        return {
            name: Play(bid=None if name in silent else bid, peeked=chance.random() < 0.3, taken=points)
            for name, bid, points in zip(self.people, bids, taken, strict=True)
        }

    def tap(self, hand: int, *taps: tuple[str, object]) -> None:
        """Send these taps, each in the row that it's for."""
        base = f"{self.address}hands/{hand}/"
        seen = self.seen(self.client.get(base).content.decode())
        for count, (path, value) in enumerate(taps, start=int(seen["taps"])):
            raw = "" if value is None else str(value).lower() if isinstance(value, bool) else value
            self.post(f"{base}tap/", at=path, tap=f"{path}={raw}", **seen | {"taps": count})

    @staticmethod
    def seen(page: str) -> dict[str, str]:
        """Return the versions that a hand's page shows, which every write must include."""
        return {name: re.search(rf'name="{name}" value="(\d+)"', page)[1] for name in ("revisions", "taps", "setup")}

    def answers(self, deal: Deal) -> dict[str, object]:
        """Return a hand's answers by path, without the Gnome."""
        if taker_of(deal) is None:
            return {f"players.{seat}.passed": True for seat in range(len(self.people))}
        answers: dict[str, object] = {}
        for kind in ("bid", "peeked", "taken"):
            for seat, name in enumerate(self.people):
                value = getattr(deal[name], kind)
                if value is not None and value is not False:
                    answers[f"players.{seat}.{kind}"] = value
            if kind == "peeked":
                answers["hand.bidding_done"] = True
        return answers

    def enter(self, hand: int, deal: Deal) -> None:
        """Enter a hand on an empty page, and save it."""
        base = f"{self.address}hands/{hand}/"
        page = self.client.get(base).content.decode()
        if self.seen(page)["taps"] != "0":
            self.post(f"{base}over/", **self.seen(page))
        answers = self.answers(deal)
        if old := self.deals.get(hand):
            gone = [path for path in reversed(self.answers(old)) if answers.get(path) != self.answers(old)[path]]
            kinds = [path for path in gone if path.endswith((".taken", ".bid", ".peeked"))]
            self.tap(hand, *((path, False if path.endswith("peeked") else None) for path in kinds))
        taps = list(answers.items())
        if taker_of(deal) is not None:
            at = [path for path, _value in taps].index("hand.bidding_done") + 1
            taps[at:at] = self.gnome()
        self.tap(hand, *taps)
        page = self.client.get(base).content.decode()
        self.post(f"{base}save/", anyway="true", **self.seen(page))
        if deal != self.deals.get(hand):
            self.history.setdefault(hand, []).append(self.deals.get(hand))
        self.deals[hand] = deal
        self.done += 1

    def gnome(self) -> list[tuple[str, object]]:
        """Return the taps for the Gnome, and for trump after a Joker."""
        gnome = self.chance.choice(list(GNOMES))
        if not gnome:
            return [("hand.no_gnome", True)]
        return [("hand.gnome", gnome)] + [("hand.trump", GNOMES[gnome])] * bool(GNOMES[gnome])

    def record(self) -> None:
        """Record the next hand, if the game goes on."""
        if not self.verdict.over:
            self.enter(max(self.deals, default=0) + 1, self.deal())

    def correct(self) -> None:
        """Correct any hand that counts."""
        if self.verdict.counted:
            self.enter(sorted(self.deals)[self.chance.randrange(self.verdict.counted)], self.deal())

    def undo(self) -> None:
        """Undo the last save of the last hand."""
        if not self.deals:
            return
        hand = max(self.deals)
        base = f"{self.address}hands/{hand}/"
        revision = self.seen(self.client.get(base).content.decode())["revisions"]
        page = self.client.post(f"{base}undo/", {"revision": revision})
        if page.status_code == 302:
            before = self.history[hand].pop()
            if before is None:
                del self.deals[hand]
            else:
                self.deals[hand] = before
        else:
            assert page.status_code in (404, 409, 422), page.status_code

    def set_up(self) -> None:
        """Change the seats and some house rules."""
        chance, people = self.chance, self.people[:]
        chance.shuffle(people)
        house = replace(
            self.house, halving=chance.choice(["exact", "gnome", "player"]), tie=chance.choice(["shared", "play_on"])
        )
        options = self.options | {"odd_half": house.halving, "tie": house.tie}
        page = self.client.get(f"{self.address}setup/").content.decode()
        fields = {f"seat_{seat}": self.keys[name] for seat, name in enumerate(people, start=1)}
        fields |= {f"option_{key}": value for key, value in options.items()}
        fields |= {"seen": re.search(r'name="seen" value="(\d+)"', page)[1], "dealer": self.keys[people[0]]}
        fields |= {"option_all_passed": "deal_passes", "option_uneven_deal": "all_dealt"}
        preview = self.post(f"{self.address}setup/", 200, **fields)
        confirm = re.search(r'<button class="main" name="confirm" value="([^"]+)"', preview)
        self.post(f"{self.address}setup/", **fields, confirm=confirm[1])
        self.people, self.house, self.options = people, house, options

    def step(self) -> str:
        """Take a random step, and compare."""
        kind = self.chance.choices(list(STEP_WEIGHTS), list(STEP_WEIGHTS.values()))[0]
        getattr(self, kind)()
        self.compare()
        return kind


def said(response) -> str:
    """Return the problem that a page shows."""
    return " ".join(re.findall(r'class="problem"[^>]*>(.*?)<', response.content.decode(), re.DOTALL))


def play_one(seed: int, steps: int) -> int:
    """Play a random game, and return how many hands were saved and compared."""
    cache.clear()
    table, taken = Table(seed), []
    try:
        for _step in range(steps):
            taken.append(table.step())
    except AssertionError as wrong:
        raise AssertionError(f"seed {seed}, {table.house}, after {taken}: {wrong}") from wrong
    return table.done


@pytest.mark.django_db
def test_sheets_agree_with_the_second_scorer(full, capsys):
    began, games, hands = time.monotonic(), 0, 0
    while time.monotonic() - began < FULL if full else games < GAMES:
        hands += play_one(games, STEPS * 3 if full else STEPS)
        games += 1
    with capsys.disabled():
        print(f"\n{games} games, {hands} hands saved and compared: {time.monotonic() - began:.0f} s", end=" ")
    assert hands >= games
