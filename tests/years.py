"""Quickly creates many years' worth of a group's games, the same in every run, with nights, places and notes."""

import datetime
import random

from scorekeeper.files.importing import import_games
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.models import Membership
from tests.formats.documents import document

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
GAMES_PER_NIGHT = 2
FIRST_NIGHT = datetime.date(2012, 1, 4)
LONG = {"player_target": 9999, "gnome_target": 9999}
"""No game ends on its own: each is stopped after its last hand, and the leader wins."""


def play_years(owner: Membership, games: int, hands: int = 12) -> None:
    """Import games, each with four of the six players, at two games per night and one night per week."""
    chance = random.Random(20031114)
    for start in range(0, games, 100):
        numbers = range(start, min(start + 100, games))
        sheets = read_sheets(document(*[game(chance, number, hands) for number in numbers]))
        assert not sheets.messages, sheets.messages[0]
        import_games(group=owner.group, games=sheets.games, by=owner)


def game(chance: random.Random, number: int, hands: int) -> dict[str, object]:
    """Return a game in the form that a sheet file uses."""
    names = chance.sample(NAMES, 4)
    night = FIRST_NIGHT + datetime.timedelta(weeks=number // GAMES_PER_NIGHT)
    began = datetime.datetime.combine(night, datetime.time(18), tzinfo=datetime.UTC)
    began += datetime.timedelta(hours=number % GAMES_PER_NIGHT)
    return {
        "id": f"00000000-0000-4000-8000-{number:012}",
        "rules": "trumplestiltskin",
        "options": LONG,
        "night": night.isoformat(),
        "started": began.isoformat(),
        "ended": (began + datetime.timedelta(minutes=50)).isoformat(),
        "stopped": "leader_wins",
        "place": f"Table {number % 7}",
        "note": f"Evening {number}",
        "players": names,
        "hands": [_hand(chance, names) for _hand_number in range(hands)],
    }


def _hand(chance: random.Random, names: list[str]) -> dict[str, object]:
    """Return a four-player hand whose points add up to 30."""
    cuts = sorted(chance.randint(0, 30) for _cut in range(3))
    taken = [high - low for low, high in zip([0, *cuts], [*cuts, 30], strict=True)]
    bids = chance.sample(range(1, 16), 4)
    return {
        "hand": {},
        "players": {
            name: {
                "bid": bids[seat] if seat == 0 or chance.random() < 0.7 else None,
                "peeked": chance.random() < 0.3,
                "taken": taken[seat],
            }
            for seat, name in enumerate(names)
        },
    }
