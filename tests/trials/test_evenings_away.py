"""Random evenings without network lose no hand, double none, and merge or overwrite none unasked.

Phones are simulated as static/queue.js does it, and send over HTTP: they record hands, each on one phone or on both,
perhaps with a typo on one of them, lose the network, and miss answers. Players swap seats, backups are restored,
another game has the number of this one, and another member signs in on a phone. With `--full`, there are 150 evenings.
A failure names the seed of its evening.
"""

import json
import random
import re
import uuid
from dataclasses import dataclass, field
from html import unescape

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scorekeeper.models import Game, Hand as HandRow, Membership, Revision
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.setup.writing import correct_setup
from tests.cast import NAMES, make_cast, start_game

EVENINGS, FULL = 5, 150
MOST_ANSWERS = 60
WORDS = ("key", "by", "group_uid", "game_uid", "seats", "after")
SEEN = (*WORDS[1:], "revisions", "taps", "setup")
PLAYERS = 4
POINTS = 30
GONE, MISSING, ASKS, WRONG = 410, 404, 409, 422
Hand = tuple[tuple[int, ...], tuple[int, ...]]
"""Everybody's bids and points, from Ann to Dee, wherever they sit."""


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

    def check(self, stored: list[Hand], *, in_order: bool = True) -> None:
        """Check that every hand that was played is stored once, in order, as somebody typed it."""
        numbers = [self.which.get(hand, -1) for hand in stored]
        assert (numbers if in_order else sorted(numbers)) == list(range(len(self.played))), f"seed {self.seed}"

    def _new(self) -> Hand:
        while True:
            bids = tuple(self.chance.sample(range(1, 29), PLAYERS))
            cuts = sorted(self.chance.randint(0, POINTS) for _cut in range(PLAYERS - 1))
            taken = tuple(high - low for low, high in zip([0, *cuts], [*cuts, POINTS], strict=True))
            if (bids, taken) not in self.which:
                return bids, taken


class Table:
    """A game, what befalls it, and how often each kind of question was asked."""

    def __init__(self, game: Game, chance: random.Random) -> None:
        self.game, self.chance, self.backup = game, chance, ""
        self.gone: list[Hand] = []  # by a restored backup, and not yet typed again
        self.in_order = True
        self.counts = dict.fromkeys(("restored", "elsewhere", "swapped", "others", "refused", "moved"), 0)

    @property
    def stored(self) -> list[Hand]:
        """The hands on the sheet, in order."""
        names, rows = load(Game.objects.get(pk=self.game.pk)).names, HandRow.objects.filter(game=self.game)
        entries = rows.filter(entry__isnull=False).order_by("number").values_list("entry", flat=True)
        return [hand_of(entry, names) for entry in entries]

    def swap(self, by: Membership) -> None:
        """Let two players swap seats, as a correction."""
        self.counts["swapped"] += 1
        game = Game.objects.select_related("group").get(pk=self.game.pk)
        record = load(game)
        one, other = self.chance.sample(range(PLAYERS), 2)
        players = list(record.players)
        players[one], players[other] = players[other], players[one]
        setting = Setting(players=tuple(players), first_dealer=record.first_dealer, options=record.options)
        correct_setup(game=game, setting=setting, seen=record.setup, by=by)

    def restore(self) -> None:
        """Restore the last backup."""
        before = self.stored
        transaction.savepoint_rollback(self.backup)
        cache.clear()
        self.counts["restored"] += 1
        self.gone = [hand for hand in before if hand not in self.stored]
        self.in_order &= (
            not self.gone
        )  # a hand that waits may be sent before those that it doesn't know are typed again


