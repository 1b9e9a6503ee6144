"""Race: nobody deals, the fewest steps win, and one option requires an even number of players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import flag, number
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.sheet import Line, Outcome, Problem, Sheet, Table
from scorekeeper.rules.text import gettext as _, points


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    rounds: int = number(_("Rounds"), _("How many rounds."), default=2, low=1, high=9)
    paired: bool = flag(_("Paired"), _("Only an even number."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    steps: tuple[int | None, ...] = number(
        _("Steps"),
        _("Back or forth."),
        question=_("How many steps did {name} take?"),
        per="player",
        low=-9999,
        high=99999,
        needed=True,
    )


class Race(Rules[Options, Entry]):
    slug = "race"
    name = _("Race")
    players = range(1, 6)
    low_wins = True
    has_dealer = False
    options = Options
    entry = Entry

    def refuse_table(self, table: Table[Options]) -> Problem | None:
        if not table.options.paired or len(table.names) % 2 == 0:
            return None
        return Problem(path="players", message=_("Paired, the players are an even number."))

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        for seat, steps in enumerate(entry.steps):
            yield Line(column=str(seat), points=points(steps or 0), reason=_("went {steps}", steps=steps or 0))

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        if len(sheet.hands) < sheet.table.options.rounds:
            return None
        ranking = self.ranking(sheet)
        return Outcome(reason=_("the last round is over"), winners=ranking[0], ranking=ranking)


RACE = CardGame(rules=Race())
