"""Taps at exact intervals. They move the page's clock instead of waiting, so that nothing depends on real time."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.browser.engines.phone import FIND, Phone

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
HELD = 60  # ms that a finger stays on the screen
MIDDLE = """
const box = arguments[0].getBoundingClientRect();
return {x: box.x + box.width / 2, y: box.y + box.height / 2};
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """The question and label under a finger when it touched down, and whether the page visibly ignored the tap."""

    path: str
    label: str
    ignored: bool


def tap_at(phone: Phone, labels: Sequence[str], *, apart: int, lag: int, held: int = HELD) -> list[Touch]:
    """Tap the places where the controls with these labels are at first, no matter what appears there later.

    `apart` is the time from one tap to the next and `lag` how long the server takes to answer, both in milliseconds.
    """
    places = {label: phone.run(MIDDLE, phone.run(FIND, label, "main", 0)) for label in set(labels)}
    touches = phone.driver.run_async(SCRIPT, [places[label] for label in labels], apart, lag, held)
    assert isinstance(touches, list), touches
    return [Touch(**touch) for touch in touches]