class SimulatedPhone:
    """A phone that keeps what it couldn't send, and an own idea of the next hand's number."""

    def __init__(self, evening: Evening, table: Table, members: list[Membership]) -> None:
        self.evening, self.table, self.chance = evening, table, evening.chance
        self.clients = [(member.pk, Client()) for member in members]
        for member, (_pk, client) in zip(members, self.clients, strict=True):
            client.force_login(member.user)
        self.is_online, self.waiting = True, []
        self.look()

    def sign_in_another(self) -> None:
        """Let another member use this phone."""
        self.clients.reverse()
        if self.is_online:
            self.look()

    @property
    def client(self) -> Client:
        """The browser of the member who is signed in."""
        return self.clients[0][1]

    def look(self) -> None:
        """Load the form for the next hand."""
        sheet = self.client.get(f"/games/{self.table.game.pk}/").content.decode()
        address = re.search(r'data-form="([^"]+)"', sheet)[1]
        self.form = self.seen(self.client.get(address).content.decode())
        self.names = json.loads(unescape(self.form["players"]))

    @staticmethod
    def seen(page: str) -> dict[str, str]:
        """Return what a page with a whole hand shows: its hidden values, its answers, its number and the next one."""
        page = page[page.index('<form id="whole"') :]
        found = dict(re.findall(r'name="([\w.]+)" value="([^"]*)"', page))
        found |= dict(re.findall(r'data-(number|next|players)="([^"]*)"', page))
        return found

    @property
    def next_number(self) -> int:
        """The number that this phone gives to the next hand."""
        return max([int(self.form["next"]), *(item["number"] + 1 for item in self.waiting)])

    def record(self, hand: Hand) -> None:
        """Type a hand. Without the server, it waits; with it, it is sent at once."""
        if self.is_online:
            self.send()
            self.look()
            if self.evening.which[hand] in [self.evening.which[stored] for stored in self.table.stored]:
                return  # the other phone was faster, as this one's sheet shows
        number = int(self.form["next"]) if self.is_online else self.next_number
        seen = {name: self.form[name] for name in SEEN} | {"revisions": 0, "taps": 0}
        item = {"key": str(uuid.uuid4()), "number": number, "hand": hand, "seen": seen}
        item["fields"] = self.fields(hand, self.names)
        if not self.is_online:
            item["age"] = self.chance.randint(0, 10_000)
            if self.chance.random() < 0.15:  # saved too early, so it's going to be refused
                item["fields"] = {path: "" if path.endswith("taken") else bid for path, bid in item["fields"].items()}
        self.waiting.append(item)
        if self.is_online:
            self.send()

    @staticmethod
    def fields(hand: Hand, names: list[str]) -> dict[str, str]:
        """Return what is typed into a form that shows the players in these seats."""
        return {
            f"players.{seat}.{key}": str(row[NAMES.index(name)])
            for key, row in zip(("bid", "taken"), hand, strict=True)
            for seat, name in enumerate(names)
        }

    def send(self) -> None:
        """Send everything that waits, in order, and answer whatever is asked. What has no place yet stays."""
        missing = []
        for _answer in range(MOST_ANSWERS):
            ready = [item for item in self.waiting if all(item["number"] < other["number"] for other in missing)]
            if not ready:
                return
            item = ready[0]
            response = self.post(item)
            if response is None:
                continue
            is_early = response.status_code == ASKS and self.is_early(item)
            if is_early or response.status_code in (MISSING, GONE):
                missing.append(item)
            elif response.status_code in (ASKS, WRONG):
                self.decide(item, response.content.decode(), response.status_code)
            else:
                assert response.status_code == 302, (self.seed, response.status_code, response.content[:2000])
                self.forget(item, int(response["Hand"]))
        raise AssertionError(f"{self.seed}: still waiting after {MOST_ANSWERS} answers")

    def post(self, item):
        """Send a hand, and check that nothing happens that nobody said. The answer can get lost."""
        if self.chance.random() < 0.1:
            cache.clear()  # the server was restarted
        fields = {"key": item["key"], **item["seen"], **item["fields"]}
        fields |= {name: item[name] for name in ("age", "choice", "anyway") if name in item}
        number = item.get("shown", item["number"])
        before = self.table.stored
        response = self.client.post(f"/games/{self.table.game.pk}/hands/{number}/whole/", fields)
        after = self.table.stored
        if response.status_code != 302 or int(item["seen"]["by"]) != self.clients[0][0]:
            assert after == before, f"{self.seed}: something was written without a question"
        gone = [hand for hand in before if hand not in after]
        assert not gone or item.get("choice") == "mine", f"{self.seed}: overwritten without a question"
        added = [hand for hand in after if hand not in before]
        assert added in ([], [item["hand"]]), f"{self.seed}: points of one player count for another"
        return None if self.chance.random() < 0.2 else response

    def is_early(self, item) -> bool:
        """Return whether hands before this one have still to be typed again."""
        which = self.evening.which
        return any(which[gone] < which[item["hand"]] for gone in self.table.gone)

    def decide(self, item, page: str, status: int) -> None:
        """Answer a page that asks about a hand, or on which it is refused."""
        shown, names = self.seen(page), load(Game.objects.get(pk=self.table.game.pk)).names
        answers = {path: shown.get(path, "") for path in item["fields"]}
        others = int(item["seen"]["by"]) != self.clients[0][0]
        self.table.counts["others"] += others
        self.table.counts["moved"] += answers != item["fields"]
        item["seen"] = {name: shown[name] for name in SEEN}
        item["shown"] = int(shown["number"])
        item.pop("choice", None)
        item["fields"] = answers
        if status == WRONG:
            self.table.counts["refused"] += 1
            item["fields"] = self.fields(item["hand"], names)
            if self.chance.random() < 0.5:  # saved otherwise, and what was refused is forgotten
                item["key"] = str(uuid.uuid4())
        if 'table class="both ' not in page:
            return
        item["anyway"] = shown["anyway"]
        stored = self.table.stored[item["shown"] - 1]
        item["choice"] = self.evening.answer(item["hand"], stored)
        if f'value="{item["choice"]}"' not in page:
            assert "" in item["fields"].values(), (self.seed, unescape(page))
            item["fields"] = self.fields(item["hand"], names)  # by "Change": it isn't possible as it is
            item["key"] = str(uuid.uuid4())
            del item["choice"]

    def forget(self, item, number: int) -> None:
        """Remove a hand that is on the sheet; those behind it follow its number."""
        self.waiting.remove(item)
        for other in self.waiting:
            if other["number"] > item["number"]:
                other["number"] += number - item["number"]

    @property
    def seed(self) -> str:
        """What a failure names."""
        return f"seed {self.evening.seed}"


