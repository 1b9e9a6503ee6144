"""Quick taps at exact intervals: they move the page's clock, so that nothing depends on real time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.models import Hand
from tests.cast import NAMES

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
HELD = 60  # ms that a finger stays on the screen
BOUNCE = 150  # ms within which a second tap at the same place is ignored
PACES = (80, 200, 450)  # ms from one tap to the next
LAGS = {"quick server": 20, "slow server": 400}  # ms until the server answers
ONE_SPOT = ["Ann: Peeked"] * 17
BIDS = ["10", "Pass", "11", "Pass", *map(str, range(12, 25))]
"""Bob and Dee pass; Ann, Cy and Eve take turns raising the bid by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """The question and label under a finger when it touched down, and whether the page visibly ignored the tap."""

    path: str
    label: str
    ignored: bool


def meant(touches: Sequence[Touch]) -> list[tuple[str, object]]:
    """Return what these touches say, each for the player whose question was shown."""
    peeks: dict[str, bool] = {}
    said: list[tuple[str, object]] = []
    for touch in touches:
        name, _colon, toggle = touch.label.partition(": ")
        if toggle:
            path = f"players.{NAMES.index(name)}.peeked"
            peeks[path] = not peeks.get(path, False)
            said.append((path, peeks[path]))
        elif touch.label == "Pass":
            said.append((touch.path.replace(".bid", ".passed"), True))
        else:
            said.append((touch.path, int(touch.label)))
    return said


def check_quick_taps(
    new_hand: Callable[[], int], run: Callable[..., list[dict]], lag: int, paces: Sequence[int] = PACES
) -> None:
    """Check that every tap is recorded in order, or visibly ignored.

    `new_hand` opens the first hand of another game of five players, and returns the game's primary key. `run` taps at
    the places where the controls with these labels are at first, no matter what appears there later.
    """
    for apart in paces:
        for labels in (ONE_SPOT, BIDS, ["Pass"] * 3):
            game = new_hand()
            touches = [Touch(**touch) for touch in run(labels, apart, lag, HELD)]
            ignored = [touch for touch in touches if touch.ignored]
            is_bounce = apart < BOUNCE and labels is not BIDS
            assert len(ignored) == (len(labels) - 1 if is_bounce else 0), (apart, len(ignored), labels)
            taps = Hand.objects.get(game=game, number=1).taps
            recorded = [(path, value) for path, value, _member in taps]
            assert recorded == meant([touch for touch in touches if not touch.ignored]), (apart, labels)
