"""Look up a group's roster, the rules it plays by, its last lineup, and the names of its players and members."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q
from django.utils.translation import gettext

from scorekeeper.games import OPTIONS, all_games
from scorekeeper.language import name_key, sentence
from scorekeeper.models import Game, Hand, Link, Membership, Night, Player, Playgroup, User
from scorekeeper.queries.recording.loading import load_known
from scorekeeper.queries.recording.recipes import known_games, supplied
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import Value


@dataclass(frozen=True, kw_only=True)
class LineUp:
    """The last game's seating (player ids by seat) and house rules, and which seat deals next."""

    players: tuple[int, ...]
    names: tuple[str, ...]
    dealer: int
    options: Mapping[str, Value]

    @property
    def dealer_name(self) -> str:
        return self.names[self.dealer]


@dataclass(frozen=True, kw_only=True)
class OwnedGroup:
    """A group, and whether it has other members and other owners."""

    group: Playgroup
    has_others: bool
    has_owners: bool

    @property
    def needs_an_owner(self) -> bool:
        """Whether its only owner can't leave, because the other members would have none and nobody gave it up."""
        return self.has_others and not self.has_owners and self.group.deletes_at is None


def playable(group: Playgroup) -> list[tuple[Rules[Any, Any], datetime.date | None]]:
    """Return the rules for a new game, each with the date of the group's last night with them that isn't hidden.

    The most recently played come first, then those never played, featured ones first.
    """
    visible = Game.objects.filter(group=group, hidden=False).order_by()
    rows = visible.values_list("rules").annotate(last_played=Max("night__date"), newest=Max("pk"))
    played = {slug: (date, newest) for slug, date, newest in rows}
    known = known_games(group.pk, retired=False).items()
    offered = [game for slug, game in known if not game.recipe or OPTIONS in slug]
    by_name = sorted(offered, key=lambda game: (not game.featured, name_key(sentence(game.rules.name))))
    never = datetime.date.min, 0
    by_date = sorted(by_name, key=lambda game: played.get(game.rules.slug, never), reverse=True)
    return [(game.rules, played.get(game.rules.slug, (None,))[0]) for game in by_date]


def rules_to_play(group: Playgroup, slug: str) -> Rules[Any, Any] | None:
    """Return the rules with this slug, or None if there are none to play by."""
    own = OPTIONS in slug
    card_game = known_games(group.pk).get(slug) or supplied().get(slug) if own else all_games().get(slug)
    return card_game.rules if card_game and (own or not card_game.recipe) else None


def roster(group: Playgroup) -> list[Player]:
    """Return a group's active players, sorted by name, listing each person once."""
    return list(Player.objects.filter(group=group, retired=False, same_as=None).order_by("name_key"))


def people(players: Sequence[int]) -> tuple[Player, ...]:
    """Return these players in the same order, with each merged entry replaced by its main one."""
    by_id = {row.pk: row.same_as or row for row in Player.objects.filter(pk__in=players).select_related("same_as")}
    return tuple(by_id[player] for player in players)


def last_line_up(group: Playgroup, rules: Rules[Any, Any]) -> LineUp | None:
    """Return the lineup of the newest game by these rules: its players by seat, its house rules, and the next dealer.

    Return None if there is no such game, or if one of the players has retired.
    """
    game = Game.objects.filter(group=group, hidden=False, rules=rules.slug).order_by("-id").first()
    if game is None:
        return None
    record = load_known(game)
    seated = people(record.players) if record else ()
    if record is None or any(player.retired for player in seated):
        return None
    return LineUp(
        players=tuple(player.pk for player in seated),
        names=tuple(player.name for player in seated),
        dealer=record.rules.dealer(record.sheet),
        options=record.options,
    )


def names(group: Playgroup) -> dict[int, str]:
    """Return all players' names by id, in roster order, including retired players, since they appear in old games."""
    return dict(Player.objects.filter(group=group).order_by("name_key").values_list("pk", "name"))


def holdings(group: Playgroup) -> dict[str, int]:
    """Return how much a group holds, to show what deleting it would delete."""
    games = Game.objects.filter(group=group)
    return {
        "games": games.count(),
        "hands": Hand.objects.filter(game__in=games, entry__isnull=False).count(),
        "players": Player.objects.filter(group=group).count(),
        "members": Membership.objects.filter(group=group, removed_at=None).count(),
        "links": Link.objects.filter(group=group, revoked_at=None).count(),
    }


def owned_groups(user: User) -> list[OwnedGroup]:
    """Return the groups that a user owns, and who would be left in each without that user."""
    active = Membership.objects.filter(removed_at=None)
    others = active.filter(group=OuterRef("group")).exclude(user=user)
    mine = active.filter(user=user, role=Membership.Role.OWNER).select_related("group").order_by("group__name", "pk")
    rows = mine.annotate(others=Exists(others), owners=Exists(others.filter(role=Membership.Role.OWNER)))
    return [OwnedGroup(group=row.group, has_others=row.others, has_owners=row.owners) for row in rows]


def is_new(group: Playgroup) -> bool:
    """Return whether nobody has saved a hand in the group yet."""
    return not Hand.objects.filter(game__group=group, entry__isnull=False).exists()


def member_name(member: int | None) -> str:
    """Return the name of the member with this id, to begin a sentence about what they entered, or "" without an id."""
    if member is None:
        return ""
    return Membership.objects.filter(pk=member).values_list("name", flat=True).first() or gettext("A former member")


def find_groups(text: str) -> list[Playgroup]:
    """Find groups by id or, failing that, by name (ignoring case). If `text` is empty, return all groups."""
    groups = list(Playgroup.objects.order_by("id"))
    if not text:
        return groups
    by_id = [group for group in groups if str(group.pk) == text]
    return by_id or [group for group in groups if name_key(group.name) == name_key(text)]


def night_of_group(group: Playgroup, night: int) -> Night | None:
    """Return the group's night with this id, or None."""
    return Night.objects.filter(pk=night, group=group).first()


def claimable(member: Membership) -> list[Player]:
    """Return the players a member can claim: unclaimed ones, removed members' players, and the member's own."""
    free = Q(member=None) | Q(member=member) | Q(member__removed_at__isnull=False)
    players = Player.objects.filter(free, group=member.group_id, retired=False, same_as=None)
    return list(players.order_by("name_key"))
