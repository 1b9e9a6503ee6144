"""Random evenings on two real browsers lose no hand, double none, and merge or overwrite none unasked.

The phones lose the network, sometimes in the middle of a hand, or meet a portal that answers 200; their storage is
full; they are closed, or used by another member. Backups are restored, and players swap seats. Whatever a page says of
what waits is true. With `--full`, there are 20 evenings. A failure names the seed of its evening.
"""

import time

import pytest

from scorekeeper.models import Membership
from tests.browser.conftest import Console, browser_type_launch_args
from tests.browser.driving import kept, sign_in
from tests.cast import make_cast, start_game
from tests.trials.real_phones import RealPhone, RealTable
from tests.trials.test_evenings_away import PLAYERS, Evening

__all__ = ["browser_type_launch_args"]

pytestmark = pytest.mark.django_db(transaction=True)

EVENINGS, SHORT_EVENINGS = range(20), range(2)


def befall(table: RealTable, phones: list[RealPhone], owner: Membership) -> None:
    """Let chance befall the server, the table and the phones."""
    chance = table.chance
    if chance.random() < 0.3:
        table.keep()
    elif table.backup and chance.random() < 0.2:
        table.restore()
        for phone in phones:
            sign_in(phone.page, phone.members[0], phone.home)  # whoever did so later than the backup is signed out
        typist = chance.choice(phones)
        typist.find_network()
        while table.gone:
            typist.record(table.gone[0])  # from somebody's notebook
            typist.find_network()
            table.gone.pop(0)
        typist.come_back()
    if chance.random() < 0.2:
        table.swap(owner)
    for phone in phones:
        if chance.random() < 0.2:
            table.counts["others"] += 1
            phone.sign_in_another()
        if chance.random() < 0.4:
            (phone.lose_network if phone.is_reached else phone.find_network)()
            if phone.is_reached:
                phone.come_back()


def play(seed: int, most: int, browser, console: Console) -> dict[str, int]:
    """Play an evening, and return how many hands it had, how many waited, and what befell it."""
    cast, evening = make_cast(), Evening(seed)
    chance, game = evening.chance, start_game(cast.owner, PLAYERS, player_target=9999, gnome_target=9999)
    table, members = RealTable(game, chance), [cast.owner, cast.recorder]
    table.counts = dict.fromkeys(("restored", "swapped", "others", "refused", "full", "portal"), 0)
    phones = [RealPhone(evening, table, browser, console.home, list(order)) for order in (members, members[::-1])]
    for phone in phones:
        console.watch(phone.context)
    for _hand in range(chance.randint(3, most)):
        befall(table, phones, cast.owner)
        number = evening.deal()
        for phone in chance.choice([phones[:1], phones[1:], phones, phones[::-1]]):
            phone.record(evening.mistyped(number) if chance.random() < 0.2 else evening.played[number])
    for phone in chance.sample(phones, 2):
        phone.find_network()
        phone.come_back()
    for phone in phones:
        assert kept(phone.page) == [], f"seed {seed}"
        phone.context.close()
    evening.check(table.stored, in_order=table.in_order)
    assert not [complaint for complaint in console.complaints if "script error" in complaint], f"seed {seed}"
    return {"hands": len(evening.played), "waiting": sum(phone.waited for phone in phones), **table.counts}


def test_no_hand_is_lost_doubled_or_merged_unasked_in_browsers(live_server, browser, full, capsys):
    began, console = time.monotonic(), Console(live_server.url)
    seeds = EVENINGS if full else SHORT_EVENINGS
    counts = [play(seed, 8 if full else 4, browser, console) for seed in seeds]
    totals = {name: sum(one[name] for one in counts) for name in counts[0]}
    with capsys.disabled():
        said = ", ".join(f"{name} {total}" for name, total in totals.items())
        print(f"\n{len(seeds)} evenings: {said}, {time.monotonic() - began:.0f} s", end=" ")
    assert not full or all(totals.values())
