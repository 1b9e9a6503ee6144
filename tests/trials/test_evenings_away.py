"""Random evenings without network lose no hand, double none, and merge none unasked.

Phones are simulated as static/queue.js does it, and send over HTTP: they record hands, each on one phone or on both,
perhaps with a typo on one of them, lose the network, and miss answers. With `--full`, there are 280 evenings.
A failure names the seed of its evening.
"""

import random
import re
import uuid
from dataclasses import dataclass, field
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from scorekeeper.models import Game, Hand as HandRow, Membership, Revision
from tests.cast import make_cast, start_game

EVENINGS, FULL = 8, 280
MOST_ANSWERS = 60
SEEN = ("revisions", "taps", "setup")
PLAYERS = 4
POINTS = 30
Hand = tuple[tuple[int, ...], tuple[int, ...]]
"""Everybody's bids and points."""


@dataclass
class Evening:
    """What was played, by the numbers of the hands from 0, and every way in which each was typed."""

    seed: int
    chance: random.Random = field(init=False)
    played: list[Hand] = field(default_factory=list)
    which: dict[Hand, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def deal(self) -> int:
        """Play another hand, and return its number."""
        self.played.append(self._new())
        number = len(self.played) - 1
        self.which[self.played[number]] = number
        return number

    def mistyped(self, number: int) -> Hand:
        """Return a hand as somebody typed it wrongly."""
        typo = self._new()
        self.which[typo] = number
        return typo

    def answer(self, waiting: Hand, stored: Hand) -> str:
        """Return what somebody who was there says of two hands with one number."""
        one, other = self.which[waiting], self.which[stored]
        if one == other:
            return self.chance.choice(["theirs", "mine"])
        return "before" if one < other else "after"

    def check(self, stored: list[Hand]) -> None:
        """Check that every hand that was played is stored once, in order, as somebody typed it."""
        assert [self.which.get(hand) for hand in stored] == list(range(len(self.played))), f"seed {self.seed}"

    def _new(self) -> Hand:
        while True:
            bids = tuple(self.chance.sample(range(1, 29), PLAYERS))
            cuts = sorted(self.chance.randint(0, POINTS) for _cut in range(PLAYERS - 1))
            taken = tuple(high - low for low, high in zip([0, *cuts], [*cuts, POINTS], strict=True))
            if (bids, taken) not in self.which:
                return bids, taken


class SimulatedPhone:
    """A phone that keeps what it couldn't send, and an own idea of the next hand's number."""

    def __init__(self, evening: Evening, game: Game, member: Membership) -> None:
        self.evening, self.game, self.chance = evening, game, evening.chance
        self.client = Client()
        self.client.force_login(member.user)
        self.is_online, self.waiting = True, []
        self.look()

    def look(self) -> None:
        """Load the form for the next hand."""
        sheet = self.client.get(f"/games/{self.game.pk}/").content.decode()
        address = re.search(r'data-form="([^"]+)"', sheet)[1]
        self.form = self.seen(self.client.get(address).content.decode())

    @staticmethod
    def seen(page: str) -> dict[str, str]:
        """Return what a page with a whole hand shows: its hidden values, its number and the next one."""
        page = page[page.index('<form id="whole"') :]
        found = {name: re.search(rf'name="{name}" value="([^"]*)"', page) for name in (*SEEN, "anyway")}
        found |= {name: re.search(rf'data-{name}="(\d+)"', page) for name in ("number", "next")}
        return {name: match[1] for name, match in found.items() if match}

    @property
    def next_number(self) -> int:
        """The number that this phone gives to the next hand."""
        return max([int(self.form["next"]), *(item["number"] + 1 for item in self.waiting)])

    def record(self, hand: Hand) -> None:
        """Type a hand. Without the server, it waits; with it, it is sent at once."""
        if self.is_online:
            self.send()
            self.look()
            if self.evening.which[hand] in [self.evening.which[stored] for stored in stored_hands(self.game)]:
                return  # the other phone was faster, as this one's sheet shows
        fields = {
            f"players.{seat}.{key}": value
            for key, row in zip(("bid", "taken"), hand, strict=True)
            for seat, value in enumerate(row)
        }
        seen = {"revisions": 0, "taps": 0, "setup": self.form["setup"]}
        item = {"key": str(uuid.uuid4()), "number": self.next_number, "fields": fields, "hand": hand, "seen": seen}
        if not self.is_online:
            item["age"] = self.chance.randint(0, 10_000)
        self.waiting.append(item)
        if self.is_online:
            self.send()

    def send(self) -> None:
        """Send everything that waits, in order, and answer whatever is asked."""
        for _answer in range(MOST_ANSWERS):
            if not self.waiting:
                return
            item = self.waiting[0]
            response = self.post(item)
            if response is None:
                continue
            if response.status_code == 409:
                self.decide(item, response.content.decode())
                continue
            assert response.status_code == 302, (self.evening.seed, response.status_code, response.content[:2000])
            self.forget(item, int(response["Hand"]), response.headers.get("Setup"))
        raise AssertionError(f"seed {self.evening.seed}: still waiting after {MOST_ANSWERS} answers")

    def post(self, item):
        """Send a hand. The answer can get lost, or the server be restarted before."""
        if self.chance.random() < 0.1:
            cache.clear()
        fields = {"key": item["key"], **item["seen"], **item["fields"]}
        fields |= {name: item[name] for name in ("age", "choice", "anyway") if name in item}
        number = item.get("shown", item["number"])
        response = self.client.post(f"/games/{self.game.pk}/hands/{number}/whole/", fields)
        return None if self.chance.random() < 0.2 else response

    def decide(self, item, page: str) -> None:
        """Answer a page that asks about a hand."""
        shown = self.seen(page)
        item["seen"] = {name: shown[name] for name in SEEN}
        item["shown"] = int(shown["number"])
        item.pop("choice", None)
        if 'name="choice"' not in page:
            return
        item["anyway"] = shown["anyway"]
        stored = HandRow.objects.get(game=self.game, number=item["shown"])
        item["choice"] = self.evening.answer(item["hand"], hand_of(stored.entry))
        assert f'value="{item["choice"]}"' in page, (self.evening.seed, unescape(page))

    def forget(self, item, number: int, setup: str | None) -> None:
        """Remove a hand that is on the sheet; those behind it follow its number."""
        self.waiting.remove(item)
        for other in self.waiting:
            if other["number"] > item["number"]:
                other["number"] += number - item["number"]
                if setup and other["seen"]["setup"] == item["seen"]["setup"]:
                    other["seen"]["setup"] = setup


def stored_hands(game: Game) -> list[Hand]:
    """Return the hands on the sheet, in order."""
    return [hand_of(row.entry) for row in HandRow.objects.filter(game=game, entry__isnull=False).order_by("number")]


def hand_of(entry) -> Hand:
    """Return a stored hand's bids and points."""
    seats = entry["players"]
    return tuple(seat["bid"] for seat in seats), tuple(seat["taken"] for seat in seats)


def play(seed: int, cast) -> tuple[int, int]:
    """Play an evening, and return how many hands it had and how many waited on a phone."""
    cache.clear()
    evening, waited = Evening(seed), 0
    chance = evening.chance
    game = start_game(cast.owner, PLAYERS, player_target=9999, gnome_target=9999)
    phones = [SimulatedPhone(evening, game, member) for member in (cast.owner, cast.recorder)]
    for _hand in range(chance.randint(3, 9)):
        for phone in phones:
            if chance.random() < 0.35:
                phone.is_online = not phone.is_online
                if phone.is_online:
                    phone.send()
        number = evening.deal()
        recorders = chance.choice([[phones[0]], [phones[1]], phones, phones])
        for phone in chance.sample(recorders, len(recorders)):
            typed = evening.played[number] if chance.random() < 0.8 else evening.mistyped(number)
            phone.record(typed)
            waited += len(phone.waiting)
    for phone in chance.sample(phones, 2):
        phone.is_online = True
        phone.send()
    evening.check(stored_hands(game))
    now = timezone.now()
    times = Revision.objects.filter(hand__game=game, recorded_at__isnull=False).values_list("recorded_at", flat=True)
    assert all(game.started_at <= at <= now for at in times), f"seed {seed}"
    return len(evening.played), waited


@pytest.mark.django_db
def test_no_hand_is_lost_doubled_or_merged_unasked(full, capsys):
    cast = make_cast()
    count = FULL if full else EVENINGS
    counts = [play(seed, cast) for seed in range(count)]
    hands, waited = map(sum, zip(*counts, strict=True))
    with capsys.disabled():
        print(f"\n{count} evenings, {hands} hands, {waited} of them waiting", end=" ")
    assert waited > count
