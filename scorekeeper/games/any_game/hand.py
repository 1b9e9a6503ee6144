"""What is recorded of a round, a row, a turn or a tally, and who takes part in it. All points are whole points."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.any_game.choices import CATEGORIES, EITHER_SIGN, FIXED, MOST_ROWS, MOST_TRICKS, TURNS
from scorekeeper.games.any_game.names import NamedRow, row_beside, typed_rows
from scorekeeper.games.any_game.options import Options
from scorekeeper.rules.declaration import Toggle, flag, number, seat
from scorekeeper.rules.sheet import Seats, Sheet, Table
from scorekeeper.rules.stays import Stay, stays
from scorekeeper.rules.text import Half, gettext as _

AnySheet = Sheet[Options, "Entry"]


def stay_of(table: Table[Options], seat: int) -> Stay:
    """Return when a player takes part: always, if players can't change. RULES.md: Joining late, leaving early."""
    options = table.options
    if not (options.joined or options.left) or not options.players_change:
        return Stay()
    return stays(options, len(table.names))[seat]


def at_table(sheet: AnySheet, seat: int, row: int) -> bool:
    """Return whether a player is there in a row."""
    return stay_of(sheet.table, seat).covers(row)


def rounds_in_deck(table: Table[Options], row: int) -> int:
    """Return for how many rounds there are cards, if everybody gets some who has taken part up to this row."""
    return table.options.deck // max(sum(stay_of(table, seat).has_played(row) for seat in table.seats), 1)


def is_new(sheet: AnySheet, seat: int) -> bool:
    """Return whether the next row is the first of a player who joins late."""
    return stay_of(sheet.table, seat).first == len(sheet.hands) + 1 > 1


def taking_part(sheet: AnySheet) -> Seats:
    """Return the seats that take part in the next hand. RULES.md: Joining late, leaving early; Out."""
    row, seats = len(sheet.hands) + 1, sheet.table.seats
    return tuple(seat for seat in seats if at_table(sheet, seat, row) and not is_out(sheet, seat))


