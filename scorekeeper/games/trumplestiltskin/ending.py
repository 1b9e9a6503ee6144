"""How a game of Trumplestiltskin ends, and who wins. RULES.md: The end and the winner."""

from __future__ import annotations

import math

from scorekeeper.games.trumplestiltskin.hand import Entry, Options, taker_of
from scorekeeper.games.trumplestiltskin.scoring import GNOME
from scorekeeper.rules.base import Rules
from scorekeeper.rules.ends import reached, won_by
from scorekeeper.rules.sheet import Outcome, Sheet
from scorekeeper.rules.words import Amount, Series, Text, both, gettext as _, points

Winners = tuple[tuple[str, ...], Text | None]
"""The winning columns, and why they win (None if the points make it obvious)."""

PRIORITY = {"above_200": 1, "from_200": 0, "none": math.inf}
"""Option `priority` -> how many half points above the player target the last taker needs to win outright."""


def outcome(rules: Rules[Options, Entry], sheet: Sheet[Options, Entry]) -> Outcome | None:
    """Return how the game ended, or None if it is still in progress."""
    target = _target_reached(sheet)
    if target is None:
        return None
    best = rules.ranking(sheet)[0]
    winners, why = _by_priority(sheet, best) or _by_points(sheet, best)
    if len(winners) > 1 and sheet.table.options.tie == "play_on":
        return None
    return won_by(rules, sheet, winners, target if why is None else _("{target}; {why}", target=target, why=why))


def _players_at_target(sheet: Sheet[Options, Entry]) -> tuple[str, ...]:
    """Return the players who have reached the player target. Halves count: 199½ is below 200."""
    target = points(sheet.table.options.player_target)
    return tuple(str(seat) for seat in sheet.table.seats if sheet.totals[str(seat)] >= target)


def _target_reached(sheet: Sheet[Options, Entry]) -> Text | None:
    """Say who has reached a target, naming players before the Gnome, or return None if nobody has."""
    options, gnome = sheet.table.options, sheet.totals[GNOME]
    totals = [(sheet.table.names[int(key)], sheet.totals[key]) for key in _players_at_target(sheet)]
    by_players = reached(options.player_target, totals) if totals else None
    if gnome < points(options.gnome_target):
        return by_players
    if by_players is None:
        return reached(options.gnome_target, [(_("The Gnome"), gnome)])
    total, target = Amount(half=gnome), options.gnome_target
    return _("{players}, and the Gnome reached {target} with {total}", players=by_players, target=target, total=total)


def _by_priority(sheet: Sheet[Options, Entry], best: tuple[str, ...]) -> Winners | None:
    """Return the last taker as the winner if they have enough points, with a reason if others have at least as many."""
    options, taker = sheet.table.options, _last_taker(sheet)
    if taker is None or sheet.totals[taker] < points(options.player_target) + PRIORITY[options.priority]:
        return None
    if best == (taker,):
        return best, None
    name, target = _names(sheet, (taker,)), options.player_target
    if options.priority == "above_200":
        why = _("{name} took the last bid, and the taker wins with anything over {target}", name=name, target=target)
    else:
        why = _("{name} took the last bid, and the taker wins with {target} or more", name=name, target=target)
    return (taker,), why


def _by_points(sheet: Sheet[Options, Entry], best: tuple[str, ...]) -> Winners:
    """Return the players with the most points as the winners, and the reason if it isn't obvious."""
    names, most = _names(sheet, best), Amount(half=sheet.totals[best[0]])
    if len(best) > 1:
        return best, _("{names} are tied for the most points, {most}", names=names, most=most)
    if best == _players_at_target(sheet):
        return best, None
    return best, _("{name} has the most points, {most}", name=names, most=most)


def _last_taker(sheet: Sheet[Options, Entry]) -> str | None:
    """Return the column of the most recent taker, if any. RULES.md: All passed."""
    for hand in reversed(sheet.hands):
        if not hand.entry.all_passed:
            return str(taker_of(hand.entry.bid))
    return None


def _names(sheet: Sheet[Options, Entry], columns: tuple[str, ...]) -> Series:
    return both(sheet.table.names[int(key)] for key in columns)
