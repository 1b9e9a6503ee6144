"""Manchester Piccadilly and Manchester Truffle: tarot for two, each hand in two parts.

Rules page: Manchester Piccadilly and Manchester Truffle. Scores and card points are whole points; only a hand's game
points are lines.

The marks of its lines: higher for the higher final score, level for two equal ones.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from scorekeeper.rules import _manchester_words as words
from scorekeeper.rules._so_many_hands import outcome_after
from scorekeeper.rules.base import Hand, Line, Mark, Outcome, Problem, Rules, Sheet, Table
from scorekeeper.rules.declaration import Ask, Choice, Draft, ask, asks
from scorekeeper.rules.facts import Fact
from scorekeeper.rules.screens import Board, Step
from scorekeeper.rules.steps import LARGEST_BOARD, step
from scorekeeper.rules.words import Amount, Text, both, gettext as _, points as halves

PACKS = {"loka_78": 146, "plain_78": 130}
"""Option pack -> the card points of all its cards. Rules page: the first paragraph."""

PICCADILLY_TRICKS = 13
TRUFFLE_TRICKS = 16
OUT_OF_PLAY = 5
"""The dearest card that may lie out of Truffle's second part. Rules page: Part 2, Truffle."""

DUMMY_TRICK = 15
"""The most that the three cards of a trick of the dummy can be worth. Rules page: Part 2, Truffle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The house rules, the rules page's default first."""

    pack: str = ask(
        "loka_78",
        Ask(
            label=_("Pack"),
            help=_("What the aces count, and so what the whole pack of 78 is worth."),
            kind="choice",
            choices=(
                Choice(value="loka_78", label=_("Aces count 5"), help=_("The pack holds 146 card points.")),
                Choice(value="plain_78", label=_("Aces count 1"), help=_("The pack holds 130 card points.")),
            ),
        ),
    )
    hands: int = ask(
        2,
        Ask(
            label=_("Hands in a game"),
            help=_("An even number, so that both players deal equally often."),
            kind="number",
            low=2,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What the table saw in one hand of Piccadilly, with one value per seat."""

    start: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Start"),
            help=_("What the 13 cards of the first part were worth when they were announced."),
            kind="number",
            per="player",
            low=13,
            high=63,
            stage="manchester",
            needed=True,
        ),
    )
    pile: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Pile"),
            help=_("What this player’s pile was worth at the end of the first part, discards included."),
            kind="number",
            per="player",
            stage="manchester",
            needed=True,
        ),
    )
    points: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Card points"),
            help=_("The card points that this player took in the second part."),
            kind="number",
            per="player",
            stage="second",
            needed=True,
        ),
    )
    tricks: tuple[int | None, ...] = ask(
        (),
        Ask(
            label=_("Tricks"),
            help=_("The tricks that this player took in the second part."),
            kind="number",
            per="player",
            stage="second",
            needed=True,
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TruffleEntry(Entry):
    """What the table saw in one hand of Truffle, where the dummy takes tricks too."""

    dummy_tricks: int | None = ask(
        None,
        Ask(
            label=_("The dummy’s tricks"),
            help=_("The tricks of the second part that count for nobody."),
            kind="number",
            stage="second",
            needed=True,
        ),
    )


E = TypeVar("E", bound=Entry)


class _Manchester(Rules[Options, E]):
    """The first part, and all that the two games share."""

    players = range(2, 3)
    watched_stage = None
    legend: ClassVar[tuple[Mark, ...]] = words.LEGEND
    figures = words.FIGURES
    feats = words.FEATS
    options = Options
    sums: ClassVar[dict[str, tuple[str, ...]]] = {"pile": ("pile",), "points": ("points",), "tricks": ("tricks",)}
    """What is asked -> all that adds up to one known sum with it, in the order in which it is asked."""
    forced: ClassVar[frozenset[str]] = frozenset({"pile", "points", "tricks"})
    """What is known of the last one when the others of its sum are."""

    @abstractmethod
    def check_second(self, table: Table[Options], entry: E) -> Iterator[Problem]:
        """What is wrong with the second part, or unlikely."""

    @abstractmethod
    def together(self, options: Options, starts: int | None, name: str) -> tuple[int, Text] | None:
        """What something adds up to, and how the screen says it; None where nothing is known of it."""

    def refuse_table(self, table: Table[Options]) -> Problem | None:
        """Each player deals equally often. Rules page: the first paragraph."""
        if table.options.hands % 2:
            return Problem(path="hands", message=_("A game has an even number of hands, so that both deal as often."))
        return None

    def steps(self, sheet: Sheet[Options, E], dealer: int, draft: Draft) -> Iterator[Step]:
        """Everything in the order of the declaration, the dealer first."""
        for each in self.asks():
            for index in (dealer, sheet.table.after(dealer)) if each.per == "player" else (None,):
                yield step(self, sheet, dealer, draft, each, index)

    def board(self, sheet: Sheet[Options, E], dealer: int, draft: Draft, each: Ask, index: int | None) -> Board:
        """What those asked before leave of the sum: a board up to it, or for the last one of a sum the rest alone."""
        starts = _sum([_whole(draft, f"players.{seat}.start") for seat in sheet.table.seats])
        known = self.together(sheet.table.options, starts, each.name)
        if known is None:
            return super().board(sheet, dealer, draft, each, index)
        most, note = known
        paths = self._paths(sheet.table, dealer, each.name)
        before = [_whole(draft, path) for path in paths[: paths.index(each.path(index))]]
        rest = most - sum(one or 0 for one in before)
        last = len(before) == len(paths) - 1 and None not in before
        if last and rest >= 0 and each.name in self.forced:
            return Board(likely=(rest,), other=True, note=note)
        highest = rest if rest >= 0 else most
        return Board(values=tuple(range(highest + 1)) if highest < LARGEST_BOARD else (), other=True, note=note)

    def hints(self, sheet: Sheet[Options, E], dealer: int, draft: Draft) -> tuple[Text, ...]:
        """The first scores, as soon as they are known."""
        found = []
        for seat, name in enumerate(sheet.table.names):
            start, pile = (_whole(draft, f"players.{seat}.{key}") for key in ("start", "pile"))
            if start is None or pile is None:
                return ()
            found.append(_("{name} {points}", name=name, points=Amount(half=halves(pile - start), signed=True)))
        return (_("First scores: {scores}", scores=both(found)),)

    def check(self, sheet: Sheet[Options, E], dealer: int, entry: E) -> Iterator[Problem]:
        """Rules page: the checks of part 1, then those of part 2, then what holds in both games."""
        yield from _check_given(sheet.table, entry)
        starts, piles = _sum(entry.start), _sum(entry.pile)
        if starts is not None and piles is not None and piles != starts:
            message = _("The piles add up to {piles}, not to {starts} like the starts.", piles=piles, starts=starts)
            yield Problem(path="players", message=message)
        yield from self.check_second(sheet.table, entry)
        for seat, name in enumerate(sheet.table.names):
            if entry.tricks[seat] == 0 and entry.points[seat]:
                message = _("{name} took no trick, and so can have no card points.", name=name)
                yield Problem(path=f"players.{seat}", message=message, level="warning")

    def score(self, sheet: Sheet[Options, E], dealer: int, entry: E) -> Iterator[Line]:
        """Rules page: the hand. The higher final scores the difference, the other nothing."""
        for seat in sheet.table.seats:
            own, other = _Scores.of(entry, seat), _Scores.of(entry, 1 - seat)
            ahead = own.final - other.final
            mark = "higher" if ahead > 0 else "" if ahead < 0 else "level"
            yield Line(column=str(seat), points=halves(max(ahead, 0)), reason=own.against(other), mark=mark)

    def facts(self, table: Table[Options], hand: Hand[E]) -> Iterator[Fact]:
        """What the statistics count of a hand: its scores, and what came of them."""
        yield from super().facts(table, hand)
        for line in hand.lines:
            scores = _Scores.of(hand.entry, int(line.column))
            amounts = {"first": scores.first, "second": scores.second, "final": scores.final}
            amounts["tricks"] = hand.entry.tricks[int(line.column)] or 0
            yield from (Fact(column=line.column, key=key, amount=halves(amount)) for key, amount in amounts.items())
            if line.mark == "higher":
                yield Fact(column=line.column, key="higher", amount=line.points)

    def outcome(self, sheet: Sheet[Options, E]) -> Outcome | None:
        """Rules page: after the agreed hands most game points win, equal share."""
        return outcome_after(self, sheet, sheet.table.options.hands)

    def _paths(self, table: Table[Options], dealer: int, name: str) -> list[str]:
        """Where everything stands that makes one sum with this, in the order in which it is asked."""
        known = {each.name: each for each in self.asks()}
        found = []
        for each in (known[key] for key in self.sums[name]):
            found += [each.path(seat) for seat in table.clockwise(dealer)] if each.per == "player" else [each.path()]
        return found


class Piccadilly(_Manchester[Entry]):
    """The second part is 13 tricks, and all cards that are left are in them."""

    slug = "manchester_piccadilly"
    name = _("Manchester Piccadilly")
    stages: ClassVar[tuple[tuple[str, Text], ...]] = (("manchester", _("Manchester")), ("second", _("Piccadilly")))
    guide = (*words.FIRST_PART, words.PICCADILLY, *words.THE_HAND)
    entry = Entry

    def together(self, options: Options, starts: int | None, name: str) -> tuple[int, Text] | None:
        """Rules page: the checks of part 1 and of part 2, Piccadilly."""
        if name == "tricks":
            return _together(PICCADILLY_TRICKS)
        if starts is None or name == "start":
            return None
        return _together(starts if name == "pile" else PACKS[options.pack] - starts)

    def check_second(self, table: Table[Options], entry: Entry) -> Iterator[Problem]:
        """Rules page: Part 2, Piccadilly."""
        starts, taken, tricks = _sum(entry.start), _sum(entry.points), _sum(entry.tricks)
        pack = PACKS[table.options.pack]
        if starts is not None and taken is not None and taken != pack - starts:
            message = _(
                "The card points add up to {taken}, not to {left}: {pack} less the starts.",
                taken=taken,
                left=pack - starts,
                pack=pack,
            )
            yield Problem(path="players", message=message)
        if tricks is not None and tricks != PICCADILLY_TRICKS:
            message = _("The tricks add up to {tricks}, not to {all}.", tricks=tricks, all=PICCADILLY_TRICKS)
            yield Problem(path="players", message=message)


class Truffle(_Manchester[TruffleEntry]):
    """The second part is 16 tricks, of which the dummy may take some, and a card may lie out."""

    slug = "manchester_truffle"
    name = _("Manchester Truffle")
    stages: ClassVar[tuple[tuple[str, Text], ...]] = (("manchester", _("Manchester")), ("second", _("Truffle")))
    guide = (*words.FIRST_PART, words.TRUFFLE, *words.THE_HAND)
    entry = TruffleEntry
    sums: ClassVar[dict[str, tuple[str, ...]]] = {
        "pile": ("pile",),
        "points": ("points",),
        "tricks": ("tricks", "dummy_tricks"),
        "dummy_tricks": ("tricks", "dummy_tricks"),
    }
    forced: ClassVar[frozenset[str]] = frozenset({"pile", "dummy_tricks"})

    def together(self, options: Options, starts: int | None, name: str) -> tuple[int, Text] | None:
        """Rules page: the checks of part 1 and of part 2, Truffle."""
        if name in ("tricks", "dummy_tricks"):
            return TRUFFLE_TRICKS, _("{sum} with the dummy’s", sum=TRUFFLE_TRICKS)
        if starts is None or name == "start":
            return None
        if name == "pile":
            return _together(starts)
        left = PACKS[options.pack] - starts
        return left, _("at most {sum} together", sum=left)

    def check_second(self, table: Table[Options], entry: TruffleEntry) -> Iterator[Problem]:
        """Rules page: Part 2, Truffle."""
        yield from self._check_points(PACKS[table.options.pack], entry)
        tricks, dummy = _sum(entry.tricks), entry.dummy_tricks
        if tricks is not None and dummy is not None and tricks + dummy != TRUFFLE_TRICKS:
            message = _(
                "The tricks add up to {tricks} with the dummy’s, not to {all}.",
                tricks=tricks + dummy,
                all=TRUFFLE_TRICKS,
            )
            yield Problem(path="", message=message)

    def _check_points(self, pack: int, entry: TruffleEntry) -> Iterator[Problem]:
        starts, taken, dummy = _sum(entry.start), _sum(entry.points), entry.dummy_tricks
        if starts is None or taken is None:
            return
        left = pack - starts
        if taken > left:
            message = _(
                "The card points add up to {taken}, more than {left}: {pack} less the starts.",
                taken=taken,
                left=left,
                pack=pack,
            )
            yield Problem(path="players", message=message)
        if dummy is not None and taken < (least := left - OUT_OF_PLAY - DUMMY_TRICK * dummy):
            message = _(
                "The card points add up to {taken}; even with a card out of play and the dummy’s tricks, at least"
                " {least} should be there.",
                taken=taken,
                least=least,
            )
            yield Problem(path="", message=message, level="warning")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scores:
    """One player's scores of a hand, in whole points."""

    first: int
    second: int

    @classmethod
    def of(cls, entry: Entry, seat: int) -> _Scores:
        """First: pile less start. Second: card points and tricks."""
        return cls(
            first=(entry.pile[seat] or 0) - (entry.start[seat] or 0),
            second=(entry.points[seat] or 0) + (entry.tricks[seat] or 0),
        )

    @property
    def final(self) -> int:
        return self.first + self.second

    def against(self, other: _Scores) -> Text:
        """Both players' scores, this one's first."""
        return _(
            "final {final} (first {first}, second {second}) against {other} ({other_first}, {other_second})",
            final=self.final,
            first=self.first,
            second=self.second,
            other=other.final,
            other_first=other.first,
            other_second=other.second,
        )


def _check_given(table: Table[Options], entry: Entry) -> Iterator[Problem]:
    """Nothing of a hand may be left out: none is written 0."""
    for each in asks(type(entry)):
        value = getattr(entry, each.name)
        if each.per == "hand" and value is None:
            yield Problem(path=each.path(), message=_("{what}: the number is missing.", what=each.label))
        for seat, one in enumerate(value if each.per == "player" else ()):
            if one is None:
                message = _("{what} of {name}: the number is missing.", what=each.label, name=table.names[seat])
                yield Problem(path=each.path(seat), message=message)


def _sum(values: Sequence[int | None]) -> int | None:
    """What they add up to, or None where one is not known."""
    known = [one for one in values if one is not None]
    return sum(known) if len(known) == len(values) else None


def _whole(draft: Draft, path: str) -> int | None:
    value = draft.get(path)
    return value if isinstance(value, int) else None


def _together(most: int) -> tuple[int, Text]:
    return most, _("{sum} together", sum=most)
