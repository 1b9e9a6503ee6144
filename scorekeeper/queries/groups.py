"""A group as it is read: its games, newest first, and its roster."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from scorekeeper.models import Game, Link, Membership, Night, Player, Playgroup, Standing
from scorekeeper.queries.records import load
from scorekeeper.rules import all_rules, get_rules
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import Value
from scorekeeper.rules.words import Half, Text
from scorekeeper.text import name_key

SHOWN = 50


@dataclass(frozen=True, kw_only=True)
class Score:
    """A player's total in a line about a game, in half points."""

    name: str
    total: Half
    won: bool


@dataclass(frozen=True, kw_only=True)
class GameLine:
    """A game in one line. `name` is None for rules that this code does not know."""

    id: int
    name: Text | None
    slug: str
    night: datetime.date
    over: bool
    stopped: bool
    hidden: bool
    scores: tuple[Score, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won."""
        return tuple(score.name for score in self.scores if score.won)


@dataclass(frozen=True, kw_only=True)
class GroupPage:
    """Everything the group's page shows. `earlier` is the game before which there are more."""

    playing: tuple[GameLine, ...]
    ended: tuple[GameLine, ...]
    hidden: tuple[GameLine, ...]
    earlier: int | None = None


@dataclass(frozen=True, kw_only=True)
class LineUp:
    """Who sat where last time (player ids), who would deal now, and the house rules of that game."""

    game: int
    players: tuple[int, ...]
    names: tuple[str, ...]
    dealer: int
    options: Mapping[str, Value]

    @property
    def dealer_name(self) -> str:
        """Who would deal now."""
        return self.names[self.dealer]


def group_page(group: Playgroup, *, with_hidden: bool = True, before: int = 0) -> GroupPage:
    """The newest games of a group, or those before one of them. Hidden ones are only for those who may see them."""
    there = Game.objects.filter(group=group) if with_hidden else Game.objects.filter(group=group, hidden=False)
    if before:
        there = there.filter(pk__lt=before)
    found = list(there.select_related("night").order_by("-id")[: SHOWN + 1])
    games = found[:SHOWN]
    lines = game_lines(games)
    shown = [line for line in lines if not line.hidden]
    return GroupPage(
        playing=tuple(line for line in shown if not line.over),
        ended=tuple(line for line in shown if line.over),
        hidden=tuple(line for line in lines if line.hidden),
        earlier=games[-1].pk if len(found) > SHOWN else None,
    )


def game_lines(games: list[Game]) -> list[GameLine]:
    """These games in one line each, with one query for all their scores."""
    scores: defaultdict[int, list[Score]] = defaultdict(list)
    standings = Standing.objects.filter(game__in=games, seat__isnull=False).order_by("rank", "seat__number")
    for game_id, name, total, won in standings.values_list("game_id", "seat__player__name", "half_points", "winner"):
        scores[game_id].append(Score(name=name, total=Half(total), won=won))
    return [_line(game, tuple(scores[game.pk])) for game in games]


def _line(game: Game, scores: tuple[Score, ...]) -> GameLine:
    rules = get_rules(game.rules)
    return GameLine(
        id=game.pk,
        name=rules.name if rules else None,
        slug=game.rules,
        night=game.night.date,
        over=game.state == Game.State.OVER,
        stopped=bool(game.stopped),
        hidden=game.hidden,
        scores=scores,
    )


def usual_rules() -> Rules[Any, Any]:
    """The rules that a new game is offered for."""
    return next(iter(all_rules().values()))


def roster(group: Playgroup) -> list[Player]:
    """The players of a group that are not retired, by name."""
    return list(Player.objects.filter(group=group, retired=False).order_by("name_key"))


def last_line_up(group: Playgroup) -> LineUp | None:
    """The newest game's players in their seats, the dealer moved on; None before the first game."""
    game = Game.objects.filter(group=group, hidden=False).order_by("-id").first()
    if game is None:
        return None
    record = load(game)
    if record.rules is None:
        return None
    return LineUp(
        game=game.pk,
        players=record.players,
        names=record.names,
        dealer=record.rules.dealer(record.sheet),
        options=record.options,
    )


def names(group: Playgroup) -> dict[int, str]:
    """Every player's name by id, in the roster's order; retired ones too, for they sit in old games."""
    return dict(Player.objects.filter(group=group).order_by("name_key").values_list("pk", "name"))


def version_of(group_id: int) -> int:
    """The version of a group as it is now."""
    return Playgroup.objects.values_list("version", flat=True).get(pk=group_id)


def member_name(member: int | None) -> str:
    """What a member is called, for saying who typed something."""
    if member is None:
        return ""
    return Membership.objects.filter(pk=member).values_list("name", flat=True).first() or ""


def find_groups(wanted: str) -> list[Playgroup]:
    """The groups with this number or name, ignoring case; all of them where nothing is given."""
    every = list(Playgroup.objects.order_by("id"))
    if not wanted:
        return every
    numbered = [group for group in every if str(group.pk) == wanted]
    return numbered or [group for group in every if name_key(group.name) == name_key(wanted)]


def night_of_group(group: Playgroup, night: int) -> Night | None:
    """A night of the group by its number, or None for another group's."""
    return Night.objects.filter(pk=night, group=group).first()


def claimable(member: Membership) -> list[Player]:
    """The players a member may say to be: those that are nobody's or a removed member's, and the member's own."""
    free = Q(member=None) | Q(member=member) | Q(member__removed_at__isnull=False)
    return list(Player.objects.filter(free, group=member.group_id, retired=False).order_by("name_key"))


def watched_games(link: Link) -> list[GameLine]:
    """The games that a watch link of a night or a group shows, newest first; hidden ones are nobody's to watch."""
    games = Game.objects.filter(group=link.group_id, hidden=False)
    if link.night_id is not None:
        games = games.filter(night=link.night_id)
    return game_lines(list(games.select_related("night").order_by("-id")[:SHOWN]))
