"""Contra: three players take tricks, the dummy takes the rest, and whoever says contra counts twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import Toggle, flag, number, seat
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Column, Line, ScoredHand, Sheet, Table
from scorekeeper.rules.statistics import HANDS, Figure, Statistics
from scorekeeper.rules.steps import Stage, Step
from scorekeeper.rules.text import Half, Text, gettext as _, points

TRICKS = 10
CONTRA = Mark(key="contra", sign="‼", label=_("said contra: doubled"), word=_("contra!"), picture="share")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    hands: int = number(_("Hands"), _("How many."), default=12, low=1, high=99)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    leader: int | None = seat(_("Leader"), _("Who led."), question=_("Who led?"), stage="leading", needed=True)
    contra: tuple[bool, ...] = flag(
        _("Contra"),
        _("Who said contra."),
        per="player",
        stage="tricks",
        toggle=Toggle(on=_("contra!"), off=_("no contra"), picture="share", picture_off="link"),
    )
    tricks: tuple[int | None, ...] = number(
        _("Tricks"),
        _("Taken."),
        question=_("Tricks of {name}?"),
        per="player",
        high=TRICKS,
        stage="tricks",
        needed=True,
    )


class Contra(Rules[Options, Entry]):
    slug = "contra"
    name = _("Contra")
    picture = "cards"
    players = range(3, 4)
    options = Options
    entry = Entry
    seatless = (Column(key="dummy", label=_("Dummy"), picture="search"),)
    legend = (Mark(key="led", sign="►", label=_("led"), role="took"), CONTRA)

    def target(self, table: Table[Options], column: Column) -> Half | None:
        return None if column.seats else points(100)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        for at, tricks in enumerate(entry.tricks):
            mark = " ".join(["led"] * (at == entry.leader) + ["contra"] * entry.contra[at])
            won = points((tricks or 0) * (1 + entry.contra[at]))
            yield Line(column=str(at), points=won, reason=_("took {tricks}", tricks=tricks or 0), mark=mark)
        rest = TRICKS - sum(filter(None, entry.tricks))
        yield Line(column="dummy", points=points(rest), reason=_("the rest"))

    def told(self, table: Table[Options], hand: ScoredHand[Entry]) -> Text | None:
        leader = table.names[hand.entry.leader or 0]
        return _("{name} led against contra", name=leader) if any(hand.entry.contra) else None


class ContraScreen(HandScreen[Options, Entry]):
    stages = (Stage("leading", _("Leader")), Stage("tricks", _("Tricks")))

    def make_steps(self) -> Iterator[Step]:
        for step in super().make_steps():
            if step.field.name == "tricks":
                said = (CONTRA,) * self.so_far.contra[step.seat or 0]
                yield replace(step, toggle=self.toggle("contra", step.seat or 0, _("Contra")), marks=said)
            elif not step.field.toggle:
                yield step


class ContraStatistics(Statistics[Options, Entry]):
    figures = (Figure(label=_("Total of the dummy"), key=HANDS, show="points", seatless=True),)


CONTRA_GAME = CardGame(rules=Contra(), screen=ContraScreen, statistics=ContraStatistics())