def is_out(sheet: AnySheet, seat: int, totals: Mapping[str, Half] | None = None) -> bool:
    """Return whether a total, by default the last, has reached the number at which players drop out. RULES.md: Out."""
    options, totals = sheet.table.options, totals or sheet.totals
    if options.out is None or not options.players_change:
        return False
    return options.reaches(totals[str(seat)] // 2, options.out)


def tricks_in_round(sheet: AnySheet) -> int:
    """Return how many tricks the next round has: as many in each round, or one more than in the last."""
    return min(sheet.table.options.tricks or len(sheet.hands) + 1, MOST_TRICKS)


def possible_sums(options: Options, players: int) -> tuple[int, ...]:
    """Return what a round for this many players or sides can add up to, or `()` for anything."""
    if options.adds_up_to_zero:
        return (0,)
    sums = options.sums or () if options.scores_rounds and options.sum == FIXED else ()
    others = tuple(total * (players - 1) for total in sums) if options.all_but_one else ()
    return tuple(dict.fromkeys(sums + others))


def phases_done(sheet: AnySheet, seat: int) -> int:
    return sum(hand.entry.phase[seat] for hand in sheet.hands)


def who_scored(entry: "Entry") -> int | None:
    """Return the seat that took a recorded turn, or None if nobody has a value in it."""
    # A loop, since each turn asks this about all turns before it.
    for player, scored in enumerate(entry.points):
        if scored is not None:
            return player
    return None


def row_of(before: AnySheet, entry: "Entry") -> NamedRow | None:
    """Return the row that a hand fills, or None if the game has no rows or they are all filled."""
    options, rows = before.table.options, typed_rows(before.table.options.categories)
    if options.rows == CATEGORIES and len(before.hands) < len(rows):
        return rows[len(before.hands)]
    if options.rows == TURNS and entry.row is not None and entry.row <= len(rows):
        return rows[entry.row - 1]
    return None


def turns_taken(sheet: AnySheet) -> Counter[int | None]:
    return Counter(who_scored(hand.entry) for hand in sheet.hands)


def filled(sheet: AnySheet, seat: int) -> frozenset[int]:
    """Return the rows that a player has filled in their turns, counting from 1."""
    turns = (hand.entry for hand in sheet.hands if who_scored(hand.entry) == seat)
    return frozenset(entry.row for entry in turns if entry.row is not None)


def on_turn(sheet: AnySheet, seats: Seats | None = None) -> int | None:
    """Return which of the `seats` that go on, by default all that take part, is next, or None. RULES.md: Turns."""
    options, there = sheet.table.options, taking_part(sheet) if seats is None else seats
    if options.ends_when_full:
        rows, turns = len(typed_rows(options.categories)), turns_taken(sheet)
        there = tuple(seat for seat in there if turns[seat] < rows)
    last = who_scored(sheet.hands[-1].entry) if sheet.hands else None
    order = sheet.table.clockwise(0 if last is None else sheet.table.after(last))
    return next((seat for seat in order if seat in there), None)


def round_of(sheet: AnySheet, turn: int | None) -> int:
    """Return the round of the next hand, which may be the turn of a seat. RULES.md: Turns."""
    if sheet.table.options.rows != TURNS or not sheet.hands:
        return len(sheet.hands) + 1
    last = sheet.hands[-1]
    before = who_scored(last.entry)
    # A round is over when the next turn is that of the same seat or one before it.
    return last.row + (before is None or turn is None or turn <= before)


def since_target(sheet: AnySheet, turn: int | None) -> list[int]:
    """Return how many seats after the first with the target each turn from then on was, and the next one is.

    Return none while nobody has it, or if the others have no more turns then. RULES.md: The target.
    """
    options, seats = sheet.table.options, list[int]()
    for hand in sheet.hands if options.last_turn and options.can_have_last_turn else ():
        if seats or any(options.reaches(total // 2, options.target) for total in hand.totals.values()):
            seats.append(who_scored(hand.entry) or 0)
    after = [*seats, seats[0] if turn is None else turn] if seats else []
    return [(seat - after[0]) % len(sheet.table.names) for seat in after]


def is_last_turn(sheet: AnySheet, seat: int) -> bool:
    """Return whether somebody else has the target, and a player still has a turn. RULES.md: The target."""
    places = since_target(sheet, seat)
    return places != [] and places == sorted({*places})


def _is_asked(sheet: AnySheet, values: Sequence[int | None], seat: int | None) -> bool:
    """Return whether a seat is asked about in a hand with these values."""
    if seat is None:
        return False
    # A hand after the end was recorded before a correction ended the game: whoever has a value took part in it.
    if sheet.outcome is not None and any(value is not None for value in values):
        return values[seat] is not None
    return seat in taking_part(sheet)


def _scores(sheet: AnySheet, entry: "Entry", index: int | None) -> bool:
    options = sheet.table.options
    if options.rows == TURNS:
        scored = who_scored(entry)
        return index == (on_turn(sheet) if scored is None else scored)
    if entry.together or (options.gathers and entry.winner in (None, index)):
        return False
    if options.one_scores:
        return entry.winner == index
    return _is_asked(sheet, entry.points, index)


def _side_scores(sheet: AnySheet, entry: "Entry", index: int | None) -> bool:
    if not sheet.table.options.one_scores:
        return True
    return entry.winner is not None and entry.winner % len(entry.together) == index  # Partners sit across.


WHO_WON = _("Who won the round?")
BIDDING: dict[str, Any] = {
    "per": "player",
    "high": MOST_TRICKS,
    "needed": _("with bids, for everyone who takes part"),
    "applies": lambda options: options.bidding,
    "when": lambda sheet, entry, index: _is_asked(sheet, entry.bid, index),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A round, a row, a turn or a tally. Most fields hold one value per seat; `together` holds one per side, if any."""

    winner: int | None = seat(
        _("Won the round"),
        _("Who won the round. Of partners, either will do. If only the winner scores, it can be nobody."),
        question=WHO_WON,
        stage="winner",
        skip=_("Nobody"),
        applies=lambda options: options.names_winner,
        when=lambda sheet, *_rest: sheet.outcome is not None or taking_part(sheet) != (),
    )
    row: int | None = number(
        _("Row"),
        _("The number of the row that is filled, from the top."),
        question=_("Which row?"),
        stage="row",
        low=1,
        high=MOST_ROWS,
        needed=_("in turns with named rows"),
        applies=lambda options: options.rows == TURNS and options.ends_when_full,
        when=lambda sheet, *_rest: sheet.outcome is not None or on_turn(sheet) is not None,
    )
    beside: bool = flag(
        _("Also in this turn"),
        stage="points",
        toggle=Toggle(on=_("the row beside"), off=_("nothing")),
        applies=lambda options: options.rows == TURNS and row_beside(options.categories) is not None,
        when=lambda sheet, *_rest: sheet.outcome is not None or on_turn(sheet) is not None,
    )
    bid: tuple[int | None, ...] = number(
        _("Bid"), _("The tricks this player bid."), question=_("What does {name} bid?"), stage="bids", **BIDDING
    )
    tricks: tuple[int | None, ...] = number(
        _("Tricks"),
        _("The tricks this player took."),
        question=_("How many tricks did {name} take?"),
        stage="tricks",
        **BIDDING,
    )
    phase: tuple[bool, ...] = flag(
        _("Completed a phase"),
        _("Completed the next phase in this round."),
        question=_("Did {name} complete a phase?"),
        stage="points",
        per="player",
        toggle=Toggle(on=_("phase completed"), off=_("no phase")),
        applies=lambda options: options.has_phases,
        when=lambda sheet, entry, index: (
            _is_asked(sheet, entry.points, index)
            and (sheet.outcome is not None or phases_done(sheet, index) < sheet.table.options.phases)
        ),
    )
    points: tuple[int | None, ...] = number(
        _("Points"),
        _("What this player scored or is left with, or the number that counts in a row."),
        question=_("How many points did {name} score?"),
        missing=_("Enter {name}’s points"),
        stage="points",
        per="player",
        **EITHER_SIGN,
        needed=_("without bids, for everyone who scores in this round, row or turn; in a tally, it is 0"),
        applies=lambda options: (
            not (options.bidding or options.just_won)
            and (options.alone or options.partners_depend or options.rows == TURNS)
        ),
        when=_scores,
    )
    together: tuple[int | None, ...] = number(
        _("Points"),
        _("What this side scored, or the number that counts in a row."),
        key="points",
        question=_("How many points did {name} score?"),
        missing=_("Enter {name}’s points"),
        stage="points",
        per="side",
        **EITHER_SIGN,
        needed=_("for partners who score, in rounds and named rows without bids"),
        applies=lambda options: not (options.bidding or options.just_won or options.alone or options.rows == TURNS),
        when=_side_scores,
    )
