"""Derive the rows of a group or of all groups anew, in short transactions. If interrupted, go on where it stopped."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field

from scorekeeper.formats.language import sentence
from scorekeeper.games import known_game
from scorekeeper.models import Game, Installation, Playgroup, Standing
from scorekeeper.recording.game.writing import rescore
from scorekeeper.rules.text import ngettext

logger = logging.getLogger(__name__)


@dataclass(kw_only=True)
class Rescored:
    """What was found in a group: how many of its games were wrong, and how many rows differed.

    `ended` counts the games whose result has changed, or that are over only now or only before. `unknown` lists the
    games that were skipped because their rules are unknown, with their rules.
    """

    wrong: int = 0
    rows: int = 0
    ended: int = 0
    unknown: list[tuple[int, str]] = field(default_factory=list)


def rescore_all(first: int) -> Iterator[Rescored]:
    """Rescore all groups from the one with this id on, and yield what was found in each.

    The installation notes how far this has come, so that `unfinished` knows where to go on after an interruption.
    """
    Installation.objects.update_or_create(pk=1, defaults={"rescoring": first})
    for group in Playgroup.objects.filter(pk__gte=first).order_by("pk").values_list("pk", flat=True).iterator():
        Installation.objects.filter(pk=1).update(rescoring=group)
        yield rescore_whole(group)
    Installation.objects.filter(pk=1).update(rescoring=None)


def plan_rescore() -> None:
    """Note that everything has to be derived anew, which the next purge does."""
    Installation.objects.update_or_create(pk=1, defaults={"rescoring": 0, "purged_at": None})


def unfinished() -> int | None:
    """Return the id of the group at which a rescore has to go on, or None."""
    return Installation.objects.values_list("rescoring", flat=True).filter(pk=1).first()


def finish_rescore() -> None:
    """Go on with a rescore that was planned or interrupted, if there is one."""
    first = unfinished()
    if first is not None and (ended := sum(found.ended for found in rescore_all(first))):
        said = ngettext(
            "By the rules of this version, {count} game ended differently.",
            "By the rules of this version, {count} games ended differently.",
            ended,
        )
        logger.info("%s", sentence(said))


def rescore_whole(group_id: int, *, write: bool = True) -> Rescored:
    """Derive everything in a group anew, or only compare it."""
    found = Rescored()
    games = Game.objects.filter(group=group_id).order_by("night__date", "started_at", "pk")
    for game in games.only("group", "rules"):
        if known_game(game.rules) is None:
            found.unknown.append((game.pk, game.rules))
            continue
        before = _results(game)
        rows = rescore(game, write=write)
        found.wrong += bool(rows)
        found.rows += rows
        found.ended += bool(rows) and _results(game) != before
    return found


def _results(game: Game) -> list[tuple[object, ...]]:
    """Return the stored results of a game, or an empty list while it is in progress."""
    standings = Standing.objects.filter(game=game, game__state=Game.State.OVER).order_by("column", "seat")
    return list(standings.values_list("column", "seat", "half_points", "rank", "winner"))