def hand_of(entry, names) -> Hand:
    """Return a stored hand's bids and points, from Ann to Dee."""
    seats = [entry["players"][names.index(name)] for name in NAMES[:PLAYERS]]
    return tuple(seat["bid"] for seat in seats), tuple(seat["taken"] for seat in seats)


def befall(table: Table, phones: list[SimulatedPhone], owner: Membership) -> None:
    """Let chance befall the server, the table and the phones."""
    chance = table.chance
    if chance.random() < 0.3:
        table.backup = transaction.savepoint()
    elif table.backup and chance.random() < 0.15:
        table.restore()
        typist = chance.choice(phones)
        typist.is_online = True
        while table.gone:
            typist.record(table.gone[0])  # from somebody's notebook
            table.gone.pop(0)
    if chance.random() < 0.15:
        table.swap(owner)
    if chance.random() < 0.15:
        elsewhere(table, phones)
    for phone in phones:
        if chance.random() < 0.15:
            phone.sign_in_another()
        if chance.random() < 0.35:
            phone.is_online = not phone.is_online
            if phone.is_online:
                phone.send()


def elsewhere(table: Table, phones: list[SimulatedPhone]) -> None:
    """Let another game have the number of this one for a while, which takes none of its hands."""
    uid, before = table.game.uid, table.stored
    Game.objects.filter(pk=table.game.pk).update(uid=uuid.uuid4())
    for phone in phones:
        waiting = [item["key"] for item in phone.waiting]
        phone.send()
        assert [item["key"] for item in phone.waiting] == waiting, phone.seed
        table.counts["elsewhere"] += len(waiting)
    assert table.stored == before, phones[0].seed
    Game.objects.filter(pk=table.game.pk).update(uid=uid)


def play(seed: int, cast) -> dict[str, int]:
    """Play an evening, and return how many hands it had, how many waited on a phone, and what befell it."""
    cache.clear()
    evening, waited = Evening(seed), 0
    chance = evening.chance
    game = start_game(cast.owner, PLAYERS, player_target=9999, gnome_target=9999)
    table, members = Table(game, chance), [cast.owner, cast.recorder]
    phones = [SimulatedPhone(evening, table, order) for order in (members, members[::-1])]
    for _hand in range(chance.randint(3, 9)):
        befall(table, phones, cast.owner)
        number = evening.deal()
        recorders = chance.choice([[phones[0]], [phones[1]], phones, phones])
        for phone in chance.sample(recorders, len(recorders)):
            typed = evening.played[number] if chance.random() < 0.8 else evening.mistyped(number)
            phone.record(typed)
            waited += len(phone.waiting)
    for phone in 2 * chance.sample(phones, 2):
        phone.is_online = True
        phone.send()
    assert [phone.waiting for phone in phones] == [[], []], f"seed {seed}"
    evening.check(table.stored, in_order=table.in_order)
    now = timezone.now()
    times = Revision.objects.filter(hand__game=game, recorded_at__isnull=False).values_list("recorded_at", flat=True)
    assert all(game.started_at <= at <= now for at in times), f"seed {seed}"
    return {"hands": len(evening.played), "waiting": waited, **table.counts}


@pytest.mark.nightly
@pytest.mark.django_db
def test_no_hand_is_lost_doubled_or_merged_unasked(full, capsys):
    cast = make_cast()
    count = FULL if full else EVENINGS
    counts = [play(seed, cast) for seed in range(count)]
    totals = {name: sum(one[name] for one in counts) for name in counts[0]}
    with capsys.disabled():
        print(f"\n{count} evenings:", ", ".join(f"{name} {total}" for name, total in totals.items()), end=" ")
    assert totals["waiting"] > count
    assert not full or all(totals.values())
