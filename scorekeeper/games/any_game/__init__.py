"""Any game: a sheet for whatever else is played. Its options say how it is scored; RULES.md has the rules."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar

from scorekeeper.games.any_game import hand as play
from scorekeeper.games.any_game.choices import BY_HAND, LEAST, NOBODY, SLUG, TOGETHER, TURNS
from scorekeeper.games.any_game.ending import away, outcome_of, ranked, rounds_of
from scorekeeper.games.any_game.goals import needs, tells_needs
from scorekeeper.games.any_game.hand import Entry
from scorekeeper.games.any_game.names import shown, typed_rows
from scorekeeper.games.any_game.options import Options
from scorekeeper.games.any_game.picturing import SETTING_UP
from scorekeeper.games.any_game.problems import hand_problems, option_problems, table_problems, worst
from scorekeeper.games.any_game.ready import READY, about
from scorekeeper.games.any_game.scoring import JOINED, card_of, score_lines
from scorekeeper.games.any_game.screen import AnyGameScreen
from scorekeeper.games.any_game.summary import summary
from scorekeeper.rules import limits
from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import Answers
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.sheet import Card, Column, Line, Outcome, Problem, ScoredHand, Seats, Sheet, Table
from scorekeeper.rules.statistics import HANDS, Fact, Feat, Figure, Moved, Statistics
from scorekeeper.rules.text import Half, Text, gettext as _, points


class AnyGame(Rules[Options, Entry]):
    """The rules that follow from a set of options. Without any, it is a blank sheet that ends when somebody says so."""

    slug = SLUG
    name = _("Another game")
    players = range(1, 11)
    options = Options
    entry = Entry
    legend: tuple[Mark, ...] = (
        Mark(key="made", sign="=", label=_("made the bid"), word=_("made it")),
        Mark(key="phase", sign="»", label=_("completed a phase"), word=_("phase done")),
        Mark(key=JOINED, label=_("joined")),
    )

    def __init__(self, options: Options | None = None) -> None:
        self.house_rules = options = options or Options()
        self.slug = options.slug
        # A file's options are read even if they contradict each other.
        self.players = range(options.fewest, max(options.fewest, options.most) + 1)
        self.low_wins = options.wins == LEAST
        self.has_winner = self.leaves_ties = options.wins != NOBODY or options.just_won
        self.tie_breaker = READY[options.template].tie if options.template in READY else None
        self.has_dealer = options.dealer and options.has_rounds
        if options.rows == TURNS:
            self.way, self.unit, self.most_hands = "turns", "turn", limits.MOST_TURNS
        elif options.tallies:
            self.way, self.unit, self.most_hands = "tally", "point", 1
        elif options.just_won:
            self.way, self.most_hands = "won", 0
        else:
            self.way, self.unit = "rounds", "hand" if self.has_dealer else "round"
        self.is_checked = options.bidding
        self.ends_by_hand = options.ends == BY_HAND and not (options.ends_when_full or options.has_phases)
        self.players_change = options.players_change
        unused = {"made": not options.bidding, "phase": not options.has_phases}
        self.legend = tuple(mark for mark in type(self).legend if not unused.get(mark.key))
        if options.name:
            self.name = shown(options.template, options.name, "game")

    def for_options(self, options: Options) -> Rules[Options, Entry]:
        return _rules(options)

    def sides(self, table: Table[Options]) -> tuple[Seats, ...]:
        """RULES.md: Sides."""
        players, options = len(table.names), table.options
        if options.sides == TOGETHER:
            return (tuple(table.seats),)
        half, odd = divmod(players, 2)
        if options.alone or odd or half < 2 or players < (options.partners_from or 0):
            return ()
        return tuple((seat, seat + half) for seat in range(half))

    def target(self, table: Table[Options], column: Column) -> Half | None:
        options = table.options
        return points(options.target) if options.ends_at_target and not options.counts_down else None

    def seats(self, sheet: Sheet[Options, Entry]) -> Seats:
        """Return who takes part in the next hand; in a game of turns, whose turn it is."""
        if sheet.outcome is not None:  # It depends on what was recorded before a correction ended the game.
            return tuple(sheet.table.seats)
        if sheet.table.options.just_won:
            return ()
        if sheet.table.options.rows != TURNS:
            return play.taking_part(sheet)
        turn = play.on_turn(sheet)
        return () if turn is None else (turn,)

    def dealer(self, sheet: Sheet[Options, Entry]) -> int:
        """Pass the deal to the left, leaving out whoever takes no part."""
        there, first = play.taking_part(sheet), super().dealer(sheet)
        return next((seat for seat in sheet.table.clockwise(first) if seat in there), first)

    def hand_name(self, sheet: Sheet[Options, Entry]) -> Text:
        options, number = sheet.table.options, len(sheet.hands) + 1
        if options.rows == TURNS:
            turn = play.on_turn(sheet)
            name = None if turn is None else sheet.table.names[turn]
            return _("{name}’s turn", name=name) if name else _("turn {number}", number=number)
        if options.tallies:
            return _("the points")
        if options.just_won:
            return _("still playing")
        rounds, rows = rounds_of(sheet, number), typed_rows(options.categories)
        if options.ends_when_full and number <= len(rows):
            return shown(options.template, rows[number - 1].name)
        if rounds is None or number > rounds:
            return _("hand {number}", number=number) if self.has_dealer else _("round {number}", number=number)
        named = _("hand {number} of {rounds}") if self.has_dealer else _("round {number} of {rounds}")
        return replace(named, values={"number": number, "rounds": rounds})

    def row(self, before: Sheet[Options, Entry], entry: Entry | None = None) -> int:
        return play.round_of(before, play.on_turn(before) if entry is None else play.who_scored(entry))

    def played(self, before: Sheet[Options, Entry], entry: Entry) -> Seats:
        turn = play.who_scored(entry) if before.table.options.rows == TURNS else None
        return super().played(before, entry) if turn is None else (turn,)

    def label(self, before: Sheet[Options, Entry], entry: Entry) -> Text | None:
        row = play.row_of(before, entry)
        return None if row is None else shown(before.table.options.template, row.name)

    def card(self, sheet: Sheet[Options, Entry]) -> Card | None:
        return card_of(sheet)

    def refuse_options(self, options: Options) -> Problem | None:
        return worst(option_problems(options))

    def refuse_table(self, table: Table[Options]) -> Problem | None:
        return worst(table_problems(table))

    def entry_from(self, answers: Answers, table: Table[Options]) -> Entry:
        """Build an entry. In a tally, no number is missing: whoever has none has made no points."""
        entry = super().entry_from(answers, table)
        if table.options.tallies and self.sides(table):
            return replace(entry, together=tuple(made or 0 for made in entry.together))
        if table.options.tallies:
            return replace(entry, points=tuple(made or 0 for made in entry.points))
        return entry

    def check(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Problem]:
        yield from hand_problems(self, sheet, entry)

    def score(self, sheet: Sheet[Options, Entry], dealer: int, entry: Entry) -> Iterator[Line]:
        yield from score_lines(sheet, entry)

    def outcome(self, sheet: Sheet[Options, Entry]) -> Outcome | None:
        return outcome_of(self, sheet)

    def ranking(self, sheet: Sheet[Options, Entry]) -> tuple[tuple[str, ...], ...]:
        return ranked(self, sheet, away(sheet))

    def ranking_then(self, sheet: Sheet[Options, Entry]) -> tuple[tuple[str, ...], ...]:
        return ranked(
            self, sheet, [seat for seat in sheet.table.seats if not play.at_table(sheet, seat, len(sheet.hands))]
        )


_rules = lru_cache(maxsize=256)(AnyGame)


class AnyGameStatistics(Statistics[Options, Entry]):
    figures = (
        Figure(label=_("Points per round"), key=HANDS, show="each"),
        Figure(label=_("Most in a round"), key=HANDS, show="most"),
    )
    feats = (Feat(label=_("Best round"), key=HANDS, told=_("{names} had the best round: {points}.")),)

    moved: ClassVar = {HANDS: Moved(without=JOINED)}

    def counted(self, sheet: Sheet[Options, Entry], hand: ScoredHand[Entry]) -> Iterator[Fact]:
        """Count a hand for whoever took part in it. A tally has none: its only one is the game."""
        options, entry = sheet.table.options, hand.entry
        for column in () if options.tallies else sheet.columns:
            if options.rows == TURNS:
                took_part = play.who_scored(entry) in column.seats
            else:
                seat = column.seats[0]
                has_value = entry.points[seat] is not None or entry.bid[seat] is not None
                took_part = not options.alone or seat == entry.winner or has_value
                if options.one_scores and not took_part:  # Whoever scores nothing was out before, if they are.
                    took_part = play.at_table(sheet, seat, hand.row) and not play.is_out(sheet, seat, hand.totals)
            if took_part:
                yield Fact(column.key, HANDS)


ANY_GAME = CardGame(
    rules=AnyGame(),
    screen=AnyGameScreen,
    statistics=AnyGameStatistics(),
    about=lambda options: about(options.template),
    needs=needs,
    tells_needs=tells_needs,
    summary=summary,
    setting_up=SETTING_UP,
)
