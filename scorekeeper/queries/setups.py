"""A game as it would be with another set-up: other seats, first dealer or house rules. Nothing is written here."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.games import AnyGame
from scorekeeper.models import Setup
from scorekeeper.queries.records import AnyRules, AnySheet, GameRecord, HandRecord
from scorekeeper.queries.taps import DEALER
from scorekeeper.rules.declaration import GROUPS, Answers, Value, options_from_record
from scorekeeper.rules.entries import answers_from_record, record_from_answers
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import Problem, Table
from scorekeeper.rules.words import gettext as _
from scorekeeper.text import plain


@dataclass(frozen=True, kw_only=True)
class Setting:
    """Who sits where (player ids by seat), which seat deals first, and the house rules by key."""

    players: tuple[int, ...]
    first_dealer: int
    options: Mapping[str, Value]

    @property
    def digest(self) -> str:
        """Short, and another for every other setting: tells whether what is to be saved is what was shown."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]


@dataclass(frozen=True, kw_only=True)
class Corrected:
    """The game under another set-up. `problems` refuse it; `warnings` are of hands scored anyway from then on.

    A hand that cannot be true with it is its contradiction, as after the correction of another hand.
    """

    record: GameRecord
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


def refused_table(rules: AnyRules, setting: Setting, names: Sequence[str]) -> Problem | None:
    """Why these people cannot play so, or None; the path is `seats` or the key of a house rule."""
    options = options_from_record(rules.options, setting.options)
    table: Table[Any] = Table(names=tuple(names), options=options, first_dealer=setting.first_dealer)
    labels = [plain(column.label) for column in rules.columns(table)]
    if len(set(labels)) < len(labels):
        return Problem(path="seats", message=_("Two columns of the sheet would have the same name."))
    problem = rules.refuse_table(table)
    return replace(problem, path="seats") if problem and problem.path == "players" else problem


def reset(record: GameRecord, setting: Setting, names: Sequence[str]) -> Corrected:
    """The game with another set-up. What was typed for a player follows the player, and for partners both of them.

    A dealer that followed by itself follows by itself again; one that was set by hand stays with the player, unless
    that one cannot deal now.
    """
    if len(setting.players) != len(record.players):
        refused: Problem | None = Problem(path="seats", message=_("The number of players stays as it was."))
    else:
        refused = refused_table(record.rules, setting, names)
    if refused:
        return Corrected(record=record, problems=(refused,), warnings=())
    seat_of = _moves(record.players, setting.players)
    dealer, options = setting.first_dealer, setting.options
    bare = replace(record, players=setting.players, names=tuple(names), first_dealer=dealer, options=options, hands=())
    before, after = Replay.of(record.rules, record.table), Replay.of(bare.rules, bare.table)
    hands: list[HandRecord] = []
    warnings: list[Problem] = []
    for hand in record.hands:
        moved = _reseat(record, bare, hand, seat_of)
        if not after.can_deal(moved.dealer) or hand.dealer == before.dealer:
            moved = replace(moved, dealer=after.dealer)
        if hand.entry is not None:
            moved, found = _accepted(bare, after.sheet, moved)
            warnings += found
            before = before.deal(hand.dealer, record.entry(hand))
            after = after.deal(moved.dealer, bare.entry(moved))
        hands.append(moved)
    return Corrected(record=replace(bare, hands=tuple(hands)), problems=(), warnings=tuple(warnings))


def _moves(old: Sequence[int], new: Sequence[int]) -> dict[int, int]:
    # By the old seat. Who is new takes over from those who are gone, in the order of the seats.
    gone = [seat for seat, player in enumerate(old) if player not in new]
    come = [seat for seat, player in enumerate(new) if player not in old]
    stay = {seat: new.index(player) for seat, player in enumerate(old) if player in new}
    return stay | dict(zip(gone, come, strict=True))


def _reseat(before: GameRecord, after: GameRecord, hand: HandRecord, seat_of: Mapping[int, int]) -> HandRecord:
    side_of = _side_moves(before, after, seat_of)
    entry = hand.entry
    if entry is not None:
        moved: Answers = dict(
            _moved(before.card_game, *each, seat_of, side_of) for each in answers_from_record(entry).items()
        )
        entry = entry | record_from_answers(moved, len(seat_of), len(after.rules.sides(after.table)))
    taps = [[*_moved(before.card_game, path, value, seat_of, side_of), member] for path, value, member in hand.taps]
    return replace(hand, dealer=seat_of[hand.dealer], entry=entry, taps=taps)


def _side_moves(before: GameRecord, after: GameRecord, seat_of: Mapping[int, int]) -> dict[int, int]:
    # By the old side. Partners who stay partners keep what is theirs; with others it stays where it is.
    old, new = before.rules.sides(before.table), before.rules.sides(after.table)
    moved = [{seat_of[seat] for seat in side} for side in old]
    found = [next((number for number, side in enumerate(new) if set(side) == seats), None) for seats in moved]
    stays = None in found
    return {number: number if stays or side is None else side for number, side in enumerate(found)}


def _moved(
    card_game: AnyGame, path: str, value: Value, seat_of: Mapping[int, int], side_of: Mapping[int, int]
) -> tuple[str, Value]:
    field = card_game.field_at(path)
    is_seat = path == DEALER or (field is not None and field.kind == "seat")
    value = seat_of[value] if is_seat and isinstance(value, int) else value
    group, *keys = path.split(".")
    moves = {GROUPS["player"]: seat_of, GROUPS["side"]: side_of}.get(group)
    return path if moves is None else ".".join([group, str(moves[int(keys[0])]), *keys[1:]]), value


def _accepted(record: GameRecord, sheet: AnySheet, hand: HandRecord) -> tuple[HandRecord, list[Problem]]:
    # Returned with the warnings that are new; of a hand that can't be true nothing is accepted.
    found = list(record.rules.problems(sheet, hand.dealer, record.entry(hand)))
    if not found or any(problem.level == "error" for problem in found):
        return hand, []
    told = [
        replace(problem, message=_("Hand {number}: {why}", number=hand.number, why=problem.message))
        for problem in found
        if not hand.accepted
    ]
    return replace(hand, entry={**(hand.entry or {}), "score_anyway": True}), told


@dataclass(frozen=True, kw_only=True)
class SetupVersion:
    """A set-up as it was from some moment on, with the names of who sat where and who dealt first."""

    setup: Setup
    names: tuple[str, ...]
    first_dealer: str


def setup_versions(record: GameRecord, names: Mapping[int, str]) -> tuple[SetupVersion, ...]:
    """Every set-up of a game that was ever corrected, newest first. `names` are those of the group's players."""
    if record.setup == 0:
        return ()
    rows = Setup.objects.filter(game=record.game).select_related("member").order_by("-number")
    return tuple(
        SetupVersion(
            setup=row,
            names=tuple(names[player] for player in row.players),
            first_dealer=names[row.players[row.first_dealer]] if record.rules.has_dealer else "",
        )
        for row in rows
    )
