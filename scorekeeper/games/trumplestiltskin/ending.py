"""How a game of Trumplestiltskin ends, and who wins. RULES.md: The end and the winner."""

from __future__ import annotations

import math
from dataclasses import replace

from scorekeeper.games.trumplestiltskin.hand import Entry, Options, taker_of
from scorekeeper.games.trumplestiltskin.scoring import GNOME
from scorekeeper.rules.base import Rules
from scorekeeper.rules.ends import won_by
from scorekeeper.rules.sheet import Outcome, Sheet
from scorekeeper.rules.words import Amount, Series, Text, both, gettext as _, ngettext, points

Winners = tuple[tuple[str, ...], Text | None]
"""The winning columns, and why they win (None if the points make it obvious)."""

PRIORITY = {"above_200": 1, "from_200": 0, "none": math.inf}
"""Option `priority` -> how many half points above the player target the last taker needs to win outright."""


def outcome(rules: Rules[Options, Entry], sheet: Sheet[Options, Entry]) -> Outcome | None:
    """Return how the game ended, or None if it is still in progress."""
    reached = _reached(sheet)
    if reached is None:
        return None
    best = rules.ranking(sheet)[0]
    winners, why = _by_priority(sheet, best) or _by_points(sheet, best)
    if len(winners) > 1 and sheet.table.options.tie == "play_on":
        return None
    return won_by(rules, sheet, winners, reached if why is None else _("{reached}; {why}", reached=reached, why=why))


def _players_at_target(sheet: Sheet[Options, Entry]) -> tuple[str, ...]:
    """Return the players who have reached the player target. Halves count: 199½ is below 200."""
    target = points(sheet.table.options.player_target)
    return tuple(str(seat) for seat in sheet.table.seats if sheet.totals[str(seat)] >= target)


def _reached(sheet: Sheet[Options, Entry]) -> Text | None:
    """Say who has reached a target, naming players before the Gnome, or return None if nobody has."""
    options, players = sheet.table.options, _players_at_target(sheet)
    names, target, gnome = _names(sheet, players), options.player_target, options.gnome_target
    by_gnome = sheet.totals[GNOME] >= points(gnome)
    if players and by_gnome:
        message = _("{names} reached {target} and the Gnome reached {gnome}")
        return replace(message, values={"names": names, "target": target, "gnome": gnome})
    if players:
        return _("{names} reached {target}", names=names, target=target)
    return _("The Gnome reached {gnome}", gnome=gnome) if by_gnome else None


def _by_priority(sheet: Sheet[Options, Entry], best: tuple[str, ...]) -> Winners | None:
    """Return the last taker as the winner if they have enough points, with a reason if others have at least as many."""
    options, taker = sheet.table.options, _last_taker(sheet)
    if taker is None or sheet.totals[taker] < points(options.player_target) + PRIORITY[options.priority]:
        return None
    rivals = tuple(key for key in best if key != taker)
    if not rivals:
        return (taker,), None
    name = _names(sheet, (taker,))
    if options.priority == "above_200":
        took = _("{name} took the bid and has more than {target}", name=name, target=options.player_target)
    else:
        took = _("{name} took the bid and has at least {target}", name=name, target=options.player_target)
    why = _("{took}, so {name} wins although {rivals}", took=took, name=name, rivals=_rivals_have(sheet, rivals, taker))
    return (taker,), why


def _rivals_have(sheet: Sheet[Options, Entry], rivals: tuple[str, ...], taker: str) -> Text:
    """State the points of the players who would have won or shared the win if only points had counted."""
    names, most = _names(sheet, rivals), Amount(half=sheet.totals[rivals[0]])
    if sheet.totals[rivals[0]] == sheet.totals[taker]:
        return ngettext("{names} also has {most}", "{names} also have {most}", len(rivals), names=names, most=most)
    return ngettext("{names} has {most}", "{names} have {most}", len(rivals), names=names, most=most)


def _by_points(sheet: Sheet[Options, Entry], best: tuple[str, ...]) -> Winners:
    """Return the players with the most points as the winners, and the reason if it isn't obvious."""
    names, most = _names(sheet, best), Amount(half=sheet.totals[best[0]])
    if len(best) > 1:
        return best, _("{names} have the most points, {most} each, and share the win", names=names, most=most)
    if best == _players_at_target(sheet):
        return best, None
    return best, _("{name} has the most points, {most}, and wins", name=names, most=most)


def _last_taker(sheet: Sheet[Options, Entry]) -> str | None:
    """Return the column of the most recent taker, if any. RULES.md: All passed."""
    for hand in reversed(sheet.hands):
        if not hand.entry.all_passed:
            return str(taker_of(hand.entry.bid))
    return None


def _names(sheet: Sheet[Options, Entry], columns: tuple[str, ...]) -> Series:
    return both(sheet.table.names[int(key)] for key in columns)
