"""How much script recording without network takes: little for everybody, and not much more for those who need it."""

import gzip
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "static"
BEFORE = {"queue.js": 5021, "live.js": 2235}
"""The size of scripts that every page loaded before there was recording without network, in bytes."""
AT_ONCE = ("store.js", "queue.js", "live.js", "worker.js")
WHEN_IDLE = ("offline.js", "sw.js")


def size(name: str) -> int:
    """Return what a script adds, as it is downloaded by a phone that knows only gzip."""
    return len(gzip.compress((FOLDER / name).read_bytes())) - BEFORE.get(name, 0)


def test_those_who_never_go_offline_load_at_most_4200_bytes_and_the_others_12_kb():
    assert sum(map(size, AT_ONCE)) <= 4200
    assert sum(map(size, AT_ONCE + WHEN_IDLE)) <= 12 * 1024
