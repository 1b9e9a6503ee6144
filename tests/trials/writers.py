"""Phones that record hand after hand, each as fast as it gets answers, and what was measured meanwhile."""

import asyncio
import os
from dataclasses import dataclass, field
from pathlib import Path

from tests.trials.watchers import TAPS, Connection, post

ARRIVING = 0.05
"""The seconds between two arrivals."""


@dataclass
class Figures:
    """The measured results. Times are in milliseconds; those of taps are listed by round.

    `cores` is the server's processor time per second of tapping, `others` that of everything else on this machine.
    """

    taps: list[list[float]] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    cores: float = 0
    others: float = 0


class Writer:
    """A phone that records hand after hand, one tap at a time."""

    def __init__(self, port: int, table: dict) -> None:
        self.connection, self.table = Connection(port), table
        self.hand, self.count = table["hand"], 0

    async def arrive(self, turn: int) -> None:
        """When it's this writer's turn, open its connection by sending a tap that doesn't count."""
        await asyncio.sleep(turn * ARRIVING)
        await self.write(Figures(taps=[[]]))

    async def write(self, figures: Figures) -> None:
        """Send the next tap of the hand, or save it."""
        saving = self.count == len(TAPS)
        fields = {"revisions": 0, "taps": self.count, "setup": 0}
        if not saving:
            fields |= {"at": TAPS[self.count].partition("=")[0], "tap": TAPS[self.count]}
        address = f"/games/{self.table['game']}/hands/{self.hand}/{'save' if saving else 'tap'}/"
        request = post(self.connection.port, address, self.table["session"], **fields)
        status, _body = await self.connection.ask(request, figures.saves if saving else figures.taps[-1])
        if status != 200:
            figures.errors.append(f"{address} was answered {status}")
        self.hand, self.count = (self.hand + 1, 0) if saving else (self.hand, self.count + 1)


def machine_seconds() -> float:
    """Return the seconds of processor time that this machine has used or lost to other virtual machines."""
    user, nice, system, _idle, _waiting, *others = Path("/proc/stat").read_text(encoding="ascii").split()[1:9]
    return sum(map(int, (user, nice, system, *others))) / os.sysconf("SC_CLK_TCK")
