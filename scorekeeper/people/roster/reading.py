"""Read the roster: everybody who has ever been on the group's score sheets, and which entries are the same person."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from scorekeeper.formats.language import name_key
from scorekeeper.models import Game, Membership, Player, Playgroup


def roster(group: Playgroup) -> list[Player]:
    """Return a group's active players, sorted by name, listing each person once."""
    return list(Player.objects.filter(group=group, retired=False, same_as=None).order_by("name_key"))


def people(players: Sequence[int]) -> tuple[Player, ...]:
    """Return these players in the same order, with each merged entry replaced by its main one."""
    by_id = {row.pk: row.same_as or row for row in Player.objects.filter(pk__in=players).select_related("same_as")}
    return tuple(by_id[player] for player in players)


def names(group: Playgroup) -> dict[int, str]:
    """Return all players' names by id, in roster order, including retired players, since they appear in old games."""
    return dict(Player.objects.filter(group=group).order_by("name_key").values_list("pk", "name"))


def claimable(member: Membership) -> list[Player]:
    """Return the players a member can claim: unclaimed ones, removed members' players, and the member's own."""
    free = Q(member=None) | Q(member=member) | Q(member__removed_at__isnull=False)
    players = Player.objects.filter(free, group=member.group_id, retired=False, same_as=None)
    return list(players.order_by("name_key"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    """A name on the roster.

    `games` counts finished games that aren't hidden, under any of the person's names. `member` is the name of the
    member who claimed this player, or empty. `others` contains the entries that were merged into this one; `same_as`
    is the id of the entry that this one was merged into, or None.
    """

    id: int
    name: str
    mark: int
    games: int
    retired: bool
    member: str
    same_as: int | None
    others: tuple["RosterEntry", ...] = ()


def everybody_on(group: Playgroup) -> tuple[RosterEntry, ...]:
    """Return everybody on the roster, sorted by name, with their merged entries, using a single query."""
    counted = Q(seats__game__group=group, seats__game__hidden=False, seats__game__state=Game.State.OVER)
    rows = Player.objects.filter(group=group).select_related("member").annotate(games=Count("seats", filter=counted))
    by_main: defaultdict[int | None, list[Player]] = defaultdict(list)
    for row in rows.order_by("name_key"):
        by_main[row.same_as_id].append(row)
    return tuple(
        _entry(row, mark=row.mark, others=tuple(_entry(other, mark=row.mark) for other in by_main[row.pk]))
        for row in by_main[None]
    )


def find(everybody: Sequence[RosterEntry], player_id: int) -> RosterEntry | None:
    """Return the entry with this id, even a merged one, or None."""
    return next((entry for main in everybody for entry in (main, *main.others) if entry.id == player_id), None)


def find_by_name(everybody: Sequence[RosterEntry], name: str) -> RosterEntry | None:
    """Return the main entry of the person listed under this name, or None."""
    key = name_key(name)
    return next((main for main in everybody if key in {name_key(entry.name) for entry in (main, *main.others)}), None)


def _entry(row: Player, *, mark: int, others: tuple[RosterEntry, ...] = ()) -> RosterEntry:
    member = row.member
    return RosterEntry(
        id=row.pk,
        name=row.name,
        mark=mark,
        games=getattr(row, "games", 0) + sum(other.games for other in others),
        retired=row.retired,
        member=member.name if member is not None and member.removed_at is None else "",
        same_as=row.same_as_id,
        others=others,
    )
