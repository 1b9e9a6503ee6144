"""How long `manage.py score` takes: five hundred games of twelve hands in three seconds of processor time."""

import random
import resource
import subprocess
import sys
from pathlib import Path

from tests.exchange.documents import document

PROJECT = Path(__file__).parents[2]
NAMES = ("Ann", "Bob", "Cy", "Dee")
LONG = {"player_target": 9999, "gnome_target": 9999}


def a_hand(chance):
    taken = [chance.randint(0, 6) for _player in range(3)]
    taken = [*taken, 30 - sum(taken)]
    bids = chance.sample(range(1, 20), 4)
    return {
        "hand": {"gnome": chance.choice(["9S", "red_joker"])},
        "players": {
            name: {"bid": bids[seat], "peeked": chance.random() < 0.4, "taken": taken[seat]}
            for seat, name in enumerate(NAMES)
        },
    }


def processor_seconds(path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "manage.py", "score", str(path)], cwd=PROJECT, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def test_six_thousand_hands_take_three_seconds(tmp_path):
    chance = random.Random(200)
    games = [
        {
            "rules": "trumplestiltskin",
            "options": LONG,
            "players": list(NAMES),
            "hands": [a_hand(chance) for _hand in range(12)],
        }
        for _game in range(500)
    ]
    path = tmp_path / "sheets.json"
    path.write_bytes(document(*games))
    # The best of three, since what else the machine does is not ours.
    assert min(processor_seconds(path) for _run in range(3)) <= 3
