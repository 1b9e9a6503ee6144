"""A game as it would be with another set-up: other seats, first dealer or house rules. Nothing is written here."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scorekeeper.models import Setup
from scorekeeper.queries.records import AnySheet, GameRecord, HandRecord
from scorekeeper.queries.taps import DEALER, Tap
from scorekeeper.rules.base import Problem
from scorekeeper.rules.declaration import Record, Value, asks
from scorekeeper.rules.words import gettext as _


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
    """The game under another set-up. `problems` refuse it; `warnings` are of hands scored anyway from then on."""

    record: GameRecord
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


def reset(record: GameRecord, setting: Setting, names: Sequence[str]) -> Corrected:
    """The game with another set-up. What was typed for a player follows the player.

    A dealer that followed by itself follows by itself again; one that was set by hand stays with the player.
    """
    if len(setting.players) != len(record.players):
        problem = Problem(path="seats", message=_("The number of players stays as it was."))
        return Corrected(record=record, problems=(problem,), warnings=())
    seat_of = _moves(record.players, setting.players)
    bare = replace(
        record,
        players=setting.players,
        names=tuple(names),
        first_dealer=setting.first_dealer,
        options=setting.options,
        hands=(),
    )
    rules = record.known_rules
    # Both sheets go on after the end: the deal went round there too.
    before, after = rules.blank(record.table), rules.blank(bare.table)
    hands: list[HandRecord] = []
    problems: list[Problem] = []
    for hand in record.hands:
        moved = _reseat(record, hand, seat_of)
        if hand.dealer == rules.dealer(before):
            moved = replace(moved, dealer=rules.dealer(after))
        moved, found = _checked(bare, after, moved)
        problems += found
        hands.append(moved)
        if hand.entry is not None:
            before = rules.record(before, hand.dealer, record.entry(hand))
            # One that cannot be true has no points; with it the whole set-up is refused anyway.
            if not any(problem.level == "error" for problem in found):
                after = rules.record(after, moved.dealer, bare.entry(moved))
    return Corrected(
        record=replace(bare, hands=tuple(hands)),
        problems=tuple(problem for problem in problems if problem.level == "error"),
        warnings=tuple(problem for problem in problems if problem.level == "warning"),
    )


def _moves(old: Sequence[int], new: Sequence[int]) -> dict[int, int]:
    """Old seat -> new seat. Who is new takes over from those who are gone, in the order of the seats."""
    gone = [seat for seat, player in enumerate(old) if player not in new]
    come = [seat for seat, player in enumerate(new) if player not in old]
    stay = {seat: new.index(player) for seat, player in enumerate(old) if player in new}
    return stay | dict(zip(gone, come, strict=True))


def _reseat(record: GameRecord, hand: HandRecord, seat_of: Mapping[int, int]) -> HandRecord:
    rules = record.known_rules
    seat_paths = {each.path() for each in asks(rules.entry) if each.kind == "seat" and each.per == "hand"}
    entry: Record | None = None
    if hand.entry is not None:
        players: list[Any] = list(hand.entry["players"])
        for old, values in enumerate(hand.entry["players"]):
            players[seat_of[old]] = values
        about_hand = {
            key: seat_of[value] if f"hand.{key}" in seat_paths else value for key, value in hand.entry["hand"].items()
        }
        entry = {**hand.entry, "hand": about_hand, "players": players}
    taps = [_reseat_tap(tap, seat_of, seat_paths) for tap in hand.taps]
    return replace(hand, dealer=seat_of[hand.dealer], entry=entry, taps=taps)


def _reseat_tap(tap: Tap, seat_of: Mapping[int, int], seat_paths: set[str]) -> Tap:
    path, value, member = tap
    if path == DEALER or path in seat_paths:
        return [path, None if value is None else seat_of[value], member]
    group, _dot, rest = path.partition(".")
    if group != "players":
        return list(tap)
    seat, _dot, key = rest.partition(".")
    return [f"players.{seat_of[int(seat)]}.{key}", value, member]


def _checked(record: GameRecord, sheet: AnySheet, hand: HandRecord) -> tuple[HandRecord, list[Problem]]:
    """The hand with its warnings accepted, and what is newly wrong with it."""
    if hand.entry is None:
        return hand, []
    found = list(record.known_rules.check(sheet, hand.dealer, record.entry(hand)))
    news = [problem for problem in found if problem.level == "error" or not hand.accepted]
    if found and not any(problem.level == "error" for problem in found):
        hand = replace(hand, entry={**hand.entry, "score_anyway": True})
    told = [
        replace(problem, message=_("Hand {number}: {why}", number=hand.number, why=problem.message)) for problem in news
    ]
    return hand, told


@dataclass(frozen=True, kw_only=True)
class SetupVersion:
    """A set-up as it was from some moment on: who sat where, who dealt first, and who said so."""

    at: datetime
    member: str
    names: tuple[str, ...]
    first_dealer: str


def setup_versions(record: GameRecord, names: Mapping[int, str]) -> tuple[SetupVersion, ...]:
    """Every set-up of a game that was ever corrected, newest first. `names` are those of the group's players."""
    if record.setup == 0:
        return ()
    rows = Setup.objects.filter(game=record.game).select_related("member").order_by("-number")
    return tuple(
        SetupVersion(
            at=row.at,
            member=row.member.name,
            names=tuple(names[player] for player in row.players),
            first_dealer=names[row.players[row.first_dealer]],
        )
        for row in rows
    )
