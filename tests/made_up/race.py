"""Race: no dealer, low wins, and by option only as many players as can be paired."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import flag, number
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.sheet import Line, Outcome, Problem, Sheet, Table
from scorekeeper.rules.words import gettext as _, points


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules."""

    rounds: int = number(_("Rounds"), _("How many rounds."), default=2, low=1, high=9)
    paired: bool = flag(_("Paired"), _("Only an even number."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is recorded of a round."""

    steps: tuple[int | None, ...] = number(
        _("Steps"), _("Back or forth."), per="player", low=-9999, high=99999, needed=True
    )


class Race(Rules[Options, Entry]):
    """Everybody alone."""

    slug = "race"
    name = _("Race")
    players = range(1, 6)
    low_wins = True
    has_dealer = False
    options = Options
    entry = Entry

    def refuse_table(self, table: Table[Options]) -> Problem | None:
        """By option an even number of players."""
        if not table.options.paired or len(table.names) % 2 == 0:
            return None
        return Problem(path="players", message=_("Paired, the players are an even number."))

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        """A point for a step."""
        for seat, steps in enumerate(entry.steps):
            yield Line(column=str(seat), points=points(steps or 0), reason=_("went {steps}", steps=steps or 0))

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        """The fewest steps after the last round."""
        if len(sheet.hands) < sheet.table.options.rounds:
            return None
        ranking = self.ranking(sheet)
        return Outcome(reason=_("the last round is over"), winners=ranking[0], ranking=ranking)


RACE = CardGame(rules=Race())
