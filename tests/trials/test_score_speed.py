"""Checks that `manage.py score` is not too slow compared to reading and writing the same file as plain JSON."""

import json
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.exchange.documents import document

PROJECT = Path(__file__).parents[2]
NAMES = ("Ann", "Bob", "Cy", "Dee")
MOST = 9
"""The most processor time that scoring may take, including startup, as a multiple of plain JSON's; usually about 6."""
ATTEMPTS = 5
"""How many runs may be made, because a busy machine, or one whose speed changes, can spoil some of them."""
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


def bare_json(raw):
    before = time.process_time()
    json.dumps(json.loads(raw), ensure_ascii=False, indent=1)
    return time.process_time() - before


def test_scoring_six_thousand_hands_stays_within_the_time_limit(tmp_path):
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
    path.write_bytes(raw := document(*games))
    for _attempt in range(ATTEMPTS):
        ratio = processor_seconds(path) / bare_json(raw)
        if ratio <= MOST:
            return
    pytest.fail(f"Scoring takes {ratio:.1f} times as long as plain JSON.")
