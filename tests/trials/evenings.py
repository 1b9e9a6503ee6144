"""Random evenings on which phones lose the server, and what the sheet must say once everything has been sent.

An `Evening` is what happened at the table: hands, each recorded by one phone or by both, perhaps with a typo on one of
them. How a phone records, loses the network, dies and sends is up to the trial; `Evening.answer` is the person who says
what happened whenever two hands have one number.
"""

import random
from dataclasses import dataclass, field

PLAYERS = 4
POINTS = 30
Hand = tuple[tuple[int, ...], tuple[int, ...]]
"""Everybody's bids and points."""


@dataclass
class Evening:
    """What was played, by the numbers of the hands from 0, and every way in which each was typed."""

    seed: int
    chance: random.Random = field(init=False)
    played: list[Hand] = field(default_factory=list)
    which: dict[Hand, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    def deal(self) -> int:
        """Play another hand, and return its number."""
        self.played.append(self._new())
        number = len(self.played) - 1
        self.which[self.played[number]] = number
        return number

    def mistyped(self, number: int) -> Hand:
        """Return a hand as somebody typed it wrongly."""
        typo = self._new()
        self.which[typo] = number
        return typo

    def answer(self, waiting: Hand, stored: Hand) -> str:
        """Return what somebody who was there says of two hands with one number."""
        one, other = self.which[waiting], self.which[stored]
        if one == other:
            return self.chance.choice(["theirs", "mine"])
        return "before" if one < other else "after"

    def check(self, stored: list[Hand]) -> None:
        """Check that every hand that was played is stored once, in order, as somebody typed it."""
        assert [self.which.get(hand) for hand in stored] == list(range(len(self.played))), f"seed {self.seed}"

    def _new(self) -> Hand:
        while True:
            bids = tuple(self.chance.sample(range(1, 29), PLAYERS))
            cuts = sorted(self.chance.randint(0, POINTS) for _cut in range(PLAYERS - 1))
            taken = tuple(high - low for low, high in zip([0, *cuts], [*cuts, POINTS], strict=True))
            if (bids, taken) not in self.which:
                return bids, taken
