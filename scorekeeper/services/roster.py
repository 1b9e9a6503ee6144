"""Manage the roster: rename players, change their marks, retire them, and merge entries for the same person.

An entry is always merged directly into the main one, never through a third, so undoing one merge leaves the others
alone. Old sheets keep a merged entry's name, but it is no longer offered for new games and belongs to no member.
"""

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format

from scorekeeper.models import Player, Playgroup, Seat
from scorekeeper.rules.words import both, gettext as _, ngettext
from scorekeeper.services.errors import NotFound, Refused
from scorekeeper.services.settle import lock, raise_version
from scorekeeper.text import name_key


@transaction.atomic
def change_player(
    *, group: Playgroup, player_id: int, name: str, mark: int | None = None, retired: bool | None = None
) -> None:
    """Change a player's name (on all sheets), mark or retired status. None leaves a value unchanged.

    `name` must already be cleaned. Raise `NotFound` for another group's player, `Refused` if the name is taken.
    """
    lock(group.pk)
    player = _find_player(group, player_id)
    key = name_key(name)
    if other := Player.objects.filter(group=group, name_key=key).exclude(pk=player.pk).first():
        raise Refused(_("{name} is on the roster already.", name=other.name), path="name")
    player.name, player.name_key = name, key
    player.mark = player.mark if mark is None else mark
    player.retired = player.retired if retired is None else retired
    player.save(update_fields=["name", "name_key", "mark", "retired"])
    raise_version(group.pk)


@transaction.atomic
def merge_player(*, group: Playgroup, player_id: int, same_as: int | None) -> None:
    """Merge an entry into another one for the same person or, if `same_as` is None, undo its merge.

    If `same_as` is itself merged, its main entry is used. Raise `NotFound` for another group's players, and `Refused`
    if the two ever sat in the same game, or if other entries are merged into this one.
    """
    lock(group.pk)
    player = _find_player(group, player_id)
    if same_as is None:
        Player.objects.filter(pk=player.pk).update(same_as=None)
    else:
        target = _find_player(group, same_as)
        main = target.same_as or target
        if target.pk == player.pk:
            raise Refused(_("This is the entry itself: choose another one."), path="same_as")
        if player.same_as_id == main.pk:
            return
        _refuse_merge(player, main)
        _merge(player, main)
    raise_version(group.pk)


def _find_player(group: Playgroup, player_id: int) -> Player:
    player = Player.objects.filter(pk=player_id, group=group).select_related("same_as", "member").first()
    if player is None:
        raise NotFound
    return player


def _refuse_merge(player: Player, main: Player) -> None:
    others = tuple(player.others.order_by("name_key").values_list("name", flat=True))
    if others:
        why = ngettext(
            "{others} counts as {name}: take that back first.",
            "{others} count as {name}: take that back first.",
            len(others),
            others=both(others),
            name=player.name,
        )
        raise Refused(why, path="same_as")
    games = Seat.objects.filter(player=player).values("game")
    shared_seats = Seat.objects.filter(Q(player=main) | Q(player__same_as=main), game__in=games).exclude(player=player)
    if seat := shared_seats.select_related("player", "game__night").order_by("game__night__date", "game").first():
        why = _(
            "{name} and {other} sat in one game, on {date}: they are two people.",
            name=player.name,
            other=seat.player.name,
            date=date_format(seat.game.night.date, "D j M Y"),
        )
        raise Refused(why, path="same_as")


def _merge(player: Player, main: Player) -> None:
    """Merge an entry. The main entry ends up active if either was, and takes over the other's member if it has none."""
    main = Player.objects.select_related("member").get(pk=main.pk)
    if _is_claimed(player) and not _is_claimed(main):
        main.member = player.member
    main.retired = main.retired and player.retired
    main.save(update_fields=["member", "retired"])
    Player.objects.filter(pk=player.pk).update(same_as=main, member=None)


def _is_claimed(player: Player) -> bool:
    return player.member is not None and player.member.removed_at is None
