"""Checks that no reader of foreign input takes more than linear time: twice the input takes about twice the time."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.formats.sheets import read_sheets
from scorekeeper.formats.tables import games_table
from scorekeeper.looking_back.forms import NightForm
from scorekeeper.people.groups.forms import StartGroupForm
from scorekeeper.recording.game.forms import seat_list
from tests.formats.documents import GOOD, document, game

SMALL, FULL = 4_000, 40_000
"""How many keys, values or characters a shape has before it is doubled."""
MOST = 3
"""The most that twice the input may take. If the time grew with the square of the size, it would be 4."""
NOTHING = 0.02
"""Seconds of processor time that need no comparison, since they're mostly the noise of the clock."""
WRONG = {"hand": {"x": 1}, "players": {"Ann": {"bid": -1}, "Bob": {"taken": 8}, "Cy": {"bid": 3, "taken": "8"}}}
MARKS = "\u0301\u0327"  # not in the order in which NFC has them
PER_OBJECT = 900  # keys, of as many as an object may have


def keys(count: int, start: int = 0) -> str:
    return ",".join(f'"k{number}": 1' for number in range(start, start + count))


def objects(count: int, one: str) -> bytes:
    return f"[{','.join([one] * max(1, count // PER_OBJECT))}]".encode()


FILES: dict[str, Callable[[int], bytes]] = {
    "one repeated key among many": lambda n: f'{{{keys(n)}, "k0": 2}}'.encode(),
    "unknown keys": lambda n: document(*[game(**{f"u{key}": 1 for key in range(PER_OBJECT)})] * (n // PER_OBJECT)),
    "unknown players": lambda n: document(game({"hand": {}, "players": {f"P{key}": {} for key in range(n)}})),
    "long keys": lambda n: ('{"a":' * 30 + f'{{"{"x" * n}": NaN, "{"x" * n}": 1}}' + "}" * 30).encode(),
    "a long path to every flaw": lambda n: (f'{{"{"x" * 900}":' * 30 + f"[{'1,' * n}NaN]" + "}" * 30).encode(),
    "nested objects": lambda n: b'{"a":' * n,
    "many flaws": lambda n: b"[" + b"NaN," * n + b"1]",
    "a long whole number": lambda n: b"[" + b"9" * n + b"]",
    "backslashes": lambda n: b'["' + b"\\\\" * n,
    "a note with many accents on one letter": lambda n: document(game(note="a" + MARKS * n)),
    "a name with many spaces": lambda n: document(game(players=["a" + " \u00a0" * n + "b", "Bob", "Cy"])),
    "many players": lambda n: document(game(players=[f"P{number}" for number in range(n)])),
    "a long list in a hand": lambda n: document(
        {
            "rules": "piquet",
            "players": ["Ann", "Bob"],
            "hands": [{"hand": {"sequences": {"winner": "elder", "lengths": [3] * n}}}],
        }
    ),
    "many winners": lambda n: document(game(outcome={"winners": ["w"] * n})),
    "bad hands": lambda n: document(*[game(*[WRONG] * 200)] * (n // 2000)),
    "games whose results are wrong": lambda n: document(
        *[game(GOOD | {"result": {"points": {"Ann": 1}, "totals": 3}})] * (n // 100)
    ),
}


def cells(text: str) -> None:
    (read,) = read_sheets(document(game())).games
    list(games_table([replace(read, note=text)], (read.rules,)))


def night_form(text: str) -> None:
    NightForm({"note": text, "place": text}).is_valid()


def start_form(text: str) -> None:
    StartGroupForm({"name": text, "owner_name": text}).is_valid()


TEXTS: dict[str, tuple[Callable[[str], object], Callable[[int], str]]] = {
    "a name in a form": (start_form, lambda n: "a" + MARKS * n),
    "a note in a form": (night_form, lambda n: "a" + MARKS * n),
    "seats in an address": (seat_list, lambda n: "1," * n),
    "formulas in a table": (cells, lambda n: ";=" * n),
}


def seconds(read: Callable[[], object]) -> float:
    """Return the least processor time of three runs, since another process may have slowed down the others."""
    runs = []
    for _run in range(3):
        start = time.process_time()
        read()
        runs.append(time.process_time() - start)
    return min(runs)


def compare(read: Callable[[int], Callable[[], object]], size: int) -> None:
    """Compare the time that an input takes with that of one twice its size. Repeat a comparison that fails."""
    pairs = []
    for _try in range(3):
        small, large = seconds(read(size)), seconds(read(2 * size))
        if large < max(NOTHING, MOST * small):
            return
        pairs.append((small, large))
    pytest.fail(f"twice the input took {[f'{large / small:.1f} times as long' for small, large in pairs]}: {pairs}")


@pytest.mark.parametrize("shape", FILES.values(), ids=FILES)
def test_a_file_of_twice_the_size_takes_twice_as_long(shape, full):
    def read(size):
        raw = shape(size)
        return lambda: read_sheets(raw)

    compare(read, FULL if full else SMALL)


@pytest.mark.parametrize(("reader", "shape"), TEXTS.values(), ids=TEXTS)
def test_a_text_of_twice_the_size_takes_twice_as_long(reader, shape, full):
    def read(size):
        text = shape(size)
        return lambda: reader(text)

    compare(read, FULL if full else SMALL)
