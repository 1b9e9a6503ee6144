"""A short evening in WebKit and Firefox: setting up, bidding, a correction, an undo, and a lost connection."""

import pytest

from scorekeeper.models import Hand
from tests.browser.engines.line import Line
from tests.browser.engines.phone import Phone

PLAYERS = ("Ann", "Bob", "Cy", "Dee")


@pytest.mark.nightly
def test_a_short_evening(engine_phone: Phone, line: Line):
    phone = engine_phone
    start_a_game(phone)

    # Ann raises her own bid after two passes, and makes it.
    phone.tap("Record hand 1", "10", "12", "Pass", "Pass", "13", "Pass", "Nine of spades", "14", "3", "2", "12", "Save")
    assert phone.totals == "28 3 0 0 14"

    # Ann's and Bob's points are corrected, and the correction is undone.
    phone.tap("Hand 1, reasons", "Correct this", "Ann", "13", "Bob", "4", "Save correction")
    assert phone.totals == "26 4 0 0 14"
    phone.tap("Undo", "Sheet")
    assert phone.totals == "28 3 0 0 14"

    # While the server is unreachable, the page keeps the taps and says so; it sends them once the server answers again.
    phone.tap("Record hand 2").shows("What does Bob bid?")
    line.cut()
    for label in ("9", "Pass"):
        phone.press(label)
    phone.shows("Bob: 9, Cy: Pass", "#trouble")
    assert not Hand.objects.filter(number=2).exists()
    line.join()
    phone.answered()
    assert taps(2) == [("players.1.bid", 9), ("players.2.passed", True)]

    # A waiting tap survives a reload.
    line.cut()
    phone.press("10")
    phone.shows("Dee: 10", "#trouble")
    line.join()
    phone.reload().answered()
    assert taps(2)[2:] == [("players.3.bid", 10)]
    assert phone.read("#trouble") == ""


def taps(number: int) -> list[tuple[str, object]]:
    """Return the paths and values of a hand's taps."""
    return [(path, value) for path, value, _member in Hand.objects.get(number=number).taps]


def start_a_game(phone: Phone) -> None:
    """Start a group and its first game; the last player deals."""
    phone.open("/").fill(name="Wednesday", owner_name="Olga").tap("Start a group", "New game", "Trumplestiltskin")
    for name in PLAYERS:
        phone.fill(name=name).tap("Add").shows(name)
    phone.tap(PLAYERS[-1], within=".pick").tap("Start Trumplestiltskin")
