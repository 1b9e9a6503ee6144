"""The page that asks who won: a tie, a game that is stopped early, or one of which nothing else is written down."""

from dataclasses import dataclass

from django.utils.functional import cached_property

from scorekeeper.recording.game.forms import seat_text
from scorekeeper.recording.game.reading import wins_tonight
from scorekeeper.recording.game.records import Faces, GameRecord
from scorekeeper.recording.sheet.columns import End
from scorekeeper.rules.sheet import Column, Stopped
from scorekeeper.rules.text import Amount, Text, both, gettext as _, ngettext

BY_RULES: Stopped = "leader_wins"
NOBODY: Stopped = "no_winner"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An answer to who won: the `value` that a form sends, whether it is one column, and its wins tonight."""

    value: str
    label: Text
    faces: Faces = ()
    chosen: bool = False
    wins: int = 0
    is_one: bool = True


def said_before(record: GameRecord) -> str:
    """Return the value of the form that says who won as it is now: as the rules say, nobody, or players' ids."""
    if "won" not in record.result:
        return record.stopped or BY_RULES
    return seat_text(record.result["won"]) or NOBODY


class WhoWon:
    """Who can have won a game, which may have yet to end. If it `is_early`, an answer ends it."""

    def __init__(self, record: GameRecord) -> None:
        self.record, self.just_won = record, record.rules.way == "won"
        self.is_early = record.sheet.outcome is None and not self.just_won
        self.together = self.just_won and len(record.sheet.columns) == 1 and len(record.names) > 1
        self.several = self.just_won and not self.together

    @cached_property
    def leaders(self) -> tuple[Column, ...]:
        """The columns that win as long as the table says nothing else."""
        rules, sheet = self.record.rules, self.record.sheet
        outcome = sheet.outcome or (rules.stopped(sheet, BY_RULES) if sheet.hands else None)
        return tuple(column for column in sheet.columns if outcome and column.key in outcome.winners)

    @property
    def is_open(self) -> bool:
        """Whether there is anything to say."""
        return self.is_early or bool(self.record.may_say)

    @cached_property
    def offers(self) -> tuple[Candidate, ...]:
        """The answers, with the one that holds now chosen."""
        record = self.record
        if not record.rules.has_winner:
            return ()
        # The table's word no longer counts where a correction has made the rules decide.
        seats, said = record.may_say or tuple(record.table.seats), {*(record.won or ())} if record.is_said else set()
        there = [column for column in record.sheet.columns if {*column.seats} & {*seats}]
        now, wins = "" if said else said_before(record), wins_tonight(record) if self.just_won else {}
        offers = []
        for column in there:
            ids = seat_text(record.players[seat] for seat in column.seats)
            value = BY_RULES if self.leaders == (column,) else ids
            label, faces = (_("We won"), ()) if self.together else (column.label, record.faces(column))
            chosen = value == now or bool(said & {*column.seats})
            offers.append(Candidate(value=value, label=label, faces=faces, chosen=chosen, wins=wins.get(column.key, 0)))
        if len(self.leaders) > 1:
            offers.append(Candidate(value=BY_RULES, label=_("They share it"), chosen=now == BY_RULES, is_one=False))
        if self.is_early or self.just_won:
            lost = _("We lost") if self.together else _("Nobody: it doesn’t count") if self.is_early else _("Nobody")
            offers.append(Candidate(value=NOBODY, label=lost, chosen=now == NOBODY, is_one=self.together))
        return tuple(offers)

    @property
    def stands(self) -> Text:
        """How the game stands, which is the heading."""
        if self.just_won or not self.record.rules.has_winner:
            return self.record.rules.name
        if not self.leaders:
            return _("Nobody’s ahead yet")
        names = both(column.label for column in self.leaders)
        if len(self.leaders) > 1:
            return _("Level at {total}", total=Amount(half=self.record.sheet.totals[self.leaders[0].key]))
        return ngettext("{names} is ahead", "{names} are ahead", len(self.leaders[0].seats), names=names)

    @property
    def note(self) -> Text | None:
        """A hint below the heading, if there is one."""
        if not self.is_open:
            return _("This game’s rules say who won.")
        if not self.is_early:
            return self.record.rules.tie_breaker
        if self.record.rules.ends_by_hand:
            return _("Is everything on the sheet? You can resume the game at any time.")
        return _("The sheet will say that the game ended early. You can resume it at any time.")

    @property
    def asks(self) -> Text:
        """The question."""
        if self.just_won:
            return _("How did it go?") if self.together else _("Who won?")
        if not self.record.rules.has_winner:
            return _("End the game")
        return _("Who gets the win?") if self.is_early else _("Does your game say who wins?")

    @property
    def end(self) -> End | None:
        """Everybody's place, as far as totals are known."""
        record = self.record
        if not record.sheet.hands:
            return None
        return End.of(record, record.ruled or record.rules.stopped(record.sheet, NOBODY))
