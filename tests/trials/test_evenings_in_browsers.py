"""Random evenings without network, on two real browsers and a real server, lose no hand, double none, and merge none.

The phones lose the network or the server, sometimes in the middle of a hand, are reloaded or killed, have wrong clocks,
and miss answers; some have a service worker. With `--full`, there are 20 evenings. A failure names the
seed of its evening.
"""

import time

import pytest
from playwright.sync_api import Browser

from tests.browser.away import OFFLINE
from tests.browser.conftest import Console, browser_type_launch_args
from tests.browser.driving import kept
from tests.serving import Served
from tests.trials.real_phones import RealPhone, Table
from tests.trials.test_evenings_away import Evening

__all__ = ["browser_type_launch_args"]

EVENINGS = range(20)
SHORT_EVENING = 1


class RealEvening:
    """An evening with two phones."""

    def __init__(self, seed: int, table: Table, browser: Browser, console: Console) -> None:
        self.seed, self.table, self.evening = seed, table, Evening(seed)
        self.chance = self.evening.chance
        table.start_game()
        self.phones = [RealPhone(self.evening, table, browser, member, console) for member in table.members]
        self.waited = 0

    def play(self, most: int) -> None:
        """Play up to this many hands, then send everything, and check the sheet."""
        for _hand in range(self.chance.randint(3, most)):
            self.befall()
            number = self.evening.deal()
            for phone in self.recorders():
                typo = self.chance.random() < 0.2
                phone.record(self.evening.mistyped(number) if typo else self.evening.played[number])
                self.waited += not phone.reaches
        if not self.table.is_up:
            self.table.find()
        for phone in self.chance.sample(self.phones, 2):
            phone.find()
            phone.come_back()
        self.evening.check(self.table.stored)
        self.table.check_times(self.seed)
        for phone in self.phones:
            assert kept(phone.page) == [], f"seed {self.seed}"
            phone.context.close()

    def befall(self) -> None:
        """Let chance befall the server and the phones."""
        if self.chance.random() < 0.25:
            if self.table.is_up:
                self.table.lose(suddenly=self.chance.random() < 0.5)
            else:
                self.table.find()
        for phone in self.phones:
            if self.chance.random() < 0.35:
                (phone.lose if phone.has_network else phone.find)()
            if self.chance.random() < 0.2 and phone.page is not None:
                phone.kill()
            if phone.reaches:
                phone.come_back()

    def recorders(self) -> list[RealPhone]:
        """Return the phones that record the hand: at least one that has a page."""
        chosen = self.chance.choice([self.phones[:1], self.phones[1:], self.phones, self.phones])
        able = [phone for phone in self.chance.sample(chosen, len(chosen)) if phone.page is not None]
        if able:
            return able
        if not self.table.is_up:
            self.table.find()
        chosen[0].find()
        for phone in self.phones:
            if phone.reaches:
                phone.come_back()
        return chosen[:1]


@pytest.fixture
def console(served: Served) -> Console:
    """The browsers' complaints; nothing but missing answers is expected."""
    console = Console(served.url)
    console.expect(OFFLINE)
    return console


def test_no_hand_is_lost_doubled_or_merged_unasked_in_browsers(
    served: Served, browser: Browser, console: Console, full: bool, capsys
):
    began, hands, waited = time.monotonic(), 0, 0
    table = Table(served)
    seeds = EVENINGS if full else [SHORT_EVENING]
    for seed in seeds:
        evening = RealEvening(seed, table, browser, console)
        evening.play(9 if full else 3)
        hands, waited = hands + len(evening.evening.played), waited + evening.waited
        assert console.unexpected() == [], f"seed {seed}"
    with capsys.disabled():
        seconds = time.monotonic() - began
        print(f"\n{len(seeds)} evenings, {hands} hands, {waited} without the server, {seconds:.0f} s", end=" ")
    assert "Traceback" not in served.output
