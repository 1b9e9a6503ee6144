"""A group as it is read: its roster, who sat last time, and what is found in it by a number or a name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Q

from scorekeeper.games import all_games
from scorekeeper.models import Game, Membership, Night, Player, Playgroup
from scorekeeper.queries.records import load_known
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import Value
from scorekeeper.text import name_key, sentence


@dataclass(frozen=True, kw_only=True)
class LineUp:
    """Who sat where last time (player ids), who would deal now, and the house rules of that game."""

    players: tuple[int, ...]
    names: tuple[str, ...]
    dealer: int
    options: Mapping[str, Value]

    @property
    def dealer_name(self) -> str:
        """Who would deal now."""
        return self.names[self.dealer]


@dataclass(frozen=True, kw_only=True)
class Playable:
    """Rules that a new game can be played by, and how many games of them the group has that are shown."""

    rules: Rules[Any, Any]
    games: int


def playable(group: Playgroup) -> tuple[Playable, ...]:
    """The known rules: those of the group's newest shown game, then those played most, then the others by name.

    Of those, featured ones first.
    """
    shown = Game.objects.filter(group=group, hidden=False).order_by()
    rows = shown.values_list("rules").annotate(games=Count("pk"), newest=Max("pk"))
    played = {slug: (games, newest) for slug, games, newest in rows}
    usual = max(played, key=lambda slug: played[slug][1], default="")
    return tuple(
        sorted(
            (Playable(rules=game.rules, games=played.get(slug, (0, 0))[0]) for slug, game in all_games().items()),
            key=lambda each: (
                each.rules.slug != usual,
                -each.games,
                not each.rules.featured,
                name_key(sentence(each.rules.name)),
            ),
        )
    )


def rules_to_play(wanted: str) -> Rules[Any, Any] | None:
    """The rules that were asked for, or the only ones that are known; None where that is still to be chosen."""
    known = {slug: game.rules for slug, game in all_games().items()}
    return known.get(wanted) or (next(iter(known.values())) if len(known) == 1 else None)


def roster(group: Playgroup) -> list[Player]:
    """The players of a group that are not retired, each person once, by name."""
    return list(Player.objects.filter(group=group, retired=False, same_as=None).order_by("name_key"))


def people(players: Sequence[int]) -> tuple[Player, ...]:
    """Who these players are, in the same order: an entry that counts as another is that other."""
    found = {each.pk: each.same_as or each for each in Player.objects.filter(pk__in=players).select_related("same_as")}
    return tuple(found[player] for player in players)


def last_line_up(group: Playgroup, rules: Rules[Any, Any]) -> LineUp | None:
    """The players of the newest game of these rules in their seats, the dealer moved on.

    None without such a game, or when one of them is retired.
    """
    game = Game.objects.filter(group=group, hidden=False, rules=rules.slug).order_by("-id").first()
    if game is None:
        return None
    record = load_known(game)
    sitting = people(record.players) if record else ()
    if record is None or any(player.retired for player in sitting):
        return None
    return LineUp(
        players=tuple(player.pk for player in sitting),
        names=tuple(player.name for player in sitting),
        dealer=rules.dealer(record.sheet),
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
    found = Player.objects.filter(free, group=member.group_id, retired=False, same_as=None)
    return list(found.order_by("name_key"))
