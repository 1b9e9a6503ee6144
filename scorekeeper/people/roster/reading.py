"""Read the roster: everybody who has ever been on the group's score sheets, and which entries are the same person."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Case, Count, Q, When

from scorekeeper.formats.language import name_key
from scorekeeper.models import Game, Membership, Player, Playgroup
from scorekeeper.rules import limits
from scorekeeper.rules.text import Text, gettext as _


def roster(group: Playgroup) -> list[Player]:
    """Return a group's active players, sorted by name, listing each person once."""
    return list(Player.objects.filter(group=group, retired=False, same_as=None).order_by("name_key"))


def why_full(group: Playgroup) -> Text | None:
    """Return why nobody new can be added to the roster, or None."""
    most = limits.MOST_PLAYERS
    why = _("The roster is full: {most} names. Only someone who’s already on it can be added.", most=most)
    return why if Player.objects.filter(group=group).count() >= most else None


def people(players: Sequence[int]) -> tuple[Player, ...]:
    """Return these players in the same order, with each merged entry replaced by its main one."""
    by_id = {row.pk: row.same_as or row for row in Player.objects.filter(pk__in=players).select_related("same_as")}
    return tuple(by_id[player] for player in players)


def everybody(group: Playgroup) -> dict[int, Player]:
    """Return all players by id, in roster order, including retired players, since they appear in old games."""
    return {player.pk: player for player in Player.objects.filter(group=group).order_by("name_key")}


def claimable(member: Membership) -> list[Player]:
    """Return the players a member can claim: unclaimed ones, removed members' players, and the member's own."""
    free = Q(member=None) | Q(member=member) | Q(member__removed_at__isnull=False)
    players = Player.objects.filter(free, group=member.group_id, retired=False, same_as=None)
    return list(players.order_by("name_key"))


def everybody_on(group: Playgroup) -> list[dict[str, Any]]:
    """Return everybody on the roster, sorted by name, using a single query.

    `games` counts finished games that aren't hidden, under any of the person's names. It is `joined_as` the name of the
    member who claimed this player, or None. `others` contains the entries that were merged into this one; `same_as`
    is the id of the entry that this one was merged into, or None.
    """
    counted = Q(seats__game__group=group, seats__game__hidden=False, seats__game__state=Game.State.OVER)
    joined_as = Case(When(member__removed_at=None, then="member__name"))
    players = Player.objects.filter(group=group).annotate(games=Count("seats", filter=counted), joined_as=joined_as)
    rows = players.order_by("name_key").values("id", "name", "mark", "retired", "same_as", "games", "joined_as")
    entries: dict[int, dict[str, Any]] = {row["id"]: {**row, "others": []} for row in rows}
    for entry in entries.values():
        if entry["same_as"] is not None:
            main = entries[entry["same_as"]]
            main["others"].append(entry)
            main["games"] += entry["games"]
            entry["mark"] = main["mark"]
    return [entry for entry in entries.values() if entry["same_as"] is None]


def find(everybody: Sequence[dict[str, Any]], player_id: int) -> dict[str, Any] | None:
    """Return the entry with this id, even a merged one, or None."""
    entries = (entry for main in everybody for entry in (main, *main["others"]))
    return next((entry for entry in entries if entry["id"] == player_id), None)


def find_by_name(everybody: Sequence[dict[str, Any]], name: str) -> dict[str, Any] | None:
    """Return the main entry of the person listed under this name, or None."""
    entries = ((main, entry) for main in everybody for entry in (main, *main["others"]))
    return next((main for main, entry in entries if name_key(entry["name"]) == name_key(name)), None)
